package payments

import (
	"cmp"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/triggers"
	"boardcircle/pb_hooks/payments/pricing"
	"boardcircle/pb_hooks/people"
	"boardcircle/pb_hooks/tiers"
)

// ofPeople are the collections of this feature whose records name a person.
var ofPeople = []people.Source{
	{
		Collection: transactionsCollection,
		Links:      []people.Link{{Field: "registrationId", Collection: people.Nominations}, {Field: "userId", Collection: people.Accounts}},
		Address:    "customerEmail", HasOwnPerson: true, Describe: describe,
	},
	{Collection: membershipsCollection, Links: ofAccount},
	{Collection: subscriptionsCollection, Links: ofAccount},
	{Collection: offlineCollection, Links: ofAccount, Address: "customerEmail"},
	{Collection: seatsCollection, Links: ofAccount, Address: "email"},
}

var ofAccount = []people.Link{{Field: "userId", Collection: people.Accounts}}

// completed is a completed transaction as the lists of people and the dashboard count it.
type completed struct {
	ID          string         `db:"id"`
	Name        string         `db:"customerName"`
	Phone       string         `db:"customerPhone"`
	TierID      string         `db:"membershipTierId"`
	TierName    string         `db:"tierName"`
	Amount      int64          `db:"amount"`
	Currency    string         `db:"currency"`
	ProcessedAt types.DateTime `db:"processedAt"`
	CreatedAt   types.DateTime `db:"createdAt"`
}

// paidAtSQL is when a transaction was completed. Imported transactions have only the time of their creation.
const paidAtSQL = "iif(processedAt = '', createdAt, processedAt)"

// payment uses the tier name at the time of sale, or the current name if the transaction has none.
func (c completed) payment(app core.App) (p people.Payment, err error) {
	p = people.Payment{
		ID: c.ID, Name: c.Name, Phone: c.Phone, TierName: c.TierName, Amount: c.Amount, Currency: c.Currency, PaidAt: c.ProcessedAt,
	}
	if p.PaidAt.IsZero() {
		p.PaidAt = c.CreatedAt
	}
	if p.TierName == "" && c.TierID != "" {
		p.TierName, err = tiers.Name(app, c.TierID)
	}
	return p, err
}

// describe adds a person's payments to the facts about them.
func describe(app core.App, personID string, facts *people.Facts) (err error) {
	// The plus prevents SQLite from scanning all completed transactions.
	facts.Payments, err = listCompleted(app,
		dbx.NewExp("person = {:person} AND +status = {:status}", dbx.Params{"person": personID, "status": statusOfRevenue}), -1)
	return err
}

// ListLatestPayments returns the newest payments of all people.
func ListLatestPayments(app core.App, limit int64) ([]people.Payment, error) {
	return listCompleted(app, dbx.HashExp{"status": statusOfRevenue}, limit)
}

// listCompleted returns completed transactions, newest first. A negative limit means all.
func listCompleted(app core.App, where dbx.Expression, limit int64) ([]people.Payment, error) {
	var rows []completed
	err := app.DB().Select("id", "customerName", "customerPhone", "membershipTierId", "tierName", "amount", "currency", "processedAt", "createdAt").
		From(transactionsCollection).Where(where).OrderBy(paidAtSQL+" DESC", "id DESC").Limit(limit).All(&rows)
	if err != nil {
		return nil, fmt.Errorf("list completed transactions: %w", err)
	}
	payments := make([]people.Payment, len(rows))
	for i, row := range rows {
		var err error
		if payments[i], err = row.payment(app); err != nil {
			return nil, err
		}
	}
	return payments, nil
}

// Payer is the customer of a transaction.
type Payer struct {
	UserID string `db:"userId"`
	Email  string `db:"customerEmail"`
	Name   string `db:"customerName"`
	Phone  string `db:"customerPhone"`
}

