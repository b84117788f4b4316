package mentors

import (
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/overdue"
	"boardcircle/pb_hooks/nominations"
	"boardcircle/pb_hooks/people"
)

const (
	offersCollection      = "mentor_offers"
	mentorshipsCollection = "mentorships"
	checkInsCollection    = "mentor_check_ins"
)

// references are the fields that name people, which a merge moves. If the two people of a mentorship are merged, it
// names one person twice. The queries leave out such a mentorship, so that it takes no place.
var references = []people.Reference{
	{Collection: offersCollection, Field: "person"}, {Collection: mentorshipsCollection, Field: "mentor"},
	{Collection: mentorshipsCollection, Field: "mentee"}, {Collection: checkInsCollection, Field: "person"},
}

// --- offers

// offer is the record of a member's offer to mentor.
type offer struct{ core.BaseRecordProxy }

func (o *offer) capacity() int  { return o.GetInt("capacity") }
func (o *offer) isPaused() bool { return o.GetBool("isPaused") }
func (o *offer) setPaused()     { o.Set("isPaused", true) }

func (o *offer) load(capacity int, isPaused bool) {
	o.Load(map[string]any{"capacity": capacity, "isPaused": isPaused})
}

// findOffer returns the offer of a person, or a new offer that is not stored yet.
func findOffer(app core.App, person string) (*offer, error) {
	return database.FirstOrNew[offer](app, offersCollection, dbx.HashExp{"person": person})
}

// freeOffer is an offer with a free place.
type freeOffer struct {
	Person string `db:"person"`
	Free   int    `db:"free"`
}

// listFree returns the offers that are not paused and have a free place.
func listFree(app core.App) (list []freeOffer, err error) {
	err = app.DB().NewQuery(`SELECT person, capacity - active AS free FROM (SELECT person, capacity,
		(SELECT count(*) FROM mentorships WHERE mentor = mentor_offers.person AND state = 'active'
			AND mentor != mentee) AS active
		FROM mentor_offers WHERE isPaused = FALSE) WHERE capacity > active ORDER BY person`).All(&list)
	return list, database.Wrap("list free mentors", err)
}

// countActive returns how many active mentorships a mentor has.
func countActive(app core.App, mentor string) (n int, err error) {
	err = app.DB().Select("count(*)").From(mentorshipsCollection).
		Where(dbx.NewExp("mentor = {:mentor} AND state = 'active' AND mentor != mentee",
			dbx.Params{"mentor": mentor})).
		Row(&n)
	return n, database.Wrap("count mentorships", err)
}

// --- mentorships

// mentorship is the record of a mentorship.
type mentorship struct{ core.BaseRecordProxy }

func (s *mentorship) mentorID() string { return s.GetString("mentor") }
func (s *mentorship) menteeID() string { return s.GetString("mentee") }
func (s *mentorship) topic() nominations.Expertise {
	return nominations.Expertise(s.GetString("topic"))
}
func (s *mentorship) note() string         { return s.GetString("note") }
func (s *mentorship) state() State         { return State(s.GetString("state")) }
func (s *mentorship) isDeclined() bool     { return s.GetBool("isDeclined") }
func (s *mentorship) decline()             { s.Set("isDeclined", true) }
func (s *mentorship) askedAt() time.Time   { return s.GetDateTime("askedAt").Time() }
func (s *mentorship) expiresAt() time.Time { return s.GetDateTime("expiresAt").Time() }
func (s *mentorship) startedAt() time.Time { return s.GetDateTime("startedAt").Time() }
func (s *mentorship) endedAt() time.Time   { return s.GetDateTime("endedAt").Time() }
func (s *mentorship) checkIns() int        { return s.GetInt("checkIns") }
func (s *mentorship) setCheckIns(n int)    { s.Set("checkIns", n) }
func (s *mentorship) isNudged() bool       { return !s.GetDateTime("nudgedAt").IsZero() }
func (s *mentorship) setNudgedAt(at time.Time) {
	s.Set("nudgedAt", database.DateTime(at))
}

