package payments

import (
	"database/sql"
	"errors"
	"slices"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/tiers"
)

// grantMembership grants the buyer of a completed transaction their membership. A term begins where the
// current membership of that tier ends, so that renewing early costs nothing.
func (p *Payments) grantMembership(tx core.App, t *Transaction, now time.Time) error {
	if t.UserID() == "" {
		return nil
	}
	start, err := termStart(tx, t.UserID(), t.TierID(), now)
	if err != nil {
		return err
	}
	return insertMembership(tx, t, start, termEnd(t.Duration(), start))
}

// termStart is now, or the end of the user's membership of that tier if that is later.
func termStart(app core.App, userID, tierID string, now time.Time) (time.Time, error) {
	held, err := listUnrevokedMemberships(app, userID, tierID)
	if err != nil {
		return time.Time{}, err
	}
	start := now
	for _, m := range held {
		if end := m.EndsAt().Time(); end.After(start) {
			start = end
		}
	}
	return start, nil
}

// indiaTime is the time zone of the memberships' calendar. India has no summer time.
var indiaTime = time.FixedZone("IST", int((5*time.Hour + 30*time.Minute).Seconds()))

// termEnd is when a term that starts at start ends, by the civil calendar in India; zero is never. In a
// month without that day it is the month's last: 29 February 2028 + 1 year is 28 February 2029.
func termEnd(duration string, start time.Time) time.Time {
	switch duration {
	case tiers.Annual:
		return addMonths(start, 12)
	case tiers.Monthly:
		return addMonths(start, 1)
	}
	return time.Time{}
}

func addMonths(start time.Time, months int) time.Time {
	local := start.In(indiaTime)
	year, month, day := local.Date()
	hour, minute, second := local.Clock()
	lastDay := time.Date(year, month+time.Month(months)+1, 0, 0, 0, 0, 0, indiaTime).Day()
	return time.Date(year, month+time.Month(months), min(day, lastDay), hour, minute, second, local.Nanosecond(), indiaTime).UTC()
}

// hasLifetimeMembership reports whether a user holds a membership of a tier that never ends.
func hasLifetimeMembership(app core.App, userID, tierID string) (bool, error) {
	if userID == "" {
		return false, nil
	}
	held, err := listUnrevokedMemberships(app, userID, tierID)
	return slices.ContainsFunc(held, func(m *Membership) bool { return m.EndsAt().IsZero() }), err
}

// revokeMembership revokes the membership that a transaction has granted, if it has granted one.
func (p *Payments) revokeMembership(tx core.App, t *Transaction) error {
	membership, err := findMembershipByTransaction(tx, t.Id)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil || membership.IsRevoked() {
		return err
	}
	if err := setRevoked(tx, membership, p.now()); err != nil {
		return err
	}
	return p.grantToSecondPayment(tx, t)
}

// grantToSecondPayment grants what was revoked to a second payment of the same user for the same tier that
// has granted nothing so far: of two payments either may be refunded.
func (p *Payments) grantToSecondPayment(tx core.App, t *Transaction) error {
	second, err := findUngrantedPayment(tx, t.UserID(), t.TierID())
	if err != nil {
		return ignoreMissing(err)
	}
	if second.Attention() == AttentionSecondPayment {
		second.clearAttention()
		if err := p.save(tx, second); err != nil {
			return err
		}
	}
	return p.grantMembership(tx, second, p.now())
}

// MembershipOverview is what a member sees of their membership and payments.
type MembershipOverview struct {
	Membership   *MembershipSummary  `json:"membership"`
	Transactions []MemberTransaction `json:"transactions"`
}

// MembershipSummary is the membership that a member holds, or held last. EndsAt is null for life; Status
// is active, ended or revoked.
type MembershipSummary struct {
	TierName string      `json:"tierName"`
	StartsAt httpx.Time  `json:"startsAt"`
	EndsAt   *httpx.Time `json:"endsAt"`
	Status   string      `json:"status"`
}

// currentMembership picks what to show of a member's memberships, which come in the order of their start:
// the one that lasts longest among those that were not revoked, with the terms that it continues; without
// any, the last revoked one.
func currentMembership(granted []*Membership, now time.Time) *MembershipSummary {
	if len(granted) == 0 {
		return nil
	}
	valid := slices.DeleteFunc(slices.Clone(granted), (*Membership).IsRevoked)
	if len(valid) == 0 {
		return newMembershipSummary(granted[len(granted)-1], granted[len(granted)-1], "revoked")
	}
	last := slices.MaxFunc(valid, func(a, b *Membership) int { return a.lastsUntil().Compare(b.lastsUntil()) })
	first := last
	for _, m := range slices.Backward(valid) {
		if m.TierID() == last.TierID() && m.EndsAt().Equal(first.StartsAt()) {
			first = m
		}
	}
	if last.lastsUntil().After(now) {
		return newMembershipSummary(first, last, "active")
	}
	return newMembershipSummary(first, last, "ended")
}

func newMembershipSummary(first, last *Membership, status string) *MembershipSummary {
	m := &MembershipSummary{TierName: last.TierName(), StartsAt: httpx.Time(first.StartsAt()), Status: status}
	if end := httpx.Time(last.EndsAt()); end != (httpx.Time{}) {
		m.EndsAt = &end
	}
	return m
}
