package pb_migrations

import (
	"fmt"

	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// Reports of members about profiles, comments and board seats. The first table of this name was never used, and its
// subjects and decisions were others.
func init() {
	m.Register(func(app core.App) error { return replaceReports(app, reportsTable()) },
		func(app core.App) error {
			tables := directoryTables()
			return replaceReports(app, tables[len(tables)-1])
		})
}

func replaceReports(app core.App, table collection) error {
	old, err := app.FindCollectionByNameOrId(table.name)
	if err != nil {
		return err
	}
	if err := app.Delete(old); err != nil {
		return fmt.Errorf("delete the former %s: %w", table.name, err)
	}
	return table.create(app)
}

func reportsTable() collection {
	person := func(name string) core.Field {
		return &core.RelationField{Name: name, CollectionId: "people", MaxSelect: 1}
	}
	// The dashboard cannot filter by the name of a hidden field in any table, so these names occur only here.
	hidden := func(name string, maxLength int, help string) core.Field {
		return &core.TextField{Name: name, Max: maxLength, Hidden: true, Help: help}
	}
	return collection{
		name: "reports",
		fields: []core.Field{
			person("person"),
			person("other"),
			lineField("userId", 15, true),
			lineField("reporterName", 120, false),
			lineField("otherName", 120, false),
			lineField("subject", 40, true),
			lineField("subjectId", 15, true),
			lineField("parentId", 15, false),
			&core.TextField{Name: "reportedTitle", Max: 300, Hidden: true},
			hidden("reportedText", 20000, "What the reporter saw."),
			selectField("reason", true, "false-information", "impersonation", "spam", "harassment", "danger",
				"intimate-image", "other"),
			hidden("reporterDetails", 2000, "What the reporter says about it."),
			selectField("state", true, "open", "decided", "reversed"),
			&core.DateField{Name: "decideBy", Required: true},
			selectField("decision", false, "none", "content-removed", "person-warned", "membership-review"),
			hidden("decisionNote", 2000, "Why the office has decided so."),
			hidden("decisionMessage", 1000, "What the office has told the reported person."),
			&core.DateField{Name: "decidedAt"},
			lineField("decidedBy", 254, false),
		},
		indexes: []index{
			{"idx_reports_open", true, "person, subject, subjectId", "state = 'open'"},
			{"idx_reports_state", false, "state, decideBy, id", ""},
			{"idx_reports_decideBy", false, "decideBy, id", ""},
			{"idx_reports_createdAt", false, "createdAt, id", ""},
			{"idx_reports_person", false, "person", ""},
			{"idx_reports_other", false, "other, createdAt, id", ""},
		},
	}
}