// counterpart returns the mentor of the mentee and the mentee of the mentor. It returns "" for anyone else.
func (s *mentorship) counterpart(of string) string {
	switch of {
	case s.mentorID():
		return s.menteeID()
	case s.menteeID():
		return s.mentorID()
	}
	return ""
}

func (s *mentorship) setState(to State, at time.Time) error {
	if err := Transitions.Check(s.state(), to); err != nil {
		return fmt.Errorf("mentorship %s: %w", s.Id, err)
	}
	s.Set("state", string(to))
	switch to {
	case Active:
		s.Set("startedAt", database.DateTime(at))
	case Withdrawn, Released, Ended:
		s.Set("endedAt", database.DateTime(at))
	}
	return nil
}

func newMentorship(app core.App, mentor, mentee string, form AskForm, now time.Time) (*mentorship, error) {
	s, err := database.New[mentorship](app, mentorshipsCollection)
	if err != nil {
		return nil, err
	}
	s.Load(map[string]any{
		"mentor": mentor, "mentee": mentee, "topic": string(form.Topic), "note": form.Note, "state": string(Waiting),
		"askedAt": database.DateTime(now), "expiresAt": database.DateTime(now.AddDate(0, 0, answerDays)),
	})
	return s, nil
}

// find returns a mentorship, or sql.ErrNoRows.
func find(app core.App, id string) (*mentorship, error) {
	return database.Find[mentorship](app, mentorshipsCollection, id)
}

func save(tx core.App, s *mentorship) error { return database.Wrap("save mentorship", tx.Save(s)) }

// maxListed is how many mentorships of a person are listed.
const maxListed = 200

// listOf returns the mentorships of a person, the newest first. Those that wait or are active come before all others,
// so that maxListed does not cut them off.
func listOf(app core.App, person string) (list []*mentorship, err error) {
	err = app.RecordQuery(mentorshipsCollection).
		AndWhere(dbx.NewExp("(mentor = {:person} OR mentee = {:person}) AND mentor != mentee",
			dbx.Params{"person": person})).
		OrderBy("(state IN ('waiting', 'active')) DESC", "askedAt DESC", "id DESC").Limit(maxListed).All(&list)
	return list, database.Wrap("list mentorships", err)
}

// listDue returns the ids of the mentorships that the daily job has to check: requests that were asked before a time,
// and active mentorships that started before another time and whose check-ins are not complete.
func listDue(app core.App, askedBefore, startedBefore time.Time) (ids []string, err error) {
	err = app.DB().NewQuery(`SELECT id FROM mentorships
		WHERE state = 'waiting' AND askedAt <= {:asked} AND mentor != mentee
		UNION ALL SELECT id FROM mentorships
		WHERE state = 'active' AND startedAt <= {:started} AND checkIns < {:checkIns} AND mentor != mentee`).
		Bind(dbx.Params{"asked": database.FormatTime(askedBefore), "started": database.FormatTime(startedBefore),
			"checkIns": len(checkInDays)}).
		Column(&ids)
	return ids, database.Wrap("list mentorships that are due", err)
}

// --- check-ins

func addCheckIn(tx core.App, mentorshipID, person string, form CheckInForm, now time.Time) error {
	return database.Wrap("save check-in", database.Create(tx, checkInsCollection, map[string]any{
		"mentorship": mentorshipID, "person": person, "answer": string(form.Answer), "note": form.Note,
		"answeredAt": database.DateTime(now),
	}, now))
}

// ownCheckIn is the newest answer of a person about a mentorship.
type ownCheckIn struct {
	Answer     CheckInAnswer `db:"answer"`
	AnsweredAt httpx.Time    `db:"answeredAt"`
}

// findCheckIn returns the newest answer of a person about a mentorship, or nil.
func findCheckIn(app core.App, mentorshipID, person string) (*ownCheckIn, error) {
	var c ownCheckIn
	err := app.DB().Select("answer", "answeredAt").From(checkInsCollection).
		Where(dbx.HashExp{"mentorship": mentorshipID, "person": person}).
		OrderBy("answeredAt DESC", "rowid DESC").Limit(1).One(&c)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return &c, database.Wrap("find check-in", err)
}

