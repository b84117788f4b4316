// How an invitation works:
//
//	create  An approval, or an admin's resend, stores the hash of a token for the applicant's email and queues the
//	        email. The invitation is valid for 14 days. Earlier invitations are void from then on.
//	send    The token itself is not stored. It is derived from the invitation's id and the key file when the email
//	        is sent (invitationParams).
//	accept  An account with that email redeems the token, at sign-up (RedeemInvitation) or when signed in
//	        (AcceptInvitation). This works once. After that the account may buy (IsApproved).

package nominations

import (
	"net/http"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/accounts/links"
	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/keys"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/nominations/emails"
)

// invitationTTL is how long an invitation is valid.
const invitationTTL = 14 * 24 * time.Hour

const invitationNotFoundMessage = "We don't recognise this invitation. Please open the complete link in " +
	"your email again."

// invitationClosedMessages are the messages for invitations that can no longer be accepted.
var invitationClosedMessages = map[InvitationStatus]string{
	InvitationUsed: "This invitation has already been accepted. Please sign in to continue to the membership plans.",
	InvitationVoid: "A newer invitation was sent to you, and this one is no longer valid. " +
		"Please open the link in the newest email.",
	InvitationExpired: "This invitation has expired. Please write to us, and we will send you a new one.",
}

// InvitationView is a nomination's newest invitation, as shown in the console.
type InvitationView struct {
	ID        string     `json:"id"`
	Email     string     `json:"email"`
	SentAt    httpx.Time `json:"sentAt"`
	ExpiresAt httpx.Time `json:"expiresAt"`
	UsedAt    httpx.Time `json:"usedAt"`
	// Status is open, used, expired or void.
	Status InvitationStatus `json:"status"`
}

// LatestInvitation returns nil if the nomination has no invitation.
func (n *Nominations) LatestInvitation(app core.App, nominationID string) (*InvitationView, error) {
	latest, err := findLatestInvitation(app, nominationID)
	if latest == nil || err != nil {
		return nil, err
	}
	return &InvitationView{
		ID: latest.Id, Email: latest.Email(), Status: latest.Status(n.now()), SentAt: httpx.Time(latest.SentAt()),
		ExpiresAt: httpx.Time(latest.ExpiresAt()), UsedAt: httpx.Time(latest.UsedAt()),
	}, nil
}

// ResendInvitation replaces the current invitation with a new one. replaces is the id of the invitation that the admin
// has seen, or "". Call it in a transaction.
func (n *Nominations) ResendInvitation(tx core.App, by audit.Actor, nomination *Nomination, replaces string) error {
	if nomination.Status() != Approved {
		return errNoInvitation
	}
	latest, err := findLatestInvitation(tx, nomination.Id)
	if err != nil {
		return err
	}
	latestID := ""
	if latest != nil {
		latestID = latest.Id
	}
	switch {
	case latestID != replaces:
		return errInvitationReplaced
	case latest != nil && latest.Status(n.now()) == InvitationUsed:
		return errInvitationAccepted
	}
	if err := n.outbox.Throttle(emails.KindInvitation, nomination.Email()); err != nil {
		return err
	}
	return n.CreateInvitation(tx, by, nomination)
}

// CreateInvitation stores the invitation of an approved nomination, queues its email and voids earlier invitations.
func (n *Nominations) CreateInvitation(tx core.App, by audit.Actor, nomination *Nomination) error {
	now := n.now()
	if err := voidInvitations(tx, nomination.Id, now); err != nil {
		return err
	}
	expiresAt := now.Add(invitationTTL)
	invitation, err := newInvitation(tx, nomination, now, expiresAt, func(id string) string {
		return keys.Hash(n.invitationToken(id))
	})
	if err != nil {
		return err
	}
	if err := tx.Save(invitation); err != nil {
		return err
	}
	return n.EnqueueReviewEmail(tx, by, nomination, invitationEmail(nomination, invitation.Id, expiresAt))
}

