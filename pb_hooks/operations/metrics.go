package operations

import (
	"bytes"
	"crypto/sha256"
	"crypto/subtle"
	"net/http"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/common/expfmt"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/disk"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/internal/openapi"
)

// GET /metrics serves a monitoring system, in Prometheus' text format 0.0.4. Each request is counted when it ends, at
// the cost of one lookup. All other figures are read when the monitoring system requests them. Labels only have a fixed
// set of values, such as the routes of the table, statuses and job types; never a path, an address or a name.

// MetricsOptions are the sources of the metrics.
type MetricsOptions struct {
	App  core.App
	Jobs *jobs.Runner
	// Token authenticates callers who are not superusers. "" allows only superusers.
	Token string
	// Version and Commit identify the build.
	Version, Commit string
	Clock           clock.Clock
	// OldestMail and OldestPaymentEvent return the time since which the oldest waiting email or payment event has
	// waited, or zero if none is waiting.
	OldestMail, OldestPaymentEvent func(app core.App) (time.Time, error)
	// LastLedgerCheck returns the time of the last check of the ledger, zero before the first check, and the number of
	// discrepancies.
	LastLedgerCheck func(app core.App) (at time.Time, discrepancies int, err error)
}

// Metrics holds the figures of a running server.
type Metrics struct {
	opts      MetricsOptions
	registry  *prometheus.Registry
	requests  *prometheus.CounterVec
	durations *prometheus.HistogramVec
	signIns   *prometheus.CounterVec
	// series caches the counter and histogram of each route and status, so that their labels are not built each time.
	series sync.Map
}

type requestKey struct {
	route  string
	status int
}

type requestSeries struct {
	count    prometheus.Counter
	duration prometheus.Observer
}

