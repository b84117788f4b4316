package operations_test

import (
	"crypto/rand"
	"fmt"
	"maps"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"

	"boardcircle/pb_hooks/internal/config"
	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/internal/testapp/queryplan"
	"boardcircle/pb_hooks/operations"
)

// metrics reads and parses /metrics with the token. It returns the value of each series.
func metrics(t *testing.T, h *testapp.App) map[string]float64 {
	t.Helper()
	monitor := h.Visitor()
	monitor.Header.Set("Authorization", "Bearer "+testapp.MetricsToken)
	answer := monitor.Get("/metrics")
	if answer.Status != 200 || answer.Header.Get("Content-Type") != "text/plain; version=0.0.4; charset=utf-8" {
		t.Fatalf("status = %d, header = %s: %s", answer.Status, answer.Header, answer.Body)
	}
	parser := expfmt.NewTextParser(model.LegacyValidation)
	if _, err := parser.TextToMetricFamilies(strings.NewReader(answer.Body)); err != nil {
		t.Fatalf("%v in\n%s", err, answer.Body)
	}
	values := map[string]float64{}
	for line := range strings.Lines(answer.Body) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		series, value, _ := strings.Cut(strings.TrimSpace(line), "} ")
		if value == "" {
			series, value, _ = strings.Cut(series, " ")
		} else {
			series += "}"
		}
		n, err := strconv.ParseFloat(value, 64)
		if err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		values[series] = n
	}
	return values
}

func TestMetricsRequireASuperuserOrTheToken(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	for name, visitor := range map[string]*testapp.Visitor{
		"a visitor": h.Visitor(), "a user": h.SignedIn("users", nil), "an admin": h.SignedIn("admins", nil),
	} {
		if answer := visitor.Get("/metrics"); answer.Status != 401 || strings.Contains(answer.Body, "boardcircle_") {
			t.Errorf("%s: status = %d, want 401: %s", name, answer.Status, answer.Body)
		}
	}
	if answer := h.SignedIn(core.CollectionNameSuperusers, nil).Get("/metrics"); answer.Status != 200 {
		t.Errorf("a superuser: status = %d, want 200: %s", answer.Status, answer.Body)
	}
	for _, header := range []string{"Bearer ", "Bearer wrong", testapp.MetricsToken, "Basic " + testapp.MetricsToken, "Bearer " + testapp.MetricsToken + "x"} {
		visitor := h.Visitor()
		visitor.Header.Set("Authorization", header)
		if answer := visitor.Get("/metrics"); answer.Status != 401 {
			t.Errorf("%q: status = %d, want 401", header, answer.Status)
		}
	}
	metrics(t, h)

	without := testapp.New(t, testapp.WithConfig(func(c *config.Config) { c.MetricsToken = "" }))
	for _, header := range []string{"", "Bearer ", "Bearer x"} {
		visitor := without.Visitor()
		if header != "" {
			visitor.Header.Set("Authorization", header)
		}
		if answer := visitor.Get("/metrics"); answer.Status != 401 {
			t.Errorf("without a configured token, %q: status = %d, want 401", header, answer.Status)
		}
	}
}

func TestRequestsAreCountedByTheirRouteAndStatus(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	visitor := h.Visitor()
	visitor.Get("/api/user")
	visitor.Get("/api/user")
	visitor.Get("/api/config")
	h.SignedIn("admins", nil).Get("/api/people/unknownrecord00")
	visitor.Get("/api/collections/users/records")
	visitor.Post("/api/login", map[string]any{"email": "asha@example.com", "password": "wrong"})
	visitor.Post("/api/collections/_superusers/auth-with-otp", map[string]any{"otpId": "unknown", "password": "00000000"})
	values := metrics(t, h)
	for series, want := range map[string]float64{
		`boardcircle_http_requests_total{route="GET /api/user",status="401"}`:                             2,
		`boardcircle_http_requests_total{route="GET /api/config",status="200"}`:                           1,
		`boardcircle_http_requests_total{route="GET /api/people/{id}",status="404"}`:                      1,
		`boardcircle_http_requests_total{route="GET /api/collections/{collection}/records",status="403"}`: 1,
		`boardcircle_http_request_duration_seconds_count{route="GET /api/user"}`:                          2,
		`boardcircle_http_request_duration_seconds_bucket{route="GET /api/user",le="+Inf"}`:               2,
		`boardcircle_sign_ins_total{account="users",result="failed"}`:                                     1,
		`boardcircle_sign_ins_total{account="users",result="limited"}`:                                    0,
		`boardcircle_sign_ins_total{account="superusers",result="failed"}`:                                1,
		`boardcircle_sign_ins_total{account="superusers",result="ok"}`:                                    0,
	} {
		if got, found := values[series]; !found || got != want {
			t.Errorf("%s = %v, want %v", series, got, want)
		}
	}
	for range 40 {
		visitor.Post("/api/login", map[string]any{"email": "asha@example.com", "password": "wrong"})
	}
	if n := metrics(t, h)[`boardcircle_sign_ins_total{account="users",result="limited"}`]; n == 0 {
		t.Error("limited sign-ins are not counted")
	}
}

