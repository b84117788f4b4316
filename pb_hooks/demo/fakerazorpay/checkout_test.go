package fakerazorpay_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"boardcircle/pb_hooks/demo/fakerazorpay"
)

// postForm sends the form of a page and returns the status, the body and the headers.
func (h *testServer) postForm(path string, values url.Values, headers ...string) (int, string, http.Header) {
	h.t.Helper()
	r := h.request("POST", path, []byte(values.Encode()),
		append([]string{"Content-Type", "application/x-www-form-urlencoded"}, headers...)...)
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	response, err := client.Do(r)
	if err != nil {
		h.t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		h.t.Fatal(err)
	}
	return response.StatusCode, string(body), response.Header
}

func (h *testServer) checkout(id, act string) (int, fakerazorpay.CheckoutResult) {
	h.t.Helper()
	status, raw := h.do(h.request("POST", "/sandbox/razorpay/checkout/"+id,
		map[string]any{"key": h.Keys().ID, "act": act, "method": "card", "email": "asha@example.com"}))
	var result fakerazorpay.CheckoutResult
	if err := json.Unmarshal(raw, &result); err != nil {
		h.t.Fatalf("%s: %v", raw, err)
	}
	return status, result
}

func TestCheckoutPaysAndFails(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, fakerazorpay.Options{})
	id := h.order()
	if status, raw := h.do(h.request("GET", "/sandbox/razorpay/checkout/"+id, nil)); status != 200 ||
		string(raw) != `{"amount":2950000,"currency":"INR"}` {
		t.Errorf("status = %d, body = %s", status, raw)
	}
	if status, result := h.checkout(id, "fail"); status != 200 || result.Failure == nil ||
		result.Failure.Metadata["order_id"] != id || result.Failure.Description == "" {
		t.Errorf("fail: status = %d, result = %+v, want a failure", status, result)
	}
	status, result := h.checkout(id, "pay")
	if status != 200 || result.Fields == nil || result.Fields.OrderID != id ||
		result.Fields.Signature != signature(h.Keys().Secret, []byte(id+"|"+result.PaymentID)) {
		t.Errorf("pay: status = %d, result = %+v, want signed fields", status, result)
	}
	subscription := h.subscription(3)
	if _, result := h.checkout(subscription, "pay"); result.Fields == nil || result.Fields.OrderID != "" ||
		result.Fields.Signature != signature(h.Keys().Secret, []byte(result.PaymentID+"|"+subscription)) {
		t.Errorf("pay a subscription: result = %+v, want signed fields without an order", result)
	}
	if status, _ := h.checkout("order_none", "pay"); status != 400 {
		t.Errorf("unknown order: status = %d, want 400", status)
	}
}

func TestCheckoutUsesTheLifecycleOfTheSwitches(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, fakerazorpay.Options{})
	if status, raw := h.do(
		h.request("POST", "/sandbox/razorpay/switches", map[string]any{"lifecycle": "late-authorisation"}),
	); status != 200 {
		t.Fatalf("status = %d, body = %s", status, raw)
	}
	_, result := h.checkout(h.order(), "pay")
	if result.Failure == nil || h.Authorise(result.PaymentID) != nil {
		t.Errorf("result = %+v, want a failure that can be authorised later", result)
	}
	if status, _ := h.do(h.request("POST", "/sandbox/razorpay/switches", []byte("on"))); status != 400 {
		t.Errorf("invalid JSON: status = %d, want 400", status)
	}
}

func TestOtherSitesCannotPay(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, fakerazorpay.Options{})
	id := h.order()
	body := map[string]any{"key": h.Keys().ID, "act": "pay"}
	for name, r := range map[string]*http.Request{
		"another site": h.request("POST", "/sandbox/razorpay/checkout/"+id, body, "Sec-Fetch-Site", "cross-site"),
		"a plain form": h.request("POST", "/sandbox/razorpay/checkout/"+id, body, "Content-Type", "text/plain"),
		"another key":  h.request("POST", "/sandbox/razorpay/checkout/"+id, map[string]any{"key": "rzp_test_x", "act": "pay"}),
	} {
		if status, raw := h.do(r); status < 400 {
			t.Errorf("%s: status = %d, body = %s", name, status, raw)
		}
	}
	if n := len(h.State().Payments); n != 0 {
		t.Errorf("%d payments, want none", n)
	}
}

