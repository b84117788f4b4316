package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// A payment of a buyer without a known state has no tax invoice until they state it, because the place of supply is
// never guessed.
func init() {
	reasons := []string{
		"second-payment", "wrong-amount", "orphan", "dispute", "dispute-lost", "refund-failed",
		"charge-after-cancellation", "cancellation-unconfirmed",
	}
	set := func(app core.App, reasons []string, edit func(c *core.Collection)) error {
		c, err := app.FindCollectionByNameOrId("transactions")
		if err != nil {
			return err
		}
		c.Fields.GetByName("attention").(*core.SelectField).Values = reasons
		edit(c)
		return app.Save(c)
	}
	m.Register(func(app core.App) error {
		return set(app, append(reasons, "place-unknown"), func(c *core.Collection) {
			c.Fields.Add(&core.BoolField{Name: "isAwaitingPlace",
				Help: "Whether the tax invoice waits until the buyer states where they are."})
		})
	}, func(app core.App) error {
		_, err := app.DB().NewQuery("UPDATE transactions SET attention = '', attentionNote = '' " +
			"WHERE attention = 'place-unknown'").Execute()
		if err != nil {
			return err
		}
		return set(app, reasons, func(c *core.Collection) { c.Fields.RemoveByName("isAwaitingPlace") })
	})
}
