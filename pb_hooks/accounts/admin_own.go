package accounts

import (
	"net/http"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/settings"
)

// OwnAdmin is what an admin sees of her own account.
type OwnAdmin struct {
	Username          string     `json:"username"`
	Email             string     `json:"email"`
	SecondFactor      bool       `json:"secondFactor"`
	SecondFactorSince httpx.Time `json:"secondFactorSince"`
	RecoveryCodesLeft int        `json:"recoveryCodesLeft"`
	// IsMandatory tells that the settings want a second factor of everybody.
	IsMandatory bool `json:"isMandatory"`
}

// GetOwnAdmin is GET /api/admin/me.
func (a *Accounts) GetOwnAdmin(e *core.RequestEvent) error {
	site, err := settings.Read(e.App)
	if err != nil {
		return httpx.NewError(http.StatusInternalServerError, "Your account could not be read.", err)
	}
	return e.JSON(http.StatusOK, OwnAdmin{
		Username: e.Auth.GetString("username"), Email: e.Auth.Email(),
		SecondFactor: hasSecondFactor(e.Auth), SecondFactorSince: httpx.Time(e.Auth.GetDateTime("totpSince")),
		RecoveryCodesLeft: len(recoveryHashes(e.Auth)), IsMandatory: site.TOTPRequired,
	})
}

// ChangeOwnPassword is POST /api/admin/me/password. Her other sessions end, this one goes on.
func (a *Accounts) ChangeOwnPassword(e *core.RequestEvent) error {
	values, err := httpx.DecodeForm(e, OwnPasswordForm)
	if err != nil {
		return err
	}
	if err := a.reauthenticatePassword(e, "currentPassword", values.Text("currentPassword")); err != nil {
		return err
	}
	hashed := core.NewRecord(e.Auth.Collection())
	hashed.SetPassword(values.Text("newPassword"))
	var admin *core.Record
	err = e.App.RunInTransaction(func(tx core.App) (err error) {
		if err := a.middleware.RevalidateSession(tx, e); err != nil {
			return err
		}
		if admin, err = tx.FindRecordById(httpx.Admins, e.Auth.Id); err != nil {
			return err
		}
		admin.SetRaw(core.FieldNamePassword, hashed.GetRaw(core.FieldNamePassword))
		if err := tx.Save(admin); err != nil {
			return err
		}
		if err := a.log.Record(tx, audit.RequestActor(e), "password.changed", audit.SubjectOf(admin), nil); err != nil {
			return err
		}
		return a.notifyAdmin(tx, admin, adminPasswordChanged)
	})
	if err == nil {
		err = a.middleware.SignIn(e, admin)
	}
	if err != nil {
		return saveError(err)
	}
	return e.JSON(http.StatusOK, Message{"Your password is changed"})
}
