// Package fakerazorpay is a fake Razorpay for demo mode and tests: the same API with the same validation errors, a
// checkout, signed webhooks, and a dashboard that shows the webhooks as they are delivered.
//
//	/sandbox/razorpay/v1/...                 the provider's API
//	GET  /sandbox/razorpay/checkout.js       defines window.Razorpay
//	GET  /sandbox/razorpay/links/{id}        a payment link, /pages/{id} a payment page
//	GET  /sandbox/razorpay/                  the dashboard: orders, payments, webhooks
//	GET  /sandbox/razorpay/state.json        the same as JSON, for tests
//	POST /sandbox/razorpay/switches          sets the faults (Switches as JSON)
package fakerazorpay

import (
	"cmp"
	"crypto/rand"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"boardcircle/pb_hooks/demo/fakeprovider"
	"boardcircle/pb_hooks/internal/clock"
)

// Options configure the fake. The zero value stores everything in memory only, generates the keys and sends no
// webhooks.
type Options struct {
	// Dir is the folder of the journal, which survives restarts. "" stores everything in memory only.
	Dir string
	// Keys authenticate API callers and sign. Empty keys are generated and stored in the journal.
	Keys Keys
	// WebhookURL receives every event. If "", events are only listed by Events.
	WebhookURL string
	// Backoff is the wait before the nth retry of a webhook. nil means one second, doubled up to an hour.
	Backoff func(n int) time.Duration
	// Now is the provider's clock. nil means the system clock.
	Now clock.Clock
	// Logger reports webhooks that were never accepted. nil means slog.Default().
	Logger *slog.Logger
}

// Keys are the API keys and webhook secrets that Razorpay's dashboard shows to the merchant.
type Keys struct {
	ID            string `json:"id"`
	Secret        string `json:"secret"`
	WebhookSecret string `json:"webhookSecret"`
	// WebhookSecretPrevious is the secret before the last rotation.
	WebhookSecretPrevious string `json:"webhookSecretPrevious,omitempty"`
}

// Server is the fake Razorpay. Safe for concurrent use.
type Server struct {
	now      clock.Clock
	mux      *http.ServeMux
	webhooks *webhookSender
	delayer  *fakeprovider.Delayer

	mu         sync.Mutex
	store      *store
	keys       Keys
	hasWebhook bool // whether a webhook URL is set
	switches   Switches
	rupeeRate  int64 // rupees per unit of any other currency; 0 omits the conversion
	calls      int
	pending    []*Delivery
}

