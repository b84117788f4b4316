package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// Adds when an admin resolved an orphan payment. Only unresolved ones are counted from then on.
func init() {
	m.Register(func(app core.App) error {
		if err := dropOrphanPaymentCounter(app); err != nil {
			return err
		}
		if err := addSeenAt(app); err != nil {
			return err
		}
		return createOrphanPaymentCounter(app, "(ROW.attachedTo = '' AND ROW.seenAt = '' AND ROW.status != 'refunded')",
			", seenAt, seenAt = '' AND status != 'refunded' AS needsAttention")
	}, func(app core.App) error {
		if err := dropOrphanPaymentCounter(app); err != nil {
			return err
		}
		if err := removeSeenAt(app); err != nil {
			return err
		}
		return createOrphanPaymentCounter(app, "(ROW.attachedTo = '' AND ROW.status != 'refunded')", "")
	})
}

// createOrphanPaymentCounter creates the list of orphan payments, with some more columns, and the number of
// unresolved ones.
func createOrphanPaymentCounter(app core.App, openCondition, extraColumns string) error {
	statements := counter{"unknown_payments", "orphan_payments", openCondition}.statements()
	return execute(app, append(statements, `CREATE VIEW payments_unknown AS
		SELECT id, razorpayPaymentId, razorpayOrderId, amount, currency, status, email, contact, description, paidAt, createdAt`+extraColumns+`
		FROM orphan_payments WHERE attachedTo = ''`)...)
}

func dropOrphanPaymentCounter(app core.App) error {
	return execute(app, "DROP VIEW payments_unknown", "DELETE FROM tallies WHERE name = 'unknown_payments'",
		"DROP TRIGGER tally_unknown_payments_INSERT", "DROP TRIGGER tally_unknown_payments_DELETE",
		"DROP TRIGGER tally_unknown_payments_UPDATE")
}

func addSeenAt(app core.App) error {
	payments, err := app.FindCollectionByNameOrId("orphan_payments")
	if err != nil {
		return err
	}
	payments.Fields.Add(&core.DateField{Name: "seenAt", Help: "When a person saw to it."})
	payments.AddIndex("idx_orphan_payments_open", false, "createdAt, id", "attachedTo = '' AND seenAt = '' AND status != 'refunded'")
	payments.AddIndex("idx_orphan_payments_seen", false, "createdAt, id", "attachedTo = '' AND seenAt != ''")
	return app.Save(payments)
}

func removeSeenAt(app core.App) error {
	payments, err := app.FindCollectionByNameOrId("orphan_payments")
	if err != nil {
		return err
	}
	payments.RemoveIndex("idx_orphan_payments_open")
	payments.RemoveIndex("idx_orphan_payments_seen")
	payments.Fields.RemoveByName("seenAt")
	return app.Save(payments)
}
