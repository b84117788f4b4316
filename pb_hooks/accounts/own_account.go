// Changes that members make to their own account:
//
//	profile   UpdateOwnProfile. A session is enough.
//	password  ChangePassword, with the current one. All other sessions end, and the PIN is removed (RegisterHooks),
//	          because a person who knew the old password may have set it.
//	PIN       SetPIN, with the password.
//	MFA       See package mfa.
//	email     See package links.
//
// A change of credentials needs the password; a PIN is not enough. The owner is emailed each time.

package accounts

import (
	"fmt"
	"slices"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/accounts/emails"
	"boardcircle/pb_hooks/accounts/mfa"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/keys"
	"boardcircle/pb_hooks/internal/rules"
)

var errAdminPIN = apperr.Conflict("admin-pin",
	"An account with admin rights cannot have a PIN, because a PIN is too short for the console.")

// Profile is what members enter about themselves.
type Profile struct {
	User
	Company     string `json:"company"`
	Designation string `json:"designation"`
	// DIN is the director identification number of the Ministry of Corporate Affairs.
	DIN string `json:"din"`
	// Boards are the boards on which the member serves.
	Boards    []identity.Board `json:"boards"`
	Biography string           `json:"biography"`
	// Portrait is the URL of the portrait, or "". A new portrait has a new URL.
	Portrait string `json:"portrait"`
}

func newProfile(u *identity.User) Profile {
	portrait := ""
	if u.Portrait() != "" {
		portrait = "/api/user/portrait?v=" + keys.Hash(u.Portrait())[:12]
	}
	return Profile{
		Portrait:    portrait,
		User:        newUser(u),
		Company:     u.Company(),
		Designation: u.Designation(),
		DIN:         u.DIN(),
		Boards:      u.Boards(),
		Biography:   u.Biography(),
	}
}

// Work is what a profile says about a person's work. The members' directory also shows and changes it.
type Work struct {
	Designation string           `json:"designation"`
	Company     string           `json:"company"`
	Boards      []identity.Board `json:"boards"`
	Biography   string           `json:"biography"`
}

// SaveWork changes the fields of an account, which the rules of ProfileForm have validated.
func SaveWork(tx core.App, user *identity.User, work Work) error {
	user.IgnoreUnchangedFields(true)
	database.SetFields(user.Record, work, nil)
	return database.Wrap("save work of account "+user.Id, tx.Save(user))
}

// GetOwnProfile is GET /api/user/profile.
func (a *Accounts) GetOwnProfile() httpx.Endpoint {
	return httpx.Get(a.getOwnProfile, httpx.Doc{
		Tag: "accounts", Summary: "Read your own profile",
	})
}

func (a *Accounts) getOwnProfile(e *core.RequestEvent) (Profile, error) {
	return newProfile(identity.NewUser(e.Auth)), nil
}

// UpdateOwnProfile is PATCH /api/user. Omitted fields stay unchanged.
func (a *Accounts) UpdateOwnProfile() httpx.Endpoint {
	return httpx.Patch(a.updateOwnProfile, httpx.Doc{
		Tag: "accounts", Summary: "Change your own profile", Description: "A field that is missing keeps its value.",
		Example: map[string]any{"name": "Asha Rao", "din": "01234567"},
	})
}

func (a *Accounts) updateOwnProfile(e *core.RequestEvent, change httpx.Change[ProfileForm]) (Profile, error) {
	form, err := change.Sent() // an imported account may lack required values
	if err != nil {
		return Profile{}, err
	}
	if problems := CheckBoards(form.Boards); len(problems) > 0 {
		return Profile{}, httpx.Invalid(problems...)
	}
	user, err := a.updateOwn(e, func(tx core.App, user *identity.User) error {
		database.SetFields(user.Record, form, change.Has)
		return tx.Save(user)
	})
	if err != nil {
		problems := slices.DeleteFunc(httpx.SchemaProblems(err, profileRules), func(p rules.Problem) bool {
			return !change.Has(p.Field)
		})
		if len(problems) > 0 {
			return Profile{}, httpx.Invalid(problems...)
		}
		return Profile{}, apperr.SaveFailed("update own profile", err)
	}
	return newProfile(user), nil
}

// ChangePassword is POST /api/user/password. It ends all other sessions of the account.
func (a *Accounts) ChangePassword() httpx.Endpoint {
	return httpx.JSON(a.changePassword, httpx.Doc{
		Tag: "accounts", Summary: "Change your own password",
		Description: "All other sessions end, and the PIN is removed.",
		Example:     map[string]any{"current": "Arabian Sea 42", "new": "Arabian Sea 43"},
	})
}

