package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
	"github.com/pocketbase/pocketbase/tools/types"
)

// automationIndexes are those by which the automations find what has happened, by its time.
var automationIndexes = map[string]map[string][2]string{
	"registrations": {"idx_registrations_pausedAt": {"pausedAt, id", "pausedAt != ''"}},
	"invitations":   {"idx_invitations_unused": {"sentAt, id", "usedAt = '' AND voidAt = ''"}},
	"memberships": {
		"idx_memberships_ends":   {"endsAt, id", "revokedAt = '' AND endsAt != ''"},
		"idx_memberships_starts": {"startsAt, id", "revokedAt = ''"},
	},
}

// An automation that an admin has changed or switched on has a row: its text, if it is not the built-in one, and how far
// it has looked.
func init() {
	m.Register(func(app core.App) error {
		if err := createAutomations(app); err != nil {
			return err
		}
		changes := map[string]func(*core.Collection){}
		for name, indexes := range automationIndexes {
			changes[name] = func(c *core.Collection) {
				for index, parts := range indexes {
					c.AddIndex(index, false, parts[0], parts[1])
				}
			}
		}
		return changeCollections(app, changes)
	}, func(app core.App) error {
		changes := map[string]func(*core.Collection){}
		for name, indexes := range automationIndexes {
			changes[name] = func(c *core.Collection) {
				for index := range indexes {
					c.RemoveIndex(index)
				}
			}
		}
		if err := changeCollections(app, changes); err != nil {
			return err
		}
		automations, err := app.FindCollectionByNameOrId("automations")
		if err != nil {
			return err
		}
		if err := app.Delete(automations); err != nil {
			return err
		}
		return execute(app, "DELETE FROM jobs WHERE type = 'automations.find'")
	})
}

func createAutomations(app core.App) error {
	automations := core.NewBaseCollection("automations")
	automations.Fields.Add(
		lineField("name", 40, true),
		&core.BoolField{Name: "isOn"},
		&core.DateField{Name: "enabledAt", Help: "What was before is never written about."},
		&core.NumberField{Name: "delayHours", OnlyInt: true, Min: types.Pointer(0.0)},
		lineField("subject", 200, false),
		lineField("preheader", 200, false),
		textField("content", 20_000, false),
		&core.DateField{Name: "cursorAt", Hidden: true, Help: "The time of the last cause that was looked at."},
		&core.TextField{Name: "cursorId", Hidden: true, Max: 40},
	)
	automations.AddIndex("idx_automations_name", true, "name", "")
	return saveCollection(app, automations)
}
