package subscriptions

import (
	"database/sql"
	"errors"
	"slices"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/payments/emails"
	"boardcircle/pb_hooks/payments/ledger"
	"boardcircle/pb_hooks/payments/razorpay"
	"boardcircle/pb_hooks/tiers"
)

const (
	// SubscriptionJob is the type of the jobs that ask the provider about a subscription. The key is its record's id.
	SubscriptionJob = "payments.subscription"
	// CancelSubscriptionJob is the type of the jobs that cancel a subscription at the provider.
	CancelSubscriptionJob = "payments.cancel-subscription"
)

const (
	// AuthorizationWindow is how long the buyer can authorize a new subscription.
	AuthorizationWindow = 24 * time.Hour
	// MinStartDelay is the minimum delay of a first charge. A first charge that is due earlier is made immediately.
	MinStartDelay = time.Hour
	// chargeWindow is how long after its due time a charge is checked frequently. After that it is checked once a day.
	chargeWindow = 7 * 24 * time.Hour
)

// Save stores a subscription and schedules its next check with the provider.
func (ms *Mandates) Save(tx core.App, s *Subscription) error {
	if err := save(tx, s); err != nil {
		return err
	}
	next := s.nextSync(ms.now())
	if next.IsZero() {
		return ms.jobs.Cancel(tx, SubscriptionJob, s.Id)
	}
	return ms.jobs.Enqueue(tx, jobs.Job{Type: SubscriptionJob, Key: s.Id, RunAt: next, Replace: true})
}

// nextSync returns when a subscription is checked with the provider next, or zero for never: when something is due,
// every six hours while a bank may still be trying, and otherwise once a day.
func (s *Subscription) nextSync(now time.Time) time.Time {
	var due time.Time
	switch state := s.State(); {
	case state.IsFinal() || s.ProviderID() == "":
		return time.Time{}
	case state == Created:
		due = s.ExpireBy()
	case state == Authenticated:
		due = s.StartAt()
	case state == Active && s.CancelAtPeriodEnd():
		due = s.CurrentEnd()
	case state == Active:
		due = s.ChargeAt()
	}
	switch {
	case due.After(now):
		return due
	case s.State() == Pending || now.Before(due.Add(chargeWindow)):
		return now.Add(ledger.LaterCheckInterval)
	}
	return now.Add(24 * time.Hour)
}

// Apply applies the provider's state of a subscription to its record. asOf is the time of the snapshot. A
// snapshot that is older than the last is ignored. Of two with the same time the more advanced state counts, unless
// snapshot comes directly from the API.
func (ms *Mandates) Apply(tx core.App, t *ledger.Transaction, snapshot razorpay.Subscription, asOf time.Time,
	fromAPI bool) error {
	s, err := ms.findOrAdoptSubscription(tx, t, snapshot)
	if err != nil {
		return err
	}
	before, to, asOf := s.State(), State(snapshot.Status), asOf.Truncate(time.Second)
	if !transitions.Has(to) || s.isNewerThan(snapshot, asOf, fromAPI) || transitions.Check(before, to) != nil {
		if !to.IsLive() || before != Cancelled {
			return nil
		}
		return ms.notifySubscription(tx, s, true) // we know only now that the subscription was authorised
	}
	s.setSnapshot(snapshot, asOf)
	if fromAPI {
		s.setLastSyncedAt(ms.now())
	}
	if to.IsFinal() && s.IsCancelRequested() && !s.isCancelConfirmed() {
		if err := ms.confirmCancellation(tx, s); err != nil {
			return err
		}
	}
	wasRequested := s.IsCancelRequested()
	if err := ms.supersedeOthers(tx, s); err != nil {
		return err
	}
	if err := ms.Save(tx, s); err != nil {
		return err
	}
	if s.IsCancelRequested() && !wasRequested {
		if err := ms.jobs.Enqueue(tx, jobs.Job{Type: CancelSubscriptionJob, Key: s.Id}); err != nil {
			return err
		}
	}
	if before == to {
		return nil
	}
	if err := ms.adjustGrace(tx, s); err != nil {
		return err
	}
	// A charge or a customer proves that the subscription was authorised, even if we have missed the states in between.
	wasAuthorised := before.IsLive() || snapshot.PaidCount > 0 || snapshot.CustomerID != ""
	return ms.notifySubscription(tx, s, wasAuthorised)
}

