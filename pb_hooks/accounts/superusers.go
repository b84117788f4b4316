// Superusers sign in to PocketBase's dashboard through PocketBase's own route. What holds for every other
// sign-in holds there too: guesses are counted per account and per network, and comparisons take turns.
//
// Outside of the demo, and once e-mail can be sent, a password alone does not open the dashboard:
//
//	password  The right one answers 401 with the id of the sign-in that it has begun.
//	code      Only then a one-time code is e-mailed, so nobody else can have one sent. It works for three
//	          minutes. `boardcircle superuser otp EMAIL` prints one where the mailbox is lost.
//
// Both are PocketBase's MFA and OTP, which the dashboard's sign-in page knows.

package accounts

import (
	"fmt"
	"time"

	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"
	"github.com/pocketbase/pocketbase/tools/security"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/sessions"
)

// afterAllHooks is the priority of a hook that takes the place of PocketBase's own handler.
const afterAllHooks = 10_000

// RegisterHooks guards the superusers' sign-in.
func (a *Accounts) RegisterHooks(app core.App) {
	app.OnRecordAuthWithPasswordRequest(core.CollectionNameSuperusers).Bind(&hook.Handler[*core.RecordAuthWithPasswordRequestEvent]{
		Id: "boardcircleSuperuserSignIn", Func: a.signInSuperuser, Priority: afterAllHooks,
	})
	app.OnRecordRequestOTPRequest(core.CollectionNameSuperusers).BindFunc(requirePasswordBeforeOTP)
	app.OnRecordAuthRequest(identity.Users, identity.Admins).BindFunc(a.openImpersonation)
	app.OnFileTokenRequest().BindFunc(refuseFileToken)
}

// refuseFileToken lets superusers alone have PocketBase's tokens for protected files. A file token is tied to no
// session, and nothing on the site needs one.
func refuseFileToken(e *core.FileTokenRequestEvent) error {
	if !e.HasSuperuserAuth() {
		return e.ForbiddenError("This account cannot do that here.", nil)
	}
	return e.Next()
}

// openImpersonation replaces the token that PocketBase hands to a superuser who impersonates an account by that of a
// session: the account's owner sees it in their list and can end it. PocketBase would answer with a token for any
// number of years.
func (a *Accounts) openImpersonation(e *core.RecordAuthRequestEvent) (err error) {
	if !e.HasSuperuserAuth() {
		return e.ForbiddenError("This account cannot do that here.", nil)
	}
	claims, err := security.ParseUnverifiedJWT(e.Token)
	if err != nil {
		return signInError("read the lifetime of an impersonation", err)
	}
	seconds, _ := claims["exp"].(float64)
	lifetime := time.Until(time.Unix(int64(seconds), 0))
	e.Token, err = sessions.OpenImpersonation(e.App, e.Record, httpx.ClientSubnet(e.RequestEvent), lifetime, a.now())
	if err != nil {
		return signInError("open an impersonation", err)
	}
	return e.Next()
}

// signInSuperuser compares the password in PocketBase's place.
func (a *Accounts) signInSuperuser(e *core.RecordAuthWithPasswordRequestEvent) error {
	account, err := a.signInRequest(e.RequestEvent, core.CollectionNameSuperusers, normalizeName(e.Identity), e.Password)
	if err != nil {
		return httpx.ToAnswer(e.RequestEvent, signInError("superuser sign-in", err))
	}
	if account == nil {
		return e.BadRequestError("Failed to authenticate.", nil)
	}
	return apis.RecordAuthResponse(e.RequestEvent, account, core.MFAMethodPassword, nil)
}

// requirePasswordBeforeOTP answers as for an unknown account, unless the password has been given.
func requirePasswordBeforeOTP(e *core.RecordCreateOTPRequestEvent) error {
	if e.Record == nil {
		return e.Next()
	}
	begun, err := e.App.FindAllMFAsByRecord(e.Record)
	if err != nil {
		return err
	}
	valid := false
	for _, mfa := range begun {
		valid = valid || !mfa.HasExpired(e.Collection.MFA.DurationTime())
	}
	if !valid {
		e.Record = nil
	}
	return e.Next()
}

// RequireSuperuserMFA makes the dashboard ask for a code that is e-mailed.
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
