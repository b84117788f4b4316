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
	// paid are the payments without a refund or dispute. held are the events that were not delivered.
	paid []string
	held []string
	// filedAt is what the books contained for a month when it was closed.
	filedAt map[string]string
	address int
	// pace shortens the time between the steps, so that ten thousand steps are three years of trade and not fifteen.
	pace   time.Duration
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
		"gstin":     "27AAPFU0939F1ZV",
		"address":   "Nariman Point, Mumbai",
		"state":     "27",
		"pin":       "400021",
	},
}

// The registers, the ledger and the settlements are computed in three independent ways. This test checks that they
// agree to the paisa while the supplier registers and deregisters, the rate changes and buyers move.
// BOARDCIRCLE_TEST_SEED and BOARDCIRCLE_TEST_STEPS repeat a failed run.
func TestRegistersLedgerAndSettlementsAgreeAfterRandomTrade(t *testing.T) {
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
	for range max(30, steps/40) { // limits a member to about twenty terms, because each purchase reschedules all of them
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
	for _, payment := range w.held {
		w.deliver(payment)
	}
	w.pull()
	w.agree()
}

// settleAll settles all items. While more was taken back than paid, the provider waits for further payments.
func (w *trade) settleAll() {
	w.Helper()
	for range 100 {
		_, err := w.Razorpay.Settle(0)
		if err == nil || strings.Contains(err.Error(), "nothing to settle") {
			return
		}
		w.sell()
	}
	w.Fatal("the balance stays negative")
}

// pass advances the clock.
func (w *trade) pass(d time.Duration) { w.Clock.Advance(d / w.pace) }

// step runs one random event.
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
		w.payForNothing()
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
	tier, more := w.tiers[w.rand.IntN(len(w.tiers))], fields{}
	if n := w.rand.IntN(4); n < 2 {
		more["couponCode"] = []string{"fifth", "sum"}[n]
	}
	isHeld := w.rand.IntN(15) == 0
	buyer := w.pool[w.rand.IntN(len(w.pool))]
	if isHeld { // they would be told that their payment is in progress
		buyer = w.buyer()
	}
	w.address++
	buyer.Header.Set("X-Forwarded-For", fmt.Sprintf("11.%d.%d.%d", w.address>>16&255, w.address>>8&255, w.address&255))
	if w.rand.IntN(2) == 0 {
		more["billing"] = places[w.rand.IntN(len(places))]
	} else { // billed by their profile
		w.move(buyer)
	}
	body := fields{
		"customerName":     "Asha Rao",
		"customerEmail":    "asha@example.com",
		"customerPhone":    "+919876543210",
		"membershipTierId": tier.Id,
	}
	for name, value := range more {
		body[name] = value
	}
	answer := buyer.Post("/api/payments/create-order", body)
	if answer.Status != 201 {
		w.Fatalf("create-order: %d %s", answer.Status, answer.Body)
	}
	switch w.rand.IntN(10) { // between the order and its payment
	case 0:
		w.changeTax()
	case 1:
		w.move(buyer)
	}
	paid, err := w.Razorpay.Pay(answer.JSON["orderId"].(string), fakerazorpay.Success)
	w.must(err)
	if isHeld {
		w.held = append(w.held, paid.PaymentID)
		return
	}
	w.deliver(paid.PaymentID)
	w.paid = append(w.paid, paid.PaymentID)
}

// sellOffline enters a sale that is paid immediately, in two parts or with TDS, and may be cancelled.
func (w *trade) sellOffline() {
	w.Helper()
	tier := w.tiers[w.rand.IntN(len(w.tiers))]
	member := w.CreateAccount("users", nil)
	answer := w.owner.Post(
		"/api/offline-payments",
		fields{"userId": member.Id, "membershipTierId": tier.Id, "billing": places[w.rand.IntN(len(places))]},
	)
	if answer.Status != 201 {
		w.Fatalf("%d %s", answer.Status, answer.Body)
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
		w.receive(id, due-part, today) // the bank's date may be in a past month
	default:
		w.receive(id, due, today)
		w.cancel(id)
	}
}

// move saves another billing profile of a buyer: in another state, abroad, or of a company.
func (w *trade) move(buyer *testapp.Visitor) {
	w.Helper()
	if answer := buyer.Send(
		http.MethodPut,
		"/api/billing-profile",
		places[w.rand.IntN(len(places))],
	); answer.Status != 200 {
		w.Fatalf("the billing profile: %d %s", answer.Status, answer.Body)
	}
}

