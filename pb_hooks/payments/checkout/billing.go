package checkout

import (
	"fmt"
	"net/http"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/gst"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/payments/ledger"
	"boardcircle/pb_hooks/payments/pricing"
)

// GetBillingProfile is GET /api/billing-profile. It answers an empty profile if the caller has not stated one.
func (o *Orders) GetBillingProfile(e *core.RequestEvent) error {
	billing, err := readBilling(e.App, httpx.CurrentUser(e).Id)
	if err != nil {
		return apperr.Fail("Your billing details could not be read.", err)
	}
	return e.JSON(http.StatusOK, billing)
}

// GetMemberBilling is GET /api/billing-profiles/{id}: the billing that prefills the form in which an admin enters a
// payment.
func (o *Orders) GetMemberBilling(e *core.RequestEvent) error {
	user, err := ledger.FindMember(e.App, e.Request.PathValue("id"))
	if err != nil {
		return err
	}
	billing, err := readBilling(e.App, user.Id)
	if err != nil {
		return apperr.Fail("The billing details could not be read.", err)
	}
	return e.JSON(http.StatusOK, billing)
}

// readBilling returns a user's billing as a form shows it.
func readBilling(app core.App, userID string) (pricing.Billing, error) {
	billing, err := pricing.FindBilling(app, userID)
	if billing == (pricing.Billing{}) {
		billing.Kind, billing.Country = pricing.KindIndividual, gst.India
	}
	return billing, err
}

// PutBillingProfile is PUT /api/billing-profile. The profile applies from the next invoice.
func (o *Orders) PutBillingProfile(e *core.RequestEvent) error {
	body, err := httpx.DecodeObject(e)
	if err != nil {
		return err
	}
	billing, problems := pricing.CheckBilling(body)
	if len(problems) > 0 {
		return httpx.Invalid(problems...)
	}
	err = e.App.RunInTransaction(
		func(tx core.App) error { return pricing.SaveBilling(tx, httpx.CurrentUser(e).Id, billing) },
	)
	if err != nil {
		return apperr.Fail("Your billing details could not be saved. Please try again.", err)
	}
	return e.JSON(http.StatusOK, billing)
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
