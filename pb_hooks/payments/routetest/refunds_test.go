package routetest

import (
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/dbx"

	"boardcircle/pb_hooks/demo/fakerazorpay"
	"boardcircle/pb_hooks/internal/testapp"
)

// bought is a completed payment of ₹29,500 for life; its transaction's refund route.
func (s *fixture) bought() (paid fakerazorpay.CheckoutResult, path string) {
	s.Helper()
	paid = s.pay(s.order(s.buyer, s.tier), fakerazorpay.Success)
	s.expect("the callback", s.callback(s.buyer, paid).JSON["status"], "completed")
	s.Drain()
	return paid, "/api/transactions/" + s.onlyTransaction().Id + "/refund"
}

func refundBody(amount string) map[string]any {
	body := map[string]any{"reason": "She has changed her mind", "password": testapp.Password}
	if amount != "" {
		body["amount"] = amount
	}
	return body
}

// makeRefunds runs the refunds' jobs, also after a failure.
func (s *fixture) makeRefunds() {
	s.Helper()
	_ = s.Jobs.Drain(s.Context())
	s.Clock.Advance(time.Minute)
	s.must(s.Jobs.Drain(s.Context()))
}

func TestACapturedPaymentIsRefundedInPartAndThenInFull(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]fakerazorpay.Fault{
		"at once": fakerazorpay.NoFault, "after a failure": fakerazorpay.ServerError, "after a lost answer": fakerazorpay.CommitThenDrop,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newFixture(t)
			_, path := s.bought()
			s.Clock.Advance(time.Hour)
			admin := s.SignedIn("admins", nil)
			s.Razorpay.SetSwitches(fakerazorpay.Switches{Fault: fault, Only: "POST /payments/", Times: 1})
			answer := admin.Post(path, refundBody("1000.50"))
			s.expect("a part", answer.Status, 202)
			s.expect("its state", answer.JSON["state"], "requested")
			s.expect("another meanwhile", admin.Post(path, refundBody("1")).Status, 409)
			s.makeRefunds()
			refund := s.Razorpay.State().Refunds[0]
			s.expect("the amount", refund.Amount, int64(100050))
			s.expect("the receipt", string(refund.Receipt), answer.JSON["id"])
			s.expect("the row", s.listAllRecords("refunds")[0].GetString("state"), "processed")
			s.expect("the status", s.onlyTransaction().GetString("status"), "completed")
			s.expect("given back", s.onlyTransaction().GetInt("refundedAmount"), 100050)
			s.expect("the entitlement", s.mine(s.buyer, "entitlement", "state"), "active")

			tooMuch := admin.Post(path, refundBody("28499.51"))
			s.expect("more than is left", tooMuch.Status, 400)
			s.expect("in words", tooMuch.Field("amount"), "At most ₹28,499.50 is left to refund.")
			s.expect("less than a rupee", admin.Post(path, refundBody("0.50")).Status, 400)
			s.expect("nothing is not all", admin.Post(path, refundBody("0")).Status, 400)
			s.expect("the rest", admin.Post(path, refundBody("")).Status, 202)
			s.makeRefunds()
			s.reconcile()
			s.expect("refunds", len(s.Razorpay.State().Refunds), 2)
			s.expect("the status", s.onlyTransaction().GetString("status"), "refunded")
			s.expect("the entitlement", s.mine(s.buyer, "entitlement", "state"), "revoked")
			s.expect("credit notes", len(s.listRecords("invoices", "issuedAt", dbx.HashExp{"kind": "credit-note"})), 2)
			s.expect("her emails", s.subjects(), "Your payment has been received\nYour refund\nYour refund")
			s.expect("once more", admin.Post(path, refundBody("")).Message(), "This payment has been refunded in full.")
			s.expect("rows in the log", len(s.listRecords("audit_log", "id",
				dbx.HashExp{"action": "transaction.refund-requested"})), 2)
		})
	}
}

func TestARefundIsRefusedInOtherStates(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.order(s.buyer, s.tier)
	admin := s.SignedIn("admins", nil)
	path := "/api/transactions/" + s.onlyTransaction().Id + "/refund"
	s.expect("a member", s.buyer.Post(path, refundBody("")).Status, 403)
	s.expect("before it is paid", admin.Post(path, refundBody("")).Status, 409)
	s.expect("of nothing known", admin.Post("/api/transactions/unknown00000000/refund", refundBody("")).Status, 404)
	paid := s.pay(s.order(s.buyer, s.tier), fakerazorpay.Success)
	s.callback(s.buyer, paid)
	for name, change := range map[string]map[string]any{
		"reason": {"reason": ""}, "amount": {"amount": "a lot"}, "mandate": {"mandate": "perhaps"}, "password": {"password": ""},
	} {
		body := refundBody("")
		for field, value := range change {
			body[field] = value
		}
		answer := admin.Post(path, body)
		if answer.Status != 400 || answer.Field(name) == "" {
			t.Errorf("without a good %s: %d %s", name, answer.Status, answer.Body)
		}
	}
	s.must(s.Razorpay.Dispute(paid.PaymentID, "created"))
	s.deliver(s.Razorpay.Events(paid.PaymentID)...)
	s.expect("while it is disputed", admin.Post(path, refundBody("")).Status, 409)
	s.must(s.Razorpay.Dispute(paid.PaymentID, "won"))
	s.deliver(s.Razorpay.Events(paid.PaymentID)...)
	s.expect("after that", admin.Post(path, refundBody("")).Status, 202)
}

