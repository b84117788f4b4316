// An admin account by invitation:
//
//	invited      InviteAdmin makes the account: not active, with a password that nobody knows. The
//	             letter's link carries a token that stands nowhere: it is derived from the account,
//	             a nonce and the key file when the letter is written, and the account keeps its hash.
//	expired      72 hours later. ResendInvitation makes a new link, and the older one is void.
//	active       AcceptAdminInvitation sets her password. The hash goes in the same transaction: the link
//	             works once.
//	deactivated  Before that or after: the link and every session end at once.

package accounts

import (
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/keys"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/mail"
)

const (
	// adminInvitationTTL is how long an invitation works.
	adminInvitationTTL = 72 * time.Hour
	// maxPendingInvitations is how many invitations can wait to be followed: whoever takes a session over must
	// not send letters without end.
	maxPendingInvitations = 50
)

const invalidInvitation = "This invitation is not valid any more. Please ask an administrator for a new one."

// InviteAdmin is POST /api/admins.
func (a *Accounts) InviteAdmin(e *core.RequestEvent) error {
	values, err := readReauthenticatedForm(e, InviteForm)
	if err != nil {
		return err
	}
	if err := a.ReauthenticateRequest(e); err != nil {
		return err
	}
	admins, err := e.App.FindCachedCollectionByNameOrId(httpx.Admins)
	if err != nil {
		return saveError(err)
	}
	admin := core.NewRecord(admins)
	admin.Set("username", normalizeUsername(values.Text("username")))
	admin.SetEmail(values.Text("email"))
	admin.SetPassword(newPassword())
	admin.Id = core.GenerateDefaultRandomId()
	err = e.App.RunInTransaction(func(tx core.App) error {
		if err := a.middleware.RevalidateSession(tx, e); err != nil {
			return err
		}
		if err := a.prepareInvitation(tx, admin); err != nil {
			return err
		}
		return a.log.Save(tx, audit.RequestActor(e), "admin.invited", admin)
	})
	if err != nil {
		return adminSaveError(err)
	}
	return a.respondAdmin(e, http.StatusCreated, admin)
}

// ResendInvitation is POST /api/admins/{id}/invitation.
func (a *Accounts) ResendInvitation(e *core.RequestEvent) error {
	return a.updateAdmin(e, "admin.reinvited", func(tx core.App, admin *core.Record) error {
		if admin.GetBool("isActive") || admin.GetDateTime("invitedAt").IsZero() {
			return httpx.NewError(http.StatusConflict, "This account has a password of its own already and needs no invitation.", nil)
		}
		if admin.Email() == "" {
			return httpx.NewError(http.StatusConflict, "This account has no e-mail address to send an invitation to.", nil)
		}
		if err := a.outbox.Throttle(kindAdminInvited, admin.Email()); err != nil {
			return err
		}
		return a.prepareInvitation(tx, admin)
	})
}

// prepareInvitation gives an account a new link, and writes the letter that carries it. The caller saves the
// account.
func (a *Accounts) prepareInvitation(tx core.App, admin *core.Record) error {
	others, err := tx.CountRecords(httpx.Admins, dbx.NewExp(
		"id != {:id} AND inviteToken != '' AND inviteExpiry > {:now} AND NOT isActive", dbx.Params{"id": admin.Id, "now": formatTime(a.now())}))
	if err != nil {
		return err
	}
	if others >= maxPendingInvitations {
		return httpx.NewError(http.StatusConflict, fmt.Sprintf(
			"%d invitations wait to be followed already. Deactivate one that is not needed any more, or wait until one is followed or has expired.", others), nil)
	}
	nonce, expiry := core.GenerateDefaultRandomId(), a.now().Add(adminInvitationTTL)
	admin.Load(map[string]any{
		"invitedAt": a.now(), "inviteExpiry": expiry, "inviteToken": keys.Hash(a.inviteToken(admin.Id, nonce)),
	})
	return a.outbox.Enqueue(tx, adminInvitedEmail{
		AdminID: admin.Id, Nonce: nonce, Username: admin.GetString("username"), Email: admin.Email(), ExpiresAt: expiry,
	}.Build())
}

func (a *Accounts) inviteToken(adminID, nonce string) string {
	return a.key.Derive("admin-invitation", adminID, nonce)
}

// InviteParams is the mail.Resolver of the letter with an invitation: it adds the link's token. A
// link that is void by now is not mailed.
func (a *Accounts) InviteParams(app core.App, params map[string]string) (map[string]string, error) {
	token := a.inviteToken(params["adminId"], params["nonce"])
	_, err := a.findInvitedAdmin(app, token)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, mail.ErrObsolete
	}
	if err != nil {
		return nil, err
	}
	return map[string]string{"username": params["username"], "token": token}, nil
}

// AcceptAdminInvitation is POST /api/admin/welcome. It does not sign in: the second factor has its say there.
func (a *Accounts) AcceptAdminInvitation(e *core.RequestEvent) error {
	values, err := httpx.DecodeForm(e, AcceptInvitationForm)
	if err != nil {
		return err
	}
	admin, err := a.acceptAdminInvitation(e, values.Text("token"), values.Text("newPassword"))
	if errors.Is(err, sql.ErrNoRows) {
		return httpx.Invalid(rules.Problem{Field: "token", Code: "invalid", Message: invalidInvitation})
	}
	if err != nil {
		return saveError(err)
	}
	return e.JSON(http.StatusOK, AdminWelcome{"Your password is set", admin.GetString("username")})
}

func (a *Accounts) acceptAdminInvitation(e *core.RequestEvent, token, password string) (*core.Record, error) {
	// Looked up before the hashing, which takes long, and again inside, so that the link works once.
	admin, err := a.findInvitedAdmin(e.App, token)
	if err != nil {
		return nil, err
	}
	hashed := core.NewRecord(admin.Collection())
	hashed.SetPassword(password)
	err = e.App.RunInTransaction(func(tx core.App) error {
		if admin, err = a.findInvitedAdmin(tx, token); err != nil {
			return err
		}
		admin.SetRaw(core.FieldNamePassword, hashed.GetRaw(core.FieldNamePassword))
		admin.Load(map[string]any{"isActive": true, "invitedAt": "", "inviteExpiry": "", "inviteToken": ""})
		if err := a.log.Save(tx, audit.AccountActor(e, admin), "admin.joined", admin); err != nil {
			return err
		}
		return clearAccountThrottles(tx, httpx.Admins, admin.GetString("username"))
	})
	return admin, err
}

// findInvitedAdmin returns the account whose newest, unused and unexpired invitation this token is, and
// sql.ErrNoRows when there is none.
func (a *Accounts) findInvitedAdmin(app core.App, token string) (*core.Record, error) {
	admin := &core.Record{}
	err := app.RecordQuery(httpx.Admins).
		// The second condition lets SQLite use the partial index.
		AndWhere(dbx.NewExp("inviteToken = {:hash} AND inviteToken != '' AND inviteExpiry > {:now} AND NOT isActive",
			dbx.Params{"hash": keys.Hash(token), "now": formatTime(a.now())})).
		Limit(1).One(admin)
	if err != nil {
		return nil, err
	}
	return admin, nil
}

// adminSaveError turns the error of a saved account into the answer. The unique indexes tell what is taken.
func adminSaveError(err error) error {
	for _, p := range []rules.Problem{
		{Field: "username", Code: "taken", Message: "Another admin account has this username"},
		{Field: "email", Code: "taken", Message: "Another admin account has this email address"},
	} {
		if httpx.IsUniqueViolation(err, p.Field) {
			return httpx.Conflict(p)
		}
	}
	return saveError(err)
}
