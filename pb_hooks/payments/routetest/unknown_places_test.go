package routetest

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/demo/fakebrevo"
	"boardcircle/pb_hooks/demo/fakerazorpay"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/testapp"
)

// unplacedCharge returns a charge of a mandate that was sold before the registration for GST, to a buyer who has not
// stated where they are.
func (s *fixture) unplacedCharge() *core.Record {
	s.Helper()
	s.apply(situation{status: "unregistered", rate: 18})
	mandate := s.subscribe(s.buyer, s.renewing("monthly", "monthly", 600))
	s.apply(registeredAt(18))
	s.Clock.Advance(31 * day)
	_, err := s.Razorpay.Charge(mandate)
	s.must(err)
	s.deliver(s.Razorpay.Events(mandate)...)
	s.Drain()
	charges := s.listAllRecords("transactions")
	s.expect("transactions", len(charges), 2)
	return charges[1]
}

// reload reads a transaction again.
func (s *fixture) reload(t *core.Record) *core.Record {
	s.Helper()
	t, err := s.PB.FindRecordById("transactions", t.Id)
	s.must(err)
	return t
}

func (s *fixture) countDocuments(t *core.Record) int {
	s.Helper()
	return len(s.listRecords("invoices", "issuedAt", dbx.HashExp{"transactionId": t.Id}))
}

// latestEmail returns the text of the latest email to the buyer.
func (s *fixture) latestEmail() fakebrevo.Message {
	s.Helper()
	return s.Inbox("asha@example.com")[0]
}

func (s *fixture) stateOwnState() {
	s.Helper()
	s.expect("the status of the billing profile",
		s.buyer.Send(http.MethodPut, "/api/billing-profile", billingIn("29", "560025")).Status, 200)
	s.Drain()
}

func TestAChargeWithoutAStateHasNoInvoiceUntilTheMemberStatesIt(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	admin := withOwnAddress(s.SignedIn("admins", nil))
	charge := s.unplacedCharge()
	path := "/api/transactions/" + charge.Id
	s.step("the money is captured and the membership continues, without a document", func(s *fixture) {
		s.expect("the status", charge.GetString("status"), "completed")
		s.expect("terms", len(s.listRecords("memberships", "id", dbx.HashExp{"transactionId": charge.Id})), 1)
		s.expect("documents", s.countDocuments(charge), 0)
		s.expect("the place of supply", charge.GetString("billingState"), "")
		if text := s.latestEmail().Text; !strings.Contains(text, "Please enter your state") {
			s.Errorf("the email to the buyer does not ask for the state: %s", text)
		}
		s.checkLedger()
	})
	s.step("the office is asked to see to it", func(s *fixture) {
		listed := admin.Get("/api/transactions?attention=place-unknown")
		if !strings.Contains(listed.Body, charge.Id) || !strings.Contains(listed.Body, "ask the member to enter their state") {
			s.Errorf("the flagged transactions do not have the charge: %s", listed.Body)
		}
		office := s.Inbox(testapp.AdminEmail)
		if len(office) == 0 || !strings.Contains(office[0].Text, "enter their state") {
			s.Error("the office got no email")
		}
		s.expect("the status of a resolution by hand", admin.Send(http.MethodDelete, path+"/attention", nil).Status, 409)
		s.expect("the document is not found", s.buyer.Get(path+"/invoice").Status, 404)
		s.expect("the page has no step to clear it", strings.Contains(admin.Get(path).Body, "clear-attention"), false)
	})
	s.step("the state issues the invoice once", func(s *fixture) {
		s.Clock.Advance(3 * day)
		s.stateOwnState()
		s.stateOwnState()
		s.expect("documents", s.countDocuments(charge), 1)
		invoice := s.issuedDocument(charge.Id, "tax-invoice")
		s.expect("the place of supply", invoice["placeOfSupply"].(map[string]any)["code"], "29")
		s.expect("the tax", taxLines(invoice["taxes"]), taxLines([]any{map[string]any{"name": "IGST", "rate": "18", "amount": 10800.0}}))
		s.expect("the date of issue", invoice["issuedAt"].(string)[:10], india.Day(s.Clock.Now()))
		paidAt := invoice["payment"].(map[string]any)["paidAt"].(string)
		s.expect("the date of the payment differs", paidAt[:10] == invoice["issuedAt"].(string)[:10], false)
		s.expect("the flag", s.reload(charge).GetString("attention"), "")
		if email := s.latestEmail(); !strings.Contains(email.Subject, "tax invoice") || len(email.Attachments) != 1 {
			s.Errorf("the email with the invoice is %q with %d attachments", email.Subject, len(email.Attachments))
		}
	})
}

