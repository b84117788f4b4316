// Package tenure computes from the boards in a member's profile when their terms end, and how many boards the law
// allows. It reads no database and no clock.
//
// The rules are those of the Companies Act 2013 and of SEBI's listing regulations (LODR 2015) in November 2026. Each
// result names the rules that it rests on. It is information and not legal advice: articles, a letter of appointment or
// a newer notification may set an earlier date.
package tenure

import (
	"slices"
	"strings"
	"time"

	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/rules"
)

// Rule is a rule of the law, in our words.
type Rule struct {
	// Section is where the rule is, such as "Companies Act 2013, s. 149(10)".
	Section string `json:"section"`
	Text    string `json:"text"`
}

// Each rule and its number.
var (
	ruleTerm = Rule{"Companies Act 2013, s. 149(10)", "An independent director holds office for at most five years " +
		"in a row. A special resolution is needed for a second term."}
	ruleTwoTerms = Rule{"Companies Act 2013, s. 149(11)", "An independent director serves at most two terms in a row."}
	ruleCooling  = Rule{"Companies Act 2013, s. 149(11)", "After two terms, three years must pass before the company " +
		"can appoint the director again. During these years the director has no other role in the company."}
	ruleBefore = Rule{"Companies Act 2013, s. 149, explanation to (10) and (11)", "Time in office before 1 April " +
		"2014 does not count. If you were appointed again under the Act later that year, your term ends later."}
	ruleListed = Rule{"SEBI LODR, reg. 17A(1)", "A person is a director of at most seven listed companies."}
	ruleSeven  = Rule{"SEBI LODR, reg. 17A(1), proviso", "A person is an independent director of at most seven " +
		"listed companies."}
	ruleThree = Rule{"SEBI LODR, reg. 17A(2)", "A whole-time or managing director of a listed company is an " +
		"independent director of at most three listed companies."}
	ruleTwenty = Rule{"Companies Act 2013, s. 165(1)", "A person is a director of at most twenty companies. Section " +
		"8 companies do not count. Dormant companies do not count either, so please leave them out."}
	ruleTen = Rule{"Companies Act 2013, s. 165(1), proviso", "At most ten of them are public companies. A private " +
		"company that is the holding company or a subsidiary of a public company counts as public."}
)

const (
	termYears    = 5
	coolingYears = 3
	// ReminderMonths is how long before the end of a term its director is reminded.
	ReminderMonths = 6

	maxListed           = 7
	maxListedWholeTime  = 3
	maxCompanies        = 20
	maxPublic           = 10
	lengthOfCIN         = 21
	ownershipOfCINStart = 12
	ownershipOfCINEnd   = 15
)

// commencement is the first day of section 149.
var commencement = time.Date(2014, time.April, 1, 0, 0, 0, 0, time.UTC)

// Status says where a board's term is.
type Status string

// The statuses of a term.
const (
	// StatusRunning means that the term has no end, or that its last day is today or later.
	StatusRunning Status = "running"
	// StatusOver means that the last day that the law allows has passed, and that the profile has neither a second term
	// nor a last day.
	StatusOver Status = "over"
	// StatusLeft means that the director has left the board.
	StatusLeft Status = "left"
	// StatusIncomplete means that the profile does not say what the computation needs.
	StatusIncomplete Status = "incomplete"
)

// Values returns all statuses.
func (Status) Values() []string {
	return rules.Options(StatusRunning, StatusOver, StatusLeft, StatusIncomplete)
}

// Term is a person's current or last term on a board. Its days are in the format 2027-03-31, or "" if they are unknown
// or do not exist.
type Term struct {
	Company     string                 `json:"company"`
	Role        string                 `json:"role"`
	Category    identity.BoardCategory `json:"category" wire:"orEmpty"`
	CompanyType identity.CompanyType   `json:"companyType" wire:"orEmpty"`
	Status      Status                 `json:"status"`
	// Number is 1 or 2 for an independent director, otherwise 0.
	Number int `json:"number"`
	// StartsOn is the first day that counts.
	StartsOn string `json:"startsOn"`
	// EndsOn is the last day of the term.
	EndsOn string `json:"endsOn"`
	// IsComputed is true if EndsOn is the last day that the law allows, and false if the profile says so.
	IsComputed bool `json:"isComputed"`
	// LatestOn is the last day that the law allows after a second term which follows at once.
	LatestOn string `json:"latestOn"`
	// EligibleOn is the first day on which the company can appoint the director again after two terms.
	EligibleOn string `json:"eligibleOn"`
	// IsEndingSoon is true in the last six months of a term, its last day included.
	IsEndingSoon bool `json:"isEndingSoon"`
	// Rules are the rules that the days rest on.
	Rules []Rule `json:"rules"`
}

