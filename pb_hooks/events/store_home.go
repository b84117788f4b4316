package events

import (
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/events/places"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
)

// Next returns the next session that a member is going to or waits for, otherwise the next session, or nil.
func (ev *Events) Next(app core.App, userID string) (*Summary, error) {
	row, state, err := findNext(app, userID, ev.now())
	if err != nil {
		return nil, database.IgnoreMissing(err)
	}
	summary := row.summary(state)
	return &summary, nil
}

// HasAnswered reports whether a member has ever answered a session.
func (ev *Events) HasAnswered(app core.App, userID string) (has bool, err error) {
	err = app.DB().NewQuery("SELECT EXISTS (SELECT 1 FROM event_answers WHERE userId = {:user})").
		Bind(dbx.Params{"user": userID}).Row(&has)
	return has, database.Wrap("find an answer of a member", err)
}

// Announcement is a session that was published, or whose recording, slides or notes were added.
type Announcement struct {
	ID          string     `db:"id"`
	Title       string     `db:"title"`
	At          httpx.Time `db:"at"`
	IsMaterials bool       `db:"isMaterials"`
}

// Announced returns what was announced after a time, the newest first.
func (ev *Events) Announced(app core.App, since time.Time, limit int) (list []Announcement, err error) {
	err = app.DB().NewQuery(`
		SELECT * FROM (SELECT id, title, publishedAt AS at, FALSE AS isMaterials FROM events
			WHERE publishedAt > {:since} AND publishedAt != '' AND state = 'published' AND endsAt > {:now}
			ORDER BY publishedAt DESC LIMIT {:limit})
		UNION ALL
		SELECT * FROM (SELECT id, title, materialsAt AS at, TRUE AS isMaterials FROM events
			WHERE materialsAt > {:since} AND materialsAt != '' AND state = 'published'
			ORDER BY materialsAt DESC LIMIT {:limit})
		ORDER BY at DESC LIMIT {:limit}`).
		Bind(dbx.Params{"since": database.FormatTime(since), "now": database.FormatTime(ev.now()), "limit": limit}).
		All(&list)
	return list, database.Wrap("list announced sessions", err)
}

// findNext returns the session of Next with the member's answer, or sql.ErrNoRows.
func findNext(app core.App, userID string, now time.Time) (row sessionRow, state places.AnswerState, err error) {
	const isAhead = "events.state = 'published' AND events.startsAt > {:earliest} AND events.endsAt > {:now}"
	params := dbx.Params{"user": userID, "now": database.FormatTime(now),
		"earliest": database.FormatTime(now.Add(-maxMinutes * time.Minute))}
	var id string
	err = app.DB().NewQuery(`SELECT events.id FROM event_answers CROSS JOIN events ON events.id = event_answers.event
		WHERE event_answers.userId = {:user} AND event_answers.state IN ('going', 'waiting') AND ` + isAhead + `
		ORDER BY events.startsAt, events.id LIMIT 1`).Bind(params).Row(&id)
	if database.IsMissing(err) {
		err = app.DB().NewQuery("SELECT id FROM events WHERE " + isAhead + " ORDER BY startsAt, id LIMIT 1").Bind(params).Row(&id)
	}
	if err != nil {
		return row, state, database.Wrap("find the next session", err)
	}
	err = app.DB().Select(sessionColumns...).From(collection).Where(dbx.HashExp{"id": id}).One(&row)
	if err != nil {
		return row, state, database.Wrap("read the next session", err)
	}
	own, err := findOwnAnswers(app, userID, []string{id})
	state = places.NoAnswer
	if a := own[id]; a != nil {
		state = a.State()
	}
	return row, state, err
}
