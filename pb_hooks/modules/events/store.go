package events

import (
	"cmp"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/images"
	"boardcircle/pb_hooks/internal/lists"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/internal/states"
	"boardcircle/pb_hooks/modules/events/places"
	"boardcircle/pb_hooks/people"
)

const (
	collection        = "events"
	answersCollection = "event_answers"
)

// State is the state of a session.
type State string

// The states of a session.
const (
	Draft     State = "draft"
	Published State = "published"
	// SessionCancelled is the state of a session that does not take place.
	SessionCancelled State = "cancelled"
)

// Values returns all states.
func (State) Values() []string { return rules.Options(Draft, Published, SessionCancelled) }

// sessionTransitions are documented at the head of the package.
var sessionTransitions = states.Table[State]{
	"":               {Draft},
	Draft:            {Published},
	Published:        {SessionCancelled},
	SessionCancelled: {},
}

// Attendance is what the office has recorded about a member or a guest.
type Attendance string

// The attendances. AsJoined means that the office has recorded nothing, so the join decides. It is stored as "".
const (
	AsJoined Attendance = "as-joined"
	Attended Attendance = "attended"
	Absent   Attendance = "absent"
)

// Values returns all attendances.
func (Attendance) Values() []string { return rules.Options(AsJoined, Attended, Absent) }

// RegisterPeople connects the answers, the calendar feeds and the guests to the people.
func RegisterPeople(app core.App) {
	ofAccount := []people.Link{{Field: "userId", Collection: people.Accounts}}
	people.Register(app, people.Source{Collection: answersCollection, Links: ofAccount},
		people.Source{Collection: feedsCollection, Links: ofAccount},
		people.Source{Collection: guestsCollection, Address: "email"})
}

// speaker is a person who speaks at a session, as it is stored.
type speaker struct {
	Name string `json:"name"`
	Role string `json:"role"`
	// Portrait is the path of an uploaded picture, or "".
	Portrait string `json:"portrait"`
	// UserID is the account of a speaker who is a member, or "".
	UserID string `json:"userId"`
}

// Session is the record of a session.
type Session struct{ core.BaseRecordProxy }

func (s *Session) Title() string          { return s.GetString("title") }
func (s *Session) host() string           { return s.GetString("host") }
func (s *Session) hostUserID() string     { return s.GetString("hostUserId") }
func (s *Session) abstract() string       { return s.GetString("abstract") }
func (s *Session) Place() string          { return s.GetString("place") }
func (s *Session) StartsAt() time.Time    { return s.GetDateTime("startsAt").Time() }
func (s *Session) EndsAt() time.Time      { return s.GetDateTime("endsAt").Time() }
func (s *Session) capacity() int          { return s.GetInt("capacity") }
func (s *Session) isPublic() bool         { return s.GetBool("isPublic") }
func (s *Session) State() State           { return State(s.GetString("state")) }
func (s *Session) sequence() int          { return s.GetInt("sequence") }
func (s *Session) changedAt() time.Time   { return s.GetDateTime("changedAt").Time() }
func (s *Session) cancelledAt() time.Time { return s.GetDateTime("cancelledAt").Time() }
func (s *Session) cancelReason() string   { return s.GetString("cancelReason") }
func (s *Session) recordingURL() string   { return s.GetString("recordingUrl") }
func (s *Session) slidesURL() string      { return s.GetString("slidesUrl") }
func (s *Session) notes() string          { return s.GetString("notes") }

// meetingURL is secret: only Join reveals it. Earlier releases stored any address. One with http is opened with https.
// If the host is not a public website, meetingURL is "", and the console asks the office for another address.
func (s *Session) meetingURL() string {
	u, err := url.Parse(s.GetString("meetingUrl"))
	if err != nil {
		return ""
	}
	if u.Scheme == "http" && (u.Port() == "" || u.Port() == "80") {
		u.Scheme, u.Host = "https", strings.TrimSuffix(u.Host, ":80")
	}
	if address := u.String(); isPublicMeeting(address) {
		return address
	}
	return ""
}

func (s *Session) speakers() []speaker { return database.ReadList[speaker](s.Record, "speakers") }

func (s *Session) checklist() []Task { return database.ReadList[Task](s.Record, "checklist") }

func (s *Session) setChecklist(done []Task) { s.Set("checklist", done) }

