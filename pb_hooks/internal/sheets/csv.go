package sheets

import (
	"bufio"
	"encoding/csv"
	"fmt"
	"io"
	"reflect"
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

// WritePlain writes CSV without a byte order mark, for programs that would read the mark as part of the first heading.
func WritePlain(w io.Writer, t Table) error {
	// The writer's default buffer of 4 kB would send a packet for each fifty rows.
	buffer := bufio.NewWriterSize(w, 64<<10)
	file := csv.NewWriter(buffer)
	// RFC 4180 and Excel use CRLF.
	file.UseCRLF = true
	// Headings are escaped too, because they may come from an imported file.
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
	case Number:
		return string(value), nil
	case time.Time:
		if value.IsZero() {
			return "", nil
		}
		return value.In(india.Zone).Format("2006-01-02 15:04"), nil
	}
	if value, ok := text(cell); ok {
		return escapeFormula(value), nil
	}
	return "", fmt.Errorf("sheets: unsupported cell type %T", cell)
}

// text returns the value of a cell that is a string or has a type such as a status.
func text(cell any) (string, bool) {
	value := reflect.ValueOf(cell)
	if value.Kind() != reflect.String {
		return "", false
	}
	return value.String(), true
}

// phoneRegexp matches a number with its country code. A spreadsheet does not read digits and spaces as a formula.
var phoneRegexp = regexp.MustCompile(`^\+[0-9][0-9 ]{6,18}$`)

// formulaStart matches text that a spreadsheet could read as a formula: at the start of the text, and after characters
// that start a new cell. In many countries a semicolon or tab ends a cell, and quotation marks within a cell do not
// protect line breaks. Full-width signs count as well.
var formulaStart = regexp.MustCompile(`(^|[;\t\r\n])("*[=+@＝＋－＠-])`)

// escapeFormula puts an apostrophe before text that a spreadsheet could read as a formula. A plain phone number stays
// unchanged.
func escapeFormula(value string) string {
	// Regular expressions would take half of the time of an export, and most texts need none.
	if !strings.ContainsAny(value, ";\t\r\n") && strings.TrimLeft(value, `"=+@＝＋－＠-`) == value {
		return value
	}
	if phoneRegexp.MatchString(value) {
		return value
	}
	escaped := formulaStart.ReplaceAllString(value, "$1'$2")
	if value != "" && strings.ContainsRune("\t\r\n", rune(value[0])) {
		escaped = "'" + escaped
	}
	return escaped
}
