package payments_test

import (
	"testing"
	"time"

	"github.com/pocketbase/dbx"

	sandbox "boardcircle/pb_hooks/demo/fakerazorpay"
	"boardcircle/pb_hooks/internal/testapp"
)

func TestASecondPaymentOfAnOrderIsFlaggedAndGrantsNothing(t *testing.T) {
	t.Parallel()
	for _, apiIsUp := range []bool{true, false} {
		s := newFixture(t)
		order := s.order(s.buyer, s.tier)
		s.pay(order, sandbox.TwoCaptures)
		if !apiIsUp {
			s.Razorpay.SetSwitches(sandbox.Switches{Fault: sandbox.ServerError})
		}
		s.deliver(s.Razorpay.Events(order)...)
		s.Razorpay.SetSwitches(sandbox.Switches{})
		s.reconcile()
		s.reconcile()

		s.expect("transactions", len(s.listAllRecords("transactions")), 2)
		flagged := s.listRecords("transactions", "id", dbx.HashExp{"attention": "second-payment"})
		s.expect("flagged ones", len(flagged), 1)
		s.expect("memberships", len(s.listAllRecords("memberships")), 1)
		s.expect("documents", len(s.listAllRecords("invoices")), 2)
		s.Drain()
		s.expect("letters to the office", len(s.Brevo.Messages(testapp.AdminEmail)), 1)

		_, err := s.Razorpay.Refund(flagged[0].GetString("razorpayPaymentId"), 0)
		s.must(err)
		s.reconcile()
		s.expect("the second payment", s.listRecords("transactions", "id", dbx.HashExp{"id": flagged[0].Id})[0].GetString("status"), "refunded")
		s.expect("the membership", s.listAllRecords("memberships")[0].GetString("revokedAt"), "")
	}
}

func TestTwoOrdersOfOneLifetimeAreOneMembership(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	first := s.order(s.buyer, s.tier)
	s.Clock.Advance(time.Hour)
	second := s.order(s.buyer, s.tier) // from another tab, while the first is still open
	s.pay(first, sandbox.Success)
	s.pay(second, sandbox.Success)
	s.reconcile()
	s.expect("memberships", len(s.listAllRecords("memberships")), 1)
	s.expect("flagged", len(s.listRecords("transactions", "id", dbx.HashExp{"attention": "second-payment", "status": "completed"})), 1)
}

func TestOfTwoPaymentsEitherMayBeGivenBackAndTheMembershipStays(t *testing.T) {
	t.Parallel()
	for name, payTwice := range map[string]func(s *fixture){
		"of one order": func(s *fixture) { s.pay(s.order(s.buyer, s.tier), sandbox.TwoCaptures) },
		"of two orders": func(s *fixture) {
			first := s.order(s.buyer, s.tier)
			s.Clock.Advance(time.Hour)
			second := s.order(s.buyer, s.tier)
			s.pay(first, sandbox.Success)
			s.pay(second, sandbox.Success)
		},
	} {
		for _, attention := range []string{"", "second-payment"} {
			t.Run(name+", the one whose attention is \""+attention+"\"", func(t *testing.T) {
				t.Parallel()
				s := newFixture(t)
				payTwice(s)
				s.reconcile()
				given := s.listRecords("transactions", "id", dbx.HashExp{"attention": attention, "status": "completed"})
				s.expect("such payments", len(given), 1)
				_, err := s.Razorpay.Refund(given[0].GetString("razorpayPaymentId"), 0)
				s.must(err)
				s.reconcile()
				s.reconcile()
				mine := s.buyer.Get("/api/memberships/mine").JSON["membership"].(map[string]any)
				s.expect("the membership", mine["status"], "active")
				kept := s.listRecords("memberships", "id", dbx.HashExp{"revokedAt": ""})
				if len(kept) != 1 || kept[0].GetString("transactionId") == given[0].Id {
					s.Fatalf("%d memberships stand, or one on a payment that was given back", len(kept))
				}
				s.expect("attention", len(s.listRecords("transactions", "id", dbx.HashExp{"attention": "second-payment", "status": "completed"})), 0)

				other := s.listRecords("transactions", "id", dbx.HashExp{"status": "completed"})
				_, err = s.Razorpay.Refund(other[0].GetString("razorpayPaymentId"), 0)
				s.must(err)
				s.reconcile()
				mine = s.buyer.Get("/api/memberships/mine").JSON["membership"].(map[string]any)
				s.expect("the membership without any payment", mine["status"], "revoked")
			})
		}
	}
}
