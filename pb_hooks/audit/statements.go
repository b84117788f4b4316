package audit

import (
	"errors"
	"slices"
	"strings"

	"github.com/pocketbase/pocketbase/core"
)

var errMultipleStatements = errors.New("an index and a view are one statement each: they hold no semicolon")

// requireSingleStatement refuses a collection whose index or view brings along further statements. PocketBase
// hands them to SQLite as they are, and they could take the log's own guards away.
func requireSingleStatement(e *core.CollectionEvent) error {
	for _, sql := range append(slices.Clone(e.Collection.Indexes), e.Collection.ViewQuery) {
		if strings.Contains(strings.TrimRight(sql, "; \t\r\n"), ";") {
			return errMultipleStatements
		}
	}
	return e.Next()
}
