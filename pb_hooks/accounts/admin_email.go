package accounts

import (
	"net/http"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/rules"
)

// ChangeOwnEmail is POST /api/admin/me/email: sets the address that letters about her account go
// to, or puts another in its place. Her other sessions end (PocketBase), this one goes on.
func (a *Accounts) ChangeOwnEmail(e *core.RequestEvent) error {
	values, err := httpx.DecodeForm(e, OwnEmailForm)
	if err != nil {
		return err
	}
	address := values.Text("email")
	if address == e.Auth.Email() {
		return httpx.Conflict(rules.Problem{Field: "email", Code: "same", Message: "This is your email address already"})
	}
	if err := a.Reauthenticate(e, values.Text("password"), values.Text("code")); err != nil {
		return err
	}
	var admin *core.Record
	err = e.App.RunInTransaction(func(tx core.App) (err error) {
		if err := a.middleware.RevalidateSession(tx, e); err != nil {
			return err
		}
		if admin, err = tx.FindRecordById(httpx.Admins, e.Auth.Id); err != nil {
			return err
		}
		former := admin.Email()
		admin.SetEmail(address)
		if err := a.log.Save(tx, audit.RequestActor(e), "adminemail.changed", admin); err != nil {
			return err
		}
		// Whoever did this in her place has named an address of his own: she reads the former one.
		return a.notifyAdminAt(tx, former, admin, adminEmailChanged)
	})
	if err != nil {
		return adminSaveError(err)
	}
	if err := a.middleware.SignIn(e, admin); err != nil {
		return saveError(err)
	}
	return e.JSON(http.StatusOK, Message{"Your email address is changed"})
}
