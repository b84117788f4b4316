package mail

import (
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/states"
)

// Status is the delivery status of an email.
type Status string

// The statuses of an email.
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

// Statuses lists all statuses in the order of the console.
var Statuses = []Status{
	Queued, Sending, Sent, Delivered, Opened, Clicked, Uncertain, Failed, Bounced, Blocked, Spam, Suppressed, Cancelled,
}

// statusRank orders the statuses. The provider's reports outrank our assumptions. A bounce may follow a delivery, an
// opened email has been delivered, and a complaint comes last.
var statusRank = map[Status]int{
	Queued: 0, Sending: 1, Suppressed: 2, Cancelled: 2, Uncertain: 3,
	Sent: 10, Failed: 15, Delivered: 20, Bounced: 30, Blocked: 31, Opened: 40, Clicked: 50, Spam: 60,
}

// transitions are the changes that a job or an admin makes; the table in mail.go lists them. The webhook is not
// included, because it raises the status by rank. A job can claim an email that is already sending if the process
// that claimed it before has died.
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

// CanMoveTo reports whether a job, an admin or the webhook may move an email from s to another status.
func (s Status) CanMoveTo(to Status) bool {
	return transitions.Allows(s, to) || isReported(to) && s.raisedTo(to) == to && s != to
}

// raisedTo returns the status after the provider has reported another one.
func (s Status) raisedTo(reported Status) Status {
	if statusRank[reported] > statusRank[s] {
		return reported
	}
	return s
}

// reportedStatus maps the provider's events to statuses. An open by a mail program's proxy is not included, because
// it does not prove that the reader opened the email. A deferral is not final.
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

// errorRank orders the events whose reason is shown as the email's error.
var errorRank = map[string]int{
	"soft_bounce": 1, "invalid_email": 2, "hard_bounce": 3, "blocked": 4, "error": 5, "spam": 6,
}

// deliveryStatus holds the delivery columns of a row. Events arrive in any order and more than once, and the row must
// be the same for each order. So the status only rises, each time is the earliest reported, and the worst error is
// shown.
type deliveryStatus struct {
	ID        string         `db:"id"`
	Status    Status         `db:"status"`
	Error     string         `db:"errorMessage"`
	MessageID string         `db:"brevoMessageId"`
	Sent      types.DateTime `db:"sentAt"`
	Delivered types.DateTime `db:"deliveredAt"`
	Opened    types.DateTime `db:"openedAt"`
	Clicked   types.DateTime `db:"clickedAt"`
	// ProxyOpened is when a mail program's proxy loaded the pictures. It does not prove that the reader opened the
	// email.
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