// changeTax changes the rate, the letter of undertaking or the state of the supplier's registration, or ends the
// registration until the next change.
func (w *trade) changeTax() {
	w.Helper()
	w.register([]fields{
		{"gstRate": 18}, {"gstRate": 12}, {"gstRate": 5},
		{"lutNumber": "AD270426000001X", "lutYear": india.FinancialYear(w.Clock.Now())}, {"lutNumber": "", "lutYear": ""},
		{"supplierGstin": "29AAGCB7383J1Z4", "supplierState": "29"}, {"supplierGstin": maharashtra, "supplierState": "27"},
		{"taxStatus": "unregistered", "supplierGstin": "", "lutNumber": "", "lutYear": ""},
	}[w.rand.IntN(8)])
}

func (w *trade) cancel(id string) {
	w.Helper()
	answer := w.owner.Post(
		"/api/offline-payments/"+id+"/cancel",
		fields{"reason": "They have changed their mind", "password": testapp.Password},
	)
	if answer.Status != 200 {
		w.Fatalf("cancel: %d %s", answer.Status, answer.Body)
	}
}

// takePaid removes and returns a payment without a refund or dispute.
func (w *trade) takePaid() (payment string, ok bool) {
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
	payment, ok := w.takePaid()
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
	payment, ok := w.takePaid()
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

// payForNothing makes a payment that buys nothing, because its amount is wrong or its order is unknown, and refunds it.
func (w *trade) payForNothing() {
	w.Helper()
	outcome := []fakerazorpay.Lifecycle{fakerazorpay.WrongAmount, fakerazorpay.Orphan}[w.rand.IntN(2)]
	paid, err := w.Razorpay.Pay(
		w.order(w.tiers[w.rand.IntN(len(w.tiers))], places[w.rand.IntN(len(places))], nil),
		outcome,
	)
	w.must(err)
	w.deliver(paid.PaymentID)
	w.unsold++
	if w.rand.IntN(2) == 0 {
		w.refund(paid.PaymentID, 100+w.rand.Int64N(20000))
		w.pass(time.Duration(w.rand.IntN(48)) * time.Hour)
	}
	w.refund(paid.PaymentID, 0)
}

// closeMonths closes all months that can be closed, and stores their contents.
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

// paise parses an amount of an answer.
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

// agree compares the registers, the ledger and the settlements.
func (w *trade) agree() {
	w.Helper()
	const booked = "SELECT COALESCE(SUM(amount - refundedAmount), 0) FROM transactions WHERE status IN ('completed', 'refunded')"
	ledger, online := w.sumOf(booked), w.sumOf(booked+" AND kind != 'offline'")

	w.agreeDocuments()

	var registers, taxable int64
	for _, row := range list(w.accountant.Get("/api/books/months")) {
		month := row["month"].(string)
		answer := w.registers("?month=" + month)
		net := answer.JSON["net"].(fields)
		registers += paise(net["total"])
		taxable += paise(net["taxableValue"])
		w.agreeReturn(month, answer.JSON)
		if was, closed := w.filedAt[month]; closed && was != w.filed(month) {
			w.Errorf("%s has changed since it was closed", month)
		}
	}
	w.expect("the registers, and the ledger", registers, ledger)
	w.expect("their taxable value, and the ledger's", taxable, w.taxableOfLedger())
	w.expect(
		"the dashboard's revenue, and the ledger",
		paise(w.owner.Get("/api/admin/stats").JSON["totalRevenue"]),
		ledger,
	)

	var bank, fees int64
	for _, row := range w.listSettlements() {
		bank, fees = bank+paise(row["amount"]), fees+paise(row["fee"])
		if row["state"] != "matched" || row["unmatched"] != 0.0 {
			w.Errorf(
				"settlement %v: %v, %v not matched: %s",
				row["utr"],
				row["state"],
				row["unmatched"],
				problems(w.settlement(row["utr"].(string))),
			)
		}
	}
	w.expect("the bank's sum with the fees, and the ledger of online sales", bank+fees, online)
	if w.count("invoices") < 50 || w.sumOf("SELECT COUNT(*) FROM invoices WHERE kind = 'credit-note'") < 10 ||
		len(w.filedAt) == 0 ||
		bank == 0 {
		w.Errorf("too little has happened: %d documents, %d months closed", w.count("invoices"), len(w.filedAt))
	}
	if tb, ok := w.TB.(*testing.T); ok {
		tb.Logf(
			"%d documents, %d settlements, %d months closed, %d payments for nothing; ₹%d.%02d net",
			w.count("invoices"),
			w.count("settlements"),
			len(w.filedAt),
			w.unsold,
			ledger/100,
			ledger%100,
		)
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

// comesTooLate reports whether a credit note lowers no tax, because it is later than the 30 November after the
// financial year of its invoice. The invoice number names the year, as in BC/26-27/000012.
func comesTooLate(note fields, month string) bool {
	year := strings.SplitN(note["corrects"].(string), "/", 3)[1][3:]
	return month > "20"+year+"-11"
}

// agreeDocuments compares each document with its row of the ledger: the amounts, the tax, the rate and the place. The
// credit notes of a document must add up to the ledger's refunds, at the document's rate and place.
func (w *trade) agreeDocuments() {
	w.Helper()
	const taxOf, rateOf = "(SELECT COALESCE(SUM(json_extract(value, '$.amount')), 0) FROM json_each(i.document, '$.taxes'))",
		"(SELECT COALESCE(SUM(json_extract(value, '$.rate')), 0) FROM json_each(i.document, '$.taxes'))"
	w.expect(
		"documents that differ from the ledger",
		w.sumOf(`SELECT COUNT(*) FROM invoices i JOIN transactions t ON t.id = i.transactionId
		WHERE i.kind != 'credit-note' AND (json_extract(i.document, '$.total') != t.amount OR `+taxOf+` != t.gstAmount OR `+rateOf+` != t.gstRate
		OR json_extract(i.document, '$.taxableValue') != t.baseAmount - t.discountAmount
		OR json_extract(i.document, '$.placeOfSupply.code') != t.billingState
		OR (i.kind = 'receipt' AND t.gstAmount != 0))`),
		int64(0),
	)
	w.expect(
		"credit notes of another rate or place",
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
		"paid and without a document",
		w.sumOf(`SELECT COUNT(*) FROM transactions t WHERE t.status IN ('completed', 'refunded') AND t.amount > 0
		AND NOT EXISTS (SELECT 1 FROM invoices i WHERE i.transactionId = t.id AND i.kind != 'credit-note')`),
		int64(0),
	)
}

// taxableOfLedger returns the taxable value of all payments minus all refunds. A partial refund has the same share of
// it as of the payment, rounded to a paisa.
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

// agreeReturn compares the tables of a month's returns, one for each GSTIN, with its registers. No return contains
// receipts, their credit notes, or credit notes that come too late.
func (w *trade) agreeReturn(month string, registers fields) {
	w.Helper()
	due := map[string]int64{}
	for _, register := range []struct {
		name string
		sign int64
	}{{"invoices", 1}, {"creditNotes", -1}} {
		for _, entry := range registers[register.name].([]any) {
			row := entry.(fields)
			if corrected := row["corrects"].(string); corrected != "" &&
				(strings.HasPrefix(corrected, "BR/") || comesTooLate(row, month)) {
				continue
			}
			for _, name := range []string{"taxableValue", "igst", "sgst", "total"} {
				due[name] += register.sign * paise(row[name])
			}
		}
	}
	found := map[string]int64{}
	for _, gstin := range registers["gstins"].([]any) {
		answer := w.accountant.Get("/api/books/gstr1?month=" + month + "&gstin=" + gstin.(string))
		if answer.Status != 200 {
			w.Fatalf("gstr1 of %s, %s: %d %s", month, gstin, answer.Status, answer.Body)
		}
		add := func(sum, file, heading string, sign int64) {
			rows := csvOf(w.TB.(*testing.T), answer.Body, file)
			column := slices.Index(rows[0], heading)
			for _, row := range rows[1:] {
				found[sum] += sign * paise(row[column])
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
	w.expect("the tables of "+month, found["tables"], due["taxableValue"])
	w.expect("the summary of "+month, found["summary"], due["taxableValue"])
	for _, name := range []string{"igst", "sgst", "total"} {
		w.expect("the "+name+" of "+month, found[name], due[name])
	}
}
