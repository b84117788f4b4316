package checkout

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/payments/ledger"
	"boardcircle/pb_hooks/payments/provider"
	"boardcircle/pb_hooks/payments/razorpay"
)

// VerifyLinkForm is the body of POST /api/payments/verify-link: the parameters that the provider adds to the callback's
// address.
var VerifyLinkForm = rules.Form{
	{Name: "razorpay_payment_id", Label: "Payment id", Kind: rules.Line, Required: true, Max: 64},
	{Name: "razorpay_payment_link_id", Label: "Payment link id", Kind: rules.Line, Required: true, Max: 64},
	{Name: "razorpay_payment_link_reference_id", Label: "Reference", Kind: rules.Line, Required: true, Max: 40},
	{Name: "razorpay_payment_link_status", Label: "Status", Kind: rules.Line, Required: true, Max: 40},
	{Name: "razorpay_signature", Label: "Signature", Kind: rules.Line, Required: true, Max: 128},
}

// VerifyLink is POST /api/payments/verify-link, the callback of a payment link. It answers the state of the payment to
// any buyer who returns from the provider's page, signed in or not. The provider's signature authorises the request.
func (o *Orders) VerifyLink(e *core.RequestEvent) error {
	values, err := httpx.DecodeForm(e, VerifyLinkForm)
	if err != nil {
		return err
	}
	t, err := o.findVerifiedLink(values)
	if err != nil {
		return fmt.Errorf("verify payment link: %w", provider.WithError(err))
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(e.Request.Context()), verifyTimeout)
	defer cancel()
	return e.JSON(http.StatusOK,
		map[string]string{"status": o.syncPaymentStatus(ctx, t, values.Text("razorpay_payment_id"))})
}

// findVerifiedLink returns the transaction that a signed callback names.
func (o *Orders) findVerifiedLink(values rules.Values) (*ledger.Transaction, error) {
	link, reference := values.Text("razorpay_payment_link_id"), values.Text("razorpay_payment_link_reference_id")
	if !razorpay.VerifyPaymentLink(link, reference, values.Text("razorpay_payment_link_status"),
		values.Text("razorpay_payment_id"),
		values.Text("razorpay_signature"), o.cfg.KeySecret) {
		return nil, errInvalidSignature
	}
	t, err := ledger.FindTransaction(o.app, reference)
	switch {
	case database.IsMissing(err):
		return nil, errOrderNotFound
	case err != nil:
		return nil, err
	case t.Kind() != ledger.KindLink || t.LinkID() != "" && t.LinkID() != link:
		return nil, errOrderNotFound
	}
	return t, nil
}

// The errors of a callback.
var (
	errOrderNotFound    = apperr.NotFound("order-not-found", "This order was not found.")
	errInvalidSignature = apperr.New("invalid-signature", http.StatusBadRequest,
		"The payment could not be verified. If you were charged, we will find the payment and write to you.")
)

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
func (o *Orders) VerifyPayment(e *core.RequestEvent) error {
	values, err := httpx.DecodeForm(e, VerifyForm)
	if err != nil {
		return err
	}
	t, err := o.findVerifiedTransaction(httpx.CurrentUser(e).Id, values)
	if err != nil {
		return fmt.Errorf("verify payment: %w", provider.WithError(err))
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(e.Request.Context()), verifyTimeout)
	defer cancel()
	return e.JSON(http.StatusOK,
		map[string]string{"status": o.syncPaymentStatus(ctx, t, values.Text("razorpay_payment_id"))})
}

// findVerifiedTransaction checks the signature over the id that we stored, and returns the buyer's own transaction.
func (o *Orders) findVerifiedTransaction(userID string, values rules.Values) (*ledger.Transaction, error) {
	paymentID, signature := values.Text("razorpay_payment_id"), values.Text("razorpay_signature")
	find, id := ledger.FindTransactionByOrder, values.Text("razorpay_order_id")
	if subscription := values.Text("razorpay_subscription_id"); subscription != "" {
		find, id = ledger.FindTransactionBySubscription, subscription
	}
	t, err := find(o.app, id)
	if errors.Is(err, sql.ErrNoRows) || (err == nil && t.UserID() != userID) {
		return nil, errOrderNotFound
	}
	if err != nil {
		return nil, err
	}
	valid := razorpay.VerifyPayment(t.OrderID(), paymentID, signature, o.cfg.KeySecret)
	if subscriptionID := t.SubscriptionID(); subscriptionID != "" {
		valid = razorpay.VerifySubscription(paymentID, subscriptionID, signature, o.cfg.KeySecret)
	}
	if !valid {
		return nil, errInvalidSignature
	}
	return t, nil
}

// syncPaymentStatus syncs the transaction, unless the payment is completed already, and returns the status of the
// payment for the buyer.
func (o *Orders) syncPaymentStatus(ctx context.Context, t *ledger.Transaction, paymentID string) string {
	if known, err := ledger.FindTransactionByPayment(o.app, paymentID); err == nil && known.Status().IsPaid() {
		return string(known.Status())
	}
	synced, err := o.sync.SyncTransaction(ctx, t.Id)
	if err != nil {
		o.app.Logger().
			Warn("A payment could not be verified with the provider; it is checked again soon", "transaction", t.Id, "payment", paymentID, "error", err)
		if _, err := o.sync.PostponeCheck(t.Id, razorpay.ErrUnavailable); err != nil {
			o.app.Logger().
				Error("The next check of a transaction could not be scheduled", "transaction", t.Id, "error", err)
		}
		return statusProcessing
	}
	if known, err := ledger.FindTransactionByPayment(o.app, paymentID); err == nil {
		synced = known
	}
	if synced.Status().IsPaid() {
		return string(synced.Status())
	}
	if given, err := o.mandates.IsAuthorised(o.app, synced); err == nil && given {
		return statusScheduled
	}
	// The signature proves that the checkout was completed, although the provider does not report it yet.
	return statusProcessing
}