// LimitName names a limit.
type LimitName string

// The limits.
const (
	LimitListedIndependent LimitName = "listed-independent"
	LimitListed            LimitName = "listed"
	LimitPublic            LimitName = "public"
	LimitCompanies         LimitName = "companies"
)

// Values returns all names.
func (LimitName) Values() []string {
	return rules.Options(LimitListedIndependent, LimitListed, LimitPublic, LimitCompanies)
}

// Limit compares a number of boards with the largest number that the law allows.
type Limit struct {
	Name  LimitName `json:"name"`
	Count int       `json:"count"`
	Max   int       `json:"max"`
	Rule  Rule      `json:"rule"`
}

// Tenure is what the law says about a person's boards on a day.
type Tenure struct {
	// Terms are in the order in which they end. Terms without an end are last.
	Terms  []Term  `json:"terms"`
	Limits []Limit `json:"limits"`
	// Untyped is the number of current boards whose kind of company is unknown. Only LimitCompanies counts them.
	Untyped int `json:"untyped"`
}

// Next returns the term that ends next, or nil. A term that is over without a second one is such a term, because the
// profile says nothing newer.
func (t Tenure) Next() *Term {
	for _, term := range t.Terms {
		if term.EndsOn != "" && term.Status != StatusLeft {
			return &term
		}
	}
	return nil
}

// Of computes the tenure of a person with some boards. today is a day as midnight UTC, as Day returns it.
func Of(boards []identity.Board, today time.Time) Tenure {
	t := Tenure{Terms: []Term{}}
	for _, board := range boards {
		term := termOf(board, today)
		term.IsEndingSoon = term.endsSoon(today)
		t.Terms = append(t.Terms, term)
	}
	slices.SortStableFunc(t.Terms, func(a, b Term) int { return strings.Compare(a.sortKey(), b.sortKey()) })
	t.Limits, t.Untyped = limitsOf(boards, today)
	return t
}

// sortKey sorts the terms that end next first, then those without an end, then those that have ended.
func (t Term) sortKey() string {
	switch {
	case t.Status == StatusLeft:
		return "3"
	case t.EndsOn == "":
		return "2"
	}
	return "1" + t.EndsOn
}

// Day returns the calendar day of a text such as 2027-03-31 as midnight UTC, or the zero time.
func Day(text string) time.Time {
	day, err := time.Parse(time.DateOnly, text)
	if err != nil {
		return time.Time{}
	}
	return day
}

func text(day time.Time) string {
	if day.IsZero() {
		return ""
	}
	return day.Format(time.DateOnly)
}

