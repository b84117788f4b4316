// An admin account by invitation:
//
//	invited      InviteAdmin makes the account: not active, with a password that nobody knows. The
//	             letter's link carries a token that stands nowhere: it is derived from the account,
//	             a nonce and the key file when the letter is written, and the account keeps its hash.
//	expired      72 hours later. ResendInvitation makes a new link, and the older one is void.
//	active       JoinAsAdmin sets her password. The hash goes in the same transaction: the link
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
	// inviteLife is how long an invitation works.
	inviteLife = 72 * time.Hour
	// mostInvited is how many invitations can wait to be followed: whoever takes a session over must
	// not send letters without end.
	mostInvited = 50
)

const invalidInvitation = "This invitation is not valid any more. Please ask an administrator for a new one."

// InviteAdmin is POST /api/admins.
func (a *Accounts) InviteAdmin(e *core.RequestEvent) error {
	values, err := provableForm(e, InviteForm)
	if err != nil {
		return err
	}
	if err := a.ProveCaller(e); err != nil {
		return err
	}
	admins, err := e.App.FindCachedCollectionByNameOrId(httpx.Admins)
	if err != nil {
		return unsettled(err)
	}
	admin := core.NewRecord(admins)
	admin.Set("username", nameOf(values.Text("username")))
	admin.SetEmail(values.Text("email"))
	admin.SetPassword(newPassword())
	admin.Id = core.GenerateDefaultRandomId()
	err = e.App.RunInTransaction(func(tx core.App) error {
		if err := a.edge.Still(tx, e); err != nil {
			return err
		}
		if err := a.invite(tx, admin); err != nil {
			return err
		}
		return a.log.Save(tx, audit.By(e), "admin.invited", admin)
	})
	if err != nil {
		return notSaved(err)
	}
	return a.answerAdmin(e, http.StatusCreated, admin)
}

// ResendInvitation is POST /api/admins/{id}/invitation.
func (a *Accounts) ResendInvitation(e *core.RequestEvent) error {
	return a.changeAdmin(e, "admin.reinvited", func(tx core.App, admin *core.Record) error {
		if admin.GetBool("isActive") || admin.GetDateTime("invitedAt").IsZero() {
			return httpx.Refuse(http.StatusConflict, "This account has a password of its own already and needs no invitation.", nil)
		}
		if admin.Email() == "" {
			return httpx.Refuse(http.StatusConflict, "This account has no e-mail address to send an invitation to.", nil)
		}
		if err := a.letters.Pace(mail.KindAdminInvited, admin.Email()); err != nil {
			return err
		}
		return a.invite(tx, admin)
	})
}

// invite gives an account a new link, and writes the letter that carries it. The caller saves the
// account.
func (a *Accounts) invite(tx core.App, admin *core.Record) error {
	others, err := tx.CountRecords(httpx.Admins, dbx.NewExp(
		"id != {:id} AND inviteToken != '' AND inviteExpiry > {:now} AND NOT isActive", dbx.Params{"id": admin.Id, "now": stored(a.now())}))
	if err != nil {
		return err
	}
	if others >= mostInvited {
		return httpx.Refuse(http.StatusConflict, fmt.Sprintf(
			"%d invitations wait to be followed already. Deactivate one that is not needed any more, or wait until one is followed or has expired.", others), nil)
	}
	nonce, expiry := core.GenerateDefaultRandomId(), a.now().Add(inviteLife)
	admin.Load(map[string]any{
		"invitedAt": a.now(), "inviteExpiry": expiry, "inviteToken": keys.Hash(a.inviteToken(admin.Id, nonce)),
	})
	return a.letters.Enqueue(tx, mail.AdminInvited{
		AdminID: admin.Id, Nonce: nonce, Username: admin.GetString("username"), Email: admin.Email(), ExpiresAt: expiry,
	}.Letter())
}

func (a *Accounts) inviteToken(adminID, nonce string) string {
	return a.key.Derive("admin-invitation", adminID, nonce)
}

// InviteParams is the mail.Resolver of the letter with an invitation: it adds the link's token. A
// link that is void by now is not mailed.
func (a *Accounts) InviteParams(app core.App, params map[string]string) (map[string]string, error) {
	token := a.inviteToken(params["adminId"], params["nonce"])
	_, err := a.invitee(app, token)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, mail.ErrObsolete
	}
	if err != nil {
		return nil, err
	}
	return map[string]string{"username": params["username"], "token": token}, nil
}

// JoinAsAdmin is POST /api/admin/welcome. It does not sign in: the second factor has its say there.
func (a *Accounts) JoinAsAdmin(e *core.RequestEvent) error {
	values, err := httpx.Form(e, WelcomeForm)
	if err != nil {
		return err
	}
	admin, err := a.join(e, values.Text("token"), values.Text("newPassword"))
	if errors.Is(err, sql.ErrNoRows) {
		return httpx.Invalid(rules.Problem{Field: "token", Code: "invalid", Message: invalidInvitation})
	}
	if err != nil {
		return unsettled(err)
	}
	return e.JSON(http.StatusOK, AdminWelcome{"Your password is set", admin.GetString("username")})
}

func (a *Accounts) join(e *core.RequestEvent, token, password string) (*core.Record, error) {
	// Looked up before the hashing, which takes long, and again inside, so that the link works once.
	admin, err := a.invitee(e.App, token)
	if err != nil {
		return nil, err
	}
	hashed := core.NewRecord(admin.Collection())
	hashed.SetPassword(password)
	err = e.App.RunInTransaction(func(tx core.App) error {
		if admin, err = a.invitee(tx, token); err != nil {
			return err
		}
		admin.SetRaw(core.FieldNamePassword, hashed.GetRaw(core.FieldNamePassword))
		admin.Load(map[string]any{"isActive": true, "invitedAt": "", "inviteExpiry": "", "inviteToken": ""})
		if err := a.log.Save(tx, audit.Of(e, admin), "admin.joined", admin); err != nil {
			return err
		}
		return forgetAccount(tx, httpx.Admins, admin.GetString("username"))
	})
	return admin, err
}

// invitee returns the account whose newest, unused and unexpired invitation this token is, and
// sql.ErrNoRows when there is none.
func (a *Accounts) invitee(app core.App, token string) (*core.Record, error) {
	admin := &core.Record{}
	err := app.RecordQuery(httpx.Admins).
		// The second condition lets SQLite use the partial index.
		AndWhere(dbx.NewExp("inviteToken = {:hash} AND inviteToken != '' AND inviteExpiry > {:now} AND NOT isActive",
			dbx.Params{"hash": keys.Hash(token), "now": stored(a.now())})).
		Limit(1).One(admin)
	if err != nil {
		return nil, err
	}
	return admin, nil
}

// notSaved turns the error of a saved account into the answer. The unique indexes tell what is taken.
func notSaved(err error) error {
	for _, p := range []rules.Problem{
		{Field: "username", Code: "taken", Message: "Another admin account has this username"},
		{Field: "email", Code: "taken", Message: "Another admin account has this email address"},
	} {
		if httpx.IsTaken(err, p.Field) {
			return httpx.Conflict(p)
		}
	}
	return unsettled(err)
}
