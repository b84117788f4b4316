package sheets_test

import (
	"bytes"
	"encoding/csv"
	"encoding/hex"
	"errors"
	"io"
	"iter"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"boardcircle/pb_hooks/internal/sheets"
	"boardcircle/pb_hooks/internal/testapp/testdb"
)

var monsoon = time.Date(2026, 7, 31, 18, 45, 30, 0, time.UTC) // 1 August, 00:15 in India

func table(rows ...[]any) sheets.Table {
	return sheets.Table{
		Name:     "People",
		Headings: []string{"Name", "Phone", "When"},
		Rows: func(yield func([]any, error) bool) {
			for _, row := range rows {
				if !yield(row, nil) {
					return
				}
			}
		},
	}
}

func render(t *testing.T, f sheets.Format, rows ...[]any) *bytes.Buffer {
	t.Helper()
	var out bytes.Buffer
	if err := sheets.Write(&out, f, table(rows...)); err != nil {
		t.Fatal(err)
	}
	return &out
}

func TestCSVIsUTF8WithDatesInIndia(t *testing.T) {
	t.Parallel()
	got := render(t, sheets.CSV, []any{"Ānandī, \"Nandu\"\nRao", "", monsoon}, []any{"B", "", time.Time{}}).String()
	want := "\ufeffName,Phone,When\r\n" + "\"Ānandī, \"\"Nandu\"\"\r\nRao\",,2026-08-01 00:15\r\n" + "B,,\r\n"
	if got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestCSVEscapesFormulasButNotPhoneNumbers(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]string{
		"=HYPERLINK(\"https://evil.example\",\"x\")": "'=HYPERLINK(\"https://evil.example\",\"x\")",
		"=1+1": "'=1+1", "+1+1": "'+1+1", "-2": "'-2", "@SUM(A1)": "'@SUM(A1)", "\t=1": "'\t'=1", "\r=1": "''=1", "\n=1": "'\n'=1",
		"a;=1": "a;'=1", "a;b;@SUM(1)": "a;b;'@SUM(1)", "a;;-1": "a;;'-1", "a;\"=1": "a;'\"=1", "a\n=1": "a\n'=1", "a\n\n+1": "a\n\n'+1", "a\t=1": "a\t'=1",
		"a;＝1": "a;'＝1", "a;b": "a;b", "a; b": "a; b", "+91 98765 43210;=1": "'+91 98765 43210;'=1",
		"＝1+1": "'＝1+1", "+91-98765-43210": "'+91-98765-43210", "+cmd|' /C calc'!A0": "'+cmd|' /C calc'!A0", "+": "'+",
		"+919876543210": "+919876543210", "+91 98765 43210": "+91 98765 43210", "98765-43210": "98765-43210",
		"a=b": "a=b", "": "", "'quoted": "'quoted", " =1": " =1",
	} {
		rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(render(t, sheets.CSV, []any{value, "", ""}).String(), "\ufeff"))).
			ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		if rows[1][0] != want {
			t.Errorf("%q is written as %q, want %q", value, rows[1][0], want)
		}
	}
}

func TestAWorkbookCanBeReadBack(t *testing.T) {
	t.Parallel()
	book, err := excelize.OpenReader(render(t, sheets.XLSX,
		[]any{"Ānandī <Rao> & Co\nsecond line", "+919876543210", monsoon}, []any{"=1+1", "0012", time.Time{}}))
	if err != nil {
		t.Fatal(err)
	}
	defer book.Close()
	rows, err := book.GetRows("People")
	want := [][]string{
		{"Name", "Phone", "When"},
		{"Ānandī <Rao> & Co\nsecond line", "+919876543210", "2026-08-01 00:15"},
		{"=1+1", "0012"},
	}
	if err != nil || !slices.EqualFunc(rows, want, slices.Equal) {
		t.Fatalf("rows = %q, %v, want %q", rows, err, want)
	}
	if formula, err := book.GetCellFormula("People", "A3"); formula != "" || err != nil {
		t.Errorf("a cell became a formula: %q, %v", formula, err)
	}
	if kind, err := book.GetCellType("People", "C2"); kind != excelize.CellTypeUnset &&
		kind != excelize.CellTypeNumber || err != nil {
		t.Errorf("the cell of a date is not a number: %v, %v", kind, err)
	}
}

func TestNumbersAreNumericCells(t *testing.T) {
	t.Parallel()
	if got := render(t, sheets.CSV, []any{sheets.Number("1178.82"), "", ""}).String(); !strings.HasSuffix(got,
		"1178.82,,\r\n") {
		t.Errorf("got %q, want the number 1178.82", got)
	}
	book, err := excelize.OpenReader(render(t, sheets.XLSX, []any{sheets.Number("1178.82"), "", ""}))
	if err != nil {
		t.Fatal(err)
	}
	defer book.Close()
	value, err := book.GetCellValue("People", "A2")
	kind, kindErr := book.GetCellType("People", "A2")
	if value != "1178.82" || err != nil || kindErr != nil ||
		kind != excelize.CellTypeUnset && kind != excelize.CellTypeNumber {
		t.Errorf("value = %q of the type %v, want the number 1178.82: %v, %v", value, kind, err, kindErr)
	}
	if err := sheets.Write(io.Discard, sheets.XLSX, table([]any{sheets.Number("a few")})); err == nil {
		t.Error("Write accepted a text as a number")
	}
}

