package crashtest

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"boardcircle/pb_hooks/internal/idempotency"
	"boardcircle/pb_hooks/internal/testapp/testdb"
)

// A server that is killed while it handles a request with an Idempotency-Key does not run a repeat of the request: it
// may have made the change just before.
func TestARequestThatWasKilledIsNotRunAgain(t *testing.T) {
	testdb.SkipUnderRace(t)
	// A statement that never ends, so that the kill happens during it.
	const endless = `BEGIN SELECT (WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n); END`
	for _, c := range []struct {
		name, trigger string
		stored        int
	}{
		{"between the effect and the stored result", "BEFORE UPDATE ON idempotency_keys", 1},
		{"before the effect", "BEFORE INSERT ON email_campaigns", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), testTimeout)
			defer cancel()
			s, _ := newServer(t)
			s.prepare(ctx)
			s.start(ctx)
			admin := s.console(t)
			admin.header.Set(idempotency.Header, "the-first-key")
			post := func() (int, string, error) {
				return admin.try(ctx, http.MethodPost, "/api/campaigns", draft("Monsoon"))
			}
			count := func(query string) int {
				var n []int
				s.query(query, &n)
				return n[0]
			}
			s.execute("CREATE TRIGGER endless " + c.trigger + " " + endless)
			go func() { _, _, _ = post() }()
			for count("SELECT count(*) FROM idempotency_keys") == 0 || count("SELECT count(*) FROM email_campaigns") < c.stored {
				s.pause(ctx)
			}
			time.Sleep(200 * time.Millisecond) // until the statement of the trigger runs
			s.kill()
			s.execute("DROP TRIGGER endless")
			s.start(ctx)
			for range 2 {
				status, body, err := post()
				if err != nil || status != http.StatusConflict || !strings.Contains(body, "we do not know whether it took effect") {
					t.Errorf("the repeat: status = %d, want 409: %s %v", status, body, err)
				}
			}
			if n := count("SELECT count(*) FROM email_campaigns"); n != c.stored {
				t.Errorf("%d campaigns are stored, want %d", n, c.stored)
			}
			admin.header.Set(idempotency.Header, "the-second-key")
			if status, body, err := post(); err != nil || status != http.StatusCreated {
				t.Errorf("another key: status = %d, want 201: %s %v", status, body, err)
			}
		})
	}
}

// After kills at any moment, repeating each request with its key leaves at most one record of each, and exactly one of
// each that has been answered with success.
func TestRepeatsAcrossKillsStoreEachRecordOnce(t *testing.T) {
	testdb.SkipUnderRace(t)
	ctx, cancel := context.WithTimeout(t.Context(), testTimeout)
	defer cancel()
	kills := 2
	if *long {
		kills = 20
	}
	s, _ := newServer(t)
	s.prepare(ctx)
	s.start(ctx)
	answered, sent := map[int]int{}, 0
	for range kills {
		admin := s.console(t)
		post := func(n int) (int, string, error) {
			admin.header.Set(idempotency.Header, fmt.Sprint("campaign-", n))
			return admin.try(ctx, http.MethodPost, "/api/campaigns", draft(fmt.Sprint("Campaign ", n)))
		}
		first := sent
		killed := time.AfterFunc(time.Duration(200+sent%7*13)*time.Millisecond, func() { _ = s.process.Process.Kill() })
		for {
			sent++
			if _, _, err := post(sent); err != nil {
				break
			}
		}
		killed.Stop()
		<-s.ended
		s.start(ctx)
		for n := first + 1; n <= sent; n++ {
			status, body, err := post(n)
			if err != nil || status != http.StatusCreated && status != http.StatusConflict {
				t.Fatalf("the repeat: status = %d, want 201 or 409: %s %v", status, body, err)
			}
			answered[n] = status
		}
	}
	var names []string
	s.query("SELECT name FROM email_campaigns", &names)
	stored := map[string]int{}
	for _, name := range names {
		stored[name]++
	}
	conflicts := 0
	for n, status := range answered {
		count := stored[fmt.Sprint("Campaign ", n)]
		if status == http.StatusConflict {
			conflicts++
		}
		if count > 1 || count == 0 && status == http.StatusCreated {
			t.Errorf("request %d was answered %d, and is stored %d times", n, status, count)
		}
	}
	if conflicts > kills { // one request runs at a time
		t.Errorf("%d repeats were refused after %d kills", conflicts, kills)
	}
	t.Logf("%d requests, %d of them interrupted", sent, conflicts)
}

// draft is the body of a new campaign. Several campaigns may have the same name.
func draft(name string) map[string]any {
	return map[string]any{"name": name, "subject": "News", "content": "The circle meets."}
}

// execute changes the database of a running or killed server.
func (s *server) execute(sql string) {
	s.t.Helper()
	db := s.open()
	defer db.Close()
	if _, err := db.NewQuery(sql).Execute(); err != nil {
		s.t.Fatal(err)
	}
}
