package payments_test

import (
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/dbx"

	sandbox "boardcircle/pb_hooks/demo/fakerazorpay"
	"boardcircle/pb_hooks/internal/config"
	"boardcircle/pb_hooks/internal/testapp"
)

func TestWithoutAKeyNothingIsSold(t *testing.T) {
	t.Parallel()
	s := newFixture(t, testapp.WithConfig(func(c *config.Config) { c.Razorpay = config.Razorpay{} }))
	answer := s.buyer.Post("/api/payments/create-order", orderBody(s.tier))
	s.expect("the status", answer.Status, 503)
	s.expect("the sentence", answer.Message(), "Online payment is not set up yet. Please contact us to join.")
	s.expect("transactions", len(s.listAllRecords("transactions")), 0)
	s.expect("her membership", s.buyer.Get("/api/memberships/mine").JSON["membership"], nil)
}

func TestAProviderInTroubleLosesAndDoublesNoOrder(t *testing.T) {
	t.Parallel()
	const apology = "The payment service is not answering properly at the moment. Nothing was charged; please try again in a few minutes."
	for _, fault := range []sandbox.Fault{
		sandbox.TooMany, sandbox.ServerError, sandbox.ServerHTML, sandbox.BadGateway, sandbox.Unauthorised, sandbox.Empty, sandbox.Drop,
	} {
		t.Run("before the order is made: "+string(fault), func(t *testing.T) {
			t.Parallel()
			s := newFixture(t)
			s.Razorpay.SetSwitches(sandbox.Switches{Fault: fault})
			answer := s.buyer.Post("/api/payments/create-order", orderBody(s.tier))
			s.expect("the status", answer.Status, 502)
			s.expect("the sentence", answer.Message(), apology)
			s.Razorpay.SetSwitches(sandbox.Switches{})
			s.expect("the next try", s.callback(s.buyer, s.pay(s.order(s.buyer, s.tier), sandbox.Success)).JSON["status"], "completed")
			s.onlyTransaction()
		})
	}
	for _, fault := range []sandbox.Fault{sandbox.CommitThenDrop, sandbox.CommitThenError, sandbox.CommitThenHTML, sandbox.CommitThenEmpty} {
		t.Run("after the order was made: "+string(fault), func(t *testing.T) {
			t.Parallel()
			s := newFixture(t)
			s.Razorpay.SetSwitches(sandbox.Switches{Fault: fault, Only: "POST /orders"})
			order := s.order(s.buyer, s.tier) // adopted by its receipt
			s.expect("the order", s.onlyTransaction().GetString("razorpayOrderId"), order)
			s.expect("calls that make an order", s.Razorpay.Calls(), 1)
		})
		t.Run("and the look-up fails too: "+string(fault), func(t *testing.T) {
			t.Parallel()
			s := newFixture(t)
			s.Razorpay.SetSwitches(sandbox.Switches{Fault: fault})
			s.expect("the status", s.buyer.Post("/api/payments/create-order", orderBody(s.tier)).Status, 502)
			s.Razorpay.SetSwitches(sandbox.Switches{Only: "POST /orders"})
			order := s.order(s.buyer, s.tier)
			s.expect("the order", s.onlyTransaction().GetString("razorpayOrderId"), order)
			s.expect("calls that make a second order", s.Razorpay.Calls(), 0)
		})
	}
}

func TestAConfirmationWithoutTheProviderIsProcessing(t *testing.T) {
	t.Parallel()
	for _, fault := range []sandbox.Fault{sandbox.ServerHTML, sandbox.Empty, sandbox.Drop, sandbox.TooMany} {
		t.Run(string(fault), func(t *testing.T) {
			t.Parallel()
			s := newFixture(t)
			outcome := s.pay(s.order(s.buyer, s.tier), sandbox.Success)
			s.Razorpay.SetSwitches(sandbox.Switches{Fault: fault})
			answer := s.callback(s.buyer, outcome)
			s.expect("the status code", answer.Status, 200)
			s.expect("the status", answer.JSON["status"], "processing")
			s.expect("the transaction", s.onlyTransaction().GetString("status"), "pending")

			s.Razorpay.SetSwitches(sandbox.Switches{})
			s.Clock.Advance(2 * time.Minute)
			s.must(s.Jobs.Drain(s.Context()))
			s.expect("the transaction", s.onlyTransaction().GetString("status"), "completed")
		})
	}
}

func TestOneStubbornOrderHoldsUpNoOther(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	stubborn := s.order(s.buyer, s.tier)
	other := s.member()
	order := s.order(other, s.tier)
	s.pay(order, sandbox.Success)
	s.Razorpay.SetSwitches(sandbox.Switches{Fault: sandbox.ServerError, Only: "GET /orders/" + stubborn})
	s.Clock.Advance(2 * time.Minute)
	s.must(s.Jobs.Drain(s.Context()))
	waiting := s.listRecords("jobs", "runAt", dbx.HashExp{"type": "payments.sync", "state": "queued"})
	if len(waiting) != 1 || waiting[0].GetString("error") == "" {
		t.Errorf("%d checks wait, or the reason is not stored", len(waiting))
	}
	s.expect("the other", s.listRecords("transactions", "id", dbx.HashExp{"razorpayOrderId": order})[0].GetString("status"), "completed")
}

