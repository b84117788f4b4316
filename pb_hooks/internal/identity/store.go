// Package identity has the typed records of the accounts that sign in, and the queries that every feature may use. The
// accounts package owns the rows: only it calls the setters, and it has all other queries.
package identity

import (
	"database/sql"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/filesystem"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/normal"
	"boardcircle/pb_hooks/internal/rules"
)

// The collections whose accounts sign in through the route table.
const (
	Users  = "users"
	Admins = "admins"
)

// RequestType is what a user asked for at sign-up.
type RequestType string

// The types of requests.
const (
	Enquiry    RequestType = "enquiry"
	Membership RequestType = "membership"
)

// Values returns all types.
func (RequestType) Values() []string { return rules.Options(Enquiry, Membership) }

// Source is where an account comes from.
type Source string

// The sources of accounts.
const (
	SourceSignUp Source = "user"
	SourceImport Source = "legacy"
)

// Values returns all sources.
func (Source) Values() []string { return rules.Options(SourceSignUp, SourceImport) }

// User is an account of a visitor or member: a row of users.
type User struct{ core.BaseRecordProxy }

// NewUser wraps a users record.
func NewUser(record *core.Record) *User {
	return database.As[User](record)
}

// PersonID is the id of the person who owns the account (package people).
func (u *User) PersonID() string { return u.GetString("person") }

// FindUser returns the account with an id, or sql.ErrNoRows.
func FindUser(app core.App, id string) (*User, error) {
	return database.Find[User](app, Users, id)
}

// ListWithBoards returns up to limit active accounts whose profile has boards and whose id is greater than after, by
// id.
func ListWithBoards(app core.App, after string, limit int64) ([]*User, error) {
	var users []*User
	err := app.RecordQuery(Users).
		AndWhere(dbx.NewExp("id > {:after} AND isActive = TRUE AND boards LIKE '%company%'",
			dbx.Params{"after": after})).
		OrderBy("id").Limit(limit).All(&users)
	return users, database.Wrap("list accounts with boards", err)
}

// FindUsers returns the accounts with some ids, by id. It leaves out ids without an account.
func FindUsers(app core.App, ids []string) (map[string]*User, error) {
	records, err := app.FindRecordsByIds(Users, ids)
	found := make(map[string]*User, len(records))
	for _, record := range records {
		found[record.Id] = NewUser(record)
	}
	return found, database.Wrap("find accounts", err)
}

// FindUserOfPerson returns the active account of a person, or sql.ErrNoRows.
func FindUserOfPerson(app core.App, person string) (*User, error) {
	return database.First[User](app, Users,
		dbx.NewExp("person = {:person} AND person != '' AND isActive = TRUE", dbx.Params{"person": person}))
}

// FindUserByEmail returns the account with an email address in any letter case, or sql.ErrNoRows.
func FindUserByEmail(app core.App, email string) (*User, error) {
	// Email addresses are unique in any letter case. The index idx_users_email_nocase covers this query.
	return database.First[User](app, Users,
		dbx.NewExp("[[email]] = {:email} COLLATE NOCASE", dbx.Params{"email": email}))
}

// FindAccount returns the account of a collection with a name, or sql.ErrNoRows. The name is an email, or a username
// for admins.
func FindAccount(app core.App, collection, name string) (*core.Record, error) {
	switch collection {
	case core.CollectionNameSuperusers:
		return app.FindAuthRecordByEmail(collection, name)
	case Admins:
		admin, err := FindAdminByUsername(app, name)
		if err != nil {
			return nil, err
		}
		return admin.Record, nil
	}
	user, err := FindUserByEmail(app, name)
	if err != nil {
		return nil, err
	}
	return user.Record, nil
}

// FindActiveAccount is FindAccount without deactivated accounts.
func FindActiveAccount(app core.App, collection, name string) (*core.Record, error) {
	account, err := FindAccount(app, collection, name)
	if err == nil && !IsActive(account) {
		return nil, sql.ErrNoRows
	}
	return account, err
}

// UpdateUser updates single columns of a user, because saving a whole record would overwrite changes since it was read.
func UpdateUser(tx core.App, id string, columns dbx.Params) error {
	_, err := tx.NonconcurrentDB().Update(Users, columns, dbx.HashExp{"id": id}).Execute()
	return database.Wrap("update account "+id, err)
}

// Name is the person's full name.
func (u *User) Name() string { return u.GetString("name") }

// Phone is the number as the person typed it, in international form if it has a country code.
func (u *User) Phone() string { return u.GetString("phone") }

// Location is the place as the person typed it, usually "City, State".
func (u *User) Location() string { return u.GetString("location") }

// Company is where the person works.
func (u *User) Company() string { return u.GetString("company") }

// Designation is the person's position at their company.
func (u *User) Designation() string { return u.GetString("designation") }

// DIN is the director identification number, eight digits.
func (u *User) DIN() string { return u.GetString("din") }

// Boards lists the boards that the person serves on.
func (u *User) Boards() []Board { return database.ReadList[Board](u.Record, "boards") }

// Biography is the person's text about themselves.
func (u *User) Biography() string { return u.GetString("biography") }

