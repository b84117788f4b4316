// Package sheets writes tables as spreadsheet files, row by row, so its memory use does not grow with the number of
// rows.
package sheets

import (
	"fmt"
	"io"
	"iter"
)

// Format is a file format. Its value is the file extension.
type Format string

// The formats that a table can be written in.
const (
	CSV  Format = "csv"
	XLSX Format = "xlsx"
)

// ContentType is the media type of the file.
func (f Format) ContentType() string {
	if f == XLSX {
		return "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
	}
	return "text/csv; charset=utf-8"
}

// Number is a numeric cell, in digits: "1178.82".
type Number string

// Table is the content of a sheet. A cell is a string, a Number or a time.Time. A zero time is an empty cell.
type Table struct {
	Name     string
	Headings []string
	Rows     iter.Seq2[[]any, error]
}

// Write writes the table to w. After an error, w has received an incomplete file.
func Write(w io.Writer, f Format, t Table) error {
	switch f {
	case CSV:
		return writeCSV(w, t)
	case XLSX:
		return writeWorkbook(w, t)
	}
	return fmt.Errorf("sheets: unknown format %q", f)
}
