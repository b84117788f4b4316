package fakerazorpay_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"boardcircle/pb_hooks/demo/fakerazorpay"
)

func TestEverythingSurvivesARestart(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	h := newTestServer(t, fakerazorpay.Options{Dir: dir, WebhookURL: "http://127.0.0.1:1", Backoff: func(int) time.Duration { return time.Hour }})
	id, subscription := h.order(), h.subscription(3)
	paid := h.pay(id, fakerazorpay.FailedThenCaptured).PaymentID
	h.pay(subscription, fakerazorpay.Success)
	if status, _ := h.api("POST", "/payments/"+paid+"/refund", map[string]any{"amount": 50000}, "X-Refund-Idempotency", "key-1"); status != 200 {
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
		t.Error("the keys are others")
	}
	if !slices.EqualFunc(after.Orders, before.Orders, func(a, b fakerazorpay.Order) bool {
		return a.ID == b.ID && a.Status == b.Status && a.Notes["transactionId"] == b.Notes["transactionId"]
	}) ||
		len(after.Payments) != len(before.Payments) || len(after.Refunds) != 1 || len(after.Subscriptions) != 1 || len(after.Invoices) != 1 {
		t.Errorf("%+v", after)
	}
	if len(m.received()) != len(before.Deliveries) {
		t.Errorf("%d of %d webhooks went out after the restart", len(m.received()), len(before.Deliveries))
	}
	if status, refund := again.api("POST", "/payments/"+paid+"/refund", map[string]any{"amount": 50000}, "X-Refund-Idempotency", "key-1"); status != 200 || refund["id"] != before.Refunds[0].ID {
		t.Errorf("the refund's key is forgotten: %d %v", status, refund)
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