// RecordArrears stores the total of a subscription's unpaid charges. While it is pending, that is the open charge.
// Charges that fall due while it is halted stay unpaid after it is resumed.
func (ms *Mandates) RecordArrears(tx core.App, providerID string, unpaid int64) error {
	s, err := FindByProviderID(tx, providerID)
	if err != nil || int64(s.Arrears()) == unpaid {
		return database.IgnoreMissing(err)
	}
	s.setArrears(unpaid)
	return ms.Save(tx, s)
}

// isNewerThan reports whether the record is newer than a snapshot.
func (s *Subscription) isNewerThan(snapshot razorpay.Subscription, asOf time.Time, fromAPI bool) bool {
	switch known := s.asOf(); {
	case asOf.Before(known):
		return true
	case asOf.After(known) || fromAPI:
		return false
	case snapshot.PaidCount != s.PaidCount():
		return snapshot.PaidCount < s.PaidCount()
	}
	order := []State{Unknown, Created, Authenticated, Active, Pending,
		Halted, Paused, Cancelled, Completed, Expired}
	return slices.Index(order, State(snapshot.Status)) < slices.Index(order, s.State())
}

// findOrAdoptSubscription returns the record of a subscription. It creates the record of a subscription that is only
// known to the provider.
func (ms *Mandates) findOrAdoptSubscription(tx core.App, t *ledger.Transaction,
	snapshot razorpay.Subscription) (*Subscription, error) {
	s, err := FindByProviderID(tx, snapshot.ID)
	if errors.Is(err, sql.ErrNoRows) {
		s, err = FindOfTransaction(tx, t.Id)
	}
	switch {
	case err == nil:
		s.setProviderID(snapshot.ID)
		return s, nil
	case !errors.Is(err, sql.ErrNoRows):
		return nil, err
	}
	return NewRecord(tx, t, snapshot.PlanID, snapshot.StartAt, snapshot.ExpireBy, t.CreatedAt().Time())
}

// supersedeOthers leaves a person with one live subscription, the newest. It cancels older ones, authorised or not, and
// s itself if a newer subscription or a lifetime membership exists. The caller saves s.
func (ms *Mandates) supersedeOthers(tx core.App, s *Subscription) error {
	if !s.State().IsLive() || s.IsCancelRequested() || s.UserID() == "" {
		return nil
	}
	isSuperseded, err := ledger.HoldsForLife(tx, s.UserID(), "", time.Time{})
	if err != nil {
		return err
	}
	list, err := List(tx, s.UserID())
	if err != nil {
		return err
	}
	own := slices.IndexFunc(list, func(o *Subscription) bool { return o.Id == s.Id })
	for i, other := range list {
		switch {
		case i == own || other.IsCancelRequested() || other.State().IsFinal() || other.State() == Unknown:
		case i > own && other.State().IsLive():
			isSuperseded = true
		case i < own:
			if err := ms.Cancel(tx, other, CancelSuperseded, false); err != nil {
				return err
			}
		}
	}
	if isSuperseded {
		s.requestCancel(ms.now(), CancelSuperseded, false)
	}
	return nil
}

