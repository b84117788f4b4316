package imports

import (
	"slices"
	"strings"
	"unicode"

	"boardcircle/pb_hooks/accounts"
	"boardcircle/pb_hooks/internal/identity"
)

// Column is one that a file of members may have.
type Column struct {
	// Name is its heading in the example, and the field of accounts.LegacyForm that it fills; state
	// fills the location together with the city.
	Name     string `json:"name"`
	Required bool   `json:"needed"`
	// Description says what a cell may hold.
	Description string `json:"takes"`
	// Aliases are the other headings that it may bear. Only a heading's letters count, in either case.
	Aliases []string `json:"also"`
	// samples are its cells in the example.
	samples [2]string
}

// Columns are those that are read. The reader, the example and the console's table come of them.
var Columns = []Column{
	newColumn("name", "Her full name", [2]string{"Asha Rao", "Meera Iyer"}, "Full name", "Member name"),
	newColumn("email", "The address that she will sign in with; no two rows may have the same", [2]string{"asha.rao@example.com", "meera.iyer@example.com"},
		"Email address", "Email ID", "Mail"),
	newColumn("phone", "At least 10 digits, best with the country’s code; blanks, hyphens, dots and brackets are left out",
		[2]string{"+91 98765 43210", ""}, "Phone number", "Mobile", "Mobile number", "Telephone"),
	newColumn("location", "City and state, or the city alone where the state has its own column", [2]string{"Pune, Maharashtra", "Chennai"},
		"City", "City/State", "Town", "Place"),
	{
		Name: "state", Description: "The state, where the location does not tell it; the two become “City, State”",
		Aliases: []string{"State/UT"}, samples: [2]string{"", "Tamil Nadu"},
	},
	newColumn("requestType", "“enquiry” or “membership”; an empty cell is an enquiry", [2]string{identity.Membership, ""}, "Interest", "Request"),
}

func newColumn(name, takes string, samples [2]string, also ...string) Column {
	return Column{Name: name, Required: accounts.ImportForm.Field(name).Required, Description: takes, Aliases: also, samples: samples}
}

// fieldByHeading tells the field that a heading stands for, by the heading's letters.
var fieldByHeading = func() map[string]string {
	fields := map[string]string{}
	for _, c := range Columns {
		for _, heading := range append([]string{c.Name}, c.Aliases...) {
			fields[normalizeLetters(heading)] = c.Name
		}
	}
	return fields
}()

// columnNames are the columns' names, as the first line of a file has them.
func columnNames() []string {
	var names []string
	for _, c := range Columns {
		names = append(names, c.Name)
	}
	return names
}

// hdr is the first line of a file, understood.
type header struct {
	// headings are the cells as they stand there, fields what each is read as: "" is ignored.
	headings, fields []string
}

// parseHeader reads the first line. Empty headings at its end are no columns.
func parseHeader(row csvRow) (header, error) {
	if row.problem != "" {
		return header{}, newFileError("The headings on line %d cannot be read: %s", row.line, row.problem)
	}
	var h header
	for _, cell := range row.cells {
		field := fieldByHeading[normalizeLetters(cell)]
		if field != "" && slices.Contains(h.fields, field) {
			return header{}, newFileError("Two columns tell the %s. Please keep one of them", field)
		}
		h.headings, h.fields = append(h.headings, displayText(cell)), append(h.fields, field)
	}
	for len(h.headings) > 0 && h.headings[len(h.headings)-1] == "" {
		h.headings, h.fields = h.headings[:len(h.headings)-1], h.fields[:len(h.fields)-1]
	}
	if !slices.Contains(h.fields, "location") {
		if state := slices.Index(h.fields, "state"); state >= 0 {
			h.fields[state] = "location" // all that the file tells of it
		}
	}
	for _, c := range Columns {
		if c.Required && !slices.Contains(h.fields, c.Name) {
			return header{}, newFileError("The first line must name the columns, and there is none for the %s. It should be like: %s",
				c.Name, strings.Join(columnNames(), ","))
		}
	}
	return h, nil
}

// ignoredHeadings are the headings that no field of an account answers to.
func (h header) ignoredHeadings() []string {
	ignored := []string{}
	for i, heading := range h.headings {
		if h.fields[i] == "" && heading != "" {
			ignored = append(ignored, heading)
		}
	}
	return ignored
}

// rowErr is one in the column of a field.
func (h header) rowError(field, message string) RowError {
	return RowError{Column: h.headings[slices.Index(h.fields, field)], Message: message}
}

// normalizeLetters leaves a text's letters, in lower case.
func normalizeLetters(text string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, text)
}