func TestARefundBeforeTheStateIsKnownIsCreditedWithTheInvoice(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	charge := s.unplacedCharge()
	payment := charge.GetString("razorpayPaymentId")
	_, err := s.Razorpay.Refund(payment, 11800)
	s.must(err)
	s.deliver(s.Razorpay.Events(payment)...)
	s.expect("documents before", s.countDocuments(charge), 0)
	if email := s.latestEmail(); !strings.Contains(email.Text, "₹118") || !strings.Contains(email.Text, "do not know your state") {
		s.Errorf("the email about the refund does not say that there is no invoice: %s", email.Text)
	}
	s.checkLedger()
	s.stateOwnState()
	s.expect("the total of the invoice", s.issuedDocument(charge.Id, "tax-invoice")["total"], 70800.0)
	s.expect("the total of the credit note", s.issuedDocument(charge.Id, "credit-note")["total"], 11800.0)
}

func TestARefundInFullResolvesAChargeWithoutAState(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	charge := s.unplacedCharge()
	payment := charge.GetString("razorpayPaymentId")
	_, err := s.Razorpay.Refund(payment, 0)
	s.must(err)
	s.deliver(s.Razorpay.Events(payment)...)
	s.expect("the status", s.reload(charge).GetString("status"), "refunded")
	s.expect("the flag", s.reload(charge).GetString("attention"), "")
}

func TestAnOrderFromBeforeTheRegistrationHasNoGuessedPlace(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.apply(situation{status: "unregistered", rate: 18})
	order := s.order(s.buyer, s.tier)
	s.apply(registeredAt(18))
	s.settlePayment(s.pay(order, fakerazorpay.Success))
	s.expect("the flag", s.onlyTransaction().GetString("attention"), "place-unknown")
	s.expect("documents", s.countDocuments(s.onlyTransaction()), 0)
	s.stateOwnState()
	s.expect("documents after", s.countDocuments(s.onlyTransaction()), 1)
}

func TestATransferOfABuyerWithoutAStateWaitsForIt(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	admin := s.SignedIn("admins", nil)
	s.apply(situation{status: "unregistered", rate: 18})
	sale := s.sell(admin, s.tier, nil, 201)
	s.apply(registeredAt(18))
	part := receipt("neft", "N900001", "1000")
	s.post(admin, offlineStep(sale, "receipts"), part, 200)
	s.post(admin, offlineStep(sale, "confirm"), withPassword, 409)
	s.stateOwnState()
	s.post(admin, offlineStep(sale, "confirm"), withPassword, 200)
	invoice := s.issuedDocument(s.onlyTransaction().Id, "tax-invoice")
	s.expect("the place of supply", invoice["placeOfSupply"].(map[string]any)["code"], "29")
}

// stateQuestions counts the emails that have asked the buyer for their state because of a registration for GST.
func (s *fixture) stateQuestions() (n int) {
	s.Helper()
	for _, message := range s.Inbox("asha@example.com") {
		if message.Subject == "Please tell us your state for your tax invoices" {
			n++
		}
	}
	return n
}

// The question comes with the registration, because the next charge would have no tax invoice.
func TestMembersWithAMandateAreAskedForTheirStateWhenWeRegister(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.apply(situation{status: "unregistered", rate: 18})
	s.subscribe(s.buyer, s.renewing("monthly", "monthly", 600))
	cancelled := s.member()
	s.subscribe(cancelled, s.renewing("annual", "annual", 6000))
	s.expect("the status of a cancellation", cancelled.Post("/api/subscriptions/mine/cancel", nil).Status, 200)
	asks := func() any {
		t.Helper()
		return s.buyer.Get("/api/memberships/mine").JSON["isPlaceMissing"]
	}
	s.expect("the question on the page before the registration", asks(), false)
	s.expect("the emails before", s.stateQuestions(), 0)
	s.apply(registeredAt(18))
	s.apply(registeredAt(12))
	s.expect("the emails after two saves", s.stateQuestions(), 1)
	s.expect("the question on the page", asks(), true)
	s.expect("the question to a member who has cancelled", cancelled.Get("/api/memberships/mine").JSON["isPlaceMissing"], false)
	s.Clock.Advance(time.Hour)
	s.apply(situation{status: "unregistered", rate: 18})
	s.expect("the question on the page without a registration", asks(), false)
	s.apply(registeredAt(18))
	s.expect("the emails after another registration", s.stateQuestions(), 2)
	s.stateOwnState()
	s.expect("the question on the page after the answer", asks(), false)
	s.Clock.Advance(time.Hour)
	s.apply(situation{status: "unregistered", rate: 18})
	s.apply(registeredAt(18))
	s.expect("the emails after the answer", s.stateQuestions(), 2)
}

