package imports

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"boardcircle/pb_hooks/accounts"
	"boardcircle/pb_hooks/internal/rules"
)

const (
	// LargestFile is in bytes, MostRows without the headings.
	LargestFile = 5 << 20
	MostRows    = 20_000
)

// person is a row of the file, checked: without mistakes an account can be made of her.
type person struct {
	line     int
	values   rules.Values
	mistakes Mistakes
	// cells are the row as it stands in the file.
	cells []string
	// name and email are what the file says, for the report.
	name, email string
}

// file is what was read.
type file struct {
	head   head
	people []person
}

// Unreadable says in a sentence why a file is refused as a whole.
type Unreadable string

func (u Unreadable) Error() string { return string(u) }

var tooLarge = unreadable("The file is larger than %d MB. Please split it", LargestFile>>20)

func unreadable(sentence string, facts ...any) error {
	return Unreadable(fmt.Sprintf(sentence, facts...))
}

// read reads a file of members; an Unreadable refuses it as a whole.
func read(text string) (file, error) {
	if len(text) > LargestFile {
		return file{}, tooLarge
	}
	text = strings.TrimPrefix(text, "\ufeff")
	if strings.ContainsRune(text, 0) {
		return file{}, unreadable("This is not a CSV file in UTF-8. In a spreadsheet, save it as “CSV UTF-8”")
	}
	// who read the file into a text could not tell some of its bytes; nobody can tell the names back
	if lost := strings.IndexRune(text, utf8.RuneError); lost >= 0 {
		return file{}, unreadable("The file has lost characters: “\ufffd” stands where they were, first on line %d. Please save the list again as “CSV UTF-8”",
			breaks(text[:lost])+1)
	}
	rows := records{text: text, separator: separatorOf(text), line: 1}
	first, more := rows.next()
	for more && blank(first) {
		first, more = rows.next()
	}
	if !more {
		return file{}, unreadable("The file is empty")
	}
	head, err := headOf(first)
	if err != nil {
		return file{}, err
	}
	read := file{head: head}
	seen := map[string]int{}
	for row, more := rows.next(); more; row, more = rows.next() {
		if blank(row) {
			continue
		}
		if len(read.people) == MostRows {
			return file{}, unreadable("The file has more than %d,000 rows. Please split it", MostRows/1000)
		}
		p := personOf(row, head)
		if email := p.values.Text("email"); email != "" {
			if line, twice := seen[email]; twice {
				p.mistakes = append(p.mistakes, head.mistake("email", fmt.Sprintf("Line %d has the same e-mail address", line)))
			} else if len(p.mistakes) == 0 {
				seen[email] = p.line
			}
		}
		read.people = append(read.people, p)
	}
	if len(read.people) == 0 {
		return file{}, unreadable("The file has headings but no rows")
	}
	return read, nil
}

// separatorOf tells what stands between the headings. Spreadsheets in some countries write
// semicolons.
func separatorOf(text string) byte {
	line, _ := cutLine(strings.TrimLeft(text, "\r\n"))
	best := byte(',')
	for _, candidate := range []byte{';', '\t'} {
		if strings.Count(line, string(candidate)) > strings.Count(line, string(best)) {
			best = candidate
		}
	}
	return best
}

func blank(row record) bool {
	return row.problem == "" && !slices.ContainsFunc(row.cells, func(cell string) bool { return strings.TrimSpace(cell) != "" })
}

func personOf(row record, head head) person {
	p := person{line: row.line, cells: row.cells}
	if row.problem != "" {
		p.mistakes = Mistakes{{Message: row.problem}}
		return p
	}
	raw, wrong, isTooLong := map[string]any{}, map[string]string{}, false
	for i, cell := range row.cells {
		switch {
		case i >= len(head.fields):
			isTooLong = isTooLong || strings.TrimSpace(cell) != ""
		case head.fields[i] != "":
			field := head.fields[i]
			if problem := hostile(field, cell); problem != "" {
				wrong[field] = problem
			}
			raw[field] = tidy(field, cell)
		}
	}
	p.name, p.email = shown(text(raw["name"])), shown(text(raw["email"]))
	if isTooLong { // which value belongs to which column is unknown then
		p.mistakes = Mistakes{{Message: fmt.Sprintf("The row has %d values, but there are %d columns", len(row.cells), len(head.fields))}}
		return p
	}
	if state := text(raw["state"]); state != "" {
		raw["location"] = cityAndState(text(raw["location"]), state)
	}
	delete(raw, "state")
	values, problems := accounts.LegacyForm.Check(raw)
	for _, problem := range problems {
		if wrong[problem.Field] == "" {
			wrong[problem.Field] = problem.Message
		}
	}
	for _, field := range head.fields {
		if wrong[field] != "" {
			p.mistakes = append(p.mistakes, head.mistake(field, wrong[field]))
		}
	}
	p.values = values
	return p
}

// cityAndState is the location of a city and its state. A city that tells the state keeps it once.
func cityAndState(city, state string) string {
	last := strings.TrimSpace(city[strings.LastIndexByte(city, ',')+1:])
	switch {
	case city == "":
		return state
	case strings.EqualFold(last, state):
		return city
	}
	return city + ", " + state
}

func text(value any) string {
	s, _ := value.(string)
	return s
}

// tidy brings what people write in spreadsheets into the form's shape.
func tidy(field, cell string) string {
	cell = strings.TrimSpace(cell)
	switch field {
	case "phone":
		// an apostrophe keeps a spreadsheet from computing with a number
		cell = strings.TrimPrefix(cell, "'")
		return strings.Map(func(r rune) rune {
			if strings.ContainsRune(" -.()/\u00a0\u2011\u2013", r) {
				return -1
			}
			return r
		}, cell)
	case "requestType":
		switch lettersOf(cell) {
		case "", "enquiry", "inquiry", "generalenquiry":
			return accounts.Enquiry
		case "membership", "member", "circlemembership":
			return accounts.Membership
		}
	}
	return cell
}

// shown is a cell for a report: short, on one line and without control characters.
func shown(cell string) string {
	clean := strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(cell, "\ufffd"))
	runes := []rune(strings.TrimSpace(clean))
	if len(runes) > 80 {
		return string(runes[:79]) + "…"
	}
	return string(runes)
}
