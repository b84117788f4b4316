package identity

import (
	"slices"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/plural"
	"boardcircle/pb_hooks/internal/rules"
)

// Role is an account's role in the console. The route table says what each role may do.
type Role string

// The roles. RoleNone is the role of accounts that may not use the console.
const (
	RoleNone Role = ""
	// RoleOwner may do everything. Only owners decide who else may use the console.
	RoleOwner Role = "owner"
	// RoleOffice manages people, nominations, payments, refunds, emails and the site's texts.
	RoleOffice Role = "office"
	// RoleReviewer reads nominations and decides on them.
	RoleReviewer Role = "reviewer"
	// RoleAccountant reads the ledger and the books and cannot change anything.
	RoleAccountant Role = "accountant"
	// RoleEditor edits the site's texts.
	RoleEditor Role = "editor"
)

// Roles lists all roles, the most powerful first.
var Roles = []Role{RoleOwner, RoleOffice, RoleReviewer, RoleAccountant, RoleEditor}

// Values returns all roles.
func (Role) Values() []string { return rules.Options(Roles...) }

// RoleOf returns the console role of an account of any collection. It accepts nil. Superusers and members with admin
// rights count as owners.
func RoleOf(account *core.Record) Role {
	switch {
	case !HasAdminRights(account):
		return RoleNone
	case account.Collection().Name == Admins:
		return NewAdmin(account).Role()
	}
	return RoleOwner
}

// In reports whether the role is one of allowed. Owners are always allowed.
func (r Role) In(allowed []Role) bool { return r == RoleOwner || slices.Contains(allowed, r) }

// People returns how a sentence names the people with a role.
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
	return plural.List(names)
}
