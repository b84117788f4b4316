package fakerazorpay_test

import (
	"testing"

	"boardcircle/pb_hooks/demo/fakerazorpay"
)

func TestFaults(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		fault  fakerazorpay.Fault
		status int
		html   bool
		orders int
	}{
		{fakerazorpay.NoFault, 200, false, 1},
		{fakerazorpay.TooMany, 429, false, 0},
		{fakerazorpay.ServerError, 500, false, 0},
		{fakerazorpay.ServerHTML, 500, true, 0},
		{fakerazorpay.BadGateway, 502, true, 0},
		{fakerazorpay.Unauthorised, 401, false, 0},
		{fakerazorpay.Empty, 200, false, 0},
		{fakerazorpay.Drop, 0, false, 0},
		{fakerazorpay.CommitThenDrop, 0, false, 1},
		{fakerazorpay.CommitThenError, 500, false, 1},
		{fakerazorpay.CommitThenHTML, 502, true, 1},
		{fakerazorpay.CommitThenEmpty, 200, false, 1},
	} {
		t.Run("fault "+string(c.fault), func(t *testing.T) {
			t.Parallel()
			h := newTestServer(t, fakerazorpay.Options{})
			h.SetSwitches(fakerazorpay.Switches{Fault: c.fault})
			status, body := h.api("POST", "/orders", map[string]any{"amount": 100, "currency": "INR"})
			_, html := body["raw"]
			if status != c.status || html != c.html || len(h.State().Orders) != c.orders {
				t.Errorf("status = %d, body = %v, %d orders, want %d, HTML: %t and %d orders", status, body,
					len(h.State().Orders), c.status, c.html, c.orders)
			}
		})
	}
}

func TestAFaultIsLimitedByOnlyEveryAndTimes(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, fakerazorpay.Options{})
	h.SetSwitches(fakerazorpay.Switches{Fault: fakerazorpay.ServerError, Only: "POST /orders", Every: 2, Times: 2})
	var got []int
	for range 6 {
		status, _ := h.api("POST", "/orders", map[string]any{"amount": 100, "currency": "INR"})
		got = append(got, status)
		if status, _ := h.api("GET", "/orders", nil); status != 200 {
			t.Errorf("another call: status = %d, want 200", status)
		}
	}
	want := []int{200, 500, 200, 500, 200, 200}
	for i := range want {
		if got[i] != want[i] {
			t.Fatalf("statuses = %v, want %v", got, want)
		}
	}
	if h.Calls() != 6 {
		t.Errorf("%d calls, want 6", h.Calls())
	}
}
