package accounts

import (
	"net/http"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/httpx"
)

// AdminAccount is a row of the list of admin accounts.
type AdminAccount struct {
	ID       string `json:"id"`
	Username string `json:"username"`
	Email    string `json:"email"`
	// State is "active", "invited", "expired" (an invitation that nobody followed in time) or
	// "deactivated".
	State string `json:"state"`
	// HasJoined is false until she has set a password of her own.
	HasJoined    bool       `json:"hasJoined"`
	IsYou        bool       `json:"isYou"`
	SecondFactor bool       `json:"secondFactor"`
	LastSignIn   httpx.Time `json:"lastSignIn"`
	InviteExpiry httpx.Time `json:"inviteExpiry"`
	CreatedAt    httpx.Time `json:"createdAt"`
}

type adminRow struct {
	ID           string         `db:"id"`
	Username     string         `db:"username"`
	Email        string         `db:"email"`
	IsActive     bool           `db:"isActive"`
	IsInvited    bool           `db:"isInvited"`
	SecondFactor bool           `db:"secondFactor"`
	InvitedAt    types.DateTime `db:"invitedAt"`
	InviteExpiry types.DateTime `db:"inviteExpiry"`
	LastSignIn   httpx.Time     `db:"lastSignIn"`
	CreatedAt    httpx.Time     `db:"createdAt"`
}

var adminList = httpx.List{
	From: httpx.Admins,
	Columns: []string{
		"id", "username", "email", "isActive", "([[inviteToken]] != '') AS [[isInvited]]", "([[totpSecret]] != '') AS [[secondFactor]]",
		"invitedAt", "inviteExpiry", "lastSignIn", "createdAt",
	},
	Search:      []string{"username", "email"},
	Sort:        map[string]string{"username": "[[username]] COLLATE NOCASE"},
	DefaultSort: "username",
}

// ListAdmins is GET /api/admins.
func (a *Accounts) ListAdmins(e *core.RequestEvent) error {
	rows, err := httpx.QueryRows[adminRow](e, adminList)
	if err != nil {
		return err
	}
	list := make([]AdminAccount, len(rows))
	for i, row := range rows {
		list[i] = a.newAdminAccount(row, e.Auth)
	}
	return e.JSON(http.StatusOK, list)
}

func (a *Accounts) newAdminAccount(row adminRow, caller *core.Record) AdminAccount {
	state := "deactivated"
	switch {
	case row.IsActive:
		state = "active"
	case row.IsInvited && row.InviteExpiry.Time().After(a.now()):
		state = "invited"
	case row.IsInvited:
		state = "expired"
	}
	return AdminAccount{
		ID: row.ID, Username: row.Username, Email: row.Email, State: state, HasJoined: row.InvitedAt.IsZero(),
		IsYou:        caller.Collection().Name == httpx.Admins && caller.Id == row.ID,
		SecondFactor: row.SecondFactor, LastSignIn: row.LastSignIn, InviteExpiry: httpx.Time(row.InviteExpiry), CreatedAt: row.CreatedAt,
	}
}

// respondAdmin answers with an account as the list shows it.
func (a *Accounts) respondAdmin(e *core.RequestEvent, status int, admin *core.Record) error {
	return e.JSON(status, a.newAdminAccount(adminRow{
		ID: admin.Id, Username: admin.GetString("username"), Email: admin.Email(), IsActive: admin.GetBool("isActive"),
		IsInvited: admin.GetString("inviteToken") != "", SecondFactor: hasSecondFactor(admin),
		InvitedAt: admin.GetDateTime("invitedAt"), InviteExpiry: admin.GetDateTime("inviteExpiry"),
		LastSignIn: httpx.Time(admin.GetDateTime("lastSignIn")), CreatedAt: httpx.Time(admin.GetDateTime("createdAt")),
	}, e.Auth))
}