// NewMetrics returns the metrics of an app.
func NewMetrics(opts MetricsOptions) *Metrics {
	m := &Metrics{
		opts:     opts,
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "boardcircle_http_requests_total", Help: "Finished requests by route and status.",
		}, []string{"route", "status"}),
		durations: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name:    "boardcircle_http_request_duration_seconds",
			Help:    "Duration of the requests by route. Realtime streams count as 0.",
			Buckets: []float64{0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10},
		}, []string{"route"}),
		signIns: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "boardcircle_sign_ins_total",
			Help: "Sign-ins with a password or a code, by kind of account and result: ok, failed, or limited.",
		}, []string{"account", "result"}),
	}
	build := prometheus.NewGauge(prometheus.GaugeOpts{
		Name: "boardcircle_build_info", Help: "Always 1. The labels identify the build.",
		ConstLabels: prometheus.Labels{"version": opts.Version, "commit": opts.Commit, "go": runtime.Version()},
	})
	build.Set(1)
	for _, accounts := range signInRoutes {
		for _, result := range []string{"ok", "failed", "limited"} {
			m.signIns.WithLabelValues(accounts, result)
		}
	}
	m.Register(m.requests, m.durations, m.signIns, build, stateCollector{m},
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// Register adds collectors. It panics if one is already registered.
func (m *Metrics) Register(all ...prometheus.Collector) { m.registry.MustRegister(all...) }

// signInRoutes are the routes for signing in with a password or a code, with the kind of account. A password without
// the code of the second step counts as failed. Only superusers can use PocketBase's routes.
var signInRoutes = map[string]string{
	"POST /api/login":       "users",
	"POST /api/admin/login": "admins",
	"POST /api/collections/{collection}/auth-with-password": "superusers",
	"POST /api/collections/{collection}/auth-with-otp":      "superusers",
}

// ObserveRequest counts a finished request. It is an httpx.Observer.
func (m *Metrics) ObserveRequest(route string, status int, duration time.Duration) {
	key := requestKey{route, status}
	found, isKnown := m.series.Load(key)
	if !isKnown {
		found, _ = m.series.LoadOrStore(key, requestSeries{
			m.requests.WithLabelValues(route, strconv.Itoa(status)), m.durations.WithLabelValues(route),
		})
	}
	series := found.(requestSeries)
	series.count.Inc()
	series.duration.Observe(duration.Seconds())
	if accounts, isSignIn := signInRoutes[route]; isSignIn {
		m.signIns.WithLabelValues(accounts, signInResult(status)).Inc()
	}
}

func signInResult(status int) string {
	switch {
	case status < http.StatusBadRequest:
		return "ok"
	case status == http.StatusTooManyRequests:
		return "limited"
	}
	return "failed"
}

// Get is GET /metrics.
func (m *Metrics) Get() httpx.Endpoint {
	return httpx.File(m.write, []string{"text/plain"}, httpx.Doc{
		Tag: "operations", Summary: "Get the server's metrics in the text format of Prometheus",
		Scheme: openapi.MetricsToken, Statuses: []int{http.StatusUnauthorized},
	})
}

// write sends the metrics to superusers and callers with the token.
func (m *Metrics) write(e *core.RequestEvent) error {
	if !e.HasSuperuserAuth() && !m.hasToken(e.Request) {
		e.Response.Header().Set("WWW-Authenticate", `Bearer realm="metrics"`)
		return e.String(http.StatusUnauthorized, "Please send METRICS_TOKEN in the header Authorization: Bearer.\n")
	}
	families, err := m.registry.Gather()
	if err != nil {
		// The metrics that could be read are still useful.
		httpx.Logger(e).Error("Some metrics could not be read", "error", err)
	}
	var body bytes.Buffer
	for _, family := range families {
		if _, err := expfmt.MetricFamilyToText(&body, family); err != nil {
			return apperr.Fail("The metrics could not be written.", err)
		}
	}
	e.Response.Header().Set("Cache-Control", "no-store")
	return e.Blob(http.StatusOK, "text/plain; version=0.0.4; charset=utf-8", body.Bytes())
}

// hasToken compares hashes in constant time, so that the duration reveals neither the token nor its length.
func (m *Metrics) hasToken(r *http.Request) bool {
	token, isBearer := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	given, wanted := sha256.Sum256([]byte(token)), sha256.Sum256([]byte(m.opts.Token))
	return isBearer && m.opts.Token != "" && subtle.ConstantTimeCompare(given[:], wanted[:]) == 1
}

// stateCollector reads figures from the database and the disk on each request.
type stateCollector struct{ *Metrics }

var (
	jobsDesc = prometheus.NewDesc("boardcircle_jobs",
		"Background jobs by type and state. The due jobs are also counted as queued.", []string{"type", "state"}, nil)
	jobsAgeDesc = prometheus.NewDesc("boardcircle_jobs_oldest_due_seconds",
		"How long the oldest due job of a type has waited.", []string{"type"}, nil)
	mailLagDesc = prometheus.NewDesc("boardcircle_mail_lag_seconds",
		"Age of the oldest unsent email; 0 if none exists.", nil, nil)
	paymentDesc = prometheus.NewDesc("boardcircle_payment_lag_seconds",
		"Age of the oldest event of the payment provider that is not applied yet; 0 if none exists.", nil, nil)
	ledgerDesc = prometheus.NewDesc("boardcircle_ledger_discrepancies",
		"Number of discrepancies that the last nightly check of the ledger found.", nil, nil)
	ledgerAtDesc = prometheus.NewDesc("boardcircle_ledger_check_timestamp_seconds",
		"Time of the last check of the ledger, in Unix time; 0 before the first check.", nil, nil)
	fileSizeDesc = prometheus.NewDesc("boardcircle_database_bytes", "Size of the database files.", []string{"file"},
		nil)
	diskFreeDesc  = prometheus.NewDesc("boardcircle_disk_free_bytes", "Free space for the data directory.", nil, nil)
	diskTotalDesc = prometheus.NewDesc("boardcircle_disk_bytes", "Size of the data directory's disk.", nil, nil)
)

// Describe implements prometheus.Collector.
func (stateCollector) Describe(out chan<- *prometheus.Desc) {
	for _, desc := range []*prometheus.Desc{
		jobsDesc, jobsAgeDesc, mailLagDesc, paymentDesc, ledgerDesc, ledgerAtDesc, fileSizeDesc, diskFreeDesc,
		diskTotalDesc,
	} {
		out <- desc
	}
}

// Collect implements prometheus.Collector. For figures that cannot be read, it reports an error, which is logged.
func (c stateCollector) Collect(out chan<- prometheus.Metric) {
	gauge := func(desc *prometheus.Desc, value float64, labels ...string) {
		out <- prometheus.MustNewConstMetric(desc, prometheus.GaugeValue, value, labels...)
	}
	fail := func(desc *prometheus.Desc, err error) { out <- prometheus.NewInvalidMetric(desc, err) }

	if stats, err := c.opts.Jobs.Stats(); err != nil {
		fail(jobsDesc, err)
	} else {
		for _, s := range stats {
			gauge(jobsDesc, float64(s.Queued), s.Type, "queued")
			gauge(jobsDesc, float64(s.Due), s.Type, "due")
			gauge(jobsDesc, float64(s.Running), s.Type, "running")
			gauge(jobsDesc, float64(s.Failed), s.Type, "failed")
			gauge(jobsAgeDesc, s.OldestDue.Seconds(), s.Type)
		}
	}
	for desc, oldest := range map[*prometheus.Desc]func(core.App) (time.Time, error){
		mailLagDesc: c.opts.OldestMail, paymentDesc: c.opts.OldestPaymentEvent,
	} {
		since, err := oldest(c.opts.App)
		switch {
		case err != nil:
			fail(desc, err)
		case since.IsZero():
			gauge(desc, 0)
		default:
			gauge(desc, max(0, c.opts.Clock().Sub(since).Seconds()))
		}
	}
	if at, discrepancies, err := c.opts.LastLedgerCheck(c.opts.App); err != nil {
		fail(ledgerDesc, err)
	} else {
		gauge(ledgerDesc, float64(discrepancies))
		seconds := 0.0
		if !at.IsZero() {
			seconds = float64(at.Unix())
		}
		gauge(ledgerAtDesc, seconds)
	}
	dir := c.opts.App.DataDir()
	for _, name := range []string{"data.db", "data.db-wal", "auxiliary.db", "auxiliary.db-wal"} {
		if size, err := disk.Size(filepath.Join(dir, name)); err != nil {
			fail(fileSizeDesc, err)
		} else {
			gauge(fileSizeDesc, float64(size), name)
		}
	}
	if free, total, err := disk.Free(dir); err != nil {
		fail(diskFreeDesc, err)
	} else {
		gauge(diskFreeDesc, float64(free))
		gauge(diskTotalDesc, float64(total))
	}
}
