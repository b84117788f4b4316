package members_test

import (
	"encoding/csv"
	"net/http"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"boardcircle/pb_hooks/internal/testapp"
)

// populated returns a fixture with a person of each kind. Some values are spreadsheet formulas.
func populated(t *testing.T) *fixture {
	t.Helper()
	o, now := open(t), testapp.StartTime
	o.account("asha@example.com", now, fields{"name": "Asha Rao", "phone": "+919876543210"})
	o.account("evil@example.com", now.Add(-day), fields{
		"name":        "=HYPERLINK(\"https://evil.example\")",
		"location":    "@SUM(A1)",
		"source":      "legacy",
		"requestType": "enquiry",
	})
	o.nomination("cora@example.com", now, fields{"name": "Cora", "city": "Kochi", "state": "Kerala"})
	o.sale(now, fields{
		"customerEmail": "asha@example.com", "customerName": "Asha Rao", "razorpayPaymentId": "pay_1", "amount": 117882,
		"attention": "wrong-amount", "attentionNote": "=1+1",
	})
	o.sale(now.Add(-day), fields{"customerEmail": "dolly@example.com", "customerName": "Dolly", "status": "pending",
		"processedAt": ""})
	return o
}

// sheet downloads an export as CSV.
func (o *fixture) sheet(path string) [][]string {
	o.Helper()
	answer := o.staff.Get(path)
	if answer.Status != http.StatusOK || answer.Header.Get("Content-Type") != "text/csv; charset=utf-8" {
		o.Fatalf("%s: status = %d, body = %s, want a CSV file", path, answer.Status, answer.Body)
	}
	rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(answer.Body, "\ufeff"))).ReadAll()
	if err != nil {
		o.Fatal(err)
	}
	return rows
}