// --- the office

const maxOfficeRows = 100

type officeWaiting struct {
	ID        string     `db:"id"`
	Mentor    string     `db:"mentor"`
	Mentee    string     `db:"mentee"`
	AskedAt   httpx.Time `db:"askedAt"`
	ExpiresAt httpx.Time `db:"expiresAt"`
}

// listWaiting returns the requests that wait, the oldest first. Declined requests are among them, and look the same.
func listWaiting(app core.App, now time.Time) (list []officeWaiting, err error) {
	err = app.DB().Select("id", "mentor", "mentee", "askedAt", "expiresAt").From(mentorshipsCollection).
		Where(dbx.NewExp("state = 'waiting' AND +expiresAt > {:now} AND mentor != mentee",
			dbx.Params{"now": database.FormatTime(now)})).
		OrderBy("askedAt", "id").Limit(maxOfficeRows).All(&list)
	return list, database.Wrap("list requests to mentors", err)
}

// ListOverdue returns the requests that the mentor has not accepted within seven days, the oldest first, with the name
// of the mentee. Declined requests are among them, and look the same.
func ListOverdue(app core.App, now time.Time) (items []overdue.Item, err error) {
	err = app.DB().Select("id", "mentee AS label", "askedAt AS since").From(mentorshipsCollection).
		Where(dbx.NewExp("state = 'waiting' AND askedAt < {:asked} AND +expiresAt > {:now} AND mentor != mentee",
			dbx.Params{"asked": database.FormatTime(now.AddDate(0, 0, -nudgeDays)), "now": database.FormatTime(now)})).
		OrderBy("askedAt", "id").Limit(overdue.Limit).All(&items)
	if err != nil {
		return nil, database.Wrap("list requests without an answer", err)
	}
	overdue.SetDue(items, nudgeDays*24*time.Hour)
	return items, overdue.SetNames(app, items, people.NamesOf)
}

type officeMentor struct {
	Person   string `db:"person"`
	Capacity int    `db:"capacity"`
	IsPaused bool   `db:"isPaused"`
	Active   int    `db:"active"`
	Waiting  int    `db:"waiting"`
}

// listMentors returns the mentors. A mentor with fewer places left for waiting requests comes first.
func listMentors(app core.App, now time.Time) (list []officeMentor, err error) {
	err = app.DB().NewQuery(`SELECT person, capacity, isPaused,
		(SELECT count(*) FROM mentorships WHERE mentor = mentor_offers.person AND state = 'active'
			AND mentor != mentee) AS active,
		(SELECT count(*) FROM mentorships WHERE mentor = mentor_offers.person AND state = 'waiting'
			AND expiresAt > {:now} AND mentor != mentee) AS waiting
		FROM mentor_offers ORDER BY capacity - active - waiting, person LIMIT {:limit}`).
		Bind(dbx.Params{"now": database.FormatTime(now), "limit": maxOfficeRows}).All(&list)
	return list, database.Wrap("list mentors", err)
}

type officeCheckIn struct {
	ID         string     `db:"id"`
	Person     string     `db:"person"`
	Mentor     string     `db:"mentor"`
	Mentee     string     `db:"mentee"`
	Note       string     `db:"note"`
	AnsweredAt httpx.Time `db:"answeredAt"`
}

// listNotWell returns the not-well answers since a time, the newest first.
func listNotWell(app core.App, since time.Time) (list []officeCheckIn, err error) {
	err = app.DB().NewQuery(`SELECT c.id, c.person, s.mentor, s.mentee, c.note, c.answeredAt
		FROM mentor_check_ins c JOIN mentorships s ON s.id = c.mentorship
		WHERE c.answer = 'not-well' AND c.answeredAt >= {:since} AND s.mentor != s.mentee
		ORDER BY c.answeredAt DESC, c.id DESC LIMIT {:limit}`).
		Bind(dbx.Params{"since": database.FormatTime(since), "limit": maxOfficeRows}).All(&list)
	return list, database.Wrap("list check-ins", err)
}
