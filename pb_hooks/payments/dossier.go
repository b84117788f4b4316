package payments

import (
	"slices"

	"github.com/pocketbase/pocketbase/core"
)

// dossier is what a transaction remembers of its payments beside its columns, in webhookData. It
// holds facts only, so that every order of events leaves the same dossier.
type dossier struct {
	// PaidAt is when the payment of razorpayPaymentId was begun, as the provider tells it.
	PaidAt int64 `json:"paidAt,omitempty"`
	// Failure is the provider's reason for the failed payment of razorpayPaymentId.
	Failure string `json:"failure,omitempty"`
	// Refunds are the amounts of the processed refunds, by their ids.
	Refunds map[string]int64 `json:"refunds,omitempty"`
	// Raised are the matters that an admin was told of: they are not raised again once cleared.
	Raised []string `json:"raised,omitempty"`
}

func readDossier(t *core.Record) (dossier, error) {
	var d dossier
	if t.GetString("webhookData") == "" {
		return d, nil
	}
	return d, t.UnmarshalJSONField("webhookData", &d)
}

func (d dossier) refunded() int64 {
	var sum int64
	for _, amount := range d.Refunds {
		sum += amount
	}
	return sum
}

// raise notes a matter and tells whether it is new.
func (d *dossier) raise(matter string) bool {
	if slices.Contains(d.Raised, matter) {
		return false
	}
	d.Raised = append(d.Raised, matter)
	slices.Sort(d.Raised)
	return true
}
