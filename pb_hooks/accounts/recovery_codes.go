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
func (a *Accounts) newRecoveryCodes(adminID string) (codes, hashes []string) {
	for range recoveryCodeCount {
		chars := rand.Text()[:recoveryCodeLength]
		codes = append(codes, chars[:4]+"-"+chars[4:8]+"-"+chars[8:])
		hashes = append(hashes, a.recoveryHash(adminID, chars))
	}
	return codes, hashes
}

// recoveryHash is what a recovery code derives to, however it was typed.
func (a *Accounts) recoveryHash(adminID, code string) string {
	chars := strings.ToUpper(strings.NewReplacer(" ", "", "-", "").Replace(code))
	return a.key.Derive("recovery-code", adminID, chars)
}

func recoveryHashes(admin *core.Record) []string {
	var hashes []string
	// an empty field is no list, and holds no code
	_ = admin.UnmarshalJSONField("recoveryCodes", &hashes)
	return hashes
}
