package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// The books: documents are read by the month of their date, a month that is closed takes no further ones, and what is
// invoiced in another currency has the rupee rate of its month.
func init() {
	m.Register(func(app core.App) error {
		err := changeCollection(app, "invoices", func(invoices *core.Collection) {
			invoices.AddIndex("idx_invoices_issuedAt", false, "issuedAt, kind", "")
		})
		if err != nil {
			return err
		}
		months := core.NewBaseCollection("closed_months")
		months.Fields.Add(
			&core.TextField{Name: "month", Max: 7, Required: true, Pattern: `^\d{4}-(0[1-9]|1[0-2])$`, Help: "In Indian Standard Time."},
			lineField("closedBy", 200, false),
		)
		months.AddIndex("idx_closed_months_month", true, "month", "")
		if err := saveCollection(app, months); err != nil {
			return err
		}
		rates := core.NewBaseCollection("exchange_rates")
		rates.Fields.Add(
			&core.TextField{Name: "month", Max: 7, Required: true, Pattern: `^\d{4}-(0[1-9]|1[0-2])$`},
			&core.TextField{Name: "currency", Max: 3, Required: true, Pattern: `^[A-Z]{3}$`},
			&core.TextField{Name: "rate", Max: 12, Required: true, Pattern: `^[0-9]{1,5}(\.[0-9]{1,4})?$`, Help: "Rupees for one."},
		)
		rates.AddIndex("idx_exchange_rates_month", true, "month, currency", "")
		return saveCollection(app, rates)
	}, func(app core.App) error {
		for _, name := range []string{"exchange_rates", "closed_months"} {
			collection, err := app.FindCollectionByNameOrId(name)
			if err != nil {
				return err
			}
			if err := app.Delete(collection); err != nil {
				return err
			}
		}
		return changeCollection(app, "invoices", func(invoices *core.Collection) { invoices.RemoveIndex("idx_invoices_issuedAt") })
	})
}
