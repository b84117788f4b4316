package boardseats

import (
	"fmt"
	"slices"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/lists"
	"boardcircle/pb_hooks/internal/overdue"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/internal/states"
	"boardcircle/pb_hooks/people"
)

const (
	openingsCollection  = "board_openings"
	interestsCollection = "opening_interests"
)

// State is the state of an opening.
type State string

// The states of an opening.
const (
	// Waiting means that the office has not checked the opening of a member yet.
	Waiting   State = "waiting"
	Open      State = "open"
	Declined  State = "declined"
	Closed    State = "closed"
	Filled    State = "filled"
	Withdrawn State = "withdrawn"
)

// Values returns all states.
func (State) Values() []string {
	return rules.Options(Waiting, Open, Declined, Closed, Filled, Withdrawn)
}

// Transitions are documented at the head of the package.
var Transitions = states.Table[State]{
	"":        {Waiting, Open},
	Waiting:   {Open, Declined, Withdrawn},
	Open:      {Waiting, Closed, Filled, Withdrawn},
	Declined:  {Waiting, Withdrawn},
	Closed:    {Waiting, Open, Filled},
	Filled:    {},
	Withdrawn: {},
}

// InterestState is the state of a member's interest.
type InterestState string

// The states of an interest.
const (
	Sent              InterestState = "sent"
	InterestWithdrawn InterestState = "withdrawn"
	Interviewed       InterestState = "interviewed"
	Appointed         InterestState = "appointed"
	NotAppointed      InterestState = "not-appointed"
)

// Values returns all states.
func (InterestState) Values() []string {
	return rules.Options(Sent, InterestWithdrawn, Interviewed, Appointed, NotAppointed)
}

// InterestTransitions are documented at the head of the package.
var InterestTransitions = states.Table[InterestState]{
	"":                {Sent},
	Sent:              {InterestWithdrawn, Interviewed, Appointed, NotAppointed},
	InterestWithdrawn: {Sent},
	Interviewed:       {InterestWithdrawn, Appointed, NotAppointed},
	NotAppointed:      {Interviewed, Appointed},
	Appointed:         {},
}

// Committee is a committee of a board.
type Committee string

// The committees that the Companies Act and the listing regulations require.
const (
	CommitteeAudit        Committee = "audit"
	CommitteeRemuneration Committee = "nomination-remuneration"
	CommitteeRisk         Committee = "risk-management"
	CommitteeStakeholders Committee = "stakeholders"
	CommitteeCSR          Committee = "csr"
)

// Values returns all committees.
func (Committee) Values() []string {
	return rules.Options(CommitteeAudit, CommitteeRemuneration, CommitteeRisk, CommitteeStakeholders, CommitteeCSR)
}

// RegisterPeople connects the openings and the interests to the people.
func RegisterPeople(app core.App) {
	ofAccount := []people.Link{{Field: "userId", Collection: people.Accounts}}
	people.Register(app, people.Source{Collection: openingsCollection, Links: ofAccount},
		people.Source{Collection: interestsCollection, Links: ofAccount})
}

// opening is the record of an open board seat.
type opening struct{ core.BaseRecordProxy }

func (o *opening) userID() string       { return o.GetString("userId") }
func (o *opening) personID() string     { return o.GetString("person") }
func (o *opening) state() State         { return State(o.GetString("state")) }
func (o *opening) title() string        { return o.GetString("title") }
func (o *opening) company() string      { return o.GetString("company") }
func (o *opening) isConfidential() bool { return o.GetBool("isConfidential") }
func (o *opening) closesAt() time.Time  { return o.GetDateTime("closesAt").Time() }
func (o *opening) openedAt() time.Time  { return o.GetDateTime("openedAt").Time() }
func (o *opening) reason() string       { return o.GetString("reason") }

// isOffices reports whether the office has posted the opening.
func (o *opening) isOffices() bool { return o.userID() == "" }

func (o *opening) setState(to State, at time.Time) error {
	if err := Transitions.Check(o.state(), to); err != nil {
		return fmt.Errorf("opening %s: %w", o.Id, err)
	}
	if o.state() != to {
		o.Set("state", string(to))
		o.Set("closedAt", "")
		if to == Waiting {
			o.Set("waitingSince", database.DateTime(at))
		}
	}
	switch {
	case to == Open && o.openedAt().IsZero():
		o.Set("openedAt", database.DateTime(at))
	case to == Closed, to == Filled, to == Withdrawn:
		o.Set("closedAt", database.DateTime(at))
	}
	return nil
}

