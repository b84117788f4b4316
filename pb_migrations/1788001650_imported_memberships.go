package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// An import grants the memberships that its members already have. It may wait for a second admin, who confirms or
// refuses it.
func init() {
	m.Register(func(app core.App) error {
		if err := setOptions(
			app, "memberships", "source", "payment", "complimentary", "offline", "seat", "import",
		); err != nil {
			return err
		}
		if err := setOptions(app, "legacy_imports", "state", "waiting", "running", "done", "refused"); err != nil {
			return err
		}
		imports, err := app.FindCollectionByNameOrId("legacy_imports")
		if err != nil {
			return err
		}
		imports.Fields.Add(
			integerField("memberships"),
			integerField("alreadyMembers"),
			lineField("decidedBy", 254, false),
		)
		return app.Save(imports)
	}, func(app core.App) error {
		imports, err := app.FindCollectionByNameOrId("legacy_imports")
		if err != nil {
			return err
		}
		for _, name := range []string{"memberships", "alreadyMembers", "decidedBy"} {
			imports.Fields.RemoveByName(name)
		}
		if err := app.Save(imports); err != nil {
			return err
		}
		if err := setOptions(app, "legacy_imports", "state", "running", "done"); err != nil {
			return err
		}
		return setOptions(app, "memberships", "source", "payment", "complimentary", "offline", "seat")
	})
}

// setOptions sets the values that a select field allows.
func setOptions(app core.App, name, field string, values ...string) error {
	collection, err := app.FindCollectionByNameOrId(name)
	if err != nil {
		return err
	}
	collection.Fields.GetByName(field).(*core.SelectField).Values = values
	return app.Save(collection)
}
