package books_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/demo/fakerazorpay"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/internal/testapp/testdb"
)

// trade sells, refunds, disputes and settles at random.
type trade struct {
	*fixture
	rand  *rand.Rand
	tiers []*core.Record
	pool  []*testapp.Visitor
	// paid lists payments without a refund or dispute. undelivered lists payments whose events have not been delivered.
	paid        []string
	undelivered []string
	// filedAt has the contents of the books of each month at the time when it was closed.
	filedAt map[string]string
	address int
	// pace divides the time between steps, so that ten thousand steps take three years instead of fifteen.
	pace time.Duration
	// unsold is the number of payments that bought nothing.
	unsold int
}

const street = "14 Marine Drive"

var places = []fields{
	{"state": "27", "pin": "400001", "address": street},
	{"state": "29", "pin": "560025", "address": street},
	{"state": "33", "pin": "600001", "address": street},
	{"state": "04", "pin": "160017", "address": street},
	{"state": "07", "pin": "110001", "address": street},
	{"country": "US", "address": street},
	{
		"kind":      "company",
		"legalName": "Rao Textiles Private Limited",
		"gstin":     "29AAGCB7383J1Z4",
		"address":   "12 Residency Road, Bengaluru",
		"state":     "29",
		"pin":       "560025",
	},
	{
		"kind":      "company",
		"legalName": "Desai Exports",
		"gstin":     "27AADCD4321E1Z4",
		"address":   "Nariman Point, Mumbai",
		"state":     "27",
		"pin":       "400021",
	},
}

// The registers, the ledger and the settlements are computed in three independent ways. This test checks that they
// match to the paisa while the supplier registers and deregisters, the rate changes and buyers move.
// BOARDCIRCLE_TEST_SEED and BOARDCIRCLE_TEST_STEPS repeat a failed run.
func TestRegistersLedgerAndSettlementsMatchAfterRandomTrade(t *testing.T) {
	t.Parallel()
	steps, pace := 80, time.Duration(1)
	if testdb.IsLong() {
		steps, pace = 10_000, 5
	}
	steps = int(testdb.Number(t, "BOARDCIRCLE_TEST_STEPS", uint64(steps)))
	w := &trade{fixture: newFixture(t), rand: testdb.Random(t, 1), filedAt: map[string]string{}, pace: pace}
	w.register(nil)
	w.at(time.Date(2026, 8, 20, 6, 30, 0, 0, time.UTC))
	w.tiers = []*core.Record{
		w.tier,
		w.createTier("odd", fields{"price": 99904}),
		w.createTier("large", fields{"price": 10000001}),
		w.createTier("small", fields{"price": 33333}),
	}
	for range max(30,
		steps/40) { // so that a member has at most about twenty terms; each purchase reschedules all of them
		w.pool = append(w.pool, w.buyer())
	}
	for _, coupon := range []fields{
		{"code": "FIFTH", "kind": "percent", "value": "17", "maxUsesEach": 0}, {"code": "SUM", "kind": "amount", "value": "111.11", "maxUsesEach": 0},
	} {
		if answer := w.owner.Post("/api/coupons", coupon); answer.Status != 201 {
			t.Fatal(answer.Body)
		}
		w.confirmCoupons()
	}
	for n := range steps {
		w.step()
		if n%1000 == 999 {
			t.Logf("%d steps", n+1)
		}
	}
	w.settleAll()
	for _, payment := range w.undelivered {
		w.deliver(payment)
	}
	w.pull()
	w.check()
}

// settleAll settles all items. The provider does not settle a negative balance, so it sells until the balance is
// positive.
func (w *trade) settleAll() {
	w.Helper()
	for range 100 {
		_, err := w.Razorpay.Settle(0)
		if err == nil || strings.Contains(err.Error(), "nothing to settle") {
			return
		}
		w.sell()
	}
	w.Fatal("the balance is negative after 100 more sales")
}

// pass advances the clock by a duration divided by the pace.
func (w *trade) pass(d time.Duration) { w.Clock.Advance(d / w.pace) }

