package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// A transaction may have a payment link of its own; a refund says what becomes of the mandate, and one that fails
// asks for attention; the events of a transaction are found by their ids.
func init() {
	m.Register(func(app core.App) error {
		err := changeCollection(app, "transactions", func(transactions *core.Collection) {
			transactions.Fields.Add(
				lineField("razorpayPaymentLinkId", 64, false),
				lineField("paymentLinkUrl", 500, false),
				selectField("paymentLinkState", false, "created", "partially_paid", "paid", "expired", "cancelled"),
				&core.DateField{Name: "paymentLinkExpireBy", Help: "Until when the link can be paid."},
			)
			transactions.AddIndex("idx_transactions_razorpayPaymentLinkId", false, "razorpayPaymentLinkId", "razorpayPaymentLinkId != ''")
			transactions.AddIndex("idx_transactions_links", false, "kind, createdAt", "kind = 'link'")
			setAttentions(transactions, "second-payment", "wrong-amount", "orphan", "dispute", "dispute-lost", "refund-failed")
		})
		if err != nil {
			return err
		}
		err = changeCollection(app, "refunds", func(refunds *core.Collection) {
			refunds.Fields.Add(selectField("mandate", false, "end", "keep"))
		})
		if err != nil {
			return err
		}
		return changeCollection(app, "payment_events", func(events *core.Collection) {
			for _, name := range []string{"paymentId", "orderId", "subscriptionId"} {
				events.AddIndex("idx_payment_events_"+name, false, name+", createdAt", name+" != ''")
			}
		})
	}, func(app core.App) error {
		err := changeCollection(app, "payment_events", func(events *core.Collection) {
			for _, name := range []string{"paymentId", "orderId", "subscriptionId"} {
				events.RemoveIndex("idx_payment_events_" + name)
			}
		})
		if err != nil {
			return err
		}
		err = changeCollection(app, "refunds", func(refunds *core.Collection) { refunds.Fields.RemoveByName("mandate") })
		if err != nil {
			return err
		}
		if err := execute(app, "UPDATE transactions SET attention = '' WHERE attention = 'refund-failed'"); err != nil {
			return err
		}
		err = changeCollection(app, "transactions", func(transactions *core.Collection) {
			transactions.RemoveIndex("idx_transactions_links")
			transactions.RemoveIndex("idx_transactions_razorpayPaymentLinkId")
			for _, name := range []string{"razorpayPaymentLinkId", "paymentLinkUrl", "paymentLinkState", "paymentLinkExpireBy"} {
				transactions.Fields.RemoveByName(name)
			}
			setAttentions(transactions, "second-payment", "wrong-amount", "orphan", "dispute", "dispute-lost")
		})
		if err != nil {
			return err
		}
		return execute(app, "DELETE FROM jobs WHERE type = 'payments.cancel-link'")
	})
}