// Portrait is the file name of the portrait, or "". Each upload gets a new name.
func (u *User) Portrait() string { return u.GetString("portrait") }

// PortraitPath is the URL path of the portrait, or "".
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

// NewEmail is the new address that the person has not confirmed yet, or "".
func (u *User) NewEmail() string { return u.GetString("newEmail") }

// NewEmailExpiry is when the link that confirms the new address expires.
func (u *User) NewEmailExpiry() types.DateTime { return u.GetDateTime("newEmailExpiry") }

// ClearNewEmail invalidates the link that confirms a new address.
func (u *User) ClearNewEmail() {
	u.Load(map[string]any{"newEmail": "", "newEmailToken": "", "newEmailExpiry": ""})
}

// HasPIN reports whether the person can sign in with a PIN.
func (u *User) HasPIN() bool { return u.GetString("pin:hash") != "" }

// TakePIN copies the PIN hash of another record.
func (u *User) TakePIN(from *User) {
	u.SetRaw("pin", from.GetRaw("pin"))
	u.Load(map[string]any{"pinFailures": 0, "pinFailureTimes": []string{}})
}

// SetPIN sets the PIN and resets the count of wrong attempts.
func (u *User) SetPIN(pin string) {
	u.Load(map[string]any{"pin": pin, "pinFailures": 0, "pinFailureTimes": []string{}})
}

// RequestType is Enquiry, Membership, or "" for an imported account without one.
func (u *User) RequestType() RequestType { return RequestType(u.GetString("requestType")) }

// Source is SourceSignUp or SourceImport.
func (u *User) Source() Source { return Source(u.GetString("source")) }

// SetSource sets where the account comes from.
func (u *User) SetSource(source Source) { u.Set("source", string(source)) }

// IsAdmin reports whether the account may use the console.
func (u *User) IsAdmin() bool { return u.GetBool("isAdmin") }

// SetAdmin grants or withdraws access to the console.
func (u *User) SetAdmin(isAdmin bool) { u.Set("isAdmin", isAdmin) }

// IsActive reports whether the account is active, that is, not deactivated.
func (u *User) IsActive() bool { return u.GetBool("isActive") }

// SetActive activates or deactivates the account.
func (u *User) SetActive(active bool) { u.Set("isActive", active) }

// AwaitsPassword reports whether the account was imported and has no password chosen by its owner yet.
func (u *User) AwaitsPassword() bool { return u.GetBool("awaitsPassword") }

// SetAwaitsPassword sets whether the owner must still choose a password.
func (u *User) SetAwaitsPassword(awaits bool) { u.Set("awaitsPassword", awaits) }

// InvitedAt is when an imported account was invited, or zero.
func (u *User) InvitedAt() types.DateTime { return u.GetDateTime("invitedAt") }

// CreatedAt is the time of the sign-up or import.
func (u *User) CreatedAt() types.DateTime { return u.GetDateTime("createdAt") }

// ClearPIN removes the PIN and resets the count of wrong attempts.
func (u *User) ClearPIN() {
	u.Load(map[string]any{"pin": "", "pinFailures": 0, "pinFailureTimes": []string{}})
}

// PINChanged reports whether saving the record will change the PIN.
func (u *User) PINChanged() bool { return hashChanged(u.Record, "pin") }

// ClearResetToken invalidates the newest link to set a password.
func (u *User) ClearResetToken() { u.Load(map[string]any{"resetToken": "", "resetTokenExpiry": ""}) }

// HasAdminRights reports whether an account of any collection has access to the console. It accepts nil. Use
// httpx.IsAdmin for the caller of a request, because the settings may require a second factor first.
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

// IsActive reports whether an account of any collection is active. Superusers always are.
func IsActive(account *core.Record) bool {
	return account.IsSuperuser() || account.GetBool("isActive")
}

// SignInName returns what an account signs in with: the username of an admin, or the email address of any other
// account.
func SignInName(account *core.Record) string {
	if account.Collection().Name == Admins {
		return NewAdmin(account).Username()
	}
	return account.Email()
}

// PasswordHash returns the bcrypt hash of an account's password.
func PasswordHash(account *core.Record) string {
	return account.GetString(core.FieldNamePassword + ":hash")
}

// HashedPassword returns the value of an account's password field, with its hash. SetHashedPassword accepts it.
func HashedPassword(account *core.Record) any { return account.GetRaw(core.FieldNamePassword) }

// SetHashedPassword sets the password to one that was hashed before, because hashing is too slow for a transaction.
func SetHashedPassword(account *core.Record, hashed any) {
	account.SetRaw(core.FieldNamePassword, hashed)
}

// PasswordChanged reports whether saving an account's record will change the password.
func PasswordChanged(account *core.Record) bool { return hashChanged(account, core.FieldNamePassword) }

func hashChanged(account *core.Record, field string) bool {
	return account.Original().GetString(field+":hash") != account.GetString(field+":hash")
}

// IsSame reports whether two records are the same account. It returns false if either is nil.
func IsSame(a, b *core.Record) bool {
	return a != nil && b != nil && a.Id == b.Id && a.Collection().Name == b.Collection().Name
}

// EmailKey returns the form in which an email address or a username is stored and compared.
func EmailKey(email string) string { return normal.Email(email) }
