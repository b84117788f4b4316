package events

import (
	"database/sql"
	"errors"
	"slices"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/modules/events/places"
)

// HasAnswered reports whether a member has ever answered a session.
func (ev *Events) HasAnswered(app core.App, userID string) (has bool, err error) {
	err = app.DB().NewQuery("SELECT EXISTS (SELECT 1 FROM event_answers WHERE userId = {:user})").
		Bind(dbx.Params{"user": userID}).Row(&has)
	return has, database.Wrap("find an answer of a member", err)
}

// CountPlaces counts the upcoming sessions in which a member has a place.
func (ev *Events) CountPlaces(app core.App, userID string) (n int, err error) {
	err = app.DB().Select("count(*)").From(answersCollection).
		Join("CROSS JOIN", collection, dbx.NewExp("events.id = event_answers.event AND events.state = 'published'")).
		Where(dbx.HashExp{"event_answers.userId": userID, "event_answers.state": string(places.Going)}).
		AndWhere(endsAfter(ev.now())).Row(&n)
	return n, database.Wrap("count the sessions of a member", err)
}

// Announcement is a session that was published, or whose recording, slides or notes were added.
type Announcement struct {
	ID          string     `db:"id"`
	Title       string     `db:"title"`
	StartsAt    httpx.Time `db:"startsAt"`
	At          httpx.Time `db:"at"`
	IsMaterials bool       `db:"isMaterials"`
}

// Announced returns what was announced after a time, the newest first.
func (ev *Events) Announced(app core.App, since time.Time, limit int) (list []Announcement, err error) {
	err = app.DB().NewQuery(`
		SELECT * FROM (SELECT id, title, startsAt, publishedAt AS at, FALSE AS isMaterials FROM events
			WHERE publishedAt > {:since} AND publishedAt != '' AND state = 'published' AND endsAt > {:now}
			ORDER BY publishedAt DESC LIMIT {:limit})
		UNION ALL
		SELECT * FROM (SELECT id, title, startsAt, materialsAt AS at, TRUE AS isMaterials FROM events
			WHERE materialsAt > {:since} AND materialsAt != '' AND state = 'published'
			ORDER BY materialsAt DESC LIMIT {:limit})
		ORDER BY at DESC LIMIT {:limit}`).
		Bind(dbx.Params{"since": database.FormatTime(since), "now": database.FormatTime(ev.now()), "limit": limit}).
		All(&list)
	return list, database.Wrap("list announced sessions", err)
}

// listGoing returns the people who are going to a session, in the order of their answers.
func listGoing(app core.App, id string) (people []string, err error) {
	err = app.DB().Select("person").From(answersCollection).
		Where(dbx.HashExp{"event": id, "state": string(places.Going)}).OrderBy("queue", "id").Column(&people)
	return people, database.Wrap("list members who are going to session "+id, err)
}

// findNext returns the session of Next with the member's answer, or sql.ErrNoRows.
func findNext(app core.App, userID string, now time.Time) (row sessionRow, state places.AnswerState, err error) {
	const isPublished = "events.state = 'published'"
	var id string
	err = app.DB().Select("events.id").From(answersCollection).
		Join("CROSS JOIN", collection, dbx.NewExp("events.id = event_answers.event")).
		Where(dbx.HashExp{
			"event_answers.userId": userID, "event_answers.state": []any{string(places.Going), string(places.Waiting)},
		}).
		AndWhere(dbx.NewExp(isPublished)).AndWhere(endsAfter(now)).
		OrderBy("events.startsAt", "events.id").Limit(1).Row(&id)
	if errors.Is(err, sql.ErrNoRows) {
		err = app.DB().Select("id").From(collection).Where(dbx.NewExp(isPublished)).AndWhere(endsAfter(now)).
			OrderBy("startsAt", "id").Limit(1).Row(&id)
	}
	if err != nil {
		return row, state, database.Wrap("find the next session", err)
	}
	err = app.DB().Select(sessionColumns...).From(collection).Where(dbx.HashExp{"id": id}).One(&row)
	if err != nil {
		return row, state, database.Wrap("read the next session", err)
	}
	a, err := findAnswer(app, id, userID)
	if err != nil {
		return row, places.NoAnswer, database.IgnoreMissing(err)
	}
	return row, a.State(), nil
}

// Upcoming is a session of the next days, with the tasks of its day that are done.
type Upcoming struct {
	OfficeRow
	DoneTasks []Task `json:"doneTasks"`
	// Tasks is the number of all tasks of the day.
	Tasks int `json:"tasks"`
}

// ListUpcoming returns the sessions that end after from and start before until, drafts too, the earliest first.
func (ev *Events) ListUpcoming(app core.App, from, until time.Time) ([]Upcoming, error) {
	var rows []struct {
		sessionRow
		Checklist types.JSONArray[Task] `db:"checklist"`
	}
	err := app.DB().Select(append(slices.Clone(sessionColumns), "checklist")...).From(collection).
		Where(dbx.NewExp("state != 'cancelled' AND startsAt > {:earliest} AND endsAt > {:from} AND startsAt < {:until}",
			dbx.Params{"earliest": database.FormatTime(from.Add(-maxMinutes * time.Minute)),
				"from": database.FormatTime(from), "until": database.FormatTime(until)})).
		OrderBy("startsAt", "id").All(&rows)
	upcoming := make([]Upcoming, len(rows))
	for i, row := range rows {
		upcoming[i] = Upcoming{row.office(), append([]Task{}, row.Checklist...), len(Task.Values(""))}
	}
	return upcoming, database.Wrap("list the upcoming sessions", err)
}
