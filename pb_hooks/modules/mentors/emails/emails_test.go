package emails_test

import (
	"testing"

	"boardcircle/pb_hooks/internal/testapp/mailtest"
	"boardcircle/pb_hooks/modules/mentors/emails"
)

func TestEmailsStateTheirFacts(t *testing.T) {
	t.Parallel()
	mailtest.Check(t, emails.Texts, func(name string) []mailtest.Sample {
		notice := emails.Notice{MentorshipID: "ment1", PersonID: "person1", Name: name, Email: "asha@example.com",
			Member: "Meera Iyer"}
		const page = "https://boardcircle.example/circle/mentors"
		return []mailtest.Sample{
			{Email: notice.Asked(), Facts: []string{"Dear Asha Rao", "Meera Iyer asks", "within 14 days", page}},
			{Email: notice.Nudge(), Facts: []string{"Dear Asha Rao", "Meera Iyer", "pause your offer", page}},
			{Email: notice.Started(), Facts: []string{"Dear Asha Rao", "Meera Iyer has accepted", page, page + "/guide"}},
			{Email: notice.Unanswered(), Facts: []string{"Dear Asha Rao", "Meera Iyer has not accepted", page}},
			{Email: notice.CheckIn(1), Facts: []string{"Dear Asha Rao", "with Meera Iyer", "Only the office", page}},
		}
	})
}
