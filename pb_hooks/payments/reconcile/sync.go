package reconcile

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
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/payments/ledger"
	"boardcircle/pb_hooks/payments/provider"
	"boardcircle/pb_hooks/payments/razorpay"
	"boardcircle/pb_hooks/payments/subscriptions"
	"boardcircle/pb_hooks/tiers"
)

func (r *Reconciler) cancelLinkJobType() jobs.Type {
	t := jobs.Type{Name: ledger.CancelLinkJob, Timeout: time.Minute}
	if r.provider != nil {
		t.Handle = r.handleCancelLinkJob
	}
	return t
}

// handleCancelLinkJob cancels a link at the provider. It does nothing if the link was paid or has ended.
func (r *Reconciler) handleCancelLinkJob(ctx context.Context, job jobs.Job) error {
	t, err := ledger.FindTransaction(r.app, job.Key)
	if err != nil || t.LinkState() != ledger.LinkCreated {
		return database.IgnoreMissing(err)
	}
	link, err := r.provider.CancelPaymentLink(ctx, t.LinkID())
	if errors.Is(err, razorpay.ErrRefused) {
		_, err = r.SyncTransaction(ctx, t.Id)
		return err
	}
	if err != nil {
		return fmt.Errorf("cancel payment link of transaction %s: %w", t.Id, err)
	}
	return r.app.RunInTransaction(func(tx core.App) error {
		if t, err = ledger.FindTransaction(tx, job.Key); err != nil {
			return err
		}
		return r.ledger.ApplyLink(tx, t, provider.Link(link))
	})
}

func (r *Reconciler) subscriptionJobType() jobs.Type {
	t := jobs.Type{Name: subscriptions.SubscriptionJob, Concurrency: 2, Timeout: 2 * time.Minute}
	if r.provider != nil {
		t.Handle = r.handleSubscriptionJob
	}
	return t
}

func (r *Reconciler) handleSubscriptionJob(ctx context.Context, job jobs.Job) error {
	s, err := subscriptions.Find(r.app, job.Key)
	if err != nil {
		return database.IgnoreMissing(err)
	}
	_, err = r.SyncTransaction(ctx, s.TransactionID())
	return database.IgnoreMissing(err)
}