// step does one random action.
func (w *trade) step() {
	w.Helper()
	w.pass(time.Duration(w.rand.IntN(6*3600)) * time.Second)
	switch n := w.rand.IntN(100); {
	case n < 55:
		w.sell()
	case n < 65:
		w.sellOffline()
	case n < 82:
		w.refundRandom()
	case n < 88:
		w.dispute()
	case n < 91:
		w.payUnsold()
	case n < 93:
		w.changeTax()
	case n < 97:
		if _, err := w.Razorpay.Settle(0); err == nil {
			w.pull()
		}
	default:
		w.closeMonths()
	}
}

func (w *trade) sell() {
	w.Helper()
	tier, additional := w.tiers[w.rand.IntN(len(w.tiers))], fields{}
	if n := w.rand.IntN(4); n < 2 {
		additional["couponCode"] = []string{"fifth", "sum"}[n]
	}
	isUndelivered := w.rand.IntN(15) == 0
	buyer := w.pool[w.rand.IntN(len(w.pool))]
	if isUndelivered { // a buyer whose payment is in progress cannot order again
		buyer = w.buyer()
	}
	w.address++
	buyer.Header.Set("X-Forwarded-For", fmt.Sprintf("11.%d.%d.%d", w.address>>16&255, w.address>>8&255, w.address&255))
	if w.rand.IntN(2) == 0 {
		additional["billing"] = places[w.rand.IntN(len(places))]
	} else { // the billing comes from the profile
		w.move(buyer)
	}
	body := fields{
		"customerName":     "Asha Rao",
		"customerEmail":    "asha@example.com",
		"customerPhone":    "+919876543210",
		"membershipTierId": tier.Id,
	}
	for name, value := range additional {
		body[name] = value
	}
	answer := buyer.Post("/api/payments/create-order", body)
	if answer.Status != 201 {
		w.Fatalf("create-order: status = %d, want 201: %s", answer.Status, answer.Body)
	}
	switch w.rand.IntN(10) { // between the order and its payment
	case 0:
		w.changeTax()
	case 1:
		w.move(buyer)
	}
	paid, err := w.Razorpay.Pay(answer.JSON["orderId"].(string), fakerazorpay.Success)
	w.must(err)
	if isUndelivered {
		w.undelivered = append(w.undelivered, paid.PaymentID)
		return
	}
	w.deliver(paid.PaymentID)
	w.paid = append(w.paid, paid.PaymentID)
}

// sellOffline enters an offline sale that is paid at once or in two parts, and may be cancelled.
func (w *trade) sellOffline() {
	w.Helper()
	tier := w.tiers[w.rand.IntN(len(w.tiers))]
	member := w.CreateAccount("users", nil)
	answer := w.owner.Post("/api/offline-payments",
		fields{"userId": member.Id, "membershipTierId": tier.Id, "billing": places[w.rand.IntN(len(places))]})
	if answer.Status != 201 {
		w.Fatalf("offline sale: status = %d, want 201: %s", answer.Status, answer.Body)
	}
	w.changeTax()
	id, due := answer.JSON["id"].(string), paise(answer.JSON["due"])
	today := india.Day(w.Clock.Now())
	switch w.rand.IntN(3) {
	case 0:
		w.receive(id, due, today)
	case 1:
		part := 1 + w.rand.Int64N(due-1)
		w.receive(id, part, today)
		if w.rand.IntN(2) == 0 {
			w.cancel(id)
			return
		}
		w.pass(20 * 24 * time.Hour / 10)
		w.receive(id, due-part, today) // the bank date may be in a past month
	default:
		w.receive(id, due, today)
		w.cancel(id)
	}
}

// move saves a random billing profile for a buyer.
func (w *trade) move(buyer *testapp.Visitor) {
	w.Helper()
	answer := buyer.Send(http.MethodPut, "/api/billing-profile", places[w.rand.IntN(len(places))])
	if answer.Status != 200 {
		w.Fatalf("billing profile: status = %d, want 200: %s", answer.Status, answer.Body)
	}
}

