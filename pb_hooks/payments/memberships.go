package payments

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/tiers"
)

// A membership is a term that was paid for. All terms of a person together are their entitlement. The state of a term
// follows from its dates. A job stores the state when it changes; readers call stateAt, which is right even before the
// job has run.
//
//	(new)     -> upcoming, active, grace, lapsed
//	upcoming  -> active, grace, lapsed, revoked
//	active    -> upcoming, grace, lapsed, revoked
//	grace     -> upcoming, active, lapsed, revoked
//	lapsed    -> upcoming, active, grace, revoked
//	revoked   is final
//
// Time moves a term from upcoming to active at startsAt, to grace at endsAt and to lapsed at graceUntil. It goes back
// only when an earlier payment is reported late and the terms after it are moved. A term is revoked when it is refunded
// in full, lost to a dispute, paid with a cheque that bounces, or ended by an admin.
//
// The terms of a person follow one another in the order in which they were paid (scheduleTerms), whatever the order in
// which we learn of the payments. The tier says how many days of grace its terms have; a subscription that was
// cancelled has none. EntitlementOf is the only function that decides whether a person is a member.

// TermJob is the type of the jobs that change a term's state at the right time. The key is the membership's id.
const TermJob = "payments.membership"

func (p *Payments) termJobType() jobs.Type {
	return jobs.Type{Name: TermJob, Concurrency: 2, Handle: p.handleTermJob}
}

// handleTermJob stores the present state of a term, and sends its member a reminder if one is due (reminders.go).
func (p *Payments) handleTermJob(_ context.Context, job jobs.Job) error {
	return p.app.RunInTransaction(func(tx core.App) error {
		m, err := findTerm(tx, job.Key)
		if err != nil {
			return database.IgnoreMissing(err)
		}
		if err := p.remind(tx, m); err != nil {
			return err
		}
		return p.saveTerm(tx, m)
	})
}

// saveTerm stores a term with its present state, and schedules the next change.
func (p *Payments) saveTerm(tx core.App, m *Term) error {
	now := p.now()
	if err := m.setState(m.stateAt(now)); err != nil {
		return err
	}
	if err := saveTerm(tx, m); err != nil {
		return err
	}
	next := m.nextChange(now)
	if next.IsZero() {
		return p.jobs.Cancel(tx, TermJob, m.Id)
	}
	return p.jobs.Enqueue(tx, jobs.Job{Type: TermJob, Key: m.Id, RunAt: next, Replace: true})
}

// stateAt returns the state of the term at a time.
func (m *Term) stateAt(now time.Time) EntitlementState {
	end, grace := m.EndsAt(), m.GraceUntil()
	switch {
	case m.IsRevoked():
		return Revoked
	case m.StartsAt().Time().After(now):
		return Upcoming
	case end.IsZero() || end.Time().After(now):
		return Active
	case grace.Time().After(now):
		return InGrace
	}
	return Lapsed
}

// nextChange returns when the state changes next or a reminder is due, or the zero time if there is no such time.
func (m *Term) nextChange(now time.Time) time.Time {
	if m.IsRevoked() {
		return time.Time{}
	}
	times := []time.Time{m.StartsAt().Time(), m.EndsAt().Time(), m.GraceUntil().Time()}
	for _, r := range m.reminders() {
		times = append(times, r.at)
	}
	slices.SortFunc(times, time.Time.Compare)
	for _, at := range times {
		if at.After(now) {
			return at
		}
	}
	return time.Time{}
}

// grantTerm grants the buyer of a completed transaction their membership, starting when the provider was paid.
func (p *Payments) grantTerm(tx core.App, t *Transaction, facts paymentFacts) error {
	if t.UserID() == "" {
		return nil
	}
	graceDays, err := graceDaysOf(tx, t)
	if err != nil {
		return err
	}
	source := FromPayment
	if t.Kind() == KindOffline {
		source = FromOffline
	}
	granted, err := newTerm(tx, grant{
		userID: t.UserID(), tierID: t.TierID(), tierName: t.TierName(), duration: t.Duration(), source: source,
		transactionID: t.Id, paymentID: t.PaymentID(), graceDays: graceDays, from: facts.paidTime(),
	})
	if err != nil {
		return err
	}
	held, err := listTerms(tx, t.UserID())
	if err != nil {
		return err
	}
	if err := p.saveTerms(tx, append(held, granted)); err != nil || t.SubscriptionID() == "" {
		return err
	}
	// we may hear of the charge after the cancellation that followed it
	s, err := findSubscriptionByProviderID(tx, t.SubscriptionID())
	if err != nil || !s.isDeclined() {
		return database.IgnoreMissing(err)
	}
	return p.adjustGrace(tx, s)
}

// graceDaysOf returns the days of grace of the terms that a transaction pays for. A lifetime term has none.
func graceDaysOf(tx core.App, t *Transaction) (int, error) {
	if t.Duration() == tiers.Lifetime {
		return 0, nil
	}
	return graceDaysOfTier(tx, t.TierID())
}

