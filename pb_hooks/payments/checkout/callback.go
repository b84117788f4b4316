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
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/payments/ledger"
	"boardcircle/pb_hooks/payments/provider"
	"boardcircle/pb_hooks/payments/razorpay"
)

// PaymentStatus is the answer to a callback.
type PaymentStatus struct {
	Status CallbackStatus `json:"status"`
}

// VerifyLinkForm has the parameters that the provider adds to the callback's address.
type VerifyLinkForm struct {
	PaymentID   string `json:"razorpay_payment_id"`
	LinkID      string `json:"razorpay_payment_link_id"`
	ReferenceID string `json:"razorpay_payment_link_reference_id"`
	Status      string `json:"razorpay_payment_link_status"`
	Signature   string `json:"razorpay_signature"`
}

// Rules returns the rules of the form.
func (VerifyLinkForm) Rules() rules.Form { return verifyLinkRules }

var verifyLinkRules = rules.Form{
	{Name: "razorpay_payment_id", Label: "Payment ID", Kind: rules.Line, Required: true, Max: 64},
	{Name: "razorpay_payment_link_id", Label: "Payment link ID", Kind: rules.Line, Required: true, Max: 64},
	{Name: "razorpay_payment_link_reference_id", Label: "Reference", Kind: rules.Line, Required: true, Max: 40},
	{Name: "razorpay_payment_link_status", Label: "Status", Kind: rules.Line, Required: true, Max: 40},
	{Name: "razorpay_signature", Label: "Signature", Kind: rules.Line, Required: true, Max: 128},
}

// VerifyLink is POST /api/payments/verify-link, the callback of a payment link. It answers the state of the payment to
// any buyer who returns from the provider's page, signed in or not. The provider's signature authorises the request.
func (o *Orders) VerifyLink() httpx.Endpoint {
	return httpx.JSON(o.verifyLink, httpx.Doc{
		Tag: "payments", Summary: "Verify the callback of a payment link",
		Description: "The body has the parameters that Razorpay adds to the address. Razorpay's signature is the " +
			"proof, so the caller need not be signed in.",
		Errors:   []*apperr.Error{errOrderNotFound, errInvalidSignature},
		Statuses: []int{http.StatusBadGateway, http.StatusServiceUnavailable},
		Example: map[string]any{
			"razorpay_payment_id": "pay_29QQoUBi66xm2f", "razorpay_payment_link_id": "plink_ExjpAUN3gVHrPJ",
			"razorpay_payment_link_reference_id": "k2m9x4q7r1t8w3z", "razorpay_payment_link_status": "paid",
			"razorpay_signature": "9ef4dffbfd84f1318f6739a3ce19f9d85851857ae648f114332d8401e0949a3d",
		},
	})
}

func (o *Orders) verifyLink(e *core.RequestEvent, form VerifyLinkForm) (PaymentStatus, error) {
	t, err := o.findVerifiedLink(form)
	if err != nil {
		return PaymentStatus{}, fmt.Errorf("verify payment link: %w", provider.WithError(err))
	}
	return o.syncPaymentStatus(e.Request.Context(), t, form.PaymentID), nil
}

// findVerifiedLink returns the transaction that a signed callback names.
func (o *Orders) findVerifiedLink(form VerifyLinkForm) (*ledger.Transaction, error) {
	if !razorpay.VerifyPaymentLink(form.LinkID, form.ReferenceID, form.Status, form.PaymentID, form.Signature,
		o.cfg.KeySecret) {
		return nil, errInvalidSignature
	}
	t, err := ledger.FindTransaction(o.app, form.ReferenceID)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil, errOrderNotFound
	case err != nil:
		return nil, err
	case t.Kind() != ledger.KindLink || t.LinkID() != "" && t.LinkID() != form.LinkID:
		return nil, errOrderNotFound
	}
	return t, nil
}

// The errors of a callback.
var (
	errOrderNotFound    = apperr.NotFound("order-not-found", "This order was not found.")
	errInvalidSignature = apperr.New("invalid-signature", http.StatusBadRequest,
		"We could not verify the payment. If you were charged, we will find the payment and email you.")
)

// verifyTimeout bounds the provider calls of a verification. After it the answer is "processing".
const verifyTimeout = 12 * time.Second

// CallbackStatus is the status of a payment for its buyer: that of the transaction, or one of those below.
type CallbackStatus string

const (
	// statusProcessing is the answer for a payment that was made but is not completed yet.
	statusProcessing CallbackStatus = "processing"
	// statusScheduled is the answer for a subscription whose first charge is still to come.
	statusScheduled CallbackStatus = "scheduled"
)

// Values returns all statuses.
func (CallbackStatus) Values() []string {
	return append(rules.Options(statusProcessing, statusScheduled), ledger.Status("").Values()...)
}

