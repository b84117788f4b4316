package settings

import (
	"net/http"
	"slices"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/rules"
)

// Reauthenticator is what the settings ask of the accounts. It is given to them, because the accounts read
// the settings themselves.
type Reauthenticator struct {
	// Reauthenticate refuses a caller unless the body proves that it is herself.
	Reauthenticate func(e *core.RequestEvent, body map[string]any) error
	// RequiresTOTP tells whether that takes a code, because the account has two-step sign-in.
	RequiresTOTP func(account *core.Record) bool
}

// protectedFields are the settings that a session alone does not change: they say who may use the console,
// how many decide, who can buy and who is told.
var protectedFields = []string{"totpRequired", "reviewVotes", "purchaseNeedsApproval", "notificationEmail"}

// changesProtected tells whether values change a guarded setting of a record.
func changesProtected(record *core.Record, values rules.Values) bool {
	current := formValues(record)
	return slices.ContainsFunc(protectedFields, func(name string) bool { return values.Text(name) != current[name] })
}

var errWouldLockOut = httpx.NewError(http.StatusConflict,
	"Your own account has no two-step sign-in, so this would shut you out. Please set it up under Your account first.", nil)

// reauthenticate asks for proof where a body changes what is guarded, and tells whether it was given. It
// stands before the transaction of the change: counting a wrong password is a write of its own.
func (o *Console) reauthenticate(e *core.RequestEvent, body map[string]any) (bool, error) {
	record, err := findOrNew(e.App)
	if err != nil {
		return false, err
	}
	values, err := applyBody(record, body)
	if err != nil || !changesProtected(record, values) {
		return false, err
	}
	turnsOn := values.Text("totpRequired") == "true" && !record.GetBool("totpRequired")
	if turnsOn && !e.Auth.IsSuperuser() && !o.reauthenticator.RequiresTOTP(e.Auth) {
		return false, errWouldLockOut
	}
	return true, o.reauthenticator.Reauthenticate(e, body)
}
