package payments

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/payments/razorpay"
	"boardcircle/pb_hooks/tiers"
)

// A subscription is a mandate: the buyer's permission to be charged repeatedly. The provider owns its state. The record
// has the latest reported state by the provider's time, so an event that arrives late changes nothing.
//
//	(new)          -> created, authenticated, active, pending, halted, paused, cancelled, completed, expired
//	created        -> authenticated, active, pending, halted, paused, cancelled, completed, expired
//	authenticated  -> active, pending, halted, paused, cancelled, completed, expired
//	active         -> pending, halted, paused, cancelled, completed
//	pending        -> active, halted, paused, cancelled, completed
//	halted         -> active, pending, paused, cancelled, completed
//	paused         -> active, pending, halted, cancelled, completed
//	cancelled      is final
//	completed      is final
//	expired        is final
//
// Every state may be skipped, because we may miss events. Authenticated means that the first charge is still to come,
// pending that the bank refused a charge and the provider tries again, and halted that the provider has given up. In
// the meantime the member has the grace period of their last term.
//
// A person has at most one live subscription and one that is not authorised yet. A new subscription supersedes the
// older ones as soon as it is authorised, and so does a membership that is paid once. cancellations.go says how consent
// ends and what happens to a charge after a cancellation. The provider sends no event for an expiry: the job of the
// record finds it, as it finds every charge whose event was lost.

const (
	// SubscriptionJob is the type of the jobs that ask the provider about a subscription. The key is its record's id.
	SubscriptionJob = "payments.subscription"
	// CancelSubscriptionJob is the type of the jobs that cancel a subscription at the provider.
	CancelSubscriptionJob = "payments.cancel-subscription"
)

const (
	// authorizationWindow is how long the buyer can authorize a new subscription.
	authorizationWindow = 24 * time.Hour
	// minStartDelay is the minimum delay of a first charge. A first charge that is due earlier is made immediately.
	minStartDelay = time.Hour
	// chargeWindow is how long after its due time a charge is checked frequently. After that it is checked once a day.
	chargeWindow = 7 * 24 * time.Hour
)

func (p *Payments) subscriptionJobType() jobs.Type {
	t := jobs.Type{Name: SubscriptionJob, Concurrency: 2, Timeout: 2 * time.Minute}
	if p.provider != nil {
		t.Handle = p.handleSubscriptionJob
	}
	return t
}

func (p *Payments) handleSubscriptionJob(ctx context.Context, job jobs.Job) error {
	s, err := findSubscription(p.app, job.Key)
	if err != nil {
		return database.IgnoreMissing(err)
	}
	_, err = p.SyncTransaction(ctx, s.TransactionID())
	return database.IgnoreMissing(err)
}

// saveSubscription stores a subscription and schedules its next check with the provider.
func (p *Payments) saveSubscription(tx core.App, s *Subscription) error {
	if err := saveSubscription(tx, s); err != nil {
		return err
	}
	next := s.nextSync(p.now())
	if next.IsZero() {
		return p.jobs.Cancel(tx, SubscriptionJob, s.Id)
	}
	return p.jobs.Enqueue(tx, jobs.Job{Type: SubscriptionJob, Key: s.Id, RunAt: next, Replace: true})
}

// nextSync returns when a subscription is checked with the provider next, or zero for never: when something is due,
// every six hours while a bank may still be trying, and otherwise once a day.
func (s *Subscription) nextSync(now time.Time) time.Time {
	var due time.Time
	switch state := s.State(); {
	case state.IsFinal() || s.ProviderID() == "":
		return time.Time{}
	case state == SubscriptionCreated:
		due = s.ExpireBy()
	case state == SubscriptionAuthenticated:
		due = s.StartAt()
	case state == SubscriptionActive && s.CancelAtPeriodEnd():
		due = s.CurrentEnd()
	case state == SubscriptionActive:
		due = s.ChargeAt()
	}
	switch {
	case due.After(now):
		return due
	case s.State() == SubscriptionPending || now.Before(due.Add(chargeWindow)):
		return now.Add(laterCheckInterval)
	}
	return now.Add(24 * time.Hour)
}

