// Package ledgercheck compares the transactions of the ledger with the documents that were issued for them and with the
// terms that they paid for. It reads the database directly and calls none of the code that keeps the ledger, so that a
// fault in that code shows. It changes nothing.
//
// A document is in effect unless its IRN was cancelled. The rules:
//
//   - A transaction that was paid and has an amount has exactly one invoice or receipt in effect. Its currency,
//     taxable value, tax and total are those of the transaction at its time of supply. A transaction that cost nothing
//     has no document.
//   - The credit notes in effect of a paid transaction sum to what was refunded. The transaction is in the state
//     refunded if that is all of it, and in the state completed otherwise.
//   - A transaction that was not paid has a document in two cases only. A part of an offline payment was received: then
//     there is an invoice and no credit note. Or that payment bounced or was cancelled later: then credit notes over
//     the whole invoice are in effect too.
//   - Each document belongs to a transaction.
//   - A completed transaction of one membership for an account has a term, unless the payment was one that grants none:
//     a charge after a cancellation, or a second payment for the same membership. The term may have been ended by an
//     admin or by a lost dispute over a part of the payment, because both leave the transaction completed. A buyer
//     whose account was deleted before the payment gets no term.
//   - A term that was paid for and was not revoked has a completed transaction. The term of a seat that is over is left
//     out: a later refund of the purchase does not revoke it.
package ledgercheck

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/payments/invoices"
	"boardcircle/pb_hooks/payments/ledger"
	"boardcircle/pb_hooks/payments/offline"
)

// Rule names the rule that a discrepancy breaks.
type Rule string

// The rules.
const (
	OneDocument       Rule = "one-document"
	DocumentAmounts   Rule = "document-amounts"
	RefundedAmount    Rule = "refunded-amount"
	RefundedState     Rule = "refunded-state"
	PaidDocument      Rule = "paid-document"
	DocumentOwner     Rule = "document-owner"
	TermOfTransaction Rule = "term-of-transaction"
	PaidTerm          Rule = "paid-term"
	// RegisterSum is checked by package books, which has the registers.
	RegisterSum Rule = "register-sum"
)

// Discrepancy is one inconsistency of the ledger.
type Discrepancy struct {
	Rule Rule
	// TransactionID is "" for the register of a month.
	TransactionID string
	// Subject is the object that Expected and Found describe, such as "Transaction abc".
	Subject, Expected, Found string
}

// Key identifies the discrepancy. It does not depend on amounts.
func (d Discrepancy) Key() string { return string(d.Rule) + " " + d.Subject }

// String formats the discrepancy as a sentence.
func (d Discrepancy) String() string {
	return d.Subject + ": expected " + d.Expected + ", but found " + d.Found + "."
}

// Result is the result of a check.
type Result struct {
	// Transactions is the number of transactions that were read.
	Transactions  int
	Discrepancies []Discrepancy
}

// Check checks all transactions, documents and terms. A term has ended if its end is before now.
func Check(ctx context.Context, app core.App, now time.Time) (Result, error) {
	var result Result
	err := eachTransaction(ctx, app, func(t transaction) {
		result.Transactions++
		result.Discrepancies = append(result.Discrepancies, t.discrepancies()...)
	})
	if err != nil {
		return result, err
	}
	documents, err := listDocumentsWithoutTransaction(ctx, app)
	if err != nil {
		return result, err
	}
	terms, err := listUnpaidTerms(ctx, app, now)
	if err != nil {
		return result, err
	}
	for _, d := range documents {
		result.Discrepancies = append(result.Discrepancies, Discrepancy{
			DocumentOwner, d.TransactionID, "Document " + d.Number, "a transaction",
			"none with the id " + d.TransactionID,
		})
	}
	for _, term := range terms {
		found := "no transaction with the id " + term.TransactionID
		if term.Status != "" {
			found = fmt.Sprintf("transaction %s, which is %s", term.TransactionID, term.Status)
		}
		result.Discrepancies = append(result.Discrepancies, Discrepancy{
			PaidTerm, term.TransactionID, "Term " + term.ID, "a completed transaction, or a revoked term", found,
		})
	}
	return result, nil
}

// amounts are the amounts of a transaction or a document, in minor units.
type amounts struct {
	Currency string       `json:"currency" db:"currency"`
	Taxable  money.Amount `json:"taxable" db:"taxable"`
	Tax      money.Amount `json:"tax" db:"tax"`
	Total    money.Amount `json:"total" db:"total"`
}

func (a amounts) String() string {
	return fmt.Sprintf("%s with a taxable value of %s and tax of %s",
		a.Total.Format(a.Currency), a.Taxable.Format(a.Currency), a.Tax.Format(a.Currency))
}

// document is a document in effect.
type document struct {
	Number string        `json:"number"`
	Kind   invoices.Kind `json:"kind"`
	amounts
}

