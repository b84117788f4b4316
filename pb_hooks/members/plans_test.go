package members_test

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/dbx"

	"boardcircle/pb_hooks/internal/loadtest"
	"boardcircle/pb_hooks/internal/testapp/queryplan"
)

// crowd fills the house with some hundreds of people.
func (o *office) crowd() {
	o.Helper()
	if err := loadtest.Fill(o.PB, 500, true); err != nil {
		o.Fatal(err)
	}
}

// A write must not get dearer with the members there are: each step of a trigger finds its rows by
// a key of its own, in the table as in the choice of the index.
func TestATriggerFindsItsRowsByTheirKey(t *testing.T) {
	t.Parallel()
	o := open(t)
	o.crowd()
	var triggers []struct {
		Name string `db:"name"`
		SQL  string `db:"sql"`
	}
	err := o.PB.DB().Select("name", "sql").From("sqlite_master").
		Where(dbx.HashExp{"type": "trigger"}).AndWhere(dbx.NewExp("sql NOT LIKE '%RAISE(%'")).All(&triggers)
	if err != nil {
		t.Fatal(err)
	}
	byKey := regexp.MustCompile(`^SEARCH \w+ USING .*\((person|id|email|userId|registrationId|name)=\?|^SCAN (CONSTANT ROW|known)|^(CORRELATED|COMPOUND|LIST|CO-ROUTINE|LEFT-MOST|UNION|LEFT|RIGHT|MERGE)\b`)
	ofTheRow := regexp.MustCompile(`(NEW|OLD)\.\w+`)
	queryplan.WithAndWithoutStatistics(t, o.PB, func(statistics string) {
		steps := 0
		for _, trigger := range triggers {
			_, body, _ := strings.Cut(trigger.SQL, "BEGIN")
			for statement := range strings.SplitSeq(strings.TrimSuffix(strings.TrimSpace(body), "END"), ";") {
				if strings.TrimSpace(statement) == "" {
					continue
				}
				for _, step := range queryplan.Explain(t, o.PB, ofTheRow.ReplaceAllString(statement, "'u7@example.com'")) {
					if steps++; !byKey.MatchString(step) {
						t.Errorf("%s with %s statistics: %s", trigger.Name, statistics, step)
					}
				}
			}
		}
		if len(triggers) < 40 || steps < 100 {
			t.Errorf("only %d triggers with %d steps were looked at", len(triggers), steps)
		}
	})
}

// One page costs the same few statements whatever stands on it.
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
			if strings.Contains(statement, "members_") || strings.Contains(statement, "tallies") {
				list++
			}
		}
		if list != 2 {
			t.Errorf("%s takes %d statements", path, list)
		}
	}
}
