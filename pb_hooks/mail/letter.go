package mail

import (
	"strings"
	"time"
	"unicode"
)

// Address is a mailbox and the name shown for it.
type Address struct {
	Email, Name string
}

// Build is what a room asks the outbox to send. It holds facts, never words and never a secret:
// the words are the template's, and a secret is made by the kind's Resolver at the last moment.
type Email struct {
	// Kind names the template.
	Kind string
	// IdempotencyKey says what the letter is about, such as "welcome:<userId>": a second letter with the
	// same key is the same letter, and is not sent again.
	DedupeKey string
	To        Address
	// Params are the template's facts.
	Params map[string]string
	// RegistrationID is the nomination that the letter is about, if any.
	RegistrationID string
	// ExpiresAt is when the letter is no longer worth sending; zero is never.
	ExpiresAt time.Time
}

// Attachment is a file that goes with a letter.
type Attachment struct {
	Name    string
	Content []byte
}

const (
	maxName    = 120
	maxSubject = 250
)

// oneLine makes people's text fit for a mail header: no line break or other control character,
// no invisible direction mark, no run of spaces, and no more than most characters.
func oneLine(text string, limit int) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsControl(r), unicode.IsSpace(r), r == unicode.ReplacementChar:
			return ' '
		case unicode.In(r, unicode.Bidi_Control):
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, " "))
	runes := []rune(strings.Join(strings.Fields(text), " "))
	if len(runes) > limit {
		return strings.TrimSpace(string(runes[:limit-1])) + "…"
	}
	return string(runes)
}
