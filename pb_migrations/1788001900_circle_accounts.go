package pb_migrations

import (
	"fmt"

	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// A change of an account finds its records in the circle, to give them its person.
func init() {
	names := []string{"poll_comments", "poll_voters", "library_bookmarks"}
	change := func(change func(c *core.Collection, index string)) func(core.App) error {
		return func(app core.App) error {
			for _, name := range names {
				c, err := app.FindCollectionByNameOrId(name)
				if err != nil {
					return err
				}
				change(c, "idx_"+name+"_userId")
				if err := app.Save(c); err != nil {
					return fmt.Errorf("change the indexes of %s: %w", name, err)
				}
			}
			return nil
		}
	}
	m.Register(
		change(func(c *core.Collection, index string) { c.AddIndex(index, false, "userId", "") }),
		change(func(c *core.Collection, index string) { c.RemoveIndex(index) }),
	)
}
