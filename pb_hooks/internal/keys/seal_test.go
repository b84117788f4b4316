package keys_test

import (
	"errors"
	"strings"
	"testing"

	"boardcircle/pb_hooks/internal/keys"
)

func TestWhatIsSealedOpensForItsPurposeAndOwnerOnly(t *testing.T) {
	t.Parallel()
	key, err := keys.Load(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	other, err := keys.Load(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	sealed, err := key.Seal("totp", "asha", "JBSWY3DPEHPK3PXP")
	if err != nil {
		t.Fatal(err)
	}
	if again, _ := key.Seal("totp", "asha", "JBSWY3DPEHPK3PXP"); again == sealed || strings.Contains(sealed, "JBSWY3DP") {
		t.Errorf("sealed twice: %s and %s", sealed, again)
	}
	if secret, err := key.Open("totp", "asha", sealed); err != nil || secret != "JBSWY3DPEHPK3PXP" {
		t.Errorf("opened: %q, %v", secret, err)
	}
	for name, open := range map[string]func() (string, error){
		"another key":     func() (string, error) { return other.Open("totp", "asha", sealed) },
		"another purpose": func() (string, error) { return key.Open("mail", "asha", sealed) },
		"another owner":   func() (string, error) { return key.Open("totp", "meera", sealed) },
		"a changed text":  func() (string, error) { return key.Open("totp", "asha", "A"+sealed[1:]+"AAAA") },
		"a short text":    func() (string, error) { return key.Open("totp", "asha", "AAAA") },
		"no text":         func() (string, error) { return key.Open("totp", "asha", "") },
	} {
		if secret, err := open(); !errors.Is(err, keys.ErrSealed) || secret != "" {
			t.Errorf("%s: %q, %v", name, secret, err)
		}
	}
}
