// Package emails defines the emails of the members' home and their parameters. The texts are in the Markdown files of
// this directory.
package emails

import (
	"strings"
	"time"

	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/mail/texts"
)

// KindDigest is the weekly email about what is new in the circle.
const KindDigest = "circle-digest"

// digestLifetime is how long after its time a digest is still sent.
const digestLifetime = 3 * 24 * time.Hour

// Digest is what is new for one member. Each text is a line of a list. It names no members.
type Digest struct {
	PersonID, Name, Email                   string
	Library, Sessions, Seats, Consultations []string
	// At is the end of the week.
	At time.Time
}

// IsEmpty reports whether nothing is new.
func (d Digest) IsEmpty() bool {
	return len(d.Library)+len(d.Sessions)+len(d.Seats)+len(d.Consultations) == 0
}

// Build returns the email. A member gets one for each week.
func (d Digest) Build() outbox.Email {
	name := texts.GreetingName(d.Name)
	return outbox.Email{
		Kind:      KindDigest,
		DedupeKey: KindDigest + ":" + india.Day(d.At) + ":" + d.PersonID,
		To:        outbox.Address{Email: d.Email, Name: name},
		Params: map[string]string{
			"name": name, "library": lines(d.Library), "sessions": lines(d.Sessions), "seats": lines(d.Seats),
			"consultations": lines(d.Consultations),
		},
		ExpiresAt: d.At.Add(digestLifetime),
	}
}

func lines(list []string) string { return strings.Join(list, "\n") }
