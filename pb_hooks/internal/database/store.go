package database

import (
	"time"

	"github.com/pocketbase/pocketbase/core"
)

// Create saves a new record through PocketBase, so that its hooks run and the dashboard is notified. The automatic
// dates are set to now, the time of the program's clock.
func Create(tx core.App, collection string, values map[string]any, now time.Time) error {
	record, err := NewRecord(tx, collection)
	if err != nil {
		return err
	}
	record.Load(values)
	record.SetRaw("createdAt", DateTime(now)) // Set ignores automatic dates
	record.SetRaw("updatedAt", DateTime(now))
	return tx.Save(record)
}
