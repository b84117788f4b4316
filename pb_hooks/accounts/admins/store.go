package admins

import (
	"encoding/json"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/lists"
)

func newAdminRecord(app core.App, username string) (*identity.Admin, error) {
	record, err := database.NewRecord(app, identity.Admins)
	if err != nil {
		return nil, database.Wrap("find the collection of admins", err)
	}
	admin := identity.NewAdmin(record)
	admin.SetUsername(username)
	return admin, nil
}

// adminRow is a row of adminList.
type adminRow struct {
	ID           string         `db:"id"`
	Username     string         `db:"username"`
	Email        string         `db:"email"`
	Role         identity.Role  `db:"role"`
	Person       string         `db:"person"`
	IsActive     bool           `db:"isActive"`
	IsInvited    bool           `db:"isInvited"`
	HasMFA       bool           `db:"hasMFA"`
	InvitedAt    types.DateTime `db:"invitedAt"`
	InviteExpiry types.DateTime `db:"inviteExpiry"`
	LastSignIn   types.DateTime `db:"lastSignIn"`
	CreatedAt    types.DateTime `db:"createdAt"`
}

// adminList lists the admins by username. It is short, and readers look for a name.
var adminList = lists.List{
	From: identity.Admins,
	Columns: []string{
		"id", "username", "email", "role", "person", "isActive", "([[inviteToken]] != '') AS [[isInvited]]",
		"([[totpSecret]] != '') AS [[hasMFA]]", "invitedAt", "inviteExpiry", "lastSignIn", "createdAt",
	},
	Search:      []string{"username", "email"},
	Sort:        map[string]string{"username": "[[username]] COLLATE NOCASE"},
	DefaultSort: "username",
}

func newAdminRow(admin *identity.Admin) adminRow {
	return adminRow{
		ID:           admin.Id,
		Username:     admin.Username(),
		Email:        admin.Email(),
		Role:         admin.Role(),
		Person:       admin.PersonID(),
		IsActive:     admin.IsActive(),
		IsInvited:    admin.HasInvitation(),
		HasMFA:       identity.HasMFA(admin.Record),
		InvitedAt:    admin.InvitedAt(),
		InviteExpiry: admin.InviteExpiry(),
		LastSignIn:   admin.LastSignIn(),
		CreatedAt:    admin.CreatedAt(),
	}
}

// findInvitedAdmin returns the account with an unused, unexpired invitation token of this hash, or sql.ErrNoRows.
func findInvitedAdmin(app core.App, hash string, now time.Time) (*identity.Admin, error) {
	// The second condition lets SQLite use the partial index.
	return database.First[identity.Admin](app, identity.Admins,
		dbx.NewExp("inviteToken = {:hash} AND inviteToken != '' AND inviteExpiry > {:now} AND NOT isActive",
			dbx.Params{"hash": hash, "now": database.FormatTime(now)}))
}

// countPendingInvitations counts the valid invitations of other admins.
func countPendingInvitations(app core.App, exceptID string, now time.Time) (int64, error) {
	return app.CountRecords(identity.Admins, dbx.NewExp(
		"id != {:id} AND inviteToken != '' AND inviteExpiry > {:now} AND NOT isActive", dbx.Params{"id": exceptID,
			"now": database.FormatTime(now)}))
}

func countOtherActiveOwners(app core.App, exceptID string) (int64, error) {
	return app.CountRecords(identity.Admins, dbx.HashExp{"isActive": true, "role": string(identity.RoleOwner)},
		dbx.Not(dbx.HashExp{"id": exceptID}))
}

func setLastSignIn(tx core.App, id string, at time.Time) error {
	_, err := tx.NonconcurrentDB().Update(identity.Admins, dbx.Params{"lastSignIn": database.FormatTime(at)},
		dbx.HashExp{"id": id}).Execute()
	return database.Wrap("store the last sign-in of admin "+id, err)
}

// findAdminMembers returns the users with admin rights.
func findAdminMembers(app core.App) ([]*identity.User, error) {
	var users []*identity.User
	err := app.RecordQuery(identity.Users).AndWhere(dbx.NewExp("isAdmin")).OrderBy("email", "id").All(&users)
	return users, database.Wrap("list members with admin rights", err)
}

// AddressesWithRole returns the addresses of the accounts that have a role's permissions in the console, except one
// account.
func AddressesWithRole(app core.App, role identity.Role, exceptID string) (addresses []string, err error) {
	err = app.DB().
		NewQuery("SELECT lower(email) FROM admins WHERE isActive AND email != '' AND role IN ({:owner}, {:role}) " +
			"AND id != {:except} UNION " +
			"SELECT lower(email) FROM users WHERE isAdmin AND isActive AND id != {:except} ORDER BY 1").
		Bind(dbx.Params{"owner": string(identity.RoleOwner), "role": string(role), "except": exceptID}).
		Column(&addresses)
	return addresses, database.Wrap("list addresses of role", err)
}

// AddressesAmong returns the addresses, by account, of those of some accounts that have a role's permissions in the
// console.
func AddressesAmong(app core.App, role identity.Role, accounts []string) (map[string]string, error) {
	asked, err := json.Marshal(accounts)
	if err != nil {
		return nil, err
	}
	var rows []struct {
		ID    string `db:"id"`
		Email string `db:"email"`
	}
	err = app.DB().NewQuery("SELECT id, lower(email) AS email FROM admins WHERE isActive AND email != '' " +
		"AND role IN ({:owner}, {:role}) AND id IN (SELECT value FROM json_each({:ids})) UNION " +
		"SELECT id, lower(email) FROM users WHERE isAdmin AND isActive AND id IN (SELECT value FROM " +
		"json_each({:ids}))").
		Bind(dbx.Params{"owner": string(identity.RoleOwner), "role": string(role), "ids": string(asked)}).All(&rows)
	addresses := map[string]string{}
	for _, row := range rows {
		addresses[row.ID] = row.Email
	}
	return addresses, database.Wrap("list addresses of accounts", err)
}
