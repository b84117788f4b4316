package invoices

import (
	"database/sql"
	"errors"
	"testing"

	"boardcircle/pb_hooks/internal/testapp/queryplan"
)

func TestEveryQueryUsesAnIndex(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	check := func() {
		t.Helper()
		statements := queryplan.Capture(d.app, func() {
			_, byID := Find(d.app, "x")
			_, byTransaction := FindByTransaction(d.app, "x")
			_, byRefund := FindByRefund(d.app, "x")
			_, sumErr := sumCredited(d.app, "x")
			_, numberErr := nextSequence(d.app, Receipt, 1, "26-27")
			_, seriesErr := seriesOf(d.app, "x")
			_, irnErr := hasIRN(d.app, "x")
			_, registrationErr := FindRegistration(d.app, "x")
			_, waitingErr := listWaiting(d.app, 100)
			_, countErr := CountWaiting(d.app)
			_, entriesErr := ListWaiting(d.app, "2026-08", 100)
			for _, err := range []error{byID, byTransaction, byRefund, sumErr, numberErr, seriesErr, irnErr, registrationErr, waitingErr, countErr, entriesErr} {
				if err != nil && !errors.Is(err, sql.ErrNoRows) {
					t.Error(err)
				}
			}
		})
		if n := queryplan.AssertIndexed(
			t, d.app, statements, []string{"invoices", "invoice_registrations"}, nil,
		); n < 10 {
			t.Errorf("%d statements were checked, want at least 10", n)
		}
	}
	check()
	_, err := d.app.NonconcurrentDB().NewQuery(`
		WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
		INSERT INTO invoices (id, number, kind, series, financialYear, sequence, transactionId, refundId, document)
		SELECT 'fill' || i, 'N' || i, iif(i % 2, 'receipt', 'credit-note'), 1, '25-26', i, 'tx' || i, iif(i % 2, '', 'rfnd_' || i), '{}' FROM n`).Execute()
	d.must(err)
	_, err = d.app.NonconcurrentDB().NewQuery(`
		WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
		INSERT INTO invoice_registrations (id, invoiceId, state, irn) SELECT 'reg' || i, 'fill' || i, iif(i % 20, 'registered', 'waiting'), iif(i % 20, i, '') FROM n`).Execute()
	d.must(err)
	check()
	_, err = d.app.NonconcurrentDB().NewQuery("ANALYZE").Execute()
	d.must(err)
	check()
}
