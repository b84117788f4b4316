package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// A register is read in its order, kind by kind.
func init() {
	m.Register(func(app core.App) error {
		return changeCollection(app, "invoices", func(invoices *core.Collection) {
			invoices.AddIndex("idx_invoices_register", false, "kind, issuedAt, sequence", "")
		})
	}, func(app core.App) error {
		return changeCollection(app, "invoices", func(invoices *core.Collection) { invoices.RemoveIndex("idx_invoices_register") })
	})
}
