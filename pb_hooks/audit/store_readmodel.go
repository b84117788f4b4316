package audit

import (
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/readmodel"
)

// EntriesCounter is the number of all entries.
const EntriesCounter = "audit_log"

// RegisterReadModels keeps the number of entries and their place in the search index.
func RegisterReadModels(app core.App) {
	readmodel.Register(app, readmodel.Source{
		Collection: collectionName,
		Columns:    []string{"label"},
		Counts:     func(*core.Record) []readmodel.Count { return []readmodel.Count{readmodel.One(EntriesCounter, "")} },
		Index:      readmodel.Audit,
		Text:       func(entry *core.Record) string { return readmodel.Text(entry.GetString("label")) },
	})
}
