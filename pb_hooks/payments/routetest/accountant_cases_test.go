package routetest

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/dbx"

	"boardcircle/pb_hooks/demo/fakerazorpay"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/testapp"
)

// These tests follow one sale each through events of several months, in its documents and in the books.

// A refund is made in the provider's dashboard while a dispute is open, and then the dispute is won.
func TestADisputeIsWonAfterARefundThatWasMadeMeanwhile(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		refund              int64
		status, entitlement string
		settled             string
	}{ // two payments of ₹29,500 less 2.36 % are ₹57,607.60
		"in full": {2950000, "refunded", "revoked", "matched 28107.60"},
		"a part":  {1000000, "completed", "active", "matched 47607.60"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newFixture(t)
			paid, _ := s.buyLifetime()
			transaction := s.onlyTransaction().Id
			s.must(s.Razorpay.OpenDispute(paid.PaymentID, "chargeback", 2950000))
			s.deliver(s.Razorpay.Events(paid.PaymentID)...)
			s.refundAt(paid.PaymentID, c.refund)
			s.must(s.Razorpay.Dispute(paid.PaymentID, "won"))
			s.deliver(s.Razorpay.Events(paid.PaymentID)...)
			after := s.accountant().Get("/api/transactions/" + transaction).JSON
			s.expect("the status", after["status"], c.status)
			s.expect("attention", after["attention"], "")
			s.expect("what can be restored", after["restorable"], "0")
			s.expect("credit notes", s.sumOf("credit-note"), int(c.refund))
			s.expect("debit notes", s.sumOf("debit-note"), 0)
			s.expect("the entitlement", s.mine(s.buyer, "entitlement", "state"), c.entitlement)
			s.buyer = s.member()
			s.buyIn(s.tier, nil)
			s.expectSettlement(s.settle(), c.settled)
			s.checkCaptured()
		})
	}
}

// A fee of a dispute and its return are adjustments that belong to nothing, until an admin explains them.
func TestAdjustmentsOfBothSignsAreExplained(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.buyLifetime()
	s.must(s.Razorpay.Adjust(-59000, "Dispute fee"))
	s.must(s.Razorpay.Adjust(11800, "Return of a fee"))
	utr := s.settle() // 28,803.80 − 590 + 118
	got, items := s.settlement(utr)
	s.expect("the settlement", got == "unmatched 28331.80, adjustment 590 other, adjustment 118 other" ||
		got == "unmatched 28331.80, adjustment 118 other, adjustment 590 other", true)
	for i, item := range items {
		s.expect("the status", s.accountant().Send("PUT", "/api/books/settlement-items/"+item["id"].(string)+"/explanation",
			body{"reason": "A fee of Razorpay"}).Status, 200)
		after, _ := s.settlement(utr)
		s.expect("the state", strings.Fields(after)[0], []string{"unmatched", "matched"}[i])
	}
}

// A credit note has the rupees of its invoice, whatever the rate on its day.
func TestARefundInDollarsHasTheRateOfItsSale(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.register(maharashtra, "27")
	s.setTax(map[string]any{"lutNumber": "AD270426000001X", "lutYear": "2026-27"})
	tier := s.createTier("dollars", "annual", map[string]any{"price": 30000, "currency": "USD"})
	abroad := body{"country": "US", "address": "500 Pine Street"}
	first := s.buyIn(tier, abroad).PaymentID
	s.at(2026, time.September, 10)
	s.Razorpay.SetRupeeRate(90)
	s.buyer = s.member()
	s.buyIn(tier, abroad)
	s.refundAt(first, 10000)
	s.expect("August", s.net("2026-08"), "25500 0 0 0 25500")
	s.expect("September: $300 at ₹90 less $100 at ₹85", s.net("2026-09"), "18500 0 0 0 18500")
	s.expect("the sale in the return", s.table("2026-09", "exp"),
		"WOPAY|BC/26-27/000002|10-Sep-2026|27000.00||||0.00|27000.00|0.00")
	s.expect("the refund in the return", s.table("2026-09", "cdnur"),
		"EXPWOP|BN/26-27/000001|10-Sep-2026|C||8500.00||0.00|8500.00|0.00")
	s.expectSettlement(s.settle(), "matched 42761") // (25,500 + 27,000) less 2.36 %, less 8,500
}

