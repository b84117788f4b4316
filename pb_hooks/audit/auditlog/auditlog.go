// Package logbook shows the audit log: the list with its filters, one row's before and after, and
// the export. It only reads.
package auditlog

import (
	"database/sql"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/exports"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/sheets"
)

const collectionName = "audit_log"

// Handlers is the room. Its methods are the handlers of the route table.
type Handlers struct {
	audit *audit.Log
	now   clock.Clock
}

// New opens the room.
func New(log *audit.Log, now clock.Clock) *Handlers { return &Handlers{audit: log, now: now} }

// Entry is a row of the list.
type Entry struct {
	ID string     `json:"id" db:"id"`
	At httpx.Time `json:"at" db:"at"`
	// ActorKind is "admin", "member", "staff", "command" or "nobody".
	ActorKind string `json:"actorKind" db:"actorKind"`
	Actor     string `json:"actor" db:"actor"`
	Address   string `json:"address" db:"address"`
	Action    string `json:"action" db:"action"`
	Subject   string `json:"subject" db:"subject"`
	SubjectID string `json:"subjectId" db:"subjectId"`
	Label     string `json:"label" db:"label"`
}

// Get is what stood there before an entry's action, and after it: the fields that differ.
type Change struct {
	Before map[string]any `json:"before"`
	After  map[string]any `json:"after"`
}

// FilterOptions are what the log can be filtered by.
type FilterOptions struct {
	Actors   []string `json:"actors"`
	Actions  []string `json:"actions"`
	Subjects []string `json:"subjects"`
}

var entryList = httpx.List{
	From:        collectionName,
	Columns:     []string{"id", "at", "actorKind", "actor", "address", "action", "subject", "subjectId", "label"},
	Search:      []string{"label"},
	Sort:        map[string]string{"at": "at"},
	DefaultSort: "-at",
	ValueFilters: map[string]func(string) (dbx.Expression, bool){
		"actor": equalsFilter("actor"), "action": equalsFilter("action"), "subject": equalsFilter("subject"),
		"from": func(day string) (dbx.Expression, bool) { return dayFilter("at >= {:from}", "from", day, 0) },
		"to":   func(day string) (dbx.Expression, bool) { return dayFilter("at < {:to}", "to", day, 1) },
	},
	Counter: collectionName,
}

func equalsFilter(column string) func(string) (dbx.Expression, bool) {
	return func(value string) (dbx.Expression, bool) { return dbx.HashExp{column: value}, true }
}

// dayFilter compares with the beginning of a day in India, some days later.
func dayFilter(condition, name, day string, offsetDays int) (dbx.Expression, bool) {
	start, err := time.ParseInLocation(time.DateOnly, day, sheets.India)
	if err != nil {
		return nil, false
	}
	return dbx.NewExp(condition, dbx.Params{name: start.AddDate(0, 0, offsetDays).UTC().Format(types.DefaultDateLayout)}), true
}

// List is GET /api/audit.
func (l *Handlers) List(e *core.RequestEvent) error {
	return httpx.WriteList[Entry](e, entryList)
}

// Get is GET /api/audit/{id}.
func (l *Handlers) Get(e *core.RequestEvent) error {
	row, err := e.App.FindRecordById(collectionName, e.Request.PathValue("id"))
	if errors.Is(err, sql.ErrNoRows) {
		return httpx.NewError(http.StatusNotFound, "This entry was not found.", nil)
	}
	var change Change
	if err == nil {
		err = errors.Join(row.UnmarshalJSONField("before", &change.Before), row.UnmarshalJSONField("after", &change.After))
	}
	if err != nil {
		return httpx.NewError(http.StatusInternalServerError, "This entry could not be read.", err)
	}
	return e.JSON(http.StatusOK, change)
}

// FilterOptions is GET /api/audit/choices.
func (l *Handlers) ListFilterOptions(e *core.RequestEvent) error {
	var options FilterOptions
	for column, target := range map[string]*[]string{"actor": &options.Actors, "action": &options.Actions, "subject": &options.Subjects} {
		*target = []string{}
		if err := distinctValues(e.App, column).Column(target); err != nil {
			return httpx.NewError(http.StatusInternalServerError, "The filters could not be read.", err)
		}
	}
	return e.JSON(http.StatusOK, options)
}

// distinctValues reads a column's values by jumping from one to the next in its index: DISTINCT would
// walk through every row of a log that only grows.
func distinctValues(app core.App, column string) *dbx.Query {
	return app.DB().NewQuery(`
		WITH RECURSIVE known(value) AS (
			SELECT min([[` + column + `]]) FROM audit_log WHERE [[` + column + `]] > ''
			UNION ALL
			SELECT (SELECT min([[` + column + `]]) FROM audit_log WHERE [[` + column + `]] > known.value) FROM known WHERE known.value IS NOT NULL
		)
		SELECT value FROM known WHERE value IS NOT NULL`)
}

// exportRow is a whole row, as the sheet shows it.
type exportRow struct {
	Entry
	Before types.JSONRaw `db:"before"`
	After  types.JSONRaw `db:"after"`
}

var entrySheet = exports.Sheet[exportRow]{
	File: "audit-log", Title: "Audit log", Action: "audit.exported",
	List: func() httpx.List {
		whole := entryList
		whole.Columns = append([]string{"before", "after"}, entryList.Columns...)
		return whole
	}(),
	Headings: []string{"When (IST)", "Who", "Kind of account", "From where", "Action", "What", "Name", "Before", "After"},
	Cells: func(r exportRow) []any {
		return []any{entryTime(r), r.Actor, r.ActorKind, r.Address, r.Action, r.Subject, r.Label, jsonText(r.Before), jsonText(r.After)}
	},
}

func entryTime(r exportRow) time.Time { return types.DateTime(r.At).Time() }

// jsonText leaves the cell empty where nothing stood.
func jsonText(values types.JSONRaw) string {
	var object map[string]any
	if json.Unmarshal(values, &object) != nil || len(object) == 0 {
		return ""
	}
	return string(values)
}

// Export is GET /api/audit/export.
func (l *Handlers) Export(e *core.RequestEvent) error {
	return entrySheet.WriteResponse(e, l.audit, l.now)
}
