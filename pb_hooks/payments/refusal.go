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
	errNotConfigured = errors.New("no payment provider is configured")
	errNoTier        = errors.New("no such tier on sale")
	errOwned         = errors.New("the buyer holds the tier for life")
	errRenews        = errors.New("the buyer's subscription is running")
	errPaid          = errors.New("the order is paid")
	errUnderWay      = errors.New("a payment is under way")
	errNotHers       = errors.New("no such order of this buyer")
	errNotApproved   = errors.New("the buyer's nomination is not approved")
	errUnproved      = errors.New("the checkout's signature is wrong")
)

// refusals are the buyer's sentences.
var refusals = []struct {
	err     error
	status  int
	message string
}{
	{errNotConfigured, http.StatusServiceUnavailable, "Online payment is not set up yet. Please contact us to join."},
	{errNoTier, http.StatusNotFound, "This membership plan is not available."},
	{errOwned, http.StatusConflict, "You already hold this membership."},
	{errRenews, http.StatusConflict, "You already hold this membership, and it renews by itself."},
	{errPaid, http.StatusConflict, "This plan has already been paid for, and your membership is active."},
	{errUnderWay, http.StatusConflict, "Your earlier payment is still being confirmed. Please don't pay again; we will write to you as soon as it is done."},
	{errNotHers, http.StatusNotFound, "This order was not found."},
	{errNotApproved, http.StatusForbidden, "Memberships are by invitation: you can choose a plan as soon as your nomination has been approved. " +
		"If it has been, please open the link in the invitation that we have mailed to you."},
	{errUnproved, http.StatusBadRequest, "The payment could not be verified. If you were charged, we will find the payment and write to you."},
}

// refusal turns an error into the answer. No order is lost by it: the row stays, and the next try
// or the reconciler goes on from there.
func refusal(err error) *router.ApiError {
	for _, r := range refusals {
		if errors.Is(err, r.err) {
			return httpx.Refuse(r.status, r.message, nil)
		}
	}
	if errors.Is(err, razorpay.ErrRefused) {
		return httpx.Refuse(http.StatusBadGateway, "The payment service did not take this order. Nothing was charged; please contact us.", err)
	}
	var problem *razorpay.Error
	if errors.As(err, &problem) {
		return httpx.Refuse(http.StatusBadGateway,
			"The payment service is not answering properly at the moment. Nothing was charged; please try again in a few minutes.", err)
	}
	return httpx.Refuse(http.StatusInternalServerError, "Something went wrong on our side. If you were charged, we will find the payment and write to you.", err)
}