// A company buys three seats with a code, and one is refunded.
func TestOneOfThreeDiscountedSeatsIsRefunded(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.register(maharashtra, "27")
	s.coupon(body{"value": "10", "seatsPerUse": 3})
	tier := s.createTier("yearly", "annual", map[string]any{"price": 333333})
	order := s.orderOf(tier, companyBilling(), body{"seats": "3", "couponCode": "FRIENDS"})
	paid := s.pay(order["orderId"].(string), fakerazorpay.Success)
	s.settlePayment(paid)
	b := &seatPurchase{s, tier, s.onlyTransaction().Id, paid.PaymentID}
	path := "/api/transactions/" + b.transactionID
	s.post(s.accountant(), path+"/refund", refundBody("3540"), 201)
	s.makeRefunds()
	s.post(s.accountant(), fmt.Sprintf("%s/seats/%s/end", path, b.seats()[0]["id"]), body{"reason": "Refunded"}, 200)
	s.expect("the seats", b.states(), "ended open open ")
	s.post(s.accountant(), path+"/refund", refundBody(""), 201)
	s.makeRefunds()
	s.expect("the documents", s.papers(), strings.Join([]string{ // 3 × 3,333.33 less 10 %, and 18 %
		"BC/26-27/000001 10619.99 = 8999.99 + IGST 1620.00",
		"BN/26-27/000001 3540.00 = 3000.00 + IGST 540.00",
		"BN/26-27/000002 7079.99 = 5999.99 + IGST 1080.00",
	}, "\n"))
	s.expect("the seats after all was refunded", b.states(), "ended ended ended ")
	s.expect("the month", s.net("2026-08"), "0 0 0 0 0")
	const company = "29AAGCB7383J1Z4|Rao Textiles|BN/26-27/00000"
	s.expect("the notes in the return", s.table("2026-08", "cdnr"),
		company+"1|03-Aug-2026|C|29-Karnataka|N|Regular B2B|3540.00||18.00|3000.00|0.00\n"+
			company+"2|03-Aug-2026|C|29-Karnataka|N|Regular B2B|7079.99||18.00|5999.99|0.00")
}

// The second of two transfers completes one proforma and pays nearly all of another.
func TestTwoTransfersPayThreeProformasWithTDSAndAWriteOff(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.setApprovalLimit("100000")
	admin := s.SignedIn("admins", nil)
	sales := s.threeProformas(admin)
	states := func() string { return s.state(sales[0]) + " " + s.state(sales[1]) + " " + s.state(sales[2]) }
	s.post(admin, transfersPath, transfer("neft", "N1", "37000", withTDS(partOf(sales[0], "27000"), "2500"),
		partOf(sales[1], "10000")), 201)
	s.post(admin, offlineStep(sales[1], "confirm"), withPassword, 200)
	s.expect("the states after the first", states(), "cleared part-paid proforma")
	s.post(admin, transfersPath, transfer("neft", "N2", "48950", partOf(sales[1], "19500"), partOf(sales[2], "29450")), 201)
	s.post(admin, offlineStep(sales[2], "confirm"), withPassword, 200)
	s.expect("the states after the second", states(), "cleared cleared part-paid")
	written := body{"reason": "Bank charges", "password": withPassword["password"]}
	s.post(admin, offlineStep(sales[2], "write-off"), written, 200)
	s.expect("the states after the write-off", states(), "cleared cleared cleared")
	s.expect("certificates to come", s.receipts(admin, "?certificate=missing"), "N1")
	cancel := body{"reason": "Changed their mind", "password": withPassword["password"]}
	for i, want := range []string{"27000", "29500", "29450"} { // neither TDS nor what was written off was received
		cancelled := s.post(withOwnAddress(s.SignedIn("admins", nil)), offlineStep(sales[i], "cancel"), cancel, 200)
		s.expect("amountToReturn", cancelled.JSON["amountToReturn"], want)
	}
	s.expect("receipts", s.sumOf("receipt"), 3*2950000)
	s.expect("credit notes", s.sumOf("credit-note"), 3*2950000)
	s.expect("valid memberships", len(s.listRecords("memberships", "createdAt", dbx.HashExp{"revokedAt": ""})), 0)
}

