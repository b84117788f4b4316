package emails_test

import (
	"testing"

	"boardcircle/pb_hooks/internal/testapp/mailtest"
	"boardcircle/pb_hooks/people/console/emails"
)

func TestEmailsStateTheirFacts(t *testing.T) {
	t.Parallel()
	mailtest.Check(t, emails.Texts, func(name string) []mailtest.Sample {
		return []mailtest.Sample{{
			Email: emails.Message{
				Name:    name,
				Email:   "asha@example.com",
				Subject: "Your seat in March " + name,
				Words:   "We have moved it to Friday. " + name,
			}.Build(),
			Facts: []string{"Dear Asha Rao", "We have moved it to Friday."},
		}}
	})
}
