package pb_migrations

import (
	"fmt"

	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// The members' directory: profiles, the consents to publish them, blocks, vouches, reports, and which profiles a member
// has opened.
func init() {
	m.Register(createDirectory, func(app core.App) error { return deleteTables(app, directoryTables()) })
}

// consentsAreAppendOnly protects the proof of a consent. A merge of two people may still change the person.
var consentsAreAppendOnly = []string{
	`CREATE TRIGGER consents_refuse_update BEFORE UPDATE ON consents
		WHEN new.purpose IS NOT old.purpose OR new.wording IS NOT old.wording OR new.language IS NOT old.language
			OR new.isGiven IS NOT old.isGiven OR new.at IS NOT old.at OR new.source IS NOT old.source
		BEGIN SELECT RAISE(ABORT, 'consents cannot be edited'); END`,
	`CREATE TRIGGER consents_refuse_delete BEFORE DELETE ON consents
		BEGIN SELECT RAISE(ABORT, 'consents cannot be deleted'); END`,
}

func createDirectory(app core.App) error {
	if err := createTables(app, directoryTables()); err != nil {
		return err
	}
	for _, statement := range consentsAreAppendOnly {
		if _, err := app.NonconcurrentDB().NewQuery(statement).Execute(); err != nil {
			return fmt.Errorf("%s: %w", statement, err)
		}
	}
	return nil
}

func directoryTables() []collection {
	person := func(name string) core.Field {
		return &core.RelationField{Name: name, CascadeDelete: true, CollectionId: "people", MaxSelect: 1,
			Required: true}
	}
	choices := func(name string, values ...string) core.Field {
		return &core.SelectField{Name: name, MaxSelect: len(values), Values: values}
	}
	visibility := func(name string) core.Field { return selectField(name, true, "members", "introduced", "nobody") }
	return []collection{
		{
			name: "profiles",
			fields: []core.Field{
				&core.RelationField{Name: "userId", CascadeDelete: true, CollectionId: "users", MaxSelect: 1,
					Required: true},
				&core.RelationField{Name: "person", CollectionId: "people", MaxSelect: 1},
				selectField("state", true, "draft", "published", "suspended"),
				lineField("city", 80, false),
				choices("sectors", "financial-services", "technology", "manufacturing", "healthcare", "real-estate",
					"energy", "retail-consumer", "pharmaceuticals", "telecommunications", "automotive", "agriculture",
					"media-entertainment", "education", "infrastructure", "other"),
				choices("languages", "en", "hi", "as", "bn", "gu", "kn", "ml", "mr", "or", "pa", "ta", "te", "ur", "fr",
					"de", "es", "zh", "ja", "ar"),
				choices("canHelpWith", "finance", "strategy", "technology", "hr", "operations", "marketing",
					"risk-management", "legal-compliance", "sustainability", "international", "innovation",
					"governance"),
				textField("lookingFor", 400, false),
				lineField("linkedin", 300, false),
				visibility("emailVisibility"),
				visibility("phoneVisibility"),
				visibility("linkedinVisibility"),
				&core.DateField{Name: "publishedAt"},
				&core.TextField{Name: "name", Max: 120,
					Help: "The name in the account, by which the directory is sorted."},
				&core.TextField{Name: "searchText", Max: 12000, Hidden: true, Help: "What a search looks into."},
				&core.BoolField{Name: "isListed", Help: "Published, with an active account and a membership."},
				&core.DateField{Name: "listedUntil", Help: "When the membership ends, with its days of grace."},
			},
			indexes: []index{
				{"idx_profiles_userId", true, "userId", ""},
				{"idx_profiles_person", false, "person", ""},
				{"idx_profiles_name", false, "name COLLATE NOCASE, id, listedUntil, person", "isListed = TRUE"},
				{"idx_profiles_publishedAt", false, "publishedAt, id, listedUntil, person", "isListed = TRUE"},
				{"idx_profiles_listedUntil", false, "listedUntil, id", "state = 'published'"},
			},
		},
		{
			name: "consents",
			fields: []core.Field{
				&core.RelationField{Name: "person", CollectionId: "people", MaxSelect: 1},
				selectField("purpose", true, "directory"),
				lineField("wording", 40, true),
				lineField("language", 10, true),
				&core.BoolField{Name: "isGiven", Help: "False for a withdrawal."},
				&core.DateField{Name: "at", Required: true},
				selectField("source", true, "member", "office"),
			},
			indexes: []index{{"idx_consents_person", false, "person, purpose, at", ""}},
		},
		{
			name: "blocks",
			fields: []core.Field{
				person("person"),
				person("other"),
				&core.TextField{Name: "name", Max: 120, Help: "The blocked person's name at the time of the block."},
			},
			indexes: []index{
				{"idx_blocks_person", true, "person, other", ""},
				{"idx_blocks_other", false, "other, person", ""},
			},
		},
		{
			name: "vouches",
			fields: []core.Field{
				person("person"),
				person("other"),
				lineField("text", 160, true),
				selectField("state", true, "waiting", "approved", "declined", "withdrawn", "removed"),
				&core.DateField{Name: "decidedAt", Help: "When the person approved or declined it."},
				&core.DateField{Name: "endedAt", Help: "When it was declined, withdrawn or removed."},
			},
			indexes: []index{
				{"idx_vouches_person", true, "person, other", "endedAt = ''"},
				{"idx_vouches_given", false, "person, createdAt, id", ""},
				{"idx_vouches_other", false, "other, state, createdAt, id", ""},
			},
		},
		{
			name: "profile_views",
			fields: []core.Field{
				person("person"),
				person("other"),
				lineField("day", 10, true),
				&core.DateField{Name: "contactsAt", Help: "When the contacts were shown."},
			},
			indexes: []index{
				{"idx_profile_views_person", true, "person, day, other", ""},
				{"idx_profile_views_other", false, "other", ""},
				{"idx_profile_views_day", false, "day, id", ""},
			},
		},
		{
			name: "reports",
			fields: []core.Field{
				&core.RelationField{Name: "person", CollectionId: "people", MaxSelect: 1},
				&core.RelationField{Name: "other", CollectionId: "people", MaxSelect: 1},
				lineField("reporterName", 120, false),
				lineField("otherName", 120, false),
				selectField("subject", true, "profile", "vouch"),
				lineField("subjectId", 15, false),
				&core.JSONField{Name: "snapshot", MaxSize: 65536, Help: "What the reporter saw."},
				selectField("reason", true, "false-information", "impersonation", "spam", "harassment", "danger",
					"intimate-image", "other"),
				textField("details", 2000, false),
				selectField("state", true, "new", "acknowledged", "upheld", "dismissed"),
				&core.DateField{Name: "acknowledgeBy", Required: true},
				&core.DateField{Name: "decideBy", Required: true},
				&core.DateField{Name: "acknowledgedAt"},
				&core.DateField{Name: "decidedAt"},
				selectField("action", false, "none", "suspend", "remove-vouch"),
				textField("note", 2000, false),
				lineField("decidedBy", 254, false),
				&core.JSONField{Name: "handlers", MaxSize: 4096, Help: "The admins who work on the report."},
			},
			indexes: []index{
				{"idx_reports_open", false, "decideBy, id", "decidedAt = ''"},
				{"idx_reports_decideBy", false, "decideBy, id", ""},
				{"idx_reports_createdAt", false, "createdAt, id", ""},
				{"idx_reports_person", false, "person, createdAt", ""},
				{"idx_reports_other", false, "other, createdAt", ""},
			},
		},
	}
}
