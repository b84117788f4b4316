package overview

import (
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/payments/ledger"
	"boardcircle/pb_hooks/tiers"
)

// OpenSales counts the unpaid orders, links, offline payments and mandates that a change of tax affects. A buyer who
// pays after the change pays the quoted total. The ledger then computes the tax in that total by section 14 of the
// CGST Act.
type OpenSales struct {
	// Orders can still be paid in the checkout, and Links on a page of the provider.
	Orders int `json:"orders"`
	Links  int `json:"links"`
	// Proformas are offline payments without a confirmed receipt. PartPaid are those with a confirmed receipt, which
	// are invoiced.
	Proformas int `json:"proformas"`
	PartPaid  int `json:"partPaid"`
	// Mandates are charged the amounts of their plans, whatever the tax.
	Mandates int `json:"mandates"`
	// TiersWithPlan are tiers on sale that renew. The amount of their plan at the provider does not change.
	TiersWithPlan int `json:"tiersWithPlan"`
}

// GetOpenSales is GET /api/payments/open. The console shows the counts before it saves a change of tax.
func (o *Overview) GetOpenSales() httpx.Endpoint {
	return httpx.Get(o.getOpenSales, httpx.Doc{
		Tag: "payments", Summary: "Count what is sold and not paid yet",
		Description: "A change of tax affects it: the total that the buyer has seen stays the same, and " +
			"the tax in it is computed when it is paid.",
	})
}

func (o *Overview) getOpenSales(e *core.RequestEvent) (OpenSales, error) {
	open, err := countOpenSales(e.App, o.now().Add(-ledger.CheckWindow))
	if err != nil {
		return open, apperr.Fail("The open orders could not be counted.", err)
	}
	onSale, err := tiers.ListOnSale(e.App)
	if err != nil {
		return open, apperr.Fail("The membership tiers could not be read.", err)
	}
	for _, tier := range onSale {
		if tier.Renews {
			open.TiersWithPlan++
		}
	}
	return open, nil
}
