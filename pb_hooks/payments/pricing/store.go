package pricing

import (
	"database/sql"
	"errors"
	"fmt"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/settings"
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
		IsSEZ:     r.GetBool("isSEZ"),
		Address:   r.GetString("address"),
		State:     r.GetString("state"),
		PIN:       r.GetString("pinCode"),
		Country:   r.GetString("country"),

		ConfirmedPlace: r.GetString("confirmedPlace"),
	}
}

func (r *billingProfile) setBilling(b Billing) {
	r.Load(map[string]any{
		"kind":      string(b.Kind),
		"legalName": b.LegalName,
		"gstin":     b.GSTIN,
		"isSEZ":     b.IsSEZ,
		"address":   b.Address,
		"state":     b.State,
		"pinCode":   b.PIN,
		"country":   b.Country,

		"confirmedPlace": b.ConfirmedPlace,
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

// IsPlaceMissing reports whether a tax invoice for a user would have no place of supply. It is false while we are not
// registered for GST.
func IsPlaceMissing(app core.App, userID string) (bool, error) {
	site, err := settings.Read(app)
	if err != nil || !site.Supplier().IsRegistered {
		return false, err
	}
	billing, err := FindBilling(app, userID)
	return billing.Place().Code == "", err
}

// MovesInMerge reports whether the billing profile of a closed account moves to the account that remains after a merge:
// the remaining account has none, or less of the same. The profile moves as a whole, so that state, PIN code, address
// and GSTIN fit together.
func MovesInMerge(app core.App, remainingID, closedID string) (bool, error) {
	remaining, err := FindBilling(app, remainingID)
	if err != nil {
		return false, err
	}
	closed, err := FindBilling(app, closedID)
	return remaining == Billing{} || closed.completes(remaining), err
}

// completes reports whether a billing says what another one lacks, and names the same buyer in the same place.
func (b Billing) completes(other Billing) bool {
	if other.Place().Code == "" {
		return b.Place().Code != ""
	}
	isSame := b.Kind == other.Kind && b.LegalName == other.LegalName && b.Country == other.Country && b.State == other.State
	lacks := func(other, own string) bool { return other == "" && own != "" }
	return isSame && !lacks(b.Address, other.Address) && (other.GSTIN == "" || b.GSTIN == other.GSTIN) &&
		(lacks(other.Address, b.Address) || lacks(other.GSTIN, b.GSTIN))
}

// Displace takes the billing profile from a user, because that of another account takes its place. It returns the
// function that gives it to the other account. A second exchange brings both back. Without a profile it does nothing.
func Displace(tx core.App, userID string) (giveTo func(userID string) error, err error) {
	r, err := findBillingProfile(tx, userID)
	if errors.Is(err, sql.ErrNoRows) {
		return func(string) error { return nil }, nil
	}
	if err != nil {
		return nil, err
	}
	giveTo = func(userID string) error {
		r.Set("userId", userID)
		return database.Wrap("displace billing profile", tx.SaveNoValidate(r))
	}
	return giveTo, giveTo(r.Id) // a user has only one profile, and no user has this id
}