func TestWhatWasPaidOfflineIsNotRefundedThroughTheProvider(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	_, path := s.bought()
	transaction := s.onlyTransaction()
	transaction.Load(map[string]any{"kind": "offline", "razorpayPaymentId": "NEFT HDFCN520001"})
	s.must(s.PB.Save(transaction))
	admin := s.SignedIn("admins", nil)
	s.expect("the request", admin.Post(path, refundBody("")).Status, 409)
	s.expect("next", list(admin.Get("/api/transactions/"+transaction.Id), "nextSteps", ""), "")
}

func TestARefundDecidesAboutTheMandate(t *testing.T) {
	t.Parallel()
	for mandate, want := range map[string]string{"": "cancelled", "end": "cancelled", "keep": "active"} {
		t.Run("asked for "+mandate, func(t *testing.T) {
			t.Parallel()
			s := newFixture(t)
			id := s.order(s.buyer, s.renewing("monthly", "monthly", 600))
			s.callback(s.buyer, s.pay(id, fakerazorpay.Success))
			s.Drain()
			s.Clock.Advance(time.Hour)
			body := refundBody("")
			if mandate != "" {
				body["mandate"] = mandate
			}
			s.expect("the request", s.SignedIn("admins",
				nil).Post("/api/transactions/"+s.onlyTransaction().Id+"/refund", body).Status, 202)
			s.makeRefunds()
			s.reconcile()
			s.must(s.Jobs.Drain(s.Context()))
			s.expect("the mandate at the provider", s.Razorpay.State().Subscriptions[0].Status, want)
			s.expect("the status", s.onlyTransaction().GetString("status"), "refunded")
		})
	}
	t.Run("of a part, the mandate ends at once", func(t *testing.T) {
		t.Parallel()
		s := newFixture(t)
		s.callback(s.buyer, s.pay(s.order(s.buyer, s.renewing("monthly", "monthly", 600)), fakerazorpay.Success))
		body := refundBody("100")
		body["mandate"] = "end"
		s.expect("the request", s.SignedIn("admins", nil).Post("/api/transactions/"+s.onlyTransaction().Id+"/refund",
			body).Status, 202)
		s.must(s.Jobs.Drain(s.Context()))
		s.expect("the mandate at the provider", s.Razorpay.State().Subscriptions[0].Status, "cancelled")
		s.expect("the entitlement", s.mine(s.buyer, "entitlement", "state"), "active")
	})
}

func TestARefundThatFailsAtTheBankAsksForAttention(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	paid, path := s.bought()
	admin := s.SignedIn("admins", nil)
	s.Razorpay.SetSwitches(fakerazorpay.Switches{HoldRefunds: true})
	s.expect("the request", admin.Post(path, refundBody("")).Status, 202)
	s.must(s.Jobs.Drain(s.Context()))
	s.expect("the row", s.listAllRecords("refunds")[0].GetString("state"), "pending")
	s.expect("another meanwhile", admin.Post(path, refundBody("")).Status, 409)
	s.must(s.Razorpay.SettleRefund(s.Razorpay.State().Refunds[0].ID, "failed"))
	s.deliver(s.Razorpay.Events(paid.PaymentID)...)
	s.deliver(s.Razorpay.Events(paid.PaymentID)...) // twice
	s.expect("the row", s.listAllRecords("refunds")[0].GetString("state"), "failed")
	s.expect("attention", s.onlyTransaction().GetString("attention"), "refund-failed")
	s.expect("in the list", strings.Count(admin.Get("/api/transactions?attention=refund-failed").Body,
		`"attention":"refund-failed"`), 1)
	s.expect("emails to the office", len(s.Inbox(testapp.AdminEmail)), 1)
	s.expect("the entitlement", s.mine(s.buyer, "entitlement", "state"), "active")

	s.Razorpay.SetSwitches(fakerazorpay.Switches{})
	s.expect("asked again", admin.Post(path, refundBody("")).Status, 202)
	s.makeRefunds()
	s.expect("the flag", s.onlyTransaction().GetString("attention"), "")
	s.expect("the status", s.onlyTransaction().GetString("status"), "refunded")
}
