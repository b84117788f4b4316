package books_test

import (
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/demo/fakerazorpay"
	"boardcircle/pb_hooks/internal/testapp"
)

// close posts that an owner closes a month.
func (s *fixture) close(month string) testapp.Response {
	return s.owner.Post("/api/books/months/"+month+"/close", fields{"password": testapp.Password})
}

// reopen posts that an owner reopens a month.
func (s *fixture) reopen(month string) testapp.Response {
	return s.owner.Post("/api/books/months/"+month+"/reopen",
		fields{"reason": "A late invoice", "password": testapp.Password})
}

// filed returns the complete books of a month, including the return of each GSTIN, so that tests can compare them.
func (s *fixture) filed(month string) string {
	s.Helper()
	text := ""
	paths := []string{"registers?month=" + month, "registers?format=csv&month=" + month}
	for _, gstin := range s.registers("?month=" + month).JSON["gstins"].([]any) {
		paths = append(paths, "gstr1?month="+month+"&gstin="+gstin.(string))
	}
	for _, path := range paths {
		answer := s.accountant.Get("/api/books/" + path)
		if answer.Status != 200 {
			s.Fatalf("%s: status = %d, want 200: %s", path, answer.Status, answer.Body)
		}
		text += answer.Body
	}
	return text
}

// revenue returns the revenue of a month in paise, as on the dashboard.
func (s *fixture) revenue(month string) int64 {
	s.Helper()
	var sum int64
	s.must(
		s.PB.DB().
			NewQuery("SELECT COALESCE(SUM(n), 0) FROM counters WHERE name = 'revenue_INR_month' AND value = {:month}").
			Bind(map[string]any{"month": month}).Row(&sum))
	return sum
}

func TestAClosedMonthNeverChanges(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.register(nil)
	paid := s.buy(s.tier, billingIn("29", "560025"))
	s.buy(s.tier, company)
	late := s.order(s.tier, billingIn("27", "400001"), nil)
	offline := s.offline(1000000)
	// The order is paid in August, but the event is delivered in September.
	unreported, err := s.Razorpay.Pay(late, fakerazorpay.Success)
	s.must(err)

	s.at(time.Date(2026, 9, 4, 6, 30, 0, 0, time.UTC))
	s.expect("the status of closing August", s.close("2026-08").Status, 200)
	before, revenue := s.filed("2026-08"), s.revenue("2026-08")

	s.deliver(unreported.PaymentID)
	s.refund(paid, 590000)
	s.must(s.Razorpay.Dispute(paid, "created"))
	s.must(s.Razorpay.Dispute(paid, "lost"))
	s.deliver(paid)
	s.receive(offline, 1950000, "2026-08-20") // the bank date is in August
	s.register(fields{"sacCode": "999512", "supplierName": "Another name"})

	if s.filed("2026-08") != before {
		t.Errorf("the books of August =\n%s\nwant\n%s", s.filed("2026-08"), before)
	}
	s.expect("the revenue of August", s.revenue("2026-08"), revenue)
	september := s.registers("?month=2026-09")
	s.expect("invoices of September", len(september.JSON["invoices"].([]any)), 1)
	s.expect("credit notes of September", len(september.JSON["creditNotes"].([]any)), 2)
	row := september.JSON["invoices"].([]any)[0].(fields)
	s.expect("issuedAt", row["issuedAt"], "2026-08-31T18:30:00.000Z")
	s.expect("happenedAt", row["happenedAt"], "2026-08-03T06:30:00.000Z")

	s.at(time.Date(2026, 10, 4, 6, 30, 0, 0, time.UTC))
	s.expect("the status of closing September", s.close("2026-09").Status, 200)
	s.expect("the message of reopening August", s.reopen("2026-08").Message(), "Please reopen September 2026 first.")
	s.expect("the status of reopening without a reason",
		s.owner.Post("/api/books/months/2026-09/reopen", fields{"password": testapp.Password}).Status, 400)
	s.expect("the status of reopening without the password",
		s.owner.Post("/api/books/months/2026-09/reopen", fields{"reason": "A late invoice"}).Status, 400)
	s.expect("the status of reopening September", s.reopen("2026-09").Status, 200)
	s.expect("the message of reopening it again", s.reopen("2026-09").Message(), "This month is not closed.")
	s.expect("the message of closing August again", s.close("2026-08").Message(), "This month is closed.")
	for _, action := range []string{"books.month-closed", "books.month-reopened"} {
		record, err := s.PB.FindFirstRecordByData("audit_log", "action", action)
		if err != nil || record.GetString("label") == "" {
			t.Errorf("the audit log has no row with a label for %s: %v", action, err)
		}
	}
	if reopened, err := s.PB.FindFirstRecordByData("audit_log", "action", "books.month-reopened"); err != nil ||
		!strings.Contains(reopened.GetString("after"), "A late invoice") {
		t.Errorf("the reason is not in the audit log: %v", err)
	}
}

