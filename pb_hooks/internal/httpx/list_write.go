package httpx

import (
	"bufio"
	"encoding/json"
	"maps"
	"net/http"
	"slices"

	"github.com/pocketbase/pocketbase/core"
)

// WriteList answers with the rows that the request asks for.
func WriteList[Row any](e *core.RequestEvent, l List) error {
	return WriteMapped(e, l, func(row Row) Row { return row })
}

// WriteMapped answers with what the rows that the request asks for are turned into. All of a whole list, which
// has no bound, is sent row by row.
func WriteMapped[Row, Item any](e *core.RequestEvent, l List, item func(Row) Item) error {
	query := e.Request.URL.Query()
	// PocketBase's own parameter picks fields out of a whole answer
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

// MaxUnrecordedRows is how many rows an answer may have without a row of the audit log: as many as a page.
const MaxUnrecordedRows = maxPageSize

// bulkReadKey is where a request keeps what records a bulk read.
const bulkReadKey = "boardcircleBulkRead"

// WithBulkReads sets what records that a caller takes more rows of a list than a page has, before they are sent.
// filters are the names of the query's parameters: their values may name a person.
func WithBulkReads(record func(e *core.RequestEvent, rows int64, filters []string) error) Option {
	return func(g *Middleware) { g.recordBulkRead = record }
}

func recordBulkRead(e *core.RequestEvent, rows int64) error {
	record, _ := e.Get(bulkReadKey).(func(*core.RequestEvent, int64, []string) error)
	if record == nil || rows <= MaxUnrecordedRows {
		return nil
	}
	return record(e, rows, QueryNames(e))
}

// QueryNames are the names of a request's query parameters, sorted.
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
			Logger(e).Error("A list broke off", "list", l.From, "error", err)
			// the status is sent: only a broken connection tells the reader that rows are missing
			panic(http.ErrAbortHandler)
		}
	}
	out.WriteString("]\n")
	return out.Flush()
}
