package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// Admins write notes on a transaction, which are kept.
func init() {
	m.Register(func(app core.App) error {
		transactions, err := app.FindCollectionByNameOrId("transactions")
		if err != nil {
			return err
		}
		notes := core.NewBaseCollection("transaction_notes")
		notes.Fields.Add(
			&core.RelationField{Name: "transactionId", CollectionId: transactions.Id, MaxSelect: 1, Required: true},
			textField("text", 4000, true),
			lineField("actor", 254, false),
		)
		notes.AddIndex("idx_transaction_notes_transactionId", false, "transactionId, createdAt", "")
		return saveCollection(app, notes)
	}, func(app core.App) error {
		notes, err := app.FindCollectionByNameOrId("transaction_notes")
		if err != nil {
			return err
		}
		return app.Delete(notes)
	})
}
