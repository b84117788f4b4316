package books_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"boardcircle/pb_hooks/demo/fakebrevo"
	"boardcircle/pb_hooks/demo/fakerazorpay"
	"boardcircle/pb_hooks/internal/testapp"
)

// settlement returns the settlement with a UTR and its items, as the console shows it.
func (s *fixture) settlement(utr string) fields {
	s.Helper()
	for _, row := range list(s.accountant.Get("/api/books/settlements")) {
		if row["utr"] == utr {
			return s.accountant.Get("/api/books/settlements/" + row["id"].(string)).JSON
		}
	}
	s.Fatalf("there is no settlement %s", utr)
	return nil
}

// pull fetches new settlements from the provider.
func (s *fixture) pull() {
	s.Helper()
	s.must(s.Books.PullSettlements(s.Context()))
}

// allSettlements returns all stored settlements and items as JSON.
func (s *fixture) allSettlements() string {
	s.Helper()
	text := ""
	for _, row := range list(s.accountant.Get("/api/books/settlements")) {
		body, err := json.Marshal(s.accountant.Get("/api/books/settlements/" + row["id"].(string)).JSON)
		s.must(err)
		text += string(body) + "\n"
	}
	return text
}

// problems lists the problems of the items of a settlement.
func problems(settlement fields) string {
	var found []string
	for _, entry := range settlement["entries"].([]any) {
		e := entry.(fields)
		if e["problem"] != "" {
			found = append(found, fmt.Sprint(e["type"], " ", e["problem"]))
		}
	}
	return strings.Join(found, ", ")
}

func TestASettlementIsComparedWithItsItemsAndTheLedger(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.register(nil)
	s.buy(s.tier, billingIn("27", "400001"))
	s.refund(s.buy(s.tier, billingIn("29", "560025")), 1000000)
	lost := s.buy(s.tier, company)
	s.must(s.Razorpay.Dispute(lost, "created"))
	s.must(s.Razorpay.Dispute(lost, "lost"))
	s.deliver(lost)
	s.at(time.Date(2026, 8, 5, 5, 30, 0, 0, time.UTC))
	created, err := s.Razorpay.Settle(0)
	s.must(err)

	// Three payments of ₹29,500 minus 2.36 %, a refund of ₹10,000, and a chargeback of ₹29,500.
	s.deliver(created.ID) // the event starts a pull
	got := s.settlement(created.UTR)
	s.expect("state", got["state"], "matched")
	s.expect("amount", got["amount"], "46911.40")
	s.expect("credit, debit, fee and tax",
		fmt.Sprintf("%v %v %v %v", got["credit"], got["debit"], got["fee"],
			got["tax"]), "86411.40 39500 2088.60 318.60")
	s.expect("items", got["items"], 5.0)
	s.expect("unmatched", got["unmatched"], 0.0)
	s.expect("problems", problems(got), "")
	for _, entry := range got["entries"].([]any) {
		if e := entry.(fields); e["transactionId"] == "" {
			t.Errorf("item %v has no transaction", e)
		}
	}

	before := s.allSettlements()
	s.pull()
	s.deliver(created.ID)
	s.expect("the settlements after another pull and event", s.allSettlements(), before)

	// A settlement that is one rupee short, with an orphan payment and a payment whose event is not delivered.
	_, err = s.Razorpay.Pay(s.order(s.tier, billingIn("27", "400001"), nil), fakerazorpay.Orphan)
	s.must(err)
	unreported, err := s.Razorpay.Pay(s.order(s.tier, billingIn("27", "400001"), nil), fakerazorpay.Success)
	s.must(err)
	s.at(time.Date(2026, 8, 7, 5, 30, 0, 0, time.UTC))
	short, err := s.Razorpay.Settle(-100)
	s.must(err)
	s.at(time.Date(2026, 8, 20, 5, 30, 0, 0, time.UTC)) // two weeks later and without the event
	s.pull()
	got = s.settlement(short.UTR)
	s.expect("state", got["state"], "differs")
	s.expect("difference", got["difference"], "-1")
	s.expect("problems", problems(got), "payment not-in-ledger, payment not-in-ledger")
	s.expect("settlements that differ", len(list(s.accountant.Get("/api/books/settlements?state=differs"))), 1)
	s.deliver(unreported.PaymentID)
	s.pull()
	s.expect("problems after the event of one payment", problems(s.settlement(short.UTR)), "payment not-in-ledger")
	s.expect("the status of an unknown settlement", s.accountant.Get("/api/books/settlements/unknownrecord00").Status,
		404)
}

