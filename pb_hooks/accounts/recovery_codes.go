package accounts

import (
	"crypto/rand"
	"strings"

	"github.com/pocketbase/pocketbase/core"
)

const (
	recoveryCodeCount = 8
	// twelve letters of base 32 are 60 bits
	recoveryCodeLength = 12
)

// newRecoveryCodes makes the codes as they are shown, and what is kept of them.
func (a *Accounts) newRecoveryCodes(adminID string) (shown, kept []string) {
	for range recoveryCodeCount {
		letters := rand.Text()[:recoveryCodeLength]
		shown = append(shown, letters[:4]+"-"+letters[4:8]+"-"+letters[8:])
		kept = append(kept, a.recoveryHash(adminID, letters))
	}
	return shown, kept
}

// recoveryHash is what a recovery code derives to, however it was typed.
func (a *Accounts) recoveryHash(adminID, code string) string {
	letters := strings.ToUpper(strings.NewReplacer(" ", "", "-", "").Replace(code))
	return a.key.Derive("recovery-code", adminID, letters)
}

func recoveryCodesOf(admin *core.Record) []string {
	var kept []string
	// an empty field is no list, and holds no code
	_ = admin.UnmarshalJSONField("recoveryCodes", &kept)
	return kept
}
