package routetest

import (
	"fmt"
	"testing"
	"time"

	"github.com/pocketbase/dbx"

	"boardcircle/pb_hooks/demo/fakerazorpay"
	"boardcircle/pb_hooks/internal/testapp"
)

// payShort pays an order one rupee short and returns the payment.
func (s *fixture) payShort() fakerazorpay.CheckoutResult {
	s.Helper()
	paid := s.pay(s.order(s.buyer, s.tier), fakerazorpay.WrongAmount)
	s.callback(s.buyer, paid)
	return paid
}

func TestABuyerIsToldThatAPaymentOfTheWrongAmountIsUnderReview(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.payShort()
	s.reconcile()
	s.expect("the buyer's emails", s.subjects(), "We are checking your payment")
	own := s.buyer.Get("/api/memberships/mine").JSON["transactions"].([]any)[0].(map[string]any)
	s.expect("isUnderReview", own["isUnderReview"], true)
	answer := s.buyer.Post("/api/payments/create-order", orderBody(s.tier))
	s.expect("the status of another order", answer.Status, 409)
	admin := s.SignedIn("admins", nil)
	s.expect("the status of clearing the attention",
		admin.Send("DELETE", "/api/transactions/"+s.onlyTransaction().Id+"/attention", nil).Status, 409)
}

func TestAPaymentOfTheWrongAmountIsAcceptedWithAReason(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.payShort()
	s.Drain()
	s.Clock.Advance(time.Hour)
	admin := s.SignedIn("admins", nil)
	path := "/api/transactions/" + s.onlyTransaction().Id + "/accept"
	s.expect("the status for a member", s.buyer.Post(path, map[string]any{"reason": "An offer"}).Status, 403)
	if answer := admin.Post(path, map[string]any{"reason": " ", "password": testapp.Password}); answer.Status != 400 ||
		answer.Field("reason") == "" {
		t.Errorf("without a reason: status = %d, want 400: %s", answer.Status, answer.Body)
	}
	s.Razorpay.SetSwitches(fakerazorpay.Switches{Fault: fakerazorpay.BadGateway})
	s.expect("the status with Razorpay down",
		admin.Post(path, map[string]any{"reason": "An offer", "password": testapp.Password}).Status, 502)
	s.Razorpay.SetSwitches(fakerazorpay.Switches{})
	s.expect("the status with a reason", admin.Post(path,
		map[string]any{"reason": "The offer of July.", "password": testapp.Password}).Status, 204)
	s.expect("the status of a second acceptance", admin.Post(path,
		map[string]any{"reason": "The offer of July.", "password": testapp.Password}).Status, 409)
	s.reconcile()
	transaction := s.onlyTransaction()
	s.expect("the status", transaction.GetString("status"), "completed")
	s.expect("the amount", transaction.GetInt("amount"), 2949900)
	s.expect("the sum of the base and the tax", transaction.GetInt("baseAmount")+transaction.GetInt("gstAmount"),
		2949900)
	s.expect("attention", transaction.GetString("attention"), "")
	s.expect("the entitlement", s.mine(s.buyer, "entitlement", "state"), "active")
	s.expect("documents", len(s.listAllRecords("invoices")), 1)
	s.expect("the buyer's emails", s.subjects(), "We are checking your payment\nYour payment has been received")
	entries := s.listRecords("audit_log", "id", dbx.HashExp{"action": "transaction.accepted"})
	s.expect("rows in the audit log", len(entries), 1)
	details := map[string]any{}
	s.must(entries[0].UnmarshalJSONField("after", &details))
	s.expect("the reason", details["reason"], "The offer of July.")
}

// USD 29,500 are no price of an order over ₹29,500.
func TestAPaymentInAnotherCurrencyIsNotAccepted(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.callback(s.buyer, s.pay(s.order(s.buyer, s.tier), fakerazorpay.WrongCurrency))
	s.Drain()
	admin := s.SignedIn("admins", nil)
	path := "/api/transactions/" + s.onlyTransaction().Id
	detail := admin.Get(path).JSON
	s.expect("the next steps", fmt.Sprint(detail["nextSteps"]), "[refund]")
	body := map[string]any{"reason": "An offer", "password": testapp.Password}
	answer := admin.Post(path+"/accept", body)
	s.expect("the status of accepting it", answer.Status, 409)
	s.expect("the answer", answer.Message(),
		"This payment is in another currency than the order, so it cannot be accepted. Please refund it.")
	s.expect("the status of the refund", admin.Post(path+"/refund", body).Status, 201)
	s.Drain()
	s.expect("the status", s.onlyTransaction().GetString("status"), "failed")
}

