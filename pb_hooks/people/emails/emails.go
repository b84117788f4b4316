// Package emails has the e-mail that admins write to a person: what it is made of. What is around their words is beside it.
package emails

import "boardcircle/pb_hooks/mail"

// KindMessage is an e-mail in an admin's own words.
const KindMessage = "office-message"

// Message is what an admin writes to a person. Each is an occasion of its own.
type Message struct{ Name, Email, Subject, Words string }

func (m Message) Build() mail.Email {
	name := mail.GreetingName(m.Name)
	return mail.Email{
		Kind: KindMessage, To: mail.Address{Email: m.Email, Name: name},
		Params: map[string]string{"name": name, "subject": m.Subject, "words": m.Words},
	}
}
