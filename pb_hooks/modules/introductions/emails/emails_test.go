package emails_test

import (
	"testing"
	"time"

	"boardcircle/pb_hooks/internal/testapp/mailtest"
	"boardcircle/pb_hooks/modules/introductions/emails"
)

func TestEmailsStateTheirFacts(t *testing.T) {
	t.Parallel()
	mailtest.Check(t, emails.Texts, func(name string) []mailtest.Sample {
		notice := emails.Notice{IntroductionID: "intro1", PersonID: "person1", Name: name, Email: "asha@example.com",
			Member: "Meera Iyer", At: time.Date(2026, time.November, 26, 6, 0, 0, 0, time.UTC)}
		const page = "https://boardcircle.example/circle/introductions/intro1"
		return []mailtest.Sample{
			{Email: notice.Asked(), Facts: []string{"Dear Asha Rao", "Meera Iyer asks", "within 14 days", page}},
			{Email: notice.Suggested(), Facts: []string{"Dear Asha Rao", "Meera Iyer", "both accepted", page}},
			{Email: notice.Opened(), Facts: []string{"Dear Asha Rao", "Meera Iyer has accepted", page}},
			{Email: notice.Message(), Facts: []string{"Dear Asha Rao", "Meera Iyer has written", page}},
		}
	})
}
