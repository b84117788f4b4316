package razorpay

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strings"
	"testing"

	"boardcircle/pb_hooks/demo/fakerazorpay"
)

func hexHMAC(secret, message string) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(message))
	return hex.EncodeToString(mac.Sum(nil))
}

func TestACheckoutSignatureIsValidForItsOrderOnly(t *testing.T) {
	t.Parallel()
	good := hexHMAC("secret", "order_1|pay_1")
	if !VerifyPayment("order_1", "pay_1", good, "secret") {
		t.Error("a right signature is refused")
	}
	for name, ok := range map[string]bool{
		"another order":       VerifyPayment("order_2", "pay_1", good, "secret"),
		"another payment":     VerifyPayment("order_1", "pay_2", good, "secret"),
		"another secret":      VerifyPayment("order_1", "pay_1", good, "other"),
		"swapped":             VerifyPayment("pay_1", "order_1", good, "secret"),
		"cut short":           VerifyPayment("order_1", "pay_1", good[:62], "secret"),
		"no signature":        VerifyPayment("order_1", "pay_1", "", "secret"),
		"not hex":             VerifyPayment("order_1", "pay_1", strings.Repeat("z", 64), "secret"),
		"no secret":           VerifyPayment("order_1", "pay_1", hexHMAC("", "order_1|pay_1"), ""),
		"no order":            VerifyPayment("", "pay_1", hexHMAC("secret", "|pay_1"), "secret"),
		"as a subscription's": VerifySubscription("pay_1", "order_1", good, "secret"),
	} {
		if ok {
			t.Error(name + " is taken")
		}
	}
	if !VerifySubscription("pay_1", "sub_1", hexHMAC("secret", "pay_1|sub_1"), "secret") {
		t.Error("a subscription's signature is refused")
	}
}

func TestAWebhookSignatureIsValidForItsBytesAndEitherSecret(t *testing.T) {
	t.Parallel()
	body := []byte(`{"event":"payment.captured"}`)
	old, current := hexHMAC("old", string(body)), hexHMAC("new", string(body))
	if !VerifyWebhook(body, current, "new", "old") || !VerifyWebhook(body, old, "new", "old") {
		t.Error("a right signature is refused")
	}
	if VerifyWebhook(body, old, "new", "") || VerifyWebhook(body, hexHMAC("", string(body)), "new", "") ||
		VerifyWebhook(body, current) {
		t.Error("a wrong signature is taken")
	}
	if VerifyWebhook([]byte(`{"event": "payment.captured"}`), current, "new") {
		t.Error("re-spaced JSON is taken")
	}
}

func TestTheFakeRazorpaySignsAsRazorpayDoes(t *testing.T) {
	t.Parallel()
	b, c := newFakeRazorpay(t)
	order, _ := c.CreateOrder(t.Context(), newOrder("tx1"))
	outcome, err := b.Pay(order.ID, fakerazorpay.Success)
	if err != nil || !VerifyPayment(order.ID, outcome.Fields.PaymentID, outcome.Fields.Signature, b.Keys().Secret) {
		t.Errorf("the handler's fields %+v: %v", outcome.Fields, err)
	}
	plan, _ := b.AddPlan(fakerazorpay.Plan{Period: "monthly",
		Item: fakerazorpay.Item{Name: "Circle", Amount: 100000, Currency: "INR"}})
	subscription, _ := c.CreateSubscription(t.Context(), NewSubscription{PlanID: plan.ID, TotalCount: 12})
	outcome, err = b.Pay(subscription.ID, fakerazorpay.Success)
	if err != nil ||
		!VerifySubscription(outcome.Fields.PaymentID, subscription.ID, outcome.Fields.Signature, b.Keys().Secret) {
		t.Errorf("the subscription's fields %+v: %v", outcome.Fields, err)
	}
	events := b.Events("")
	if len(events) == 0 {
		t.Fatal("no events")
	}
	for _, event := range events {
		if !VerifyWebhook(event.Body, event.Signature, b.Keys().WebhookSecret) {
			t.Errorf("%s is signed wrongly", event.Event)
		}
		read, err := ParseEvent(event.Body)
		if err != nil || read.Name != event.Event || read.AccountID == "" || !read.CreatedAt.Equal(noon) {
			t.Errorf("%s is read as %+v: %v", event.Event, read, err)
		}
	}
}

