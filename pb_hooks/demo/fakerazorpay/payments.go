package fakerazorpay

import (
	"net/http"
	"slices"
	"strings"
	"time"
)

func (b *Razorpay) listPayments(r *http.Request) (any, error) {
	return page(r, b.store.payments.newest(everything), func(p Payment) int64 { return p.CreatedAt })
}

func (b *Razorpay) fetchPayment(r *http.Request) (any, error) {
	return fetched(b.store.payments.byID[r.PathValue("id")])
}

func (b *Razorpay) capturePayment(r *http.Request) (any, error) {
	var asked struct {
		Amount   *int64 `json:"amount"`
		Currency string `json:"currency"`
	}
	if err := decode(r, &asked); err != nil {
		return nil, err
	}
	payment := b.store.payments.byID[r.PathValue("id")]
	switch {
	case payment == nil:
		return nil, unknown()
	case asked.Amount == nil:
		return nil, badField("amount", "The amount field is required.")
	case asked.Currency != "" && asked.Currency != payment.Currency:
		return nil, badField("currency", "Currency does not match the payment's currency")
	}
	return payment, b.captureOf(payment, *asked.Amount)
}

func (b *Razorpay) captureOf(payment *Payment, amount int64) error {
	switch {
	case payment.Captured:
		return bad("This payment has already been captured")
	case payment.Status != "authorized":
		return bad("Only payments which have been authorized and not yet captured can be captured")
	case amount != payment.Amount:
		return badField("amount", "Capture amount must be equal to the amount authorized")
	}
	return b.capture(payment, b.purchaseOf(string(payment.OrderID)))
}

// refundPayment makes one refund of an idempotency key, however often it is asked.
func (b *Razorpay) refundPayment(r *http.Request) (any, error) {
	var asked struct {
		Amount *int64 `json:"amount"`
		Notes  notes  `json:"notes"`
	}
	if err := decode(r, &asked); err != nil {
		return nil, err
	}
	payment := b.store.payments.byID[r.PathValue("id")]
	if payment == nil {
		return nil, unknown()
	}
	amount := payment.Amount - payment.AmountRefunded
	if asked.Amount != nil {
		amount = *asked.Amount
	}
	key := r.Header.Get("X-Refund-Idempotency")
	if earlier, known := b.store.refundKeys[key]; known && key != "" {
		if earlier.PaymentID != payment.ID || earlier.Amount != amount {
			return nil, bad("Different request body sent for the same Idempotency Header")
		}
		return fetched(b.store.refunds.byID[earlier.RefundID])
	}
	refund, err := b.refundOf(payment, amount, asked.Notes)
	if err != nil || key == "" {
		return refund, err
	}
	return refund, b.store.save(entry{RefundKey: &refundKey{key, payment.ID, refund.ID, amount}})
}

func (b *Razorpay) refundOf(payment *Payment, amount int64, n notes) (*Refund, error) {
	switch {
	case payment.Status == "refunded":
		return nil, bad("The payment has been fully refunded already")
	case payment.Status != "captured":
		return nil, bad("The payment status should be captured for action to be taken")
	case amount < leastAmount:
		return nil, badField("amount", "The amount must be atleast INR 1.00")
	case amount > payment.Amount-payment.AmountRefunded:
		return nil, badField("amount", "The total refund amount is greater than the refund payment amount")
	}
	if no := checkNotes(n); no != nil {
		return nil, no
	}
	return b.giveBack(payment, amount, n)
}

func (b *Razorpay) paymentRefunds(r *http.Request) (any, error) {
	id := r.PathValue("id")
	if b.store.payments.byID[id] == nil {
		return nil, unknown()
	}
	found := b.store.refunds.newest(func(f *Refund) bool { return f.PaymentID == id })
	return page(r, found, func(f Refund) int64 { return f.CreatedAt })
}

// respondWithin is how long a merchant has to answer a dispute.
const respondWithin = 7 * 24 * time.Hour

var disputeSteps = []string{"created", "under_review", "won", "lost", "closed"}

func (b *Razorpay) dispute(payment *Payment, step string) error {
	if !slices.Contains(disputeSteps, step) {
		return bad("A dispute is " + strings.Join(disputeSteps, ", "))
	}
	i := slices.IndexFunc(b.store.disputes.list, func(d *Dispute) bool { return d.PaymentID == payment.ID })
	if i < 0 && (step != "created" || !payment.Captured) {
		return bad("There is no dispute over this payment")
	}
	dispute := &Dispute{
		ID: newID("disp_"), Entity: "dispute", PaymentID: payment.ID, Amount: payment.Amount, Currency: payment.Currency,
		ReasonCode: "goods_or_services_not_received_or_partially_received", Phase: "chargeback",
		RespondBy: b.now().Add(respondWithin).Unix(), CreatedAt: b.now().Unix(),
	}
	if i >= 0 {
		dispute = b.store.disputes.list[i]
	}
	dispute.Status = step
	switch step {
	case "created":
		dispute.Status = "open"
	case "lost":
		dispute.AmountDeducted = dispute.Amount
	}
	about := append(b.purchaseOf(string(payment.OrderID)).about(payment.ID), dispute.ID)
	if err := b.tell("payment.dispute."+step, about, part{"payment", payment}, part{"dispute", dispute}); err != nil {
		return err
	}
	return b.store.save(entry{Dispute: dispute})
}
