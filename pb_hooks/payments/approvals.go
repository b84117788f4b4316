package payments

import (
	"errors"
	"fmt"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/approvals"
	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/payments/pricing"
	"boardcircle/pb_hooks/tiers"
)

// A grant above the limit needs a second admin unless its full price was paid at Razorpay (package approvals has the
// rule). The list value counts: the tier's highest price of the last 30 days with tax, times the number of seats or
// terms.

// Approvals stores the requests that need a second admin.
type Approvals interface {
	Register(kind approvals.Kind)
	Run(by audit.Actor, describe func(tx core.App) (approvals.Request, error), apply func(tx core.App) error) (*approvals.View, error)
	NeedsSecondAdmin(tx core.App, r approvals.Request, by audit.Actor) (bool, error)
	CountAlone(tx core.App, r approvals.Request, by audit.Actor) error
}

// The kinds of requests.
const (
	kindGrant            = "membership.grant"
	kindExtend           = "membership.extend"
	kindAcceptDifference = "transaction.accept"
	kindAttachOrphan     = "unknown-payment.attach"
	// kindOffline only counts towards the limit: offline payments are confirmed on their own page.
	kindOffline = "offline-payment.confirm"
)

type grantPayload struct {
	UserID string    `json:"userId"`
	TierID string    `json:"membershipTierId"`
	EndsAt time.Time `json:"endsAt"`
	Reason string    `json:"reason"`
}

type extendPayload struct {
	UserID string    `json:"userId"`
	TermID string    `json:"membershipId"`
	EndsAt time.Time `json:"endsAt"`
	Reason string    `json:"reason"`
}

type acceptPayload struct {
	TransactionID string `json:"transactionId"`
	PaymentID     string `json:"paymentId"`
	Reason        string `json:"reason"`
}

type attachPayload struct {
	OrphanID string `json:"orphanId"`
	UserID   string `json:"userId"`
	TierID   string `json:"membershipTierId"`
	Reason   string `json:"reason"`
	// Billing is the buyer on the invoice. Nil means the member's billing profile.
	Billing *pricing.Billing `json:"billing,omitempty"`
}

// registerApprovals registers how each kind of request is applied after a second admin has confirmed it.
func (p *Payments) registerApprovals() {
	p.approvals.Register(approvals.Kind{Name: kindGrant, Confirm: func(_ *core.RequestEvent, c approvals.Confirmed, run func(func(core.App) error) error) error {
		var wanted grantPayload
		if err := c.Decode(&wanted); err != nil {
			return err
		}
		return run(func(tx core.App) error {
			_, err := p.grant(tx, wanted, c.By, c.Names())
			return err
		})
	}})
	p.approvals.Register(approvals.Kind{Name: kindExtend, Confirm: func(_ *core.RequestEvent, c approvals.Confirmed, run func(func(core.App) error) error) error {
		var wanted extendPayload
		if err := c.Decode(&wanted); err != nil {
			return err
		}
		return run(func(tx core.App) error {
			_, err := p.extendTerm(tx, wanted, c.By)
			return err
		})
	}})
	p.approvals.Register(approvals.Kind{Name: kindAcceptDifference, Confirm: func(e *core.RequestEvent, c approvals.Confirmed, run func(func(core.App) error) error) error {
		var wanted acceptPayload
		if err := c.Decode(&wanted); err != nil {
			return err
		}
		return p.withDifference(e, wanted, func(apply differenceStep) error {
			return run(func(tx core.App) error { return apply(tx, c.By) })
		})
	}})
	p.approvals.Register(approvals.Kind{Name: kindAttachOrphan, Confirm: func(e *core.RequestEvent, c approvals.Confirmed, run func(func(core.App) error) error) error {
		var wanted attachPayload
		if err := c.Decode(&wanted); err != nil {
			return err
		}
		return p.withOrphan(e, wanted, func(_ orphanPurchase, apply orphanStep) error {
			return run(func(tx core.App) error {
				_, err := apply(tx, c.By)
				return err
			})
		})
	}})
}

