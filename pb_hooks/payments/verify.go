package payments

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/payments/razorpay"
)

// verifyTimeout bounds the calls of a verification; after it the buyer reads "processing".
const verifyTimeout = 12 * time.Second

const (
	// statusProcessing is the answer for a payment that was made but is not completed yet.
	statusProcessing = "processing"
	// statusScheduled is the answer for a mandate whose first charge is still to come.
	statusScheduled = "scheduled"
)

// VerifyForm is the body of POST /api/payments/verify: what the checkout hands to its page. It names an
// order for a single payment, a subscription for one that renews.
var VerifyForm = rules.Form{
	{Name: "razorpay_payment_id", Label: "Payment id", Kind: rules.Line, Required: true, Max: 64},
	{Name: "razorpay_order_id", Label: "Order id", Kind: rules.Line, Max: 64},
	{Name: "razorpay_subscription_id", Label: "Subscription id", Kind: rules.Line, Max: 64},
	{Name: "razorpay_signature", Label: "Signature", Kind: rules.Line, Required: true, Max: 128},
}

// VerifyPayment is POST /api/payments/verify, the callback: the browser says that the buyer has paid, and
// the provider's signature must prove it. It then syncs the transaction with the provider, as an event of
// the webhook does; if the webhook came first and the payment is completed already, it asks nobody and
// answers that status. It answers "processing" while the provider can't be reached or does not know the
// payment as captured yet: the money may have left, so the buyer must not read that anything failed.
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

// findVerifiedTransaction returns the buyer's own transaction after it has checked the signature over the
// id that we stored.
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

// syncPaymentStatus syncs the transaction, unless the payment is completed already, and returns the
// payment's status as the buyer reads it.
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
	if given, err := isMandateGiven(p.app, synced); err == nil && given {
		return statusScheduled
	}
	// The signature proves that the checkout went through: the provider just doesn't say so yet.
	return statusProcessing
}
