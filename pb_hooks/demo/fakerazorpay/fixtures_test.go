package fakerazorpay_test

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"
	"time"

	"boardcircle/pb_hooks/demo/fakerazorpay"
	"boardcircle/pb_hooks/internal/clock"
)

var noon = time.Date(2026, 4, 20, 12, 0, 0, 0, time.UTC)

// testServer is a running fake.
type testServer struct {
	*fakerazorpay.Server
	t   *testing.T
	url string
}

func newTestServer(t *testing.T, opts fakerazorpay.Options) *testServer {
	t.Helper()
	opts.Now = clock.NewFake(noon).Now
	opts.Logger = slog.New(slog.DiscardHandler)
	if opts.Backoff == nil {
		opts.Backoff = func(int) time.Duration { return time.Millisecond }
	}
	b, err := fakerazorpay.New(opts)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(b)
	t.Cleanup(func() {
		_ = b.Close()
		server.Close()
	})
	return &testServer{b, t, server.URL}
}

// api calls the API and returns its status and body.
func (h *testServer) api(method, path string, body any, headers ...string) (int, map[string]any) {
	h.t.Helper()
	r := h.request(method, "/sandbox/razorpay/v1"+path, body, headers...)
	r.SetBasicAuth(h.Keys().ID, h.Keys().Secret)
	status, raw := h.do(r)
	var values map[string]any
	if len(raw) > 0 && json.Unmarshal(raw, &values) != nil {
		values = map[string]any{"raw": string(raw)}
	}
	return status, values
}

func (h *testServer) request(method, path string, body any, headers ...string) *http.Request {
	h.t.Helper()
	data, isRaw := body.([]byte)
	if !isRaw && body != nil {
		var err error
		if data, err = json.Marshal(body); err != nil {
			h.t.Fatal(err)
		}
	}
	r, err := http.NewRequestWithContext(h.t.Context(), method, h.url+path, bytes.NewReader(data))
	if err != nil {
		h.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	return r
}

func (h *testServer) do(r *http.Request) (int, []byte) {
	h.t.Helper()
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	response, err := client.Do(r)
	if err != nil {
		return 0, nil
	}
	defer func() { _ = response.Body.Close() }()
	raw, err := io.ReadAll(response.Body)
	if err != nil {
		h.t.Fatal(err)
	}
	return response.StatusCode, raw
}

// order creates an order of ₹29,500.
func (h *testServer) order() string {
	h.t.Helper()
	status, order := h.api("POST", "/orders", map[string]any{
		"amount":   2950000,
		"currency": "INR",
		"receipt":  "tx1",
		"notes":    map[string]string{"transactionId": "tx1"},
	})
	if status != 200 {
		h.t.Fatalf("order: status = %d, body = %v", status, order)
	}
	return order["id"].(string)
}

func (h *testServer) subscription(charges int) string {
	h.t.Helper()
	plan, err := h.AddPlan(fakerazorpay.Plan{Period: "yearly",
		Item: fakerazorpay.Item{Name: "Circle", Amount: 1180000, Currency: "INR"}})
	if err != nil {
		h.t.Fatal(err)
	}
	status, subscription := h.api("POST", "/subscriptions", map[string]any{"plan_id": plan.ID, "total_count": charges})
	if status != 200 {
		h.t.Fatalf("subscription: status = %d, body = %v", status, subscription)
	}
	return subscription["id"].(string)
}

// pay pays an order or a subscription. The payment must not return an error.
func (h *testServer) pay(id string, lifecycle fakerazorpay.Lifecycle) fakerazorpay.CheckoutResult {
	h.t.Helper()
	result, err := h.Pay(id, lifecycle)
	if err != nil {
		h.t.Fatal(err)
	}
	return result
}

// deliveries returns the names of the events about an id.
func (h *testServer) deliveries(id string) []string {
	var names []string
	for _, d := range h.Events(id) {
		names = append(names, d.Event)
	}
	return names
}

// payload returns the entity with a name in the payload of a delivery.
func payload(t *testing.T, d fakerazorpay.Delivery, name string) map[string]any {
	t.Helper()
	var event struct {
		Payload map[string]struct {
			Entity map[string]any `json:"entity"`
		} `json:"payload"`
	}
	if err := json.Unmarshal(d.Body, &event); err != nil {
		t.Fatal(err)
	}
	return event.Payload[name].Entity
}

// webhookWait is how long a test waits for the webhooks.
const webhookWait = 10 * time.Second

type webhookRequest struct {
	event, id, signature, contentType string
	body                              []byte
}

// webhookReceiver is a webhook that records its requests. answer returns the status for the nth request.
type webhookReceiver struct {
	*httptest.Server
	mu       sync.Mutex
	requests []webhookRequest
	answer   func(n int) int
}

func newWebhookReceiver(t *testing.T) *webhookReceiver {
	m := &webhookReceiver{answer: func(int) int { return http.StatusOK }}
	m.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		m.mu.Lock()
		defer m.mu.Unlock()
		m.requests = append(m.requests,
			webhookRequest{r.Method, r.Header.Get("x-razorpay-event-id"), r.Header.Get("X-Razorpay-Signature"),
				r.Header.Get("Content-Type"), body})
		w.WriteHeader(m.answer(len(m.requests)))
	}))
	t.Cleanup(m.Close)
	return m
}

func (m *webhookReceiver) received() []webhookRequest {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.requests)
}

func signature(secret string, body []byte) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write(body)
	return hex.EncodeToString(mac.Sum(nil))
}

// newTestServerWithWebhook starts a fake Razorpay that sends events to a webhook.
func newTestServerWithWebhook(t *testing.T, faults fakerazorpay.WebhookFaults) (*testServer, *webhookReceiver) {
	t.Helper()
	m := newWebhookReceiver(t)
	h := newTestServer(t, fakerazorpay.Options{WebhookURL: m.URL})
	h.SetSwitches(fakerazorpay.Switches{Webhooks: faults})
	return h, m
}

func (h *testServer) waitForWebhooks() {
	h.t.Helper()
	if !h.WaitForWebhooks(webhookWait) {
		h.t.Fatal("the webhooks were not sent in time")
	}
}
