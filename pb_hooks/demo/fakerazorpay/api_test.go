package fakerazorpay_test

import (
	"fmt"
	"strings"
	"testing"

	"boardcircle/pb_hooks/demo/fakerazorpay"
)

func TestAPIRequiresTheKey(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, fakerazorpay.Options{})
	keys := h.Keys()
	for name, pair := range map[string][2]string{
		"no credentials": {"", ""}, "a wrong secret": {keys.ID, "x"}, "a wrong id": {"rzp_test_x", keys.Secret}, "a live key": {"rzp_live_x", keys.Secret},
	} {
		r := h.request("GET", "/sandbox/razorpay/v1/orders", nil)
		r.SetBasicAuth(pair[0], pair[1])
		if status, body := h.do(r); status != 401 || !strings.Contains(string(body), "BAD_REQUEST_ERROR") {
			t.Errorf("%s: status = %d, body = %s", name, status, body)
		}
	}
	r := h.request("GET", "/sandbox/razorpay/v1/orders", nil)
	r.SetBasicAuth("rzp_live_x", keys.Secret)
	if _, body := h.do(r); !strings.Contains(string(body), "live keys") {
		t.Errorf("body for a live key = %s, want one about live keys", body)
	}
	if _, err := fakerazorpay.New(
		fakerazorpay.Options{Keys: fakerazorpay.Keys{ID: "rzp_live_abc", Secret: "s"}},
	); err == nil {
		t.Error("New accepts a live key")
	}
}

func TestOrdersAreValidatedAsRazorpayDoes(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, fakerazorpay.Options{})
	many := map[string]string{}
	for n := range 16 {
		many[fmt.Sprint("k", n)] = "v"
	}
	for name, c := range map[string]struct {
		body  any
		field string
	}{
		"no amount":        {map[string]any{"currency": "INR"}, "amount"},
		"too little":       {map[string]any{"amount": 99, "currency": "INR"}, "amount"},
		"half a paisa":     {map[string]any{"amount": 100.5, "currency": "INR"}, "amount"},
		"no currency":      {map[string]any{"amount": 100}, "currency"},
		"a wrong currency": {map[string]any{"amount": 100, "currency": "inr"}, "currency"},
		"a long receipt":   {map[string]any{"amount": 100, "currency": "INR", "receipt": strings.Repeat("x", 41)}, "receipt"},
		"many notes":       {map[string]any{"amount": 100, "currency": "INR", "notes": many}, "notes"},
		"a long note":      {map[string]any{"amount": 100, "currency": "INR", "notes": map[string]string{"a": strings.Repeat("x", 257)}}, "notes"},
		"invalid JSON":     {[]byte("amount=100"), ""},
	} {
		status, body := h.api("POST", "/orders", c.body)
		apiErr, _ := body["error"].(map[string]any)
		if field, _ := apiErr["field"].(string); status != 400 || apiErr["code"] != "BAD_REQUEST_ERROR" ||
			apiErr["description"] == "" || field != c.field {
			t.Errorf("%s: status = %d, body = %v", name, status, body)
		}
	}
	if n := len(h.State().Orders); n != 0 {
		t.Errorf("%d orders, want none", n)
	}
}

func TestOrderIsEncodedAsRazorpayDoes(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, fakerazorpay.Options{})
	_, order := h.api("POST", "/orders", map[string]any{"amount": 5000, "currency": "INR"})
	if notes, isList := order["notes"].([]any); !isList || len(notes) != 0 {
		t.Errorf("empty notes = %v, want an empty list", order["notes"])
	}
	if order["receipt"] != nil || order["offer_id"] != nil || order["entity"] != "order" ||
		order["amount_due"] != 5000.0 || order["created_at"] != float64(noon.Unix()) {
		t.Errorf("order = %v", order)
	}
}

func TestAnUnknownIDIsABadRequest(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, fakerazorpay.Options{})
	for _, path := range []string{"/orders/x", "/orders/x/payments", "/payments/x", "/payments/x/refunds", "/plans/x", "/subscriptions/x", "/invoices/x", "/payment_links/x"} {
		status, body := h.api("GET", path, nil)
		if apiErr, _ := body["error"].(map[string]any); status != 400 ||
			apiErr["description"] != "The id provided does not exist" {
			t.Errorf("%s: status = %d, body = %v, want 400", path, status, body)
		}
	}
	if status, body := h.api("GET", "/nowhere", nil); status != 404 {
		t.Errorf("unknown path: status = %d, want 404; body: %v", status, body)
	}
}

func TestListsArePaginatedAndFiltered(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, fakerazorpay.Options{})
	for range 12 {
		h.order()
	}
	for query, want := range map[string]float64{"": 10, "?count=100": 12, "?count=5&skip=10": 2, "?skip=40": 0, "?receipt=tx1&count=3": 3, "?receipt=tx2": 0, fmt.Sprintf("?from=%d", noon.Unix()+1): 0} {
		if status, body := h.api("GET", "/orders"+query, nil); status != 200 || body["count"] != want ||
			body["entity"] != "collection" {
			t.Errorf("%s: status = %d, count = %v, want %v", query, status, body["count"], want)
		}
	}
	for _, query := range []string{"?count=101", "?count=0", "?count=x", "?skip=-1"} {
		if status, _ := h.api("GET", "/orders"+query, nil); status != 400 {
			t.Errorf("%s: status = %d, want 400", query, status)
		}
	}
}

