package emails

import (
	"time"

	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/mail/texts"
)

// KindGuest is every email to a guest of a session.
const KindGuest = "session-guest"

// ParamGuest is the id of the guest.
const ParamGuest = "guestId"

// GuestNews is what an email to a guest is about.
type GuestNews string

// The news. The text of the email is that of the news.
const (
	// GuestAsked has the link that confirms that the guest attends.
	GuestAsked GuestNews = "asked"
	// GuestIsMember asks a member to sign in instead.
	GuestIsMember         GuestNews = "member"
	GuestHasPlace         GuestNews = "place"
	GuestWaits            GuestNews = "waiting"
	GuestReminder         GuestNews = "reminder"
	GuestSessionChanged   GuestNews = "changed"
	GuestSessionCancelled GuestNews = "cancelled"
)

// Guest is an email to a guest of a session, or to the member who has asked as one. Key identifies the event that the
// email is about.
type Guest struct {
	What                                 GuestNews
	SessionID, GuestID, Name, Email, Key string
	Title, Place                         string
	// Reason is what the office writes when it cancels the session. It can have several lines.
	Reason   string
	StartsAt time.Time
	// IsSoon reports whether the session starts within an hour, and IsGoing whether the guest has a place.
	IsSoon, IsGoing bool
}

// Build returns the email.
func (e Guest) Build() outbox.Email {
	name := texts.GreetingName(e.Name)
	email := outbox.Email{
		Kind:      KindGuest,
		DedupeKey: KindGuest + ":" + string(e.What) + ":" + e.SessionID + ":" + e.GuestID + ":" + e.Key,
		To:        outbox.Address{Email: e.Email, Name: name},
		Params: map[string]string{
			"what": string(e.What), "name": name, "title": e.Title, ParamPlace: e.Place,
			ParamStartsAt: e.StartsAt.UTC().Format(time.RFC3339), "reason": e.Reason,
			"isSoon": texts.Flag(e.IsSoon), "isGoing": texts.Flag(e.IsGoing),
			ParamSession: e.SessionID, ParamGuest: e.GuestID,
		},
	}
	if e.What == GuestReminder {
		email.ExpiresAt = e.StartsAt
	}
	return email
}