func TestAnOwnerClosesPastMonthsInOrder(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.register(nil)
	s.buy(s.tier, billingIn("27", "400001"))
	s.expect("the message of closing the current month", s.close("2026-08").Message(), "This month is not over yet.")
	s.at(time.Date(2026, 11, 4, 6, 30, 0, 0, time.UTC))
	s.expect("the message of closing a later month first", s.close("2026-10").Message(),
		"Please close August 2026 first.")
	s.expect("the status of an invalid month", s.close("2026-13").Status, 404)
	office := s.SignedIn("admins", fields{"role": "office"})
	s.expect("the status for the office", office.Post("/api/books/months/2026-08/close",
		fields{"password": testapp.Password}).Status,
		403)
	s.expect("the status without the password", s.owner.Post("/api/books/months/2026-08/close", nil).Status, 400)
	s.expect("the status of closing August", s.close("2026-08").Status, 200)
	s.expect("the status of closing October, with no documents in September", s.close("2026-10").Status, 200)
	answer := s.accountant.Get("/api/books/months")
	s.expect("the months", monthStates(answer), "2026-11 open; 2026-10 closed reopen; 2026-09 closed; 2026-08 closed; ")
}

// monthStates describes the months of the list: whether each is closed, and what the owner can do.
func monthStates(answer testapp.Response) string {
	text := ""
	for _, month := range list(answer) {
		text += month["month"].(string)
		for _, state := range []struct{ key, yes, no string }{{"isClosed", " closed", " open"}, {"canClose", " close",
			""}, {"canReopen", " reopen", ""}} {
			if month[state.key] == "true" {
				text += state.yes
			} else {
				text += state.no
			}
		}
		text += "; "
	}
	return text
}

// offline enters an offline sale of the tier with a confirmed receipt, and returns the id of the sale.
func (s *fixture) offline(amount int64) string {
	s.Helper()
	member := s.CreateAccount("users", nil)
	answer := s.owner.Post("/api/offline-payments",
		fields{"userId": member.Id, "membershipTierId": s.tier.Id, "billing": places[0]})
	if answer.Status != 201 {
		s.Fatalf("offline sale: status = %d, want 201: %s", answer.Status, answer.Body)
	}
	id := answer.JSON["id"].(string)
	s.receive(id, amount, s.Clock.Now().Format(time.DateOnly))
	return id
}

// receive enters a receipt and lets another owner confirm it.
func (s *fixture) receive(id string, amount int64, bankDate string) {
	s.Helper()
	for step, body := range map[string]fields{
		"receipts": {"mode": "neft", "utr": "UTR" + core.GenerateDefaultRandomId(), "bankDate": bankDate, "amount": rupees(amount)},
	} {
		if answer := s.owner.Post("/api/offline-payments/"+id+"/"+step, body); answer.Status != 200 {
			s.Fatalf("%s: status = %d, want 200: %s", step, answer.Status, answer.Body)
		}
	}
	if answer := s.second.Post(
		"/api/offline-payments/"+id+"/confirm", fields{"password": testapp.Password},
	); answer.Status != 200 {
		s.Fatalf("confirm: status = %d, want 200: %s", answer.Status, answer.Body)
	}
}
