package crashtest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"boardcircle/pb_hooks/demo/fakerazorpay"
	"boardcircle/pb_hooks/internal/testapp/testdb"
)

// promise is what an acknowledged write guarantees: a query that counts, and the expected count.
type promise struct {
	query string
	args  map[string]any
	want  int
	// needsJobs is true if a job does the work, so that the promise holds only once the queue is empty.
	needsJobs bool
}

// writer makes one write after another in a feature. Each write returns what its acknowledgement guarantees. An error
// means that the write was not acknowledged, so it may or may not have happened.
type writer struct {
	name  string
	write func(ctx context.Context, n int) ([]promise, error)
}

// errUnanswered is the error of a request to a server that is killed or ends.
var errUnanswered = errors.New("no response")

// After any number of kills, each acknowledged write of every feature is stored exactly once, even while backups are
// created and commands run.
func TestAcknowledgedWritesOfEveryFeatureSurviveKills(t *testing.T) {
	testdb.SkipUnderRace(t)
	kills := 2
	if *long {
		kills = 30
	}
	t.Logf("seed %d", *seed)
	random := rand.New(rand.NewPCG(*seed, 3))
	ctx, cancel := context.WithTimeout(t.Context(), 3*testTimeout)
	defer cancel()
	s, mails := newServer(t)
	payments := s.addPayments(t)
	s.prepare(ctx)
	s.start(ctx)
	tier := s.createTier(t)
	s.switchOnAutomation(t)
	load := &load{s: s}
	load.run(ctx, s.writers(t, payments, tier))
	for range kills {
		load.waitForMore(t, 60)
		commands := s.runCommands(ctx, random)
		time.Sleep(time.Duration(random.IntN(1_500_000)) * time.Microsecond)
		s.killAfter(random, mails)
		<-commands
		load.check(t, false)
		s.checkIntegrity()
		s.start(ctx)
	}
	load.waitForMore(t, 60)
	load.stop()
	s.waitForJobs(ctx)
	load.check(t, true)
	s.checkLocks(t, "at the end")
	s.checkDerived(ctx)
	s.kill()
	load.check(t, true)
	s.checkIntegrity()
}

// load runs all writers at once.
type load struct {
	s    *server
	end  chan struct{}
	done sync.WaitGroup

	mu       sync.Mutex
	promises []promise
	counts   map[string]int
	refused  []string
}

func (l *load) run(ctx context.Context, writers []writer) {
	l.end, l.counts = make(chan struct{}), map[string]int{}
	for _, w := range writers {
		l.done.Go(func() {
			for n := 0; ctx.Err() == nil; n++ {
				select {
				case <-l.end:
					return
				default:
				}
				promises, err := w.write(ctx, n)
				l.mu.Lock()
				if err == nil {
					l.promises = append(l.promises, promises...)
					l.counts[w.name]++
				} else if !errors.Is(err, errUnanswered) && !l.s.diskFails.Load() {
					l.refused = append(l.refused, fmt.Sprintf("%s: %v", w.name, err))
				}
				l.mu.Unlock()
				if err != nil {
					time.Sleep(20 * time.Millisecond)
				} else {
					time.Sleep(thinkTime())
				}
			}
		})
	}
	l.s.t.Cleanup(l.stop)
}

func (l *load) stop() {
	select {
	case <-l.end:
	default:
		close(l.end)
	}
	l.done.Wait()
}

func (l *load) waitForMore(t *testing.T, more int) {
	t.Helper()
	count := func() int {
		l.mu.Lock()
		defer l.mu.Unlock()
		return len(l.promises)
	}
	for want, until := count()+more, time.Now().Add(2*time.Minute); count() < want; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(until) {
			l.check(t, false)
			t.Fatal("nothing has been acknowledged for two minutes")
		}
	}
}

