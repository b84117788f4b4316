package identity

import (
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/database"
)

// MFA is the second factor of an account. Users and admins store it in columns of the same names.
type MFA struct{ core.BaseRecordProxy }

// NewMFA wraps a users or admins record.
func NewMFA(account *core.Record) *MFA {
	return database.As[MFA](account)
}

// FindMFA reads the second factor of an account from the database, or returns sql.ErrNoRows.
func FindMFA(app core.App, account *core.Record) (*MFA, error) {
	return database.Find[MFA](app, account.Collection().Name, account.Id)
}

// HasMFA reports whether an account of any collection has an active second factor. PocketBase handles that of
// superusers.
func HasMFA(account *core.Record) bool {
	return !account.IsSuperuser() && NewMFA(account).Secret() != ""
}

// Secret is the encrypted secret of the active second factor.
func (m *MFA) Secret() string { return m.GetString("totpSecret") }

// Pending is the encrypted secret of a second factor that is not confirmed by a code yet.
func (m *MFA) Pending() string { return m.GetString("totpPending") }

// Step is the newest time step whose code was used.
func (m *MFA) Step() int64 { return int64(m.GetInt("totpStep")) }

// Since is when the second factor was set up.
func (m *MFA) Since() types.DateTime { return m.GetDateTime("totpSince") }

// RecoveryHashes are the hashes of the unused recovery codes.
func (m *MFA) RecoveryHashes() []string {
	var hashes []string
	// An empty field is not a JSON list and means no codes.
	_ = m.UnmarshalJSONField("recoveryCodes", &hashes)
	return hashes
}

// Enable activates the pending secret. step is the time step of the code that confirmed it.
func (m *MFA) Enable(step int64, since time.Time, recoveryHashes []string) {
	m.Load(map[string]any{
		"totpSecret":    m.Pending(),
		"totpPending":   "",
		"totpStep":      step,
		"totpSince":     since,
		"recoveryCodes": recoveryHashes,
	})
}

// Clear removes the second factor and its recovery codes.
func (m *MFA) Clear() {
	m.Load(map[string]any{
		"totpSecret":    "",
		"totpPending":   "",
		"totpStep":      0,
		"totpSince":     "",
		"recoveryCodes": []string{},
	})
}

// MFAChanged reports whether saving an account will change its second factor.
func MFAChanged(account *core.Record) bool {
	return NewMFA(account.Original()).Secret() != NewMFA(account).Secret()
}

// SetPendingTOTP stores the encrypted secret of a second factor that is not confirmed yet.
func SetPendingTOTP(tx core.App, account *core.Record, sealed string) error {
	return updateMFA(tx, account, dbx.Params{"totpPending": sealed})
}

// SetTOTPStep stores the newest time step whose code was used.
func SetTOTPStep(tx core.App, account *core.Record, step int64) error {
	return updateMFA(tx, account, dbx.Params{"totpStep": step})
}

// SetRecoveryHashes replaces the hashes of the unused recovery codes.
func SetRecoveryHashes(tx core.App, account *core.Record, hashes []string) error {
	return updateMFA(tx, account, dbx.Params{"recoveryCodes": types.JSONArray[string](hashes)})
}

// updateMFA updates single columns, because saving a whole record would overwrite changes since it was read.
func updateMFA(tx core.App, account *core.Record, columns dbx.Params) error {
	_, err := tx.NonconcurrentDB().Update(account.Collection().Name, columns, dbx.HashExp{"id": account.Id}).Execute()
	return database.Wrap("update second factor of "+account.Id, err)
}