func TestNoSecretReachesTheBrowser(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, fakerazorpay.Options{WebhookURL: "http://127.0.0.1:1"})
	h.checkout(h.order(), "pay")
	_, link := h.api("POST", "/payment_links", map[string]any{"amount": 50000, "currency": "INR"})
	for _, path := range []string{"/", "/checkout.js", "/live.js", "/state.json", "/links/" + link["id"].(string)} {
		status, raw := h.do(h.request("GET", "/sandbox/razorpay"+path, nil))
		if status != 200 {
			t.Errorf("%s: status = %d, want 200", path, status)
		}
		for _, secret := range []string{h.Keys().Secret, h.Keys().WebhookSecret} {
			if strings.Contains(string(raw), secret) {
				t.Errorf("%s contains a secret", path)
			}
		}
	}
}

func TestTheScriptsWorkUnderAStrictContentSecurityPolicy(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, fakerazorpay.Options{})
	for _, path := range []string{"/checkout.js", "/live.js"} {
		_, raw := h.do(h.request("GET", "/sandbox/razorpay"+path, nil))
		for _, forbidden := range []string{"eval(", "new Function", "javascript:", "innerHTML =", "setAttribute(\"on"} {
			if strings.Contains(string(raw), forbidden) {
				t.Errorf("%s contains %s", path, forbidden)
			}
		}
	}
	_, dashboard := h.do(h.request("GET", "/sandbox/razorpay/", nil))
	if strings.Contains(string(dashboard), "<script>") {
		t.Error("the dashboard has an inline script")
	}
}

func TestPageOfALinkRedirectsToTheSignedCallback(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, fakerazorpay.Options{})
	_, link := h.api("POST", "/payment_links", map[string]any{
		"amount": 50000, "currency": "INR", "reference_id": "tx1", "description": "Circle <b>membership</b>",
		"callback_url": "https://boardcircle.example/thank-you?x=1", "callback_method": "get",
	})
	id := link["id"].(string)
	path := "/sandbox/razorpay/links/" + id
	status, raw := h.do(h.request("GET", path, nil))
	if status != 200 || !strings.Contains(string(raw), "₹500") ||
		!strings.Contains(string(raw), "Circle &lt;b&gt;membership") {
		t.Errorf("status = %d, body = %s", status, raw)
	}
	if status, body, header := h.postForm(path, url.Values{"act": {"fail"}}); status != 200 ||
		!strings.Contains(body, "declined by the bank") ||
		!strings.Contains(header.Get("Content-Security-Policy"), "form-action 'self' https://boardcircle.example") {
		t.Errorf("fail: status = %d, Content-Security-Policy = %s", status, header.Get("Content-Security-Policy"))
	}
	status, _, header := h.postForm(path, url.Values{"act": {"pay"}})
	callback, err := url.Parse(header.Get("Location"))
	if status != 303 || err != nil || callback.Host != "boardcircle.example" || callback.Path != "/thank-you" {
		t.Fatalf("pay: status = %d, Location = %s, want the callback", status, header.Get("Location"))
	}
	q := callback.Query()
	want := signature(h.Keys().Secret,
		[]byte(strings.Join([]string{id, "tx1", "paid", q.Get("razorpay_payment_id")}, "|")))
	if q.Get("x") != "1" || q.Get("razorpay_payment_link_id") != id ||
		q.Get("razorpay_payment_link_status") != "paid" || q.Get("razorpay_signature") != want {
		t.Errorf("query of the callback = %v, want the signed fields", q)
	}
	if _, raw := h.do(h.request("GET", path, nil)); !strings.Contains(string(raw), "has been received") {
		t.Error("the page of a paid link does not say that the payment was received")
	}
	if status, _, _ := h.postForm(path, url.Values{"act": {"pay"}}); status != 200 || len(h.State().Payments) != 2 {
		t.Errorf("second payment: status = %d, %d payments, want 2", status, len(h.State().Payments))
	}
	if status, _, _ := h.postForm("/sandbox/razorpay/links/plink_x", url.Values{"act": {"pay"}}); status != 404 {
		t.Errorf("unknown link: status = %d, want 404", status)
	}
}

func TestPaymentPageShowsThanksOrRedirects(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, fakerazorpay.Options{})
	page, _ := h.AddPage(fakerazorpay.Page{ID: "pl_Circle", Title: "Circle", Amount: 12345600, Currency: "INR"})
	path := "/sandbox/razorpay/pages/" + page.ID
	if status, body, _ := h.postForm(path, url.Values{"act": {"pay"}}); status != 200 ||
		!strings.Contains(body, "has been received") || !strings.Contains(body, "₹1,23,456") {
		t.Errorf("status = %d, body = %s", status, body)
	}
	page.CallbackURL = "/thank-you"
	if _, err := h.AddPage(page); err != nil {
		t.Fatal(err)
	}
	if status, _, header := h.postForm(path, url.Values{"act": {"pay"}}); status != 303 ||
		!strings.HasPrefix(header.Get("Location"), "/thank-you?razorpay_payment_id=pay_") {
		t.Errorf("status = %d, Location = %s, want the callback", status, header.Get("Location"))
	}
	if n := len(h.State().Pages); n != 1 {
		t.Errorf("%d pages, want 1", n)
	}
}

