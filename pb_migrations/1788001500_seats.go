package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// Open board seats that members or the office post, and the members who are interested in them.
func init() {
	tables := []collection{
		{
			name: "board_openings",
			fields: []core.Field{
				&core.TextField{Name: "userId", Max: 15,
					Help: "The account of the member who posted it. The office's have none."},
				&core.RelationField{Name: "person", CollectionId: "people", MaxSelect: 1},
				selectField("state", true, "waiting", "open", "declined", "closed", "filled", "withdrawn"),
				lineField("title", 160, true),
				lineField("company", 200, true),
				&core.BoolField{Name: "isConfidential",
					Help: "Members see the sector and the city instead of the company."},
				selectField("sector", true, "financial-services", "technology", "manufacturing", "healthcare",
					"real-estate",
					"energy", "retail-consumer", "pharmaceuticals", "telecommunications", "automotive", "agriculture",
					"media-entertainment", "education", "infrastructure", "other"),
				lineField("city", 80, true),
				selectField("committee", false, "audit", "nomination-remuneration", "risk-management", "stakeholders",
					"csr"),
				&core.BoolField{Name: "isListed"},
				&core.BoolField{Name: "isIndependent"},
				textField("description", 4000, true),
				&core.DateField{Name: "closesAt", Required: true,
					Help: "The end of the last day on which members can show interest."},
				&core.DateField{Name: "openedAt", Help: "When it was first shown to members."},
				&core.DateField{Name: "closedAt"},
				textField("reason", 1000, false),
			},
			indexes: []index{
				{"idx_board_openings_open", false, "closesAt, id", "state = 'open'"},
				{"idx_board_openings_createdAt", false, "createdAt, id", ""},
				{"idx_board_openings_closesAt", false, "closesAt, id", ""},
				{"idx_board_openings_state", false, "state, createdAt, id", ""},
				{"idx_board_openings_openedAt", false, "openedAt", "openedAt != ''"},
				{"idx_board_openings_person", false, "person, createdAt, id", ""},
				{"idx_board_openings_userId", false, "userId", ""},
			},
		},
		{
			name: "opening_interests",
			fields: []core.Field{
				&core.RelationField{Name: "opening", CascadeDelete: true, CollectionId: "board_openings", MaxSelect: 1,
					Required: true},
				lineField("userId", 15, true),
				&core.RelationField{Name: "person", CollectionId: "people", MaxSelect: 1},
				selectField("state", true, "sent", "withdrawn", "interviewed", "appointed", "not-appointed"),
				textField("note", 1000, false),
				&core.DateField{Name: "sentAt", Required: true},
				&core.DateField{Name: "interviewedAt"},
				&core.DateField{Name: "decidedAt", Help: "When the member was appointed or not."},
			},
			indexes: []index{
				{"idx_opening_interests_opening", true, "opening, userId", ""},
				{"idx_opening_interests_person", false, "person, sentAt, id", ""},
				{"idx_opening_interests_userId", false, "userId", ""},
				{"idx_opening_interests_sentAt", false, "sentAt", ""},
				{"idx_opening_interests_interviewedAt", false, "interviewedAt", "interviewedAt != ''"},
				{"idx_opening_interests_appointedAt", false, "decidedAt", "state = 'appointed'"},
			},
		},
	}
	m.Register(func(app core.App) error { return createTables(app, tables) },
		func(app core.App) error { return deleteTables(app, tables) })
}
