// Package emails defines the emails about mentors, and their parameters. The texts are in the Markdown files of this
// directory. No email has what a member has written, or the address of another member.
package emails

import (
	"strconv"
	"strings"

	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/mail/texts"
)

// The kinds of emails in this package.
const (
	// KindAsked tells a mentor of a request, and KindNudge reminds the mentor of it.
	KindAsked = "mentor-asked"
	KindNudge = "mentor-nudge"
	// KindStarted tells a mentee that the mentor has accepted.
	KindStarted = "mentor-started"
	// KindUnanswered tells a mentee that the time for an answer is over.
	KindUnanswered = "mentor-unanswered"
	// KindCheckIn asks one of the two how the mentorship goes.
	KindCheckIn = "mentor-check-in"
)

// The params that the feature reads when an email is sent.
const (
	ParamMentorship = "mentorshipId"
	ParamPerson     = "personId"
)

// Notice is what an email tells one of the two people.
type Notice struct {
	MentorshipID string
	// PersonID, Name and Email are those of the reader.
	PersonID, Name, Email string
	// Member is the name of the other person.
	Member string
}

// Asked tells the mentor that a member asks.
func (n Notice) Asked() outbox.Email { return n.email(KindAsked) }

// Nudge reminds the mentor of the request.
func (n Notice) Nudge() outbox.Email { return n.email(KindNudge) }

// Started tells the mentee that the mentor has accepted.
func (n Notice) Started() outbox.Email { return n.email(KindStarted) }

// Unanswered tells the mentee that there was no answer.
func (n Notice) Unanswered() outbox.Email { return n.email(KindUnanswered) }

// CheckIn asks the reader for the number-th time how the mentorship goes.
func (n Notice) CheckIn(number int) outbox.Email { return n.email(KindCheckIn, strconv.Itoa(number)) }

func (n Notice) email(kind string, more ...string) outbox.Email {
	name := texts.GreetingName(n.Name)
	return outbox.Email{
		Kind:      kind,
		DedupeKey: strings.Join(append([]string{kind, n.MentorshipID, n.PersonID}, more...), ":"),
		To:        outbox.Address{Email: n.Email, Name: name},
		Params: map[string]string{"name": name, "member": texts.GreetingName(n.Member),
			ParamMentorship: n.MentorshipID, ParamPerson: n.PersonID},
	}
}
