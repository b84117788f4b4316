package sheets

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/xuri/excelize/v2"

	"boardcircle/pb_hooks/internal/india"
)

// columnWidth is in characters.
const columnWidth = 24

// workbook is an Excel file with one sheet and frozen headings. Above 16 MB the library stores the rows in a temporary
// file. Text cells are stored as text, so none becomes a formula.
type workbook struct {
	stream                  *excelize.StreamWriter
	lastRow                 int
	headingStyle, dateStyle int
}

func writeWorkbook(w io.Writer, t Table) (err error) {
	file := excelize.NewFile()
	// Close removes the temporary file.
	defer func() { err = errors.Join(err, file.Close()) }()
	b, err := newWorkbook(file, t)
	if err != nil {
		return err
	}
	for cells, err := range t.Rows {
		if err != nil {
			return err
		}
		if err := b.writeRow(cells); err != nil {
			return err
		}
	}
	if err := b.stream.Flush(); err != nil {
		return err
	}
	// By default the library builds the whole archive in memory before it writes
	// (github.com/qax-os/excelize/issues/2357). This writer sends it to w directly.
	file.SetZipWriter(func(io.Writer) excelize.ZipWriter { return zip.NewWriter(w) })
	return file.Write(io.Discard)
}

func newWorkbook(file *excelize.File, t Table) (*workbook, error) {
	b := &workbook{}
	format := "yyyy-mm-dd hh:mm"
	var err error
	if b.dateStyle, err = file.NewStyle(&excelize.Style{CustomNumFmt: &format}); err != nil {
		return nil, err
	}
	if b.headingStyle, err = file.NewStyle(&excelize.Style{Font: &excelize.Font{Bold: true}}); err != nil {
		return nil, err
	}
	if err := file.SetSheetName("Sheet1", t.Name); err != nil {
		return nil, err
	}
	if b.stream, err = file.NewStreamWriter(t.Name); err != nil {
		return nil, err
	}
	if err := b.stream.SetColWidth(1, len(t.Headings), columnWidth); err != nil {
		return nil, err
	}
	err = b.stream.SetPanes(&excelize.Panes{Freeze: true, YSplit: 1, TopLeftCell: "A2", ActivePane: "bottomLeft"})
	if err != nil {
		return nil, err
	}
	return b, b.writeHeadings(t.Headings)
}

func (b *workbook) writeHeadings(headings []string) error {
	cells := make([]any, len(headings))
	for i, heading := range headings {
		cells[i] = excelize.Cell{StyleID: b.headingStyle, Value: heading}
	}
	return b.appendRow(cells)
}

func (b *workbook) writeRow(cells []any) error {
	values := make([]any, len(cells))
	for i, cell := range cells {
		switch value := cell.(type) {
		case Number:
			number, err := strconv.ParseFloat(string(value), 64)
			if err != nil {
				return fmt.Errorf("sheets: %w", err)
			}
			values[i] = number
		case time.Time:
			if !value.IsZero() {
				values[i] = excelize.Cell{StyleID: b.dateStyle, Value: value.In(india.Zone)}
			}
		default:
			text, ok := text(cell)
			if !ok {
				return fmt.Errorf("sheets: unsupported cell type %T", cell)
			}
			values[i] = text
		}
	}
	return b.appendRow(values)
}

func (b *workbook) appendRow(cells []any) error {
	b.lastRow++
	return b.stream.SetRow("A"+strconv.Itoa(b.lastRow), cells)
}