func (s *Session) setState(to State) error {
	if err := sessionTransitions.Check(s.State(), to); err != nil {
		return fmt.Errorf("session %s: %w", s.Id, err)
	}
	s.Set("state", string(to))
	return nil
}

func (s *Session) setPublishedAt(at time.Time) { s.Set("publishedAt", database.DateTime(at)) }

// noteMaterials stores when the first recording, slides or notes were added.
func (s *Session) noteMaterials(now time.Time) {
	if s.GetDateTime("materialsAt").IsZero() && s.recordingURL()+s.slidesURL()+s.notes() != "" {
		s.Set("materialsAt", database.DateTime(now))
	}
}

func (s *Session) setCancelled(at time.Time, reason string) error {
	s.Load(map[string]any{"cancelledAt": database.DateTime(at), "cancelReason": reason})
	return s.setState(SessionCancelled)
}

// countChange makes calendars replace their entry of the session.
func (s *Session) countChange(at time.Time) {
	s.Load(map[string]any{"sequence": s.sequence() + 1, "changedAt": database.DateTime(at)})
}

// differs reports whether the calendar entry, and whether the time or the place, differ from the stored ones.
func (s *Session) differs() (entry, timeOrPlace bool) {
	stored := s.Original()
	has := func(name string) bool { return s.GetString(name) != stored.GetString(name) }
	timeOrPlace = has("startsAt") || has("endsAt") || has("place")
	return timeOrPlace || has("title"), timeOrPlace
}

// load sets the values of a form, except the people (loadPeople). An empty meeting address keeps the stored one.
func (s *Session) load(f Form, starts time.Time) {
	s.Load(map[string]any{
		"title":        f.Title,
		"host":         f.Host,
		"abstract":     f.Abstract,
		"startsAt":     database.DateTime(starts),
		"endsAt":       database.DateTime(starts.Add(time.Duration(f.Minutes) * time.Minute)),
		"capacity":     f.Capacity,
		"place":        f.Place,
		"isPublic":     f.IsPublic,
		"recordingUrl": f.RecordingURL,
		"slidesUrl":    f.SlidesURL,
		"notes":        f.Notes,
	})
	if f.MeetingURL != "" {
		s.Set("meetingUrl", f.MeetingURL)
	}
}

// setPeople sets the account of the host, or "", and the speakers.
func (s *Session) setPeople(hostUserID string, speakers []speaker) {
	s.Load(map[string]any{"hostUserId": hostUserID, "speakers": speakers})
}

func newSession(app core.App) (*Session, error) {
	s, err := database.New[Session](app, collection)
	if err != nil {
		return nil, err
	}
	s.setChecklist([]Task{})
	return s, s.setState(Draft)
}

// copyOf returns a new draft with the values of a session at another time, without what was added afterwards.
func (s *Session) copyOf(app core.App, starts time.Time) (*Session, error) {
	draft, err := newSession(app)
	if err != nil {
		return nil, err
	}
	form := s.form()
	form.RecordingURL, form.SlidesURL, form.Notes, form.MeetingURL = "", "", "", s.meetingURL()
	draft.load(form, starts)
	draft.setPeople(s.hostUserID(), s.speakers())
	return draft, nil
}

// Find returns sql.ErrNoRows for an unknown id.
func Find(app core.App, id string) (*Session, error) {
	return database.Find[Session](app, collection, id)
}

// findNextPublic returns the next session with a public page that is not over, or sql.ErrNoRows.
func findNextPublic(app core.App, now time.Time) (*Session, error) {
	return database.First[Session](app, collection,
		dbx.And(dbx.NewExp("isPublic = 1 AND state = 'published'"), endsAfter(now)), "startsAt", "id")
}

// findFirstPublic returns the first session with a public page, past or not, or sql.ErrNoRows.
func findFirstPublic(app core.App) (*Session, error) {
	return database.First[Session](app, collection,
		dbx.NewExp("isPublic = 1 AND state = 'published'"), "startsAt", "id")
}

// ListPublicIDs returns the sessions with a public page, the newest first, up to a limit.
func ListPublicIDs(app core.App, limit int64) (ids []string, err error) {
	err = app.DB().Select("id").From(collection).Where(dbx.NewExp("isPublic = 1 AND state != 'draft'")).
		OrderBy("startsAt DESC", "id DESC").Limit(limit).Column(&ids)
	return ids, database.Wrap("list public sessions", err)
}

