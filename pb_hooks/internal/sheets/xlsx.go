package sheets

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/xuri/excelize/v2"
)

// width is that of a column, in characters.
const width = 24

// workbook is an Excel file of one sheet, with frozen headings. The library keeps the rows in a
// temporary file from 16 MB on. Text is stored as text: no cell of it is ever a formula.
type workbook struct {
	rows *excelize.StreamWriter
	row  int
	// the styles of a heading and of a date
	heading, date int
}

func writeWorkbook(w io.Writer, t Table) (err error) {
	file := excelize.NewFile()
	// closing removes the temporary file
	defer func() { err = errors.Join(err, file.Close()) }()
	b, err := begin(file, t)
	if err != nil {
		return err
	}
	for cells, err := range t.Rows {
		if err != nil {
			return err
		}
		if err := b.write(cells); err != nil {
			return err
		}
	}
	if err := b.rows.Flush(); err != nil {
		return err
	}
	// Left alone, the library puts the whole archive together in memory before it writes the first
	// byte of it (github.com/qax-os/excelize/issues/2357); this archive goes straight to w.
	file.SetZipWriter(func(io.Writer) excelize.ZipWriter { return zip.NewWriter(w) })
	return file.Write(io.Discard)
}

func begin(file *excelize.File, t Table) (*workbook, error) {
	b := &workbook{}
	format := "yyyy-mm-dd hh:mm"
	var err error
	if b.date, err = file.NewStyle(&excelize.Style{CustomNumFmt: &format}); err != nil {
		return nil, err
	}
	if b.heading, err = file.NewStyle(&excelize.Style{Font: &excelize.Font{Bold: true}}); err != nil {
		return nil, err
	}
	if err := file.SetSheetName("Sheet1", t.Name); err != nil {
		return nil, err
	}
	if b.rows, err = file.NewStreamWriter(t.Name); err != nil {
		return nil, err
	}
	if err := b.rows.SetColWidth(1, len(t.Headings), width); err != nil {
		return nil, err
	}
	err = b.rows.SetPanes(&excelize.Panes{Freeze: true, YSplit: 1, TopLeftCell: "A2", ActivePane: "bottomLeft"})
	if err != nil {
		return nil, err
	}
	return b, b.begin(t.Headings)
}

func (b *workbook) begin(headings []string) error {
	cells := make([]any, len(headings))
	for i, heading := range headings {
		cells[i] = excelize.Cell{StyleID: b.heading, Value: heading}
	}
	return b.put(cells)
}

func (b *workbook) write(cells []any) error {
	values := make([]any, len(cells))
	for i, cell := range cells {
		switch value := cell.(type) {
		case string:
			values[i] = value
		case Number:
			number, err := strconv.ParseFloat(string(value), 64)
			if err != nil {
				return fmt.Errorf("sheets: %w", err)
			}
			values[i] = number
		case time.Time:
			if !value.IsZero() {
				values[i] = excelize.Cell{StyleID: b.date, Value: value.In(India)}
			}
		default:
			return fmt.Errorf("sheets: no cell for a %T", cell)
		}
	}
	return b.put(values)
}

func (b *workbook) put(cells []any) error {
	b.row++
	return b.rows.SetRow("A"+strconv.Itoa(b.row), cells)
}
