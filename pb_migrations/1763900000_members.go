package pb_migrations

import (
	"fmt"
	"strings"

	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// Adds what the console's stats and lists read: the people behind the transactions, counters, the views of
// the members feature, and an index for each sort that a list offers.
//
// Triggers keep people and counters in the writer's transaction, whoever writes: a feature, the mail
// worker's SQL, an import, staff in the dashboard. Each trigger computes the affected rows again from the
// records, so that they cannot differ. (A later migration replaces the triggers by read models in Go.)
func init() {
	m.Register(func(app core.App) error {
		for _, step := range []func(core.App) error{createContacts, createCounters, createMembersViews, addListIndexes} {
			if err := step(app); err != nil {
				return err
			}
		}
		return nil
	}, func(app core.App) error {
		if err := removeListIndexes(app); err != nil {
			return err
		}
		var made []struct{ Type, Name string }
		err := app.DB().NewQuery(`
			SELECT type, name FROM sqlite_master
			WHERE (type = 'trigger' AND (name LIKE 'people@_%' ESCAPE '@' OR name LIKE 'tally@_%' ESCAPE '@'))
			   OR (type IN ('table', 'view') AND (name LIKE 'members@_%' ESCAPE '@' OR name = 'tallies'))
			ORDER BY type = 'table', type = 'view'`).All(&made)
		if err != nil {
			return err
		}
		for _, thing := range made {
			if err := execute(app, fmt.Sprintf("DROP %s %s", thing.Type, thing.Name)); err != nil {
				return err
			}
		}
		return nil
	})
}

func execute(app core.App, statements ...string) error {
	for _, statement := range statements {
		if _, err := app.DB().NewQuery(statement).Execute(); err != nil {
			return fmt.Errorf("%s: %w", strings.TrimSpace(statement), err)
		}
	}
	return nil
}