// PublicChange is when a session with a public page was last changed.
type PublicChange struct {
	ID string         `db:"id"`
	At types.DateTime `db:"updatedAt"`
}

// ListPublicChanges returns the changes of the sessions with a public page, the newest session first, up to a limit.
func ListPublicChanges(app core.App, limit int64) (changes []PublicChange, err error) {
	err = app.DB().Select("id", "updatedAt").From(collection).Where(dbx.NewExp("isPublic = 1 AND state != 'draft'")).
		OrderBy("startsAt DESC", "id DESC").Limit(limit).All(&changes)
	return changes, database.Wrap("list changes of public sessions", err)
}

// FindPictureUses returns the sessions that show the picture at an address as a portrait.
func FindPictureUses(app core.App, address string) (uses []images.Use, err error) {
	err = app.DB().NewQuery(`SELECT 'Session: ' || title AS label, '/admin/sessions/' || id AS path,
			iif(state = 'draft', 'draft', 'shown') AS state
		FROM events WHERE instr(speakers, {:address}) > 0 ORDER BY startsAt, id`).
		Bind(dbx.Params{"address": address}).All(&uses)
	return uses, database.Wrap("look for a picture in the sessions", err)
}

// sessionRow is a row of the lists of sessions.
type sessionRow struct {
	ID           string                   `db:"id"`
	Title        string                   `db:"title"`
	Host         string                   `db:"host"`
	HostUserID   string                   `db:"hostUserId"`
	Speakers     types.JSONArray[speaker] `db:"speakers"`
	StartsAt     types.DateTime           `db:"startsAt"`
	EndsAt       types.DateTime           `db:"endsAt"`
	Place        string                   `db:"place"`
	Capacity     int                      `db:"capacity"`
	State        State                    `db:"state"`
	IsPublic     bool                     `db:"isPublic"`
	HasRecording bool                     `db:"hasRecording"`
	Taken        int                      `db:"taken"`
	Waiting      int                      `db:"waiting"`
}

var sessionColumns = []string{"id", "title", "host", "hostUserId", "speakers", "startsAt", "endsAt", "place",
	"capacity", "state", "isPublic", "(recordingUrl != '') AS hasRecording",
	"(SELECT count(*) FROM event_answers WHERE event = events.id AND event_answers.state = 'going')" +
		" + (SELECT count(*) FROM event_guests WHERE event = events.id AND event_guests.state = 'going') AS taken",
	"(SELECT count(*) FROM event_answers WHERE event = events.id AND event_answers.state = 'waiting')" +
		" + (SELECT count(*) FROM event_guests WHERE event = events.id AND event_guests.state = 'waiting') AS waiting"}

var sessionSort = map[string]string{"startsAt": "startsAt"}

// endsAfter selects the sessions that end after a time. No session is longer than maxMinutes, so the index of the
// starts serves it.
func endsAfter(at time.Time) dbx.Expression {
	return dbx.NewExp("[[events.startsAt]] > {:earliest} AND [[events.endsAt]] > {:endsAfter}", dbx.Params{
		"earliest": database.FormatTime(at.Add(-maxMinutes * time.Minute)), "endsAfter": database.FormatTime(at),
	})
}

// periodParameters describe the filters of period.
var periodParameters = []httpx.Parameter{
	{Name: "from", Description: "Lists the sessions that end after this time (RFC 3339)."},
	{Name: "to", Description: "Lists the sessions that start before this time (RFC 3339)."},
}

// period are the filters by time: sessions that end after from, and start before to.
var period = map[string]func(string) (dbx.Expression, bool){
	"from": func(value string) (dbx.Expression, bool) {
		at, err := time.Parse(time.RFC3339, value)
		return endsAfter(at), err == nil
	},
	"to": func(value string) (dbx.Expression, bool) {
		at, err := time.Parse(time.RFC3339, value)
		return dbx.NewExp("[[startsAt]] < {:to}", dbx.Params{"to": database.FormatTime(at)}), err == nil
	},
}

// memberList is the list of the sessions that members see.
var memberList = lists.List{
	From:         collection,
	Columns:      sessionColumns,
	Search:       []string{"title", "host"},
	Where:        "state != 'draft'",
	Sort:         sessionSort,
	ValueFilters: period,
	DefaultSort:  "startsAt",
}

