package razorpay

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"boardcircle/pb_hooks/clock"
	sandbox "boardcircle/pb_hooks/sandbox/razorpay"
)

var noon = time.Date(2026, 4, 20, 12, 0, 0, 0, time.UTC)

// provider starts a stand-in and a client for it whose patience is short.
func provider(t *testing.T) (*sandbox.Razorpay, *Client) {
	t.Helper()
	b, err := sandbox.New(sandbox.Options{Now: clock.At(noon).Now})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(b)
	t.Cleanup(func() {
		_ = b.Close()
		server.Close()
	})
	return b, client(t, server.URL+"/sandbox/razorpay", b.Keys())
}

func client(t *testing.T, url string, keys sandbox.Keys) *Client {
	t.Helper()
	c, err := newClient(url, keys.ID, keys.Secret, 300*time.Millisecond)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// answering starts a server that gives one answer to everything.
func answering(t *testing.T, status int, body string) *Client {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		_, _ = w.Write([]byte(body))
	}))
	t.Cleanup(server.Close)
	return client(t, server.URL, sandbox.Keys{ID: "rzp_test_1", Secret: "s"})
}

func newOrder(receipt string) NewOrder {
	return NewOrder{Amount: 2950000, Currency: "INR", Receipt: receipt, Notes: map[string]string{"transactionId": receipt}}
}

const anyOrder = "order_AAAAAAAAAAAAAA"

