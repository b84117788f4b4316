package payments

import (
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/mail"
	"boardcircle/pb_hooks/payments/invoices"
	"boardcircle/pb_hooks/payments/razorpay"
)

// giveBack records a refund of a transaction. Only a processed one counts: a pending one can still
// fail, and the ledger never goes back.
func (p *Payments) giveBack(tx core.App, t *core.Record, refund razorpay.Refund) error {
	if refund.Status != "processed" || refund.PaymentID != t.GetString("razorpayPaymentId") || !settled(t.GetString("status")) {
		return nil
	}
	d, err := readDossier(t)
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
	t.Set("refundedAmount", d.refunded())
	if d.refunded() >= amountOf(t) {
		t.Set("status", refunded)
	}
	if err := tx.Save(t); err != nil {
		return err
	}
	if t.GetString("status") == refunded {
		if err := p.revoke(tx, t); err != nil {
			return err
		}
	}
	note, err := invoices.Credit(tx, t.Id, refund.ID, refund.Amount, p.now())
	if err != nil {
		return err
	}
	if t.GetString("customerEmail") == "" {
		return nil
	}
	return p.letters.Enqueue(tx, mail.RefundRecorded{
		TransactionID: t.Id, InvoiceID: note.Id, RefundID: refund.ID,
		RegistrationID: t.GetString("registrationId"), Name: t.GetString("customerName"), Email: t.GetString("customerEmail"),
	}.Letter())
}

// disputeRank orders a dispute's states, because its events come in any order.
var disputeRank = map[string]int{"open": 1, "under_review": 2, "closed": 3, "won": 4, "lost": 5}

// dispute records that a buyer's bank questions a payment, and how that ended. What follows from
// it is for an admin to decide.
func (p *Payments) dispute(tx core.App, t *core.Record, told razorpay.Dispute) error {
	if disputeRank[told.Status] <= disputeRank[t.GetString("disputeStatus")] {
		return nil
	}
	d, err := readDossier(t)
	if err != nil {
		return err
	}
	t.Set("disputeStatus", told.Status)
	if err := p.flag(tx, t, &d, disputed, told.ID, disputeNote(told.ReasonCode)); err != nil {
		return err
	}
	t.Set("webhookData", d)
	return tx.Save(t)
}
