package payments

import (
	"database/sql"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
)

const transactions = "transactions"

// Each of these returns sql.ErrNoRows when there is none.

func byID(app core.App, id string) (*core.Record, error) {
	return app.FindRecordById(transactions, id)
}

func byPayment(app core.App, paymentID string) (*core.Record, error) {
	return oldest(app, "razorpayPaymentId", paymentID)
}

func byOrder(app core.App, orderID string) (*core.Record, error) {
	return oldest(app, "razorpayOrderId", orderID)
}

// bySubscription is the sale that the subscription was opened for; its later charges are rows of
// their own.
func bySubscription(app core.App, subscriptionID string) (*core.Record, error) {
	return oldest(app, "razorpaySubscriptionId", subscriptionID)
}

// oldest is the first transaction with an id of the provider's; no id is nobody's.
func oldest(app core.App, column, id string) (*core.Record, error) {
	if id == "" {
		return nil, sql.ErrNoRows
	}
	t := &core.Record{}
	if err := app.RecordQuery(transactions).AndWhere(dbx.HashExp{column: id}).OrderBy("createdAt", "id").Limit(1).One(t); err != nil {
		return nil, err
	}
	return t, nil
}
