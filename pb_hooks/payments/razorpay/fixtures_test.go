package razorpay

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"boardcircle/pb_hooks/demo/fakerazorpay"
	"boardcircle/pb_hooks/internal/clock"
)

var noon = time.Date(2026, 4, 20, 12, 0, 0, 0, time.UTC)

// newFakeRazorpay starts a fake Razorpay and returns it with a client that has a short timeout.
func newFakeRazorpay(t *testing.T) (*fakerazorpay.Server, *Client) {
	t.Helper()
	b, err := fakerazorpay.New(fakerazorpay.Options{Now: clock.NewFake(noon).Now})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(b)
	t.Cleanup(func() {
		_ = b.Close()
		server.Close()
	})
	return b, newTestClient(t, server.URL+"/sandbox/razorpay", b.Keys())
}

func newTestClient(t *testing.T, url string, keys fakerazorpay.Keys) *Client {
	t.Helper()
	c, err := newClient(url, keys.ID, keys.Secret, 300*time.Millisecond, func(error) {})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// newClientWithResponse returns a client of a server that answers all requests with the same response.
func newClientWithResponse(t *testing.T, status int, body string) *Client {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		_, _ = w.Write([]byte(body))
	}))
	t.Cleanup(server.Close)
	return newTestClient(t, server.URL, fakerazorpay.Keys{ID: "rzp_test_1", Secret: "s"})
}

func newOrder(receipt string) NewOrder {
	return NewOrder{
		Amount:   2950000,
		Currency: "INR",
		Receipt:  receipt,
		Notes:    map[string]string{"transactionId": receipt},
	}
}

const anyOrder = "order_AAAAAAAAAAAAAA"
