package nominations

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/internal/readmodel"
	"boardcircle/pb_hooks/mail"
	"boardcircle/pb_hooks/settings"
)

// The e-mails of this package.
const (
	kindNominationReceived = "nomination-received"
	kindNominationNew      = "nomination-new"
	kindNominationQuestion = "nomination-question"
	kindNominationDeclined = "nomination-declined"
	// kindInvitation carries the link by which an approved applicant signs up.
	kindInvitation = "invitation"
	// kindNominationAnswered tells the admins that an applicant has answered, kindNominationWithdrawn the applicant
	// that the nomination is withdrawn.
	kindNominationAnswered  = "nomination-answered"
	kindNominationWithdrawn = "nomination-withdrawn"
	// kindDraftLink carries the link by which a draft is resumed on another device.
	kindDraftLink = "draft-link"
)

//go:embed emails
var emailFiles embed.FS

func (n *Nominations) emailKinds() []mail.Kind {
	return []mail.Kind{
		{Name: kindNominationReceived, Templates: emailFiles, Params: n.ownLinkParams},
		{Name: kindNominationNew, Templates: emailFiles, ReplyTo: replyToApplicant},
		{Name: kindNominationQuestion, Templates: emailFiles, Params: n.ownLinkParams},
		{Name: kindNominationDeclined, Templates: emailFiles},
		{Name: kindInvitation, Templates: emailFiles, Params: n.invitationParams},
		{Name: kindNominationAnswered, Templates: emailFiles, ReplyTo: replyToApplicant},
		{Name: kindNominationWithdrawn, Templates: emailFiles, Params: n.ownLinkParams},
		{Name: kindDraftLink, Templates: emailFiles, Params: n.draftLinkParams},
	}
}

// replyToApplicant sends the admins' reply to a notice to the applicant.
func replyToApplicant(params map[string]string) mail.Address {
	return mail.Address{Email: params["email"], Name: params["name"]}
}

// receivedEmail confirms a nomination to its applicant.
func receivedEmail(registrationID, name, email string) mail.Email {
	name = mail.GreetingName(name)
	return mail.Email{
		Kind:           kindNominationReceived,
		DedupeKey:      kindNominationReceived + ":" + registrationID,
		To:             mail.Address{Email: email, Name: name},
		Params:         map[string]string{"name": name, "nominationId": registrationID},
		RegistrationID: registrationID,
	}
}

// nominationNewEmail notifies the admins of a nomination. The sender sets the recipient.
type nominationNewEmail struct {
	RegistrationID, Name, Email, Phone string
	Company, Designation, Location     string
	At                                 time.Time
}

func (e nominationNewEmail) Build() mail.Email {
	return mail.Email{
		Kind:      kindNominationNew,
		DedupeKey: kindNominationNew + ":" + e.RegistrationID,
		Params: map[string]string{
			"name": e.Name, "email": e.Email, "phone": e.Phone,
			"company": e.Company, "designation": e.Designation, "location": e.Location,
			"at": e.At.UTC().Format(time.RFC3339), "nominationId": e.RegistrationID,
		},
		RegistrationID: e.RegistrationID,
	}
}

// nominationQuestionEmail asks an applicant a reviewer's question. StepID is the review step that asks.
type nominationQuestionEmail struct {
	StepID, RegistrationID, Name, Email string
	// Question is the reviewer's own text, of several lines.
	Question string
}

func (e nominationQuestionEmail) Build() mail.Email {
	name := mail.GreetingName(e.Name)
	return mail.Email{
		Kind: kindNominationQuestion, DedupeKey: kindNominationQuestion + ":" + e.StepID,
		To:             mail.Address{Email: e.Email, Name: name},
		Params:         map[string]string{"name": name, "question": e.Question, "nominationId": e.RegistrationID},
		RegistrationID: e.RegistrationID,
	}
}

// nominationDeclinedEmail tells an applicant that the nomination was declined.
type nominationDeclinedEmail struct {
	RegistrationID, Name, Email string
	// Message is the reviewer's own text, of several lines; "" leaves it out.
	Message string
}

func (e nominationDeclinedEmail) Build() mail.Email {
	name := mail.GreetingName(e.Name)
	return mail.Email{
		Kind: kindNominationDeclined, DedupeKey: kindNominationDeclined + ":" + e.RegistrationID,
		To:             mail.Address{Email: e.Email, Name: name},
		Params:         map[string]string{"name": name, "words": e.Message},
		RegistrationID: e.RegistrationID,
	}
}

