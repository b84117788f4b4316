package routetest

import (
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/demo/fakerazorpay"
	"boardcircle/pb_hooks/internal/config"
	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/payments/invoices"
)

func TestWithoutAKeyNothingCanBeBought(t *testing.T) {
	t.Parallel()
	s := newFixture(t, testapp.WithConfig(func(c *config.Config) { c.Razorpay = config.Razorpay{} }))
	answer := s.buyer.Post("/api/payments/create-order", orderBody(s.tier))
	s.expect("the status", answer.Status, 503)
	s.expect("the sentence", answer.Message(), "Online payment is not set up yet. Please contact us to join.")
	s.expect("transactions", len(s.listAllRecords("transactions")), 0)
	s.expect("the membership", s.buyer.Get("/api/memberships/mine").JSON["membership"], nil)
}

func TestAFailingProviderNeitherLosesNorDoublesAnOrder(t *testing.T) {
	t.Parallel()
	const apology = "The payment service is not responding properly at the moment. Nothing was charged. Please try again in a few minutes."
	for _, fault := range []fakerazorpay.Fault{
		fakerazorpay.TooMany, fakerazorpay.ServerError, fakerazorpay.ServerHTML, fakerazorpay.BadGateway, fakerazorpay.Unauthorised, fakerazorpay.Empty, fakerazorpay.Drop,
	} {
		t.Run("before the order is made: "+string(fault), func(t *testing.T) {
			t.Parallel()
			s := newFixture(t)
			s.Razorpay.SetSwitches(fakerazorpay.Switches{Fault: fault})
			answer := s.buyer.Post("/api/payments/create-order", orderBody(s.tier))
			s.expect("the status", answer.Status, 502)
			s.expect("the sentence", answer.Message(), apology)
			s.Razorpay.SetSwitches(fakerazorpay.Switches{})
			s.expect("the next try", s.callback(s.buyer,
				s.pay(s.order(s.buyer, s.tier), fakerazorpay.Success)).JSON["status"], "completed")
			s.onlyTransaction()
		})
	}
	for _, fault := range []fakerazorpay.Fault{fakerazorpay.CommitThenDrop, fakerazorpay.CommitThenError, fakerazorpay.CommitThenHTML, fakerazorpay.CommitThenEmpty} {
		t.Run("after the order was made: "+string(fault), func(t *testing.T) {
			t.Parallel()
			s := newFixture(t)
			s.Razorpay.SetSwitches(fakerazorpay.Switches{Fault: fault, Only: "POST /orders"})
			order := s.order(s.buyer, s.tier) // adopted by its receipt
			s.expect("the order", s.onlyTransaction().GetString("razorpayOrderId"), order)
			s.expect("calls that make an order", s.Razorpay.Calls(), 1)
		})
		t.Run("and the look-up fails too: "+string(fault), func(t *testing.T) {
			t.Parallel()
			s := newFixture(t)
			s.Razorpay.SetSwitches(fakerazorpay.Switches{Fault: fault})
			s.expect("the status", s.buyer.Post("/api/payments/create-order", orderBody(s.tier)).Status, 502)
			s.Razorpay.SetSwitches(fakerazorpay.Switches{Only: "POST /orders"})
			order := s.order(s.buyer, s.tier)
			s.expect("the order", s.onlyTransaction().GetString("razorpayOrderId"), order)
			s.expect("calls that make a second order", s.Razorpay.Calls(), 0)
		})
	}
}

func TestAVerificationWhileTheProviderIsDownIsProcessing(t *testing.T) {
	t.Parallel()
	for _, fault := range []fakerazorpay.Fault{fakerazorpay.ServerHTML, fakerazorpay.Empty, fakerazorpay.Drop, fakerazorpay.TooMany} {
		t.Run(string(fault), func(t *testing.T) {
			t.Parallel()
			s := newFixture(t)
			paid := s.pay(s.order(s.buyer, s.tier), fakerazorpay.Success)
			s.Razorpay.SetSwitches(fakerazorpay.Switches{Fault: fault})
			answer := s.callback(s.buyer, paid)
			s.expect("the status code", answer.Status, 200)
			s.expect("the status", answer.JSON["status"], "processing")
			s.expect("the transaction", s.onlyTransaction().GetString("status"), "pending")

			s.Razorpay.SetSwitches(fakerazorpay.Switches{})
			s.Clock.Advance(2 * time.Minute)
			s.must(s.Jobs.Drain(s.Context()))
			s.expect("the transaction", s.onlyTransaction().GetString("status"), "completed")
		})
	}
}

