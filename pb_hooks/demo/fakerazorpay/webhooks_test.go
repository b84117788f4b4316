package fakerazorpay_test

import (
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"boardcircle/pb_hooks/demo/fakerazorpay"
)

func TestWebhooksAreSentInOrderAndSigned(t *testing.T) {
	t.Parallel()
	h, m := newTestServerWithWebhook(t, fakerazorpay.WebhookFaults{})
	id := h.order()
	h.pay(id, fakerazorpay.Success)
	h.waitForWebhooks()
	events, requests := h.Events(id), m.received()
	if len(requests) != 3 || len(events) != 3 {
		t.Fatalf("%d requests and %d events, want 3", len(requests), len(events))
	}
	for i, request := range requests {
		if string(request.body) != string(events[i].Body) ||
			request.signature != signature(h.Keys().WebhookSecret, request.body) || request.id != events[i].EventID ||
			request.contentType != "application/json" {
			t.Errorf("request %d = %+v, want the signed body of the event", i, request)
		}
		if events[i].State != fakerazorpay.Delivered || len(events[i].Attempts) != 1 ||
			events[i].Attempts[0].Status != 200 {
			t.Errorf("%s: state = %s, attempts = %v, want delivered after one", events[i].Event, events[i].State,
				events[i].Attempts)
		}
	}
	if requests[0].id == requests[1].id || requests[0].id == "" {
		t.Error("two events have the same id")
	}
}

func TestARefusedWebhookIsRetriedWithTheSameSignature(t *testing.T) {
	t.Parallel()
	h, m := newTestServerWithWebhook(t, fakerazorpay.WebhookFaults{})
	m.answer = func(n int) int {
		if n < 4 {
			return http.StatusInternalServerError
		}
		return http.StatusOK
	}
	id := h.order()
	h.pay(id, fakerazorpay.Declined)
	h.waitForWebhooks()
	requests := m.received()
	if len(requests) != 4 || requests[0].signature != requests[3].signature || requests[0].id != requests[3].id {
		t.Errorf("%d requests, want 4 with the same id and signature", len(requests))
	}
	if d := h.Events(id)[0]; d.State != fakerazorpay.Delivered || len(d.Attempts) != 4 || d.Attempts[0].Status != 500 {
		t.Errorf("state = %s, attempts = %v, want delivered after four", d.State, d.Attempts)
	}
}

func TestRefusedWebhookIsGivenUpAfterManyAttempts(t *testing.T) {
	t.Parallel()
	h, m := newTestServerWithWebhook(t, fakerazorpay.WebhookFaults{})
	m.answer = func(int) int { return http.StatusNotFound }
	id := h.order()
	h.pay(id, fakerazorpay.Declined)
	h.waitForWebhooks()
	if d := h.Events(id)[0]; d.State != fakerazorpay.GivenUp || len(d.Attempts) != len(m.received()) ||
		len(d.Attempts) < 10 {
		t.Errorf("state = %s after %d attempts, want given up after at least 10", d.State, len(d.Attempts))
	}
}

