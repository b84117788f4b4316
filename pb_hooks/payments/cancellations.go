package payments

import (
	"context"
	"fmt"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/payments/invoices"
	"boardcircle/pb_hooks/payments/pricing"
	"boardcircle/pb_hooks/payments/razorpay"
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
// confirms the cancellation, and a notice before it if the first call to the provider fails. If the office has cancelled,
// the confirmation is sent immediately. For every other reason notifySubscription sends it when the
// subscription has ended (subscriptions.go).

const (
	// cancellationDeadline is how long a requested cancellation may stay unconfirmed before the office is told.
	cancellationDeadline = 24 * time.Hour
	// cancellationMargin is how long before the next charge the office is told, if that is before the deadline.
	cancellationMargin = 12 * time.Hour
	// minCancellationTime is the least time for retries before the office is notified. Most outages of the provider are
	// short.
	minCancellationTime = time.Hour
)

func (p *Payments) cancelSubscriptionJobType() jobs.Type {
	t := jobs.Type{Name: CancelSubscriptionJob, Timeout: time.Minute}
	if p.provider != nil {
		t.Handle = p.handleCancelSubscriptionJob
	}
	return t
}

// handleCancelSubscriptionJob cancels a subscription at the provider. It is retried until the provider confirms the
// cancellation, and tells the office when the deadline has passed without a confirmation.
func (p *Payments) handleCancelSubscriptionJob(ctx context.Context, job jobs.Job) error {
	err := p.cancelAtProvider(ctx, job.Key)
	if err == nil {
		return nil
	}
	if alertErr := p.reportUnconfirmed(job.Key); alertErr != nil {
		return fmt.Errorf("%w; report it to the office: %w", err, alertErr)
	}
	return err
}

// cancelAtProvider cancels a subscription at the provider, and returns nil once the provider has confirmed it. It
// fetches the subscription first, because one that has ended already cannot be cancelled.
func (p *Payments) cancelAtProvider(ctx context.Context, id string) error {
	s, err := findSubscription(p.app, id)
	if err != nil {
		return database.IgnoreMissing(err)
	}
	defer p.transactions.Lock(s.TransactionID())()
	t, err := p.SyncTransaction(ctx, s.TransactionID())
	if err != nil {
		return database.IgnoreMissing(err)
	}
	if s, err = findSubscription(p.app, id); err != nil {
		return database.IgnoreMissing(err)
	}
	switch {
	case !s.isCancelRequested() || s.isCancelConfirmed():
		return nil
	case s.State().IsFinal():
		return p.app.RunInTransaction(func(tx core.App) error { return p.confirmCancellation(tx, s) })
	case s.ProviderID() == "": // the provider never created it
		return p.app.RunInTransaction(func(tx core.App) error {
			s.setEnded(p.now())
			return p.confirmCancellation(tx, s)
		})
	}
	asOf := p.now()
	// Without a running period, the provider must cancel immediately.
	atPeriodEnd := s.CancelAtPeriodEnd() && s.State() == SubscriptionActive
	snapshot, err := p.provider.CancelSubscription(ctx, s.ProviderID(), atPeriodEnd)
	if err != nil {
		return fmt.Errorf("cancel subscription %s: %w", s.ProviderID(), err)
	}
	return p.app.RunInTransaction(func(tx core.App) error {
		if err := p.applySubscription(tx, t, snapshot, asOf, true); err != nil {
			return err
		}
		if s, err = findSubscription(tx, id); err != nil {
			return err
		}
		if atPeriodEnd && !s.CancelAtPeriodEnd() {
			return nil // an immediate cancellation was requested during the call, and its job is queued
		}
		return p.confirmCancellation(tx, s)
	})
}

// confirmCancellation stores that the provider has confirmed a cancellation, clears the flag of a late confirmation,
// and tells a member who has cancelled the subscription themselves.
func (p *Payments) confirmCancellation(tx core.App, s *Subscription) error {
	if s.isCancelConfirmed() { // the caller may have changed other fields, and the member has had the email
		return p.saveSubscription(tx, s)
	}
	s.confirmCancel(p.now())
	if err := p.saveSubscription(tx, s); err != nil {
		return err
	}
	t, err := findTransaction(tx, s.TransactionID())
	if err != nil {
		return database.IgnoreMissing(err)
	}
	if t.Attention() == AttentionCancelUnconfirmed {
		t.clearAttention()
		if err := p.save(tx, t); err != nil {
			return err
		}
	}
	if s.CancelReason() != CancelledByMember {
		return nil
	}
	return p.emailSubscription(tx, s, stateEnding)
}

// unconfirmedAlertAt returns when the office is emailed about an unconfirmed cancellation: 24 hours after the request,
// or 12 hours before the next charge if that is earlier, but never within the first hour.
func (s *Subscription) unconfirmedAlertAt() time.Time {
	requested := s.cancelRequestedAt()
	due := requested.Add(cancellationDeadline)
	// The next charge may be in the past: the bank can still make an overdue charge at any time.
	if next := s.nextCharge(); !next.IsZero() {
		due = earlier(due, next.Add(-cancellationMargin))
	}
	return later(due, requested.Add(minCancellationTime))
}

// reportUnconfirmed flags a cancellation that the provider has not confirmed by its deadline, and emails the office
// once a day.
func (p *Payments) reportUnconfirmed(id string) error {
	return p.app.RunInTransaction(func(tx core.App) error {
		s, err := findSubscription(tx, id)
		if err != nil {
			return database.IgnoreMissing(err)
		}
		if !s.isCancelRequested() || s.isCancelConfirmed() || s.State().IsFinal() || p.now().Before(s.unconfirmedAlertAt()) {
			return nil
		}
		t, err := findTransaction(tx, s.TransactionID())
		if err != nil {
			return database.IgnoreMissing(err)
		}
		note := fmt.Sprintf("Razorpay has not confirmed the cancellation of mandate %s (%s), which was requested on %s. "+
			"We keep retrying. Please cancel it in Razorpay's dashboard before it is charged.",
			s.ProviderID(), s.TierName(), india.DayText(s.cancelRequestedAt()))
		if next := s.nextCharge(); next.After(p.now()) {
			note += " The next charge is due on " + india.DayText(next) + "."
		}
		if t.Attention() == "" { // another flag is not overwritten, but the office is emailed in any case
			t.setAttention(AttentionCancelUnconfirmed, note)
			if err := p.save(tx, t); err != nil {
				return err
			}
		}
		return p.notifyAdmin(tx, paymentAttentionEmail{
			PaymentID: s.ProviderID(), Reason: string(AttentionCancelUnconfirmed), Step: india.Day(p.now()),
			Note: note, TransactionID: t.Id,
		})
	})
}

// CancelOwnSubscription cancels the subscription of a member, who keeps access until the running period ends. A
// subscription before its first charge, or one whose last charge failed, has no running period and is cancelled
// immediately. A second call is harmless: it only calls the provider again if the provider has not confirmed the
// cancellation yet.
func (p *Payments) CancelOwnSubscription(ctx context.Context, userID string) error {
	_, err := p.cancelMandate(ctx, userID, func(tx core.App, s *Subscription) error {
		if s.isCancelRequested() {
			return nil
		}
		return p.requestCancellation(tx, s, CancelledByMember)
	})
	return err
}

// cancelMandate calls request in a transaction for the subscription that the user may cancel, and then calls the
// provider. Consent ends when the transaction commits, so a failure of the provider or of an email is only logged, and
// the job retries the call. The returned subscription says whether the provider has confirmed the cancellation.
// cancelMandate returns errNoSubscription if there is no subscription to cancel.
func (p *Payments) cancelMandate(ctx context.Context, userID string, request func(tx core.App, s *Subscription) error) (
	*Subscription, error,
) {
	if p.provider == nil {
		return nil, errNotConfigured
	}
	defer p.buyers.Lock(userID)()
	var s *Subscription
	err := p.app.RunInTransaction(func(tx core.App) error {
		list, err := listSubscriptions(tx, userID)
		if err != nil {
			return err
		}
		if s = visibleSubscription(list); s == nil {
			return errNoSubscription
		}
		return request(tx, s)
	})
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), providerTimeout)
	defer cancel()
	if err := p.cancelAtProvider(ctx, s.Id); err != nil {
		p.app.Logger().Warn("The provider has not confirmed a cancellation; its job retries the call",
			"subscription", s.Id, "error", err)
		if err := p.emailUnconfirmed(s.Id); err != nil {
			p.app.Logger().Error("The email about a cancellation that is not confirmed yet could not be queued",
				"subscription", s.Id, "error", err)
		}
	}
	return findSubscription(p.app, s.Id)
}

