// Package ledgercheck compares the transactions of the ledger with the documents that were issued for them and with the
// terms that they paid for, and the captured payments with those of the provider (CheckPayments). It reads the database
// directly and calls none of the code that keeps the ledger, so that a fault in that code shows. It changes nothing.
//
// A document is in effect unless its IRN was cancelled. The rules:
//
//   - A transaction that was paid and has an amount has exactly one invoice or receipt in effect. Its currency,
//     taxable value, tax and total are those of the transaction at its time of supply. A transaction that cost nothing
//     has no document, nor has a second payment of an order. The documents of a transaction whose buyer's state is not
//     known wait for it.
//   - The credit notes in effect of a paid transaction sum to what was refunded. The transaction is in the state
//     refunded if that is all of it, and in the state completed otherwise.
//   - A transaction that was not paid has a document in two cases only. A part of an offline payment was received: then
//     there is an invoice and no credit note. Or that payment bounced or was cancelled later: then credit notes over
//     the whole invoice are in effect too.
//   - Each document belongs to a transaction.
//   - A completed transaction of one membership for an account has a term, unless the payment was one that grants none:
//     a charge after a cancellation, or a second payment for the same membership. The term may have been ended by an
//     admin. Until November 2026, a lost dispute over a part of the payment ended the term too. Both leave the
//     transaction completed. A buyer whose account was deleted before the payment gets no term.
//   - The payments through the provider that have paid for a transaction sum to its amount, and what went back of them
//     sums to its credit notes.
//   - The confirmed receipts of an offline payment are what counts towards its price and what was too much. After its
//     end, they are what was returned or has to be. A cleared payment has received its price, less what was written off.
//   - A term that was paid for and was not revoked has a completed transaction. The term of a seat that is over is left
//     out: a later refund of the purchase does not revoke it. So is a term whose charge was refunded while its mandate
//     continues: the member keeps access until the next charge.
package ledgercheck

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/payments/invoices"
	"boardcircle/pb_hooks/payments/ledger"
	"boardcircle/pb_hooks/payments/offline"
	"boardcircle/pb_hooks/payments/razorpay"
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
	CapturedAmount    Rule = "captured-amount"
	ProviderPayment   Rule = "provider-payment"
	ProviderTotal     Rule = "provider-total"
	OfflineMoney      Rule = "offline-money"
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

// offlineMoney is the money of an offline payment. ReceiptMoney and ReceiptTDS are of its confirmed receipts. Owed is
// what was returned or has to be, less what the payer owes to us, and Overpaid is the part of it that exceeded the
// price.
type offlineMoney struct {
	Due             money.Amount `db:"due"`
	WrittenOff      money.Amount `db:"writtenOff"`
	OfflineRefunded money.Amount `db:"offlineRefunded"`
	ReceiptMoney    money.Amount `db:"receiptMoney"`
	ReceiptTDS      money.Amount `db:"receiptTDS"`
	Owed            money.Amount `db:"owed"`
	Overpaid        money.Amount `db:"overpaid"`
}

// transaction is a transaction with its documents and its term.
type transaction struct {
	ID        string        `db:"id"`
	Status    ledger.Status `db:"status"`
	Kind      ledger.Kind   `db:"kind"`
	UserID    string        `db:"userId"`
	PaymentID string        `db:"paymentId"`
	Seats     int           `db:"seats"`
	// IsSecondPayment marks a second payment of one order, which has bought nothing.
	IsSecondPayment bool `db:"isSecondPayment"`
	// IsAwaitingPlace marks a transaction whose documents wait for the buyer's state.
	IsAwaitingPlace bool `db:"isAwaitingPlace"`
	amounts
	Refunded money.Amount `db:"refunded"`
	// Captured is the sum of the captured payments that have paid for the transaction. Returned is what went back of it.
	Captured money.Amount `db:"captured"`
	Returned money.Amount `db:"returned"`
	// TermID is "" without a term. EndReason is why the term was revoked, or "".
	TermID    string           `db:"termId"`
	EndReason ledger.EndReason `db:"endReason"`
	// OfflineState is "" unless the payment is an offline payment. Received is the amount received offline.
	OfflineState offline.OfflineState `db:"offlineState"`
	Received     money.Amount         `db:"received"`
	offlineMoney

	// flags are the problems that the office was notified of, each with a reason and a payment id.
	flags     []string
	documents []document
}

func (t transaction) discrepancies() []Discrepancy {
	var sold []document
	var credited money.Amount
	for _, d := range t.documents {
		switch d.Kind {
		case invoices.CreditNote:
			credited += d.Total
		case invoices.DebitNote:
			credited -= d.Total
		default:
			sold = append(sold, d)
		}
	}
	if t.Status.IsPaid() {
		return slices.Concat(t.checkDocument(sold), t.checkRefunds(credited), t.checkTerm(), t.checkCaptured(credited),
			t.checkOfflineMoney())
	}
	if len(t.documents) == 0 {
		return t.checkOfflineMoney()
	}
	return slices.Concat(t.checkUnpaid(sold, credited), t.checkDocument(sold), t.checkOfflineMoney())
}

