package accounts

import (
	"net/http"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/mail"
	"boardcircle/pb_hooks/settings"
)

// OwnAdmin is what an admin sees of her own account.
type OwnAdmin struct {
	Username          string      `json:"username"`
	Email             string      `json:"email"`
	SecondFactor      bool        `json:"secondFactor"`
	SecondFactorSince httpx.Stamp `json:"secondFactorSince"`
	RecoveryCodesLeft int         `json:"recoveryCodesLeft"`
	// IsMandatory tells that the settings want a second factor of everybody.
	IsMandatory bool `json:"isMandatory"`
}

// GetOwnAdmin is GET /api/admin/me.
func (a *Accounts) GetOwnAdmin(e *core.RequestEvent) error {
	site, err := settings.Read(e.App)
	if err != nil {
		return httpx.Refuse(http.StatusInternalServerError, "Your account could not be read.", err)
	}
	return e.JSON(http.StatusOK, OwnAdmin{
		Username: e.Auth.GetString("username"), Email: e.Auth.Email(),
		SecondFactor: hasSecondFactor(e.Auth), SecondFactorSince: httpx.Stamp(e.Auth.GetDateTime("totpSince")),
		RecoveryCodesLeft: len(recoveryCodesOf(e.Auth)), IsMandatory: site.TOTPRequired,
	})
}

// ChangeOwnPassword is POST /api/admin/me/password. Her other sessions end, this one goes on.
func (a *Accounts) ChangeOwnPassword(e *core.RequestEvent) error {
	values, err := httpx.Form(e, OwnPasswordForm)
	if err != nil {
		return err
	}
	if err := a.provePassword(e, "currentPassword", values.Text("currentPassword")); err != nil {
		return err
	}
	hashed := core.NewRecord(e.Auth.Collection())
	hashed.SetPassword(values.Text("newPassword"))
	var admin *core.Record
	err = e.App.RunInTransaction(func(tx core.App) (err error) {
		if err := a.edge.Still(tx, e); err != nil {
			return err
		}
		if admin, err = tx.FindRecordById(httpx.Admins, e.Auth.Id); err != nil {
			return err
		}
		admin.SetRaw(core.FieldNamePassword, hashed.GetRaw(core.FieldNamePassword))
		if err := tx.Save(admin); err != nil {
			return err
		}
		if err := a.log.Note(tx, audit.By(e), "password.changed", audit.About(admin), nil); err != nil {
			return err
		}
		return a.tell(tx, admin, mail.AdminPasswordChanged)
	})
	if err == nil {
		err = a.edge.SignIn(e, admin)
	}
	if err != nil {
		return unsettled(err)
	}
	return e.JSON(http.StatusOK, Message{"Your password is changed"})
}
