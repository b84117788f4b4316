package routetest

import (
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/dbx"

	"boardcircle/pb_hooks/demo/fakerazorpay"
	"boardcircle/pb_hooks/internal/idempotency"
	"boardcircle/pb_hooks/internal/testapp"
)

// buyLifetime completes a payment of ₹29,500 for a lifetime membership. path is the refund route of its transaction.
func (s *fixture) buyLifetime() (paid fakerazorpay.CheckoutResult, path string) {
	s.Helper()
	paid = s.pay(s.order(s.buyer, s.tier), fakerazorpay.Success)
	s.expect("the status of the payment", s.callback(s.buyer, paid).JSON["status"], "completed")
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

// makeRefunds runs the jobs of refunds, and their retries after a failure.
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
			_, path := s.buyLifetime()
			s.Clock.Advance(time.Hour)
			admin := s.SignedIn("admins", nil)
			s.Razorpay.SetSwitches(fakerazorpay.Switches{Fault: fault, Only: "POST /payments/", Times: 1})
			answer := admin.Post(path, refundBody("1000.50"))
			s.expect("the status of a partial refund", answer.Status, 201)
			s.expect("its state", answer.JSON["state"], "requested")
			s.expect("the status of another refund meanwhile", admin.Post(path, refundBody("1")).Status, 409)
			s.makeRefunds()
			refund := s.Razorpay.State().Refunds[0]
			s.expect("the amount", refund.Amount, int64(100050))
			s.expect("the receipt", string(refund.Receipt), answer.JSON["id"])
			s.expect("the state of the refund", s.listAllRecords("refunds")[0].GetString("state"), "processed")
			s.expect("the status", s.onlyTransaction().GetString("status"), "completed")
			s.expect("refundedAmount", s.onlyTransaction().GetInt("refundedAmount"), 100050)
			s.expect("the entitlement", s.mine(s.buyer, "entitlement", "state"), "active")

			tooMuch := admin.Post(path, refundBody("28499.51"))
			s.expect("the status for more than the rest", tooMuch.Status, 400)
			s.expect("the error of the amount", tooMuch.Field("amount"), "At most ₹28,499.50 is left to refund.")
			s.expect("the status for less than a rupee", admin.Post(path, refundBody("0.50")).Status, 400)
			s.expect("the status for zero", admin.Post(path, refundBody("0")).Status, 400)
			s.expect("the status for the rest", admin.Post(path, refundBody("")).Status, 201)
			s.makeRefunds()
			s.reconcile()
			s.expect("refunds", len(s.Razorpay.State().Refunds), 2)
			s.expect("the status", s.onlyTransaction().GetString("status"), "refunded")
			s.expect("the entitlement", s.mine(s.buyer, "entitlement", "state"), "revoked")
			s.expect("credit notes", len(s.listRecords("invoices", "issuedAt", dbx.HashExp{"kind": "credit-note"})), 2)
			s.expect("the buyer's emails", s.subjects(), "Your payment has been received\nYour refund\nYour refund")
			s.expect("the error of another refund", admin.Post(path, refundBody("")).Message(),
				"This payment has been refunded in full.")
			s.expect("rows in the audit log", len(s.listRecords("audit_log", "id",
				dbx.HashExp{"action": "transaction.refund-requested"})), 2)
		})
	}
}

// A friend pays ₹29,500 and gets nearly all of it back in parts, but stays a member.
func TestRefundsThatKeepTheMembershipCountTowardsTheLimitOfOneAdmin(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	_, path := s.buyLifetime()
	s.setApprovalLimit("20000")
	admin, other := s.SignedIn("admins", nil), s.SignedIn("admins", nil)
	s.post(admin, path, refundBody("15000"), 201)
	s.makeRefunds()
	waiting := s.post(admin, path, refundBody("5001"), 202)
	s.expect("what the second admin reads", waiting.JSON["approval"].(map[string]any)["summary"],
		"₹5,001 of the payment for “The founding circle” refunded to Asha Rao, who keeps the membership")
	s.makeRefunds()
	s.expect("refundedAmount", s.onlyTransaction().GetInt("refundedAmount"), 1500000)
	confirm := "/api/approvals/" + waiting.JSON["approval"].(map[string]any)["id"].(string) + "/confirm"
	s.expect("the status of a confirmation by the same admin", admin.Post(confirm, withPassword).Status, 403)
	s.post(other, confirm, withPassword, 200)
	s.makeRefunds()
	s.expect("refundedAmount", s.onlyTransaction().GetInt("refundedAmount"), 2000100)
	s.expect("the entitlement", s.mine(s.buyer, "entitlement", "state"), "active")
	// The refund of the rest ends the membership, so it gives nothing away.
	s.post(admin, path, refundBody(""), 201)
	s.makeRefunds()
	s.expect("the entitlement", s.mine(s.buyer, "entitlement", "state"), "revoked")
}

