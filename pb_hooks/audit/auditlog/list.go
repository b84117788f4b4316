package auditlog

import (
	"database/sql"
	"errors"
	"net/http"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/readmodel"
	"boardcircle/pb_hooks/internal/sheets"
)

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
	Index:   readmodel.Audit,
	Counter: audit.EntriesCounter,
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
