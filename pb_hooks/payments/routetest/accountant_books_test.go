package routetest

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/demo/fakerazorpay"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/payments/invoices"
)

// These tests compare the documents with the books: the returns, the totals of the months and the settlements.

// at advances the clock to noon in India on a day.
func (s *fixture) at(year int, month time.Month, day int) {
	s.Clock.Advance(time.Date(year, month, day, 12, 0, 0, 0, india.Zone).Sub(s.Clock.Now()))
}

// accountant returns an admin with a new session, because a session does not last for months.
func (s *fixture) accountant() *testapp.Visitor {
	s.Helper()
	return withOwnAddress(s.SignedIn("admins", nil))
}

// papers lists the documents in the order of their issue: the number, the total, the taxable value and the taxes.
func (s *fixture) papers() string {
	s.Helper()
	var list []string
	for _, record := range s.listRecords("invoices", "rowid", dbx.NewExp("1 = 1")) {
		var d invoices.Document
		s.must(record.UnmarshalJSONField("document", &d))
		text := fmt.Sprintf("%s %s = %s", d.Number, rupees(d.Total), rupees(d.TaxableValue))
		for _, tax := range d.Taxes {
			text += fmt.Sprintf(" + %s %s", tax.Name, rupees(tax.Amount))
		}
		list = append(list, text)
	}
	return strings.Join(list, "\n")
}

// inRupees formats paise as in the returns.
func rupees(paise int64) string { return fmt.Sprintf("%d.%02d", paise/100, paise%100) }

// net returns the sums of the registers of a month: taxable value, IGST, CGST, SGST and total.
func (s *fixture) net(month string) string {
	s.Helper()
	n := s.accountant().Get("/api/books/registers?month=" + month).JSON["net"].(body)
	return fmt.Sprint(n["taxableValue"], " ", n["igst"], " ", n["cgst"], " ", n["sgst"], " ", n["total"])
}

// table returns the lines of a table of the return of a month.
func (s *fixture) table(month, name string) string {
	s.Helper()
	answer := s.accountant().Get("/api/books/gstr1?month=" + month)
	if answer.Status != 200 {
		s.Fatalf("return of %s: %d %s", month, answer.Status, answer.Body)
	}
	var list []string
	for _, line := range s.linesOf(answer.Body, name)[1:] {
		list = append(list, strings.Join(line, "|"))
	}
	return strings.Join(list, "\n")
}

// settle lets the provider settle everything, and returns the id of the settlement.
func (s *fixture) settle() (utr string) {
	s.Helper()
	settled, err := s.Razorpay.Settle(0)
	s.must(err)
	s.must(s.Books.PullSettlements(s.Context()))
	return settled.UTR
}

// settlement returns a settlement as the console shows it: the state, the amount, and the items with a problem.
func (s *fixture) settlement(utr string) (text string, items []body) {
	s.Helper()
	var list []body
	admin := s.accountant()
	s.must(json.Unmarshal([]byte(admin.Get("/api/books/settlements").Body), &list))
	for _, row := range list {
		if row["utr"] != utr {
			continue
		}
		text = fmt.Sprint(row["state"], " ", row["amount"])
		for _, entry := range admin.Get("/api/books/settlements/" + row["id"].(string)).JSON["entries"].([]any) {
			if item := entry.(body); item["problem"] != "" {
				items = append(items, item)
				text += fmt.Sprintf(", %v %v %v", item["type"], item["amount"], item["problem"])
			}
		}
	}
	return text, items
}

func (s *fixture) expectSettlement(utr, want string) {
	s.Helper()
	got, _ := s.settlement(utr)
	s.expect("the settlement", got, want)
}

// buyIn lets the buyer pay for a tier with billing details.
func (s *fixture) buyIn(tier *core.Record, billing map[string]any) fakerazorpay.CheckoutResult {
	s.Helper()
	paid := s.pay(s.orderOf(tier, billing, nil)["orderId"].(string), fakerazorpay.Success)
	s.settlePayment(paid)
	return paid
}

// refundAt refunds an amount in paise in the provider's dashboard.
func (s *fixture) refundAt(payment string, amount int64) {
	s.Helper()
	_, err := s.Razorpay.Refund(payment, amount)
	s.must(err)
	s.deliver(s.Razorpay.Events(payment)...)
}

// restore takes back the loss of a dispute of a transaction.
func (s *fixture) restore(transaction string) {
	s.Helper()
	s.post(s.accountant(), "/api/transactions/"+transaction+"/restore", restoring(), 204)
}

// The credit notes less the debit note are exactly the invoice. The debit note leaves a paisa of rounding, which the
// next credit note takes up.
func TestTheNotesAroundATurnedLossSumToTheInvoice(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.register(maharashtra, "27")
	payment := s.buyIn(s.createTier("odd", "annual", map[string]any{"price": 99904}), billingIn("27", "400001")).PaymentID
	s.refundAt(payment, 10000)
	s.loseDispute(payment, 15000)
	s.refundAt(payment, 20000)
	s.winDispute(payment)
	s.restore(s.onlyTransaction().Id)
	s.refundAt(payment, 0)
	s.expect("the documents", s.papers(), strings.Join([]string{
		"BC/26-27/000001 1178.87 = 999.04 + CGST 89.92 + SGST 89.91",
		"BN/26-27/000001 100.00 = 84.75 + CGST 7.63 + SGST 7.62",
		"BN/26-27/000002 150.00 = 127.11 + CGST 11.44 + SGST 11.45",
		"BN/26-27/000003 200.00 = 169.50 + CGST 15.25 + SGST 15.25",
		"BD/26-27/000001 150.00 = 127.11 + CGST 11.44 + SGST 11.45",
		"BN/26-27/000004 878.87 = 744.79 + CGST 67.04 + SGST 67.04",
	}, "\n"))
	s.expect("the month", s.net("2026-08"), "0 0 0 0 0")
}