func TestWebhookFaults(t *testing.T) {
	t.Parallel()
	t.Run("dropped webhooks are listed", func(t *testing.T) {
		t.Parallel()
		h, m := newTestServerWithWebhook(t, fakerazorpay.WebhookFaults{Drop: true})
		id := h.order()
		h.pay(id, fakerazorpay.Success)
		h.waitForWebhooks()
		if len(m.received()) != 0 || len(h.Events(id)) != 3 || h.Events(id)[0].State != fakerazorpay.Dropped {
			t.Errorf("%d requests, events = %v, want none and three dropped", len(m.received()), h.Events(id))
		}
		if err := h.Resend(h.Events(id)[0].ID); err != nil {
			t.Fatal(err)
		}
		h.waitForWebhooks()
		if len(m.received()) != 1 || h.Events(id)[0].State != fakerazorpay.Delivered {
			t.Error("a dropped event was not sent by Resend")
		}
	})
	t.Run("every second webhook is dropped", func(t *testing.T) {
		t.Parallel()
		h, m := newTestServerWithWebhook(t, fakerazorpay.WebhookFaults{DropEvery: 2})
		h.pay(h.order(), fakerazorpay.Success)
		h.pay(h.order(), fakerazorpay.Success)
		h.waitForWebhooks()
		if len(m.received()) != 3 {
			t.Errorf("%d requests, want 3", len(m.received()))
		}
	})
	t.Run("duplicates have the same id", func(t *testing.T) {
		t.Parallel()
		h, m := newTestServerWithWebhook(t, fakerazorpay.WebhookFaults{Duplicate: true})
		h.pay(h.order(), fakerazorpay.Declined)
		h.waitForWebhooks()
		if got := m.received(); len(got) != 2 || got[0].id != got[1].id {
			t.Errorf("%d requests, want two with the same id", len(got))
		}
	})
	t.Run("shuffled webhooks all arrive", func(t *testing.T) {
		t.Parallel()
		h, m := newTestServerWithWebhook(t, fakerazorpay.WebhookFaults{Shuffle: true})
		orders, inOrder := 12, true
		for range orders {
			id := h.order()
			h.pay(id, fakerazorpay.Success)
			h.waitForWebhooks()
			for i, d := range h.Events(id) {
				got := m.received()
				inOrder = inOrder && got[len(got)-3+i].id == d.EventID
			}
		}
		if len(m.received()) != 3*orders || inOrder {
			t.Errorf("%d requests, all in order: %t, want %d and false", len(m.received()), inOrder, 3*orders)
		}
	})
	t.Run("webhooks are delayed", func(t *testing.T) {
		t.Parallel()
		h, m := newTestServerWithWebhook(t, fakerazorpay.WebhookFaults{DelayMS: 3_600_000})
		id := h.order()
		h.pay(id, fakerazorpay.Success)
		if h.WaitForWebhooks(20*time.Millisecond) || len(m.received()) != 0 ||
			h.Events(id)[0].State != fakerazorpay.Waiting {
			t.Error("a delayed webhook was sent immediately")
		}
	})
	t.Run("webhooks are signed with a wrong secret", func(t *testing.T) {
		t.Parallel()
		h, m := newTestServerWithWebhook(t, fakerazorpay.WebhookFaults{Secret: "wrong"})
		h.pay(h.order(), fakerazorpay.Declined)
		h.waitForWebhooks()
		if request := m.received()[0]; request.signature == signature(h.Keys().WebhookSecret, request.body) ||
			len(request.signature) != 64 {
			t.Error("the signature is correct, want a wrong one of the same length")
		}
	})
	t.Run("webhooks are signed with the old secret", func(t *testing.T) {
		t.Parallel()
		h, m := newTestServerWithWebhook(t, fakerazorpay.WebhookFaults{Secret: "old"})
		old := h.Keys().WebhookSecret
		if err := h.SetWebhook(m.URL, "a new one"); err != nil {
			t.Fatal(err)
		}
		h.pay(h.order(), fakerazorpay.Declined)
		h.waitForWebhooks()
		if request := m.received()[0]; request.signature != signature(old, request.body) ||
			h.Keys().WebhookSecret != "a new one" {
			t.Error("the webhook is not signed with the old secret")
		}
	})
	t.Run("an unknown event follows", func(t *testing.T) {
		t.Parallel()
		h, m := newTestServerWithWebhook(t, fakerazorpay.WebhookFaults{Unknown: true})
		id := h.order()
		h.pay(id, fakerazorpay.Declined)
		h.waitForWebhooks()
		if got := h.deliveries(id); !slices.Equal(got, []string{"payment.failed", "payment.pondered"}) ||
			len(m.received()) != 2 {
			t.Errorf("events = %v", got)
		}
	})
	t.Run("the event id is missing", func(t *testing.T) {
		t.Parallel()
		h, m := newTestServerWithWebhook(t, fakerazorpay.WebhookFaults{NoEventID: true})
		h.pay(h.order(), fakerazorpay.Declined)
		h.waitForWebhooks()
		if request := m.received()[0]; request.id != "" ||
			request.signature != signature(h.Keys().WebhookSecret, request.body) {
			t.Errorf("request = %+v, want no event id and a correct signature", request)
		}
	})
}

