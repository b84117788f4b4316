package imports

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/accounts"
	"boardcircle/pb_hooks/approvals"
	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/payments/complimentary"
	"boardcircle/pb_hooks/payments/ledger"
	"boardcircle/pb_hooks/people"
	"boardcircle/pb_hooks/tiers"
)

// The columns of a membership.
const (
	tierField  = "tier"
	startField = "start"
	endField   = "end"
)

var membershipFields = []string{tierField, startField, endField}

// Memberships grants imported members the terms that they already have.
type Memberships interface {
	CheckImported(app core.App, userID string, wanted complimentary.ImportedTerm) (complimentary.ImportOutcome, error)
	GrantImported(tx core.App, userID string, wanted complimentary.ImportedTerm, list string, by audit.Actor,
		names string, isEmailed bool) error
	OneTermValue(app core.App, tierID string) (money.Amount, error)
	DescribeMembership(tx core.App, userID string) (tier, period string, err error)
}

// membershipCells is the membership of a row before its tier is known.
type membershipCells struct {
	tier       string
	start, end typedDay
}

// typedDay is a day in a cell.
type typedDay struct {
	text string
	// at is the start of the day in India, or the zero time if the cell is empty or not a day.
	at time.Time
	// isAmbiguous is true if the text is another day when the month is read first. isMonthFirst is true if the text is
	// a day only when the month is read first.
	isAmbiguous, isMonthFirst bool
}

// dayLayouts are the layouts of days in Indian spreadsheets. monthFirst is the same layout with the month first, or ""
// if the two cannot be confused.
var dayLayouts = []struct{ day, monthFirst string }{
	{"2-1-2006", "1-2-2006"},
	{"2/1/2006", "1/2/2006"},
	{"2.1.2006", "1.2.2006"},
	{time.DateOnly, ""},
	{"2-Jan-2006", ""},
	{"2 Jan 2006", ""},
	{"2 January 2006", ""},
}

// The years that a membership can have. Other years are mistyped.
const (
	firstYear = 1990
	lastYear  = 2100
)

// parseDay parses the cell of a day.
func parseDay(cell string) typedDay {
	d := typedDay{text: strings.TrimPrefix(cell, "'")}
	for _, layout := range dayLayouts {
		at, err := time.ParseInLocation(layout.day, d.text, india.Zone)
		monthFirst, monthFirstErr := time.ParseInLocation(layout.monthFirst, d.text, india.Zone)
		isMonthFirst := layout.monthFirst != "" && monthFirstErr == nil
		switch {
		case err == nil && at.Year() >= firstYear && at.Year() <= lastYear:
			d.at, d.isAmbiguous = at, isMonthFirst && !monthFirst.Equal(at)
			return d
		case err != nil && isMonthFirst:
			d.isMonthFirst = true
			return d
		}
	}
	return d
}

func (d typedDay) problem() string {
	switch {
	case d.text == "" || !d.at.IsZero():
		return ""
	case d.isMonthFirst:
		return fmt.Sprintf("“%s” has the month first. Please write the day first, such as 31-03-2027",
			displayText(d.text))
	}
	return fmt.Sprintf("“%s” is not a day. Please write it as 31-03-2027, with all four digits of the year",
		displayText(d.text))
}

// parseMembership returns the membership in the cells of a row, or nil if it has none. problems has the errors by
// column.
func parseMembership(cells map[string]any) (*membershipCells, map[string]string) {
	m := membershipCells{
		tier: stringValue(cells[tierField]), start: parseDay(stringValue(cells[startField])),
		end: parseDay(stringValue(cells[endField])),
	}
	if m.tier == "" {
		const message = "The row has no membership tier. Please name it, or delete the day"
		problems := map[string]string{}
		for field, d := range map[string]typedDay{startField: m.start, endField: m.end} {
			if d.text != "" {
				problems[field] = message
			}
		}
		return nil, problems
	}
	problems := map[string]string{startField: m.start.problem(), endField: m.end.problem()}
	if !m.start.at.IsZero() && !m.end.at.IsZero() && m.end.at.Before(m.start.at) {
		problems[endField] = "The membership ends before it starts"
	}
	return &m, problems
}