// FindPayer returns the customer of a transaction. found is false if the transaction does not exist.
func FindPayer(app core.App, transactionID string) (c Payer, found bool, err error) {
	err = app.DB().Select("userId", "customerEmail", "customerName", "customerPhone").From(transactionsCollection).
		Where(dbx.HashExp{"id": transactionID}).Limit(1).One(&c)
	if errors.Is(err, sql.ErrNoRows) {
		return c, false, nil
	}
	return c, err == nil, err
}

// TransactionsOfPerson returns the transactions of any of the users, those whose customer has any of the addresses, and
// the one with the id, newest first.
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
var ofUsers = []string{transactionsCollection, membershipsCollection, subscriptionsCollection, seatsCollection, offlineCollection, pricing.BillingProfiles}

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
// Call it with a transaction's app.
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

// The segments of a campaign use these queries of user ids. bind returns a placeholder for a value.

// MemberIDsSQL selects the users who have access at a time, optionally with a tier.
func MemberIDsSQL(tierID string, now time.Time, bind func(any) string) string {
	at := bind(database.FormatTime(now))
	query := `SELECT userId FROM memberships WHERE revokedAt = '' AND startsAt <= ` + at + ` AND (endsAt = '' OR graceUntil > ` + at + `)`
	if tierID != "" {
		query += ` AND membershipTierId = ` + bind(tierID)
	}
	return query
}

// EndingIDsSQL selects the users whose membership ends from an instant on, or before it. A membership ends with its
// last term, so a user who has renewed has one end, and a lifetime member has none. Both operators therefore compare
// the same end.
func EndingIDsSQL(operator, instant string, bind func(any) string) string {
	return `SELECT t.userId FROM memberships t WHERE t.revokedAt = '' AND t.endsAt != '' AND t.endsAt ` + operator + ` ` + bind(instant) + `
		AND NOT EXISTS (SELECT 1 FROM memberships l WHERE l.userId = t.userId AND l.revokedAt = '' AND (l.endsAt = '' OR l.endsAt > t.endsAt))`
}

// EntitledIDsSQL selects the users with an entitlement state at a time; it returns "" for NoEntitlement. A
// person has the first state in entitlementRank that any of their terms has.
func EntitledIDsSQL(state EntitlementState, now time.Time, bind func(any) string) string {
	at := bind(database.FormatTime(now))
	switch state {
	case Active:
		return `SELECT userId FROM memberships WHERE revokedAt = '' AND startsAt <= ` + at + ` AND (endsAt = '' OR endsAt > ` + at + `)`
	case InGrace:
		return `SELECT userId FROM memberships WHERE revokedAt = '' AND endsAt != '' AND endsAt <= ` + at + ` AND graceUntil > ` + at +
			` AND userId NOT IN (` + EntitledIDsSQL(Active, now, bind) + `)`
	case Upcoming:
		return `SELECT userId FROM memberships WHERE revokedAt = '' AND startsAt > ` + at + ` AND userId NOT IN (` + MemberIDsSQL("", now, bind) + `)`
	case Lapsed:
		return `SELECT userId FROM memberships WHERE revokedAt = '' AND userId NOT IN (` + MemberIDsSQL("", now, bind) + `)
			AND userId NOT IN (SELECT userId FROM memberships WHERE revokedAt = '' AND startsAt > ` + at + `)`
	case Revoked:
		return `SELECT userId FROM memberships WHERE revokedAt != '' AND userId NOT IN (SELECT userId FROM memberships WHERE revokedAt = '')`
	}
	return ""
}

// Purchase is a paid order: the account, the email address in lower case, and the time of the order. The address is the
// one that was typed in the checkout.
type Purchase struct {
	UserID string         `db:"userId"`
	Email  string         `db:"email"`
	At     types.DateTime `db:"at"`
}

