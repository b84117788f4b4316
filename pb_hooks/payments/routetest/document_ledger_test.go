package routetest

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/demo/fakerazorpay"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/internal/testapp/testdb"
	"boardcircle/pb_hooks/payments/invoices"
)

// situation has the tax settings and the billing of the buyer.
type situation struct {
	gstin, status, lut string
	rate               int
	billing            map[string]any
}

// apply saves the tax settings of a situation. Its billing is sent with each order.
func (s *fixture) apply(now situation) {
	s.Helper()
	year := ""
	if now.lut != "" {
		year = "2026-27"
	}
	state := "27"
	if now.gstin != "" {
		state = now.gstin[:2]
	}
	s.setTax(map[string]any{
		"supplierState": state,
		"taxStatus":     now.status,
		"supplierGstin": now.gstin,
		"gstRate":       now.rate,
		"lutNumber":     now.lut,
		"lutYear":       year,
	})
}

func registeredAt(rate int) situation {
	return situation{gstin: maharashtra, status: "registered", rate: rate, billing: billingIn("29", "560025")}
}

var (
	unregistered  = situation{status: "unregistered", rate: 18, billing: billingIn("29", "560025")}
	abroad        = map[string]any{"country": "US"}
	exportTaxed   = situation{gstin: maharashtra, status: "registered", rate: 18, billing: abroad}
	exportWithLUT = situation{
		gstin:   maharashtra,
		status:  "registered",
		rate:    18,
		billing: abroad,
		lut:     "AD270426000001X",
	}
	inKarnataka = situation{gstin: "29AAPFU0939F1ZR", status: "registered", rate: 18, billing: billingIn("29",
		"560025")}
)

// changes are changes between the day on which a buyer sees a price and the day on which they pay it.
var changes = []struct {
	name          string
	before, after situation
}{
	{"nothing", registeredAt(18), registeredAt(18)},
	{"the supplier registers", unregistered, registeredAt(18)},
	{"the supplier is no longer registered", registeredAt(18), unregistered},
	{"the rate falls", registeredAt(18), registeredAt(12)},
	{"the rate rises", registeredAt(12), registeredAt(18)},
	{"a letter of undertaking is given", exportTaxed, exportWithLUT},
	{"a letter of undertaking ends", exportWithLUT, exportTaxed},
	{"the supplier moves to the buyer's state", registeredAt(18), inKarnataka},
	{"the buyer moves to the supplier's state", registeredAt(18),
		situation{gstin: maharashtra, status: "registered", rate: 18, billing: billingIn("27", "400001")}},
}

// sale is a way to sell a membership. open goes to the point at which the buyer knows the price, and pay does the rest.
type sale struct {
	path string
	open func(s *fixture, billing map[string]any) (pay func(s *fixture))
	// isPaidBefore means that the buyer pays before the change and gets the document after it, so the old rate applies.
	isPaidBefore bool
}

