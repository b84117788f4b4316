package emails_test

import (
	"testing"
	"time"

	"boardcircle/pb_hooks/internal/testapp/mailtest"
	"boardcircle/pb_hooks/modules/boardseats/emails"
)

func TestEmailsStateTheirFacts(t *testing.T) {
	t.Parallel()
	end := time.Date(2027, time.March, 31, 18, 29, 59, 0, time.UTC)
	mailtest.Check(t, emails.Texts, func(name string) []mailtest.Sample {
		term := func(number int) emails.TermEnding {
			return emails.TermEnding{UserID: "user1", Name: name, Email: "asha@example.com", Company: "Board of " + name,
				EndsOn: end, Number: number, EligibleOn: end.AddDate(3, 0, 1)}
		}
		reader := emails.Reader{Name: name, Email: "asha@example.com"}
		return []mailtest.Sample{
			{
				Email: emails.Waiting{OpeningID: "open1", Title: "Seat of " + name, Company: "Board of " + name,
					Poster: name, At: end}.Build(),
				Facts: []string{"Asha Rao", "Seat of Asha Rao", "Board of Asha Rao",
					"https://boardcircle.example/admin/board-seats/open1"},
			},
			{
				Email: emails.Decided{Reader: reader, OpeningID: "open1", Title: "Seat of " + name, IsApproved: true,
					At: end}.Build(),
				Facts: []string{"Dear Asha Rao", "has approved it", "We email you when", "Seat of Asha Rao",
					"https://boardcircle.example/circle/board-seats/open1"},
			},
			{
				Email: emails.Decided{Reader: reader, OpeningID: "open1", Title: "Seat of " + name, IsApproved: true,
					IsConfidential: true, At: end}.Build(),
				Facts: []string{"has approved it", "only the office sees who is interested"},
			},
			{
				Email: emails.Decided{Reader: reader, OpeningID: "open1", Title: "Seat of " + name,
					Reason: "Which committee?\nAsks " + name, At: end}.Build(),
				Facts: []string{"not approved", "Which committee?\nAsks Asha Rao", "change it and send it again"},
			},
			{
				Email: emails.Interest{Reader: reader, InterestID: "int1", OpeningID: "open1", Title: "Seat of " + name,
					Member: "Meera " + name, At: end}.Build(),
				Facts: []string{"Dear Asha Rao", "Meera Asha Rao", "Seat of Asha Rao",
					"https://boardcircle.example/circle/board-seats/open1"},
			},
			{
				Email: emails.Interest{InterestID: "int1", OpeningID: "open1", Title: "Seat of " + name,
					Member: "Meera " + name, IsOffice: true, At: end}.Build(),
				Facts: []string{"https://boardcircle.example/admin/board-seats/open1"},
			},
			{
				Email: emails.Closed{Reader: reader, OpeningID: "open1", Title: "Seat of " + name, Interests: 3,
					ClosedAt: end}.Build(),
				Facts: []string{"Dear Asha Rao", "3 members were interested", "Seat of Asha Rao"},
			},
			{
				Email: emails.Closed{OpeningID: "open1", Title: "Seat of " + name, Interests: 1, IsOffice: true,
					ClosedAt: end}.Build(),
				Facts: []string{"1 member was interested", "https://boardcircle.example/admin/board-seats/open1"},
			},
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
