package fakerazorpay

import (
	"crypto/rand"
	"net/http"
	"strings"
	"time"

	"boardcircle/pb_hooks/internal/india"
)

// Settlement is an amount that was paid to the merchant's bank.
type Settlement struct {
	ID        string `json:"id"`
	Entity    string `json:"entity"`
	Amount    int64  `json:"amount"`
	Status    string `json:"status"`
	Fees      int64  `json:"fees"`
	Tax       int64  `json:"tax"`
	UTR       string `json:"utr"`
	CreatedAt int64  `json:"created_at"`
}

// SettlementItem is a part of a settlement in the reconciliation report.
type SettlementItem struct {
	EntityID      string `json:"entity_id"`
	Type          string `json:"type"`
	Debit         int64  `json:"debit"`
	Credit        int64  `json:"credit"`
	Amount        int64  `json:"amount"`
	Currency      string `json:"currency"`
	Fee           int64  `json:"fee"`
	Tax           int64  `json:"tax"`
	OnHold        bool   `json:"on_hold"`
	Settled       bool   `json:"settled"`
	CreatedAt     int64  `json:"created_at"`
	SettledAt     int64  `json:"settled_at"`
	SettlementID  string `json:"settlement_id"`
	SettlementUTR string `json:"settlement_utr"`
	Description   text   `json:"description"`
	PaymentID     text   `json:"payment_id"`
	OrderID       text   `json:"order_id"`
	OrderReceipt  text   `json:"order_receipt"`
	DisputeID     text   `json:"dispute_id"`
	Method        text   `json:"method"`
}

// maxReportPageSize and defaultReportPageSize are Razorpay's limits for the report.
const maxReportPageSize, defaultReportPageSize = 1000, 10

// The errors of Settle. A negative balance is carried forward until payments cover it.
var (
	ErrNothingToSettle = badRequest("There is nothing to settle")
	ErrNegativeBalance = badRequest("The balance is negative")
)

// Settle pays everything that was captured, refunded and lost since the last settlement to the merchant's bank. extra
// makes the bank receive more, or less, than the sum of the items.
func (b *Server) Settle(extra int64) (Settlement, error) {
	return change(b, func() (Settlement, error) {
		items := b.unsettled()
		if len(items) == 0 {
			return Settlement{}, ErrNothingToSettle
		}
		var balance int64
		for _, item := range items {
			balance += item.Credit - item.Debit
		}
		if balance+extra <= 0 {
			return Settlement{}, ErrNegativeBalance
		}
		now := b.now().Unix()
		s := &Settlement{
			ID:        newID("setl_"),
			Entity:    "settlement",
			Amount:    extra,
			Status:    "processed",
			UTR:       "UTR" + rand.Text()[:13],
			CreatedAt: now,
		}
		entries := []journalEntry{{Settlement: s}}
		for i := range items {
			item := &items[i]
			item.Settled, item.SettledAt, item.SettlementID, item.SettlementUTR = true, now, s.ID, s.UTR
			s.Amount += item.Credit - item.Debit
			s.Fees += item.Fee
			s.Tax += item.Tax
			entries = append(entries, journalEntry{SettlementItem: item})
		}
		if err := b.store.save(entries...); err != nil {
			return Settlement{}, err
		}
		return *s, b.emitEvent("settlement.processed", []string{s.ID}, payloadPart{"settlement", s})
	})
}

// Adjust adds an adjustment to the next settlement, such as a fee, which is negative, or its return.
func (b *Server) Adjust(amount int64, description string) error {
	return b.change(func() error {
		return b.store.save(journalEntry{SettlementItem: &SettlementItem{
			EntityID: newID("adj_"), Type: "adjustment", Amount: max(amount, -amount), Credit: max(0, amount),
			Debit: max(0, -amount), Currency: "INR", CreatedAt: b.now().Unix(), Description: text(description),
		}})
	})
}

// FailSettlement lets the bank return the amount of a settlement. The next settlement has its items.
func (b *Server) FailSettlement(id string) error {
	return b.change(func() error {
		stored := b.store.settlements.byID[id]
		if stored == nil {
			return unknownIDError()
		}
		failed := *stored
		failed.Status = "failed"
		return b.store.save(journalEntry{Settlement: &failed})
	})
}

