// Package growth measures whether requests become slower with more records.
//
//	npm run bench:growth      1,000, 10,000 and 100,000 registrations with twice the transactions and emails
//
// It prints each request's median at each size and the ratio of the largest to the smallest size. The sizes are
// measured in turns, so that other load on the machine affects all of them. The package yardstick compares with a
// bare PocketBase.
package growth

import (
	"flag"
	"fmt"
	"net/netip"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/config"
	"boardcircle/pb_hooks/internal/loadtest"
	"boardcircle/pb_hooks/internal/testapp"
)

var (
	sizes = flag.String("sizes", "", "numbers of registrations, such as 1000,10000,100000; nothing is measured without")
	turns = flag.Int("turns", 25, "number of times that each request is made at each size")
	only  = flag.String("only", "", "a regular expression; measures the requests that match it")
)

// The highest allowed ratios of the largest to the smallest size.
const (
	visitorRatio = 1.5
	consoleRatio = 3
	// segmentRatio limits the growth of a segment's count, which reads all people: a hundred times as many take about a
	// hundred times as long.
	segmentRatio = 150
)

// site is a filled app with the clients that call it.
type site struct {
	*testapp.App
	people int
	tier   *core.Record
	member *testapp.Visitor
	staff  *testapp.Visitor
	serial int
}

func open(t *testing.T, people int) *site {
	t.Helper()
	s := &site{people: people, App: testapp.New(t, testapp.WithConfig(func(c *config.Config) {
		c.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
	}))}
	tiers, err := s.PB.FindCollectionByNameOrId("membership_tiers")
	if err != nil {
		t.Fatal(err)
	}
	s.tier = core.NewRecord(tiers)
	s.tier.Load(map[string]any{
		"name":     "Founding Circle",
		"slug":     "founding",
		"price":    2500000,
		"currency": "INR",
		"duration": "monthly",
		"isActive": true,
	})
	if err := s.PB.Save(s.tier); err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	if err := loadtest.Fill(s.PB, people, true); err != nil {
		t.Fatal(err)
	}
	t.Logf("stored %d people in %s", people, time.Since(start).Round(time.Millisecond))
	account, err := s.PB.FindRecordById("users", fmt.Sprintf("u%014d", people/2))
	if err != nil {
		t.Fatal(err)
	}
	s.GrantTerm(account.Id, s.Clock.Now().Add(-time.Hour), time.Time{})
	s.member, s.staff = s.SignedInAs(account), s.SignedIn("admins", nil)
	session := s.staff.Post("/api/events", map[string]any{
		"title": "Reading the audit report", "host": "Meera Krishnan", "capacity": 100,
		"meetingUrl": "https://meet.example.com/j/1", "startsAt": "2026-08-27T18:00",
	})
	id, _ := session.JSON["id"].(string)
	if published := s.staff.Post("/api/events/"+id+"/publish", nil); published.Status != 200 {
		t.Fatal(session.Body, published.Body)
	}
	if err := loadtest.FillDirectory(s.PB, people, 50, id); err != nil {
		t.Fatal(err)
	}
	return s
}

// visitor returns a visitor with their own address and so their own rate budget.
func (s *site) visitor() *testapp.Visitor {
	s.serial++
	v := s.Visitor()
	v.Header.Set("X-Forwarded-For", fmt.Sprintf("10.%d.%d.%d", s.serial>>16&255, s.serial>>8&255, s.serial&255))
	return v
}

// request is one kind of request. It is timed, and returns its response.
type request struct {
	name   string
	ratio  float64
	status int
	run    func(t *testing.T, s *site) func() testapp.Response
}

func get(path string) func(*testing.T, *site) func() testapp.Response {
	return func(_ *testing.T, s *site) func() testapp.Response {
		return func() testapp.Response { return s.staff.Get(path) }
	}
}

func own(path string) func(*testing.T, *site) func() testapp.Response {
	return func(_ *testing.T, s *site) func() testapp.Response {
		return func() testapp.Response { return s.member.Get(path) }
	}
}

func count(conditions ...map[string]any) func(*testing.T, *site) func() testapp.Response {
	return func(_ *testing.T, s *site) func() testapp.Response {
		body := map[string]any{"segment": map[string]any{"match": "all", "conditions": conditions}}
		return func() testapp.Response { return s.staff.Post("/api/segments/count", body) }
	}
}

func condition(field, value string) map[string]any {
	return map[string]any{"field": field, "value": value}
}

