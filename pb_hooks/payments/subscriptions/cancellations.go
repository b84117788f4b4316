package subscriptions

import (
	"context"
	"fmt"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/payments/emails"
	"boardcircle/pb_hooks/payments/ledger"
	"boardcircle/pb_hooks/payments/provider"
)

// A subscription may be charged only while its owner consents. Consent ends when we store a request to cancel it
// (cancelWantedAt), and not when the provider confirms the cancellation:
//
//	consent ──> cancellation requested ───────────────────────────────────────> cancellation confirmed
//	              │    ↺ the job calls the provider until it confirms.
//	              │      The office is told at the deadline and once a day after it.
//	              │
//	              ╰──> charged after the cancellation: the charge is flagged, and the office is told. It grants no
//	                   term. Its document is issued, and the member gets an apology instead of a thank-you. The
//	                   cancellation is requested again, this time immediately and not at the end of the period.
//	                        ├── cancelled by the member, by the office or with the account: refunded automatically
//	                        ╰── superseded, or after a refund or a lost dispute: an admin refunds it
//
// Two kinds of payment may arrive after the request without being charges after a cancellation: a payment that the bank
// had started before the request, and the first payment, which the buyer makes in the checkout.
//
// The member gets one confirmation by email of each cancellation. A member who has cancelled gets it when the provider
// confirms the cancellation, and a notice before it if the first call to the provider fails. If the office has
// cancelled, the confirmation is sent immediately. For every other reason notifySubscription sends it when the
// subscription has ended (mandates.go).

const (
	// cancellationDeadline is how long a requested cancellation may stay unconfirmed before the office is told.
	cancellationDeadline = 24 * time.Hour
	// cancellationMargin is how long before the next charge the office is told, if that is before the deadline.
	cancellationMargin = 12 * time.Hour
	// minCancellationTime is the least time for retries before the office is notified. Most outages of the provider are
	// short.
	minCancellationTime = time.Hour
)

func (ss *Subscriptions) cancelSubscriptionJobType() jobs.Type {
	t := jobs.Type{Name: CancelSubscriptionJob, Timeout: time.Minute}
	if ss.provider != nil {
		t.Handle = ss.handleCancelSubscriptionJob
	}
	return t
}

// handleCancelSubscriptionJob cancels a subscription at the provider. It is retried until the provider confirms the
// cancellation, and tells the office when the deadline has passed without a confirmation.
func (ss *Subscriptions) handleCancelSubscriptionJob(ctx context.Context, job jobs.Job) error {
	err := ss.cancelAtProvider(ctx, job.Key)
	if err == nil {
		return nil
	}
	if alertErr := ss.reportUnconfirmed(job.Key); alertErr != nil {
		return fmt.Errorf("%w; report it to the office: %w", err, alertErr)
	}
	return err
}

// cancelAtProvider cancels a subscription at the provider, and returns nil once the provider has confirmed it. It
// fetches the subscription first, because one that has ended already cannot be cancelled.
func (ss *Subscriptions) cancelAtProvider(ctx context.Context, id string) error {
	s, err := Find(ss.app, id)
	if err != nil {
		return database.IgnoreMissing(err)
	}
	defer ss.ledger.LockTransaction(s.TransactionID())()
	t, err := ss.sync.SyncTransaction(ctx, s.TransactionID())
	if err != nil {
		return database.IgnoreMissing(err)
	}
	if s, err = Find(ss.app, id); err != nil {
		return database.IgnoreMissing(err)
	}
	switch {
	case !s.IsCancelRequested() || s.isCancelConfirmed():
		return nil
	case s.State().IsFinal():
		return ss.app.RunInTransaction(func(tx core.App) error { return ss.confirmCancellation(tx, s) })
	case s.ProviderID() == "": // the provider never created it
		return ss.app.RunInTransaction(func(tx core.App) error {
			s.setEnded(ss.now())
			return ss.confirmCancellation(tx, s)
		})
	}
	asOf := ss.now()
	// Without a running period, the provider must cancel immediately.
	atPeriodEnd := s.CancelAtPeriodEnd() && s.State() == Active
	snapshot, err := ss.provider.CancelSubscription(ctx, s.ProviderID(), atPeriodEnd)
	if err != nil {
		return fmt.Errorf("cancel subscription %s: %w", s.ProviderID(), err)
	}
	return ss.app.RunInTransaction(func(tx core.App) error {
		if err := ss.Apply(tx, t, snapshot, asOf, true); err != nil {
			return err
		}
		if s, err = Find(tx, id); err != nil {
			return err
		}
		if atPeriodEnd && !s.CancelAtPeriodEnd() {
			return nil // an immediate cancellation was requested during the call, and its job is queued
		}
		return ss.confirmCancellation(tx, s)
	})
}

