package coupons

import (
	"fmt"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
)

// RecordsOfUser are the ids of a user's uses of coupons, by collection.
func RecordsOfUser(app core.App, userID string) (map[string][]string, error) {
	ids := []string{}
	err := app.DB().Select("id").From(usesCollection).Where(dbx.HashExp{"userId": userID}).Column(&ids)
	if err != nil {
		return nil, fmt.Errorf("list coupon uses of a user: %w", err)
	}
	return map[string][]string{usesCollection: ids}, nil
}

// MoveRecords gives uses of one user to another, so that what a person may use once stays used; those that have left the
// first one since stay. Call it with a transaction's app.
func MoveRecords(tx core.App, ids map[string][]string, from, to string) error {
	for _, id := range ids[usesCollection] {
		_, err := tx.NonconcurrentDB().Update(usesCollection, dbx.Params{"userId": to}, dbx.HashExp{"id": id, "userId": from}).Execute()
		if err != nil {
			return fmt.Errorf("move coupon use %s: %w", id, err)
		}
	}
	return nil
}
