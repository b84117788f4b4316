package emails_test

import (
	"testing"

	"boardcircle/pb_hooks/internal/testapp/mailtest"
	"boardcircle/pb_hooks/restoretests/emails"
)

func TestEmailsStateTheirFacts(t *testing.T) {
	t.Parallel()
	mailtest.Check(t, emails.Texts, func(name string) []mailtest.Sample {
		return []mailtest.Sample{{
			Email: emails.RestoreTestFailed{
				JobID:   "j1",
				Source:  "backup",
				Name:    "boardcircle_" + name + ".zip",
				Message: "It is damaged.",
			}.Build(),
			Facts: []string{"backup", "It is damaged.", "boardcircle_Asha Rao.zip",
				"https://boardcircle.example/admin/settings/backups"},
		}}
	})
}
