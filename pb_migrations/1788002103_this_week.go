package pb_migrations

import (
	"fmt"

	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// The office's week: which new members were welcomed, who gets the week by email, and since when a board seat waits.
func init() {
	tables := []collection{
		{
			name: "welcomes",
			fields: []core.Field{
				&core.RelationField{Name: "person", CascadeDelete: true, CollectionId: "people", MaxSelect: 1,
					Required: true},
				lineField("by", 200, true),
				&core.DateField{Name: "at", Required: true},
			},
			indexes: []index{
				{"idx_welcomes_person", true, "person", ""},
				{"idx_welcomes_at", false, "at, id", ""},
			},
		},
		{
			name: "weekly_emails",
			fields: []core.Field{
				&core.TextField{Name: "account", Max: 15, Required: true,
					Help: "The id of the admin or member account."},
			},
			indexes: []index{{"idx_weekly_emails_account", true, "account", ""}},
		},
	}
	m.Register(func(app core.App) error {
		for _, table := range tables {
			if err := table.create(app); err != nil {
				return fmt.Errorf("create %s: %w", table.name, err)
			}
		}
		openings, err := app.FindCollectionByNameOrId("board_openings")
		if err != nil {
			return err
		}
		openings.Fields.Add(&core.DateField{Name: "waitingSince"})
		if err := app.Save(openings); err != nil {
			return fmt.Errorf("add waitingSince: %w", err)
		}
		_, err = app.NonconcurrentDB().
			NewQuery("UPDATE board_openings SET waitingSince = updatedAt WHERE state = 'waiting'").Execute()
		return err
	}, func(app core.App) error {
		openings, err := app.FindCollectionByNameOrId("board_openings")
		if err != nil {
			return err
		}
		openings.Fields.RemoveByName("waitingSince")
		if err := app.Save(openings); err != nil {
			return err
		}
		for _, table := range tables {
			stored, err := app.FindCollectionByNameOrId(table.name)
			if err != nil {
				return err
			}
			if err := app.Delete(stored); err != nil {
				return err
			}
		}
		return nil
	})
}
