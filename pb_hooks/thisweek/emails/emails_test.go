package emails_test

import (
	"testing"

	"boardcircle/pb_hooks/internal/testapp/mailtest"
	"boardcircle/pb_hooks/thisweek/emails"
)

func TestEmailsStateTheirFacts(t *testing.T) {
	t.Parallel()
	mailtest.Check(t, emails.Texts, func(name string) []mailtest.Sample {
		return []mailtest.Sample{{
			Email: emails.Week{
				Account: "a1", Email: "ravi@example.com", Day: "2026-11-23",
				Sessions: "Reading the audit report, 26 Nov 2026, 18:00 IST", Overdue: "Nomination of " + name,
				NewMembers: "Meera Iyer, joined on 24 Nov 2026", Endings: "4 memberships end",
			}.Build(),
			Facts: []string{"Reading the audit report, 26 Nov 2026, 18:00 IST", "Nomination of Asha Rao",
				"Meera Iyer, joined on 24 Nov 2026", "4 memberships end within the next 30 days",
				"https://boardcircle.example/admin"},
		}}
	})
}
