package members_test

import (
	"context"
	"database/sql"
	"fmt"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/pocketbase/dbx"
)

// With many members the console must not read through a table to show fifty rows or ten numbers.
// The very statements that the routes run are explained here, before and after SQLite has gathered
// its statistics. A search is another matter: a substring is found by reading.

// crowd fills the database with some hundreds of people, by bare SQL.
func (o *office) crowd() {
	o.Helper()
	const many = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500) "
	at := "strftime('%Y-%m-%d %H:%M:%f', '2025-01-01', '+' || (i * 4) || ' hours') || 'Z'"
	for _, statement := range []string{
		`INSERT INTO users (id, email, name, tokenKey, requestType, source, createdAt) ` + many +
			`SELECT printf('u%014d', i), 'u' || i || '@example.com', 'User ' || i, 'k' || i, iif(i % 2, 'enquiry', 'membership'), iif(i % 3, 'legacy', 'user'), ` + at + ` FROM n`,
		`INSERT INTO registrations (id, email, name, phone, companyName, createdAt) ` + many +
			`SELECT printf('00000000-0000-4000-8000-%012d', i), 'u' || (i * 2) || '@example.com', 'Nominee ' || i, '+919800000000', 'Company ' || (i % 50), ` + at + ` FROM n`,
		`INSERT INTO transactions (id, userId, status, amount, currency, customerEmail, processedAt, createdAt) ` + many +
			`SELECT printf('t%014d', i), printf('u%014d', i), iif(i % 5, 'completed', 'pending'), i * 100, 'INR', 'u' || i || '@example.com', ` + at + `, ` + at + ` FROM n`,
		`INSERT INTO draft_registrations (id, tokenHash, email, lastSaved) ` + many +
			`SELECT printf('d%014d', i), 'h' || i, 'd' || i || '@example.com', ` + at + ` FROM n`,
	} {
		// the statement's first word tells PocketBase which connection may write
		if _, err := o.App.NonconcurrentDB().NewQuery(statement).Execute(); err != nil {
			o.Fatal(err)
		}
	}
}

// overhear returns the statements that are read while do runs.
func (o *office) overhear(do func()) []string {
	o.Helper()
	db := o.App.ConcurrentDB().(*dbx.DB)
	var mu sync.Mutex
	var heard []string
	db.QueryLogFunc = func(_ context.Context, _ time.Duration, statement string, _ *sql.Rows, _ error) {
		mu.Lock()
		defer mu.Unlock()
		heard = append(heard, statement)
	}
	defer func() { db.QueryLogFunc = nil }()
	do()
	return heard
}

var (
	walk   = regexp.MustCompile(`^SCAN `)
	sorted = regexp.MustCompile(`USE TEMP B-TREE`)
)

// faults are the steps of a statement that read through a table or sort it.
func (o *office) faults(statement string) []string {
	o.Helper()
	var faults []string
	for _, step := range o.plan(statement) {
		// walking along an index is how a page is read, and it ends with the page
		isPage := strings.Contains(step, " USING ") && strings.Contains(statement, " LIMIT ")
		// an index of the few rows that need attention may be read through
		isPage = isPage || strings.Contains(step, "INDEX idx_transactions_attention") || strings.Contains(step, "INDEX idx_transactions_ofEachAttention")
		if sorted.MatchString(step) || (walk.MatchString(step) && !isPage && !strings.HasPrefix(step, "SCAN CONSTANT ROW")) {
			faults = append(faults, step)
		}
	}
	return faults
}

// plan is how SQLite goes about a statement.
func (o *office) plan(statement string) []string {
	o.Helper()
	var steps []struct {
		Detail string `db:"detail"`
	}
	if err := o.App.ConcurrentDB().NewQuery("EXPLAIN QUERY PLAN " + statement).All(&steps); err != nil {
		o.Fatalf("%s: %v", statement, err)
	}
	var plan []string
	for _, step := range steps {
		plan = append(plan, step.Detail)
	}
	return plan
}

