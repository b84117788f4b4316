package checkout

import (
	"fmt"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/gst"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/payments/ledger"
	"boardcircle/pb_hooks/payments/pricing"
	"boardcircle/pb_hooks/settings"
)

// GetBillingProfile is GET /api/billing-profile.
func (o *Orders) GetBillingProfile() httpx.Endpoint {
	return httpx.Get(o.getBillingProfile, httpx.Doc{
		Tag: "payments", Summary: "Get the caller's billing details",
		Description: "The details are empty if the caller has not stated any.",
	})
}

func (o *Orders) getBillingProfile(e *core.RequestEvent) (pricing.Billing, error) {
	billing, err := readBilling(e.App, httpx.CurrentUser(e).Id)
	return billing, apperr.Fail("Your billing details could not be read.", err)
}

// GetMemberBilling is GET /api/billing-profiles/{id}: the billing that prefills the form in which an admin enters a
// payment.
func (o *Orders) GetMemberBilling() httpx.Endpoint {
	return httpx.Get(o.getMemberBilling, httpx.Doc{
		Tag: "payments", Summary: "Get a member's billing details",
		Errors: []*apperr.Error{ledger.ErrMemberNotFound},
	})
}

func (o *Orders) getMemberBilling(e *core.RequestEvent) (pricing.Billing, error) {
	user, err := ledger.FindMember(e.App, e.Request.PathValue("id"))
	if err != nil {
		return pricing.Billing{}, err
	}
	billing, err := readBilling(e.App, user.Id)
	return billing, apperr.Fail("The billing details could not be read.", err)
}

// readBilling returns a user's billing as a form shows it.
func readBilling(app core.App, userID string) (pricing.Billing, error) {
	billing, err := pricing.FindBilling(app, userID)
	if billing == (pricing.Billing{}) {
		billing.Kind, billing.Country = pricing.KindIndividual, gst.India
	}
	return billing, err
}

// PutBillingProfile is PUT /api/billing-profile.
func (o *Orders) PutBillingProfile() httpx.Endpoint {
	return httpx.JSON(o.putBillingProfile, httpx.Doc{
		Tag: "payments", Summary: "Change the caller's billing details",
		Description: "The details apply from the next invoice. Tax invoices that wait for the caller's state are " +
			"issued. The address is required if one of them must show it.",
		Errors:  []*apperr.Error{pricing.ErrOwnProfile, pricing.ErrAddressOfProfile},
		Example: map[string]any{"kind": "individual", "state": "27", "pin": "400001"},
	})
}

func (o *Orders) putBillingProfile(e *core.RequestEvent, billing pricing.Billing) (pricing.Billing, error) {
	err := e.App.RunInTransaction(func(tx core.App) error {
		site, err := settings.Read(tx)
		if err != nil {
			return err
		}
		if err := pricing.CheckProfile(site, billing); err != nil {
			return err
		}
		if err := o.ledger.CheckAwaited(tx, httpx.CurrentUser(e).Id, billing); err != nil {
			return err
		}
		return o.ledger.SaveBilling(tx, httpx.CurrentUser(e).Id, billing)
	})
	return billing, apperr.Fail("Your billing details could not be saved. Please try again.", err)
}

// billingOf returns the billing that was stated with a request, or else the buyer's profile, or else the zero Billing.
func (o *Orders) billingOf(app core.App, userID string, stated *pricing.Billing) (pricing.Billing, error) {
	if stated != nil {
		return *stated, nil
	}
	billing, err := pricing.FindBilling(app, userID)
	if err != nil {
		return billing, fmt.Errorf("find billing of user %s: %w", userID, err)
	}
	return billing, nil
}
