package payments

import (
	"fmt"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/money"
)

const billingProfilesCollection = "billing_profiles"

// billingProfile is the record of a member's billing.
type billingProfile struct{ core.BaseRecordProxy }

func (r *billingProfile) billing() Billing {
	return Billing{
		Kind: r.GetString("kind"), LegalName: r.GetString("legalName"), GSTIN: r.GetString("gstin"), Address: r.GetString("address"),
		State: r.GetString("state"), PIN: r.GetString("pinCode"), Country: r.GetString("country"),
	}
}

func (r *billingProfile) setBilling(b Billing) {
	r.Load(map[string]any{
		"kind": b.Kind, "legalName": b.LegalName, "gstin": b.GSTIN, "address": b.Address, "state": b.State, "pinCode": b.PIN, "country": b.Country,
	})
}

// findBillingProfile returns sql.ErrNoRows for a user without one.
func findBillingProfile(app core.App, userID string) (*billingProfile, error) {
	r := &billingProfile{}
	err := app.RecordQuery(billingProfilesCollection).AndWhere(dbx.HashExp{"userId": userID}).Limit(1).One(r)
	if err != nil {
		return nil, fmt.Errorf("find billing profile: %w", err)
	}
	return r, nil
}

// findBilling returns a user's billing, the zero Billing if they have stated none.
func findBilling(app core.App, userID string) (Billing, error) {
	if userID == "" {
		return Billing{}, nil
	}
	r, err := findBillingProfile(app, userID)
	if err != nil {
		return Billing{}, ignoreMissing(err)
	}
	return r.billing(), nil
}

// saveBilling stores a user's billing.
func saveBilling(tx core.App, userID string, b Billing) error {
	r, err := findBillingProfile(tx, userID)
	if isMissing(err) {
		collection, err := tx.FindCachedCollectionByNameOrId(billingProfilesCollection)
		if err != nil {
			return err
		}
		r = &billingProfile{}
		r.SetProxyRecord(core.NewRecord(collection))
		r.Set("userId", userID)
	} else if err != nil {
		return err
	}
	r.setBilling(b)
	if err := tx.Save(r); err != nil {
		return fmt.Errorf("save billing profile of user %s: %w", userID, err)
	}
	return nil
}

// BillingState is the code of the place of supply, "" while it is not known.
func (t *Transaction) BillingState() string { return t.GetString("billingState") }

// Billing is to whom the transaction is invoiced; the zero Billing if nobody has stated it.
func (t *Transaction) Billing() (b Billing, err error) {
	if text := t.GetString("billing"); text == "" || text == "null" {
		return b, nil
	}
	if err = t.UnmarshalJSONField("billing", &b); err != nil {
		err = fmt.Errorf("read billing of transaction %s: %w", t.Id, err)
	}
	return b, err
}

// setPrice stores what a transaction costs and to whom it is invoiced.
func (t *Transaction) setPrice(price Price, billing Billing) {
	t.Load(map[string]any{
		"amount": int64(price.Total), "baseAmount": int64(price.Base), "discountAmount": int64(price.Discount),
		"gstRate": price.Rate, "gstAmount": int64(price.Tax), "billingState": billing.Place().Code, "billing": nil,
	})
	if billing != (Billing{}) {
		t.Set("billing", billing)
	}
}

func (t *Transaction) setCurrency(currency string) { t.Set("currency", currency) }

// Breakdown is the amount as it was split when the transaction was made.
func (t *Transaction) Breakdown() Breakdown {
	base, discount := money.Amount(t.GetInt("baseAmount")), money.Amount(t.GetInt("discountAmount"))
	return Breakdown{
		BaseAmount: base, DiscountAmount: discount, TaxableAmount: base - discount,
		GSTRate: t.GetInt("gstRate"), GSTAmount: money.Amount(t.GetInt("gstAmount")), TotalAmount: t.Amount(),
	}
}