// The cheque is dated in August, invoiced in September, and bounces in October.
func TestAChequeOfAugustBouncesAfterItsInvoiceOfSeptember(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.register(maharashtra, "27")
	s.at(2026, time.September, 2)
	cheque := receipt("cheque", "000123", "29500")
	cheque["bankDate"], cheque["billing"] = "2026-08-31", billingIn("27", "400001")
	sale := s.sell(s.accountant(), s.tier, cheque, 201)
	s.post(s.accountant(), offlineStep(sale, "deposit"), nil, 200)
	s.post(s.accountant(), offlineStep(sale, "confirm"), withPassword, 200)
	s.at(2026, time.October, 5)
	s.post(s.accountant(), offlineStep(sale, "bounce"), body{"reason": "Funds insufficient"}, 200)
	s.expect("the entitlement", s.mine(s.buyer, "entitlement", "state"), "revoked")
	const advance = "27-Maharashtra||18.00|25000.00|0.00"
	for _, c := range []struct{ month, net, b2cs, at, atadj, revenue string }{
		{"2026-08", "0 0 0 0 0", "", advance, "", "29500"},
		{"2026-09", "25000 0 2250 2250 29500", "OE|27-Maharashtra|18.00||25000.00|0.00|", "", advance, "0"},
		{"2026-10", "-25000 0 -2250 -2250 -29500", "OE|27-Maharashtra|18.00||-25000.00|0.00|", "", "", "-29500"},
	} {
		s.expect("the registers of "+c.month, s.net(c.month), c.net)
		s.expect("table 7 of "+c.month, s.table(c.month, "b2cs"), c.b2cs)
		s.expect("table 11A of "+c.month, s.table(c.month, "at"), c.at)
		s.expect("table 11B of "+c.month, s.table(c.month, "atadj"), c.atadj)
		s.expect("the revenue of "+c.month, s.monthlyRevenue(c.month), c.revenue)
	}
}

// The money arrives on the last day of a financial year, and the invoice belongs to the next one. So does the last day
// on which its credit note lowers the tax.
func TestAnAdvanceOfTheLastFinancialYear(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.register(maharashtra, "27")
	s.at(2027, time.April, 2)
	transfer := receipt("neft", "N1", "29500")
	transfer["bankDate"], transfer["billing"] = "2027-03-31", companyBilling()
	sale := s.sell(s.accountant(), s.tier, transfer, 201)
	s.post(s.accountant(), offlineStep(sale, "confirm"), withPassword, 200)
	s.at(2028, time.November, 30)
	s.post(s.accountant(), offlineStep(sale, "cancel"), body{"reason": "Closed", "password": withPassword["password"]}, 200)
	s.expect("the documents", s.papers(), "BC/27-28/000001 29500.00 = 25000.00 + IGST 4500.00\n"+
		"BN/28-29/000001 29500.00 = 25000.00 + IGST 4500.00")
	s.expect("table 11A of March", s.table("2027-03", "at"), "29-Karnataka||18.00|25000.00|0.00")
	s.expect("table 11B of April", s.table("2027-04", "atadj"), "29-Karnataka||18.00|25000.00|0.00")
	s.expect("table 9B of November", s.table("2028-11", "cdnr"), "29AAGCB7383J1Z4|Rao Textiles|BN/28-29/000001|"+
		"30-Nov-2028|C|29-Karnataka|N|Regular B2B|29500.00||18.00|25000.00|0.00")
}

