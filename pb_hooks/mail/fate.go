package mail

import (
	"strings"
	"time"
)

// fate is what a row tells of its mail. Events come in any order and more than once, and each
// order has to end in the same row: the status only climbs, each time is the earliest one told,
// and of several troubles the worst is shown.
type fate struct {
	ID        string `db:"id"`
	Status    string `db:"status"`
	Error     string `db:"errorMessage"`
	MessageID string `db:"brevoMessageId"`
	Sent      string `db:"sentAt"`
	Delivered string `db:"deliveredAt"`
	Opened    string `db:"openedAt"`
	Clicked   string `db:"clickedAt"`
}

// rank orders the states. Whatever the provider tells outranks what we had to guess; a bounce may
// follow a delivery; who opens a mail has got it; a complaint tops all.
var rank = map[string]int{
	"queued": 0, "sending": 1, "suppressed": 2, "cancelled": 2, "uncertain": 3,
	"sent": 10, "failed": 15, "delivered": 20, "bounced": 30, "blocked": 31, "opened": 40, "clicked": 50, "spam": 60,
}

// means is the state that an event proves. Opens by a mail program's proxy prove nothing about
// the reader; a deferral is no end.
var means = map[string]string{
	"request": "sent", "delivered": "delivered",
	"soft_bounce": "bounced", "hard_bounce": "bounced", "invalid_email": "bounced",
	"blocked": "blocked", "error": "failed", "spam": "spam",
	"opened": "opened", "unique_opened": "opened", "click": "clicked",
}

// trouble orders the events that are worth a sentence in errorMessage.
var trouble = map[string]int{
	"soft_bounce": 1, "invalid_email": 2, "hard_bounce": 3, "blocked": 4, "error": 5, "spam": 6,
}

func (f *fate) take(ev event) {
	if f.MessageID == "" {
		f.MessageID = ev.messageID
	}
	status, tells := means[ev.name]
	if !tells {
		return
	}
	if rank[status] > rank[f.Status] {
		f.Status = status
	}
	if !isTrouble(f.Error) && f.Status != "failed" {
		f.Error = "" // the reason of an attempt that is over
	}
	if trouble[ev.name] > 0 {
		f.Error = worse(f.Error, ev.name+": "+ev.reason)
	}
	switch ev.name {
	case "request":
		f.Sent = earliest(f.Sent, ev.at)
	case "delivered":
		f.Delivered = earliest(f.Delivered, ev.at)
	case "opened", "unique_opened":
		f.Opened = earliest(f.Opened, ev.at)
	case "click":
		f.Clicked = earliest(f.Clicked, ev.at)
	}
}

func isTrouble(message string) bool {
	name, _, _ := strings.Cut(message, ": ")
	return trouble[name] > 0
}

// worse returns the message of the graver event; of two alike the first in the alphabet, so that
// the order of arrival doesn't matter.
func worse(a, b string) string {
	nameA, _, _ := strings.Cut(a, ": ")
	nameB, _, _ := strings.Cut(b, ": ")
	if trouble[nameA] > trouble[nameB] || (nameA == nameB && a < b) {
		return a
	}
	return b
}

func earliest(known string, at time.Time) string {
	if told := stamp(at); known == "" || told < known {
		return told
	}
	return known
}
