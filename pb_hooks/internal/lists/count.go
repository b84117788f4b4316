package lists

import (
	"fmt"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/cache"
)

// Requests prepares the requests of list routes.
type Requests struct {
	counts countCache
	record RecordBulkRead
}

// RecordBulkRead records that a caller reads more rows of a list than one page. It is called before the rows are sent.
// filters are the names of the query parameters only, because their values may name a person.
type RecordBulkRead func(e *core.RequestEvent, rows int64, filters []string) error

// NewRequests returns Requests. dataVersion returns a number that changes with each commit.
func NewRequests(dataVersion func(core.App) (int64, error), record RecordBulkRead) *Requests {
	return &Requests{counts: countCache{dataVersion: dataVersion}, record: record}
}

// Attach is a middleware that gives a route access to the count cache and the recorder of bulk reads.
func (r *Requests) Attach(e *core.RequestEvent) error {
	e.Set(countsKey, &r.counts)
	e.Set(bulkReadKey, r.record)
	return e.Next()
}

// countsKey is the request's key for the cached search counts.
const countsKey = "boardcircleCounts"

// maxCounts bounds the memory.
const maxCounts = 1000

// countCache caches the number of rows of large searches until the next write to the database. Counting them reads the
// whole table, and each page of the list needs the number. Safe for concurrent use.
type countCache struct {
	// dataVersion changes with each commit.
	dataVersion func(core.App) (int64, error)
	totals      cache.Versioned[int64]
}

func (c *countCache) get(app core.App, key string, count func() (int64, error)) (int64, error) {
	version, err := c.dataVersion(app)
	if err != nil {
		return count()
	}
	if total, ok := c.totals.Get(version, key); ok {
		return total, nil
	}
	total, err := count()
	if err == nil {
		c.totals.Put(version, key, total, maxCounts)
	}
	return total, err
}

// total returns how many rows match the request's search and filters.
func (l List) total(e *core.RequestEvent, parsed listQuery) (int64, error) {
	counts, _ := e.Get(countsKey).(*countCache)
	db, ok := e.App.ConcurrentDB().(*dbx.DB)
	if counts == nil || !ok || !parsed.many || e.App.IsTransactional() {
		return l.count(e.App, parsed)
	}
	params := dbx.Params{}
	key := l.From + " " + parsed.where.Build(db, params) + fmt.Sprint(params)
	return counts.get(e.App, key, func() (int64, error) { return l.count(e.App, parsed) })
}
