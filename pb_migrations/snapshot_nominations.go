package pb_migrations

import "github.com/pocketbase/pocketbase/core"

const uuidPattern = `^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`

func createRegistrations(app core.App) error {
	registrations := core.NewBaseCollection("registrations")
	registrations.Fields.RemoveByName(core.FieldNameId)
	registrations.Fields.Add(
		&core.TextField{
			Name: core.FieldNameId, System: true, Required: true, PrimaryKey: true, Min: 36, Max: 36,
			Pattern:             uuidPattern,
			AutogeneratePattern: `[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}`,
		},
		&core.RelationField{Name: "userId", CollectionId: "_pb_users_auth_", MaxSelect: 1},
		lineField("name", 120, true),
		&core.EmailField{Name: "email", Required: true},
		lineField("phone", 32, true),
		lineField("city", 80, false),
		lineField("state", 80, false),
		lineField("country", 80, false),
		&core.URLField{Name: "linkedinUrl"},
		lineField("currentDesignation", 160, true),
		lineField("companyName", 200, true),
		selectField("industry", true, "financial-services", "technology", "manufacturing", "healthcare", "real-estate",
			"energy", "retail-consumer", "pharmaceuticals", "telecommunications", "automotive", "agriculture",
			"media-entertainment", "education", "infrastructure", "other"),
		selectField("yearsOfExperience", true, "0-1", "1-3", "3-5", "5-10", "10+"),
		selectField("directorType", true, "executive", "independent", "non-executive", "advisory", "chairperson"),
		textField("currentBoards", 2000, true),
		selectField("numberOfBoards", true, "1", "2", "3", "4", "5+"),
		textField("previousBoardExperience", 4000, false),
		&core.SelectField{Name: "areasOfExpertise", MaxSelect: 12, Values: []string{"finance", "strategy", "technology",
			"hr", "operations", "marketing", "risk-management", "legal-compliance", "sustainability", "international",
			"innovation", "governance"}},
		selectField("howDidYouHear", true, "existing-member", "linkedin", "industry-event", "business-network",
			"board-directory", "professional-association", "media-article", "search-engine", "other"),
		textField("whyInterested", 4000, true),
		selectField("preferredMeetingFormat", true, "in-person", "virtual", "hybrid"),
		&core.BoolField{Name: "agreeTerms", Required: true},
	)
	registrations.AddIndex("idx_registrations_email", true, "email COLLATE NOCASE", "")
	registrations.AddIndex("idx_registrations_createdAt", false, "createdAt", "")
	registrations.AddIndex("idx_registrations_userId", false, "userId", "userId != ''")
	return saveCollection(app, registrations)
}

func createDraftRegistrations(app core.App) error {
	drafts := core.NewBaseCollection("draft_registrations")
	drafts.Fields.Add(
		&core.TextField{Name: "tokenHash", Max: 64, Hidden: true, Required: true, Help: "SHA-256 of the visitor's draft cookie."},
		lineField("email", 254, false),
		&core.JSONField{Name: "formData", MaxSize: 64 << 10},
		&core.DateField{Name: "lastSaved", Required: true},
	)
	drafts.AddIndex("idx_draft_registrations_tokenHash", true, "tokenHash", "")
	drafts.AddIndex("idx_draft_registrations_lastSaved", false, "lastSaved", "")
	return saveCollection(app, drafts)
}
