package payments

import (
	"database/sql"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
)

const transactionsCollection = "transactions"

// Each of these returns sql.ErrNoRows when there is none.

func findTransaction(app core.App, id string) (*core.Record, error) {
	return app.FindRecordById(transactionsCollection, id)
}

func findTransactionByPayment(app core.App, paymentID string) (*core.Record, error) {
	return findOldestTransaction(app, "razorpayPaymentId", paymentID)
}

func findTransactionByOrder(app core.App, orderID string) (*core.Record, error) {
	return findOldestTransaction(app, "razorpayOrderId", orderID)
}

// findTransactionBySubscription is the sale that the subscription was opened for; its later charges are rows of
// their own.
func findTransactionBySubscription(app core.App, subscriptionID string) (*core.Record, error) {
	return findOldestTransaction(app, "razorpaySubscriptionId", subscriptionID)
}

// findOldestTransaction is the first transaction with an id of the provider's; no id is nobody's.
func findOldestTransaction(app core.App, column, id string) (*core.Record, error) {
	if id == "" {
		return nil, sql.ErrNoRows
	}
	t := &core.Record{}
	if err := app.RecordQuery(transactionsCollection).AndWhere(dbx.HashExp{column: id}).OrderBy("createdAt", "id").Limit(1).One(t); err != nil {
		return nil, err
	}
	return t, nil
}
