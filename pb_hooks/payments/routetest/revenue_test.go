package routetest

import (
	"net/http"
	"testing"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/demo/fakerazorpay"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/readmodel"
	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/payments/invoices"
)

// revenue returns the revenue of this month and the total revenue on the dashboard.
func (s *fixture) revenue() (thisMonth, total any) {
	s.Helper()
	stats := s.SignedIn("admins", nil).Get("/api/admin/stats")
	return stats.JSON["thisMonthRevenue"], stats.JSON["totalRevenue"]
}

// monthlyRevenue returns the revenue of a month in the chart.
func (s *fixture) monthlyRevenue(month string) any {
	s.Helper()
	for _, entry := range s.SignedIn("admins", nil).Get("/api/admin/charts").JSON["months"].([]any) {
		if row := entry.(map[string]any); row["month"] == month {
			return row["revenue"]
		}
	}
	return nil
}

func TestRefundsAreBookedInTheirOwnMonths(t *testing.T) {
	t.Parallel()
	s := newFixture(t) // on 3 August
	order := s.order(s.buyer, s.tier)
	paid := s.pay(order, fakerazorpay.Success)
	s.callback(s.buyer, paid)
	month, total := s.revenue()
	s.expect("the revenue of August", month, "29500")
	s.expect("the total revenue", total, "29500")

	s.Clock.Advance(40 * day) // to September
	_, err := s.Razorpay.Refund(paid.PaymentID, 100000)
	s.must(err)
	s.deliver(s.Razorpay.Events(order)...)
	month, total = s.revenue()
	s.expect("the revenue of September", month, "-1000")
	s.expect("the revenue of August", s.monthlyRevenue("2026-08"), "29500")
	s.expect("the total revenue", total, "28500")

	s.Clock.Advance(30 * day) // to October
	_, err = s.Razorpay.Refund(paid.PaymentID, 2850000)
	s.must(err)
	s.deliver(s.Razorpay.Events(order)...)
	s.expect("the status", s.onlyTransaction().GetString("status"), "refunded")
	for month, want := range map[string]string{"2026-08": "29500", "2026-09": "-1000", "2026-10": "-28500"} {
		s.expect("the revenue of "+month, s.monthlyRevenue(month), want)
	}
	_, total = s.revenue()
	s.expect("the total revenue", total, "0")

	s.step("a rebuilt read model has the same figures", func(s *fixture) {
		s.must(readmodel.Rebuild(s.PB))
		s.expect("the revenue of August", s.monthlyRevenue("2026-08"), "29500")
		s.expect("the revenue of October", s.monthlyRevenue("2026-10"), "-28500")
	})
}

func TestALateRefundIsBookedInItsMonthUnlessTheBooksAreClosed(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		isClosed          bool
		august, september any
		issuedIn          time.Month
	}{
		"open books":   {false, "28500", "0", time.August},
		"closed books": {true, "29500", "-1000", time.September},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newFixture(t)
			order := s.order(s.buyer, s.tier)
			paid := s.pay(order, fakerazorpay.Success)
			s.callback(s.buyer, paid)
			refund, err := s.Razorpay.Refund(paid.PaymentID, 100000) // in August, and its webhook is lost
			s.must(err)
			s.Clock.Advance(40 * day)
			if c.isClosed {
				closing := map[string]any{"password": testapp.Password}
				answer := s.SignedIn("admins", nil).Post("/api/books/months/2026-08/close", closing)
				s.expect("the status of closing August", answer.Status, http.StatusOK)
			}
			s.must(s.Payments.Reconciler.SyncReversals(s.Context()))
			s.expect("the revenue of August", s.monthlyRevenue("2026-08"), c.august)
			s.expect("the revenue of September", s.monthlyRevenue("2026-09"), c.september)
			note := s.listAllDocuments()[1]
			s.expect("the month of the credit note", note.GetDateTime("issuedAt").Time().In(india.Zone).Month(),
				c.issuedIn)
			var document invoices.Document
			s.must(note.UnmarshalJSONField("document", &document))
			s.expect("the credit note has the date of the refund", document.HappenedAt != nil, c.isClosed)
			if c.isClosed {
				s.expect("the date of the refund", document.HappenedAt.Unix(), refund.CreatedAt)
			}
		})
	}
}

