// Package emails defines the emails about reports, and their parameters. The texts are in the Markdown files of this
// directory. No email has what the reporter saw, and only the message of the office has words about the reported
// person.
package emails

import (
	"time"

	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/plural"
	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/mail/texts"
)

// The kinds of emails in this package.
const (
	// KindReceived acknowledges a report.
	KindReceived = "report-received"
	// KindNew notifies the office of a report.
	KindNew = "report-new"
	// KindDecided tells the reporter that the office has decided.
	KindDecided = "report-decided"
	// KindWarning has the office's message to the reported person.
	KindWarning = "report-warning"
	// KindReversed tells a member that the profile is not suspended any more.
	KindReversed = "report-reversed"
	// KindOverdue reminds the office of reports whose time is over.
	KindOverdue = "reports-overdue"
)

// ParamReport is the param that the feature reads when an email is sent.
const ParamReport = "reportId"

// Reader is the member who gets an email. Emails to the office have the address of an admin instead, or "": the sender
// then sets the office's address.
type Reader struct{ Name, Email string }

func (r Reader) address() outbox.Address {
	return outbox.Address{Email: r.Email, Name: texts.GreetingName(r.Name)}
}

// Received acknowledges a report.
type Received struct {
	Reader
	// Subject is what was reported, such as "a comment".
	ReportID, Subject, Reason string
	// Other is the id of the reported person.
	Other    string
	DecideBy time.Time
}

func (e Received) Build() outbox.Email {
	return outbox.Email{
		Kind: KindReceived, DedupeKey: KindReceived + ":" + e.ReportID, To: e.address(), Concerns: e.Other,
		Params: map[string]string{"name": e.address().Name, "subject": e.Subject, "reason": e.Reason,
			"decideBy": india.TimeText(e.DecideBy)},
	}
}

// New notifies the office of a report.
type New struct {
	Address, ReportID, Subject, Reason string
	// Other is the id of the reported person.
	Other    string
	DecideBy time.Time
}

func (e New) Build() outbox.Email {
	return outbox.Email{
		Kind: KindNew, DedupeKey: KindNew + ":" + e.ReportID + ":" + e.Address, To: outbox.Address{Email: e.Address},
		IsToOffice: true, Concerns: e.Other,
		Params: map[string]string{ParamReport: e.ReportID, "subject": e.Subject, "reason": e.Reason,
			"decideBy": india.TimeText(e.DecideBy)},
	}
}

// Decided tells the reporter that the office has decided.
type Decided struct {
	Reader
	ReportID, Subject string
	// Other is the id of the reported person.
	Other string
	// IsUpheld is true if the office has acted.
	IsUpheld   bool
	ReportedAt time.Time
}

func (e Decided) Build() outbox.Email {
	return outbox.Email{
		Kind: KindDecided, DedupeKey: KindDecided + ":" + e.ReportID, To: e.address(), Concerns: e.Other,
		Params: map[string]string{"name": e.address().Name, "subject": e.Subject, "isUpheld": texts.Flag(e.IsUpheld),
			"reportedOn": india.DayText(e.ReportedAt)},
	}
}

// Warning has the office's message to the reported person.
type Warning struct {
	Reader
	ReportID, Subject string
	// IsRemoved is true if the content was taken off the circle.
	IsRemoved bool
	// Message is the office's text. It can have several lines.
	Message string
}

func (e Warning) Build() outbox.Email {
	return outbox.Email{
		Kind: KindWarning, DedupeKey: KindWarning + ":" + e.ReportID, To: e.address(),
		Params: map[string]string{"name": e.address().Name, "subject": e.Subject, "isRemoved": texts.Flag(e.IsRemoved),
			"message": e.Message},
	}
}

// Reversed tells a member that the profile is not suspended any more.
type Reversed struct {
	Reader
	ReportID string
}

func (e Reversed) Build() outbox.Email {
	return outbox.Email{
		Kind: KindReversed, DedupeKey: KindReversed + ":" + e.ReportID, To: e.address(),
		Params: map[string]string{"name": e.address().Name},
	}
}

// Overdue reminds the office of reports whose time is over, once a day.
type Overdue struct {
	Address string
	Reports int
	At      time.Time
}

func (e Overdue) Build() outbox.Email {
	return outbox.Email{
		Kind: KindOverdue, DedupeKey: KindOverdue + ":" + india.Day(e.At) + ":" + e.Address,
		To: outbox.Address{Email: e.Address}, IsToOffice: true,
		Params: map[string]string{"reports": plural.Count(e.Reports, "report is", "reports are")},
	}
}