func TestTheOfficeEntersTheStateForWhichAnInvoiceWaits(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	admin := withOwnAddress(s.SignedIn("admins", nil))
	charge := s.unplacedCharge()
	path := "/api/transactions/" + charge.Id
	s.expect("the question on the member's page", s.buyer.Get("/api/memberships/mine").JSON["isPlaceMissing"], true)
	if steps := admin.Get(path).Body; !strings.Contains(steps, `"enter-billing"`) {
		t.Errorf("the page does not offer to enter the billing details: %s", steps)
	}
	wrong := admin.Post(path+"/billing", billingIn("29", "400001"))
	s.expect("the status of a PIN code elsewhere", wrong.Status, 400)
	if wrong.Field("pin") == "" {
		t.Errorf("the error does not name the PIN code: %s", wrong.Body)
	}
	s.expect("documents before", s.countDocuments(charge), 0)
	s.expect("the status", admin.Post(path+"/billing", billingIn("29", "560025")).Status, 200)
	s.expect("the place of supply", s.issuedDocument(charge.Id, "tax-invoice")["placeOfSupply"].(map[string]any)["code"], "29")
	s.expect("the flag", s.reload(charge).GetString("attention"), "")
	s.expect("the member's billing details", s.buyer.Get("/api/billing-profile").JSON["state"], "29")
	s.expect("the question on the member's page after", s.buyer.Get("/api/memberships/mine").JSON["isPlaceMissing"], false)
	if subject := s.latestEmail().Subject; !strings.Contains(subject, "tax invoice") {
		t.Errorf("the latest email is %q, not the invoice", subject)
	}
	entries := s.listRecords("audit_log", "createdAt", dbx.HashExp{"action": "transaction.billing-entered"})
	s.expect("audit entries", len(entries), 1)
	s.expect("the status of a second time", admin.Post(path+"/billing", billingIn("27", "400001")).Status, 409)
}

func TestTheOfficeEntersTheStateForWhichATransferWaits(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	admin := s.SignedIn("admins", nil)
	s.apply(situation{status: "unregistered", rate: 18})
	sale := s.sell(admin, s.tier, nil, 201)
	path := "/api/transactions/" + s.onlyTransaction().Id + "/billing"
	s.post(admin, path, billingIn("29", "560025"), 409)
	s.apply(registeredAt(18))
	s.post(admin, offlineStep(sale, "receipts"), receipt("neft", "N900001", "1000"), 200)
	s.post(admin, offlineStep(sale, "confirm"), withPassword, 409)
	s.post(admin, path, billingIn("29", "560025"), 200)
	s.post(admin, offlineStep(sale, "confirm"), withPassword, 200)
	invoice := s.issuedDocument(s.onlyTransaction().Id, "tax-invoice")
	s.expect("the place of supply", invoice["placeOfSupply"].(map[string]any)["code"], "29")
}

// Either account may have the payment that waits, and the other one the state.
func TestAMergeIssuesTheInvoiceThatWaitsForTheStateOfTheOtherAccount(t *testing.T) {
	t.Parallel()
	for _, remains := range []string{"payment", "state"} {
		t.Run("the account with the "+remains+" remains", func(t *testing.T) {
			t.Parallel()
			s := newFixture(t)
			charge := s.unplacedCharge()
			other := s.member()
			s.expect("the status of the billing profile",
				other.Send(http.MethodPut, "/api/billing-profile", billingIn("29", "560025")).Status, 200)
			ids := []string{s.account(s.buyer), s.account(other)}
			if remains == "state" {
				ids[0], ids[1] = ids[1], ids[0]
			}
			merged := s.SignedIn("admins", nil).Post("/api/people/"+ids[0]+"/merge",
				map[string]any{"otherId": ids[1], "password": testapp.Password})
			s.expect("the status of the merge", merged.Status, 200)
			invoice := s.issuedDocument(charge.Id, "tax-invoice")
			s.expect("the place of supply", invoice["placeOfSupply"].(map[string]any)["code"], "29")
			s.expect("the flag", s.reload(charge).GetString("attention"), "")
		})
	}
}

var withAddress = map[string]any{"state": "29", "pin": "560025", "address": "12 Residency Road, Bengaluru"}

