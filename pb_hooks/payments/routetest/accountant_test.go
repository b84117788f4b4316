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

// These tests follow money through several events, as an accountant does who compares the documents with the bank.

// loseDispute disputes an amount in paise of a payment, and loses.
func (s *fixture) loseDispute(payment string, amount int64) {
	s.Helper()
	s.must(s.Razorpay.OpenDispute(payment, "chargeback", amount))
	s.must(s.Razorpay.Dispute(payment, "lost"))
	s.deliver(s.Razorpay.Events(payment)...)
}

// winDispute wins the next phase of a lost dispute.
func (s *fixture) winDispute(payment string) {
	s.Helper()
	s.must(s.Razorpay.NextDisputePhase(payment))
	s.must(s.Razorpay.Dispute(payment, "won"))
	s.deliver(s.Razorpay.Events(payment)...)
}

// merge merges another account into that of the buyer, and returns the route of the merges.
func (s *fixture) merge(admin *testapp.Visitor, into, other *testapp.Visitor) (undo string) {
	s.Helper()
	path := "/api/people/" + s.account(into) + "/merge"
	merged := s.post(admin, path, body{"otherId": s.account(other), "password": testapp.Password}, 200)
	s.Drain()
	return path + "s/" + merged.JSON["mergeId"].(string) + "/undo"
}

func TestADisputeOverAPartBetweenTwoPartialRefunds(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	admin := s.SignedIn("admins", nil)
	payment := s.refundedInPart(admin)
	s.loseDispute(payment, 200000)
	s.expect("refundedAmount", s.onlyTransaction().GetInt("refundedAmount"), 300000)
	s.expect("the entitlement after the loss of a part", s.mine(s.buyer, "entitlement", "state"), "active")
	path := "/api/transactions/" + s.onlyTransaction().Id + "/refund"
	s.expect("the error above the rest", admin.Post(path, refundBody("26500.01")).Field("amount"),
		"At most ₹26,500 is left to refund.")
	s.post(admin, path, refundBody("500"), 201)
	s.makeRefunds()
	s.winDispute(payment)
	s.post(admin, "/api/transactions/"+s.onlyTransaction().Id+"/restore", restoring(), http.StatusNoContent)
	s.expect("refundedAmount after the win", s.onlyTransaction().GetInt("refundedAmount"), 150000)
	rest := s.post(admin, path, refundBody(""), 201)
	s.expect("the rest", rest.JSON["amount"], "28000")
	s.makeRefunds()
	s.expect("the status", s.onlyTransaction().GetString("status"), "refunded")
	s.expect("the entitlement", s.mine(s.buyer, "entitlement", "state"), "revoked")
	s.expect("credit notes less debit notes", s.sumOf("credit-note")-s.sumOf("debit-note"), 2950000)
}

// The order was paid with two payments. A part of one is refunded, and the bank takes all of it, more than is left.
func TestADisputeOverOneOfTwoPaymentsAfterItsPartialRefund(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	order := s.order(s.buyer, s.tier)
	first := s.pay(order, fakerazorpay.Half)
	s.pay(order, fakerazorpay.Half)
	s.reconcile()
	admin := s.SignedIn("admins", nil)
	s.Clock.Advance(time.Hour)
	path := "/api/transactions/" + s.onlyTransaction().Id
	refund := refundBody("5000")
	refund["paymentId"] = first.PaymentID
	s.post(admin, path+"/refund", refund, 201)
	s.makeRefunds()
	s.loseDispute(first.PaymentID, 1475000)
	s.expect("credit notes", s.sumOf("credit-note"), 1475000)
	s.expect("refundedAmount", s.onlyTransaction().GetInt("refundedAmount"), 1475000)
	s.expect("the entitlement", s.mine(s.buyer, "entitlement", "state"), "active")
	s.expect("the note has what the bank took twice", strings.Contains(s.onlyTransaction().GetString("attentionNote"),
		"₹5,000 more than was left of this payment"), true)
	s.checkLedger()
	s.expect("the rest", admin.Get(path).JSON["refundable"], "14750")
	s.post(admin, path+"/refund", refundBody(""), 201)
	s.makeRefunds()
	s.expect("the status", s.onlyTransaction().GetString("status"), "refunded")
	s.expect("credit notes after the refund", s.sumOf("credit-note"), 2950000)
	s.expect("differences from the provider", len(s.comparePayments()), 0)
	s.expect("the entitlement after all was returned", s.mine(s.buyer, "entitlement", "state"), "revoked")
}

