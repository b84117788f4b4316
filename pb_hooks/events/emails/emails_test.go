package emails_test

import (
	"testing"

	"boardcircle/pb_hooks/events/emails"
	"boardcircle/pb_hooks/internal/testapp/mailtest"
)

func TestEmailsStateTheirFacts(t *testing.T) {
	t.Parallel()
	const link = "https://boardcircle.example/circle/sessions/session1"
	mailtest.Check(t, emails.Texts, func(name string) []mailtest.Sample {
		title := "Reading the audit report with " + name
		reminder := emails.Reminder{
			SessionID: "session1", UserID: "user1", Name: name, Email: "asha@example.com", Title: title,
			Place: "Online", StartsAt: mailtest.Noon, Offset: emails.DayBefore,
		}
		soon := reminder
		soon.Offset = emails.HourBefore
		return []mailtest.Sample{
			{Email: reminder.Build(), Facts: []string{"Dear Asha Rao", "Reading the audit report",
				"1 Sep 2026, 17:30 IST", "Online", link}},
			{Email: soon.Build(), Facts: []string{"Dear Asha Rao", "15 minutes before", link}},
			{
				Email: emails.Changed{
					SessionID: "session1", UserID: "user1", Name: name, Email: "asha@example.com", Title: title,
					Place: "Taj Mahal Palace, Mumbai", StartsAt: mailtest.Noon,
					PreviousStart: mailtest.Noon.AddDate(0, 0, -1), Sequence: 2,
				}.Build(),
				Facts: []string{"Dear Asha Rao", "Reading the audit report", "1 Sep 2026, 17:30 IST",
					"31 Aug 2026, 17:30 IST", "Taj Mahal Palace, Mumbai", link},
			},
			{
				Email: emails.Cancelled{
					SessionID: "session1", UserID: "user1", Name: name, Email: "asha@example.com", Title: title,
					Reason: "The speaker is ill.\nSays " + name, StartsAt: mailtest.Noon,
				}.Build(),
				Facts: []string{"Dear Asha Rao", "Reading the audit report", "1 Sep 2026, 17:30 IST",
					"The speaker is ill.\nSays Asha Rao", "https://boardcircle.example/circle/sessions"},
			},
			{
				Email: emails.Promoted{
					SessionID: "session1", UserID: "user1", Name: name, Email: "asha@example.com", Title: title,
					Place: "Online", StartsAt: mailtest.Noon, At: mailtest.Noon,
				}.Build(),
				Facts: []string{"Dear Asha Rao", "Reading the audit report", "1 Sep 2026, 17:30 IST", "it is yours", link},
			},
		}
	})
}