func TestAWrongAmountOrCurrencyNeverCompletes(t *testing.T) {
	t.Parallel()
	for _, apiIsUp := range []bool{true, false} {
		for _, course := range []sandbox.Lifecycle{sandbox.WrongAmount, sandbox.WrongCurrency} {
			t.Run(string(course), func(t *testing.T) {
				t.Parallel()
				s := newFixture(t)
				order := s.order(s.buyer, s.tier)
				outcome := s.pay(order, course)
				if !apiIsUp {
					s.Razorpay.SetSwitches(sandbox.Switches{Fault: sandbox.BadGateway})
				}
				s.expect("the confirmation", s.callback(s.buyer, outcome).JSON["status"], "processing")
				s.deliver(s.Razorpay.Events(order)...)
				s.Razorpay.SetSwitches(sandbox.Switches{})
				s.reconcile()
				sale := s.onlyTransaction()
				s.expect("attention", sale.GetString("attention"), "wrong-amount")
				s.expect("memberships", len(s.listAllRecords("memberships"))+len(s.listAllRecords("invoices")), 0)
				if settled := sale.GetString("status"); settled == "completed" || settled == "refunded" {
					s.Errorf("the sale is %s", settled)
				}
				s.Drain()
				s.expect("letters to the office", len(s.Brevo.Messages(testapp.AdminEmail)), 1)

				// A matter that an admin has cleared is not raised again.
				sale.Set("attention", "")
				s.must(s.PB.Save(sale))
				s.reconcile()
				s.expect("attention after it was cleared", s.onlyTransaction().GetString("attention"), "")

				_, err := s.Razorpay.Refund(outcome.PaymentID, 0)
				s.must(err)
				s.deliver(s.Razorpay.Events(order)...)
				s.expect("documents", len(s.listAllRecords("invoices")), 0)
			})
		}
	}
}

func TestASignatureThatIsNotTheCheckoutsProvesNothing(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	outcome := s.pay(s.order(s.buyer, s.tier), sandbox.Success)
	genuine := *outcome.Fields

	forged := genuine
	forged.Signature = "00" + genuine.Signature[2:]
	swapped := genuine
	swapped.PaymentID, swapped.OrderID = genuine.OrderID, genuine.PaymentID
	for name, fields := range map[string]sandbox.CheckoutFields{"a forged one": forged, "swapped ids": swapped} {
		answer := s.buyer.Post("/api/payments/verify", fields)
		if answer.Status != 400 && answer.Status != 404 {
			t.Errorf("%s: %d %s", name, answer.Status, answer.Body)
		}
	}
	s.expect("nothing", s.buyer.Post("/api/payments/verify", map[string]any{}).Field("razorpay_signature"), "Signature is required")
	s.expect("the transaction", s.onlyTransaction().GetString("status"), "pending")

	stranger := s.member()
	s.expect("a stranger's callback", stranger.Post("/api/payments/verify", genuine).Status, 404)
	s.expect("her own", s.buyer.Post("/api/payments/verify", genuine).JSON["status"], "completed")
	s.Razorpay.SetSwitches(sandbox.Switches{})
	s.expect("her own again", s.buyer.Post("/api/payments/verify", genuine).JSON["status"], "completed")
	s.expect("calls for what is known", s.Razorpay.Calls(), 0)
}

func TestAnInvoiceIsForItsBuyerAndForAdminsAndForNobodyElse(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	outcome := s.pay(s.order(s.buyer, s.tier), sandbox.Success)
	path := "/api/transactions/" + s.onlyTransaction().Id + "/invoice"
	s.expect("before it is completed", s.buyer.Get(path).Status, 404)
	s.callback(s.buyer, outcome)
	for name, caller := range map[string]*testapp.Visitor{
		"its buyer": s.buyer, "an admin": s.SignedIn("admins", nil), "a member who is an admin": s.SignedIn("users", map[string]any{"isAdmin": true}),
	} {
		answer := caller.Get(path)
		if answer.Status != 200 || !strings.HasPrefix(answer.Body, "%PDF-") || answer.Header.Get("Content-Type") != "application/pdf" {
			t.Errorf("%s: %d %.80s", name, answer.Status, answer.Body)
		}
		s.expect("the file", answer.Header.Get("Content-Disposition"), `attachment; filename="receipt-BR-26-27-000001.pdf"`)
	}
	s.expect("another member", s.member().Get(path).Status, 404)
	s.expect("nobody", s.Visitor().Get(path).Status, 401)
	s.expect("no such transaction", s.buyer.Get("/api/transactions/nosuchrecord000/invoice").Status, 404)
}

func TestAMemberSeesNothingOfAnother(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.callback(s.buyer, s.pay(s.order(s.buyer, s.tier), sandbox.Success))
	stranger := s.member()
	mine := stranger.Get("/api/memberships/mine")
	s.expect("her membership", mine.JSON["membership"], nil)
	s.expect("her transactions", len(mine.JSON["transactions"].([]any)), 0)
	s.expect("nobody's", s.Visitor().Get("/api/memberships/mine").Status, 401)
}
