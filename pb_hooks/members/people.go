package members

import (
	"cmp"
	"strings"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/accounts"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/readmodel"
	"boardcircle/pb_hooks/nominations"
	"boardcircle/pb_hooks/payments"
	"boardcircle/pb_hooks/tiers"
)

// The counters over the people. Industry and city come from the nominations of paid members and are "" without one.
const (
	leadsCounter       = "leads"
	paidMembersCounter = "paid_members"
	industryCounter    = "members_industry"
	cityCounter        = "members_city"
)

// The sources of a person's details.
const (
	fromNomination = "registration"
	fromAccount    = "user"
	fromPayment    = "payment"
)

// requestEnquiry is the request type that makes the owner of an account a lead permanently.
const requestEnquiry = "enquiry"

// RegisterReadModels updates the people when nominations, accounts and transactions change.
func RegisterReadModels(app core.App) {
	readmodel.RegisterRebuilder(app, rebuildPeople)
	accounts.RegisterReadModels(app, accountChanged)
	nominations.RegisterReadModels(app, nominationChanged)
	payments.RegisterReadModels(app, paymentChanged)
}

// sources are the records that describe a person. The payments are sorted newest first.
type sources struct {
	nomination *nominations.Contact
	account    *accounts.Contact
	payments   []payment
}

// person builds a person's row. The nomination's details take precedence over the account's. It returns nil for a
// person who is not a lead and has not paid.
func (s sources) person(key string) *person {
	p := &person{Key: key, Source: fromPayment}
	if strings.Contains(key, "@") {
		p.Email = key
	}
	if len(s.payments) > 0 {
		newest := s.payments[0]
		p.ID, p.Name, p.Phone, p.TierName, p.CreatedAt = newest.ID, newest.Name, newest.Phone, newest.TierName, newest.PaidAt
	}
	if a := s.account; a != nil {
		p.ID, p.Source, p.CreatedAt = a.ID, fromAccount, a.CreatedAt.String()
		p.Name, p.Phone, p.Location = cmp.Or(a.Name, p.Name), cmp.Or(a.Phone, p.Phone), a.Location
		p.IsLead = a.RequestType == requestEnquiry
	}
	if n := s.nomination; n != nil {
		p.ID, p.Source, p.CreatedAt = n.ID, fromNomination, n.CreatedAt.String()
		p.Name, p.Phone, p.Location = n.Name, cmp.Or(n.Phone, p.Phone), cmp.Or(n.Location(), p.Location)
		p.City, p.State, p.CompanyName, p.Industry = n.City, n.State, n.CompanyName, n.Industry
		p.IsLead = p.IsLead || len(s.payments) == 0
	}
	for _, paid := range s.payments {
		p.Payments++
		switch paid.Currency {
		case "INR":
			p.Amount += paid.Amount
		case "USD":
			p.AmountUSD += paid.Amount
		}
	}
	if !p.IsLead && p.Payments == 0 {
		return nil
	}
	return p
}

// counts returns the counters that include this person. A nil person is in none.
func (p *person) counts() []readmodel.Count {
	var counts []readmodel.Count
	if p != nil && p.IsLead {
		counts = append(counts, readmodel.One(leadsCounter, ""))
	}
	if p != nil && p.Payments > 0 {
		// cities are typed by hand: "mumbai " and "Mumbai" count as the same city
		counts = append(counts, readmodel.One(paidMembersCounter, ""), readmodel.One(industryCounter, p.Industry),
			readmodel.One(cityCounter, strings.ToLower(strings.TrimSpace(p.City))))
	}
	return counts
}

func (p *person) text() string {
	if p == nil {
		return ""
	}
	return readmodel.Text(p.Name, p.Email, p.Phone, p.Location, p.CompanyName, p.TierName)
}

func accountChanged(tx core.App, before, after *accounts.Contact) error {
	if before != nil && after != nil {
		if *before == *after {
			return nil
		}
		if before.Email != after.Email {
			paid, err := payments.CompletedOfUser(tx, after.ID)
			if err != nil {
				return err
			}
			if err := resolvePayments(tx, paid); err != nil {
				return err
			}
		}
	}
	return refresh(tx, emailOf(before), emailOf(after))
}

func nominationChanged(tx core.App, before, after *nominations.Contact) error {
	if before != nil && after != nil {
		if *before == *after {
			return nil
		}
		if before.Email != after.Email {
			paid, err := payments.CompletedOfNomination(tx, after.ID)
			if err != nil {
				return err
			}
			if err := resolvePayments(tx, paid); err != nil {
				return err
			}
		}
	}
	if before == nil {
		return refreshOne(tx, nominationEmail(after), after)
	}
	return refresh(tx, nominationEmail(before), nominationEmail(after))
}

func paymentChanged(tx core.App, before, after *payments.CompletedPayment) error {
	if before != nil && after != nil && *before == *after {
		return nil
	}
	if after != nil {
		return resolvePayments(tx, []payments.CompletedPayment{*after})
	}
	key, err := deletePayment(tx, before.ID)
	if err != nil {
		return err
	}
	return refresh(tx, key)
}

// resolvePayments stores completed transactions with the person who paid, and refreshes everyone who gains or loses
// one.
func resolvePayments(tx core.App, completed []payments.CompletedPayment) error {
	for _, c := range completed {
		key, err := payer(tx, c)
		if err != nil {
			return err
		}
		p, err := newPayment(tx, c, key)
		if err != nil {
			return err
		}
		before, err := savePayment(tx, p)
		if err != nil {
			return err
		}
		if err := refresh(tx, before, key); err != nil {
			return err
		}
	}
	return nil
}

// payerKey returns the key of the person who paid. It is the email of the transaction's nomination, else of its
// account, else of its customer. A payment without any of these gets a key of its own. The functions return the email
// of the nomination or the account with an id, or "" if there is none.
func payerKey(c payments.CompletedPayment, nominationKey, accountKey func(id string) (string, error)) (string, error) {
	if c.RegistrationID != "" {
		if key, err := nominationKey(c.RegistrationID); key != "" || err != nil {
			return key, err
		}
	}
	if c.UserID != "" {
		if key, err := accountKey(c.UserID); key != "" || err != nil {
			return key, err
		}
	}
	return identity.EmailKey(cmp.Or(c.CustomerEmail, c.ID)), nil
}

// payer looks up the key of the person who paid.
func payer(app core.App, c payments.CompletedPayment) (string, error) {
	return payerKey(c,
		func(id string) (string, error) {
			n, err := nominations.ContactByID(app, id)
			return nominationEmail(n), err
		},
		func(id string) (string, error) {
			a, err := accounts.ContactByID(app, id)
			return emailOf(a), err
		})
}

// newPayment builds a payment. It uses the tier name at the time of sale, or the current name if the transaction has
// none.
func newPayment(app core.App, c payments.CompletedPayment, key string) (payment, error) {
	tierName := c.TierName
	if tierName == "" && c.TierID != "" {
		var err error
		if tierName, err = tiers.Name(app, c.TierID); err != nil {
			return payment{}, err
		}
	}
	return payment{c.ID, key, c.CustomerName, c.CustomerPhone, tierName, c.Amount, c.Currency, c.PaidAt().String()}, nil
}

func emailOf(a *accounts.Contact) string {
	if a == nil {
		return ""
	}
	return identity.EmailKey(a.Email)
}

func nominationEmail(n *nominations.Contact) string {
	if n == nil {
		return ""
	}
	return identity.EmailKey(n.Email)
}
