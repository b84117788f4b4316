package ledger

import (
	"cmp"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/internal/modules"
	"boardcircle/pb_hooks/payments/emails"
	"boardcircle/pb_hooks/payments/invoices"
	"boardcircle/pb_hooks/tiers"
)

// A membership is a term that was paid for. All terms of a person together are their entitlement. The state of a term
// follows from its dates. A job stores the state when it changes; readers call StateAt, which is right even before the
// job has run.
//
//	(new)     -> upcoming, active, grace, lapsed
//	upcoming  -> active, grace, lapsed, revoked
//	active    -> upcoming, grace, lapsed, revoked
//	grace     -> upcoming, active, lapsed, revoked
//	lapsed    -> upcoming, active, grace, revoked
//	revoked   -> upcoming, active, grace, lapsed
//
// Time moves a term from upcoming to active at startsAt, to grace at endsAt and to lapsed at graceUntil. It goes back
// only when an earlier payment is reported late and the terms after it are moved. A term is revoked when it is refunded
// in full and no mandate continues it, lost in full to a dispute, paid with a cheque that bounces, or ended by an admin.
// Only a term that was lost to a dispute can come back, when the dispute was won after all.
//
// A term opens the modules of the circle that its plan opens. When a plan loses a module, the terms that run or have yet
// to start keep it until they end (KeepModules). A renewal is a new term, so it opens what the plan opens then.
//
// The terms of a person follow one another in the order in which they were paid (scheduleTerms), whatever the order in
// which we learn of the payments. The tier says how many days of grace its terms have; a subscription that was
// cancelled has none. EntitlementOf is the only function that decides whether a person is a member.

// TermJob is the type of the jobs that change a term's state at the right time. The key is the membership's id.
const TermJob = "payments.membership"

// SaveTerm stores a term with its present state, and schedules the next change.
func (r *Records) SaveTerm(tx core.App, m *Term) error {
	now := r.now()
	if err := m.setState(m.StateAt(now)); err != nil {
		return err
	}
	if err := saveTerm(tx, m); err != nil {
		return err
	}
	next := m.nextChange(now)
	if next.IsZero() {
		return r.jobs.Cancel(tx, TermJob, m.Id)
	}
	return r.jobs.Enqueue(tx, jobs.Job{Type: TermJob, Key: m.Id, RunAt: next, Replace: true})
}

