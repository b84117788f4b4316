package pb_migrations

import "github.com/pocketbase/pocketbase/core"

const daySeconds = 24 * 60 * 60

func createUsers(app core.App) error {
	users, err := app.FindCollectionByNameOrId("users")
	if err != nil {
		return err
	}
	// PocketBase's default fields; name comes back below with our own rule.
	for _, name := range []string{"name", "avatar", "created", "updated"} {
		users.Fields.RemoveByName(name)
	}
	users.PasswordAuth.Enabled = false
	users.PasswordAuth.IdentityFields = []string{core.FieldNameEmail}
	users.OAuth2.Enabled = false
	users.OTP.Enabled = false
	users.MFA.Enabled = false
	users.AuthAlert.Enabled = false
	users.ManageRule = nil
	users.AuthToken.Duration = 30 * daySeconds
	users.Fields.Add(
		lineField("name", 120, true),
		lineField("phone", 18, false),
		lineField("location", 160, false),
		&core.PasswordField{Name: "pin", Hidden: true, Pattern: `^\d{4}$`},
		&core.NumberField{Name: "pinFailures", OnlyInt: true, Hidden: true, Help: "Wrong PINs in a row; at 5 the PIN rests until a sign-in by password."},
		&core.TextField{Name: "resetToken", Max: 64, Hidden: true, Help: "SHA-256 of the newest reset token."},
		&core.DateField{Name: "resetTokenExpiry", Hidden: true},
		selectField("requestType", true, "enquiry", "membership"),
		selectField("source", true, "user", "legacy"),
		&core.BoolField{Name: "isAdmin", Help: "May use the console."},
		&core.BoolField{Name: "isActive", Help: "Off: cannot sign in, and open sessions end."},
	)
	users.AddIndex("idx_users_email_nocase", true, "email COLLATE NOCASE", "")
	users.AddIndex("idx_users_resetToken", false, "resetToken", "resetToken != ''")
	users.AddIndex("idx_users_createdAt", false, "createdAt", "")
	users.AddIndex("idx_users_requestType", false, "requestType, createdAt", "")
	return saveCollection(app, users)
}

func createAdmins(app core.App) error {
	admins := core.NewAuthCollection("admins")
	admins.PasswordAuth.Enabled = false
	admins.PasswordAuth.IdentityFields = []string{"username"}
	admins.AuthAlert.Enabled = false
	admins.AuthToken.Duration = daySeconds / 2
	if email, ok := admins.Fields.GetByName(core.FieldNameEmail).(*core.EmailField); ok {
		email.Required = false
	}
	admins.Fields.Add(
		&core.TextField{Name: "username", Min: 2, Max: 60, Required: true, Presentable: true, Pattern: `^[a-z0-9][a-z0-9._-]*$`},
		&core.BoolField{Name: "isActive", Help: "Off: cannot sign in, and open sessions end."},
	)
	admins.AddIndex("idx_admins_username", true, "username COLLATE NOCASE", "")
	return saveCollection(app, admins)
}

// createPasswordResetRequests: a request is stored the same way for a known and an unknown
// e-mail, so that neither the answer nor its time differs; a worker discards the latter.
func createPasswordResetRequests(app core.App) error {
	requests := core.NewBaseCollection("password_reset_requests")
	requests.Fields.Add(&core.EmailField{Name: "email", Required: true})
	requests.AddIndex("idx_password_reset_requests_createdAt", false, "createdAt", "")
	return saveCollection(app, requests)
}

func createSignInThrottles(app core.App) error {
	throttles := core.NewBaseCollection("sign_in_throttles")
	throttles.Fields.Add(
		&core.TextField{Name: "key", Max: 64, Required: true, Help: "SHA-256 of the account and the address, or of the address."},
		integerField("failures"),
		&core.DateField{Name: "blockedUntil"},
	)
	throttles.AddIndex("idx_sign_in_throttles_key", true, "key", "")
	throttles.AddIndex("idx_sign_in_throttles_updatedAt", false, "updatedAt", "")
	return saveCollection(app, throttles)
}
