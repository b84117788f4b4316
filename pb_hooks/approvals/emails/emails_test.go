package emails_test

import (
	"testing"

	"boardcircle/pb_hooks/approvals/emails"
	"boardcircle/pb_hooks/internal/testapp/mailtest"
)

func TestEmailsStateTheirFacts(t *testing.T) {
	t.Parallel()
	mailtest.Check(t, emails.Texts, func(name string) []mailtest.Sample {
		return []mailtest.Sample{{
			Email: emails.ApprovalRequested{
				ID:      "a1",
				By:      "meera",
				Summary: "A membership for " + name,
				Reason:  "She speaks at the event",
				Email:   "ravi@example.com",
			}.Build(),
			Facts: []string{"meera", "A membership for Asha Rao", "She speaks at the event",
				"https://boardcircle.example/admin/approvals"},
		}}
	})
}