// emailUnconfirmed tells a member who has cancelled their subscription that the provider has not confirmed it yet.
func (p *Payments) emailUnconfirmed(id string) error {
	return p.app.RunInTransaction(func(tx core.App) error {
		s, err := findSubscription(tx, id)
		if err != nil {
			return database.IgnoreMissing(err)
		}
		if s.isCancelConfirmed() || s.CancelReason() != CancelledByMember {
			return nil
		}
		return p.emailSubscription(tx, s, stateCancelling)
	})
}

// requestCancellation requests the cancellation of a subscription at the end of its period, or immediately if it has no
// running period.
func (p *Payments) requestCancellation(tx core.App, s *Subscription, reason CancelReason) error {
	return p.cancelSubscription(tx, s, reason, s.State() == SubscriptionActive)
}

// findSubscriptionCancelledBefore returns the subscription of a payment that was started after the cancellation of that
// subscription was requested. It returns nil for any other payment.
func findSubscriptionCancelledBefore(tx core.App, t *Transaction, paidAt time.Time) (*Subscription, error) {
	if t.Kind() != KindSubscription {
		return nil, nil
	}
	s, err := findSubscriptionByProviderID(tx, t.SubscriptionID())
	if err != nil {
		return nil, database.IgnoreMissing(err)
	}
	// The buyer makes the first payment in the checkout, unless the first charge is deferred to a later start.
	paidInCheckout := t.Id == s.TransactionID() && s.StartAt().IsZero()
	if paidInCheckout || !s.isCancelRequested() || !paidAt.After(s.cancelRequestedAt()) {
		return nil, nil
	}
	return s, nil
}

