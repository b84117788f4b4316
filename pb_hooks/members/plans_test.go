package members_test

import (
	"strings"
	"testing"
	"time"

	"boardcircle/pb_hooks/internal/loadtest"
	"boardcircle/pb_hooks/internal/testapp/queryplan"
)

// fillDatabase stores several hundred people with their records.
func (o *fixture) fillDatabase() {
	o.Helper()
	if err := loadtest.Fill(o.PB, 500, true); err != nil {
		o.Fatal(err)
	}
}

// SQLite recompiles the triggers of a table for every write. So triggers only protect append-only tables. They do not
// update other tables.
func TestTriggersOnlyProtectAppendOnlyTables(t *testing.T) {
	t.Parallel()
	o := open(t)
	var others []string
	err := o.PB.DB().NewQuery(
		"SELECT name FROM sqlite_master WHERE type = 'trigger' AND sql NOT LIKE '%RAISE(ABORT%'").Column(&others)
	if err != nil || len(others) > 0 {
		t.Errorf("triggers that do not raise an error = %v, error = %v, want none", others, err)
	}
}

// Reading a page takes two statements: the rows and the counter.
func TestPageIsReadWithTwoStatements(t *testing.T) {
	t.Parallel()
	o := open(t)
	for _, address := range []string{"a@example.com", "b@example.com", "c@example.com"} {
		o.account(address, time.Time{}, fields{"requestType": "enquiry"})
		o.sale(time.Now(), fields{"customerEmail": address})
	}
	for _, path := range []string{users, leads, paid, sales} {
		var statements int
		for _, statement := range queryplan.CaptureQueries(o.PB, func() { o.list(path + "?perPage=100") }) {
			if strings.Contains(statement, " LIMIT 100") || strings.Contains(statement, "counters") {
				statements++
			}
		}
		if statements != 2 {
			t.Errorf("%s: %d statements, want 2", path, statements)
		}
	}
}
