package razorpay

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"boardcircle/pb_hooks/demo/fakerazorpay"
)

func TestAnOrderIsFetchedAsItWasCreated(t *testing.T) {
	t.Parallel()
	_, c := newFakeRazorpay(t)
	order, err := c.CreateOrder(t.Context(), newOrder("tx1"))
	if err != nil {
		t.Fatal(err)
	}
	again, err := c.Order(t.Context(), order.ID)
	if err != nil {
		t.Fatal(err)
	}
	switch {
	case again.ID != order.ID || again.Receipt != "tx1" || again.Notes["transactionId"] != "tx1":
		t.Errorf("the order is %+v", again)
	case again.Amount != 2950000 || again.AmountDue != 2950000 || again.AmountPaid != 0 || again.Currency != "INR":
		t.Errorf("the amounts are %+v", again)
	case again.Status != "created" || !again.CreatedAt.Equal(noon):
		t.Errorf("it is %s since %v", again.Status, again.CreatedAt)
	}
}

func TestThePaymentsOfAnOrderIncludeTheFailedOnes(t *testing.T) {
	t.Parallel()
	b, c := newFakeRazorpay(t)
	order, _ := c.CreateOrder(t.Context(), newOrder("tx1"))
	failed, _ := b.Fail(order.ID)
	paid, _ := b.PayAs(order.ID, fakerazorpay.Success,
		fakerazorpay.Payer{Email: "asha@example.com", Contact: "+919812345678", Method: "card"})
	payments, err := c.OrderPayments(t.Context(), order.ID)
	if err != nil || len(payments) != 2 {
		t.Fatalf("%d payments: %v", len(payments), err)
	}
	newest, oldest := payments[0], payments[1]
	if oldest.ID != failed.PaymentID || oldest.Status != "failed" || oldest.Captured ||
		oldest.ErrorReason != "payment_failed" || oldest.ErrorDescription == "" {
		t.Errorf("the failed one is %+v", oldest)
	}
	if newest.ID != paid.PaymentID || newest.Status != "captured" || !newest.Captured || newest.Amount != 2950000 ||
		newest.OrderID != order.ID || newest.Method != "card" || newest.Fee <= 0 {
		t.Errorf("the captured one is %+v", newest)
	}
	if newest.Notes["transactionId"] != "tx1" || newest.Email != "asha@example.com" {
		t.Errorf("it says %v of %s", newest.Notes, newest.Email)
	}
	if order, _ = c.Order(t.Context(), order.ID); order.Status != "paid" || order.AmountDue != 0 ||
		order.Attempts != 2 {
		t.Errorf("the order is %+v", order)
	}
}

func TestOrdersOfAnotherReceiptAreNotAdopted(t *testing.T) {
	t.Parallel()
	c := newClientWithResponse(t, 200,
		`{"items":[{"id":"order_AAAAAAAAAAAAAA","receipt":"tx2"},{"id":"order_BBBBBBBBBBBBBB","receipt":"tx1"}]}`)
	got, err := c.OrdersByReceipt(t.Context(), "tx1")
	if err != nil || len(got) != 1 || got[0].ID != "order_BBBBBBBBBBBBBB" {
		t.Errorf("%+v: %v", got, err)
	}
}

func TestPaymentsListsEveryPaymentOnce(t *testing.T) {
	t.Parallel()
	b, c := newFakeRazorpay(t)
	want := map[string]bool{}
	for n := range 230 {
		order, err := c.CreateOrder(t.Context(), newOrder(fmt.Sprint("tx", n)))
		if err != nil {
			t.Fatal(err)
		}
		outcome, err := b.Pay(order.ID, fakerazorpay.Success)
		if err != nil {
			t.Fatal(err)
		}
		want[outcome.PaymentID] = true
	}
	got, err := c.Payments(t.Context(), noon.Add(-time.Hour), noon)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, payment := range got {
		seen[payment.ID] = true
	}
	if len(got) != 230 || !maps.Equal(seen, want) {
		t.Errorf("%d payments, %d of them different", len(got), len(seen))
	}
	if none, err := c.Payments(t.Context(), noon.Add(time.Second), noon.Add(time.Hour)); err != nil || len(none) != 0 {
		t.Errorf("%d payments of another time: %v", len(none), err)
	}
}

