package nominations

import (
	"database/sql"
	"errors"
	"fmt"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
)

// DraftEmail is the address in the draft with an id, "" where there is none.
func DraftEmail(app core.App, id string) (email string, err error) {
	err = app.DB().Select("email").From(drafts).Where(dbx.HashExp{"id": id}).Limit(1).Row(&email)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return email, err
}

// ofUsers are the collections whose records belong to a user, with the field that says to whom.
var ofUsers = map[string]string{registrations: "userId", invitations: "usedBy"}

// RecordsOfUser are the ids of what belongs to a user, by collection.
func RecordsOfUser(app core.App, userID string) (map[string][]string, error) {
	found := map[string][]string{}
	for collection, field := range ofUsers {
		ids := []string{}
		err := app.DB().Select("id").From(collection).
			Where(dbx.NewExp("[["+field+"]] = {:user} AND [["+field+"]] != ''", dbx.Params{"user": userID})).Column(&ids)
		if err != nil {
			return nil, fmt.Errorf("list %s of a user: %w", collection, err)
		}
		found[collection] = ids
	}
	return found, nil
}

// MoveRecords gives records of one user to another; those that have left the first one since stay. Call it with a
// transaction's app.
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