// The bank authorises an old payment after the buyer has bought something better. It was made before, so it is a
// purchase of its own, and the office may refund it.
func TestALateAuthorisationAfterALifetimePurchase(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	late := s.pay(s.order(s.buyer, s.createTier("yearly", "annual", nil)), fakerazorpay.LateAuthorisation)
	s.Clock.Advance(time.Hour)
	s.buyIn(s.tier, nil)
	s.Clock.Advance(day)
	s.must(s.Razorpay.Authorise(late.PaymentID))
	s.deliver(s.Razorpay.Events(late.PaymentID)...)
	charged := s.listRecords("transactions", "createdAt", dbx.HashExp{"razorpayPaymentId": late.PaymentID})[0]
	s.post(s.accountant(), "/api/transactions/"+charged.Id+"/refund", refundBody(""), 201)
	s.makeRefunds()
	s.expect("the documents", s.papers(), strings.Join([]string{
		"BR/26-27/000001 29500.00 = 25000.00 + GST 4500.00",
		"BR/26-27/000002 29500.00 = 25000.00 + GST 4500.00",
		"BN/26-27/000001 29500.00 = 25000.00 + GST 4500.00",
	}, "\n"))
	s.expect("the entitlement", s.mine(s.buyer, "entitlement", "state"), "active")
	s.expect("its end", s.mine(s.buyer, "entitlement", "endsAt"), nil)
	s.checkCaptured()
}

// Three refunds in three months return the whole. Each paisa of CGST and SGST is in one of the notes.
func TestThreeRefundsInThreeMonthsSumToTheInvoice(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.register(maharashtra, "27")
	payment := s.buyIn(s.createTier("odd", "annual", map[string]any{"price": 99904}), billingIn("27", "400001")).PaymentID
	s.at(2026, time.September, 1)
	s.refundAt(payment, 39295)
	s.at(2026, time.October, 1)
	s.refundAt(payment, 39295)
	s.at(2026, time.November, 1)
	s.refundAt(payment, 0)
	for month, want := range map[string]string{
		"2026-08": "999.04 0 89.92 89.91 1178.87", "2026-09": "-333.01 0 -29.97 -29.97 -392.95",
		"2026-10": "-333.01 0 -29.97 -29.97 -392.95", "2026-11": "-333.02 0 -29.98 -29.97 -392.97",
	} {
		s.expect("the registers of "+month, s.net(month), want)
	}
	s.expect("table 7 of November", s.table("2026-11", "b2cs"), "OE|27-Maharashtra|18.00||-333.02|0.00|")
}

// Until the end of 30 November in India, a credit note lowers the tax of an invoice of the last financial year.
func TestTheLastMinuteInWhichACreditNoteLowersTheTax(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.register(maharashtra, "27")
	large := s.createTier("large", "annual", map[string]any{"price": 10000000})
	payment := s.buyIn(large, body{"state": "29", "pin": "560025", "address": "12 Residency Road"}).PaymentID
	midnight := time.Date(2027, time.December, 1, 0, 0, 0, 0, india.Zone)
	for _, at := range []time.Time{midnight.Add(-time.Minute), midnight.Add(time.Minute)} {
		s.Clock.Advance(at.Sub(s.Clock.Now()))
		s.refundAt(payment, 1180000)
	}
	s.expect("the documents", s.papers(), strings.Join([]string{
		"BC/26-27/000001 118000.00 = 100000.00 + IGST 18000.00",
		"BN/27-28/000001 11800.00 = 10000.00 + IGST 1800.00",
		"BN/27-28/000002 11800.00 = 11800.00",
	}, "\n"))
	s.expect("table 9B of November", s.table("2027-11", "cdnur"),
		"B2CL|BN/27-28/000001|30-Nov-2027|C|29-Karnataka|11800.00||18.00|10000.00|0.00")
	s.expect("table 9B of December", s.table("2027-12", "cdnur"), "")
}

