package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// A refund that Razorpay has refused can be made by bank transfer.
func init() {
	added := []core.Field{
		lineField("transferReference", 64, false),
		&core.DateField{Name: "transferredAt"},
		lineField("transferredBy", 254, false),
	}
	m.Register(func(app core.App) error {
		return changeCollection(app, "refunds", func(c *core.Collection) { c.Fields.Add(added...) })
	}, func(app core.App) error {
		return changeCollection(app, "refunds", func(c *core.Collection) {
			for _, field := range added {
				c.Fields.RemoveByName(field.GetName())
			}
		})
	})
}
