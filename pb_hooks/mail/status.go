package mail

import (
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/states"
)

// Status is where an e-mail stands between the queue and its reader.
type Status string

// The statuses of an e-mail.
const (
	Queued     Status = "queued"
	Sending    Status = "sending"
	Sent       Status = "sent"
	Delivered  Status = "delivered"
	Opened     Status = "opened"
	Clicked    Status = "clicked"
	Uncertain  Status = "uncertain"
	Failed     Status = "failed"
	Bounced    Status = "bounced"
	Blocked    Status = "blocked"
	Spam       Status = "spam"
	Suppressed Status = "suppressed"
	Cancelled  Status = "cancelled"
)

// Statuses are all statuses, in the order in which the console lists them.
var Statuses = []Status{
	Queued, Sending, Sent, Delivered, Opened, Clicked, Uncertain, Failed, Bounced, Blocked, Spam, Suppressed, Cancelled,
}

// statusRank orders the statuses. What the provider reports outranks what we had to guess; a bounce may
// follow a delivery; a reader who opens an e-mail has received it; a complaint comes last.
var statusRank = map[Status]int{
	Queued: 0, Sending: 1, Suppressed: 2, Cancelled: 2, Uncertain: 3,
	Sent: 10, Failed: 15, Delivered: 20, Bounced: 30, Blocked: 31, Opened: 40, Clicked: 50, Spam: 60,
}

// transitions are the moves that a job or an admin makes; mail.go draws them. The webhook is not listed, because it raises
// the status by rank. An email may be sending already when a job claims it, if the process of its last claim died.
var transitions = states.Table[Status]{
	Queued:     {Sending, Sent},
	Sending:    {Sending, Sent, Queued, Failed, Uncertain, Suppressed, Cancelled},
	Sent:       {Queued},
	Delivered:  {Queued},
	Opened:     {Queued},
	Clicked:    {Queued},
	Uncertain:  {Sent, Queued},
	Failed:     {Sent, Queued},
	Bounced:    {Queued},
	Blocked:    {Queued},
	Suppressed: {Queued},
	Cancelled:  {Sent, Queued},
}

// CanMoveTo reports whether a job, an admin or the webhook may move an e-mail from s to another status.
func (s Status) CanMoveTo(to Status) bool {
	return transitions.Allows(s, to) || isReported(to) && s.raisedTo(to) == to && s != to
}

// raisedTo is the status after the provider has reported another one.
func (s Status) raisedTo(reported Status) Status {
	if statusRank[reported] > statusRank[s] {
		return reported
	}
	return s
}

// reportedStatus is the status that an event of the provider proves. Opens by a mail program's proxy prove
// nothing about the reader; a deferral ends nothing.
var reportedStatus = map[string]Status{
	"request": Sent, "delivered": Delivered,
	"soft_bounce": Bounced, "hard_bounce": Bounced, "invalid_email": Bounced,
	"blocked": Blocked, "error": Failed, "spam": Spam,
	"opened": Opened, "unique_opened": Opened, "click": Clicked,
}

func isReported(s Status) bool {
	for _, reported := range reportedStatus {
		if s == reported {
			return true
		}
	}
	return false
}

// errorRank orders the events whose reason is shown as the e-mail's error.
var errorRank = map[string]int{
	"soft_bounce": 1, "invalid_email": 2, "hard_bounce": 3, "blocked": 4, "error": 5, "spam": 6,
}

// deliveryStatus is what a row says about the delivery. Events come in any order and more than once, and
// each order must end in the same row: the status only rises, each time is the earliest reported, and of
// several errors the worst is shown.
type deliveryStatus struct {
	ID        string         `db:"id"`
	Status    Status         `db:"status"`
	Error     string         `db:"errorMessage"`
	MessageID string         `db:"brevoMessageId"`
	Sent      types.DateTime `db:"sentAt"`
	Delivered types.DateTime `db:"deliveredAt"`
	Opened    types.DateTime `db:"openedAt"`
	Clicked   types.DateTime `db:"clickedAt"`
	// ProxyOpened is when a mail program's proxy fetched the pictures, which proves nothing about the reader.
	ProxyOpened types.DateTime `db:"proxyOpenedAt"`
}

func (d *deliveryStatus) applyEvent(ev event) {
	if d.MessageID == "" {
		d.MessageID = ev.messageID
	}
	if ev.name == "proxy_open" || ev.name == "unique_proxy_open" {
		d.ProxyOpened = earliest(d.ProxyOpened, ev.at)
	}
	reported, known := reportedStatus[ev.name]
	if !known {
		return
	}
	d.Status = d.Status.raisedTo(reported)
	if !isDeliveryError(d.Error) && d.Status != Failed {
		d.Error = "" // the reason of an attempt that is over
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

// worseError returns the message of the graver event; of two alike the first in the alphabet, so that the
// order of arrival does not matter.
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