func termOf(board identity.Board, today time.Time) Term {
	t := Term{Company: board.Company, Role: board.Role, Category: board.Category, CompanyType: companyTypeOf(board),
		Status: StatusRunning, Rules: []Rule{}}
	start, lastDay := Day(board.AppointedOn), Day(board.LastDay)
	t.StartsOn, t.EndsOn = text(start), text(lastDay)
	hasLeft := !lastDay.IsZero() && lastDay.Before(today)
	if hasLeft {
		t.Status = StatusLeft
	}
	if board.Category != identity.BoardIndependent {
		if board.Category == "" && !hasLeft {
			t.Status = StatusIncomplete
		}
		return t
	}
	if start.IsZero() && !hasLeft {
		t.Status = StatusIncomplete
	}
	if start.IsZero() || hasLeft && lastDay.Before(commencement) {
		return t
	}
	t.Number, t.Rules = 1, append(t.Rules, ruleTerm)
	if second := Day(board.SecondTermOn); second.After(start) {
		if start = second; !second.Before(commencement) {
			t.Number = 2
			t.Rules = append(t.Rules, ruleTwoTerms)
		}
	}
	if start.Before(commencement) {
		start = commencement
		t.Rules = append(t.Rules, ruleBefore)
	}
	t.StartsOn = text(start)
	end := lastDayOfTerm(start)
	switch {
	case hasLeft:
		end = lastDay
	case !lastDay.IsZero() && lastDay.Before(end):
		end = lastDay
	default:
		t.IsComputed = true
		if end.Before(today) {
			t.Status = StatusOver
		}
	}
	t.EndsOn = text(end)
	if t.Number == 1 {
		if !hasLeft {
			t.LatestOn = text(lastDayOfTerm(end.AddDate(0, 0, 1)))
			t.Rules = append(t.Rules, ruleTwoTerms)
		}
		return t
	}
	t.EligibleOn = text(end.AddDate(0, 0, 1).AddDate(coolingYears, 0, 0))
	t.Rules = append(t.Rules, ruleCooling)
	return t
}

// lastDayOfTerm returns the last day of the longest term that starts on a day.
func lastDayOfTerm(start time.Time) time.Time { return start.AddDate(termYears, 0, -1) }

func (t Term) endsSoon(today time.Time) bool {
	end := Day(t.EndsOn)
	return t.Status == StatusRunning && !end.IsZero() && !end.Before(today) && !today.Before(RemindOn(end))
}

// RemindOn returns the day on which the reminder about a term is due. It is the same day of the month, or the last day
// of a shorter month.
func RemindOn(end time.Time) time.Time {
	month := time.Date(end.Year(), end.Month()-ReminderMonths, 1, 0, 0, 0, 0, time.UTC)
	last := month.AddDate(0, 1, -1)
	return month.AddDate(0, 0, min(end.Day(), last.Day())-1)
}

// companyTypeOf returns the kind of a board's company. If the profile does not say it, the CIN may.
func companyTypeOf(board identity.Board) identity.CompanyType {
	if board.CompanyType != "" {
		return board.CompanyType
	}
	cin := strings.ToUpper(board.CIN)
	if len(cin) != lengthOfCIN {
		return ""
	}
	if cin[0] == 'L' {
		return identity.CompanyListed
	}
	switch cin[ownershipOfCINStart:ownershipOfCINEnd] {
	case "PLC":
		return identity.CompanyPublic
	case "PTC", "OPC", "FTC":
		return identity.CompanyPrivate
	case "NPL":
		return identity.CompanySection8
	}
	return ""
}

// limitsOf counts each company once, although a profile may list it with several roles.
func limitsOf(boards []identity.Board, today time.Time) (limits []Limit, untyped int) {
	type set map[string]bool
	companies, public, listed, independent, wholeTime, unknown := set{}, set{}, set{}, set{}, set{}, set{}
	for _, board := range boards {
		t := termOf(board, today)
		if t.Status == StatusLeft {
			continue
		}
		key := strings.ToUpper(board.CIN)
		if key == "" {
			key = strings.ToLower(strings.TrimSpace(board.Company))
		}
		if t.CompanyType == identity.CompanySection8 {
			continue
		}
		companies[key] = true
		switch t.CompanyType {
		case identity.CompanyListed:
			listed[key], public[key] = true, true
			switch t.Category {
			case identity.BoardIndependent:
				independent[key] = true
			case identity.BoardExecutive:
				wholeTime[key] = true
			}
		case identity.CompanyPublic:
			public[key] = true
		case "":
			unknown[key] = true
		}
	}
	seats := Limit{LimitListedIndependent, len(independent), maxListed, ruleSeven}
	if len(wholeTime) > 0 {
		seats.Max, seats.Rule = maxListedWholeTime, ruleThree
	}
	return []Limit{
		seats,
		{LimitListed, len(listed), maxListed, ruleListed},
		{LimitPublic, len(public), maxPublic, ruleTen},
		{LimitCompanies, len(companies), maxCompanies, ruleTwenty},
	}, len(unknown)
}
