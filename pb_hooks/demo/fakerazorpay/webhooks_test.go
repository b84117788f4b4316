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
		t.Fatalf("%d requests of %d events", len(requests), len(events))
	}
	for i, request := range requests {
		if string(request.body) != string(events[i].Body) ||
			request.signature != signature(h.Keys().WebhookSecret, request.body) || request.id != events[i].EventID ||
			request.contentType != "application/json" {
			t.Errorf("request %d is %+v", i, request)
		}
		if events[i].State != fakerazorpay.Delivered || len(events[i].Attempts) != 1 ||
			events[i].Attempts[0].Status != 200 {
			t.Errorf("%s is %s after %v", events[i].Event, events[i].State, events[i].Attempts)
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
		t.Errorf("%d requests", len(requests))
	}
	if d := h.Events(id)[0]; d.State != fakerazorpay.Delivered || len(d.Attempts) != 4 || d.Attempts[0].Status != 500 {
		t.Errorf("%s after %v", d.State, d.Attempts)
	}
}

func TestAWebhookThatIsNeverAcceptedIsGivenUp(t *testing.T) {
	t.Parallel()
	h, m := newTestServerWithWebhook(t, fakerazorpay.WebhookFaults{})
	m.answer = func(int) int { return http.StatusNotFound }
	id := h.order()
	h.pay(id, fakerazorpay.Declined)
	h.waitForWebhooks()
	if d := h.Events(id)[0]; d.State != fakerazorpay.GivenUp || len(d.Attempts) != len(m.received()) ||
		len(d.Attempts) < 10 {
		t.Errorf("%s after %d attempts", d.State, len(d.Attempts))
	}
}

func TestWebhooksAreLateDoubledAndDroppedAsSwitched(t *testing.T) {
	t.Parallel()
	t.Run("dropped webhooks are listed", func(t *testing.T) {
		t.Parallel()
		h, m := newTestServerWithWebhook(t, fakerazorpay.WebhookFaults{Drop: true})
		id := h.order()
		h.pay(id, fakerazorpay.Success)
		h.waitForWebhooks()
		if len(m.received()) != 0 || len(h.Events(id)) != 3 || h.Events(id)[0].State != fakerazorpay.Dropped {
			t.Errorf("%d requests, %v", len(m.received()), h.Events(id))
		}
		if err := h.Resend(h.Events(id)[0].ID); err != nil {
			t.Fatal(err)
		}
		h.waitForWebhooks()
		if len(m.received()) != 1 || h.Events(id)[0].State != fakerazorpay.Delivered {
			t.Error("a dropped one can't be sent after all")
		}
	})
	t.Run("every second one is dropped", func(t *testing.T) {
		t.Parallel()
		h, m := newTestServerWithWebhook(t, fakerazorpay.WebhookFaults{DropEvery: 2})
		h.pay(h.order(), fakerazorpay.Success)
		h.pay(h.order(), fakerazorpay.Success)
		h.waitForWebhooks()
		if len(m.received()) != 3 {
			t.Errorf("%d requests", len(m.received()))
		}
	})
	t.Run("duplicates have one id", func(t *testing.T) {
		t.Parallel()
		h, m := newTestServerWithWebhook(t, fakerazorpay.WebhookFaults{Duplicate: true})
		h.pay(h.order(), fakerazorpay.Declined)
		h.waitForWebhooks()
		if got := m.received(); len(got) != 2 || got[0].id != got[1].id {
			t.Errorf("%d requests", len(got))
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
			t.Errorf("%d requests, all in order: %t", len(m.received()), inOrder)
		}
	})
	t.Run("delayed webhooks wait", func(t *testing.T) {
		t.Parallel()
		h, m := newTestServerWithWebhook(t, fakerazorpay.WebhookFaults{DelayMS: 3_600_000})
		id := h.order()
		h.pay(id, fakerazorpay.Success)
		if h.WaitForWebhooks(20*time.Millisecond) || len(m.received()) != 0 ||
			h.Events(id)[0].State != fakerazorpay.Waiting {
			t.Error("they have been sent already")
		}
	})
	t.Run("the wrong secret signs", func(t *testing.T) {
		t.Parallel()
		h, m := newTestServerWithWebhook(t, fakerazorpay.WebhookFaults{Secret: "wrong"})
		h.pay(h.order(), fakerazorpay.Declined)
		h.waitForWebhooks()
		if l := m.received()[0]; l.signature == signature(h.Keys().WebhookSecret, l.body) || len(l.signature) != 64 {
			t.Error("the signature is right")
		}
	})
	t.Run("the old secret signs", func(t *testing.T) {
		t.Parallel()
		h, m := newTestServerWithWebhook(t, fakerazorpay.WebhookFaults{Secret: "old"})
		old := h.Keys().WebhookSecret
		if err := h.SetWebhook(m.URL, "a new one"); err != nil {
			t.Fatal(err)
		}
		h.pay(h.order(), fakerazorpay.Declined)
		h.waitForWebhooks()
		if l := m.received()[0]; l.signature != signature(old, l.body) || h.Keys().WebhookSecret != "a new one" {
			t.Error("another secret signs")
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
			t.Errorf("got the events %v", got)
		}
	})
	t.Run("the event id is missing", func(t *testing.T) {
		t.Parallel()
		h, m := newTestServerWithWebhook(t, fakerazorpay.WebhookFaults{NoEventID: true})
		h.pay(h.order(), fakerazorpay.Declined)
		h.waitForWebhooks()
		if l := m.received()[0]; l.id != "" || l.signature != signature(h.Keys().WebhookSecret, l.body) {
			t.Errorf("%+v", l)
		}
	})
}

