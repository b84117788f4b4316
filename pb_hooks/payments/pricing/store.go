package pricing

import (
	"fmt"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/database"
)

// BillingProfiles is the collection of the billing profiles. A user has at most one.
const BillingProfiles = "billing_profiles"

// billingProfile is the record of a member's billing.
type billingProfile struct{ core.BaseRecordProxy }

func (r *billingProfile) billing() Billing {
	return Billing{
		Kind:      BuyerKind(r.GetString("kind")),
		LegalName: r.GetString("legalName"),
		GSTIN:     r.GetString("gstin"),
		Address:   r.GetString("address"),
		State:     r.GetString("state"),
		PIN:       r.GetString("pinCode"),
		Country:   r.GetString("country"),
	}
}

func (r *billingProfile) setBilling(b Billing) {
	r.Load(map[string]any{
		"kind":      string(b.Kind),
		"legalName": b.LegalName,
		"gstin":     b.GSTIN,
		"address":   b.Address,
		"state":     b.State,
		"pinCode":   b.PIN,
		"country":   b.Country,
	})
}

// findBillingProfile returns sql.ErrNoRows for a user without a profile.
func findBillingProfile(app core.App, userID string) (*billingProfile, error) {
	return database.First[billingProfile](app, BillingProfiles, dbx.HashExp{"userId": userID})
}

// FindBilling returns a user's billing, or the zero Billing if they have not stated one.
func FindBilling(app core.App, userID string) (Billing, error) {
	if userID == "" {
		return Billing{}, nil
	}
	r, err := findBillingProfile(app, userID)
	if err != nil {
		return Billing{}, database.IgnoreMissing(err)
	}
	return r.billing(), nil
}

// SaveBilling stores the billing of a user.
func SaveBilling(tx core.App, userID string, b Billing) error {
	r, err := database.FirstOrNew[billingProfile](tx, BillingProfiles, dbx.HashExp{"userId": userID})
	if err != nil {
		return err
	}
	r.setBilling(b)
	if err := tx.Save(r); err != nil {
		return fmt.Errorf("save billing profile of user %s: %w", userID, err)
	}
	return nil
}

// HasBilling reports whether a user has a billing profile.
func HasBilling(app core.App, userID string) (bool, error) {
	_, err := findBillingProfile(app, userID)
	return err == nil, database.IgnoreMissing(err)
}
