package razorpay

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"boardcircle/pb_hooks/demo/fakerazorpay"
)

func TestEachFaultIsReportedAsItsKindOfError(t *testing.T) {
	t.Parallel()
	kinds := []error{ErrUnavailable, ErrNotFound, ErrUnauthorised, ErrRateLimited, ErrRefused}
	for _, c := range []struct {
		fault  fakerazorpay.Fault
		want   error
		orders int
	}{
		{fakerazorpay.TooMany, ErrRateLimited, 0},
		{fakerazorpay.ServerError, ErrUnavailable, 0},
		{fakerazorpay.ServerHTML, ErrUnavailable, 0},
		{fakerazorpay.BadGateway, ErrUnavailable, 0},
		{fakerazorpay.Unauthorised, ErrUnauthorised, 0},
		{fakerazorpay.Empty, ErrUnavailable, 0},
		{fakerazorpay.Hang, ErrUnavailable, 0},
		{fakerazorpay.Drop, ErrUnavailable, 0},
		{fakerazorpay.CommitThenDrop, ErrUnavailable, 1},
		{fakerazorpay.CommitThenHang, ErrUnavailable, 1},
		{fakerazorpay.CommitThenError, ErrUnavailable, 1},
		{fakerazorpay.CommitThenHTML, ErrUnavailable, 1},
		{fakerazorpay.CommitThenEmpty, ErrUnavailable, 1},
	} {
		t.Run("fault "+string(c.fault), func(t *testing.T) {
			t.Parallel()
			b, client := newFakeRazorpay(t)
			b.SetSwitches(fakerazorpay.Switches{Fault: c.fault, Only: "POST /orders", Times: 1})
			_, err := client.CreateOrder(t.Context(), newOrder("tx1"))
			for _, kind := range kinds {
				if errors.Is(err, kind) != (kind == c.want) {
					t.Errorf("errors.Is(%v, %v) = %t", err, kind, kind != c.want)
				}
			}
			var typed *Error
			if !errors.As(err, &typed) {
				t.Fatalf("error has the type %T, want *Error", err)
			}
			// After a lost answer the order is found by its receipt.
			found, err := client.OrdersByReceipt(t.Context(), "tx1")
			if err != nil || len(found) != c.orders {
				t.Errorf("%d orders with the receipt, %v; want %d", len(found), err, c.orders)
			}
		})
	}
}

func TestARefusalHasTheDetailsOfTheProvider(t *testing.T) {
	t.Parallel()
	_, c := newFakeRazorpay(t)
	_, err := c.CreateOrder(t.Context(), NewOrder{Amount: 99, Currency: "INR", Receipt: "tx1"})
	var refused *Error
	if !errors.As(err, &refused) || !errors.Is(err, ErrRefused) {
		t.Fatal(err)
	}
	if refused.Status != 400 || refused.Code != "BAD_REQUEST_ERROR" || refused.Field != "amount" ||
		refused.Reason == "" || !strings.Contains(refused.Description, "minimum amount") {
		t.Errorf("error = %+v", refused)
	}
	if !strings.Contains(err.Error(), refused.Description) {
		t.Errorf("error message %q does not contain the description %q", err, refused.Description)
	}
}

func TestAnUnknownIDIsNotFound(t *testing.T) {
	t.Parallel()
	_, c := newFakeRazorpay(t)
	for name, call := range clientCalls(c, "AAAAAAAAAAAAAA") {
		if err := call(); !errors.Is(err, ErrNotFound) {
			t.Errorf("%s: error = %v, want ErrNotFound", name, err)
		}
	}
}

