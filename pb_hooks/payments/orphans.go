package payments

import (
	"database/sql"
	"errors"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/mail"
	"boardcircle/pb_hooks/payments/razorpay"
)

const orphans = "orphan_payments"

// orphan keeps money that no transaction knows, and tells the admin once.
func (p *Payments) orphan(tx core.App, payment razorpay.Payment) error {
	row, err := tx.FindFirstRecordByData(orphans, "razorpayPaymentId", payment.ID)
	if err == nil {
		row.Set("status", clip(payment.Status, 40))
		return tx.Save(row)
	}
	if !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	collection, err := tx.FindCachedCollectionByNameOrId(orphans)
	if err != nil {
		return err
	}
	row = core.NewRecord(collection)
	row.Load(map[string]any{
		"razorpayPaymentId": payment.ID, "razorpayOrderId": payment.OrderID, "amount": payment.Amount,
		"currency": payment.Currency, "status": clip(payment.Status, 40), "email": clip(payment.Email, 254),
		"contact": clip(payment.Contact, 40), "description": clip(payment.Description, 300), "paidAt": stamp(payment.CreatedAt),
	})
	row.SetRaw("createdAt", stamp(p.now()))
	if err := tx.Save(row); err != nil {
		return err
	}
	return p.tellAdmin(tx, mail.PaymentAttention{
		PaymentID: payment.ID, What: orphaned,
		Note: payment.Currency + " " + major(payment.Amount) + " was paid, and no transaction knows of it.",
	})
}

// attachOrphan notes which transaction a payment turned out to belong to.
func attachOrphan(tx core.App, t *core.Record) error {
	row, err := tx.FindFirstRecordByData(orphans, "razorpayPaymentId", t.GetString("razorpayPaymentId"))
	if err != nil {
		return ignoreMissing(err)
	}
	row.Set("attachedTo", t.Id)
	return tx.Save(row)
}
