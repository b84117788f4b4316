package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// A person has a language for emails. Empty is English.
func init() {
	const people, field = "people", "language"
	change := func(do func(*core.Collection)) func(core.App) error {
		return func(app core.App) error {
			c, err := app.FindCollectionByNameOrId(people)
			if err != nil {
				return err
			}
			do(c)
			return app.Save(c)
		}
	}
	m.Register(change(func(c *core.Collection) { c.Fields.Add(&core.TextField{Name: field, Max: 10}) }),
		change(func(c *core.Collection) { c.Fields.RemoveByName(field) }))
}