// confirmCancellation stores that the provider has confirmed a cancellation, clears the flag of a late confirmation,
// and tells a member who has cancelled the subscription themselves.
func (ms *Mandates) confirmCancellation(tx core.App, s *Subscription) error {
	if s.isCancelConfirmed() { // the caller may have changed other fields, and the member has had the email
		return ms.Save(tx, s)
	}
	s.confirmCancel(ms.now())
	if err := ms.Save(tx, s); err != nil {
		return err
	}
	t, err := ledger.FindTransaction(tx, s.TransactionID())
	if err != nil {
		return database.IgnoreMissing(err)
	}
	if t.Attention() == ledger.AttentionCancelUnconfirmed {
		t.ClearAttention()
		if err := ms.ledger.Save(tx, t); err != nil {
			return err
		}
	}
	if s.CancelReason() != CancelledByMember {
		return nil
	}
	return ms.emailSubscription(tx, s, stateEnding)
}

// unconfirmedAlertAt returns when the office is emailed about an unconfirmed cancellation: 24 hours after the request,
// or 12 hours before the next charge if that is earlier, but never within the first hour.
func (s *Subscription) unconfirmedAlertAt() time.Time {
	requested := s.cancelRequestedAt()
	due := requested.Add(cancellationDeadline)
	// The next charge may be in the past: the bank can still make an overdue charge at any time.
	if next := s.nextCharge(); !next.IsZero() {
		due = ledger.Earlier(due, next.Add(-cancellationMargin))
	}
	return ledger.Later(due, requested.Add(minCancellationTime))
}

// reportUnconfirmed flags a cancellation that the provider has not confirmed by its deadline, and emails the office
// once a day.
func (ss *Subscriptions) reportUnconfirmed(id string) error {
	return ss.app.RunInTransaction(func(tx core.App) error {
		s, err := Find(tx, id)
		if err != nil {
			return database.IgnoreMissing(err)
		}
		if !s.IsCancelRequested() || s.isCancelConfirmed() || s.State().IsFinal() ||
			ss.now().Before(s.unconfirmedAlertAt()) {
			return nil
		}
		t, err := ledger.FindTransaction(tx, s.TransactionID())
		if err != nil {
			return database.IgnoreMissing(err)
		}
		note := fmt.Sprintf(
			"Razorpay has not confirmed the cancellation of mandate %s (%s), which was requested on %s. "+
				"We keep retrying. Please cancel it in Razorpay's dashboard before it is charged.",
			s.ProviderID(), s.TierName(), india.DayText(s.cancelRequestedAt()))
		if next := s.nextCharge(); next.After(ss.now()) {
			note += " The next charge is due on " + india.DayText(next) + "."
		}
		if t.Attention() == "" { // another flag is not overwritten, but the office is emailed in any case
			t.SetAttention(ledger.AttentionCancelUnconfirmed, note)
			if err := ss.ledger.Save(tx, t); err != nil {
				return err
			}
		}
		return ss.ledger.NotifyAdmin(tx, emails.PaymentAttention{
			PaymentID: s.ProviderID(), Reason: string(ledger.AttentionCancelUnconfirmed), Step: india.Day(ss.now()),
			Note: note, TransactionID: t.Id,
		})
	})
}

// CancelOwn cancels the subscription of a member, who keeps access until the running period ends. A
// subscription before its first charge, or one whose last charge failed, has no running period and is cancelled
// immediately. A second call is harmless: it only calls the provider again if the provider has not confirmed the
// cancellation yet.
func (ss *Subscriptions) CancelOwn(ctx context.Context, userID string) error {
	_, err := ss.cancelMandate(ctx, userID, func(tx core.App, s *Subscription) error {
		if s.IsCancelRequested() {
			return nil
		}
		return ss.requestCancellation(tx, s, CancelledByMember)
	})
	if err != nil {
		return fmt.Errorf("cancel own subscription: %w",
			apperr.Fail("Your membership could not be cancelled. Please try again.", err))
	}
	return nil
}

// cancelMandate calls request in a transaction for the subscription that the user may cancel, and then calls the
// provider. Consent ends when the transaction commits, so a failure of the provider or of an email is only logged, and
// the job retries the call. The returned subscription says whether the provider has confirmed the cancellation.
// cancelMandate returns errNoSubscription if there is no subscription to cancel.
func (ss *Subscriptions) cancelMandate(ctx context.Context, userID string,
	request func(tx core.App, s *Subscription) error) (*Subscription, error) {
	if ss.provider == nil {
		return nil, provider.ErrNotConfigured
	}
	defer ss.ledger.LockBuyer(userID)()
	var s *Subscription
	err := ss.app.RunInTransaction(func(tx core.App) error {
		list, err := List(tx, userID)
		if err != nil {
			return err
		}
		if s = Visible(list); s == nil {
			return errNoSubscription
		}
		return request(tx, s)
	})
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), provider.Timeout)
	defer cancel()
	if err := ss.cancelAtProvider(ctx, s.Id); err != nil {
		ss.app.Logger().Warn("The provider has not confirmed a cancellation; its job retries the call",
			"subscription", s.Id, "error", err)
		if err := ss.emailUnconfirmed(s.Id); err != nil {
			ss.app.Logger().Error("The email about a cancellation that is not confirmed yet could not be queued",
				"subscription", s.Id, "error", err)
		}
	}
	return Find(ss.app, s.Id)
}

