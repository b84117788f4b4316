package emails_test

import (
	"testing"

	"boardcircle/pb_hooks/internal/testapp/mailtest"
	"boardcircle/pb_hooks/modules/directory/emails"
)

func TestEmailsStateTheirFacts(t *testing.T) {
	t.Parallel()
	mailtest.Check(t, emails.Texts, func(name string) []mailtest.Sample {
		return []mailtest.Sample{{
			Email: emails.Vouched{VouchID: "vouch1", Name: name, Email: "asha@example.com", Author: "Meera " + name}.Build(),
			Facts: []string{"Dear Asha Rao", "Meera Asha Rao", "https://boardcircle.example/circle/profile"},
		}}
	})
}
