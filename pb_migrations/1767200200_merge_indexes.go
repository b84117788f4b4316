package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// What a merge of two accounts moves is found by the account.
func init() {
	collections := []string{"coupon_uses", "offline_payments", "seats"}
	m.Register(func(app core.App) error {
		for _, name := range collections {
			if err := addIndex(app, name, "idx_"+name+"_userId", "userId", ""); err != nil {
				return err
			}
		}
		return nil
	}, func(app core.App) error {
		for _, name := range collections {
			c, err := app.FindCollectionByNameOrId(name)
			if err != nil {
				return err
			}
			c.RemoveIndex("idx_" + name + "_userId")
			if err := app.Save(c); err != nil {
				return err
			}
		}
		return nil
	})
}
