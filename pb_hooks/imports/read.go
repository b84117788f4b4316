package imports

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"boardcircle/pb_hooks/accounts"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/rules"
)

const (
	// MaxFileBytes is in bytes, MaxRows without the headings.
	MaxFileBytes = 5 << 20
	MaxRows      = 20_000
)

// memberRow is a row of the file, checked: without mistakes an account can be made of her.
type memberRow struct {
	line   int
	values rules.Values
	errors RowErrors
	// cells are the row as it stands in the file.
	cells []string
	// name and email are what the file says, for the report.
	name, email string
}

// memberFile is what was read.
type memberFile struct {
	header header
	rows   []memberRow
}

// FileError says in a sentence why a file is refused as a whole.
type FileError string

func (u FileError) Error() string { return string(u) }

var errFileTooLarge = newFileError("The file is larger than %d MB. Please split it", MaxFileBytes>>20)

func newFileError(format string, args ...any) error {
	return FileError(fmt.Sprintf(format, args...))
}

// parsed reads a file of members; an Unreadable refuses it as a whole.
func parseFile(text string) (memberFile, error) {
	if len(text) > MaxFileBytes {
		return memberFile{}, errFileTooLarge
	}
	text = strings.TrimPrefix(text, "\ufeff")
	if strings.ContainsRune(text, 0) {
		return memberFile{}, newFileError("This is not a CSV file in UTF-8. In a spreadsheet, save it as “CSV UTF-8”")
	}
	// who read the file into a text could not tell some of its bytes; nobody can tell the names back
	if invalidAt := strings.IndexRune(text, utf8.RuneError); invalidAt >= 0 {
		return memberFile{}, newFileError("The file has lost characters: “\ufffd” stands where they were, first on line %d. Please save the list again as “CSV UTF-8”",
			countLineBreaks(text[:invalidAt])+1)
	}
	rows := csvReader{text: text, separator: detectSeparator(text), line: 1}
	first, more := rows.next()
	for more && isBlank(first) {
		first, more = rows.next()
	}
	if !more {
		return memberFile{}, newFileError("The file is empty")
	}
	hdr, err := parseHeader(first)
	if err != nil {
		return memberFile{}, err
	}
	parsed := memberFile{header: hdr}
	lineByEmail := map[string]int{}
	for row, more := rows.next(); more; row, more = rows.next() {
		if isBlank(row) {
			continue
		}
		if len(parsed.rows) == MaxRows {
			return memberFile{}, newFileError("The file has more than %d,000 rows. Please split it", MaxRows/1000)
		}
		p := parseRow(row, hdr)
		if email := p.values.Text("email"); email != "" {
			if line, duplicate := lineByEmail[email]; duplicate {
				p.errors = append(p.errors, hdr.rowError("email", fmt.Sprintf("Line %d has the same e-mail address", line)))
			} else if len(p.errors) == 0 {
				lineByEmail[email] = p.line
			}
		}
		parsed.rows = append(parsed.rows, p)
	}
	if len(parsed.rows) == 0 {
		return memberFile{}, newFileError("The file has headings but no rows")
	}
	return parsed, nil
}

// detectSeparator tells what stands between the headings. Spreadsheets in some countries write
// semicolons.
func detectSeparator(text string) byte {
	line, _ := cutLine(strings.TrimLeft(text, "\r\n"))
	separator := byte(',')
	for _, candidate := range []byte{';', '\t'} {
		if strings.Count(line, string(candidate)) > strings.Count(line, string(separator)) {
			separator = candidate
		}
	}
	return separator
}

func isBlank(row csvRow) bool {
	return row.problem == "" && !slices.ContainsFunc(row.cells, func(cell string) bool { return strings.TrimSpace(cell) != "" })
}

func parseRow(row csvRow, hdr header) memberRow {
	p := memberRow{line: row.line, cells: row.cells}
	if row.problem != "" {
		p.errors = RowErrors{{Message: row.problem}}
		return p
	}
	raw, messageByField, isTooLong := map[string]any{}, map[string]string{}, false
	for i, cell := range row.cells {
		switch {
		case i >= len(hdr.fields):
			isTooLong = isTooLong || strings.TrimSpace(cell) != ""
		case hdr.fields[i] != "":
			field := hdr.fields[i]
			if problem := unsafeCellError(field, cell); problem != "" {
				messageByField[field] = problem
			}
			raw[field] = normalizeCell(field, cell)
		}
	}
	p.name, p.email = displayText(stringValue(raw["name"])), displayText(stringValue(raw["email"]))
	if isTooLong { // which value belongs to which column is unknown then
		p.errors = RowErrors{{Message: fmt.Sprintf("The row has %d values, but there are %d columns", len(row.cells), len(hdr.fields))}}
		return p
	}
	if state := stringValue(raw["state"]); state != "" {
		raw["location"] = joinLocation(stringValue(raw["location"]), state)
	}
	delete(raw, "state")
	values, problems := accounts.ImportForm.Check(raw)
	for _, problem := range problems {
		if messageByField[problem.Field] == "" {
			messageByField[problem.Field] = problem.Message
		}
	}
	for _, field := range hdr.fields {
		if messageByField[field] != "" {
			p.errors = append(p.errors, hdr.rowError(field, messageByField[field]))
		}
	}
	p.values = values
	return p
}

// joinLocation is the location of a city and its state. A city that tells the state keeps it once.
func joinLocation(city, state string) string {
	last := strings.TrimSpace(city[strings.LastIndexByte(city, ',')+1:])
	switch {
	case city == "":
		return state
	case strings.EqualFold(last, state):
		return city
	}
	return city + ", " + state
}

func stringValue(value any) string {
	s, _ := value.(string)
	return s
}

// normalizeCell brings what people write in spreadsheets into the form's shape.
func normalizeCell(field, cell string) string {
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
		switch normalizeLetters(cell) {
		case "", "enquiry", "inquiry", "generalenquiry":
			return identity.Enquiry
		case "membership", "member", "circlemembership":
			return identity.Membership
		}
	}
	return cell
}

// displayText is a cell for a report: short, on one line and without control characters.
func displayText(cell string) string {
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