func TestAnOrderComesBackAsItWasAskedFor(t *testing.T) {
	t.Parallel()
	_, c := provider(t)
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
	b, c := provider(t)
	order, _ := c.CreateOrder(t.Context(), newOrder("tx1"))
	failed, _ := b.Fail(order.ID)
	paid, _ := b.PayAs(order.ID, sandbox.Straight, sandbox.Buyer{Email: "asha@example.com", Contact: "+919812345678", Method: "card"})
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

func TestEveryFaultHasItsKind(t *testing.T) {
	t.Parallel()
	kinds := []error{ErrUnavailable, ErrNotFound, ErrUnauthorised, ErrRateLimited, ErrRefused}
	for _, c := range []struct {
		fault  sandbox.Fault
		want   error
		orders int
	}{
		{sandbox.TooMany, ErrRateLimited, 0},
		{sandbox.ServerError, ErrUnavailable, 0},
		{sandbox.ServerHTML, ErrUnavailable, 0},
		{sandbox.BadGateway, ErrUnavailable, 0},
		{sandbox.Unauthorised, ErrUnauthorised, 0},
		{sandbox.Empty, ErrUnavailable, 0},
		{sandbox.Hang, ErrUnavailable, 0},
		{sandbox.Drop, ErrUnavailable, 0},
		{sandbox.CommitThenDrop, ErrUnavailable, 1},
		{sandbox.CommitThenHang, ErrUnavailable, 1},
		{sandbox.CommitThenError, ErrUnavailable, 1},
		{sandbox.CommitThenHTML, ErrUnavailable, 1},
		{sandbox.CommitThenEmpty, ErrUnavailable, 1},
	} {
		t.Run("fault "+string(c.fault), func(t *testing.T) {
			t.Parallel()
			b, client := provider(t)
			b.Set(sandbox.Switches{Fault: c.fault, Only: "POST /orders", Times: 1})
			_, err := client.CreateOrder(t.Context(), newOrder("tx1"))
			for _, kind := range kinds {
				if errors.Is(err, kind) != (kind == c.want) {
					t.Errorf("%v is %v: %t", err, kind, kind != c.want)
				}
			}
			var told *Error
			if !errors.As(err, &told) {
				t.Fatalf("%T is no *Error", err)
			}
			// A lost answer is recovered by the receipt.
			found, err := client.OrdersByReceipt(t.Context(), "tx1")
			if err != nil || len(found) != c.orders {
				t.Errorf("%d orders bear the receipt: %v", len(found), err)
			}
		})
	}
}

func TestARefusalCarriesTheProvidersWords(t *testing.T) {
	t.Parallel()
	_, c := provider(t)
	_, err := c.CreateOrder(t.Context(), NewOrder{Amount: 99, Currency: "INR", Receipt: "tx1"})
	var told *Error
	if !errors.As(err, &told) || !errors.Is(err, ErrRefused) {
		t.Fatal(err)
	}
	if told.Status != 400 || told.Code != "BAD_REQUEST_ERROR" || told.Field != "amount" || told.Reason == "" || !strings.Contains(told.Description, "minimum amount") {
		t.Errorf("%+v", told)
	}
	if !strings.Contains(err.Error(), told.Description) {
		t.Errorf("%q hides the reason", err)
	}
}

func TestAnUnknownIDIsNotFound(t *testing.T) {
	t.Parallel()
	_, c := provider(t)
	for name, ask := range asks(c, "AAAAAAAAAAAAAA") {
		if err := ask(); !errors.Is(err, ErrNotFound) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// asks is every call that takes an id.
func asks(c *Client, id string) map[string]func() error {
	ctx := context.Background()
	return map[string]func() error{
		"order":        func() error { _, err := c.Order(ctx, "order_"+id); return err },
		"its payments": func() error { _, err := c.OrderPayments(ctx, "order_"+id); return err },
		"payment":      func() error { _, err := c.Payment(ctx, "pay_"+id); return err },
		"its refunds":  func() error { _, err := c.PaymentRefunds(ctx, "pay_"+id); return err },
		"its link":     func() error { _, err := c.PaymentLinkOf(ctx, "pay_"+id); return err },
		"capture":      func() error { _, err := c.CapturePayment(ctx, "pay_"+id, 100, "INR"); return err },
		"refund":       func() error { _, err := c.Refund(ctx, "pay_"+id, 100, "key", nil); return err },
		"subscription": func() error { _, err := c.Subscription(ctx, "sub_"+id); return err },
		"plan":         func() error { _, err := c.Plan(ctx, "plan_"+id); return err },
		"invoice":      func() error { _, err := c.Invoice(ctx, "inv_"+id); return err },
		"link":         func() error { _, err := c.PaymentLink(ctx, "plink_"+id); return err },
		"subscribing": func() error {
			_, err := c.CreateSubscription(ctx, NewSubscription{PlanID: "plan_" + id, TotalCount: 1})
			return err
		},
	}
}

func TestAMalformedIDIsNeverSent(t *testing.T) {
	t.Parallel()
	var calls atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { calls.Add(1) }))
	defer server.Close()
	c := client(t, server.URL, sandbox.Keys{ID: "rzp_test_1", Secret: "s"})
	for _, id := range []string{"", "short", "AAAAAAAAAAAAAAA", "../../../../..", "AAAAAAAAAAAA/A", "AAAAAAAAAAAA?A", "AAAAAAAAAAAAAA\n", "AAAAAAAAAAAA%2"} {
		for name, ask := range asks(c, id) {
			if err := ask(); !errors.Is(err, ErrRefused) {
				t.Errorf("%s %q: %v", name, id, err)
			}
		}
	}
	if _, err := c.OrdersByReceipt(t.Context(), ""); !errors.Is(err, ErrRefused) {
		t.Errorf("an empty receipt: %v", err)
	}
	if _, err := c.CreateOrder(t.Context(), newOrder(strings.Repeat("x", 41))); !errors.Is(err, ErrRefused) {
		t.Errorf("a long receipt: %v", err)
	}
	if _, err := c.Refund(t.Context(), "pay_AAAAAAAAAAAAAA", 100, "", nil); !errors.Is(err, ErrRefused) {
		t.Errorf("a refund without a key: %v", err)
	}
	if n := calls.Load(); n != 0 {
		t.Errorf("%d calls went out", n)
	}
}

func TestWhatIsNoAnswerOfTheProvidersSaysNothingOfTheOrder(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]*Client{
		"a proxy's 404":                   answering(t, 404, "<html>not found</html>"),
		"a wrong path":                    answering(t, 404, `{"error":{"code":"BAD_REQUEST_ERROR","description":"The requested URL was not found on the server."}}`),
		"a firewall's 403":                answering(t, 403, "<html>blocked</html>"),
		"a bare 400":                      answering(t, 400, ""),
		"a 400 that is a gateway's":       answering(t, 400, `{"error":{"code":"GATEWAY_ERROR","description":"no"}}`),
		"a 200 in HTML":                   answering(t, 200, "<html>welcome</html>"),
		"an empty 200":                    answering(t, 200, ""),
		"two letters":                     answering(t, 200, "{}"),
		"a list where an order should be": answering(t, 200, `[]`),
		"no id":                           answering(t, 200, `{"entity":"order","amount":100}`),
		"half an answer":                  answering(t, 200, `{"id":"order_AAAAAAAAAAAAAA","amo`),
		"an amount that is no integer":    answering(t, 200, `{"id":"order_AAAAAAAAAAAAAA","amount":100.5}`),
		"an amount beyond all money":      answering(t, 200, `{"id":"order_AAAAAAAAAAAAAA","amount":1e300}`),
		"an endless answer":               answering(t, 200, `{"id":"`+strings.Repeat("x", longestAnswer)+`"}`),
		"a redirect":                      answering(t, 302, ""),
	} {
		if _, err := c.Order(t.Context(), anyOrder); !errors.Is(err, ErrUnavailable) || errors.Is(err, ErrNotFound) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestAnErrorThatTheLibraryTakesForSuccessIsAnError(t *testing.T) {
	t.Parallel()
	c := answering(t, 400, `{"error":{"internal_error_code":"BAD_REQUEST_ERROR","code":"BAD_REQUEST_ERROR","description":"no"}}`)
	if _, err := c.CreateOrder(t.Context(), newOrder("tx1")); !errors.Is(err, ErrRefused) {
		t.Error(err)
	}
}

func TestARedirectIsNotFollowedWithTheKey(t *testing.T) {
	t.Parallel()
	var seen atomic.Bool
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { seen.Store(true) }))
	defer other.Close()
	here := httptest.NewServer(http.RedirectHandler(other.URL, http.StatusTemporaryRedirect))
	defer here.Close()
	c := client(t, here.URL, sandbox.Keys{ID: "rzp_test_1", Secret: "s"})
	if _, err := c.Order(t.Context(), anyOrder); !errors.Is(err, ErrUnavailable) || seen.Load() {
		t.Errorf("followed: %t, %v", seen.Load(), err)
	}
}