// check checks the promises. It checks promises that depend on jobs only if jobsDone.
func (l *load) check(t *testing.T, jobsDone bool) {
	t.Helper()
	l.mu.Lock()
	defer l.mu.Unlock()
	db := l.s.open()
	defer db.Close()
	checked, broken := 0, []string{}
	for _, p := range l.promises {
		if p.needsJobs && !jobsDone {
			continue
		}
		checked++
		var got int
		if err := db.NewQuery(p.query).Bind(p.args).Row(&got); err != nil || got != p.want {
			broken = append(broken, fmt.Sprintf("%s %v: %d, want %d (%v)", p.query, p.args, got, p.want, err))
		}
	}
	if len(broken) > 0 {
		t.Errorf("%d of %d acknowledged writes are not stored exactly once:\n%s", len(broken), checked,
			strings.Join(broken[:min(10, len(broken))], "\n"))
	}
	if len(l.refused) > 0 {
		t.Errorf("refused:\n%s", strings.Join(l.refused[:min(10, len(l.refused))], "\n"))
	}
	t.Logf("%d acknowledged writes are stored; %v", checked, l.counts)
}

// call sends a request and decodes the response. A status that is not in want is an error.
func (c *client) call(ctx context.Context, method, path string, body, into any, want ...int) error {
	status, text, err := c.try(ctx, method, path, body)
	switch {
	case err != nil, status == http.StatusServiceUnavailable:
		return errUnanswered
	case !slices.Contains(want, status):
		return fmt.Errorf("%s %s: status = %d, want %v: %s", method, path, status, want, text)
	case into == nil:
		return nil
	}
	return json.Unmarshal([]byte(text), into)
}

// at gives a client its own address, for the rate limits.
func (c *client) at(area, n int) *client {
	c.header.Set("X-Forwarded-For", fmt.Sprintf("10.%d.%d.%d", area, n>>8&255, n&255))
	return c
}

// addPayments starts a fake Razorpay that survives the kills.
func (s *server) addPayments(t *testing.T) *fakerazorpay.Server {
	t.Helper()
	keys := fakerazorpay.Keys{
		ID:            "rzp_test_CrashTest",
		Secret:        "secret-of-the-crash-test",
		WebhookSecret: "webhook-secret-of-the-crash-test",
	}
	provider, err := fakerazorpay.New(fakerazorpay.Options{Keys: keys})
	if err != nil {
		t.Fatal(err)
	}
	listener := httptest.NewServer(provider)
	t.Cleanup(func() {
		_ = provider.Close()
		listener.Close()
	})
	s.env = append(s.env, "RAZORPAY_KEY_ID="+keys.ID, "RAZORPAY_KEY_SECRET="+keys.Secret,
		"RAZORPAY_WEBHOOK_SECRET="+keys.WebhookSecret,
		"RAZORPAY_API_URL="+listener.URL+"/sandbox/razorpay", "RAZORPAY_CHECKOUT_URL="+listener.URL+
			"/sandbox/razorpay/checkout.js")
	return provider
}

// createTier creates a tier that is on sale.
func (s *server) createTier(t *testing.T) (id string) {
	t.Helper()
	var tier struct{ ID string }
	body := map[string]any{"name": "The founding circle", "price": "25000", "duration": "lifetime", "isActive": true}
	if err := s.console(t).
		call(t.Context(), http.MethodPost, "/api/membership-tiers", body, &tier, http.StatusCreated); err != nil {
		t.Fatal(err)
	}
	return tier.ID
}

