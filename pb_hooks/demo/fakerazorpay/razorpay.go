// Package razorpay stands in for the payment provider in demo mode and in tests: the same
// protocol, the same refusals, a checkout, and a page on which people watch the webhooks arrive.
//
//	/sandbox/razorpay/v1/...                 the provider's API
//	GET  /sandbox/razorpay/checkout.js       defines window.Razorpay
//	GET  /sandbox/razorpay/links/{id}        a payment link, /pages/{id} a payment page, for buyers
//	GET  /sandbox/razorpay/                  the desk: orders, payments, webhooks, for people
//	GET  /sandbox/razorpay/state.json        the same for tests
//	POST /sandbox/razorpay/switches          what shall go wrong (Switches as JSON)
package fakerazorpay

import (
	"cmp"
	"crypto/rand"
	"crypto/subtle"
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"time"

	"boardcircle/pb_hooks/demo/fakeprovider"
	"boardcircle/pb_hooks/internal/clock"
)

// Options tell the stand-in how to behave. The zero value is a fresh memory-only provider that
// makes its own keys and calls nobody.
type Options struct {
	// Dir keeps everything over a restart; "" keeps it in memory.
	Dir string
	// Keys let callers in and sign; an empty one is made up, and kept with the rest.
	Keys Keys
	// WebhookURL is told of every event; "" tells nobody, and Events still lists them.
	WebhookURL string
	// Backoff is the wait before a refused webhook is tried for the nth time again; nil is one
	// second, doubled up to an hour.
	Backoff func(n int) time.Duration
	// Now is the provider's clock; nil is the machine's.
	Now clock.Clock
	// Logger hears of webhooks that nobody took; nil is slog.Default().
	Logger *slog.Logger
}

// Keys are what the provider's dashboard shows to the merchant.
type Keys struct {
	ID            string `json:"id"`
	Secret        string `json:"secret"`
	WebhookSecret string `json:"webhookSecret"`
	// WebhookSecretPrevious is the one before the last rotation.
	WebhookSecretPrevious string `json:"webhookSecretPrevious,omitempty"`
}

// Server is the stand-in. Safe for concurrent use.
type Server struct {
	now      clock.Clock
	mux      *http.ServeMux
	webhooks *webhookSender
	delayer  *fakeprovider.Delayer

	mu         sync.Mutex
	store      *store
	keys       Keys
	hasWebhook bool // whether there is a webhook to tell
	switches   Switches
	calls      int
	pending    []*Delivery
}

// New opens the stand-in; Close it when done. A live key is refused.
func New(opts Options) (*Server, error) {
	if isLive(opts.Keys.ID) {
		return nil, errors.New("sandbox: a live Razorpay key has no business here")
	}
	if opts.Now == nil {
		opts.Now = clock.System
	}
	if opts.Logger == nil {
		opts.Logger = slog.Default()
	}
	store, err := openStore(opts.Dir)
	if err != nil {
		return nil, err
	}
	b := &Server{now: opts.Now, store: store, hasWebhook: opts.WebhookURL != "", delayer: fakeprovider.NewDelayer()}
	b.keys = Keys{
		ID:                    cmp.Or(opts.Keys.ID, store.keys.ID, newID("rzp_test_")),
		Secret:                cmp.Or(opts.Keys.Secret, store.keys.Secret, rand.Text()),
		WebhookSecret:         cmp.Or(opts.Keys.WebhookSecret, store.keys.WebhookSecret, rand.Text()),
		WebhookSecretPrevious: cmp.Or(opts.Keys.WebhookSecretPrevious, store.keys.WebhookSecretPrevious),
	}
	if err := store.saveKeys(b.keys); err != nil {
		return nil, errors.Join(err, store.journal.Close())
	}
	b.webhooks = newWebhookSender(opts.WebhookURL, opts.Backoff, opts.Logger, b.recordAttempt)
	b.webhooks.enqueue(store.undelivered(), WebhookFaults{})
	b.mux = b.routes()
	return b, nil
}

