package reports

import (
	"encoding/json"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/lists"
	"boardcircle/pb_hooks/internal/overdue"
	"boardcircle/pb_hooks/people"
)

const reportsCollection = "reports"

// references are the fields that name people, which a merge moves.
var references = []people.Reference{
	{Collection: reportsCollection, Field: "person"}, {Collection: reportsCollection, Field: "other"},
}

// report is the record of a report.
type report struct{ core.BaseRecordProxy }

func (r *report) userID() string       { return r.GetString("userId") }
func (r *report) other() string        { return r.GetString("other") }
func (r *report) kind() Kind           { return Kind(r.GetString("subject")) }
func (r *report) subjectID() string    { return r.GetString("subjectId") }
func (r *report) state() State         { return State(r.GetString("state")) }
func (r *report) decision() Decision   { return Decision(r.GetString("decision")) }
func (r *report) decideBy() time.Time  { return r.GetDateTime("decideBy").Time() }
func (r *report) createdAt() time.Time { return r.GetDateTime("createdAt").Time() }

func (r *report) setState(to State) { r.Set("state", string(to)) }

func (r *report) setDecision(f DecisionForm, by string, at time.Time) {
	message := f.Message
	if !f.Decision.tellsPerson() {
		message = ""
	}
	r.Load(map[string]any{ // PocketBase ignores values of named types
		"state": string(Decided), "decision": string(f.Decision), "decisionNote": f.Note, "decisionMessage": message,
		"decidedBy": by, "decidedAt": database.DateTime(at),
	})
}

// maxText is how many characters of what the reporter saw are stored.
const maxText = 20_000

func newReport(app core.App, user *identity.User, f Form, seen Snapshot, name string,
	now time.Time) (*report, error) {
	r, err := database.New[report](app, reportsCollection)
	if err != nil {
		return nil, err
	}
	text := []rune(seen.Text)
	r.Load(map[string]any{
		"person": user.PersonID(), "other": seen.Person, "userId": user.Id, "reporterName": user.Name(),
		"otherName": name, "subject": string(f.Subject), "subjectId": f.SubjectID, "parentId": seen.Parent,
		"reportedTitle": seen.Title, "reportedText": string(text[:min(len(text), maxText)]), "reason": string(f.Reason),
		"reporterDetails": f.Details, "state": string(Open),
		"decideBy": database.DateTime(now.Add(f.Reason.timeToDecide())),
	})
	r.SetRaw("createdAt", database.DateTime(now))
	return r, nil
}

// findReport returns sql.ErrNoRows for an unknown id.
func findReport(app core.App, id string) (*report, error) {
	return database.Find[report](app, reportsCollection, id)
}

// hasOpen reports whether a person has reported something, and the office has not decided.
func hasOpen(app core.App, person string, kind Kind, id string) (bool, error) {
	var n int
	err := app.DB().Select("count(*)").From(reportsCollection).
		Where(dbx.NewExp("person = {:person} AND subject = {:subject} AND subjectId = {:id} AND state = 'open'",
			dbx.Params{"person": person, "subject": string(kind), "id": id})).
		Row(&n)
	return n > 0, database.Wrap("find open report", err)
}

// countOverdue counts the open reports whose time is over, except those about an admin, who is one of people.
func countOverdue(app core.App, people []string, now time.Time) (n int, err error) {
	err = app.DB().Select("count(*)").From(reportsCollection).
		Where(dbx.NewExp("state = 'open' AND decideBy <= {:now} AND other NOT IN (SELECT value FROM json_each({:people}))",
			dbx.Params{"now": database.FormatTime(now), "people": jsonOf(people)})).
		Row(&n)
	return n, database.Wrap("count overdue reports", err)
}

// listOverdue returns the open reports whose time is over, except those about an admin, who is one of people.
func listOverdue(app core.App, people []string, now time.Time) (list []row, err error) {
	err = app.DB().Select("id", "subject", "reason", "createdAt", "decideBy").From(reportsCollection).
		Where(dbx.NewExp("state = 'open' AND decideBy <= {:now} AND other NOT IN (SELECT value FROM json_each({:people}))",
			dbx.Params{"now": database.FormatTime(now), "people": jsonOf(people)})).
		OrderBy("decideBy", "id").Limit(overdue.Limit).All(&list)
	return list, database.Wrap("list overdue reports", err)
}

// row is a row of the list of reports, and the head of a report.
type row struct {
	ID           string     `db:"id"`
	Subject      Kind       `db:"subject"`
	Reason       Reason     `db:"reason"`
	State        State      `db:"state"`
	Decision     Decision   `db:"decision"`
	OtherName    string     `db:"otherName"`
	ReporterName string     `db:"reporterName"`
	CreatedAt    httpx.Time `db:"createdAt"`
	DecideBy     httpx.Time `db:"decideBy"`
	DecidedAt    httpx.Time `db:"decidedAt"`
}

// urgency orders the open reports before the decided ones. A site has so few reports that this needs no index.
const urgency = "(state = 'open') DESC, decideBy"

// jsonOf encodes ids for json_each. nil is an empty list, not null, in which SQLite finds one value.
func jsonOf(ids []string) string {
	encoded, _ := json.Marshal(append([]string{}, ids...)) // strings are always encodable
	return string(encoded)
}

// officeList is the list of the reports that an admin may work on: all but those about the admin. The ones that must be
// decided first come first.
func officeList(people []string) lists.List {
	return lists.List{
		From: reportsCollection,
		Columns: []string{"id", "subject", "reason", "state", "decision", "otherName", "reporterName", "createdAt",
			"decideBy", "decidedAt"},
		Where:       "other NOT IN (SELECT value FROM json_each({:people}))",
		Params:      dbx.Params{"people": jsonOf(people)},
		Search:      []string{"otherName", "reporterName"},
		Sort:        map[string]string{"urgency": urgency, "decideBy": "decideBy", "createdAt": "createdAt"},
		Filters:     map[string]map[string]string{"state": lists.Equals("state", State("").Values()...)},
		DefaultSort: "urgency",
	}
}

// details are the stored texts of a report.
type details struct {
	row
	Person    string `db:"person"`
	Other     string `db:"other"`
	SubjectID string `db:"subjectId"`
	ParentID  string `db:"parentId"`
	Heading   string `db:"reportedTitle"`
	Text      string `db:"reportedText"`
	Details   string `db:"reporterDetails"`
	Note      string `db:"decisionNote"`
	Message   string `db:"decisionMessage"`
	DecidedBy string `db:"decidedBy"`
}

func (r *report) details(app core.App) (d details, err error) {
	err = app.DB().Select("*").From(reportsCollection).Where(dbx.HashExp{"id": r.Id}).One(&d)
	return d, database.Wrap("read report "+r.Id, err)
}
