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

// soon is how long a test waits for what happens at once.
const soon = 10 * time.Second

type letter struct {
	event, id, signature, contentType string
	body                              []byte
}

// merchant is a webhook that writes down what it is told.
type merchant struct {
	*httptest.Server
	mu     sync.Mutex
	got    []letter
	answer func(n int) int
}

func newMerchant(t *testing.T) *merchant {
	m := &merchant{answer: func(int) int { return http.StatusOK }}
	m.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		m.mu.Lock()
		defer m.mu.Unlock()
		m.got = append(m.got, letter{r.Method, r.Header.Get("x-razorpay-event-id"), r.Header.Get("X-Razorpay-Signature"), r.Header.Get("Content-Type"), body})
		w.WriteHeader(m.answer(len(m.got)))
	}))
	t.Cleanup(m.Close)
	return m
}

func (m *merchant) letters() []letter {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.got)
}

func signature(secret string, body []byte) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write(body)
	return hex.EncodeToString(mac.Sum(nil))
}

// listening is a house that tells a merchant.
func listening(t *testing.T, how fakerazorpay.Travel) (*house, *merchant) {
	t.Helper()
	m := newMerchant(t)
	h := open(t, fakerazorpay.Options{WebhookURL: m.URL})
	h.Set(fakerazorpay.Switches{Webhooks: how})
	return h, m
}

func (h *house) settle() {
	h.t.Helper()
	if !h.Settle(soon) {
		h.t.Fatal("the webhooks did not settle")
	}
}