// StateAt returns the state of the term at a time.
func (m *Term) StateAt(now time.Time) EntitlementState {
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
	for _, r := range m.Reminders() {
		times = append(times, r.At)
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
func (l *Ledger) grantTerm(tx core.App, t *Transaction, facts Facts) error {
	if t.UserID() == "" {
		return nil
	}
	graceDays, err := GraceDaysOf(tx, t)
	if err != nil {
		return err
	}
	source := FromPayment
	if t.Kind() == KindOffline {
		source = FromOffline
	}
	_, err = l.Grant(tx, Grant{
		UserID: t.UserID(), TierID: t.TierID(), TierName: t.TierName(), Duration: t.Duration(), Source: source,
		TransactionID: t.Id, PaymentID: t.PaymentID(), GraceDays: graceDays, From: facts.paidTime(),
	})
	if err != nil || t.SubscriptionID() == "" {
		return err
	}
	return l.subscriptions.Granted(tx, t) // we may hear of the charge after the cancellation that followed it
}

// GraceDaysOf returns the days of grace of the terms that a transaction pays for. A lifetime term has none.
func GraceDaysOf(tx core.App, t *Transaction) (int, error) {
	if t.Duration() == tiers.Lifetime {
		return 0, nil
	}
	return GraceDaysOfTier(tx, t.TierID())
}

// GraceDaysOfTier returns the days of grace of the terms of a tier, or 0 if the tier was deleted.
func GraceDaysOfTier(tx core.App, tierID string) (int, error) {
	if tierID == "" {
		return 0, nil
	}
	tier, err := tiers.Find(tx, tierID)
	if err != nil {
		return 0, database.IgnoreMissing(err)
	}
	return tier.GraceDays, nil
}

// Grant adds a term to those of a person, and returns it.
func (r *Records) Grant(tx core.App, g Grant) (*Term, error) {
	granted, err := newTerm(tx, g)
	if err != nil {
		return nil, err
	}
	held, err := ListTerms(tx, g.UserID)
	if err != nil {
		return nil, err
	}
	return granted, r.saveTerms(tx, append(held, granted))
}

// SetEnd stores the end that an admin has set for a term. Later terms move with it.
func (r *Records) SetEnd(tx core.App, m *Term, end time.Time) error {
	terms, err := ListTerms(tx, m.UserID())
	if err != nil {
		return err
	}
	for _, term := range terms {
		if term.Id == m.Id {
			term.setFixedEnd(end)
		}
	}
	return r.saveTerms(tx, terms)
}

// SetGrace stores the days of grace of a term.
func (r *Records) SetGrace(tx core.App, m *Term, days int) error {
	m.setGraceDays(days)
	return r.SaveTerm(tx, m)
}

// saveTerms reschedules the terms of a person and stores the changed ones.
func (r *Records) saveTerms(tx core.App, terms []*Term) error {
	before := map[*Term]string{}
	for _, m := range terms {
		before[m] = m.termText()
	}
	scheduleTerms(terms)
	for _, m := range terms {
		if m.IsNew() || before[m] != m.termText() {
			if err := r.SaveTerm(tx, m); err != nil {
				return err
			}
		}
	}
	return nil
}

// termText formats the dates of a term, to detect a change.
func (m *Term) termText() string {
	return fmt.Sprint(m.earliestStart(), m.FixedEnd(), m.StartsAt(), m.EndsAt(), m.GraceUntil(), m.IsRevoked())
}

// scheduleTerms sets the dates of a person's terms. They run one after the other in the order in which they were paid.
// A term begins where the previous term ends, if that one or its grace had not ended at the time of the payment, so
// that neither an early payment nor a payment in the grace period loses a day. A lifetime term begins immediately.
// Revoked terms do not change.
func scheduleTerms(terms []*Term) {
	scheduled := slices.DeleteFunc(slices.Clone(terms), (*Term).IsRevoked)
	slices.SortStableFunc(scheduled, func(a, b *Term) int { return a.earliestStart().Compare(b.earliestStart()) })
	var last *Term
	for _, m := range scheduled {
		start := m.earliestStart()
		anchor := start.In(india.Zone).Day()
		fixed := m.FixedEnd()
		if m.Duration() == "" { // stored before durations were recorded
			if !fixed.IsZero() {
				m.setTerm(m.StartsAt().Time(), fixed, m.anchorDay())
			}
			continue
		}
		if m.Duration() == tiers.Lifetime && fixed.IsZero() {
			m.setTerm(start, time.Time{}, anchor)
			continue
		}
		if last != nil && last.GraceUntil().Time().After(start) {
			start, anchor = last.EndsAt().Time(), last.anchorDay()
		}
		end := TermEnd(m.Duration(), start, anchor)
		if !fixed.IsZero() { // the next term follows this end
			end = Later(start, fixed)
			anchor = end.In(india.Zone).Day()
		}
		m.setTerm(start, end, anchor)
		last = m
	}
}

// TermEnd returns when a term that starts at start ends, or the zero time for a term that never ends. A term ends at
// the end of a day in India: of the anchor day, or of the month's last day if the month has no such day. A term from 31
// January ends on 28 February, and the next one on 31 March.
func TermEnd(duration tiers.Duration, start time.Time, anchorDay int) time.Time {
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

// HoldsForLife reports whether a user has a lifetime membership. If TierID is set, it must be of that tier. If by is
// set, it must have started by then.
func HoldsForLife(app core.App, userID, tierID string, by time.Time) (bool, error) {
	held, err := ListTerms(app, userID)
	return slices.ContainsFunc(held, func(m *Term) bool {
		return !m.IsRevoked() && m.EndsAt().IsZero() && (tierID == "" || m.TierID() == tierID) &&
			(by.IsZero() || !m.StartsAt().Time().After(by))
	}), err
}

// revokeTermsOf revokes the term that a transaction has granted, and those of its seats. It returns the revoked term,
// or nil if there was none. Later paid terms move forward to now.
func (l *Ledger) revokeTermsOf(tx core.App, t *Transaction, reason EndReason, by string) (*Term, error) {
	if t.Seats() > 0 {
		return nil, l.endSeats(tx, t, reason, by)
	}
	revoked, err := FindTermByTransaction(tx, t.Id)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil || revoked.IsRevoked() {
		return nil, err
	}
	if err := l.RevokeTerm(tx, revoked, reason, by); err != nil {
		return nil, err
	}
	return revoked, l.grantToSecondPayment(tx, t)
}

// endSeats ends the seats of a transaction, and the terms of their holders.
func (l *Ledger) endSeats(tx core.App, t *Transaction, reason EndReason, by string) error {
	terms, err := l.seats.End(tx, t, l.now(), reason, by)
	if err != nil {
		return err
	}
	for _, id := range terms {
		m, err := FindTerm(tx, id)
		if errors.Is(err, sql.ErrNoRows) {
			continue
		}
		if err == nil {
			err = l.TakeBack(tx, m, reason, by)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// TakeBack revokes the term of a company's seat and emails its holder. A term that is over stays as it is.
func (r *Records) TakeBack(tx core.App, m *Term, reason EndReason, by string) error {
	if state := m.StateAt(r.now()); state == Revoked || state == Lapsed {
		return nil
	}
	if err := r.RevokeTerm(tx, m, reason, by); err != nil {
		return err
	}
	holder, err := identity.FindUser(tx, m.UserID())
	if err != nil {
		return database.IgnoreMissing(err)
	}
	return r.EmailTerm(tx, holder, m, emails.TermEnded)
}

// RevokeTerm revokes a term. Later paid terms move forward to now.
func (r *Records) RevokeTerm(tx core.App, revoked *Term, reason EndReason, by string) error {
	now := r.now()
	revoked.setRevoked(now, reason, by)
	if err := r.SaveTerm(tx, revoked); err != nil {
		return err
	}
	terms, err := ListTerms(tx, revoked.UserID())
	if err != nil {
		return err
	}
	for _, m := range terms {
		if m.IsRevoked() || revoked.EndsAt().IsZero() || m.StartsAt().Time().Before(revoked.EndsAt().Time()) {
			continue
		}
		// A term that has started does not change. A later one begins when the term before it was revoked.
		if begins := Earlier(m.StartsAt().Time(), now); begins.After(m.earliestStart()) {
			m.setEarliestStart(begins)
		}
	}
	return r.saveTerms(tx, terms)
}

// restoreTerm takes back that a lost dispute has revoked a term, and tells the holder. Later terms follow it again.
func (r *Records) restoreTerm(tx core.App, m *Term) error {
	if !m.IsRevoked() || m.EndReason() != EndedByDispute {
		return nil
	}
	m.clearRevoked()
	if err := r.SaveTerm(tx, m); err != nil {
		return err
	}
	terms, err := ListTerms(tx, m.UserID())
	if err == nil {
		err = r.saveTerms(tx, terms)
	}
	if err != nil {
		return err
	}
	if m, err = FindTerm(tx, m.Id); err != nil {
		return err
	}
	holder, err := identity.FindUser(tx, m.UserID())
	if err != nil {
		return database.IgnoreMissing(err)
	}
	return r.EmailTerm(tx, holder, m, emails.TermChanged)
}

// restoreTermsOf restores the term that a transaction has granted, and those of its seats.
func (l *Ledger) restoreTermsOf(tx core.App, t *Transaction) error {
	if t.Seats() == 0 {
		m, err := FindTermByTransaction(tx, t.Id)
		if err != nil {
			return database.IgnoreMissing(err)
		}
		return l.restoreTerm(tx, m)
	}
	ids, err := l.seats.Restore(tx, t)
	for _, id := range ids {
		if err != nil {
			return err
		}
		var m *Term
		if m, err = FindTerm(tx, id); err == nil {
			err = l.restoreTerm(tx, m)
		}
		err = database.IgnoreMissing(err)
	}
	return err
}

// Later returns the later of two times.
func Later(a, b time.Time) time.Time { return slices.MaxFunc([]time.Time{a, b}, time.Time.Compare) }

// Earlier returns the earlier of two times.
func Earlier(a, b time.Time) time.Time { return slices.MinFunc([]time.Time{a, b}, time.Time.Compare) }

// grantToSecondPayment grants the revoked term to a second payment of the same user for the same tier that has granted
// nothing so far, because either of two payments may be refunded.
func (l *Ledger) grantToSecondPayment(tx core.App, t *Transaction) error {
	second, err := findUngrantedPayment(tx, t.UserID(), t.TierID())
	if err != nil {
		return database.IgnoreMissing(err)
	}
	if second.Attention() == AttentionSecondPayment {
		second.ClearAttention()
		if err := l.Save(tx, second); err != nil {
			return err
		}
	}
	facts, err := second.Facts()
	if err != nil {
		return err
	}
	if err := l.grantTerm(tx, second, facts); err != nil || !second.IsSecondPayment() {
		return err
	}
	second.setSecondPayment(false)
	if err := facts.bookAgain(tx); err != nil {
		return err
	}
	second.setFacts(facts)
	if err := l.priceSupply(tx, second, facts.timeOfSupply()); err != nil {
		return err
	}
	if err := l.Save(tx, second); err != nil {
		return err
	}
	if err := markSold(tx, second, Payment{ID: second.PaymentID()}); err != nil {
		return err
	}
	if err := l.issueInvoice(tx, second, facts, nil, 0); err != nil || second.IsAwaitingPlace() {
		return err
	}
	return l.creditReturns(tx, second, facts, func(id string) time.Time { return fromUnix(facts.RefundedAt[id]) })
}

// bookAgain books a payment and what went back of it, because the books of their months may have been closed since.
func (f *Facts) bookAgain(tx core.App) error {
	for id, at := range f.RefundedAt {
		bookedAt, err := invoices.Date(tx, fromUnix(at))
		if err != nil {
			return err
		}
		f.RefundedAt[id] = bookedAt.Unix()
	}
	return f.bookPayment(tx)
}

// First and Last return the first and the last of Terms.
func (e Entitlement) First() *Term { return e.Terms[0] }

func (e Entitlement) Last() *Term { return e.Terms[len(e.Terms)-1] }

// IsForLife reports whether the person's access never ends.
func (e Entitlement) IsForLife() bool {
	return e.State == Active && e.Last().EndsAt().IsZero()
}

// LastsUntil returns EndsAt, or a time after all others for a lifetime term.
func (m *Term) LastsUntil() time.Time {
	if end := m.EndsAt(); !end.IsZero() {
		return end.Time()
	}
	return time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)
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
	terms, err := ListTerms(app, userID)
	if err != nil {
		return Entitlement{}, err
	}
	return NewEntitlement(terms, now), nil
}

// IsMember reports whether a user is a member at a time.
func IsMember(app core.App, userID string, now time.Time) (bool, error) {
	e, err := EntitlementOf(app, userID, now)
	return e.State.HasAccess(), err
}

// OpenedModules returns whether a user is a member at a time, and the modules that the running terms open, also those in
// grace. A term opens the modules that its plan opens, and those that it has kept.
func OpenedModules(app core.App, userID string, now time.Time) (isMember bool, opened modules.Set, err error) {
	terms, err := ListTerms(app, userID)
	if err != nil {
		return false, nil, err
	}
	opened = modules.Set{}
	for _, m := range terms {
		if !m.StateAt(now).HasAccess() {
			continue
		}
		isMember = true
		ids, err := m.modules(app)
		if err != nil {
			return false, nil, err
		}
		opened.Add(ids...)
	}
	return isMember, opened, nil
}

// modules returns the modules that the term opens.
func (m *Term) modules(app core.App) ([]modules.ID, error) {
	ids, err := tiers.ModulesOf(app, m.TierID())
	if err != nil {
		return nil, fmt.Errorf("find the modules of membership %s: %w", m.Id, err)
	}
	return append(m.keptModules(), ids...), nil
}

// EntitlementIn returns the entitlement that the terms which open a module give a person.
func EntitlementIn(app core.App, module modules.ID, userID string, now time.Time) (Entitlement, error) {
	terms, err := ListTerms(app, userID)
	if err != nil {
		return Entitlement{}, err
	}
	opening := []*Term{}
	for _, m := range terms {
		ids, err := m.modules(app)
		if err != nil {
			return Entitlement{}, err
		}
		if slices.Contains(ids, module) {
			opening = append(opening, m)
		}
	}
	return NewEntitlement(opening, now), nil
}

// MembersIn returns a function that reports whether a user is a member at a time whose membership opens a module.
func MembersIn(module modules.ID) func(app core.App, userID string, now time.Time) (bool, error) {
	return func(app core.App, userID string, now time.Time) (bool, error) {
		e, err := EntitlementIn(app, module, userID, now)
		return e.State.HasAccess(), err
	}
}

// entitlementRank orders the states of a person's terms. The person has the first state that any of the terms has.
var entitlementRank = map[EntitlementState]int{Active: 1, InGrace: 2, Upcoming: 3, Lapsed: 4, Revoked: 5}

// NewEntitlement computes the entitlement from a person's terms, which must be sorted by start. Of several terms in one
// state it chooses the term that ends last, or among upcoming terms the first.
func NewEntitlement(terms []*Term, now time.Time) Entitlement {
	if len(terms) == 0 {
		return Entitlement{State: NoEntitlement}
	}
	best := slices.MinFunc(terms, func(a, b *Term) int {
		stateA, stateB := a.StateAt(now), b.StateAt(now)
		if stateA == Upcoming && stateB == Upcoming {
			return a.StartsAt().Compare(b.StartsAt())
		}
		return cmp.Or(cmp.Compare(entitlementRank[stateA], entitlementRank[stateB]),
			b.LastsUntil().Compare(a.LastsUntil()))
	})
	e := Entitlement{State: best.StateAt(now), Terms: []*Term{best}}
	if e.State == Revoked {
		e.Terms = terms[len(terms)-1:]
		return e
	}
	valid := slices.DeleteFunc(slices.Clone(terms), (*Term).IsRevoked)
	for _, m := range slices.Backward(valid) {
		if first := e.Terms[0]; m.TierID() == first.TierID() && !m.EndsAt().IsZero() &&
			m.EndsAt().Equal(first.StartsAt()) {
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

// The steps, as they are stored in the emails and their keys.
const (
	remindMonth       = "before-30"
	remindWeek        = "before-7"
	remindDay         = "before-1"
	remindEnd         = "ended"
	remindAfterWeek   = "after-7"
	remindLast        = "after-13"
	RemindGraceEnding = "grace-ending"
	RemindGraceEnded  = "grace-ended"
)

// Day is 24 hours.
const Day = 24 * time.Hour

// Reminder is a step with its due time. If AfterFailure is set, it follows a failed charge.
type Reminder struct {
	Step         string
	At           time.Time
	AfterFailure bool
}

// Reminders returns the possible reminders of a term, sorted by time.
func (m *Term) Reminders() []Reminder {
	end, grace := m.EndsAt().Time(), m.GraceUntil().Time()
	if m.EndsAt().IsZero() || m.IsRevoked() || m.Source() == FromComplimentary {
		return nil
	}
	var all []Reminder
	if m.Duration() == tiers.Annual {
		all = append(all, Reminder{Step: remindMonth, At: morningOf(end.Add(-30 * Day))})
	}
	all = append(all,
		Reminder{Step: remindWeek, At: morningOf(end.Add(-7 * Day))},
		Reminder{Step: remindDay, At: morningOf(end.Add(-Day))},
		Reminder{Step: remindEnd, At: morningAfter(end)})
	for step, after := range map[string]time.Duration{remindAfterWeek: 7 * Day, remindLast: 13 * Day} {
		if at := morningOf(end.Add(after)); at.Before(grace) {
			all = append(all, Reminder{Step: step, At: at})
		}
	}
	if grace.After(end) {
		all = append(all,
			Reminder{Step: RemindGraceEnding, At: morningOf(grace.Add(-2 * Day)), AfterFailure: true},
			Reminder{Step: RemindGraceEnded, At: morningAfter(grace), AfterFailure: true})
	}
	return all
}

// morningOf returns 10:00 in India on the day of a time. Terms end at midnight, which is too late for an email.
func morningOf(at time.Time) time.Time { return india.StartOfDay(at).Add(10 * time.Hour).UTC() }

// morningAfter returns the first morning after a time.
func morningAfter(at time.Time) time.Time {
	if morning := morningOf(at); morning.After(at) {
		return morning
	}
	return morningOf(at.Add(Day))
}