// clientCalls returns all calls that take an id.
func clientCalls(c *Client, id string) map[string]func() error {
	ctx := context.Background()
	return map[string]func() error{
		"order":                func() error { _, err := c.Order(ctx, "order_"+id); return err },
		"payments of an order": func() error { _, err := c.OrderPayments(ctx, "order_"+id); return err },
		"payment":              func() error { _, err := c.Payment(ctx, "pay_"+id); return err },
		"refunds of a payment": func() error { _, err := c.PaymentRefunds(ctx, "pay_"+id); return err },
		"link of a payment":    func() error { _, err := c.PaymentLinkByPayment(ctx, "pay_"+id); return err },
		"refund":               func() error { _, err := c.Refund(ctx, "pay_"+id, 100, "key", nil); return err },
		"subscription":         func() error { _, err := c.Subscription(ctx, "sub_"+id); return err },
		"plan":                 func() error { _, err := c.Plan(ctx, "plan_"+id); return err },
		"invoice":              func() error { _, err := c.Invoice(ctx, "inv_"+id); return err },
		"link":                 func() error { _, err := c.PaymentLink(ctx, "plink_"+id); return err },
		"new subscription": func() error {
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
	c := newTestClient(t, server.URL, fakerazorpay.Keys{ID: "rzp_test_1", Secret: "s"})
	for _, id := range []string{"", "short", "AAAAAAAAAAAAAAA", "../../../../..", "AAAAAAAAAAAA/A", "AAAAAAAAAAAA?A", "AAAAAAAAAAAAAA\n", "AAAAAAAAAAAA%2"} {
		for name, call := range clientCalls(c, id) {
			if err := call(); !errors.Is(err, ErrRefused) {
				t.Errorf("%s %q: error = %v, want ErrRefused", name, id, err)
			}
		}
	}
	if _, err := c.OrdersByReceipt(t.Context(), ""); !errors.Is(err, ErrRefused) {
		t.Errorf("an empty receipt: error = %v, want ErrRefused", err)
	}
	if _, err := c.CreateOrder(t.Context(), newOrder(strings.Repeat("x", 41))); !errors.Is(err, ErrRefused) {
		t.Errorf("a long receipt: error = %v, want ErrRefused", err)
	}
	if _, err := c.Refund(t.Context(), "pay_AAAAAAAAAAAAAA", 100, "", nil); !errors.Is(err, ErrRefused) {
		t.Errorf("a refund without a key: error = %v, want ErrRefused", err)
	}
	if n := calls.Load(); n != 0 {
		t.Errorf("%d requests were sent, want none", n)
	}
}

func TestAResponseThatIsNotFromTheProviderIsUnavailable(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]*Client{
		"a 404 of a proxy":            newClientWithResponse(t, 404, "<html>not found</html>"),
		"a wrong path":                newClientWithResponse(t, 404, `{"error":{"code":"BAD_REQUEST_ERROR","description":"The requested URL was not found on the server."}}`),
		"a 403 of a firewall":         newClientWithResponse(t, 403, "<html>blocked</html>"),
		"a 400 without a body":        newClientWithResponse(t, 400, ""),
		"a 400 of a gateway":          newClientWithResponse(t, 400, `{"error":{"code":"GATEWAY_ERROR","description":"no"}}`),
		"a 200 in HTML":               newClientWithResponse(t, 200, "<html>welcome</html>"),
		"an empty 200":                newClientWithResponse(t, 200, ""),
		"an empty object":             newClientWithResponse(t, 200, "{}"),
		"a list instead of an order":  newClientWithResponse(t, 200, `[]`),
		"no id":                       newClientWithResponse(t, 200, `{"entity":"order","amount":100}`),
		"a truncated body":            newClientWithResponse(t, 200, `{"id":"order_AAAAAAAAAAAAAA","amo`),
		"a fractional amount":         newClientWithResponse(t, 200, `{"id":"order_AAAAAAAAAAAAAA","amount":100.5}`),
		"an amount that is too large": newClientWithResponse(t, 200, `{"id":"order_AAAAAAAAAAAAAA","amount":1e300}`),
		"a body that is too large":    newClientWithResponse(t, 200, `{"id":"`+strings.Repeat("x", maxResponseSize)+`"}`),
		"a redirect":                  newClientWithResponse(t, 302, ""),
	} {
		if _, err := c.Order(t.Context(), anyOrder); !errors.Is(err, ErrUnavailable) || errors.Is(err, ErrNotFound) {
			t.Errorf("%s: error = %v, want only ErrUnavailable", name, err)
		}
	}
}

func TestAnErrorThatTheLibraryTreatsAsSuccessIsAnError(t *testing.T) {
	t.Parallel()
	c := newClientWithResponse(t, 400,
		`{"error":{"internal_error_code":"BAD_REQUEST_ERROR","code":"BAD_REQUEST_ERROR","description":"no"}}`)
	if _, err := c.CreateOrder(t.Context(), newOrder("tx1")); !errors.Is(err, ErrRefused) {
		t.Errorf("error = %v, want ErrRefused", err)
	}
}

func TestARedirectIsNotFollowedWithTheKey(t *testing.T) {
	t.Parallel()
	var seen atomic.Bool
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { seen.Store(true) }))
	defer other.Close()
	redirect := httptest.NewServer(http.RedirectHandler(other.URL, http.StatusTemporaryRedirect))
	defer redirect.Close()
	c := newTestClient(t, redirect.URL, fakerazorpay.Keys{ID: "rzp_test_1", Secret: "s"})
	if _, err := c.Order(t.Context(), anyOrder); !errors.Is(err, ErrUnavailable) || seen.Load() {
		t.Errorf("followed = %t, error = %v; want ErrUnavailable", seen.Load(), err)
	}
}