func TestEachButtonOfTheDashboardWorks(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, fakerazorpay.Options{})
	press := func(act, id string) int {
		status, _, _ := h.postForm("/sandbox/razorpay/acts", url.Values{"act": {act}, "id": {id}})
		return status
	}
	late, authorised, id := h.pay(h.order(), fakerazorpay.LateAuthorisation).PaymentID, h.pay(h.order(),
		fakerazorpay.AuthorisedOnly).PaymentID, h.subscription(5)
	h.pay(id, fakerazorpay.Success)
	for _, c := range [][2]string{{"authorise", late}, {"capture", authorised}, {"dispute", authorised}, {"refund", authorised}, {"charge", id}, {"fail-charge", id}, {"cancel", id}, {"resend", h.Events("")[0].ID}} {
		if status := press(c[0], c[1]); status != 303 {
			t.Errorf("%s: status = %d, want 303", c[0], status)
		}
	}
	pay := func(l fakerazorpay.Lifecycle) string { return h.pay(h.order(), l).PaymentID }
	mandate, upi := h.subscription(5), pay(fakerazorpay.UPIDelayed)
	paid, instant, half := pay(fakerazorpay.Success), pay(fakerazorpay.Success), pay(fakerazorpay.Success)
	h.pay(mandate, fakerazorpay.Success)
	won, closed := pay(fakerazorpay.Success), pay(fakerazorpay.Success)
	link := func(reference string) string {
		_, created := h.api("POST", "/payment_links",
			map[string]any{"amount": 50000, "currency": "INR", "reference_id": reference})
		return created["id"].(string)
	}
	for _, c := range []struct{ act, id string }{
		{"decline", upi}, {"refund-instant", instant}, {"refund-half", half}, {"link-expire", link("tx8")}, {"link-cancel", link("tx9")},
		{"dispute", paid}, {"dispute-answer", paid}, {"dispute-phase", paid}, {"dispute-lost", paid},
		{"dispute", won}, {"dispute-won", won}, {"dispute", closed}, {"dispute-closed", closed},
		{"pause", mandate}, {"resume", mandate}, {"change-card", mandate},
		{"fail-charge", mandate}, {"fail-charge", mandate}, {"fail-charge", mandate}, {"fail-charge", mandate}, {"change-card", mandate},
		{"charge-upi", mandate}, {"settle", ""},
	} {
		if status := press(c.act, c.id); status != 303 {
			t.Errorf("%s: status = %d, want 303", c.act, status)
		}
	}
	pay(fakerazorpay.Success)
	if status := press("settle-short", ""); status != 303 {
		t.Errorf("settle-short: status = %d, want 303", status)
	}
	if press("refund", "pay_x") != 400 || press("unknown", authorised) != 400 {
		t.Error("an unknown action or id was accepted")
	}
	if status, _, _ := h.postForm(
		"/sandbox/razorpay/acts", url.Values{"act": {"refund"}, "id": {late}}, "Sec-Fetch-Site", "cross-site",
	); status != 403 {
		t.Errorf("form of another site: status = %d, want 403", status)
	}
	_, dashboard := h.do(h.request("GET", "/sandbox/razorpay/", nil))
	for _, text := range []string{"payment.captured", "₹29,500", "refunded", "Circle", "receipt tx1", "no webhook"} {
		if !strings.Contains(string(dashboard), text) {
			t.Errorf("the dashboard does not contain %q", text)
		}
	}
}

func TestDashboardChangesOnlyItsOwnSwitches(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, fakerazorpay.Options{})
	h.SetSwitches(fakerazorpay.Switches{LatencyMS: 1, Webhooks: fakerazorpay.WebhookFaults{NoEventID: true}})
	status, _, _ := h.postForm("/sandbox/razorpay/acts",
		url.Values{"act": {"switches"}, "lifecycle": {"two-captures"}, "duplicate": {"on"}, "delay": {"3"}})
	want := fakerazorpay.Switches{
		LatencyMS: 1,
		Lifecycle: fakerazorpay.TwoCaptures,
		Webhooks:  fakerazorpay.WebhookFaults{Duplicate: true, DelayMS: 3000, NoEventID: true},
	}
	if got := h.State().Switches; status != 303 || got != want {
		t.Errorf("status = %d, switches = %+v, want %+v", status, got, want)
	}
}
