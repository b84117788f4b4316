package pb_migrations

import (
	"fmt"

	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// The directory and the search indexes have folded texts. The next start fills the indexes again.
func init() {
	m.Register(func(app core.App) error {
		for _, statement := range []string{
			`UPDATE profiles SET name = folded(name), searchText = folded(searchText)`,
			`INSERT INTO counters (name, value, n) SELECT 'stale', '', 1
				WHERE EXISTS (SELECT 1 FROM search_documents) OR EXISTS (SELECT 1 FROM library_items)
				ON CONFLICT DO NOTHING`,
		} {
			if _, err := app.NonconcurrentDB().NewQuery(statement).Execute(); err != nil {
				return fmt.Errorf("%s: %w", statement, err)
			}
		}
		return nil
	}, func(core.App) error { return nil })
}