// unsettled returns the payments, refunds, lost disputes and adjustments without a settlement that was paid, oldest
// first.
func (b *Server) unsettled() []SettlementItem {
	var items []SettlementItem
	add := func(item SettlementItem) {
		settled := b.store.settlementItems.byID[item.EntityID]
		if settled == nil || b.store.settlements.byID[settled.SettlementID].Status == "failed" {
			items = append(items, item)
		}
	}
	for _, p := range b.store.payments.list {
		if !p.Captured {
			continue
		}
		amount, fee, tax := b.inRupees(p, p.Amount), b.inRupees(p, int64(p.Fee)), b.inRupees(p, int64(p.Tax))
		item := SettlementItem{
			EntityID:    p.ID,
			Type:        "payment",
			Amount:      amount,
			Credit:      amount - fee,
			Fee:         fee,
			Tax:         tax,
			Currency:    "INR",
			CreatedAt:   p.CreatedAt,
			OrderID:     p.OrderID,
			Method:      text(p.Method),
			Description: p.Description,
		}
		if order := b.store.orders.byID[string(p.OrderID)]; order != nil {
			item.OrderReceipt = order.Receipt
		}
		add(item)
	}
	for _, r := range b.store.refunds.list {
		if p := b.store.payments.byID[r.PaymentID]; p != nil && r.Status == "processed" {
			amount := b.inRupees(p, r.Amount)
			add(SettlementItem{
				EntityID:  r.ID,
				Type:      "refund",
				Amount:    amount,
				Debit:     amount,
				Currency:  "INR",
				CreatedAt: r.CreatedAt,
				PaymentID: text(p.ID),
				OrderID:   p.OrderID,
			})
		}
	}
	for _, d := range b.store.disputes.list {
		p := b.store.payments.byID[d.PaymentID]
		if p == nil || d.AmountDeducted == 0 {
			continue
		}
		amount := b.inRupees(p, d.AmountDeducted)
		item := SettlementItem{
			EntityID:    "adj_" + strings.TrimPrefix(d.ID, "disp_"),
			Type:        "adjustment",
			Amount:      amount,
			Debit:       amount,
			Currency:    "INR",
			CreatedAt:   d.CreatedAt,
			PaymentID:   text(p.ID),
			DisputeID:   text(d.ID),
			Description: "Dispute lost",
		}
		add(item)
		if d.Status == "won" { // the loss of an earlier phase has turned
			item.EntityID, item.Debit, item.Credit, item.Description = item.EntityID+"W", 0, amount, "Dispute won"
			add(item)
		}
	}
	for _, item := range b.store.settlementItems.list {
		if item.SettlementID == "" {
			items = append(items, *item)
		}
	}
	return items
}

// inRupees converts an amount of a payment to the currency of the settlements.
func (b *Server) inRupees(p *Payment, amount int64) int64 {
	switch {
	case p.Currency == "INR":
		return amount
	case p.Amount == 0:
		return 0
	case p.BaseAmount > 0:
		return amount * p.BaseAmount / p.Amount
	}
	return amount * defaultRupeeRate
}

func (b *Server) listSettlements(r *http.Request) (any, error) {
	return paginate(r, b.store.settlements.newestFirst(matchAll), func(s Settlement) int64 { return s.CreatedAt })
}

func (b *Server) fetchSettlement(r *http.Request) (any, error) {
	return entityOrError(b.store.settlements.byID[r.PathValue("id")])
}

// settlementReport is GET /v1/settlements/recon/combined: everything settled in a month, or on one day of it.
func (b *Server) settlementReport(r *http.Request) (any, error) {
	year, month, day := queryInt(r, "year", 0), queryInt(r, "month", 0), queryInt(r, "day", 0)
	count, skip := queryInt(r, "count", defaultReportPageSize), queryInt(r, "skip", 0)
	switch {
	case year < 1:
		return nil, badRequestField("year", "The year field is required.")
	case month < 1 || month > 12:
		return nil, badRequestField("month", "The month field is required.")
	case day < 0 || day > 31:
		return nil, badRequestField("day", "The day must be between 1 and 31.")
	case count < 1 || count > maxReportPageSize:
		return nil, badRequestField("count", "The count must be between 1 and 1000.")
	case skip < 0:
		return nil, badRequestField("skip", "The skip must be at least 0.")
	}
	found := []SettlementItem{}
	for _, item := range b.store.settlementItems.list {
		at := time.Unix(item.SettledAt, 0).In(india.Zone)
		if int64(at.Year()) == year && int64(at.Month()) == month && (day == 0 || int64(at.Day()) == day) {
			found = append(found, *item)
		}
	}
	first := min(skip, int64(len(found)))
	return newCollection(found[first:min(first+count, int64(len(found)))]), nil
}
