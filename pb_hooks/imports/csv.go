package imports

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
)

// The limits of a row. A quotation mark that is never closed must not consume the rest of the file, nor make
// each row read all of it.
const (
	maxCellLength = 4000
	maxCells      = 100
)

// csvRow is a row of the file, unchecked.
type csvRow struct {
	// line is the number of the line that it begins on.
	line  int
	cells []string
	// problem says why the row could not be split into cells; the row is its first line then.
	problem string
}

// csvReader reads the rows one by one. An error in a row does not affect others: the next row begins on the
// next line. (encoding/csv stops at the first error.)
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

// readCell splits the first cell off a text; the rest begins with a separator or a line break, or is empty.
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

// cutLine splits the first line off a text; a line break is \n, \r\n or \r.
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

// byteOrderMarks are what a file may begin with to say its encoding.
var byteOrderMarks = []struct {
	mark     string
	encoding encoding.Encoding
}{
	{"\xef\xbb\xbf", unicode.UTF8BOM},
	{"\xff\xfe", unicode.UTF16(unicode.LittleEndian, unicode.ExpectBOM)},
	{"\xfe\xff", unicode.UTF16(unicode.BigEndian, unicode.ExpectBOM)},
}

// decodeText decodes a file by its mark; without one as UTF-8, and as Windows-1252 if it can't be UTF-8, which
// is a guess. The console decodes files by the same rule (import-text.ts).
func decodeText(data []byte) (text string, isGuess bool, err error) {
	for _, m := range byteOrderMarks {
		if bytes.HasPrefix(data, []byte(m.mark)) {
			decoded, err := m.encoding.NewDecoder().Bytes(data)
			return string(decoded), false, err
		}
	}
	if utf8.Valid(data) {
		return string(data), false, nil
	}
	decoded, err := charmap.Windows1252.NewDecoder().Bytes(data)
	return string(decoded), true, err
}