var requests = []request{
	{"nomination", visitorRatio, 201, func(_ *testing.T, s *site) func() testapp.Response {
		v := s.visitor()
		body := loadtest.Nomination(s.serial)
		return func() testapp.Response { return v.Post("/api/registrations", body) }
	}},
	{"draft, first", visitorRatio, 200, func(_ *testing.T, s *site) func() testapp.Response {
		v := s.visitor()
		return func() testapp.Response { return v.Post("/api/drafts", loadtest.Draft(1)) }
	}},
	{"draft, again", visitorRatio, 200, func(t *testing.T, s *site) func() testapp.Response {
		v := s.visitor()
		v.Post("/api/drafts", loadtest.Draft(1))
		return func() testapp.Response { return v.Post("/api/drafts", loadtest.Draft(2)) }
	}},
	{"plans", visitorRatio, 200, func(_ *testing.T, s *site) func() testapp.Response {
		v := s.visitor()
		return func() testapp.Response { return v.Get("/api/membership-tiers") }
	}},
	{"forgot-password", visitorRatio, 200, func(_ *testing.T, s *site) func() testapp.Response {
		v := s.visitor()
		email := fmt.Sprintf("u%d@sample.example", s.serial)
		return func() testapp.Response {
			a := v.Post("/api/forgot-password", map[string]any{"email": email})
			s.Drain()
			return a
		}
	}},
	{"/api/user", visitorRatio, 200, func(_ *testing.T, s *site) func() testapp.Response {
		return func() testapp.Response { return s.member.Get("/api/user") }
	}},
	{"memberships/mine", visitorRatio, 200, func(_ *testing.T, s *site) func() testapp.Response {
		return func() testapp.Response { return s.member.Get("/api/memberships/mine") }
	}},
	{"circle home", visitorRatio, 200, own("/api/circle")},
	{"directory", visitorRatio, 200, own("/api/directory")},
	{"directory, by city", visitorRatio, 200, own("/api/directory?city=Pune")},
	{"search directory", visitorRatio, 200, own("/api/directory?search=777")},
	{"search directory, in all", visitorRatio, 200, own("/api/directory?search=person")},
	{"order", visitorRatio, 201, func(_ *testing.T, s *site) func() testapp.Response {
		buyer := s.buyer()
		return func() testapp.Response { return buyer.Post("/api/payments/create-order", orderBody(s.tier)) }
	}},
	{"payment webhook", visitorRatio, 200, func(t *testing.T, s *site) func() testapp.Response {
		order := s.buyer().Post("/api/payments/create-order", orderBody(s.tier))
		id, _ := order.JSON["orderId"].(string)
		if id == "" {
			id, _ = order.JSON["subscriptionId"].(string)
		}
		delivery := s.pay(t, id)
		return func() testapp.Response {
			status := s.Deliver(delivery)
			s.Drain()
			return testapp.Response{Status: status}
		}
	}},
	{"email webhook", visitorRatio, 0, func(_ *testing.T, s *site) func() testapp.Response {
		v := s.visitor()
		v.Header.Set("Authorization", "Bearer "+testapp.WebhookToken)
		body := fmt.Sprintf(
			`{"event":"delivered","email":"u1@sample.example","message-id":"message%d","date":"2026-08-03 06:30:00","ts_event":%d}`,
			s.serial,
			s.serial,
		)
		return func() testapp.Response { return v.Post("/api/webhooks/brevo", body) }
	}},

	{"stats", consoleRatio, 200, get("/api/admin/stats")},
	{"figures", consoleRatio, 200, get("/api/members/figures")},
	{"charts", consoleRatio, 200, get("/api/admin/charts")},
	{"activity", consoleRatio, 200, get("/api/admin/recent-activity")},
	{"users", consoleRatio, 200, get("/api/members/registered-users?page=1")},
	{"users, by name", consoleRatio, 200, get("/api/members/registered-users?page=1&sort=name")},
	{"leads", consoleRatio, 200, get("/api/members/leads?page=1")},
	{"paid members", consoleRatio, 200, get("/api/paid-members?page=1")},
	{"transactions", consoleRatio, 200, get("/api/transactions?page=1")},
	{"transactions, completed", consoleRatio, 200, get("/api/transactions?page=1&status=completed")},
	{"registrations", consoleRatio, 200, get("/api/registrations?page=1")},
	{"queue", consoleRatio, 200, get("/api/nominations?page=1")},
	{"queue, approved", consoleRatio, 200, get("/api/nominations?page=1&state=approved")},
	{"queue counts", consoleRatio, 200, get("/api/nominations/counts")},
	{"emails", consoleRatio, 200, get("/api/emails?page=1")},
	{"emails, delivered", consoleRatio, 200, get("/api/emails?page=1&status=delivered")},
	{"email counts", consoleRatio, 200, get("/api/emails/summary")},
	{"audit log", consoleRatio, 200, get("/api/audit?page=1")},
	{"a member", consoleRatio, 200, get("/api/people/u00000000000007")},
	{"search users", consoleRatio, 200, get("/api/members/registered-users?page=1&search=u777@")},
	{"search users, phone", consoleRatio, 200,
		get("/api/members/registered-users?page=1&search=" + loadtest.Phone(777))},
	{"search registrations", consoleRatio, 200, get("/api/registrations?page=1&search=u778@")},
	{"search queue", consoleRatio, 200, get("/api/nominations?page=1&state=all&search=u778@")},
	{"search leads", consoleRatio, 200, get("/api/members/leads?page=1&search=u777@")},
	{"search paid members", consoleRatio, 200, get("/api/paid-members?page=1&search=u777@")},
	{"search transactions", consoleRatio, 200, get("/api/transactions?page=1&search=" + loadtest.PaymentID(777))},
	{"search emails", consoleRatio, 200, get("/api/emails?page=1&search=u777@")},
	{"search audit log", consoleRatio, 200, get("/api/audit?page=1&search=tier+777")},
	{"search users, nothing", consoleRatio, 200, get("/api/members/registered-users?page=1&search=nobody+at+all")},
	{"search users, two letters", consoleRatio, 200, get("/api/members/registered-users?page=1&search=zz")},
	{"search users, in all", consoleRatio, 200, get("/api/members/registered-users?page=1&search=sample")},
	{"search transactions, in all", consoleRatio, 200, get("/api/transactions?page=1&search=person")},
	{"segment, everyone", segmentRatio, 200, count()},
	{"segment, paid", segmentRatio, 200, count(condition("list", "paid"))},
	{"segment, account", segmentRatio, 200, count(condition("account", "enquiry"))},
	{"segment, nomination", segmentRatio, 200, count(condition("nomination", "approved"))},
	{"segment, membership", segmentRatio, 200, count(condition("membership", "active"))},
	{"segment, city and tag", segmentRatio, 200, count(condition("city", "Pune"), condition("tag", "speaker"))},
}

