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

func TestNothingIsSoldWithoutAnAPIKey(t *testing.T) {
	t.Parallel()
	s := newFixture(t, testapp.WithConfig(func(c *config.Config) { c.Razorpay = config.Razorpay{} }))
	answer := s.buyer.Post("/api/payments/create-order", orderBody(s.tier))
	s.expect("the status", answer.Status, 503)
	s.expect("the message", answer.Message(), "Online payment is not set up yet. Please contact us to join.")
	s.expect("transactions", len(s.listAllRecords("transactions")), 0)
	s.expect("the membership", s.buyer.Get("/api/memberships/mine").JSON["membership"], nil)
}

func TestAFailingProviderNeitherLosesNorDoublesAnOrder(t *testing.T) {
	t.Parallel()
	const apology = "The payment service is not responding properly at the moment. Nothing was charged. Please try again in a few minutes."
	for _, fault := range []fakerazorpay.Fault{
		fakerazorpay.TooMany, fakerazorpay.ServerError, fakerazorpay.ServerHTML, fakerazorpay.BadGateway, fakerazorpay.Unauthorised, fakerazorpay.Empty, fakerazorpay.Drop,
	} {
		t.Run("before the order is created: "+string(fault), func(t *testing.T) {
			t.Parallel()
			s := newFixture(t)
			s.Razorpay.SetSwitches(fakerazorpay.Switches{Fault: fault})
			answer := s.buyer.Post("/api/payments/create-order", orderBody(s.tier))
			s.expect("the status", answer.Status, 502)
			s.expect("the message", answer.Message(), apology)
			s.Razorpay.SetSwitches(fakerazorpay.Switches{})
			s.expect("the status of the next payment", s.callback(s.buyer,
				s.pay(s.order(s.buyer, s.tier), fakerazorpay.Success)).JSON["status"], "completed")
			s.onlyTransaction()
		})
	}
	for _, fault := range []fakerazorpay.Fault{fakerazorpay.CommitThenDrop, fakerazorpay.CommitThenError, fakerazorpay.CommitThenHTML, fakerazorpay.CommitThenEmpty} {
		t.Run("after the order was created: "+string(fault), func(t *testing.T) {
			t.Parallel()
			s := newFixture(t)
			s.Razorpay.SetSwitches(fakerazorpay.Switches{Fault: fault, Only: "POST /orders"})
			order := s.order(s.buyer, s.tier) // found by its receipt
			s.expect("razorpayOrderId", s.onlyTransaction().GetString("razorpayOrderId"), order)
			s.expect("calls that create an order", s.Razorpay.Calls(), 1)
		})
		t.Run("the look-up by receipt fails too: "+string(fault), func(t *testing.T) {
			t.Parallel()
			s := newFixture(t)
			s.Razorpay.SetSwitches(fakerazorpay.Switches{Fault: fault})
			s.expect("the status", s.buyer.Post("/api/payments/create-order", orderBody(s.tier)).Status, 502)
			s.Razorpay.SetSwitches(fakerazorpay.Switches{Only: "POST /orders"})
			order := s.order(s.buyer, s.tier)
			s.expect("razorpayOrderId", s.onlyTransaction().GetString("razorpayOrderId"), order)
			s.expect("calls that create a second order", s.Razorpay.Calls(), 0)
		})
	}
}

