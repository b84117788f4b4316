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

// confirmPatience bounds the calls of a confirmation; after it the buyer reads "processing".
const confirmPatience = 12 * time.Second

// processing is what a buyer is told of a payment that was made but has not settled yet.
const processing = "processing"

// Confirm is POST /api/payments/verify: the checkout's word that the buyer has paid. The word is
// checked and then only starts a resync. While the provider can't be reached the payment counts
// as processing: her money has left, so she must not read that anything failed.
func (p *Payments) Confirm(e *core.RequestEvent) error {
	values, err := httpx.Form(e, ConfirmForm)
	if err != nil {
		return err
	}
	t, err := p.proved(httpx.User(e), values)
	if err != nil {
		return refusal(err)
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(e.Request.Context()), confirmPatience)
	defer cancel()
	return e.JSON(http.StatusOK, map[string]string{"status": p.settleNow(ctx, t, values.Text("razorpay_payment_id"))})
}

// proved finds the buyer's own transaction and checks the signature over the id that we stored.
func (p *Payments) proved(buyer *core.Record, values rules.Values) (*core.Record, error) {
	payment, signature := values.Text("razorpay_payment_id"), values.Text("razorpay_signature")
	find, id := byOrder, values.Text("razorpay_order_id")
	if subscription := values.Text("razorpay_subscription_id"); subscription != "" {
		find, id = bySubscription, subscription
	}
	t, err := find(p.app, id)
	if errors.Is(err, sql.ErrNoRows) || (err == nil && t.GetString("userId") != buyer.Id) {
		return nil, errNotHers
	}
	if err != nil {
		return nil, err
	}
	genuine := razorpay.VerifyPayment(t.GetString("razorpayOrderId"), payment, signature, p.cfg.KeySecret)
	if own := t.GetString("razorpaySubscriptionId"); own != "" {
		genuine = razorpay.VerifySubscription(payment, own, signature, p.cfg.KeySecret)
	}
	if !genuine {
		return nil, errUnproved
	}
	return t, nil
}

// settleNow resyncs the transaction, unless the payment is settled already, and tells the buyer
// where her payment stands.
func (p *Payments) settleNow(ctx context.Context, t *core.Record, paymentID string) string {
	if row, err := byPayment(p.app, paymentID); err == nil && settled(row.GetString("status")) {
		return row.GetString("status")
	}
	after, err := p.resync(ctx, t.Id)
	if err != nil {
		p.app.Logger().Warn("A payment's confirmation waits for the provider", "transaction", t.Id, "error", err)
		if err := p.putOff(t.Id, razorpay.ErrUnavailable); err != nil {
			p.app.Logger().Error("A payment's next look could not be set", "transaction", t.Id, "error", err)
		}
		return processing
	}
	if row, err := byPayment(p.app, paymentID); err == nil {
		after = row
	}
	if settled(after.GetString("status")) {
		return after.GetString("status")
	}
	// The signature proves that the checkout went through: what is pending or failed now is late.
	return processing
}
