package emails_test

import (
	"testing"

	"boardcircle/pb_hooks/internal/testapp/mailtest"
	"boardcircle/pb_hooks/modules/circle/emails"
)

func TestEmailsStateTheirFacts(t *testing.T) {
	t.Parallel()
	const link = "https://boardcircle.example/circle"
	mailtest.Check(t, emails.Texts, func(name string) []mailtest.Sample {
		return []mailtest.Sample{
			{
				Email: emails.Digest{
					PersonID: "p1", Name: name, Email: "asha@example.com", At: mailtest.Noon,
					Library: []string{"Amendments of " + name, "Audit reports"}, Sessions: []string{"Risk committees"},
					Seats: []string{"Independent director"}, Consultations: []string{"A code of conduct"},
				}.Build(),
				Facts: []string{link + "/library", link + "/sessions", link + "/board-seats", link + "/polls",
					"Dear Asha Rao", "Amendments of Asha Rao", "Audit reports", "Risk committees", "Independent director",
					"A code of conduct"},
			},
			{
				Email: emails.Digest{PersonID: "p1", Name: name, Email: "asha@example.com", At: mailtest.Noon,
					Library: []string{"Audit reports"}}.Build(),
				Facts: []string{link + "/library", "Audit reports"},
			},
		}
	})
}
