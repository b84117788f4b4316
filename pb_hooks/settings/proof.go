package settings

import (
	"net/http"
	"slices"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/rules"
)

// Proof is what the settings ask of the accounts. It is given to them, because the accounts read
// the settings themselves.
type Proof struct {
	// Ask refuses a caller unless the body proves that it is herself.
	Ask func(e *core.RequestEvent, body map[string]any) error
	// AsksCode tells whether that takes a code, because the account has two-step sign-in.
	AsksCode func(account *core.Record) bool
}

// guarded are the settings that a session alone does not change: they say who may use the console,
// how many decide, who can buy and who is told.
var guarded = []string{"totpRequired", "reviewVotes", "purchaseNeedsApproval", "notificationEmail"}

// isGuarded tells whether values change a guarded setting of a record.
func isGuarded(record *core.Record, values rules.Values) bool {
	standing := stored(record)
	return slices.ContainsFunc(guarded, func(name string) bool { return values.Text(name) != standing[name] })
}

var errShutsOut = httpx.Refuse(http.StatusConflict,
	"Your own account has no two-step sign-in, so this would shut you out. Please set it up under Your account first.", nil)

// prove asks for proof where a body changes what is guarded, and tells whether it was given. It
// stands before the transaction of the change: counting a wrong password is a write of its own.
func (o *Office) prove(e *core.RequestEvent, body map[string]any) (bool, error) {
	record, err := current(e.App)
	if err != nil {
		return false, err
	}
	values, err := changed(record, body)
	if err != nil || !isGuarded(record, values) {
		return false, err
	}
	turnsOn := values.Text("totpRequired") == "true" && !record.GetBool("totpRequired")
	if turnsOn && !e.Auth.IsSuperuser() && !o.proof.AsksCode(e.Auth) {
		return false, errShutsOut
	}
	return true, o.proof.Ask(e, body)
}
