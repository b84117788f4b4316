package fakerazorpay

import (
	"cmp"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"
)

func (b *Server) listPayments(r *http.Request) (any, error) {
	return paginate(r, b.store.payments.newestFirst(matchAll), func(p Payment) int64 { return p.CreatedAt })
}

func (b *Server) fetchPayment(r *http.Request) (any, error) {
	return entityOrError(b.store.payments.byID[r.PathValue("id")])
}

func (b *Server) capturePayment(r *http.Request) (any, error) {
	var input struct {
		Amount   *int64 `json:"amount"`
		Currency string `json:"currency"`
	}
	if err := decode(r, &input); err != nil {
		return nil, err
	}
	payment := b.store.payments.byID[r.PathValue("id")]
	switch {
	case payment == nil:
		return nil, unknownIDError()
	case input.Amount == nil:
		return nil, badRequestField("amount", "The amount field is required.")
	case input.Currency != "" && input.Currency != payment.Currency:
		return nil, badRequestField("currency", "Currency does not match the payment's currency")
	}
	return payment, b.captureAuthorised(payment, *input.Amount)
}

func (b *Server) captureAuthorised(payment *Payment, amount int64) error {
	switch {
	case payment.Captured:
		return badRequest("This payment has already been captured")
	case payment.Status != "authorized":
		return badRequest("Only payments which have been authorized and not yet captured can be captured")
	case amount != payment.Amount:
		return badRequestField("amount", "Capture amount must be equal to the amount authorized")
	}
	return b.capture(payment, b.findTarget(string(payment.OrderID)))
}

// refundPayment creates one refund per idempotency key, however often it is called.
func (b *Server) refundPayment(r *http.Request) (any, error) {
	var input struct {
		Amount  *int64 `json:"amount"`
		Speed   string `json:"speed"`
		Receipt string `json:"receipt"`
		Notes   notes  `json:"notes"`
	}
	if err := decode(r, &input); err != nil {
		return nil, err
	}
	payment := b.store.payments.byID[r.PathValue("id")]
	switch {
	case payment == nil:
		return nil, unknownIDError()
	case input.Speed != "" && input.Speed != "normal" && input.Speed != "optimum":
		return nil, badRequestField("speed", "The speed is normal or optimum.")
	case len(input.Receipt) > maxReceiptLength:
		return nil, badRequestField("receipt", "The receipt may not be greater than 40 characters.")
	}
	amount := payment.Amount - payment.AmountRefunded
	if input.Amount != nil {
		amount = *input.Amount
	}
	key := r.Header.Get("X-Refund-Idempotency")
	if earlier, known := b.store.refundKeys[key]; known && key != "" {
		if earlier.PaymentID != payment.ID || earlier.Amount != amount {
			return nil, badRequest("Different request body sent for the same Idempotency Header")
		}
		return entityOrError(b.store.refunds.byID[earlier.RefundID])
	}
	if key != "" && !idempotencyKey.MatchString(key) {
		return nil, badRequest("The idempotency key must have at least 10 letters, digits, hyphens or underscores")
	}
	refund, err := b.validateRefund(payment, amount,
		&Refund{Notes: input.Notes, Receipt: text(input.Receipt), SpeedRequested: cmp.Or(input.Speed, "normal")})
	if err != nil || key == "" {
		return refund, err
	}
	return refund, b.store.save(journalEntry{RefundKey: &refundKey{key, payment.ID, refund.ID, amount}})
}

// idempotencyKey matches a valid idempotency key of a refund.
var idempotencyKey = regexp.MustCompile(`^[A-Za-z0-9_-]{10,}$`)

// validateRefund returns the requested refund if the payment can be refunded.
func (b *Server) validateRefund(payment *Payment, amount int64, asked *Refund) (*Refund, error) {
	switch {
	case payment.Status == "refunded":
		return nil, badRequest("The payment has been fully refunded already")
	case payment.Status != "captured":
		return nil, badRequest("The payment status should be captured for action to be taken")
	case amount < minAmount:
		return nil, badRequestField("amount", "The amount must be atleast INR 1.00")
	case amount > payment.Amount-payment.AmountRefunded:
		return nil, badRequestField("amount", "The total refund amount is greater than the refund payment amount")
	}
	if apiErr := checkNotes(asked.Notes); apiErr != nil {
		return nil, apiErr
	}
	asked.Amount = amount
	return b.createRefund(payment, asked)
}

