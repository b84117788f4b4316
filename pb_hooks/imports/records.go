package imports

import (
	"fmt"
	"strings"
)

// A quotation mark that is never closed must not swallow the rest of the file, nor make each row
// read all of it.
const (
	maxCellLength = 4000
	maxCells      = 100
)

// csvRow is a row of the file as it stands there.
type csvRow struct {
	// line is the number of the line that it begins on.
	line  int
	cells []string
	// problem says why the row could not be told into cells; its line is the only one then.
	problem string
}

// csvReader reads a text's rows one by one. What is wrong with a row stays its own: the next one
// begins on the next line.
type csvReader struct {
	text      string
	separator byte
	line      int
}

// next returns false at the end.
func (r *csvReader) next() (csvRow, bool) {
	if r.text == "" {
		return csvRow{}, false
	}
	row, rest := csvRow{line: r.line}, r.text
	for {
		cell, remaining, problem := r.readCell(rest)
		if len(row.cells) == maxCells {
			problem = fmt.Sprintf("The row has more than %d values", maxCells)
		}
		if problem != "" {
			row.problem, row.cells = problem, make([]string, 1)
			row.cells[0], rest = cutLine(r.text)
			break
		}
		row.cells, rest = append(row.cells, cell), remaining
		if rest == "" {
			break
		}
		if rest[0] == r.separator {
			if rest = rest[1:]; rest == "" { // a last, empty cell
				row.cells = append(row.cells, "")
				break
			}
			continue
		}
		_, rest = cutLine(rest)
		break
	}
	r.line += countLineBreaks(r.text[:len(r.text)-len(rest)])
	r.text = rest
	return row, true
}

// readCell takes a cell off a text; what is left begins with a separator or a line break, or is empty.
func (r *csvReader) readCell(text string) (cell, remaining, problem string) {
	if !strings.HasPrefix(text, `"`) {
		end := strings.IndexAny(text, string(r.separator)+"\r\n")
		if end < 0 {
			end = len(text)
		}
		return text[:end], text[end:], ""
	}
	var value strings.Builder
	for rest := text[1:]; ; {
		end := strings.IndexByte(rest[:min(len(rest), maxCellLength+1)], '"')
		if end < 0 || value.Len()+end > maxCellLength {
			return "", "", "A quotation mark is opened and not closed"
		}
		value.WriteString(rest[:end])
		rest = rest[end+1:]
		if strings.HasPrefix(rest, `"`) {
			value.WriteByte('"')
			rest = rest[1:]
			continue
		}
		if rest != "" && rest[0] != r.separator && rest[0] != '\r' && rest[0] != '\n' {
			return "", "", "A quotation mark is closed in the middle of a value"
		}
		return value.String(), rest, ""
	}
}

// cutLine takes the first line off a text, with its line break: \n, \r\n or \r.
func cutLine(text string) (line, rest string) {
	end := strings.IndexAny(text, "\r\n")
	if end < 0 {
		return text, ""
	}
	if strings.HasPrefix(text[end:], "\r\n") {
		return text[:end], text[end+2:]
	}
	return text[:end], text[end+1:]
}

// countLineBreaks counts the line breaks of a text.
func countLineBreaks(text string) int {
	return strings.Count(text, "\n") + strings.Count(text, "\r") - strings.Count(text, "\r\n")
}
