package imports

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"boardcircle/pb_hooks/accounts"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/normal"
	"boardcircle/pb_hooks/internal/sheets"
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

var errFileTooLarge = newFileError("The file is larger than %d MB. Please split it", MaxFileBytes>>20)

func newFileError(format string, args ...any) error {
	return sheets.FileError(fmt.Sprintf(format, args...))
}

// parseFile parses a file of members. An error is a sheets.FileError.
func parseFile(text string) (memberFile, error) {
	if len(text) > MaxFileBytes {
		return memberFile{}, errFileTooLarge
	}
	first, rows, err := sheets.ReadCSV(text, hasRequiredColumns)
	if err != nil {
		return memberFile{}, err
	}
	hdr, err := parseHeader(first)
	if err != nil {
		return memberFile{}, err
	}
	parsed := memberFile{header: hdr}
	lineByEmail := map[string]int{}
	for row, more := rows.Next(); more; row, more = rows.Next() {
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

func parseRow(row sheets.Row, hdr header) memberRow {
	p := memberRow{line: row.Line, cells: row.Cells}
	if row.Problem != "" {
		p.errors = RowErrors{{Message: row.Problem}}
		return p
	}
	raw, messageByField, isTooLong := map[string]any{}, map[string]string{}, false
	for i, cell := range row.Cells {
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
	last := stringValue(raw[lastNameField])
	p.name, p.email = displayText(joinName(stringValue(raw["name"]), last)), displayText(stringValue(raw["email"]))
	if isTooLong { // the values cannot be assigned to columns
		p.errors = RowErrors{{Message: fmt.Sprintf("The row has %d values, but there are %d columns", len(row.Cells),
			len(hdr.fields))}}
		return p
	}
	if state := stringValue(raw["state"]); state != "" {
		raw["location"] = joinLocation(stringValue(raw["location"]), state)
	}
	if last != "" {
		raw["name"] = joinName(stringValue(raw["name"]), last)
	}
	for _, field := range []string{"state", firstNameField, lastNameField} {
		delete(raw, field)
	}
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

// joinName adds a last name to a name that does not end with it.
func joinName(name, last string) string {
	if strings.HasSuffix(strings.ToLower(" "+name), strings.ToLower(" "+last)) {
		return name
	}
	return strings.TrimSpace(name + " " + last)
}

func stringValue(value any) string {
	s, _ := value.(string)
	return s
}

// normalizeCell converts common spreadsheet notations to what the form accepts.
func normalizeCell(field, cell string) string {
	cell = strings.TrimSpace(cell)
	switch field {
	case "email":
		return sheets.Address(cell)
	case "phone":
		// an apostrophe or a formula makes a spreadsheet treat a number as text
		if text, is := strings.CutPrefix(cell, `="`); is {
			return strings.TrimSuffix(text, `"`)
		}
		return strings.TrimPrefix(cell, "'")
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
	runes := []rune(normal.Line(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(cell, "\ufffd"))))
	if len(runes) > 80 {
		return string(runes[:79]) + "…"
	}
	return string(runes)
}

// namesRequest reports whether a row has a cell for the request type that is not empty.
func namesRequest(row sheets.Row, hdr header) bool {
	column := slices.Index(hdr.fields, "requestType")
	return column >= 0 && column < len(row.Cells) && strings.TrimSpace(row.Cells[column]) != ""
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
	// isOther: the column replaces another one, and the example does not have it.
	isOther bool
}

// Columns are the supported columns. The parser, the example and the console's table use them.
var Columns = []Column{
	newColumn("name", "The member’s full name", [2]string{"Asha Rao", "Meera Iyer"}, "Full name", "Member name"),
	{
		Name: firstNameField, Description: "The first name, if the file has no column for the full name",
		Aliases: []string{"Given name", "Forename"}, isOther: true,
	},
	{
		Name: lastNameField, Description: "The last name. It is added to the name, unless the name ends with it",
		Aliases: []string{"Surname", "Family name"}, isOther: true,
	},
	newColumn("email", "The address that the member signs in with. Each row needs a different one",
		[2]string{"asha.rao@example.com", "meera.iyer@example.com"},
		"Email address", "Email ID", "Mail"),
	newColumn("phone",
		"At least 10 digits, preferably with the country code. Spaces, hyphens, dots and brackets are ignored",
		[2]string{"+91 98765 43210", ""}, "Phone number", "Phone no", "Mobile", "Mobile number",
		"Mobile no", "Contact number", "Contact no", "Telephone"),
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

// The columns of names that are split. They have no fields of their own: they become the name.
const (
	firstNameField = "firstName"
	lastNameField  = "lastName"
)

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

// exampleColumns are the columns of the example.
var exampleColumns = slices.DeleteFunc(slices.Clone(Columns), func(c Column) bool { return c.isOther })

// columnNames returns the headings of the example.
func columnNames() []string {
	var names []string
	for _, c := range exampleColumns {
		names = append(names, c.Name)
	}
	return names
}

// header is the row of headings.
type header struct {
	// headings are the cells as in the file. fields has the field of each heading, or "" if the column is ignored.
	headings, fields []string
}

// parseHeader parses the row of headings. It ignores empty headings at the end.
func parseHeader(row sheets.Row) (header, error) {
	if row.Problem != "" {
		return header{}, newFileError("The headings on line %d cannot be read: %s", row.Line, row.Problem)
	}
	var h header
	for _, cell := range row.Cells {
		field := fieldByHeading[normalizeLetters(cell)]
		if field != "" && slices.Contains(h.fields, field) {
			return header{}, newFileError("Two columns have the %s. Please delete one of them", field)
		}
		h.headings, h.fields = append(h.headings, displayText(cell)), append(h.fields, field)
	}
	for len(h.headings) > 0 && h.headings[len(h.headings)-1] == "" {
		h.headings, h.fields = h.headings[:len(h.headings)-1], h.fields[:len(h.fields)-1]
	}
	if slices.Contains(h.fields, "name") && slices.Contains(h.fields, firstNameField) {
		for i, field := range h.fields {
			if field == firstNameField || field == lastNameField {
				h.fields[i] = "" // the full name says the same
			}
		}
	}
	h.replaceMissing("location", "state")
	h.replaceMissing("name", firstNameField)
	h.replaceMissing("name", lastNameField)
	for _, c := range Columns {
		if c.Required && !slices.Contains(h.fields, c.Name) {
			return header{}, newFileError(
				"The first line must name the columns. It has no column for the %s. Example: %s",
				c.Name, strings.Join(columnNames(), ","))
		}
	}
	return h, nil
}

// replaceMissing makes another column the one of a field, if the field has no column of its own.
func (h header) replaceMissing(field, other string) {
	if at := slices.Index(h.fields, other); at >= 0 && !slices.Contains(h.fields, field) {
		h.fields[at] = field
	}
}

// hasRequiredColumns reports whether a row has the headings that a file of members needs.
func hasRequiredColumns(cells []string) bool {
	_, err := parseHeader(sheets.Row{Cells: cells})
	return err == nil
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
	case field != "phone" && strings.IndexAny(normal.Line(cell), "=+-@＝＋－＠") == 0:
		return "Starts like a formula"
	}
	return ""
}
