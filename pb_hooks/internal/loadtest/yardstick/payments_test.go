package yardstick

import (
	"encoding/json"
	"net/http"
	"testing"
	"time"

	"boardcircle/pb_hooks/demo/fakerazorpay"
	"boardcircle/pb_hooks/internal/loadtest"
)

// buyers returns the number of payments, including a few to warm up. Each payment is made by another account.
func buyers() int { return 4**rounds + 3 }

// paymentWebhooks delivers the event of a real payment each time. The resulting work continues in the background; the
// next turn waits until it is done.
func paymentWebhooks(t *testing.T, s *sides) (float64, float64) {
	t.Helper()
	var events []*http.Request
	for i := range buyers() {
		events = append(events, s.paymentEvent(t, buyerEmail(i)))
	}
	turn := -1
	return inTurn(t, 4**rounds, func() int {
		turn++
		response, err := http.DefaultClient.Do(events[turn])
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		return response.StatusCode
	}, func() int {
		s.serial++
		return s.bareVisitor.Post("/api/collections/bare_nominations/records", loadtest.Nomination(s.serial)).Status
	}, func() { time.Sleep(400 * time.Millisecond) })
}

// paymentEvent signs in, orders and pays with an account, and returns the provider's webhook call.
func (s *sides) paymentEvent(t *testing.T, email string) *http.Request {
	t.Helper()
	buyer := s.signedIn(t, "/api/login", "email", email)
	tiers := buyer.Get("/api/membership-tiers")
	tier := firstID(t, tiers.Body)
	order := buyer.Post("/api/payments/create-order", map[string]any{
		"customerName": "Asha Rao", "customerEmail": email, "customerPhone": "+919876543210", "membershipTierId": tier,
	})
	id, _ := order.JSON["orderId"].(string)
	if id == "" {
		t.Fatalf("create-order: %d %s", order.Status, order.Body)
	}
	if _, err := s.razorpay.Pay(id, fakerazorpay.Success); err != nil {
		t.Fatal(err)
	}
	for _, event := range s.razorpay.Events(id) {
		if event.Event != "payment.captured" {
			continue
		}
		request, err := event.Request(t.Context(), "http://"+s.ours.addr+"/api/webhooks/razorpay")
		if err != nil {
			t.Fatal(err)
		}
		return request
	}
	t.Fatalf("there is no event of the payment of %s", id)
	return nil
}

func firstID(t *testing.T, list string) string {
	t.Helper()
	var rows []struct{ ID string }
	if err := json.Unmarshal([]byte(list), &rows); err != nil || len(rows) == 0 {
		t.Fatalf("no plans in %s: %v", list, err)
	}
	return rows[0].ID
}