func TestAProviderThatIsAwayIsUnavailable(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	closed := "http://" + listener.Addr().String()
	_ = listener.Close()
	for _, url := range []string{closed, "http://razorpay.invalid"} {
		if _, err := client(t, url, sandbox.Keys{}).Order(t.Context(), anyOrder); !errors.Is(err, ErrUnavailable) {
			t.Errorf("%s: %v", url, err)
		}
	}
	for _, url := range []string{"", "razorpay", "http://", "http://a b", "%"} {
		if _, err := New(url, "k", "s"); err == nil {
			t.Errorf("%q is taken for an address", url)
		}
	}
}

func TestAGivenUpCallEndsAtOnce(t *testing.T) {
	t.Parallel()
	b, _ := provider(t)
	server := httptest.NewServer(b)
	defer server.Close()
	keys := b.Keys()
	c, err := newClient(server.URL+"/sandbox/razorpay", keys.ID, keys.Secret, time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	b.Set(sandbox.Switches{Fault: sandbox.Hang})
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(20*time.Millisecond, cancel)
	_, err = c.Order(ctx, anyOrder)
	if !errors.Is(err, context.Canceled) || !errors.Is(err, ErrUnavailable) {
		t.Error(err)
	}
	if err := b.Close(); err != nil {
		t.Error(err)
	}
}

func TestAProviderThatTakesTooLongIsUnavailable(t *testing.T) {
	t.Parallel()
	b, c := provider(t)
	b.Set(sandbox.Switches{LatencyMS: 3_600_000})
	if _, err := c.CreateOrder(t.Context(), newOrder("tx1")); !errors.Is(err, ErrUnavailable) || !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
	_ = b.Close()
}

func TestAWrongKeyIsUnauthorised(t *testing.T) {
	t.Parallel()
	b, _ := provider(t)
	server := httptest.NewServer(b)
	defer server.Close()
	for _, keys := range []sandbox.Keys{{ID: b.Keys().ID, Secret: "wrong"}, {ID: "rzp_test_other", Secret: b.Keys().Secret}, {ID: "rzp_live_1", Secret: b.Keys().Secret}} {
		if _, err := client(t, server.URL+"/sandbox/razorpay/", keys).Order(t.Context(), anyOrder); !errors.Is(err, ErrUnauthorised) {
			t.Errorf("%v: %v", keys, err)
		}
	}
}

func TestTheWaitAfterA429IsTold(t *testing.T) {
	t.Parallel()
	b, c := provider(t)
	b.Set(sandbox.Switches{Fault: sandbox.TooMany})
	_, err := c.Order(t.Context(), anyOrder)
	var told *Error
	if !errors.As(err, &told) || told.RetryAfter != time.Second {
		t.Errorf("%+v", told)
	}
}

func TestTheSweepSeesEveryPaymentOnce(t *testing.T) {
	t.Parallel()
	b, c := provider(t)
	want := map[string]bool{}
	for n := range 230 {
		order, err := c.CreateOrder(t.Context(), newOrder(fmt.Sprint("tx", n)))
		if err != nil {
			t.Fatal(err)
		}
		outcome, err := b.Pay(order.ID, sandbox.Straight)
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

func TestAListThatNeverEndsEnds(t *testing.T) {
	t.Parallel()
	item := `{"id":"pay_AAAAAAAAAAAAAA","amount":100},`
	c := answering(t, 200, `{"entity":"collection","items":[`+strings.TrimSuffix(strings.Repeat(item, perPage), ",")+`]}`)
	got, err := c.Payments(t.Context(), noon, noon)
	if err != nil || len(got) != 1 {
		t.Errorf("%d payments: %v", len(got), err)
	}
	for name, odd := range map[string]*Client{
		"no list":       answering(t, 200, `{"entity":"collection","items":null}`),
		"nameless item": answering(t, 200, `{"items":[{"amount":100}]}`),
		"odd item":      answering(t, 200, `{"items":["pay_AAAAAAAAAAAAAA"]}`),
	} {
		if _, err := odd.Payments(t.Context(), noon, noon); !errors.Is(err, ErrUnavailable) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestOrdersOfAnotherReceiptAreNotAdopted(t *testing.T) {
	t.Parallel()
	c := answering(t, 200, `{"items":[{"id":"order_AAAAAAAAAAAAAA","receipt":"tx2"},{"id":"order_BBBBBBBBBBBBBB","receipt":"tx1"}]}`)
	got, err := c.OrdersByReceipt(t.Context(), "tx1")
	if err != nil || len(got) != 1 || got[0].ID != "order_BBBBBBBBBBBBBB" {
		t.Errorf("%+v: %v", got, err)
	}
}

func TestOneKeyMakesOneRefund(t *testing.T) {
	t.Parallel()
	b, c := provider(t)
	order, _ := c.CreateOrder(t.Context(), newOrder("tx1"))
	paid, _ := b.Pay(order.ID, sandbox.Straight)
	b.Set(sandbox.Switches{Fault: sandbox.CommitThenDrop, Times: 1})
	if _, err := c.Refund(t.Context(), paid.PaymentID, 50000, "key-1", nil); !errors.Is(err, ErrUnavailable) {
		t.Fatal(err)
	}
	refund, err := c.Refund(t.Context(), paid.PaymentID, 50000, "key-1", nil)
	if err != nil {
		t.Fatal(err)
	}
	refunds, err := c.PaymentRefunds(t.Context(), paid.PaymentID)
	if err != nil || len(refunds) != 1 || refunds[0].ID != refund.ID || refund.Amount != 50000 || refund.PaymentID != paid.PaymentID || refund.Status != "processed" {
		t.Errorf("%+v of %+v: %v", refund, refunds, err)
	}
	payment, err := c.Payment(t.Context(), paid.PaymentID)
	if err != nil || payment.AmountRefunded != 50000 || payment.RefundStatus != "partial" || payment.Status != "captured" {
		t.Errorf("%+v: %v", payment, err)
	}
	if _, err := c.Refund(t.Context(), paid.PaymentID, 60000, "key-1", nil); !errors.Is(err, ErrRefused) {
		t.Errorf("the same key for another amount: %v", err)
	}
}

func TestAnAuthorisedPaymentIsCaptured(t *testing.T) {
	t.Parallel()
	b, c := provider(t)
	order, _ := c.CreateOrder(t.Context(), newOrder("tx1"))
	outcome, _ := b.Pay(order.ID, sandbox.AuthorisedOnly)
	if payment, _ := c.Payment(t.Context(), outcome.PaymentID); payment.Status != "authorized" || payment.Captured {
		t.Fatalf("%+v", payment)
	}
	payment, err := c.CapturePayment(t.Context(), outcome.PaymentID, 2950000, "INR")
	if err != nil || !payment.Captured || payment.Status != "captured" {
		t.Errorf("%+v: %v", payment, err)
	}
	if _, err := c.CapturePayment(t.Context(), outcome.PaymentID, 2950000, "INR"); !errors.Is(err, ErrRefused) {
		t.Errorf("captured twice: %v", err)
	}
}

func TestASubscriptionLeadsToItsPayments(t *testing.T) {
	t.Parallel()
	b, c := provider(t)
	made, err := b.AddPlan(sandbox.Plan{Period: "yearly", Item: sandbox.Item{Name: "Circle", Amount: 1180000, Currency: "INR"}})
	if err != nil {
		t.Fatal(err)
	}
	plan, err := c.Plan(t.Context(), made.ID)
	if err != nil || plan.Amount != 1180000 || plan.Currency != "INR" || plan.Period != "yearly" || plan.Interval != 1 || plan.Name != "Circle" {
		t.Fatalf("%+v: %v", plan, err)
	}
	subscription, err := c.CreateSubscription(t.Context(), NewSubscription{PlanID: plan.ID, TotalCount: 10, Notes: map[string]string{"transactionId": "tx1"}})
	if err != nil {
		t.Fatal(err)
	}
	listed, err := c.Subscriptions(t.Context(), plan.ID, noon.Add(-time.Hour), noon)
	if err != nil || len(listed) != 1 || listed[0].Notes["transactionId"] != "tx1" {
		t.Errorf("listed %+v: %v", listed, err)
	}
	first, _ := b.Pay(subscription.ID, sandbox.Straight)
	second, _ := b.Charge(subscription.ID)
	payments, err := c.SubscriptionPayments(t.Context(), subscription.ID)
	if err != nil || len(payments) != 2 {
		t.Fatalf("%d payments: %v", len(payments), err)
	}
	ids := []string{payments[0].ID, payments[1].ID}
	if !slices.Contains(ids, first.PaymentID) || !slices.Contains(ids, second.PaymentID) || payments[0].Amount != 1180000 {
		t.Errorf("the payments are %+v", payments)
	}
	invoice, err := c.Invoice(t.Context(), payments[0].InvoiceID)
	if err != nil || invoice.SubscriptionID != subscription.ID || invoice.PaymentID != payments[0].ID {
		t.Errorf("the invoice is %+v: %v", invoice, err)
	}
	subscription, err = c.Subscription(t.Context(), subscription.ID)
	if err != nil || subscription.Status != "active" || subscription.PaidCount != 2 || subscription.RemainingCount != 8 || !subscription.CurrentEnd.Equal(noon.AddDate(2, 0, 0)) {
		t.Errorf("the subscription is %+v: %v", subscription, err)
	}
}
