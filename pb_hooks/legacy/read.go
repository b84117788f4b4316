package legacy

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"boardcircle/pb_hooks/accounts"
	"boardcircle/pb_hooks/rules"
)

const (
	// LargestFile is in bytes, MostRows without the headings.
	LargestFile = 5 << 20
	MostRows    = 20_000
)

// person is a row of the file, checked. problem is "" when an account can be made of her.
type person struct {
	line    int
	values  rules.Values
	problem string
	// name and email are what the file says, for the report.
	name, email string
}

// file is what was read.
type file struct {
	people []person
	// ignored are the headings that no field of an account answers to.
	ignored []string
}

// headings are the names that a column may bear, in lower case and without blanks and the like.
var headings = map[string]string{
	"name": "name", "fullname": "name", "membername": "name",
	"email": "email", "emailaddress": "email", "mail": "email", "emailid": "email",
	"phone": "phone", "phonenumber": "phone", "mobile": "phone", "mobilenumber": "phone", "telephone": "phone",
	"location": "location", "city": "location", "place": "location", "citystate": "location",
	"requesttype": "requestType", "interest": "requestType", "request": "requestType",
}

// Unreadable says in a sentence why a file is refused as a whole.
type Unreadable string

func (u Unreadable) Error() string { return string(u) }

func unreadable(sentence string, facts ...any) error {
	return Unreadable(fmt.Sprintf(sentence, facts...))
}

// read reads a file of members; an Unreadable refuses it as a whole.
func read(text string) (file, error) {
	if len(text) > LargestFile {
		return file{}, unreadable("The file is larger than %d MB. Please split it", LargestFile>>20)
	}
	text = strings.TrimPrefix(text, "\ufeff")
	if strings.ContainsRune(text, 0) {
		return file{}, unreadable("This is not a CSV file in UTF-8. In a spreadsheet, save it as “CSV UTF-8”")
	}
	rows := records{text: text, separator: separatorOf(text), line: 1}
	first, more := rows.next()
	for more && blank(first) {
		first, more = rows.next()
	}
	if !more {
		return file{}, unreadable("The file is empty")
	}
	columns, ignored, err := columnsOf(first)
	if err != nil {
		return file{}, err
	}
	read := file{ignored: ignored}
	seen := map[string]int{}
	for row, more := rows.next(); more; row, more = rows.next() {
		if blank(row) {
			continue
		}
		if len(read.people) == MostRows {
			return file{}, unreadable("The file has more than %d rows. Please split it", MostRows)
		}
		p := personOf(row, columns)
		if p.problem == "" {
			email := p.values.Text("email")
			if line, twice := seen[email]; twice {
				p.problem = fmt.Sprintf("Line %d has the same e-mail address", line)
			} else {
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

// columnsOf tells the field of each column, "" for one that is ignored.
func columnsOf(row record) (columns, ignored []string, err error) {
	if row.problem != "" {
		return nil, nil, unreadable("The headings on line %d cannot be read: %s", row.line, row.problem)
	}
	for _, cell := range row.cells {
		field := headings[strings.Map(letterOf, cell)]
		if field != "" && slices.Contains(columns, field) {
			return nil, nil, unreadable("Two columns tell the %s. Please keep one of them", field)
		}
		if field == "" && strings.TrimSpace(cell) != "" {
			ignored = append(ignored, shown(cell))
		}
		columns = append(columns, field)
	}
	for _, field := range []string{"name", "email"} {
		if !slices.Contains(columns, field) {
			return nil, nil, unreadable("The first line must name the columns, and there is none for the %s. It should be like: name,email,phone,location,requestType", field)
		}
	}
	return columns, ignored, nil
}

// letterOf leaves the letters of a heading, in lower case.
func letterOf(r rune) rune {
	if !unicode.IsLetter(r) {
		return -1
	}
	return unicode.ToLower(r)
}

func blank(row record) bool {
	return row.problem == "" && !slices.ContainsFunc(row.cells, func(cell string) bool { return strings.TrimSpace(cell) != "" })
}

func personOf(row record, columns []string) person {
	p := person{line: row.line, problem: row.problem}
	if p.problem != "" {
		return p
	}
	raw := map[string]any{}
	for i, cell := range row.cells {
		switch {
		case i >= len(columns):
			if strings.TrimSpace(cell) != "" && p.problem == "" {
				p.problem = fmt.Sprintf("The row has %d values, but there are %d columns", len(row.cells), len(columns))
			}
		case columns[i] != "":
			field := columns[i]
			if problem := hostile(field, cell); problem != "" && p.problem == "" {
				p.problem = problem
			}
			raw[field] = tidy(field, cell)
		}
	}
	p.name, p.email = shown(text(raw["name"])), shown(text(raw["email"]))
	if p.problem != "" {
		return p
	}
	values, problems := accounts.LegacyForm.Check(raw)
	if len(problems) > 0 {
		p.problem = problems[0].Message
	}
	p.values = values
	return p
}

func text(value any) string {
	s, _ := value.(string)
	return s
}

// hostile says what in a cell belongs into no account.
func hostile(field, cell string) string {
	label := accounts.LegacyForm.Field(field).Label
	switch {
	case !utf8.ValidString(cell) || strings.ContainsRune(cell, utf8.RuneError):
		return label + " has a character that cannot be read: the file is not in UTF-8"
	case strings.ContainsFunc(strings.TrimSpace(cell), unicode.IsControl):
		return label + " has a line break or another control character in it"
	case strings.ContainsFunc(cell, func(r rune) bool { return unicode.Is(unicode.Bidi_Control, r) }):
		return label + " has an invisible character in it that turns text around"
	case field != "phone" && strings.IndexAny(strings.TrimSpace(cell), "=+-@＝＋－＠") == 0:
		return label + " begins like a formula"
	}
	return ""
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
		switch strings.Map(letterOf, cell) {
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