func (b *Server) paymentRefunds(r *http.Request) (any, error) {
	id := r.PathValue("id")
	if b.store.payments.byID[id] == nil {
		return nil, unknownIDError()
	}
	found := b.store.refunds.newestFirst(func(f *Refund) bool { return f.PaymentID == id })
	return paginate(r, found, func(f Refund) int64 { return f.CreatedAt })
}

func (b *Server) listRefunds(r *http.Request) (any, error) {
	return paginate(r, b.store.refunds.newestFirst(matchAll), func(f Refund) int64 { return f.CreatedAt })
}

func (b *Server) listDisputes(r *http.Request) (any, error) {
	return paginate(r, b.store.disputes.newestFirst(matchAll), func(d Dispute) int64 { return d.CreatedAt })
}

// disputeResponseTime is how long a merchant has to answer a dispute.
const disputeResponseTime = 7 * 24 * time.Hour

var disputeStatuses = []string{"created", "under_review", "won", "lost", "closed"}

// openDispute opens a dispute in a phase over a part of a payment.
func (b *Server) openDispute(payment *Payment, phase string, amount int64) error {
	if !payment.Captured || amount < 1 || amount > payment.Amount {
		return badRequest("This part of the payment cannot be disputed")
	}
	return b.moveDispute(payment, &Dispute{
		ID:         newID("disp_"),
		Entity:     "dispute",
		PaymentID:  payment.ID,
		Amount:     amount,
		Currency:   payment.Currency,
		ReasonCode: "goods_or_services_not_received_or_partially_received",
		Phase:      phase,
		RespondBy:  b.now().Add(disputeResponseTime).Unix(),
		CreatedAt:  b.now().Unix(),
	}, "created")
}

func (b *Server) applyDispute(payment *Payment, status string) error {
	if !slices.Contains(disputeStatuses, status) {
		return badRequest("The status of a dispute is one of " + strings.Join(disputeStatuses, ", "))
	}
	i := slices.IndexFunc(b.store.disputes.list, func(d *Dispute) bool { return d.PaymentID == payment.ID })
	switch {
	case i >= 0:
		return b.moveDispute(payment, b.store.disputes.list[i], status)
	case status != "created" || !payment.Captured:
		return badRequest("There is no dispute over this payment")
	}
	return b.openDispute(payment, "chargeback", payment.Amount)
}

// disputePhases are the phases of a dispute that the dashboard simulates, in order.
var disputePhases = []string{"retrieval", "chargeback", "pre_arbitration", "arbitration"}

// nextPhase opens the next phase of a payment's dispute, with a new deadline.
func (b *Server) nextPhase(payment *Payment) error {
	i := slices.IndexFunc(b.store.disputes.list, func(d *Dispute) bool { return d.PaymentID == payment.ID })
	if i < 0 {
		return badRequest("There is no dispute over this payment")
	}
	dispute := b.store.disputes.list[i]
	phase := slices.Index(disputePhases, dispute.Phase)
	if dispute.Status == "closed" || phase == len(disputePhases)-1 {
		return badRequest("This dispute has no further phase")
	}
	dispute.Phase, dispute.RespondBy = disputePhases[phase+1], b.now().Add(disputeResponseTime).Unix()
	return b.moveDispute(payment, dispute, "created")
}

// moveDispute changes the status of a dispute and emits the event.
func (b *Server) moveDispute(payment *Payment, dispute *Dispute, status string) error {
	dispute.Status = status
	switch status {
	case "created":
		dispute.Status = "open"
	case "lost":
		dispute.AmountDeducted = dispute.Amount
	}
	about := append(b.findTarget(string(payment.OrderID)).entityIDs(payment.ID), dispute.ID)
	if err := b.emitEvent(
		"payment.dispute."+status, about, payloadPart{"payment", payment}, payloadPart{"dispute", dispute},
	); err != nil {
		return err
	}
	return b.store.save(journalEntry{Dispute: dispute})
}
