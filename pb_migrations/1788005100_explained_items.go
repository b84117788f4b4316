package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// An admin can explain an item of a settlement that does not agree with the ledger. It then counts as matched.
func init() {
	added := []core.Field{
		textField("explanation", 500, false),
		lineField("explainedBy", 200, false),
		&core.DateField{Name: "explainedAt", Help: "When the item was explained. Empty: it is not explained."},
	}
	m.Register(func(app core.App) error {
		items, err := app.FindCollectionByNameOrId("settlement_items")
		if err != nil {
			return err
		}
		items.Fields.Add(added...)
		return app.Save(items)
	}, func(app core.App) error {
		items, err := app.FindCollectionByNameOrId("settlement_items")
		if err != nil {
			return err
		}
		for _, field := range added {
			items.Fields.RemoveByName(field.GetName())
		}
		return app.Save(items)
	})
}
