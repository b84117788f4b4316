package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// E-invoices: whether the supplier issues them, where it is, and the registration of each document that needs one. An
// issued document never changes, so what the portal answers stands in a table of its own.
func init() {
	m.Register(func(app core.App) error {
		err := changeCollection(app, "settings", func(settings *core.Collection) {
			settings.Fields.Add(
				&core.BoolField{Name: "eInvoices", Help: "Documents to a GSTIN or abroad wait for their registration (IRN)."},
				lineField("supplierPlace", 50, false),
				&core.TextField{Name: "supplierPin", Max: 6, Pattern: `^[1-9][0-9]{5}$`},
			)
		})
		if err != nil {
			return err
		}
		registrations := core.NewBaseCollection("invoice_registrations")
		registrations.Fields.Add(
			&core.TextField{Name: "invoiceId", Max: 15, Required: true, Pattern: `^[a-z0-9]{15}$`},
			selectField("state", true, "waiting", "registered", "released"),
			&core.DateField{Name: "issuedAt", Required: true, Help: "The document's date."},
			&core.TextField{Name: "irn", Max: 64, Pattern: `^[0-9a-f]{64}$`},
			&core.TextField{Name: "ackNumber", Max: 20, Pattern: `^[0-9]{1,20}$`},
			&core.DateField{Name: "ackAt"},
			&core.TextField{Name: "signedQr", Max: 4000},
			lineField("registeredBy", 200, false),
		)
		registrations.AddIndex("idx_invoice_registrations_invoiceId", true, "invoiceId", "")
		registrations.AddIndex("idx_invoice_registrations_irn", true, "irn", "irn != ''")
		registrations.AddIndex("idx_invoice_registrations_state", false, "state, issuedAt, id", "")
		return saveCollection(app, registrations)
	}, func(app core.App) error {
		registrations, err := app.FindCollectionByNameOrId("invoice_registrations")
		if err != nil {
			return err
		}
		if err := app.Delete(registrations); err != nil {
			return err
		}
		return changeCollection(app, "settings", func(settings *core.Collection) {
			for _, name := range []string{"eInvoices", "supplierPlace", "supplierPin"} {
				settings.Fields.RemoveByName(name)
			}
		})
	})
}
