// Package nominations implements the nomination form: drafts, sent nominations (the collection registrations), their
// review by the admins, and the invitations of approved applicants.
//
// A nomination goes through these statuses:
//
//	submitted       -> in_review, submitted, withdrawn
//	in_review       -> info_requested, approved, declined, withdrawn
//	withdrawn       -> submitted
//	info_requested  -> in_review, withdrawn
//	approved        is final
//	declined        is final
//
// These rules always hold:
//
//   - The applicant may amend a submitted nomination, answer a question, and withdraw the nomination until it is
//     decided. A withdrawn nomination can be sent again (applicant.go).
//   - A nomination is stored together with its two emails, to the applicant and to the admins.
//   - Every new nomination is submitted, even if it is created in the dashboard. Approved and declined are final.
//   - A step contains the version of the review that the admin has seen, and increments it. The history, the vote,
//     the email, the invitation and the audit entries of the step are stored in the same transaction. If two admins
//     act at once, the second step is refused and nothing is sent twice.
//   - The applicant was promised an answer within 48 hours (dueAt). The deadline is paused while a question to the
//     applicant is open (pausedAt). The next step extends the deadline by the paused time.
//   - An approval needs the number of yes votes in the settings (votes.go), and creates an invitation
//     (invitations.go). A refusal is emailed only if the admin chooses to notify the applicant.
//
// Other files, by topic:
//
//	form.go    the form's fields; handlers.go: sending a nomination
//	drafts.go  unfinished forms
//	review.go  the steps of a review; notes.go; verification.go and evidence.go: the reviewers' checks
//	admin.go   the queue, its exports and the page of a nomination in the console
//	triggers.go  triggers for automations; email_kinds.go: the emails
//
// The tables are in store.go and the files store_*.go.
package nominations

import (
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/keys"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/internal/states"
	"boardcircle/pb_hooks/mail"
	"boardcircle/pb_hooks/mail/texts"
)

// Status is the state of a review, as sent and stored.
type Status string

const (
	Submitted     Status = "submitted"
	InReview      Status = "in_review"
	InfoRequested Status = "info_requested"
	Approved      Status = "approved"
	Declined      Status = "declined"
	// Withdrawn is set by the applicant, who can also reopen the nomination.
	Withdrawn Status = "withdrawn"
)

// Statuses lists all statuses in the usual order.
var Statuses = []Status{Submitted, InReview, InfoRequested, Approved, Declined, Withdrawn}

// step is a named transition from one status to another.
type step struct {
	name     string
	from, to Status
	// action is the name of the step in the audit log.
	action string
	form   rules.Form
	// isMailed is true if the step always emails the applicant. A refusal does so only on request.
	isMailed bool
}

// The reviewers' steps. The applicant can take stepAnswer too.
const (
	stepTake    = "take"
	stepAsk     = "ask"
	stepAnswer  = "answer"
	stepResume  = "resume"
	stepApprove = "approve"
	stepDecline = "decline"
)

// steps are the reviewers' transitions. applicantSteps has those of the applicant.
var steps = []step{
	{stepTake, Submitted, InReview, "nomination.taken", nil, false},
	{stepAsk, InReview, InfoRequested, "nomination.asked", AskForm, true},
	{stepAnswer, InfoRequested, InReview, "nomination.answered", AnswerForm, false},
	{stepResume, InfoRequested, InReview, "nomination.resumed", nil, false},
	{stepApprove, InReview, Approved, "nomination.approved", ApproveForm, true},
	{stepDecline, InReview, Declined, "nomination.declined", DeclineForm, false},
}

// Transitions maps each status to the statuses that can follow it.
var Transitions = tableOf(steps, applicantSteps)

func tableOf(lists ...[]step) states.Table[Status] {
	table := states.Table[Status]{}
	for _, step := range slices.Concat(lists...) {
		if !table.Allows(step.from, step.to) {
			table[step.from] = append(table[step.from], step.to)
		}
	}
	return table
}

// IsDecided reports whether the review has ended.
func (s Status) IsDecided() bool { return s == Approved || s == Declined || s == Withdrawn }

// nextSteps returns the names of the reviewers' steps that are possible in a status.
func (s Status) nextSteps() []string { return s.stepsOf(steps) }

func (s Status) stepsOf(steps []step) []string {
	names := []string{}
	for _, t := range steps {
		if t.from == s {
			names = append(names, t.name)
		}
	}
	return names
}

// reviewPeriod is the time within which applicants were promised an answer.
const reviewPeriod = 48 * time.Hour

// Outbox queues the emails of a nomination within its transaction, limits repeatable emails, and renders previews.
type Outbox interface {
	Register(kinds ...mail.Kind)
	Enqueue(tx core.App, email mail.Email) error
	Throttle(kind, email string) error
	Render(kind string, params map[string]string) (texts.Rendered, error)
	KeepPreview(composer, html string) (address string)
}

// Options are the dependencies of the feature.
type Options struct {
	Middleware *httpx.Middleware
	Outbox     Outbox
	Audit      *audit.Log
	// Key derives the tokens of the invitations.
	Key keys.Key
	// AdminEmail is notified of new nominations unless the settings have another address. If it is "", no one is
	// notified.
	AdminEmail string
	Clock      clock.Clock
	// Notify informs open consoles of a change that ran no record hooks. It may be nil.
	Notify func(topic string)
}

