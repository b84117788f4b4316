package events

import (
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/lists"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/modules/events/places"
)

const guestsCollection = "event_guests"

// GuestState is the state of a guest. It is that of an answer, besides GuestAsked.
type GuestState string

// The states of a guest.
const (
	// GuestAsked is the state of a guest who has not opened the link of the email yet. They have no place.
	GuestAsked     GuestState = "asked"
	GuestGoing     GuestState = "going"
	GuestWaiting   GuestState = "waiting"
	GuestDeclined  GuestState = "declined"
	GuestCancelled GuestState = "cancelled"
)

// Values returns all states.
func (GuestState) Values() []string {
	return rules.Options(GuestAsked, GuestGoing, GuestWaiting, GuestDeclined, GuestCancelled)
}

// guest is the record of a visitor who attends a session, or has asked to.
type guest struct{ attendanceRecord }

func (g *guest) eventID() string       { return g.GetString("event") }
func (g *guest) personID() string      { return g.GetString("person") }
func (g *guest) name() string          { return g.GetString("name") }
func (g *guest) email() string         { return g.GetString("email") }
func (g *guest) stored() GuestState    { return GuestState(g.GetString("state")) }
func (g *guest) queue() int            { return g.GetInt("queue") }
func (g *guest) answeredAt() time.Time { return g.GetDateTime("answeredAt").Time() }

// State returns the state of the guest's answer.
func (g *guest) State() places.AnswerState {
	if g.stored() == GuestAsked {
		return places.NoAnswer
	}
	return places.AnswerState(g.stored())
}

func (g *guest) setState(to places.AnswerState, order int, at time.Time) error {
	if err := places.Transitions.Check(g.State(), to); err != nil {
		return fmt.Errorf("guest %s: %w", g.Id, err)
	}
	g.Load(map[string]any{"state": string(to), "queue": order, "answeredAt": database.DateTime(at)})
	return nil
}

func (g *guest) save(tx core.App) error {
	return database.Wrap("save guest of session "+g.eventID(), tx.Save(g))
}

// askGuest stores that a visitor has asked to attend. The answer of a guest who has one stays as it is.
func askGuest(tx core.App, eventID string, form GuestForm, at time.Time) (*guest, error) {
	g, err := findGuestByEmail(tx, eventID, form.Email)
	if errors.Is(err, sql.ErrNoRows) {
		if g, err = database.New[guest](tx, guestsCollection); err == nil {
			g.Load(map[string]any{"event": eventID, "email": form.Email, "state": string(GuestAsked)})
		}
	}
	if err != nil {
		return nil, fmt.Errorf("find guest by email: %w", err)
	}
	if g.stored() == GuestAsked { // no one changes the name of a guest who has confirmed
		g.Set("name", form.Name)
	}
	g.Set("askedAt", database.DateTime(at))
	return g, g.save(tx)
}

// findGuest returns sql.ErrNoRows for an unknown id.
func findGuest(app core.App, id string) (*guest, error) {
	return database.Find[guest](app, guestsCollection, id)
}

// findGuestByID returns a guest of a session, or sql.ErrNoRows.
func findGuestByID(app core.App, eventID, id string) (*guest, error) {
	return database.First[guest](app, guestsCollection, dbx.HashExp{"id": id, "event": eventID})
}

// findGuestByEmail returns sql.ErrNoRows if no guest of the session has the address.
func findGuestByEmail(app core.App, eventID, email string) (*guest, error) {
	return database.First[guest](app, guestsCollection,
		dbx.NewExp("[[event]] = {:event} AND [[email]] = {:email} COLLATE NOCASE",
			dbx.Params{"event": eventID, "email": identity.EmailKey(email)}))
}

// listActiveGuests returns the guests who are going or waiting, the oldest answer first.
func listActiveGuests(app core.App, eventID string) (list []*guest, err error) {
	for _, state := range []GuestState{GuestGoing, GuestWaiting} {
		var some []*guest
		err := app.RecordQuery(guestsCollection).
			AndWhere(dbx.HashExp{"event": eventID, "state": string(state)}).OrderBy("queue", "id").All(&some)
		if err != nil {
			return nil, fmt.Errorf("list guests of session %s: %w", eventID, err)
		}
		list = append(list, some...)
	}
	return list, nil
}

// countGuests returns how many guests are going.
func countGuests(app core.App, eventID string) (going int, err error) {
	err = app.DB().NewQuery("SELECT count(*) FROM event_guests WHERE event = {:event} AND state = 'going'").
		Bind(dbx.Params{"event": eventID}).Row(&going)
	return going, database.Wrap("count guests of session "+eventID, err)
}

