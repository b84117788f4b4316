package books_test

import (
	"strings"
	"testing"
	"time"

	"boardcircle/pb_hooks/internal/testapp"
)

// sellOffline enters an offline sale to a new member, paid by bank transfer, and returns its id.
func (s *fixture) sellOffline(billing fields, amount, tds, bankDate string) string {
	s.Helper()
	s.buyers++
	buyer := s.SignedIn("users", nil)
	sale := s.owner.Post("/api/offline-payments", withTDS(tds, fields{
		"userId": buyer.Get("/api/user").JSON["id"], "membershipTierId": s.tier.Id, "billing": billing,
		"mode": "neft", "utr": "N" + strings.Repeat("1", s.buyers), "bankDate": bankDate, "amount": amount,
	}))
	if sale.Status != 201 {
		s.Fatalf("offline sale: status = %d, want 201: %s", sale.Status, sale.Body)
	}
	return sale.JSON["id"].(string)
}

// withTDS adds the tax that a buyer has deducted, unless there is none.
func withTDS(tds string, receipt fields) fields {
	if tds != "" && tds != "0" {
		receipt["tds"], receipt["tan"], receipt["tdsSection"] = tds, "MUMB12345C", "194J"
	}
	return receipt
}

// confirm lets another owner confirm the receipt of a sale.
func (s *fixture) confirm(sale string) {
	s.Helper()
	answer := s.second.Post("/api/offline-payments/"+sale+"/confirm", fields{"password": testapp.Password})
	if answer.Status != 200 {
		s.Fatalf("confirm: status = %d, want 200: %s", answer.Status, answer.Body)
	}
}

// returnOf returns the archive with the return of a month.
func (s *fixture) returnOf(month string) string {
	s.Helper()
	answer := s.accountant.Get("/api/books/gstr1?month=" + month)
	if answer.Status != 200 {
		s.Fatalf("return of %s: status = %d, want 200: %s", month, answer.Status, answer.Body)
	}
	return answer.Body
}

func TestTheTaxOnABankTransferIsDueInTheMonthOfItsBankDate(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.register(nil)
	s.at(time.Date(2026, 9, 2, 5, 30, 0, 0, time.UTC))
	s.confirm(s.sellOffline(billingIn("27", "400001"), "29500", "", "2026-08-31"))
	s.confirm(s.sellOffline(company, "9800", "2000", "2026-08-30")) // a part of ₹29,500 from Karnataka, with TDS
	s.confirm(s.sellOffline(billingIn("27", "400001"), "29500", "", "2026-09-01"))

	august, september := s.returnOf("2026-08"), s.returnOf("2026-09")
	at := csvOf(t, august, "at")
	s.expect("the headings of at", strings.Join(at[0], ","),
		"Place Of Supply,Applicable % of Tax Rate,Rate,Gross Advance Received,Cess Amount")
	s.expect("table 11A of August", lines(at),
		"27-Maharashtra||18.00|25000.00|0.00\n29-Karnataka||18.00|10000.00|0.00\n")
	s.expect("table 11B of August", lines(csvOf(t, august, "atadj")), "")
	adjusted := csvOf(t, september, "atadj")
	s.expect("the headings of atadj", strings.Join(adjusted[0], ","),
		"Place Of Supply,Applicable % of Tax Rate,Rate,Gross Advance Adjusted,Cess Amount")
	s.expect("table 11B of September", lines(adjusted),
		"27-Maharashtra||18.00|25000.00|0.00\n29-Karnataka||18.00|10000.00|0.00\n")
	s.expect("table 11A of September", lines(csvOf(t, september, "at")), "")
	s.expect("rows of b2b and b2cs with the headings", len(csvOf(t, september, "b2b,sez,de"))+len(csvOf(t, september,
		"b2cs")), 4)
	for month, want := range map[string]string{"2026-08": "table 11A", "2026-09": "table 11B"} {
		if registers := s.registers("?month=" + month); !strings.Contains(registers.Body, want) ||
			registers.JSON["hasReturn"] != true {
			t.Errorf("registers of %s do not mention %s or have no return: %s", month, want, registers.Body)
		}
	}
	months := list(s.accountant.Get("/api/books/months"))
	s.expect("the first month", months[len(months)-1]["month"], "2026-08")

	// After August is closed, its return does not change.
	s.expect("the status of closing August", s.owner.Post("/api/books/months/2026-08/close",
		fields{"password": testapp.Password}).Status, 200)
	s.confirm(s.sellOffline(billingIn("27", "400001"), "29500", "", "2026-08-29"))
	s.expect("table 11A of August after closing", lines(csvOf(t, s.returnOf("2026-08"), "at")), lines(at))
	s.expect("table 11B of September after closing", lines(csvOf(t, s.returnOf("2026-09"), "atadj")), lines(adjusted))
	if registers := s.registers("?month=2026-09"); !strings.Contains(registers.Body,
		"1 invoice was paid in an earlier month whose books were closed") {
		t.Errorf("the registers of September do not mention the late invoice: %s", registers.Body)
	}
}

func TestPaymentsThroughRazorpayAndReceiptsAreNotAdvances(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.register(nil)
	s.at(time.Date(2026, 8, 31, 18, 0, 0, 0, time.UTC)) // half an hour before September
	s.buy(s.tier, company)
	s.at(time.Date(2026, 9, 2, 5, 30, 0, 0, time.UTC))
	for _, month := range []string{"2026-08", "2026-09"} {
		for _, name := range []string{"at", "atadj"} {
			s.expect("table "+name+" of "+month, lines(csvOf(t, s.returnOf(month), name)), "")
		}
	}
}
