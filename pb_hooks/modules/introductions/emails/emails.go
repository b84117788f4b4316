// Package emails defines the emails about introductions, and their parameters. The texts are in the Markdown files of
// this directory. No email has a reason, a message or an address of a member.
package emails

import (
	"strings"
	"time"

	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/mail/texts"
)

// The kinds of emails in this package.
const (
	// KindAsked tells a member that another member asks for an introduction.
	KindAsked = "introduction-asked"
	// KindSuggested tells a member that the office suggests an introduction.
	KindSuggested = "introduction-suggested"
	// KindOpened tells a member that both have agreed.
	KindOpened = "introduction-opened"
	// KindMessage tells a member that there is a message.
	KindMessage = "introduction-message"
)

// The params that the feature reads when an email is sent.
const (
	ParamIntroduction = "introductionId"
	ParamPerson       = "personId"
)

// Notice is what an email tells one of the two people.
type Notice struct {
	IntroductionID string
	// PersonID, Name and Email are those of the reader.
	PersonID, Name, Email string
	// Member is the name of the other person.
	Member string
	At     time.Time
}

// Asked tells the reader that the other person asks for an introduction.
func (n Notice) Asked() outbox.Email { return n.email(KindAsked) }

// Suggested tells the reader that the office suggests an introduction.
func (n Notice) Suggested() outbox.Email { return n.email(KindSuggested) }

// Opened tells the reader that both have agreed.
func (n Notice) Opened() outbox.Email { return n.email(KindOpened) }

// Message tells the reader that the other person has written. There is one email a day for each conversation.
func (n Notice) Message() outbox.Email { return n.email(KindMessage, india.Day(n.At)) }

func (n Notice) email(kind string, more ...string) outbox.Email {
	name := texts.GreetingName(n.Name)
	return outbox.Email{
		Kind:      kind,
		DedupeKey: strings.Join(append([]string{kind, n.IntroductionID, n.PersonID}, more...), ":"),
		To:        outbox.Address{Email: n.Email, Name: name},
		Params: map[string]string{"name": name, "member": texts.GreetingName(n.Member),
			ParamIntroduction: n.IntroductionID, ParamPerson: n.PersonID},
	}
}
