// Package thisweek shows the office what needs attention this week: the sessions of the next days, what the office has
// not answered in time, which new members to welcome, and whose membership ends. Admins who switch it on also get it by
// email on Monday morning (summary.go). It does not show when the board terms of members end: members enter these days
// for themselves, and the form says that only they see them (package boardseats).
//
// New members were promised that we contact them in person within 48 hours. A new member is listed from the start
// of their first term until an admin marks them as welcomed, for at most four weeks. An admin can undo the mark.
package thisweek

import (
	"cmp"
	"slices"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/modules"
	"boardcircle/pb_hooks/internal/overdue"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/modules/events"
	"boardcircle/pb_hooks/payments/ledger"
	"boardcircle/pb_hooks/people"
	"boardcircle/pb_hooks/settings"
)

const (
	day = 24 * time.Hour
	// sessionsAhead and endingAhead are how far ahead the week looks.
	sessionsAhead = 7 * day
	endingAhead   = 30 * day
	// welcomeTime is how soon a new member was promised to hear from us. welcomePeriod is how long they are listed.
	welcomeTime   = 48 * time.Hour
	welcomePeriod = 28 * day
	// welcomedPeriod is how long a welcomed person stays listed, so that an admin can undo the mark.
	welcomedPeriod = 7 * day
	// maxPeople is the maximum length of each list of people.
	maxPeople = 100
)

// Kind says what is overdue.
type Kind string

// The kinds.
const (
	Nomination   Kind = "nomination"
	BoardSeat    Kind = "board-seat"
	Approval     Kind = "approval"
	Report       Kind = "report"
	Introduction Kind = "introduction"
	Mentor       Kind = "mentor"
	// Letter is a letter of undertaking that ends.
	Letter Kind = "letter"
	// LostVote is a vote whose votes are lost, until the office repeats it.
	LostVote Kind = "lost-vote"
)

// Values returns all kinds.
func (Kind) Values() []string {
	return rules.Options(Nomination, BoardSeat, Approval, Report, Introduction,
		Mentor, Letter, LostVote)
}

// moduleOf has the module of the kinds that belong to one. Those of a module that is off are not listed.
var moduleOf = map[Kind]modules.ID{
	BoardSeat: modules.BoardSeats, Introduction: modules.Directory, Mentor: modules.Directory,
	LostVote: modules.Consultations,
}

// Source lists what the office has not answered in time.
type Source func(app core.App, now time.Time) ([]overdue.Item, error)

// Sessions lists the sessions of a period.
type Sessions interface {
	ListUpcoming(app core.App, from, until time.Time) ([]events.Upcoming, error)
}

// Memberships lists the memberships that end in a period and that nothing renews.
type Memberships interface {
	ListEnding(app core.App, from, until time.Time) ([]ledger.DatedTerm, error)
}

// Outbox queues emails.
type Outbox interface {
	Register(kinds ...outbox.Kind)
	Enqueue(tx core.App, email outbox.Email) error
}

// Deps are the dependencies of the feature.
type Deps struct {
	Sessions    Sessions
	Memberships Memberships
	// Sources list what is overdue, by kind, except reports.
	Sources map[Kind]Source
	// Reports lists the overdue reports that an admin may see. The email on Monday leaves them out: the office
	// gets a separate email about them each day, and a report may be about the admin who reads it.
	Reports func(app core.App, admin *core.Record) ([]overdue.Item, error)
	Outbox  Outbox
	Audit   *audit.Log
	Clock   clock.Clock
	// FindOfficeAddresses returns the email addresses of those accounts that belong to the office, by account.
	FindOfficeAddresses func(app core.App, accounts []string) (map[string]string, error)
}

// ThisWeek is the feature. Its methods that return an endpoint are for the route table.
type ThisWeek struct {
	app  core.App
	deps Deps
	now  clock.Clock
}

// New returns the feature.
func New(app core.App, deps Deps) *ThisWeek {
	w := &ThisWeek{app: app, deps: deps, now: deps.Clock}
	deps.Outbox.Register(w.emailKinds()...)
	return w
}

// RegisterPeople registers the person of a welcome mark, so that the marks move when the person changes.
func RegisterPeople(app core.App) {
	people.RegisterReferences(app, people.Reference{Collection: welcomes, Field: "person"})
}

// Overdue is something that the office has not answered in time.
type Overdue struct {
	Kind  Kind       `json:"kind"`
	ID    string     `json:"id"`
	Label string     `json:"label"`
	Since httpx.Time `json:"since"`
	DueAt httpx.Time `json:"dueAt"`
}

// NewMember is a person to welcome. ID is the id of the person.
type NewMember struct {
	ID       string     `json:"id"`
	Name     string     `json:"name"`
	TierName string     `json:"tierName"`
	JoinedAt httpx.Time `json:"joinedAt"`
	DueAt    httpx.Time `json:"dueAt"`
}

// Welcomed is a person whom an admin has welcomed.
type Welcomed struct {
	ID   string     `json:"id"`
	Name string     `json:"name"`
	By   string     `json:"by"`
	At   httpx.Time `json:"at"`
}

// Ending is a membership that ends soon. ID is the id of the person.
type Ending struct {
	ID       string     `json:"id"`
	Name     string     `json:"name"`
	TierName string     `json:"tierName"`
	EndsAt   httpx.Time `json:"endsAt"`
}

