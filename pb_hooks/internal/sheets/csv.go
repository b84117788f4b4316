package sheets

import (
	"encoding/csv"
	"fmt"
	"io"
	"regexp"
	"strings"
	"time"
)

// byteOrderMark makes Excel read the file as UTF-8.
const byteOrderMark = "\ufeff"

func writeCSV(w io.Writer, t Table) error {
	if _, err := io.WriteString(w, byteOrderMark); err != nil {
		return err
	}
	file := csv.NewWriter(w)
	// RFC 4180, as Excel itself writes
	file.UseCRLF = true
	// a heading may be user input too: the column of an imported file
	fields := make([]string, len(t.Headings))
	for i, heading := range t.Headings {
		fields[i] = escapeFormula(heading)
	}
	if err := file.Write(fields); err != nil {
		return err
	}
	for cells, err := range t.Rows {
		if err != nil {
			return err
		}
		for i, cell := range cells {
			if fields[i], err = formatCell(cell); err != nil {
				return err
			}
		}
		if err := file.Write(fields); err != nil {
			return err
		}
	}
	file.Flush()
	return file.Error()
}

func formatCell(cell any) (string, error) {
	switch value := cell.(type) {
	case string:
		return escapeFormula(value), nil
	case Number:
		return string(value), nil
	case time.Time:
		if value.IsZero() {
			return "", nil
		}
		return value.In(India).Format("2006-01-02 15:04"), nil
	}
	return "", fmt.Errorf("sheets: no cell for a %T", cell)
}

// phoneRegexp matches an international phone number: digits and spaces, which no spreadsheet evaluates.
var phoneRegexp = regexp.MustCompile(`^\+[0-9][0-9 ]{6,18}$`)

// escapeFormula keeps a spreadsheet from evaluating user input as a formula: a text that begins like one, also with a
// full-width sign, is prefixed with an apostrophe. A plain phone number is left as it is.
func escapeFormula(value string) string {
	if strings.IndexAny(value, "=+-@\t\r\n＝＋－＠") != 0 || phoneRegexp.MatchString(value) {
		return value
	}
	return "'" + value
}
