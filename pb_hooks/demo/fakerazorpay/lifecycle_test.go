package fakerazorpay_test

import (
	"slices"
	"strings"
	"testing"

	"boardcircle/pb_hooks/demo/fakerazorpay"
)

func TestEveryLifecycleSendsItsEvents(t *testing.T) {
	t.Parallel()
	captured := []string{"payment.authorized", "payment.captured", "order.paid"}
	for _, c := range []struct {
		lifecycle fakerazorpay.Lifecycle
		events    []string
		order     string
		browser   string
	}{
		{fakerazorpay.Success, captured, "paid", "handler"},
		{fakerazorpay.Declined, []string{"payment.failed"}, "attempted", "failure"},
		{fakerazorpay.AuthorisedOnly, captured[:1], "attempted", "handler"},
		{fakerazorpay.LateAuthorisation, []string{"payment.failed"}, "attempted", "failure"},
		{fakerazorpay.FailedThenCaptured, append([]string{"payment.failed"}, captured...), "paid", "failure"},
		{fakerazorpay.TwoCaptures, append(slices.Clone(captured), captured...), "paid", "handler"},
		{fakerazorpay.WrongAmount, captured[:2], "attempted", "handler"},
		{fakerazorpay.WrongCurrency, captured, "paid", "handler"},
		{fakerazorpay.Orphan, nil, "created", "nothing"},
		{fakerazorpay.RefundFirst, append([]string{"refund.created", "refund.processed"}, captured...), "paid", "handler"},
	} {
		t.Run("lifecycle "+string(c.lifecycle), func(t *testing.T) {
			t.Parallel()
			h := newTestServer(t, fakerazorpay.Options{})
			id := h.order()
			result := h.pay(id, c.lifecycle)
			if got := h.deliveries(id); !slices.Equal(got, c.events) {
				t.Errorf("events = %v, want %v", got, c.events)
			}
			if _, order := h.api("GET", "/orders/"+id, nil); order["status"] != c.order {
				t.Errorf("status of the order = %v, want %s", order["status"], c.order)
			}
			received := "nothing"
			switch {
			case result.Fields != nil:
				received = "handler"
			case result.Failure != nil:
				received = "failure"
			}
			if received != c.browser {
				t.Errorf("the browser receives %s, want %s", received, c.browser)
			}
		})
	}
}

func TestEventsContainTheStateAtTheirTime(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, fakerazorpay.Options{})
	id := h.order()
	paid := h.pay(id, fakerazorpay.FailedThenCaptured)
	if _, err := h.Refund(paid.PaymentID, 0); err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		"payment.failed":     "failed",
		"payment.authorized": "authorized",
		"payment.captured":   "captured",
		"order.paid":         "captured",
		"refund.created":     "refunded",
		"refund.processed":   "refunded",
	}
	for _, d := range h.Events(id) {
		if got := payload(t, d, "payment")["status"]; got != want[d.Event] {
			t.Errorf("status of the payment in %s = %v, want %s", d.Event, got, want[d.Event])
		}
	}
}

func TestAPIReturnsWrongAmountsAndOrphans(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, fakerazorpay.Options{})
	_, short := h.api("GET", "/payments/"+h.pay(h.order(), fakerazorpay.WrongAmount).PaymentID, nil)
	_, other := h.api("GET", "/payments/"+h.pay(h.order(), fakerazorpay.WrongCurrency).PaymentID, nil)
	_, orphan := h.api("GET", "/payments/"+h.pay(h.order(), fakerazorpay.Orphan).PaymentID, nil)
	if short["amount"] != 2949900.0 || other["currency"] != "USD" || orphan["order_id"] != nil ||
		orphan["captured"] != true {
		t.Errorf("amount = %v, currency = %v, orphan = %v", short["amount"], other["currency"], orphan)
	}
}

