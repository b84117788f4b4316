package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// What is around the text of every e-mail: two colours, a picture of the library as the logo, a line and the postal address
// at its foot.
func init() {
	names := []string{"emailAccent", "emailLink", "emailLogo", "emailFooter", "emailAddress"}
	m.Register(func(app core.App) error {
		return changeCollections(app, map[string]func(*core.Collection){"settings": func(c *core.Collection) {
			c.Fields.Add(
				lineField(names[0], 7, false), lineField(names[1], 7, false), lineField(names[2], 200, false),
				lineField(names[3], 300, false), textField(names[4], 300, false),
			)
		}})
	}, func(app core.App) error {
		return changeCollections(app, map[string]func(*core.Collection){"settings": func(c *core.Collection) {
			for _, name := range names {
				c.Fields.RemoveByName(name)
			}
		}})
	})
}
