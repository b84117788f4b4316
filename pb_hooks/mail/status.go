package mail

import (
	"strings"
	"time"
)

// deliveryStatus is what a row tells of its mail. Events come in any order and more than once, and each
// order has to end in the same row: the status only climbs, each time is the earliest one told,
// and of several troubles the worst is shown.
type deliveryStatus struct {
	ID        string `db:"id"`
	Status    string `db:"status"`
	Error     string `db:"errorMessage"`
	MessageID string `db:"brevoMessageId"`
	Sent      string `db:"sentAt"`
	Delivered string `db:"deliveredAt"`
	Opened    string `db:"openedAt"`
	Clicked   string `db:"clickedAt"`
}

// statusRank orders the states. Whatever the provider tells outranks what we had to guess; a bounce may
// follow a delivery; who opens a mail has got it; a complaint tops all.
var statusRank = map[string]int{
	"queued": 0, "sending": 1, "suppressed": 2, "cancelled": 2, "uncertain": 3,
	"sent": 10, "failed": 15, "delivered": 20, "bounced": 30, "blocked": 31, "opened": 40, "clicked": 50, "spam": 60,
}

// statusOfEvent is the state that an event proves. Opens by a mail program's proxy prove nothing about
// the reader; a deferral is no end.
var statusOfEvent = map[string]string{
	"request": "sent", "delivered": "delivered",
	"soft_bounce": "bounced", "hard_bounce": "bounced", "invalid_email": "bounced",
	"blocked": "blocked", "error": "failed", "spam": "spam",
	"opened": "opened", "unique_opened": "opened", "click": "clicked",
}

// errorRank orders the events that are worth a sentence in errorMessage.
var errorRank = map[string]int{
	"soft_bounce": 1, "invalid_email": 2, "hard_bounce": 3, "blocked": 4, "error": 5, "spam": 6,
}

func (f *deliveryStatus) applyEvent(ev event) {
	if f.MessageID == "" {
		f.MessageID = ev.messageID
	}
	status, known := statusOfEvent[ev.name]
	if !known {
		return
	}
	if statusRank[status] > statusRank[f.Status] {
		f.Status = status
	}
	if !isDeliveryError(f.Error) && f.Status != "failed" {
		f.Error = "" // the reason of an attempt that is over
	}
	if errorRank[ev.name] > 0 {
		f.Error = worseError(f.Error, ev.name+": "+ev.reason)
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

func isDeliveryError(message string) bool {
	name, _, _ := strings.Cut(message, ": ")
	return errorRank[name] > 0
}

// worseError returns the message of the graver event; of two alike the first in the alphabet, so that
// the order of arrival doesn't matter.
func worseError(a, b string) string {
	nameA, _, _ := strings.Cut(a, ": ")
	nameB, _, _ := strings.Cut(b, ": ")
	if errorRank[nameA] > errorRank[nameB] || (nameA == nameB && a < b) {
		return a
	}
	return b
}

func earliest(known string, at time.Time) string {
	if formatted := formatTime(at); known == "" || formatted < known {
		return formatted
	}
	return known
}
