package httpx

import (
	"fmt"
	"sync"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
)

// countsKey is the request's key for the cached search counts.
const countsKey = "boardcircleCounts"

// maxCounts bounds the memory.
const maxCounts = 1000

// countCache caches the number of rows of large searches until the next write to the database. Counting them reads the
// whole table, and each page of the list needs the number. Safe for concurrent use.
type countCache struct {
	// dataVersion changes with each commit.
	dataVersion func(core.App) (int64, error)

	mu      sync.Mutex
	current int64
	totals  map[string]int64
}

func (c *countCache) get(app core.App, key string, count func() (int64, error)) (int64, error) {
	version, err := c.dataVersion(app)
	if err != nil {
		return count()
	}
	c.mu.Lock()
	total, ok := c.totals[key]
	ok = ok && c.current == version
	c.mu.Unlock()
	if ok {
		return total, nil
	}
	if total, err = count(); err != nil {
		return 0, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.current != version || len(c.totals) >= maxCounts {
		c.current, c.totals = version, map[string]int64{}
	}
	c.totals[key] = total
	return total, nil
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