func TestOneFailingOrderDoesNotDelayAnother(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	failing := s.order(s.buyer, s.tier)
	other := s.member()
	order := s.order(other, s.tier)
	s.pay(order, fakerazorpay.Success)
	s.Razorpay.SetSwitches(fakerazorpay.Switches{Fault: fakerazorpay.ServerError, Only: "GET /orders/" + failing})
	s.Clock.Advance(2 * time.Minute)
	s.must(s.Jobs.Drain(s.Context()))
	waiting := s.listRecords("jobs", "runAt", dbx.HashExp{"type": "payments.sync", "state": "queued"})
	if len(waiting) != 1 || waiting[0].GetString("error") == "" {
		t.Errorf("%d checks wait, or the reason is not stored", len(waiting))
	}
	s.expect("the other", s.listRecords("transactions", "id",
		dbx.HashExp{"razorpayOrderId": order})[0].GetString("status"), "completed")
}

func TestAWrongAmountOrCurrencyNeverCompletes(t *testing.T) {
	t.Parallel()
	for _, apiIsUp := range []bool{true, false} {
		for _, lifecycle := range []fakerazorpay.Lifecycle{fakerazorpay.WrongAmount, fakerazorpay.WrongCurrency} {
			t.Run(string(lifecycle), func(t *testing.T) {
				t.Parallel()
				s := newFixture(t)
				order := s.order(s.buyer, s.tier)
				paid := s.pay(order, lifecycle)
				if !apiIsUp {
					s.Razorpay.SetSwitches(fakerazorpay.Switches{Fault: fakerazorpay.BadGateway})
				}
				s.expect("the confirmation", s.callback(s.buyer, paid).JSON["status"], "processing")
				s.deliver(s.Razorpay.Events(order)...)
				s.Razorpay.SetSwitches(fakerazorpay.Switches{})
				s.reconcile()
				transaction := s.onlyTransaction()
				s.expect("attention", transaction.GetString("attention"), "wrong-amount")
				s.expect("memberships", len(s.listAllRecords("memberships"))+len(s.listAllRecords("invoices")), 0)
				if settled := transaction.GetString("status"); settled == "completed" || settled == "refunded" {
					s.Errorf("the transaction is %s", settled)
				}
				s.Drain()
				s.expect("emails to the admin", len(s.Brevo.Messages(testapp.AdminEmail)), 1)

				// A matter that an admin has cleared is not raised again.
				transaction.Set("attention", "")
				s.must(s.PB.Save(transaction))
				s.reconcile()
				s.expect("attention after it was cleared", s.onlyTransaction().GetString("attention"), "")

				_, err := s.Razorpay.Refund(paid.PaymentID, 0)
				s.must(err)
				s.deliver(s.Razorpay.Events(order)...)
				s.expect("documents", len(s.listAllRecords("invoices")), 0)
			})
		}
	}
}

func TestAnInvalidCheckoutSignatureIsRefused(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	paid := s.pay(s.order(s.buyer, s.tier), fakerazorpay.Success)
	genuine := *paid.Fields

	forged := genuine
	forged.Signature = "00" + genuine.Signature[2:]
	swapped := genuine
	swapped.PaymentID, swapped.OrderID = genuine.OrderID, genuine.PaymentID
	for name, fields := range map[string]fakerazorpay.CheckoutFields{"a forged one": forged, "swapped ids": swapped} {
		answer := s.buyer.Post("/api/payments/verify", fields)
		if answer.Status != 400 && answer.Status != 404 {
			t.Errorf("%s: %d %s", name, answer.Status, answer.Body)
		}
	}
	s.expect("nothing", s.buyer.Post("/api/payments/verify", map[string]any{}).Field("razorpay_signature"),
		"Signature is required")
	s.expect("the transaction", s.onlyTransaction().GetString("status"), "pending")

	other := s.member()
	s.expect("another user's callback", other.Post("/api/payments/verify", genuine).Status, 404)
	s.expect("the buyer's callback", s.buyer.Post("/api/payments/verify", genuine).JSON["status"], "completed")
	s.Razorpay.SetSwitches(fakerazorpay.Switches{})
	s.expect("the buyer's callback again", s.buyer.Post("/api/payments/verify", genuine).JSON["status"], "completed")
	s.expect("calls for what is known", s.Razorpay.Calls(), 0)
}

