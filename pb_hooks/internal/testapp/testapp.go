// Package testapp runs the app for tests: a fresh, migrated database, the HTTP server, a fake Brevo and a fake
// Razorpay, and a clock that only Advance moves.
package testapp

import (
	"context"
	"crypto/rand"
	"fmt"
	"io/fs"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/descope/virtualwebauthn"
	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tests"

	hooks "boardcircle/pb_hooks"
	"boardcircle/pb_hooks/demo/fakebrevo"
	"boardcircle/pb_hooks/demo/fakerazorpay"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/config"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/modules"
	"boardcircle/pb_hooks/internal/pdftext"
	"boardcircle/pb_hooks/internal/sessions"
	"boardcircle/pb_hooks/internal/testapp/testdb"
)

// The binary of a test is also the worker that reads PDF files.
func init() {
	if pdftext.IsWorker(os.Args) {
		if err := pdftext.RunWorker(os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
}

// StartTime is the initial time of an App's clock.
var StartTime = time.Date(2026, 8, 3, 6, 30, 0, 0, time.UTC)

// AdminEmail receives the notices of new nominations.
const AdminEmail = "office@boardcircle.example"

// WebhookToken is the bearer token of Brevo's webhook.
const WebhookToken = "webhook-token-of-the-tests"

// MetricsToken is the bearer token of /metrics.
const MetricsToken = "metrics-token-of-the-tests"

// RazorpayKeys are the fake Razorpay's API keys and webhook secrets.
var RazorpayKeys = fakerazorpay.Keys{
	ID: "rzp_test_BoardcircleTest", Secret: "secret-of-the-tests",
	WebhookSecret: "webhook-secret-of-the-tests", WebhookSecretPrevious: "old-webhook-secret-of-the-tests",
}

// App is a running app. Its workers are not started; Drain runs due jobs. The fake Razorpay sends no webhooks; Deliver
// delivers its events.
type App struct {
	*hooks.App
	PB       *tests.TestApp
	Clock    *clock.Fake
	Brevo    *fakebrevo.Server
	Razorpay *fakerazorpay.Server
	URL      string

	t testing.TB
	// bubble is nil outside of a bubble.
	bubble *memoryListener
}

// Option changes the options of an App.
type Option func(*hooks.Options)

// WithConfig changes the configuration.
func WithConfig(change func(*config.Config)) Option {
	return func(o *hooks.Options) { change(&o.Config) }
}

// WithTimeouts sets the timeouts of requests.
func WithTimeouts(timeouts httpx.Timeouts) Option {
	return func(o *hooks.Options) { o.Timeouts = timeouts }
}

// WithDist sets the build of the web app.
func WithDist(dist fs.FS) Option {
	return func(o *hooks.Options) { o.Dist = dist }
}

// New starts an app that stops with the test. All modules are on.
func New(t testing.TB, options ...Option) *App {
	t.Helper()
	return start(t, testdb.New(t), nil, options)
}

// NewFresh starts an app as a new server does: without settings, so that all modules are off.
func NewFresh(t testing.TB, options ...Option) *App {
	t.Helper()
	app := testdb.New(t)
	if _, err := app.DB().Delete("settings", nil).Execute(); err != nil {
		t.Fatal(err)
	}
	return start(t, app, nil, options)
}

// NewInBubble starts an app in a bubble of testdb.Bubble. Its visitors connect to it within the process. It cannot call
// its providers.
func NewInBubble(t testing.TB, options ...Option) *App {
	t.Helper()
	return start(t, testdb.New(t), newMemoryListener(), options)
}

// start starts an app, in a bubble if it has a listener.
func start(t testing.TB, app *tests.TestApp, bubble *memoryListener, options []Option) *App {
	t.Helper()
	now := clock.NewFake(StartTime)
	brevoServer, err := fakebrevo.New(fakebrevo.Options{Now: now.Now, APIKey: "test-key"})
	if err != nil {
		t.Fatal(err)
	}
	brevoHTTP := httptest.NewUnstartedServer(brevoServer)
	razorpayServer, err := fakerazorpay.New(fakerazorpay.Options{Now: now.Now, Keys: RazorpayKeys})
	if err != nil {
		t.Fatal(err)
	}
	razorpayHTTP := httptest.NewUnstartedServer(razorpayServer)
	if bubble == nil {
		brevoHTTP.Start()
		razorpayHTTP.Start()
	} else {
		brevoHTTP.URL, razorpayHTTP.URL = "http://brevo.invalid", "http://razorpay.invalid"
	}
	opts := hooks.Options{
		Config: config.Config{
			SiteURL: "http://boardcircle.test",
			Site: config.Site{
				Name:         "Boardcircle",
				ContactEmail: "info@boardcircle.example",
				ContactPhone: "+91 22 4000 1234",
				ProviderURL:  "https://mentoring.example",
			},
			Brevo: config.Brevo{
				APIKey:       "test-key",
				WebhookToken: WebhookToken,
				APIURL:       brevoHTTP.URL + "/sandbox/brevo/v3",
			},
			Razorpay: config.Razorpay{
				KeyID:                 RazorpayKeys.ID,
				KeySecret:             RazorpayKeys.Secret,
				WebhookSecret:         RazorpayKeys.WebhookSecret,
				WebhookSecretPrevious: RazorpayKeys.WebhookSecretPrevious,
				APIURL:                razorpayHTTP.URL + "/sandbox/razorpay",
				CheckoutURL:           razorpayHTTP.URL + "/sandbox/razorpay/checkout.js",
			},
			MetricsToken: MetricsToken,
			Mail: config.Mail{
				From:       "no-reply@boardcircle.example",
				FromName:   "Boardcircle",
				AdminEmail: AdminEmail,
			},
		},
		Clock:     now.Now,
		Dist:      fstest.MapFS{},
		NoWorkers: true,
	}
	for _, option := range options {
		option(&opts)
	}
	wired := hooks.Register(app, opts)
	server := newServer(t, app, bubble)
	app.Cron().Stop() // tests run scheduled jobs by name
	t.Cleanup(func() {
		server.Close()
		wired.Backups.Wait() // a backup that the test started may still be writing
		brevoHTTP.Close()
		brevoServer.Close()
		razorpayServer.Close()
		razorpayHTTP.Close()
	})
	return &App{
		App:      wired,
		PB:       app,
		Clock:    now,
		Brevo:    brevoServer,
		Razorpay: razorpayServer,
		URL:      server.URL,
		t:        t,
		bubble:   bubble,
	}
}

// Drain runs everything that is due, including payment events, reset requests and the outbox.
func (h *App) Drain() {
	h.t.Helper()
	if err := h.Jobs.Drain(context.Background()); err != nil {
		h.t.Fatal(err)
	}
}

// RunScheduled runs the cron job with this name and returns its cron expression.
func (h *App) RunScheduled(name string) (expression string) {
	h.t.Helper()
	for _, job := range h.PB.Cron().Jobs() {
		if job.Id() == name {
			job.Run()
			return job.Expression()
		}
	}
	h.t.Fatalf("%s is not scheduled", name)
	return ""
}

// Inbox drains the app and lists the emails that an address has received, newest first.
func (h *App) Inbox(address string) []fakebrevo.Message {
	h.t.Helper()
	h.Drain()
	return h.Brevo.Messages(address)
}

// Visitor returns a new visitor with an empty cookie jar.
func (h *App) Visitor() *Visitor {
	visitor := NewVisitor(h.t, h.URL)
	if h.bubble != nil {
		transport := &http.Transport{DialContext: h.bubble.dial}
		h.t.Cleanup(transport.CloseIdleConnections)
		visitor.Client.Transport = transport
	}
	return visitor
}

// Dial opens a connection in a bubble. It ends with the test.
func (h *App) Dial() net.Conn {
	h.t.Helper()
	conn, err := h.bubble.dial(h.t.Context(), "", "")
	if err != nil {
		h.t.Fatal(err)
	}
	h.t.Cleanup(func() { _ = conn.Close() })
	return conn
}

// newServer starts a server with the app's timeouts.
func newServer(t testing.TB, app core.App, bubble *memoryListener) *httptest.Server {
	t.Helper()
	router, err := apis.NewRouter(app)
	if err != nil {
		t.Fatal(err)
	}
	event := &core.ServeEvent{App: app, Router: router, Server: &http.Server{Addr: "127.0.0.1:8090"}}
	server := httptest.NewUnstartedServer(nil)
	err = app.OnServe().Trigger(event, func(e *core.ServeEvent) error {
		server.Config.Handler, err = e.Router.BuildMux()
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	own := event.Server
	server.Config.ReadHeaderTimeout, server.Config.ReadTimeout, server.Config.IdleTimeout = own.ReadHeaderTimeout,
		own.ReadTimeout, own.IdleTimeout
	if bubble != nil {
		_ = server.Listener.Close()
		server.Listener = bubble
	}
	server.Start()
	return server
}

// SignedIn returns a visitor signed in to a new, active account of users, admins or _superusers. values change the
// account's fields.
func (h *App) SignedIn(collection string, values map[string]any) *Visitor {
	h.t.Helper()
	return h.SignedInAs(h.CreateAccount(collection, values))
}

// SignedInAs returns a visitor with a session of an account. The session was opened ten years ahead, so that a test may
// advance the clock. Tests about the end of sessions must sign in instead.
func (h *App) SignedInAs(account *core.Record) *Visitor {
	h.t.Helper()
	visitor := h.Visitor()
	switch account.Collection().Name {
	case httpx.Users:
		visitor.SetCookie("session", h.Token(account))
	case httpx.Admins:
		visitor.SetCookie("admin_session", h.Token(account))
	default:
		visitor.Header.Set("Authorization", h.Token(account))
	}
	return visitor
}

// Token returns the token of a new session of an account. It works in the Authorization header as in a cookie. A
// superuser's token has no session.
func (h *App) Token(account *core.Record) string {
	h.t.Helper()
	newToken := account.NewAuthToken
	if !account.IsSuperuser() {
		newToken = func() (string, error) {
			return sessions.Open(h.PB, account, sessions.Client{}, h.Clock.Now().AddDate(10, 0, 0))
		}
	}
	token, err := newToken()
	if err != nil {
		h.t.Fatal(err)
	}
	return token
}

// Password is the password of the accounts from CreateAccount.
const Password = "Correct horse 1"

// CreateAccount stores a new, active account.
func (h *App) CreateAccount(collection string, values map[string]any) *core.Record {
	h.t.Helper()
	c, err := h.PB.FindCollectionByNameOrId(collection)
	if err != nil {
		h.t.Fatal(err)
	}
	account := core.NewRecord(c)
	name := strings.ToLower(rand.Text()[:12])
	account.Load(map[string]any{
		"name": "Asha Rao", "email": name + "@example.com", "username": name, "phone": "+919876543210",
		"location": "Mumbai, Maharashtra", "requestType": "membership", "source": "user", "isActive": true,
		"password": Password,
	})
	account.Load(values)
	if err := h.PB.Save(account); err != nil {
		h.t.Fatal(err)
	}
	return account
}

// CreateMember stores a new, active account of a member for life, with a confirmed address.
func (h *App) CreateMember(values map[string]any) *core.Record {
	h.t.Helper()
	confirmed := map[string]any{"verified": true}
	maps.Copy(confirmed, values)
	account := h.CreateAccount(httpx.Users, confirmed)
	h.GrantTerm(account.Id, h.Clock.Now().Add(-time.Hour), time.Time{})
	return account
}

// GrantTerm stores a complimentary term of a membership that opens the whole circle. A zero end means a lifetime term.
func (h *App) GrantTerm(userID string, start, end time.Time) *core.Record {
	h.t.Helper()
	c, err := h.PB.FindCollectionByNameOrId("memberships")
	if err != nil {
		h.t.Fatal(err)
	}
	term := core.NewRecord(c)
	term.Load(map[string]any{
		"userId": userID, "tierName": "Circle", "source": "complimentary", "duration": "annual",
		"state": "active", "startsAt": database.DateTime(start), "endsAt": database.DateTime(end),
		"graceUntil": database.DateTime(end), "earliestStart": database.DateTime(start),
		"fixedEnd": database.DateTime(end), "keptModules": modules.Circle(),
	})
	if err := h.PB.Save(term); err != nil {
		h.t.Fatal(err)
	}
	return term
}

// Deliver sends one of the fake Razorpay's events to the webhook and returns the status of the response. The event is
// then stored; Drain processes it.
func (h *App) Deliver(d fakerazorpay.Delivery) int {
	h.t.Helper()
	request, err := d.Request(context.Background(), h.URL+"/api/webhooks/razorpay")
	if err != nil {
		h.t.Fatal(err)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		h.t.Fatal(err)
	}
	defer response.Body.Close()
	return response.StatusCode
}

// fullKeyLength is the length of an encoded key whose two coordinates have 32 bytes each.
const fullKeyLength = 77

// NewCredential returns the key of a passkey. The library drops the leading zeros of a coordinate, which no device
// does. The server refuses such a key, one in a hundred, so another one is created.
func NewCredential() virtualwebauthn.Credential {
	for {
		credential := virtualwebauthn.NewCredential(virtualwebauthn.KeyTypeEC2)
		if len(credential.Key.AttestationData()) == fullKeyLength {
			return credential
		}
	}
}
