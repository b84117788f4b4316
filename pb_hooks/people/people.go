// Package people is the console's page of one person: who they are, and everything about them, whichever feature keeps it.
//
// An id names a person by anything of theirs that a list of the console shows: their account, a nomination, a transaction, a
// draft with an address, or an e-mail to them. They are one person by the address, and by the account that a
// transaction names. What belongs to an account that was merged into theirs is theirs too.
//
// Notes and tags are kept with the account and with the address: they are found again when a person signs up later, and
// when their address changes.
//
// A merge (merge.go):
//
//	merged  What belongs to the second account moves to the first: payments, memberships, subscriptions, offline
//	        payments, uses of coupons, nominations, invitations, and the billing details where the first has none. What the
//	        person did not want to be written to about at the second address, they do not get at the first either. What
//	        opens the second account (password, PIN, passkeys, second factor) and its profile stay with it: it cannot sign
//	        in any more, and its sessions end.
//	undone  Within 30 days: what was moved goes back, and the second account is as it was, but for its sessions.
package people

import (
	"embed"
	"net/http"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/accounts"
	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/mail"
	"boardcircle/pb_hooks/people/emails"
)

// Outbox takes the e-mails that admins write.
type Outbox interface {
	Register(kinds ...mail.Kind)
	Enqueue(tx core.App, email mail.Email) error
	Throttle(kind, email string) error
	OptOutsToCarry(app core.App, from, to string) ([]string, error)
	CarryOptOuts(tx core.App, from, to string) ([]string, error)
	UndoCarry(tx core.App, topics []string, email string) error
}

// Deps are what the feature is built from.
type Deps struct {
	Accounts *accounts.Accounts
	Audit    *audit.Log
	Clock    clock.Clock
	Outbox   Outbox
	Jobs     Jobs
	Lists    Lists
	// Approvals keep the bulk emails that a second admin has to confirm.
	Approvals Approvals
}

// Jobs runs the bulk actions.
type Jobs interface {
	Register(t jobs.Type)
	Enqueue(tx core.App, job jobs.Job) error
	Complete(tx core.App, job jobs.Job) error
}

// People is the feature. Its methods are the handlers of the route table.
type People struct {
	app      core.App
	accounts *accounts.Accounts
	audit    *audit.Log
	now      clock.Clock
	outbox   Outbox
	jobs     Jobs
	lists    Lists

	approvals Approvals
}

// New returns the feature.
func New(app core.App, deps Deps) *People {
	deps.Outbox.Register(mail.Kind{Name: emails.KindMessage, Templates: emailFiles, Priority: jobs.High})
	p := &People{
		app: app, accounts: deps.Accounts, audit: deps.Audit, now: deps.Clock, outbox: deps.Outbox, jobs: deps.Jobs, lists: deps.Lists,
		approvals: deps.Approvals,
	}
	p.approvals.Register(p.approvalKind())
	p.jobs.Register(jobs.Type{Name: BulkJob, Handle: p.handleBulk})
	return p
}

//go:embed emails/*.md
var emailFiles embed.FS

// The messages of failures.
const (
	readFailed = "This person could not be read."
	saveFailed = "That could not be saved. Please try again."
)

var (
	errPersonNotFound = apperr.NotFound("person-not-found", "This person was not found.")
	errNoAccount      = apperr.Conflict("no-account", "This person has no account.")
	errNoAddress      = apperr.Conflict("no-address", "This person has no email address here.")
	errOwnersOnly     = apperr.Forbidden("owners-only", "This account may use the console: only an owner can change it.")
	errOwnAccount     = apperr.Conflict("own-account", "This is your own account. Another administrator can do that.")
	errInactive       = apperr.Conflict("inactive", "This account is deactivated already.")
	errActive         = apperr.Conflict("active", "This account is active already.")
	errMergedAway     = apperr.Conflict("merged-away", "This account was merged into another. Undo the merge first.")
	errNoteNotFound   = apperr.NotFound("note-not-found", "This note was not found.")
	errEmailTaken     = &apperr.Error{Code: "taken", Status: http.StatusConflict, Field: "email", Message: "Another account has this email address. If it is theirs too, merge the two."}

	errMergeSelf     = apperr.Invalid("same", "otherId", "Please choose another account than this one")
	errMergeUnknown  = apperr.Invalid("unknown", "otherId", "No account has this id or email address")
	errMergeAdmin    = apperr.Conflict("merges-admin", "An account that may use the console cannot be merged away. Withdraw its rights first.")
	errMergeMandates = apperr.Conflict("merges-mandates", "Both accounts have a membership that renews automatically. Cancel one of the two first.")
	errMergeNotFound = apperr.NotFound("merge-not-found", "This merge was not found.")
	errMergeUndone   = apperr.Conflict("merge-undone", "This merge has been undone already.")
	errMergeOld      = apperr.Conflict("merge-old", "A merge can be undone for 30 days. These are over.")
)

// PatchForm is the body of PATCH /api/people/{id}; what is left out stays. Tags belong to people without an account too.
var PatchForm = append(rules.Form{
	accounts.ImportForm.Field("name"), accounts.ImportForm.Field("email"), accounts.ImportForm.Field("phone"),
	accounts.ImportForm.Field("location"), accounts.ImportForm.Field("requestType"),
}, rules.Field{Name: "tags", Label: "Tags", Kind: rules.List, Max: 20})

// NoteForm is the body of POST /api/people/{id}/notes.
var NoteForm = rules.Form{{
	Name: "text", Label: "Note", Kind: rules.Text, Required: true, Max: 4000,
	Messages: rules.Messages{Required: "Please write something first"},
}}

// EmailForm is the body of POST /api/people/{id}/emails.
var EmailForm = rules.Form{
	{Name: "subject", Label: "Subject", Kind: rules.Line, Required: true, Max: 150, Messages: rules.Messages{Required: "Please give the email a subject"}},
	{Name: "words", Label: "Message", Kind: rules.Text, Required: true, Max: 8000, Messages: rules.Messages{Required: "Please write something first"}},
}

// MergeForm is the body of POST /api/people/{id}/merge: the account that goes, by its id or its address.
var MergeForm = rules.Form{
	{Name: "otherId", Label: "Other account", Kind: rules.Line, Required: true, Max: 254, Messages: rules.Messages{Required: "Please choose the other account"}},
	{Name: "preview", Label: "Only show what would happen", Kind: rules.Flag, Default: "false"},
}

// InviteForm is the body of POST /api/people.
var InviteForm = accounts.ImportForm