// emailUnconfirmed tells a member who has cancelled their subscription that the provider has not confirmed it yet.
func (ss *Subscriptions) emailUnconfirmed(id string) error {
	return ss.app.RunInTransaction(func(tx core.App) error {
		s, err := Find(tx, id)
		if err != nil {
			return database.IgnoreMissing(err)
		}
		if s.isCancelConfirmed() || s.CancelReason() != CancelledByMember {
			return nil
		}
		return ss.emailSubscription(tx, s, stateCancelling)
	})
}

// requestCancellation requests the cancellation of a subscription at the end of its period, or immediately if it has no
// running period.
func (ms *Mandates) requestCancellation(tx core.App, s *Subscription, reason CancelReason) error {
	return ms.Cancel(tx, s, reason, s.State() == Active)
}

// findSubscriptionCancelledBefore returns the subscription of a payment that was started after the cancellation of that
// subscription was requested. It returns nil for any other payment.
func findSubscriptionCancelledBefore(tx core.App, t *ledger.Transaction, paidAt time.Time) (*Subscription, error) {
	if t.Kind() != ledger.KindSubscription {
		return nil, nil
	}
	s, err := FindByProviderID(tx, t.SubscriptionID())
	if err != nil {
		return nil, database.IgnoreMissing(err)
	}
	// The buyer makes the first payment in the checkout, unless the first charge is deferred to a later start.
	paidInCheckout := t.Id == s.TransactionID() && s.StartAt().IsZero()
	// The provider states whole seconds. A charge in the second of the request counts as one without consent.
	if paidInCheckout || !s.IsCancelRequested() || paidAt.Before(s.cancelRequestedAt().Truncate(time.Second)) {
		return nil, nil
	}
	return s, nil
}

// isRefundedAutomatically reports whether a charge after a cancellation for this reason is refunded without an admin.
func (r CancelReason) isRefundedAutomatically() bool {
	return r == CancelledByMember || r == CancelledByAdmin || r == CancelledWithAccount
}

// cancelReasonWords are the reasons for a cancellation as the office reads them, in the words of person-mandate.tsx.
var cancelReasonWords = map[CancelReason]string{
	CancelledByMember:    "by the member",
	CancelSuperseded:     "because a newer membership replaces it",
	CancelledByRefund:    "because its payment was refunded",
	CancelledByDispute:   "because its payment was lost to a dispute",
	CancelledByAdmin:     "by the office",
	CancelledWithAccount: "because the account was closed",
}

// ChargedAfterCancellation requests an immediate cancellation if the subscription has not ended. It then requests the
// refund of the charge, unless the reason of the cancellation leaves the refund to an admin.
func (ms *Mandates) ChargedAfterCancellation(tx core.App, t *ledger.Transaction) error {
	s, err := FindByProviderID(tx, t.SubscriptionID())
	if err != nil {
		return err
	}
	if !s.State().IsFinal() {
		s.requestCancel(ms.now(), s.CancelReason(), false)
		if err := ms.Save(tx, s); err != nil {
			return err
		}
		if err := ms.jobs.Enqueue(tx, jobs.Job{Type: CancelSubscriptionJob, Key: s.Id, Replace: true}); err != nil {
			return err
		}
	}
	if !s.CancelReason().isRefundedAutomatically() {
		return nil
	}
	return ms.refunds.RefundAutomatically(tx, t, "It was charged after the mandate had been cancelled.")
}

// CancelledBefore returns the cancellation of the subscription of a payment that was started after it. It returns nil
// for any other payment.
func (ms *Mandates) CancelledBefore(tx core.App, t *ledger.Transaction, paidAt time.Time) (*ledger.Cancellation,
	error) {
	s, err := findSubscriptionCancelledBefore(tx, t, paidAt)
	if err != nil || s == nil {
		return nil, err
	}
	return &ledger.Cancellation{
		At:         s.cancelRequestedAt(),
		Reason:     cancelReasonWords[s.CancelReason()],
		IsRefunded: s.CancelReason().isRefundedAutomatically(),
	}, nil
}
