package books

import (
	"cmp"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/internal/plural"
	"boardcircle/pb_hooks/modules/books/emails"
	"boardcircle/pb_hooks/payments/invoices"
	"boardcircle/pb_hooks/payments/ledgercheck"
)

// Every night a job checks that the ledger is consistent: transactions with documents and terms (package
// payments/ledgercheck has the rules), the registers of the months with the sum of their documents, and the captured
// payments with those of the provider. The check
// changes nothing in the ledger. Its result is stored for the metrics, and the office gets an email about
// discrepancies. The email is sent again if the discrepancies differ, or if they return after a check without any.

// LedgerCheckJob is the type of the jobs that check the ledger. There is one at a time.
const LedgerCheckJob = "books.ledger-check"

const (
	// paymentsChecked is how far back the payments are compared with the provider. settleTime is how old a payment must
	// be, so that its events and the daily sync have been processed.
	paymentsChecked = 35 * 24 * time.Hour
	settleTime      = 25 * time.Hour
)

// maxLogged is the maximum number of discrepancies that one check writes to the log.
const maxLogged = 1000

func (b *Books) ledgerCheckJobType() jobs.Type {
	return jobs.Type{
		Name:        LedgerCheckJob,
		Timeout:     30 * time.Minute,
		MaxAttempts: 5,
		Backoff:     jobs.Exponential(time.Minute, time.Hour),
		Handle:      func(ctx context.Context, _ jobs.Job) error { return b.checkAndReportLedger(ctx) },
	}
}

// EnqueueLedgerCheck enqueues the job that checks the ledger.
func (b *Books) EnqueueLedgerCheck(tx core.App) error {
	return b.jobs.Enqueue(tx, jobs.Job{Type: LedgerCheckJob, Key: "check"})
}

// CheckLedger returns the discrepancies of the ledger and of the registers.
func (b *Books) CheckLedger(ctx context.Context) (ledgercheck.Result, error) {
	result, err := ledgercheck.Check(ctx, b.app, b.now())
	if err != nil {
		return result, err
	}
	months, err := monthsToCheck(b.app)
	if err != nil {
		return result, err
	}
	for _, month := range months {
		if err := ctx.Err(); err != nil {
			return result, err
		}
		found, err := checkRegisters(b.app, month)
		if err != nil {
			return result, err
		}
		result.Discrepancies = append(result.Discrepancies, found...)
	}
	return result, nil
}

// CheckPayments returns the differences between the ledger and the payments that the provider captured in a period.
// Without a provider there are none.
func (b *Books) CheckPayments(ctx context.Context, from, to time.Time) ([]ledgercheck.Discrepancy, error) {
	if b.provider == nil {
		return nil, nil
	}
	return ledgercheck.CheckPayments(ctx, b.app, b.provider, from, to)
}

// monthsToCheck returns the last closed month and all open months up to the last document. Earlier closed months cannot
// change. The last one may have got documents between its last check and its closing.
func monthsToCheck(app core.App) (months []invoices.Month, err error) {
	first, last, err := invoices.MonthsWithDocuments(app)
	if err != nil || first == "" {
		return nil, err
	}
	closed, err := invoices.ClosedThrough(app)
	if err != nil {
		return nil, err
	}
	for month := max(first, closed); month <= last; month = month.Next() {
		months = append(months, month)
	}
	return months, nil
}

// maxRegisterReads is how often the registers of a month are read while documents are being issued in it.
const maxRegisterReads = 5

// checkRegisters compares the registers of a month with the sum of its documents.
func checkRegisters(app core.App, month invoices.Month) ([]ledgercheck.Discrepancy, error) {
	for range maxRegisterReads {
		rates, _, err := readRates(app)
		if err != nil {
			return nil, err
		}
		before, err := invoices.SumMonth(app, month, rates)
		if err != nil {
			return nil, err
		}
		registers, err := readRegisters(app, month, rowFilter{})
		if err != nil {
			return nil, err
		}
		after, err := invoices.SumMonth(app, month, rates)
		if err != nil {
			return nil, err
		}
		// If the sums differ, a document was issued during the read. Read again.
		if slices.Equal(before, after) {
			return compareRegisters(registers, after), nil
		}
	}
	const text = "check the registers of %s: documents were issued in each of %d attempts"
	return nil, fmt.Errorf(text, month, maxRegisterReads)
}