func TestEachListIsExported(t *testing.T) {
	t.Parallel()
	o := populated(t)
	for path, want := range map[string][]string{
		users + "/export?sort=name": {
			"Name|Email|Phone|Location|Source|Request type|Registered at (IST)",
			"'=HYPERLINK(\"https://evil.example\")|evil@example.com|+919811111111|'@SUM(A1)|Legacy|enquiry|2026-08-02 12:00",
			"Asha Rao|asha@example.com|+919876543210|Pune, Maharashtra|Account|membership|2026-08-03 12:00",
		},
		users + "/export?search=PUNE": {
			"Name|Email|Phone|Location|Source|Request type|Registered at (IST)",
			"Asha Rao|asha@example.com|+919876543210|Pune, Maharashtra|Account|membership|2026-08-03 12:00",
		},
		leads + "/export?sort=-name": {
			"Name|Email|Phone|Location|Source|Paid|Lead since (IST)",
			"Cora|cora@example.com|+919822222222|Kochi, Kerala|Registration|No|2026-08-03 12:00",
			"'=HYPERLINK(\"https://evil.example\")|evil@example.com|+919811111111|'@SUM(A1)|User|No|2026-08-02 12:00",
		},
		paid + "/export": {
			"Name|Email|Phone|Membership tier|Company|Total paid (INR)|Total paid (USD)|Transactions|Registered at (IST)|Source",
			"Asha Rao|asha@example.com|+919876543210|Founding Circle||1178.82|0|1|2026-08-03 12:00|Direct",
		},
		sales + "/export?status=completed": {
			"Payment ID|Order ID|Subscription ID|Customer|Email|Phone|Membership tier|Seats|Amount|Refunded|Currency|Status|Method|Needs attention|Note|Dispute|Answer the dispute by (IST)|Started at (IST)|Processed at (IST)",
			"pay_1|||Asha Rao|asha@example.com||Founding Circle|0|1178.82|0|INR|completed|UPI|wrong-amount|'=1+1|||2026-08-03 12:00|2026-08-03 12:00",
		},
		sales + "/export?attention=dispute": {
			"Payment ID|Order ID|Subscription ID|Customer|Email|Phone|Membership tier|Seats|Amount|Refunded|Currency|Status|Method|Needs attention|Note|Dispute|Answer the dispute by (IST)|Started at (IST)|Processed at (IST)",
		},
	} {
		var got []string
		for _, row := range o.sheet(path) {
			got = append(got, strings.Join(row, "|"))
		}
		if strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Errorf("%s =\n%s\nwant\n%s", path, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
	for path, name := range map[string]string{
		users: "registered-users-2026-08-03", leads: "leads-2026-08-03", paid: "paid-members-2026-08-03", sales: "transactions-2026-08-03",
	} {
		answer := o.staff.Get(path + "/export?format=xlsx")
		if got := answer.Header.Get("Content-Disposition"); got != `attachment; filename="`+name+`.xlsx"` {
			t.Errorf("%s: Content-Disposition = %s, want the name %s.xlsx", path, got, name)
		}
		book, err := excelize.OpenReader(strings.NewReader(answer.Body))
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		rows, err := book.GetRows(book.GetSheetName(0))
		if err != nil || len(rows) < 2 {
			t.Errorf("%s: rows = %q, error = %v, want at least two", path, rows, err)
		}
		if err := book.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestExportRefusesInvalidParameters(t *testing.T) {
	t.Parallel()
	o := open(t)
	for _, path := range []string{users, leads, paid, sales} {
		for query, field := range map[string]string{"format=pdf": "format", "sort=id": "sort", "search=" + strings.Repeat("x", 201): "search"} {
			a := o.staff.Get(path + "/export?" + query)
			if a.Status != http.StatusBadRequest || a.Field(field) == "" || a.Header.Get("Content-Disposition") != "" {
				t.Errorf("%s?%s: status = %d, body = %s, want 400", path, query, a.Status, a.Body)
			}
		}
	}
	for _, query := range []string{"status=unknown", "attention=%27"} {
		for _, path := range []string{sales, sales + "/export"} {
			if a := o.staff.Get(path + "?" + query); a.Status != http.StatusBadRequest ||
				a.Field(query[:strings.Index(query, "=")]) == "" {
				t.Errorf("%s?%s: status = %d, body = %s, want 400", path, query, a.Status, a.Body)
			}
		}
	}
	if entries := o.log(); len(entries) != 0 {
		t.Errorf("entries of exports = %v, want none", entries)
	}
}

// log returns the entries of exports in the audit log, oldest first.
func (o *fixture) log() []fields {
	o.Helper()
	records, err := o.PB.FindRecordsByFilter("audit_log", "action ~ '.exported'", "at,id", 0, 0)
	if err != nil {
		o.Fatal(err)
	}
	var entries []fields
	for _, r := range records {
		after := fields{}
		if err := r.UnmarshalJSONField("after", &after); err != nil {
			o.Fatal(err)
		}
		entries = append(entries, fields{
			"action": r.GetString("action"),
			"label":  r.GetString("label"),
			"actor":  r.GetString("actorKind"),
			"after":  after,
		})
	}
	return entries
}

func TestEachExportIsAuditedWithItsRowsAndFilter(t *testing.T) {
	t.Parallel()
	o := populated(t)
	for path, want := range map[string]fields{
		users + "/export?search=pune&sort=-name": {
			"action": "members.exported", "label": "registered-users-2026-08-03.csv", "actor": "admin",
			"after": fields{"rows": 1, "format": "csv", "search": "pune", "sort": "-name"},
		},
		leads + "/export?format=xlsx": {
			"action": "leads.exported", "label": "leads-2026-08-03.xlsx", "actor": "admin", "after": fields{"rows": 2, "format": "xlsx"},
		},
		paid + "/export": {
			"action": "paid-members.exported", "label": "paid-members-2026-08-03.csv", "actor": "admin", "after": fields{"rows": 1, "format": "csv"},
		},
		sales + "/export?status=pending": {
			"action": "transactions.exported", "label": "transactions-2026-08-03.csv", "actor": "admin",
			"after": fields{"rows": 1, "format": "csv", "status": "pending"},
		},
	} {
		before := len(o.log())
		o.staff.Get(path)
		entries := o.log()
		if len(entries) != before+1 {
			t.Fatalf("%s: %d new entries, want 1", path, len(entries)-before)
		}
		found := false
		for _, entry := range entries {
			if entry["action"] == want["action"] {
				found = true
				o.expect(entry, want)
			}
		}
		if !found {
			t.Errorf("%s: entries = %v, want one of %s", path, entries, want["action"])
		}
	}
}