// writers returns one writer for each feature that writes.
func (s *server) writers(t *testing.T, payments *fakerazorpay.Server, tier string) []writer {
	admin, nominations := s.console(t).at(1, 0), &nominationClients{t: t, url: s.url}
	return []writer{
		{"nominations", func(ctx context.Context, n int) ([]promise, error) {
			status, body, err := nominations.post(ctx, n, 0)
			if err != nil || status == http.StatusServiceUnavailable {
				return nil, errUnanswered
			}
			if status != http.StatusCreated {
				return nil, fmt.Errorf("status = %d, want 201: %s", status, body)
			}
			args := map[string]any{"email": address(n)}
			return []promise{
				{query: "SELECT count(*) FROM registrations WHERE email = {:email}", args: args, want: 1},
				{
					query:     "SELECT count(*) FROM email_logs WHERE emailAddress = {:email} AND status IN ('sent', 'delivered')",
					args:      args,
					want:      1,
					needsJobs: true,
				},
			}, nil
		}},
		{"drafts", func(ctx context.Context, n int) ([]promise, error) {
			var draft struct{ ID string }
			name := fmt.Sprintf("Draft %d", n)
			err := s.client(t).
				at(3, n).
				call(ctx, http.MethodPost, "/api/drafts", map[string]any{"email": nil, "formData": map[string]any{"name": name}}, &draft, http.StatusOK, http.StatusCreated)
			return []promise{{
				query: "SELECT count(*) FROM draft_registrations WHERE id = {:id} AND formData->>'name' = {:name}",
				args:  map[string]any{"id": draft.ID, "name": name},
				want:  1,
			}}, err
		}},
		{"sign-up", func(ctx context.Context, n int) ([]promise, error) {
			email := fmt.Sprintf("member-%04d@sample.example", n)
			err := s.client(t).at(4, n).call(ctx, http.MethodPost, "/api/register", signUp(email), nil,
				http.StatusCreated)
			return []promise{{
				query: "SELECT count(*) FROM users WHERE email = {:email}",
				args:  map[string]any{"email": email},
				want:  1,
			}}, err
		}},
		{"payments", func(ctx context.Context, n int) ([]promise, error) {
			buyer := s.client(t).at(2, n)
			if err := buyer.call(ctx, http.MethodPost, "/api/register",
				signUp(fmt.Sprintf("buyer-%04d@sample.example", n)), nil, http.StatusCreated); err != nil {
				return nil, err
			}
			return buyer.pay(ctx, payments, tier)
		}},
		{"the console", func(ctx context.Context, n int) ([]promise, error) {
			var tier struct{ ID string }
			err := admin.call(ctx, http.MethodPost, "/api/membership-tiers",
				map[string]any{"name": fmt.Sprintf("Circle %d", n), "price": "100",
					"isActive": false}, &tier, http.StatusCreated)
			args := map[string]any{"id": tier.ID}
			return []promise{
				{query: "SELECT count(*) FROM membership_tiers WHERE id = {:id}", args: args, want: 1},
				{query: "SELECT count(*) FROM audit_log WHERE subjectId = {:id}", args: args, want: 1},
			}, err
		}},
		{"automations", func(ctx context.Context, n int) ([]promise, error) {
			var draft struct{ ID string }
			email := fmt.Sprintf("abandoned-%04d@sample.example", n)
			body := map[string]any{"email": email, "formData": map[string]any{"name": "Asha Rao"}}
			if err := s.client(t).at(5, n).
				call(ctx, http.MethodPost, "/api/drafts", body, &draft, http.StatusOK, http.StatusCreated); err != nil {
				return nil, err
			}
			if err := s.ageDraft(draft.ID); err != nil {
				return nil, err
			}
			err := admin.call(
				ctx,
				http.MethodPut,
				abandonedDrafts,
				map[string]any{"isOn": true},
				nil,
				http.StatusOK,
			) // the automation runs immediately
			time.Sleep(50 * time.Millisecond) // each change starts a job
			return []promise{
				{
					query:     "SELECT count(*) FROM email_logs WHERE emailAddress = {:email}",
					args:      map[string]any{"email": email},
					want:      1,
					needsJobs: true,
				},
				{
					query:     "SELECT count(*) FROM email_logs WHERE emailAddress = {:email} AND status IN ('sent', 'delivered')",
					args:      map[string]any{"email": email},
					want:      1,
					needsJobs: true,
				},
			}, err
		}},
		{"imports", func(ctx context.Context, n int) ([]promise, error) {
			email := fmt.Sprintf("imported-%04d@sample.example", n)
			err := admin.call(ctx, http.MethodPost, "/api/members/imports", map[string]any{
				"fileName": "members.csv",
				"content":  "name,email\nAsha Rao," + email + "\n",
				"invite":   false,
			}, nil, http.StatusCreated)
			time.Sleep(50 * time.Millisecond) // each change starts a job
			return []promise{{
				query:     "SELECT count(*) FROM users WHERE email = {:email}",
				args:      map[string]any{"email": email},
				want:      1,
				needsJobs: true,
			}}, err
		}},
		{"texts", func(ctx context.Context, n int) ([]promise, error) { return admin.writeTexts(ctx, n) }},
	}
}

