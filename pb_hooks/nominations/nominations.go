// Package nominations is the feature of the nomination form: drafts, the nominations that were sent
// (the collection registrations), their review by the admins, and the invitations of the approved.
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
// What always holds:
//
//   - The applicant may amend it while it is submitted, answer a question, and withdraw it until it is
//     decided; a withdrawn one can be sent again (applicant.go).
//   - A nomination is stored with its two emails: to the applicant and to the admins.
//   - Each nomination starts as submitted, whoever writes it. Approved and declined are final.
//   - A step names the version of the review that the admin has seen, and makes the next version. Its
//     row of the history, its vote, its e-mail, its invitation and its audit log entries are stored in
//     the same transaction. So of two admins at once the second is refused, and nothing is sent twice.
//   - The applicant was promised an answer within 48 hours: dueAt. While we wait for the applicant
//     (pausedAt) the deadline stands still; the next step moves it on by the time that was paused.
//   - An approval needs as many yes votes as the settings say (votes.go has who may vote) and creates an invitation
//     (invitations.go). A refusal is mailed to the applicant only if the admin asks for it.
//
// The rest, by what a reader looks for:
//
//	form.go    the form's fields; handlers.go: a nomination is sent
//	drafts.go  a form that is not sent yet
//	review.go  the steps of a review; notes.go, and verification.go and evidence.go: what a reviewer has checked
//	admin.go   the queue, its exports and a nomination for the console
//	causes.go  what automations write about; email_kinds.go: the e-mails
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
)

// Status is how far the review of a nomination is, as it is sent and stored.
type Status string

// The statuses.
const (
	Submitted     Status = "submitted"
	InReview      Status = "in_review"
	InfoRequested Status = "info_requested"
	Approved      Status = "approved"
	Declined      Status = "declined"
	// Withdrawn is the applicant's own decision, which they may take back.
	Withdrawn Status = "withdrawn"
)

// Statuses are all statuses, in the order in which a nomination goes through them.
var Statuses = []Status{Submitted, InReview, InfoRequested, Approved, Declined, Withdrawn}

// step is a named transition from one status to another.
type step struct {
	name     string
	from, to Status
	// action names the step in the audit log.
	action string
	form   rules.Form
	// isMailed tells that the applicant is always written to; a refusal is mailed if the admin asks for it.
	isMailed bool
}

// The reviewers' steps; an answer is the applicant's too.
const (
	stepTake    = "take"
	stepAsk     = "ask"
	stepAnswer  = "answer"
	stepResume  = "resume"
	stepApprove = "approve"
	stepDecline = "decline"
)

// steps are the reviewers' transitions; applicantSteps are the applicant's.
var steps = []step{
	{stepTake, Submitted, InReview, "nomination.taken", nil, false},
	{stepAsk, InReview, InfoRequested, "nomination.asked", AskForm, true},
	{stepAnswer, InfoRequested, InReview, "nomination.answered", AnswerForm, false},
	{stepResume, InfoRequested, InReview, "nomination.resumed", nil, false},
	{stepApprove, InReview, Approved, "nomination.approved", ApproveForm, true},
	{stepDecline, InReview, Declined, "nomination.declined", DeclineForm, false},
}

// Transitions has the statuses to which the steps lead from each status.
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

// IsDecided tells whether the review has ended.
func (s Status) IsDecided() bool { return s == Approved || s == Declined || s == Withdrawn }

// nextSteps are the names of the reviewers' steps that can be taken from a status.
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

// reviewPeriod is how soon an applicant was promised an answer.
const reviewPeriod = 48 * time.Hour

// Outbox stores the e-mails of a nomination within its transaction, limits those that can be asked
// for again, and renders a preview.
type Outbox interface {
	Register(kinds ...mail.Kind)
	Enqueue(tx core.App, email mail.Email) error
	Throttle(kind, email string) error
	Render(kind string, params map[string]string) (mail.Rendered, error)
	KeepPreview(composer, html string) (address string)
}

// Options are the dependencies of the feature.
type Options struct {
	Middleware *httpx.Middleware
	Outbox     Outbox
	Audit      *audit.Log
	// Key derives the tokens of the invitations.
	Key keys.Key
	// AdminEmail is notified of new nominations unless the settings name another address; "" is nobody.
	AdminEmail string
	Clock      clock.Clock
	// Notify tells open consoles of a change that ran no record hooks; nil tells nobody.
	Notify func(topic string)
}

// Nominations is the feature. Its exported methods with a request are the handlers of the route table.
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

// New returns the feature over app's collections.
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

// RegisterHooks keeps what holds for a nomination whoever writes it, staff in the dashboard included:
// its e-mail is trimmed and lower case, and its review starts when it is created.
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

// IsApproved tells whether an account may buy where purchases need an approval: it has accepted an
// invitation, or has sent a nomination with its own, verified e-mail that was approved. The reviewers
// approve whoever reads the e-mails of that address, and anybody can sign up with it.
func IsApproved(app core.App, user *core.Record) (bool, error) {
	accepted, err := hasAccepted(app, user.Id)
	if err != nil || accepted || !user.Verified() {
		return accepted, err
	}
	return hasApproved(app, user.Id, user.Email())
}

// The errors of the feature, as they are answered.
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
	// a sign-up passes the next two on, and takes answers only
	errInvitationNotFound = httpx.NewError(http.StatusNotFound, invitationNotFoundMessage, nil)
	errInvitationEmail    = httpx.Invalid(rules.Problem{
		Field: "email", Code: "other_email", Message: "This invitation was sent to another e-mail address. Please use that one.",
	})
)

const linkUnknownMessage = "This link is not known. Please open the whole link of your email again."

// The sentences for a failure that the caller can do nothing about.
const (
	reviewFailed         = "This could not be stored. Please try again."
	createFailed         = "Your nomination could not be stored. Please try again."
	readFailed           = "Your nomination could not be read. Please try again."
	invitationReadFailed = "Your invitation could not be read. Please try again."
	// adminReadFailed is for the console.
	adminReadFailed = "This could not be read. Please try again."
)

// fail wraps an error with the operation and the record for the log, and with a sentence for the caller
// where the error declares none.
func fail(failure, operation, id string, err error) error {
	return apperr.Fail(failure, fmt.Errorf("%s %s: %w", operation, id, err))
}
