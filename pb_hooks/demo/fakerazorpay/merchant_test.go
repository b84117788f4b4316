package fakerazorpay_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"
	"time"

	"boardcircle/pb_hooks/demo/fakerazorpay"
)

// webhookWait is how long a test waits for what happens at once.
const webhookWait = 10 * time.Second

type webhookRequest struct {
	event, id, signature, contentType string
	body                              []byte
}

// webhookReceiver is a webhook that writes down what it is told.
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
		m.requests = append(m.requests, webhookRequest{r.Method, r.Header.Get("x-razorpay-event-id"), r.Header.Get("X-Razorpay-Signature"), r.Header.Get("Content-Type"), body})
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

// newTestServerWithWebhook is a house that tells a merchant.
func newTestServerWithWebhook(t *testing.T, how fakerazorpay.WebhookFaults) (*testServer, *webhookReceiver) {
	t.Helper()
	m := newWebhookReceiver(t)
	h := newTestServer(t, fakerazorpay.Options{WebhookURL: m.URL})
	h.SetSwitches(fakerazorpay.Switches{Webhooks: how})
	return h, m
}

func (h *testServer) waitForWebhooks() {
	h.t.Helper()
	if !h.WaitForWebhooks(webhookWait) {
		h.t.Fatal("the webhooks did not settle")
	}
}
