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
//   - An approval needs the number of yes votes in the settings (package review), and creates an invitation
//     (invitations.go). A refusal is emailed only if the admin chooses to notify the applicant.
//
// Two parts have packages of their own, which import this one:
//
//	drafts  unfinished forms
//	review  the reviewers' queue, steps, votes, notes and checks
//	emails  the emails of all of them
//
// Files, by topic:
//
//	form.go      the form's fields; handlers.go: sending a nomination; applicant.go: the applicant's own page
//	steps.go     the steps of reviewers and applicants; invitations.go: the invitations of approved applicants
//	triggers.go  triggers for automations; email_kinds.go: the emails
//
// The tables are in store.go and the files store_*.go.
package nominations

import (
	"fmt"
	"net/http"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/keys"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/mail/outbox"
)

// Outbox queues the emails of a nomination within its transaction, and limits repeatable emails.
type Outbox interface {
	Register(kinds ...outbox.Kind)
	Enqueue(tx core.App, email outbox.Email) error
	EnqueueToOffice(tx core.App, email outbox.Email) error
	Throttle(kind, email string) error
}

// Drafts has the unfinished form of a visitor, which is deleted when they send it.
type Drafts interface {
	Token(e *core.RequestEvent) string
	Delete(tx core.App, token string) error
	ClearCookie(e *core.RequestEvent)
}

// Deps are the dependencies of the feature.
type Deps struct {
	Middleware *httpx.Middleware
	Outbox     Outbox
	Audit      *audit.Log
	Drafts     Drafts
	// Key derives the tokens of the invitations.
	Key   keys.Key
	Clock clock.Clock
}

// Nominations is the feature. Its methods that take a request are the handlers of the route table.
type Nominations struct {
	middleware *httpx.Middleware
	outbox     Outbox
	audit      *audit.Log
	drafts     Drafts
	key        keys.Key
	now        clock.Clock
}

// New returns the feature.
func New(deps Deps) *Nominations {
	n := &Nominations{
		middleware: deps.Middleware, outbox: deps.Outbox, audit: deps.Audit, drafts: deps.Drafts, key: deps.Key,
		now: deps.Clock,
	}
	n.outbox.Register(n.emailKinds()...)
	return n
}

// RegisterHooks enforces the rules for nominations on every save, including saves from the dashboard. The email is
// trimmed and lower case, and the review starts when the nomination is created.
func RegisterHooks(app core.App, now clock.Clock) {
	app.OnRecordValidate(Collection).BindFunc(func(e *core.RecordEvent) error {
		database.As[Nomination](e.Record).normalizeEmail()
		return e.Next()
	})
	app.OnRecordCreate(Collection).BindFunc(func(e *core.RecordEvent) error {
		database.As[Nomination](e.Record).startReview(database.DateTime(now()))
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
	ErrNotFound    = apperr.NotFound("nomination-not-found", "This nomination was not found.")
	ErrLinkUnknown = apperr.NotFound("link-unknown", LinkUnknownMessage)
	errEmailTaken  = apperr.Conflict("email-taken", "A registration with this email already exists.")
	errNotSignedIn = apperr.New("not-signed-in", http.StatusUnauthorized,
		"Please sign in or open the link in our email to see your nomination.")
	errNoNomination     = apperr.NotFound("no-nomination", "You have not sent a nomination yet.")
	errChangedMeanwhile = apperr.Conflict("changed-meanwhile",
		"Your nomination has changed in the meantime. Please check it again.")
	errNoInvitation       = apperr.Conflict("no-invitation", "Only an approved nomination has an invitation.")
	errInvitationReplaced = apperr.Conflict("invitation-replaced",
		"Another invitation was sent in the meantime. Please check it again.")
	errInvitationAccepted = apperr.Conflict("invitation-accepted",
		"This invitation has been accepted, so no new one is needed.")
	// A sign-up passes on the next two errors. It expects errors with an HTTP status.
	errInvitationNotFound = httpx.NewError(http.StatusNotFound, invitationNotFoundMessage, nil)
	errInvitationEmail    = httpx.Invalid(rules.Problem{
		Field:   "email",
		Code:    "other_email",
		Message: "This invitation was sent to another email address. Please use that address.",
	})
)

// LinkUnknownMessage is the message about a link whose token is not known.
const LinkUnknownMessage = "We do not recognise this link. Please open the complete link in your email again."

// Messages for failures that the user cannot fix.
const (
	reviewFailed         = "This could not be saved. Please try again."
	createFailed         = "Your nomination could not be saved. Please try again."
	readFailed           = "Your nomination could not be read. Please try again."
	invitationReadFailed = "Your invitation could not be read. Please try again."
)

// Fail adds the operation and the record to an error for the log. failure is the message for the user, unless the
// error has one.
func Fail(failure, operation, id string, err error) error {
	return apperr.Fail(failure, fmt.Errorf("%s %s: %w", operation, id, err))
}