// checkDayOrder refuses the ambiguous days of a file that has the month first in other rows. Otherwise it stores the
// first ambiguous day in dayFirst, so that the admin sees how it is read.
func (f *memberFile) checkDayOrder() {
	monthFirst := 0
	f.eachDay(func(r *memberRow, _ string, d typedDay) {
		if d.isMonthFirst && monthFirst == 0 {
			monthFirst = r.line
		}
	})
	f.eachDay(func(r *memberRow, field string, d typedDay) {
		switch {
		case !d.isAmbiguous:
		case monthFirst > 0:
			r.errors = append(r.errors, f.header.rowError(field, fmt.Sprintf("“%s” can be read in two ways, because "+
				"line %d has the month first. Please write the day first in all rows", d.text, monthFirst)))
		case f.dayFirst == "":
			f.dayFirst = fmt.Sprintf("%s is read as %s", d.text, india.DayText(d.at))
		}
	})
}

func (f *memberFile) eachDay(do func(r *memberRow, field string, d typedDay)) {
	for i := range f.rows {
		if m := f.rows[i].membership; m != nil {
			do(&f.rows[i], startField, m.start)
			do(&f.rows[i], endField, m.end)
		}
	}
}

// resolveTerms finds the tiers that the rows name and sets their terms. A row without a valid term gets an error. If
// requested is not nil, it maps tierKey to the ids of the tiers that the request named, and their current names are
// ignored.
func (f *memberFile) resolveTerms(app core.App, now time.Time, requested map[string]string) error {
	all, err := tiers.ListAll(app)
	if err != nil {
		return fmt.Errorf("list the tiers of an import: %w", err)
	}
	byName, names, byID := map[string][]tiers.Tier{}, make([]string, len(all)), map[string]tiers.Tier{}
	for i, tier := range all {
		names[i], byID[tier.ID] = "“"+tier.Name+"”", tier
		if requested == nil {
			key := tierKey(tier.Name)
			byName[key] = append(byName[key], tier)
		}
	}
	for key, id := range requested {
		if tier, exists := byID[id]; exists {
			byName[key] = []tiers.Tier{tier}
		}
	}
	for i := range f.rows {
		r := &f.rows[i]
		if r.membership == nil {
			continue
		}
		found := byName[tierKey(r.membership.tier)]
		if len(found) != 1 {
			r.errors = append(r.errors, f.header.rowError(tierField, tierProblem(r.membership.tier, names, len(found))))
			continue
		}
		r.tierID = found[0].ID
		if len(r.errors) > 0 {
			continue
		}
		term := complimentary.ImportedTerm{Tier: found[0]}
		if start := r.membership.start.at; !start.IsZero() {
			term.Start = start.UTC()
		}
		if end := r.membership.end.at; !end.IsZero() {
			term.End = india.EndOfDay(end).UTC()
		}
		if end := term.EndsAt(now); !end.IsZero() && !end.After(now) {
			field := endField
			if r.membership.end.text == "" {
				field = startField
			}
			r.errors = append(r.errors, f.header.rowError(field, "The membership ended on "+india.DayText(end)+
				". Please give a later end, or delete the membership tier"))
			continue
		}
		r.term = &term
	}
	return nil
}

// namesTier reports whether a row has a membership.
func (f *memberFile) namesTier() bool {
	return slices.ContainsFunc(f.rows, func(r memberRow) bool { return r.membership != nil })
}

// tierIDs returns the ids of the tiers of the rows by tierKey.
func (f *memberFile) tierIDs() map[string]string {
	ids := map[string]string{}
	for _, r := range f.rows {
		if r.tierID != "" {
			ids[tierKey(r.membership.tier)] = r.tierID
		}
	}
	return ids
}

// tierKey returns the letters and digits of a tier's name in lower case, by which names are compared.
func tierKey(name string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, name)
}

func tierProblem(name string, names []string, found int) string {
	switch {
	case found > 1:
		return fmt.Sprintf("%d membership tiers are called “%s”. Please give them different names first", found,
			displayText(name))
	case len(names) == 0:
		return "There are no membership tiers yet"
	}
	return fmt.Sprintf("There is no membership tier “%s”. The tiers are %s", displayText(name),
		strings.Join(names, ", "))
}

// rowPlan is what an import does with a valid row.
type rowPlan struct {
	account accounts.ExistingAccount
	exists  bool
	// membership is "" for a row without a membership, and for a closed account.
	membership complimentary.ImportOutcome
}