func TestALossThatTurnsAfterAMergeIsRestoredToTheMergedPerson(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	admin := s.SignedIn("admins", nil)
	paid, _ := s.buyLifetime()
	s.loseDispute(paid.PaymentID, 2950000)
	survivor := s.member()
	undo := s.merge(admin, survivor, s.buyer)
	s.winDispute(paid.PaymentID)
	s.post(admin, "/api/transactions/"+s.onlyTransaction().Id+"/restore", restoring(), http.StatusNoContent)
	s.expect("the entitlement", s.mine(survivor, "entitlement", "state"), "active")
	s.expect("the user of the transaction", s.onlyTransaction().GetString("userId"), s.account(survivor))
	s.expect("credit notes less debit notes", s.sumOf("credit-note")-s.sumOf("debit-note"), 0)
	s.checkLedger()
	s.post(admin, undo, nil, 200)
	s.Drain()
	s.expect("the entitlement after the undo", s.mine(survivor, "entitlement", "state"), "none")
	s.expect("valid memberships", len(s.listRecords("memberships", "createdAt", dbx.HashExp{"revokedAt": ""})), 1)
}

func TestASeatComesBackToItsMergedHolderAfterATurnedLoss(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	admin := s.SignedIn("admins", nil)
	b := s.buySeats(2)
	holder, survivor := s.member(), s.member()
	s.expect("the acceptance", s.acceptSeat(holder, b.invite(0, "bina@example.com")).Status, http.StatusOK)
	s.loseDispute(b.paymentID, 6000*2*118)
	s.merge(admin, survivor, holder)
	s.winDispute(b.paymentID)
	s.post(admin, "/api/transactions/"+b.transactionID+"/restore", restoring(), http.StatusNoContent)
	s.expect("the seats", b.states(), "taken open ")
	s.expect("the merged holder", s.mine(survivor, "entitlement", "state"), "active")
	s.expect("the holder that the buyer sees", b.seats()[0]["email"], survivor.Get("/api/user").JSON["email"])
	// The buyer passes the seat on, and the merged holder loses it.
	s.Clock.Advance(time.Hour)
	s.expect("the status", b.do(0, "reassign", body{"name": "Chitra", "email": "chitra@example.com"}).Status, 200)
	s.expect("the merged holder after the seat was passed on", s.mine(survivor, "entitlement", "state"), "revoked")
}

// A refund in March and one in April belong to the same invoice, and to different financial years.
func TestTheCreditNotesOfASaleAreNumberedInTheirOwnFinancialYears(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.register(maharashtra, "27")
	at := func(moment time.Time) { s.Clock.Advance(moment.Sub(s.Clock.Now())) }
	at(time.Date(2027, 3, 31, 18, 28, 0, 0, time.UTC)) // 23:58 in India
	order := s.buyer.Post("/api/payments/create-order", orderFor(s.tier, billingIn("27", "400001")))
	s.callback(s.buyer, s.pay(order.JSON["orderId"].(string), fakerazorpay.Success))
	sale := s.onlyTransaction()
	admin := s.SignedIn("admins", nil)
	path := "/api/transactions/" + sale.Id + "/refund"
	s.post(admin, path, refundBody("1180"), 201)
	_ = s.Jobs.Drain(s.Context())
	at(time.Date(2027, 3, 31, 18, 31, 0, 0, time.UTC)) // 00:01 on 1 April in India
	s.setTax(map[string]any{"gstRate": 12})
	s.post(admin, path, refundBody("2360"), 201)
	_ = s.Jobs.Drain(s.Context())
	var numbers []string
	for _, note := range s.creditNotes() {
		numbers = append(numbers, note.GetString("number"))
	}
	s.expect("the invoice", s.issuedDocument(sale.Id, "tax-invoice")["number"], "BC/26-27/000001")
	s.expect("the credit notes", strings.Join(numbers, " "), "BN/26-27/000001 BN/27-28/000001")
	s.expect("the tax of the later note, at the rate of the invoice",
		taxLines(s.issuedDocument(sale.Id, "credit-note")["taxes"]), taxLines([]any{
			body{"name": "CGST", "rate": "9", "amount": 18000.0}, body{"name": "SGST", "rate": "9", "amount": 18000.0}}))
}