// isRefundedAutomatically reports whether a charge after a cancellation for this reason is refunded without an admin.
func (r CancelReason) isRefundedAutomatically() bool {
	return r == CancelledByMember || r == CancelledByAdmin || r == CancelledWithAccount
}

// flagChargeAfterCancellation flags a charge after a cancellation. The caller saves the transaction and its facts.
func (p *Payments) flagChargeAfterCancellation(tx core.App, t *Transaction, s *Subscription, facts *paymentFacts) error {
	note := fmt.Sprintf("The mandate was cancelled on %s (%s), but Razorpay charged it on %s. "+
		"Nothing was granted for it.",
		india.DayText(s.cancelRequestedAt()), cancelReasonWords[s.CancelReason()], india.DayText(facts.paidTime()))
	if s.CancelReason().isRefundedAutomatically() {
		note += " It is being refunded automatically."
	} else {
		note += " Please refund it."
	}
	return p.flagAttention(tx, t, facts, AttentionAfterCancellation, t.PaymentID(), note)
}

// cancelReasonWords are the reasons for a cancellation as the office reads them, in the words of person-mandate.tsx.
var cancelReasonWords = map[CancelReason]string{
	CancelledByMember: "by the member", CancelSuperseded: "because a newer membership replaces it",
	CancelledByRefund: "because its payment was refunded", CancelledByDispute: "because its payment was lost to a dispute",
	CancelledByAdmin: "by the office", CancelledWithAccount: "because the account was closed",
}

// isChargeAfterCancellation reports whether flagChargeAfterCancellation has flagged the payment of the transaction. The
// mark in the facts stays after an admin clears the attention.
func (t *Transaction) isChargeAfterCancellation(facts paymentFacts) bool {
	return t.PaymentID() != "" && facts.isNotified(AttentionAfterCancellation, t.PaymentID())
}

// refundChargeAfterCancellation requests an immediate cancellation if the subscription has not ended. It then requests
// the refund of the charge, unless the reason of the cancellation leaves the refund to an admin.
func (p *Payments) refundChargeAfterCancellation(tx core.App, t *Transaction, s *Subscription) error {
	if !s.State().IsFinal() {
		s.requestCancel(p.now(), s.CancelReason(), false)
		if err := p.saveSubscription(tx, s); err != nil {
			return err
		}
		if err := p.jobs.Enqueue(tx, jobs.Job{Type: CancelSubscriptionJob, Key: s.Id, Replace: true}); err != nil {
			return err
		}
	}
	if !s.CancelReason().isRefundedAutomatically() {
		return nil
	}
	r, err := newRefund(tx, refundValues{
		transactionID: t.Id, paymentID: t.PaymentID(), currency: t.Currency(), amount: t.Amount(), createdAt: p.now(),
		reason: "It was charged after the mandate had been cancelled.", by: "automatic refund",
	})
	if err != nil {
		return err
	}
	if err := saveRefund(tx, r); err != nil {
		return err
	}
	return p.startRefund(tx, t, r, audit.Actor{Kind: audit.ActorNobody})
}

// emailChargeAfterCancellation apologises to the member for a charge after a cancellation. The document is attached.
func (p *Payments) emailChargeAfterCancellation(tx core.App, t *Transaction, customer pricing.Customer, invoice *invoices.Invoice) error {
	s, err := findSubscriptionByProviderID(tx, t.SubscriptionID())
	if err != nil {
		return database.IgnoreMissing(err)
	}
	what := "review"
	if s.CancelReason().isRefundedAutomatically() {
		what = "refund"
	}
	return p.outbox.Enqueue(tx, chargeAfterCancellationEmail{
		What: what, TransactionID: t.Id, InvoiceID: invoice.Id, PaymentID: t.PaymentID(),
		CancelledOn:    india.DayText(s.cancelRequestedAt()),
		RegistrationID: t.RegistrationID(), Name: customer.Name, Email: customer.Email,
	}.Build())
}

// wrongAmountNote describes a payment whose amount differs from that of its transaction, or returns "". It adds whether
// the mandate had been cancelled.
func wrongAmountNote(tx core.App, t *Transaction, payment razorpay.Payment) (string, error) {
	note := amountMismatch(t, payment)
	if note == "" {
		return "", nil
	}
	s, err := findSubscriptionCancelledBefore(tx, t, payment.CreatedAt)
	if err != nil || s == nil {
		return note, err
	}
	reason := cancelReasonWords[s.CancelReason()]
	return note + " The mandate had been cancelled before (" + reason + "): please refund it.", nil
}