// officeList is the list of all sessions in the console. The next session comes first, and the past ones, the latest
// first, follow the coming ones.
func officeList(now time.Time) lists.List {
	return lists.List{
		From:    collection,
		Columns: sessionColumns,
		Search:  []string{"title", "host"},
		Sort: map[string]string{
			"next": "CASE WHEN [[endsAt]] > '" + database.FormatTime(now) +
				"' THEN julianday([[startsAt]]) ELSE 1e7 - julianday([[startsAt]]) END",
			"startsAt": "startsAt",
			"title":    "[[title]] COLLATE folded",
		},
		ValueFilters: period,
		Filters: map[string]map[string]string{"state": {
			"draft": "state = 'draft'", "published": "state = 'published'", "cancelled": "state = 'cancelled'",
		}},
		DefaultSort: "next",
	}
}

// attendanceRecord has the fields that the answers of members and the guests share.
type attendanceRecord struct{ core.BaseRecordProxy }

func (r *attendanceRecord) attendance() Attendance {
	return cmp.Or(Attendance(r.GetString("attendance")), AsJoined)
}
func (r *attendanceRecord) joinedAt() time.Time { return r.GetDateTime("joinedAt").Time() }

func (r *attendanceRecord) setAttendance(attends Attendance) {
	if attends == AsJoined {
		attends = ""
	}
	r.Set("attendance", string(attends))
}

// setJoined stores the first join.
func (r *attendanceRecord) setJoined(at time.Time) {
	if r.joinedAt().IsZero() {
		r.Set("joinedAt", database.DateTime(at))
	}
}

// attendanceColumn is the column of attendance for a list.
const attendanceColumn = "coalesce(nullif(attendance, ''), 'as-joined') AS attendance"

// Answer is the record of a member's answer to a session.
type Answer struct{ attendanceRecord }

func (a *Answer) UserID() string   { return a.GetString("userId") }
func (a *Answer) EventID() string  { return a.GetString("event") }
func (a *Answer) personID() string { return a.GetString("person") }
func (a *Answer) State() places.AnswerState {
	return cmp.Or(places.AnswerState(a.GetString("state")), places.NoAnswer)
}
func (a *Answer) queue() int            { return a.GetInt("queue") }
func (a *Answer) answeredAt() time.Time { return a.GetDateTime("answeredAt").Time() }
func (a *Answer) hasConsented() bool    { return a.GetBool("hasConsented") }

func (a *Answer) setConsent(agrees bool) { a.Set("hasConsented", agrees) }

func (a *Answer) setState(to places.AnswerState, order int, at time.Time) error {
	if err := places.Transitions.Check(a.State(), to); err != nil {
		return fmt.Errorf("answer %s: %w", a.Id, err)
	}
	a.Load(map[string]any{"state": string(to), "queue": order, "answeredAt": database.DateTime(at)})
	return nil
}

func newAnswer(app core.App, eventID, userID string) (*Answer, error) {
	a, err := database.New[Answer](app, answersCollection)
	if err != nil {
		return nil, err
	}
	a.Load(map[string]any{"event": eventID, "userId": userID})
	return a, nil
}

func saveAnswer(tx core.App, a *Answer) error {
	return database.Wrap("save answer to session "+a.EventID(), tx.Save(a))
}

// findAnswer returns a member's answer, or sql.ErrNoRows.
func findAnswer(app core.App, eventID, userID string) (*Answer, error) {
	return database.First[Answer](app, answersCollection, dbx.HashExp{"event": eventID, "userId": userID})
}

// findAnswerByID returns an answer of a session, or sql.ErrNoRows.
func findAnswerByID(app core.App, eventID, id string) (*Answer, error) {
	return database.First[Answer](app, answersCollection, dbx.HashExp{"id": id, "event": eventID})
}

// findOwnAnswers returns a member's answers to some sessions, by session.
func findOwnAnswers(app core.App, userID string, eventIDs []string) (map[string]*Answer, error) {
	var list []*Answer
	err := app.RecordQuery(answersCollection).
		AndWhere(dbx.HashExp{"userId": userID, "event": database.ToAny(eventIDs)}).All(&list)
	if err != nil {
		return nil, fmt.Errorf("list answers of a member: %w", err)
	}
	own := map[string]*Answer{}
	for _, a := range list {
		own[a.EventID()] = a
	}
	return own, nil
}

