package overview

import (
	"fmt"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/database"
)

// countOpenSales counts the sales that have a price and are not paid yet. Of the orders it counts those since
// ordersSince, because an older order is unlikely to be paid.
func countOpenSales(app core.App, ordersSince time.Time) (open OpenSales, err error) {
	err = app.DB().NewQuery(`SELECT
		(SELECT COUNT(*) FROM transactions WHERE kind = 'order' AND status IN ('pending', 'failed', 'authorized')
		AND createdAt > {:since} AND amount > 0) AS orders,
		(SELECT COUNT(*) FROM transactions WHERE kind = 'link' AND status IN ('pending', 'failed', 'authorized')
		AND paymentLinkState = 'created') AS links,
		(SELECT COUNT(*) FROM offline_payments WHERE state IN ('proforma', 'awaiting') AND received = 0) AS proformas,
		(SELECT COUNT(*) FROM offline_payments WHERE state IN ('part-paid', 'awaiting') AND received > 0) AS partPaid,
		(SELECT COUNT(*) FROM subscriptions WHERE state IN ('created', 'authenticated', 'active', 'pending', 'halted',
		'paused') AND cancelWantedAt = '') AS mandates`,
	).Bind(dbx.Params{"since": database.DateTime(ordersSince)}).Row(&open.Orders, &open.Links, &open.Proformas,
		&open.PartPaid, &open.Mandates)
	if err != nil {
		err = fmt.Errorf("count open sales: %w", err)
	}
	return open, err
}
