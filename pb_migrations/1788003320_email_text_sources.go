package pb_migrations

import (
	"errors"

	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// A translation of an email stores which English text it was made from, so that it is known when that text changes.
func init() {
	const field = "source"
	change := func(do func(*core.Collection)) func(core.App) error {
		return func(app core.App) error {
			var problems []error
			for _, name := range []string{"email_texts", "email_text_versions"} {
				c, err := app.FindCollectionByNameOrId(name)
				if err == nil {
					do(c)
					err = app.Save(c)
				}
				problems = append(problems, err)
			}
			return errors.Join(problems...)
		}
	}
	m.Register(change(func(c *core.Collection) {
		c.Fields.Add(&core.TextField{Name: field, Max: 64, Help: "The hash of the English text that was translated."})
	}), change(func(c *core.Collection) { c.Fields.RemoveByName(field) }))
}