// nominationInvitationEmail invites an approved applicant. The id is no secret: the kind's Params derives
// the token of the link from it.
type nominationInvitationEmail struct {
	InvitationID, RegistrationID, Name, Email string
	ExpiresAt                                 time.Time
}

func (e nominationInvitationEmail) Build() mail.Email {
	name := mail.GreetingName(e.Name)
	return mail.Email{
		Kind: kindInvitation, DedupeKey: kindInvitation + ":" + e.InvitationID,
		To: mail.Address{Email: e.Email, Name: name},
		Params: map[string]string{
			"name": name, "invitationId": e.InvitationID, "expiresAt": e.ExpiresAt.UTC().Format(time.RFC3339),
		},
		RegistrationID: e.RegistrationID,
		ExpiresAt:      e.ExpiresAt,
	}
}

// nominationAnsweredEmail tells the admins that an applicant has answered their question. The sender sets the recipient.
type nominationAnsweredEmail struct {
	StepID, RegistrationID, Name, Email string
	// Answer is the applicant's own text, of several lines.
	Answer string
}

func (e nominationAnsweredEmail) Build() mail.Email {
	return mail.Email{
		Kind: kindNominationAnswered, DedupeKey: kindNominationAnswered + ":" + e.StepID,
		Params:         map[string]string{"name": e.Name, "email": e.Email, "answer": e.Answer, "nominationId": e.RegistrationID},
		RegistrationID: e.RegistrationID,
	}
}

// nominationWithdrawnEmail confirms to an applicant that the nomination is withdrawn.
type nominationWithdrawnEmail struct {
	StepID, RegistrationID, Name, Email string
}

func (e nominationWithdrawnEmail) Build() mail.Email {
	name := mail.GreetingName(e.Name)
	return mail.Email{
		Kind: kindNominationWithdrawn, DedupeKey: kindNominationWithdrawn + ":" + e.StepID,
		To:             mail.Address{Email: e.Email, Name: name},
		Params:         map[string]string{"name": name, "nominationId": e.RegistrationID},
		RegistrationID: e.RegistrationID,
	}
}

// draftLinkEmail carries the link to a draft. The id is no secret: the kind's Params derives the token from it.
type draftLinkEmail struct {
	DraftID, Email string
	At             time.Time
}

func (e draftLinkEmail) Build() mail.Email {
	return mail.Email{
		Kind: kindDraftLink, DedupeKey: kindDraftLink + ":" + e.DraftID + ":" + e.At.UTC().Format(time.RFC3339),
		To:        mail.Address{Email: e.Email},
		Params:    map[string]string{"draftId": e.DraftID, "email": e.Email},
		ExpiresAt: e.At.Add(draftTTL),
	}
}

// ReceivedJob is the type of the jobs that enqueue the e-mails of a new nomination, with its id as their key, and count
// it. The applicant waits for one row in the queue instead of the e-mails, which each have a row, a job and a place in
// the search of their own, and of the counters and lists.
const ReceivedJob = "nominations.received"

// receivedLinger lets the applicant's answer go first.
const receivedLinger = 250 * time.Millisecond

func (n *Nominations) receivedJob() jobs.Type {
	return jobs.Type{Name: ReceivedJob, Concurrency: 4, Linger: receivedLinger, Handle: n.handleReceived}
}

// handleReceived counts the nomination and enqueues the e-mails in the transaction that completes the job: to the
// applicant, and to the admins unless their address is "".
func (n *Nominations) handleReceived(_ context.Context, job jobs.Job) error {
	adminEmail, err := settings.NotificationRecipient(n.app, n.adminEmail)
	if err != nil {
		return fmt.Errorf("enqueue e-mails of nomination %s: %w", job.Key, err)
	}
	return n.app.RunInTransaction(func(tx core.App) error {
		if err := readmodel.ApplyWaiting(tx); err != nil {
			return fmt.Errorf("count nomination %s: %w", job.Key, err)
		}
		if err := n.enqueueCreatedEmails(tx, job.Key, adminEmail); err != nil {
			return fmt.Errorf("enqueue e-mails of nomination %s: %w", job.Key, err)
		}
		return n.jobs.Complete(tx, job)
	})
}