func TestAListThatRepeatsItselfEnds(t *testing.T) {
	t.Parallel()
	item := `{"id":"pay_AAAAAAAAAAAAAA","amount":100},`
	c := newClientWithResponse(t, 200,
		`{"entity":"collection","items":[`+strings.TrimSuffix(strings.Repeat(item, pageSize), ",")+`]}`)
	got, err := c.Payments(t.Context(), noon, noon)
	if err != nil || len(got) != 1 {
		t.Errorf("%d payments: %v", len(got), err)
	}
	for name, odd := range map[string]*Client{
		"no list":       newClientWithResponse(t, 200, `{"entity":"collection","items":null}`),
		"nameless item": newClientWithResponse(t, 200, `{"items":[{"amount":100}]}`),
		"odd item":      newClientWithResponse(t, 200, `{"items":["pay_AAAAAAAAAAAAAA"]}`),
	} {
		if _, err := odd.Payments(t.Context(), noon, noon); !errors.Is(err, ErrUnavailable) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestOneKeyMakesOneRefund(t *testing.T) {
	t.Parallel()
	b, c := newFakeRazorpay(t)
	order, _ := c.CreateOrder(t.Context(), newOrder("tx1"))
	paid, _ := b.Pay(order.ID, fakerazorpay.Success)
	b.SetSwitches(fakerazorpay.Switches{Fault: fakerazorpay.CommitThenDrop, Times: 1})
	if _, err := c.Refund(t.Context(), paid.PaymentID, 50000, "refund-key-1", nil); !errors.Is(err, ErrUnavailable) {
		t.Fatal(err)
	}
	refund, err := c.Refund(t.Context(), paid.PaymentID, 50000, "refund-key-1", nil)
	if err != nil {
		t.Fatal(err)
	}
	refunds, err := c.PaymentRefunds(t.Context(), paid.PaymentID)
	if err != nil || len(refunds) != 1 || refunds[0].ID != refund.ID || refund.Amount != 50000 ||
		refund.PaymentID != paid.PaymentID || refund.Status != "processed" {
		t.Errorf("%+v of %+v: %v", refund, refunds, err)
	}
	payment, err := c.Payment(t.Context(), paid.PaymentID)
	if err != nil || payment.AmountRefunded != 50000 || payment.RefundStatus != "partial" ||
		payment.Status != "captured" {
		t.Errorf("%+v: %v", payment, err)
	}
	if _, err := c.Refund(t.Context(), paid.PaymentID, 60000, "refund-key-1", nil); !errors.Is(err, ErrRefused) {
		t.Errorf("the same key for another amount: %v", err)
	}
}

func TestASubscriptionListsItsPayments(t *testing.T) {
	t.Parallel()
	b, c := newFakeRazorpay(t)
	made, err := b.AddPlan(fakerazorpay.Plan{Period: "yearly",
		Item: fakerazorpay.Item{Name: "Circle", Amount: 1180000, Currency: "INR"}})
	if err != nil {
		t.Fatal(err)
	}
	plan, err := c.Plan(t.Context(), made.ID)
	if err != nil || plan.Amount != 1180000 || plan.Currency != "INR" || plan.Period != "yearly" ||
		plan.Interval != 1 || plan.Name != "Circle" {
		t.Fatalf("%+v: %v", plan, err)
	}
	subscription, err := c.CreateSubscription(t.Context(),
		NewSubscription{PlanID: plan.ID, TotalCount: 10, Notes: map[string]string{"transactionId": "tx1"}})
	if err != nil {
		t.Fatal(err)
	}
	listed, err := c.Subscriptions(t.Context(), plan.ID, noon.Add(-time.Hour), noon)
	if err != nil || len(listed) != 1 || listed[0].Notes["transactionId"] != "tx1" {
		t.Errorf("listed %+v: %v", listed, err)
	}
	first, _ := b.Pay(subscription.ID, fakerazorpay.Success)
	second, _ := b.Charge(subscription.ID)
	payments, unpaid, err := c.SubscriptionPayments(t.Context(), subscription.ID)
	if err != nil || len(payments) != 2 || unpaid != 0 {
		t.Fatalf("%d payments, %d unpaid: %v", len(payments), unpaid, err)
	}
	ids := []string{payments[0].ID, payments[1].ID}
	if !slices.Contains(ids, first.PaymentID) || !slices.Contains(ids, second.PaymentID) ||
		payments[0].Amount != 1180000 {
		t.Errorf("the payments are %+v", payments)
	}
	invoice, err := c.Invoice(t.Context(), payments[0].InvoiceID)
	if err != nil || invoice.SubscriptionID != subscription.ID || invoice.PaymentID != payments[0].ID {
		t.Errorf("the invoice is %+v: %v", invoice, err)
	}
	subscription, err = c.Subscription(t.Context(), subscription.ID)
	if err != nil || subscription.Status != "active" || subscription.PaidCount != 2 ||
		subscription.RemainingCount != 8 || !subscription.CurrentEnd.Equal(noon.AddDate(2, 0, 0)) {
		t.Errorf("the subscription is %+v: %v", subscription, err)
	}
}
