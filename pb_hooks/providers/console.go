package providers

import (
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/mail/delivery"
	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/payments/reconcile"
)

// Mode is how a provider is used.
type Mode string

// The modes of a provider. ModeTest is that of a Razorpay key for tests, and ModeDemo that of the fakes under --demo.
const (
	ModeLive Mode = "live"
	ModeTest Mode = "test"
	ModeDemo Mode = "demo"
)

// Values returns all modes.
func (Mode) Values() []string { return rules.Options(ModeLive, ModeTest, ModeDemo) }

// State describes how well a provider works. It contains no secret key, not even in part.
type State struct {
	Provider   Provider `json:"provider"`
	Configured bool     `json:"configured"`
	// Mode is "" if nothing is configured.
	Mode Mode `json:"mode" wire:"orEmpty"`
	// KeyID is Razorpay's public key id.
	KeyID string `json:"keyId"`
	// WebhookConfigured reports whether the provider's webhooks can be verified.
	WebhookConfigured bool       `json:"webhookConfigured"`
	LastSuccessAt     httpx.Time `json:"lastSuccessAt"`
	LastWebhookAt     httpx.Time `json:"lastWebhookAt"`
	LastErrorAt       httpx.Time `json:"lastErrorAt"`
	LastError         string     `json:"lastError"`
	// PausedUntil is when the next email is tried, or "" if the outbox is not paused.
	PausedUntil httpx.Time `json:"pausedUntil"`
	// Waiting, Failed and Uncertain count emails. For payments, Waiting counts events.
	Waiting   int64 `json:"waiting"`
	Failed    int64 `json:"failed"`
	Uncertain int64 `json:"uncertain"`
}

// Console has the handlers of the console.
type Console struct {
	*Providers
	outbox   *outbox.Outbox
	payments *reconcile.Reconciler
}

// NewConsole returns the handlers.
func NewConsole(p *Providers, outbox *outbox.Outbox, ledger *reconcile.Reconciler) *Console {
	return &Console{p, outbox, ledger}
}

// List is GET /api/providers.
func (c *Console) List() httpx.Endpoint {
	return httpx.Get(c.list, httpx.Doc{Tag: "settings", Summary: "Get the state of Razorpay and Brevo"})
}

func (c *Console) list(e *core.RequestEvent) ([]State, error) {
	paymentState, err := c.razorpayState(e.App)
	if err != nil {
		return nil, apperr.Fail("The providers' state could not be read.", err)
	}
	mailState, err := c.brevoState(e.App)
	if err != nil {
		return nil, apperr.Fail("The providers' state could not be read.", err)
	}
	return []State{paymentState, mailState}, nil
}

func (c *Console) razorpayState(app core.App) (State, error) {
	s := c.baseState(Razorpay, c.cfg.Razorpay.Configured())
	s.KeyID, s.WebhookConfigured = c.cfg.Razorpay.KeyID, c.cfg.Razorpay.WebhookSecret != ""
	if s.Mode == ModeLive && strings.HasPrefix(s.KeyID, "rzp_test_") {
		s.Mode = ModeTest
	}
	last, err := reconcile.LastWebhookAt(app)
	if err != nil {
		return s, err
	}
	s.LastWebhookAt = httpx.Time(last)
	s.Waiting, err = reconcile.CountWaitingEvents(app)
	return s, err
}

func (c *Console) brevoState(app core.App) (State, error) {
	s := c.baseState(Brevo, c.cfg.Brevo.Configured())
	s.WebhookConfigured = c.cfg.Brevo.WebhookToken != ""
	s.PausedUntil = httpx.Time(database.DateTime(c.outbox.Health().PausedUntil))
	last, err := delivery.LastWebhook(app)
	if err != nil {
		return s, err
	}
	s.LastWebhookAt = httpx.Time(last)
	counts, err := outbox.Counts(app)
	s.Waiting, s.Failed, s.Uncertain = counts["queued"]+counts["sending"], counts["failed"], counts["uncertain"]
	return s, err
}

// baseState returns the state that follows from a provider's calls.
func (c *Console) baseState(provider Provider, configured bool) State {
	calls := c.state(provider)
	s := State{
		Provider: provider, Configured: configured, LastSuccessAt: httpx.Time(database.DateTime(calls.lastSuccess)),
		LastErrorAt: httpx.Time(database.DateTime(calls.lastFailure)), LastError: calls.lastError,
	}
	switch {
	case !configured:
	case c.cfg.Demo:
		s.Mode = ModeDemo
	default:
		s.Mode = ModeLive
	}
	return s
}

var errNotConfigured = apperr.Unavailable("payments-not-configured",
	"Payments are not configured. Set RAZORPAY_KEY_ID and RAZORPAY_KEY_SECRET and restart the site.")

// TestResult is the result of a test call.
type TestResult struct {
	OK      bool   `json:"ok"`
	Message string `json:"sentence"`
}

// TestRazorpay is POST /api/providers/razorpay/test.
func (c *Console) TestRazorpay() httpx.Endpoint {
	return httpx.DoJSON(c.testRazorpay, httpx.Doc{
		Tag: "settings", Summary: "Check that Razorpay accepts the key", Errors: []*apperr.Error{errNotConfigured},
	})
}

func (c *Console) testRazorpay(e *core.RequestEvent) (TestResult, error) {
	if !c.cfg.Razorpay.Configured() {
		return TestResult{}, errNotConfigured
	}
	result := TestResult{OK: true, Message: "Razorpay answered and accepts the key."}
	if err := c.payments.Ping(e.Request.Context(), time.Minute); err != nil {
		result = TestResult{Message: c.sanitize(err.Error())}
	}
	err := c.audit.Record(e.App, audit.RequestActor(e), "provider.tested", audit.Subject{Label: "Razorpay"},
		map[string]any{"ok": result.OK})
	if err != nil {
		return TestResult{}, apperr.Fail("The test could not be recorded. Please try again.", err)
	}
	return result, nil
}