// meter counts the bytes written and the largest single write.
type meter struct{ total, largest int }

func (m *meter) Write(p []byte) (int, error) {
	m.total += len(p)
	m.largest = max(m.largest, len(p))
	return len(p), nil
}

// columnWidth is the size of a row of many in bytes.
const columnWidth = 2000

// many returns rows that compress badly.
func many(n int, each func(i int)) iter.Seq2[[]any, error] {
	noise := make([]byte, 64<<10)
	rand.NewChaCha8([32]byte{}).Read(noise)
	text := hex.EncodeToString(noise)
	return func(yield func([]any, error) bool) {
		for i := range n {
			each(i)
			start := i * 7919 % (len(text) - columnWidth)
			if !yield([]any{text[start : start+columnWidth], "+919876543210", monsoon}, nil) {
				return
			}
		}
	}
}

func TestCSVIsStreamed(t *testing.T) {
	t.Parallel()
	var out meter
	table := table()
	table.Rows = many(2000, func(i int) {
		if out.total < i*columnWidth-80<<10 {
			t.Fatalf("after %d rows only %d bytes are written", i, out.total)
		}
	})
	if err := sheets.Write(&out, sheets.CSV, table); err != nil {
		t.Fatal(err)
	}
}

// A workbook cannot be sent before its last row, but must not be held in memory.
func TestAWorkbookIsBufferedOnDisk(t *testing.T) {
	testdb.SkipUnderRace(t)
	spool := t.TempDir()
	t.Setenv("TMPDIR", spool)
	var out meter
	var onDisk int64
	table := table()
	table.Rows = many(11000, func(i int) {
		if i%1000 == 0 {
			onDisk = size(t, spool)
		}
		if held := int64(i*columnWidth) - onDisk; held > 20<<20 {
			t.Fatalf("after %d rows %d bytes are held in memory", i, held)
		}
	})
	if err := sheets.Write(&out, sheets.XLSX, table); err != nil {
		t.Fatal(err)
	}
	if out.total < 512<<10 || out.largest > 256<<10 {
		t.Errorf("%d bytes were written, up to %d in one write", out.total, out.largest)
	}
	if left := size(t, spool); left != 0 {
		t.Errorf("%d bytes are left on disk", left)
	}
}

func size(t *testing.T, dir string) (total int64) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		info, err := entry.Info()
		if err != nil {
			t.Fatal(err)
		}
		total += info.Size()
	}
	return total
}

func TestErrorsOfRowsAndWriterAreReturned(t *testing.T) {
	broken := errors.New("the rows cannot be read")
	spool := t.TempDir()
	t.Setenv("TMPDIR", spool)
	for _, f := range []sheets.Format{sheets.CSV, sheets.XLSX} {
		table := table()
		table.Rows = func(yield func([]any, error) bool) {
			for row := range many(9000, func(int) {}) {
				if !yield(row, nil) {
					return
				}
			}
			yield(nil, broken)
		}
		if err := sheets.Write(io.Discard, f, table); !errors.Is(err, broken) {
			t.Errorf("%s: err = %v, want the error of the rows", f, err)
		}
		table.Rows = many(1000, func(int) {})
		if err := sheets.Write(full{}, f, table); !errors.Is(err, io.ErrShortWrite) {
			t.Errorf("%s to a full disk: err = %v, want ErrShortWrite", f, err)
		}
		table.Rows = func(yield func([]any, error) bool) { yield([]any{42}, nil) }
		if err := sheets.Write(io.Discard, f, table); err == nil {
			t.Errorf("%s: Write accepted a cell of an unknown type", f)
		}
	}
	if left := size(t, spool); left != 0 {
		t.Errorf("%d bytes are left on disk", left)
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, io.ErrShortWrite }

func TestATypeOfStringIsWrittenAsText(t *testing.T) {
	type status string
	table := sheets.Table{Name: "Emails", Headings: []string{"Status"}, Rows: func(yield func([]any, error) bool) {
		yield([]any{status("sent")}, nil)
	}}
	for _, format := range []sheets.Format{sheets.CSV, sheets.XLSX} {
		var file bytes.Buffer
		if err := sheets.Write(&file, format, table); err != nil {
			t.Errorf("%s: %v", format, err)
		}
	}
}

func TestCSVEscapesHeadings(t *testing.T) {
	t.Parallel()
	for format, want := range map[sheets.Format]string{sheets.CSV: "'=1+1", sheets.XLSX: "=1+1"} {
		var out bytes.Buffer
		empty := sheets.Table{
			Name:     "People",
			Headings: []string{"=1+1", "Name"},
			Rows:     func(func([]any, error) bool) {},
		}
		if err := sheets.Write(&out, format, empty); err != nil {
			t.Fatal(err)
		}
		if format == sheets.CSV {
			if got := out.String(); got != "\ufeff"+want+",Name\r\n" {
				t.Errorf("got %q, want the heading %q", got, want)
			}
			continue
		}
		file, err := excelize.OpenReader(&out)
		if err != nil {
			t.Fatal(err)
		}
		value, _ := file.GetCellValue("People", "A1")
		formula, _ := file.GetCellFormula("People", "A1")
		if value != want || formula != "" {
			t.Errorf("the heading is %q with the formula %q", value, formula)
		}
	}
}