func TestOnlyAuthorisedPaymentsAreCapturedAndOnlyCapturedOnesRefunded(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, fakerazorpay.Options{})
	failed := h.pay(h.order(), fakerazorpay.Declined).PaymentID
	authorised := h.pay(h.order(), fakerazorpay.AuthorisedOnly).PaymentID
	for _, c := range []struct {
		path, body string
		want       int
	}{
		{"/payments/" + failed + "/capture", `{"amount":2950000,"currency":"INR"}`, 400},
		{"/payments/" + failed + "/refund", `{"amount":2950000}`, 400},
		{"/payments/" + authorised + "/refund", `{"amount":2950000}`, 400},
		{"/payments/" + authorised + "/capture", `{"amount":100,"currency":"INR"}`, 400},
		{"/payments/" + authorised + "/capture", `{"amount":2950000,"currency":"USD"}`, 400},
		{"/payments/" + authorised + "/capture", `{}`, 400},
		{"/payments/" + authorised + "/capture", `{"amount":2950000,"currency":"INR"}`, 200},
		{"/payments/" + authorised + "/capture", `{"amount":2950000,"currency":"INR"}`, 400},
		{"/payments/" + authorised + "/refund", `{"amount":2950001}`, 400},
		{"/payments/" + authorised + "/refund", `{"amount":50000}`, 200},
		{"/payments/" + authorised + "/refund", `{}`, 200},
		{"/payments/" + authorised + "/refund", `{}`, 400},
	} {
		if status, body := h.api("POST", c.path, []byte(c.body)); status != c.want {
			t.Errorf("%s %s: status = %d, want %d; body: %v", c.path, c.body, status, c.want, body)
		}
	}
	_, payment := h.api("GET", "/payments/"+authorised, nil)
	if payment["status"] != "refunded" || payment["refund_status"] != "full" ||
		payment["amount_refunded"] != 2950000.0 {
		t.Errorf("payment = %v, want a full refund", payment)
	}
}

func TestSameRefundKeyRefundsOnce(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, fakerazorpay.Options{})
	paid := h.pay(h.order(), fakerazorpay.Success).PaymentID
	path := "/payments/" + paid + "/refund"
	_, first := h.api("POST", path, map[string]any{"amount": 50000}, "X-Refund-Idempotency", "refund-key-1")
	_, second := h.api("POST", path, map[string]any{"amount": 50000}, "X-Refund-Idempotency", "refund-key-1")
	if first["id"] == nil || first["id"] != second["id"] || len(h.State().Refunds) != 1 {
		t.Errorf("refunds = %v and %v, want the same one", first, second)
	}
	if status, _ := h.api(
		"POST", path, map[string]any{"amount": 60000}, "X-Refund-Idempotency", "refund-key-1",
	); status != 400 {
		t.Errorf("same key with another amount: status = %d, want 400", status)
	}
	if _, third := h.api(
		"POST", path, map[string]any{"amount": 50000}, "X-Refund-Idempotency", "refund-key-2",
	); third["id"] == first["id"] {
		t.Error("a request with another key returned the first refund")
	}
}

func TestReferenceOfALinkIsUnique(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, fakerazorpay.Options{})
	body := map[string]any{"amount": 50000, "currency": "INR", "reference_id": "tx1", "description": "Circle"}
	status, link := h.api("POST", "/payment_links", body)
	if status != 200 || link["status"] != "created" ||
		!strings.HasPrefix(link["short_url"].(string), h.url+"/sandbox/razorpay/links/plink_") {
		t.Fatalf("status = %d, body = %v", status, link)
	}
	if status, _ := h.api("POST", "/payment_links", body); status != 400 {
		t.Errorf("second link with the reference: status = %d, want 400", status)
	}
	if _, found := h.api("GET", "/payment_links?reference_id=tx1", nil); len(found["payment_links"].([]any)) != 1 {
		t.Errorf("links = %v, want one", found)
	}
	if status, _ := h.api("POST", "/payment_links/"+link["id"].(string)+"/cancel", nil); status != 200 {
		t.Errorf("cancel: status = %d, want 200", status)
	}
	if _, err := h.PayLink(link["id"].(string), fakerazorpay.Success); err == nil {
		t.Error("a cancelled link was paid")
	}
}

func TestPlansAndSubscriptionsAreValidated(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, fakerazorpay.Options{})
	valid := map[string]any{
		"period":   "monthly",
		"interval": 1,
		"item":     map[string]any{"name": "Circle", "amount": 50000, "currency": "INR"},
	}
	status, plan := h.api("POST", "/plans", valid)
	if status != 200 {
		t.Fatalf("status = %d, body = %v", status, plan)
	}
	for name, invalid := range map[string]map[string]any{
		"period":   {"period": "hourly", "interval": 1, "item": valid["item"]},
		"interval": {"period": "monthly", "item": valid["item"]},
		"amount":   {"period": "monthly", "interval": 1, "item": map[string]any{"name": "Circle", "currency": "INR"}},
	} {
		if status, _ := h.api("POST", "/plans", invalid); status != 400 {
			t.Errorf("invalid %s: status = %d, want 400", name, status)
		}
	}
	for name, invalid := range map[string]map[string]any{
		"plan": {"plan_id": "plan_x", "total_count": 1}, "count": {"plan_id": plan["id"]},
	} {
		if status, _ := h.api("POST", "/subscriptions", invalid); status != 400 {
			t.Errorf("invalid %s: status = %d, want 400", name, status)
		}
	}
	if _, list := h.api("GET", "/plans", nil); list["count"] != 1.0 {
		t.Errorf("plans = %v, want one", list)
	}
}
