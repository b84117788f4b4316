package circle

import (
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/database"
)

const (
	visitsCollection = "circle_visits"

	userField = "userId"
)

// visit is the latest visit of a member.
type visit struct{ core.BaseRecordProxy }

func (v *visit) visitedAt() time.Time  { return v.GetDateTime("visitedAt").Time() }
func (v *visit) previousAt() time.Time { return v.GetDateTime("previousAt").Time() }

// isOver reports whether another visit starts now.
func (v *visit) isOver(now time.Time) bool { return !now.Before(v.visitedAt().Add(visitLength)) }

// newsStart returns since when something is new to the member.
func (v *visit) newsStart(now time.Time) time.Time {
	since := v.previousAt()
	if v.isOver(now) {
		since = v.visitedAt()
	}
	if since.IsZero() {
		since = now.Add(-firstNews)
	}
	return since
}

func (v *visit) start(tx core.App, now time.Time) error {
	v.Set("previousAt", database.DateTime(v.visitedAt()))
	v.Set("visitedAt", database.DateTime(now))
	return database.Wrap("save visit", tx.Save(v))
}

// findVisit returns the latest visit of a member. Before the first visit it returns a new record.
func findVisit(app core.App, userID string) (*visit, error) {
	return database.FirstOrNew[visit](app, visitsCollection, dbx.HashExp{userField: userID})
}
