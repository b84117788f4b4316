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

// settlement returns the settlement with a UTR as the console shows it, with its items.
func (s *fixture) settlement(utr string) fields {
	s.Helper()
	for _, row := range list(s.accountant.Get("/api/books/settlements")) {
		if row["utr"] == utr {
			return s.accountant.Get("/api/books/settlements/" + row["id"].(string)).JSON
		}
	}
	s.Fatalf("no settlement %s", utr)
	return nil
}

func (s *fixture) pull() {
	s.Helper()
	s.must(s.Books.PullSettlements(s.Context()))
}

// settled returns all stored settlements and items, to compare them.
func (s *fixture) settled() string {
	s.Helper()
	text := ""
	for _, row := range list(s.accountant.Get("/api/books/settlements")) {
		body, err := json.Marshal(s.accountant.Get("/api/books/settlements/" + row["id"].(string)).JSON)
		s.must(err)
		text += string(body) + "\n"
	}
	return text
}

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
	s.buy(s.tier, living("27", "400001"))
	s.refund(s.buy(s.tier, living("29", "560025")), 1000000)
	lost := s.buy(s.tier, company)
	s.must(s.Razorpay.Dispute(lost, "created"))
	s.must(s.Razorpay.Dispute(lost, "lost"))
	s.deliver(lost)
	s.at(time.Date(2026, 8, 5, 5, 30, 0, 0, time.UTC))
	made, err := s.Razorpay.Settle(0)
	s.must(err)

	// three payments of ₹29,500 minus 2.36 %, a refund of ₹10,000, and a chargeback of ₹29,500
	s.deliver(made.ID) // the event lets the items be pulled
	is := s.settlement(made.UTR)
	s.expect("its state", is["state"], "matched")
	s.expect("its amount", is["amount"], "46911.40")
	s.expect("credit, debit, fee and tax", fmt.Sprintf("%v %v %v %v", is["credit"], is["debit"], is["fee"], is["tax"]),
		"86411.40 39500 2088.60 318.60")
	s.expect("its items", is["items"], 5.0)
	s.expect("unmatched", is["unmatched"], 0.0)
	s.expect("problems", problems(is), "")
	for _, entry := range is["entries"].([]any) {
		if e := entry.(fields); e["transactionId"] == "" {
			t.Errorf("%v has no transaction", e)
		}
	}

	before := s.settled()
	s.pull()
	s.deliver(made.ID)
	s.expect("a second time", s.settled(), before)

	// a payment without an order, and one that is one rupee too low
	_, err = s.Razorpay.Pay(s.order(s.tier, living("27", "400001"), nil), fakerazorpay.Orphan)
	s.must(err)
	unheard, err := s.Razorpay.Pay(s.order(s.tier, living("27", "400001"), nil), fakerazorpay.Success)
	s.must(err)
	s.at(time.Date(2026, 8, 7, 5, 30, 0, 0, time.UTC))
	short, err := s.Razorpay.Settle(-100)
	s.must(err)
	s.at(time.Date(2026, 8, 20, 5, 30, 0, 0, time.UTC)) // days late and without its event
	s.pull()
	is = s.settlement(short.UTR)
	s.expect("its state", is["state"], "differs")
	s.expect("its difference", is["difference"], "-1")
	s.expect("its problems", problems(is), "payment not-in-ledger, payment not-in-ledger")
	s.expect("what is filtered", len(list(s.accountant.Get("/api/books/settlements?state=differs"))), 1)
	s.deliver(unheard.PaymentID) // delivered now
	s.pull()
	s.expect("its problems then", problems(s.settlement(short.UTR)), "payment not-in-ledger")
	s.expect("none is there", s.accountant.Get("/api/books/settlements/nobodysrecord00").Status, 404)
}