// listActive returns the answers of the members who are going or waiting, the oldest first.
func listActive(app core.App, eventID string) ([]*Answer, error) {
	var list []*Answer
	for _, state := range []places.AnswerState{places.Going, places.Waiting} {
		var some []*Answer
		err := app.RecordQuery(answersCollection).
			AndWhere(dbx.HashExp{"event": eventID, "state": string(state)}).OrderBy("queue", "id").All(&some)
		if err != nil {
			return nil, fmt.Errorf("list answers of session %s: %w", eventID, err)
		}
		list = append(list, some...)
	}
	return list, nil
}

// lastOrder returns the order of the newest answer to a session.
func lastOrder(app core.App, eventID string) (last int, err error) {
	err = app.DB().NewQuery(`SELECT max((SELECT coalesce(max(queue), 0) FROM event_answers WHERE event = {:event}),
		(SELECT coalesce(max(queue), 0) FROM event_guests WHERE event = {:event}))`).
		Bind(dbx.Params{"event": eventID}).Row(&last)
	return last, database.Wrap("find the newest answer of session "+eventID, err)
}

// countActive counts the members and guests who are going and who wait.
func countActive(app core.App, eventID string) (going, waiting int, err error) {
	err = app.DB().NewQuery(`SELECT
		(SELECT count(*) FROM event_answers WHERE event = {:event} AND state = 'going')
			+ (SELECT count(*) FROM event_guests WHERE event = {:event} AND state = 'going'),
		(SELECT count(*) FROM event_answers WHERE event = {:event} AND state = 'waiting')
			+ (SELECT count(*) FROM event_guests WHERE event = {:event} AND state = 'waiting')`).
		Bind(dbx.Params{"event": eventID}).Row(&going, &waiting)
	return going, waiting, database.Wrap("count answers of session "+eventID, err)
}

// placeInQueue returns the position on the waiting list, from 1, of the answer with a place in the queue.
func placeInQueue(app core.App, eventID string, queue int) (place int, err error) {
	err = app.DB().NewQuery(`SELECT
		(SELECT count(*) FROM event_answers WHERE event = {:event} AND state = 'waiting' AND queue <= {:queue})
		+ (SELECT count(*) FROM event_guests WHERE event = {:event} AND state = 'waiting' AND queue <= {:queue})`).
		Bind(dbx.Params{"event": eventID, "queue": queue}).Row(&place)
	return place, database.Wrap("find the place in the queue", err)
}

// attendeeRow is a row of the list of attendees.
type attendeeRow struct {
	ID           string             `db:"id"`
	UserID       string             `db:"userId"`
	Person       string             `db:"person"`
	State        places.AnswerState `db:"state"`
	AnsweredAt   httpx.Time         `db:"answeredAt"`
	HasConsented bool               `db:"hasConsented"`
	JoinedAt     httpx.Time         `db:"joinedAt"`
	Attendance   Attendance         `db:"attendance"`
}

// attendeeList is the list of the answers to one session, the oldest first.
func attendeeList(eventID string) lists.List {
	list := lists.List{
		From: answersCollection,
		Columns: []string{"id", "userId", "person", "state", "answeredAt", "hasConsented", "joinedAt",
			attendanceColumn},
		Sort: map[string]string{"queue": "queue"},
		Filters: map[string]map[string]string{"state": lists.Equals("state", places.Going, places.Waiting,
			places.Declined, places.Cancelled)},
		DefaultSort: "queue",
	}
	if eventID != "" {
		list.Where, list.Params = "event = {:event}", dbx.Params{"event": eventID}
	}
	return list
}

// listUserIDs returns the users who have answered a session.
func listUserIDs(app core.App, eventID string) (ids []string, err error) {
	err = app.DB().Select("userId").From(answersCollection).Where(dbx.HashExp{"event": eventID}).Column(&ids)
	return ids, database.Wrap("list the users who have answered session "+eventID, err)
}

// countConsents returns how many of the members who are going agree to be recorded.
func countConsents(app core.App, eventID string) (agreed int, err error) {
	err = app.DB().NewQuery(`SELECT count(*) FROM event_answers
		WHERE event = {:event} AND state = 'going' AND hasConsented`).Bind(dbx.Params{"event": eventID}).Row(&agreed)
	return agreed, database.Wrap("count consents of session "+eventID, err)
}

