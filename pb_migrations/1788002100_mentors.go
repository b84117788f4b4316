package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// Members who offer to mentor, mentorships, and what both people tell the office about them.
func init() {
	person := func(name string) core.Field {
		return &core.RelationField{Name: name, CascadeDelete: true, CollectionId: "people", MaxSelect: 1,
			Required: true}
	}
	tables := []collection{
		{
			name: "mentor_offers",
			fields: []core.Field{
				person("person"),
				integerField("capacity"),
				&core.BoolField{Name: "isPaused"},
			},
			indexes: []index{
				{"idx_mentor_offers_person", true, "person", ""},
				{"idx_mentor_offers_open", false, "person, capacity", "isPaused = FALSE"},
			},
		},
		{
			name: "mentorships",
			fields: []core.Field{
				person("mentor"),
				person("mentee"),
				selectField("topic", true, "finance", "strategy", "technology", "hr", "operations", "marketing",
					"risk-management", "legal-compliance", "sustainability", "international", "innovation",
					"governance"),
				textField("note", 1000, true),
				selectField("state", true, "waiting", "active", "withdrawn", "released", "ended"),
				&core.BoolField{Name: "isDeclined", Help: "The mentor has declined. The mentee does not see this."},
				&core.DateField{Name: "askedAt", Required: true},
				&core.DateField{Name: "expiresAt", Required: true},
				&core.DateField{Name: "nudgedAt"},
				&core.DateField{Name: "startedAt"},
				&core.DateField{Name: "endedAt"},
				integerField("checkIns"),
			},
			indexes: []index{
				{"idx_mentorships_mentor", false, "mentor, state, askedAt, id", ""},
				{"idx_mentorships_mentee", false, "mentee, askedAt, id", ""},
				{"idx_mentorships_waiting", false, "askedAt, id", "state = 'waiting'"},
				{"idx_mentorships_active", false, "startedAt, id", "state = 'active'"},
			},
		},
		{
			name: "mentor_check_ins",
			fields: []core.Field{
				&core.RelationField{Name: "mentorship", CascadeDelete: true, CollectionId: "mentorships", MaxSelect: 1,
					Required: true},
				person("person"),
				selectField("answer", true, "well", "not-well", "ended"),
				textField("note", 1000, false),
				&core.DateField{Name: "answeredAt", Required: true},
			},
			indexes: []index{
				{"idx_mentor_check_ins_mentorship", false, "mentorship, person, answeredAt", ""},
				{"idx_mentor_check_ins_person", false, "person", ""},
				{"idx_mentor_check_ins_not_well", false, "answeredAt, id", "answer = 'not-well'"},
			},
		},
	}
	m.Register(func(app core.App) error { return createTables(app, tables) },
		func(app core.App) error { return deleteTables(app, tables) })
}