// applySubscription applies the provider's state of a subscription to its record. asOf is the time of the snapshot. A
// snapshot that is older than the last is ignored. Of two with the same time the more advanced state counts, unless
// snapshot comes directly from the API.
func (p *Payments) applySubscription(tx core.App, t *Transaction, snapshot razorpay.Subscription, asOf time.Time, fromAPI bool) error {
	s, err := p.findOrAdoptSubscription(tx, t, snapshot)
	if err != nil {
		return err
	}
	before, to, asOf := s.State(), SubscriptionState(snapshot.Status), asOf.Truncate(time.Second)
	if !subscriptionTransitions.Has(to) || s.isNewerThan(snapshot, asOf, fromAPI) || subscriptionTransitions.Check(before, to) != nil {
		if !to.IsLive() || before != SubscriptionCancelled {
			return nil
		}
		return p.notifySubscription(tx, s, true) // we know only now that the subscription was authorised
	}
	s.setSnapshot(snapshot, asOf)
	if fromAPI {
		s.setLastSyncedAt(p.now())
	}
	if to.IsFinal() && s.isCancelRequested() && !s.isCancelConfirmed() {
		if err := p.confirmCancellation(tx, s); err != nil {
			return err
		}
	}
	wasRequested := s.isCancelRequested()
	if err := p.supersedeOthers(tx, s); err != nil {
		return err
	}
	if err := p.saveSubscription(tx, s); err != nil {
		return err
	}
	if s.isCancelRequested() && !wasRequested {
		if err := p.jobs.Enqueue(tx, jobs.Job{Type: CancelSubscriptionJob, Key: s.Id}); err != nil {
			return err
		}
	}
	if before == to {
		return nil
	}
	if err := p.adjustGrace(tx, s); err != nil {
		return err
	}
	// A charge or a customer proves that the subscription was authorised, even if we have missed the states in between.
	wasAuthorised := before.IsLive() || snapshot.PaidCount > 0 || snapshot.CustomerID != ""
	return p.notifySubscription(tx, s, wasAuthorised)
}

// recordArrears stores the total of a subscription's unpaid charges. While it is pending, that is the open charge.
// Charges that fall due while it is halted stay unpaid after it is resumed.
func (p *Payments) recordArrears(tx core.App, providerID string, unpaid int64) error {
	s, err := findSubscriptionByProviderID(tx, providerID)
	if err != nil || int64(s.Arrears()) == unpaid {
		return database.IgnoreMissing(err)
	}
	s.setArrears(unpaid)
	return p.saveSubscription(tx, s)
}

// isNewerThan reports whether the record is newer than a snapshot.
func (s *Subscription) isNewerThan(snapshot razorpay.Subscription, asOf time.Time, fromAPI bool) bool {
	switch known := s.AsOf(); {
	case asOf.Before(known):
		return true
	case asOf.After(known) || fromAPI:
		return false
	case snapshot.PaidCount != s.PaidCount():
		return snapshot.PaidCount < s.PaidCount()
	}
	order := []SubscriptionState{SubscriptionUnknown, SubscriptionCreated, SubscriptionAuthenticated, SubscriptionActive, SubscriptionPending,
		SubscriptionHalted, SubscriptionPaused, SubscriptionCancelled, SubscriptionCompleted, SubscriptionExpired}
	return slices.Index(order, SubscriptionState(snapshot.Status)) < slices.Index(order, s.State())
}

// findOrAdoptSubscription returns the record of a subscription. It creates the record of a subscription that is only
// known to the provider.
func (p *Payments) findOrAdoptSubscription(tx core.App, t *Transaction, snapshot razorpay.Subscription) (*Subscription, error) {
	s, err := findSubscriptionByProviderID(tx, snapshot.ID)
	if database.IsMissing(err) {
		s, err = findSubscriptionOfTransaction(tx, t.Id)
	}
	switch {
	case err == nil:
		s.setProviderID(snapshot.ID)
		return s, nil
	case !database.IsMissing(err):
		return nil, err
	}
	return newSubscription(tx, t, snapshot.PlanID, snapshot.StartAt, snapshot.ExpireBy, t.CreatedAt().Time())
}