// countAttended returns how many members and guests attended a session: people who joined and were not corrected, and
// people whom the office recorded.
func countAttended(app core.App, eventID string) (attended int, err error) {
	const where = " WHERE event = {:event} AND (attendance = 'attended' OR attendance = '' AND joinedAt != '')"
	err = app.DB().NewQuery("SELECT (SELECT count(*) FROM event_answers" + where + ")" +
		" + (SELECT count(*) FROM event_guests" + where + ")").Bind(dbx.Params{"event": eventID}).Row(&attended)
	return attended, database.Wrap("count attendance of session "+eventID, err)
}

// entry is a session of a member's calendar, with the state of their answer.
type entry struct {
	session *Session
	answer  places.AnswerState
	// isPublic is true for a file for visitors, which leads to the page for visitors.
	isPublic bool
}

// listEntries returns the sessions of a member's calendar that end after a time: where they are going or waiting. A
// cancelled session is listed if it was cancelled after cancelledSince.
func listEntries(app core.App, userID string, since, cancelledSince time.Time) ([]entry, error) {
	var list []*Answer
	err := app.RecordQuery(answersCollection).
		AndWhere(dbx.HashExp{"userId": userID, "state": []any{string(places.Going), string(places.Waiting)}}).All(&list)
	if err != nil {
		return nil, fmt.Errorf("list answers of a member: %w", err)
	}
	ids, stateOf := []string{}, map[string]places.AnswerState{}
	for _, a := range list {
		ids = append(ids, a.EventID())
		stateOf[a.EventID()] = a.State()
	}
	records, err := app.FindRecordsByIds(collection, ids)
	if err != nil {
		return nil, fmt.Errorf("list sessions of a member: %w", err)
	}
	var entries []entry
	for _, record := range records {
		s := database.As[Session](record)
		isOld := !s.EndsAt().After(since) || s.State() == SessionCancelled && !s.cancelledAt().After(cancelledSince)
		if s.State() != Draft && !isOld {
			entries = append(entries, entry{session: s, answer: stateOf[s.Id]})
		}
	}
	slices.SortFunc(entries, func(a, b entry) int { return a.session.StartsAt().Compare(b.session.StartsAt()) })
	return entries, nil
}

// RecordsOfUser returns the ids of a user's answers, by collection. A calendar feed stays with its account.
func RecordsOfUser(app core.App, userID string) (map[string][]string, error) {
	ids := []string{}
	err := app.DB().Select("id").From(answersCollection).Where(dbx.HashExp{"userId": userID}).Column(&ids)
	return map[string][]string{answersCollection: ids}, database.Wrap("list answers of a user", err)
}

// MoveRecords moves answers from one user to another. It leaves out those that no longer belong to the first user. If
// both have answered a session and only the first is going, the two exchange their answers, so that the place is not
// lost; otherwise both keep theirs. Call it with a transaction's app.
//
// To undo a merge, call it with the users reversed. The user who had the place gets it back, unless it has been given
// up since. The undo does not restore an answer on the waiting list, which the exchange has cancelled.
func MoveRecords(tx core.App, ids map[string][]string, from, to string) error {
	if len(ids[answersCollection]) == 0 {
		return nil
	}
	records, err := tx.FindRecordsByIds(answersCollection, ids[answersCollection])
	if err != nil {
		return fmt.Errorf("find answers to move: %w", err)
	}
	for _, record := range records {
		a := database.As[Answer](record)
		if a.UserID() != from {
			continue
		}
		other, err := findAnswer(tx, a.EventID(), to)
		switch {
		case errors.Is(err, sql.ErrNoRows):
			err = assign(tx, a, to)
		case err == nil && a.State() == places.Going && other.State() != places.Going:
			err = exchange(tx, a, other)
		}
		if err != nil {
			return fmt.Errorf("move answer %s: %w", a.Id, err)
		}
	}
	return nil
}

// exchange makes each of two answers to a session that of the other's user. The user who gets the place of a then waits
// for none, so the other answer is cancelled if it was on the waiting list.
func exchange(tx core.App, a, other *Answer) error {
	from, to := a.UserID(), other.UserID()
	if other.State() == places.Waiting {
		if err := other.setState(places.Cancelled, other.queue(), other.answeredAt()); err != nil {
			return err
		}
	}
	// A user has at most one answer to a session, so one of the two belongs to no one for a moment.
	if err := assign(tx, other, ""); err != nil {
		return err
	}
	if err := assign(tx, a, to); err != nil {
		return err
	}
	return assign(tx, other, from)
}

func assign(tx core.App, a *Answer, userID string) error {
	a.Set("userId", userID)
	return tx.SaveNoValidate(a)
}