var sales = []sale{
	{path: "an order", open: func(s *fixture, billing map[string]any) func(*fixture) {
		id := s.orderOf(s.tierBySlug("odd"), billing, nil)["orderId"].(string)
		return func(s *fixture) { s.settlePayment(s.pay(id, fakerazorpay.Success)) }
	}},
	{path: "an order with a coupon", open: func(s *fixture, billing map[string]any) func(*fixture) {
		id := s.orderOf(s.tierBySlug("odd"), billing, map[string]any{"couponCode": "SUM"})["orderId"].(string)
		return func(s *fixture) { s.settlePayment(s.pay(id, fakerazorpay.Success)) }
	}},
	{path: "an order that is paid twice", open: func(s *fixture, billing map[string]any) func(*fixture) {
		id := s.orderOf(s.tierBySlug("odd"), billing, nil)["orderId"].(string)
		return func(s *fixture) { s.settlePayment(s.pay(id, fakerazorpay.TwoCaptures)) }
	}},
	{path: "seats", open: func(s *fixture, billing map[string]any) func(*fixture) {
		company := map[string]any{
			"kind":      "company",
			"legalName": "Rao Textiles",
			"address":   "12 Residency Road, Bengaluru",
		}
		for name, value := range billing {
			company[name] = value
		}
		id := s.orderOf(s.tierBySlug("yearly"), company, map[string]any{"seats": 3})["orderId"].(string)
		return func(s *fixture) { s.settlePayment(s.pay(id, fakerazorpay.Success)) }
	}},
	{path: "a mandate and its renewal", open: func(s *fixture, billing map[string]any) func(*fixture) {
		order := s.orderOf(s.tierBySlug("monthly"), billing, nil)
		id, _ := order["subscriptionId"].(string)
		if id == "" { // an export under a letter of undertaking is sold without a mandate
			return func(s *fixture) { s.settlePayment(s.pay(order["orderId"].(string), fakerazorpay.Success)) }
		}
		return func(s *fixture) {
			s.settlePayment(s.pay(id, fakerazorpay.Success))
			_, err := s.Razorpay.Charge(id)
			s.must(err)
			s.deliver(s.Razorpay.Events(id)...)
		}
	}},
	{path: "a renewal", open: func(s *fixture, billing map[string]any) func(*fixture) {
		order := s.orderOf(s.tierBySlug("monthly"), billing, nil)
		id, _ := order["subscriptionId"].(string)
		if id == "" {
			return func(s *fixture) { s.settlePayment(s.pay(order["orderId"].(string), fakerazorpay.Success)) }
		}
		s.settlePayment(s.pay(id, fakerazorpay.Success))
		return func(s *fixture) {
			_, err := s.Razorpay.Charge(id)
			s.must(err)
			s.deliver(s.Razorpay.Events(id)...)
		}
	}},
	{path: "a payment link", open: func(s *fixture, billing map[string]any) func(*fixture) {
		link := linkOf(s.orderOf(s.tierBySlug("patron"), billing, nil))
		return func(s *fixture) {
			s.payLink(link, fakerazorpay.Success)
			s.deliver(s.Razorpay.Events(link)...)
		}
	}},
	{path: "an unmatched payment", open: func(s *fixture, billing map[string]any) func(*fixture) {
		s.Razorpay.SetSwitches(fakerazorpay.Switches{Fault: fakerazorpay.BadGateway})
		s.orderOf(s.tierBySlug("patron"), billing, nil)
		s.Razorpay.SetSwitches(fakerazorpay.Switches{})
		user := s.account(s.buyer)
		return func(s *fixture) {
			orphan := s.payStaticPage(fakerazorpay.Payer{})
			withAddress := map[string]any{"address": "14 Marine Drive, Mumbai"}
			for name, value := range billing {
				withAddress[name] = value
			}
			s.post(s.busyAdmin(), "/api/payments/orphans/"+orphan+"/attach", body{
				"userId":           user,
				"membershipTierId": s.tierBySlug("patron").Id,
				"reason":           "A transfer",
				"password":         testapp.Password,
				"billing":          withAddress,
			}, 201)
		}
	}},
	{path: "an accepted difference", open: func(s *fixture, billing map[string]any) func(*fixture) {
		order := s.orderOf(s.tierBySlug("odd"), billing, nil)
		paid := s.pay(order["orderId"].(string), fakerazorpay.WrongAmount)
		s.settlePayment(paid)
		id := order["notes"].(map[string]any)["transactionId"].(string)
		return func(s *fixture) {
			s.post(s.busyAdmin(), "/api/transactions/"+id+"/accept",
				body{"reason": "An offer", "password": testapp.Password}, 204)
		}
	}, isPaidBefore: true},
	{path: "a bank transfer", open: func(s *fixture, billing map[string]any) func(*fixture) {
		admin := s.busyAdmin()
		sale := s.sell(admin, s.tierBySlug("odd"), body{"billing": billing}, 201)
		due := sale.JSON["due"].(string)
		return func(s *fixture) { s.receivePart(admin, sale, due) }
	}},
	{path: "a bank transfer in parts", open: func(s *fixture, billing map[string]any) func(*fixture) {
		admin := s.busyAdmin()
		sale := s.sell(admin, s.tierBySlug("odd"), body{"billing": billing}, 201)
		due, err := strconv.ParseFloat(sale.JSON["due"].(string), 64)
		s.must(err)
		return func(s *fixture) {
			s.receivePart(admin, sale, "300.50")
			s.receivePart(admin, sale, fmt.Sprintf("%.2f", due-300.50))
		}
	}},
	{path: "the last part of a bank transfer", open: func(s *fixture, billing map[string]any) func(*fixture) {
		admin := s.busyAdmin()
		sale := s.sell(admin, s.tierBySlug("odd"), body{"billing": billing}, 201)
		due, err := strconv.ParseFloat(sale.JSON["due"].(string), 64)
		s.must(err)
		s.receivePart(admin, sale, "300.50") // invoices the total
		return func(s *fixture) { s.receivePart(admin, sale, fmt.Sprintf("%.2f", due-300.50)) }
	}},
}

