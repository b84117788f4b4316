package outbox

import (
	"boardcircle/pb_hooks/internal/rules"
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

// Values returns all statuses.
func (Status) Values() []string { return rules.Options(Statuses...) }

// statusRank orders the statuses. The provider's reports outrank our assumptions. A bounce may follow a delivery, an
// opened email has been delivered, and a complaint comes last.
var statusRank = map[Status]int{
	Queued: 0, Sending: 1, Suppressed: 2, Cancelled: 2, Uncertain: 3,
	Sent: 10, Failed: 15, Delivered: 20, Bounced: 30, Blocked: 31, Opened: 40, Clicked: 50, Spam: 60,
}

// transitions are the changes that a job or an admin makes; the table in outbox.go lists them. The webhook is not
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
	return transitions.Allows(s, to) || isReported(to) && s.RaisedTo(to) == to && s != to
}

// RaisedTo returns the status after the provider has reported another one.
func (s Status) RaisedTo(reported Status) Status {
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

// Reported returns the status that an event of the provider reports, and whether it reports one.
func Reported(event string) (Status, bool) {
	status, isKnown := reportedStatus[event]
	return status, isKnown
}

func isReported(s Status) bool {
	for _, reported := range reportedStatus {
		if s == reported {
			return true
		}
	}
	return false
}