func TestALateAuthorisationFollowsAFailure(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, fakerazorpay.Options{})
	id := h.order()
	result := h.pay(id, fakerazorpay.LateAuthorisation)
	if err := h.Authorise(result.PaymentID); err != nil {
		t.Fatal(err)
	}
	if got := h.deliveries(id); !slices.Equal(got,
		[]string{"payment.failed", "payment.authorized", "payment.captured", "order.paid"}) {
		t.Errorf("events = %v", got)
	}
	_, payment := h.api("GET", "/payments/"+result.PaymentID, nil)
	if payment["status"] != "captured" || payment["error_code"] != nil {
		t.Errorf("payment = %v, want captured without an error", payment)
	}
	if h.Authorise(result.PaymentID) == nil {
		t.Error("the payment was authorised a second time")
	}
}

func TestAPaidOrderIsNotPaidAgain(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, fakerazorpay.Options{})
	id := h.order()
	h.pay(id, fakerazorpay.Success)
	if _, err := h.Pay(id, fakerazorpay.Success); err == nil {
		t.Error("the order was paid a second time")
	}
	if _, err := h.Pay("order_none", fakerazorpay.Success); err == nil {
		t.Error("an unknown order was paid")
	}
}

func TestEventOfALinkHasTheOrderIDWithoutItsPrefix(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, fakerazorpay.Options{})
	_, link := h.api("POST", "/payment_links", map[string]any{
		"amount":       50000,
		"currency":     "INR",
		"reference_id": "tx1",
		"notes":        map[string]string{"tierId": "t1"},
	})
	id := link["id"].(string)
	if _, err := h.PayLink(id, fakerazorpay.Declined); err != nil {
		t.Fatal(err)
	}
	if _, err := h.PayLink(id, fakerazorpay.Success); err != nil {
		t.Fatal(err)
	}
	events := h.Events(id)
	last := events[len(events)-1]
	if got := h.deliveries(id); !slices.Equal(got,
		[]string{"payment.failed", "payment.authorized", "payment.captured", "order.paid", "payment_link.paid"}) {
		t.Fatalf("events = %v", got)
	}
	order, payment := payload(t, last, "order")["id"].(string), payload(t, last, "payment")
	if strings.HasPrefix(order, "order_") || payment["order_id"] != "order_"+order {
		t.Errorf("order id = %q, order id of the payment = %q, want them to differ by the prefix", order,
			payment["order_id"])
	}
	if link := payload(t, last, "payment_link"); link["status"] != "paid" || link["reference_id"] != "tx1" {
		t.Errorf("link = %v, want it paid with its reference", link)
	}
	if _, err := h.PayLink(id, fakerazorpay.Success); err == nil {
		t.Error("the link was paid a second time")
	}
}

func TestPaymentPageIsPaidSeveralTimes(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, fakerazorpay.Options{})
	page, err := h.AddPage(fakerazorpay.Page{Title: "Circle", Amount: 50000, Currency: "INR"})
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if _, err := h.PayPage(
			page.ID, fakerazorpay.Success, fakerazorpay.Payer{Email: "asha@example.com"},
		); err != nil {
			t.Fatal(err)
		}
	}
	captured := []string{"payment.authorized", "payment.captured", "order.paid"}
	if got := h.deliveries(""); !slices.Equal(got, append(slices.Clone(captured), captured...)) {
		t.Errorf("events = %v", got)
	}
}

func TestSubscriptionLifecycle(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, fakerazorpay.Options{})
	id := h.subscription(3)
	h.pay(id, fakerazorpay.Declined)
	h.pay(id, fakerazorpay.Success)
	for _, step := range []func(string) (fakerazorpay.CheckoutResult, error){h.FailCharge, h.FailCharge, h.FailCharge, h.FailCharge, h.Charge, h.Charge} {
		if _, err := step(id); err != nil {
			t.Fatal(err)
		}
	}
	var events []string
	for _, name := range h.deliveries(id) {
		if strings.HasPrefix(name, "subscription.") {
			events = append(events, strings.TrimPrefix(name, "subscription."))
		}
	}
	if want := []string{"authenticated", "activated", "charged", "pending", "pending", "pending", "halted", "charged",
		"charged", "completed"}; !slices.Equal(events, want) {
		t.Errorf("events = %v, want %v", events, want)
	}
	if _, err := h.Charge(id); err == nil {
		t.Error("a completed subscription was charged")
	}
	_, invoices := h.api("GET", "/invoices?subscription_id="+id, nil)
	if invoices["count"] != 3.0 {
		t.Errorf("%v invoices, want 3", invoices["count"])
	}
}

