package accounts

import (
	"strings"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/httpx"
)

// RegisterHooks keeps the invariants of the accounts whoever writes them, staff in the dashboard and the
// commands included: names are trimmed and lower case, and a session does not outlive a change of
// the rights of its account. Who loses a right loses it at once; who is given one signs in for it,
// with her password: her open session may have been opened with a PIN.
// (PocketBase itself ends the sessions when a password or an e-mail changes.)
func RegisterHooks(app core.App) {
	lowerCase(app, httpx.Users, core.FieldNameEmail)
	lowerCase(app, httpx.Admins, "username")
	app.OnRecordUpdate(httpx.Users, httpx.Admins).BindFunc(func(e *core.RecordEvent) error {
		before, now := e.Record.Original(), e.Record
		for _, right := range []string{"isActive", "isAdmin"} {
			if before.GetBool(right) != now.GetBool(right) {
				now.RefreshTokenKey()
			}
		}
		// Nor does a session outlive the second factor that it was opened with, or without.
		if before.GetString("totpSecret") != now.GetString("totpSecret") {
			now.RefreshTokenKey()
		}
		return e.Next()
	})
	app.OnRecordUpdate(httpx.Users).BindFunc(func(e *core.RecordEvent) error {
		before, now := e.Record.Original(), e.Record
		clearVerifiedOnEmailChange(before, now)
		newPassword := secretChanged(now, core.FieldNamePassword)
		// A link that went to the former address, or was asked for before staff set a new password,
		// must not open the account any more.
		if newPassword || before.Email() != now.Email() {
			now.Set("resetToken", "")
			now.Set("resetTokenExpiry", "")
		}
		if newPassword {
			now.Set("awaitsPassword", false)
		}
		// Nor may the PIN of whoever knew the old password.
		if newPassword && !secretChanged(now, "pin") {
			now.Set("pin", "")
			now.Set("pinFailures", 0)
		}
		return e.Next()
	})
}

// secretChanged tells whether a secret of a record is about to become another one.
func secretChanged(r *core.Record, secret string) bool {
	return r.Original().GetString(secret+":hash") != r.GetString(secret+":hash")
}

func lowerCase(app core.App, collection, field string) {
	app.OnRecordValidate(collection).BindFunc(func(e *core.RecordEvent) error {
		e.Record.Set(field, strings.ToLower(strings.TrimSpace(e.Record.GetString(field))))
		return e.Next()
	})
}