// Week is what needs attention this week. NewMembers and Endings have at most maxPeople rows, and Overdue has at most
// overdue.Limit rows of each kind.
type Week struct {
	Sessions   []events.Upcoming `json:"sessions"`
	Overdue    []Overdue         `json:"waiting"`
	NewMembers []NewMember       `json:"newMembers"`
	// Welcomed are the people who were welcomed in the last week, the newest first.
	Welcomed []Welcomed `json:"welcomed"`
	Endings  []Ending   `json:"endings"`
	// IsEmailed reports whether the caller gets the week by email. CanBeEmailed is false if their account has no
	// address.
	IsEmailed    bool `json:"isEmailed"`
	CanBeEmailed bool `json:"canBeEmailed"`
}

// Get is GET /api/admin/this-week.
func (w *ThisWeek) Get() httpx.Endpoint {
	return httpx.Get(w.get, httpx.Doc{Tag: "office", Summary: "Read what is to do this week"})
}

func (w *ThisWeek) get(e *core.RequestEvent) (Week, error) {
	week, err := w.read(e.App)
	if err == nil {
		err = w.addReports(e, &week)
	}
	if err == nil {
		week.CanBeEmailed = e.Auth.Email() != ""
		week.IsEmailed, err = isSubscribed(e.App, e.Auth.Id)
	}
	return week, apperr.Fail("The week could not be read. Please try again.", err)
}

// addReports adds the overdue reports that the caller may see.
func (w *ThisWeek) addReports(e *core.RequestEvent, week *Week) error {
	on, err := settings.ReadModules(e.App)
	if err != nil || !on.HasAny(modules.Reporting()...) {
		return err
	}
	reports, err := w.deps.Reports(e.App, e.Auth)
	week.Overdue = byDeadline(append(week.Overdue, ofKind(Report, reports)...))
	return err
}

func (w *ThisWeek) read(app core.App) (week Week, err error) {
	now := w.now()
	on, err := settings.ReadModules(app)
	if err != nil {
		return week, err
	}
	week.Sessions = []events.Upcoming{}
	if on[modules.Sessions] {
		if week.Sessions, err = w.deps.Sessions.ListUpcoming(app, now, now.Add(sessionsAhead)); err != nil {
			return week, err
		}
	}
	if week.Overdue, err = w.overdue(app, on, now); err != nil {
		return week, err
	}
	joined, err := ledger.ListFirstTerms(app, now.Add(-welcomePeriod), now)
	if err != nil {
		return week, err
	}
	if joined, err = withoutWelcomed(app, joined); err != nil {
		return week, err
	}
	welcomed, err := listWelcomed(app, now.Add(-welcomedPeriod))
	if err != nil {
		return week, err
	}
	ending, err := w.deps.Memberships.ListEnding(app, now, now.Add(endingAhead))
	if err != nil {
		return week, err
	}
	joined, ending = joined[:min(len(joined), maxPeople)], ending[:min(len(ending), maxPeople)]
	names, err := namesOf(app, joined, ending, welcomed)
	if err != nil {
		return week, err
	}
	week.NewMembers, week.Endings, week.Welcomed = []NewMember{}, []Ending{}, []Welcomed{}
	for _, t := range joined {
		week.NewMembers = append(week.NewMembers, NewMember{t.Person, names[t.Person], t.TierName, httpx.Time(t.Date),
			httpx.Time(t.Date.Add(welcomeTime))})
	}
	for _, t := range ending {
		week.Endings = append(week.Endings, Ending{t.Person, names[t.Person], t.TierName, httpx.Time(t.Date)})
	}
	for _, m := range welcomed {
		week.Welcomed = append(week.Welcomed, Welcomed{m.Person, names[m.Person], m.By, httpx.Time(m.At)})
	}
	return week, nil
}

// overdue returns what the office has not answered in time, except reports, the earliest deadline first.
func (w *ThisWeek) overdue(app core.App, on modules.Set, now time.Time) ([]Overdue, error) {
	list := []Overdue{}
	for kind, source := range w.deps.Sources {
		if id, isModule := moduleOf[kind]; isModule && !on[id] {
			continue
		}
		items, err := source(app, now)
		if err != nil {
			return nil, err
		}
		list = append(list, ofKind(kind, items)...)
	}
	return byDeadline(list), nil
}

func ofKind(kind Kind, items []overdue.Item) (list []Overdue) {
	for _, item := range items {
		list = append(list, Overdue{kind, item.ID, item.Label, httpx.Time(item.Since), httpx.Time(item.DueAt)})
	}
	return list
}

func byDeadline(list []Overdue) []Overdue {
	slices.SortFunc(list, func(a, b Overdue) int {
		return cmp.Or(types.DateTime(a.DueAt).Compare(types.DateTime(b.DueAt)), cmp.Compare(a.Kind, b.Kind),
			cmp.Compare(a.ID, b.ID))
	})
	return list
}

func withoutWelcomed(app core.App, joined []ledger.DatedTerm) ([]ledger.DatedTerm, error) {
	ids := make([]string, len(joined))
	for i, t := range joined {
		ids[i] = t.Person
	}
	done, err := findWelcomed(app, ids)
	return slices.DeleteFunc(joined, func(t ledger.DatedTerm) bool { return slices.Contains(done, t.Person) }), err
}

func namesOf(app core.App, joined, ending []ledger.DatedTerm, welcomed []mark) (map[string]string, error) {
	var ids []string
	for _, t := range slices.Concat(joined, ending) {
		ids = append(ids, t.Person)
	}
	for _, m := range welcomed {
		ids = append(ids, m.Person)
	}
	return people.NamesOf(app, ids)
}
