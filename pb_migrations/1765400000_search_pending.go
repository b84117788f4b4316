package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// A new document of the search waits beside its number until many are taken into the full-text index at once
// (pb_hooks/internal/readmodel): an insert into the index costs as much as the rest of a small transaction.
func init() {
	m.Register(func(app core.App) error {
		return execute(app,
			"ALTER TABLE search_documents ADD COLUMN text TEXT NOT NULL DEFAULT ''",
			"CREATE INDEX search_documents_pending ON search_documents (kind, doc) WHERE text != ''")
	}, func(app core.App) error {
		return execute(app,
			"INSERT INTO search_index (rowid, text) SELECT doc, text || char(31, 31) FROM search_documents WHERE text != '' ORDER BY doc",
			"DROP INDEX search_documents_pending",
			"ALTER TABLE search_documents DROP COLUMN text")
	})
}