func TestRequestsCannotCreateSeries(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	visitor := h.Visitor()
	send := func(n int) {
		for i := range n {
			for _, path := range []string{"/%s", "/api/%s", "/api/members/registered-users/%s", "/images/%s", "/api/collections/%s/records", "/_/%s", "/assets/%s.js?x=%[1]s"} {
				visitor.Get(fmt.Sprintf(path, rand.Text()))
			}
			visitor.Send("PURGE", "/"+rand.Text(), nil)
			visitor.Send("X"+rand.Text(), "/api/user", nil)
			visitor.Send(http.MethodPut, fmt.Sprintf("/api/nothing/%d", i), nil)
		}
	}
	send(2)
	first := metrics(t, h)
	send(50)
	second := metrics(t, h)
	if len(second) > len(first) {
		for series := range second {
			if _, found := first[series]; !found && !strings.Contains(series, "/metrics") {
				t.Errorf("a new series: %s", series)
			}
		}
	}
	random := regexp.MustCompile(`[A-Z2-7]{26}`)
	for series := range second {
		if random.MatchString(series) {
			t.Errorf("a label contains text of a request: %s", series)
		}
	}
}

func TestMetricsIncludeQueuesLagsAndDisk(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	values := metrics(t, h)
	if values["boardcircle_mail_lag_seconds"] != 0 || values["boardcircle_payment_lag_seconds"] != 0 {
		t.Errorf("the lags of an idle site = %v and %v, want 0", values["boardcircle_mail_lag_seconds"],
			values["boardcircle_payment_lag_seconds"])
	}
	h.Visitor().Post("/api/register", map[string]any{
		"name": "Asha Rao", "email": "asha@example.com", "phone": "+919876543210", "location": "Mumbai",
		"password": "Arabian Sea 42", "requestType": "enquiry",
	})
	fail(t, h, 2)
	for _, statement := range []string{
		`INSERT INTO payment_events (id, eventId, bodyHash, state, createdAt) VALUES ('waiting', 'evt_1', 'hash', 'waiting', '2026-08-03 06:29:00.000Z')`,
		`UPDATE email_logs SET createdAt = '2026-08-03 06:30:00.000Z'`, // the database uses the system clock
	} {
		if _, err := h.PB.NonconcurrentDB().NewQuery(statement).Execute(); err != nil {
			t.Fatal(err)
		}
	}
	h.Clock.Advance(90 * time.Second)
	values = metrics(t, h)
	for series, want := range map[string]float64{
		`boardcircle_jobs{state="failed",type="mail.send"}`:     3,
		`boardcircle_mail_lag_seconds`:                          90,
		`boardcircle_payment_lag_seconds`:                       150,
		`boardcircle_jobs_oldest_due_seconds{type="mail.send"}`: 0,
	} {
		if values[series] != want {
			t.Errorf("%s = %v, want %v", series, values[series], want)
		}
	}
	for _, series := range []string{
		`boardcircle_database_bytes{file="data.db"}`, `boardcircle_disk_free_bytes`, `boardcircle_disk_bytes`, `go_goroutines`,
	} {
		if values[series] <= 0 {
			t.Errorf("%s = %v, want more than 0", series, values[series])
		}
	}
	h.Drain()
	if lag := metrics(t, h)["boardcircle_mail_lag_seconds"]; lag != 90 { // the job has failed, but the email still waits
		t.Errorf("the lag of the emails = %v, want 90", lag)
	}
}

func TestMetricsUseIndexes(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	statements := queryplan.CaptureQueries(h.PB, func() { metrics(t, h) })
	if n := queryplan.AssertIndexed(t, h.PB, statements, []string{"jobs", "email_logs", "payment_events"}, nil); n < 3 {
		t.Errorf("only %d statements were checked, want at least 3", n)
	}
}

func TestTheGuideMentionsOnlyExistingMetrics(t *testing.T) {
	t.Parallel()
	guide, err := os.ReadFile("../../docs/operate.md")
	if err != nil {
		t.Fatal(err)
	}
	h := testapp.New(t)
	h.Visitor().Get("/api/config")
	all := strings.Join(slices.Collect(maps.Keys(metrics(t, h))), "\n")
	names := regexp.MustCompile(`boardcircle_[a-z]\w+`).FindAllString(string(guide), -1)
	if len(names) < 5 {
		t.Errorf("the guide mentions only %v", names)
	}
	for _, name := range names {
		if !strings.Contains(all, name) {
			t.Errorf("the guide mentions %s, which does not exist", name)
		}
	}
}

func TestAFeatureAddsItsOwnMetrics(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	h.Metrics.Register(
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "boardcircle_replication_lag_seconds", Help: "Lag."},
			func() float64 { return 7 }))
	if lag := metrics(t, h)["boardcircle_replication_lag_seconds"]; lag != 7 {
		t.Errorf("the lag = %v, want 7", lag)
	}
}

func BenchmarkObserveRequest(b *testing.B) {
	metrics := operations.NewMetrics(operations.MetricsOptions{})
	b.ReportAllocs()
	for b.Loop() {
		metrics.ObserveRequest("GET /api/people/{id}", 200, 3*time.Millisecond)
	}
}