func TestACancelledSubscriptionIsNotCharged(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, fakerazorpay.Options{})
	id := h.subscription(3)
	h.pay(id, fakerazorpay.Success)
	if status, body := h.api("POST", "/subscriptions/"+id+"/cancel", nil); status != 200 ||
		body["status"] != "cancelled" {
		t.Fatalf("status = %d, body = %v", status, body)
	}
	if _, err := h.Charge(id); err == nil || h.Cancel(id) == nil {
		t.Error("a cancelled subscription was charged or cancelled again")
	}
	if got := h.deliveries(id); got[len(got)-1] != "subscription.cancelled" {
		t.Errorf("events = %v", got)
	}
}

func TestADisputeIsOpenedAndLost(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, fakerazorpay.Options{})
	id := h.order()
	paid := h.pay(id, fakerazorpay.Success).PaymentID
	if h.Dispute(paid, "lost") == nil || h.Dispute(paid, "unknown") == nil ||
		h.Dispute(h.pay(h.order(), fakerazorpay.Declined).PaymentID, "created") == nil {
		t.Error("an invalid dispute was accepted")
	}
	for _, step := range []string{"created", "under_review", "lost"} {
		if err := h.Dispute(paid, step); err != nil {
			t.Fatal(err)
		}
	}
	events := h.Events(id)
	if dispute := payload(t, events[len(events)-1], "dispute"); dispute["status"] != "lost" ||
		dispute["amount_deducted"] != 2950000.0 || dispute["payment_id"] != paid {
		t.Errorf("dispute = %v, want it lost", dispute)
	}
}

func TestUPIPaymentIsPendingAtTheBank(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, fakerazorpay.Options{})
	id := h.subscription(3)
	h.pay(id, fakerazorpay.Success)
	first, err := h.ChargeByUPI(id)
	if err != nil || first.Fields != nil || first.Failure != nil {
		t.Fatalf("charge = %v, error = %v, want neither success nor failure", first, err)
	}
	if state := h.State(); state.Payments[0].Status != "created" || state.Subscriptions[0].Status != "active" {
		t.Errorf("status of the payment = %s, of the subscription = %s, want created and active",
			state.Payments[0].Status, state.Subscriptions[0].Status)
	}
	if err := h.Decline(first.PaymentID); err != nil || h.Decline(first.PaymentID) == nil {
		t.Errorf("error = %v, or the payment was declined a second time", err)
	}
	if status := h.State().Subscriptions[0].Status; status != "pending" {
		t.Errorf("status of the subscription after the decline = %s, want pending", status)
	}
	second, err := h.ChargeByUPI(id)
	if err == nil {
		err = h.Authorise(second.PaymentID)
	}
	if s := h.State().Subscriptions[0]; err != nil || s.Status != "active" || s.PaidCount != 2 {
		t.Errorf("status = %s, paid count = %d, error = %v, want active and 2", s.Status, s.PaidCount, err)
	}
}

func TestOffersLowerAndFeesRaiseTheAmount(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, fakerazorpay.Options{})
	for lifecycle, want := range map[fakerazorpay.Lifecycle]int64{fakerazorpay.Offer: 2655000, fakerazorpay.CustomerFee: 3009000} {
		paid := h.pay(h.order(), lifecycle)
		for _, payment := range h.State().Payments {
			if payment.ID == paid.PaymentID && payment.Amount != want {
				t.Errorf("%s: amount = %d, want %d", lifecycle, payment.Amount, want)
			}
		}
	}
	paid := h.pay(h.order(), fakerazorpay.Success)
	if refund, err := h.RefundAtSpeed(paid.PaymentID, 0, "optimum"); err != nil || refund.SpeedProcessed != "instant" {
		t.Errorf("SpeedProcessed = %s, error = %v, want instant", refund.SpeedProcessed, err)
	}
}
