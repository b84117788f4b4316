package fakerazorpay_test

import (
	"slices"
	"strings"
	"testing"

	"boardcircle/pb_hooks/demo/fakerazorpay"
)

func TestEveryCourseTellsItsStory(t *testing.T) {
	t.Parallel()
	sold := []string{"payment.authorized", "payment.captured", "order.paid"}
	for _, c := range []struct {
		course  fakerazorpay.Lifecycle
		events  []string
		order   string
		browser string
	}{
		{fakerazorpay.Success, sold, "paid", "handler"},
		{fakerazorpay.Declined, []string{"payment.failed"}, "attempted", "failure"},
		{fakerazorpay.AuthorisedOnly, sold[:1], "attempted", "handler"},
		{fakerazorpay.LateAuthorisation, []string{"payment.failed"}, "attempted", "failure"},
		{fakerazorpay.FailedThenCaptured, append([]string{"payment.failed"}, sold...), "paid", "failure"},
		{fakerazorpay.TwoCaptures, append(slices.Clone(sold), sold...), "paid", "handler"},
		{fakerazorpay.WrongAmount, sold[:2], "attempted", "handler"},
		{fakerazorpay.WrongCurrency, sold, "paid", "handler"},
		{fakerazorpay.Orphan, nil, "created", "silence"},
		{fakerazorpay.RefundFirst, append([]string{"refund.created", "refund.processed"}, sold...), "paid", "handler"},
	} {
		t.Run("course "+string(c.course), func(t *testing.T) {
			t.Parallel()
			h := newTestServer(t, fakerazorpay.Options{})
			id := h.order()
			outcome := h.pay(id, c.course)
			if got := h.deliveries(id); !slices.Equal(got, c.events) {
				t.Errorf("it tells %v", got)
			}
			if _, order := h.api("GET", "/orders/"+id, nil); order["status"] != c.order {
				t.Errorf("the order is %v", order["status"])
			}
			heard := "silence"
			switch {
			case outcome.Fields != nil:
				heard = "handler"
			case outcome.Failure != nil:
				heard = "failure"
			}
			if heard != c.browser {
				t.Errorf("the browser hears of a %s", heard)
			}
		})
	}
}

func TestEveryEventIsASnapshot(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, fakerazorpay.Options{})
	id := h.order()
	paid := h.pay(id, fakerazorpay.FailedThenCaptured)
	if _, err := h.Refund(paid.PaymentID, 0); err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"payment.failed": "failed", "payment.authorized": "authorized", "payment.captured": "captured", "order.paid": "captured", "refund.created": "refunded", "refund.processed": "refunded"}
	for _, d := range h.Events(id) {
		if got := payload(t, d, "payment")["status"]; got != want[d.Event] {
			t.Errorf("%s shows a payment that is %v", d.Event, got)
		}
	}
}

func TestWrongMoneyIsWrongAtTheProviderToo(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, fakerazorpay.Options{})
	_, short := h.api("GET", "/payments/"+h.pay(h.order(), fakerazorpay.WrongAmount).PaymentID, nil)
	_, other := h.api("GET", "/payments/"+h.pay(h.order(), fakerazorpay.WrongCurrency).PaymentID, nil)
	_, orphan := h.api("GET", "/payments/"+h.pay(h.order(), fakerazorpay.Orphan).PaymentID, nil)
	if short["amount"] != 2949900.0 || other["currency"] != "USD" || orphan["order_id"] != nil || orphan["captured"] != true {
		t.Errorf("%v, %v, %v", short["amount"], other["currency"], orphan)
	}
}

func TestALateAuthorisationFollowsAFailure(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, fakerazorpay.Options{})
	id := h.order()
	outcome := h.pay(id, fakerazorpay.LateAuthorisation)
	if err := h.Authorise(outcome.PaymentID); err != nil {
		t.Fatal(err)
	}
	if got := h.deliveries(id); !slices.Equal(got, []string{"payment.failed", "payment.authorized", "payment.captured", "order.paid"}) {
		t.Errorf("it tells %v", got)
	}
	_, payment := h.api("GET", "/payments/"+outcome.PaymentID, nil)
	if payment["status"] != "captured" || payment["error_code"] != nil {
		t.Errorf("%v", payment)
	}
	if h.Authorise(outcome.PaymentID) == nil {
		t.Error("authorised twice")
	}
}

func TestAPaidOrderIsNotPaidAgain(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, fakerazorpay.Options{})
	id := h.order()
	h.pay(id, fakerazorpay.Success)
	if _, err := h.Pay(id, fakerazorpay.Success); err == nil {
		t.Error("paid twice")
	}
	if _, err := h.Pay("order_none", fakerazorpay.Success); err == nil {
		t.Error("an unknown order is paid")
	}
}

