package nominations

import (
	"fmt"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
)

// ofUsers maps a collection to the field with the user to whom a record belongs.
var ofUsers = map[string]string{Collection: "userId", invitations: "usedBy"}

// RecordsOfUser returns the ids of a user's records, by collection.
func RecordsOfUser(app core.App, userID string) (map[string][]string, error) {
	found := map[string][]string{}
	for collection, field := range ofUsers {
		ids := []string{}
		err := app.DB().Select("id").From(collection).
			Where(dbx.NewExp("[["+field+"]] = {:user} AND [["+field+"]] != ''", dbx.Params{"user": userID})).
			Column(&ids)
		if err != nil {
			return nil, fmt.Errorf("list %s of a user: %w", collection, err)
		}
		found[collection] = ids
	}
	return found, nil
}

// MoveRecords moves records from one user to another. It skips records that no longer belong to the first user. Call
// it in a transaction.
func MoveRecords(tx core.App, ids map[string][]string, from, to string) error {
	for collection, field := range ofUsers {
		records, err := tx.FindRecordsByIds(collection, ids[collection])
		if err != nil {
			return fmt.Errorf("find %s to move: %w", collection, err)
		}
		for _, record := range records {
			if record.GetString(field) != from {
				continue
			}
			record.Set(field, to)
			if err := tx.SaveNoValidate(record); err != nil {
				return fmt.Errorf("move %s %s: %w", collection, record.Id, err)
			}
		}
	}
	return nil
}
