package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
)

func peopleSchema() []collection {
	return []collection{
		{
			name: "invitations",
			fields: []core.Field{
				&core.RelationField{
					Name: "nomination", CascadeDelete: true, CollectionId: "registrations", MaxSelect: 1,
					Required: true,
				},
				&core.EmailField{Name: "email", Required: true},
				&core.TextField{
					Name: "tokenHash", Help: "SHA-256 of the invitation's token.", Hidden: true, Max: 64,
					Required: true,
				},
				&core.DateField{Name: "sentAt", Required: true},
				&core.DateField{Name: "expiresAt", Required: true},
				&core.DateField{Name: "voidAt", Help: "When a newer invitation replaced it."},
				&core.DateField{Name: "usedAt"},
				&core.RelationField{Name: "usedBy", CollectionId: "users", MaxSelect: 1},
			},
			indexes: []index{
				{"idx_invitations_tokenHash", true, "tokenHash", ""},
				{"idx_invitations_nomination", false, "nomination, sentAt, id", ""},
				{"idx_invitations_standing", true, "nomination", "voidAt = ''"},
				{"idx_invitations_usedBy", false, "usedBy", "usedBy != ''"},
				{"idx_invitations_unused", false, "sentAt, id", "usedAt = '' AND voidAt = ''"},
			},
		},
		{
			name: "legacy_imports",
			fields: []core.Field{
				lineField("fileName", 200, true),
				&core.TextField{Name: "fileHash", Help: "SHA-256 of the file.", Max: 64, Required: true},
				&core.BoolField{Name: "invite", Help: "Each new account is sent an email to set a password."},
				selectField("state", true, "running", "done"),
				integerField("rows"),
				integerField("handled"),
				integerField("created"),
				integerField("existing"),
				integerField("invited"),
				integerField("wrong"),
				&core.JSONField{Name: "problems", MaxSize: 1048576},
				selectField("actorKind", true, "admin", "member", "staff", "command", "nobody"),
				lineField("actorId", 15, false),
				lineField("actor", 254, false),
				lineField("address", 64, false),
				&core.DateField{Name: "finishedAt"},
			},
			indexes: []index{
				{"idx_legacy_imports_createdAt", false, "createdAt, id", ""},
				{"idx_legacy_imports_running", false, "createdAt, id", "state = 'running'"},
				{"idx_legacy_imports_fileHash", false, "fileHash, state", ""},
			},
		},
		{
			name: "legacy_import_files",
			fields: []core.Field{
				&core.RelationField{
					Name: "importId", CascadeDelete: true, CollectionId: "legacy_imports", MaxSelect: 1,
					Required: true,
				},
				&core.TextField{Name: "content", Hidden: true, Max: 6291456},
			},
			indexes: []index{
				{"idx_legacy_import_files_importId", true, "importId", ""},
			},
		},
		{
			name: "person_notes",
			fields: []core.Field{
				lineField("userId", 15, false),
				lineField("email", 254, false),
				textField("text", 4000, true),
				lineField("actorKind", 20, true),
				lineField("actorId", 15, false),
				lineField("actor", 254, false),
			},
			indexes: []index{
				{"idx_person_notes_userId", false, "userId", ""},
				{"idx_person_notes_email", false, "email", ""},
			},
		},
		{
			name: "person_tags",
			fields: []core.Field{
				lineField("userId", 15, false),
				lineField("email", 254, false),
				lineField("tag", 40, true),
			},
			indexes: []index{
				{"idx_person_tags_userId", false, "userId", ""},
				{"idx_person_tags_email", false, "email", ""},
				{"idx_person_tags_tag", false, "tag", ""},
			},
		},
		{
			name: "bulk_actions",
			fields: []core.Field{
				selectField("action", true, "tag", "untag", "deactivate", "reset_link", "proof_link", "write"),
				lineField("tag", 40, false),
				lineField("subject", 150, false),
				textField("words", 8000, false),
				lineField("actorKind", 20, true),
				lineField("actorId", 15, true),
				lineField("actor", 254, false),
				lineField("address", 64, false),
				&core.BoolField{Name: "isOwner", Help: "Whether the admin was an owner."},
				&core.DateField{Name: "at", Required: true},
				&core.DateField{Name: "finishedAt"},
				lineField("undoneBy", 15, false),
				&core.BoolField{Name: "awaitsApproval", Help: "A second admin has to confirm it."},
			},
			indexes: []index{
				{"idx_bulk_actions_at", false, "at", ""},
			},
		},
		{
			name: "bulk_items",
			fields: []core.Field{
				&core.RelationField{
					Name: "bulkAction", CascadeDelete: true, CollectionId: "bulk_actions", MaxSelect: 1,
					Required: true,
				},
				integerField("position"),
				lineField("personId", 40, true),
				lineField("label", 300, false),
				selectField("status", true, "waiting", "done", "failed", "left_out"),
				lineField("reason", 300, false),
			},
			indexes: []index{
				{"idx_bulk_items_status", false, "bulkAction, status, position", ""},
			},
		},
		{
			name: "saved_views",
			fields: []core.Field{
				selectField("list", true, "users", "leads", "paid", "nominations", "transactions"),
				lineField("name", 60, true),
				lineField("query", 2000, false),
				&core.BoolField{Name: "shared", Help: "Whether every admin who may read the list sees the view."},
				lineField("actorKind", 20, true),
				lineField("actorId", 15, true),
				lineField("actor", 254, false),
			},
			indexes: []index{
				{"idx_saved_views_name", true, "list, actorKind, actorId, name COLLATE NOCASE", ""},
				{"idx_saved_views_shared", false, "list", "shared = 1"},
			},
		},
		{
			name: "segments",
			fields: []core.Field{
				lineField("name", 100, true),
				&core.JSONField{Name: "segment", MaxSize: 32768},
				lineField("createdBy", 254, false),
			},
			indexes: []index{
				{"idx_segments_name", true, "name COLLATE NOCASE", ""},
			},
		},
	}
}
