// Package exports answers a list as a file for a spreadsheet: all rows of the list with the same search,
// filters and sort, streamed. Each export is recorded in the audit log.
package exports

import (
	"cmp"
	"errors"
	"iter"
	"net/http"
	"net/url"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/internal/sheets"
)

// Recorder is the audit log, as far as an export needs it.
type Recorder interface {
	// RecordExport records that the caller of a request has downloaded a file.
	RecordExport(e *core.RequestEvent, action, fileName string, details map[string]any) error
}

// Sheet is a list as a file.
type Sheet[Row any] struct {
	// File is the first part of the file's name, such as "leads"; the date follows. Title names the sheet.
	File, Title string
	// Action names the export in the audit log.
	Action   string
	List     httpx.List
	Headings []string
	// Cells are a row's cells, as many as there are headings.
	Cells func(Row) []any
}

// WriteResponse answers with the file: CSV, or with format=xlsx a workbook.
func (s Sheet[Row]) WriteResponse(e *core.RequestEvent, log Recorder, now clock.Clock) error {
	query := e.Request.URL.Query()
	format := sheets.Format(cmp.Or(query.Get("format"), string(sheets.CSV)))
	if format != sheets.CSV && format != sheets.XLSX {
		return httpx.Invalid(rules.Problem{Field: "format", Code: "invalid", Message: "format must be csv or xlsx"})
	}
	rows, err := httpx.StreamRows[Row](e, s.List)
	if err != nil {
		return err
	}
	name := s.File + "-" + india.Day(now()) + "." + string(format)
	e.Response.Header().Set("Content-Type", format.ContentType())
	e.Response.Header().Set("Content-Disposition", `attachment; filename="`+name+`"`)
	details, count := s.auditDetails(query, format), 0
	err = sheets.Write(e.Response, format, sheets.Table{Name: s.Title, Headings: s.Headings, Rows: s.cells(rows, &count)})
	// The log is written once the rows are counted, also for the part that was sent before a failure.
	if details["rows"] = count; err != nil {
		details["brokenOff"] = true
	}
	err = errors.Join(err, log.RecordExport(e, s.Action, name, details))
	if err != nil {
		httpx.Logger(e).Error("An export failed", "file", name, "error", err)
		// The status has been sent: only a broken connection shows that rows are missing.
		panic(http.ErrAbortHandler)
	}
	return nil
}

// auditDetails are the format, the search, the sort and the filters.
func (s Sheet[Row]) auditDetails(query url.Values, format sheets.Format) map[string]any {
	details := map[string]any{"format": string(format)}
	addParam := func(name string) {
		if value := query.Get(name); value != "" {
			details[name] = value
		}
	}
	addParam("search")
	addParam("sort")
	for name := range s.List.Filters {
		addParam(name)
	}
	for name := range s.List.ValueFilters {
		addParam(name)
	}
	return details
}

func (s Sheet[Row]) cells(rows iter.Seq2[Row, error], count *int) iter.Seq2[[]any, error] {
	return func(yield func([]any, error) bool) {
		for row, err := range rows {
			if err != nil {
				yield(nil, err)
				return
			}
			*count++
			if !yield(s.Cells(row), nil) {
				return
			}
		}
	}
}