// TestGrowth is the benchmark.
func TestGrowth(t *testing.T) {
	if *sizes == "" {
		t.Skip("npm run bench:growth")
	}
	selected, err := regexp.Compile(*only)
	if err != nil {
		t.Fatal(err)
	}
	var sites []*site
	for text := range strings.SplitSeq(*sizes, ",") {
		people, err := strconv.Atoi(text)
		if err != nil {
			t.Fatal(err)
		}
		sites = append(sites, open(t, people))
	}
	fmt.Printf("\n%-30s", "milliseconds, median")
	for _, s := range sites {
		fmt.Printf("%12d", s.people)
	}
	fmt.Printf("%9s%9s\n", "ratio", "wanted")
	for _, r := range requests {
		if !selected.MatchString(r.name) {
			continue
		}
		medians := r.measure(t, sites)
		fmt.Printf("%-30s", r.name)
		for _, m := range medians {
			fmt.Printf("%12.2f", milliseconds(m))
		}
		ratio := float64(medians[len(medians)-1]) / float64(medians[0])
		verdict := ""
		if ratio > r.ratio {
			verdict = "  over"
		}
		fmt.Printf("%9.2f%9.1f%s\n", ratio, r.ratio, verdict)
	}
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

func (r request) measure(t *testing.T, sites []*site) []time.Duration {
	t.Helper()
	times := make([][]time.Duration, len(sites))
	for turn := range *turns + 2 {
		for i, s := range sites {
			run := r.run(t, s)
			start := time.Now()
			answer := run()
			took := time.Since(start)
			if r.status != 0 && answer.Status != r.status || answer.Status >= 400 {
				t.Fatalf("%s at %d: %d %s", r.name, s.people, answer.Status, answer.Body)
			}
			if turn >= 2 { // the first turns warm up
				times[i] = append(times[i], took)
			}
		}
	}
	medians := make([]time.Duration, len(sites))
	for i := range times {
		medians[i] = median(times[i])
	}
	return medians
}

func median(times []time.Duration) time.Duration {
	slices.Sort(times)
	return times[len(times)/2]
}