// planRow returns what an import does with a valid row. existing are the accounts of the file's addresses.
func (i *Imports) planRow(app core.App, r memberRow, existing map[string]accounts.ExistingAccount) (rowPlan, error) {
	var p rowPlan
	p.account, p.exists = existing[r.account.Email]
	switch {
	case r.term == nil || p.exists && !p.account.IsActive:
		return p, nil
	case !p.exists:
		p.membership = complimentary.ImportGrants
		return p, nil
	}
	var err error
	p.membership, err = i.memberships.CheckImported(app, p.account.ID, *r.term)
	return p, err
}

// gift is the memberships that an import grants.
type gift struct {
	count int
	// value is their list value in paise, with tax.
	value money.Amount
	// shares are the parts of the value that people get who are known already.
	shares []approvals.Share
	// ofOneTerm has the list value of one term of each tier, by the tier's id.
	ofOneTerm map[string]money.Amount
}

// giftOf returns the memberships that an import of a file grants now.
func (i *Imports) giftOf(app core.App, f memberFile) (gift, error) {
	var g gift
	existing, err := accounts.FindExisting(app, validEmails(f.rows))
	if err != nil {
		return g, err
	}
	for _, r := range f.rows {
		if len(r.errors) > 0 {
			continue
		}
		plan, err := i.planRow(app, r, existing)
		if err == nil {
			err = i.addToGift(app, &g, r, plan)
		}
		if err != nil {
			return g, err
		}
	}
	return g, nil
}

// addToGift adds the membership of a row, if the import grants it.
func (i *Imports) addToGift(app core.App, g *gift, r memberRow, plan rowPlan) error {
	if plan.membership != complimentary.ImportGrants {
		return nil
	}
	ofOneTerm, known := g.ofOneTerm[r.term.Tier.ID]
	if !known {
		var err error
		if ofOneTerm, err = i.memberships.OneTermValue(app, r.term.Tier.ID); err != nil {
			return err
		}
		if g.ofOneTerm == nil {
			g.ofOneTerm = map[string]money.Amount{}
		}
		g.ofOneTerm[r.term.Tier.ID] = ofOneTerm
	}
	value := r.term.Value(ofOneTerm, i.now())
	g.count++
	g.value += value
	if plan.exists {
		account := audit.Subject{Collection: httpx.Users, ID: plan.account.ID, Label: r.account.Email}
		g.shares = append(g.shares, approvals.Share{Subject: account, Value: value})
		return nil
	}
	person, err := people.FindByAddress(app, r.account.Email)
	if person != "" {
		known := audit.Subject{Collection: "people", ID: person, Label: r.account.Email}
		g.shares = append(g.shares, approvals.Share{Subject: known, Value: value})
	}
	return err
}

// MembershipReport is the membership of a row, and what an import would do with it.
type MembershipReport struct {
	TierName string     `json:"tierName"`
	StartsAt httpx.Time `json:"startsAt"`
	// EndsAt is null for a membership for life.
	EndsAt *httpx.Time `json:"endsAt"`
	// Outcome is empty for a closed account, which gets no membership.
	Outcome complimentary.ImportOutcome `json:"outcome" wire:"orEmpty"`
}

func (i *Imports) membershipReport(term complimentary.ImportedTerm,
	outcome complimentary.ImportOutcome) *MembershipReport {
	now := i.now()
	return &MembershipReport{
		TierName: term.Tier.Name, StartsAt: *ledger.OptionalTime(term.From(now)),
		EndsAt: ledger.OptionalTime(term.EndsAt(now)), Outcome: outcome,
	}
}

// membershipSample returns the cells of a membership in the example: a tier that is on sale, until the end of the
// financial year. In March it is the next financial year. The cells are empty if there is no tier.
func membershipSample(app core.App, now time.Time) (map[string]string, error) {
	onSale, err := tiers.ListOnSale(app)
	if err != nil || len(onSale) == 0 {
		return nil, err
	}
	year := now.In(india.Zone).Year()
	if now.In(india.Zone).Month() >= time.March {
		year++
	}
	return map[string]string{
		tierField: onSale[0].Name, endField: fmt.Sprintf("31-03-%d", year),
	}, nil
}
