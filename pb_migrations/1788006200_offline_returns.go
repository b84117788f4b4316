package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
	"github.com/pocketbase/pocketbase/tools/types"
)

// Each amount that has to be returned for an offline payment gets a row of its own, because one payment can have
// several: an overpayment, a refund of a part, and the rest when the purchase ends. An offline payment can also be
// short of the price by an amount that is written off.
func init() {
	tables := offlineReturnTables()
	added := []core.Field{
		&core.NumberField{Name: "writtenOff", Help: "In minor units.", Min: types.Pointer(0.0), OnlyInt: true},
		textField("writeOffReason", 1000, false),
	}
	const money = `(SELECT COALESCE(SUM(r.amount), 0) FROM offline_receipts r
		WHERE r.offlinePaymentId = o.id AND r.state = 'cleared')`
	moved := []string{
		`INSERT INTO offline_returns (id, offlinePaymentId, kind, amount, reason, state, returnedAt, reference, createdAt,
				updatedAt)
			SELECT 'r' || substr(o.id, 2), o.id, CASE WHEN o.state IN ('bounced', 'cancelled') THEN 'ended' ELSE 'refund' END,
				o.toReturn, o.endReason, CASE o.returnedAt WHEN '' THEN 'open' ELSE 'returned' END, o.returnedAt,
				o.returnReference, o.updatedAt, o.updatedAt
			FROM offline_payments o WHERE o.toReturn > 0`,
		// The row had only the last return. What is missing was returned before.
		`INSERT INTO offline_returns (id, offlinePaymentId, kind, amount, reason, state, returnedAt, createdAt, updatedAt)
			SELECT 's' || substr(o.id, 2), o.id, 'refund', missing, '', 'returned', o.updatedAt, o.updatedAt, o.updatedAt
			FROM (SELECT id, updatedAt, CASE WHEN state IN ('bounced', 'cancelled') THEN ` + money + ` - toReturn
				ELSE refunded - toReturn END AS missing FROM offline_payments o) o
			WHERE missing > 0`,
	}
	removed := []string{"toReturn", "returnedAt", "returnReference"}
	m.Register(func(app core.App) error {
		if err := createTables(app, tables); err != nil {
			return err
		}
		if err := run(app, moved); err != nil {
			return err
		}
		if err := changeCollection(app, "offline_payments", func(c *core.Collection) {
			c.Fields.Add(added...)
			for _, name := range removed {
				c.Fields.RemoveByName(name)
			}
		}); err != nil {
			return err
		}
		if err := changeCollection(app, "offline_receipts", func(c *core.Collection) {
			c.Fields.Add(&core.NumberField{
				Name: "excess", Help: "What the amount exceeds the price by. It is to be returned.",
				Min: types.Pointer(0.0), OnlyInt: true,
			})
		}); err != nil {
			return err
		}
		return changeCollection(app, "settings", func(c *core.Collection) {
			c.Fields.Add(lineField("offlineWriteOffUpTo", 9, false))
		})
	}, func(app core.App) error {
		if err := changeCollection(app, "settings", func(c *core.Collection) {
			c.Fields.RemoveByName("offlineWriteOffUpTo")
		}); err != nil {
			return err
		}
		if err := changeCollection(app, "offline_receipts", func(c *core.Collection) {
			c.Fields.RemoveByName("excess")
		}); err != nil {
			return err
		}
		if err := changeCollection(app, "offline_payments", func(c *core.Collection) {
			for _, field := range added {
				c.Fields.RemoveByName(field.GetName())
			}
			c.Fields.Add(
				&core.NumberField{
					Name: "toReturn", Help: "The amount that is to be returned for a cancelled purchase.",
					Min: types.Pointer(0.0), OnlyInt: true,
				},
				&core.DateField{Name: "returnedAt"},
				lineField("returnReference", 64, false),
			)
		}); err != nil {
			return err
		}
		err := run(app, []string{`UPDATE offline_payments SET toReturn = r.amount, returnedAt = r.returnedAt,
				returnReference = r.reference
			FROM (SELECT offlinePaymentId, SUM(amount) AS amount, MAX(returnedAt) AS returnedAt, MAX(reference) AS reference,
					state FROM offline_returns WHERE state != 'replaced' AND kind != 'claim'
				GROUP BY offlinePaymentId, state ORDER BY state DESC) r
			WHERE r.offlinePaymentId = offline_payments.id`})
		if err != nil {
			return err
		}
		return deleteTables(app, tables)
	})
}

// changeCollection edits and saves a collection.
func changeCollection(app core.App, name string, edit func(c *core.Collection)) error {
	c, err := app.FindCollectionByNameOrId(name)
	if err != nil {
		return err
	}
	edit(c)
	return app.Save(c)
}

func offlineReturnTables() []collection {
	return []collection{{
		name: "offline_returns",
		fields: []core.Field{
			&core.RelationField{
				Name: "offlinePaymentId", CollectionId: "offline_payments", MaxSelect: 1, Required: true,
			},
			selectField("kind", true, "overpaid", "refund", "ended", "claim"),
			&core.NumberField{Name: "amount", Help: "In minor units.", Min: types.Pointer(0.0), OnlyInt: true},
			selectField("state", true, "open", "returned", "replaced"),
			textField("reason", 1000, false),
			lineField("enteredBy", 254, false),
			&core.DateField{Name: "returnedAt"},
			lineField("reference", 64, false),
			lineField("returnedBy", 254, false),
		},
		indexes: []index{
			{"idx_offline_returns_offlinePaymentId", false, "offlinePaymentId, createdAt", ""},
		},
	}}
}