func TestARefundCarriesTheDateOnWhichRazorpayProcessedIt(t *testing.T) {
	t.Parallel()
	for name, isSynced := range map[string]bool{"reported by its event": false,
		"found by the sync before its event": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newFixture(t) // on 3 August
			order := s.order(s.buyer, s.tier)
			paid := s.pay(order, fakerazorpay.Success)
			s.callback(s.buyer, paid)
			s.Razorpay.SetSwitches(fakerazorpay.Switches{HoldRefunds: true})
			refund, err := s.Razorpay.Refund(paid.PaymentID, 100000)
			s.must(err)
			s.deliver(s.Razorpay.Events(order)...)
			s.expect("the revenue with a pending refund", s.monthlyRevenue("2026-08"), "29500")

			s.Clock.Advance(5 * day)
			processed := s.Clock.Now()
			s.must(s.Razorpay.SettleRefund(refund.ID, "processed"))
			s.Clock.Advance(2 * day)
			if isSynced {
				s.must(s.Payments.Reconciler.SyncReversals(s.Context()))
			}
			s.deliver(s.Razorpay.Events(order)...)
			note := s.listAllDocuments()[1]
			want := processed
			if isSynced { // the API reports only when the refund was created
				want = time.Unix(refund.CreatedAt, 0)
			}
			s.expect("the date of the credit note", note.GetDateTime("issuedAt").Time().Unix(), want.Unix())
		})
	}
}

func TestARefundThatIsReportedLateKeepsItsDate(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	order := s.order(s.buyer, s.tier)
	paid := s.pay(order, fakerazorpay.Success)
	s.callback(s.buyer, paid)
	s.Clock.Advance(2 * day)
	refund, err := s.Razorpay.Refund(paid.PaymentID, 100000)
	s.must(err)
	s.Clock.Advance(10 * day)
	s.must(s.Payments.Reconciler.SyncReversals(s.Context()))
	note := s.listAllDocuments()[1]
	s.expect("the date of the credit note", note.GetDateTime("issuedAt").Time().Unix(), refund.CreatedAt)
}

func TestALostDisputeThatIsReportedLateKeepsItsDate(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		late time.Duration
		want string
	}{
		"an event in the same month":  {9 * day, "2026-08-13T06:30:00Z"},
		"an event in the next month":  {30 * day, "2026-08-13T06:30:00Z"},
		"an immediate event":          {0, "2026-08-13T06:30:00Z"},
		"no event, found by the sync": {-1, "2026-08-22T06:30:00Z"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newFixture(t) // on 3 August
			order := s.order(s.buyer, s.tier)
			paid := s.pay(order, fakerazorpay.Success)
			s.callback(s.buyer, paid)
			s.must(s.Razorpay.Dispute(paid.PaymentID, "created"))
			s.Clock.Advance(10 * day)
			s.must(s.Razorpay.Dispute(paid.PaymentID, "lost"))
			events := s.Razorpay.Events(paid.PaymentID)
			if c.late < 0 {
				s.Clock.Advance(9 * day)
				s.must(s.Payments.Reconciler.SyncReversals(s.Context()))
			} else {
				s.Clock.Advance(c.late)
				s.deliver(events...)
			}
			s.expect("the date of the credit note",
				s.listAllDocuments()[1].GetDateTime("issuedAt").Time().Format(time.RFC3339), c.want)
		})
	}
}

func TestAChequeThatBouncesInSeptemberDoesNotChangeTheRevenueOfAugust(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	payment := s.sell(s.SignedIn("admins", nil), s.tier, receipt("cheque", "000123", "29500"), 201)
	admin := s.SignedIn("admins", nil)
	s.post(admin, offlineStep(payment, "deposit"), nil, 200)
	s.post(admin, offlineStep(payment, "confirm"), withPassword, 200)
	s.expect("the revenue of August before the bounce", s.monthlyRevenue("2026-08"), "29500")

	s.Clock.Advance(40 * day) // to September
	s.post(s.SignedIn("admins", nil), offlineStep(payment, "bounce"), body{"reason": "Funds insufficient"}, 200)
	month, total := s.revenue()
	s.expect("the revenue of September", month, "-29500")
	s.expect("the revenue of August", s.monthlyRevenue("2026-08"), "29500")
	s.expect("the total revenue", total, "0")
}

// listAllDocuments returns the issued documents, the oldest first.
func (s *fixture) listAllDocuments() []*core.Record {
	s.Helper()
	return s.listRecords("invoices", "issuedAt", dbx.NewExp("1 = 1"))
}
