package accounts

import (
	"strings"
	"unicode/utf8"

	validation "github.com/pocketbase/ozzo-validation/v4"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/accounts/admins"
	"boardcircle/pb_hooks/accounts/links"
	"boardcircle/pb_hooks/accounts/passkeys"
	"boardcircle/pb_hooks/accounts/signin"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/rules"
)

// RegisterHooks enforces the rules for accounts on every save, including saves from the dashboard and from commands.
// Names are trimmed and lower case. Passwords are long and not common. A change of an account's rights ends its
// sessions: a withdrawn right is lost at once, and a granted right requires a new sign-in with the password, because
// the old session may have been opened with a PIN. PocketBase itself ends the sessions when a password or an email
// changes.
func RegisterHooks(app core.App) {
	app.OnRecordValidate(identity.Users).BindFunc(func(e *core.RecordEvent) error {
		e.Record.SetEmail(identity.EmailKey(e.Record.Email()))
		return e.Next()
	})
	app.OnRecordValidate(identity.Users, identity.Admins, core.CollectionNameSuperusers).BindFunc(validatePassword)
	app.OnRecordUpdate(identity.Users).BindFunc(updateUser)
	links.RegisterHooks(app)
	passkeys.RegisterHooks(app)
	admins.RegisterHooks(app)
}

func updateUser(e *core.RecordEvent) error {
	before, now := identity.NewUser(e.Record.Original()), identity.NewUser(e.Record)
	if before.IsActive() != now.IsActive() || before.IsAdmin() != now.IsAdmin() || identity.MFAChanged(now.Record) {
		now.RefreshTokenKey()
	}
	if !strings.EqualFold(before.Email(), strings.TrimSpace(now.Email())) {
		now.SetVerified(false)
	}
	newPassword := identity.PasswordChanged(now.Record)
	// A reset link is void if it was sent to the former address, or requested before the password was changed.
	if newPassword || before.Email() != now.Email() {
		now.ClearResetToken()
		now.ClearNewEmail()
	}
	if newPassword {
		now.SetAwaitsPassword(false)
	}
	// The PIN may have been set by a person who knew the old password.
	if newPassword && !now.PINChanged() {
		now.ClearPIN()
	}
	return e.Next()
}

// validatePassword checks every new password, whether it comes from a form, the dashboard, PocketBase's API or a
// command.
func validatePassword(e *core.RecordEvent) error {
	password := e.Record.GetString(core.FieldNamePassword) // "" unless it is a new one
	problem := ""
	switch {
	case password == "":
	case utf8.RuneCountInString(password) < rules.MinPasswordLength:
		problem = signin.NewPasswordField.ErrorMessages().Short
	case rules.IsCommonPassword(password):
		problem = rules.CommonPasswordMessage
	}
	if problem != "" {
		return validation.Errors{core.FieldNamePassword: validation.NewError("validation_weak_password", problem)}
	}
	return e.Next()
}
