package delivery

import (
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/mail/outbox"
)

// errorRank orders the events whose reason is shown as the email's error.
var errorRank = map[string]int{
	"soft_bounce": 1, "invalid_email": 2, "hard_bounce": 3, "blocked": 4, "error": 5, "spam": 6,
}

// applyEvent updates the delivery of an email with an event. Events arrive in any order and more than once, and the
// result must be the same for each order. So the status only rises, each time is the earliest reported, and the worst
// error is shown.
func applyEvent(d *outbox.Delivery, ev event) {
	if d.MessageID == "" {
		d.MessageID = ev.messageID
	}
	if ev.name == "proxy_open" || ev.name == "unique_proxy_open" {
		d.ProxyOpened = earliest(d.ProxyOpened, ev.at)
	}
	reported, known := outbox.Reported(ev.name)
	if !known {
		return
	}
	d.Status = d.Status.RaisedTo(reported)
	if !isDeliveryError(d.Error) && d.Status != outbox.Failed {
		d.Error = "" // the error of an earlier attempt
	}
	if errorRank[ev.name] > 0 {
		d.Error = worseError(d.Error, strings.TrimSuffix(ev.name+": "+ev.reason, ": "))
	}
	switch ev.name {
	case "request":
		d.Sent = earliest(d.Sent, ev.at)
	case "delivered":
		d.Delivered = earliest(d.Delivered, ev.at)
	case "opened", "unique_opened":
		d.Opened = earliest(d.Opened, ev.at)
	case "click":
		d.Clicked = earliest(d.Clicked, ev.at)
	}
}

func isDeliveryError(message string) bool {
	name, _, _ := strings.Cut(message, ": ")
	return errorRank[name] > 0
}

// worseError returns the message of the worse event. Of two equal events it returns the alphabetically first, so that
// the order of arrival does not matter.
func worseError(a, b string) string {
	nameA, _, _ := strings.Cut(a, ": ")
	nameB, _, _ := strings.Cut(b, ": ")
	if errorRank[nameA] > errorRank[nameB] || (nameA == nameB && a < b) {
		return a
	}
	return b
}

func earliest(known types.DateTime, at time.Time) types.DateTime {
	reported := database.DateTime(at)
	if known.IsZero() || reported.Before(known) {
		return reported
	}
	return known
}
