// Package emails has the emails about settlements that do not agree with the ledger, and about a ledger that does not
// agree with itself. Their texts are in the files beside it.
package emails

import (
	"strconv"
	"time"

	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/mail/outbox"
)

// The kinds of the emails.
const (
	KindSettlementAttention = "settlement-attention"
	KindSettlementUnstored  = "settlement-unstored"
	KindLedgerDiscrepancies = "ledger-discrepancies"
)

// SettlementAttention tells the office that a settlement differs from its items, or that some of its items are not
// matched. Difference is the amount paid out less the sum of the items. The sender sets the recipient.
type SettlementAttention struct {
	RecordID, Name, SettledOn string
	Amount, Difference        money.Amount
	Unmatched                 int
}

// Build returns the email. Its key lets each settlement be reported once.
func (e SettlementAttention) Build() outbox.Email {
	params := map[string]string{
		"record": e.RecordID, "settlement": e.Name, "settledOn": e.SettledOn, "amount": e.Amount.Format("INR"),
		"difference": "", "isTooMuch": "", "unmatched": "",
	}
	switch {
	case e.Difference > 0:
		params["difference"], params["isTooMuch"] = e.Difference.Format("INR"), "yes"
	case e.Difference < 0:
		params["difference"] = (-e.Difference).Format("INR")
	}
	if e.Unmatched > 0 {
		params["unmatched"] = strconv.Itoa(e.Unmatched)
	}
	return outbox.Email{Kind: KindSettlementAttention, DedupeKey: "settlement:" + e.RecordID, Params: params}
}

// SettlementUnstored tells the office that a settlement could not be stored. ID is Razorpay's. The sender sets the
// recipient.
type SettlementUnstored struct{ ID string }

// Build returns the email. Its key lets each settlement be reported once.
func (e SettlementUnstored) Build() outbox.Email {
	return outbox.Email{
		Kind: KindSettlementUnstored, DedupeKey: "settlement-unstored:" + e.ID,
		Params: map[string]string{"settlement": e.ID},
	}
}

// MaxDiscrepancies is how many discrepancies an email lists.
const MaxDiscrepancies = len(positions)

// positions end the names of the fields of each listed discrepancy: the name of a field has letters only.
var positions = [...]string{"One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten"}

// Discrepancy is a discrepancy of the ledger in a sentence. TransactionID is "" for a register of a month.
type Discrepancy struct{ Text, TransactionID string }

// LedgerDiscrepancies tells the office that the ledger does not agree with itself. Hash identifies the set of
// discrepancies, of which Listed are the first. The sender sets the recipient.
type LedgerDiscrepancies struct {
	Hash      string
	CheckedAt time.Time
	Count     int
	Listed    []Discrepancy
}

// Build returns the email. Its key lets a set of discrepancies be reported again only after another check.
func (e LedgerDiscrepancies) Build() outbox.Email {
	params := map[string]string{
		"count":     strconv.Itoa(e.Count),
		"isSeveral": "",
		"checkedAt": e.CheckedAt.UTC().Format(time.RFC3339),
		"more":      "",
	}
	if e.Count > 1 {
		params["isSeveral"] = "yes"
	}
	if more := e.Count - len(e.Listed); more > 0 {
		params["more"] = strconv.Itoa(more)
	}
	for i, n := range positions {
		var listed Discrepancy
		if i < len(e.Listed) {
			listed = e.Listed[i]
		}
		params["discrepancy"+n], params["path"+n] = listed.Text, "/admin/books"
		if listed.TransactionID != "" {
			params["path"+n] = "/admin/payments/transactions/" + listed.TransactionID
		}
	}
	key := "ledger-check:" + e.Hash + ":" + params["checkedAt"]
	return outbox.Email{Kind: KindLedgerDiscrepancies, DedupeKey: key, Params: params}
}