func TestTheCallbackAnswersProcessingWhileTheProviderIsDown(t *testing.T) {
	t.Parallel()
	for _, fault := range []fakerazorpay.Fault{fakerazorpay.ServerHTML, fakerazorpay.Empty, fakerazorpay.Drop, fakerazorpay.TooMany} {
		t.Run(string(fault), func(t *testing.T) {
			t.Parallel()
			s := newFixture(t)
			paid := s.pay(s.order(s.buyer, s.tier), fakerazorpay.Success)
			s.Razorpay.SetSwitches(fakerazorpay.Switches{Fault: fault})
			answer := s.callback(s.buyer, paid)
			s.expect("the status code", answer.Status, 200)
			s.expect("the status of the payment", answer.JSON["status"], "processing")
			s.expect("the status of the transaction", s.onlyTransaction().GetString("status"), "pending")

			s.Razorpay.SetSwitches(fakerazorpay.Switches{})
			s.Clock.Advance(2 * time.Minute)
			s.must(s.Jobs.Drain(s.Context()))
			s.expect("the status of the transaction when the provider is up", s.onlyTransaction().GetString("status"),
				"completed")
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
	queued := s.listRecords("jobs", "runAt", dbx.HashExp{"type": "payments.sync", "state": "queued"})
	if len(queued) != 1 || queued[0].GetString("error") == "" {
		t.Errorf("%d queued syncs, want one with an error", len(queued))
	}
	s.expect("the status of the other transaction", s.listRecords("transactions", "id",
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
				s.expect("the status of the payment", s.callback(s.buyer, paid).JSON["status"], "processing")
				s.deliver(s.Razorpay.Events(order)...)
				s.Razorpay.SetSwitches(fakerazorpay.Switches{})
				s.reconcile()
				transaction := s.onlyTransaction()
				s.expect("attention", transaction.GetString("attention"), "wrong-amount")
				s.expect("memberships and documents",
					len(s.listAllRecords("memberships"))+len(s.listAllRecords("invoices")), 0)
				if status := transaction.GetString("status"); status == "completed" || status == "refunded" {
					s.Errorf("status = %s, want neither completed nor refunded", status)
				}
				s.Drain()
				s.expect("emails to the admin", len(s.Brevo.Messages(testapp.AdminEmail)), 1)

				// Attention that an admin has cleared is not set again.
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
	for name, fields := range map[string]fakerazorpay.CheckoutFields{"a forged signature": forged,
		"swapped ids": swapped} {
		answer := s.buyer.Post("/api/payments/verify", fields)
		if answer.Status != 400 && answer.Status != 404 {
			t.Errorf("%s: status = %d, want 400 or 404: %s", name, answer.Status, answer.Body)
		}
	}
	s.expect("the error of an empty body", s.buyer.Post("/api/payments/verify",
		map[string]any{}).Field("razorpay_signature"),
		"Signature is required")
	s.expect("the status of the transaction", s.onlyTransaction().GetString("status"), "pending")

	other := s.member()
	s.expect("the status of another member's callback", other.Post("/api/payments/verify", genuine).Status, 404)
	s.expect("the result of the buyer's callback", s.buyer.Post("/api/payments/verify", genuine).JSON["status"],
		"completed")
	s.Razorpay.SetSwitches(fakerazorpay.Switches{})
	s.expect("the result of a repeated callback", s.buyer.Post("/api/payments/verify", genuine).JSON["status"],
		"completed")
	s.expect("calls to the provider for the repeated callback", s.Razorpay.Calls(), 0)
}

func TestOnlyTheBuyerAndAdminsCanDownloadAnInvoice(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	paid := s.pay(s.order(s.buyer, s.tier), fakerazorpay.Success)
	path := "/api/transactions/" + s.onlyTransaction().Id + "/invoice"
	s.expect("the status before the payment is completed", s.buyer.Get(path).Status, 404)
	s.callback(s.buyer, paid)
	for name, caller := range map[string]*testapp.Visitor{
		"its buyer": s.buyer, "an admin": s.SignedIn("admins", nil), "a member who is an admin": s.SignedIn("users", map[string]any{"isAdmin": true}),
	} {
		answer := caller.Get(path)
		if answer.Status != 200 || !strings.HasPrefix(answer.Body, "%PDF-") ||
			answer.Header.Get("Content-Type") != "application/pdf" {
			t.Errorf("%s: status = %d, want 200 and a PDF: %.80s", name, answer.Status, answer.Body)
		}
		s.expect("Content-Disposition", answer.Header.Get("Content-Disposition"),
			`attachment; filename="receipt-BR-26-27-000001.pdf"`)
	}
	s.expect("the status for another member", s.member().Get(path).Status, 404)
	s.expect("the status for a visitor", s.Visitor().Get(path).Status, 401)
	s.expect("the status of an unknown transaction", s.buyer.Get("/api/transactions/nosuchrecord000/invoice").Status,
		404)
}

// A browser may be signed in to the console too, with an account that may not read documents.
func TestABuyerWhoIsSignedInToTheConsoleReadsTheirOwnDocuments(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	buyer := s.CreateAccount("users", map[string]any{"email": "bina@example.com"})
	s.callback(s.SignedInAs(buyer), s.pay(s.order(s.SignedInAs(buyer), s.tier), fakerazorpay.Success))
	sale := s.onlyTransaction()
	invoice, err := invoices.FindByTransaction(s.PB, sale.Id)
	s.must(err)
	paths := []string{"/api/transactions/" + sale.Id + "/invoice", "/api/documents/" + invoice.Id}
	expect := func(what string, admin map[string]any, user *core.Record, want int) {
		t.Helper()
		both := s.SignedIn("admins", admin)
		both.SetCookie("session", s.Token(user))
		for _, path := range paths {
			s.expect("the status of "+path+" for "+what, both.Get(path).Status, want)
		}
	}
	other := s.CreateAccount("users", nil)
	for _, role := range []string{"editor", "reviewer"} {
		expect("the buyer as "+role, map[string]any{"role": role}, buyer, 200)
		expect("another member as "+role, map[string]any{"role": role}, other, 404)
	}
	expect("another member as the office", map[string]any{"role": "office"}, other, 200)
	requireTwoSteps(s)
	expect("the buyer as an admin without a second factor", nil, buyer, 200)
}

// If two-step sign-in is mandatory, a member with admin rights who has not set it up sees only their own documents.
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
		s.expect("the status of "+path+" for a member with admin rights", member.Get(path).Status, 200)
	}
	s.expect("the status of saving the settings", requireTwoSteps(s).Status, 200)
	for _, path := range paths {
		s.expect("the status of "+path+" for a member with admin rights and no second factor", member.Get(path).Status,
			404)
		s.expect("the status of "+path+" for the buyer", s.buyer.Get(path).Status, 200)
		if status := admin.Get(path).Status; status < 400 {
			t.Errorf("%s for an admin without a second factor: status = %d, want an error", path, status)
		}
	}
}

// requireTwoSteps makes two-step sign-in mandatory for admins.
func requireTwoSteps(s *fixture) testapp.Response {
	staff := s.SignedIn(core.CollectionNameSuperusers, nil)
	change := map[string]any{"key": "site", "gstRate": 18, "totpRequired": true}
	if existing, err := s.PB.FindFirstRecordByData("settings", "key", "site"); err == nil {
		return staff.Send("PATCH", "/api/collections/settings/records/"+existing.Id, change)
	}
	return staff.Post("/api/collections/settings/records", change)
}

func TestAMemberSeesNoMembershipOfAnotherMember(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.callback(s.buyer, s.pay(s.order(s.buyer, s.tier), fakerazorpay.Success))
	other := s.member()
	mine := other.Get("/api/memberships/mine")
	s.expect("the membership", mine.JSON["membership"], nil)
	s.expect("transactions", len(mine.JSON["transactions"].([]any)), 0)
	s.expect("the status for a visitor", s.Visitor().Get("/api/memberships/mine").Status, 401)
}
