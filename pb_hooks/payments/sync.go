package payments

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/payments/razorpay"
	"boardcircle/pb_hooks/tiers"
)

const (
	// checkWindow is how long a payment may still arrive after its order was made.
	checkWindow = 6 * 24 * time.Hour
	// laterCheckInterval is how often an order is checked after its first hour.
	laterCheckInterval = 6 * time.Hour
)

// earlyCheckAges are the ages at which a new order is checked. Most lost callbacks are found by then.
var earlyCheckAges = []time.Duration{2 * time.Minute, 5 * time.Minute, 15 * time.Minute, time.Hour}

// SyncJob is the type of the jobs that check an open transaction. The key is the transaction's id, and the job runs at
// its nextCheckAt.
const SyncJob = "payments.sync"

func (p *Payments) syncJobType() jobs.Type {
	t := jobs.Type{Name: SyncJob, Concurrency: 4, Timeout: 2 * time.Minute}
	if p.provider != nil {
		t.Handle = p.handleSyncJob
	}
	return t
}

// handleSyncJob checks one transaction and schedules its next check. If the check fails, it is postponed, so that it
// does not delay other transactions.
func (p *Payments) handleSyncJob(ctx context.Context, job jobs.Job) error {
	_, err := p.SyncTransaction(ctx, job.Key)
	if err == nil || errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if ctx.Err() != nil {
		return err
	}
	next, postponeErr := p.postponeCheck(job.Key, err)
	if postponeErr != nil {
		return errors.Join(err, postponeErr)
	}
	p.app.Logger().Warn("A transaction could not be checked", "transaction", job.Key, "next", next, "error", err)
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
func (p *Payments) SyncTransaction(ctx context.Context, id string) (*Transaction, error) {
	t, err := findTransaction(p.app, id)
	if err != nil {
		return nil, err
	}
	if t.Kind() == KindOffline {
		return t, nil // the provider does not know this transaction
	}
	if p.provider == nil {
		return nil, errNotConfigured
	}
	state, err := p.fetchProviderState(ctx, t)
	if err != nil {
		return nil, fmt.Errorf("sync transaction %s: %w", id, err)
	}
	err = p.app.RunInTransaction(func(tx core.App) error {
		if t, err = findTransaction(tx, id); err != nil {
			return err
		}
		if t.providerID() == "" && state.id != "" {
			if err := p.setProviderID(tx, t, state.id); err != nil {
				return err
			}
		}
		if err := p.applyProviderState(tx, t, state); err != nil {
			return err
		}
		return p.scheduleNextCheck(tx, t)
	})
	if err != nil {
		return nil, fmt.Errorf("sync transaction %s: %w", id, err)
	}
	return t, nil
}

// fetchProviderState calls the provider and changes nothing.
func (p *Payments) fetchProviderState(ctx context.Context, t *Transaction) (state providerState, err error) {
	state.id, state.asOf = t.providerID(), p.now()
	switch t.Kind() {
	case KindSubscription:
		if state.id == "" {
			state.id, err = p.findSubscriptionByNotes(ctx, t)
		}
		if err == nil && state.id != "" {
			if state.subscription, err = p.fetchSubscription(ctx, state.id); err == nil {
				state.payments, state.unpaid, err = p.provider.SubscriptionPayments(ctx, state.id)
			}
		}
	case KindLink:
		if state.link, state.payments, err = p.fetchLink(ctx, t); state.link != nil {
			state.id = state.link.ID
		}
	default:
		if state.id == "" {
			state.id, err = p.findOrderByReceipt(ctx, t.Id)
		}
		if err == nil && state.id != "" {
			state.payments, err = p.provider.OrderPayments(ctx, state.id)
		}
	}
	if err != nil {
		return providerState{}, err
	}
	state.refunds = map[string][]razorpay.Refund{}
	for _, payment := range state.payments {
		if payment.AmountRefunded == 0 || !isCaptured(payment) {
			continue
		}
		if state.refunds[payment.ID], err = p.provider.PaymentRefunds(ctx, payment.ID); err != nil {
			return providerState{}, err
		}
	}
	return state, nil
}

// findSubscriptionByNotes returns the id of the subscription of a transaction whose process died before it stored the
// id, or "" if there is none.
func (p *Payments) findSubscriptionByNotes(ctx context.Context, t *Transaction) (string, error) {
	tier, err := tiers.Find(p.app, t.TierID())
	if err != nil {
		return "", err
	}
	createdAt := t.CreatedAt().Time()
	subscriptions, err := p.provider.Subscriptions(ctx, tier.RazorpayPlanID, createdAt.Add(-time.Hour), createdAt.Add(time.Hour))
	for _, s := range subscriptions {
		if s.Notes["transactionId"] == t.Id {
			return s.ID, nil
		}
	}
	return "", err
}

// applyProviderState applies the payments in order of time, each with its refunds, and then the subscription or the
// link.
func (p *Payments) applyProviderState(tx core.App, t *Transaction, state providerState) error {
	payments := slices.SortedFunc(slices.Values(state.payments), func(a, b razorpay.Payment) int {
		return cmp.Or(a.CreatedAt.Compare(b.CreatedAt), cmp.Compare(a.ID, b.ID))
	})
	for _, payment := range payments {
		applied, err := p.applyPayment(tx, t, payment)
		if err != nil {
			return err
		}
		for _, refund := range state.refunds[payment.ID] {
			if err := p.applyRefund(tx, applied, refund); err != nil {
				return err
			}
		}
	}
	if state.link != nil {
		return p.applyLink(tx, t, *state.link)
	}
	if state.subscription == nil {
		return nil
	}
	if err := p.applySubscription(tx, t, *state.subscription, state.asOf, true); err != nil {
		return err
	}
	return p.recordArrears(tx, state.subscription.ID, state.unpaid)
}

// isMandateAuthorised reports whether a transaction only waits for the first charge of a subscription.
func isMandateAuthorised(tx core.App, t *Transaction) (bool, error) {
	if t.Kind() != KindSubscription {
		return false, nil
	}
	s, err := findSubscriptionOfTransaction(tx, t.Id)
	if err != nil {
		return false, database.IgnoreMissing(err)
	}
	return s.State().IsLive(), nil
}

// scheduleNextCheck sets when a transaction is checked next. A transaction that was not paid within its window fails; a
// later payment still completes it. Later charges are checked by the record of their subscription.
func (p *Payments) scheduleNextCheck(tx core.App, t *Transaction) error {
	var next time.Time
	if !t.Status().IsPaid() {
		next = nextOrderCheck(t.CreatedAt().Time(), p.now(), t.Kind().checkWindow())
		awaitsCharge, err := isMandateAuthorised(tx, t)
		if err != nil {
			return err
		}
		if next.IsZero() && t.Status() == Pending && t.Attention() == "" && !awaitsCharge {
			if err := t.SetStatus(Failed); err != nil {
				return err
			}
		}
	}
	t.SetNextCheckAt(next)
	t.countCheck()
	return p.save(tx, t)
}

// checkWindow returns how long a payment may still arrive for a transaction of this kind.
func (k Kind) checkWindow() time.Duration {
	if k == KindLink {
		return linkCheckWindow
	}
	return checkWindow
}

// nextOrderCheck returns when an unpaid order is checked next, or zero after the window.
func nextOrderCheck(createdAt, now time.Time, window time.Duration) time.Time {
	age := now.Sub(createdAt)
	for _, at := range earlyCheckAges {
		if age < at {
			return createdAt.Add(at)
		}
	}
	if next := (age/laterCheckInterval + 1) * laterCheckInterval; next <= window {
		return createdAt.Add(next)
	}
	return time.Time{}
}

// postponeCheck sets and returns the next check of a transaction that could not be synced. The check is soon if the
// provider is down, and otherwise at its usual time.
func (p *Payments) postponeCheck(id string, cause error) (next time.Time, err error) {
	err = p.app.RunInTransaction(func(tx core.App) error {
		t, err := findTransaction(tx, id)
		if err != nil {
			return err
		}
		if isProviderDown(cause) {
			t.SetNextCheckAt(p.now().Add(earlyCheckAges[0]))
			err = p.save(tx, t)
		} else {
			err = p.scheduleNextCheck(tx, t)
		}
		next = t.NextCheckAt().Time()
		return err
	})
	return next, err
}

// verifyTimeout bounds the provider calls of a verification. After it the answer is "processing".
const verifyTimeout = 12 * time.Second

const (
	// statusProcessing is the answer for a payment that was made but is not completed yet.
	statusProcessing = "processing"
	// statusScheduled is the answer for a subscription whose first charge is still to come.
	statusScheduled = "scheduled"
)

// VerifyForm is the body of POST /api/payments/verify: the data that the checkout passes to its page. It names an order
// for a single payment, or a subscription.
var VerifyForm = rules.Form{
	{Name: "razorpay_payment_id", Label: "Payment id", Kind: rules.Line, Required: true, Max: 64},
	{Name: "razorpay_order_id", Label: "Order id", Kind: rules.Line, Max: 64},
	{Name: "razorpay_subscription_id", Label: "Subscription id", Kind: rules.Line, Max: 64},
	{Name: "razorpay_signature", Label: "Signature", Kind: rules.Line, Required: true, Max: 128},
}

// VerifyPayment is POST /api/payments/verify, the callback: the browser reports that the buyer has paid, and the
// provider's signature must prove it. It then syncs the transaction like a webhook event. If the webhook has already
// completed the payment, it answers that status without a call to the provider. It answers "processing" if the provider
// cannot be reached or has not captured the payment yet: the money may have left the account, so the buyer must not
// read that the payment failed.
func (p *Payments) VerifyPayment(e *core.RequestEvent) error {
	values, err := httpx.DecodeForm(e, VerifyForm)
	if err != nil {
		return err
	}
	t, err := p.findVerifiedTransaction(httpx.CurrentUser(e).Id, values)
	if err != nil {
		return fmt.Errorf("verify payment: %w", withProviderError(err))
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(e.Request.Context()), verifyTimeout)
	defer cancel()
	return e.JSON(http.StatusOK, map[string]string{"status": p.syncPaymentStatus(ctx, t, values.Text("razorpay_payment_id"))})
}

// findVerifiedTransaction checks the signature over the id that we stored, and returns the buyer's own transaction.
func (p *Payments) findVerifiedTransaction(userID string, values rules.Values) (*Transaction, error) {
	paymentID, signature := values.Text("razorpay_payment_id"), values.Text("razorpay_signature")
	find, id := findTransactionByOrder, values.Text("razorpay_order_id")
	if subscription := values.Text("razorpay_subscription_id"); subscription != "" {
		find, id = findTransactionBySubscription, subscription
	}
	t, err := find(p.app, id)
	if errors.Is(err, sql.ErrNoRows) || (err == nil && t.UserID() != userID) {
		return nil, errOrderNotFound
	}
	if err != nil {
		return nil, err
	}
	valid := razorpay.VerifyPayment(t.OrderID(), paymentID, signature, p.cfg.KeySecret)
	if subscriptionID := t.SubscriptionID(); subscriptionID != "" {
		valid = razorpay.VerifySubscription(paymentID, subscriptionID, signature, p.cfg.KeySecret)
	}
	if !valid {
		return nil, errInvalidSignature
	}
	return t, nil
}

// syncPaymentStatus syncs the transaction, unless the payment is completed already, and returns the status of the
// payment for the buyer.
func (p *Payments) syncPaymentStatus(ctx context.Context, t *Transaction, paymentID string) string {
	if known, err := findTransactionByPayment(p.app, paymentID); err == nil && known.Status().IsPaid() {
		return string(known.Status())
	}
	synced, err := p.SyncTransaction(ctx, t.Id)
	if err != nil {
		p.app.Logger().Warn("A payment could not be verified with the provider; it is checked again soon", "transaction", t.Id, "payment", paymentID, "error", err)
		if _, err := p.postponeCheck(t.Id, razorpay.ErrUnavailable); err != nil {
			p.app.Logger().Error("The next check of a transaction could not be scheduled", "transaction", t.Id, "error", err)
		}
		return statusProcessing
	}
	if known, err := findTransactionByPayment(p.app, paymentID); err == nil {
		synced = known
	}
	if synced.Status().IsPaid() {
		return string(synced.Status())
	}
	if given, err := isMandateAuthorised(p.app, synced); err == nil && given {
		return statusScheduled
	}
	// The signature proves that the checkout was completed, although the provider does not report it yet.
	return statusProcessing
}