func TestASettlementWithAnUnmatchedItemIsReportedOnce(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.register(nil)
	s.buy(s.tier, billingIn("27", "400001"))
	orphan, err := s.Razorpay.Pay(s.order(s.tier, billingIn("27", "400001"), nil), fakerazorpay.Orphan)
	s.must(err)
	s.deliver(orphan.PaymentID)
	reports := func() (found []fakebrevo.Message) {
		for _, m := range s.Inbox(testapp.AdminEmail) {
			if strings.Contains(strings.Join(m.Tags, " "), "settlement-attention") {
				found = append(found, m)
			}
		}
		return found
	}
	s.at(time.Date(2026, 8, 5, 5, 30, 0, 0, time.UTC))
	created, err := s.Razorpay.Settle(0)
	s.must(err)
	s.pull()
	got := s.settlement(created.UTR)
	s.expect("state", got["state"], "unmatched")
	s.expect("difference", got["difference"], "0")
	s.expect("unmatched settlements", len(list(s.accountant.Get("/api/books/settlements?state=unmatched"))), 1)
	s.expect("matched settlements", len(list(s.accountant.Get("/api/books/settlements?state=matched"))), 0)
	if sent := reports(); len(sent) != 1 || !strings.Contains(sent[0].Text, created.UTR) ||
		!strings.Contains(sent[0].Text, "/admin/books/settlements/"+got["id"].(string)) ||
		!strings.Contains(sent[0].Text, "do not match") || strings.Contains(sent[0].Text, "than the items") {
		t.Errorf("emails to the office = %+v, want one about the unmatched items", sent)
	}
	s.pull()
	s.expect("reports after another pull", len(reports()), 1)

	s.refund(orphan.PaymentID, 0)
	s.buy(s.tier, billingIn("27", "400001"))
	s.buy(s.tier, billingIn("27", "400001"))
	s.at(time.Date(2026, 8, 6, 5, 30, 0, 0, time.UTC))
	next, err := s.Razorpay.Settle(0)
	s.must(err)
	s.pull()
	s.expect("the state after the refund of the orphan payment", s.settlement(created.UTR)["state"], "matched")
	s.expect("the state of the next settlement", s.settlement(next.UTR)["state"], "matched")
	s.expect("reports after a matched settlement", len(reports()), 1)

	s.buy(s.tier, billingIn("27", "400001"))
	s.at(time.Date(2026, 8, 7, 5, 30, 0, 0, time.UTC))
	_, err = s.Razorpay.Settle(-100)
	s.must(err)
	s.pull()
	s.pull()
	if sent := reports(); len(sent) != 2 || !strings.Contains(sent[0].Text, "₹1 less than") ||
		strings.Contains(sent[0].Text, "do not match") {
		t.Errorf("emails to the office = %+v, want another about the difference", sent)
	}
}

func TestAPaymentThatBoughtNothingIsMatchedAfterItsFullRefund(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.register(nil)
	s.buy(s.tier, billingIn("27", "400001")) // so that the balance is positive
	short, err := s.Razorpay.Pay(s.order(s.tier, billingIn("27", "400001"), nil), fakerazorpay.WrongAmount)
	s.must(err)
	s.deliver(short.PaymentID)
	orphan, err := s.Razorpay.Pay(s.order(s.tier, billingIn("27", "400001"), nil), fakerazorpay.Orphan)
	s.must(err)
	s.deliver(orphan.PaymentID)
	lost, err := s.Razorpay.Pay(s.order(s.tier, billingIn("27", "400001"), nil), fakerazorpay.Orphan)
	s.must(err)
	s.deliver(lost.PaymentID)
	s.refund(short.PaymentID, 1000000)
	s.refund(orphan.PaymentID, 0)
	s.at(time.Date(2026, 8, 5, 5, 30, 0, 0, time.UTC))
	created, err := s.Razorpay.Settle(0)
	s.must(err)
	s.pull()
	s.expect("problems before the full refunds", problems(s.settlement(created.UTR)),
		"payment not-in-ledger, payment not-in-ledger")

	_, err = s.Razorpay.Refund(short.PaymentID, 0) // its events are lost, so the daily sync finds it
	s.must(err)
	s.must(s.Razorpay.Dispute(lost.PaymentID, "created"))
	s.must(s.Razorpay.Dispute(lost.PaymentID, "lost"))
	s.deliver(lost.PaymentID)
	s.must(s.Payments.Reconciler.SyncReversals(s.Context()))
	s.buy(s.tier, billingIn("27", "400001"))
	s.buy(s.tier, billingIn("27", "400001"))
	s.at(time.Date(2026, 8, 6, 5, 30, 0, 0, time.UTC))
	rest, err := s.Razorpay.Settle(0)
	s.must(err)
	s.pull()
	for _, settlement := range []fields{s.settlement(created.UTR), s.settlement(rest.UTR)} {
		s.expect("state", settlement["state"], "matched")
		s.expect("problems", problems(settlement), "")
	}
	record, err := s.PB.FindFirstRecordByData("transactions", "status", "failed")
	s.must(err)
	s.expect("attention of the failed transaction", record.GetString("attention"), "")
	linked := 0
	for _, entry := range s.settlement(created.UTR)["entries"].([]any) {
		if e := entry.(fields); e["transactionId"] == record.Id {
			linked++
		}
	}
	s.expect("items of the failed transaction", linked, 2)
}

// The provider's report has pages of a thousand items.
func TestALargeSettlementIsPulledCompletely(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	page, err := s.Razorpay.AddPage(fakerazorpay.Page{Amount: 100000, Currency: "INR"})
	s.must(err)
	for range 1003 {
		_, err := s.Razorpay.PayPage(page.ID, fakerazorpay.Success, fakerazorpay.Payer{})
		s.must(err)
	}
	created, err := s.Razorpay.Settle(0)
	s.must(err)
	s.pull()
	got := s.settlement(created.UTR)
	s.expect("items", got["items"], 1003.0)
	s.expect("difference", got["difference"], "0")
	s.expect("state", got["state"], "unmatched")   // its payments are not in the ledger
	s.expect("amount", got["amount"], "979329.20") // minus the provider's fees
}