// The documents of a merged account go with it, and come back with the undo.
func TestTheDocumentsOfAMergedAccountGoWithIt(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	admin := s.SignedIn("admins", nil)
	s.buyLifetime()
	path := "/api/transactions/" + s.onlyTransaction().Id
	survivor := s.member()
	s.callback(survivor, s.pay(s.order(survivor, s.tier), fakerazorpay.Success))
	address := survivor.Get("/api/user").JSON["email"].(string)
	undo := s.merge(admin, survivor, s.buyer)
	s.expect("the invoice for the survivor", survivor.Get(path+"/invoice").Status, 200)
	s.post(s.accountant(), path+"/refund", refundBody("1180"), 201)
	s.makeRefunds()
	s.expect("the recipient of the credit note",
		s.issuedDocument(strings.TrimPrefix(path, "/api/transactions/"), "credit-note")["recipient"].(body)["name"], "Asha Rao")
	s.expect("the email to the survivor", s.Inbox(address)[0].Subject, "Your refund")
	s.post(s.accountant(), undo, nil, 200)
	s.Drain()
	s.expect("the invoice for the survivor after the undo", survivor.Get(path+"/invoice").Status, 404)
	s.expect("the revenue of August", s.monthlyRevenue("2026-08"), "57820") // two sales less ₹1,180
}

// One half of the price is refunded in part, and the other half is lost in a dispute.
func TestTheHalvesOfAPriceAreSettledOneByOne(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	order := s.order(s.buyer, s.tier)
	first := s.pay(order, fakerazorpay.Half)
	second := s.pay(order, fakerazorpay.Half)
	s.reconcile()
	s.refundAt(first.PaymentID, 500000)
	s.loseDispute(second.PaymentID, 1475000)
	s.expectSettlement(s.settle(), "matched 9053.80") // 2 × 14,750 less 2.36 %, less 5,000 and 14,750
	path := "/api/transactions/" + s.onlyTransaction().Id
	s.expect("the entitlement", s.mine(s.buyer, "entitlement", "state"), "active")
	s.expect("the rest", s.accountant().Get(path).JSON["refundable"], "9750")
	s.winDispute(second.PaymentID)
	s.restore(s.onlyTransaction().Id)
	s.expectSettlement(s.settle(), "matched 14750")
	s.expect("the documents", s.papers(), strings.Join([]string{
		"BR/26-27/000001 29500.00 = 25000.00 + GST 4500.00",
		"BN/26-27/000001 5000.00 = 4237.29 + GST 762.71",
		"BN/26-27/000002 14750.00 = 12500.00 + GST 2250.00",
		"BD/26-27/000001 14750.00 = 12500.00 + GST 2250.00",
	}, "\n"))
	s.expect("the month", s.net("2026-08"), "20762.71 0 0 0 24500")
}

// The books of August are closed when the first of two payments is refunded, and the second takes its place.
func TestASecondPaymentOfAClosedMonthIsBookedInTheNext(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.pay(s.order(s.buyer, s.tier), fakerazorpay.TwoCaptures)
	s.reconcile()
	first := s.listRecords("transactions", "createdAt", dbx.HashExp{"isSecondPayment": false})[0]
	second := s.listRecords("transactions", "createdAt", dbx.HashExp{"isSecondPayment": true})[0]
	s.refundAt(second.GetString("razorpayPaymentId"), 118000)
	s.at(2026, time.October, 5)
	s.post(s.accountant(), "/api/books/months/2026-08/close", withPassword, 200)
	s.refundAt(first.GetString("razorpayPaymentId"), 0)
	s.expect("the entitlement", s.mine(s.buyer, "entitlement", "state"), "active")
	for month, want := range map[string]string{
		"2026-08": "25000 0 0 0 29500", "2026-09": "24000 0 0 0 28320", "2026-10": "-25000 0 0 0 -29500",
	} {
		s.expect("the registers of "+month, s.net(month), want)
		s.expect("the revenue of "+month, s.monthlyRevenue(month), strings.Fields(want)[4])
	}
}