func TestOnlyTheBuyerAndAdminsCanDownloadAnInvoice(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	paid := s.pay(s.order(s.buyer, s.tier), fakerazorpay.Success)
	path := "/api/transactions/" + s.onlyTransaction().Id + "/invoice"
	s.expect("before it is completed", s.buyer.Get(path).Status, 404)
	s.callback(s.buyer, paid)
	for name, caller := range map[string]*testapp.Visitor{
		"its buyer": s.buyer, "an admin": s.SignedIn("admins", nil), "a member who is an admin": s.SignedIn("users", map[string]any{"isAdmin": true}),
	} {
		answer := caller.Get(path)
		if answer.Status != 200 || !strings.HasPrefix(answer.Body, "%PDF-") ||
			answer.Header.Get("Content-Type") != "application/pdf" {
			t.Errorf("%s: %d %.80s", name, answer.Status, answer.Body)
		}
		s.expect("the file", answer.Header.Get("Content-Disposition"),
			`attachment; filename="receipt-BR-26-27-000001.pdf"`)
	}
	s.expect("another member", s.member().Get(path).Status, 404)
	s.expect("a visitor", s.Visitor().Get(path).Status, 401)
	s.expect("no such transaction", s.buyer.Get("/api/transactions/nosuchrecord000/invoice").Status, 404)
}

// Where two-step sign-in is mandatory, admin rights without it open nobody else's documents.
func TestAdminRightsWithoutTheMandatorySecondFactorOpenNoDocument(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.callback(s.buyer, s.pay(s.order(s.buyer, s.tier), fakerazorpay.Success))
	invoice, err := invoices.FindByTransaction(s.PB, s.onlyTransaction().Id)
	if err != nil {
		t.Fatal(err)
	}
	paths := []string{"/api/transactions/" + s.onlyTransaction().Id + "/invoice", "/api/documents/" + invoice.Id}
	member, admin := s.SignedIn("users", map[string]any{"isAdmin": true}), s.SignedIn("admins", nil)
	for _, path := range paths {
		s.expect(path+" for a member with rights", member.Get(path).Status, 200)
	}
	s.expect("the settings", requireTwoSteps(s).Status, 200)
	for _, path := range paths {
		s.expect(path+" for a member with rights and no second factor", member.Get(path).Status, 404)
		s.expect(path+" for its buyer", s.buyer.Get(path).Status, 200)
		if status := admin.Get(path).Status; status < 400 {
			t.Errorf("%s for an admin without a second factor: %d", path, status)
		}
	}
}

// requireTwoSteps makes two-step sign-in mandatory in the console.
func requireTwoSteps(s *fixture) testapp.Response {
	staff := s.SignedIn(core.CollectionNameSuperusers, nil)
	change := map[string]any{"key": "site", "gstRate": 18, "totpRequired": true}
	if existing, err := s.PB.FindFirstRecordByData("settings", "key", "site"); err == nil {
		return staff.Send("PATCH", "/api/collections/settings/records/"+existing.Id, change)
	}
	return staff.Post("/api/collections/settings/records", change)
}

func TestAMemberSeesNothingOfAnotherMember(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.callback(s.buyer, s.pay(s.order(s.buyer, s.tier), fakerazorpay.Success))
	other := s.member()
	mine := other.Get("/api/memberships/mine")
	s.expect("the membership", mine.JSON["membership"], nil)
	s.expect("the transactions", len(mine.JSON["transactions"].([]any)), 0)
	s.expect("a visitor", s.Visitor().Get("/api/memberships/mine").Status, 401)
}
