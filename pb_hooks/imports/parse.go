package imports

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"boardcircle/pb_hooks/accounts"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/payments/complimentary"
)

const (
	// MaxFileBytes is the largest file in bytes. MaxRows is the largest number of rows without the headings.
	MaxFileBytes = 5 << 20
	MaxRows      = 20_000
)

// memberRow is a checked row of the file. A row without errors can become an account.
type memberRow struct {
	line    int
	account accounts.ImportForm
	errors  RowErrors
	// membership is the text of the row's membership, or nil. resolveTerms sets tierID to the tier that it names, and
	// term if the row has no error.
	membership *membershipCells
	tierID     string
	term       *complimentary.ImportedTerm
	// cells are the row's cells as in the file.
	cells []string
	// name and email are for the report.
	name, email string
}

// memberFile is a parsed file.
type memberFile struct {
	header header
	rows   []memberRow
	// dayFirst is a day that is read with the day before the month, although it could also have the month first, or "".
	dayFirst string
}

// FileError is the message for a file that cannot be imported at all.
type FileError string

func (u FileError) Error() string { return string(u) }

var errFileTooLarge = newFileError("The file is larger than %d MB. Please split it", MaxFileBytes>>20)

func newFileError(format string, args ...any) error {
	return FileError(fmt.Sprintf(format, args...))
}

// parseFile parses a file of members. An error is a FileError.
func parseFile(text string) (memberFile, error) {
	if len(text) > MaxFileBytes {
		return memberFile{}, errFileTooLarge
	}
	text = lineBreaks.Replace(strings.TrimPrefix(text, "\ufeff"))
	if strings.ContainsRune(text, 0) {
		return memberFile{}, newFileError("This is not a CSV file in UTF-8. In a spreadsheet, save it as “CSV UTF-8”")
	}
	// the replacement character means that bytes were lost when the file was decoded
	if invalidAt := strings.IndexRune(text, utf8.RuneError); invalidAt >= 0 {
		return memberFile{}, newFileError(
			"The file has lost characters: “\ufffd” is in their place, first on line %d. Please save the list again "+
				"as “CSV UTF-8”",
			strings.Count(text[:invalidAt], "\n")+1)
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
		if email := p.account.Email; email != "" {
			if line, duplicate := lineByEmail[email]; duplicate {
				p.errors = append(p.errors, hdr.rowError("email",
					fmt.Sprintf("Line %d has the same email address", line)))
			} else if len(p.errors) == 0 {
				lineByEmail[email] = p.line
			}
		}
		parsed.rows = append(parsed.rows, p)
	}
	if len(parsed.rows) == 0 {
		return memberFile{}, newFileError("The file has headings but no rows")
	}
	parsed.checkDayOrder()
	return parsed, nil
}

// lineBreaks converts the line breaks of Windows and of old Macs to \n.
var lineBreaks = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// detectSeparator returns the separator of the headings. Spreadsheets in some countries use semicolons.
func detectSeparator(text string) rune {
	line, _, _ := strings.Cut(strings.TrimLeft(text, "\n"), "\n")
	separator := ','
	for _, candidate := range []rune{';', '\t'} {
		if strings.Count(line, string(candidate)) > strings.Count(line, string(separator)) {
			separator = candidate
		}
	}
	return separator
}

func isBlank(row csvRow) bool {
	return row.problem == "" &&
		!slices.ContainsFunc(row.cells, func(cell string) bool { return strings.TrimSpace(cell) != "" })
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
	if isTooLong { // the values cannot be assigned to columns
		p.errors = RowErrors{{Message: fmt.Sprintf("The row has %d values, but there are %d columns", len(row.cells),
			len(hdr.fields))}}
		return p
	}
	if state := stringValue(raw["state"]); state != "" {
		raw["location"] = joinLocation(stringValue(raw["location"]), state)
	}
	delete(raw, "state")
	var termProblems map[string]string
	if p.membership, termProblems = parseMembership(raw); p.membership != nil && !namesRequest(row, hdr) {
		raw["requestType"] = string(identity.Membership)
	}
	for _, field := range membershipFields {
		delete(raw, field)
		if messageByField[field] == "" && termProblems[field] != "" {
			messageByField[field] = termProblems[field]
		}
	}
	account, problems := httpx.Bind[accounts.ImportForm](raw)
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
	p.account = account
	return p
}