// After a lost dispute the buyer buys again, and then the loss turns. Two years follow each other. If the buyer has
// bought a membership for life, one of the two is of no use, so the office is asked to refund it.
func TestABuyerBuysAgainBeforeTheLossTurns(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		lost, bought    string
		ends, attention any
	}{
		{"yearly", "yearly", "2028-08-03T18:29:59.000Z", ""},
		{"founding", "founding", nil, "second-payment"},
		{"yearly", "founding", nil, "second-payment"},
	} {
		t.Run(c.lost+", then "+c.bought, func(t *testing.T) {
			t.Parallel()
			s := newFixture(t)
			s.createTier("yearly", "annual", nil)
			lost := s.buyIn(s.tierBySlug(c.lost), nil).PaymentID
			first := s.onlyTransaction()
			s.loseDispute(lost, 2950000)
			s.Clock.Advance(day)
			second := s.buyIn(s.tierBySlug(c.bought), nil).PaymentID
			s.winDispute(lost)
			s.restore(first.Id)
			s.expect("the end", s.mine(s.buyer, "entitlement", "endsAt"), c.ends)
			s.expect("attention", s.reload(first).GetString("attention"), c.attention)
			s.expect("the month", s.net("2026-08"), "50000 0 0 0 59000")
			s.refundAt(second, 0)
			s.expect("the entitlement after a refund of the second", s.mine(s.buyer, "entitlement", "state"), "active")
			s.expect("the month after it", s.net("2026-08"), "25000 0 0 0 29500")
		})
	}
}

// A month of a mandate is refunded, and the member then cancels: the month runs out, and nothing is charged any more.
func TestARefundedMonthOfACancelledMandateRunsOut(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.register(maharashtra, "27")
	order := s.orderOf(s.renewing("monthly", "monthly", 600), billingIn("27", "400001"), nil)
	id := order["subscriptionId"].(string)
	s.settlePayment(s.pay(id, fakerazorpay.Success))
	refund := refundBody("")
	refund["mandate"] = "keep"
	s.post(s.accountant(), "/api/transactions/"+s.onlyTransaction().Id+"/refund", refund, 201)
	s.makeRefunds()
	s.expect("the status of the cancellation", s.buyer.Post("/api/subscriptions/mine/cancel", nil).Status, 200)
	s.Drain()
	s.expect("the entitlement", s.mine(s.buyer, "entitlement", "state"), "active")
	s.Clock.Advance(40 * day)
	s.must(s.Razorpay.PassTime())
	s.Drain()
	s.expect("the entitlement after the month", s.mine(s.buyer, "entitlement", "state"), "lapsed")
	s.expectLive()
	s.expect("the documents", s.papers(), "BC/26-27/000001 708.00 = 600.00 + CGST 54.00 + SGST 54.00\n"+
		"BN/26-27/000001 708.00 = 600.00 + CGST 54.00 + SGST 54.00")
	s.expect("the month", s.net("2026-08"), "0 0 0 0 0")
}

// The bank takes back a part of a payment of a wrong amount. What is left is no price any more, and is returned.
func TestAPaymentOfAWrongAmountIsDisputed(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	payment := s.payShort().PaymentID
	path := "/api/transactions/" + s.onlyTransaction().Id
	s.must(s.Razorpay.OpenDispute(payment, "chargeback", 100000))
	s.deliver(s.Razorpay.Events(payment)...)
	s.expect("the status of a refund while it is disputed", s.accountant().Post(path+"/refund", refundBody("")).Status, 409)
	s.expect("refunds", len(s.listAllRecords("refunds")), 0)
	s.must(s.Razorpay.Dispute(payment, "lost"))
	s.deliver(s.Razorpay.Events(payment)...)
	s.expect("the status of accepting the rest",
		s.accountant().Post(path+"/accept", body{"reason": "An offer", "password": testapp.Password}).Status, 409)
	s.post(s.accountant(), path+"/refund", refundBody(""), 201)
	s.makeRefunds()
	s.expect("the returned amount", s.Razorpay.State().Refunds[0].Amount, int64(2849900))
	s.expect("the status", s.onlyTransaction().GetString("status"), "failed")
	s.expect("the documents", s.papers(), "")
}