// fetchSubscription fetches a subscription from the provider. It returns nil if the provider does not have it.
func (r *Reconciler) fetchSubscription(ctx context.Context, id string) (*razorpay.Subscription, error) {
	snapshot, err := r.provider.Subscription(ctx, id)
	if errors.Is(err, razorpay.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return &snapshot, nil
}

func (r *Reconciler) syncJobType() jobs.Type {
	t := jobs.Type{Name: ledger.SyncJob, Concurrency: 4, Timeout: 2 * time.Minute}
	if r.provider != nil {
		t.Handle = r.handleSyncJob
	}
	return t
}

// handleSyncJob checks one transaction and schedules its next check. If the check fails, it is postponed, so that it
// does not delay other transactions.
func (r *Reconciler) handleSyncJob(ctx context.Context, job jobs.Job) error {
	_, err := r.SyncTransaction(ctx, job.Key)
	if err == nil || errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if ctx.Err() != nil {
		return err
	}
	next, postponeErr := r.PostponeCheck(job.Key, err)
	if postponeErr != nil {
		return errors.Join(err, postponeErr)
	}
	r.app.Logger().Warn("A transaction could not be checked", "transaction", job.Key, "next", next, "error", err)
	if next.IsZero() {
		return nil
	}
	return jobs.RetryAt(next, err.Error())
}

// providerState is the provider's present state of a transaction.
type providerState struct {
	// id is the id of the order, subscription or payment link. The transaction may not have stored it.
	id       string
	payments []razorpay.Payment
	refunds  map[string][]razorpay.Refund
	// subscription is the subscription that was charged, or nil. asOf is the time of its snapshot. unpaid is the total
	// of its unpaid charges.
	subscription *razorpay.Subscription
	asOf         time.Time
	unpaid       int64
	// link is the payment link that was paid, or nil.
	link *razorpay.PaymentLink
}

// SyncTransaction fetches the provider's state of a transaction and updates the ledger. Every notice of a payment ends
// here. It is safe to call repeatedly, late or concurrently.
func (r *Reconciler) SyncTransaction(ctx context.Context, id string) (*ledger.Transaction, error) {
	t, err := ledger.FindTransaction(r.app, id)
	if err != nil {
		return nil, err
	}
	if t.Kind() == ledger.KindOffline {
		return t, nil // the provider does not know this transaction
	}
	if r.provider == nil {
		return nil, provider.ErrNotConfigured
	}
	state, err := r.fetchProviderState(ctx, t)
	if err != nil {
		return nil, fmt.Errorf("sync transaction %s: %w", id, err)
	}
	err = r.app.RunInTransaction(func(tx core.App) error {
		if t, err = ledger.FindTransaction(tx, id); err != nil {
			return err
		}
		if t.ProviderID() == "" && state.id != "" {
			if err := r.mandates.SetProviderID(tx, t, state.id); err != nil {
				return err
			}
		}
		if err := r.applyProviderState(tx, t, state); err != nil {
			return err
		}
		if t, err = ledger.FindTransaction(tx, id); err != nil {
			return err
		}
		return r.ledger.ScheduleCheck(tx, t)
	})
	if err != nil {
		return nil, fmt.Errorf("sync transaction %s: %w", id, err)
	}
	return t, nil
}

// fetchProviderState calls the provider and changes nothing.
func (r *Reconciler) fetchProviderState(ctx context.Context, t *ledger.Transaction) (state providerState, err error) {
	state.id, state.asOf = t.ProviderID(), r.now()
	switch t.Kind() {
	case ledger.KindSubscription:
		if state.id == "" {
			state.id, err = r.findSubscriptionByNotes(ctx, t)
		}
		if err == nil && state.id != "" {
			if state.subscription, err = r.fetchSubscription(ctx, state.id); err == nil {
				state.payments, state.unpaid, err = r.provider.SubscriptionPayments(ctx, state.id)
			}
		}
	case ledger.KindLink:
		if state.link, state.payments, err = r.links.Fetch(ctx, t); state.link != nil {
			state.id = state.link.ID
		}
	default:
		if state.id == "" {
			state.id, err = provider.FindOrder(ctx, r.provider, t.Id)
		}
		if err == nil && state.id != "" {
			state.payments, err = r.provider.OrderPayments(ctx, state.id)
		}
	}
	if err != nil {
		return providerState{}, err
	}
	state.refunds = map[string][]razorpay.Refund{}
	for _, payment := range state.payments {
		if payment.AmountRefunded == 0 || !provider.IsCaptured(payment) {
			continue
		}
		if state.refunds[payment.ID], err = r.provider.PaymentRefunds(ctx, payment.ID); err != nil {
			return providerState{}, err
		}
	}
	return state, nil
}

// findSubscriptionByNotes returns the id of the subscription of a transaction whose process died before it stored the
// id, or "" if none exists.
func (r *Reconciler) findSubscriptionByNotes(ctx context.Context, t *ledger.Transaction) (string, error) {
	tier, err := tiers.Find(r.app, t.TierID())
	if err != nil {
		return "", err
	}
	createdAt := t.CreatedAt().Time()
	mandates, err := r.provider.Subscriptions(ctx, tier.RazorpayPlanID, createdAt.Add(-time.Hour),
		createdAt.Add(time.Hour))
	for _, s := range mandates {
		if s.Notes["transactionId"] == t.Id {
			return s.ID, nil
		}
	}
	return "", err
}

// applyProviderState applies the payments in order of time, then their refunds, and then the subscription or the link. It
// reads the transactions again for each refund, because a refund of one payment may change the transaction of another.
func (r *Reconciler) applyProviderState(tx core.App, t *ledger.Transaction, state providerState) error {
	payments := slices.SortedFunc(slices.Values(state.payments), func(a, b razorpay.Payment) int {
		return cmp.Or(a.CreatedAt.Compare(b.CreatedAt), cmp.Compare(a.ID, b.ID))
	})
	applied := make([]string, len(payments))
	for i, payment := range payments {
		of, err := r.ledger.Apply(tx, t, provider.Payment(payment))
		if err != nil {
			return err
		}
		applied[i] = of.Id
	}
	for i, payment := range payments {
		for _, refund := range state.refunds[payment.ID] {
			of, err := ledger.FindTransaction(tx, applied[i])
			if err != nil {
				return err
			}
			if err := r.refunds.Apply(tx, of, refund); err != nil {
				return err
			}
		}
	}
	t, err := ledger.FindTransaction(tx, t.Id)
	if err != nil {
		return err
	}
	if state.link != nil {
		return r.ledger.ApplyLink(tx, t, provider.Link(*state.link))
	}
	if state.subscription == nil {
		return nil
	}
	if err := r.mandates.Apply(tx, t, *state.subscription, state.asOf, true); err != nil {
		return err
	}
	return r.mandates.RecordArrears(tx, state.subscription.ID, state.unpaid)
}

// PostponeCheck sets and returns the next check of a transaction that could not be synced. The check is soon if the
// provider is down, and otherwise at its usual time.
func (r *Reconciler) PostponeCheck(id string, cause error) (next time.Time, err error) {
	err = r.app.RunInTransaction(func(tx core.App) error {
		t, err := ledger.FindTransaction(tx, id)
		if err != nil {
			return err
		}
		if provider.IsDown(cause) {
			err = r.ledger.CheckSoon(tx, t)
		} else {
			err = r.ledger.ScheduleCheck(tx, t)
		}
		next = t.NextCheckAt().Time()
		return err
	})
	return next, err
}
