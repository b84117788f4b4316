package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// What went back of a payment that has bought nothing, by the ids of its refunds and lost disputes, and what the provider
// reckons it to be in rupees.
func init() {
	m.Register(func(app core.App) error {
		return changeCollections(app, map[string]func(*core.Collection){"orphan_payments": func(c *core.Collection) {
			c.Fields.Add(&core.JSONField{Name: "returns", MaxSize: 20_000}, &core.NumberField{Name: "rupeeAmount", OnlyInt: true})
		}})
	}, func(app core.App) error {
		return changeCollections(app, map[string]func(*core.Collection){"orphan_payments": func(c *core.Collection) {
			c.Fields.RemoveByName("returns")
			c.Fields.RemoveByName("rupeeAmount")
		}})
	})
}
