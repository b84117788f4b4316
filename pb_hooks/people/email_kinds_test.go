package people

import (
	"testing"

	"boardcircle/pb_hooks/internal/testapp/mailtest"
	"boardcircle/pb_hooks/mail"
)

func TestEmailsStateTheirFacts(t *testing.T) {
	t.Parallel()
	mailtest.Check(t, []mail.Kind{{Name: kindMessage, Templates: emailFiles}}, func(name string) []mailtest.Sample {
		return []mailtest.Sample{{
			Email: messageEmail{Name: name, Email: "asha@example.com", Subject: "Your seat in March " + name, Words: "We have moved it to Friday. " + name}.Build(),
			Facts: []string{"Dear Asha Rao", "We have moved it to Friday."},
		}}
	})
}
