package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// An admin can confirm that a text is right, although it contradicts the settings or the figures.
func init() {
	const texts, field = "texts", "confirmed"
	m.Register(func(app core.App) error {
		c, err := app.FindCollectionByNameOrId(texts)
		if err != nil {
			return err
		}
		c.Fields.Add(&core.JSONField{
			Name: field, Help: "The problems that an admin has confirmed to be none, each with its text.", MaxSize: 1 << 20,
		})
		return app.Save(c)
	}, func(app core.App) error {
		c, err := app.FindCollectionByNameOrId(texts)
		if err != nil {
			return err
		}
		c.Fields.RemoveByName(field)
		return app.Save(c)
	})
}