// joinLocation joins a city and its state. It does not repeat a state with which the city already ends.
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

// normalizeCell converts common spreadsheet notations to what the form accepts.
func normalizeCell(field, cell string) string {
	cell = strings.TrimSpace(cell)
	switch field {
	case "phone":
		// an apostrophe makes a spreadsheet treat a number as text
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
			return string(identity.Enquiry)
		case "membership", "member", "circlemembership":
			return string(identity.Membership)
		}
	}
	return cell
}

// displayText returns a cell for a report: shortened, on one line, without control characters.
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

// namesRequest reports whether a row has a cell for the request type that is not empty.
func namesRequest(row csvRow, hdr header) bool {
	column := slices.Index(hdr.fields, "requestType")
	return column >= 0 && column < len(row.cells) && strings.TrimSpace(row.cells[column]) != ""
}

// Column is a column that a file of members can have.
type Column struct {
	// Name is the heading in the example and the field of accounts.ImportForm. The column state has no field of its
	// own: it is joined with the city to the location. The last three columns are the membership (memberships.go).
	Name     string `json:"name"`
	Required bool   `json:"isRequired"`
	// Description says what the cells may contain.
	Description string `json:"description"`
	// Aliases are other headings for the column. Headings are compared by their letters only, ignoring case.
	Aliases []string `json:"aliases"`
	// samples are the cells in the example.
	samples [2]string
}

// Columns are the supported columns. The parser, the example and the console's table use them.
var Columns = []Column{
	newColumn("name", "The member’s full name", [2]string{"Asha Rao", "Meera Iyer"}, "Full name", "Member name"),
	newColumn("email", "The address that the member signs in with. Each row needs a different one",
		[2]string{"asha.rao@example.com", "meera.iyer@example.com"},
		"Email address", "Email ID", "Mail"),
	newColumn("phone",
		"At least 10 digits, preferably with the country code. Spaces, hyphens, dots and brackets are ignored",
		[2]string{"+91 98765 43210", ""}, "Phone number", "Mobile", "Mobile number", "Telephone"),
	newColumn("location", "City and state, or only the city if the state has its own column",
		[2]string{"Pune, Maharashtra", "Chennai"},
		"City", "City/State", "Town", "Place"),
	{
		Name: "state", Description: "The state, if the location does not include it. Both become the location " +
			"“City, State”",
		Aliases: []string{"State/UT"}, samples: [2]string{"", "Tamil Nadu"},
	},
	newColumn("requestType", "“enquiry” or “membership”. An empty cell means “membership” in a row with a membership "+
		"tier, and “enquiry” in other rows", [2]string{string(identity.Membership), ""}, "Interest", "Request"),
	{
		Name: tierField, Description: "The name of the membership tier, for people who are members already. A row " +
			"without it creates only an account",
		Aliases: []string{"Membership tier", "Membership plan", "Plan", "Membership"},
	},
	{
		Name: startField, Description: "The first day of the membership, such as 31-03-2027, 31/03/2027 or " +
			"2027-03-31. An empty cell means the day of the import",
		Aliases: []string{"Start date", "Membership start", "Valid from"},
	},
	{
		Name: endField, Description: "The last day of the membership. An empty cell means that it lasts as long as a " +
			"bought one",
		Aliases: []string{"End date", "Membership end", "Valid until", "Valid till", "Expiry date"},
	},
}

