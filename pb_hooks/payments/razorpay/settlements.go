package razorpay

import (
	"context"
	"regexp"
	"time"

	"github.com/razorpay/razorpay-go/requests"
	"github.com/razorpay/razorpay-go/resources"
)

// Settlement is an amount that the provider has paid to the merchant's bank. Its status is created, processed or
// failed.
type Settlement struct {
	ID, Status, UTR   string
	Amount, Fees, Tax int64
	CreatedAt         time.Time
}

// SettlementItem is a part of a settlement: a payment, a refund, a transfer or an adjustment, such as for a lost
// dispute. Its credit is the amount minus the fee, which includes the tax. An item without a settlement id is not
// settled yet.
type SettlementItem struct {
	ID, Type, Currency, SettlementID, UTR string
	PaymentID, DisputeID, Description     string
	Amount, Credit, Debit, Fee, Tax       int64
	OnHold                                bool
	SettledAt                             time.Time
}

func decodeSettlement(f *fields) Settlement {
	return Settlement{
		ID:        f.text("id"),
		Status:    f.text("status"),
		UTR:       f.text("utr"),
		Amount:    f.integer("amount"),
		Fees:      f.integer("fees"),
		Tax:       f.integer("tax"),
		CreatedAt: f.unixTime("created_at"),
	}
}

func decodeSettlementItem(f *fields) SettlementItem {
	return SettlementItem{
		ID:           f.text("entity_id"),
		Type:         f.text("type"),
		Currency:     f.text("currency"),
		SettlementID: f.text("settlement_id"),
		UTR:          f.text("settlement_utr"),
		PaymentID:    f.text("payment_id"),
		DisputeID:    f.text("dispute_id"),
		Description:  f.text("description"),
		Amount:       f.integer("amount"),
		Credit:       f.integer("credit"),
		Debit:        f.integer("debit"),
		Fee:          f.integer("fee"),
		Tax:          f.integer("tax"),
		OnHold:       f.boolean("on_hold"),
		SettledAt:    f.unixTime("settled_at"),
	}
}

var settlementIDPattern = regexp.MustCompile(`^setl_[A-Za-z0-9]{1,30}$`)

// Settlements lists all settlements that were created in a period.
func (c *Client) Settlements(ctx context.Context, from, to time.Time) ([]Settlement, error) {
	return listAll(ctx, c, timeRange(from, to), decodeSettlement,
		func(r *requests.Request, q query) (object, error) {
			return (&resources.Settlement{Request: r}).All(q, nil)
		})
}

func (c *Client) Settlement(ctx context.Context, id string) (Settlement, error) {
	return fetchByID(ctx, c, id, settlementIDPattern, decodeSettlement,
		func(r *requests.Request) (object, error) {
			return (&resources.Settlement{Request: r}).Fetch(id, nil, nil)
		})
}

// reportPageSize is the provider's maximum number of entries on a page of a report.
const reportPageSize = 1000

// SettlementItems lists the items that were settled on a day in India.
func (c *Client) SettlementItems(ctx context.Context, day time.Time) ([]SettlementItem, error) {
	filter := query{"year": day.Year(), "month": int(day.Month()), "day": day.Day()}
	return listPages(ctx, c, pages{"entity_id", reportPageSize}, filter, decodeSettlementItem,
		func(r *requests.Request, q query) (object, error) {
			return (&resources.Settlement{Request: r}).Reports(q, nil)
		})
}
