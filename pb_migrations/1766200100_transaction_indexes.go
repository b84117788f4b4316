package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// The documents and the refunds of a transaction are listed in order: its page shows them.
func init() {
	m.Register(func(app core.App) error {
		return changeCollections(app, map[string]func(*core.Collection){
			"invoices": func(invoices *core.Collection) {
				invoices.AddIndex("idx_invoices_ofTransaction", false, "transactionId, issuedAt", "")
			},
			"refunds": func(refunds *core.Collection) {
				refunds.RemoveIndex("idx_refunds_transactionId")
				refunds.AddIndex("idx_refunds_transactionId", false, "transactionId, createdAt", "")
			},
		})
	}, func(app core.App) error {
		return changeCollections(app, map[string]func(*core.Collection){
			"invoices": func(invoices *core.Collection) { invoices.RemoveIndex("idx_invoices_ofTransaction") },
			"refunds": func(refunds *core.Collection) {
				refunds.RemoveIndex("idx_refunds_transactionId")
				refunds.AddIndex("idx_refunds_transactionId", false, "transactionId", "")
			},
		})
	})
}
