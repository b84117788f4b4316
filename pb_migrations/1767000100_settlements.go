package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// What the payment provider has paid out, and of which payments, refunds and fees each sum is made.
func init() {
	m.Register(func(app core.App) error {
		settlements := core.NewBaseCollection("settlements")
		settlements.Fields.Add(
			&core.TextField{Name: "razorpaySettlementId", Max: 40, Required: true, Pattern: `^setl_[A-Za-z0-9]{1,30}$`},
			lineField("utr", 64, false),
			paiseField("amount", "What the bank has received, in paise."),
			&core.DateField{Name: "settledAt"},
			paiseField("credit", "The sum of the items' credits."),
			paiseField("debit", "The sum of the items' debits."),
			paiseField("fee", "Tax included."),
			paiseField("tax", ""),
			countField("items", ""),
			countField("unmatched", "Items that are not in the ledger as they stand here."),
			integerField("difference"),
			selectField("state", true, "awaiting", "matched", "differs"),
		)
		settlements.AddIndex("idx_settlements_razorpaySettlementId", true, "razorpaySettlementId", "")
		settlements.AddIndex("idx_settlements_settledAt", false, "settledAt, id", "")
		settlements.AddIndex("idx_settlements_state", false, "state, settledAt, id", "")
		if err := saveCollection(app, settlements); err != nil {
			return err
		}
		items := core.NewBaseCollection("settlement_items")
		items.Fields.Add(
			lineField("entityId", 40, true),
			lineField("type", 20, true),
			lineField("razorpaySettlementId", 40, false),
			lineField("utr", 64, false),
			lineField("currency", 3, false),
			paiseField("amount", ""), paiseField("credit", ""), paiseField("debit", ""), paiseField("fee", "Tax included."), paiseField("tax", ""),
			&core.BoolField{Name: "onHold"},
			&core.DateField{Name: "settledAt"},
			lineField("razorpayPaymentId", 40, false),
			lineField("disputeId", 40, false),
			lineField("description", 255, false),
			lineField("transactionId", 40, false),
			selectField("problem", false, "not-in-ledger", "amount-differs", "fee-differs", "other"),
		)
		items.AddIndex("idx_settlement_items_entityId", true, "entityId, type", "")
		items.AddIndex("idx_settlement_items_settlement", false, "razorpaySettlementId, entityId", "")
		items.AddIndex("idx_settlement_items_problem", false, "problem", "problem != ''")
		return saveCollection(app, items)
	}, func(app core.App) error {
		for _, name := range []string{"settlement_items", "settlements"} {
			collection, err := app.FindCollectionByNameOrId(name)
			if err != nil {
				return err
			}
			if err := app.Delete(collection); err != nil {
				return err
			}
		}
		return execute(app, "DELETE FROM jobs WHERE type = 'books.settlements'")
	})
}
