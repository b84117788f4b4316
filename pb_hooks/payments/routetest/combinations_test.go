package routetest

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/dbx"

	"boardcircle/pb_hooks/demo/fakerazorpay"
	"boardcircle/pb_hooks/internal/testapp"
)

// These tests combine what other tests have one by one.

// sumOf returns the sum of the totals of the documents of a kind.
func (s *fixture) sumOf(kind string) (sum int) {
	s.Helper()
	for _, note := range s.listRecords("invoices", "issuedAt", dbx.HashExp{"kind": kind}) {
		var document struct{ Total int }
		s.must(note.UnmarshalJSONField("document", &document))
		sum += document.Total
	}
	return sum
}

// refundedInPart is a paid lifetime membership of which ₹1,000 were refunded.
func (s *fixture) refundedInPart(admin *testapp.Visitor) (payment string) {
	s.Helper()
	paid, path := s.buyLifetime()
	s.Clock.Advance(time.Hour)
	s.expect("the status of a partial refund", admin.Post(path, refundBody("1000")).Status, 201)
	s.makeRefunds()
	return paid.PaymentID
}

func TestADisputeOverTheRestAfterAPartialRefund(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	admin := s.SignedIn("admins", nil)
	payment := s.refundedInPart(admin)
	s.must(s.Razorpay.OpenDispute(payment, "chargeback", 2850000))
	s.must(s.Razorpay.Dispute(payment, "lost"))
	s.deliver(s.Razorpay.Events(payment)...)
	s.deliver(s.Razorpay.Events(payment)...)
	transaction := s.onlyTransaction()
	s.expect("the status", transaction.GetString("status"), "refunded")
	s.expect("refundedAmount", transaction.GetInt("refundedAmount"), 2950000)
	s.expect("credit notes", s.sumOf("credit-note"), 2950000)
	s.expect("the entitlement", s.mine(s.buyer, "entitlement", "state"), "revoked")
	s.checkLedger()

	s.must(s.Razorpay.NextDisputePhase(payment))
	s.must(s.Razorpay.Dispute(payment, "won"))
	s.deliver(s.Razorpay.Events(payment)...)
	s.expect("restoring", admin.Post("/api/transactions/"+transaction.Id+"/restore", restoring()).Status, http.StatusNoContent)
	transaction = s.onlyTransaction()
	s.expect("the status after the win", transaction.GetString("status"), "completed")
	s.expect("refundedAmount after the win", transaction.GetInt("refundedAmount"), 100000)
	s.expect("debit notes", s.sumOf("debit-note"), 2850000)
	s.expect("the entitlement after the win", s.mine(s.buyer, "entitlement", "state"), "active")
	s.checkLedger()
}

// The buyer complains about all of it after a part went back. The bank may take more than is left.
func TestADisputeOverAllOfItAfterAPartialRefund(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	admin := s.SignedIn("admins", nil)
	payment := s.refundedInPart(admin)
	s.must(s.Razorpay.OpenDispute(payment, "chargeback", 2950000))
	s.must(s.Razorpay.Dispute(payment, "lost"))
	s.deliver(s.Razorpay.Events(payment)...)
	transaction := s.onlyTransaction()
	s.expect("the status", transaction.GetString("status"), "refunded")
	s.expect("attention", transaction.GetString("attention"), "dispute-lost")
	s.expect("the note has what the bank took twice", strings.Contains(transaction.GetString("attentionNote"),
		"₹1,000 more than was left of this payment"), true)
	s.expect("credit notes", s.sumOf("credit-note"), 2950000)
	s.expect("the entitlement", s.mine(s.buyer, "entitlement", "state"), "revoked")
}

func TestOneOfTwoProformasThatATransferPaysIsCancelled(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.setApprovalLimit("60000")
	admin := s.SignedIn("admins", nil)
	first, second := s.twoProformas(admin)
	s.post(admin, transfersPath, transfer("neft", "N1", "59000", partOf(first, "29500"), partOf(second, "29500")), 201)
	cancel := func(status int) testapp.Response {
		return s.post(admin, offlineStep(first, "cancel"),
			body{"reason": "Changed their mind", "password": testapp.Password}, status)
	}
	cancel(409) // the money of the transfer may have come
	s.post(admin, offlineStep(second, "confirm"), withPassword, 200)
	s.expect("amountToReturn", cancel(200).JSON["amountToReturn"], "29500")
	s.expect("credit notes", s.sumOf("credit-note"), 2950000)
	s.expect("the states", s.state(first)+" "+s.state(second), "cancelled cleared")
	s.expect("valid memberships", len(s.listRecords("memberships", "createdAt", dbx.HashExp{"revokedAt": ""})), 1)
	s.checkLedger()
}