// The provider refuses a refund below one rupee, so none of the payments of a price may return less.
func TestARefundIsDividedIntoAmountsThatTheProviderMakes(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	order := s.order(s.buyer, s.tier)
	s.pay(order, fakerazorpay.Half)
	s.pay(order, fakerazorpay.Half)
	s.reconcile()
	s.Clock.Advance(time.Hour)
	s.post(s.accountant(), "/api/transactions/"+s.onlyTransaction().Id+"/refund", refundBody("14750.50"), 201)
	s.makeRefunds()
	s.expect("refundedAmount", s.onlyTransaction().GetInt("refundedAmount"), 1475050)
	s.expect("attention", s.onlyTransaction().GetString("attention"), "")
	s.expect("credit notes", s.sumOf("credit-note"), 1475050)
	s.checkCaptured()
}

// The bank transfer that replaces a refund is not made before the payment.
func TestATransferThatReplacesARefundIsNotOlderThanThePayment(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	_, path := s.buyLifetime()
	s.Clock.Advance(10 * day)
	s.Razorpay.SetSwitches(fakerazorpay.Switches{HoldRefunds: true})
	s.post(s.accountant(), path, refundBody(""), 201)
	s.must(s.Jobs.Drain(s.Context()))
	refund := s.Razorpay.State().Refunds[0]
	s.must(s.Razorpay.SettleRefund(refund.ID, "failed"))
	s.deliver(s.Razorpay.Events(refund.PaymentID)...)
	transferPath := path + "s/" + s.listAllRecords("refunds")[0].Id + "/transfer"
	early := s.accountant().Post(transferPath, body{"utr": "R1", "bankDate": "2026-08-02", "password": testapp.Password})
	s.expect("the status of a transfer before the payment", early.Status, 400)
	s.expect("the error is at the date", early.Field("bankDate") != "", true)
	s.post(s.accountant(), transferPath, body{"utr": "R1", "bankDate": "2026-08-03", "password": testapp.Password}, 200)
	s.expect("the month", s.net("2026-08"), "0 0 0 0 0")
	s.expect("the revenue of July", s.monthlyRevenue("2026-07"), "0")
}

// A loss turns while the invoice still waits for the buyer's state. The invoice then has no notes.
func TestALossTurnsBeforeTheStateIsKnown(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	charge := s.unplacedCharge()
	payment := charge.GetString("razorpayPaymentId")
	s.loseDispute(payment, 10000)
	first := s.settle() // two charges of ₹708 less ₹16.70, less ₹100
	s.winDispute(payment)
	s.restore(charge.Id)
	second := s.settle()
	s.expectSettlement(first, "matched 1282.60")
	s.expectSettlement(second, "matched 100")
	s.stateOwnState()
	s.expect("the documents", s.papers(), "BR/26-27/000001 708.00 = 708.00\n"+
		"BC/26-27/000001 708.00 = 600.00 + IGST 108.00")
}

// The notes around a turned loss sum to nothing in rupees too.
func TestTheNotesInDollarsSumToNothing(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.register(maharashtra, "27")
	s.Razorpay.SetRupeeRate(83)
	tier := s.createTier("dollars", "annual", map[string]any{"price": 30001, "currency": "USD"})
	payment := s.buyIn(tier, body{"country": "US", "address": "500 Pine Street"}).PaymentID
	s.refundAt(payment, 3333)
	s.loseDispute(payment, 5055)
	s.refundAt(payment, 2021)
	s.winDispute(payment)
	s.restore(s.onlyTransaction().Id)
	s.refundAt(payment, 0)
	s.expect("the month", s.net("2026-08"), "0 0 0 0 0")
	s.expect("table 6A less 9B", s.table("2026-08", "hsn(b2c)"), "")
}