// changeTax changes the rate, the letter of undertaking or the state of the supplier's registration, or removes the
// registration until the next change.
func (w *trade) changeTax() {
	w.Helper()
	w.register([]fields{
		{"gstRate": 18}, {"gstRate": 12}, {"gstRate": 5},
		{"lutNumber": "AD270426000001X", "lutYear": india.FinancialYear(w.Clock.Now())}, {"lutNumber": "", "lutYear": ""},
		{"supplierGstin": "29AAPFU0939F1ZR", "supplierState": "29"}, {"supplierGstin": maharashtra, "supplierState": "27"},
		{"taxStatus": "unregistered", "supplierGstin": "", "lutNumber": "", "lutYear": ""},
	}[w.rand.IntN(8)])
}

func (w *trade) cancel(id string) {
	w.Helper()
	answer := w.owner.Post("/api/offline-payments/"+id+"/cancel",
		fields{"reason": "They have changed their mind", "password": testapp.Password})
	if answer.Status != 200 {
		w.Fatalf("cancel: status = %d, want 200: %s", answer.Status, answer.Body)
	}
}

// popPaid removes and returns a random payment without a refund or dispute.
func (w *trade) popPaid() (payment string, ok bool) {
	if len(w.paid) == 0 {
		return "", false
	}
	i := w.rand.IntN(len(w.paid))
	payment = w.paid[i]
	w.paid[i] = w.paid[len(w.paid)-1]
	w.paid = w.paid[:len(w.paid)-1]
	return payment, true
}

// refundRandom refunds a payment, in full or in one or two parts.
func (w *trade) refundRandom() {
	w.Helper()
	payment, ok := w.popPaid()
	if !ok {
		return
	}
	if w.rand.IntN(2) == 0 {
		w.refund(payment, 100+w.rand.Int64N(20000))
		if w.rand.IntN(2) == 0 {
			return
		}
		w.pass(time.Duration(w.rand.IntN(12*24)) * time.Hour)
	}
	w.refund(payment, 0)
}

func (w *trade) dispute() {
	w.Helper()
	payment, ok := w.popPaid()
	if !ok {
		return
	}
	end := []string{"lost", "won"}[w.rand.IntN(2)]
	w.must(w.Razorpay.Dispute(payment, "created"))
	w.deliver(payment)
	w.pass(time.Duration(w.rand.IntN(5*24)) * time.Hour)
	w.must(w.Razorpay.Dispute(payment, end))
	w.deliver(payment)
}

// payUnsold makes a payment that buys nothing, because its amount is wrong or its order is unknown, and refunds it.
func (w *trade) payUnsold() {
	w.Helper()
	lifecycle := []fakerazorpay.Lifecycle{fakerazorpay.WrongAmount, fakerazorpay.Orphan}[w.rand.IntN(2)]
	order := w.order(w.tiers[w.rand.IntN(len(w.tiers))], places[w.rand.IntN(len(places))], nil)
	paid, err := w.Razorpay.Pay(order, lifecycle)
	w.must(err)
	w.deliver(paid.PaymentID)
	w.unsold++
	if w.rand.IntN(2) == 0 {
		w.refund(paid.PaymentID, 100+w.rand.Int64N(20000))
		w.pass(time.Duration(w.rand.IntN(48)) * time.Hour)
	}
	w.refund(paid.PaymentID, 0)
}

// closeMonths closes all months that can be closed and stores their books.
func (w *trade) closeMonths() {
	w.Helper()
	rows := list(w.accountant.Get("/api/books/months"))
	for i := len(rows) - 1; i >= 0; i-- {
		month := rows[i]["month"].(string)
		if rows[i]["isClosed"] == "true" {
			continue
		}
		if answer := w.close(month); answer.Status != 200 {
			return // the current month
		}
		w.filedAt[month] = w.filed(month)
	}
}

// paise parses an amount in rupees of an answer and returns it in paise.
func paise(amount any) int64 {
	text, _ := amount.(string)
	sign := int64(1)
	if strings.HasPrefix(text, "-") {
		sign, text = -1, text[1:]
	}
	whole, fraction, _ := strings.Cut(text, ".")
	n, err := strconv.ParseInt(whole+(fraction + "00")[:2], 10, 64)
	if err != nil {
		panic(text)
	}
	return sign * n
}

func (w *trade) sumOf(query string) (sum int64) {
	w.Helper()
	w.must(w.PB.DB().NewQuery(query).Row(&sum))
	return sum
}

