package payments

import (
	"errors"
	"net/http"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/payments/razorpay"
)

// The errors of an order and its payment. None of them loses an order: its transaction stays, and the
// next try or a later sync goes on from there.
var (
	errNotConfigured      = apperr.Unavailable("payments-not-configured", "Online payment is not set up yet. Please contact us to join.")
	errTaxUnsettled       = apperr.Unavailable("tax-not-settled", "Memberships cannot be bought yet: we are still settling how tax is charged. Please write to us.")
	errBillingRequired    = apperr.Invalid("billing-required", "billing", "Please tell us your state and PIN code: the tax on the invoice depends on them.")
	errTierNotFound       = apperr.NotFound("tier-not-on-sale", "This membership plan is not available.")
	errPlanMismatch       = apperr.Unavailable("plan-mismatch", "This membership plan cannot be bought at the moment. Nothing was charged; please write to us.")
	errAlreadyOwned       = apperr.Conflict("already-owned", "You already hold this membership.")
	errSubscriptionActive = apperr.Conflict("subscription-active", "You already hold this membership, and it renews by itself.")
	errMemberForLife      = apperr.Conflict("member-for-life", "You are a member for life: there is nothing to renew. If you would like another membership in its place, please write to us.")
	errChargePending      = apperr.Conflict("charge-pending", "Your bank has not let the last charge of this membership through yet, and it is being tried again. Please don't pay a second time: your access goes on meanwhile.")
	errNoSubscription     = apperr.NotFound("subscription-not-found", "You have no membership that renews by itself.")
	errCannotPause        = apperr.Conflict("cannot-pause", "Only a membership that renews, and whose last charge went through, can be paused.")
	errNotPaused          = apperr.Conflict("not-paused", "The renewal of your membership is not paused.")
	errPausedInApp        = apperr.Conflict("paused-in-app", "The payment service did not resume your mandate. If you paused it in your UPI app, please resume it there.")
	errCannotChangeCard   = apperr.Conflict("cannot-change-card", "A new card can be given while your membership renews or its last charge has failed.")
	errAlreadyPaid        = apperr.Conflict("already-paid", "This plan has already been paid for, and your membership is active.")
	errPaymentInProgress  = apperr.Conflict("payment-in-progress", "Your earlier payment is still being confirmed. Please don't pay again; we will write to you as soon as it is done.")
	errOrderNotFound      = apperr.NotFound("order-not-found", "This order was not found.")
	errNotApproved        = apperr.Forbidden("nomination-not-approved", "Memberships are by invitation: you can choose a plan as soon as your nomination has been approved. "+
		"If it has been, please open the link in the invitation that we have mailed to you.")
	errInvalidSignature = apperr.New("invalid-signature", http.StatusBadRequest, "The payment could not be verified. If you were charged, we will find the payment and write to you.")

	errOrderRefused = apperr.New("provider-refused-order", http.StatusBadGateway, "The payment service did not take this order. Nothing was charged; please contact us.")
	errProviderDown = apperr.New("provider-down", http.StatusBadGateway, "The payment service is not answering properly at the moment. Nothing was charged; please try again in a few minutes.")
)

const messageInternal = "Something went wrong on our side. If you were charged, we will find the payment and write to you."

// The errors of the console and of a member's documents.
var (
	errTransactionNotFound = apperr.NotFound("transaction-not-found", "This transaction was not found.")
	errNoDifference        = apperr.Conflict("no-difference", "This transaction has no payment of another amount that waits for a decision.")
	errRefundUnderWay      = apperr.Conflict("refund-under-way", "The refund of this payment is under way.")
	errNothingToRefund     = apperr.Conflict("not-captured", "This transaction has no captured payment at Razorpay that could be refunded.")
	errRefundedAlready     = apperr.Conflict("already-refunded", "This payment has been refunded in full.")
	errRefundDisputed      = apperr.Conflict("dispute-open", "The buyer's bank disputes this payment, so it cannot be refunded until the dispute has ended. To give the money back, accept the dispute in Razorpay's dashboard.")
	errRefundPartOfOther   = apperr.Invalid("refund-whole", "amount", "A payment of another amount goes back as a whole. Please leave the amount empty.")
	errRefundTooSmall      = apperr.Invalid("refund-too-small", "amount", "The smallest refund is of one rupee, or one dollar.")
	errDifferenceEnded     = apperr.Conflict("payment-refunded", "This payment was refunded meanwhile, or was never captured: it cannot be accepted.")
	errDifferenceOpen      = apperr.Conflict("difference-open", "Money of another amount has arrived. Please accept it or refund it.")
	errPaymentUnchecked    = apperr.New("payment-unchecked", http.StatusBadGateway, "Razorpay is not answering, so the payment could not be checked. Nothing was changed; please try again in a few minutes.")
	errOrphanNotFound      = apperr.NotFound("orphan-payment-not-found", "This payment was not found among the unknown ones.")
	errInvoiceNotFound     = apperr.NotFound("invoice-not-found", "This invoice was not found.")
)

// The errors of a webhook request.
var (
	errNoWebhookSecret   = apperr.Unavailable("webhook-not-configured", "The webhook is not set up yet.")
	errEventTooLarge     = apperr.New("webhook-too-large", http.StatusRequestEntityTooLarge, "The event is too large.")
	errSignatureMissing  = apperr.New("webhook-signature-missing", http.StatusBadRequest, "The event's signature is missing or wrong.")
	errSignatureMismatch = apperr.New("webhook-signature-wrong", http.StatusBadRequest, "The event's signature is missing or wrong.")
)

// webhookProblems are the texts of the webhook's errors in the diagnostics, and what the console says of
// each.
var webhookProblems = []struct {
	err               *apperr.Error
	text, explanation string
}{
	{errNoWebhookSecret, "no webhook secret is configured", "No webhook secret is set here, so nothing can be trusted. Set RAZORPAY_WEBHOOK_SECRET to the secret of the webhook in Razorpay's dashboard."},
	{errSignatureMissing, "the signature is missing", "It carried no signature: it did not come from Razorpay, or a proxy took the header away."},
	{errSignatureMismatch, "the signature is wrong", "Its signature fits no secret of ours: the secret here and the one in Razorpay's dashboard differ, or a stranger sent it."},
	{errEventTooLarge, "the body is larger than 1 MiB", "It was larger than any event of Razorpay's, and was not read."},
}

const messageEventNotStored = "The event could not be stored. Please send it again."

// withProviderError adds the domain error to an error of the provider.
func withProviderError(err error) error {
	var apiErr *razorpay.Error
	switch {
	case errors.Is(err, razorpay.ErrRefused):
		return errors.Join(errOrderRefused, err)
	case errors.As(err, &apiErr):
		return errors.Join(errProviderDown, err)
	}
	return apperr.Fail(messageInternal, err)
}

// isProviderDown reports whether the provider gives no usable answers at all.
func isProviderDown(err error) bool {
	return errors.Is(err, razorpay.ErrUnavailable) || errors.Is(err, razorpay.ErrUnauthorised) || errors.Is(err, razorpay.ErrRateLimited)
}

// isDomainError reports whether an error says that something may not be done, and not that something broke.
func isDomainError(err error) bool {
	var domain *apperr.Error
	return errors.As(err, &domain)
}

func ignoreNotFound(err error) error {
	if errors.Is(err, razorpay.ErrNotFound) {
		return nil
	}
	return err
}
