// Package identity has the typed records of the accounts that sign in, and the look-ups that every
// feature may make. The accounts feature owns the rows: it alone uses the setters and has all other
// queries.
package identity

import (
	"strings"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/filesystem"
	"github.com/pocketbase/pocketbase/tools/types"
)

// The collections whose accounts sign in through the route table.
const (
	Users  = "users"
	Admins = "admins"
)

// What a user asked for when they signed up.
const (
	Enquiry    = "enquiry"
	Membership = "membership"
)

// Where an account comes from.
const (
	SourceSignUp = "user"
	SourceImport = "legacy"
)

// User is an account of a visitor or member: a row of users.
type User struct{ core.BaseRecordProxy }

// NewUser wraps a users record.
func NewUser(record *core.Record) *User {
	u := &User{}
	u.SetProxyRecord(record)
	return u
}

// FindUser returns the account with an id, or sql.ErrNoRows.
func FindUser(app core.App, id string) (*User, error) {
	record, err := app.FindRecordById(Users, id)
	if err != nil {
		return nil, err
	}
	return NewUser(record), nil
}

// FindUserByEmail returns the account with an e-mail address in any letter case, or sql.ErrNoRows.
func FindUserByEmail(app core.App, email string) (*User, error) {
	user := &User{}
	// Addresses are unique whatever their case, and idx_users_email_nocase is the index for all of them.
	err := app.RecordQuery(Users).AndWhere(dbx.NewExp("[[email]] = {:email} COLLATE NOCASE", dbx.Params{"email": email})).
		Limit(1).One(user)
	if err != nil {
		return nil, err
	}
	return user, nil
}

// Name is the person's full name.
func (u *User) Name() string { return u.GetString("name") }

// Phone is the number as it was typed, in international form where it has a country code.
func (u *User) Phone() string { return u.GetString("phone") }

// Location is the place as the person typed it, usually "City, State".
func (u *User) Location() string { return u.GetString("location") }

// Company is where the person works.
func (u *User) Company() string { return u.GetString("company") }

// Designation is what the person is there.
func (u *User) Designation() string { return u.GetString("designation") }

// DIN is the director identification number, eight digits.
func (u *User) DIN() string { return u.GetString("din") }

// Board is a board that a person serves on.
type Board struct {
	Company string `json:"company"`
	Role    string `json:"role"`
	// CIN is the company's identification number.
	CIN string `json:"cin"`
}

// Boards are those that the person serves on.
func (u *User) Boards() []Board {
	var boards []Board
	// neither null nor what staff may have written there by hand lists any
	if u.UnmarshalJSONField("boards", &boards) != nil || boards == nil {
		return []Board{}
	}
	return boards
}

// Biography is what the person says of themselves.
func (u *User) Biography() string { return u.GetString("biography") }

// Portrait is the name of the portrait's file, "" without one; each file has a name of its own.
func (u *User) Portrait() string { return u.GetString("portrait") }

// PortraitPath is where the portrait's file is, "" without one.
func (u *User) PortraitPath() string {
	if u.Portrait() == "" {
		return ""
	}
	return u.BaseFilesPath() + "/" + u.Portrait()
}

// SetPortrait replaces the portrait.
func (u *User) SetPortrait(file []byte, extension string) error {
	f, err := filesystem.NewFileFromBytes(file, "portrait."+extension)
	if err == nil {
		u.Set("portrait", f)
	}
	return err
}

// ClearPortrait removes the portrait.
func (u *User) ClearPortrait() { u.Set("portrait", "") }

// NewEmail is the address that waits for its link to be followed, "" when none does.
func (u *User) NewEmail() string { return u.GetString("newEmail") }

// NewEmailExpiry is when the link to the new address ends.
func (u *User) NewEmailExpiry() types.DateTime { return u.GetDateTime("newEmailExpiry") }

// ClearNewEmail makes the link to a new address void.
func (u *User) ClearNewEmail() {
	u.Load(map[string]any{"newEmail": "", "newEmailToken": "", "newEmailExpiry": ""})
}

// HasPIN tells whether the person can sign in with a PIN.
func (u *User) HasPIN() bool { return u.GetString("pin:hash") != "" }

