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
	got, err := c.Order(t.Context(), order.ID)
	if err != nil {
		t.Fatal(err)
	}
	switch {
	case got.ID != order.ID || got.Receipt != "tx1" || got.Notes["transactionId"] != "tx1":
		t.Errorf("order = %+v", got)
	case got.Amount != 2950000 || got.AmountDue != 2950000 || got.AmountPaid != 0 || got.Currency != "INR":
		t.Errorf("amounts of the order = %+v", got)
	case got.Status != "created" || !got.CreatedAt.Equal(noon):
		t.Errorf("the order is %s and was created at %v, want created at noon", got.Status, got.CreatedAt)
	}
}

func TestThePaymentsOfAnOrderIncludeFailedOnes(t *testing.T) {
	t.Parallel()
	b, c := newFakeRazorpay(t)
	order, _ := c.CreateOrder(t.Context(), newOrder("tx1"))
	failed, _ := b.Fail(order.ID)
	paid, _ := b.PayAs(order.ID, fakerazorpay.Success,
		fakerazorpay.Payer{Email: "asha@example.com", Contact: "+919812345678", Method: "card"})
	payments, err := c.OrderPayments(t.Context(), order.ID)
	if err != nil || len(payments) != 2 {
		t.Fatalf("%d payments, %v; want 2", len(payments), err)
	}
	newest, oldest := payments[0], payments[1]
	if oldest.ID != failed.PaymentID || oldest.Status != "failed" || oldest.Captured ||
		oldest.ErrorReason != "payment_failed" || oldest.ErrorDescription == "" {
		t.Errorf("failed payment = %+v", oldest)
	}
	if newest.ID != paid.PaymentID || newest.Status != "captured" || !newest.Captured || newest.Amount != 2950000 ||
		newest.OrderID != order.ID || newest.Method != "card" || newest.Fee <= 0 {
		t.Errorf("captured payment = %+v", newest)
	}
	if newest.Notes["transactionId"] != "tx1" || newest.Email != "asha@example.com" {
		t.Errorf("captured payment: notes = %v, email = %s", newest.Notes, newest.Email)
	}
	if order, _ = c.Order(t.Context(), order.ID); order.Status != "paid" || order.AmountDue != 0 ||
		order.Attempts != 2 {
		t.Errorf("order = %+v, want it paid after two attempts", order)
	}
}

func TestOrdersByReceiptSkipsOrdersWithAnotherReceipt(t *testing.T) {
	t.Parallel()
	c := newClientWithResponse(t, 200,
		`{"items":[{"id":"order_AAAAAAAAAAAAAA","receipt":"tx2"},{"id":"order_BBBBBBBBBBBBBB","receipt":"tx1"}]}`)
	got, err := c.OrdersByReceipt(t.Context(), "tx1")
	if err != nil || len(got) != 1 || got[0].ID != "order_BBBBBBBBBBBBBB" {
		t.Errorf("OrdersByReceipt = %+v, %v", got, err)
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
		paid, err := b.Pay(order.ID, fakerazorpay.Success)
		if err != nil {
			t.Fatal(err)
		}
		want[paid.PaymentID] = true
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
		t.Errorf("%d payments with %d ids, want 230", len(got), len(seen))
	}
	if none, err := c.Payments(t.Context(), noon.Add(time.Second), noon.Add(time.Hour)); err != nil || len(none) != 0 {
		t.Errorf("payments in another hour = %d, %v; want none", len(none), err)
	}
}