func (o *opening) setReason(reason string) { o.Set("reason", reason) }

func (o *opening) load(f Form, closesAt time.Time) {
	o.Load(map[string]any{
		"title":          f.Title,
		"company":        f.Company,
		"isConfidential": f.IsConfidential,
		"sector":         f.Sector,
		"city":           f.City,
		"committee":      string(f.Committee),
		"isListed":       f.IsListed,
		"isIndependent":  f.IsIndependent,
		"description":    f.Description,
		"closesAt":       database.DateTime(closesAt),
		"reason":         "",
	})
}

func newOpening(app core.App, userID string) (*opening, error) {
	o, err := database.New[opening](app, openingsCollection)
	if err != nil {
		return nil, err
	}
	o.Set("userId", userID)
	return o, nil
}

// findOpening returns an opening, or sql.ErrNoRows.
func findOpening(app core.App, id string) (*opening, error) {
	return database.Find[opening](app, openingsCollection, id)
}

// row is a row of the lists of openings.
type row struct {
	ID             string     `db:"id"`
	UserID         string     `db:"userId"`
	Person         string     `db:"person"`
	State          State      `db:"state"`
	Title          string     `db:"title"`
	Company        string     `db:"company"`
	IsConfidential bool       `db:"isConfidential"`
	Sector         string     `db:"sector"`
	City           string     `db:"city"`
	Committee      Committee  `db:"committee"`
	IsListed       bool       `db:"isListed"`
	IsIndependent  bool       `db:"isIndependent"`
	Description    string     `db:"description"`
	ClosesAt       httpx.Time `db:"closesAt"`
	CreatedAt      httpx.Time `db:"createdAt"`
	Reason         string     `db:"reason"`
	// Interests is the number of members who are interested.
	Interests int `db:"interests"`
}

var columns = []string{"id", "userId", "person", "state", "title", "company", "isConfidential", "sector", "city",
	"committee", "isListed", "isIndependent", "description", "closesAt", "createdAt", "reason"}

// countedColumns are the columns and the number of interests. They bind the blocked people, whose interests in an
// opening that is not confidential are left out.
var countedColumns = append(slices.Clone(columns), "(SELECT count(*) FROM opening_interests i "+
	"WHERE i.opening = board_openings.id AND i.state != 'withdrawn' AND (board_openings.isConfidential = TRUE "+
	"OR i.person NOT IN (SELECT value FROM json_each({:blocked})))) AS [[interests]]")

func blockedParams(blocked []string) dbx.Params {
	return dbx.Params{"blocked": types.JSONArray[string](blocked).String()}
}

func (o *opening) row(app core.App, blocked []string) (r row, err error) {
	err = app.DB().Select(countedColumns...).From(openingsCollection).Where(dbx.HashExp{"id": o.Id}).
		Bind(blockedParams(blocked)).One(&r)
	return r, database.Wrap("read opening "+o.Id, err)
}

// isSeen is the condition that a member sees an opening. It binds the people of blockedParams.
const isSeen = "(isConfidential = TRUE OR person NOT IN (SELECT value FROM json_each({:blocked})))"

// memberList returns the list of the openings that a member sees. A search does not read the company, because the
// company may be confidential.
func memberList(blocked []string) lists.List {
	list := openList
	list.Params = blockedParams(blocked)
	return list
}

var openList = lists.List{
	From:    openingsCollection,
	Columns: columns,
	Where:   "state = 'open' AND " + isSeen,
	Search:  []string{"title", "city", "description"},
	Sort:    map[string]string{"closesAt": "closesAt"},
	Filters: map[string]map[string]string{
		"sector":      lists.Equals("sector", sectors...),
		"eligibility": {"listed": "isListed = TRUE", "independent": "isIndependent = TRUE"},
	},
	ValueFilters: map[string]func(string) (dbx.Expression, bool){
		"city": func(value string) (dbx.Expression, bool) {
			return dbx.NewExp("[[city]] = {:city} COLLATE NOCASE", dbx.Params{"city": value}), true
		},
	},
	DefaultSort: "closesAt",
}

// listAnnounced returns the open openings that were opened after a time and that a member sees, the newest first.
func listAnnounced(app core.App, blocked []string, since time.Time, limit int) (list []Announcement, err error) {
	err = app.DB().Select("id", "title", "closesAt", "openedAt").From(openingsCollection).
		Where(dbx.NewExp("openedAt != '' AND openedAt > {:since} AND state = 'open' AND "+isSeen,
			dbx.Params{"since": database.FormatTime(since)})).
		OrderBy("openedAt DESC", "id").Limit(int64(limit)).Bind(blockedParams(blocked)).All(&list)
	return list, database.Wrap("list announced openings", err)
}

