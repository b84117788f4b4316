package emails_test

import (
	"testing"

	"boardcircle/pb_hooks/internal/testapp/mailtest"
	"boardcircle/pb_hooks/modules/events/emails"
)

func TestEmailsStateTheirFacts(t *testing.T) {
	t.Parallel()
	const link = "https://boardcircle.example/circle/sessions/session1"
	const guestLink = "https://boardcircle.example/sessions/session1?token=" + mailtest.EscapedToken
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
			guestSample(emails.GuestAsked, name, title, "Dear Asha Rao", "only after you have confirmed", guestLink),
			guestSample(emails.GuestIsMember, name, title, "You are a member", link),
			guestSample(emails.GuestHasPlace, name, title, "Dear Asha Rao", "You have a place", guestLink),
			guestSample(emails.GuestWaits, name, title, "Dear Asha Rao", "waiting list", guestLink),
			guestSample(emails.GuestReminder, name, title, "Dear Asha Rao", "15 minutes before", guestLink),
			guestSample(emails.GuestSessionChanged, name, title, "Dear Asha Rao", "Online", guestLink),
			guestSample(emails.GuestSessionCancelled, name, title, "Dear Asha Rao", "The speaker is ill."),
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

func guestSample(what emails.GuestNews, name, title string, facts ...string) mailtest.Sample {
	token := mailtest.Token
	if what == emails.GuestIsMember || what == emails.GuestSessionCancelled {
		token = ""
	}
	return mailtest.Sample{
		Email: emails.Guest{
			What: what, SessionID: "session1", GuestID: "guest1", Name: name, Email: "asha@example.com", Key: "k",
			Title: title, Place: "Online", Reason: "The speaker is ill.", StartsAt: mailtest.Noon,
		}.Build(),
		Completed: map[string]string{"token": token},
		Facts:     append(facts, "Reading the audit report", "1 Sep 2026, 17:30 IST"),
	}
}
