package complimentary

import (
	"fmt"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/approvals"
	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/payments/ledger"
	"boardcircle/pb_hooks/tiers"
)

// The kinds of requests.
const (
	kindGrant  = "membership.grant"
	kindExtend = "membership.extend"
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

// describeGrant returns the request to give a member a complimentary term.
func (c *Complimentary) describeGrant(tx core.App, wanted grantPayload) (approvals.Request, error) {
	user, err := ledger.FindMember(tx, wanted.UserID)
	if err != nil {
		return approvals.Request{}, err
	}
	tier, err := tiers.Find(tx, wanted.TierID)
	if err != nil {
		return approvals.Request{}, database.IfMissing(err, ledger.ErrNoSuchTier)
	}
	held, err := ledger.EntitlementOf(tx, user.Id, c.now())
	if err != nil {
		return approvals.Request{}, err
	}
	from := c.now()
	if held.AccessUntil.After(from) {
		from = held.AccessUntil
	}
	value, err := c.listValueBetween(tx, tier.ID, tier.Duration, from, wanted.EndsAt)
	if err != nil {
		return approvals.Request{}, err
	}
	until := "for its usual term"
	if !wanted.EndsAt.IsZero() {
		until = "until " + india.DayText(wanted.EndsAt)
	}
	return approvals.Request{
		Kind:      kindGrant,
		Subject:   audit.SubjectOf(user.ProxyRecord()),
		Reason:    wanted.Reason,
		ListValue: value,
		Unpaid:    value,
		Payload:   wanted,
		Summary: fmt.Sprintf("A complimentary membership “%s” for %s, %s, worth %s", tier.Name, user.Name(), until,
			value.Format("INR")),
	}, nil
}

// describeExtension returns the request to change the end of a term. An end that is not later than the present end has
// no value.
func (c *Complimentary) describeExtension(tx core.App, wanted extendPayload) (approvals.Request, error) {
	user, m, err := findTermOf(tx, wanted.UserID, wanted.TermID)
	if err != nil {
		return approvals.Request{}, err
	}
	request := approvals.Request{
		Kind:    kindExtend,
		Subject: audit.SubjectOf(user.ProxyRecord()),
		Reason:  wanted.Reason,
		Payload: wanted,
	}
	ends := m.EndsAt().Time()
	// A complimentary lifetime membership counted in full when it was granted, whatever its end.
	if ends.IsZero() || !wanted.EndsAt.After(ends) ||
		m.Source() == ledger.FromComplimentary && m.Duration() == tiers.Lifetime {
		return request, nil
	}
	value, err := c.listValueBetween(tx, m.TierID(), m.Duration(), ends, wanted.EndsAt)
	if err != nil {
		return request, err
	}
	request.ListValue, request.Unpaid = value, value
	request.Summary = fmt.Sprintf("%s keeps the membership “%s” until %s instead of %s, worth %s",
		user.Name(), m.TierName(), india.DayText(wanted.EndsAt), india.DayText(ends), value.Format("INR"))
	return request, nil
}

// listValueBetween returns the list value of the days between from and to. Without an end it returns the value of one
// term.
func (c *Complimentary) listValueBetween(tx core.App, tierID string, duration tiers.Duration,
	from, to time.Time) (money.Amount, error) {
	value, err := c.ledger.ListValue(tx, tierID, 1)
	return shareOfValue(value, duration, from, to), err
}

// shareOfValue returns the part of the value of one term that the days between from and to have: their share of a year
// or a month, or all of it for a lifetime tier or without an end.
func shareOfValue(value money.Amount, duration tiers.Duration, from, to time.Time) money.Amount {
	days := map[tiers.Duration]money.Amount{tiers.Annual: 365, tiers.Monthly: 30}[duration]
	if to.IsZero() || days == 0 {
		return value
	}
	stretch := money.Amount((to.Sub(from) + 24*time.Hour - 1) / (24 * time.Hour))
	return value * max(1, stretch) / days
}