func TestWithoutAWebhookTheEventsAreListed(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, fakerazorpay.Options{})
	id := h.order()
	h.pay(id, fakerazorpay.Success)
	m := newWebhookReceiver(t)
	for _, d := range h.Events(id) {
		if d.State != fakerazorpay.NoWebhook {
			t.Errorf("%s is %s", d.Event, d.State)
		}
		// A test delivers them itself.
		r, err := d.Request(t.Context(), m.URL)
		if err != nil {
			t.Fatal(err)
		}
		if status, _ := h.do(r); status != http.StatusOK {
			t.Errorf("answered %d", status)
		}
	}
	if got := m.received(); len(got) != 3 || got[0].signature != signature(h.Keys().WebhookSecret, got[0].body) {
		t.Errorf("%d requests", len(got))
	}
}

func TestEverythingSurvivesARestart(t *testing.T) {
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
	if status, _ := h.api("POST", "/payments/"+paid+"/refund", map[string]any{"amount": 50000}, "X-Refund-Idempotency",
		"refund-key-1"); status != 200 {
		t.Fatal("no refund")
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
	again := newTestServer(t, fakerazorpay.Options{Dir: dir, WebhookURL: m.URL})
	again.waitForWebhooks()
	after := again.State()
	if again.Keys() != keys {
		t.Error("the keys have changed")
	}
	if !slices.EqualFunc(after.Orders, before.Orders, func(a, b fakerazorpay.Order) bool {
		return a.ID == b.ID && a.Status == b.Status && a.Notes["transactionId"] == b.Notes["transactionId"]
	}) ||
		len(after.Payments) != len(before.Payments) || len(after.Refunds) != 1 || len(after.Subscriptions) != 1 ||
		len(after.Invoices) != 1 {
		t.Errorf("%+v", after)
	}
	if len(m.received()) != len(before.Deliveries) {
		t.Errorf("%d of %d webhooks went out after the restart", len(m.received()), len(before.Deliveries))
	}
	if status, refund := again.api("POST", "/payments/"+paid+"/refund", map[string]any{"amount": 50000},
		"X-Refund-Idempotency", "refund-key-1"); status != 200 || refund["id"] != before.Refunds[0].ID {
		t.Errorf("the refund's key is lost: %d %v", status, refund)
	}
	if _, err := again.Charge(subscription); err != nil {
		t.Error(err)
	}
	if _, err := again.PayLink(link["id"].(string), fakerazorpay.Success); err != nil {
		t.Error(err)
	}
	again.order()
	if err := again.Close(); err != nil {
		t.Fatal(err)
	}
	if third := newTestServer(t, fakerazorpay.Options{Dir: dir}); len(third.State().Orders) != len(after.Orders)+3 {
		t.Errorf("%d orders after the second restart", len(third.State().Orders))
	}
}