func (n *Nominations) invitationToken(id string) string { return n.key.Derive("invitation", id) }

// InvitationInfo describes an invitation to a person who has its link.
type InvitationInfo struct {
	// Status is open, used, expired or void. Message says what to do if it is not open.
	Status  InvitationStatus `json:"status"`
	Message string           `json:"message"`
	// These fields are set if the invitation is open. Email is the recipient. Name, Phone and Location prefill the
	// sign-up. HasAccount reports whether the recipient already has an account.
	Email      string `json:"email"`
	Name       string `json:"name"`
	Phone      string `json:"phone"`
	Location   string `json:"location"`
	HasAccount bool   `json:"hasAccount"`
}

// LookupInvitation is POST /api/invitations/look. The token is in the body, so that neither logs nor the browser's
// history record it.
func (n *Nominations) LookupInvitation() httpx.Endpoint {
	return httpx.JSON(n.lookupInvitation, httpx.Doc{
		Tag: "review", Summary: "Read what an invitation is for",
		Statuses: []int{http.StatusNotFound},
	})
}

func (n *Nominations) lookupInvitation(e *core.RequestEvent, form TokenForm) (InvitationInfo, error) {
	info, err := n.invitationInfo(e.App, form.Token)
	if err != nil {
		return info, Fail(invitationReadFailed, "look up", "invitation", err)
	}
	info.Message = httpx.Translate(e.Request, info.Message)
	return info, nil
}

func (n *Nominations) invitationInfo(app core.App, token string) (InvitationInfo, error) {
	invitation, err := findInvitationByTokenHash(app, keys.Hash(token))
	if err != nil {
		return InvitationInfo{}, err
	}
	status := invitation.Status(n.now())
	info := InvitationInfo{Status: status, Message: invitationClosedMessages[status]}
	if status != InvitationOpen {
		return info, nil
	}
	nomination, err := Find(app, invitation.NominationID())
	if err != nil {
		return InvitationInfo{}, err
	}
	info.Email, info.Name, info.Phone = invitation.Email(), nomination.Name(), nomination.Phone()
	info.Location = joinNonEmpty(nomination.City(), nomination.State())
	if _, err := app.FindAuthRecordByEmail(httpx.Users, info.Email); err == nil {
		info.HasAccount = true
	}
	return info, nil
}

// AcceptInvitation is POST /api/invitations/accept, for people who already have an account.
func (n *Nominations) AcceptInvitation() httpx.Endpoint {
	return httpx.JSON(n.acceptInvitation, httpx.Doc{
		Tag: "review", Summary: "Accept an invitation with an account",
		Statuses: []int{http.StatusNotFound, http.StatusConflict},
	})
}

func (n *Nominations) acceptInvitation(e *core.RequestEvent, form TokenForm) (OwnNomination, error) {
	user := httpx.CurrentUser(e)
	err := e.App.RunInTransaction(func(tx core.App) error { return n.RedeemInvitation(tx, form.Token, user) })
	if err != nil {
		return OwnNomination{}, Fail(reviewFailed, "accept invitation of account", user.Id, err)
	}
	return n.getOwn(e)
}

// RedeemInvitation uses an invitation for an account. Call it in a transaction.
func (n *Nominations) RedeemInvitation(tx core.App, token string, user *core.Record) error {
	invitation, err := findInvitationByTokenHash(tx, keys.Hash(token))
	if err != nil {
		return err
	}
	return n.redeem(tx, invitation, user)
}

func (n *Nominations) redeem(tx core.App, invitation *Invitation, user *core.Record) error {
	status := invitation.Status(n.now())
	if message, isClosed := invitationClosedMessages[status]; isClosed {
		return httpx.Conflict(rules.Problem{Field: "invitation", Code: string(status), Message: message})
	}
	if invitation.Email() != user.Email() {
		return errInvitationEmail
	}
	invitation.markUsed(user, n.now())
	if err := tx.Save(invitation); err != nil {
		return err
	}
	return links.MarkEmailVerified(tx, user)
}
