package nominations

import (
	"errors"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/nominations/emails"
)

func (n *Nominations) emailKinds() []outbox.Kind {
	return []outbox.Kind{
		{Name: emails.KindReceived, Texts: emails.Texts, Params: n.ownLinkParams},
		{Name: emails.KindNew, Texts: emails.Texts, Params: paramsOfExisting, ReplyTo: replyToApplicant},
		{Name: emails.KindQuestion, Texts: emails.Texts, Params: n.ownLinkParams},
		{Name: emails.KindDeclined, Texts: emails.Texts},
		{Name: emails.KindInvitation, Texts: emails.Texts, Params: n.invitationParams},
		{Name: emails.KindAnswered, Texts: emails.Texts, ReplyTo: replyToApplicant},
		{Name: emails.KindWithdrawn, Texts: emails.Texts, Params: n.ownLinkParams},
	}
}

// paramsOfExisting adds no params. The email is obsolete if its nomination was deleted.
func paramsOfExisting(app core.App, params map[string]string) (map[string]string, error) {
	_, err := Find(app, params["nominationId"])
	if errors.Is(err, ErrNotFound) {
		return nil, outbox.ErrObsolete
	}
	return nil, err
}

// replyToApplicant sends the admins' reply to a notice to the applicant.
func replyToApplicant(params map[string]string) outbox.Address {
	return outbox.Address{Email: params["email"], Name: params["name"]}
}

// EnqueueReviewEmail queues an email of the review and records it in the audit log.
func (n *Nominations) EnqueueReviewEmail(tx core.App, by audit.Actor, nomination *Nomination,
	email outbox.Email) error {
	if err := n.outbox.Enqueue(tx, email); err != nil {
		return err
	}
	return n.audit.Record(tx, by, "letter.queued", AuditSubject(nomination),
		map[string]any{"letter": email.Kind, "to": email.To.Email})
}

func invitationEmail(nomination *Nomination, invitationID string, expiresAt time.Time) outbox.Email {
	return emails.Invitation{
		InvitationID:   invitationID,
		RegistrationID: nomination.Id,
		Name:           nomination.Name(),
		Email:          nomination.Email(),
		ExpiresAt:      expiresAt,
	}.Build()
}

// invitationParams adds the link's token to an invitation's email when it is sent. It returns outbox.ErrObsolete if the
// invitation can no longer be accepted.
func (n *Nominations) invitationParams(app core.App, params map[string]string) (map[string]string, error) {
	invitation, err := findInvitation(app, params["invitationId"])
	if err != nil {
		return nil, database.IfMissing(err, outbox.ErrObsolete)
	}
	if invitation.Status(n.now()) != InvitationOpen {
		return nil, outbox.ErrObsolete
	}
	return map[string]string{"token": n.invitationToken(invitation.Id)}, nil
}
