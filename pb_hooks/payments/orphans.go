package payments

import (
	"database/sql"
	"errors"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/payments/razorpay"
)

const orphansCollection = "orphan_payments"

// saveOrphanPayment keeps money that no transaction knows, and tells the admin once.
func (p *Payments) saveOrphanPayment(tx core.App, payment razorpay.Payment) error {
	row, err := tx.FindFirstRecordByData(orphansCollection, "razorpayPaymentId", payment.ID)
	if err == nil {
		row.Set("status", truncate(payment.Status, 40))
		return tx.Save(row)
	}
	if !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	collection, err := tx.FindCachedCollectionByNameOrId(orphansCollection)
	if err != nil {
		return err
	}
	row = core.NewRecord(collection)
	row.Load(map[string]any{
		"razorpayPaymentId": payment.ID, "razorpayOrderId": payment.OrderID, "amount": payment.Amount,
		"currency": payment.Currency, "status": truncate(payment.Status, 40), "email": truncate(payment.Email, 254),
		"contact": truncate(payment.Contact, 40), "description": truncate(payment.Description, 300), "paidAt": toDateTime(payment.CreatedAt),
	})
	row.SetRaw("createdAt", toDateTime(p.now()))
	if err := tx.Save(row); err != nil {
		return err
	}
	return p.notifyAdmin(tx, paymentAttentionEmail{
		PaymentID: payment.ID, Reason: attentionOrphan,
		Note: payment.Currency + " " + formatMajor(payment.Amount) + " was paid, and no transaction knows of it.",
	})
}

// attachOrphanPayment notes which transaction a payment turned out to belong to.
func attachOrphanPayment(tx core.App, t *core.Record) error {
	row, err := tx.FindFirstRecordByData(orphansCollection, "razorpayPaymentId", t.GetString("razorpayPaymentId"))
	if err != nil {
		return ignoreMissing(err)
	}
	row.Set("attachedTo", t.Id)
	return tx.Save(row)
}
