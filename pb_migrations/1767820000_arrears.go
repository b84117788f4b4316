package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// What a subscription's charges come to that were not paid. Those of before are known when the provider is asked next.
func init() {
	m.Register(func(app core.App) error {
		return changeCollections(app, map[string]func(*core.Collection){"subscriptions": func(c *core.Collection) {
			c.Fields.Add(integerField("arrears"))
		}})
	}, func(app core.App) error {
		return changeCollections(app, map[string]func(*core.Collection){"subscriptions": func(c *core.Collection) {
			c.Fields.RemoveByName("arrears")
		}})
	})
}