// TakePIN sets the PIN that another record holds as a hash.
func (u *User) TakePIN(from *User) {
	u.SetRaw("pin", from.GetRaw("pin"))
	u.Load(map[string]any{"pinFailures": 0, "pinFailureTimes": []string{}})
}

// SetPIN sets the PIN, and ends the counts of wrong ones.
func (u *User) SetPIN(pin string) {
	u.Load(map[string]any{"pin": pin, "pinFailures": 0, "pinFailureTimes": []string{}})
}

// RequestType is Enquiry, Membership, or "" for an imported account without one.
func (u *User) RequestType() string { return u.GetString("requestType") }

// Source is SourceSignUp or SourceImport.
func (u *User) Source() string { return u.GetString("source") }

// SetSource says where the account comes from.
func (u *User) SetSource(source string) { u.Set("source", source) }

// IsAdmin tells whether the account may use the console.
func (u *User) IsAdmin() bool { return u.GetBool("isAdmin") }

// SetAdmin grants or withdraws the rights to use the console.
func (u *User) SetAdmin(isAdmin bool) { u.Set("isAdmin", isAdmin) }

// IsActive tells whether the account has not been deactivated.
func (u *User) IsActive() bool { return u.GetBool("isActive") }

// SetActive activates or deactivates the account.
func (u *User) SetActive(active bool) { u.Set("isActive", active) }

// AwaitsPassword tells whether the account was imported and nobody has set its password yet.
func (u *User) AwaitsPassword() bool { return u.GetBool("awaitsPassword") }

// SetAwaitsPassword notes whether the account still has no password that anybody knows.
func (u *User) SetAwaitsPassword(awaits bool) { u.Set("awaitsPassword", awaits) }

// InvitedAt is when an imported account got its invitation; zero if it got none.
func (u *User) InvitedAt() types.DateTime { return u.GetDateTime("invitedAt") }

// CreatedAt is the time of the sign-up or import.
func (u *User) CreatedAt() types.DateTime { return u.GetDateTime("createdAt") }

// ClearPIN removes the PIN and the counts of its failures.
func (u *User) ClearPIN() {
	u.Load(map[string]any{"pin": "", "pinFailures": 0, "pinFailureTimes": []string{}})
}

// PINChanged tells whether the record is about to be saved with another PIN.
func (u *User) PINChanged() bool { return hashChanged(u.Record, "pin") }

// ClearResetToken makes the newest link that sets a password void.
func (u *User) ClearResetToken() { u.Load(map[string]any{"resetToken": "", "resetTokenExpiry": ""}) }

// HasAdminRights tells whether an account of any collection has been given the console; it accepts nil. Whether the
// caller of a request may use the console now is httpx.IsAdmin: the settings may ask for a second factor first.
func HasAdminRights(account *core.Record) bool {
	if account == nil {
		return false
	}
	switch account.Collection().Name {
	case core.CollectionNameSuperusers, Admins:
		return true
	case Users:
		return NewUser(account).IsAdmin()
	}
	return false
}

// IsActive tells whether an account of any collection has not been deactivated; a superuser cannot be.
func IsActive(account *core.Record) bool {
	return account.IsSuperuser() || account.GetBool("isActive")
}

// SignInName is what an account signs in with: an admin's username, everybody else's e-mail address.
func SignInName(account *core.Record) string {
	if account.Collection().Name == Admins {
		return NewAdmin(account).Username()
	}
	return account.Email()
}

// PasswordHash is the bcrypt hash of an account's password.
func PasswordHash(account *core.Record) string {
	return account.GetString(core.FieldNamePassword + ":hash")
}

// PasswordChanged tells whether an account's record is about to be saved with another password.
func PasswordChanged(account *core.Record) bool { return hashChanged(account, core.FieldNamePassword) }

func hashChanged(account *core.Record, field string) bool {
	return account.Original().GetString(field+":hash") != account.GetString(field+":hash")
}

// EmailKey is an e-mail address as whatever is kept by address has it: in lower case as SQLite's lower and NOCASE
// understand it, so that beyond ASCII case matters.
func EmailKey(email string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, email)
}
