// Package emails defines the email that admins write to a person. The text around their message is in the Markdown
// files of this directory.
package emails

import (
	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/mail/texts"
)

// KindMessage is an email that an admin has written.
const KindMessage = "office-message"

// Message is an email from an admin to a person. Identical messages are sent each time.
type Message struct{ Name, Email, Subject, Words string }

func (m Message) Build() outbox.Email {
	name := texts.GreetingName(m.Name)
	return outbox.Email{
		Kind: KindMessage, To: outbox.Address{Email: m.Email, Name: name},
		Params: map[string]string{"name": name, "subject": m.Subject, "words": m.Words},
	}
}