// PurchasesBetween returns the paid orders that were placed in a period, earliest first. It leaves out renewals by a
// subscription.
func PurchasesBetween(app core.App, from, to time.Time) (purchases []Purchase, err error) {
	err = app.DB().NewQuery(`SELECT userId, lower(customerEmail) AS email, createdAt AS at FROM transactions t
		WHERE status = 'completed' AND createdAt >= {:from} AND createdAt < {:to} AND NOT (razorpaySubscriptionId != '' AND EXISTS (
			SELECT 1 FROM transactions f WHERE f.razorpaySubscriptionId = t.razorpaySubscriptionId
			AND f.razorpaySubscriptionId != '' AND f.createdAt < t.createdAt))
		ORDER BY createdAt`).
		Bind(dbx.Params{"from": database.FormatTime(from), "to": database.FormatTime(to)}).All(&purchases)
	if err != nil {
		return nil, fmt.Errorf("list purchases: %w", err)
	}
	return purchases, nil
}

// The automations find their triggers with these functions, each by an index of the time.

// FindUnpaidCheckouts returns the users' unpaid orders, by the time of the order.
func FindUnpaidCheckouts(app core.App, w triggers.Window) ([]triggers.Event, error) {
	// The plus signs prevent SQLite from using an index that is not sorted by time.
	return triggers.Find(app, w, `SELECT id, createdAt AS at FROM transactions
		WHERE +status IN ('pending', 'failed') AND +kind != 'offline' AND +userId != '' AND `, "createdAt", nil)
}

// FindEndedTerms returns the ended terms that were not revoked, by their end.
func FindEndedTerms(app core.App, w triggers.Window) ([]triggers.Event, error) {
	return triggers.Find(app, w, `SELECT id, endsAt AS at FROM memberships WHERE revokedAt = '' AND endsAt != '' AND +source != 'complimentary' AND `, "endsAt", nil)
}

// FindBirthdays returns the first terms of users that began on this day of an earlier year, by the anniversary. It
// makes one index search for each year since the first term of all.
func FindBirthdays(app core.App, w triggers.Window) (found []triggers.Event, err error) {
	var first types.DateTime
	err = app.DB().NewQuery(`SELECT coalesce(min(startsAt), '') FROM memberships WHERE revokedAt = ''`).Row(&first)
	if err != nil || first.IsZero() {
		return nil, err
	}
	all, params := "", dbx.Params{}
	for years := 1; years <= w.Until.Year()-first.Time().Year(); years++ {
		if years > 1 {
			all += " UNION ALL "
		}
		from, until := fmt.Sprintf("from%d", years), fmt.Sprintf("until%d", years)
		// The range is one day longer on both sides, because the anniversary of a leap day is on 1 March.
		params[from], params[until] = database.DateTime(w.After.At.Time().AddDate(-years, 0, -1)), database.DateTime(w.Until.AddDate(-years, 0, 1))
		all += fmt.Sprintf(`SELECT id, strftime('%%Y-%%m-%%d %%H:%%M:%%fZ', startsAt, '+%d years') AS at FROM memberships
			WHERE revokedAt = '' AND startsAt >= {:%s} AND startsAt <= {:%s}`, years, from, until)
	}
	if all == "" {
		return nil, nil
	}
	return triggers.Find(app, w, "SELECT id, at FROM ("+all+") WHERE TRUE AND ", "at", params)
}

// hasNewerOrder reports whether a user has placed a later order.
func hasNewerOrder(app core.App, t *Transaction) (bool, error) {
	_, err := findOneTransaction(app, "userId = {:user} AND userId != '' AND createdAt >= {:at} AND id != {:id} AND kind != 'offline'",
		dbx.Params{"user": t.UserID(), "at": t.CreatedAt(), "id": t.Id})
	return found(err)
}

// hasTermSince reports whether a user has got or paid for a term since a time.
func hasTermSince(app core.App, userID string, since time.Time) (bool, error) {
	terms, err := listTerms(app, userID)
	for _, m := range terms {
		if !m.EarliestStart().Before(since) {
			return true, err
		}
	}
	return false, err
}
