package members_test

import (
	"strings"
	"testing"
	"time"

	"boardcircle/pb_hooks/internal/loadtest"
	"boardcircle/pb_hooks/internal/testapp/queryplan"
)

// fillDatabase fills the database with several hundred people.
func (o *fixture) fillDatabase() {
	o.Helper()
	if err := loadtest.Fill(o.PB, 500, true); err != nil {
		o.Fatal(err)
	}
}

// SQLite recompiles the triggers of a table for every write. Triggers therefore only protect append-only tables; they
// do not update other tables.
func TestTriggersOnlyGuard(t *testing.T) {
	t.Parallel()
	o := open(t)
	var others []string
	err := o.PB.DB().NewQuery(
		"SELECT name FROM sqlite_master WHERE type = 'trigger' AND sql NOT LIKE '%RAISE(ABORT%'").Column(&others)
	if err != nil || len(others) > 0 {
		t.Errorf("triggers that keep something: %v, %v", others, err)
	}
}

// Reading a page takes two statements, whatever it contains.
func TestAPageIsReadWithTwoStatements(t *testing.T) {
	t.Parallel()
	o := open(t)
	for _, address := range []string{"a@example.com", "b@example.com", "c@example.com"} {
		o.account(address, time.Time{}, fields{"requestType": "enquiry"})
		o.sale(time.Now(), fields{"customerEmail": address})
	}
	for _, path := range []string{users, leads, paid, sales} {
		var list int
		for _, statement := range queryplan.CaptureQueries(o.PB, func() { o.list(path + "?perPage=100") }) {
			if strings.Contains(statement, " LIMIT 100") || strings.Contains(statement, "counters") {
				list++
			}
		}
		if list != 2 {
			t.Errorf("%s takes %d statements", path, list)
		}
	}
}