// check compares the registers, the ledger and the settlements.
func (w *trade) check() {
	w.Helper()
	const booked = "SELECT COALESCE(SUM(amount - refundedAmount), 0) FROM transactions WHERE status IN ('completed', 'refunded')"
	ledger, online := w.sumOf(booked), w.sumOf(booked+" AND kind != 'offline'")

	w.checkDocuments()

	var registers, taxable int64
	for _, row := range list(w.accountant.Get("/api/books/months")) {
		month := row["month"].(string)
		answer := w.registers("?month=" + month)
		net := answer.JSON["net"].(fields)
		registers += paise(net["total"])
		taxable += paise(net["taxableValue"])
		w.checkReturn(month, answer.JSON)
		if before, isClosed := w.filedAt[month]; isClosed && before != w.filed(month) {
			w.Errorf("the books of %s have changed since it was closed", month)
		}
	}
	w.expect("the total of the registers", registers, ledger)
	w.expect("the taxable value of the registers", taxable, w.taxableOfLedger())
	w.expect("the revenue on the dashboard", paise(w.owner.Get("/api/admin/stats").JSON["totalRevenue"]), ledger)

	var bank, fees int64
	for _, row := range w.listSettlements() {
		bank, fees = bank+paise(row["amount"]), fees+paise(row["fee"])
		if row["state"] != "matched" || row["unmatched"] != 0.0 {
			w.Errorf("settlement %v: state = %v, unmatched = %v, want matched and 0: %s", row["utr"], row["state"],
				row["unmatched"], problems(w.settlement(row["utr"].(string))))
		}
	}
	w.expect("the settlements with the fees", bank+fees, online)
	if w.count("invoices") < 50 || w.sumOf("SELECT COUNT(*) FROM invoices WHERE kind = 'credit-note'") < 10 ||
		len(w.filedAt) == 0 || bank == 0 {
		w.Errorf("%d documents and %d closed months are too few for this test", w.count("invoices"), len(w.filedAt))
	}
	if tb, ok := w.TB.(*testing.T); ok {
		tb.Logf("%d documents, %d settlements, %d closed months, %d payments that bought nothing, ₹%d.%02d net",
			w.count("invoices"), w.count("settlements"), len(w.filedAt), w.unsold, ledger/100, ledger%100)
	}
}

func (w *trade) listSettlements() (all []fields) {
	w.Helper()
	const perPage = 500
	for page := 1; ; page++ {
		rows := list(w.accountant.Get(fmt.Sprintf("/api/books/settlements?perPage=%d&page=%d", perPage, page)))
		all = append(all, rows...)
		if len(rows) < perPage {
			return all
		}
	}
}

// isTooLate reports whether a credit note lowers no tax, because its date is after the 30 November that follows the
// financial year of its invoice. The invoice number contains the year, as in BC/26-27/000012.
func isTooLate(note fields, month string) bool {
	year := strings.SplitN(note["corrects"].(string), "/", 3)[1][3:]
	return month > "20"+year+"-11"
}

// checkDocuments compares the amounts, the tax, the rate and the place of supply of each document with its transaction.
// The credit notes of a document must have its rate and place of supply, and must add up to the refunds of the
// transaction.
func (w *trade) checkDocuments() {
	w.Helper()
	const taxOf, rateOf = "(SELECT COALESCE(SUM(json_extract(value, '$.amount')), 0) FROM json_each(i.document, '$.taxes'))",
		"(SELECT COALESCE(SUM(json_extract(value, '$.rate')), 0) FROM json_each(i.document, '$.taxes'))"
	w.expect(
		"documents that differ from their transactions",
		w.sumOf(`SELECT COUNT(*) FROM invoices i JOIN transactions t ON t.id = i.transactionId
		WHERE i.kind != 'credit-note' AND (json_extract(i.document, '$.total') != t.amount OR `+taxOf+` != t.gstAmount OR `+rateOf+` != t.gstRate
		OR json_extract(i.document, '$.taxableValue') != t.baseAmount - t.discountAmount
		OR json_extract(i.document, '$.placeOfSupply.code') != t.billingState
		OR (i.kind = 'receipt' AND t.gstAmount != 0))`),
		int64(0),
	)
	w.expect(
		"credit notes with another rate or place of supply",
		w.sumOf(`SELECT COUNT(*) FROM invoices i JOIN transactions t ON t.id = i.transactionId
		WHERE i.kind = 'credit-note' AND (`+rateOf+` != t.gstRate OR json_extract(i.document, '$.placeOfSupply.code') != t.billingState)`),
		int64(0),
	)
	w.expect(
		"refunds that differ from their credit notes",
		w.sumOf(`SELECT COUNT(*) FROM transactions t WHERE t.status IN ('completed', 'refunded')
		AND t.refundedAmount != (SELECT COALESCE(SUM(json_extract(i.document, '$.total')), 0) FROM invoices i
			WHERE i.transactionId = t.id AND i.kind = 'credit-note')`),
		int64(0),
	)
	w.expect(
		"paid transactions without a document",
		w.sumOf(`SELECT COUNT(*) FROM transactions t WHERE t.status IN ('completed', 'refunded') AND t.amount > 0
		AND NOT EXISTS (SELECT 1 FROM invoices i WHERE i.transactionId = t.id AND i.kind != 'credit-note')`),
		int64(0),
	)
}