// Nominations is the feature. Its methods that take a request are the handlers of the route table.
type Nominations struct {
	app        core.App
	middleware *httpx.Middleware
	outbox     Outbox
	audit      *audit.Log
	key        keys.Key
	adminEmail string
	now        clock.Clock
	notify     func(topic string)
}

// New returns the feature.
func New(app core.App, o Options) *Nominations {
	if o.Notify == nil {
		o.Notify = func(string) {}
	}
	n := &Nominations{
		app: app, middleware: o.Middleware, outbox: o.Outbox, audit: o.Audit, key: o.Key, adminEmail: o.AdminEmail,
		now: o.Clock, notify: o.Notify,
	}
	n.outbox.Register(n.emailKinds()...)
	return n
}

// RegisterHooks enforces the rules for nominations on every save, including saves from the dashboard. The email is
// trimmed and lower case, and the review starts when the nomination is created.
func RegisterHooks(app core.App) {
	app.OnRecordValidate(registrations).BindFunc(func(e *core.RecordEvent) error {
		newNomination(e.Record).normalizeEmail()
		return e.Next()
	})
	app.OnRecordCreate(registrations).BindFunc(func(e *core.RecordEvent) error {
		newNomination(e.Record).startReview(types.NowDateTime())
		return e.Next()
	})
}

// IsApproved reports whether an account may buy a membership that requires approval. It must have accepted an
// invitation, or have sent an approved nomination with its own, verified email. The reviewers approve the owner of an
// email address, and anyone can sign up with an address that is not theirs.
func IsApproved(app core.App, user *core.Record) (bool, error) {
	accepted, err := hasAccepted(app, user.Id)
	if err != nil || accepted || !user.Verified() {
		return accepted, err
	}
	return hasApproved(app, user.Id, user.Email())
}

// The errors that are sent to the client.
var (
	errNotFound           = apperr.NotFound("nomination-not-found", "This nomination was not found.")
	errEmailTaken         = apperr.Conflict("email-taken", "A registration with this email already exists.")
	errNotSignedIn        = apperr.New("not-signed-in", http.StatusUnauthorized, "Please sign in, or open the link of your email, to see your nomination.")
	errNoNomination       = apperr.NotFound("no-nomination", "There is no nomination of yours here.")
	errLinkUnknown        = apperr.NotFound("link-unknown", linkUnknownMessage)
	errChangedMeanwhile   = apperr.Conflict("changed-meanwhile", "Your nomination has moved on meanwhile. Please look at it again.")
	errDraftWithoutEmail  = apperr.Conflict("draft-without-email", "Please fill in your email address first: the link is sent to it.")
	errDraftNotFound      = apperr.NotFound("draft-not-found", "No draft was found.")
	errTooManyDraftsHere  = apperr.TooMany("too-many-drafts-here", "Many forms were begun from your network today, so this one is not being kept. You can fill it in and send it all the same.", time.Hour)
	errTooManyDrafts      = &apperr.Error{Code: "too-many-drafts", Status: http.StatusServiceUnavailable, RetryAfter: time.Hour, Message: "Too many forms are being filled in at this moment, so this one is not being kept. You can fill it in and send it all the same."}
	errDraftTooLarge      = apperr.New("draft-too-large", http.StatusRequestEntityTooLarge, "The draft is larger than 64 KB and was not saved.")
	errNotNoteAuthor      = apperr.Forbidden("not-note-author", "Only the author of a note can delete it.")
	errNoInvitation       = apperr.Conflict("no-invitation", "Only an approved nomination has an invitation.")
	errInvitationReplaced = apperr.Conflict("invitation-replaced", "Another invitation was sent meanwhile. Please look at it again.")
	errInvitationAccepted = apperr.Conflict("invitation-accepted", "This invitation has been accepted. No other one is needed.")
	// A sign-up passes on the next two errors. It expects errors with an HTTP status.
	errInvitationNotFound = httpx.NewError(http.StatusNotFound, invitationNotFoundMessage, nil)
	errInvitationEmail    = httpx.Invalid(rules.Problem{
		Field: "email", Code: "other_email", Message: "This invitation was sent to another e-mail address. Please use that one.",
	})
)

const linkUnknownMessage = "This link is not known. Please open the whole link of your email again."

// Messages for failures that the user cannot fix.
const (
	reviewFailed         = "This could not be stored. Please try again."
	createFailed         = "Your nomination could not be stored. Please try again."
	readFailed           = "Your nomination could not be read. Please try again."
	invitationReadFailed = "Your invitation could not be read. Please try again."
	// adminReadFailed is shown in the console only.
	adminReadFailed = "This could not be read. Please try again."
)

// fail adds the operation and the record to an error for the log. failure is the message for the user, unless the
// error has one.
func fail(failure, operation, id string, err error) error {
	return apperr.Fail(failure, fmt.Errorf("%s %s: %w", operation, id, err))
}