func TestAConfirmedRefundReturnsTheAmountThatWasAskedFor(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	_, path := s.buyLifetime()
	s.setApprovalLimit("20000")
	admin, other := s.SignedIn("admins", nil), s.SignedIn("admins", nil)
	waiting := s.post(admin, path, refundBody("25000"), 202)
	s.post(other, path, refundBody("10000"), 201)
	s.makeRefunds()
	confirmed := other.Post("/api/approvals/"+waiting.JSON["approval"].(map[string]any)["id"].(string)+"/confirm",
		withPassword)
	s.expect("the status", confirmed.Status, 400)
	s.expect("the message", confirmed.Field("amount"), "At most ₹19,500 is left to refund.")
	s.expect("refunds", len(s.Razorpay.State().Refunds), 1)
}

// Only a mandate is kept. A membership that is paid once ends with its full refund.
func TestAFullRefundOfAPurchaseWithoutAMandateKeepsNothing(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	_, path := s.buyLifetime()
	refund := refundBody("")
	refund["mandate"] = "keep"
	s.post(s.SignedIn("admins", nil), path, refund, 201)
	s.makeRefunds()
	s.expect("the status", s.onlyTransaction().GetString("status"), "refunded")
	s.expect("the entitlement", s.mine(s.buyer, "entitlement", "state"), "revoked")
}

// The answer to the first press is lost, and the refund has been made when the admin presses again.
func TestAPartialRefundThatIsPressedAgainIsMadeOnce(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	_, path := s.buyLifetime()
	admin := s.SignedIn("admins", nil)
	admin.Header.Set(idempotency.Header, "refund-of-the-office")
	first := admin.Post(path, refundBody("1000"))
	s.expect("the status", first.Status, 201)
	s.makeRefunds()
	again := admin.Post(path, refundBody("1000"))
	s.expect("the status of the repeat", again.Status, 201)
	s.expect("the refund of the repeat", again.JSON["id"], first.JSON["id"])
	s.expect("the status of another amount", admin.Post(path, refundBody("500")).Status, 409)
	s.makeRefunds()
	s.expect("refunds", len(s.Razorpay.State().Refunds), 1)
	s.expect("refundedAmount", s.onlyTransaction().GetInt("refundedAmount"), 100000)
	s.expect("credit notes", len(s.listRecords("invoices", "issuedAt", dbx.HashExp{"kind": "credit-note"})), 1)
}

func TestARefundIsRefusedInOtherStates(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.order(s.buyer, s.tier)
	admin := s.SignedIn("admins", nil)
	path := "/api/transactions/" + s.onlyTransaction().Id + "/refund"
	s.expect("the status for a member", s.buyer.Post(path, refundBody("")).Status, 403)
	s.expect("the status before the payment", admin.Post(path, refundBody("")).Status, 409)
	s.expect("the status for an unknown transaction", admin.Post("/api/transactions/unknown00000000/refund",
		refundBody("")).Status, 404)
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
			t.Errorf("invalid %s: status = %d, want 400 and an error of the field: %s", name, answer.Status,
				answer.Body)
		}
	}
	s.must(s.Razorpay.Dispute(paid.PaymentID, "created"))
	s.deliver(s.Razorpay.Events(paid.PaymentID)...)
	s.expect("the status during a dispute", admin.Post(path, refundBody("")).Status, 409)
	s.must(s.Razorpay.Dispute(paid.PaymentID, "won"))
	s.deliver(s.Razorpay.Events(paid.PaymentID)...)
	s.expect("the status after the dispute was won", admin.Post(path, refundBody("")).Status, 201)
}

