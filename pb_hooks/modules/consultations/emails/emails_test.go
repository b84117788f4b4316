package emails_test

import (
	"testing"

	"boardcircle/pb_hooks/internal/testapp/mailtest"
	"boardcircle/pb_hooks/modules/consultations/emails"
)

func TestEmailsStateTheirFacts(t *testing.T) {
	t.Parallel()
	const link = "https://boardcircle.example/circle/polls/poll1"
	mailtest.Check(t, emails.Texts, func(name string) []mailtest.Sample {
		poll := emails.Poll{PollID: "poll1", PersonID: "person1", Name: name, Email: "asha@example.com",
			Title: "Draft rules of " + name}
		question := "Shall we send it? Asks " + name
		return []mailtest.Sample{
			{
				Email: poll.Discussion(mailtest.Noon),
				Facts: []string{link, "Dear Asha Rao", "Draft rules of Asha Rao", "1 Sep 2026, 17:30 IST"},
			},
			{
				Email: poll.Vote(question, true, mailtest.Noon),
				Facts: []string{link, "Dear Asha Rao", "Shall we send it? Asks Asha Rao", "1 Sep 2026, 17:30 IST",
					"a secret ballot"},
			},
			{
				Email: poll.Vote(question, false, mailtest.Noon),
				Facts: []string{link,
					"an open ballot, so your name is shown with your vote after the result is published"},
			},
			{
				Email: poll.Closing(question, mailtest.Noon),
				Facts: []string{link, "Dear Asha Rao", "Draft rules of Asha Rao", "Shall we send it? Asks Asha Rao",
					"1 Sep 2026, 17:30 IST"},
			},
			{
				Email: poll.Result(question, "The circle has decided: Yes. Says "+name),
				Facts: []string{link, "Dear Asha Rao", "Shall we send it? Asks Asha Rao",
					"The circle has decided: Yes. Says Asha Rao"},
			},
			{
				Email: poll.Lost(question),
				Facts: []string{link, "Dear Asha Rao", "Draft rules of Asha Rao", "Shall we send it? Asks Asha Rao",
					"cannot be counted"},
			},
			{
				Email: poll.Withdrawn("The draft was withdrawn. Says " + name),
				Facts: []string{link, "Dear Asha Rao", "Draft rules of Asha Rao",
					"The draft was withdrawn. Says Asha Rao"},
			},
		}
	})
}
