package outbox

import (
	"fmt"
	"sync"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/lists"
	"boardcircle/pb_hooks/internal/readmodel"
)

// countsKey is the key of the cached counts among the app's values. New stores them with its clock.
const countsKey = "boardcircleEmailCounts"

// countsTTL is how long counts are cached that another process may change.
const countsTTL = 5 * time.Second

// RegisterReadModels keeps the emails in the search index up to date, and clears the cached counts when a record
// changes. Code that writes without record hooks (the worker and the webhook) must call forgetCounts.
func RegisterReadModels(app core.App) {
	readmodel.Register(app, readmodel.Source{
		Collection: "email_logs",
		Columns:    []string{"emailAddress", "subject"},
		Index:      readmodel.Emails,
		Text: func(r *core.Record) string {
			return readmodel.Text(r.GetString("emailAddress"), r.GetString("subject"))
		},
	})
	forget := &hook.Handler[*core.RecordEvent]{Id: "boardcircleEmailCounts", Func: func(e *core.RecordEvent) error {
		forgetCounts(e.App)
		return e.Next()
	}}
	app.OnRecordAfterCreateSuccess("email_logs").Bind(forget)
	app.OnRecordAfterUpdateSuccess("email_logs").Bind(forget)
	app.OnRecordAfterDeleteSuccess("email_logs").Bind(forget)
}

// emailCount is the number N of emails with the same status and kind that were sent, or were not sent.
type emailCount struct {
	Status string `db:"status"`
	Kind   string `db:"kind"`
	Sent   bool   `db:"sent"`
	N      int64  `db:"n"`
}

// countCache caches the counts until an email changes. One scan of an index gives all counts.
type countCache struct {
	now        clock.Clock
	mu         sync.Mutex
	generation int
	rows       []emailCount
	readAt     time.Time
	refill     sync.Mutex
}

func countsOf(app core.App) *countCache {
	return app.Store().GetOrSet(countsKey, func() any { return &countCache{now: clock.System} }).(*countCache)
}

// forgetCounts clears the cached counts after emails have changed.
func forgetCounts(app core.App) {
	c := countsOf(app)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.generation++
	c.rows = nil
}

func (c *countCache) get() ([]emailCount, int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.now().Sub(c.readAt) > countsTTL {
		c.rows = nil
	}
	return c.rows, c.generation
}

func readCounts(app core.App) ([]emailCount, error) {
	c := countsOf(app)
	if rows, _ := c.get(); rows != nil {
		return rows, nil
	}
	// concurrent callers wait for the same scan
	c.refill.Lock()
	defer c.refill.Unlock()
	rows, generation := c.get()
	if rows != nil {
		return rows, nil
	}
	rows = []emailCount{}
	err := app.DB().NewQuery(`SELECT status, kind, (sentAt != '') AS sent, count(*) AS n FROM email_logs
		GROUP BY status, kind, (sentAt != '')`).All(&rows)
	if err != nil {
		return nil, fmt.Errorf("count emails: %w", err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if generation == c.generation {
		c.rows, c.readAt = rows, c.now()
	}
	return rows, nil
}

// Counts returns the number of emails by status.
func Counts(app core.App) (map[string]int64, error) {
	rows, err := readCounts(app)
	counts := map[string]int64{}
	for _, status := range Statuses {
		counts[string(status)] = 0
	}
	for _, row := range rows {
		counts[row.Status] += row.N
	}
	return counts, err
}

// CountSent returns the number of emails that the provider has accepted.
func CountSent(app core.App) (sent int64, err error) {
	rows, err := readCounts(app)
	for _, row := range rows {
		if row.Sent {
			sent += row.N
		}
	}
	return sent, err
}

// countFailedSince counts the failed emails that were enqueued since a time.
func countFailedSince(app core.App, since time.Time) (failed int64, err error) {
	failed, err = app.CountRecords(emailsCollection, dbx.HashExp{"status": string(Failed)},
		dbx.NewExp("createdAt >= {:since}", dbx.Params{"since": database.FormatTime(since)}))
	return failed, database.Wrap("count failed emails", err)
}

// OldestWaiting returns when the oldest unsent email was stored, or the zero time if no email waits.
func OldestWaiting(app core.App) (time.Time, error) {
	var oldest types.DateTime
	err := app.ConcurrentDB().NewQuery(
		`SELECT coalesce(min(createdAt), '') FROM email_logs WHERE status IN ('queued', 'sending')`).Row(&oldest)
	return oldest.Time(), database.Wrap("oldest waiting email", err)
}

// countList returns the number of emails that match the filters of the list.
func countList(app core.App, filters map[string]string) (total int64, known bool, err error) {
	rows, err := readCounts(app)
	for _, row := range rows {
		if (filters["status"] == "" || filters["status"] == row.Status) &&
			(filters["kind"] == "" || filters["kind"] == row.Kind) {
			total += row.N
		}
	}
	return total, true, err
}

// KindCount is how many emails of a kind were sent since a time, and when the last one was sent.
type KindCount struct {
	Sent   int64      `db:"sent" json:"sent"`
	LastAt httpx.Time `db:"lastAt" json:"lastAt"`
}

// CountKindSince counts the sent emails of a kind among those enqueued since a time. It uses the index of kinds.
func CountKindSince(app core.App, kind string, since time.Time) (count KindCount, err error) {
	err = app.DB().
		NewQuery(`SELECT count(CASE WHEN sentAt != '' THEN 1 END) AS sent, coalesce(max(sentAt), '') AS lastAt
		FROM email_logs WHERE kind = {:kind} AND createdAt >= {:since}`).
		Bind(dbx.Params{"kind": kind, "since": database.FormatTime(since)}).One(&count)
	return count, database.Wrap("count emails of kind "+kind, err)
}

// KindList is the list of the emails of one kind, newest first.
func KindList(kind string) lists.List {
	return lists.List{
		From:        emailsCollection,
		Columns:     emailColumns,
		Where:       "kind = {:kind}",
		Params:      dbx.Params{"kind": kind},
		Search:      []string{"emailAddress", "subject"},
		Sort:        map[string]string{"createdAt": "createdAt"},
		Filters:     map[string]map[string]string{"status": lists.Equals("status", Statuses...)},
		DefaultSort: "-createdAt",
		Index:       readmodel.Emails,
		Count: func(app core.App, filters map[string]string) (int64, bool, error) {
			return countList(app, map[string]string{"kind": kind, "status": filters["status"]})
		},
	}
}