// orderOf places an order of the fixture's buyer with additional fields and returns the answer.
func (s *fixture) orderOf(tier *core.Record, billing, fields map[string]any) map[string]any {
	s.Helper()
	order := orderFor(tier, billing)
	for name, value := range fields {
		order[name] = value
	}
	answer := s.buyer.Post("/api/payments/create-order", order)
	if answer.Status != 201 {
		s.Fatalf("create-order: status = %d, want 201: %s", answer.Status, answer.Body)
	}
	return answer.JSON
}

// settlePayment sends the callback and the events of a payment.
func (s *fixture) settlePayment(paid fakerazorpay.CheckoutResult) {
	s.Helper()
	s.callback(s.buyer, paid)
	s.deliver(s.Razorpay.Events(paid.PaymentID)...)
}

// receivePart enters and confirms a bank transfer of today.
func (s *fixture) receivePart(admin *testapp.Visitor, sale testapp.Response, amount string) {
	s.Helper()
	part := receipt("neft", fmt.Sprintf("N%06d", transfers.Add(1)), amount)
	part["bankDate"] = india.Day(s.Clock.Now())
	s.post(admin, offlineStep(sale, "receipts"), part, 200)
	s.post(admin, offlineStep(sale, "confirm"), withPassword, 200)
}

var transfers atomic.Int64

