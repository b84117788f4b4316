package sheets

import (
	"bufio"
	"encoding/csv"
	"fmt"
	"io"
	"regexp"
	"strings"
	"time"

	"boardcircle/pb_hooks/internal/india"
)

// byteOrderMark makes Excel read the file as UTF-8.
const byteOrderMark = "\ufeff"

func writeCSV(w io.Writer, t Table) error {
	if _, err := io.WriteString(w, byteOrderMark); err != nil {
		return err
	}
	return WritePlain(w, t)
}

// WritePlain writes CSV without a mark at its beginning, for programs that take the mark for a part of the first
// heading.
func WritePlain(w io.Writer, t Table) error {
	// the writer's own 4 kB would be a packet for each fifty rows
	buffer := bufio.NewWriterSize(w, 64<<10)
	file := csv.NewWriter(buffer)
	// as RFC 4180 and Excel have it
	file.UseCRLF = true
	// a heading may come from an imported file
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
	if err := file.Error(); err != nil {
		return err
	}
	return buffer.Flush()
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
		return value.In(india.Zone).Format("2006-01-02 15:04"), nil
	}
	return "", fmt.Errorf("sheets: unsupported cell type %T", cell)
}

// phoneRegexp is a number with its country code: a spreadsheet takes digits and spaces for no formula.
var phoneRegexp = regexp.MustCompile(`^\+[0-9][0-9 ]{6,18}$`)

// formulaStart is where a spreadsheet would take a text for a formula: at its beginning, and behind what begins a cell
// elsewhere. In many countries a cell ends with a semicolon, or a tab, and a quotation mark inside of a cell does not
// hold its lines together there. Signs of full width count, too.
var formulaStart = regexp.MustCompile(`(^|[;\t\r\n])("*[=+@＝＋－＠-])`)

// escapeFormula puts an apostrophe before what a spreadsheet would take for a formula. A plain phone number stays as it is.
func escapeFormula(value string) string {
	if phoneRegexp.MatchString(value) {
		return value
	}
	escaped := formulaStart.ReplaceAllString(value, "$1'$2")
	if value != "" && strings.ContainsRune("\t\r\n", rune(value[0])) {
		escaped = "'" + escaped
	}
	return escaped
}