func TestEventsAreListedWithoutAWebhook(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, fakerazorpay.Options{})
	id := h.order()
	h.pay(id, fakerazorpay.Success)
	m := newWebhookReceiver(t)
	for _, d := range h.Events(id) {
		if d.State != fakerazorpay.NoWebhook {
			t.Errorf("state of %s = %s, want no webhook", d.Event, d.State)
		}
		// A test can deliver the events itself.
		r, err := d.Request(t.Context(), m.URL)
		if err != nil {
			t.Fatal(err)
		}
		if status, _ := h.do(r); status != http.StatusOK {
			t.Errorf("status = %d, want 200", status)
		}
	}
	if got := m.received(); len(got) != 3 || got[0].signature != signature(h.Keys().WebhookSecret, got[0].body) {
		t.Errorf("%d requests, want three with a correct signature", len(got))
	}
}

func TestStateSurvivesARestart(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	h := newTestServer(t, fakerazorpay.Options{
		Dir:        dir,
		WebhookURL: "http://127.0.0.1:1",
		Backoff:    func(int) time.Duration { return time.Hour },
	})
	id, subscription := h.order(), h.subscription(3)
	paid := h.pay(id, fakerazorpay.FailedThenCaptured).PaymentID
	h.pay(subscription, fakerazorpay.Success)
	if status, _ := h.api(
		"POST", "/payments/"+paid+"/refund", map[string]any{"amount": 50000}, "X-Refund-Idempotency", "refund-key-1",
	); status != 200 {
		t.Fatalf("refund: status = %d, want 200", status)
	}
	_, link := h.api("POST", "/payment_links", map[string]any{"amount": 50000, "currency": "INR"})
	before, keys := h.State(), h.Keys()
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
	journal := filepath.Join(dir, "payments.jsonl")
	file, err := os.OpenFile(journal, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := file.WriteString(`{"order":{"id":"order_half`); err != nil {
		t.Fatal(err)
	}
	_ = file.Close()

	m := newWebhookReceiver(t)
	restarted := newTestServer(t, fakerazorpay.Options{Dir: dir, WebhookURL: m.URL})
	restarted.waitForWebhooks()
	after := restarted.State()
	if restarted.Keys() != keys {
		t.Error("the keys changed")
	}
	if !slices.EqualFunc(after.Orders, before.Orders, func(a, b fakerazorpay.Order) bool {
		return a.ID == b.ID && a.Status == b.Status && a.Notes["transactionId"] == b.Notes["transactionId"]
	}) ||
		len(after.Payments) != len(before.Payments) || len(after.Refunds) != 1 || len(after.Subscriptions) != 1 ||
		len(after.Invoices) != 1 {
		t.Errorf("state after the restart = %+v, want the state before it", after)
	}
	if len(m.received()) != len(before.Deliveries) {
		t.Errorf("%d webhooks were sent after the restart, want %d", len(m.received()), len(before.Deliveries))
	}
	if status, refund := restarted.api(
		"POST", "/payments/"+paid+"/refund", map[string]any{"amount": 50000}, "X-Refund-Idempotency", "refund-key-1",
	); status != 200 || refund["id"] != before.Refunds[0].ID {
		t.Errorf("same refund key after the restart: status = %d, refund = %v, want the first refund", status, refund)
	}
	if _, err := restarted.Charge(subscription); err != nil {
		t.Error(err)
	}
	if _, err := restarted.PayLink(link["id"].(string), fakerazorpay.Success); err != nil {
		t.Error(err)
	}
	restarted.order()
	if err := restarted.Close(); err != nil {
		t.Fatal(err)
	}
	if third := newTestServer(t, fakerazorpay.Options{Dir: dir}); len(third.State().Orders) != len(after.Orders)+3 {
		t.Errorf("%d orders after the second restart, want %d", len(third.State().Orders), len(after.Orders)+3)
	}
}