// For every kind of sale and every change of tax between the price and the payment, the document matches the ledger,
// and both match the settings at the time of issue.
func TestDocumentsMatchTheLedgerAfterChangesOfTax(t *testing.T) {
	t.Parallel()
	for _, change := range changes {
		t.Run(change.name, func(t *testing.T) {
			t.Parallel()
			s := newFixture(t)
			s.apply(change.before)
			s.createTier("odd", "annual", map[string]any{"price": 99904})
			s.createTier("yearly", "annual", map[string]any{"price": 333333})
			s.createTier("patron", "lifetime", map[string]any{"price": 4000000, "razorpayPaymentLink": staticPage})
			s.renewing("monthly", "monthly", 600)
			s.admin = s.SignedIn("admins", nil)
			s.coupon(body{"code": "SUM", "kind": "amount", "value": "111.11", "maxUsesEach": 0})
			var payments []func(*fixture)
			var buyers []*testapp.Visitor
			for _, sale := range sales {
				s.buyer = s.member()
				buyers = append(buyers, s.buyer)
				payments = append(payments, sale.open(s, change.before.billing))
			}
			s.Drain()
			issued := map[string]bool{}
			for _, invoice := range s.listAllRecords("invoices") {
				issued[invoice.GetString("transactionId")] = true
				s.checkDocument("before the change", invoice, change.before)
			}
			quoted := map[string]int{}
			for _, transaction := range s.listAllRecords("transactions") {
				quoted[transaction.Id] = transaction.GetInt("amount")
			}

			s.Clock.Advance(time.Hour)
			s.apply(change.after)
			s.Clock.Advance(17 * time.Hour) // the next day at the bank
			for i, pay := range payments {
				s.buyer = buyers[i]
				now := change.after
				if sales[i].isPaidBefore {
					now.rate = change.before.rate
				}
				if s.buyer.Get("/api/billing-profile").JSON["state"] != change.after.billing["state"] {
					s.expect("the status of the profile", s.buyer.Send("PUT", "/api/billing-profile",
						change.after.billing).Status,
						200)
				}
				s.Clock.Advance(time.Minute)
				s.step(sales[i].path, pay)
				s.Drain()
				for _, invoice := range s.listAllRecords("invoices") {
					if id := invoice.GetString("transactionId"); !issued[id] {
						issued[id] = true
						s.step("the document of "+sales[i].path, func(s *fixture) {
							s.checkDocument(sales[i].path, invoice, now)
						})
					}
				}
			}
			for _, transaction := range s.listAllRecords("transactions") {
				isStaticPage := transaction.GetString("kind") == "link" &&
					transaction.GetString("razorpayPaymentLinkId") == "" // the amount is typed on the page
				amount, wasQuoted := quoted[transaction.Id]
				if paid := transaction.GetInt("amount"); wasQuoted && !isStaticPage && paid != amount &&
					paid != amount-100 { // the accepted difference is one rupee
					t.Errorf("a buyer was charged %d paise, want %d as quoted", paid, amount)
				}
				if !issued[transaction.Id] && !transaction.GetBool("isSecondPayment") {
					t.Errorf("a %s of %d paise has no document, its status is %s", transaction.GetString("kind"),
						transaction.GetInt("amount"), transaction.GetString("status"))
				}
			}
		})
	}
}

// checkDocument compares a document with its transaction, and both with the situation at the time of issue.
func (s *fixture) checkDocument(what string, invoice *core.Record, now situation) {
	s.Helper()
	var d invoices.Document
	s.must(invoice.UnmarshalJSONField("document", &d))
	t, err := s.PB.FindRecordById("transactions", invoice.GetString("transactionId"))
	s.must(err)
	var tax int64
	rate := 0.0
	for _, line := range d.Taxes {
		percent, err := strconv.ParseFloat(line.Rate, 64)
		s.must(err)
		tax, rate = tax+line.Amount, rate+percent
	}
	wantRate, kind := now.rate, invoices.TaxInvoice
	switch {
	case now.gstin == "":
		wantRate, kind = 0, invoices.Receipt
	case now.lut != "" && d.PlaceOfSupply.Code == "96":
		wantRate = 0
	}
	s.expect(what+": the kind", d.Kind, kind)
	s.expect(what+": the rate of the document", rate, float64(wantRate))
	s.expect(what+": the rate in the ledger", t.GetInt("gstRate"), wantRate)
	s.expect(what+": the tax in the ledger", t.GetInt("gstAmount"), int(tax))
	s.expect(what+": the total in the ledger", t.GetInt("amount"), int(d.Total))
	s.expect(what+": the discount in the ledger", t.GetInt("discountAmount"), int(d.Discount))
	s.expect(what+": the taxable value in the ledger", t.GetInt("baseAmount")-t.GetInt("discountAmount"),
		int(d.TaxableValue))
	s.expect(what+": the place of supply in the ledger", t.GetString("billingState"), d.PlaceOfSupply.Code)
	s.expect(what+": the sum of the document", d.TaxableValue+tax, d.Total)
	if off := math.Abs(float64(d.TaxableValue)*float64(wantRate)/100 - float64(tax)); off > 1 {
		s.Errorf("%s: tax of %d paise on %d at %d %%", what, tax, d.TaxableValue, wantRate)
	}
}