// enqueueCreatedEmails enqueues nothing for a nomination that staff have deleted.
func (n *Nominations) enqueueCreatedEmails(tx core.App, id, adminEmail string) error {
	nomination, err := findNomination(tx, id)
	if errors.Is(err, errNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	if err := n.outbox.Enqueue(tx, receivedEmail(nomination.Id, nomination.Name(), nomination.Email())); err != nil {
		return err
	}
	if adminEmail == "" {
		return nil
	}
	notice := nominationNewEmail{
		RegistrationID: nomination.Id, Name: nomination.Name(), Email: nomination.Email(), Phone: nomination.Phone(),
		Company: nomination.Company(), Designation: nomination.Designation(),
		Location: joinNonEmpty(nomination.City(), nomination.State(), nomination.Country()), At: nomination.CreatedAt().Time(),
	}.Build()
	notice.To = mail.Address{Email: adminEmail}
	return n.outbox.Enqueue(tx, notice)
}

func joinNonEmpty(parts ...string) string {
	var filled []string
	for _, part := range parts {
		if part != "" {
			filled = append(filled, part)
		}
	}
	return strings.Join(filled, ", ")
}

// enqueueReviewEmail enqueues an e-mail of the review and records it in the audit log.
func (n *Nominations) enqueueReviewEmail(tx core.App, by audit.Actor, nomination *Nomination, email mail.Email) error {
	if err := n.outbox.Enqueue(tx, email); err != nil {
		return err
	}
	return n.audit.Record(tx, by, "letter.queued", auditSubject(nomination), map[string]any{"letter": email.Kind, "to": email.To.Email})
}

func questionEmail(nomination *Nomination, stepID, question string) mail.Email {
	return nominationQuestionEmail{
		StepID: stepID, RegistrationID: nomination.Id, Name: nomination.Name(), Email: nomination.Email(), Question: question,
	}.Build()
}

func declinedEmail(nomination *Nomination, message string) mail.Email {
	return nominationDeclinedEmail{
		RegistrationID: nomination.Id, Name: nomination.Name(), Email: nomination.Email(), Message: message,
	}.Build()
}

func invitationEmail(nomination *Nomination, invitationID string, expiresAt time.Time) mail.Email {
	return nominationInvitationEmail{
		InvitationID: invitationID, RegistrationID: nomination.Id, Name: nomination.Name(), Email: nomination.Email(), ExpiresAt: expiresAt,
	}.Build()
}

// invitationParams completes the params of an invitation's e-mail when it is sent: it adds the token of
// the link. An invitation that can't be accepted any more is not mailed.
func (n *Nominations) invitationParams(app core.App, params map[string]string) (map[string]string, error) {
	invitation, err := findInvitation(app, params["invitationId"])
	if errors.Is(err, sql.ErrNoRows) {
		return nil, mail.ErrObsolete
	}
	if err != nil {
		return nil, err
	}
	if invitation.Status(n.now()) != InvitationOpen {
		return nil, mail.ErrObsolete
	}
	return map[string]string{"token": n.invitationToken(invitation.Id)}, nil
}

// EmailPreview is an e-mail as the applicant would receive it.
type EmailPreview struct {
	To      string `json:"to"`
	Subject string `json:"subject"`
	HTML    string `json:"html"`
	Text    string `json:"text"`
	// Frame is where the console's frame shows the HTML.
	Frame string `json:"frame"`
}

// PreviewDecline is POST /api/nominations/{id}/decline-preview: the e-mail that a refusal with this
// message would send. Nothing is stored.
func (n *Nominations) PreviewDecline(e *core.RequestEvent) error {
	values, err := httpx.DecodeForm(e, PreviewForm)
	if err != nil {
		return err
	}
	id := e.Request.PathValue("id")
	nomination, err := findNomination(e.App, id)
	if err != nil {
		return fail(adminReadFailed, "find nomination", id, err)
	}
	email := declinedEmail(nomination, values.Text("words"))
	rendered, err := n.outbox.Render(email.Kind, email.Params)
	if err != nil {
		return fail(adminReadFailed, "preview refusal of nomination", id, err)
	}
	return e.JSON(http.StatusOK, EmailPreview{
		To: email.To.Email, Subject: rendered.Subject, HTML: rendered.HTML, Text: rendered.Text,
		Frame: n.outbox.KeepPreview(httpx.AccountKey(e), rendered.HTML),
	})
}