// New starts the fake. Call Close to stop it. A live key is refused.
func New(opts Options) (*Server, error) {
	if isLive(opts.Keys.ID) {
		return nil, errors.New("fakerazorpay: a live Razorpay key is refused")
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
	b := &Server{
		now:        opts.Now,
		store:      store,
		hasWebhook: opts.WebhookURL != "",
		rupeeRate:  defaultRupeeRate,
		delayer:    fakeprovider.NewDelayer(),
	}
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

// Close ends hanging calls and the webhook sender.
func (b *Server) Close() error {
	b.delayer.Close()
	b.webhooks.close()
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.store.journal.Close()
}

// ServeHTTP answers everything under /sandbox/razorpay/.
func (b *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { b.mux.ServeHTTP(w, r) }

// Keys returns the keys that authenticate and sign.
func (b *Server) Keys() Keys {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.keys
}

// SetWebhook changes the webhook's URL and secret. Events that are already queued keep their signature, as after a
// rotation at Razorpay.
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

// defaultRupeeRate is the price in rupees of one unit of any other currency.
const defaultRupeeRate = 85

// SetRupeeRate changes the price in rupees of one unit of any other currency. 0 omits the conversion from new payments.
func (b *Server) SetRupeeRate(rate int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.rupeeRate = rate
}

// WaitForWebhooks waits until every event so far was delivered or given up, or until the timeout. It reports whether
// all were.
func (b *Server) WaitForWebhooks(atMost time.Duration) bool { return b.webhooks.waitIdle(atMost) }

func (b *Server) routes() *http.ServeMux {
	const root = "/sandbox/razorpay"
	mux := http.NewServeMux()
	for pattern, handler := range map[string]apiHandler{
		"POST /v1/orders":                    b.createOrder,
		"GET /v1/orders":                     b.listOrders,
		"GET /v1/orders/{id}":                b.fetchOrder,
		"GET /v1/orders/{id}/payments":       b.orderPayments,
		"GET /v1/payments":                   b.listPayments,
		"GET /v1/payments/{id}":              b.fetchPayment,
		"POST /v1/payments/{id}/capture":     b.capturePayment,
		"POST /v1/payments/{id}/refund":      b.refundPayment,
		"GET /v1/payments/{id}/refunds":      b.paymentRefunds,
		"GET /v1/refunds":                    b.listRefunds,
		"GET /v1/disputes":                   b.listDisputes,
		"GET /v1/settlements":                b.listSettlements,
		"GET /v1/settlements/{id}":           b.fetchSettlement,
		"GET /v1/settlements/recon/combined": b.settlementReport,
		"POST /v1/plans":                     b.createPlan,
		"GET /v1/plans":                      b.listPlans,
		"GET /v1/plans/{id}":                 b.fetchPlan,
		"POST /v1/subscriptions":             b.createSubscription,
		"GET /v1/subscriptions":              b.listSubscriptions,
		"GET /v1/subscriptions/{id}":         b.fetchSubscription,
		"POST /v1/subscriptions/{id}/cancel": b.cancelSubscription,
		"POST /v1/subscriptions/{id}/pause":  b.pauseSubscription,
		"POST /v1/subscriptions/{id}/resume": b.resumeSubscription,
		"GET /v1/invoices":                   b.listInvoices,
		"GET /v1/invoices/{id}":              b.fetchInvoice,
		"POST /v1/payment_links":             b.createLink,
		"GET /v1/payment_links":              b.listLinks,
		"GET /v1/payment_links/{id}":         b.fetchLink,
		"POST /v1/payment_links/{id}/cancel": b.cancelLink,
	} {
		method, path, _ := strings.Cut(pattern, " ")
		mux.HandleFunc(method+" "+root+path, b.requireKey(handler))
	}
	mux.HandleFunc(root+"/v1/", b.requireKey(func(*http.Request) (any, error) {
		return nil, &apiError{
			status:      http.StatusNotFound,
			description: "The requested URL was not found on the server.",
		}
	}))
	b.browserRoutes(mux, root)
	return mux
}

// requireKey accepts only calls with the key and the secret, and applies the switches to them.
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
	// maxRequestBody limits the size of a request body.
	maxRequestBody = 1 << 20
	// maxPageSize and defaultPageSize are Razorpay's limits.
	maxPageSize, defaultPageSize = 100, 10
)

// apiHandler handles one route of the API. It runs under the lock. An *apiError is sent as Razorpay's error response.
type apiHandler func(*http.Request) (any, error)

// apiError is an error response of the API.
type apiError struct {
	status                           int
	code, description, field, reason string
}

func (r *apiError) Error() string { return r.description }

func badRequest(description string) *apiError { return &apiError{description: description} }

func badRequestField(field, description string) *apiError {
	return &apiError{description: description, field: field}
}

// unknownIDError returns Razorpay's response to an unknown id: a 400, not a 404.
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
		Code:        cmp.Or(r.code, "BAD_REQUEST_ERROR"),
		Description: r.description,
		Source:      "business",
		Step:        "payment_initiation",
		Reason:      cmp.Or(r.reason, "input_validation_failed"),
		Metadata:    map[string]any{},
		Field:       r.field,
	}
	return map[string]any{"error": e}
}

// apiResponse is an encoded response, before it is sent.
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

// responseFor encodes the result of a call.
func responseFor(body any, err error) apiResponse {
	if err == nil {
		return newResponse(http.StatusOK, body)
	}
	var apiErr *apiError
	if !errors.As(err, &apiErr) {
		apiErr = &apiError{
			status:      http.StatusInternalServerError,
			code:        "SERVER_ERROR",
			description: err.Error(),
			reason:      "server_error",
		}
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
	var typeErr *json.UnmarshalTypeError
	err = json.Unmarshal(body, into)
	switch {
	case errors.As(err, &typeErr) && typeErr.Field == "amount":
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

// paginate applies count, skip, from and to to a list.
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

// queryInt reads a number from the query. If it is not a number, it returns -1, which is always refused.
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
