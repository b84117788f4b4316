// Package directory is the members' directory: profiles that members publish about themselves, and what members may see
// of each other.
//
// A profile (collection profiles) belongs to an account:
//
//	""         -> draft, published
//	draft      -> published, suspended
//	published  -> draft, suspended
//	suspended  -> draft
//
// These rules always hold:
//
//   - No one is listed by default. Only the member publishes a profile, with a consent whose wording and time are
//     stored (consent.go), and withdraws it with one request. The office can suspend a profile after a report.
//   - visible.go is the only place that decides who sees whom. The directory, its search, filters and counts, one
//     profile, its portrait and contacts, vouches, blocks and reports use it, and other features call Visible. A person
//     who is hidden, blocked or unknown gets the same 404.
//   - A published profile is visible to members while its account is active and its owner is a member. Neither of two
//     people sees the other here after one of them has blocked the other, and neither is told: it looks as if the other
//     were not listed. A block also ends what the two had with each other (blocks.go).
//   - A block changes nothing else that the blocked person reads. Names and texts that are published to all members,
//     such as the host of a session, are the same for everyone.
//   - Numbers, such as those of the filters, are the same for every member. A number that a block changed would tell the
//     blocked person of it.
//   - For each field except the name, the member chooses who sees it: members, members with an open introduction to the
//     person, or no one. Lists show the fields that all members see. The person's page also shows the fields for
//     members with an open introduction.
//   - Searches, sorts and filters use only what every member may see. They never use the email, phone or LinkedIn.
//   - Contacts are sent only on request, and the request is stored. A member opens a limited number of profiles a day.
//
// The account's row owns the name, email, phone, portrait, company, designation, boards and biography. The profile's
// row owns the rest, and copies of what the directory searches and sorts by: name, searchText, isListed and
// listedUntil. listing.go computes the copies in the transaction of each change of the profile, the account or a
// membership.
//
// Files, by topic:
//
//	profile.go   the member's own profile; consent.go: the consent to publish it
//	visible.go   who sees whom, and what; listing.go: which profiles are listed
//	handlers.go  the list, one profile, its portrait and its contacts
//	blocks.go    blocks
//	vouches.go   vouches
//	reports.go   what a report of a profile copies, and suspends
//	suggestions.go  people whom a member may want to know
//	store.go, store_*.go  the tables
package directory

import (
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/modules"
	"boardcircle/pb_hooks/internal/readmodel"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/internal/states"
	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/modules/directory/emails"
	"boardcircle/pb_hooks/people"
)

// State is the state of a profile.
type State string

// The states of a profile.
const (
	StateDraft     State = "draft"
	StatePublished State = "published"
	// StateSuspended means that the office has taken the profile off the directory.
	StateSuspended State = "suspended"
)

// Values returns all states.
func (State) Values() []string { return rules.Options(StateDraft, StatePublished, StateSuspended) }

var transitions = states.Table[State]{
	"":             {StateDraft, StatePublished},
	StateDraft:     {StatePublished, StateSuspended},
	StatePublished: {StateDraft, StateSuspended},
	StateSuspended: {StateDraft},
}

var (
	// errNotFound is the answer about a person whom the caller may not see, whatever the reason.
	errNotFound = apperr.NotFound("not-in-directory", "This person is not in the directory.")
	// Each profile that a member opens counts towards the limit of the day.
	errNotOwnVisit = apperr.Forbidden("profile-not-own-visit", "Please open the profile from the directory.")
	errSuspended   = apperr.Conflict("profile-suspended",
		"The office has suspended your profile after a report, so it cannot be published. Please write to the office.")
	errWording = apperr.Conflict("consent-changed",
		"The text of the consent has changed since you opened this page. Please read it and agree again.")
	errIncomplete = apperr.Conflict("profile-incomplete",
		"Please save your profile with your designation, city and at least one sector before you publish it.")
	errYourself = apperr.Conflict("yourself", "This is your own profile.")
)

// Outbox queues emails.
type Outbox interface {
	Register(kinds ...outbox.Kind)
	Enqueue(tx core.App, email outbox.Email) error
}

// Deps are the dependencies of the feature.
type Deps struct {
	Clock  clock.Clock
	Audit  *audit.Log
	Outbox Outbox
	// AreIntroduced reports whether two people have an open introduction.
	AreIntroduced func(app core.App, a, b string) (bool, error)
}

// Directory is the feature. Its methods that return an endpoint are for the route table.
type Directory struct {
	now           clock.Clock
	audit         *audit.Log
	outbox        Outbox
	areIntroduced func(app core.App, a, b string) (bool, error)
}

// New returns the feature and registers its email.
func New(deps Deps) *Directory {
	deps.Outbox.Register(outbox.In([]modules.ID{modules.Directory},
		outbox.Kind{Name: emails.KindVouched, Texts: emails.Texts, Params: requireVouch})...)
	return &Directory{now: deps.Clock, audit: deps.Audit, outbox: deps.Outbox, areIntroduced: deps.AreIntroduced}
}

// RegisterReadModels gives each profile the person of its account, counts and indexes the listed profiles, and moves
// the references to a person when the person changes.
func RegisterReadModels(app core.App) {
	people.Register(app, people.Source{
		Collection: profilesCollection, Links: []people.Link{{Field: "userId", Collection: people.Accounts}},
	})
	people.RegisterReferences(app, references...)
	readmodel.Register(app, readmodel.Source{
		Collection: profilesCollection, Columns: derivedColumns, Counts: countProfile,
		Index: readmodel.Directory, Text: indexText,
	})
}