func TestTheDashboardAndEveryFirstPageAnswerFromIndexes(t *testing.T) {
	t.Parallel()
	o := open(t)
	o.crowd()
	paths := []string{
		"/api/admin/stats", "/api/admin/recent-activity", "/api/members/figures", sales + "?page=1&status=pending",
		users + "/u00000000000007", sales + "?page=1&attention=any", sales + "?page=1&attention=dispute",
	}
	for path, orders := range map[string][]string{
		users: {"name", "email", "phone", "location", "source", "requestType", "createdAt"},
		leads: {"name", "email", "location", "source", "isPaid", "createdAt"},
		paid: {
			"name", "email", "phone", "companyName", "membershipTierName", "totalAmount", "transactionCount", "source", "createdAt",
		},
		sales:                {"customerName", "customerEmail", "razorpayPaymentId", "amount", "status", "paymentMethod", "createdAt"},
		"/api/registrations": {"name", "email", "companyName", "directorType", "yearsOfExperience", "createdAt"},
		"/api/drafts":        {"email", "lastSaved"},
	} {
		paths = append(paths, path+"?page=1")
		for _, order := range orders {
			paths = append(paths, fmt.Sprintf("%s?page=1&sort=%s", path, order), fmt.Sprintf("%s?perPage=500&sort=-%s", path, order))
		}
	}
	for _, statistics := range []string{"no", "fresh"} {
		if statistics == "fresh" {
			if _, err := o.App.NonconcurrentDB().NewQuery("ANALYZE").Execute(); err != nil {
				t.Fatal(err)
			}
		}
		for _, path := range paths {
			heard := o.overhear(func() {
				if a := o.staff.Get(path); a.Status != 200 {
					t.Fatalf("%s: %d %s", path, a.Status, a.Body)
				}
			})
			if len(heard) < 2 {
				t.Fatalf("%s: only %q was heard", path, heard)
			}
			for _, statement := range heard {
				if faults := o.faults(statement); len(faults) > 0 {
					t.Errorf("%s with %s statistics: %v in\n%s", path, statistics, faults, statement)
				}
			}
		}
	}
	t.Run("and what is read through is noticed", func(t *testing.T) {
		for _, statement := range []string{
			"SELECT count(*) FROM users", "SELECT id FROM users ORDER BY updatedAt LIMIT 50", "SELECT id FROM users WHERE name LIKE '%a%'",
		} {
			if len(o.faults(statement)) == 0 {
				t.Errorf("%s passes", statement)
			}
		}
	})
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
	err := o.App.DB().Select("name", "sql").From("sqlite_master").
		Where(dbx.HashExp{"type": "trigger"}).AndWhere(dbx.NewExp("sql NOT LIKE '%RAISE(%'")).All(&triggers)
	if err != nil {
		t.Fatal(err)
	}
	byKey := regexp.MustCompile(`^SEARCH \w+ USING .*\((person|id|email|userId|registrationId|name)=\?|^SCAN (CONSTANT ROW|known)|^(CORRELATED|COMPOUND|LIST|CO-ROUTINE|LEFT-MOST|UNION|LEFT|RIGHT|MERGE)\b`)
	ofTheRow := regexp.MustCompile(`(NEW|OLD)\.\w+`)
	for _, statistics := range []string{"no", "fresh"} {
		if statistics == "fresh" {
			if _, err := o.App.NonconcurrentDB().NewQuery("ANALYZE").Execute(); err != nil {
				t.Fatal(err)
			}
		}
		steps := 0
		for _, trigger := range triggers {
			_, body, _ := strings.Cut(trigger.SQL, "BEGIN")
			for statement := range strings.SplitSeq(strings.TrimSuffix(strings.TrimSpace(body), "END"), ";") {
				if strings.TrimSpace(statement) == "" {
					continue
				}
				for _, step := range o.plan(ofTheRow.ReplaceAllString(statement, "'u7@example.com'")) {
					if steps++; !byKey.MatchString(step) {
						t.Errorf("%s with %s statistics: %s", trigger.Name, statistics, step)
					}
				}
			}
		}
		if len(triggers) < 40 || steps < 100 {
			t.Errorf("only %d triggers with %d steps were looked at", len(triggers), steps)
		}
	}
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
		for _, statement := range o.overhear(func() { o.list(path + "?perPage=100") }) {
			if strings.Contains(statement, "members_") || strings.Contains(statement, "tallies") {
				list++
			}
		}
		if list != 2 {
			t.Errorf("%s takes %d statements", path, list)
		}
	}
}
