package rules_test

import (
	"testing"

	"boardcircle/pb_hooks/internal/rules"
)

func TestVariantsOfCommonPasswordsAreRecognised(t *testing.T) {
	t.Parallel()
	for _, password := range []string{
		"Password1234", "PASSWORD1234", "password2026!", "1234Password", "P@ssw0rd1234", "Pa$$word12345", "PasswordPassword1",
		"Welcome@2026", "Qwertyuiop12", "Abcdefghijk1", "Aaaaaaaaaaa1", "AbcAbcAbc123", "Iloveyou2026", "I love you 2026",
		"Boardcircle1", "BoardCircle@2026", "Mumbai@12345", "Administrator1", "123456789012", "Letmein12345", "Changeme1234",
	} {
		if !rules.IsCommonPassword(password) {
			t.Errorf("IsCommonPassword(%q) = false, want true", password)
		}
	}
	for _, password := range []string{
		"Correct horse 1", "Arabian Sea 42", "Monsoon Ledger 7", "x7Kq-29431-hTzz", "Password manager of Asha 1", "वह पुराना बरगद Aa1", "Boardcircle-Demo-1",
	} {
		if rules.IsCommonPassword(password) {
			t.Errorf("IsCommonPassword(%q) = true, want false", password)
		}
	}
}
