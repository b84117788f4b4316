package payments

import (
	"errors"
	"net/http"

	"github.com/pocketbase/pocketbase/tools/router"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/payments/razorpay"
)

// What stands between a buyer and her membership.
var (
	errNotConfigured      = errors.New("no payment provider is configured")
	errTierNotFound       = errors.New("no such tier on sale")
	errAlreadyOwned       = errors.New("the buyer holds the tier for life")
	errSubscriptionActive = errors.New("the buyer's subscription is running")
	errAlreadyPaid        = errors.New("the order is paid")
	errPaymentInProgress  = errors.New("a payment is under way")
	errOrderNotFound      = errors.New("no such order of this buyer")
	errNotApproved        = errors.New("the buyer's nomination is not approved")
	errInvalidSignature   = errors.New("the checkout's signature is wrong")
)

// errorResponses are the buyer's sentences.
var errorResponses = []struct {
	err     error
	status  int
	message string
}{
	{errNotConfigured, http.StatusServiceUnavailable, "Online payment is not set up yet. Please contact us to join."},
	{errTierNotFound, http.StatusNotFound, "This membership plan is not available."},
	{errAlreadyOwned, http.StatusConflict, "You already hold this membership."},
	{errSubscriptionActive, http.StatusConflict, "You already hold this membership, and it renews by itself."},
	{errAlreadyPaid, http.StatusConflict, "This plan has already been paid for, and your membership is active."},
	{errPaymentInProgress, http.StatusConflict, "Your earlier payment is still being confirmed. Please don't pay again; we will write to you as soon as it is done."},
	{errOrderNotFound, http.StatusNotFound, "This order was not found."},
	{errNotApproved, http.StatusForbidden, "Memberships are by invitation: you can choose a plan as soon as your nomination has been approved. " +
		"If it has been, please open the link in the invitation that we have mailed to you."},
	{errInvalidSignature, http.StatusBadRequest, "The payment could not be verified. If you were charged, we will find the payment and write to you."},
}

// toAPIError turns an error into the answer. No order is lost by it: the row stays, and the next try
// or the reconciler goes on from there.
func toAPIError(err error) *router.ApiError {
	for _, r := range errorResponses {
		if errors.Is(err, r.err) {
			return httpx.NewError(r.status, r.message, nil)
		}
	}
	if errors.Is(err, razorpay.ErrRefused) {
		return httpx.NewError(http.StatusBadGateway, "The payment service did not take this order. Nothing was charged; please contact us.", err)
	}
	var apiErr *razorpay.Error
	if errors.As(err, &apiErr) {
		return httpx.NewError(http.StatusBadGateway,
			"The payment service is not answering properly at the moment. Nothing was charged; please try again in a few minutes.", err)
	}
	return httpx.NewError(http.StatusInternalServerError, "Something went wrong on our side. If you were charged, we will find the payment and write to you.", err)
}
