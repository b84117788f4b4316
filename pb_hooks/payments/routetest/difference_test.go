package routetest

import (
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

func TestABuyerReadsWhatIsHappeningToAPaymentOfAnotherAmount(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.payShort()
	s.reconcile()
	s.expect("her emails", s.subjects(), "We are checking your payment")
	own := s.buyer.Get("/api/memberships/mine").JSON["transactions"].([]any)[0].(map[string]any)
	s.expect("on the account", own["isUnderReview"], true)
	answer := s.buyer.Post("/api/payments/create-order", orderBody(s.tier))
	s.expect("another order", answer.Status, 409)
	admin := s.SignedIn("admins", nil)
	s.expect("it cannot be put away",
		admin.Send("DELETE", "/api/transactions/"+s.onlyTransaction().Id+"/attention", nil).Status, 409)
}

func TestAPaymentOfAnotherAmountIsAcceptedWithAReason(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.payShort()
	s.Drain()
	s.Clock.Advance(time.Hour)
	admin := s.SignedIn("admins", nil)
	path := "/api/transactions/" + s.onlyTransaction().Id + "/accept"
	s.expect("a member", s.buyer.Post(path, map[string]any{"reason": "An offer"}).Status, 403)
	if answer := admin.Post(path, map[string]any{"reason": " ", "password": testapp.Password}); answer.Status != 400 ||
		answer.Field("reason") == "" {
		t.Errorf("without a reason: %d %s", answer.Status, answer.Body)
	}
	s.Razorpay.SetSwitches(fakerazorpay.Switches{Fault: fakerazorpay.BadGateway})
	s.expect("with Razorpay down",
		admin.Post(path, map[string]any{"reason": "An offer", "password": testapp.Password}).Status, 502)
	s.Razorpay.SetSwitches(fakerazorpay.Switches{})
	s.expect("with a reason", admin.Post(path,
		map[string]any{"reason": "The offer of July.", "password": testapp.Password}).Status, 204)
	s.expect("twice", admin.Post(path,
		map[string]any{"reason": "The offer of July.", "password": testapp.Password}).Status, 409)
	s.reconcile()
	transaction := s.onlyTransaction()
	s.expect("the status", transaction.GetString("status"), "completed")
	s.expect("the amount", transaction.GetInt("amount"), 2949900)
	s.expect("the parts", transaction.GetInt("baseAmount")+transaction.GetInt("gstAmount"), 2949900)
	s.expect("attention", transaction.GetString("attention"), "")
	s.expect("the entitlement", s.mine(s.buyer, "entitlement", "state"), "active")
	s.expect("documents", len(s.listAllRecords("invoices")), 1)
	s.expect("her emails", s.subjects(), "We are checking your payment\nYour payment has been received")
	entries := s.listRecords("audit_log", "id", dbx.HashExp{"action": "transaction.accepted"})
	s.expect("rows in the log", len(entries), 1)
	details := map[string]any{}
	s.must(entries[0].UnmarshalJSONField("after", &details))
	s.expect("the reason", details["reason"], "The offer of July.")
}

func TestAPaymentOfAnotherAmountIsRefundedOnce(t *testing.T) {
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
			s.expect("without the password", admin.Post(path, map[string]any{"reason": "Paid short"}).Status, 400)
			s.expect("refunds", len(s.Razorpay.State().Refunds), 0)
			s.Razorpay.SetSwitches(fakerazorpay.Switches{Fault: fault, Only: "POST /payments/", Times: 1})
			s.expect("with it", admin.Post(path, body).Status, 202)
			s.expect("twice", admin.Post(path, body).Status, 409)
			s.expect("accepted all the same",
				admin.Post("/api/transactions/"+s.onlyTransaction().Id+"/accept", body).Status, 409)
			_ = s.Jobs.Drain(s.Context())
			s.Clock.Advance(time.Minute)
			s.must(s.Jobs.Drain(s.Context()))
			s.reconcile()
			s.expect("refunds", len(s.Razorpay.State().Refunds), 1)
			s.expect("of", s.Razorpay.State().Refunds[0].Amount, int64(2949900))
			s.expect("the payment", s.Razorpay.State().Refunds[0].PaymentID, paid.PaymentID)
			s.expect("the row", s.listAllRecords("refunds")[0].GetString("state"), "processed")
			transaction := s.onlyTransaction()
			s.expect("the status", transaction.GetString("status"), "failed")
			s.expect("attention", transaction.GetString("attention"), "")
			s.expect("her emails", s.subjects(), "We are checking your payment\nYour payment has been refunded")
			s.order(s.buyer, s.tier) // it can be bought again
		})
	}
}

func TestWhoseRefundedPaymentWasAuthorizedFirstMayOrderAgain(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	paid := s.pay(s.order(s.buyer, s.tier), fakerazorpay.WrongAmount)
	events := s.Razorpay.Events(paid.PaymentID)
	s.Razorpay.SetSwitches(fakerazorpay.Switches{Fault: fakerazorpay.BadGateway})
	s.deliver(events[0])
	s.expect("the status", s.onlyTransaction().GetString("status"), "authorized")
	s.Razorpay.SetSwitches(fakerazorpay.Switches{})
	s.deliver(events...)
	for range 2 { // in two halves
		_, err := s.Razorpay.Refund(paid.PaymentID, 2949900/2)
		s.must(err)
		s.deliver(s.Razorpay.Events(paid.PaymentID)...)
	}
	s.expect("attention", s.onlyTransaction().GetString("attention"), "")
	s.deliver(events...) // late, once more
	s.expect("the status", s.onlyTransaction().GetString("status"), "failed")
	s.order(s.buyer, s.tier)
}

func TestARefundThatTheProviderRefusesIsRaisedAgain(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	paid := s.payShort()
	admin := s.SignedIn("admins", nil)
	s.Razorpay.SetSwitches(fakerazorpay.Switches{Webhooks: fakerazorpay.WebhookFaults{Drop: true}})
	_, err := s.Razorpay.Refund(paid.PaymentID, 100) // a part of it, in the provider's dashboard
	s.must(err)
	path := "/api/transactions/" + s.onlyTransaction().Id + "/refund"
	s.expect("the request", admin.Post(path,
		map[string]any{"reason": "Paid short", "password": testapp.Password}).Status, 202)
	s.must(s.Jobs.Drain(s.Context()))
	s.expect("the row", s.listAllRecords("refunds")[0].GetString("state"), "failed")
	s.expect("attention", s.onlyTransaction().GetString("attention"), "wrong-amount")
	s.expect("emails to the office", len(s.Inbox(testapp.AdminEmail)), 2)
}
