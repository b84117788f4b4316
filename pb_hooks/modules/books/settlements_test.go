package books_test

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"

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

func TestAnItemThatBelongsToNothingCanBeExplained(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.register(nil)
	s.buy(s.tier, billingIn("27", "400001"))
	_, err := s.Razorpay.Pay(s.order(s.tier, billingIn("27", "400001"), nil), fakerazorpay.Orphan)
	s.must(err)
	created, err := s.Razorpay.Settle(0)
	s.must(err)
	s.pull()
	before := s.settlement(created.UTR)
	s.expect("the state before", before["state"], "unmatched")
	explain := func(problem any, reason string) testapp.Response {
		for _, entry := range before["entries"].([]any) {
			if e := entry.(fields); e["problem"] == problem {
				return s.owner.Send("PUT", "/api/books/settlement-items/"+e["id"].(string)+"/explanation",
					fields{"reason": reason})
			}
		}
		s.Fatalf("no item has the problem %q", problem)
		return testapp.Response{}
	}
	s.expect("the status without a reason", explain("not-in-ledger", "").Status, 400)
	s.expect("the status for an item that agrees", explain("", "A fee").Status, 409)
	answer := explain("not-in-ledger", "A test payment of our bank")
	s.expect("the status", answer.Status, 200)
	s.expect("the explanation", answer.JSON["explanation"], "A test payment of our bank")
	s.expect("who has explained it", answer.JSON["explainedBy"] != "", true)
	s.pull() // a further pull keeps the explanation
	got := s.settlement(created.UTR)
	s.expect("the state", got["state"], "matched")
	s.expect("unmatched", got["unmatched"], 0.0)
}

func TestASettlementThatCannotBeStoredDoesNotStopTheNextOnes(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.register(nil)
	s.buy(s.tier, billingIn("27", "400001"))
	first := ""
	refuse := func(e *core.RecordEvent) error {
		id := e.Record.GetString("razorpaySettlementId")
		if first = cmp.Or(first, id); id == first {
			return errors.New("refused")
		}
		return e.Next()
	}
	s.PB.OnRecordCreate("settlements").BindFunc(refuse)
	s.PB.OnRecordUpdate("settlements").BindFunc(refuse)
	broken, err := s.Razorpay.Settle(0)
	s.must(err)
	first = broken.ID
	s.buy(s.tier, billingIn("27", "400001"))
	s.at(time.Date(2026, 8, 5, 5, 30, 0, 0, time.UTC))
	next, err := s.Razorpay.Settle(0)
	s.must(err)
	for range 2 {
		if err := s.Books.PullSettlements(s.Context()); err == nil || !strings.Contains(err.Error(), broken.ID) {
			t.Errorf("PullSettlements = %v, want an error with %s", err, broken.ID)
		}
	}
	s.expect("the state of the next settlement", s.settlement(next.UTR)["state"], "matched")
	var reports []string
	for _, m := range s.Inbox(testapp.AdminEmail) {
		if strings.HasPrefix(m.Subject, "A settlement could not be stored") {
			reports = append(reports, m.Subject)
		}
	}
	s.expect("emails to the office", strings.Join(reports, ", "), "A settlement could not be stored: "+broken.ID)
}

func TestADebitAndALaterCreditOfADisputeArePaired(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.register(nil)
	s.buy(s.tier, billingIn("27", "400001"))
	s.buy(s.tier, billingIn("27", "400001"))
	disputed := s.buy(s.tier, billingIn("27", "400001"))
	s.must(s.Razorpay.Dispute(disputed, "created"))
	s.must(s.Razorpay.Dispute(disputed, "lost")) // its event and the one that it was won arrive together
	first, err := s.Razorpay.Settle(0)
	s.must(err)
	s.pull()
	s.expect("problems of the debit", problems(s.settlement(first.UTR)), "adjustment not-in-ledger")
	s.must(s.Razorpay.NextDisputePhase(disputed))
	s.must(s.Razorpay.Dispute(disputed, "won"))
	s.at(time.Date(2026, 8, 5, 5, 30, 0, 0, time.UTC))
	second, err := s.Razorpay.Settle(0)
	s.must(err)
	s.pull()
	for _, utr := range []string{first.UTR, second.UTR} {
		s.expect("problems", problems(s.settlement(utr)), "")
		s.expect("the state", s.settlement(utr)["state"], "matched")
	}
}