func TestALinkTellsOfItsOrderWithoutThePrefix(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, fakerazorpay.Options{})
	_, link := h.api("POST", "/payment_links", map[string]any{"amount": 50000, "currency": "INR", "reference_id": "tx1", "notes": map[string]string{"tierId": "t1"}})
	id := link["id"].(string)
	if _, err := h.PayLink(id, fakerazorpay.Declined); err != nil {
		t.Fatal(err)
	}
	if _, err := h.PayLink(id, fakerazorpay.Success); err != nil {
		t.Fatal(err)
	}
	events := h.Events(id)
	last := events[len(events)-1]
	if got := h.deliveries(id); !slices.Equal(got, []string{"payment.failed", "payment.authorized", "payment.captured", "order.paid", "payment_link.paid"}) {
		t.Fatalf("it tells %v", got)
	}
	order, payment := payload(t, last, "order")["id"].(string), payload(t, last, "payment")
	if strings.HasPrefix(order, "order_") || payment["order_id"] != "order_"+order {
		t.Errorf("the order is %q, the payment's %q", order, payment["order_id"])
	}
	if told := payload(t, last, "payment_link"); told["status"] != "paid" || told["reference_id"] != "tx1" {
		t.Errorf("the link is %v", told)
	}
	if _, err := h.PayLink(id, fakerazorpay.Success); err == nil {
		t.Error("one link serves two payments")
	}
}

func TestAPaymentPageIsPaidByManyAndTellsOfPaymentsOnly(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, fakerazorpay.Options{})
	page, err := h.AddPage(fakerazorpay.Page{Title: "Circle", Amount: 50000, Currency: "INR"})
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if _, err := h.PayPage(page.ID, fakerazorpay.Success, fakerazorpay.Payer{Email: "asha@example.com"}); err != nil {
			t.Fatal(err)
		}
	}
	sold := []string{"payment.authorized", "payment.captured", "order.paid"}
	if got := h.deliveries(""); !slices.Equal(got, append(slices.Clone(sold), sold...)) {
		t.Errorf("it tells %v", got)
	}
}

func TestASubscriptionLivesThroughItsTerms(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, fakerazorpay.Options{})
	id := h.subscription(3)
	h.pay(id, fakerazorpay.Declined)
	h.pay(id, fakerazorpay.Success)
	for _, step := range []func(string) (fakerazorpay.CheckoutResult, error){h.FailCharge, h.FailCharge, h.Charge, h.Charge} {
		if _, err := step(id); err != nil {
			t.Fatal(err)
		}
	}
	var told []string
	for _, name := range h.deliveries(id) {
		if strings.HasPrefix(name, "subscription.") {
			told = append(told, strings.TrimPrefix(name, "subscription."))
		}
	}
	if want := []string{"authenticated", "activated", "charged", "pending", "halted", "charged", "charged", "completed"}; !slices.Equal(told, want) {
		t.Errorf("it tells %v", told)
	}
	if _, err := h.Charge(id); err == nil {
		t.Error("a completed subscription is charged")
	}
	_, invoices := h.api("GET", "/invoices?subscription_id="+id, nil)
	if invoices["count"] != 3.0 {
		t.Errorf("%v invoices", invoices["count"])
	}
}

func TestACancelledSubscriptionIsNotCharged(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, fakerazorpay.Options{})
	id := h.subscription(3)
	h.pay(id, fakerazorpay.Success)
	if status, body := h.api("POST", "/subscriptions/"+id+"/cancel", nil); status != 200 || body["status"] != "cancelled" {
		t.Fatalf("%d %v", status, body)
	}
	if _, err := h.Charge(id); err == nil || h.Cancel(id) == nil {
		t.Error("charged or cancelled again")
	}
	if got := h.deliveries(id); got[len(got)-1] != "subscription.cancelled" {
		t.Errorf("it tells %v", got)
	}
}

func TestADisputeIsOpenedAndLost(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, fakerazorpay.Options{})
	id := h.order()
	paid := h.pay(id, fakerazorpay.Success).PaymentID
	if h.Dispute(paid, "lost") == nil || h.Dispute(paid, "forgotten") == nil || h.Dispute(h.pay(h.order(), fakerazorpay.Declined).PaymentID, "created") == nil {
		t.Error("a dispute out of nothing")
	}
	for _, step := range []string{"created", "under_review", "lost"} {
		if err := h.Dispute(paid, step); err != nil {
			t.Fatal(err)
		}
	}
	events := h.Events(id)
	if dispute := payload(t, events[len(events)-1], "dispute"); dispute["status"] != "lost" || dispute["amount_deducted"] != 2950000.0 || dispute["payment_id"] != paid {
		t.Errorf("%v", dispute)
	}
}