// taxableOfLedger returns the taxable value of all payments minus all refunds. The taxable value of a refund is
// proportional to its amount, rounded to a paisa.
func (w *trade) taxableOfLedger() (sum int64) {
	w.Helper()
	var rows []struct {
		Amount   int64 `db:"amount"`
		Refunded int64 `db:"refundedAmount"`
		Taxable  int64 `db:"taxable"`
	}
	w.must(w.PB.DB().NewQuery(`SELECT amount, refundedAmount, baseAmount - discountAmount AS taxable FROM transactions
		WHERE status IN ('completed', 'refunded') AND amount > 0`).All(&rows))
	for _, row := range rows {
		sum += row.Taxable - (2*row.Taxable*row.Refunded+row.Amount)/(2*row.Amount)
	}
	return sum
}

// checkReturn compares the returns of a month, one for each GSTIN, with its registers. The returns must not contain
// receipts, their credit notes, or credit notes that are too late.
func (w *trade) checkReturn(month string, registers fields) {
	w.Helper()
	want := map[string]int64{}
	for _, register := range []struct {
		name string
		sign int64
	}{{"invoices", 1}, {"creditNotes", -1}} {
		for _, entry := range registers[register.name].([]any) {
			row := entry.(fields)
			if corrected := row["corrects"].(string); corrected != "" &&
				(strings.HasPrefix(corrected, "BR/") || isTooLate(row, month)) {
				continue
			}
			for _, name := range []string{"taxableValue", "igst", "sgst", "total"} {
				want[name] += register.sign * paise(row[name])
			}
		}
	}
	got := map[string]int64{}
	for _, gstin := range registers["gstins"].([]any) {
		answer := w.accountant.Get("/api/books/gstr1?month=" + month + "&gstin=" + gstin.(string))
		if answer.Status != 200 {
			w.Fatalf("gstr1 of %s, %s: status = %d, want 200: %s", month, gstin, answer.Status, answer.Body)
		}
		add := func(sum, file, heading string, sign int64) {
			rows := csvOf(w.TB.(*testing.T), answer.Body, file)
			column := slices.Index(rows[0], heading)
			for _, row := range rows[1:] {
				got[sum] += sign * paise(row[column])
			}
		}
		const taxable = "Taxable Value"
		for file, sign := range map[string]int64{"b2b,sez,de": 1, "b2cl": 1, "b2cs": 1, "exp": 1, "cdnr": -1, "cdnur": -1} {
			add("tables", file, taxable, sign)
		}
		for _, file := range []string{"hsn(b2b)", "hsn(b2c)"} {
			add("summary", file, taxable, 1)
			add("igst", file, "Integrated Tax Amount", 1)
			add("sgst", file, "State/UT Tax Amount", 1)
			add("total", file, "Total Value", 1)
		}
	}
	w.expect("the taxable value in the tables of "+month, got["tables"], want["taxableValue"])
	w.expect("the taxable value in the summary of "+month, got["summary"], want["taxableValue"])
	for _, name := range []string{"igst", "sgst", "total"} {
		w.expect("the "+name+" of "+month, got[name], want[name])
	}
}