func graceDaysOfTier(tx core.App, tierID string) (int, error) {
	if tierID == "" {
		return 0, nil
	}
	tier, err := tiers.Find(tx, tierID)
	if err != nil {
		return 0, database.IgnoreMissing(err)
	}
	return tier.GraceDays, nil
}

// saveTerms reschedules the terms of a person and stores the changed ones.
func (p *Payments) saveTerms(tx core.App, terms []*Term) error {
	before := map[*Term]string{}
	for _, m := range terms {
		before[m] = m.termText()
	}
	scheduleTerms(terms)
	for _, m := range terms {
		if m.IsNew() || before[m] != m.termText() {
			if err := p.saveTerm(tx, m); err != nil {
				return err
			}
		}
	}
	return nil
}

// termText formats the dates of a term, to detect a change.
func (m *Term) termText() string {
	return fmt.Sprint(m.EarliestStart(), m.FixedEnd(), m.StartsAt(), m.EndsAt(), m.GraceUntil(), m.IsRevoked())
}

// scheduleTerms sets the dates of a person's terms. They run one after the other in the order in which they were paid.
// A term begins where the previous term ends, if that one or its grace had not ended at the time of the payment, so
// that neither an early payment nor a payment in the grace period loses a day. A lifetime term begins immediately.
// Revoked terms do not change.
func scheduleTerms(terms []*Term) {
	scheduled := slices.DeleteFunc(slices.Clone(terms), (*Term).IsRevoked)
	slices.SortStableFunc(scheduled, func(a, b *Term) int { return a.EarliestStart().Compare(b.EarliestStart()) })
	var last *Term
	for _, m := range scheduled {
		start := m.EarliestStart()
		anchor := start.In(india.Zone).Day()
		fixed := m.FixedEnd()
		if m.Duration() == "" { // stored before durations were recorded
			if !fixed.IsZero() {
				m.setTerm(m.StartsAt().Time(), fixed, m.AnchorDay())
			}
			continue
		}
		if m.Duration() == tiers.Lifetime && fixed.IsZero() {
			m.setTerm(start, time.Time{}, anchor)
			continue
		}
		if last != nil && last.GraceUntil().Time().After(start) {
			start, anchor = last.EndsAt().Time(), last.AnchorDay()
		}
		end := termEnd(m.Duration(), start, anchor)
		if !fixed.IsZero() { // the next term follows this end
			end = later(start, fixed)
			anchor = end.In(india.Zone).Day()
		}
		m.setTerm(start, end, anchor)
		last = m
	}
}

// termEnd returns when a term that starts at start ends, or the zero time for a term that never ends. A term ends at
// the end of a day in India: of the anchor day, or of the month's last day if the month has no such day. A term from 31
// January ends on 28 February, and the next one on 31 March.
func termEnd(duration string, start time.Time, anchorDay int) time.Time {
	switch duration {
	case tiers.Annual:
		return addMonths(start, 12, anchorDay)
	case tiers.Monthly:
		return addMonths(start, 1, anchorDay)
	}
	return time.Time{}
}

// addMonths returns the end of a day of a later month.
func addMonths(start time.Time, months, day int) time.Time {
	year, month, _ := start.In(india.Zone).Date()
	lastDay := time.Date(year, month+time.Month(months)+1, 0, 0, 0, 0, 0, india.Zone).Day()
	return india.EndOfDay(time.Date(year, month+time.Month(months), min(day, lastDay), 0, 0, 0, 0, india.Zone)).UTC()
}

// holdsForLife reports whether a user has a lifetime membership. If tierID is set, it must be of that tier. If by is
// set, it must have started by then.
func holdsForLife(app core.App, userID, tierID string, by time.Time) (bool, error) {
	held, err := listTerms(app, userID)
	return slices.ContainsFunc(held, func(m *Term) bool {
		return !m.IsRevoked() && m.EndsAt().IsZero() && (tierID == "" || m.TierID() == tierID) &&
			(by.IsZero() || !m.StartsAt().Time().After(by))
	}), err
}

// revokeTermsOf revokes the term that a transaction has granted, and those of its seats. It returns the revoked term,
// or nil if there was none. Later paid terms move forward to now.
func (p *Payments) revokeTermsOf(tx core.App, t *Transaction, reason EndReason, by string) (*Term, error) {
	if t.Seats() > 0 {
		return nil, p.endSeats(tx, t, reason, by)
	}
	revoked, err := findTermByTransaction(tx, t.Id)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil || revoked.IsRevoked() {
		return nil, err
	}
	if err := p.revokeTerm(tx, revoked, reason, by); err != nil {
		return nil, err
	}
	return revoked, p.grantToSecondPayment(tx, t)
}

