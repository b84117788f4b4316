package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// A dispute has a deadline, and one that is lost is a matter of its own. The lists that are pulled from the
// provider remember how far they have been read.
func init() {
	m.Register(func(app core.App) error {
		err := changeCollection(app, "transactions", func(transactions *core.Collection) {
			transactions.Fields.Add(&core.DateField{Name: "disputeRespondBy", Help: "Until when a dispute can be answered."})
			setAttentions(transactions, "second-payment", "wrong-amount", "orphan", "dispute", "dispute-lost")
		})
		if err != nil {
			return err
		}
		cursors := core.NewBaseCollection("payment_cursors")
		cursors.Fields.Add(
			lineField("name", 40, true),
			&core.DateField{Name: "readTo", Required: true, Help: "All that was created before is read."},
		)
		cursors.AddIndex("idx_payment_cursors_name", true, "name", "")
		return saveCollection(app, cursors)
	}, func(app core.App) error {
		cursors, err := app.FindCollectionByNameOrId("payment_cursors")
		if err != nil {
			return err
		}
		if err := app.Delete(cursors); err != nil {
			return err
		}
		if err := execute(app, "UPDATE transactions SET attention = 'dispute' WHERE attention = 'dispute-lost'"); err != nil {
			return err
		}
		return changeCollection(app, "transactions", func(transactions *core.Collection) {
			transactions.Fields.RemoveByName("disputeRespondBy")
			setAttentions(transactions, "second-payment", "wrong-amount", "orphan", "dispute")
		})
	})
}

func setAttentions(transactions *core.Collection, values ...string) {
	if field, is := transactions.Fields.GetByName("attention").(*core.SelectField); is {
		field.Values = values
	}
}
