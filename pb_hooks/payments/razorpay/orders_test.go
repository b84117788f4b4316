package razorpay

import (
	"testing"

	sandbox "boardcircle/pb_hooks/demo/fakerazorpay"
)

func TestAnOrderComesBackAsItWasAskedFor(t *testing.T) {
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
	paid, _ := b.PayAs(order.ID, sandbox.Success, sandbox.Payer{Email: "asha@example.com", Contact: "+919812345678", Method: "card"})
	payments, err := c.OrderPayments(t.Context(), order.ID)
	if err != nil || len(payments) != 2 {
		t.Fatalf("%d payments: %v", len(payments), err)
	}
	newest, oldest := payments[0], payments[1]
	if oldest.ID != failed.PaymentID || oldest.Status != "failed" || oldest.Captured || oldest.ErrorReason != "payment_failed" || oldest.ErrorDescription == "" {
		t.Errorf("the failed one is %+v", oldest)
	}
	if newest.ID != paid.PaymentID || newest.Status != "captured" || !newest.Captured || newest.Amount != 2950000 || newest.OrderID != order.ID || newest.Method != "card" || newest.Fee <= 0 {
		t.Errorf("the captured one is %+v", newest)
	}
	if newest.Notes["transactionId"] != "tx1" || newest.Email != "asha@example.com" {
		t.Errorf("it says %v of %s", newest.Notes, newest.Email)
	}
	if order, _ = c.Order(t.Context(), order.ID); order.Status != "paid" || order.AmountDue != 0 || order.Attempts != 2 {
		t.Errorf("the order is %+v", order)
	}
}

func TestOrdersOfAnotherReceiptAreNotAdopted(t *testing.T) {
	t.Parallel()
	c := newClientWithResponse(t, 200, `{"items":[{"id":"order_AAAAAAAAAAAAAA","receipt":"tx2"},{"id":"order_BBBBBBBBBBBBBB","receipt":"tx1"}]}`)
	got, err := c.OrdersByReceipt(t.Context(), "tx1")
	if err != nil || len(got) != 1 || got[0].ID != "order_BBBBBBBBBBBBBB" {
		t.Errorf("%+v: %v", got, err)
	}
}
