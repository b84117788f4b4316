package books_test

import (
	"fmt"
	"math/rand/v2"
	"os"
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
	// paid are the payments that nothing was taken back of yet, held the events that nobody has heard of.
	paid []string
	held []string
	// filed is what the books said of a month when it was closed.
	filedAt map[string]string
	address int
	// pace is by how much less time passes between the steps: ten thousand of them are three years of trade, not fifteen.
	pace time.Duration
	// unsold counts the payments that have bought nothing.
	unsold int
}

var places = []fields{
	{"state": "27", "pin": "400001"}, {"state": "29", "pin": "560025"}, {"state": "33", "pin": "600001"}, {"state": "04", "pin": "160017"},
	{"state": "07", "pin": "110001"}, {"country": "US"},
	{"kind": "company", "legalName": "Rao Textiles Private Limited", "gstin": "29AAGCB7383J1Z4", "address": "12 Residency Road, Bengaluru", "state": "29", "pin": "560025"},
	{"kind": "company", "legalName": "Desai Exports", "gstin": "27AAPFU0939F1ZV", "address": "Nariman Point, Mumbai", "state": "27", "pin": "400021"},
}

// The registers, the ledger and the settlements are kept by three ways that meet nowhere; here they agree to the paisa.
func TestRegistersLedgerAndSettlementsAgreeAfterRandomTrade(t *testing.T) {
	t.Parallel()
	steps, seed, pace := 80, uint64(11), time.Duration(1)
	if testdb.IsLong() {
		steps, pace = 10_000, 5
	}
	seed = numberOf(t, "BOARDCIRCLE_TEST_SEED", seed)
	steps = int(numberOf(t, "BOARDCIRCLE_TEST_STEPS", uint64(steps)))
	w := &trade{fixture: newFixture(t), rand: rand.New(rand.NewPCG(seed, 1)), filedAt: map[string]string{}, pace: pace}
	w.register(nil)
	w.at(time.Date(2026, 8, 20, 6, 30, 0, 0, time.UTC))
	w.tiers = []*core.Record{
		w.tier, w.createTier("odd", fields{"price": 99904}), w.createTier("large", fields{"price": 10000001}), w.createTier("small", fields{"price": 33333}),
	}
	for range max(30, steps/40) { // so that nobody holds more than some twenty terms, which each purchase schedules anew
		w.pool = append(w.pool, w.buyer())
	}
	for _, coupon := range []fields{
		{"code": "FIFTH", "kind": "percent", "value": "17", "maxUsesEach": 0}, {"code": "SUM", "kind": "amount", "value": "111.11", "maxUsesEach": 0},
	} {
		if answer := w.owner.Post("/api/coupons", coupon); answer.Status != 201 {
			t.Fatal(answer.Body)
		}
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

// numberOf reads a number from the environment.
func numberOf(t *testing.T, name string, otherwise uint64) uint64 {
	t.Helper()
	text := os.Getenv(name)
	if text == "" {
		return otherwise
	}
	number, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return number
}

// settleAll settles to the last item: while more was taken back than paid, the provider waits for further payments.
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

// pass lets time pass.
func (w *trade) pass(d time.Duration) { w.Clock.Advance(d / w.pace) }

// step is one thing that happens.
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
	tier, more := w.tiers[w.rand.IntN(len(w.tiers))], fields{"billing": places[w.rand.IntN(len(places))]}
	if n := w.rand.IntN(4); n < 2 {
		more["couponCode"] = []string{"fifth", "sum"}[n]
	}
	isHeld := w.rand.IntN(15) == 0
	buyer := w.pool[w.rand.IntN(len(w.pool))]
	if isHeld { // they would be told that their payment is under way
		buyer = w.buyer()
	}
	w.address++
	buyer.Header.Set("X-Forwarded-For", fmt.Sprintf("11.%d.%d.%d", w.address>>16&255, w.address>>8&255, w.address&255))
	body := fields{"customerName": "Asha Rao", "customerEmail": "asha@example.com", "customerPhone": "+919876543210", "membershipTierId": tier.Id}
	for name, value := range more {
		body[name] = value
	}
	answer := buyer.Post("/api/payments/create-order", body)
	if answer.Status != 201 {
		w.Fatalf("create-order: %d %s", answer.Status, answer.Body)
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

// sellOffline enters a sale that is paid at once, in two parts or with tax held back, and that may not stand.
func (w *trade) sellOffline() {
	w.Helper()
	tier := w.tiers[w.rand.IntN(len(w.tiers))]
	member := w.CreateAccount("users", nil)
	answer := w.owner.Post("/api/offline-payments", fields{"userId": member.Id, "membershipTierId": tier.Id})
	if answer.Status != 201 {
		w.Fatalf("%d %s", answer.Status, answer.Body)
	}
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
		w.receive(id, due-part, today) // the bank's date may be in a month that is over
	default:
		w.receive(id, due, today)
		w.cancel(id)
	}
}

func (w *trade) cancel(id string) {
	w.Helper()
	answer := w.owner.Post("/api/offline-payments/"+id+"/cancel", fields{"reason": "They have changed their mind", "password": testapp.Password})
	if answer.Status != 200 {
		w.Fatalf("cancel: %d %s", answer.Status, answer.Body)
	}
}

// takePaid takes a payment that nothing was taken back of.
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

// payForNothing lets a payment come that buys nothing, because its amount is another or nobody knows its order, and go
// back.
func (w *trade) payForNothing() {
	w.Helper()
	outcome := []fakerazorpay.Lifecycle{fakerazorpay.WrongAmount, fakerazorpay.Orphan}[w.rand.IntN(2)]
	paid, err := w.Razorpay.Pay(w.order(w.tiers[w.rand.IntN(len(w.tiers))], places[w.rand.IntN(len(places))], nil), outcome)
	w.must(err)
	w.deliver(paid.PaymentID)
	w.unsold++
	if w.rand.IntN(2) == 0 {
		w.refund(paid.PaymentID, 100+w.rand.Int64N(20000))
		w.pass(time.Duration(w.rand.IntN(48)) * time.Hour)
	}
	w.refund(paid.PaymentID, 0)
}

// closeMonths closes all that can be closed, and notes what they are like then.
func (w *trade) closeMonths() {
	w.Helper()
	rows := list(w.accountant.Get("/api/books/months"))
	for i := len(rows) - 1; i >= 0; i-- {
		month := rows[i]["month"].(string)
		if rows[i]["isClosed"] == "true" {
			continue
		}
		if answer := w.close(month); answer.Status != 200 {
			return // the running one
		}
		w.filedAt[month] = w.filed(month)
	}
}

// paise reads an amount of an answer.
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

// agree compares the three.
func (w *trade) agree() {
	w.Helper()
	const booked = "SELECT COALESCE(SUM(amount - refundedAmount), 0) FROM transactions WHERE status IN ('completed', 'refunded')"
	ledger, online := w.sumOf(booked), w.sumOf(booked+" AND kind != 'offline'")

	var registers int64
	for _, row := range list(w.accountant.Get("/api/books/months")) {
		month := row["month"].(string)
		answer := w.registers("?month=" + month)
		net := answer.JSON["net"].(fields)
		registers += paise(net["total"])
		w.agreeReturn(month, net, answer.JSON["creditNotes"].([]any))
		if was, closed := w.filedAt[month]; closed && was != w.filed(month) {
			w.Errorf("%s has changed since it was closed", month)
		}
	}
	w.expect("the registers, and the ledger", registers, ledger)
	w.expect("the dashboard's revenue, and the ledger", paise(w.owner.Get("/api/admin/stats").JSON["totalRevenue"]), ledger)

	var bank, fees int64
	for _, row := range w.listSettlements() {
		bank, fees = bank+paise(row["amount"]), fees+paise(row["fee"])
		if row["state"] != "matched" || row["unmatched"] != 0.0 {
			w.Errorf("settlement %v: %v, %v not matched: %s", row["utr"], row["state"], row["unmatched"], problems(w.settlement(row["utr"].(string))))
		}
	}
	w.expect("the bank's sum with the fees, and the ledger of online sales", bank+fees, online)
	if w.count("invoices") < 50 || w.sumOf("SELECT COUNT(*) FROM invoices WHERE kind = 'credit-note'") < 10 || len(w.filedAt) == 0 || bank == 0 {
		w.Errorf("too little has happened: %d documents, %d months closed", w.count("invoices"), len(w.filedAt))
	}
	if tb, ok := w.TB.(*testing.T); ok {
		tb.Logf("%d documents, %d settlements, %d months closed, %d payments for nothing; ₹%d.%02d net", w.count("invoices"), w.count("settlements"), len(w.filedAt), w.unsold, ledger/100, ledger%100)
	}
}

// listSettlements reads all pages of the settlements.
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

// comesTooLate reports whether a credit note lowers no tax: it is later than the 30 November after the financial year
// that the number of its invoice names, as BC/26-27/000012 does.
func comesTooLate(note fields, month string) bool {
	year := strings.SplitN(note["corrects"].(string), "/", 3)[1][3:]
	return month > "20"+year+"-11"
}

// agreeReturn compares the tables of a return with the register, whose late credit notes it leaves out.
func (w *trade) agreeReturn(month string, net fields, notes []any) {
	w.Helper()
	due := map[string]int64{}
	for _, name := range []string{"taxableValue", "igst", "sgst", "total"} {
		due[name] = paise(net[name])
		for _, entry := range notes {
			if note := entry.(fields); comesTooLate(note, month) {
				due[name] += paise(note[name])
			}
		}
	}
	answer := w.accountant.Get("/api/books/gstr1?month=" + month)
	if answer.Status != 200 {
		w.Fatalf("gstr1 of %s: %d %s", month, answer.Status, answer.Body)
	}
	sumOf := func(file, heading string) (sum int64) {
		rows := csvOf(w.TB.(*testing.T), answer.Body, file)
		for column, name := range rows[0] {
			if name == heading {
				for _, row := range rows[1:] {
					sum += paise(row[column])
				}
			}
		}
		return sum
	}
	const taxable = "Taxable Value"
	tables := sumOf("b2b,sez,de", taxable) + sumOf("b2cl", taxable) + sumOf("b2cs", taxable) + sumOf("exp", taxable) - sumOf("cdnr", taxable) - sumOf("cdnur", taxable)
	w.expect("the tables of "+month, tables, due["taxableValue"])
	w.expect("the summary of "+month, sumOf("hsn(b2b)", taxable)+sumOf("hsn(b2c)", taxable), due["taxableValue"])
	w.expect("its integrated tax", sumOf("hsn(b2b)", "Integrated Tax Amount")+sumOf("hsn(b2c)", "Integrated Tax Amount"), due["igst"])
	w.expect("its state tax", sumOf("hsn(b2b)", "State/UT Tax Amount")+sumOf("hsn(b2c)", "State/UT Tax Amount"), due["sgst"])
	w.expect("its total", sumOf("hsn(b2b)", "Total Value")+sumOf("hsn(b2c)", "Total Value"), due["total"])
}
