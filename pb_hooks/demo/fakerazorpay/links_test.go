package fakerazorpay_test

import (
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"boardcircle/pb_hooks/demo/fakerazorpay"
)

func (h *testServer) link(changes map[string]any) map[string]any {
	h.t.Helper()
	body := map[string]any{"amount": 50000, "currency": "INR", "reference_id": "tx1", "description": "Circle"}
	for field, value := range changes {
		body[field] = value
	}
	status, link := h.api("POST", "/payment_links", body)
	if status != 200 {
		h.t.Fatalf("link: status = %d, body = %v", status, link)
	}
	return link
}

// post sends a form of a page of the fake Razorpay.
func (h *testServer) post(path string, fields url.Values) (int, string) {
	h.t.Helper()
	r := h.request("POST", path, []byte(fields.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	status, body := h.do(r)
	return status, string(body)
}

func TestPaymentLinkExpiresOrIsCancelledWithAnEvent(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, fakerazorpay.Options{})
	link := h.link(nil)
	id := link["id"].(string)
	if link["expire_by"] == 0.0 || link["status"] != "created" {
		t.Errorf("link = %v, want created with an expiry", link)
	}
	if _, page := h.post("/sandbox/razorpay/links/"+id, url.Values{"act": {"expire"}}); !strings.Contains(page,
		"This payment link is expired.") {
		t.Errorf("page = %s, want that the link is expired", page)
	}
	if _, page := h.post("/sandbox/razorpay/links/"+id, url.Values{"act": {"pay"}}); !strings.Contains(page,
		"This payment link is expired.") {
		t.Errorf("page after a payment of the expired link = %s, want that it is expired", page)
	}
	other := h.link(map[string]any{"reference_id": "tx2"})["id"].(string)
	if status, _ := h.api("POST", "/payment_links/"+other+"/cancel", nil); status != 200 {
		t.Errorf("cancel: status = %d, want 200", status)
	}
	if status, _ := h.api("POST", "/payment_links/"+other+"/cancel", nil); status != 400 {
		t.Errorf("second cancel: status = %d, want 400", status)
	}
	for link, event := range map[string]string{id: "payment_link.expired", other: "payment_link.cancelled"} {
		if got := h.deliveries(link); !slices.Equal(got, []string{event}) {
			t.Errorf("events = %v, want %s", got, event)
		}
	}
}

func TestPaymentLinksAreValidated(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, fakerazorpay.Options{})
	for name, body := range map[string]map[string]any{
		"an early expiry": {"expire_by": noon.Add(time.Minute).Unix()}, "a late expiry": {"expire_by": noon.AddDate(0, 7, 0).Unix()}, "partial payments": {"accept_partial": true},
	} {
		body["amount"], body["currency"] = 50000, "INR"
		if status, answer := h.api("POST", "/payment_links", body); status != 400 {
			t.Errorf("%s: status = %d, body = %v", name, status, answer)
		}
	}
}

func TestPhasesOfADispute(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, fakerazorpay.Options{})
	paid := h.pay(h.order(), fakerazorpay.Success).PaymentID
	act := func(name string) int {
		status, _ := h.post("/sandbox/razorpay/acts", url.Values{"act": {name}, "id": {paid}})
		return status
	}
	for _, name := range []string{"dispute", "dispute-answer", "dispute-phase", "dispute-won", "dispute-phase", "dispute-lost"} {
		if status := act(name); status != 303 {
			t.Errorf("%s: status = %d, want 303", name, status)
		}
	}
	if status := act("dispute-phase"); status != 400 {
		t.Errorf("phase after the last one: status = %d, want 400", status)
	}
	var reported []string
	for _, d := range h.Events(paid) {
		if strings.HasPrefix(d.Event, "payment.dispute.") {
			dispute := payload(t, d, "dispute")
			reported = append(reported, dispute["phase"].(string)+" "+dispute["status"].(string))
		}
	}
	want := []string{"chargeback open", "chargeback under_review", "pre_arbitration open", "pre_arbitration won",
		"arbitration open", "arbitration lost"}
	if !slices.Equal(reported, want) {
		t.Errorf("reported phases = %v, want %v", reported, want)
	}
}

func TestHeldRefundFails(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, fakerazorpay.Options{})
	paid := h.pay(h.order(), fakerazorpay.Success).PaymentID
	h.SetSwitches(fakerazorpay.Switches{HoldRefunds: true})
	_, refund := h.api("POST", "/payments/"+paid+"/refund",
		map[string]any{"amount": 50000, "speed": "optimum", "receipt": "r1"})
	if refund["status"] != "pending" || refund["speed_requested"] != "optimum" ||
		refund["speed_processed"] != "instant" || refund["receipt"] != "r1" {
		t.Errorf("refund = %v, want pending and instant", refund)
	}
	if status, _ := h.post(
		"/sandbox/razorpay/acts", url.Values{"act": {"refund-failed"}, "id": {refund["id"].(string)}},
	); status != 303 {
		t.Errorf("refund-failed: status = %d, want 303", status)
	}
	_, payment := h.api("GET", "/payments/"+paid, nil)
	if payment["amount_refunded"] != 0.0 || payment["status"] != "captured" || payment["refund_status"] != nil {
		t.Errorf("payment = %v, want captured without a refund", payment)
	}
	if got := h.deliveries(refund["id"].(string)); !slices.Equal(got, []string{"refund.created", "refund.failed"}) {
		t.Errorf("events = %v", got)
	}
	if status, body := h.api(
		"POST", "/payments/"+paid+"/refund", map[string]any{"amount": 50000, "speed": "slow"},
	); status != 400 {
		t.Errorf("unknown speed: status = %d, want 400; body: %v", status, body)
	}
}