// officeList is the list of all openings in the console.
var officeList = lists.List{
	From:    openingsCollection,
	Columns: countedColumns,
	Params:  blockedParams(nil),
	Search:  []string{"title", "company", "city"},
	Sort:    map[string]string{"createdAt": "createdAt", "closesAt": "closesAt"},
	Filters: map[string]map[string]string{"state": {
		"waiting": "state = 'waiting'", "open": "state = 'open'", "declined": "state = 'declined'",
		"closed": "state = 'closed'", "filled": "state = 'filled'", "withdrawn": "state = 'withdrawn'",
	}},
	DefaultSort: "-createdAt",
}

// ownLimit is how many of a member's own openings and interests are listed.
const ownLimit = 100

// listPosted returns the openings that a person has posted, the newest first.
func listPosted(app core.App, v viewer) (list []row, err error) {
	if v.person == "" {
		return nil, nil
	}
	err = app.DB().Select(countedColumns...).From(openingsCollection).Where(dbx.HashExp{"person": v.person}).
		OrderBy("createdAt DESC", "id DESC").Limit(ownLimit).Bind(blockedParams(v.blocked)).All(&list)
	return list, database.Wrap("list posted openings", err)
}

// countPending counts the openings of a person that wait or are open.
func countPending(app core.App, person string) (n int, err error) {
	err = app.DB().Select("count(*)").From(openingsCollection).
		Where(dbx.NewExp("person = {:person} AND state IN ('waiting', 'open')", dbx.Params{"person": person})).Row(&n)
	return n, database.Wrap("count pending openings", err)
}

// listOverdue returns the open openings whose last day is over.
func listOverdue(app core.App, now time.Time) (ids []string, err error) {
	err = app.DB().Select("id").From(openingsCollection).
		Where(dbx.NewExp("state = 'open' AND closesAt <= {:now}", dbx.Params{"now": database.FormatTime(now)})).
		OrderBy("closesAt", "id").Column(&ids)
	return ids, database.Wrap("list overdue openings", err)
}

// listActiveOf returns the openings of an account that wait or are open.
func listActiveOf(app core.App, userID string) (list []*opening, err error) {
	err = app.RecordQuery(openingsCollection).
		AndWhere(dbx.NewExp("userId = {:user} AND state IN ('waiting', 'open')", dbx.Params{"user": userID})).All(&list)
	return list, database.Wrap("list openings of an account", err)
}

// interest is the record of a member's interest in an opening.
type interest struct{ core.BaseRecordProxy }

func (i *interest) openingID() string    { return i.GetString("opening") }
func (i *interest) personID() string     { return i.GetString("person") }
func (i *interest) state() InterestState { return InterestState(i.GetString("state")) }
func (i *interest) note() string         { return i.GetString("note") }
func (i *interest) sentAt() time.Time    { return i.GetDateTime("sentAt").Time() }

func (i *interest) send(note string, at time.Time) error {
	i.Load(map[string]any{"note": note, "sentAt": database.DateTime(at)})
	return i.setState(Sent, at)
}

func (i *interest) setState(to InterestState, at time.Time) error {
	if err := InterestTransitions.Check(i.state(), to); err != nil {
		return fmt.Errorf("interest %s: %w", i.Id, err)
	}
	i.Set("state", string(to))
	switch to {
	case Sent:
		i.Load(map[string]any{"interviewedAt": "", "decidedAt": ""})
	case Interviewed:
		i.Load(map[string]any{"interviewedAt": database.DateTime(at), "decidedAt": ""})
	case Appointed, NotAppointed:
		i.Set("decidedAt", database.DateTime(at))
	}
	return nil
}

func newInterest(app core.App, openingID, userID string) (*interest, error) {
	i, err := database.New[interest](app, interestsCollection)
	if err != nil {
		return nil, err
	}
	i.Load(map[string]any{"opening": openingID, "userId": userID})
	return i, nil
}

// findInterest returns the interest with an id in an opening, or sql.ErrNoRows.
func findInterest(app core.App, openingID, id string) (*interest, error) {
	return database.First[interest](app, interestsCollection, dbx.HashExp{"id": id, "opening": openingID})
}

