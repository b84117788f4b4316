// Package emails defines the emails about sessions and their parameters. The texts are in the Markdown files of this
// directory.
package emails

import (
	"strconv"
	"time"

	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/mail/texts"
)

// The kinds of emails in this package.
const (
	KindReminder  = "session-reminder"
	KindChanged   = "session-changed"
	KindCancelled = "session-cancelled"
	KindPromoted  = "session-promoted"
)

// Params that a kind reads when an email is sent.
const (
	ParamSession  = "sessionId"
	ParamUser     = "userId"
	ParamStartsAt = "startsAt"
	ParamPlace    = "place"
)

// Offset is how long before the start a reminder is sent, as it is stored in the dedupe key.
type Offset string

// The offsets.
const (
	DayBefore  Offset = "24h"
	HourBefore Offset = "1h"
)

// Reminder reminds a member who is going of a session.
type Reminder struct {
	SessionID, UserID, Name, Email, Title, Place string
	StartsAt                                     time.Time
	Offset                                       Offset
}

// Build returns the email. A session that was moved reminds again, because the key contains its start.
func (e Reminder) Build() outbox.Email {
	soon := ""
	if e.Offset == HourBefore {
		soon = "yes"
	}
	starts := e.StartsAt.UTC().Format(time.RFC3339)
	return outbox.Email{
		Kind:      KindReminder,
		DedupeKey: "remind:" + e.SessionID + ":" + e.UserID + ":" + string(e.Offset) + ":" + starts,
		To:        outbox.Address{Email: e.Email, Name: texts.GreetingName(e.Name)},
		Params: map[string]string{
			"name": texts.GreetingName(e.Name), "title": e.Title, ParamPlace: e.Place, ParamStartsAt: starts,
			"isSoon": soon, ParamSession: e.SessionID, ParamUser: e.UserID,
		},
		ExpiresAt: e.StartsAt,
	}
}

// Changed tells a member who is going or waiting that the time or the place of a session has changed.
type Changed struct {
	SessionID, UserID, Name, Email, Title, Place string
	StartsAt, PreviousStart                      time.Time
	// Sequence is the number of the change.
	Sequence int
	// IsGoing reports whether the member has a place. The email about a promotion is not sent any more if the time or
	// the place changes before, so this one says it.
	IsGoing bool
}

// Build returns the email.
func (e Changed) Build() outbox.Email {
	name, isGoing := texts.GreetingName(e.Name), ""
	if e.IsGoing {
		isGoing = "yes"
	}
	return outbox.Email{
		Kind:      KindChanged,
		DedupeKey: KindChanged + ":" + e.SessionID + ":" + e.UserID + ":" + strconv.Itoa(e.Sequence),
		To:        outbox.Address{Email: e.Email, Name: name},
		Params: map[string]string{
			"name": name, "title": e.Title, ParamPlace: e.Place, ParamStartsAt: e.StartsAt.UTC().Format(time.RFC3339),
			"previousStart": e.PreviousStart.UTC().Format(time.RFC3339), "isGoing": isGoing,
			ParamSession: e.SessionID, ParamUser: e.UserID,
		},
	}
}

// Cancelled tells a member who is going or waiting that a session is cancelled.
type Cancelled struct {
	SessionID, UserID, Name, Email, Title string
	// Reason is what the office writes to the members. It can have several lines, and is omitted if empty.
	Reason   string
	StartsAt time.Time
}

// Build returns the email.
func (e Cancelled) Build() outbox.Email {
	name := texts.GreetingName(e.Name)
	return outbox.Email{
		Kind:      KindCancelled,
		DedupeKey: KindCancelled + ":" + e.SessionID + ":" + e.UserID,
		To:        outbox.Address{Email: e.Email, Name: name},
		Params: map[string]string{
			"name": name, "title": e.Title, "reason": e.Reason, ParamStartsAt: e.StartsAt.UTC().Format(time.RFC3339),
		},
	}
}

// Promoted tells a member from the waiting list that they have a place.
type Promoted struct {
	SessionID, UserID, Name, Email, Title, Place string
	StartsAt                                     time.Time
	// At is when the member got the place. A member can be promoted more than once.
	At time.Time
}

// Build returns the email.
func (e Promoted) Build() outbox.Email {
	name := texts.GreetingName(e.Name)
	return outbox.Email{
		Kind:      KindPromoted,
		DedupeKey: KindPromoted + ":" + e.SessionID + ":" + e.UserID + ":" + e.At.UTC().Format(time.RFC3339Nano),
		To:        outbox.Address{Email: e.Email, Name: name},
		Params: map[string]string{
			"name": name, "title": e.Title, ParamPlace: e.Place, ParamStartsAt: e.StartsAt.UTC().Format(time.RFC3339),
			ParamSession: e.SessionID, ParamUser: e.UserID,
		},
		ExpiresAt: e.StartsAt,
	}
}
