package polls

import (
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
)

// maxOpen is the number of open consultations that the members' home shows.
const maxOpen = 5

// Open returns the consultations that a person can discuss or vote in now, the newest first.
func (p *Polls) Open(app core.App, person string) (open []Summary, err error) {
	blocked, err := p.BlockedWith(app, person)
	if err != nil {
		return nil, err
	}
	list := memberList(person, blocked)
	err = app.DB().Select(list.Columns...).From(list.From).
		Where(dbx.NewExp(`(state = 'voting' AND votingEndsAt > {:now}
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
		SELECT id, title, state, max(publishedAt, votingOpenedAt, resultPublishedAt, withdrawnAt) AS at
		FROM polls
		WHERE publishedAt != '' AND state IN ('discussing', 'voting', 'published', 'withdrawn') AND at > {:since}
		ORDER BY at DESC LIMIT {:limit}`).
		Bind(dbx.Params{"since": database.FormatTime(since), "limit": limit}).All(&list)
	return list, database.Wrap("list announced consultations", err)
}