func TestATDSCertificateIsCorrected(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	admin := s.SignedIn("admins", nil)
	sale := s.sell(admin, s.tier, withTDS(receipt("neft", "N1", "27000"), "2500"), 201)
	s.post(admin, offlineStep(sale, "confirm"), withPassword, 200)
	path := receiptsPath + "/" + s.receiptID(sale, "N1") + "/certificate"
	for _, number := range []string{"ABCDEFG", "ABCDEFH"} {
		s.expect("the status of "+number, admin.Send("PUT", path, body{
			"tan": "MUMB12345C", "tdsSection": "194J", "certificate": number, "certificateDate": "2026-08-02",
		}).Status, 200)
		s.expect("the certificate", s.onlyRow(admin, receiptsPath)["certificate"], number)
	}
	s.expect("entries in the audit log",
		len(s.listRecords("audit_log", "createdAt", dbx.HashExp{"action": "offline-receipt.certificate-recorded"})), 2)
	s.checkLedger()
}

// The state and the address come together from the other account, and the undo leaves the invoice as it is.
func TestAMergeIssuesALargeInvoiceWithTheAddressOfTheOtherAccount(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.apply(situation{status: "unregistered", rate: 18})
	order := s.orderOf(s.createTier("patron", "annual", map[string]any{"price": 50_000_00}), billingIn("29", "560025"), nil)
	s.apply(registeredAt(18))
	s.settlePayment(s.pay(order["orderId"].(string), fakerazorpay.Success))
	large := s.onlyTransaction()
	s.expect("documents before", s.countDocuments(large), 0)
	other := s.member()
	s.expect("the status of the billing profile", other.Send(http.MethodPut, "/api/billing-profile", withAddress).Status, 200)
	path := "/api/people/" + s.account(s.buyer) + "/merge"
	admin := s.SignedIn("admins", nil)
	merged := admin.Post(path, body{"otherId": s.account(other), "password": testapp.Password})
	s.expect("the status of the merge", merged.Status, 200)
	s.Drain()
	s.expectAddressInvoice(large)
	s.expect("the address after the merge", s.buyer.Get("/api/billing-profile").JSON["address"], withAddress["address"])
	s.expect("the status of the undo", admin.Post(path+"s/"+merged.JSON["mergeId"].(string)+"/undo", withPassword).Status, 200)
	s.expect("the address after the undo", s.buyer.Get("/api/billing-profile").JSON["address"], "")
	s.expectAddressInvoice(large)
}

func TestTheSeatsOfACompanyEndWithADisputeOverTheRest(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	admin := s.SignedIn("admins", nil)
	b := s.buySeats(3)
	holder := s.member()
	s.expect("the acceptance", s.acceptSeat(holder, b.invite(0, "bina@example.com")).Status, http.StatusOK)
	s.expect("the status of a partial refund",
		admin.Post("/api/transactions/"+b.transactionID+"/refund", refundBody("1000")).Status, 201)
	s.makeRefunds()
	s.expect("the holder after the refund", s.mine(holder, "entitlement", "state"), "active")
	s.must(s.Razorpay.OpenDispute(b.paymentID, "chargeback", 6000*3*118-100000))
	s.must(s.Razorpay.Dispute(b.paymentID, "lost"))
	s.deliver(s.Razorpay.Events(b.paymentID)...)
	s.expect("the seats", b.states(), "ended ended ended ")
	s.expect("the holder", s.mine(holder, "entitlement", "state"), "revoked")
	s.checkLedger()
}