// The bank returns the payout, and the provider pays it with the next settlement.
func TestAPayoutThatTheBankReturnsIsReported(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.register(nil)
	s.buy(s.tier, billingIn("27", "400001"))
	first, err := s.Razorpay.Settle(0)
	s.must(err)
	s.pull()
	s.expect("the state of the payout", s.settlement(first.UTR)["state"], "matched")
	s.must(s.Razorpay.FailSettlement(first.ID))
	s.pull()
	got := s.settlement(first.UTR)
	s.expect("the state after its return", got["state"], "differs")
	s.expect("the amount after its return", got["amount"], "0")
	s.expect("the difference after its return", got["difference"], "-28803.80")
	var reports []string
	for _, m := range s.Inbox(testapp.AdminEmail) {
		if strings.Contains(strings.Join(m.Tags, " "), "settlement-attention") {
			reports = append(reports, m.Text)
		}
	}
	if len(reports) != 1 || !strings.Contains(reports[0], "₹28,803.80 less than") {
		t.Errorf("emails to the office = %q, want one about the returned payout", reports)
	}
	s.buy(s.tier, billingIn("27", "400001"))
	s.at(time.Date(2026, 8, 5, 5, 30, 0, 0, time.UTC))
	second, err := s.Razorpay.Settle(0)
	s.must(err)
	s.pull()
	got = s.settlement(second.UTR)
	s.expect("the state of the next payout", got["state"], "matched")
	s.expect("the amount of the next payout", got["amount"], "57607.60")
	got = s.settlement(first.UTR)
	s.expect("the state of the first payout", got["state"], "matched")
	s.expect("the items of the first payout", got["items"], 0.0)
}

// A payment in dollars, its partial refund, a payment in rupees, and a lost dispute over a part of it, which is won
// later, are in one settlement.
func TestASettlementWithTwoCurrenciesAndAdjustments(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.register(fields{"lutNumber": "AD270426000001X", "lutYear": "2026-27"})
	dollars := s.createTier("abroad", fields{"price": 30000, "currency": "USD"})
	abroad := s.buy(dollars, fields{"country": "US", "pin": "94105", "address": "1 Market Street, San Francisco"})
	s.refund(abroad, 10000)
	s.buy(s.tier, billingIn("27", "400001"))
	disputed := s.buy(s.tier, billingIn("29", "560025"))
	s.must(s.Razorpay.OpenDispute(disputed, "chargeback", 500000))
	s.must(s.Razorpay.Dispute(disputed, "lost"))
	s.deliver(disputed)
	created, err := s.Razorpay.Settle(0)
	s.must(err)
	s.pull()
	got := s.settlement(created.UTR)
	s.expect("problems", problems(got), "")
	s.expect("the state", got["state"], "matched")
	s.expect("items", got["items"], 5.0)
	s.expect("the debit", got["debit"], "13500") // $100 at ₹85, and ₹5,000

	s.must(s.Razorpay.NextDisputePhase(disputed))
	s.must(s.Razorpay.Dispute(disputed, "won"))
	s.deliver(disputed)
	s.at(time.Date(2026, 8, 5, 5, 30, 0, 0, time.UTC))
	won, err := s.Razorpay.Settle(0)
	s.must(err)
	s.pull()
	s.expect("problems before the purchase is restored", problems(s.settlement(won.UTR)), "adjustment not-in-ledger")
	transaction, err := s.PB.FindFirstRecordByData("transactions", "razorpayPaymentId", disputed)
	s.must(err)
	s.expect("the status of restoring it", s.owner.Post("/api/transactions/"+transaction.Id+"/restore",
		fields{"reason": "Won in pre-arbitration", "password": testapp.Password}).Status, 204)
	s.pull()
	s.expect("problems after the purchase is restored", problems(s.settlement(won.UTR)), "")
	s.expect("the state of the first settlement", s.settlement(created.UTR)["state"], "matched")
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
