// Package identity has the typed records of the accounts that sign in. The accounts feature owns
// their rows; the HTTP layer and the other features read them through these types.
package identity

import (
	"github.com/pocketbase/pocketbase/core"
)

// The collections whose accounts sign in through the route table.
const (
	Users  = "users"
	Admins = "admins"
)

// User is an account of a visitor or member: a row of users.
type User struct{ core.BaseRecordProxy }

// NewUser wraps a users record.
func NewUser(record *core.Record) *User {
	u := &User{}
	u.SetProxyRecord(record)
	return u
}

// Name is the person's full name.
func (u *User) Name() string { return u.GetString("name") }

// Phone is the number as it was typed, in international form where it has a country code.
func (u *User) Phone() string { return u.GetString("phone") }

// Location is the place as the person typed it, usually "City, State".
func (u *User) Location() string { return u.GetString("location") }

// RequestType is "enquiry" or "membership".
func (u *User) RequestType() string { return u.GetString("requestType") }

// Source is "user" for a sign-up and "legacy" for an imported account.
func (u *User) Source() string { return u.GetString("source") }

// IsAdmin tells whether the account may use the console.
func (u *User) IsAdmin() bool { return u.GetBool("isAdmin") }

// IsActive tells whether the account has not been deactivated.
func (u *User) IsActive() bool { return u.GetBool("isActive") }

// Admin is an account of the console alone: a row of admins.
type Admin struct{ core.BaseRecordProxy }

// NewAdmin wraps an admins record.
func NewAdmin(record *core.Record) *Admin {
	a := &Admin{}
	a.SetProxyRecord(record)
	return a
}

// Username is the name that the admin signs in with.
func (a *Admin) Username() string { return a.GetString("username") }

// IsActive tells whether the account has not been deactivated.
func (a *Admin) IsActive() bool { return a.GetBool("isActive") }

// IsAdmin tells whether an account of any collection may use the console; it accepts nil.
func IsAdmin(account *core.Record) bool {
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

// IsActive tells whether an account has not been deactivated; a superuser cannot be.
func IsActive(account *core.Record) bool {
	return account.IsSuperuser() || account.GetBool("isActive")
}
