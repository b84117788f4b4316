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

func TestACheckoutSignatureIsValidOnlyForItsOrder(t *testing.T) {
	t.Parallel()
	signature := hexHMAC("secret", "order_1|pay_1")
	if !VerifyPayment("order_1", "pay_1", signature, "secret") {
		t.Error("a valid signature was refused")
	}
	for name, isValid := range map[string]bool{
		"another order":                   VerifyPayment("order_2", "pay_1", signature, "secret"),
		"another payment":                 VerifyPayment("order_1", "pay_2", signature, "secret"),
		"another secret":                  VerifyPayment("order_1", "pay_1", signature, "other"),
		"swapped ids":                     VerifyPayment("pay_1", "order_1", signature, "secret"),
		"a truncated signature":           VerifyPayment("order_1", "pay_1", signature[:62], "secret"),
		"no signature":                    VerifyPayment("order_1", "pay_1", "", "secret"),
		"not hex":                         VerifyPayment("order_1", "pay_1", strings.Repeat("z", 64), "secret"),
		"no secret":                       VerifyPayment("order_1", "pay_1", hexHMAC("", "order_1|pay_1"), ""),
		"no order":                        VerifyPayment("", "pay_1", hexHMAC("secret", "|pay_1"), "secret"),
		"the signature of a subscription": VerifySubscription("pay_1", "order_1", signature, "secret"),
	} {
		if isValid {
			t.Errorf("%s was accepted", name)
		}
	}
	if !VerifySubscription("pay_1", "sub_1", hexHMAC("secret", "pay_1|sub_1"), "secret") {
		t.Error("a valid signature of a subscription was refused")
	}
}

func TestAWebhookSignatureIsValidOnlyForItsBodyAndTheTwoSecrets(t *testing.T) {
	t.Parallel()
	body := []byte(`{"event":"payment.captured"}`)
	old, current := hexHMAC("old", string(body)), hexHMAC("new", string(body))
	if !VerifyWebhook(body, current, "new", "old") || !VerifyWebhook(body, old, "new", "old") {
		t.Error("a valid signature was refused")
	}
	if VerifyWebhook(body, old, "new", "") || VerifyWebhook(body, hexHMAC("", string(body)), "new", "") ||
		VerifyWebhook(body, current) {
		t.Error("an invalid signature was accepted")
	}
	if VerifyWebhook([]byte(`{"event": "payment.captured"}`), current, "new") {
		t.Error("the signature was accepted for JSON with other spaces")
	}
}

func TestTheSignaturesOfTheFakeRazorpayAreValid(t *testing.T) {
	t.Parallel()
	b, c := newFakeRazorpay(t)
	order, _ := c.CreateOrder(t.Context(), newOrder("tx1"))
	paid, err := b.Pay(order.ID, fakerazorpay.Success)
	if err != nil || !VerifyPayment(order.ID, paid.Fields.PaymentID, paid.Fields.Signature, b.Keys().Secret) {
		t.Errorf("the signature of the checkout %+v is invalid, or error %v", paid.Fields, err)
	}
	plan, _ := b.AddPlan(fakerazorpay.Plan{Period: "monthly",
		Item: fakerazorpay.Item{Name: "Circle", Amount: 100000, Currency: "INR"}})
	subscription, _ := c.CreateSubscription(t.Context(), NewSubscription{PlanID: plan.ID, TotalCount: 12})
	paid, err = b.Pay(subscription.ID, fakerazorpay.Success)
	if err != nil ||
		!VerifySubscription(paid.Fields.PaymentID, subscription.ID, paid.Fields.Signature, b.Keys().Secret) {
		t.Errorf("the signature of the subscription %+v is invalid, or error %v", paid.Fields, err)
	}
	events := b.Events("")
	if len(events) == 0 {
		t.Fatal("no events")
	}
	for _, event := range events {
		if !VerifyWebhook(event.Body, event.Signature, b.Keys().WebhookSecret) {
			t.Errorf("the signature of %s is invalid", event.Event)
		}
		parsed, err := ParseEvent(event.Body)
		if err != nil || parsed.Name != event.Event || parsed.AccountID == "" || !parsed.CreatedAt.Equal(noon) {
			t.Errorf("ParseEvent of %s = %+v, %v", event.Event, parsed, err)
		}
	}
}

