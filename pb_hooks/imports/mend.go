package imports

import (
	"iter"
	"slices"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/sheets"
)

// errorsHeading heads the column that tells the mistakes of a row.
const errorsHeading = "What is wrong"

// ExportExample is GET /api/members/imports/example: a file to begin with.
func (l *Imports) ExportExample(e *core.RequestEvent) error {
	return writeAttachment(e, "members-example.csv", sheets.Table{Headings: columnNames(), Rows: func(yield func([]any, error) bool) {
		for i := range Columns[0].samples {
			var cells []any
			for _, c := range Columns {
				cells = append(cells, c.samples[i])
			}
			if !yield(cells, nil) {
				return
			}
		}
	}})
}

// ExportInvalidRows is POST /api/members/imports/wrong-rows: the rows that an import would leave out, as they
// stand in the file and each with its mistakes, to be mended and imported by themselves.
func (l *Imports) ExportInvalidRows(e *core.RequestEvent) error {
	values, err := httpx.DecodeForm(e, ImportForm)
	if err != nil {
		return err
	}
	parsed, err := parseFile(values.Text("content"))
	if err != nil {
		return importError(err)
	}
	return writeAttachment(e, "members-to-mend.csv", parsed.invalidRowsTable())
}

func writeAttachment(e *core.RequestEvent, name string, t sheets.Table) error {
	e.Response.Header().Set("Content-Type", sheets.CSV.ContentType())
	e.Response.Header().Set("Content-Disposition", `attachment; filename="`+name+`"`)
	return sheets.Write(e.Response, sheets.CSV, t)
}

// invalidRowsTable is the table of the rows with mistakes. What an earlier one said of them is left out.
func (f memberFile) invalidRowsTable() sheets.Table {
	errorsColumn := slices.Index(f.header.headings, errorsHeading)
	headings := removeColumn(f.header.headings, errorsColumn)
	width := len(headings)
	for _, p := range f.rows {
		if len(p.errors) > 0 {
			width = max(width, len(removeColumn(p.cells, errorsColumn)))
		}
	}
	headings = append(headings, make([]string, width-len(headings))...)
	return sheets.Table{Headings: append([]string{errorsHeading}, headings...), Rows: f.invalidRows(errorsColumn, width)}
}

func (f memberFile) invalidRows(errorsColumn, width int) iter.Seq2[[]any, error] {
	return func(yield func([]any, error) bool) {
		for _, p := range f.rows {
			if len(p.errors) == 0 {
				continue
			}
			cells := slices.Repeat([]any{""}, 1+width)
			cells[0] = p.errors.String()
			for i, cell := range removeColumn(p.cells, errorsColumn) {
				cells[1+i] = cell
			}
			if !yield(cells, nil) {
				return
			}
		}
	}
}

// removeColumn is a copy of a row that lacks a column; -1 is none.
func removeColumn(cells []string, column int) []string {
	if column < 0 || column >= len(cells) {
		return slices.Clone(cells)
	}
	return slices.Delete(slices.Clone(cells), column, column+1)
}
