package routetest

import (
	"encoding/csv"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"boardcircle/pb_hooks/internal/testapp"
)

const receiptsPath = "/api/offline-receipts"

// receipts returns the UTRs in the register for a query, in its order.
func (s *fixture) receipts(admin *testapp.Visitor, query string) string {
	s.Helper()
	answer := admin.Get(receiptsPath + query)
	if answer.Status != 200 {
		s.Fatalf("%s: status = %d, want 200: %s", query, answer.Status, answer.Body)
	}
	var rows []body
	s.must(json.Unmarshal([]byte(answer.Body), &rows))
	utrs := make([]string, len(rows))
	for i, row := range rows {
		utrs[i] = row["utr"].(string)
	}
	return strings.Join(utrs, " ")
}

func TestReceiptsAreFoundByUTRAndExported(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	enterer := s.SignedIn("admins", map[string]any{"username": "kavita", "role": "office"})
	accountant := s.SignedIn("admins", map[string]any{"role": "accountant"})
	first := receipt("neft", "HDFCN520001", "9500")
	withTDS(first, "500")
	sale := s.sell(enterer, s.tier, first, 201)
	s.post(enterer, offlineStep(sale, "confirm"), withPassword, 200)
	cheque := receipt("cheque", "000123", "19500")
	cheque["bankDate"], cheque["payer"] = "2026-07-31", "R. Rao"
	s.post(enterer, offlineStep(sale, "receipts"), cheque, 200)
	s.post(enterer, offlineStep(sale, "bounce"), body{"reason": "No funds"}, 200)

	for query, want := range map[string]string{
		"":                                  "HDFCN520001 000123",
		"?search=n5200":                     "HDFCN520001",
		"?search=000123":                    "000123",
		"?search=R.%20Rao":                  "000123",
		"?search=Sea%20Shipping":            "HDFCN520001",
		"?search=nothing":                   "",
		"?state=bounced":                    "000123",
		"?state=cleared&mode=cheque":        "",
		"?month=2026-07":                    "000123",
		"?month=2026-08&sort=bankDate":      "HDFCN520001",
		"?sort=bankDate&page=1&perPage=100": "000123 HDFCN520001",
	} {
		s.expect("the receipts for "+query, s.receipts(accountant, query), want)
	}
	row := s.onlyRow(accountant, receiptsPath+"?search=HDFCN520001")
	for name, want := range map[string]any{
		"mode": "neft", "amount": "9500", "tds": "500", "payer": "Sea Shipping Ltd", "state": "cleared", "enteredBy": "kavita", "confirmedBy": "kavita",
		"transactionId": s.onlyTransaction().Id, "currency": "INR",
	} {
		s.expect(name, row[name], want)
	}
	s.expect("the status for a member", s.buyer.Get(receiptsPath).Status, 403)
	s.expect("the status for an invalid month", accountant.Get(receiptsPath+"?month=2026").Status, 400)

	sheet := accountant.Get(receiptsPath + "/export?search=000123")
	rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(sheet.Body, "\ufeff"))).ReadAll()
	s.must(err)
	s.expect("rows including the headings", len(rows), 2)
	for heading, want := range map[string]string{
		"Mode": "cheque", "UTR or cheque number": "000123", "Bank date": "2026-07-31", "Amount": "19500", "TDS": "0", "Payer": "R. Rao",
		"State": "bounced", "Reason": "No funds", "Entered by": "kavita", "Confirmed by": "", "Transaction": s.onlyTransaction().Id,
	} {
		column := slices.Index(rows[0], heading)
		if column < 0 || strings.TrimPrefix(rows[1][column], "'") != want {
			t.Errorf("column %s is not %q in the row %q", heading, want, rows[1])
		}
	}
	book := accountant.Get(receiptsPath + "/export?format=xlsx")
	s.expect("the export is a workbook", book.Status == 200 && strings.HasPrefix(book.Body, "PK"), true)
}

// onlyRow returns the only row of a list.
func (s *fixture) onlyRow(admin *testapp.Visitor, path string) body {
	s.Helper()
	var rows []body
	s.must(json.Unmarshal([]byte(admin.Get(path).Body), &rows))
	if len(rows) != 1 {
		s.Fatalf("%s: %d rows, want 1", path, len(rows))
	}
	return rows[0]
}
