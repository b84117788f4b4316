// Package reports reads the attendance reports that providers of video meetings write. A report is a CSV file, whose
// table of people is found by its headings.
package reports

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/sheets"
)

// Report says who attended.
type Report struct {
	// Addresses are the email addresses of the people, each once.
	Addresses []string
	// WithoutAddress is the number of people without an address.
	WithoutAddress int
}

// ErrNoAddresses is the answer for a file without a column of addresses.
var ErrNoAddresses = apperr.Invalid("report-invalid", "content",
	"The file must be a CSV file with a column named Email.")

// table is a part of a report with its own headings. Providers write several into one file: a summary of the meeting,
// the people, and each time that one of them joined.
type table struct {
	emails, attended []int
	// isOfPeople: the table names people. The summary has only the address of the host.
	isOfPeople bool
	Report
}

// Read reads a report. Its problems concern the field content.
func Read(content string) (Report, error) {
	headings, rows, err := sheets.ReadCSV(content, func(cells []string) bool { return newTable(cells) != nil })
	if err != nil {
		return Report{}, apperr.Invalid("report-invalid", "content", err.Error())
	}
	current := newTable(headings.Cells)
	if current == nil {
		return Report{}, ErrNoAddresses
	}
	tables := []*table{current}
	for row, more := rows.Next(); more; row, more = rows.Next() {
		if next := newTable(row.Cells); next != nil {
			current, tables = next, append(tables, next)
			continue
		}
		current.add(row.Cells)
	}
	if slices.ContainsFunc(tables, func(t *table) bool { return t.isOfPeople }) {
		tables = slices.DeleteFunc(tables, func(t *table) bool { return !t.isOfPeople })
	}
	var all Report
	seen := map[string]bool{}
	for _, t := range tables {
		for _, address := range t.Addresses {
			if key := identity.EmailKey(address); !seen[key] {
				seen[key] = true
				all.Addresses = append(all.Addresses, address)
			}
		}
		// The same people are in several tables.
		all.WithoutAddress = max(all.WithoutAddress, t.WithoutAddress)
	}
	return all, nil
}

// newTable returns the table below a row of headings, or nil if no heading is that of an email address.
func newTable(cells []string) *table {
	t := &table{}
	for i, cell := range cells {
		if strings.Contains(cell, "@") {
			return nil
		}
		heading := strings.Map(func(r rune) rune {
			if !unicode.IsLetter(r) {
				return -1
			}
			return unicode.ToLower(r)
		}, cell)
		isOfMeeting := containsAny(heading, "host", "organi", "topic", "meeting", "webinar", "session", "event")
		switch {
		case isOfMeeting:
		case containsAny(heading, "email", "upn", "userprincipal") || heading == "mail":
			t.emails = append(t.emails, i)
		case heading == "attended" || heading == "attendance":
			t.attended = append(t.attended, i)
		case containsAny(heading, "name") || heading == "participant" || heading == "attendee":
			t.isOfPeople = true
		}
	}
	if len(t.emails) == 0 {
		return nil
	}
	return t
}

func containsAny(heading string, words ...string) bool {
	return slices.ContainsFunc(words, func(word string) bool { return strings.Contains(heading, word) })
}

// absent matches what providers write in the column Attended for a person who did not come.
var absent = regexp.MustCompile(`^(?i:n|no|no[ -]?show|false|0|absent|not attended|did not attend)$`)

// add adds a row. A row that is too short to have an address is a heading or a total.
func (t *table) add(cells []string) {
	if len(cells) <= t.emails[0] {
		return
	}
	for _, at := range t.attended {
		if at < len(cells) && absent.MatchString(strings.TrimSpace(cells[at])) {
			return
		}
	}
	for _, at := range t.emails {
		if at >= len(cells) {
			continue
		}
		if address := sheets.Address(cells[at]); strings.Contains(address, "@") && !strings.ContainsAny(address, " ,;") {
			t.Addresses = append(t.Addresses, address)
			return
		}
	}
	t.WithoutAddress++
}