func TestAPaymentOfTheWrongAmountIsRefundedOnce(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]fakerazorpay.Fault{
		"at once": fakerazorpay.NoFault, "after a failure": fakerazorpay.ServerError, "after a lost answer": fakerazorpay.CommitThenDrop,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newFixture(t)
			paid := s.payShort()
			s.Drain()
			s.Clock.Advance(time.Hour)
			admin := s.SignedIn("admins", nil)
			path := "/api/transactions/" + s.onlyTransaction().Id + "/refund"
			body := map[string]any{"reason": "Paid short", "password": testapp.Password}
			s.expect("the status without the password", admin.Post(path, map[string]any{"reason": "Paid short"}).Status,
				400)
			s.expect("refunds", len(s.Razorpay.State().Refunds), 0)
			s.Razorpay.SetSwitches(fakerazorpay.Switches{Fault: fault, Only: "POST /payments/", Times: 1})
			s.expect("the status with the password", admin.Post(path, body).Status, 201)
			s.expect("the status of a second refund", admin.Post(path, body).Status, 409)
			s.expect("the status of accepting the payment during the refund",
				admin.Post("/api/transactions/"+s.onlyTransaction().Id+"/accept", body).Status, 409)
			_ = s.Jobs.Drain(s.Context())
			s.Clock.Advance(time.Minute)
			s.must(s.Jobs.Drain(s.Context()))
			s.reconcile()
			s.expect("refunds", len(s.Razorpay.State().Refunds), 1)
			s.expect("the refunded amount", s.Razorpay.State().Refunds[0].Amount, int64(2949900))
			s.expect("the refunded payment", s.Razorpay.State().Refunds[0].PaymentID, paid.PaymentID)
			s.expect("the state of the refund", s.listAllRecords("refunds")[0].GetString("state"), "processed")
			transaction := s.onlyTransaction()
			s.expect("the status", transaction.GetString("status"), "failed")
			s.expect("attention", transaction.GetString("attention"), "")
			s.expect("the buyer's emails", s.subjects(), "We are checking your payment\nYour payment has been refunded")
			s.order(s.buyer, s.tier) // the tier can be bought again
		})
	}
}

func TestABuyerMayOrderAgainAfterTheRefundOfAPaymentThatWasAuthorizedFirst(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	paid := s.pay(s.order(s.buyer, s.tier), fakerazorpay.WrongAmount)
	events := s.Razorpay.Events(paid.PaymentID)
	s.Razorpay.SetSwitches(fakerazorpay.Switches{Fault: fakerazorpay.BadGateway})
	s.deliver(events[0])
	s.expect("the status", s.onlyTransaction().GetString("status"), "authorized")
	s.Razorpay.SetSwitches(fakerazorpay.Switches{})
	s.deliver(events...)
	for range 2 { // two refunds of one half
		_, err := s.Razorpay.Refund(paid.PaymentID, 2949900/2)
		s.must(err)
		s.deliver(s.Razorpay.Events(paid.PaymentID)...)
	}
	s.expect("attention", s.onlyTransaction().GetString("attention"), "")
	s.deliver(events...) // the same events again, late
	s.expect("the status", s.onlyTransaction().GetString("status"), "failed")
	s.order(s.buyer, s.tier)
}

func TestARefundThatTheProviderRefusesNeedsAttentionAgain(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	paid := s.payShort()
	admin := s.SignedIn("admins", nil)
	s.Razorpay.SetSwitches(fakerazorpay.Switches{Webhooks: fakerazorpay.WebhookFaults{Drop: true}})
	_, err := s.Razorpay.Refund(paid.PaymentID, 100) // a partial refund in the provider's dashboard
	s.must(err)
	path := "/api/transactions/" + s.onlyTransaction().Id + "/refund"
	s.expect("the status of the request", admin.Post(path,
		map[string]any{"reason": "Paid short", "password": testapp.Password}).Status, 201)
	s.must(s.Jobs.Drain(s.Context()))
	s.expect("the state of the refund", s.listAllRecords("refunds")[0].GetString("state"), "failed")
	s.expect("attention", s.onlyTransaction().GetString("attention"), "wrong-amount")
	s.expect("emails to the office", len(s.Inbox(testapp.AdminEmail)), 2)
}
