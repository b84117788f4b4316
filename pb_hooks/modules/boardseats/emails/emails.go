// Package emails defines the emails about board seats and terms, and their parameters. The texts are in the Markdown
// files of this directory.
package emails

import (
	"strings"
	"time"

	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/keys"
	"boardcircle/pb_hooks/internal/plural"
	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/mail/texts"
)

// The kinds of emails in this package.
const (
	// KindTermEnding reminds a member of the end of a board term.
	KindTermEnding = "term-ending"
	// KindWaiting notifies the office of an opening that waits for its check.
	KindWaiting = "board-seat-waiting"
	// KindDecided tells a member that the office has opened or declined their opening.
	KindDecided = "board-seat-decided"
	// KindInterest tells the handler of an opening that a member is interested. It has no address and no note.
	KindInterest = "board-seat-interest"
	// KindClosed asks the handler of a closed opening to record the outcomes.
	KindClosed = "board-seat-closed"
)

// The params that the feature reads when an email is sent.
const (
	ParamUser    = "userId"
	ParamCompany = "company"
	ParamEndsOn  = "endsOn"

	ParamOpening  = "openingId"
	ParamInterest = "interestId"
)

// Reader is the member who gets an email. Emails to the office have no reader; the sender sets the recipient.
type Reader struct{ Name, Email string }

func (r Reader) address() outbox.Address {
	return outbox.Address{Email: r.Email, Name: texts.GreetingName(r.Name)}
}

// TermEnding reminds a member of the end of a board term.
type TermEnding struct {
	UserID, Name, Email, Company string
	EndsOn                       time.Time
	// Number is 1 or 2 for an independent director, otherwise 0.
	Number int
	// EligibleOn is the first day on which the company can appoint the member again after a second term.
	EligibleOn time.Time
}

func (e TermEnding) Build() outbox.Email {
	name := texts.GreetingName(e.Name)
	params := map[string]string{
		"name": name, ParamUser: e.UserID, ParamCompany: e.Company, ParamEndsOn: india.DayText(e.EndsOn),
		"isFirst": texts.Flag(e.Number == 1), "eligibleOn": "",
	}
	if e.Number == 2 {
		params["eligibleOn"] = india.DayText(e.EligibleOn)
	}
	return outbox.Email{
		Kind: KindTermEnding,
		DedupeKey: strings.Join([]string{KindTermEnding, e.UserID, keys.Hash(strings.ToLower(e.Company))[:16],
			india.Day(e.EndsOn)}, ":"),
		To:        outbox.Address{Email: e.Email, Name: name},
		Params:    params,
		ExpiresAt: e.EndsOn,
	}
}

// Waiting notifies the office of an opening that waits for its check. Each edit is checked again.
type Waiting struct {
	OpeningID, Title, Company, Poster string
	At                                time.Time
}

func (e Waiting) Build() outbox.Email {
	return outbox.Email{
		Kind:      KindWaiting,
		DedupeKey: KindWaiting + ":" + e.OpeningID + ":" + e.At.UTC().Format(time.RFC3339Nano),
		Params: map[string]string{ParamOpening: e.OpeningID, "title": e.Title, ParamCompany: e.Company,
			"poster": e.Poster},
	}
}

// Decided tells a member that the office has opened or declined their opening.
type Decided struct {
	Reader
	OpeningID, Title string
	IsApproved       bool
	// IsConfidential is true if the office handles the interest.
	IsConfidential bool
	// Reason is the office's text. It can have several lines.
	Reason string
	At     time.Time
}

func (e Decided) Build() outbox.Email {
	return outbox.Email{
		Kind: KindDecided,
		DedupeKey: strings.Join([]string{KindDecided, e.OpeningID, texts.Flag(e.IsApproved),
			e.At.UTC().Format(time.RFC3339Nano)}, ":"),
		To: e.address(),
		Params: map[string]string{"name": e.address().Name, ParamOpening: e.OpeningID, "title": e.Title,
			"isApproved": texts.Flag(e.IsApproved), "isConfidential": texts.Flag(e.IsConfidential),
			"reason": e.Reason},
	}
}

// Interest tells the handler of an opening that a member is interested.
type Interest struct {
	Reader
	InterestID, OpeningID, Title, Member string
	IsOffice                             bool
	At                                   time.Time
}

func (e Interest) Build() outbox.Email {
	return outbox.Email{
		Kind:      KindInterest,
		DedupeKey: KindInterest + ":" + e.InterestID + ":" + e.At.UTC().Format(time.DateOnly),
		To:        e.address(),
		Params: map[string]string{"name": e.address().Name, ParamOpening: e.OpeningID, ParamInterest: e.InterestID,
			"title": e.Title, "member": e.Member, "isOffice": texts.Flag(e.IsOffice)},
	}
}

// Closed asks the handler of a closed opening to record the outcomes.
type Closed struct {
	Reader
	OpeningID, Title string
	Interests        int
	IsOffice         bool
	ClosedAt         time.Time
}

func (e Closed) Build() outbox.Email {
	return outbox.Email{
		Kind:      KindClosed,
		DedupeKey: KindClosed + ":" + e.OpeningID + ":" + e.ClosedAt.UTC().Format(time.DateOnly),
		To:        e.address(),
		Params: map[string]string{"name": e.address().Name, ParamOpening: e.OpeningID, "title": e.Title,
			"interests": plural.Count(e.Interests, "member was", "members were"), "isOffice": texts.Flag(e.IsOffice)},
	}
}