// Supersede cancels the subscriptions of a person who has bought a membership that is paid once: those
// that existed at the time of the order, or all of them if the membership is for life.
func (ms *Mandates) Supersede(tx core.App, t *ledger.Transaction) error {
	if t.UserID() == "" || t.Kind() == ledger.KindSubscription || t.Seats() > 0 {
		return nil
	}
	list, err := List(tx, t.UserID())
	if err != nil {
		return err
	}
	for _, s := range list {
		if t.Duration() != tiers.Lifetime && s.CreatedAt().After(t.CreatedAt().Time()) {
			continue
		}
		if err := ms.Cancel(tx, s, CancelSuperseded, false); err != nil {
			return err
		}
	}
	return nil
}

// Cancel stores that a subscription has to be cancelled, and enqueues the job that cancels it at the
// provider. A subscription that ends with its period can still be cancelled immediately.
func (ms *Mandates) Cancel(tx core.App, s *Subscription, reason CancelReason, atPeriodEnd bool) error {
	if s.State().IsFinal() || (s.IsCancelRequested() && (atPeriodEnd || !s.CancelAtPeriodEnd())) {
		return nil
	}
	s.requestCancel(ms.now(), reason, atPeriodEnd)
	if err := ms.Save(tx, s); err != nil {
		return err
	}
	if err := ms.adjustGrace(tx, s); err != nil {
		return err
	}
	return ms.jobs.Enqueue(tx, jobs.Job{Type: CancelSubscriptionJob, Key: s.Id, Replace: true})
}

// isDeclined reports whether the member, the office or the bank has cancelled the subscription. The other cancellations
// follow from a new purchase, a refund, a dispute or the end of the account.
func (s *Subscription) isDeclined() bool {
	return s.CancelReason() == CancelledByMember || s.CancelReason() == CancelledByAdmin ||
		(s.State() == Cancelled && !s.IsCancelRequested())
}

// adjustGrace removes the grace from the running terms of a person whose subscription was cancelled by them or the
// office, because no further charge is expected. A new subscription, which starts after these terms, restores it.
func (ms *Mandates) adjustGrace(tx core.App, s *Subscription) error {
	if !s.isDeclined() && !s.State().IsLive() {
		return nil
	}
	list, err := List(tx, s.UserID())
	if err != nil {
		return err
	}
	current := Current(list)
	continues := current != nil && !current.IsCancelRequested()
	if !s.isDeclined() && !continues {
		return nil
	}
	terms, err := ledger.ListTerms(tx, s.UserID())
	if err != nil {
		return err
	}
	for _, m := range terms {
		if m.IsRevoked() || m.EndsAt().IsZero() || m.Duration() == "" || m.Source() == ledger.FromComplimentary ||
			!m.EndsAt().Time().After(ms.now()) {
			continue
		}
		days := 0
		if continues {
			if !m.HasNoGrace() {
				continue
			}
			if days, err = ledger.GraceDaysOfTier(tx, m.TierID()); err != nil {
				return err
			}
		}
		if err := ms.ledger.SetGrace(tx, m, days); err != nil {
			return err
		}
	}
	return nil
}

// Refunded cancels the subscription whose charge was refunded in full, unless the refunded term was
// over, and tells the admins. A buyer who is refunded has not agreed to another charge.
func (ms *Mandates) Refunded(tx core.App, t *ledger.Transaction, revoked *ledger.Term) error {
	s, err := FindByProviderID(tx, t.SubscriptionID())
	if err != nil {
		return database.IgnoreMissing(err)
	}
	isOver := revoked == nil || !revoked.LastsUntil().After(ms.now())
	if (isOver && t.UserID() != "") || s.State().IsFinal() || (s.IsCancelRequested() && !s.CancelAtPeriodEnd()) {
		return nil
	}
	if err := ms.Cancel(tx, s, CancelledByRefund, false); err != nil {
		return err
	}
	return ms.notifySubscriptionCancelled(tx, s, t)
}

// SupersedeAll cancels all subscriptions of a user, because another membership replaces them.
func (ms *Mandates) SupersedeAll(tx core.App, userID string) error {
	list, err := List(tx, userID)
	if err != nil {
		return err
	}
	for _, s := range list {
		if err := ms.Cancel(tx, s, CancelSuperseded, false); err != nil {
			return err
		}
	}
	return nil
}

