package providers

import (
	"net/http"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/mail"
	"boardcircle/pb_hooks/payments"
)

// State is how a provider is doing. No key that is secret stands in it, not even in part.
type State struct {
	Provider   string `json:"provider"`
	Configured bool   `json:"configured"`
	// Mode is "live", "test" or, under --demo, "demo"; "" when nothing is configured.
	Mode string `json:"mode"`
	// KeyID is Razorpay's public key id.
	KeyID string `json:"keyId"`
	// WebhookConfigured tells whether the provider's calls can be told from a stranger's.
	WebhookConfigured bool        `json:"webhookConfigured"`
	LastSuccessAt     httpx.Stamp `json:"lastSuccessAt"`
	LastWebhookAt     httpx.Stamp `json:"lastWebhookAt"`
	LastErrorAt       httpx.Stamp `json:"lastErrorAt"`
	LastError         string      `json:"lastError"`
	// PausedUntil is when the next letter is tried, "" while mail flows.
	PausedUntil httpx.Stamp `json:"pausedUntil"`
	// Waiting, Failed and Uncertain count letters, or for payments the events that wait.
	Waiting   int64 `json:"waiting"`
	Failed    int64 `json:"failed"`
	Uncertain int64 `json:"uncertain"`
}

// Desk answers the console.
type Desk struct {
	*Providers
	outbox   *mail.Outbox
	payments *payments.Payments
}

// NewDesk opens the console's door to the rooms that speak to the providers.
func NewDesk(p *Providers, outbox *mail.Outbox, ledger *payments.Payments) *Desk {
	return &Desk{p, outbox, ledger}
}

// List is GET /api/providers.
func (d *Desk) List(e *core.RequestEvent) error {
	till, err := d.razorpay(e.App)
	if err != nil {
		return httpx.Refuse(http.StatusInternalServerError, "The providers' state could not be read.", err)
	}
	post, err := d.brevo(e.App)
	if err != nil {
		return httpx.Refuse(http.StatusInternalServerError, "The providers' state could not be read.", err)
	}
	return e.JSON(http.StatusOK, []State{till, post})
}

func (d *Desk) razorpay(app core.App) (State, error) {
	s := d.heard(Razorpay, d.cfg.Razorpay.Configured())
	s.KeyID, s.WebhookConfigured = d.cfg.Razorpay.KeyID, d.cfg.Razorpay.WebhookSecret != ""
	if s.Mode == "live" && strings.HasPrefix(s.KeyID, "rzp_test_") {
		s.Mode = "test"
	}
	last, err := payments.LastWebhook(app)
	if err != nil {
		return s, err
	}
	s.LastWebhookAt = httpx.Stamp(last)
	s.Waiting, err = payments.EventsWaiting(app)
	return s, err
}

func (d *Desk) brevo(app core.App) (State, error) {
	s := d.heard(Brevo, d.cfg.Brevo.Configured())
	s.WebhookConfigured = d.cfg.Brevo.WebhookToken != ""
	s.PausedUntil = httpx.Stamp(stamp(d.outbox.Health().PausedUntil))
	last, err := mail.LastWebhook(app)
	if err != nil {
		return s, err
	}
	s.LastWebhookAt = httpx.Stamp(last)
	counts, err := mail.Counts(app)
	s.Waiting, s.Failed, s.Uncertain = counts["queued"]+counts["sending"], counts["failed"], counts["uncertain"]
	return s, err
}

// heard is what the calls of a provider came to.
func (d *Desk) heard(provider string, configured bool) State {
	known := d.state(provider)
	s := State{
		Provider: provider, Configured: configured, LastSuccessAt: httpx.Stamp(stamp(known.success)),
		LastErrorAt: httpx.Stamp(stamp(known.failure)), LastError: known.problem,
	}
	switch {
	case !configured:
	case d.cfg.Demo:
		s.Mode = "demo"
	default:
		s.Mode = "live"
	}
	return s
}

// Tried is the outcome of a test.
type Tried struct {
	OK       bool   `json:"ok"`
	Sentence string `json:"sentence"`
}

// TestRazorpay is POST /api/providers/razorpay/test: it asks for the payments of the last minute,
// which changes nothing.
func (d *Desk) TestRazorpay(e *core.RequestEvent) error {
	if !d.cfg.Razorpay.Configured() {
		return httpx.Refuse(http.StatusServiceUnavailable,
			"Payments are not configured: set RAZORPAY_KEY_ID and RAZORPAY_KEY_SECRET and start the site again.", nil)
	}
	tried := Tried{OK: true, Sentence: "Razorpay answered, and takes the key."}
	if err := d.payments.Ask(e.Request.Context(), time.Minute); err != nil {
		tried = Tried{Sentence: d.harmless(err.Error())}
	}
	err := d.audit.Note(e.App, audit.By(e), "provider.tested", audit.Subject{Label: "Razorpay"}, map[string]any{"ok": tried.OK})
	if err != nil {
		return httpx.Refuse(http.StatusInternalServerError, "The test could not be noted. Please try again.", err)
	}
	return e.JSON(http.StatusOK, tried)
}
