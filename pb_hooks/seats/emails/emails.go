// Package emails defines the emails about board seats and terms, and their parameters. The texts are in the Markdown
// files of this directory.
package emails

import (
	"strings"
	"time"

	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/keys"
	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/mail/texts"
)

// The kinds of emails in this package.
const (
	// KindTermEnding reminds a member of the end of a board term.
	KindTermEnding = "term-ending"
)

// The params that the feature reads when an email is sent.
const (
	ParamUser    = "userId"
	ParamCompany = "company"
	ParamEndsOn  = "endsOn"
)

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
		"isFirst": "", "isSecond": "", "eligibleOn": "",
	}
	switch e.Number {
	case 1:
		params["isFirst"] = "true"
	case 2:
		params["isSecond"], params["eligibleOn"] = "true", india.DayText(e.EligibleOn)
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