// The letter of undertaking is of a financial year. The buyer pays what was quoted, and the tax is a part of it.
func TestAnExportThatIsOrderedUnderALetterAndPaidAfterItsYearIsTaxed(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.register(maharashtra, "27")
	s.setTax(map[string]any{"lutNumber": "AD270426000001X", "lutYear": "2026-27"})
	s.Clock.Advance(time.Date(2027, 3, 31, 16, 0, 0, 0, time.UTC).Sub(s.Clock.Now()))
	order := s.buyer.Post("/api/payments/create-order", orderFor(s.tier, map[string]any{"country": "US", "pin": "94105"}))
	s.expect("the amount", order.JSON["amount"], 2500000.0)
	s.Clock.Advance(3 * time.Hour) // 00:30 on 1 April in India
	s.callback(s.buyer, s.pay(order.JSON["orderId"].(string), fakerazorpay.Success))
	invoice := s.issuedDocument(s.onlyTransaction().Id, "tax-invoice")
	s.expect("the total", invoice["total"], 2500000.0)
	s.expect("the tax", taxLines(invoice["taxes"]),
		taxLines([]any{map[string]any{"name": "IGST", "rate": "18", "amount": 381356.0}}))
	s.checkLedger()
}

func TestALargeInvoiceThatWaitsIsCreditedInFullAfterARefundAndADispute(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.apply(situation{status: "unregistered", rate: 18})
	order := s.orderOf(s.createTier("patron", "annual", map[string]any{"price": 50_000_00}), billingIn("29", "560025"), nil)
	s.apply(registeredAt(18))
	paid := s.pay(order["orderId"].(string), fakerazorpay.Success)
	s.settlePayment(paid)
	large := s.onlyTransaction()
	total := int64(large.GetInt("amount"))
	admin := s.SignedIn("admins", nil)
	s.Clock.Advance(time.Hour)
	s.expect("the status of a partial refund",
		admin.Post("/api/transactions/"+large.Id+"/refund", refundBody("1000")).Status, 201)
	s.makeRefunds()
	s.must(s.Razorpay.OpenDispute(paid.PaymentID, "chargeback", total-100000))
	s.must(s.Razorpay.Dispute(paid.PaymentID, "lost"))
	s.deliver(s.Razorpay.Events(paid.PaymentID)...)
	s.expect("the status", s.reload(large).GetString("status"), "refunded")
	s.expect("documents before", s.countDocuments(large), 0)
	s.checkLedger()
	s.expect("the status of the address", s.buyer.Send(http.MethodPut, "/api/billing-profile", withAddress).Status, 200)
	s.Drain()
	s.expect("documents", s.countDocuments(large), 3)
	s.expect("credit notes", s.sumOf("credit-note"), int(total))
	s.expect("isAwaitingPlace", s.reload(large).GetBool("isAwaitingPlace"), false)
	s.checkLedger()
}

// A refund that is made while a dispute is open would pay the buyer twice.
func TestADisputeStopsARefundThatIsRequested(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	admin := s.SignedIn("admins", nil)
	paid, path := s.buyLifetime()
	s.Clock.Advance(time.Hour)
	s.expect("the status of a refund", admin.Post(path, refundBody("")).Status, 201)
	s.must(s.Razorpay.OpenDispute(paid.PaymentID, "chargeback", 2950000))
	events := s.Razorpay.Events(paid.PaymentID)
	s.deliver(events[len(events)-1]) // before the job has run
	s.makeRefunds()
	s.expect("refunds at the provider", len(s.Razorpay.State().Refunds), 0)
	refund := s.listAllRecords("refunds")[0]
	s.expect("the state of the refund", refund.GetString("state"), "failed")
	s.expect("its failure", strings.HasPrefix(refund.GetString("failure"), "The buyer's bank disputes this payment"), true)
	s.expect("the flag", s.onlyTransaction().GetString("attention"), "dispute")
	told := 0
	for _, message := range s.Inbox(testapp.AdminEmail) {
		told += strings.Count(message.Text, "was not made, because")
	}
	s.expect("the office is told once", told, 1)
	s.must(s.Razorpay.Dispute(paid.PaymentID, "lost"))
	s.deliver(s.Razorpay.Events(paid.PaymentID)...)
	transaction := s.onlyTransaction()
	s.expect("the status", transaction.GetString("status"), "refunded")
	s.expect("refundedAmount", transaction.GetInt("refundedAmount"), 2950000)
	s.expect("credit notes", s.sumOf("credit-note"), 2950000)
	s.checkLedger()
}
