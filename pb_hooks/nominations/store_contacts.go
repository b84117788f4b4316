package nominations

import (
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/readmodel"
	"boardcircle/pb_hooks/internal/triggers"
	"boardcircle/pb_hooks/people"
)

// Counter counts all nominations.
const Counter = "registrations"

const (
	statusCounter       = "nominations_status"
	weekCounter         = "nominations_week"
	directorTypeCounter = "nominations_directorType"
)

// Contact has the fields of a nomination that the lists of people show.
type Contact struct {
	ID          string         `db:"id"`
	Email       string         `db:"email"`
	Name        string         `db:"name"`
	Phone       string         `db:"phone"`
	City        string         `db:"city"`
	State       string         `db:"state"`
	CompanyName string         `db:"companyName"`
	Industry    string         `db:"industry"`
	CreatedAt   types.DateTime `db:"createdAt"`
	// Person is the id of the person.
	Person string `db:"person"`
}

var contactColumns = []string{"email", "name", "phone", "city", "state", "companyName", "industry", "createdAt",
	"person"}

// RegisterReadModels updates the counters, the search index and the people when nominations change.
func RegisterReadModels(app core.App) {
	people.Register(app, people.Source{Collection: Collection, Address: "email", Describe: describe})
	readmodel.Register(app,
		readmodel.Source{
			Collection: Collection,
			Columns:    append([]string{"status", "directorType", "currentDesignation"}, contactColumns...),
			Counts: func(r *core.Record) []readmodel.Count {
				return []readmodel.Count{
					readmodel.One(Counter, ""),
					readmodel.One(statusCounter, r.GetString("status")),
					readmodel.One(directorTypeCounter, r.GetString("directorType")),
					readmodel.One(weekCounter, weekStart(r.GetDateTime("createdAt").Time())),
				}
			},
			Index: readmodel.Nominations,
			Text: func(r *core.Record) string {
				return readmodel.Text(r.GetString("name"), r.GetString("email"), r.GetString("phone"),
					r.GetString("companyName"),
					r.GetString("currentDesignation"))
			},
		},
	)
}

// weekStart returns the Monday of an instant's week, in India's time zone: "2026-08-03".
func weekStart(at time.Time) string {
	day := at.In(india.Zone)
	return day.AddDate(0, 0, -(int(day.Weekday())+6)%7).Format(time.DateOnly)
}

// CountByWeek returns the number of nominations of each week, from the week of firstMonday on.
func CountByWeek(app core.App, firstMonday string) (map[string]int64, error) {
	return readmodel.ValuesFrom(app, weekCounter, firstMonday)
}

// CountSince returns the number of nominations since an instant.
func CountSince(app core.App, since time.Time) (n int64, err error) {
	err = app.DB().Select("count(*)").From(Collection).
		Where(dbx.NewExp("createdAt >= {:since}", dbx.Params{"since": database.FormatTime(since)})).Row(&n)
	return n, err
}

// Counts has the numbers on the dashboard.
type Counts struct{ Nominations, IndependentDirectors int64 }

// CountAll returns the numbers on the dashboard.
func CountAll(app core.App) (c Counts, err error) {
	if c.Nominations, err = readmodel.Get(app, Counter); err != nil {
		return c, err
	}
	c.IndependentDirectors, err = readmodel.GetValue(app, directorTypeCounter, "independent")
	return c, err
}

// describe adds a person's nominations to the facts about them.
func describe(app core.App, personID string, facts *people.Facts) error {
	contacts, err := listOfPerson(app, personID)
	for _, c := range contacts {
		facts.Nominations = append(facts.Nominations, people.Nomination{
			ID:          c.ID,
			Email:       c.Email,
			Name:        c.Name,
			Phone:       c.Phone,
			Location:    c.Location(),
			City:        c.City,
			State:       c.State,
			CompanyName: c.CompanyName,
			Industry:    c.Industry,
			CreatedAt:   c.CreatedAt,
		})
	}
	return err
}

// CountQueue returns the number of nominations in a tab of the queue. The counters know every tab, so known is true.
func CountQueue(app core.App, filters map[string]string) (total int64, known bool, err error) {
	statuses := []string{filters["state"]}
	if filters["state"] == "open" {
		statuses = []string{string(Submitted), string(InReview), string(InfoRequested)}
	}
	counts, err := readmodel.Values(app, statusCounter, statuses...)
	for _, n := range counts {
		total += n
	}
	return total, true, err
}