func TestEveryEventNamesItsOrderAndPayment(t *testing.T) {
	t.Parallel()
	b, c := newFakeRazorpay(t)
	order, _ := c.CreateOrder(t.Context(), newOrder("tx1"))
	paid, _ := b.Pay(order.ID, fakerazorpay.Success)
	_ = b.Dispute(paid.PaymentID, "created")
	_, _ = b.Refund(paid.PaymentID, 100)
	names := map[string]bool{}
	for _, delivery := range b.Events(order.ID) {
		event, err := ParseEvent(delivery.Body)
		if err != nil {
			t.Fatal(err)
		}
		names[event.Name] = true
		if event.OrderID() != order.ID || event.PaymentID() != paid.PaymentID {
			t.Errorf("%s is about %s and %s", event.Name, event.OrderID(), event.PaymentID())
		}
	}
	for _, name := range []string{"payment.authorized", "payment.captured", "order.paid", "payment.dispute.created", "refund.created", "refund.processed"} {
		if !names[name] {
			t.Error("no " + name)
		}
	}
}

func TestALinksOrderIsNamedByItsPayment(t *testing.T) {
	t.Parallel()
	event, err := ParseEvent(
		[]byte(`{"event":"payment_link.paid","payload":{"payment_link":{"entity":{"id":"plink_1","reference_id":"tx1"}},
		"order":{"entity":{"id":"AAAAAAAAAAAAAA"}},"payment":{"entity":{"id":"pay_1","order_id":"order_AAAAAAAAAAAAAA"}}}}`),
	)
	if err != nil || event.OrderID() != "order_AAAAAAAAAAAAAA" || event.PaymentLink.ReferenceID != "tx1" {
		t.Errorf("%+v: %v", event, err)
	}
	event, err = ParseEvent([]byte(
		`{"event":"payment_link.paid","payload":{"order":{"entity":{"id":"AAAAAAAAAAAAAA"}}}}`))
	if err != nil || event.OrderID() != "order_AAAAAAAAAAAAAA" {
		t.Errorf("without the payment: %q, %v", event.OrderID(), err)
	}
}

func TestAMalformedEventIsDecodedAsFarAsPossible(t *testing.T) {
	t.Parallel()
	event, err := ParseEvent(
		[]byte(
			`{"event":"payment.pondered","contains":7,"payload":{"payment":{"entity":[]},"thought":{"entity":{}}},"created_at":null}`,
		),
	)
	if err != nil || event.Name != "payment.pondered" || event.Payment != nil || event.PaymentID() != "" {
		t.Errorf("%+v: %v", event, err)
	}
	event, err = ParseEvent(
		[]byte(
			`{"event":"order.paid","payload":{"payment":{"entity":{"id":"pay_1","amount":1.5}},"order":{"entity":{"id":"order_1"}}}}`,
		),
	)
	if err == nil || event.Payment != nil || event.OrderID() != "order_1" {
		t.Errorf("%+v: %v", event, err)
	}
	for _, raw := range []string{``, `null`, `[]`, `"x"`, `{`, `{}`, `{"event":7.5e3x}`} {
		if event, err := ParseEvent([]byte(raw)); err == nil {
			t.Errorf("%q is read as %+v", raw, event)
		}
	}
}

func FuzzParseEvent(f *testing.F) {
	f.Add(
		[]byte(
			`{"entity":"event","event":"payment.captured","payload":{"payment":{"entity":{"id":"pay_1","amount":5000,"captured":"1","notes":[]}}},"created_at":1756455561}`,
		),
	)
	f.Add(
		[]byte(
			`{"event":"subscription.charged","payload":{"subscription":{"entity":{"id":"sub_1","paid_count":"2"}},"invoice":{"entity":{"amount":1e17}}}}`,
		),
	)
	f.Add([]byte(`{"event":null,"payload":[[]]}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		event, err := ParseEvent(raw)
		if err == nil && (!json.Valid(raw) || event.Name == "") {
			t.Errorf("%q is taken", raw)
		}
		if event.Payment != nil && (event.Payment.Amount >= maxExactInt || event.Payment.Amount <= -maxExactInt) {
			t.Errorf("an inexact amount: %d", event.Payment.Amount)
		}
		_, _, _ = event.OrderID(), event.PaymentID(), event.SubscriptionID()
	})
}

func FuzzVerifyWebhook(f *testing.F) {
	f.Add([]byte(`{}`), "00", "secret")
	f.Add([]byte(``), hexHMAC("s", ""), "s")
	f.Fuzz(func(t *testing.T, body []byte, signature, secret string) {
		right := hexHMAC(secret, string(body))
		if VerifyWebhook(body, right, secret) != (secret != "") {
			t.Error("a right signature is refused, or an empty secret taken")
		}
		if VerifyWebhook(body, signature, secret) && !strings.EqualFold(signature, right) {
			t.Errorf("%q is taken", signature)
		}
		if secret != "" && VerifyWebhook(append(bytes.Clone(body), ' '), right, secret) {
			t.Error("another body is taken")
		}
	})
}
