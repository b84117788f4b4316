package nominations_test

import (
	"context"
	"database/sql"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/pocketbase/dbx"
)

// With many nominations a page of the queue must not read through them, nor sort them: the very
// statements that the routes run are explained here, before and after SQLite has statistics.
func TestThePagesOfTheQueueAnswerFromIndexes(t *testing.T) {
	t.Parallel()
	o := openOffice(t)
	id := o.nominee("asha@example.com")
	_, err := o.App.NonconcurrentDB().NewQuery(`INSERT INTO registrations (id, email, name, status, dueAt, pausedAt, decidedAt, createdAt)
		WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
		SELECT printf('00000000-0000-4000-8000-%012d', i), 'u' || i || '@example.com', 'Nominee ' || (i * 7 % 2000),
			CASE WHEN i % 10 THEN 'approved' WHEN i % 20 THEN 'info_requested' ELSE 'submitted' END,
			strftime('%Y-%m-%d %H:%M:%fZ', '2025-01-01', '+' || i || ' hours'), iif(i % 20 = 10, '2025-05-01 00:00:00.000Z', ''),
			iif(i % 10, '2025-05-01 00:00:00.000Z', ''), strftime('%Y-%m-%d %H:%M:%fZ', '2025-01-01', '+' || i || ' hours') FROM n`).Execute()
	if err != nil {
		t.Fatal(err)
	}
	for _, statistics := range []string{"no", "fresh"} {
		if statistics == "fresh" {
			if _, err := o.App.NonconcurrentDB().NewQuery("ANALYZE").Execute(); err != nil {
				t.Fatal(err)
			}
		}
		paths := []string{"/api/nominations/counts", "/api/nominations/" + id}
		for _, state := range []string{"open", "all", "submitted", "info_requested", "approved"} {
			for _, sort := range []string{"due", "name", "createdAt"} {
				query := "?state=" + state + "&sort="
				paths = append(paths, "/api/nominations"+query+sort+"&perPage=50", "/api/nominations"+query+"-"+sort+"&page=1",
					"/api/nominations/"+id+"/neighbours"+query+sort)
			}
		}
		for _, path := range paths {
			heard := o.overhear(func() { o.expect(path, o.staff.Get(path).Status, 200) })
			if len(heard) == 0 && !strings.HasSuffix(path, "counts") {
				t.Fatalf("%s: nothing was heard", path)
			}
			for _, statement := range heard {
				if fault := o.fault(statement); fault != "" {
					t.Errorf("%s with %s statistics: %s in\n%s", path, statistics, fault, statement)
				}
			}
		}
	}
	if o.fault("SELECT id FROM registrations ORDER BY phone LIMIT 50") == "" {
		t.Error("what is sorted passes")
	}
}

// overhear returns the statements that are read from the room's tables while do runs.
func (o *office) overhear(do func()) []string {
	o.Helper()
	db := o.App.ConcurrentDB().(*dbx.DB)
	var mu sync.Mutex
	var heard []string
	db.QueryLogFunc = func(_ context.Context, _ time.Duration, statement string, _ *sql.Rows, _ error) {
		mu.Lock()
		defer mu.Unlock()
		for _, table := range []string{"registrations", "review_", "invitations"} {
			if strings.Contains(statement, table) && !strings.Contains(statement, "_collections") {
				heard = append(heard, statement)
				break
			}
		}
	}
	defer func() { db.QueryLogFunc = nil }()
	do()
	return heard
}

// fault is the step of a statement that reads through a table or sorts it; "" without one.
func (o *office) fault(statement string) string {
	o.Helper()
	var steps []struct {
		Detail string `db:"detail"`
	}
	if err := o.App.ConcurrentDB().NewQuery("EXPLAIN QUERY PLAN " + statement).All(&steps); err != nil {
		o.Fatalf("%s: %v", statement, err)
	}
	for _, step := range steps {
		// the open ones have an index of their own, and a page ends a walk along one
		walks := strings.HasPrefix(step.Detail, "SCAN ") && !strings.Contains(step.Detail, "_open_") &&
			(!strings.Contains(step.Detail, " USING ") || !strings.Contains(statement, " LIMIT "))
		// a handful of one nomination's own rows may be sorted
		sorts := strings.Contains(step.Detail, "USE TEMP B-TREE") && !strings.Contains(statement, "nomination")
		if walks || sorts {
			return step.Detail
		}
	}
	return ""
}