// Close ends the hanging calls and the webhook's courier.
func (b *Server) Close() error {
	b.delayer.Close()
	b.webhooks.close()
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.store.journal.Close()
}

// ServeHTTP answers everything under /sandbox/razorpay/.
func (b *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { b.mux.ServeHTTP(w, r) }

// Keys tells the keys that are let in and sign.
func (b *Server) Keys() Keys {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.keys
}

// SetWebhook changes who is told of events, and signs with secret from now on. What is already on
// its way keeps its signature, as after a rotation at the provider.
func (b *Server) SetWebhook(url, secret string) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.hasWebhook = url != ""
	b.webhooks.setURL(url)
	if secret == "" || secret == b.keys.WebhookSecret {
		return nil
	}
	b.keys.WebhookSecretPrevious, b.keys.WebhookSecret = b.keys.WebhookSecret, secret
	return b.store.saveKeys(b.keys)
}

// WaitForWebhooks waits until every event so far was delivered or given up, or until the time is up.
func (b *Server) WaitForWebhooks(atMost time.Duration) bool { return b.webhooks.waitIdle(atMost) }

func (b *Server) routes() *http.ServeMux {
	const root = "/sandbox/razorpay"
	mux := http.NewServeMux()
	for pattern, answer := range map[string]apiHandler{
		"POST /v1/orders":                    b.createOrder,
		"GET /v1/orders":                     b.listOrders,
		"GET /v1/orders/{id}":                b.fetchOrder,
		"GET /v1/orders/{id}/payments":       b.orderPayments,
		"GET /v1/payments":                   b.listPayments,
		"GET /v1/payments/{id}":              b.fetchPayment,
		"POST /v1/payments/{id}/capture":     b.capturePayment,
		"POST /v1/payments/{id}/refund":      b.refundPayment,
		"GET /v1/payments/{id}/refunds":      b.paymentRefunds,
		"POST /v1/plans":                     b.createPlan,
		"GET /v1/plans":                      b.listPlans,
		"GET /v1/plans/{id}":                 b.fetchPlan,
		"POST /v1/subscriptions":             b.createSubscription,
		"GET /v1/subscriptions":              b.listSubscriptions,
		"GET /v1/subscriptions/{id}":         b.fetchSubscription,
		"POST /v1/subscriptions/{id}/cancel": b.cancelSubscription,
		"GET /v1/invoices":                   b.listInvoices,
		"GET /v1/invoices/{id}":              b.fetchInvoice,
		"POST /v1/payment_links":             b.createLink,
		"GET /v1/payment_links":              b.listLinks,
		"GET /v1/payment_links/{id}":         b.fetchLink,
		"POST /v1/payment_links/{id}/cancel": b.cancelLink,
	} {
		method, path, _ := strings.Cut(pattern, " ")
		mux.HandleFunc(method+" "+root+path, b.requireKey(answer))
	}
	mux.HandleFunc(root+"/v1/", b.requireKey(func(*http.Request) (any, error) {
		return nil, &apiError{status: http.StatusNotFound, description: "The requested URL was not found on the server."}
	}))
	b.browserRoutes(mux, root)
	return mux
}

// requireKey lets a call through that carries the key and the secret, and plays the switches on it.
func (b *Server) requireKey(next apiHandler) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		id, secret, _ := r.BasicAuth()
		keys := b.Keys()
		switch {
		case isLive(id):
			writeError(w, &apiError{status: http.StatusUnauthorized, description: "The sandbox refuses live keys"})
		case !equalSecrets(id, keys.ID) || !equalSecrets(secret, keys.Secret):
			writeError(w, &apiError{status: http.StatusUnauthorized, description: "Authentication failed"})
		default:
			b.serveWithFault(w, r, next)
		}
	}
}

func isLive(keyID string) bool { return strings.HasPrefix(keyID, "rzp_live_") }

func equalSecrets(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }
