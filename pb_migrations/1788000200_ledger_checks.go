package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// The result of the last check of the ledger. There is one record.
func init() {
	m.Register(func(app core.App) error {
		return collection{
			name: "ledger_checks",
			fields: []core.Field{
				&core.DateField{Name: "checkedAt", Required: true},
				integerField("transactions"),
				integerField("discrepancies"),
				&core.TextField{
					Name: "reported", Max: 64,
					Help: "The hash of the discrepancies that the office was told about, empty for none.",
				},
			},
		}.create(app)
	}, func(app core.App) error {
		checks, err := app.FindCollectionByNameOrId("ledger_checks")
		if err != nil {
			return err
		}
		return app.Delete(checks)
	})
}