func TestEveryEventHasTheIDsOfItsOrderAndPayment(t *testing.T) {
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
			t.Errorf("%s has the order %s and the payment %s", event.Name, event.OrderID(), event.PaymentID())
		}
	}
	for _, name := range []string{"payment.authorized", "payment.captured", "order.paid", "payment.dispute.created", "refund.created", "refund.processed"} {
		if !names[name] {
			t.Errorf("the fake sent no %s", name)
		}
	}
}

func TestTheOrderIDOfAPaymentLinkComesFromItsPayment(t *testing.T) {
	t.Parallel()
	event, err := ParseEvent(
		[]byte(`{"event":"payment_link.paid","payload":{"payment_link":{"entity":{"id":"plink_1","reference_id":"tx1"}},
		"order":{"entity":{"id":"AAAAAAAAAAAAAA"}},"payment":{"entity":{"id":"pay_1","order_id":"order_AAAAAAAAAAAAAA"}}}}`),
	)
	if err != nil || event.OrderID() != "order_AAAAAAAAAAAAAA" || event.PaymentLink.ReferenceID != "tx1" {
		t.Errorf("event with a payment = %+v, %v", event, err)
	}
	event, err = ParseEvent([]byte(
		`{"event":"payment_link.paid","payload":{"order":{"entity":{"id":"AAAAAAAAAAAAAA"}}}}`))
	if err != nil || event.OrderID() != "order_AAAAAAAAAAAAAA" {
		t.Errorf("event without a payment: OrderID() = %q, %v", event.OrderID(), err)
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
		t.Errorf("unknown event = %+v, %v", event, err)
	}
	event, err = ParseEvent(
		[]byte(
			`{"event":"order.paid","payload":{"payment":{"entity":{"id":"pay_1","amount":1.5}},"order":{"entity":{"id":"order_1"}}}}`,
		),
	)
	if err == nil || event.Payment != nil || event.OrderID() != "order_1" {
		t.Errorf("event with an invalid payment = %+v, %v; want its order and an error", event, err)
	}
	for _, raw := range []string{``, `null`, `[]`, `"x"`, `{`, `{}`, `{"event":7.5e3x}`} {
		if event, err := ParseEvent([]byte(raw)); err == nil {
			t.Errorf("ParseEvent(%q) = %+v, want an error", raw, event)
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
			t.Errorf("%q was accepted", raw)
		}
		if event.Payment != nil && (event.Payment.Amount >= maxExactInt || event.Payment.Amount <= -maxExactInt) {
			t.Errorf("inexact amount %d was accepted", event.Payment.Amount)
		}
		_, _, _ = event.OrderID(), event.PaymentID(), event.SubscriptionID()
	})
}

func FuzzVerifyWebhook(f *testing.F) {
	f.Add([]byte(`{}`), "00", "secret")
	f.Add([]byte(``), hexHMAC("s", ""), "s")
	f.Fuzz(func(t *testing.T, body []byte, signature, secret string) {
		valid := hexHMAC(secret, string(body))
		if VerifyWebhook(body, valid, secret) != (secret != "") {
			t.Error("a valid signature was refused, or an empty secret was accepted")
		}
		if VerifyWebhook(body, signature, secret) && !strings.EqualFold(signature, valid) {
			t.Errorf("signature %q was accepted", signature)
		}
		if secret != "" && VerifyWebhook(append(bytes.Clone(body), ' '), valid, secret) {
			t.Error("the signature was accepted for another body")
		}
	})
}
