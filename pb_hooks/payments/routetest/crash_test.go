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

// processLifetime counts the steps of the app: each write to the database, and each call of the provider
// before it is made and after. When its steps are used up the app is dead: every write and every call
// fails, until it gets new steps.
type processLifetime struct {
	left     atomic.Int64
	provider http.Handler
}

var errProcessKilled = errors.New("the process was killed")

// step counts a step and reports whether the app is alive to make it.
func (l *processLifetime) step() bool { return l.left.Add(-1) >= 0 }

func (l *processLifetime) isDead() bool { return l.left.Load() < 0 }

// ServeHTTP forwards the app's calls to the provider.
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

// newKillableFixture returns a fixture whose app can be killed between two steps.
func newKillableFixture(t *testing.T) (*fixture, *processLifetime) {
	t.Helper()
	l := &processLifetime{}
	server := httptest.NewServer(l)
	t.Cleanup(server.Close)
	s := newFixture(t, testapp.WithConfig(func(c *config.Config) {
		c.Razorpay.APIURL = server.URL + "/sandbox/razorpay"
	}))
	l.provider = s.Razorpay
	l.left.Store(1 << 40)
	breathe := func(e *core.ModelEvent) error {
		if !l.step() {
			return errProcessKilled
		}
		return e.Next()
	}
	written := []string{"transactions", "memberships", "invoices", "payment_events", "webhook_diagnostics",
		"email_logs"}
	s.PB.OnModelCreate(written...).BindFunc(breathe)
	s.PB.OnModelUpdate(written...).BindFunc(breathe)
	return s, l
}

func TestOneReconciliationRepairsACrashBetweenAnyTwoSteps(t *testing.T) {
	t.Parallel()
	s, life := newKillableFixture(t)
	for steps := int64(0); ; steps++ {
		buyer := s.member()
		life.left.Store(steps)
		purchase := s.purchaseWithRetries(buyer)
		survived := !life.isDead()
		life.left.Store(1 << 40)
		s.reconcile()

		if purchase.order == "" {
			// The buyer never saw a checkout: a stored transaction is unpaid, and the next try reuses it.
			before := len(s.listTransactionsOf(buyer))
			again := s.order(buyer, s.tier)
			if after := len(s.listTransactionsOf(buyer)); after != max(before, 1) {
				t.Fatalf("after %d steps: %d transactions, and %d after another try", steps, before, after)
			}
			purchase = paymentLifecycle{buyer: buyer, order: again, paid: s.pay(again, fakerazorpay.Success)}
			s.reconcile()
		}
		if got := s.ledgerAfter(purchase); got != completed {
			t.Fatalf("after %d steps:\n%s\nand not\n%s", steps, got, completed)
		}
		if survived {
			t.Logf("a transaction has %d steps", steps)
			return
		}
	}
}

// purchaseWithRetries buys a membership as far as the app lives: the order, the payment, the events and
// the callback.
func (s *fixture) purchaseWithRetries(buyer *testapp.Visitor) paymentLifecycle {
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
	// a dead app processes nothing
	_ = s.Jobs.Drain(s.Context())
	s.callback(buyer, purchase.paid)
	return purchase
}

// listTransactionsOf are a buyer's transactions.
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
	given := s.onlyTransaction()
	s.expect("the status", given.GetString("status"), "failed")
	s.expect("another look", given.GetString("nextCheckAt"), "")

	s.pay(order, fakerazorpay.Success)
	_, err := s.Payments.Reconciler.SyncRecentPayments(context.Background(), 2*day)
	s.must(err)
	s.expect("the status", s.onlyTransaction().GetString("status"), "completed")
}