// threeProformas sells to three members.
func (s *fixture) threeProformas(admin *testapp.Visitor) (sales []testapp.Response) {
	s.Helper()
	for range 3 {
		s.buyer = s.member()
		sales = append(sales, s.sell(admin, s.tier, nil, 201))
	}
	return sales
}

// A company pays three memberships with one transfer. It deducts tax from two, and its bank takes ₹50.
func TestATransferOverThreeProformasWithTDSAndAWriteOff(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.setApprovalLimit("100000")
	admin := s.SignedIn("admins", nil)
	sales := s.threeProformas(admin)
	s.post(admin, transfersPath, transfer("neft", "N1", "83450", withTDS(partOf(sales[0], "27000"), "2500"),
		withTDS(partOf(sales[1], "27000"), "2500"), partOf(sales[2], "29450")), 201)
	s.post(admin, offlineStep(sales[0], "confirm"), withPassword, 200)
	s.expect("the states", s.state(sales[0])+" "+s.state(sales[1])+" "+s.state(sales[2]), "cleared cleared part-paid")
	written := s.post(admin, offlineStep(sales[2], "write-off"),
		body{"reason": "Bank charges", "password": testapp.Password}, 200)
	s.expect("the state after the write-off", written.JSON["state"], "cleared")
	s.expect("certificates to come", s.receipts(admin, "?certificate=missing"), "N1 N1")
	s.expect("the documents are over the whole price", s.sumOf("receipt"), 3*2950000)
	s.expect("valid memberships", len(s.listRecords("memberships", "createdAt", dbx.HashExp{"revokedAt": ""})), 3)
	// The part that was paid with TDS is cancelled: the money is returned, the deducted tax is not.
	cancelled := s.post(admin, offlineStep(sales[1], "cancel"),
		body{"reason": "Changed their mind", "password": testapp.Password}, 200)
	s.expect("amountToReturn", cancelled.JSON["amountToReturn"], "27000")
	s.expect("credit notes", s.sumOf("credit-note"), 2950000)
}

// The cheque bounces after the rest of one purchase was written off: nothing was received, so nothing is settled.
func TestAChequeOverThreeProformasBouncesAfterAWriteOff(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.setApprovalLimit("100000")
	admin := s.SignedIn("admins", nil)
	sales := s.threeProformas(admin)
	s.post(admin, transfersPath, transfer("cheque", "000321", "85950", withTDS(partOf(sales[0], "27000"), "2500"),
		partOf(sales[1], "29500"), partOf(sales[2], "29450")), 201)
	s.post(admin, offlineStep(sales[0], "deposit"), nil, 200)
	s.post(admin, offlineStep(sales[0], "confirm"), withPassword, 200)
	s.post(admin, offlineStep(sales[2], "write-off"), body{"reason": "Bank charges", "password": testapp.Password}, 200)
	s.post(admin, offlineStep(sales[2], "bounce"), body{"reason": "Funds insufficient"}, 200)
	s.expect("the states", s.state(sales[0])+" "+s.state(sales[1])+" "+s.state(sales[2]), "bounced bounced bounced")
	s.expect("valid memberships", len(s.listRecords("memberships", "createdAt", dbx.HashExp{"revokedAt": ""})), 0)
	s.expect("credit notes", s.sumOf("credit-note"), s.sumOf("receipt"))
	s.expect("certificates to come", s.receipts(admin, "?certificate=missing"), "")
	s.expect("open returns", len(s.listRecords("offline_returns", "createdAt", dbx.HashExp{"state": "open"})), 0)
}