func TestAListThatRepeatsItsItemsEnds(t *testing.T) {
	t.Parallel()
	item := `{"id":"pay_AAAAAAAAAAAAAA","amount":100},`
	c := newClientWithResponse(t, 200,
		`{"entity":"collection","items":[`+strings.TrimSuffix(strings.Repeat(item, pageSize), ",")+`]}`)
	got, err := c.Payments(t.Context(), noon, noon)
	if err != nil || len(got) != 1 {
		t.Errorf("%d payments, %v; want 1", len(got), err)
	}
	for name, client := range map[string]*Client{
		"no list":                  newClientWithResponse(t, 200, `{"entity":"collection","items":null}`),
		"an item without an id":    newClientWithResponse(t, 200, `{"items":[{"amount":100}]}`),
		"an item that is a string": newClientWithResponse(t, 200, `{"items":["pay_AAAAAAAAAAAAAA"]}`),
	} {
		if _, err := client.Payments(t.Context(), noon, noon); !errors.Is(err, ErrUnavailable) {
			t.Errorf("%s: error = %v, want ErrUnavailable", name, err)
		}
	}
}

func TestAnIdempotencyKeyCreatesOneRefund(t *testing.T) {
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
		t.Errorf("refund = %+v, all refunds = %+v, %v", refund, refunds, err)
	}
	payment, err := c.Payment(t.Context(), paid.PaymentID)
	if err != nil || payment.AmountRefunded != 50000 || payment.RefundStatus != "partial" ||
		payment.Status != "captured" {
		t.Errorf("payment = %+v, %v", payment, err)
	}
	if _, err := c.Refund(t.Context(), paid.PaymentID, 60000, "refund-key-1", nil); !errors.Is(err, ErrRefused) {
		t.Errorf("the same key for another amount: error = %v, want ErrRefused", err)
	}
}

func TestASubscriptionListsItsPayments(t *testing.T) {
	t.Parallel()
	b, c := newFakeRazorpay(t)
	added, err := b.AddPlan(fakerazorpay.Plan{Period: "yearly",
		Item: fakerazorpay.Item{Name: "Circle", Amount: 1180000, Currency: "INR"}})
	if err != nil {
		t.Fatal(err)
	}
	plan, err := c.Plan(t.Context(), added.ID)
	if err != nil || plan.Amount != 1180000 || plan.Currency != "INR" || plan.Period != "yearly" ||
		plan.Interval != 1 || plan.Name != "Circle" {
		t.Fatalf("plan = %+v, %v", plan, err)
	}
	subscription, err := c.CreateSubscription(t.Context(),
		NewSubscription{PlanID: plan.ID, TotalCount: 10, Notes: map[string]string{"transactionId": "tx1"}})
	if err != nil {
		t.Fatal(err)
	}
	listed, err := c.Subscriptions(t.Context(), plan.ID, noon.Add(-time.Hour), noon)
	if err != nil || len(listed) != 1 || listed[0].Notes["transactionId"] != "tx1" {
		t.Errorf("Subscriptions = %+v, %v", listed, err)
	}
	first, _ := b.Pay(subscription.ID, fakerazorpay.Success)
	second, _ := b.Charge(subscription.ID)
	payments, unpaid, err := c.SubscriptionPayments(t.Context(), subscription.ID)
	if err != nil || len(payments) != 2 || unpaid != 0 {
		t.Fatalf("%d payments, %d unpaid, %v; want 2 payments", len(payments), unpaid, err)
	}
	ids := []string{payments[0].ID, payments[1].ID}
	if !slices.Contains(ids, first.PaymentID) || !slices.Contains(ids, second.PaymentID) ||
		payments[0].Amount != 1180000 {
		t.Errorf("payments = %+v", payments)
	}
	invoice, err := c.Invoice(t.Context(), payments[0].InvoiceID)
	if err != nil || invoice.SubscriptionID != subscription.ID || invoice.PaymentID != payments[0].ID {
		t.Errorf("invoice = %+v, %v", invoice, err)
	}
	subscription, err = c.Subscription(t.Context(), subscription.ID)
	if err != nil || subscription.Status != "active" || subscription.PaidCount != 2 ||
		subscription.RemainingCount != 8 || !subscription.CurrentEnd.Equal(noon.AddDate(2, 0, 0)) {
		t.Errorf("subscription = %+v, %v", subscription, err)
	}
}