func (a *Accounts) changePassword(e *core.RequestEvent, form ChangePasswordForm) (httpx.Message, error) {
	if err := a.SignIn.Reauthenticate(e, "current", form.Current, form.Code); err != nil {
		return httpx.Message{}, err
	}
	hashed, err := a.SignIn.HashPassword(e.Request.Context(), e.Auth.Collection(), form.New)
	if err != nil {
		return httpx.Message{}, apperr.SaveFailed("change password", err)
	}
	user, err := a.updateOwn(e, func(tx core.App, user *identity.User) error {
		identity.SetHashedPassword(user.Record, hashed)
		if err := tx.Save(user); err != nil {
			return err
		}
		if err := a.SignIn.RecordEvent(tx, e, "password.changed", user.Record); err != nil {
			return err
		}
		return a.outbox.Enqueue(tx, emails.PasswordChanged{
			UserID: user.Id, Event: keys.Random()[:16], Name: user.Name(), Email: user.Email(), At: a.now(),
		}.Build())
	})
	if err == nil {
		err = a.middleware.SignIn(e, user.Record)
	}
	if err != nil {
		return httpx.Message{}, apperr.SaveFailed("change password", err)
	}
	return httpx.Message{Message: "Your password was changed"}, nil
}

// SetPIN is POST /api/user/pin. An empty PIN removes the stored one.
func (a *Accounts) SetPIN() httpx.Endpoint {
	return httpx.JSON(a.setPIN, httpx.Doc{
		Tag: "accounts", Summary: "Set your own PIN, or remove it with an empty one",
		Errors:  []*apperr.Error{errAdminPIN},
		Example: map[string]any{"password": "Arabian Sea 42", "pin": "9182"},
	})
}

func (a *Accounts) setPIN(e *core.RequestEvent, form PINForm) (httpx.Message, error) {
	pin := form.PIN
	if pin != "" && identity.HasAdminRights(e.Auth) {
		return httpx.Message{}, errAdminPIN
	}
	if err := a.SignIn.Reauthenticate(e, "password", form.Password, form.Code); err != nil {
		return httpx.Message{}, err
	}
	// Load hashes the PIN. Hashing is slow, so it happens outside of the transaction.
	hashed := identity.NewUser(core.NewRecord(e.Auth.Collection()))
	err := a.SignIn.Hash(e.Request.Context(), func() { hashed.SetPIN(pin) })
	if err != nil {
		return httpx.Message{}, apperr.SaveFailed("set PIN", err)
	}
	event, said := emails.EventPINSet, "Your PIN was set"
	if pin == "" {
		event, said = emails.EventPINRemoved, "Your PIN was removed"
	}
	_, err = a.updateOwn(e, func(tx core.App, user *identity.User) error {
		if pin != "" && user.IsAdmin() {
			return errAdminPIN
		}
		user.TakePIN(hashed)
		if err := tx.Save(user); err != nil {
			return err
		}
		return a.Notices.NotifyUser(tx, user, event)
	})
	if err != nil {
		return httpx.Message{}, apperr.SaveFailed("set PIN", err)
	}
	return httpx.Message{Message: said}, nil
}

// Security describes the credentials of the caller's account.
type Security struct {
	// EmailVerified reports whether the owner has followed a link that was mailed to the address.
	EmailVerified bool `json:"emailVerified"`
	// NewEmail is the address of a pending change, or "".
	NewEmail string `json:"newEmail"`
	HasPIN   bool   `json:"hasPin"`
	mfa.FactorState
}

// GetSecurity is GET /api/user/security.
func (a *Accounts) GetSecurity() httpx.Endpoint {
	return httpx.Get(a.getSecurity, httpx.Doc{
		Tag: "accounts", Summary: "Read how your own account is secured",
	})
}

func (a *Accounts) getSecurity(e *core.RequestEvent) (Security, error) {
	user := identity.NewUser(e.Auth)
	factor, err := mfa.StateOf(e.App, e.Auth)
	if err != nil {
		return Security{}, apperr.Fail("Your account could not be read.", fmt.Errorf("read security: %w", err))
	}
	view := Security{EmailVerified: user.Verified(), HasPIN: user.HasPIN(), FactorState: factor}
	if user.NewEmailExpiry().Time().After(a.now()) {
		view.NewEmail = user.NewEmail()
	}
	return view, nil
}

// updateOwn changes the caller's account in a transaction that rechecks their session.
func (a *Accounts) updateOwn(e *core.RequestEvent,
	change func(tx core.App, user *identity.User) error) (user *identity.User, err error) {
	err = e.App.RunInTransaction(func(tx core.App) (err error) {
		if err := a.middleware.RevalidateSession(tx, e); err != nil {
			return err
		}
		if user, err = identity.FindUser(tx, e.Auth.Id); err != nil {
			return err
		}
		user.IgnoreUnchangedFields(true)
		return change(tx, user)
	})
	if err != nil {
		return nil, fmt.Errorf("update own account: %w", err)
	}
	return user, nil
}
