package mail_test

import (
	"context"
	"database/sql"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/pocketbase/dbx"

	"boardcircle/pb_hooks/hookstest"
)

// However many letters there are, a page of the outbox, its counts and a letter's events are read
// along an index. A search is another matter: a substring is found by reading.
func TestAPageOfTheOutboxAnswersFromIndexes(t *testing.T) {
	t.Parallel()
	h := hookstest.New(t)
	admin := h.SignedIn("admins", nil)
	const many = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000) "
	const at = "strftime('%Y-%m-%d %H:%M:%f', '2025-01-01', '+' || i || ' hours') || 'Z'"
	for _, statement := range []string{
		`INSERT INTO email_logs (id, emailAddress, kind, subject, status, params, createdAt) ` + many +
			`SELECT printf('l%014d', i), 'u' || i || '@example.com', iif(i % 3, 'welcome', 'password-reset'), 'Hello', iif(i % 5, 'delivered', 'failed'), '{}', ` + at + ` FROM n`,
		`INSERT INTO email_events (id, hash, event, letterId, brevoMessageId, occurredAt, createdAt) ` + many +
			`SELECT printf('e%014d', i), 'h' || i, 'delivered', printf('l%014d', i), 'm' || i, ` + at + `, ` + at + ` FROM n`,
		`ANALYZE`,
	} {
		if _, err := h.App.NonconcurrentDB().NewQuery(statement).Execute(); err != nil {
			t.Fatal(err)
		}
	}
	db := h.App.ConcurrentDB().(*dbx.DB)
	var mu sync.Mutex
	var heard []string
	db.QueryLogFunc = func(_ context.Context, _ time.Duration, statement string, _ *sql.Rows, _ error) {
		mu.Lock()
		defer mu.Unlock()
		if strings.Contains(statement, "email_") || strings.Contains(statement, "tallies") {
			heard = append(heard, statement)
		}
	}
	for _, path := range []string{
		"/api/emails?page=1", "/api/emails?page=2&sort=createdAt", "/api/emails?page=1&status=failed", "/api/emails?page=1&kind=welcome",
		"/api/emails?page=1&kind=welcome&status=failed&sort=-createdAt", "/api/emails/summary", "/api/emails/l00000000000007", "/api/providers",
	} {
		if answer := admin.Get(path); answer.Status != 200 {
			t.Fatalf("%s: %d %s", path, answer.Status, answer.Body)
		}
	}
	db.QueryLogFunc = nil
	if len(heard) < 12 {
		t.Fatalf("only %d statements were heard", len(heard))
	}
	walk := regexp.MustCompile(`^SCAN `)
	for _, statement := range heard {
		var steps []struct {
			Detail string `db:"detail"`
		}
		if err := h.App.ConcurrentDB().NewQuery("EXPLAIN QUERY PLAN " + statement).All(&steps); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
		for _, step := range steps {
			// a page is read along an index; a letter's own few events may be sorted
			isPage := strings.Contains(step.Detail, " USING ") && strings.Contains(statement, " LIMIT ")
			isFew := step.Detail == "SCAN tallies" // some dozens of rows, however many letters there are
			isSort := strings.Contains(step.Detail, "TEMP B-TREE") && !strings.Contains(statement, "email_events")
			if isSort || walk.MatchString(step.Detail) && !isPage && !isFew {
				t.Errorf("%s in\n%s", step.Detail, statement)
			}
		}
	}
}
