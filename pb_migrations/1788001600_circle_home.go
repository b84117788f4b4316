package pb_migrations

import (
	"fmt"

	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// The members' home shows what is new since a member's last visit.
func init() {
	visits := collection{
		name: "circle_visits",
		fields: []core.Field{
			lineField("userId", 15, true),
			&core.RelationField{Name: "person", CollectionId: "people", MaxSelect: 1},
			&core.DateField{Name: "visitedAt", Required: true},
			&core.DateField{Name: "previousAt", Help: "When the visit before the latest one began."},
		},
		indexes: []index{
			{"idx_circle_visits_userId", true, "userId", ""},
			{"idx_circle_visits_person", false, "person", ""},
		},
	}
	dates := []string{"publishedAt", "materialsAt"}
	m.Register(func(app core.App) error {
		events, err := app.FindCollectionByNameOrId("events")
		if err != nil {
			return err
		}
		for _, name := range dates {
			events.Fields.Add(&core.DateField{Name: name})
			events.AddIndex("idx_events_"+name, false, name+", id", name+" != ''")
		}
		if err := app.Save(events); err != nil {
			return fmt.Errorf("add dates to events: %w", err)
		}
		return visits.create(app)
	}, func(app core.App) error {
		stored, err := app.FindCollectionByNameOrId(visits.name)
		if err != nil {
			return err
		}
		if err := app.Delete(stored); err != nil {
			return err
		}
		events, err := app.FindCollectionByNameOrId("events")
		if err != nil {
			return err
		}
		for _, name := range dates {
			events.RemoveIndex("idx_events_" + name)
			events.Fields.RemoveByName(name)
		}
		return app.Save(events)
	})
}