func compareRegisters(registers Registers, sums []invoices.KindSum) (found []ledgercheck.Discrepancy) {
	add := func(register string, expected, shown RegisterSum) {
		if expected != shown {
			found = append(found, ledgercheck.Discrepancy{
				Rule: ledgercheck.RegisterSum, Subject: registers.Title + ", " + register,
				Expected: expected.text(), Found: shown.text(),
			})
		}
	}
	expected := map[RegisterName]RegisterSum{}
	var net RegisterSum
	for _, sum := range sums {
		register, sign := registerOf[sum.Kind], money.Amount(1)
		expected[register] = RegisterSum{
			Register: register, Documents: sum.Documents,
			TaxableValue: money.Amount(sum.Taxable), Tax: money.Amount(sum.Tax), Total: money.Amount(sum.Total),
		}
		if sum.Kind == invoices.CreditNote {
			sign = -1
		}
		net.TaxableValue += sign * money.Amount(sum.Taxable)
		net.Tax += sign * money.Amount(sum.Tax)
		net.Total += sign * money.Amount(sum.Total)
	}
	for _, shown := range registers.Sums {
		sum := cmp.Or(expected[shown.Register], RegisterSum{Register: shown.Register})
		add("register of "+strings.ReplaceAll(string(shown.Register), "-", " "), sum, shown)
	}
	// The number of documents is not compared, because the sum over all registers leaves out cancelled documents, whose
	// amounts are zero.
	n := registers.Net
	add("sum of the registers", net, RegisterSum{
		TaxableValue: n.TaxableValue, Tax: n.IGST + n.CGST + n.SGST + n.OtherTax, Total: n.Total,
	})
	return found
}

func (s RegisterSum) text() string {
	text := fmt.Sprintf("%s with a taxable value of %s and tax of %s",
		s.Total.Format("INR"), s.TaxableValue.Format("INR"), s.Tax.Format("INR"))
	if s.Register == "" {
		return text
	}
	return plural.Count(s.Documents, "document", "documents") + " over " + text
}

// checkAndReportLedger checks the ledger, stores the result, and emails the office about all discrepancies unless the
// last email had the same ones.
func (b *Books) checkAndReportLedger(ctx context.Context) error {
	result, err := b.CheckLedger(ctx)
	if err != nil {
		return fmt.Errorf("check the ledger: %w", err)
	}
	now := b.now()
	payments, err := b.CheckPayments(ctx, now.Add(-paymentsChecked), now.Add(-settleTime))
	if err != nil {
		return fmt.Errorf("check the payments: %w", err)
	}
	result.Discrepancies = append(result.Discrepancies, payments...)
	return b.app.RunInTransaction(func(tx core.App) error {
		check, err := findLedgerCheck(tx)
		if errors.Is(err, sql.ErrNoRows) {
			check, err = newLedgerCheck(tx)
		}
		if err != nil {
			return err
		}
		check.setResult(b.now(), result.Transactions, len(result.Discrepancies))
		if err := b.reportLedger(tx, check, result.Discrepancies); err != nil {
			return err
		}
		if err := tx.Save(check); err != nil {
			return fmt.Errorf("save the ledger check: %w", err)
		}
		return nil
	})
}

// reportLedger emails the office about a set of discrepancies, unless the last email was about the same set.
func (b *Books) reportLedger(tx core.App, check *ledgerCheck, found []ledgercheck.Discrepancy) error {
	hash := hashOf(found)
	if hash == check.reportedHash() {
		return nil
	}
	for _, d := range found[:min(len(found), maxLogged)] {
		b.app.Logger().Error("The ledger check found discrepancies",
			"transaction", d.TransactionID, "discrepancy", d.String())
	}
	if len(found) > 0 {
		if address, err := b.outbox.OfficeAddress(tx); err != nil || address == "" {
			return err // without an address, the email is sent after one is set
		}
		if err := b.outbox.EnqueueToOffice(tx, ledgerEmail(hash, b.now(), found).Build()); err != nil {
			return err
		}
	}
	check.setReportedHash(hash)
	return nil
}

func ledgerEmail(hash string, at time.Time, found []ledgercheck.Discrepancy) emails.LedgerDiscrepancies {
	email := emails.LedgerDiscrepancies{Hash: hash, CheckedAt: at, Count: len(found)}
	for _, d := range found[:min(len(found), emails.MaxDiscrepancies)] {
		email.Listed = append(email.Listed, emails.Discrepancy{Text: d.String(), TransactionID: d.TransactionID})
	}
	return email
}

// hashOf returns a hash of a set of discrepancies, or "" for an empty set. Amounts are not part of it.
func hashOf(found []ledgercheck.Discrepancy) string {
	if len(found) == 0 {
		return ""
	}
	keys := []string{}
	for _, d := range found {
		keys = append(keys, d.Key())
	}
	slices.Sort(keys)
	sum := sha256.Sum256([]byte(strings.Join(keys, "\n")))
	return hex.EncodeToString(sum[:])
}

// LastLedgerCheck returns when the ledger was checked last and how many discrepancies were found. Before the first
// check the time is zero.
func LastLedgerCheck(app core.App) (at time.Time, discrepancies int, err error) {
	check, err := findLedgerCheck(app)
	if err != nil {
		return time.Time{}, 0, database.IgnoreMissing(err)
	}
	return check.checkedAt(), check.discrepancies(), nil
}
