package imports

import (
	"iter"
	"slices"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/sheets"
)

// whatIsWrong heads the column that tells the mistakes of a row.
const whatIsWrong = "What is wrong"

// Example is GET /api/members/imports/example: a file to begin with.
func (l *Legacy) Example(e *core.RequestEvent) error {
	return attach(e, "members-example.csv", sheets.Table{Headings: names(), Rows: func(yield func([]any, error) bool) {
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

// WrongRows is POST /api/members/imports/wrong-rows: the rows that an import would leave out, as they
// stand in the file and each with its mistakes, to be mended and imported by themselves.
func (l *Legacy) WrongRows(e *core.RequestEvent) error {
	values, err := httpx.Form(e, ImportForm)
	if err != nil {
		return err
	}
	read, err := read(values.Text("content"))
	if err != nil {
		return refusal(err)
	}
	return attach(e, "members-to-mend.csv", read.toMend())
}

func attach(e *core.RequestEvent, name string, t sheets.Table) error {
	e.Response.Header().Set("Content-Type", sheets.CSV.ContentType())
	e.Response.Header().Set("Content-Disposition", `attachment; filename="`+name+`"`)
	return sheets.Write(e.Response, sheets.CSV, t)
}

// toMend is the table of the rows with mistakes. What an earlier one said of them is left out.
func (f file) toMend() sheets.Table {
	said := slices.Index(f.head.headings, whatIsWrong)
	headings := without(f.head.headings, said)
	width := len(headings)
	for _, p := range f.people {
		if len(p.mistakes) > 0 {
			width = max(width, len(without(p.cells, said)))
		}
	}
	headings = append(headings, make([]string, width-len(headings))...)
	return sheets.Table{Headings: append([]string{whatIsWrong}, headings...), Rows: f.wrongRows(said, width)}
}

func (f file) wrongRows(said, width int) iter.Seq2[[]any, error] {
	return func(yield func([]any, error) bool) {
		for _, p := range f.people {
			if len(p.mistakes) == 0 {
				continue
			}
			cells := slices.Repeat([]any{""}, 1+width)
			cells[0] = p.mistakes.String()
			for i, cell := range without(p.cells, said) {
				cells[1+i] = cell
			}
			if !yield(cells, nil) {
				return
			}
		}
	}
}

// without is a copy of a row that lacks a column; -1 is none.
func without(cells []string, column int) []string {
	if column < 0 || column >= len(cells) {
		return slices.Clone(cells)
	}
	return slices.Delete(slices.Clone(cells), column, column+1)
}
