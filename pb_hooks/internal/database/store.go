package database

import (
	"time"

	"github.com/pocketbase/pocketbase/core"
)

// Create saves a new record through PocketBase, so that hooks and the subscriptions of the dashboard hear of it. Its
// automatic dates are those of the program's clock.
func Create(tx core.App, collection string, values map[string]any, now time.Time) error {
	c, err := tx.FindCachedCollectionByNameOrId(collection)
	if err != nil {
		return err
	}
	record := core.NewRecord(c)
	record.Load(values)
	record.SetRaw("createdAt", DateTime(now)) // Set ignores an automatic date
	record.SetRaw("updatedAt", DateTime(now))
	return tx.Save(record)
}
