package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// Visitors can attend a session that has a page for visitors.
func init() {
	tables := []collection{{
		name: "event_guests",
		fields: []core.Field{
			&core.RelationField{
				Name: "event", CascadeDelete: true, CollectionId: "events", MaxSelect: 1, Required: true,
			},
			&core.RelationField{Name: "person", CollectionId: "people", MaxSelect: 1},
			lineField("name", 120, true),
			lineField("email", 254, true),
			selectField("state", true, "asked", "going", "waiting", "declined", "cancelled"),
			&core.NumberField{Name: "queue", Help: "The order among all answers of the session.", OnlyInt: true},
			&core.DateField{Name: "askedAt", Required: true, Help: "When the link was last asked for."},
			&core.DateField{Name: "answeredAt", Help: "When the guest last answered by the link."},
			&core.DateField{Name: "joinedAt", Help: "When the guest first opened the meeting."},
		},
		indexes: []index{
			{"idx_event_guests_email", true, "event, email COLLATE NOCASE", ""},
			{"idx_event_guests_state", false, "event, state, queue, id", ""},
			{"idx_event_guests_queue", false, "event, queue, id", ""},
			{"idx_event_guests_asked", false, "askedAt", "state = 'asked'"},
			{"idx_event_guests_person", false, "person", ""},
		},
	}}
	m.Register(func(app core.App) error { return createTables(app, tables) },
		func(app core.App) error { return deleteTables(app, tables) })
}
