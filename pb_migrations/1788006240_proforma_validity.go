package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// A proforma is valid until a day, and then lapses. Earlier proformas have no such day.
func init() {
	m.Register(func(app core.App) error {
		err := setOptions(app, "offline_payments", "state", "proforma", "lapsed", "awaiting", "part-paid", "cleared",
			"bounced", "cancelled")
		if err != nil {
			return err
		}
		if err := changeCollection(app, "settings", func(c *core.Collection) {
			c.Fields.Add(lineField("proformaDays", 3, false))
		}); err != nil {
			return err
		}
		return changeCollection(app, "offline_payments", func(c *core.Collection) {
			c.Fields.Add(&core.DateField{Name: "validUntil"}, &core.DateField{Name: "remindedAt"})
		})
	}, func(app core.App) error {
		if err := run(app, []string{"UPDATE offline_payments SET state = 'cancelled' WHERE state = 'lapsed'"}); err != nil {
			return err
		}
		err := setOptions(app, "offline_payments", "state", "proforma", "awaiting", "part-paid", "cleared", "bounced",
			"cancelled")
		if err != nil {
			return err
		}
		if err := changeCollection(app, "settings", func(c *core.Collection) {
			c.Fields.RemoveByName("proformaDays")
		}); err != nil {
			return err
		}
		return changeCollection(app, "offline_payments", func(c *core.Collection) {
			c.Fields.RemoveByName("validUntil")
			c.Fields.RemoveByName("remindedAt")
		})
	})
}