func TestAnOfflinePaymentIsNotRefundedThroughTheProvider(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	_, path := s.buyLifetime()
	transaction := s.onlyTransaction()
	transaction.Load(map[string]any{"kind": "offline", "razorpayPaymentId": "NEFT HDFCN520001"})
	s.must(s.PB.Save(transaction))
	admin := s.SignedIn("admins", nil)
	s.expect("the status of the request", admin.Post(path, refundBody("")).Status, 409)
	s.expect("the next steps", list(admin.Get("/api/transactions/"+transaction.Id), "nextSteps", ""), "")
}

func TestARefundEndsTheMandateUnlessItIsKept(t *testing.T) {
	t.Parallel()
	for mandate, want := range map[string]string{"": "cancelled", "end": "cancelled", "keep": "active"} {
		t.Run("mandate="+mandate, func(t *testing.T) {
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
			s.expect("the status of the request", s.SignedIn("admins",
				nil).Post("/api/transactions/"+s.onlyTransaction().Id+"/refund", body).Status, 201)
			s.makeRefunds()
			s.reconcile()
			s.must(s.Jobs.Drain(s.Context()))
			s.expect("the mandate at the provider", s.Razorpay.State().Subscriptions[0].Status, want)
			s.expect("the status of the transaction", s.onlyTransaction().GetString("status"), "refunded")
			s.expect("the entitlement", s.mine(s.buyer, "entitlement", "state"),
				map[string]string{"cancelled": "revoked", "active": "active"}[want])
		})
	}
	t.Run("a partial refund ends the mandate immediately", func(t *testing.T) {
		t.Parallel()
		s := newFixture(t)
		s.callback(s.buyer, s.pay(s.order(s.buyer, s.renewing("monthly", "monthly", 600)), fakerazorpay.Success))
		body := refundBody("100")
		body["mandate"] = "end"
		s.expect("the status of the request", s.SignedIn("admins",
			nil).Post("/api/transactions/"+s.onlyTransaction().Id+"/refund",
			body).Status, 201)
		s.must(s.Jobs.Drain(s.Context()))
		s.expect("the mandate at the provider", s.Razorpay.State().Subscriptions[0].Status, "cancelled")
		s.expect("the entitlement", s.mine(s.buyer, "entitlement", "state"), "active")
	})
}

func TestARefundThatFailsAtTheBankNeedsAttention(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	paid, path := s.buyLifetime()
	admin := s.SignedIn("admins", nil)
	s.Razorpay.SetSwitches(fakerazorpay.Switches{HoldRefunds: true})
	s.expect("the status of the request", admin.Post(path, refundBody("")).Status, 201)
	s.must(s.Jobs.Drain(s.Context()))
	s.expect("the state of the refund", s.listAllRecords("refunds")[0].GetString("state"), "pending")
	s.expect("the status of another refund meanwhile", admin.Post(path, refundBody("")).Status, 409)
	s.must(s.Razorpay.SettleRefund(s.Razorpay.State().Refunds[0].ID, "failed"))
	s.deliver(s.Razorpay.Events(paid.PaymentID)...)
	s.deliver(s.Razorpay.Events(paid.PaymentID)...) // the same events again
	s.expect("the state of the refund", s.listAllRecords("refunds")[0].GetString("state"), "failed")
	s.expect("attention", s.onlyTransaction().GetString("attention"), "refund-failed")
	s.expect("rows in the list of failed refunds",
		strings.Count(admin.Get("/api/transactions?attention=refund-failed").Body,
			`"attention":"refund-failed"`), 1)
	s.expect("emails to the office", len(s.Inbox(testapp.AdminEmail)), 1)
	s.expect("the entitlement", s.mine(s.buyer, "entitlement", "state"), "active")

	s.Razorpay.SetSwitches(fakerazorpay.Switches{})
	s.expect("the status of a new request", admin.Post(path, refundBody("")).Status, 201)
	s.makeRefunds()
	s.expect("attention after the refund", s.onlyTransaction().GetString("attention"), "")
	s.expect("the status of the transaction", s.onlyTransaction().GetString("status"), "refunded")
}
