package testapp

import (
	"context"
	"net/http"

	"boardcircle/pb_hooks/demo/fakerazorpay"
)

// Deliver carries one of the payment provider's events to the webhook and returns the status of
// the answer. The event is stored by then; Drain heeds it.
func (h *App) Deliver(d fakerazorpay.Delivery) int {
	h.t.Helper()
	request, err := d.Request(context.Background(), h.URL+"/api/webhooks/razorpay")
	if err != nil {
		h.t.Fatal(err)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		h.t.Fatal(err)
	}
	defer response.Body.Close()
	return response.StatusCode
}