// checkOfflineMoney compares the confirmed receipts of an offline payment with what was sold, returned or is still
// owed.
func (t transaction) checkOfflineMoney() (found []Discrepancy) {
	add := func(what string, expected, actual money.Amount) {
		if expected != actual {
			found = append(found, t.discrepancy(OfflineMoney,
				what+" of "+expected.Format(t.Currency), actual.Format(t.Currency))...)
		}
	}
	switch t.OfflineState {
	case "":
	case offline.OfflineBounced, offline.OfflineCancelled:
		add("returns", t.ReceiptMoney, t.Owed)
	default:
		add("confirmed receipts", t.Received+t.Overpaid, t.ReceiptMoney+t.ReceiptTDS)
		add("returns", t.OfflineRefunded+t.Overpaid, t.Owed)
		if t.OfflineState == offline.OfflineCleared {
			add("a received and a written-off amount", t.Due, t.Received+t.WrittenOff)
		}
	}
	return found
}

func (t transaction) discrepancy(rule Rule, expected, found string) []Discrepancy {
	return []Discrepancy{{rule, t.ID, "Transaction " + t.ID, expected, found}}
}

// checkDocument compares the transaction with its invoice or receipt.
func (t transaction) checkDocument(sold []document) []Discrepancy {
	switch {
	case (t.Total == 0 || t.IsSecondPayment || t.IsAwaitingPlace) && len(sold) == 0:
		return nil
	case t.IsAwaitingPlace:
		return t.discrepancy(OneDocument, "no document, because the buyer's state is not known", numbers(sold))
	case t.IsSecondPayment:
		return t.discrepancy(OneDocument, "no document, because the order had been paid before", numbers(sold))
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
	if credited != t.Refunded && !t.IsSecondPayment && !t.IsAwaitingPlace {
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

// checkCaptured compares the amount of a transaction with the payments at the provider that have paid for it, and its
// credit notes with what went back of them.
func (t transaction) checkCaptured(credited money.Amount) (found []Discrepancy) {
	if t.Kind == ledger.KindOffline || t.PaymentID == "" || t.IsSecondPayment {
		return nil
	}
	if t.Captured != t.Total {
		found = append(found, t.discrepancy(CapturedAmount,
			"captured payments over "+t.Total.Format(t.Currency), "captured payments over "+t.Captured.Format(t.Currency))...)
	}
	if t.IsAwaitingPlace {
		credited = t.Refunded // its credit notes are issued with the invoice
	}
	if t.Returned != credited {
		found = append(found, t.discrepancy(CapturedAmount,
			"credit notes over "+t.Returned.Format(t.Currency)+", which went back of the captured payments",
			"credit notes over "+credited.Format(t.Currency))...)
	}
	return found
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

// Provider lists payments at the provider.
type Provider interface {
	Payments(ctx context.Context, from, to time.Time) ([]razorpay.Payment, error)
	PaymentRefunds(ctx context.Context, id string) ([]razorpay.Refund, error)
}

// CheckPayments compares the payments that the provider has captured in a period, less their refunds, with those that
// the ledger knows: each of them, and their sum in each currency. A refund counts when it is processed.
func CheckPayments(ctx context.Context, app core.App, provider Provider, from, to time.Time) ([]Discrepancy, error) {
	payments, err := provider.Payments(ctx, from, to)
	if err != nil {
		return nil, fmt.Errorf("list the provider's payments: %w", err)
	}
	payments = slices.DeleteFunc(payments, func(p razorpay.Payment) bool { return !p.Captured && p.Status != "captured" })
	ids := make([]string, len(payments))
	for i, p := range payments {
		ids[i] = p.ID
	}
	known, err := listCaptured(ctx, app, ids)
	if err != nil {
		return nil, err
	}
	var found []Discrepancy
	atProvider, here := map[string]money.Amount{}, map[string]money.Amount{}
	for _, p := range payments {
		row, isKnown := known[p.ID]
		refunded := money.Amount(p.AmountRefunded)
		if isKnown && refunded != row.Refunded {
			if refunded, err = processedRefunds(ctx, provider, p.ID); err != nil {
				return nil, err
			}
		}
		amount := money.Amount(p.Amount)
		atProvider[p.Currency] += amount - refunded
		here[p.Currency] += row.Amount - row.Refunded
		expected := fmt.Sprintf("%s captured and %s refunded, as at Razorpay", amount.Format(p.Currency),
			refunded.Format(p.Currency))
		switch {
		case !isKnown:
			found = append(found, Discrepancy{ProviderPayment, "", "Payment " + p.ID, expected, "no such payment"})
		case row.Amount != amount || row.Currency != p.Currency || row.Refunded != refunded:
			found = append(found, Discrepancy{ProviderPayment, "", "Payment " + p.ID, expected, fmt.Sprintf(
				"%s captured and %s refunded", row.Amount.Format(row.Currency), row.Refunded.Format(row.Currency))})
		}
	}
	for _, currency := range slices.Sorted(maps.Keys(atProvider)) {
		if atProvider[currency] != here[currency] {
			found = append(found, Discrepancy{ProviderTotal, "",
				"The sum of the recent payments in " + currency,
				atProvider[currency].Format(currency) + " captured at Razorpay and not refunded",
				here[currency].Format(currency)})
		}
	}
	return found, nil
}

// processedRefunds returns the sum of the processed refunds of a payment. The provider's own sum includes those that are
// pending.
func processedRefunds(ctx context.Context, provider Provider, paymentID string) (sum money.Amount, err error) {
	refunds, err := provider.PaymentRefunds(ctx, paymentID)
	if err != nil {
		return 0, fmt.Errorf("list the refunds of payment %s: %w", paymentID, err)
	}
	for _, refund := range refunds {
		if refund.Status == "processed" {
			sum += money.Amount(refund.Amount)
		}
	}
	return sum, nil
}