// describeGrant returns the request to give a member a complimentary term.
func (p *Payments) describeGrant(tx core.App, wanted grantPayload) (approvals.Request, error) {
	user, err := findMember(tx, wanted.UserID)
	if err != nil {
		return approvals.Request{}, err
	}
	tier, err := tiers.Find(tx, wanted.TierID)
	if database.IsMissing(err) {
		return approvals.Request{}, errNoSuchTier
	}
	if err != nil {
		return approvals.Request{}, err
	}
	held, err := EntitlementOf(tx, user.Id, p.now())
	if err != nil {
		return approvals.Request{}, err
	}
	from := p.now()
	if held.AccessUntil.After(from) {
		from = held.AccessUntil
	}
	value, err := p.listValueBetween(tx, tier.ID, tier.Duration, from, wanted.EndsAt)
	if err != nil {
		return approvals.Request{}, err
	}
	until := "for its usual term"
	if !wanted.EndsAt.IsZero() {
		until = "until " + india.DayText(wanted.EndsAt)
	}
	return approvals.Request{
		Kind: kindGrant, Subject: audit.SubjectOf(user.ProxyRecord()), Reason: wanted.Reason, ListValue: value, Unpaid: value, Payload: wanted,
		Summary: fmt.Sprintf("A complimentary membership “%s” for %s, %s, worth %s", tier.Name, user.Name(), until, value.Format("INR")),
	}, nil
}

// describeExtension returns the request to change the end of a term. An end that is not later than the present end has
// no value.
func (p *Payments) describeExtension(tx core.App, wanted extendPayload) (approvals.Request, error) {
	user, m, err := findTermOf(tx, wanted.UserID, wanted.TermID)
	if err != nil {
		return approvals.Request{}, err
	}
	request := approvals.Request{Kind: kindExtend, Subject: audit.SubjectOf(user.ProxyRecord()), Reason: wanted.Reason, Payload: wanted}
	ends := m.EndsAt().Time()
	// A complimentary lifetime membership counted in full when it was granted, whatever its end.
	if ends.IsZero() || !wanted.EndsAt.After(ends) || m.Source() == FromComplimentary && m.Duration() == tiers.Lifetime {
		return request, nil
	}
	value, err := p.listValueBetween(tx, m.TierID(), m.Duration(), ends, wanted.EndsAt)
	if err != nil {
		return request, err
	}
	request.ListValue, request.Unpaid = value, value
	request.Summary = fmt.Sprintf("%s keeps the membership “%s” until %s instead of %s, worth %s",
		user.Name(), m.TierName(), india.DayText(wanted.EndsAt), india.DayText(ends), value.Format("INR"))
	return request, nil
}

// describeSale returns the request to complete a transaction with a payment whose amount differs from the price.
func (p *Payments) describeSale(tx core.App, kind string, t *Transaction, paid money.Amount, reason string, payload any) (approvals.Request, error) {
	subject := audit.SubjectOf(t.Record)
	if t.UserID() != "" { // grants to the same person are added up
		user, err := findMember(tx, t.UserID())
		if err == nil {
			subject = audit.SubjectOf(user.ProxyRecord())
		} else if !errors.Is(err, errMemberNotFound) {
			return approvals.Request{}, err
		}
	}
	value, err := p.listValue(tx, t.TierID(), t.Quantity())
	if err != nil {
		return approvals.Request{}, err
	}
	return approvals.Request{
		Kind: kind, Subject: subject, Reason: reason, ListValue: value, Unpaid: max(0, value-paid), Payload: payload,
		Summary: fmt.Sprintf("A payment of %s accepted for “%s”, worth %s, from %s", paid.Format("INR"), t.TierName(), value.Format("INR"), t.Customer().Name),
	}, nil
}

// listValue returns the list value of a number of terms of a tier, in paise with tax. It is 0 for a deleted tier.
func (p *Payments) listValue(tx core.App, tierID string, terms int) (money.Amount, error) {
	value, err := tiers.ListValue(tx, tierID, p.now())
	if err != nil {
		return 0, database.IgnoreMissing(err)
	}
	return value * money.Amount(terms), nil
}

// listValueBetween returns the list value of the days between from and to: their share of a year or a month, or the
// full value of a lifetime tier. Without an end it returns the value of one term.
func (p *Payments) listValueBetween(tx core.App, tierID, duration string, from, to time.Time) (money.Amount, error) {
	value, err := p.listValue(tx, tierID, 1)
	days := map[string]money.Amount{tiers.Annual: 365, tiers.Monthly: 30}[duration]
	if err != nil || to.IsZero() || days == 0 {
		return value, err
	}
	stretch := money.Amount((to.Sub(from) + 24*time.Hour - 1) / (24 * time.Hour))
	return value * max(1, stretch) / days, nil
}