// writeTexts saves a text of each kind and publishes the plain one.
func (c *client) writeTexts(ctx context.Context, n int) (promises []promise, err error) {
	const list = "landing.faq.cards"
	item := fmt.Sprintf("item-%d", n)
	var page struct {
		Texts []struct {
			Key     string
			Version int
		}
	}
	if err := c.call(ctx, http.MethodGet, "/api/texts/landing", nil, &page, http.StatusOK); err != nil {
		return nil, err
	}
	version := 0
	for _, text := range page.Texts {
		if text.Key == list {
			version = text.Version
		}
	}
	question := list + "." + item + ".question"
	for _, text := range []struct {
		key     string
		version int
		value   any
	}{
		{list, version, []any{map[string]any{"id": item}}},
		{question, 0, item},
		{list + "." + item + ".answer", 0, "**" + item + "**"},
		{"landing.testimonials.cards." + item + ".image", 0, map[string]any{"image": "/images/" + item, "alt": item}},
	} {
		var saved struct{ Version int }
		body := map[string]any{"key": text.key, "version": text.version, "value": text.value}
		if err := c.call(ctx, http.MethodPut, "/api/texts/landing", body, &saved, http.StatusOK); err != nil {
			return promises, err
		}
		promises = append(promises, promise{
			query: "SELECT count(*) FROM texts WHERE key = {:key} AND version >= {:version}",
			args:  map[string]any{"key": text.key, "version": saved.Version}, want: 1,
		})
	}
	err = c.call(ctx, http.MethodPost, "/api/texts/landing/publish", map[string]any{"keys": []any{question}}, nil,
		http.StatusOK)
	return append(promises, promise{
		query: "SELECT count(*) FROM texts WHERE key = {:key} AND isPublished AND published = {:value}",
		args:  map[string]any{"key": question, "value": item}, want: 1,
	}), err
}

const abandonedDrafts = "/api/automations/draft-abandoned"

// switchOnAutomation switches on the automation that writes about drafts abandoned an hour ago, as if it had been on
// for longer.
func (s *server) switchOnAutomation(t *testing.T) {
	t.Helper()
	if err := s.console(t).
		call(t.Context(), http.MethodPut, abandonedDrafts, map[string]any{"isOn": true, "delayHours": 1}, nil, http.StatusOK); err != nil {
		t.Fatal(err)
	}
	db := s.open()
	defer db.Close()
	if _, err := db.NewQuery("UPDATE automations SET enabledAt = '2026-01-01 00:00:00.000Z', cursorAt = '2026-01-01 00:00:00.000Z'").
		Execute(); err != nil {
		t.Fatal(err)
	}
}

// ageDraft changes a draft as if it had been saved an hour ago.
func (s *server) ageDraft(id string) error {
	db := s.open()
	defer db.Close()
	_, err := db.NewQuery("UPDATE draft_registrations SET lastSaved = strftime('%Y-%m-%d %H:%M:%fZ', 'now', '-1 hour') WHERE id = {:id}").
		Bind(map[string]any{"id": id}).Execute()
	return err
}

func signUp(email string) map[string]any {
	return map[string]any{
		"name":        "Asha Rao",
		"email":       email,
		"phone":       "+919876543210",
		"location":    "Mumbai",
		"password":    "Arabian Sea 42",
		"requestType": "membership",
	}
}

