package lists

import (
	"bufio"
	"encoding/json"
	"maps"
	"net/http"
	"slices"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/httpx"
)

// Write sends the rows that the request asks for.
func Write[Row any](e *core.RequestEvent, l List) error {
	return WriteMapped(e, l, func(row Row) Row { return row })
}

// WriteMapped sends the rows that the request asks for, each converted by item. A whole list without a page has no size
// limit, so it is sent row by row.
func WriteMapped[Row, Item any](e *core.RequestEvent, l List, item func(Row) Item) error {
	query := e.Request.URL.Query()
	// PocketBase's parameter "fields" needs the complete response.
	if l.Whole && !asksForPage(query) && !query.Has("fields") {
		return streamList(e, l, item)
	}
	rows, err := QueryRows[Row](e, l)
	if err != nil {
		return err
	}
	items := make([]Item, len(rows))
	for i, row := range rows {
		items[i] = item(row)
	}
	return e.JSON(http.StatusOK, items)
}

// MaxUnrecordedRows is how many rows a response may have without an entry in the audit log: one page.
const MaxUnrecordedRows = maxPageSize

// bulkReadKey is the request's key for the function that records bulk reads.
const bulkReadKey = "boardcircleBulkRead"

func recordBulkRead(e *core.RequestEvent, rows int64) error {
	record, _ := e.Get(bulkReadKey).(RecordBulkRead)
	if record == nil || rows <= MaxUnrecordedRows {
		return nil
	}
	return record(e, rows, QueryNames(e))
}

// QueryNames returns the names of a request's query parameters, sorted.
func QueryNames(e *core.RequestEvent) []string {
	return slices.Sorted(maps.Keys(e.Request.URL.Query()))
}

func streamList[Row, Item any](e *core.RequestEvent, l List, item func(Row) Item) error {
	parsed, err := l.parseQuery(e.App, e.Request.URL.Query())
	if err != nil {
		return err
	}
	total, err := l.total(e, parsed)
	if err != nil {
		return listError(err)
	}
	if err := recordBulkRead(e, total); err != nil {
		return err
	}
	rows, err := streamRows[Row](e, l, parsed)
	if err != nil {
		return err
	}
	setTotal(e, total)
	e.Response.Header().Set("Content-Type", "application/json")
	e.Response.WriteHeader(http.StatusOK)
	out := bufio.NewWriterSize(e.Response, 32<<10)
	out.WriteByte('[')
	separate := false
	for row, err := range rows {
		if err == nil {
			var line []byte
			if line, err = json.Marshal(item(row)); err == nil {
				if separate {
					out.WriteByte(',')
				}
				separate = true
				_, err = out.Write(line)
			}
		}
		if err != nil {
			httpx.Logger(e).Error("A list response was aborted", "list", l.From, "error", err)
			// The status is already sent. Only a broken connection tells the client that rows are missing.
			panic(http.ErrAbortHandler)
		}
	}
	out.WriteString("]\n")
	return out.Flush()
}