// supersedeOthers leaves a person with one live subscription, the newest. It cancels older ones, authorised or not, and
// s itself if a newer subscription or a lifetime membership exists. The caller saves s.
func (p *Payments) supersedeOthers(tx core.App, s *Subscription) error {
	if !s.State().IsLive() || s.isCancelRequested() || s.UserID() == "" {
		return nil
	}
	isSuperseded, err := holdsForLife(tx, s.UserID(), "", time.Time{})
	if err != nil {
		return err
	}
	list, err := listSubscriptions(tx, s.UserID())
	if err != nil {
		return err
	}
	own := slices.IndexFunc(list, func(o *Subscription) bool { return o.Id == s.Id })
	for i, other := range list {
		switch {
		case i == own || other.isCancelRequested() || other.State().IsFinal() || other.State() == SubscriptionUnknown:
		case i > own && other.State().IsLive():
			isSuperseded = true
		case i < own:
			if err := p.cancelSubscription(tx, other, CancelSuperseded, false); err != nil {
				return err
			}
		}
	}
	if isSuperseded {
		s.requestCancel(p.now(), CancelSuperseded, false)
	}
	return nil
}

// supersedeSubscriptions cancels the subscriptions of a person who has bought a membership that is paid once: those
// that existed at the time of the order, or all of them if the membership is for life.
func (p *Payments) supersedeSubscriptions(tx core.App, t *Transaction) error {
	if t.UserID() == "" || t.Kind() == KindSubscription || t.Seats() > 0 {
		return nil
	}
	list, err := listSubscriptions(tx, t.UserID())
	if err != nil {
		return err
	}
	for _, s := range list {
		if t.Duration() != tiers.Lifetime && s.CreatedAt().After(t.CreatedAt().Time()) {
			continue
		}
		if err := p.cancelSubscription(tx, s, CancelSuperseded, false); err != nil {
			return err
		}
	}
	return nil
}

// cancelSubscription stores that a subscription has to be cancelled, and enqueues the job that cancels it at the
// provider. A subscription that ends with its period can still be cancelled immediately.
func (p *Payments) cancelSubscription(tx core.App, s *Subscription, reason CancelReason, atPeriodEnd bool) error {
	if s.State().IsFinal() || (s.isCancelRequested() && (atPeriodEnd || !s.CancelAtPeriodEnd())) {
		return nil
	}
	s.requestCancel(p.now(), reason, atPeriodEnd)
	if err := p.saveSubscription(tx, s); err != nil {
		return err
	}
	if err := p.adjustGrace(tx, s); err != nil {
		return err
	}
	return p.jobs.Enqueue(tx, jobs.Job{Type: CancelSubscriptionJob, Key: s.Id, Replace: true})
}

// isDeclined reports whether the member, the office or the bank has cancelled the subscription. The other cancellations
// follow from a new purchase, a refund, a dispute or the end of the account.
func (s *Subscription) isDeclined() bool {
	return s.CancelReason() == CancelledByMember || s.CancelReason() == CancelledByAdmin ||
		(s.State() == SubscriptionCancelled && !s.isCancelRequested())
}

// adjustGrace removes the grace from the running terms of a person whose subscription was cancelled by them or the
// office, because no further charge is expected. A new subscription, which starts after these terms, restores it.
func (p *Payments) adjustGrace(tx core.App, s *Subscription) error {
	if !s.isDeclined() && !s.State().IsLive() {
		return nil
	}
	list, err := listSubscriptions(tx, s.UserID())
	if err != nil {
		return err
	}
	current := currentSubscription(list)
	continues := current != nil && !current.isCancelRequested()
	if !s.isDeclined() && !continues {
		return nil
	}
	terms, err := listTerms(tx, s.UserID())
	if err != nil {
		return err
	}
	for _, m := range terms {
		if m.IsRevoked() || m.EndsAt().IsZero() || m.Duration() == "" || m.Source() == FromComplimentary || !m.EndsAt().Time().After(p.now()) {
			continue
		}
		if !continues {
			m.endWithoutGrace()
		} else if m.hasNoGrace() {
			days, err := graceDaysOfTier(tx, m.TierID())
			if err != nil {
				return err
			}
			m.setGraceDays(days)
		} else {
			continue
		}
		if err := p.saveTerm(tx, m); err != nil {
			return err
		}
	}
	return nil
}

