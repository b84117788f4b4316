package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// The office can give up a claim against the payer of an offline payment.
func init() {
	set := func(app core.App, edit func(c *core.Collection), states ...string) error {
		return changeCollection(app, "offline_returns", func(c *core.Collection) {
			c.Fields.GetByName("state").(*core.SelectField).Values = states
			edit(c)
		})
	}
	m.Register(func(app core.App) error {
		return set(app, func(c *core.Collection) { c.Fields.Add(textField("writeOffReason", 1000, false)) },
			"open", "returned", "replaced", "written-off")
	}, func(app core.App) error {
		err := run(app, []string{"UPDATE offline_returns SET state = 'returned', " +
			"reference = substr('Written off: ' || writeOffReason, 1, 64) WHERE state = 'written-off'"})
		if err != nil {
			return err
		}
		return set(app, func(c *core.Collection) { c.Fields.RemoveByName("writeOffReason") },
			"open", "returned", "replaced")
	})
}
