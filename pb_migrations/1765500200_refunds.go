package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// A refund that an admin asks for is stored before the provider hears of it; its id is the key with which it is
// made once.
func init() {
	m.Register(func(app core.App) error {
		transactions, err := app.FindCollectionByNameOrId("transactions")
		if err != nil {
			return err
		}
		refunds := core.NewBaseCollection("refunds")
		refunds.Fields.Add(
			&core.RelationField{Name: "transactionId", CollectionId: transactions.Id, MaxSelect: 1, Required: true},
			lineField("razorpayPaymentId", 64, true),
			lineField("razorpayRefundId", 64, false),
			paiseField("amount", "In minor units."),
			lineField("currency", 3, true),
			selectField("state", true, "requested", "pending", "processed", "failed"),
			textField("reason", 1000, true),
			lineField("requestedBy", 254, true),
			textField("failure", 500, false),
		)
		refunds.AddIndex("idx_refunds_transactionId", false, "transactionId", "")
		refunds.AddIndex("idx_refunds_open", true, "razorpayPaymentId", "state != 'processed' AND state != 'failed'")
		return saveCollection(app, refunds)
	}, func(app core.App) error {
		refunds, err := app.FindCollectionByNameOrId("refunds")
		if err != nil {
			return err
		}
		if err := app.Delete(refunds); err != nil {
			return err
		}
		return execute(app, "DELETE FROM jobs WHERE type = 'payments.refund'")
	})
}
