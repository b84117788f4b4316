package identity

import (
	"slices"
	"strings"

	"github.com/pocketbase/pocketbase/core"
)

// Role is what an account may do in the console; the route table says what that is.
type Role string

// The roles. RoleNone is that of an account that may not use the console.
const (
	RoleNone Role = ""
	// RoleOwner may do everything, and alone decides who else may use the console.
	RoleOwner Role = "owner"
	// RoleOffice takes care of people, nominations, payments and refunds, e-mails and the site's texts.
	RoleOffice Role = "office"
	// RoleReviewer reads nominations and decides on them.
	RoleReviewer Role = "reviewer"
	// RoleAccountant reads the ledger and the books, and changes nothing.
	RoleAccountant Role = "accountant"
	// RoleEditor writes the site's texts.
	RoleEditor Role = "editor"
)

// Roles are all roles, the one that may do most first.
var Roles = []Role{RoleOwner, RoleOffice, RoleReviewer, RoleAccountant, RoleEditor}

// RoleNames are the roles as text.
func RoleNames() []string {
	names := make([]string, len(Roles))
	for i, role := range Roles {
		names[i] = string(role)
	}
	return names
}

// RoleOf is what an account of any collection may do in the console; it accepts nil. A superuser, and a member with
// admin rights, may do what an owner may.
func RoleOf(account *core.Record) Role {
	switch {
	case !HasAdminRights(account):
		return RoleNone
	case account.Collection().Name == Admins:
		return NewAdmin(account).Role()
	}
	return RoleOwner
}

// In tells whether the role is one of some; an owner is in all.
func (r Role) In(allowed []Role) bool { return r == RoleOwner || slices.Contains(allowed, r) }

// People is how a sentence names the people with a role.
func (r Role) People() string {
	switch r {
	case RoleOwner:
		return "owners"
	case RoleOffice:
		return "the office"
	}
	return string(r) + "s"
}

// ListPeople names the people with some roles, owners first: "owners, the office and accountants".
func ListPeople(roles []Role) string {
	names := []string{RoleOwner.People()}
	for _, role := range Roles {
		if role != RoleOwner && slices.Contains(roles, role) {
			names = append(names, role.People())
		}
	}
	last := len(names) - 1
	if last == 0 {
		return names[0]
	}
	return strings.Join(names[:last], ", ") + " and " + names[last]
}
