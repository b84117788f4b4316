package books_test

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/demo/fakerazorpay"
	"boardcircle/pb_hooks/internal/config"
	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/payments/ledgercheck"
)

type fields = map[string]any

// fixture is an app with one tier on sale, an owner and an accountant.
type fixture struct {
	*testapp.App
	testing.TB
	tier              *core.Record
	owner, accountant *testapp.Visitor
	// second is another owner, who confirms the first owner's receipts.
	second *testapp.Visitor
	buyers int
	// addresses has the email addresses of the buyers, to which their documents are sent.
	addresses []string
	// isDamaged is set by tests that damage the ledger.
	isDamaged bool
}

const maharashtra = "27AAPFU0939F1ZV"

func newFixture(t testing.TB) *fixture {
	t.Helper()
	behindProxy := testapp.WithConfig(func(c *config.Config) {
		c.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
	})
	s := &fixture{App: testapp.New(t, behindProxy), TB: t}
	s.tier = s.createTier("founding", nil)
	s.owner, s.accountant = s.SignedIn("admins", nil), s.SignedIn("admins", fields{"role": "accountant"})
	s.second = s.SignedIn("admins", nil)
	t.Cleanup(s.checkLedger)
	return s
}

// checkLedger checks the ledger for inconsistencies. It runs at the end of each test.
func (s *fixture) checkLedger() {
	s.Helper()
	if s.isDamaged {
		return
	}
	for _, d := range s.discrepancies() {
		s.Errorf("the ledger is inconsistent: %s", d)
	}
}

func (s *fixture) discrepancies() []ledgercheck.Discrepancy {
	s.Helper()
	result, err := s.Books.CheckLedger(context.WithoutCancel(s.Context()))
	s.must(err)
	return result.Discrepancies
}

// confirmCoupons lets a second admin confirm the pending coupons.
func (s *fixture) confirmCoupons() {
	s.Helper()
	pending, err := s.PB.FindAllRecords("approvals", dbx.HashExp{"state": "waiting", "kind": "coupon.save"})
	s.must(err)
	second := s.SignedIn("admins", nil)
	for _, request := range pending {
		confirm := "/api/approvals/" + request.Id + "/confirm"
		s.expect("the status of the confirmation", second.Post(confirm, fields{"password": testapp.Password}).Status,
			200)
	}
}

func (s *fixture) must(err error) {
	s.Helper()
	if err != nil {
		s.Fatal(err)
	}
}

func (s *fixture) expect(what string, got, want any) {
	s.Helper()
	if got != want {
		s.Errorf("%s = %v, want %v", what, got, want)
	}
}

func (s *fixture) createTier(slug string, values fields) *core.Record {
	s.Helper()
	c, err := s.PB.FindCollectionByNameOrId("membership_tiers")
	s.must(err)
	tier := core.NewRecord(c)
	tier.Load(fields{
		"name":     "The " + slug + " circle",
		"slug":     slug,
		"price":    2500000,
		"currency": "INR",
		"duration": "annual",
		"isActive": true,
	})
	tier.Load(values)
	s.must(s.PB.Save(tier))
	return tier
}

// register completes the tax settings with a GSTIN in Maharashtra.
func (s *fixture) register(values fields) {
	s.Helper()
	record, err := s.PB.FindFirstRecordByData("settings", "key", "site")
	if err != nil {
		c, err := s.PB.FindCollectionByNameOrId("settings")
		s.must(err)
		record = core.NewRecord(c)
		record.Load(fields{"key": "site", "gstRate": 18})
	}
	record.Load(fields{
		"taxAdviser":    "S. Iyer, FCA",
		"taxSettledOn":  "2026-04-01",
		"taxStatus":     "registered",
		"supplierGstin": maharashtra,
		"supplierState": "27",
	})
	record.Load(values)
	s.must(s.PB.Save(record))
}

// buyer returns a new member with their own IP address, because many members at one address would be rate-limited.
func (s *fixture) buyer() *testapp.Visitor {
	s.Helper()
	account := s.CreateAccount("users", nil)
	s.addresses = append(s.addresses, account.GetString("email"))
	s.buyers++
	buyer := s.SignedInAs(account)
	buyer.Header.Set("X-Forwarded-For", fmt.Sprintf("10.%d.%d.%d", s.buyers>>16&255, s.buyers>>8&255, s.buyers&255))
	return buyer
}

