// Package emails defines the emails about consultations and their parameters. The texts are in the Markdown files of
// this directory.
package emails

import (
	"time"

	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/mail/texts"
)

// The kinds of emails in this package.
const (
	KindDiscussion = "poll-discussion"
	KindVote       = "poll-vote"
	KindClosing    = "poll-closing"
	KindResult     = "poll-result"
	KindWithdrawn  = "poll-withdrawn"
	KindLost       = "poll-lost"
)

// Poll is a consultation and the member to whom an email about it goes.
type Poll struct {
	PollID, PersonID, Name, Email, Title string
}

// build returns an email with the params that all kinds have, and more. A member gets each kind once.
func (p Poll) build(kind string, more map[string]string) outbox.Email {
	name := texts.GreetingName(p.Name)
	params := map[string]string{"name": name, "title": p.Title, "pollId": p.PollID, "personId": p.PersonID}
	for key, value := range more {
		params[key] = value
	}
	return outbox.Email{
		Kind:      kind,
		DedupeKey: kind + ":" + p.PollID + ":" + p.PersonID,
		To:        outbox.Address{Email: p.Email, Name: name},
		Params:    params,
	}
}

// Discussion invites a member to discuss a text.
func (p Poll) Discussion(ends time.Time) outbox.Email {
	email := p.build(KindDiscussion, map[string]string{"endsAt": ends.UTC().Format(time.RFC3339)})
	email.ExpiresAt = ends
	return email
}

// Vote invites a member to vote.
func (p Poll) Vote(question string, isSecret bool, ends time.Time) outbox.Email {
	params := map[string]string{"question": question, "endsAt": ends.UTC().Format(time.RFC3339), "isSecret": ""}
	if isSecret {
		params["isSecret"] = "yes"
	}
	email := p.build(KindVote, params)
	email.ExpiresAt = ends
	return email
}

// Closing reminds a member who has not voted.
func (p Poll) Closing(question string, ends time.Time) outbox.Email {
	email := p.build(KindClosing, map[string]string{"question": question, "endsAt": ends.UTC().Format(time.RFC3339)})
	email.ExpiresAt = ends
	return email
}

// Result tells a member that the result is published. Outcome is a sentence.
func (p Poll) Result(question, outcome string) outbox.Email {
	return p.build(KindResult, map[string]string{"question": question, "outcome": outcome})
}

// Withdrawn tells a member that the office has withdrawn the consultation.
func (p Poll) Withdrawn(reason string) outbox.Email {
	return p.build(KindWithdrawn, map[string]string{"reason": reason})
}

// Lost tells a member who could vote that the votes cannot be counted.
func (p Poll) Lost(question string) outbox.Email {
	return p.build(KindLost, map[string]string{"question": question})
}