// revokeTerm revokes a term. Later paid terms move forward to now.
func (p *Payments) revokeTerm(tx core.App, revoked *Term, reason EndReason, by string) error {
	now := p.now()
	revoked.setRevoked(now, reason, by)
	if err := p.saveTerm(tx, revoked); err != nil {
		return err
	}
	terms, err := listTerms(tx, revoked.UserID())
	if err != nil {
		return err
	}
	for _, m := range terms {
		if m.IsRevoked() || revoked.EndsAt().IsZero() || m.StartsAt().Time().Before(revoked.EndsAt().Time()) {
			continue
		}
		// A term that has started does not change. A later one begins when the term before it was revoked.
		if begins := earlier(m.StartsAt().Time(), now); begins.After(m.EarliestStart()) {
			m.setEarliestStart(begins)
		}
	}
	return p.saveTerms(tx, terms)
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

func earlier(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}

// grantToSecondPayment grants the revoked term to a second payment of the same user for the same tier that has granted
// nothing so far, because either of two payments may be refunded.
func (p *Payments) grantToSecondPayment(tx core.App, t *Transaction) error {
	second, err := findUngrantedPayment(tx, t.UserID(), t.TierID())
	if err != nil {
		return database.IgnoreMissing(err)
	}
	if second.Attention() == AttentionSecondPayment {
		second.clearAttention()
		if err := p.save(tx, second); err != nil {
			return err
		}
	}
	facts, err := second.facts()
	if err != nil {
		return err
	}
	return p.grantTerm(tx, second, facts)
}

// Entitlement is a person's entitlement at a time.
type Entitlement struct {
	State EntitlementState
	// Terms are the consecutive terms of one tier without a gap, in order. It is empty for NoEntitlement.
	Terms []*Term
	// Next is the first term of another tier that follows Terms, or nil.
	Next *Term
	// AccessUntil is the end of all consecutive paid terms, whatever their tiers. It is zero for a lifetime membership
	// and without access.
	AccessUntil time.Time
}

// EntitlementOf returns a person's entitlement. It is the only function that decides whether a person is a member.
func EntitlementOf(app core.App, userID string, now time.Time) (Entitlement, error) {
	terms, err := listTerms(app, userID)
	if err != nil {
		return Entitlement{}, err
	}
	return newEntitlement(terms, now), nil
}

// entitlementRank orders the states of a person's terms. The person has the first state that any of the terms has.
var entitlementRank = map[EntitlementState]int{Active: 1, InGrace: 2, Upcoming: 3, Lapsed: 4, Revoked: 5}

// newEntitlement computes the entitlement from a person's terms, which must be sorted by start. Of several terms in one
// state it chooses the one that lasts longest, or among upcoming terms the first.
func newEntitlement(terms []*Term, now time.Time) Entitlement {
	if len(terms) == 0 {
		return Entitlement{State: NoEntitlement}
	}
	best := slices.MinFunc(terms, func(a, b *Term) int {
		stateA, stateB := a.stateAt(now), b.stateAt(now)
		if stateA == Upcoming && stateB == Upcoming {
			return a.StartsAt().Compare(b.StartsAt())
		}
		return cmp.Or(cmp.Compare(entitlementRank[stateA], entitlementRank[stateB]), b.lastsUntil().Compare(a.lastsUntil()))
	})
	e := Entitlement{State: best.stateAt(now), Terms: []*Term{best}}
	if e.State == Revoked {
		e.Terms = terms[len(terms)-1:]
		return e
	}
	valid := slices.DeleteFunc(slices.Clone(terms), (*Term).IsRevoked)
	for _, m := range slices.Backward(valid) {
		if first := e.Terms[0]; m.TierID() == first.TierID() && !m.EndsAt().IsZero() && m.EndsAt().Equal(first.StartsAt()) {
			e.Terms = slices.Insert(e.Terms, 0, m)
		}
	}
	until := best
	for _, m := range valid {
		if until.EndsAt().IsZero() || !m.StartsAt().Equal(until.EndsAt()) {
			continue
		}
		until = m
		switch {
		case e.Next == nil && m.TierID() == best.TierID():
			e.Terms = append(e.Terms, m)
		case e.Next == nil:
			e.Next = m
		}
	}
	if e.State.HasAccess() || e.State == Upcoming {
		e.AccessUntil = until.EndsAt().Time()
	}
	return e
}

// First and Last return the first and the last of Terms.
func (e Entitlement) First() *Term { return e.Terms[0] }
func (e Entitlement) Last() *Term  { return e.Terms[len(e.Terms)-1] }

// IsForLife reports whether the person's access never ends.
func (e Entitlement) IsForLife() bool {
	return e.State == Active && e.Last().EndsAt().IsZero()
}

// lastsUntil returns EndsAt, or a time after all others for a lifetime term.
func (m *Term) lastsUntil() time.Time {
	if end := m.EndsAt(); !end.IsZero() {
		return end.Time()
	}
	return time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)
}
