package audit

import (
	"encoding/json"
	"errors"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/exports"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/lists"
)

var errEntryNotFound = apperr.NotFound("audit-entry-not-found", "This entry was not found.")

// EntryView is an entry in the console's list.
type EntryView struct {
	ID        string     `json:"id" db:"id"`
	At        httpx.Time `json:"at" db:"at"`
	ActorKind ActorKind  `json:"actorKind" db:"actorKind"`
	Actor     string     `json:"actor" db:"actor"`
	Address   string     `json:"address" db:"address"`
	Action    string     `json:"action" db:"action"`
	Subject   string     `json:"subject" db:"subject"`
	SubjectID string     `json:"subjectId" db:"subjectId"`
	Label     string     `json:"label" db:"label"`
}

// Change has the values of the changed fields, before and after an action.
type Change struct {
	Before map[string]any `json:"before"`
	After  map[string]any `json:"after"`
}

// FilterOptions are the values by which the list can be filtered.
type FilterOptions struct {
	Actors   []string `json:"actors"`
	Actions  []string `json:"actions"`
	Subjects []string `json:"subjects"`
}

// List is GET /api/audit.
func (l *Log) List() httpx.Endpoint {
	return lists.Rows[EntryView](entryList,
		httpx.Doc{Tag: "audit", Summary: "List the entries of the audit log", Query: entryFilters})
}

// entryFilters describe the filters of the list and of the export.
var entryFilters = []httpx.Parameter{
	{Name: "actor", Description: "Lists the actions of this account."},
	{Name: "action", Description: "Lists the entries with this action."},
	{Name: "subject", Description: "Lists the actions on records of this collection."},
	{Name: "from", Description: "The first day in India, such as 2026-08-03."},
	{Name: "to", Description: "The last day in India."},
}

// Get is GET /api/audit/{id}.
func (l *Log) Get() httpx.Endpoint {
	return httpx.Get(l.get, httpx.Doc{
		Tag:         "audit",
		Summary:     "Get the changes of an audit entry",
		Description: "Lists the changed fields with their values before and after the action.",
		Errors:      []*apperr.Error{errEntryNotFound},
	})
}

func (l *Log) get(e *core.RequestEvent) (Change, error) {
	entry, err := findEntry(e.App, e.Request.PathValue("id"))
	if err != nil {
		return Change{}, apperr.Fail("This entry could not be read.", database.IfMissing(err, errEntryNotFound))
	}
	before, beforeErr := entry.Before()
	after, afterErr := entry.After()
	if err := errors.Join(beforeErr, afterErr); err != nil {
		return Change{}, apperr.Fail("This entry could not be read.", err)
	}
	return Change{Before: before, After: after}, nil
}

// ListFilterOptions is GET /api/audit/choices.
func (l *Log) ListFilterOptions() httpx.Endpoint {
	return httpx.Get(listFilterOptions,
		httpx.Doc{Tag: "audit", Summary: "List the values that the audit log can be filtered by"})
}

func listFilterOptions(e *core.RequestEvent) (FilterOptions, error) {
	actors, actorsErr := listDistinct(e.App, filterColumns.actor)
	actions, actionsErr := listDistinct(e.App, filterColumns.action)
	subjects, subjectsErr := listDistinct(e.App, filterColumns.subject)
	if err := errors.Join(actorsErr, actionsErr, subjectsErr); err != nil {
		return FilterOptions{}, apperr.Fail("The filters could not be read.", err)
	}
	return FilterOptions{Actors: actors, Actions: actions, Subjects: subjects}, nil
}

// Export is GET /api/audit/export.
func (l *Log) Export() httpx.Endpoint {
	export := func(e *core.RequestEvent) error { return entrySheet.WriteResponse(e, l, l.now) }
	return entrySheet.Endpoint(export, httpx.Doc{Tag: "audit", Summary: "Export the audit log", Query: entryFilters})
}

// exportRow is an entry in the export.
type exportRow struct {
	EntryView
	Before types.JSONRaw `db:"before"`
	After  types.JSONRaw `db:"after"`
}

var entrySheet = exports.Sheet[exportRow]{
	File:   "audit-log",
	Title:  "Audit log",
	Action: "audit.exported",
	List: func() lists.List {
		list := entryList
		list.Columns = append([]string{"before", "after"}, entryList.Columns...)
		return list
	}(),
	Headings: []string{"When (IST)", "Who", "Kind of account", "From where", "Action", "What", "Name", "Before",
		"After"},
	Cells: func(r exportRow) []any {
		return []any{entryTime(r), r.Actor, string(r.ActorKind), r.Address, r.Action, r.Subject, r.Label,
			jsonText(r.Before),
			jsonText(r.After)}
	},
}

func entryTime(r exportRow) time.Time { return types.DateTime(r.At).Time() }

// jsonText returns the JSON of an object, or "" if it is empty.
func jsonText(values types.JSONRaw) string {
	var object map[string]any
	if json.Unmarshal(values, &object) != nil || len(object) == 0 {
		return ""
	}
	return string(values)
}
