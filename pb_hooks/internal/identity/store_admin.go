package identity

import (
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/list"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/internal/states"
)

// Admin is an account that can use only the console: a row of admins.
type Admin struct{ core.BaseRecordProxy }

// NewAdmin wraps an admins record.
func NewAdmin(record *core.Record) *Admin {
	return database.As[Admin](record)
}

// FindAdmin returns the account with an id, or sql.ErrNoRows.
func FindAdmin(app core.App, id string) (*Admin, error) {
	return database.Find[Admin](app, Admins, id)
}

// FindAdminByUsername returns the account with a username in any letter case, or sql.ErrNoRows.
func FindAdminByUsername(app core.App, username string) (*Admin, error) {
	return database.First[Admin](app, Admins,
		dbx.NewExp("[[username]] = {:username} COLLATE NOCASE", dbx.Params{"username": username}))
}

// FindAdminsByEmail returns the accounts with an email address in any letter case.
func FindAdminsByEmail(app core.App, email string) ([]*Admin, error) {
	var admins []*Admin
	err := app.RecordQuery(Admins).AndWhere(dbx.NewExp("[[email]] = {:email} COLLATE NOCASE AND email != ''",
		dbx.Params{"email": email})).All(&admins)
	return admins, database.Wrap("find admins by address", err)
}

// ListAccounts returns the ids of the admin accounts that belong to one of some people or have one of some addresses in
// lower case, and the ids of the members' accounts of these people.
func ListAccounts(app core.App, people, addresses []string) (admins, users []string, err error) {
	ofPeople := dbx.In("person", list.ToInterfaceSlice(people)...)
	// Two queries, because SQLite would read all rows for one with OR. The partial index of email needs the condition.
	err = app.DB().Select("id").From(Admins).Where(ofPeople).Column(&admins)
	if err == nil {
		var byAddress []string
		err = app.DB().Select("id").From(Admins).Where(dbx.And(dbx.NewExp("email != ''"),
			dbx.In("email", list.ToInterfaceSlice(addresses)...))).Column(&byAddress)
		admins = append(admins, byAddress...)
	}
	if err == nil {
		err = app.DB().Select("id").From(Users).Where(ofPeople).Column(&users)
	}
	return admins, users, database.Wrap("list the accounts of people", err)
}

// AdminState is the state of an admin account.
type AdminState string

// The states of an admin account. An invitation expires with time, without a write.
const (
	AdminInvited     AdminState = "invited"
	AdminExpired     AdminState = "expired"
	AdminActive      AdminState = "active"
	AdminDeactivated AdminState = "deactivated"
)

// Values returns all states.
func (AdminState) Values() []string {
	return rules.Options(AdminInvited, AdminExpired, AdminActive, AdminDeactivated)
}

// accounts/admins/admins.go shows these transitions as a diagram.
var adminTransitions = states.Table[AdminState]{
	"":               {AdminInvited, AdminActive},
	AdminInvited:     {AdminInvited, AdminActive, AdminDeactivated},
	AdminExpired:     {AdminInvited, AdminDeactivated},
	AdminActive:      {AdminDeactivated},
	AdminDeactivated: {AdminInvited, AdminActive},
}

// CanMoveTo reports whether an account may change from one state to another.
func (s AdminState) CanMoveTo(next AdminState) bool { return adminTransitions.Allows(s, next) }

// StateOf derives an account's state from its columns.
func StateOf(isActive, hasInvitation bool, inviteExpiry types.DateTime, now time.Time) AdminState {
	switch {
	case isActive:
		return AdminActive
	case !hasInvitation:
		return AdminDeactivated
	case inviteExpiry.Time().After(now):
		return AdminInvited
	}
	return AdminExpired
}

// State returns the current state of the account.
func (a *Admin) State(now time.Time) AdminState {
	return StateOf(a.IsActive(), a.HasInvitation(), a.InviteExpiry(), now)
}

// PersonID is the id of the person who uses the account (package people).
func (a *Admin) PersonID() string { return a.GetString("person") }

// SetPerson sets the person who uses the account.
func (a *Admin) SetPerson(id string) { a.Set("person", id) }

// Username is the name that the admin signs in with.
func (a *Admin) Username() string { return a.GetString("username") }

// SetUsername sets the name that the admin signs in with.
func (a *Admin) SetUsername(username string) { a.Set("username", username) }

// Role is the admin's role.
func (a *Admin) Role() Role { return Role(a.GetString("role")) }

// SetRole sets the admin's role.
func (a *Admin) SetRole(role Role) { a.Set("role", string(role)) }

// IsActiveOwner reports whether the account is active and has the role owner.
func (a *Admin) IsActiveOwner() bool { return a.IsActive() && a.Role() == RoleOwner }

// IsActive reports whether the account can sign in: it is not deactivated, and its invitation was accepted.
func (a *Admin) IsActive() bool { return a.GetBool("isActive") }

// Activate lets the account sign in.
func (a *Admin) Activate() { a.Set("isActive", true) }

// Deactivate ends the account's access and revokes a pending invitation.
func (a *Admin) Deactivate() {
	a.Load(map[string]any{"isActive": false, "inviteToken": "", "inviteExpiry": ""})
}

// HasPassword reports whether the admin has set their own password.
func (a *Admin) HasPassword() bool { return a.InvitedAt().IsZero() }

// InvitedAt is when the newest invitation was created. It is zero if the invitation was accepted or there was none.
func (a *Admin) InvitedAt() types.DateTime { return a.GetDateTime("invitedAt") }

// InviteExpiry is when the invitation expires.
func (a *Admin) InviteExpiry() types.DateTime { return a.GetDateTime("inviteExpiry") }

// HasInvitation reports whether there is an invitation that was neither accepted nor revoked.
func (a *Admin) HasInvitation() bool { return a.GetString("inviteToken") != "" }

// Invite gives the account a new invitation. Only the hash of its token is stored.
func (a *Admin) Invite(tokenHash string, now, expiry time.Time) {
	a.Load(map[string]any{"invitedAt": now, "inviteExpiry": expiry, "inviteToken": tokenHash})
}

// AcceptInvitation activates the account and removes the invitation.
func (a *Admin) AcceptInvitation() {
	a.Load(map[string]any{"isActive": true, "invitedAt": "", "inviteExpiry": "", "inviteToken": ""})
}

// LastSignIn is when the admin last signed in.
func (a *Admin) LastSignIn() types.DateTime { return a.GetDateTime("lastSignIn") }

// CreatedAt is when the account was created.
func (a *Admin) CreatedAt() types.DateTime { return a.GetDateTime("createdAt") }
