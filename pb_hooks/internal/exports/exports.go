// Package exports sends a list as a spreadsheet file: all rows with the same search, filters and sort, streamed. Each
// export is recorded in the audit log.
package exports

import (
	"cmp"
	"errors"
	"iter"
	"mime"
	"net/http"
	"net/url"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/lists"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/internal/sheets"
)

// Recorder is the part of the audit log that an export needs.
type Recorder interface {
	// RecordExport records that the caller of a request downloaded a file.
	RecordExport(e *core.RequestEvent, action, fileName string, details map[string]any) error
}

// Sheet describes the file of a list.
type Sheet[Row any] struct {
	// File is the first part of the file's name, such as "leads"; the date follows. Title is the name of the sheet.
	File, Title string
	// Action is the name of the export in the audit log.
	Action   string
	List     lists.List
	Headings []string
	// Cells returns the cells of a row, one for each heading.
	Cells func(Row) []any
}

// Endpoint returns the endpoint of an export. The filters of the list are described as in the list's own endpoint.
func (s Sheet[Row]) Endpoint(export func(*core.RequestEvent) error, doc httpx.Doc) httpx.Endpoint {
	doc.Query = append([]httpx.Parameter{
		{
			Name:        "format",
			Description: "The format of the file, csv if missing.",
			Options:     []string{string(sheets.CSV), string(sheets.XLSX)},
		},
		{Name: "search", Description: "Exports the rows that contain this text."},
		{Name: "sort", Description: "The field to sort by; -field sorts in descending order."},
	}, s.List.Parameters(doc.Query)...)
	var media []string
	for _, format := range []sheets.Format{sheets.CSV, sheets.XLSX} {
		mediaType, _, _ := mime.ParseMediaType(format.ContentType())
		media = append(media, mediaType)
	}
	return httpx.File(export, media, doc)
}

// WriteResponse sends the file as CSV, or as an Excel workbook with format=xlsx.
func (s Sheet[Row]) WriteResponse(e *core.RequestEvent, log Recorder, now clock.Clock) error {
	query := e.Request.URL.Query()
	format := sheets.Format(cmp.Or(query.Get("format"), string(sheets.CSV)))
	if format != sheets.CSV && format != sheets.XLSX {
		return httpx.Invalid(rules.Invalid("format", "format must be csv or xlsx"))
	}
	rows, err := lists.StreamRows[Row](e, s.List)
	if err != nil {
		return err
	}
	name := s.File + "-" + india.Day(now()) + "." + string(format)
	e.Response.Header().Set("Content-Type", format.ContentType())
	e.Response.Header().Set("Content-Disposition", `attachment; filename="`+name+`"`)
	details, count := s.auditDetails(query, format), 0
	err = sheets.Write(e.Response, format,
		sheets.Table{Name: s.Title, Headings: s.Headings, Rows: s.cells(rows, &count)})
	// The entry is written once the rows are counted. After a failure it records the rows that were sent before.
	if details["rows"] = count; err != nil {
		details["brokenOff"] = true
	}
	err = errors.Join(err, log.RecordExport(e, s.Action, name, details))
	if err != nil {
		httpx.Logger(e).Error("An export failed", "file", name, "error", err)
		// The status is already sent. Only a broken connection tells the client that rows are missing.
		panic(http.ErrAbortHandler)
	}
	return nil
}

// auditDetails returns the format, the search, the sort and the filters.
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