// VerifyForm has the data that the checkout passes to its page. It names an order for a single payment, or a
// subscription.
type VerifyForm struct {
	_              struct{} `wire:"-"`
	PaymentID      string   `json:"razorpay_payment_id"`
	OrderID        string   `json:"razorpay_order_id"`
	SubscriptionID string   `json:"razorpay_subscription_id"`
	Signature      string   `json:"razorpay_signature"`
}

// Rules returns the rules of the form.
func (VerifyForm) Rules() rules.Form { return verifyRules }

var verifyRules = rules.Form{
	{Name: "razorpay_payment_id", Label: "Payment ID", Kind: rules.Line, Required: true, Max: 64},
	{Name: "razorpay_order_id", Label: "Order ID", Kind: rules.Line, Max: 64},
	{Name: "razorpay_subscription_id", Label: "Subscription ID", Kind: rules.Line, Max: 64},
	{Name: "razorpay_signature", Label: "Signature", Kind: rules.Line, Required: true, Max: 128},
}

// VerifyPayment is POST /api/payments/verify, the callback: the browser reports that the buyer has paid, and the
// provider's signature must prove it. It then syncs the transaction like a webhook event. If the webhook has already
// completed the payment, it answers that status without a call to the provider. It answers "processing" if the provider
// cannot be reached or has not captured the payment yet: the money may have left the account, so the buyer must not
// read that the payment failed.
func (o *Orders) VerifyPayment() httpx.Endpoint {
	return httpx.JSON(o.verifyPayment, httpx.Doc{
		Tag: "payments", Summary: "Verify the callback of the checkout",
		Description: "The body is what Razorpay's checkout has passed to the page.",
		Errors:      []*apperr.Error{errOrderNotFound, errInvalidSignature},
		Statuses:    []int{http.StatusBadGateway, http.StatusServiceUnavailable},
		Example: map[string]any{
			"razorpay_payment_id": "pay_29QQoUBi66xm2f", "razorpay_order_id": "order_9A33XWu170gUtm",
			"razorpay_signature": "9ef4dffbfd84f1318f6739a3ce19f9d85851857ae648f114332d8401e0949a3d",
		},
	})
}

func (o *Orders) verifyPayment(e *core.RequestEvent, form VerifyForm) (PaymentStatus, error) {
	t, err := o.findVerifiedTransaction(httpx.CurrentUser(e).Id, form)
	if err != nil {
		return PaymentStatus{}, fmt.Errorf("verify payment: %w", provider.WithError(err))
	}
	return o.syncPaymentStatus(e.Request.Context(), t, form.PaymentID), nil
}

// findVerifiedTransaction checks the signature over the id that we stored, and returns the buyer's own transaction.
func (o *Orders) findVerifiedTransaction(userID string, form VerifyForm) (*ledger.Transaction, error) {
	find, id := ledger.FindTransactionByOrder, form.OrderID
	if form.SubscriptionID != "" {
		find, id = ledger.FindTransactionBySubscription, form.SubscriptionID
	}
	t, err := find(o.app, id)
	if errors.Is(err, sql.ErrNoRows) || (err == nil && t.UserID() != userID) {
		return nil, errOrderNotFound
	}
	if err != nil {
		return nil, err
	}
	valid := razorpay.VerifyPayment(t.OrderID(), form.PaymentID, form.Signature, o.cfg.KeySecret)
	if subscriptionID := t.SubscriptionID(); subscriptionID != "" {
		valid = razorpay.VerifySubscription(form.PaymentID, subscriptionID, form.Signature, o.cfg.KeySecret)
	}
	if !valid {
		return nil, errInvalidSignature
	}
	return t, nil
}

// syncPaymentStatus syncs the transaction, unless the payment is completed already, and returns the status of the
// payment for the buyer. It continues if the buyer closes the page.
func (o *Orders) syncPaymentStatus(ctx context.Context, t *ledger.Transaction, paymentID string) PaymentStatus {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), verifyTimeout)
	defer cancel()
	if known, err := ledger.FindTransactionByPayment(o.app, paymentID); err == nil && known.Status().IsPaid() {
		return PaymentStatus{CallbackStatus(known.Status())}
	}
	synced, err := o.sync.SyncTransaction(ctx, t.Id)
	if err != nil {
		o.app.Logger().
			Warn("A payment could not be verified with the provider; it is checked again soon", "transaction", t.Id,
				"payment", paymentID, "error", err)
		if _, err := o.sync.PostponeCheck(t.Id, razorpay.ErrUnavailable); err != nil {
			o.app.Logger().
				Error("The next check of a transaction could not be scheduled", "transaction", t.Id, "error", err)
		}
		return PaymentStatus{statusProcessing}
	}
	if known, err := ledger.FindTransactionByPayment(o.app, paymentID); err == nil {
		synced = known
	}
	if synced.Status().IsPaid() {
		return PaymentStatus{CallbackStatus(synced.Status())}
	}
	if given, err := o.mandates.IsAuthorised(o.app, synced); err == nil && given {
		return PaymentStatus{statusScheduled}
	}
	// The signature proves that the checkout was completed, although the provider does not report it yet.
	return PaymentStatus{statusProcessing}
}