// pay orders, pays at the provider, delivers the webhooks, and sends the checkout's callback.
func (c *client) pay(ctx context.Context, provider *fakerazorpay.Server, tier string) ([]promise, error) {
	var order struct{ OrderID string }
	err := c.call(ctx, http.MethodPost, "/api/payments/create-order", map[string]any{
		"customerName":     "Asha Rao",
		"customerEmail":    "buyer@sample.example",
		"customerPhone":    "+919876543210",
		"membershipTierId": tier,
	}, &order, http.StatusCreated)
	if err != nil {
		return nil, err
	}
	promises := []promise{{
		query: "SELECT count(*) FROM transactions WHERE razorpayOrderId = {:id}",
		args:  map[string]any{"id": order.OrderID},
		want:  1,
	}}
	paid, err := provider.Pay(order.OrderID, fakerazorpay.Success)
	if err != nil {
		return nil, err
	}
	completed := promise{
		query:     "SELECT count(*) FROM transactions WHERE razorpayOrderId = {:id} AND status = 'completed'",
		args:      map[string]any{"id": order.OrderID},
		want:      1,
		needsJobs: true,
	}
	for _, event := range provider.Events(paid.PaymentID) {
		request, err := event.Request(ctx, c.url+"/api/webhooks/razorpay")
		if err != nil {
			return nil, err
		}
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			return promises, nil // the order is stored, but the event was not acknowledged
		}
		_ = response.Body.Close()
		if response.StatusCode != http.StatusOK {
			return promises, nil
		}
		promises = append(promises, completed,
			promise{
				query: "SELECT count(*) FROM payment_events WHERE eventId = {:id}",
				args:  map[string]any{"id": event.EventID},
				want:  1,
			})
	}
	if err := c.call(ctx, http.MethodPost, "/api/payments/verify", paid.Fields, nil, http.StatusOK); err == nil {
		promises = append(promises, completed)
	} else if !errors.Is(err, errUnanswered) {
		return nil, err
	}
	return promises, nil
}

// runCommands creates backups and runs commands until all have finished, or were refused because the server was killed.
func (s *server) runCommands(ctx context.Context, random *rand.Rand) <-chan struct{} {
	list := [][]string{{"backup"}, {"members", "rebuild"}, {"payments", "reconcile"},
		{"members", "import", "MEMBERS.csv"}}
	random.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	admin := s.console(s.t)
	_, _, _ = admin.try(ctx, http.MethodPost, "/api/admin/backups", nil) // the request may be cut off
	done := make(chan struct{})
	go func() {
		defer close(done)
		for _, args := range list[:2] {
			// Twenty manual backups are allowed, and a long test creates more.
			if out, err := s.run(ctx, args...); err != nil && ctx.Err() == nil &&
				!strings.Contains(out, "Download what you need, then delete one") {
				s.t.Errorf("%v: %v\n%s", args, err, out)
			}
		}
	}()
	return done
}

// waitForJobs waits until no job is left.
func (s *server) waitForJobs(ctx context.Context) {
	s.t.Helper()
	for {
		left := s.number(
			"SELECT count(*) FROM jobs WHERE state = 'running' OR state = 'queued' AND runAt < strftime('%Y-%m-%d %H:%M:%fZ', 'now', '+1 minute')",
		)
		if left == 0 && s.queued() == 0 {
			return
		}
		select {
		case <-ctx.Done():
			s.t.Fatalf("%d jobs and %d emails are left", left, s.queued())
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// checkDerived checks that counters and lists equal the result of a rebuild.
func (s *server) checkDerived(ctx context.Context) {
	s.t.Helper()
	derived := func() map[string][]string {
		rows := map[string][]string{}
		for table, columns := range map[string]string{
			"counters": "json_array(*)", "people": "json_array(*)", "person_emails": "json_array(*)",
			"search_documents": "record || ' ' || kind", "search_terms": "term || ' ' || count(*)",
		} {
			query := "SELECT " + columns + " FROM " + table
			if columns == "json_array(*)" {
				var names []string
				s.query("SELECT name FROM pragma_table_info('"+table+
					"') WHERE name NOT IN ('rowid', 'createdAt', 'updatedAt')", &names)
				query = `SELECT json_array("` + strings.Join(names, `","`) + `") FROM ` + table
			}
			switch table {
			case "counters": // a counter that was counted down to zero keeps its row
				query += " WHERE n != 0"
			case "search_terms":
				query += " GROUP BY term"
			}
			var found []string
			s.query(query+" ORDER BY 1", &found)
			rows[table] = found
		}
		return rows
	}
	before := derived()
	if out, err := s.run(ctx, "members", "rebuild"); err != nil {
		s.t.Fatalf("%v\n%s", err, out)
	}
	for table, want := range derived() {
		got := before[table]
		if slices.Equal(got, want) {
			continue
		}
		i := 0
		for i < min(len(got), len(want)) && got[i] == want[i] {
			i++
		}
		s.t.Errorf("%s: %d rows, want the %d of a rebuild; the first difference: %s, want %s", table, len(got), len(want),
			slices.Concat(got[i:], []string{""})[0], slices.Concat(want[i:], []string{""})[0])
	}
}
