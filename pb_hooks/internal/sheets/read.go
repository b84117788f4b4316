package sheets

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"regexp"
	"slices"
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

// Row is an unchecked row of a CSV file.
type Row struct {
	// Line is the number of the row's first line.
	Line  int
	Cells []string
	// Problem says why the row could not be split into cells. Cells then has only its first line, as it is in the file.
	Problem string
}

// IsBlank reports whether no cell has a text.
func (r Row) IsBlank() bool {
	return r.Problem == "" &&
		!slices.ContainsFunc(r.Cells, func(cell string) bool { return strings.TrimSpace(cell) != "" })
}

// Reader reads the rows of a CSV file. After an unreadable row it continues with the next line, so that an error does
// not affect other rows. It skips blank rows.
type Reader struct {
	text      string
	separator rune
	line      int
}

// FileError is the message for a file that cannot be read at all.
type FileError string

func (f FileError) Error() string { return string(f) }

func newFileError(format string, args ...any) error { return FileError(fmt.Sprintf(format, args...)) }

// lineBreaks converts the line breaks of Windows and of old Macs to \n.
var lineBreaks = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// ReadCSV returns the row of headings, and a reader of the rows after it. Reports of meetings have a summary before
// their table: isHeadings finds the table. If no row satisfies it, the first one is returned. An error is a FileError.
func ReadCSV(text string, isHeadings func(cells []string) bool) (Row, *Reader, error) {
	text = lineBreaks.Replace(strings.TrimPrefix(text, "\ufeff"))
	if strings.ContainsRune(text, 0) {
		return Row{}, nil, newFileError("This is not a CSV file in UTF-8. In a spreadsheet, save it as “CSV UTF-8”")
	}
	// the replacement character means that bytes were lost when the file was decoded
	if invalidAt := strings.IndexRune(text, utf8.RuneError); invalidAt >= 0 {
		return Row{}, nil, newFileError(
			"The file has lost characters: “\ufffd” is in their place, first on line %d. Please save the list again "+
				"as “CSV UTF-8”",
			strings.Count(text[:invalidAt], "\n")+1)
	}
	reader := &Reader{text: text, line: 1}
	named := reader.readSeparator()
	start, hasStart := *reader, false
	var first Row
	for {
		if named == 0 {
			reader.separator = detectSeparator(reader.text)
		}
		row, more := reader.Next()
		if !more {
			break
		}
		if row.Problem == "" && isHeadings(row.Cells) {
			return row, reader, nil
		}
		if !hasStart {
			first, start, hasStart = row, *reader, true
		}
	}
	if !hasStart {
		return Row{}, nil, newFileError("The file is empty")
	}
	return first, &start, nil
}

// separatorLine matches the first line of a file that names its separator, as Excel writes and reads it.
var separatorLine = regexp.MustCompile(`^(?i:"?sep=(.)"?)[,;\t]*(?:\n|$)`)

// readSeparator reads the separator that the first line names. It returns 0 if the line names none.
func (r *Reader) readSeparator() rune {
	found := separatorLine.FindStringSubmatch(r.text)
	if found == nil {
		return 0
	}
	separator, _ := utf8.DecodeRuneInString(found[1])
	if strings.ContainsRune("\n\"", separator) {
		return 0
	}
	r.text, r.separator, r.line = r.text[len(found[0]):], separator, 2
	return separator
}

// detectSeparator returns the separator of the next line. Spreadsheets in some countries use semicolons.
func detectSeparator(text string) rune {
	line, _, _ := strings.Cut(strings.TrimLeft(text, "\n"), "\n")
	separator := ','
	for _, candidate := range []rune{';', '\t', '|'} {
		if strings.Count(line, string(candidate)) > strings.Count(line, string(separator)) {
			separator = candidate
		}
	}
	return separator
}

// Next returns the next row that is not blank, and false at the end of the file.
func (r *Reader) Next() (Row, bool) {
	for {
		if row, more := r.next(); !more || !row.IsBlank() {
			return row, more
		}
	}
}

func (r *Reader) next() (Row, bool) {
	text := strings.TrimLeft(r.text, "\n")
	r.line += len(r.text) - len(text)
	if text == "" {
		return Row{}, false
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
	row := Row{Line: r.line, Cells: cells, Problem: rowProblem(part, cells, err)}
	if row.Problem == "" && length == maxRowBytes && length < len(text) && part[length-1] != '\n' &&
		text[length] != '\n' {
		row.Problem = fmt.Sprintf("The row is longer than %d kB", maxRowBytes>>10)
	}
	if row.Problem != "" {
		line, _, _ := strings.Cut(text, "\n")
		row.Cells, length = []string{line}, min(len(line)+1, len(text))
	}
	r.line += strings.Count(text[:length], "\n")
	r.text = text[length:]
	return row, true
}

// read returns the cells of the first row of a text, and its length in bytes.
func (r *Reader) read(text string, isLazy bool) (cells []string, length int, err error) {
	reader := csv.NewReader(strings.NewReader(text))
	reader.Comma, reader.FieldsPerRecord, reader.LazyQuotes = r.separator, -1, isLazy
	cells, err = reader.Read()
	return cells, int(reader.InputOffset()), err
}

// readLine returns the cells of a row that is on one line and has quotation marks inside its values. It appends a test
// value to the line. closed is false if that value does not become a cell, because a quotation mark is still open.
func (r *Reader) readLine(line string) (cells []string, closed bool) {
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

// Address returns the email address of a cell, which address books write as "Asha Rao <asha@example.com>" or
// "mailto:asha@example.com". A cell without an address in one of these forms stays as it is, without spaces around it.
func Address(cell string) string {
	cell = strings.TrimSpace(cell)
	if rest, is := strings.CutPrefix(cell, "mailto:"); is {
		return rest
	}
	if found := namedAddress.FindStringSubmatch(cell); found != nil {
		return found[1]
	}
	return cell
}

var namedAddress = regexp.MustCompile(`^[^<>@]*<([^<>@\s]+@[^<>@\s]+)>$`)

// byteOrderMarks maps the first bytes of a file to its encoding.
var byteOrderMarks = []struct {
	mark     string
	encoding encoding.Encoding
}{
	{"\xef\xbb\xbf", unicode.UTF8BOM},
	{"\xff\xfe", unicode.UTF16(unicode.LittleEndian, unicode.ExpectBOM)},
	{"\xfe\xff", unicode.UTF16(unicode.BigEndian, unicode.ExpectBOM)},
}

// DecodeText decodes a file by its byte order mark. A file without one is read as UTF-8 or, if that is invalid, as
// Windows-1252, which is a guess. The console follows the same rule (file-text.ts).
func DecodeText(data []byte) (text string, isGuess bool, err error) {
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
