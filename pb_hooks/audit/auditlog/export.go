package auditlog

import (
	"encoding/json"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/exports"
	"boardcircle/pb_hooks/internal/httpx"
)

// exported is a whole row, as the sheet shows it.
type exported struct {
	Entry
	Before types.JSONRaw `db:"before"`
	After  types.JSONRaw `db:"after"`
}

var sheet = exports.Sheet[exported]{
	File: "audit-log", Title: "Audit log", Action: "audit.exported",
	List: func() httpx.Listing {
		whole := list
		whole.Columns = append([]string{"before", "after"}, list.Columns...)
		return whole
	}(),
	Headings: []string{"When (IST)", "Who", "Kind of account", "From where", "Action", "What", "Name", "Before", "After"},
	Cells: func(r exported) []any {
		return []any{at(r), r.Actor, r.ActorKind, r.Address, r.Action, r.Subject, r.Label, asText(r.Before), asText(r.After)}
	},
}

func at(r exported) time.Time { return types.DateTime(r.At).Time() }

// asText leaves the cell empty where nothing stood.
func asText(values types.JSONRaw) string {
	var object map[string]any
	if json.Unmarshal(values, &object) != nil || len(object) == 0 {
		return ""
	}
	return string(values)
}

// Export is GET /api/audit/export.
func (l *Logbook) Export(e *core.RequestEvent) error { return sheet.Answer(e, l.log, l.now) }