// expectAddressInvoice checks that the address has issued the only invoice, and that it shows the address.
func (s *fixture) expectAddressInvoice(t *core.Record) {
	s.Helper()
	s.expect("documents", s.countDocuments(t), 1)
	recipient := s.issuedDocument(t.Id, "tax-invoice")["recipient"].(map[string]any)
	s.expect("the address", recipient["address"], withAddress["address"])
	s.expect("the flag", s.reload(t).GetString("attention"), "")
	s.checkLedger()
}

// Rule 46 asks for the address of a buyer without a GSTIN on an invoice of ₹50,000 or more.
func TestALargeInvoiceThatWaitsForTheStateAsksForTheAddressToo(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.apply(situation{status: "unregistered", rate: 18})
	order := s.order(s.buyer, s.createTier("patron", "annual", map[string]any{"price": 50_000_00}))
	s.apply(registeredAt(18))
	s.settlePayment(s.pay(order, fakerazorpay.Success))
	large := s.onlyTransaction()
	s.expect("the flag", large.GetString("attention"), "place-unknown")
	refused := s.buyer.Send(http.MethodPut, "/api/billing-profile", billingIn("29", "560025"))
	s.expect("the status of a state without an address", refused.Status, 400)
	if refused.Field("address") == "" {
		t.Errorf("the error does not name the address: %s", refused.Body)
	}
	s.expect("documents before", s.countDocuments(large), 0)
	office := withOwnAddress(s.SignedIn("admins", nil)).Post("/api/transactions/"+large.Id+"/billing", billingIn("29", "560025"))
	s.expect("the status for the office", office.Status, 400)
	s.expect("the status of the address", s.buyer.Send(http.MethodPut, "/api/billing-profile", withAddress).Status, 200)
	s.Drain()
	s.expectAddressInvoice(large)
}

func TestALargeInvoiceWaitsForTheAddressOfABuyerWhoseStateIsKnown(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.apply(situation{status: "unregistered", rate: 18})
	order := s.orderOf(s.createTier("patron", "annual", map[string]any{"price": 50_000_00}), billingIn("29", "560025"), nil)
	s.apply(registeredAt(18))
	s.settlePayment(s.pay(order["orderId"].(string), fakerazorpay.Success))
	large := s.onlyTransaction()
	s.expect("the status", large.GetString("status"), "completed")
	s.expect("the flag", large.GetString("attention"), "place-unknown")
	s.expect("documents before", s.countDocuments(large), 0)
	s.expect("the question on the member's page", s.buyer.Get("/api/memberships/mine").JSON["isPlaceMissing"], true)
	if text := s.latestEmail().Text; !strings.Contains(text, "your address") {
		t.Errorf("the email to the buyer does not ask for the address: %s", text)
	}
	s.expect("the status without an address",
		s.buyer.Send(http.MethodPut, "/api/billing-profile", billingIn("29", "560025")).Status, 400)
	// A small purchase needs no address, and does not issue the invoice.
	small := s.buyer.Post("/api/payments/create-order",
		orderFor(s.createTier("small", "annual", map[string]any{"price": 1_000_00}), billingIn("29", "560025")))
	s.expect("the status of a small order", small.Status, 201)
	s.expect("documents after a small order", s.countDocuments(large), 0)
	s.expect("the status with an address", s.buyer.Send(http.MethodPut, "/api/billing-profile", withAddress).Status, 200)
	s.Drain()
	s.expectAddressInvoice(large)
}

func TestALargeTransferWaitsForTheAddress(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	admin := s.SignedIn("admins", nil)
	s.apply(situation{status: "unregistered", rate: 18})
	sale := s.sell(admin, s.createTier("patron", "annual", map[string]any{"price": 50_000_00}),
		body{"billing": billingIn("29", "560025")}, 201)
	path := "/api/transactions/" + s.onlyTransaction().Id
	s.apply(registeredAt(18))
	s.post(admin, offlineStep(sale, "receipts"), receipt("neft", "N900001", "1000"), 200)
	// The receipt needs a second admin, who is not asked before the address is known.
	s.post(admin, offlineStep(sale, "confirm"), withPassword, 409)
	if steps := withOwnAddress(admin).Get(path).Body; !strings.Contains(steps, `"enter-billing"`) {
		t.Errorf("the page does not offer to enter the billing details: %s", steps)
	}
	s.post(admin, path+"/billing", withAddress, 200)
	s.post(admin, offlineStep(sale, "confirm"), withPassword, 403)
	s.post(s.SignedIn("admins", nil), offlineStep(sale, "confirm"), withPassword, 200)
	s.expectAddressInvoice(s.onlyTransaction())
}