// cancelRefundedSubscription cancels the subscription whose charge was refunded in full, unless the refunded term was
// over, and tells the admins. A buyer who is refunded has not agreed to another charge.
func (p *Payments) cancelRefundedSubscription(tx core.App, t *Transaction, revoked *Term) error {
	s, err := findSubscriptionByProviderID(tx, t.SubscriptionID())
	if err != nil {
		return database.IgnoreMissing(err)
	}
	isOver := revoked == nil || !revoked.lastsUntil().After(p.now())
	if (isOver && t.UserID() != "") || s.State().IsFinal() || (s.isCancelRequested() && !s.CancelAtPeriodEnd()) {
		return nil
	}
	if err := p.cancelSubscription(tx, s, CancelledByRefund, false); err != nil {
		return err
	}
	return p.notifySubscriptionCancelled(tx, s, t)
}

// setProviderID stores the id of a transaction's order or subscription in the transaction and in its subscription.
func (p *Payments) setProviderID(tx core.App, t *Transaction, id string) error {
	t.setProviderID(id)
	if err := p.save(tx, t); err != nil {
		return err
	}
	if t.Kind() != KindSubscription {
		return nil
	}
	s, err := findSubscriptionOfTransaction(tx, t.Id)
	if err != nil {
		return database.IgnoreMissing(err)
	}
	s.setProviderID(id)
	return p.saveSubscription(tx, s)
}

// fetchSubscription fetches a subscription from the provider. It returns nil if the provider does not have it.
func (p *Payments) fetchSubscription(ctx context.Context, id string) (*razorpay.Subscription, error) {
	snapshot, err := p.provider.Subscription(ctx, id)
	if errors.Is(err, razorpay.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return &snapshot, nil
}

// notifySubscription emails the member about a state that concerns them, once for each period. It sends no email about
// the cancellation of a subscription that was never authorised. confirmCancellation emails members who have cancelled
// themselves.
func (p *Payments) notifySubscription(tx core.App, s *Subscription, wasAuthorised bool) error {
	switch s.State() {
	case SubscriptionPending, SubscriptionHalted, SubscriptionPaused, SubscriptionCompleted:
	case SubscriptionExpired:
		if s.isCancelRequested() {
			return nil
		}
	case SubscriptionCancelled:
		if !wasAuthorised || s.CancelReason() == CancelledByMember {
			return nil
		}
		if s.CancelReason() == CancelledByAdmin {
			return p.emailSubscription(tx, s, stateOffice)
		}
	case SubscriptionAuthenticated:
		if !s.StartAt().After(p.now()) {
			return nil // the first charge has its own confirmation
		}
	default:
		return nil
	}
	return p.emailSubscription(tx, s, string(s.State()))
}

// The states in the emails about a cancellation. stateEnding: the member has cancelled and the provider has confirmed
// it. stateCancelling: the member has cancelled and the provider has not confirmed it yet. stateOffice: the office has
// cancelled.
const (
	stateEnding     = "ending"
	stateCancelling = "cancelling"
	stateOffice     = "office"
)

func (p *Payments) emailSubscription(tx core.App, s *Subscription, state string) error {
	t, err := findTransaction(tx, s.TransactionID())
	if err != nil {
		return database.IgnoreMissing(err)
	}
	customer, err := addressee(tx, t)
	if err != nil || customer.Email == "" {
		return err
	}
	period := s.PaidCount()
	if state == stateEnding || state == stateCancelling || state == stateOffice {
		period = 0 // once for each subscription
	}
	return p.outbox.Enqueue(tx, subscriptionUpdateEmail{
		SubscriptionID: s.Id, State: state, Period: period, Name: customer.Name, Email: customer.Email,
	}.Build())
}

// notifySubscriptionCancelled tells the admins that a refund has ended a subscription.
func (p *Payments) notifySubscriptionCancelled(tx core.App, s *Subscription, t *Transaction) error {
	return p.emailOffice(tx, subscriptionCancelledEmail{
		SubscriptionID: s.Id, TransactionID: t.Id, PaymentID: t.PaymentID(), Customer: t.Customer().Name, Tier: s.TierName(),
		Refunded: t.RefundedAmount().Format(t.Currency()),
	}.Build())
}
