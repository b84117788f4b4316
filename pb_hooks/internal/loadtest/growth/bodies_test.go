package growth

import (
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/demo/fakerazorpay"
	"boardcircle/pb_hooks/internal/testapp"
)

func orderBody(tier *core.Record) map[string]any {
	return map[string]any{
		"customerName":     "Asha Rao",
		"customerEmail":    "asha@example.com",
		"customerPhone":    "+919876543210",
		"membershipTierId": tier.Id,
	}
}

// buyer returns a member without purchases, with their own address.
func (s *site) buyer() *testapp.Visitor {
	buyer := s.SignedIn("users", nil)
	buyer.Header.Set("X-Forwarded-For", s.visitor().Header.Get("X-Forwarded-For"))
	return buyer
}

// pay pays an order at the provider and returns the event of the capture.
func (s *site) pay(t *testing.T, order string) fakerazorpay.Delivery {
	t.Helper()
	if _, err := s.Razorpay.Pay(order, fakerazorpay.Success); err != nil {
		t.Fatal(err)
	}
	for _, event := range s.Razorpay.Events(order) {
		if event.Event == "payment.captured" || event.Event == "subscription.charged" {
			return event
		}
	}
	t.Fatalf("there is no event of the payment of %s", order)
	return fakerazorpay.Delivery{}
}
