package emails_test

import (
	"testing"
	"time"

	"boardcircle/pb_hooks/internal/testapp/mailtest"
	"boardcircle/pb_hooks/seats/emails"
)

func TestEmailsStateTheirFacts(t *testing.T) {
	t.Parallel()
	end := time.Date(2027, time.March, 31, 18, 29, 59, 0, time.UTC)
	mailtest.Check(t, emails.Texts, func(name string) []mailtest.Sample {
		term := func(number int) emails.TermEnding {
			return emails.TermEnding{UserID: "user1", Name: name, Email: "asha@example.com", Company: "Board of " + name,
				EndsOn: end, Number: number, EligibleOn: end.AddDate(3, 0, 1)}
		}
		return []mailtest.Sample{
			{
				Email: term(1).Build(),
				Facts: []string{"Dear Asha Rao", "Board of Asha Rao", "31 Mar 2027", "first term", "special resolution",
					"https://boardcircle.example/circle/board-seats"},
			},
			{
				Email: term(2).Build(),
				Facts: []string{"second term", "1 Apr 2030", "not legal advice"},
			},
			{
				Email: term(0).Build(),
				Facts: []string{"Board of Asha Rao", "31 Mar 2027"},
			},
		}
	})
}
