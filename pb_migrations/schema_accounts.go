package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
)

func accountsSchema() []collection {
	return []collection{
		{
			name:      "users",
			configure: configureUsers,
			fields: []core.Field{
				lineField("name", 120, true),
				lineField("phone", 18, false),
				lineField("location", 160, false),
				&core.PasswordField{Name: "pin", Hidden: true, Pattern: `^\d{4}$`},
				&core.NumberField{
					Name:   "pinFailures",
					Help:   "Wrong PINs in a row. After 5, the PIN is locked until a sign-in by password.",
					Hidden: true, OnlyInt: true,
				},
				&core.TextField{Name: "resetToken", Help: "SHA-256 of the newest reset token.", Hidden: true, Max: 64},
				&core.DateField{Name: "resetTokenExpiry", Hidden: true},
				selectField("requestType", true, "enquiry", "membership"),
				selectField("source", true, "user", "legacy"),
				&core.BoolField{Name: "isAdmin", Help: "May use the console."},
				&core.BoolField{Name: "isActive", Help: "Off: the account cannot sign in, and its sessions end."},
				&core.BoolField{Name: "awaitsPassword", Help: "Imported from a list; no password was ever set."},
				&core.DateField{Name: "invitedAt", Help: "When an email invited the member to set a password."},
				&core.JSONField{
					Name: "pinFailureTimes",
					Help: "The times of wrong PINs in thirty days. After 10, the PIN is removed.", Hidden: true,
					MaxSize: 1024,
				},
				lineField("company", 200, false),
				lineField("designation", 160, false),
				&core.TextField{Name: "din", Max: 8, Pattern: `^\d{8}$`},
				textField("biography", 1200, false),
				&core.EmailField{Name: "newEmail", Help: "A new address that is not confirmed yet.", Hidden: true},
				&core.TextField{Name: "newEmailToken", Help: "SHA-256 of the link's token.", Hidden: true, Max: 64},
				&core.DateField{Name: "newEmailExpiry", Hidden: true},
				&core.TextField{
					Name: "totpSecret", Help: "The second factor, encrypted with the key file.", Hidden: true,
					Max: 300,
				},
				&core.TextField{
					Name: "totpPending", Help: "A second factor that no code has confirmed yet, encrypted.",
					Hidden: true, Max: 300,
				},
				&core.NumberField{
					Name: "totpStep", Help: "The newest time step whose code was used. A code works once.",
					Hidden: true, OnlyInt: true,
				},
				&core.DateField{Name: "totpSince"},
				&core.JSONField{
					Name: "recoveryCodes", Help: "Hashes of the unused recovery codes.", Hidden: true, MaxSize: 4096,
				},
				&core.FileField{
					Name: "portrait", MaxSelect: 1, MaxSize: 4194304, MimeTypes: []string{"image/jpeg", "image/png"},
					Protected: true,
				},
				&core.JSONField{Name: "boards", MaxSize: 65536},
			},
			indexes: []index{
				{"idx_users_email_nocase", true, "email COLLATE NOCASE", ""},
				{"idx_users_resetToken", false, "resetToken", "resetToken != ''"},
				{"idx_users_requestType", false, "requestType, createdAt", ""},
				{"idx_users_createdAt", false, "createdAt, id", ""},
				{"idx_users_signups", false, "createdAt, id", "source = 'user'"},
				{"idx_users_name", false, "name COLLATE NOCASE, id", ""},
				{"idx_users_location", false, "location COLLATE NOCASE, id", ""},
				{"idx_users_isAdmin", false, "email, id", "isAdmin"},
				{"idx_users_phone", false, "phone, id", ""},
				{"idx_users_source", false, "source COLLATE NOCASE, id", ""},
				{"idx_users_requestTypeOrder", false, "requestType, id", ""},
				{"idx_users_email_exact", false, "email, id", ""},
				{"idx_users_newEmailToken", false, "newEmailToken", "newEmailToken != ''"},
			},
		},
		{
			name:      "admins",
			configure: configureAdmins,
			fields: []core.Field{
				&core.TextField{
					Name: "username", Max: 60, Min: 2, Pattern: "^[a-z0-9][a-z0-9._-]*$", Presentable: true,
					Required: true,
				},
				&core.BoolField{Name: "isActive", Help: "Off: the account cannot sign in, and its sessions end."},
				&core.DateField{Name: "lastSignIn"},
				&core.DateField{Name: "invitedAt", Help: "Set until the invited admin has chosen a password."},
				&core.TextField{
					Name: "inviteToken", Help: "SHA-256 of the newest invitation's token.", Hidden: true, Max: 64,
				},
				&core.DateField{Name: "inviteExpiry"},
				&core.TextField{
					Name: "totpSecret", Help: "The second factor, encrypted with the key file.", Hidden: true,
					Max: 300,
				},
				&core.TextField{
					Name: "totpPending", Help: "A second factor that no code has confirmed yet, encrypted.",
					Hidden: true, Max: 300,
				},
				&core.NumberField{
					Name: "totpStep", Help: "The newest time step whose code was used. A code works once.",
					Hidden: true, OnlyInt: true,
				},
				&core.DateField{Name: "totpSince"},
				&core.JSONField{
					Name: "recoveryCodes", Help: "Hashes of the unused recovery codes.", Hidden: true, MaxSize: 4096,
				},
				selectField("role", true, "owner", "office", "reviewer", "accountant", "editor"),
			},
			indexes: []index{
				{"idx_admins_username", true, "username COLLATE NOCASE", ""},
				{"idx_admins_inviteToken", false, "inviteToken", "inviteToken != ''"},
			},
		},
		{
			name: "sign_in_throttles",
			fields: []core.Field{
				&core.TextField{
					Name: "key", Help: "SHA-256 of the account and the address, or of the address.", Max: 64,
					Required: true,
				},
				integerField("failures"),
				&core.DateField{Name: "blockedUntil"},
			},
			indexes: []index{
				{"idx_sign_in_throttles_key", true, "key", ""},
				{"idx_sign_in_throttles_updatedAt", false, "updatedAt", ""},
			},
		},
		{
			name: "sessions",
			fields: []core.Field{
				selectField("collection", true, "users", "admins"),
				lineField("account", 15, true),
				lineField("address", 60, false),
				lineField("device", 60, false),
				&core.DateField{
					Name: "lastSeenAt", Help: "Accurate to a minute for admins, to an hour for members.",
					Required: true,
				},
				&core.DateField{Name: "expiresAt", Required: true},
			},
			indexes: []index{
				{"idx_sessions_account", false, "account, collection, lastSeenAt DESC, id", ""},
				{"idx_sessions_expiresAt", false, "expiresAt", ""},
			},
		},
		{
			name: "passkeys",
			fields: []core.Field{
				selectField("collection", true, "users", "admins"),
				lineField("account", 15, true),
				lineField("name", 60, true),
				&core.TextField{
					Name: "handle", Help: "The account's random user handle.", Hidden: true, Max: 60, Required: true,
				},
				&core.TextField{Name: "credentialId", Hidden: true, Max: 1400, Required: true},
				&core.JSONField{
					Name: "credential", Help: "The public key, its flags and its counter.", Hidden: true,
					MaxSize: 16384, Required: true,
				},
				&core.DateField{Name: "lastUsedAt"},
			},
			indexes: []index{
				{"idx_passkeys_credentialId", true, "credentialId", ""},
				{"idx_passkeys_account", false, "account, collection, createdAt", ""},
				{"idx_passkeys_handle", false, "handle", ""},
			},
		},
		{
			name: "passkey_ceremonies",
			fields: []core.Field{
				&core.TextField{
					Name:     "tokenHash",
					Help:     "SHA-256 of the cookie.",
					Hidden:   true,
					Max:      64,
					Required: true,
				},
				lineField("purpose", 60, true),
				&core.JSONField{Name: "session", Hidden: true, MaxSize: 8192, Required: true},
				&core.DateField{Name: "expiresAt", Required: true},
			},
			indexes: []index{
				{"idx_passkey_ceremonies_tokenHash", true, "tokenHash", ""},
				{"idx_passkey_ceremonies_expiresAt", false, "expiresAt", ""},
			},
		},
		{
			name: "account_merges",
			fields: []core.Field{
				lineField("keptId", 15, true),
				lineField("goneId", 15, true),
				lineField("goneEmail", 254, true),
				lineField("actor", 254, false),
				&core.JSONField{Name: "moved", Help: "The ids of the moved records, by collection.", MaxSize: 1048576},
				&core.BoolField{Name: "wasActive", Help: "Whether the merged account could sign in before."},
				&core.DateField{Name: "at", Required: true},
				&core.DateField{Name: "undoneAt"},
			},
			indexes: []index{
				{"idx_account_merges_keptId", false, "keptId, at", ""},
				{"idx_account_merges_goneId", true, "goneId", "undoneAt = ''"},
			},
		},
		{
			name: "former_emails",
			fields: []core.Field{
				textField("userId", 15, true),
				&core.EmailField{Name: "formerEmail", Hidden: true, Required: true},
				&core.DateField{Name: "changedAt", Required: true},
			},
			indexes: []index{
				{"idx_former_emails_userId", false, "userId, changedAt", ""},
			},
		},
	}
}
