package payments

import (
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/payments/invoices"
	"boardcircle/pb_hooks/payments/razorpay"
)

// applyRefund records a refund of a transaction. Only a processed one counts: a pending one can still
// fail, and the ledger never goes back.
func (p *Payments) applyRefund(tx core.App, t *core.Record, refund razorpay.Refund) error {
	if refund.Status != "processed" || refund.PaymentID != t.GetString("razorpayPaymentId") || !isPaid(t.GetString("status")) {
		return nil
	}
	d, err := readPaymentFacts(t)
	if err != nil {
		return err
	}
	if _, known := d.Refunds[refund.ID]; known {
		return nil
	}
	if d.Refunds == nil {
		d.Refunds = map[string]int64{}
	}
	d.Refunds[refund.ID] = refund.Amount
	t.Set("webhookData", d)
	t.Set("refundedAmount", d.refundedTotal())
	if d.refundedTotal() >= amountOf(t) {
		t.Set("status", statusRefunded)
	}
	if err := tx.Save(t); err != nil {
		return err
	}
	if t.GetString("status") == statusRefunded {
		if err := p.revokeMembership(tx, t); err != nil {
			return err
		}
	}
	note, err := invoices.IssueCreditNote(tx, t.Id, refund.ID, refund.Amount, p.now())
	if err != nil {
		return err
	}
	if t.GetString("customerEmail") == "" {
		return nil
	}
	return p.outbox.Enqueue(tx, refundRecordedEmail{
		TransactionID: t.Id, InvoiceID: note.Id, RefundID: refund.ID,
		RegistrationID: t.GetString("registrationId"), Name: t.GetString("customerName"), Email: t.GetString("customerEmail"),
	}.Build())
}

// disputeRank orders a dispute's states, because its events come in any order.
var disputeRank = map[string]int{"open": 1, "under_review": 2, "closed": 3, "won": 4, "lost": 5}

// applyDispute records that a buyer's bank questions a payment, and how that ended. What follows from
// it is for an admin to decide.
func (p *Payments) applyDispute(tx core.App, t *core.Record, dispute razorpay.Dispute) error {
	if disputeRank[dispute.Status] <= disputeRank[t.GetString("disputeStatus")] {
		return nil
	}
	d, err := readPaymentFacts(t)
	if err != nil {
		return err
	}
	t.Set("disputeStatus", dispute.Status)
	if err := p.flagAttention(tx, t, &d, attentionDispute, dispute.ID, disputeNote(dispute.ReasonCode)); err != nil {
		return err
	}
	t.Set("webhookData", d)
	return tx.Save(t)
}
