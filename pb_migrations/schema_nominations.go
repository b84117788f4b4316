package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
)

func nominationsSchema() []collection {
	return []collection{
		{
			name:      "registrations",
			idPattern: "[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}",
			fields: []core.Field{
				&core.RelationField{Name: "userId", CollectionId: "users", MaxSelect: 1},
				lineField("name", 120, true),
				&core.EmailField{Name: "email", Required: true},
				lineField("phone", 32, true),
				lineField("city", 80, false),
				lineField("state", 80, false),
				lineField("country", 80, false),
				&core.URLField{Name: "linkedinUrl"},
				lineField("currentDesignation", 160, true),
				lineField("companyName", 200, true),
				selectField(
					"industry", true, "financial-services", "technology", "manufacturing", "healthcare",
					"real-estate", "energy", "retail-consumer", "pharmaceuticals", "telecommunications",
					"automotive", "agriculture", "media-entertainment", "education", "infrastructure", "other",
				),
				selectField("yearsOfExperience", true, "0-1", "1-3", "3-5", "5-10", "10+"),
				selectField("directorType", true, "executive", "independent", "non-executive", "advisory",
					"chairperson"),
				textField("currentBoards", 2000, true),
				selectField("numberOfBoards", true, "1", "2", "3", "4", "5+"),
				textField("previousBoardExperience", 4000, false),
				&core.SelectField{Name: "areasOfExpertise", MaxSelect: 12, Values: []string{
					"finance", "strategy", "technology", "hr", "operations", "marketing", "risk-management",
					"legal-compliance", "sustainability", "international", "innovation", "governance",
				}},
				selectField(
					"howDidYouHear", true, "existing-member", "linkedin", "industry-event", "business-network",
					"board-directory", "professional-association", "media-article", "search-engine", "other",
				),
				textField("whyInterested", 4000, true),
				selectField("preferredMeetingFormat", true, "in-person", "virtual", "hybrid"),
				&core.BoolField{Name: "agreeTerms", Required: true},
				selectField(
					"status", false, "submitted", "in_review", "info_requested", "approved", "declined", "withdrawn",
				),
				&core.NumberField{Name: "reviewVersion", Help: "How many steps the review has taken.", OnlyInt: true},
				&core.DateField{Name: "dueAt", Help: "The deadline for answering the applicant."},
				&core.DateField{
					Name: "pausedAt",
					Help: "When we asked the applicant a question. Since then the 48-hour clock is paused.",
				},
				&core.DateField{Name: "decidedAt"},
			},
			indexes: []index{
				{"idx_registrations_email", true, "email COLLATE NOCASE", ""},
				{"idx_registrations_userId", false, "userId", "userId != ''"},
				{"idx_registrations_createdAt", false, "createdAt, id", ""},
				{"idx_registrations_name", false, "name COLLATE NOCASE, id", ""},
				{"idx_registrations_companyName", false, "companyName COLLATE NOCASE, id", ""},
				{"idx_registrations_directorType", false, "directorType, id", ""},
				{"idx_registrations_yearsOfExperience", false, "yearsOfExperience, id", ""},
				{"idx_registrations_due", false, "iif(pausedAt = '', dueAt, '9999'), id", ""},
				{"idx_registrations_open_due", false, "iif(pausedAt = '', dueAt, '9999'), id", "decidedAt = ''"},
				{"idx_registrations_open_createdAt", false, "createdAt, id", "decidedAt = ''"},
				{"idx_registrations_open_name", false, "name COLLATE NOCASE, id", "decidedAt = ''"},
				{"idx_registrations_status_due", false, "status, iif(pausedAt = '', dueAt, '9999'), id", ""},
				{"idx_registrations_status_createdAt", false, "status, createdAt, id", ""},
				{"idx_registrations_status_name", false, "status, name COLLATE NOCASE, id", ""},
				{"idx_registrations_pausedAt", false, "pausedAt, id", "pausedAt != ''"},
			},
		},
		{
			name: "draft_registrations",
			fields: []core.Field{
				&core.TextField{
					Name: "tokenHash", Help: "SHA-256 of the visitor's draft cookie.", Hidden: true, Max: 64,
					Required: true,
				},
				lineField("email", 254, false),
				&core.JSONField{Name: "formData", MaxSize: 65536},
				&core.DateField{Name: "lastSaved", Required: true},
				&core.TextField{
					Name: "network", Help: "A hash of the network from which it was started.", Hidden: true, Max: 64,
				},
			},
			indexes: []index{
				{"idx_draft_registrations_tokenHash", true, "tokenHash", ""},
				{"idx_draft_registrations_lastSaved", false, "lastSaved, id", ""},
				{"idx_draft_registrations_email", false, "email COLLATE NOCASE, id", ""},
				{"idx_draft_registrations_network", false, "network, lastSaved", ""},
			},
		},
		{
			name: "review_steps",
			fields: []core.Field{
				&core.RelationField{
					Name: "nomination", CascadeDelete: true, CollectionId: "registrations", MaxSelect: 1,
					Required: true,
				},
				selectField("actorKind", true, "admin", "member", "staff", "applicant"),
				lineField("actorId", 15, false),
				lineField("actor", 254, true),
				&core.DateField{Name: "at", Required: true},
				selectField(
					"step", true, "take", "ask", "answer", "resume", "approve", "decline", "amend", "withdraw",
					"reopen",
				),
				selectField("was", true, "submitted", "in_review", "info_requested", "approved", "declined",
					"withdrawn"),
				selectField(
					"becomes", true, "submitted", "in_review", "info_requested", "approved", "declined", "withdrawn",
				),
				&core.NumberField{Name: "version", OnlyInt: true, Required: true},
				textField("why", 2000, false),
				textField("words", 2000, false),
				&core.BoolField{Name: "mailed", Help: "An email was sent to the applicant."},
			},
			indexes: []index{
				{"idx_review_steps_version", true, "nomination, version", ""},
			},
		},
		{
			name: "review_notes",
			fields: []core.Field{
				&core.RelationField{
					Name: "nomination", CascadeDelete: true, CollectionId: "registrations", MaxSelect: 1,
					Required: true,
				},
				selectField("actorKind", true, "admin", "member", "staff"),
				lineField("actorId", 15, true),
				lineField("actor", 254, true),
				&core.DateField{Name: "at", Required: true},
				textField("text", 4000, true),
			},
			indexes: []index{
				{"idx_review_notes_nomination", false, "nomination, at, id", ""},
			},
		},
		{
			name: "review_votes",
			fields: []core.Field{
				&core.RelationField{
					Name: "nomination", CascadeDelete: true, CollectionId: "registrations", MaxSelect: 1,
					Required: true,
				},
				selectField("actorKind", true, "admin", "member", "staff"),
				lineField("actorId", 15, true),
				lineField("actor", 254, true),
				&core.DateField{Name: "at", Required: true},
				selectField("vote", true, "yes", "no", "abstain"),
			},
			indexes: []index{
				{"idx_review_votes_voter", true, "nomination, actorKind, actorId", ""},
			},
		},
		{
			name: "board_seats",
			fields: []core.Field{
				&core.RelationField{
					Name: "nomination", CascadeDelete: true, CollectionId: "registrations", MaxSelect: 1,
					Required: true,
				},
				selectField("actorKind", true, "admin", "member", "staff"),
				lineField("actorId", 15, true),
				lineField("actor", 254, true),
				&core.DateField{Name: "at", Required: true},
				lineField("company", 200, true),
				lineField("cin", 21, false),
				lineField("din", 8, false),
				lineField("evidenceUrl", 500, false),
				&core.FileField{
					Name: "evidence", MaxSelect: 1, MaxSize: 8388608,
					MimeTypes: []string{"application/pdf", "image/jpeg", "image/png"}, Protected: true,
				},
				lineField("evidenceName", 120, false),
				selectField("result", false, "confirmed", "doubtful", "not_found"),
				textField("note", 2000, false),
				lineField("checkedBy", 254, false),
				&core.DateField{Name: "checkedAt"},
			},
			indexes: []index{
				{"idx_board_seats_nomination", false, "nomination, at, id", ""},
			},
		},
		{
			name: "review_conflicts",
			fields: []core.Field{
				&core.RelationField{
					Name: "nomination", CascadeDelete: true, CollectionId: "registrations", MaxSelect: 1,
					Required: true,
				},
				selectField("actorKind", true, "admin", "member", "staff"),
				lineField("actorId", 15, true),
				lineField("actor", 254, true),
				&core.DateField{Name: "at", Required: true},
				textField("declared", 2000, false),
				textField("found", 2000, false),
			},
			indexes: []index{
				{"idx_review_conflicts_nomination", true, "nomination", ""},
			},
		},
		{
			name: "review_referees",
			fields: []core.Field{
				&core.RelationField{
					Name: "nomination", CascadeDelete: true, CollectionId: "registrations", MaxSelect: 1,
					Required: true,
				},
				selectField("actorKind", true, "admin", "member", "staff"),
				lineField("actorId", 15, true),
				lineField("actor", 254, true),
				&core.DateField{Name: "at", Required: true},
				lineField("name", 120, true),
				lineField("relation", 160, false),
				lineField("contact", 254, false),
				textField("said", 4000, false),
				lineField("heardOn", 10, false),
			},
			indexes: []index{
				{"idx_review_referees_nomination", false, "nomination, at, id", ""},
			},
		},
	}
}
