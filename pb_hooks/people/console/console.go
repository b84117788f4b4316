// Package console serves the console's page of one person: who they are, and everything that the features store about
// them.
//
// A person can be looked up by their id, by the id of their account, of a nomination, a transaction or a draft, or of
// an email to them. Package people decides whose a record is.
//
// Merging two accounts (merge.go):
//
//   - A merge moves the records of the second account to the first: payments, memberships, subscriptions, offline
//     payments, uses of coupons, nominations and invitations. Billing details move only if the first account has
//     none. Topics that the person opted out of at the second address are opted out of at the first too.
//   - All that names the person of the second account, and their addresses, name the person of the first.
//   - The second account keeps its profile and its credentials: password, PIN, passkeys, second factor. It can no
//     longer sign in, and its sessions end.
//   - A merge can be undone within 30 days. The moved records return, and the second account is as before, without
//     its sessions.
package console

import (
	"net/http"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/accounts"
	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/payments/complimentary"
	"boardcircle/pb_hooks/people/console/emails"
)

// Outbox queues the emails that admins write.
type Outbox interface {
	Register(kinds ...outbox.Kind)
	Enqueue(tx core.App, email outbox.Email) error
	Throttle(kind, email string) error
}

// Preferences applies the opt-outs of one account to another.
type Preferences interface {
	OptOutsToCarry(app core.App, from, to string) ([]string, error)
	CarryOptOuts(tx core.App, from, to string) ([]string, error)
	UndoCarry(tx core.App, topics []string, email string) error
}

// Deps are the dependencies of the feature.
type Deps struct {
	Accounts *accounts.Accounts
	Audit    *audit.Log
	Clock    clock.Clock
	Outbox   Outbox
	// Preferences has what people want emails about.
	Preferences Preferences
	Jobs        Jobs
	Lists       Lists
	// Approvals stores the bulk actions that a second admin has to confirm.
	Approvals   Approvals
	Memberships Memberships
}

// Memberships grants complimentary memberships.
type Memberships interface {
	CheckGift(app core.App, userID string, gift complimentary.Gift) (money.Amount, error)
	GrantGift(tx core.App, userID string, gift complimentary.Gift) (termID string, err error)
	EndGift(tx core.App, termID, reason string, by audit.Actor) error
}

// Jobs runs the bulk actions.
type Jobs interface {
	Register(t jobs.Type)
	Enqueue(tx core.App, job jobs.Job) error
	Complete(tx core.App, job jobs.Job) error
}

// Console is the feature. Its methods are the handlers of the route table.
type Console struct {
	app         core.App
	accounts    *accounts.Accounts
	audit       *audit.Log
	now         clock.Clock
	outbox      Outbox
	preferences Preferences
	jobs        Jobs
	lists       Lists

	approvals   Approvals
	memberships Memberships
}

// New returns the feature.
func New(app core.App, deps Deps) *Console {
	deps.Outbox.Register(outbox.Kind{Name: emails.KindMessage, Texts: emails.Texts, Priority: jobs.High})
	c := &Console{
		app:         app,
		accounts:    deps.Accounts,
		audit:       deps.Audit,
		now:         deps.Clock,
		outbox:      deps.Outbox,
		preferences: deps.Preferences,
		jobs:        deps.Jobs,
		lists:       deps.Lists,
		approvals:   deps.Approvals,
		memberships: deps.Memberships,
	}
	c.approvals.Register(c.approvalKind(kindBulkWrite))
	c.approvals.Register(c.approvalKind(kindBulkGrant))
	c.jobs.Register(jobs.Type{Name: BulkJob, Handle: c.handleBulk})
	return c
}

// Messages for unexpected failures.
const (
	readFailed = "This person could not be read."
	saveFailed = "That could not be saved. Please try again."
)

