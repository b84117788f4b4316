package people

import (
	"cmp"

	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/rules"
)

// Facts are what the features store about a person.
type Facts struct {
	Account *Account
	// Nominations are the person's, newest first. There are several if people were merged.
	Nominations []Nomination
	// Payments are the completed payments, newest first.
	Payments []Payment
}

// Account is the person's account.
type Account struct {
	ID, Email, Name, Phone, Location string
	// IsEnquiry is true if the account was created for an enquiry. Its owner stays a lead after paying.
	IsEnquiry bool
	CreatedAt types.DateTime
}

// Nomination is a nomination of the person.
type Nomination struct {
	ID, Email, Name, Phone, Location, City, State, CompanyName, Industry string

	CreatedAt types.DateTime
}

// Payment is a completed transaction. The amount is in minor units.
type Payment struct {
	ID, Name, Phone, TierName, Currency string

	Amount int64
	PaidAt types.DateTime
}

// Origin is where a person's details come from.
type Origin string

// The origins of details.
const (
	FromNomination Origin = "registration"
	FromAccount    Origin = "user"
	FromPayment    Origin = "payment"
)

// Values returns all origins.
func (Origin) Values() []string { return rules.Options(FromNomination, FromAccount, FromPayment) }

// The currencies of the totals.
const (
	rupees  = "INR"
	dollars = "USD"
)

func (f Facts) isEmpty() bool {
	return f.Account == nil && len(f.Nominations) == 0 && len(f.Payments) == 0
}

// nomination returns the nomination with the account's address, else the newest, or nil.
func (f Facts) nomination() *Nomination {
	for i, n := range f.Nominations {
		if f.Account != nil && identity.EmailKey(n.Email) == identity.EmailKey(f.Account.Email) {
			return &f.Nominations[i]
		}
	}
	if len(f.Nominations) > 0 {
		return &f.Nominations[0]
	}
	return nil
}

// row builds a person's row. Details of the nomination take precedence over details of the account, and details of the
// account over details of the newest payment.
func (f Facts) row() row {
	var r row
	if len(f.Payments) > 0 {
		newest := f.Payments[0]
		r.RecordID, r.Source, r.KnownSince = newest.ID, FromPayment, f.Payments[len(f.Payments)-1].PaidAt.String()
		r.Name, r.Phone, r.TierName = newest.Name, newest.Phone, newest.TierName
	}
	if a := f.Account; a != nil {
		r.RecordID, r.Source, r.KnownSince = a.ID, FromAccount, a.CreatedAt.String()
		r.Email = identity.EmailKey(a.Email)
		r.Name, r.Phone, r.Location = cmp.Or(a.Name, r.Name), cmp.Or(a.Phone, r.Phone), a.Location
		r.IsLead = a.IsEnquiry
	}
	if n := f.nomination(); n != nil {
		r.RecordID, r.Source, r.KnownSince = n.ID, FromNomination, n.CreatedAt.String()
		r.Email = cmp.Or(r.Email, identity.EmailKey(n.Email))
		r.Name, r.Phone, r.Location = n.Name, cmp.Or(n.Phone, r.Phone), cmp.Or(n.Location, r.Location)
		r.City, r.State, r.CompanyName, r.Industry = n.City, n.State, n.CompanyName, n.Industry
		r.IsLead = r.IsLead || len(f.Payments) == 0
	}
	for _, paid := range f.Payments {
		r.Payments++
		switch paid.Currency {
		case rupees:
			r.Amount += paid.Amount
		case dollars:
			r.AmountUSD += paid.Amount
		}
	}
	return r
}