// CancelRefunded cancels the subscription of a transaction immediately, because an admin refunds its charge.
func (ms *Mandates) CancelRefunded(tx core.App, t *ledger.Transaction) error {
	return ms.cancelOf(tx, t, CancelledByRefund)
}

// CancelEnded cancels the subscription of a transaction whose term an admin has ended.
func (ms *Mandates) CancelEnded(tx core.App, t *ledger.Transaction) error {
	return ms.cancelOf(tx, t, CancelledByAdmin)
}

// Lost cancels the subscription whose charge was lost to a dispute.
func (ms *Mandates) Lost(tx core.App, t *ledger.Transaction) error {
	return ms.cancelOf(tx, t, CancelledByDispute)
}

// cancelOf cancels the subscription of a transaction immediately, if it has one.
func (ms *Mandates) cancelOf(tx core.App, t *ledger.Transaction, reason CancelReason) error {
	s, err := FindByProviderID(tx, t.SubscriptionID())
	if err != nil {
		return database.IgnoreMissing(err)
	}
	return ms.Cancel(tx, s, reason, false)
}

// Granted removes the grace from the term of a charge that is reported after the cancellation which followed it.
func (ms *Mandates) Granted(tx core.App, t *ledger.Transaction) error {
	s, err := FindByProviderID(tx, t.SubscriptionID())
	if err != nil || !s.isDeclined() {
		return database.IgnoreMissing(err)
	}
	return ms.adjustGrace(tx, s)
}

// IsAuthorised reports whether a transaction only waits for the first charge of a subscription.
func (ms *Mandates) IsAuthorised(tx core.App, t *ledger.Transaction) (bool, error) {
	if t.Kind() != ledger.KindSubscription {
		return false, nil
	}
	s, err := FindOfTransaction(tx, t.Id)
	if err != nil {
		return false, database.IgnoreMissing(err)
	}
	return s.State().IsLive(), nil
}

// IsRenewal reports whether a transaction is a subscription charge that was not made in the checkout: a later charge,
// or a first charge that was deferred.
func (ms *Mandates) IsRenewal(tx core.App, t *ledger.Transaction) (bool, error) {
	if t.Kind() != ledger.KindSubscription {
		return false, nil
	}
	if t.IsNew() {
		return true, nil
	}
	s, err := FindOfTransaction(tx, t.Id)
	if err != nil {
		return false, database.IgnoreMissing(err)
	}
	return !s.StartAt().IsZero(), nil
}

// SetProviderID stores the id of a transaction's order or subscription in the transaction and in its subscription.
func (ms *Mandates) SetProviderID(tx core.App, t *ledger.Transaction, id string) error {
	if err := ms.ledger.SetProviderID(tx, t, id); err != nil {
		return err
	}
	if t.Kind() != ledger.KindSubscription {
		return nil
	}
	s, err := FindOfTransaction(tx, t.Id)
	if err != nil {
		return database.IgnoreMissing(err)
	}
	s.setProviderID(id)
	return ms.Save(tx, s)
}

// notifySubscription emails the member about a state that concerns them, once for each period. It sends no email about
// the cancellation of a subscription that was never authorised. confirmCancellation emails members who have cancelled
// themselves.
func (ms *Mandates) notifySubscription(tx core.App, s *Subscription, wasAuthorised bool) error {
	switch s.State() {
	case Pending, Halted, Paused, Completed:
	case Expired:
		if s.IsCancelRequested() {
			return nil
		}
	case Cancelled:
		if !wasAuthorised || s.CancelReason() == CancelledByMember {
			return nil
		}
		if s.CancelReason() == CancelledByAdmin {
			return ms.emailSubscription(tx, s, stateOffice)
		}
	case Authenticated:
		if !s.StartAt().After(ms.now()) {
			return nil // the first charge has its own confirmation
		}
	default:
		return nil
	}
	return ms.emailSubscription(tx, s, string(s.State()))
}