// While a mandate is paused, the price of its tier rises. The mandate charges what its plan says.
func TestAMandateThatIsResumedAfterAPriceChangeChargesItsOwnPlan(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.register(maharashtra, "27")
	tier := s.renewing("monthly", "monthly", 600)
	order := s.buyer.Post("/api/payments/create-order", orderFor(tier, billingIn("27", "400001")))
	id := order.JSON["subscriptionId"].(string)
	s.callback(s.buyer, s.pay(id, fakerazorpay.Success))
	s.must(s.Jobs.Drain(s.Context()))
	s.expect("the status of the pause", s.buyer.Post("/api/subscriptions/mine/pause", nil).Status, 200)
	dearer, err := s.Razorpay.AddPlan(fakerazorpay.Plan{Period: "monthly", Interval: 1,
		Item: fakerazorpay.Item{Name: "dearer", Amount: 900 * 118, Currency: "INR"}})
	s.must(err)
	changed := s.SignedIn("admins", nil).Send("PUT", "/api/membership-tiers/"+tier.Id,
		body{"price": "900", "razorpayPlanId": dearer.ID, "password": testapp.Password})
	s.expect("the status of the price change", changed.Status, 200)
	s.Clock.Advance(40 * day)
	s.expect("the entitlement during the pause", s.mine(s.buyer, "entitlement", "state"), "grace")
	s.expect("the status of resuming", s.buyer.Post("/api/subscriptions/mine/resume", nil).Status, 200)
	s.chargeMandate(id)
	charge := s.chargeOf(id)
	s.expect("the amount of the charge", charge.GetInt("amount"), 600*118)
	s.expect("its status", charge.GetString("status"), "completed")
	s.expect("its attention", charge.GetString("attention"), "")
	s.expect("the total of its invoice", s.issuedDocument(charge.Id, "tax-invoice")["total"], 600.0*118)
	s.expect("the entitlement", s.mine(s.buyer, "entitlement", "state"), "active")
	// A new member pays the new price.
	newcomer := s.member()
	quote := newcomer.Post("/api/payments/quote", body{"membershipTierId": tier.Id, "billing": billingIn("27", "400001")})
	s.expect("the total of a new quote", quote.JSON["breakdown"].(map[string]any)["totalAmount"], "1062")
}

// A refund of one charge keeps the mandate. The charge after it is disputed and lost: only that month ends.
func TestADisputeOverAChargeAfterARefundThatKeptTheMandate(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	id := s.subscribe(s.buyer, s.renewing("monthly", "monthly", 600))
	admin := s.SignedIn("admins", nil)
	first := s.chargeOf(id)
	refund := refundBody("")
	refund["mandate"] = "keep"
	s.post(admin, "/api/transactions/"+first.Id+"/refund", refund, 201)
	s.makeRefunds()
	s.expect("the entitlement after the refund", s.mine(s.buyer, "entitlement", "state"), "active")
	s.Clock.Advance(31 * day)
	s.chargeMandate(id)
	second := s.chargeOf(id)
	s.expect("another charge", second.Id != first.Id, true)
	s.loseDispute(second.GetString("razorpayPaymentId"), 600*118)
	s.expect("terms that the loss has ended", len(s.listRecords("memberships", "createdAt",
		dbx.NewExp("revokedAt != '' AND transactionId = {:id}", dbx.Params{"id": second.Id}))), 1)
	s.expectLive()
	s.expect("credit notes", s.sumOf("credit-note"), 2*600*118)
}
