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

	"encoding/json"
	"io"
	"strconv"

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

const (
	// maxRequestBody bounds a request's body.
	maxRequestBody = 1 << 20
	// maxPageSize and defaultPageSize are the provider's.
	maxPageSize, defaultPageSize = 100, 10
)

// apiHandler answers one route of the API. It runs under the lock; an error that is a *refusal is the
// provider's no.
type apiHandler func(*http.Request) (any, error)

// apiError is an answer that is no success.
type apiError struct {
	status                           int
	code, description, field, reason string
}

func (r *apiError) Error() string { return r.description }

func badRequest(description string) *apiError { return &apiError{description: description} }

func badRequestField(field, description string) *apiError {
	return &apiError{description: description, field: field}
}

// unknownIDError is how the provider answers an id that it doesn't know: a 400, not a 404.
func unknownIDError() *apiError { return badRequest("The id provided does not exist") }

// errorBody is the error body.
type errorBody struct {
	Code        string         `json:"code"`
	Description string         `json:"description"`
	Source      string         `json:"source"`
	Step        string         `json:"step"`
	Reason      string         `json:"reason"`
	Metadata    map[string]any `json:"metadata"`
	Field       string         `json:"field,omitempty"`
}

func (r *apiError) body() any {
	e := errorBody{
		Code: cmp.Or(r.code, "BAD_REQUEST_ERROR"), Description: r.description, Source: "business", Step: "payment_initiation",
		Reason: cmp.Or(r.reason, "input_validation_failed"), Metadata: map[string]any{}, Field: r.field,
	}
	return map[string]any{"error": e}
}

// apiResponse is an answer before it is sent.
type apiResponse struct {
	status int
	body   []byte
}

func newResponse(status int, body any) apiResponse {
	data, err := json.Marshal(body)
	if err != nil {
		return apiResponse{http.StatusInternalServerError, []byte("{}")}
	}
	return apiResponse{status, data}
}

// responseFor is what a call comes to.
func responseFor(body any, err error) apiResponse {
	if err == nil {
		return newResponse(http.StatusOK, body)
	}
	var apiErr *apiError
	if !errors.As(err, &apiErr) {
		apiErr = &apiError{status: http.StatusInternalServerError, code: "SERVER_ERROR", description: err.Error(), reason: "server_error"}
	}
	return newResponse(cmp.Or(apiErr.status, http.StatusBadRequest), apiErr.body())
}

func (p apiResponse) write(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(p.status)
	_, _ = w.Write(p.body)
}

func writeError(w http.ResponseWriter, r *apiError) { responseFor(nil, r).write(w) }

func writeJSON(w http.ResponseWriter, status int, body any) { newResponse(status, body).write(w) }

func decode(r *http.Request, into any) error {
	body, err := io.ReadAll(io.LimitReader(r.Body, maxRequestBody))
	if err != nil {
		return badRequest("The request could not be read")
	}
	if len(body) == 0 {
		return nil
	}
	var wrong *json.UnmarshalTypeError
	err = json.Unmarshal(body, into)
	switch {
	case errors.As(err, &wrong) && wrong.Field == "amount":
		return badRequestField("amount", "The amount must be an integer.")
	case err != nil:
		return badRequest("Please provide valid JSON data")
	}
	return nil
}

type collection struct {
	Entity string `json:"entity"`
	Count  int    `json:"count"`
	Items  any    `json:"items"`
}

func newCollection[T any](items []T) collection { return collection{"collection", len(items), items} }

// paginate cuts a list by count, skip, from and to.
func paginate[T any](r *http.Request, items []T, createdAt func(T) int64) (any, error) {
	count, skip := queryInt(r, "count", defaultPageSize), queryInt(r, "skip", 0)
	switch {
	case count < 1 || count > maxPageSize:
		return nil, badRequestField("count", "The count must be between 1 and 100.")
	case skip < 0:
		return nil, badRequestField("skip", "The skip must be at least 0.")
	}
	from, to := queryInt(r, "from", 0), queryInt(r, "to", 1<<40)
	within := []T{}
	for _, item := range items {
		if at := createdAt(item); at >= from && at <= to {
			within = append(within, item)
		}
	}
	first := min(skip, int64(len(within)))
	return newCollection(within[first:min(first+count, int64(len(within)))]), nil
}

// queryInt reads a number of the query; one that is none counts as refused, so -1.
func queryInt(r *http.Request, name string, fallback int64) int64 {
	value := r.URL.Query().Get(name)
	if value == "" {
		return fallback
	}
	n, err := strconv.ParseInt(value, 10, 64)
	if err != nil {
		return -1
	}
	return n
}