// order places an order of a new buyer, with additional fields, and returns its id.
func (s *fixture) order(tier *core.Record, billing fields, additional fields) string {
	s.Helper()
	body := fields{
		"customerName":     "Asha Rao",
		"customerEmail":    "asha@example.com",
		"customerPhone":    "+919876543210",
		"membershipTierId": tier.Id,
	}
	if billing != nil {
		body["billing"] = billing
	}
	for name, value := range additional {
		body[name] = value
	}
	answer := s.buyer().Post("/api/payments/create-order", body)
	if answer.Status != 201 {
		s.Fatalf("create-order: status = %d, want 201: %s", answer.Status, answer.Body)
	}
	return answer.JSON["orderId"].(string)
}

// buy lets a new buyer pay for a tier and returns the id of the payment.
func (s *fixture) buy(tier *core.Record, billing fields) string {
	s.Helper()
	return s.pay(s.order(tier, billing, nil))
}

// pay pays an order, delivers its events and returns the id of the payment.
func (s *fixture) pay(order string) string {
	s.Helper()
	paid, err := s.Razorpay.Pay(order, fakerazorpay.Success)
	s.must(err)
	s.deliver(paid.PaymentID)
	return paid.PaymentID
}

// deliver delivers all events of an entity, including those that have been delivered before.
func (s *fixture) deliver(id string) {
	s.Helper()
	for _, event := range s.Razorpay.Events(id) {
		if status := s.Deliver(event); status != 200 {
			s.Fatalf("%s: status = %d, want 200", event.Event, status)
		}
	}
	s.must(s.Jobs.Drain(s.Context()))
}

// refund refunds an amount in paise of a payment, or the rest if the amount is 0.
func (s *fixture) refund(payment string, amount int64) {
	s.Helper()
	_, err := s.Razorpay.Refund(payment, amount)
	s.must(err)
	s.deliver(payment)
}

// csvOf returns the rows of a CSV file of a return, including the headings.
func csvOf(t testing.TB, body, name string) [][]string {
	t.Helper()
	archive, err := zip.NewReader(bytes.NewReader([]byte(body)), int64(len(body)))
	if err != nil {
		t.Fatal(err)
	}
	file, err := archive.Open(name + ".csv")
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	text, err := io.ReadAll(file)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// lines returns the rows of a file without the headings as text.
func lines(rows [][]string) string {
	text := ""
	for _, row := range rows[1:] {
		text += strings.Join(row, "|") + "\n"
	}
	return text
}

// registers returns the answer with the registers.
func (s *fixture) registers(query string) testapp.Response {
	s.Helper()
	answer := s.accountant.Get("/api/books/registers" + query)
	if answer.Status != 200 {
		s.Fatalf("registers%s: status = %d, want 200: %s", query, answer.Status, answer.Body)
	}
	return answer
}

// sum returns the sums of a register.
func sum(answer testapp.Response, register string) fields {
	for _, entry := range answer.JSON["sums"].([]any) {
		if s := entry.(fields); s["register"] == register {
			return s
		}
	}
	return nil
}

func (s *fixture) count(collection string) int64 {
	s.Helper()
	n, err := s.PB.CountRecords(collection, dbx.NewExp("1 = 1"))
	s.must(err)
	return n
}

// at advances the clock to a time.
func (s *fixture) at(at time.Time) { s.Clock.Advance(at.Sub(s.Clock.Now())) }

// list decodes an answer that is a list.
func list(answer testapp.Response) []fields {
	var rows []fields
	if err := json.Unmarshal([]byte(answer.Body), &rows); err != nil {
		panic(answer.Body)
	}
	return rows
}

func rupees(paise int64) string { return fmt.Sprintf("%d.%02d", paise/100, paise%100) }

// listInvoices returns the records of all documents, oldest first.
func (s *fixture) listInvoices() []*core.Record {
	s.Helper()
	var records []*core.Record
	s.must(s.PB.RecordQuery("invoices").OrderBy("rowid").All(&records))
	return records
}
