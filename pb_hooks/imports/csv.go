package imports

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
)

// The limits of a row. The limit of its length prevents an unclosed quotation mark from consuming the rest of the
// file.
const (
	maxRowBytes = 8 << 10
	maxCells    = 100
)

// csvRow is an unchecked row of the file.
type csvRow struct {
	// line is the number of the row's first line.
	line  int
	cells []string
	// problem says why the row could not be split into cells. cells then has only its first line, as it is in the file.
	problem string
}

// csvReader reads the rows of a text whose line breaks are all \n. After an unreadable row it continues with the next
// line, so that an error does not affect other rows.
type csvReader struct {
	text      string
	separator rune
	line      int
}

// next returns false at the end of the text.
func (r *csvReader) next() (csvRow, bool) {
	text := strings.TrimLeft(r.text, "\n")
	r.line += len(r.text) - len(text)
	if text == "" {
		return csvRow{}, false
	}
	part := text[:min(len(text), maxRowBytes)]
	cells, length, err := r.read(part, false)
	if errors.Is(err, csv.ErrBareQuote) {
		// A quotation mark inside a value is allowed, as in =SUM("1"), if the row is on one line.
		line, _, _ := strings.Cut(part, "\n")
		if lazy, closed := r.readLine(line); closed {
			cells, length, err = lazy, len(line), nil
		}
	}
	row := csvRow{line: r.line, cells: cells, problem: rowProblem(part, cells, err)}
	if row.problem == "" && length == maxRowBytes && length < len(text) && part[length-1] != '\n' &&
		text[length] != '\n' {
		row.problem = fmt.Sprintf("The row is longer than %d kB", maxRowBytes>>10)
	}
	if row.problem != "" {
		line, _, _ := strings.Cut(text, "\n")
		row.cells, length = []string{line}, min(len(line)+1, len(text))
	}
	r.line += strings.Count(text[:length], "\n")
	r.text = text[length:]
	return row, true
}

// read returns the cells of the first row of a text, and its length in bytes.
func (r *csvReader) read(text string, isLazy bool) (cells []string, length int, err error) {
	reader := csv.NewReader(strings.NewReader(text))
	reader.Comma, reader.FieldsPerRecord, reader.LazyQuotes = r.separator, -1, isLazy
	cells, err = reader.Read()
	return cells, int(reader.InputOffset()), err
}

// readLine returns the cells of a row that is on one line and has quotation marks inside its values. It appends a test
// value to the line. closed is false if that value does not become a cell, because a quotation mark is still open.
func (r *csvReader) readLine(line string) (cells []string, closed bool) {
	const end = "end"
	cells, _, err := r.read(line+string(r.separator)+end, true)
	if err != nil || cells[len(cells)-1] != end {
		return nil, false
	}
	return cells[:len(cells)-1], true
}

// rowProblem says why a row cannot be read, or returns "".
func rowProblem(text string, cells []string, err error) string {
	if err == nil {
		if len(cells) > maxCells {
			return fmt.Sprintf("The row has more than %d values", maxCells)
		}
		return ""
	}
	var parsing *csv.ParseError
	switch {
	case !errors.As(err, &parsing):
		return "The row cannot be read"
	case atQuote(text, parsing.Line, parsing.Column):
		return "A quotation mark is closed in the middle of a value"
	}
	// The parser reports this at the end of the text, which is cut at maxRowBytes.
	return fmt.Sprintf("A quotation mark is opened and not closed within %d kB", maxRowBytes>>10)
}

// atQuote reports whether there is a quotation mark at a line and a column, both counted from 1.
func atQuote(text string, line, column int) bool {
	for range line - 1 {
		_, text, _ = strings.Cut(text, "\n")
	}
	return column <= len(text) && text[column-1] == '"'
}

// byteOrderMarks maps the first bytes of a file to its encoding.
var byteOrderMarks = []struct {
	mark     string
	encoding encoding.Encoding
}{
	{"\xef\xbb\xbf", unicode.UTF8BOM},
	{"\xff\xfe", unicode.UTF16(unicode.LittleEndian, unicode.ExpectBOM)},
	{"\xfe\xff", unicode.UTF16(unicode.BigEndian, unicode.ExpectBOM)},
}

// decodeText decodes a file by its byte order mark. A file without one is read as UTF-8 or, if that is invalid, as
// Windows-1252, which is a guess. The console follows the same rule (import-text.ts).
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
