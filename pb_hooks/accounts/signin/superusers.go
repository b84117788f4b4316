// Superusers sign in to PocketBase's dashboard through PocketBase's own route. The limits of every other sign-in
// apply there too: failures are counted per account and per network, and password comparisons are queued.
//
// Outside of the demo, and once email can be sent, the dashboard also asks for a code:
//
//	password  A correct password is answered with 401 and the id of the sign-in in progress.
//	code      A one-time code is emailed. It is valid for three minutes, and is sent only after a correct password, so
//	          that no one else can trigger the email. `boardcircle superuser otp EMAIL` prints a code if the mailbox is
//	          lost.
//
// This uses PocketBase's MFA and OTP, which the dashboard's sign-in page supports.

package signin

import (
	"fmt"
	"time"

	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"
	"github.com/pocketbase/pocketbase/tools/security"

	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/sessions"
)

// afterAllHooks is the priority of a hook that replaces PocketBase's own handler.
const afterAllHooks = 10_000

// RegisterHooks protects the sign-in of superusers.
func (c *Checker) RegisterHooks(app core.App) {
	app.OnRecordAuthWithPasswordRequest(core.CollectionNameSuperusers).
		Bind(&hook.Handler[*core.RecordAuthWithPasswordRequestEvent]{
			Id: "boardcircleSuperuserSignIn", Func: c.signInSuperuser, Priority: afterAllHooks,
		})
	app.OnRecordRequestOTPRequest(core.CollectionNameSuperusers).BindFunc(requirePasswordBeforeOTP)
	app.OnRecordAuthRequest(identity.Users, identity.Admins).BindFunc(c.openImpersonation)
	app.OnFileTokenRequest().BindFunc(refuseFileToken)
}

// refuseFileToken refuses PocketBase's file tokens to everyone but superusers. A file token is not bound to a session,
// and the site does not use file tokens.
func refuseFileToken(e *core.FileTokenRequestEvent) error {
	if !e.HasSuperuserAuth() {
		return e.ForbiddenError("This account cannot do that.", nil)
	}
	return e.Next()
}

// openImpersonation replaces PocketBase's impersonation token, which could be valid for years, with the token of a
// session. The account's owner sees the session in the list of their sessions and can end it.
func (c *Checker) openImpersonation(e *core.RecordAuthRequestEvent) (err error) {
	if !e.HasSuperuserAuth() {
		return e.ForbiddenError("This account cannot do that.", nil)
	}
	claims, err := security.ParseUnverifiedJWT(e.Token)
	if err != nil {
		return Failed("read the lifetime of an impersonation", err)
	}
	seconds, _ := claims["exp"].(float64)
	lifetime := time.Unix(int64(seconds), 0).Sub(clock.System()) // PocketBase dates tokens by the system clock
	e.Token, err = sessions.OpenImpersonation(e.App, e.Record, httpx.ClientSubnet(e.RequestEvent), lifetime, c.now())
	if err != nil {
		return Failed("open an impersonation", err)
	}
	return e.Next()
}

// signInSuperuser checks the password instead of PocketBase.
func (c *Checker) signInSuperuser(e *core.RecordAuthWithPasswordRequestEvent) error {
	account, err := c.SignIn(e.RequestEvent, core.CollectionNameSuperusers, identity.EmailKey(e.Identity),
		e.Password)
	if err != nil {
		return httpx.ToAnswer(e.RequestEvent, Failed("superuser sign-in", err))
	}
	if account == nil {
		return e.BadRequestError("Failed to authenticate.", nil)
	}
	return apis.RecordAuthResponse(e.RequestEvent, account, core.MFAMethodPassword, nil)
}

// requirePasswordBeforeOTP responds as for an unknown account, unless the superuser has entered the password before.
func requirePasswordBeforeOTP(e *core.RecordCreateOTPRequestEvent) error {
	if e.Record == nil {
		return e.Next()
	}
	started, err := e.App.FindAllMFAsByRecord(e.Record)
	if err != nil {
		return err
	}
	valid := false
	for _, mfa := range started {
		valid = valid || !mfa.HasExpired(e.Collection.MFA.DurationTime())
	}
	if !valid {
		e.Record = nil
	}
	return e.Next()
}

// RequireSuperuserMFA makes the dashboard ask for an emailed code.
func RequireSuperuserMFA(app core.App) error {
	superusers, err := app.FindCollectionByNameOrId(core.CollectionNameSuperusers)
	if err == nil && !(superusers.OTP.Enabled && superusers.MFA.Enabled && superusers.MFA.Rule == "") {
		superusers.OTP.Enabled, superusers.MFA.Enabled, superusers.MFA.Rule = true, true, ""
		err = app.Save(superusers)
	}
	if err != nil {
		return fmt.Errorf("require a second factor of superusers: %w", err)
	}
	return nil
}
