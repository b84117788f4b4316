package auditlog

import (
	"encoding/json"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/exports"
	"boardcircle/pb_hooks/internal/httpx"
)

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