// The states in the emails about a cancellation. stateEnding: the member has cancelled and the provider has confirmed
// it. stateCancelling: the member has cancelled and the provider has not confirmed it yet. stateOffice: the office has
// cancelled.
const (
	stateEnding     = "ending"
	stateCancelling = "cancelling"
	stateOffice     = "office"
)

func (ms *Mandates) emailSubscription(tx core.App, s *Subscription, state string) error {
	period := s.PaidCount()
	if state == stateEnding || state == stateCancelling || state == stateOffice {
		period = 0 // once for each subscription
	}
	return ms.emailOnce(tx, s, state, period)
}

// emailOnce emails the member about a state, once for each period.
func (ms *Mandates) emailOnce(tx core.App, s *Subscription, state string, period int) error {
	t, err := ledger.FindTransaction(tx, s.TransactionID())
	if err != nil {
		return database.IgnoreMissing(err)
	}
	customer, err := ledger.Addressee(tx, t)
	if err != nil || customer.Email == "" {
		return err
	}
	return ms.outbox.Enqueue(tx, emails.SubscriptionUpdate{
		SubscriptionID: s.Id, State: state, Period: period, Name: customer.Name, Email: customer.Email,
	}.Build())
}

// notifySubscriptionCancelled tells the admins that a refund has ended a subscription.
func (ms *Mandates) notifySubscriptionCancelled(tx core.App, s *Subscription, t *ledger.Transaction) error {
	return ms.ledger.EmailOffice(tx, emails.SubscriptionCancelled{
		SubscriptionID: s.Id,
		TransactionID:  t.Id,
		PaymentID:      t.PaymentID(),
		Customer:       t.Customer().Name,
		Tier:           s.TierName(),
		Refunded:       t.RefundedAmount().Format(t.Currency()),
	}.Build())
}

// bindAccountHooks registers hooks that cancel the subscriptions of an account when it is deactivated or deleted, and
// its open payment links when it is deactivated: a person who cannot sign in could neither use the membership nor
// cancel the charges. Memberships that are already paid are kept.
func (ms *Mandates) bindAccountHooks(app core.App) {
	// The handler ids make a second Payments on the same app replace these hooks. The demo's history builds such a
	// second one.
	app.OnRecordUpdate(identity.Users).
		Bind(&hook.Handler[*core.RecordEvent]{Id: "boardcircleAccountMandates", Func: func(e *core.RecordEvent) error {
			wasActive := identity.IsActive(e.Record.Original())
			if err := e.Next(); err != nil {
				return err
			}
			if !wasActive || identity.IsActive(e.Record) {
				return nil
			}
			list, err := List(e.App, e.Record.Id)
			if err != nil {
				return err
			}
			if err := ms.ledger.CancelLinksOf(e.App, e.Record.Id); err != nil {
				return err
			}
			return ms.cancelMandates(e.App, list)
		}})
	app.OnRecordDelete(identity.Users).
		Bind(&hook.Handler[*core.RecordEvent]{Id: "boardcircleAccountMandates", Func: func(e *core.RecordEvent) error {
			list, err := List(e.App, e.Record.Id)
			if err != nil {
				return err
			}
			if err := ms.ledger.AddressToAccount(e.App, e.Record); err != nil {
				return err
			}
			if err := e.Next(); err != nil { // an account that has terms cannot be deleted
				return err
			}
			return ms.cancelMandates(e.App, list)
		}})
}

func (ms *Mandates) cancelMandates(tx core.App, list []*Subscription) error {
	for _, listed := range list {
		s, err := Find(tx, listed.Id) // read it again: a deletion of the account has cleared its user
		if err != nil {
			return err
		}
		if err := ms.Cancel(tx, s, CancelledWithAccount, false); err != nil {
			return err
		}
	}
	return nil
}
