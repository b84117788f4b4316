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

func TestEveryFaultHasItsKind(t *testing.T) {
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
					t.Errorf("%v is %v: %t", err, kind, kind != c.want)
				}
			}
			var unavailable *Error
			if !errors.As(err, &unavailable) {
				t.Fatalf("%T is no *Error", err)
			}
			// After a lost answer the order is found by its receipt.
			found, err := client.OrdersByReceipt(t.Context(), "tx1")
			if err != nil || len(found) != c.orders {
				t.Errorf("%d orders bear the receipt: %v", len(found), err)
			}
		})
	}
}

func TestARefusalCarriesTheProvidersWords(t *testing.T) {
	t.Parallel()
	_, c := newFakeRazorpay(t)
	_, err := c.CreateOrder(t.Context(), NewOrder{Amount: 99, Currency: "INR", Receipt: "tx1"})
	var unavailable *Error
	if !errors.As(err, &unavailable) || !errors.Is(err, ErrRefused) {
		t.Fatal(err)
	}
	if unavailable.Status != 400 || unavailable.Code != "BAD_REQUEST_ERROR" || unavailable.Field != "amount" ||
		unavailable.Reason == "" || !strings.Contains(unavailable.Description, "minimum amount") {
		t.Errorf("%+v", unavailable)
	}
	if !strings.Contains(err.Error(), unavailable.Description) {
		t.Errorf("%q hides the reason", err)
	}
}

func TestAnUnknownIDIsNotFound(t *testing.T) {
	t.Parallel()
	_, c := newFakeRazorpay(t)
	for name, ask := range clientCalls(c, "AAAAAAAAAAAAAA") {
		if err := ask(); !errors.Is(err, ErrNotFound) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// clientCalls are all calls that take an id.
func clientCalls(c *Client, id string) map[string]func() error {
	ctx := context.Background()
	return map[string]func() error{
		"order":        func() error { _, err := c.Order(ctx, "order_"+id); return err },
		"its payments": func() error { _, err := c.OrderPayments(ctx, "order_"+id); return err },
		"payment":      func() error { _, err := c.Payment(ctx, "pay_"+id); return err },
		"its refunds":  func() error { _, err := c.PaymentRefunds(ctx, "pay_"+id); return err },
		"its link":     func() error { _, err := c.PaymentLinkByPayment(ctx, "pay_"+id); return err },
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
	c := newTestClient(t, server.URL, fakerazorpay.Keys{ID: "rzp_test_1", Secret: "s"})
	for _, id := range []string{"", "short", "AAAAAAAAAAAAAAA", "../../../../..", "AAAAAAAAAAAA/A", "AAAAAAAAAAAA?A", "AAAAAAAAAAAAAA\n", "AAAAAAAAAAAA%2"} {
		for name, ask := range clientCalls(c, id) {
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

func TestAResponseThatIsNotTheProvidersIsUnavailable(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]*Client{
		"a proxy's 404":                   newClientWithResponse(t, 404, "<html>not found</html>"),
		"a wrong path":                    newClientWithResponse(t, 404, `{"error":{"code":"BAD_REQUEST_ERROR","description":"The requested URL was not found on the server."}}`),
		"a firewall's 403":                newClientWithResponse(t, 403, "<html>blocked</html>"),
		"a bare 400":                      newClientWithResponse(t, 400, ""),
		"a 400 that is a gateway's":       newClientWithResponse(t, 400, `{"error":{"code":"GATEWAY_ERROR","description":"no"}}`),
		"a 200 in HTML":                   newClientWithResponse(t, 200, "<html>welcome</html>"),
		"an empty 200":                    newClientWithResponse(t, 200, ""),
		"two emails":                      newClientWithResponse(t, 200, "{}"),
		"a list where an order should be": newClientWithResponse(t, 200, `[]`),
		"no id":                           newClientWithResponse(t, 200, `{"entity":"order","amount":100}`),
		"half an answer":                  newClientWithResponse(t, 200, `{"id":"order_AAAAAAAAAAAAAA","amo`),
		"an amount that is no integer":    newClientWithResponse(t, 200, `{"id":"order_AAAAAAAAAAAAAA","amount":100.5}`),
		"an amount beyond all money":      newClientWithResponse(t, 200, `{"id":"order_AAAAAAAAAAAAAA","amount":1e300}`),
		"an endless answer":               newClientWithResponse(t, 200, `{"id":"`+strings.Repeat("x", maxResponseSize)+`"}`),
		"a redirect":                      newClientWithResponse(t, 302, ""),
	} {
		if _, err := c.Order(t.Context(), anyOrder); !errors.Is(err, ErrUnavailable) || errors.Is(err, ErrNotFound) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestAnErrorThatTheLibraryTreatsAsSuccessIsAnError(t *testing.T) {
	t.Parallel()
	c := newClientWithResponse(t, 400,
		`{"error":{"internal_error_code":"BAD_REQUEST_ERROR","code":"BAD_REQUEST_ERROR","description":"no"}}`)
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
	c := newTestClient(t, here.URL, fakerazorpay.Keys{ID: "rzp_test_1", Secret: "s"})
	if _, err := c.Order(t.Context(), anyOrder); !errors.Is(err, ErrUnavailable) || seen.Load() {
		t.Errorf("followed: %t, %v", seen.Load(), err)
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
			t.Errorf("%s: %v", url, err)
		}
	}
	for _, url := range []string{"", "razorpay", "http://", "http://a b", "%"} {
		if _, err := New(url, "k", "s", func(error) {}); err == nil {
			t.Errorf("%q is taken for an address", url)
		}
	}
}

func TestACancelledCallEndsAtOnce(t *testing.T) {
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
		t.Error(err)
	}
	if err := b.Close(); err != nil {
		t.Error(err)
	}
}

func TestAProviderThatTakesTooLongIsUnavailable(t *testing.T) {
	t.Parallel()
	b, c := newFakeRazorpay(t)
	b.SetSwitches(fakerazorpay.Switches{LatencyMS: 3_600_000})
	if _, err := c.CreateOrder(t.Context(), newOrder("tx1")); !errors.Is(err, ErrUnavailable) ||
		!errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
	_ = b.Close()
}

func TestAWrongKeyIsUnauthorised(t *testing.T) {
	t.Parallel()
	b, _ := newFakeRazorpay(t)
	server := httptest.NewServer(b)
	defer server.Close()
	for _, keys := range []fakerazorpay.Keys{{ID: b.Keys().ID, Secret: "wrong"}, {ID: "rzp_test_other", Secret: b.Keys().Secret}, {ID: "rzp_live_1", Secret: b.Keys().Secret}} {
		if _, err := newTestClient(t, server.URL+"/sandbox/razorpay/", keys).Order(t.Context(),
			anyOrder); !errors.Is(err, ErrUnauthorised) {
			t.Errorf("%v: %v", keys, err)
		}
	}
}

func TestA429HasItsRetryAfter(t *testing.T) {
	t.Parallel()
	b, c := newFakeRazorpay(t)
	b.SetSwitches(fakerazorpay.Switches{Fault: fakerazorpay.TooMany})
	_, err := c.Order(t.Context(), anyOrder)
	var unavailable *Error
	if !errors.As(err, &unavailable) || unavailable.RetryAfter != time.Second {
		t.Errorf("%+v", unavailable)
	}
}