func TestASettlementAgreesOnlyWhenEachItemIsMatchedAndIsReportedOnce(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.register(nil)
	s.buy(s.tier, living("27", "400001"))
	orphan, err := s.Razorpay.Pay(s.order(s.tier, living("27", "400001"), nil), fakerazorpay.Orphan)
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
	made, err := s.Razorpay.Settle(0)
	s.must(err)
	s.pull()
	is := s.settlement(made.UTR)
	s.expect("its state", is["state"], "unmatched")
	s.expect("its difference", is["difference"], "0")
	s.expect("what is filtered", len(list(s.accountant.Get("/api/books/settlements?state=unmatched"))), 1)
	s.expect("what agrees", len(list(s.accountant.Get("/api/books/settlements?state=matched"))), 0)
	if sent := reports(); len(sent) != 1 || !strings.Contains(sent[0].Text, made.UTR) || !strings.Contains(sent[0].Text, "/admin/books/settlements/"+is["id"].(string)) ||
		!strings.Contains(sent[0].Text, "do not match") || strings.Contains(sent[0].Text, "than the items") {
		t.Errorf("the office was told %+v", sent)
	}
	s.pull()
	s.expect("reports after another pull", len(reports()), 1)

	s.refund(orphan.PaymentID, 0)
	s.buy(s.tier, living("27", "400001"))
	s.buy(s.tier, living("27", "400001"))
	s.at(time.Date(2026, 8, 6, 5, 30, 0, 0, time.UTC))
	agreed, err := s.Razorpay.Settle(0)
	s.must(err)
	s.pull()
	s.expect("once the money went back", s.settlement(made.UTR)["state"], "matched")
	s.expect("the next one", s.settlement(agreed.UTR)["state"], "matched")
	s.expect("reports of what agrees", len(reports()), 1)

	s.buy(s.tier, living("27", "400001"))
	s.at(time.Date(2026, 8, 7, 5, 30, 0, 0, time.UTC))
	_, err = s.Razorpay.Settle(-100)
	s.must(err)
	s.pull()
	s.pull()
	if sent := reports(); len(sent) != 2 || !strings.Contains(sent[0].Text, "₹1 less than") ||
		strings.Contains(sent[0].Text, "do not match") {
		t.Errorf("the office was told %+v", sent)
	}
}

func TestMoneyThatBoughtNothingIsMatchedWhenAllOfItWasRefunded(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.register(nil)
	s.buy(s.tier, living("27", "400001")) // so that there is something to settle
	short, err := s.Razorpay.Pay(s.order(s.tier, living("27", "400001"), nil), fakerazorpay.WrongAmount)
	s.must(err)
	s.deliver(short.PaymentID)
	orphan, err := s.Razorpay.Pay(s.order(s.tier, living("27", "400001"), nil), fakerazorpay.Orphan)
	s.must(err)
	s.deliver(orphan.PaymentID)
	lost, err := s.Razorpay.Pay(s.order(s.tier, living("27", "400001"), nil), fakerazorpay.Orphan)
	s.must(err)
	s.deliver(lost.PaymentID)
	s.refund(short.PaymentID, 1000000)
	s.refund(orphan.PaymentID, 0)
	s.at(time.Date(2026, 8, 5, 5, 30, 0, 0, time.UTC))
	made, err := s.Razorpay.Settle(0)
	s.must(err)
	s.pull()
	s.expect("while some of it is kept", problems(s.settlement(made.UTR)),
		"payment not-in-ledger, payment not-in-ledger")

	_, err = s.Razorpay.Refund(short.PaymentID, 0) // its events are lost, so the daily sync finds it
	s.must(err)
	s.must(s.Razorpay.Dispute(lost.PaymentID, "created"))
	s.must(s.Razorpay.Dispute(lost.PaymentID, "lost"))
	s.deliver(lost.PaymentID)
	s.must(s.Payments.Reconciler.SyncReversals(s.Context()))
	s.buy(s.tier, living("27", "400001"))
	s.buy(s.tier, living("27", "400001"))
	s.at(time.Date(2026, 8, 6, 5, 30, 0, 0, time.UTC))
	rest, err := s.Razorpay.Settle(0)
	s.must(err)
	s.pull()
	for _, settlement := range []fields{s.settlement(made.UTR), s.settlement(rest.UTR)} {
		s.expect("its state", settlement["state"], "matched")
		s.expect("its problems", problems(settlement), "")
	}
	record, err := s.PB.FindFirstRecordByData("transactions", "status", "failed")
	s.must(err)
	s.expect("whether their order asks for anything", record.GetString("attention"), "")
	linked := 0
	for _, entry := range s.settlement(made.UTR)["entries"].([]any) {
		if e := entry.(fields); e["transactionId"] == record.Id {
			linked++
		}
	}
	s.expect("the items that lead to their order", linked, 2)
}

// The report has pages of a thousand items.
func TestALargeSettlementIsPulledToItsLastItem(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	page, err := s.Razorpay.AddPage(fakerazorpay.Page{Amount: 100000, Currency: "INR"})
	s.must(err)
	for range 1003 {
		_, err := s.Razorpay.PayPage(page.ID, fakerazorpay.Success, fakerazorpay.Payer{})
		s.must(err)
	}
	made, err := s.Razorpay.Settle(0)
	s.must(err)
	s.pull()
	is := s.settlement(made.UTR)
	s.expect("its items", is["items"], 1003.0)
	s.expect("its difference", is["difference"], "0")
	s.expect("its state", is["state"], "unmatched")   // none of its payments is in the ledger
	s.expect("its amount", is["amount"], "979329.20") // less the provider's fees
}