func TestTheDocumentOfTheFirstPartFixesTheTax(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.apply(unregistered)
	admin := s.SignedIn("admins", nil)
	sale := s.sell(admin, s.tier, body{"billing": billingIn("27", "400001")}, 201)
	s.expect("due in the proforma", sale.JSON["due"], "25000")
	s.apply(registeredAt(18))
	s.Clock.Advance(day)
	s.receivePart(admin, sale, "10000")
	first := s.onlyTransaction()
	s.expect("the tax after the first part", first.GetInt("gstAmount"), 381356)
	s.apply(registeredAt(12))
	s.Clock.Advance(day)
	s.receivePart(admin, sale, "15000")
	last := s.onlyTransaction()
	s.expect("the tax after the last part", last.GetInt("gstAmount"), 381356)
	s.expect("the rate after the last part", last.GetInt("gstRate"), 18)
	s.expect("documents", len(s.listRecords("invoices", "issuedAt", dbx.HashExp{"transactionId": last.Id})), 1)
}

// Tax changes between random sales, and between the price and the payment of a sale. Each document matches the ledger.
// The long form has 10,000 sales.
func TestRandomSalesMatchTheirDocumentsWhileTaxChanges(t *testing.T) {
	t.Parallel()
	count := 24
	if testdb.IsLong() {
		count = 10_000
	}
	count = int(testdb.Number(t, "BOARDCIRCLE_TEST_STEPS", uint64(count)))
	random := testdb.Random(t, 22)
	situations := []situation{registeredAt(18), registeredAt(12), registeredAt(5), unregistered, exportWithLUT,
		inKarnataka}
	billings := []map[string]any{billingIn("27", "400001"), billingIn("29", "560025"), billingIn("04", "160017"),
		abroad}
	s := newFixture(t)
	now := registeredAt(18)
	s.apply(now)
	s.createTier("odd", "annual", map[string]any{"price": 99904})
	s.createTier("yearly", "annual", map[string]any{"price": 333333})
	s.createTier("patron", "lifetime", map[string]any{"price": 4000000, "razorpayPaymentLink": staticPage})
	s.renewing("monthly", "monthly", 600)
	s.admin = s.SignedIn("admins", nil) // one for all sales, because each change of tax is emailed to all admins
	s.coupon(body{"code": "SUM", "kind": "amount", "value": "111.11", "maxUsesEach": 0})
	checked := 0
	check := func(what string, now situation) {
		t.Helper()
		invoices := s.listRecords("invoices", "rowid", dbx.NewExp("rowid > {:checked}", dbx.Params{"checked": checked}))
		checked += len(invoices)
		for _, invoice := range invoices {
			s.checkDocument(what, invoice, now)
		}
	}
	type unpaidSale struct {
		sale
		buyer *testapp.Visitor
		pay   func(*fixture)
		at    situation
	}
	var unpaid []unpaidSale
	payOne := func(i int) {
		t.Helper()
		u := unpaid[i]
		unpaid = slices.Delete(unpaid, i, i+1)
		s.buyer = u.buyer
		s.Clock.Advance(time.Minute)
		u.pay(s)
		s.Drain()
		at := now
		if u.isPaidBefore {
			at.rate = u.at.rate
		}
		check(u.path, at)
	}
	for n := range count {
		if random.IntN(4) == 0 { // the settings store at most about 1,500 rate changes
			now = situations[random.IntN(len(situations))]
			s.apply(now)
			s.Clock.Advance(time.Minute)
		}
		s.buyer = s.member()
		sale := sales[random.IntN(len(sales))]
		pay := sale.open(s, billings[random.IntN(len(billings))])
		s.Drain()
		check(sale.path, now)
		unpaid = append(unpaid, unpaidSale{sale, s.buyer, pay, now})
		for len(unpaid) > 5 || len(unpaid) > 0 && n == count-1 {
			payOne(random.IntN(len(unpaid)))
		}
		if n%1000 == 999 {
			t.Logf("%d sales", n+1)
		}
	}
	t.Logf("%d documents of %d sales", checked, count)
	if checked < count {
		t.Errorf("%d documents of %d sales, want at least one each", checked, count)
	}
}
