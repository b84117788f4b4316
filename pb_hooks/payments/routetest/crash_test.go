package routetest

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/demo/fakerazorpay"
	"boardcircle/pb_hooks/internal/config"
	"boardcircle/pb_hooks/internal/testapp"
)

// processLifetime simulates a crash after a number of steps. A step is a write to the database, the start of a call to
// the provider, or the end of such a call. When no steps are left, every write and every call fails.
type processLifetime struct {
	stepsLeft atomic.Int64
	provider  http.Handler
}

var errProcessKilled = errors.New("the process was killed")

// step counts a step and reports whether the process is still alive.
func (l *processLifetime) step() bool { return l.stepsLeft.Add(-1) >= 0 }

func (l *processLifetime) isDead() bool { return l.stepsLeft.Load() < 0 }

// ServeHTTP forwards a call of the app to the provider.
func (l *processLifetime) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !l.step() {
		panic(http.ErrAbortHandler)
	}
	answer := httptest.NewRecorder()
	l.provider.ServeHTTP(answer, r)
	if !l.step() {
		panic(http.ErrAbortHandler)
	}
	w.WriteHeader(answer.Code)
	_, _ = w.Write(answer.Body.Bytes())
}

// newKillableFixture returns a fixture whose app can crash between two steps.
func newKillableFixture(t *testing.T) (*fixture, *processLifetime) {
	t.Helper()
	l := &processLifetime{}
	server := httptest.NewServer(l)
	t.Cleanup(server.Close)
	s := newFixture(t, testapp.WithConfig(func(c *config.Config) {
		c.Razorpay.APIURL = server.URL + "/sandbox/razorpay"
	}))
	l.provider = s.Razorpay
	l.stepsLeft.Store(1 << 40)
	countStep := func(e *core.ModelEvent) error {
		if !l.step() {
			return errProcessKilled
		}
		return e.Next()
	}
	written := []string{"transactions", "memberships", "invoices", "payment_events", "webhook_diagnostics",
		"email_logs"}
	s.PB.OnModelCreate(written...).BindFunc(countStep)
	s.PB.OnModelUpdate(written...).BindFunc(countStep)
	return s, l
}

func TestOneReconciliationRepairsACrashBetweenAnyTwoSteps(t *testing.T) {
	t.Parallel()
	s, life := newKillableFixture(t)
	for steps := int64(0); ; steps++ {
		buyer := s.member()
		life.stepsLeft.Store(steps)
		purchase := s.buyUntilCrash(buyer)
		survived := !life.isDead()
		life.stepsLeft.Store(1 << 40)
		s.reconcile()

		if purchase.order == "" {
			// The buyer did not see a checkout. If a transaction was stored, it is unpaid and the next order reuses it.
			before := len(s.listTransactionsOf(buyer))
			again := s.order(buyer, s.tier)
			if after := len(s.listTransactionsOf(buyer)); after != max(before, 1) {
				t.Fatalf("crash after %d steps: %d transactions, and %d after another order", steps, before, after)
			}
			purchase = paymentLifecycle{buyer: buyer, order: again, paid: s.pay(again, fakerazorpay.Success)}
			s.reconcile()
		}
		if got := s.ledgerAfter(purchase); got != completed {
			t.Fatalf("crash after %d steps: ledger =\n%s\nwant\n%s", steps, got, completed)
		}
		if survived {
			t.Logf("a purchase has %d steps", steps)
			return
		}
	}
}

// buyUntilCrash buys a membership: the order, the payment, the events and the callback. After a crash the requests
// fail.
func (s *fixture) buyUntilCrash(buyer *testapp.Visitor) paymentLifecycle {
	s.Helper()
	answer := buyer.Post("/api/payments/create-order", orderBody(s.tier))
	if answer.Status != 201 {
		return paymentLifecycle{buyer: buyer}
	}
	purchase := paymentLifecycle{buyer: buyer, order: answer.JSON["orderId"].(string)}
	purchase.paid = s.pay(purchase.order, fakerazorpay.Success)
	for _, event := range s.Razorpay.Events(purchase.order) {
		s.Deliver(event)
	}
	// After a crash the jobs fail.
	_ = s.Jobs.Drain(s.Context())
	s.callback(buyer, purchase.paid)
	return purchase
}

// listTransactionsOf returns the transactions of a buyer.
func (s *fixture) listTransactionsOf(buyer *testapp.Visitor) []*core.Record {
	s.Helper()
	user := buyer.Get("/api/user").JSON["id"]
	return s.listRecords("transactions", "createdAt", dbx.HashExp{"userId": user})
}

func TestAnAbandonedOrderFailsAndALatePaymentStillCompletesIt(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	order := s.order(s.buyer, s.tier)
	for range 40 {
		s.Clock.Advance(4 * time.Hour)
		s.must(s.Jobs.Drain(s.Context()))
	}
	transaction := s.onlyTransaction()
	s.expect("the status", transaction.GetString("status"), "failed")
	s.expect("nextCheckAt", transaction.GetString("nextCheckAt"), "")

	s.pay(order, fakerazorpay.Success)
	_, err := s.Payments.Reconciler.SyncRecentPayments(context.Background(), 2*day)
	s.must(err)
	s.expect("the status", s.onlyTransaction().GetString("status"), "completed")
}
