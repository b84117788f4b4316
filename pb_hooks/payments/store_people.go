package payments

import (
	"fmt"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/payments/companyseats"
	"boardcircle/pb_hooks/payments/ledger"
	"boardcircle/pb_hooks/payments/offline"
	"boardcircle/pb_hooks/payments/pricing"
	"boardcircle/pb_hooks/payments/subscriptions"
	"boardcircle/pb_hooks/people"
)

// ofPeople are the collections of this feature whose records name a person.
var ofPeople = []people.Source{
	{
		Collection: ledger.Transactions,
		Links: []people.Link{{Field: "registrationId", Collection: people.Nominations},
			{Field: "userId", Collection: people.Accounts}},
		Address:      "customerEmail",
		HasOwnPerson: true,
		Describe:     ledger.Describe,
		Status:       "status",
		Counted:      string(ledger.Completed),
	},
	{Collection: ledger.Memberships, Links: ofAccount},
	{Collection: subscriptions.Collection, Links: ofAccount},
	{Collection: offline.Collection, Links: ofAccount, Address: "customerEmail"},
	{Collection: companyseats.Collection, Links: ofAccount, Address: "email"},
}

var ofAccount = []people.Link{{Field: "userId", Collection: people.Accounts}}

// RegisterReadModels maintains the counters and the search index of the ledger, and the people who pay.
func RegisterReadModels(app core.App) {
	people.Register(app, ofPeople...)
	ledger.RegisterReadModels(app)
}

// ofUsers are the collections whose records belong to a user.
// The billing profile moves first: a tax invoice that waits for it is issued with the profile that the user then has.
var ofUsers = []string{pricing.BillingProfiles, ledger.Transactions, ledger.Memberships, subscriptions.Collection,
	companyseats.Collection, offline.Collection}

// RecordsOfUser returns the ids of the records that belong to a user, by collection.
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

// MoveRecords moves records from one user to another. It leaves out records that no longer belong to the first user.
// A billing profile that moves changes places with that of the second user. Call it with a transaction's app.
func MoveRecords(tx core.App, ids map[string][]string, from, to string) error {
	giveBack := func(string) error { return nil }
	for _, collection := range ofUsers {
		records, err := tx.FindRecordsByIds(collection, ids[collection])
		if err != nil {
			return fmt.Errorf("find %s to move: %w", collection, err)
		}
		for _, record := range records {
			if record.GetString("userId") != from {
				continue
			}
			if collection == pricing.BillingProfiles {
				if giveBack, err = pricing.Displace(tx, to); err != nil {
					return err
				}
			}
			record.Set("userId", to)
			if err := tx.SaveNoValidate(record); err != nil {
				return fmt.Errorf("move %s %s: %w", collection, record.Id, err)
			}
		}
	}
	return giveBack(from) // last, so that no payment of the first user is invoiced with it
}
