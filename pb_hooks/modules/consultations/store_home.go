package consultations

import (
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/overdue"
)

// maxOpen is the number of open consultations that the members' home shows.
const maxOpen = 5

// Open returns the consultations that a person can discuss or vote in now, the newest first.
func (p *Polls) Open(app core.App, person string) (open []Summary, err error) {
	blocked, err := p.BlockedBy(app, person)
	if err != nil {
		return nil, err
	}
	list := memberList(person, blocked)
	err = app.DB().Select(list.Columns...).From(list.From).
		Where(dbx.NewExp(`(state = 'voting' AND votingEndsAt > {:now} AND `+isElector+`
			OR state = 'discussing' AND discussionEndsAt > {:now}) AND publishedAt != ''`,
			dbx.Params{"now": database.FormatTime(p.now())})).
		OrderBy("publishedAt DESC", "id DESC").Limit(maxOpen).Bind(list.Params).All(&open)
	return open, database.Wrap("list open consultations", err)
}

// Announcement is a consultation that has reached a state that members were told about.
type Announcement struct {
	ID    string     `db:"id"`
	Title string     `db:"title"`
	State State      `db:"state"`
	At    httpx.Time `db:"at"`
}

// Announced returns the consultations whose latest announced state began after a time, the newest first.
func (p *Polls) Announced(app core.App, since time.Time, limit int) (list []Announcement, err error) {
	err = app.DB().NewQuery(`
		SELECT id, title, state, max(publishedAt, votingOpenedAt, resultPublishedAt, withdrawnAt,
			iif(state = 'lost', closedAt, '')) AS at
		FROM polls
		WHERE publishedAt != '' AND state IN ('discussing', 'voting', 'published', 'withdrawn', 'lost') AND at > {:since}
		ORDER BY at DESC LIMIT {:limit}`).
		Bind(dbx.Params{"since": database.FormatTime(since), "limit": limit}).All(&list)
	return list, database.Wrap("list announced consultations", err)
}

// lostPeriod is how long the office is reminded of a lost vote that it does not repeat.
const lostPeriod = 90 * 24 * time.Hour

// ListLost returns the lost votes that no consultation repeats, the oldest first.
func ListLost(app core.App, now time.Time) (items []overdue.Item, err error) {
	err = app.DB().Select("id", "title AS label", "closedAt AS since").From(collection).
		Where(dbx.NewExp(`state = 'lost' AND closedAt > {:since}
			AND NOT EXISTS (SELECT 1 FROM polls AS repeats WHERE repeats.repeatOf = polls.id AND repeats.repeatOf != '')`,
			dbx.Params{"since": database.FormatTime(now.Add(-lostPeriod))})).
		OrderBy("closedAt", "id").Limit(overdue.Limit).All(&items)
	overdue.SetDue(items, overdue.AnswerTime)
	return items, database.Wrap("list lost votes", err)
}
