package payments

import (
	"context"
	"database/sql"
	"errors"
	"net/http"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/payments/razorpay"
)

// verifyTimeout bounds the calls of a confirmation; after it the buyer reads "processing".
const verifyTimeout = 12 * time.Second

// statusProcessing is what a buyer is told of a payment that was made but has not settled yet.
const statusProcessing = "processing"

// VerifyPayment is POST /api/payments/verify: the checkout's word that the buyer has paid. The word is
// checked and then only starts a resync. While the provider can't be reached the payment counts
// as processing: her money has left, so she must not read that anything failed.
func (p *Payments) VerifyPayment(e *core.RequestEvent) error {
	values, err := httpx.DecodeForm(e, VerifyForm)
	if err != nil {
		return err
	}
	t, err := p.findVerifiedTransaction(httpx.CurrentUser(e), values)
	if err != nil {
		return toAPIError(err)
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(e.Request.Context()), verifyTimeout)
	defer cancel()
	return e.JSON(http.StatusOK, map[string]string{"status": p.syncPaymentStatus(ctx, t, values.Text("razorpay_payment_id"))})
}

// findVerifiedTransaction finds the buyer's own transaction and checks the signature over the id that we stored.
func (p *Payments) findVerifiedTransaction(buyer *core.Record, values rules.Values) (*core.Record, error) {
	payment, signature := values.Text("razorpay_payment_id"), values.Text("razorpay_signature")
	find, id := findTransactionByOrder, values.Text("razorpay_order_id")
	if subscription := values.Text("razorpay_subscription_id"); subscription != "" {
		find, id = findTransactionBySubscription, subscription
	}
	t, err := find(p.app, id)
	if errors.Is(err, sql.ErrNoRows) || (err == nil && t.GetString("userId") != buyer.Id) {
		return nil, errOrderNotFound
	}
	if err != nil {
		return nil, err
	}
	valid := razorpay.VerifyPayment(t.GetString("razorpayOrderId"), payment, signature, p.cfg.KeySecret)
	if subscriptionID := t.GetString("razorpaySubscriptionId"); subscriptionID != "" {
		valid = razorpay.VerifySubscription(payment, subscriptionID, signature, p.cfg.KeySecret)
	}
	if !valid {
		return nil, errInvalidSignature
	}
	return t, nil
}

// syncPaymentStatus resyncs the transaction, unless the payment is settled already, and tells the buyer
// where her payment stands.
func (p *Payments) syncPaymentStatus(ctx context.Context, t *core.Record, paymentID string) string {
	if row, err := findTransactionByPayment(p.app, paymentID); err == nil && isPaid(row.GetString("status")) {
		return row.GetString("status")
	}
	synced, err := p.SyncTransaction(ctx, t.Id)
	if err != nil {
		p.app.Logger().Warn("A payment's confirmation waits for the provider", "transaction", t.Id, "error", err)
		if err := p.postponeCheck(t.Id, razorpay.ErrUnavailable); err != nil {
			p.app.Logger().Error("A payment's next look could not be set", "transaction", t.Id, "error", err)
		}
		return statusProcessing
	}
	if row, err := findTransactionByPayment(p.app, paymentID); err == nil {
		synced = row
	}
	if isPaid(synced.GetString("status")) {
		return synced.GetString("status")
	}
	// The signature proves that the checkout went through: what is pending or failed now is late.
	return statusProcessing
}