// findOwnInterest returns a person's interest in an opening, or sql.ErrNoRows. After a merge of accounts, a person can
// have two. It then prefers an interest that is not withdrawn.
func findOwnInterest(app core.App, openingID, person string) (*interest, error) {
	return database.First[interest](app, interestsCollection,
		dbx.NewExp("opening = {:opening} AND person = {:person} AND person != ''",
			dbx.Params{"opening": openingID, "person": person}), "(state = 'withdrawn')", "sentAt DESC", "id")
}

// listInterests returns the interests in an opening that are not withdrawn, the oldest first, without those of the
// blocked people.
func listInterests(app core.App, openingID string, blocked []string) (list []*interest, err error) {
	err = app.RecordQuery(interestsCollection).
		AndWhere(dbx.NewExp("opening = {:opening} AND state != 'withdrawn'", dbx.Params{"opening": openingID})).
		AndWhere(dbx.NotIn("person", database.ToAny(blocked)...)).
		OrderBy("sentAt", "id").All(&list)
	return list, database.Wrap("list interests", err)
}

// listOwnInterests returns a person's interests that are not withdrawn, the newest first.
func listOwnInterests(app core.App, person string) (list []*interest, err error) {
	err = app.RecordQuery(interestsCollection).
		AndWhere(dbx.NewExp("person = {:person} AND person != '' AND state != 'withdrawn'",
			dbx.Params{"person": person})).
		OrderBy("sentAt DESC", "id DESC").Limit(ownLimit).All(&list)
	return list, database.Wrap("list own interests", err)
}

// listPendingOf returns the interests of an account for which no final outcome is recorded.
func listPendingOf(app core.App, userID string) (list []*interest, err error) {
	err = app.RecordQuery(interestsCollection).
		AndWhere(dbx.NewExp("userId = {:user} AND state IN ('sent', 'interviewed')", dbx.Params{"user": userID})).
		All(&list)
	return list, database.Wrap("list interests of an account", err)
}

// listRows returns the rows of some openings, by id.
func listRows(app core.App, ids []string) (map[string]row, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	var list []row
	err := app.DB().Select(columns...).From(openingsCollection).Where(dbx.In("id", database.ToAny(ids)...)).All(&list)
	rows := map[string]row{}
	for _, r := range list {
		rows[r.ID] = r
	}
	return rows, database.Wrap("list openings", err)
}

// countOutcomes counts what happened from a time until before another.
func countOutcomes(app core.App, from, to time.Time) (f Figures, err error) {
	within := dbx.Params{"from": database.FormatTime(from), "to": database.FormatTime(to)}
	for _, c := range []struct {
		into  *int
		query string
	}{
		{&f.Openings,
			"SELECT count(*) FROM board_openings WHERE openedAt != '' AND openedAt >= {:from} AND openedAt < {:to}"},
		{&f.Interests, "SELECT count(*) FROM opening_interests WHERE sentAt >= {:from} AND sentAt < {:to}"},
		{&f.Interviews, "SELECT count(*) FROM opening_interests " +
			"WHERE interviewedAt != '' AND interviewedAt >= {:from} AND interviewedAt < {:to}"},
		{&f.Appointments, "SELECT count(*) FROM opening_interests " +
			"WHERE state = 'appointed' AND decidedAt >= {:from} AND decidedAt < {:to}"},
		{&f.Invited, "SELECT count(DISTINCT person) FROM (SELECT person FROM opening_interests " +
			"WHERE interviewedAt != '' AND interviewedAt >= {:from} AND interviewedAt < {:to} UNION ALL " +
			"SELECT person FROM opening_interests WHERE state = 'appointed' " +
			"AND decidedAt >= {:from} AND decidedAt < {:to})"},
	} {
		if err := app.DB().NewQuery(c.query).Bind(within).Row(c.into); err != nil {
			return f, fmt.Errorf("count outcomes of openings: %w", err)
		}
	}
	return f, nil
}

// ListOverdue returns the openings that have waited for the office's check for longer than overdue.AnswerTime.
func ListOverdue(app core.App, now time.Time) (items []overdue.Item, err error) {
	err = app.DB().NewQuery(`SELECT id, title AS label, waitingSince AS since FROM board_openings
		WHERE state = 'waiting' AND waitingSince < {:before} ORDER BY waitingSince LIMIT {:limit}`).
		Bind(dbx.Params{"before": database.FormatTime(now.Add(-overdue.AnswerTime)), "limit": overdue.Limit}).
		All(&items)
	overdue.SetDue(items, overdue.AnswerTime)
	return items, database.Wrap("list overdue openings", err)
}
