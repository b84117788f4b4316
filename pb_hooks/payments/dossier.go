package payments

import (
	"slices"

	"github.com/pocketbase/pocketbase/core"
)

// paymentFacts is what a transaction remembers of its payments beside its columns, in webhookData. It
// holds facts only, so that every order of events leaves the same dossier.
type paymentFacts struct {
	// PaidAt is when the payment of razorpayPaymentId was begun, as the provider tells it.
	PaidAt int64 `json:"paidAt,omitempty"`
	// Failure is the provider's reason for the failed payment of razorpayPaymentId.
	Failure string `json:"failure,omitempty"`
	// Refunds are the amounts of the processed refunds, by their ids.
	Refunds map[string]int64 `json:"refunds,omitempty"`
	// Notified are the matters that an admin was told of: they are not raised again once cleared.
	Notified []string `json:"raised,omitempty"`
}

func readPaymentFacts(t *core.Record) (paymentFacts, error) {
	var d paymentFacts
	if t.GetString("webhookData") == "" {
		return d, nil
	}
	return d, t.UnmarshalJSONField("webhookData", &d)
}

func (d paymentFacts) refundedTotal() int64 {
	var sum int64
	for _, amount := range d.Refunds {
		sum += amount
	}
	return sum
}

// markNotified notes a matter and tells whether it is new.
func (d *paymentFacts) markNotified(key string) bool {
	if slices.Contains(d.Notified, key) {
		return false
	}
	d.Notified = append(d.Notified, key)
	slices.Sort(d.Notified)
	return true
}
