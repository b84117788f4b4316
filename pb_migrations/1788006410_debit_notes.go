package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// A debit note reverses the credit note of a lost dispute that was won in a later phase.
func init() {
	set := func(app core.App, kinds ...string) error {
		c, err := app.FindCollectionByNameOrId("invoices")
		if err != nil {
			return err
		}
		c.Fields.GetByName("kind").(*core.SelectField).Values = kinds
		return app.Save(c)
	}
	m.Register(
		func(app core.App) error { return set(app, "receipt", "tax-invoice", "credit-note", "debit-note") },
		func(app core.App) error { return set(app, "receipt", "tax-invoice", "credit-note") },
	)
}