// transaction is a transaction with its documents and its term.
type transaction struct {
	ID        string        `db:"id"`
	Status    ledger.Status `db:"status"`
	Kind      ledger.Kind   `db:"kind"`
	UserID    string        `db:"userId"`
	PaymentID string        `db:"paymentId"`
	Seats     int           `db:"seats"`
	amounts
	Refunded money.Amount `db:"refunded"`
	// TermID is "" without a term. EndReason is why the term was revoked, or "".
	TermID    string           `db:"termId"`
	EndReason ledger.EndReason `db:"endReason"`
	// OfflineState is "" unless the payment is an offline payment. Received is the amount received offline.
	OfflineState offline.OfflineState `db:"offlineState"`
	Received     money.Amount         `db:"received"`

	// flags are the problems that the office was notified of, each with a reason and a payment id.
	flags     []string
	documents []document
}

func (t transaction) discrepancies() []Discrepancy {
	var sold []document
	var credited money.Amount
	for _, d := range t.documents {
		if d.Kind == invoices.CreditNote {
			credited += d.Total
		} else {
			sold = append(sold, d)
		}
	}
	if t.Status.IsPaid() {
		return slices.Concat(t.checkDocument(sold), t.checkRefunds(credited), t.checkTerm())
	}
	if len(t.documents) == 0 {
		return nil
	}
	return slices.Concat(t.checkUnpaid(sold, credited), t.checkDocument(sold))
}

func (t transaction) discrepancy(rule Rule, expected, found string) []Discrepancy {
	return []Discrepancy{{rule, t.ID, "Transaction " + t.ID, expected, found}}
}

// checkDocument compares the transaction with its invoice or receipt.
func (t transaction) checkDocument(sold []document) []Discrepancy {
	switch {
	case t.Total == 0 && len(sold) == 0:
		return nil
	case t.Total == 0:
		return t.discrepancy(OneDocument, "no document, because it cost nothing", numbers(sold))
	case len(sold) != 1:
		return t.discrepancy(OneDocument, "exactly one invoice or receipt in effect", numbers(sold))
	case sold[0].amounts != t.amounts:
		return t.discrepancy(DocumentAmounts, t.amounts.String(),
			sold[0].amounts.String()+" on document "+sold[0].Number)
	}
	return nil
}

func numbers(documents []document) string {
	if len(documents) == 0 {
		return "none"
	}
	var list []string
	for _, d := range documents {
		list = append(list, d.Number)
	}
	return strings.Join(list, " and ")
}

// checkRefunds compares the refunds of a paid transaction with its credit notes and its state.
func (t transaction) checkRefunds(credited money.Amount) (found []Discrepancy) {
	if credited != t.Refunded {
		found = append(found, t.discrepancy(RefundedAmount,
			"credit notes over "+t.Refunded.Format(t.Currency)+", which was refunded",
			"credit notes over "+credited.Format(t.Currency))...)
	}
	want := ledger.Completed
	if t.Total > 0 && t.Refunded >= t.Total {
		want = ledger.Refunded
	}
	if t.Status != want {
		found = append(found, t.discrepancy(RefundedState,
			fmt.Sprintf("the state %s, because %s of %s was refunded", want,
				t.Refunded.Format(t.Currency), t.Total.Format(t.Currency)), "the state "+string(t.Status))...)
	}
	return found
}

// checkTerm checks that a completed transaction has the term that it paid for.
func (t transaction) checkTerm() []Discrepancy {
	grantsNone := t.isFlagged(ledger.AttentionAfterCancellation) || t.isFlagged(ledger.AttentionSecondPayment)
	switch {
	case t.Status != ledger.Completed || t.Seats > 0 || t.UserID == "":
		return nil
	case t.TermID == "" && !grantsNone:
		return t.discrepancy(TermOfTransaction, "a term of a membership", "none")
	case t.EndReason == "" || t.EndReason == ledger.EndedByAdmin || t.EndReason == ledger.EndedByDispute:
		return nil
	}
	return t.discrepancy(TermOfTransaction, "a term that was not revoked with the payment",
		fmt.Sprintf("term %s, revoked with the reason %q", t.TermID, t.EndReason))
}

func (t transaction) isFlagged(reason ledger.Attention) bool {
	return slices.Contains(t.flags, string(reason)+":"+t.PaymentID)
}

// checkUnpaid checks the documents of a transaction that was not paid.
func (t transaction) checkUnpaid(sold []document, credited money.Amount) []Discrepancy {
	var due money.Amount
	for _, d := range sold {
		due += d.Total
	}
	switch t.OfflineState {
	case offline.OfflineAwaiting, offline.OfflinePartPaid:
		if t.Received > 0 && credited == 0 {
			return nil
		}
	case offline.OfflineBounced, offline.OfflineCancelled:
		if credited == due {
			return nil
		}
		return t.discrepancy(PaidDocument,
			"credit notes over all of "+due.Format(t.Currency)+", because the payment is "+string(t.OfflineState),
			"credit notes over "+credited.Format(t.Currency))
	}
	return t.discrepancy(PaidDocument, "no documents, because it was not paid", numbers(t.documents))
}
