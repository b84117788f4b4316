// Package provider translates between Razorpay and the ledger: its entities into the ledger's payments, refunds and
// disputes, and its errors into sentences for buyers and admins.
package provider

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/payments/ledger"
	"boardcircle/pb_hooks/payments/razorpay"
)

// The errors of a call to the provider. None of them loses an order: its transaction stays, and the next attempt or a
// later sync continues with it.
var (
	ErrNotConfigured = apperr.Unavailable("payments-not-configured",
		"Online payment is not set up yet. Please contact us to join.")

	errOrderRefused = apperr.New("provider-refused-order", http.StatusBadGateway,
		"The payment service did not accept this order. Nothing was charged. Please contact us.")
	errDown = apperr.New(
		"provider-down",
		http.StatusBadGateway,
		"The payment service is not responding properly at the moment. Nothing was charged. Please try again in a "+
			"few minutes.",
	)
	errUnchecked = apperr.New(
		"payment-unchecked",
		http.StatusBadGateway,
		"Razorpay is not responding, so the payment could not be checked. Nothing was changed. Please try again in a "+
			"few minutes.",
	)
)

// Errors are the errors of a call to the provider.
var Errors = []*apperr.Error{ErrNotConfigured, errOrderRefused, errDown, errUnchecked}

// MessageInternal is the answer to a buyer if an order or a payment fails on our side.
const MessageInternal = "Something went wrong on our side. If you were charged, we will find the payment and " +
	"write to you."

// Timeout bounds the calls for which a buyer or an admin waits.
const Timeout = 20 * time.Second

// WithError maps an error of the provider to the domain error. An error that is already joined with a domain error keeps
// it, because that is more precise.
func WithError(err error) error {
	var domainErr *apperr.Error
	var apiErr *razorpay.Error
	switch {
	case errors.As(err, &domainErr):
		return err
	case errors.Is(err, razorpay.ErrRefused):
		return errors.Join(errOrderRefused, err)
	case errors.As(err, &apiErr):
		return errors.Join(errDown, err)
	}
	return apperr.Fail(MessageInternal, err)
}

// IsDown reports whether the provider gives no usable answers.
func IsDown(err error) bool {
	return errors.Is(err, razorpay.ErrUnavailable) || errors.Is(err, razorpay.ErrUnauthorised) ||
		errors.Is(err, razorpay.ErrRateLimited)
}

// IsCaptured reports whether the buyer's money has arrived, even if it was refunded later. A refunded payment that was
// never captured is an authorization that has lapsed.
func IsCaptured(payment razorpay.Payment) bool {
	return payment.Captured || payment.Status == "captured"
}

// Payment translates a payment.
func Payment(payment razorpay.Payment) ledger.Payment {
	return ledger.Payment{
		ID:          payment.ID,
		OrderID:     payment.OrderID,
		Amount:      money.Amount(payment.Amount),
		Currency:    payment.Currency,
		Method:      payment.Method,
		PaidAt:      payment.CreatedAt,
		RupeeAmount: money.Amount(payment.RupeeAmount()),
		IsCaptured:  IsCaptured(payment),
		Status:      payment.Status,
		Failure:     payment.ErrorDescription,
		Email:       payment.Email,
		Contact:     payment.Contact,
		Description: payment.Description,
	}
}

// Link translates a payment link.
func Link(link razorpay.PaymentLink) ledger.Link {
	return ledger.Link{
		ID:       link.ID,
		URL:      link.ShortURL,
		OrderID:  link.OrderID,
		Status:   link.Status,
		ExpireBy: link.ExpireBy,
	}
}

// Dispute translates a dispute. reportedAt is when the provider reported this state, or zero if that is not known.
func Dispute(dispute razorpay.Dispute, reportedAt time.Time) ledger.Dispute {
	return ledger.Dispute{
		ID:         dispute.ID,
		PaymentID:  dispute.PaymentID,
		Phase:      dispute.Phase,
		Status:     ledger.DisputeStatus(dispute.Status),
		Note:       disputeNote(dispute.ReasonCode),
		Amount:     money.Amount(cmp.Or(dispute.AmountDeducted, dispute.Amount)),
		CreatedAt:  dispute.CreatedAt,
		RespondBy:  dispute.RespondBy,
		ReportedAt: reportedAt,
	}
}

// PaymentFinder fetches a payment.
type PaymentFinder interface {
	Payment(ctx context.Context, id string) (razorpay.Payment, error)
}

// FetchCaptured fetches a payment that an admin decides about. It returns the error ended if the payment is not
// captured or was partly refunded.
func FetchCaptured(ctx context.Context, finder PaymentFinder, id string, ended error) (ledger.Payment, error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), Timeout)
	defer cancel()
	payment, err := finder.Payment(ctx, id)
	if err != nil {
		return ledger.Payment{}, fmt.Errorf("fetch payment %s: %w", id, errors.Join(errUnchecked, err))
	}
	if !IsCaptured(payment) || payment.AmountRefunded > 0 {
		return ledger.Payment{}, ended
	}
	return Payment(payment), nil
}

// OrderFinder finds orders by our own reference.
type OrderFinder interface {
	OrdersByReceipt(ctx context.Context, receipt string) ([]razorpay.Order, error)
}

// FindOrder returns the id of the order whose receipt is a transaction's id. It prefers a paid order to the
// first one, and returns "" if none exists.
func FindOrder(ctx context.Context, finder OrderFinder, id string) (string, error) {
	orders, err := finder.OrdersByReceipt(ctx, id)
	if err != nil || len(orders) == 0 {
		return "", err
	}
	best := orders[0]
	for _, o := range orders[1:] {
		paid, bestPaid := o.AmountPaid > 0, best.AmountPaid > 0
		if (paid && !bestPaid) || (paid == bestPaid && o.CreatedAt.Before(best.CreatedAt)) {
			best = o
		}
	}
	return best.ID, nil
}

// disputeReasons describe the provider's reason codes of a dispute.
var disputeReasons = map[string]string{
	"goods_or_services_not_received_or_partially_received": "the buyer says that they did not receive what they " +
		"paid for, or not all of it",
	"goods_or_services_not_provided": "the buyer says that they did not receive what they paid for",
	"credit_not_processed":           "the buyer says that they were promised their money back and did not get it",
	"duplicate_processing":           "the buyer says that they paid twice",
	"non_matching_account_number":    "the account that was charged is not the buyer's",
	"processed_invalid_expired_card": "the card that was charged was not valid or had expired",
}

// disputeNote describes the reason of a dispute for the admins.
func disputeNote(code string) string {
	const prefix = "The buyer's bank disputes this payment"
	reason, known := disputeReasons[strings.ToLower(code)]
	if !known {
		reason = strings.TrimSpace(strings.ReplaceAll(code, "_", " "))
	}
	if reason == "" {
		return prefix + " and gives no reason."
	}
	return prefix + ": " + reason + "."
}