func newColumn(name, description string, samples [2]string, aliases ...string) Column {
	field := accounts.ImportForm{}.Rules().Field(name)
	return Column{
		Name:        name,
		Required:    field.Required && field.Default == "",
		Description: description,
		Aliases:     aliases,
		samples:     samples,
	}
}

// fieldByHeading maps the letters of a heading to its field.
var fieldByHeading = func() map[string]string {
	fields := map[string]string{}
	for _, c := range Columns {
		for _, heading := range append([]string{c.Name}, c.Aliases...) {
			fields[normalizeLetters(heading)] = c.Name
		}
	}
	return fields
}()

// columnNames returns the headings of the example.
func columnNames() []string {
	var names []string
	for _, c := range Columns {
		names = append(names, c.Name)
	}
	return names
}

// header is the first row of a file.
type header struct {
	// headings are the cells as in the file. fields has the field of each heading, or "" if the column is ignored.
	headings, fields []string
}

// parseHeader parses the first row. It ignores empty headings at the end.
func parseHeader(row csvRow) (header, error) {
	if row.problem != "" {
		return header{}, newFileError("The headings on line %d cannot be read: %s", row.line, row.problem)
	}
	var h header
	for _, cell := range row.cells {
		field := fieldByHeading[normalizeLetters(cell)]
		if field != "" && slices.Contains(h.fields, field) {
			return header{}, newFileError("Two columns have the %s. Please delete one of them", field)
		}
		h.headings, h.fields = append(h.headings, displayText(cell)), append(h.fields, field)
	}
	for len(h.headings) > 0 && h.headings[len(h.headings)-1] == "" {
		h.headings, h.fields = h.headings[:len(h.headings)-1], h.fields[:len(h.fields)-1]
	}
	if !slices.Contains(h.fields, "location") {
		if state := slices.Index(h.fields, "state"); state >= 0 {
			h.fields[state] = "location" // there is no city column
		}
	}
	for _, c := range Columns {
		if c.Required && !slices.Contains(h.fields, c.Name) {
			return header{}, newFileError(
				"The first line must name the columns. It has no column for the %s. Example: %s",
				c.Name, strings.Join(columnNames(), ","))
		}
	}
	return h, nil
}

// ignoredHeadings returns the headings that match no field of an account.
func (h header) ignoredHeadings() []string {
	ignored := []string{}
	for i, heading := range h.headings {
		if h.fields[i] == "" && heading != "" {
			ignored = append(ignored, heading)
		}
	}
	return ignored
}

// rowError returns an error in the column of a field.
func (h header) rowError(field, message string) RowError {
	return RowError{Column: h.headings[slices.Index(h.fields, field)], Message: message}
}

// normalizeLetters returns the letters of a text in lower case.
func normalizeLetters(text string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, text)
}

// RowError says why a row cannot become an account.
type RowError struct {
	// Column is the heading as in the file, or "" if the error concerns the whole row.
	Column  string `json:"column"`
	Message string `json:"message"`
}

// RowErrors are all errors of a row.
type RowErrors []RowError

func (m RowErrors) String() string {
	var messages []string
	for _, rowErr := range m {
		if rowErr.Column != "" {
			rowErr.Message = rowErr.Column + ": " + rowErr.Message
		}
		messages = append(messages, rowErr.Message)
	}
	return strings.Join(messages, "; ")
}

// unsafeCellError says why a cell is not safe to store, or returns "".
func unsafeCellError(field, cell string) string {
	switch {
	case strings.ContainsFunc(strings.TrimSpace(cell), unicode.IsControl):
		return "Contains a line break or another control character"
	case strings.ContainsFunc(cell, func(r rune) bool { return unicode.Is(unicode.Bidi_Control, r) }):
		return "Contains an invisible character that reverses the text"
	case field != "phone" && strings.IndexAny(strings.TrimSpace(cell), "=+-@＝＋－＠") == 0:
		return "Starts like a formula"
	}
	return ""
}