// A second payment is disputed, lost and won. It has no documents, and the settlements have all of it.
func TestATurnedLossOfASecondPaymentIsSettled(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	order := s.order(s.buyer, s.tier)
	s.pay(order, fakerazorpay.TwoCaptures)
	s.reconcile()
	second := s.listRecords("transactions", "createdAt", dbx.HashExp{"isSecondPayment": true})[0]
	payment := second.GetString("razorpayPaymentId")
	s.loseDispute(payment, 2950000)
	s.expect("the documents", s.papers(), "BR/26-27/000001 29500.00 = 25000.00 + GST 4500.00")
	first := s.settle() // two payments of ₹29,500 less 2.36 %, less ₹29,500
	s.expectSettlement(first, "matched 28107.60")
	s.winDispute(payment)
	second2 := s.settle()
	s.expectSettlement(second2, "unmatched 29500, adjustment 29500 not-in-ledger")
	s.restore(second.Id)
	s.must(s.Books.PullSettlements(s.Context()))
	s.expectSettlement(second2, "matched 29500")
	s.refundAt(payment, 0)
	s.expect("the documents after all", s.papers(), "BR/26-27/000001 29500.00 = 25000.00 + GST 4500.00")
	s.expect("the entitlement", s.mine(s.buyer, "entitlement", "state"), "active")
	s.expect("the month", s.net("2026-08"), "25000 0 0 0 29500")
}

// A part of the second payment has gone back when the first is refunded and the second takes its place.
func TestASecondPaymentThatTakesThePlaceOfTheFirstKeepsItsRefund(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	paid := s.pay(s.order(s.buyer, s.tier), fakerazorpay.TwoCaptures)
	s.reconcile()
	second := s.listRecords("transactions", "createdAt", dbx.HashExp{"isSecondPayment": true})[0]
	s.refundAt(second.GetString("razorpayPaymentId"), 100000)
	first := s.listRecords("transactions", "createdAt", dbx.HashExp{"isSecondPayment": false})[0]
	s.refundAt(first.GetString("razorpayPaymentId"), 0)
	_ = paid
	s.expect("the documents", s.papers(), strings.Join([]string{
		"BR/26-27/000001 29500.00 = 25000.00 + GST 4500.00",
		"BR/26-27/000002 29500.00 = 25000.00 + GST 4500.00",
		"BN/26-27/000001 1000.00 = 847.46 + GST 152.54",
		"BN/26-27/000002 29500.00 = 25000.00 + GST 4500.00",
	}, "\n"))
	s.expect("the entitlement", s.mine(s.buyer, "entitlement", "state"), "active")
	s.expect("the month", s.net("2026-08"), "24152.54 0 0 0 28500")
}

// The buyer's bank takes the money back, and then a refund is made in the provider's dashboard.
func TestARefundAfterALostDisputeIsFlaggedWithItsCause(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	paid, _ := s.buyLifetime()
	s.loseDispute(paid.PaymentID, 2950000)
	s.refundAt(paid.PaymentID, 2950000)
	transaction := s.onlyTransaction()
	s.expect("credit notes", s.sumOf("credit-note"), 2950000)
	s.expect("the revenue of August", s.monthlyRevenue("2026-08"), "0")
	s.expect("the note", transaction.GetString("attentionNote"), "Razorpay has refunded payment "+paid.PaymentID+
		", although ₹29,500 of it had already gone back, in a lost dispute or by bank transfer. The buyer has this "+
		"amount twice. Please ask them to return it.")
	s.buyIn(s.createTier("another", "annual", nil), nil) // so that there is something to settle
	s.buyer = s.member()
	s.buyIn(s.tier, nil)
	s.buyer = s.member()
	s.buyIn(s.tier, nil)
	s.expectSettlement(s.settle(), "unmatched 56215.20, refund 29500 amount-differs") // 4 payments less 2.36 %, and 2 returns
	s.expect("the nightly check names the refund", strings.Contains(fmt.Sprint(s.comparePayments()),
		"Payment "+paid.PaymentID+": expected ₹29,500 captured and ₹29,500 refunded, as at Razorpay"), true)
}

// The bank's date is before a change of the rate, and the invoice after it. For a part, the service begins later too, so
// the time of supply is the date of the invoice (section 14(b)(iii)), and there was no advance before it.
func TestAPartReceivedBeforeAChangeOfTheRateIsNoAdvance(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.register(maharashtra, "27")
	s.at(2027, 4, 1)
	s.setTax(map[string]any{"gstRate": 12})
	s.at(2027, 4, 2)
	part := receipt("neft", "N1", "10000")
	part["bankDate"], part["billing"] = "2027-03-31", billingIn("27", "400001")
	sale := s.sell(s.accountant(), s.tier, part, 201)
	s.post(s.accountant(), offlineStep(sale, "confirm"), withPassword, 200)
	s.expect("the documents", s.papers(), "BC/27-28/000001 28000.00 = 25000.00 + CGST 1500.00 + SGST 1500.00")
	s.expect("table 11A of March", s.table("2027-03", "at"), "")
	s.expect("table 11B of April", s.table("2027-04", "atadj"), "")
	s.expect("table 7 of April", s.table("2027-04", "b2cs"), "OE|27-Maharashtra|12.00||25000.00|0.00|")
}
