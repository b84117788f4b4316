package auditlog

import (
	"database/sql"
	"errors"
	"net/http"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/sheets"
)

var list = httpx.Listing{
	From:    collection,
	Columns: []string{"id", "at", "actorKind", "actor", "address", "action", "subject", "subjectId", "label"},
	Search:  []string{"label"},
	Sort:    map[string]string{"at": "at"},
	Usual:   "-at",
	Matches: map[string]func(string) (dbx.Expression, bool){
		"actor": equal("actor"), "action": equal("action"), "subject": equal("subject"),
		"from": func(day string) (dbx.Expression, bool) { return sinceDay("at >= {:from}", "from", day, 0) },
		"to":   func(day string) (dbx.Expression, bool) { return sinceDay("at < {:to}", "to", day, 1) },
	},
	Tally: collection,
}

func equal(column string) func(string) (dbx.Expression, bool) {
	return func(value string) (dbx.Expression, bool) { return dbx.HashExp{column: value}, true }
}

// sinceDay compares with the beginning of a day in India, some days later.
func sinceDay(condition, name, day string, later int) (dbx.Expression, bool) {
	begins, err := time.ParseInLocation(time.DateOnly, day, sheets.India)
	if err != nil {
		return nil, false
	}
	return dbx.NewExp(condition, dbx.Params{name: begins.AddDate(0, 0, later).UTC().Format(types.DefaultDateLayout)}), true
}

// List is GET /api/audit.
func (l *Logbook) List(e *core.RequestEvent) error {
	return httpx.Answer[Entry](e, list)
}

// Change is GET /api/audit/{id}.
func (l *Logbook) Change(e *core.RequestEvent) error {
	row, err := e.App.FindRecordById(collection, e.Request.PathValue("id"))
	if errors.Is(err, sql.ErrNoRows) {
		return httpx.Refuse(http.StatusNotFound, "This entry was not found.", nil)
	}
	var change Change
	if err == nil {
		err = errors.Join(row.UnmarshalJSONField("before", &change.Before), row.UnmarshalJSONField("after", &change.After))
	}
	if err != nil {
		return httpx.Refuse(http.StatusInternalServerError, "This entry could not be read.", err)
	}
	return e.JSON(http.StatusOK, change)
}

// Choices is GET /api/audit/choices.
func (l *Logbook) Choices(e *core.RequestEvent) error {
	var choices Choices
	for column, into := range map[string]*[]string{"actor": &choices.Actors, "action": &choices.Actions, "subject": &choices.Subjects} {
		*into = []string{}
		if err := distinct(e.App, column).Column(into); err != nil {
			return httpx.Refuse(http.StatusInternalServerError, "The filters could not be read.", err)
		}
	}
	return e.JSON(http.StatusOK, choices)
}

// distinct reads a column's values by jumping from one to the next in its index: DISTINCT would
// walk through every row of a log that only grows.
func distinct(app core.App, column string) *dbx.Query {
	return app.DB().NewQuery(`
		WITH RECURSIVE known(value) AS (
			SELECT min([[` + column + `]]) FROM audit_log WHERE [[` + column + `]] > ''
			UNION ALL
			SELECT (SELECT min([[` + column + `]]) FROM audit_log WHERE [[` + column + `]] > known.value) FROM known WHERE known.value IS NOT NULL
		)
		SELECT value FROM known WHERE value IS NOT NULL`)
}