func TestAnUnreachableProviderIsUnavailable(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	closed := "http://" + listener.Addr().String()
	_ = listener.Close()
	for _, url := range []string{closed, "http://razorpay.invalid"} {
		if _, err := newTestClient(t, url, fakerazorpay.Keys{}).Order(t.Context(), anyOrder); !errors.Is(err,
			ErrUnavailable) {
			t.Errorf("%s: error = %v, want ErrUnavailable", url, err)
		}
	}
	for _, url := range []string{"", "razorpay", "http://", "http://a b", "%"} {
		if _, err := New(url, "k", "s", func(error) {}); err == nil {
			t.Errorf("New accepted the address %q", url)
		}
	}
}

func TestACancelledCallReturnsImmediately(t *testing.T) {
	t.Parallel()
	b, _ := newFakeRazorpay(t)
	server := httptest.NewServer(b)
	defer server.Close()
	keys := b.Keys()
	c, err := newClient(server.URL+"/sandbox/razorpay", keys.ID, keys.Secret, time.Hour, func(error) {})
	if err != nil {
		t.Fatal(err)
	}
	b.SetSwitches(fakerazorpay.Switches{Fault: fakerazorpay.Hang})
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(20*time.Millisecond, cancel)
	_, err = c.Order(ctx, anyOrder)
	if !errors.Is(err, context.Canceled) || !errors.Is(err, ErrUnavailable) {
		t.Errorf("error = %v, want context.Canceled and ErrUnavailable", err)
	}
	if err := b.Close(); err != nil {
		t.Error(err)
	}
}

func TestASlowProviderIsUnavailable(t *testing.T) {
	t.Parallel()
	b, c := newFakeRazorpay(t)
	b.SetSwitches(fakerazorpay.Switches{LatencyMS: 3_600_000})
	if _, err := c.CreateOrder(t.Context(), newOrder("tx1")); !errors.Is(err, ErrUnavailable) ||
		!errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error = %v, want ErrUnavailable and DeadlineExceeded", err)
	}
	_ = b.Close()
}

func TestAWrongKeyIsUnauthorised(t *testing.T) {
	t.Parallel()
	b, _ := newFakeRazorpay(t)
	server := httptest.NewServer(b)
	defer server.Close()
	for _, keys := range []fakerazorpay.Keys{{ID: b.Keys().ID, Secret: "wrong"}, {ID: "rzp_test_other", Secret: b.Keys().Secret}, {ID: "rzp_live_1", Secret: b.Keys().Secret}} {
		if _, err := newTestClient(t, server.URL+"/sandbox/razorpay/", keys).
			Order(t.Context(), anyOrder); !errors.Is(err, ErrUnauthorised) {
			t.Errorf("%v: error = %v, want ErrUnauthorised", keys, err)
		}
	}
}

func TestTheErrorOfA429HasRetryAfter(t *testing.T) {
	t.Parallel()
	b, c := newFakeRazorpay(t)
	b.SetSwitches(fakerazorpay.Switches{Fault: fakerazorpay.TooMany})
	_, err := c.Order(t.Context(), anyOrder)
	var limited *Error
	if !errors.As(err, &limited) || limited.RetryAfter != time.Second {
		t.Errorf("error = %+v, want RetryAfter of one second", limited)
	}
}