// CountByStatus returns the number of nominations in each status.
func CountByStatus(app core.App) (map[Status]int, error) {
	numbers, err := readmodel.ValuesFrom(app, statusCounter, "")
	counts := map[Status]int{}
	for status, n := range numbers {
		counts[Status(status)] = int(n)
	}
	return counts, err
}

// Location returns "City, State", or the part that is not empty.
func (c Contact) Location() string { return strings.Trim(c.City+", "+c.State, ", ") }

// ContactByID returns a nomination, or nil.
func ContactByID(app core.App, id string) (*Contact, error) {
	return findContact(app, dbx.HashExp{"id": id})
}

// ContactOfPerson returns a person's nomination, or nil. If they have several, it prefers a nomination with the
// address, and else the newest.
func ContactOfPerson(app core.App, personID, address string) (*Contact, error) {
	contacts, err := listOfPerson(app, personID)
	if err != nil || len(contacts) == 0 {
		return nil, err
	}
	for i, c := range contacts {
		if identity.EmailKey(c.Email) == identity.EmailKey(address) {
			return &contacts[i], nil
		}
	}
	return &contacts[0], nil
}

func listOfPerson(app core.App, personID string) (contacts []Contact, err error) {
	err = app.DB().Select(append([]string{"id"}, contactColumns...)...).From(Collection).
		Where(dbx.HashExp{"person": personID}).OrderBy("createdAt DESC", "id DESC").All(&contacts)
	return contacts, database.Wrap("list nominations of person", err)
}

func findContact(app core.App, where dbx.Expression) (*Contact, error) {
	var c Contact
	err := app.DB().Select(append([]string{"id"}, contactColumns...)...).From(Collection).Where(where).Limit(1).One(&c)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("find a nomination: %w", err)
	}
	return &c, nil
}

// Latest is a recent nomination.
type Latest struct {
	ID        string     `db:"id"`
	Name      string     `db:"name"`
	CreatedAt httpx.Time `db:"createdAt"`
}

// ListLatest returns the newest nominations.
func ListLatest(app core.App, limit int64) ([]Latest, error) {
	var rows []Latest
	err := app.DB().Select("id", "name", "createdAt").From(Collection).OrderBy("createdAt DESC",
		"id DESC").Limit(limit).All(&rows)
	return rows, err
}

// Summary is the part of a nomination that a member's page shows.
type Summary struct {
	ID          string     `json:"id" db:"id"`
	CompanyName string     `json:"companyName" db:"companyName"`
	Status      Status     `json:"status" db:"status"`
	CreatedAt   httpx.Time `json:"createdAt" db:"createdAt"`
}

// SummaryByEmail returns the nomination with an address, ignoring case, or nil.
func SummaryByEmail(app core.App, email string) (*Summary, error) {
	var s Summary
	err := app.DB().Select("id", "companyName", "status", "createdAt").From(Collection).
		Where(dbx.NewExp("email = {:email} COLLATE NOCASE", dbx.Params{"email": email})).Limit(1).One(&s)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return &s, err
}

// PeopleByStatus returns the ids of the people with a nomination in a status. "" matches any.
func PeopleByStatus(app core.App, status string) (ids []string, err error) {
	query := app.DB().Select("person").From(Collection)
	if status != "" {
		query.Where(dbx.HashExp{"status": status})
	}
	err = query.Column(&ids)
	return ids, database.Wrap("list people by the status of their nomination", err)
}

// The functions below find triggers for automations. Each uses the index of the trigger's time.

// FindQuestions returns the unanswered questions to applicants, by the time they were asked.
func FindQuestions(app core.App, w triggers.Window) ([]triggers.Event, error) {
	// pausedAt != '' lets SQLite use the partial index
	return triggers.Find(
		app,
		w,
		`SELECT id, pausedAt AS at FROM registrations WHERE pausedAt != '' AND +status = 'info_requested' AND `,
		"pausedAt",
		nil,
	)
}

// FindUnusedInvitations returns the invitations that were neither accepted nor replaced, by the time they were sent.
func FindUnusedInvitations(app core.App, w triggers.Window) ([]triggers.Event, error) {
	return triggers.Find(app, w, `SELECT id, sentAt AS at FROM invitations WHERE usedAt = '' AND voidAt = '' AND `,
		"sentAt", nil)
}