var (
	errPersonNotFound = apperr.NotFound("person-not-found", "This person was not found.")
	errNoAccount      = apperr.Conflict("no-account", "This person has no account.")
	errNoAddress      = apperr.Conflict("no-address", "This person has no email address.")
	errOwnersOnly     = apperr.Forbidden("owners-only",
		"This account can use the console, so only an owner can change it.")
	errOwnAccount   = apperr.Conflict("own-account", "This is your own account. Another administrator can do that.")
	errInactive     = apperr.Conflict("inactive", "This account is already deactivated.")
	errActive       = apperr.Conflict("active", "This account is already active.")
	errMergedAway   = apperr.Conflict("merged-away", "This account was merged into another. Undo the merge first.")
	errNoteNotFound = apperr.NotFound("note-not-found", "This note was not found.")
	errEmailTaken   = &apperr.Error{
		Code:    "taken",
		Status:  http.StatusConflict,
		Field:   "email",
		Message: "Another account has this email address. If it belongs to the same person, merge the two accounts.",
	}

	errMergeSelf    = apperr.Invalid("same", "otherId", "Please choose a different account")
	errMergeUnknown = apperr.Invalid("unknown", "otherId", "No account has this ID or email address")
	errMergeAdmin   = apperr.Conflict("merges-admin",
		"An account that can use the console cannot be merged into another. Withdraw its rights first.")
	errMergeMandates = apperr.Conflict("merges-mandates",
		"Both accounts have a membership that renews automatically. Cancel one of them first.")
	errMergePurchases = apperr.Conflict("merges-purchases",
		"Both accounts have an unfinished purchase of a membership that renews automatically. The purchases expire "+
			"within a day. Merge the accounts after that.")
	errMergeNotFound = apperr.NotFound("merge-not-found", "This merge was not found.")
	errMergeUndone   = apperr.Conflict("merge-undone", "This merge has already been undone.")
	errMergeOld      = apperr.Conflict("merge-old",
		"This merge is more than 30 days old, so it can no longer be undone.")
)

// maxTags is the largest number of tags of a person.
const maxTags = 20

// PatchForm has what an admin corrects of a person. People without an account can have tags too.
type PatchForm struct {
	_ struct{} `wire:"person,password"`
	accounts.ImportForm
	Tags []string `json:"tags"`
}

// Rules returns the rules of the form.
func (f PatchForm) Rules() rules.Form {
	return append(f.ImportForm.Rules(), rules.Field{Name: "tags", Label: "Tags", Kind: rules.List, Max: maxTags})
}

// NoteForm is a note about a person.
type NoteForm struct {
	_    struct{} `wire:"personNote"`
	Text string   `json:"text"`
}

// Rules returns the rules of the form.
func (NoteForm) Rules() rules.Form { return noteRules }

var noteRules = rules.Form{{
	Name: "text", Label: "Note", Kind: rules.Text, Required: true, Max: 4000,
	Messages: rules.Messages{Required: "Please enter some text"},
}}

// EmailForm is an email to a person.
type EmailForm struct {
	_       struct{} `wire:"personEmail"`
	Subject string   `json:"subject"`
	Words   string   `json:"words"`
}

// Rules returns the rules of the form.
func (EmailForm) Rules() rules.Form { return emailRules }

var emailRules = rules.Form{
	{
		Name:     "subject",
		Label:    "Subject",
		Kind:     rules.Line,
		Required: true,
		Max:      150,
		Messages: rules.Messages{Required: "Please enter a subject"},
	},
	{
		Name:     "words",
		Label:    "Message",
		Kind:     rules.Text,
		Required: true,
		Max:      8000,
		Messages: rules.Messages{Required: "Please enter some text"},
	},
}

// MergeForm has the account that a merge closes: its id or its address.
type MergeForm struct {
	_       struct{} `wire:"-"`
	OtherID string   `json:"otherId"`
	Preview bool     `json:"preview"`
}

// Rules returns the rules of the form.
func (MergeForm) Rules() rules.Form { return mergeRules }

var mergeRules = rules.Form{
	{
		Name:     "otherId",
		Label:    "Other account",
		Kind:     rules.Line,
		Required: true,
		Max:      254,
		Messages: rules.Messages{Required: "Please choose the other account"},
	},
	{Name: "preview", Label: "Only show what would happen", Kind: rules.Flag, Default: "false"},
}

// InviteForm has the data of a new account.
type InviteForm struct {
	_ struct{} `wire:"personInvite"`
	accounts.ImportForm
}
