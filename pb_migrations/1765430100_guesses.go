package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// When PINs were guessed at, and from which network drafts were begun.
func init() {
	m.Register(func(app core.App) error {
		users, err := app.FindCollectionByNameOrId("users")
		if err != nil {
			return err
		}
		users.Fields.Add(&core.JSONField{Name: "pinFailureTimes", Hidden: true, MaxSize: 1 << 10, Help: "The wrong PINs of thirty days; at 10 the PIN is removed."})
		if err := app.Save(users); err != nil {
			return err
		}
		drafts, err := app.FindCollectionByNameOrId("draft_registrations")
		if err != nil {
			return err
		}
		drafts.Fields.Add(&core.TextField{Name: "network", Max: 64, Hidden: true, Help: "What the network derives to that it was begun from."})
		drafts.AddIndex("idx_draft_registrations_network", false, "network, lastSaved", "")
		return app.Save(drafts)
	}, func(app core.App) error {
		drafts, err := app.FindCollectionByNameOrId("draft_registrations")
		if err != nil {
			return err
		}
		drafts.RemoveIndex("idx_draft_registrations_network")
		drafts.Fields.RemoveByName("network")
		if err := app.Save(drafts); err != nil {
			return err
		}
		users, err := app.FindCollectionByNameOrId("users")
		if err != nil {
			return err
		}
		users.Fields.RemoveByName("pinFailureTimes")
		return app.Save(users)
	})
}
