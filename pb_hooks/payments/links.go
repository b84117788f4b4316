package payments

import (
	"cmp"
	"database/sql"
	"errors"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/payments/razorpay"
	"boardcircle/pb_hooks/settings"
)

// createFromPaymentLink makes the transaction of a payment that came through a payment link whose notes say
// which tier it is for and for whom; nil when they don't. We wrote the notes, not the buyer; what
// she paid is held against the tier's price like any other payment.
func (p *Payments) createFromPaymentLink(payment razorpay.Payment, link razorpay.PaymentLink) (t *core.Record, err error) {
	tierID := cmp.Or(link.Notes["membershipTierId"], link.Notes["tierId"])
	err = p.app.RunInTransaction(func(tx core.App) error {
		if t, err = findTransactionByPayment(tx, payment.ID); err == nil || !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		t = nil
		buyer, err := tx.FindRecordById("users", link.Notes["userId"])
		if err != nil {
			return ignoreMissing(err)
		}
		tier, err := findTier(tx, tierID)
		if err != nil {
			return ignoreMissing(err)
		}
		site, err := settings.Read(tx)
		if err != nil {
			return err
		}
		req := orderRequest{buyer: buyer, tier: tier, kind: "link", amount: addGST(tier.price, site.GSTRate)}
		if t, err = newTransaction(tx, req, p.now()); err != nil {
			return err
		}
		t.Load(map[string]any{
			"razorpayPaymentId": payment.ID, "razorpayOrderId": payment.OrderID,
			"customerName": buyer.GetString("name"), "customerEmail": buyer.Email(), "customerPhone": buyer.GetString("phone"),
		})
		return tx.Save(t)
	})
	return t, err
}