// Guest is a guest of a session in the console.
type Guest struct {
	ID         string     `db:"id" json:"id"`
	PersonID   string     `db:"person" json:"personId"`
	Name       string     `db:"name" json:"name"`
	Email      string     `db:"email" json:"email"`
	State      GuestState `db:"state" json:"state"`
	AnsweredAt httpx.Time `db:"answeredAt" json:"answeredAt"`
	JoinedAt   httpx.Time `db:"joinedAt" json:"joinedAt"`
	// Attendance is what the office has recorded.
	Attendance Attendance `db:"attendance" json:"attendance"`
	// HasAttended is the result of the joins and the corrections.
	HasAttended bool `db:"-" json:"hasAttended"`
}

// guestList is the list of the guests of one session, the oldest answer first.
func guestList(eventID string) lists.List {
	list := lists.List{
		From: guestsCollection,
		Columns: []string{"id", "person", "name", "email", "state", "answeredAt", "joinedAt",
			attendanceColumn},
		Sort: map[string]string{"queue": "queue"},
		Filters: map[string]map[string]string{"state": lists.Equals("state", GuestAsked, GuestGoing, GuestWaiting,
			GuestDeclined, GuestCancelled)},
		DefaultSort: "queue",
	}
	if eventID != "" {
		list.Where, list.Params = "event = {:event}", dbx.Params{"event": eventID}
	}
	return list
}

const (
	// askedTTL is how long a guest is stored who does not open the link, and guestTTL how long others are, after the
	// end of the session.
	askedTTL = 7 * 24 * time.Hour
	guestTTL = 365 * 24 * time.Hour
)

// PurgeGuests deletes the guests who have not opened their link, and those of sessions that ended a year ago.
func (ev *Events) PurgeGuests() error {
	now := ev.now()
	var old []*guest
	err := ev.app.RecordQuery(guestsCollection).AndWhere(dbx.Or(
		dbx.NewExp("[[state]] = 'asked' AND [[askedAt]] < {:asked}",
			dbx.Params{"asked": database.FormatTime(now.Add(-askedTTL))}),
		dbx.NewExp("[[event]] IN (SELECT id FROM events WHERE endsAt < {:ended})",
			dbx.Params{"ended": database.FormatTime(now.Add(-guestTTL))}),
	)).All(&old)
	if err != nil {
		return fmt.Errorf("list old guests: %w", err)
	}
	for _, g := range old {
		if err := ev.app.Delete(g); err != nil {
			return fmt.Errorf("delete guest %s: %w", g.Id, err)
		}
	}
	return nil
}

// guestPrefix starts the key of a guest among the answers of a session.
const guestPrefix = "guest:"

// holder is the answer of a member or of a guest. The places of a session are given to both alike.
type holder interface {
	// key identifies the answer: the account of a member, or guestPrefix and the id of a guest.
	key() string
	State() places.AnswerState
	queue() int
	setState(to places.AnswerState, order int, at time.Time) error
	setAttendance(attends Attendance)
	save(tx core.App) error
	core.RecordProxy
}

func (a *Answer) key() string            { return a.UserID() }
func (a *Answer) save(tx core.App) error { return saveAnswer(tx, a) }
func (g *guest) key() string             { return guestPrefix + g.Id }

// listHolders returns the answers of the members and guests who are going or waiting.
func listHolders(app core.App, eventID string) ([]holder, error) {
	answers, err := listActive(app, eventID)
	if err != nil {
		return nil, err
	}
	guests, err := listActiveGuests(app, eventID)
	if err != nil {
		return nil, err
	}
	list := make([]holder, 0, len(answers)+len(guests))
	for _, a := range answers {
		list = append(list, a)
	}
	for _, g := range guests {
		list = append(list, g)
	}
	return list, nil
}

// findHolderByEmail returns the answer of the member with an address. If there is none, it returns the guest with the
// address, or sql.ErrNoRows.
func findHolderByEmail(app core.App, eventID, address string) (holder, error) {
	user, err := identity.FindUserByEmail(app, address)
	if err == nil {
		var a *Answer
		if a, err = findAnswer(app, eventID, user.Id); err == nil {
			return a, nil
		}
	}
	if !errors.Is(err, sql.ErrNoRows) {
		return nil, err
	}
	return findGuestByEmail(app, eventID, address)
}

// findHolder returns the answer with a key. A member who has not answered gets a new one.
func findHolder(tx core.App, eventID, key string) (holder, error) {
	if id, isGuest := strings.CutPrefix(key, guestPrefix); isGuest {
		return findGuest(tx, id)
	}
	own, err := findAnswer(tx, eventID, key)
	if errors.Is(err, sql.ErrNoRows) {
		own, err = newAnswer(tx, eventID, key)
	}
	return own, err
}
