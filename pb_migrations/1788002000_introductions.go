package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// Introductions between two members, and the messages of their conversations.
func init() {
	person := func(name string) core.Field {
		return &core.RelationField{Name: name, CascadeDelete: true, CollectionId: "people", MaxSelect: 1,
			Required: true}
	}
	answer := func(name string) core.Field { return selectField(name, true, "pending", "agreed", "declined") }
	tables := []collection{
		{
			name: "introductions",
			fields: []core.Field{
				person("person"),
				person("other"),
				&core.BoolField{Name: "isOffices",
					Help: "The office has suggested it. Otherwise the person has asked the other."},
				textField("reason", 1000, true),
				selectField("state", true, "waiting", "open", "withdrawn", "closed"),
				answer("personAnswer"),
				answer("otherAnswer"),
				&core.DateField{Name: "sentAt", Required: true},
				&core.DateField{Name: "expiresAt", Required: true},
				&core.DateField{Name: "openedAt", Help: "When both had agreed."},
				&core.DateField{Name: "endedAt", Help: "When it was withdrawn or closed."},
				&core.DateField{Name: "lastMessageAt"},
			},
			indexes: []index{
				{"idx_introductions_person", false, "person, sentAt, id", ""},
				{"idx_introductions_other", false, "other, sentAt, id", ""},
				{"idx_introductions_sentAt", false, "sentAt, id", ""},
				{"idx_introductions_state", false, "state, sentAt, id", ""},
				{"idx_introductions_expiresAt", false, "expiresAt", "openedAt = ''"},
				{"idx_introductions_endedAt", false, "endedAt", "state = 'closed'"},
			},
		},
		{
			name: "introduction_messages",
			fields: []core.Field{
				&core.RelationField{Name: "introduction", CascadeDelete: true, CollectionId: "introductions",
					MaxSelect: 1, Required: true},
				person("person"),
				textField("text", 4000, true),
				&core.DateField{Name: "sentAt", Required: true},
			},
			indexes: []index{
				{"idx_introduction_messages_introduction", false, "introduction, sentAt, id", ""},
				{"idx_introduction_messages_person", false, "person", ""},
			},
		},
	}
	m.Register(func(app core.App) error { return createTables(app, tables) },
		func(app core.App) error { return deleteTables(app, tables) })
}
