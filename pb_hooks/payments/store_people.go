package payments

import (
	"cmp"
	"database/sql"
	"errors"
	"fmt"
	"slices"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"
)

// Payer is who a transaction names.
type Payer struct {
	UserID string `db:"userId"`
	Email  string `db:"customerEmail"`
	Name   string `db:"customerName"`
	Phone  string `db:"customerPhone"`
}

// FindPayer returns the customer of the transaction with an id; found is false where there is none.
func FindPayer(app core.App, transactionID string) (c Payer, found bool, err error) {
	err = app.DB().Select("userId", "customerEmail", "customerName", "customerPhone").From(transactionsCollection).
		Where(dbx.HashExp{"id": transactionID}).Limit(1).One(&c)
	if errors.Is(err, sql.ErrNoRows) {
		return c, false, nil
	}
	return c, err == nil, err
}

// TransactionsOfPerson are the transactions that name one of some users, whose customer has one of some addresses, or
// that have an id, the newest first.
func TransactionsOfPerson(app core.App, userIDs, emails []string, id string) ([]LedgerRow, error) {
	rows := []LedgerRow{}
	seen := map[string]bool{}
	add := func(where dbx.Expression) error {
		var found []LedgerRow
		err := app.DB().Select(transactionList.Columns...).From(transactionsCollection).Where(where).All(&found)
		for _, row := range found {
			if !seen[row.ID] {
				rows, seen[row.ID] = append(rows, row), true
			}
		}
		return err
	}
	conditions := []dbx.Expression{dbx.HashExp{"id": id}}
	for _, userID := range userIDs {
		conditions = append(conditions, dbx.NewExp("userId = {:user} AND userId != ''", dbx.Params{"user": userID}))
	}
	for _, email := range emails {
		conditions = append(conditions, dbx.NewExp("customerEmail = {:email} COLLATE NOCASE", dbx.Params{"email": email}))
	}
	for _, condition := range conditions {
		if err := add(condition); err != nil {
			return nil, fmt.Errorf("list a person's transactions: %w", err)
		}
	}
	slices.SortFunc(rows, func(a, b LedgerRow) int {
		return cmp.Or(types.DateTime(b.CreatedAt).Compare(types.DateTime(a.CreatedAt)), cmp.Compare(b.ID, a.ID))
	})
	return rows, nil
}

// ofUsers are the collections whose records belong to a user.
var ofUsers = []string{transactionsCollection, membershipsCollection, subscriptionsCollection, seatsCollection, offlineCollection, billingProfilesCollection}

// BillingProfiles is the collection of the billing details, of which a user has one.
const BillingProfiles = billingProfilesCollection

// HasBilling tells whether a user has stated billing details.
func HasBilling(app core.App, userID string) (bool, error) {
	_, err := findBillingProfile(app, userID)
	return err == nil, ignoreMissing(err)
}

// RecordsOfUser are the ids of what belongs to a user, by collection.
func RecordsOfUser(app core.App, userID string) (map[string][]string, error) {
	found := map[string][]string{}
	for _, collection := range ofUsers {
		ids := []string{}
		err := app.DB().Select("id").From(collection).
			Where(dbx.NewExp("userId = {:user} AND userId != ''", dbx.Params{"user": userID})).Column(&ids)
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
	for _, collection := range ofUsers {
		records, err := tx.FindRecordsByIds(collection, ids[collection])
		if err != nil {
			return fmt.Errorf("find %s to move: %w", collection, err)
		}
		for _, record := range records {
			if record.GetString("userId") != from {
				continue
			}
			record.Set("userId", to)
			if err := tx.SaveNoValidate(record); err != nil {
				return fmt.Errorf("move %s %s: %w", collection, record.Id, err)
			}
		}
	}
	return nil
}
