package members_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"boardcircle/pb_hooks/internal/testapp"
)

const (
	users = "/api/members/registered-users"
	leads = "/api/members/leads"
	paid  = "/api/paid-members"
	sales = "/api/transactions"
)

func TestPersonIsOneRowInEachList(t *testing.T) {
	t.Parallel()
	o, now := open(t), testapp.StartTime
	only := func(path string) fields {
		o.Helper()
		rows, total := o.list(path + "?page=1")
		if len(rows) != 1 || total != "1" {
			o.Fatalf("%s: rows = %v, total = %s, want one", path, rows, total)
		}
		return rows[0]
	}
	expectEmpty := func(path string) {
		o.Helper()
		if rows, total := o.list(path + "?page=1"); len(rows) != 0 || total != "0" {
			o.Errorf("%s: rows = %v, total = %s, want none", path, rows, total)
		}
	}
	expectEmpty(leads)
	expectEmpty(paid)

	account := o.account("devi@example.com", now.Add(-3*day), fields{"requestType": "enquiry", "name": "Devi Nair"})
	asUser := fields{
		"name": "Devi Nair", "email": "devi@example.com", "phone": "+919811111111", "location": "Pune, Maharashtra",
		"source": "user", "isPaid": false, "createdAt": "2026-07-31T06:30:00.000Z",
	}
	o.expect(only(leads), asUser)

	// The nomination takes precedence. Emails are compared without case.
	registration := o.nomination("DEVI@Example.com", now.Add(-2*day), fields{"name": "Devi R. Nair"})
	asNominee := fields{
		"name":      "Devi R. Nair",
		"email":     "devi@example.com",
		"phone":     "+919822222222",
		"location":  "Mumbai, Maharashtra",
		"city":      "Mumbai",
		"state":     "Maharashtra",
		"source":    "registration",
		"isPaid":    false,
		"createdAt": "2026-08-01T06:30:00.000Z",
	}
	o.expect(only(leads), asNominee)
	if id := only(leads)["id"]; id != registration.Id {
		t.Errorf("id of the lead = %v, want the nomination %s", id, registration.Id)
	}

	// A person with an enquiry is still a lead after a payment, and marked as paid.
	first := o.sale(now.Add(-day), fields{"userId": account.Id, "customerEmail": "another.person@example.com"})
	asNominee["isPaid"] = true
	o.expect(only(leads), asNominee)
	asMember := fields{
		"name":               "Devi R. Nair",
		"email":              "devi@example.com",
		"phone":              "+919822222222",
		"membershipTierName": "Founding Circle",
		"companyName":        "Sea Shipping Ltd",
		"createdAt":          "2026-08-01T06:30:00.000Z",
		"totalAmount":        "29500",
		"totalAmountUSD":     "0",
		"transactionCount":   1,
		"source":             "registration",
	}
	o.expect(only(paid), asMember)

	// Further payments are matched by the email alone or by the nomination.
	second := o.sale(now, fields{"customerEmail": "Devi@EXAMPLE.com", "amount": 117882, "tierName": "Monthly Circle"})
	o.sale(now.Add(-time.Hour), fields{
		"registrationId": registration.Id,
		"customerEmail":  "assistant@example.com",
		"currency":       "USD",
		"amount":         30000,
	})
	asMember["totalAmount"], asMember["totalAmountUSD"], asMember["transactionCount"] = "30678.82", "300", 3
	asMember["membershipTierName"] = "Monthly Circle"
	o.expect(only(paid), asMember)

	// An account that requests a membership is not an enquiry.
	o.change(account, fields{"requestType": "membership"})
	expectEmpty(leads)

	o.change(second, fields{"status": "refunded", "refundedAmount": 117882})
	asMember["totalAmount"], asMember["transactionCount"], asMember["membershipTierName"] = "29500", 2, "Founding Circle"
	o.expect(only(paid), asMember)

	// If the nomination is deleted, the payment of the account still belongs to the account.
	o.remove(registration)
	rows, _ := o.list(paid + "?sort=email")
	if len(rows) != 2 || rows[0]["email"] != "assistant@example.com" || rows[1]["email"] != "devi@example.com" {
		t.Fatalf("paid members = %v, want assistant@example.com and devi@example.com", rows)
	}
	o.expect(rows[1], fields{
		"name":               "Devi Nair",
		"email":              "devi@example.com",
		"phone":              "+919811111111",
		"membershipTierName": "Founding Circle",
		"companyName":        "",
		"createdAt":          "2026-07-31T06:30:00.000Z",
		"totalAmount":        "29500",
		"totalAmountUSD":     "0",
		"transactionCount":   1,
		"source":             "direct",
	})

	// If the email of the account changes, the row has the new email.
	o.change(account, fields{"email": "devi.nair@example.com"})
	if rows, _ = o.list(paid + "?sort=email"); len(rows) != 2 || rows[1]["email"] != "devi.nair@example.com" {
		t.Errorf("paid members = %v, want devi.nair@example.com as the second", rows)
	}
	o.remove(first)
	if rows, _ = o.list(paid); len(rows) != 1 {
		t.Errorf("paid members after the payment was deleted = %v, want one", rows)
	}
}

func TestRegisteredUsersAreAllAccounts(t *testing.T) {
	t.Parallel()
	o, now := open(t), testapp.StartTime
	o.account("one@example.com", now.Add(-day), fields{"name": "One"})
	o.account("two@example.com", now,
		fields{"name": "Two", "source": "legacy", "requestType": "enquiry", "phone": "", "isActive": false})
	rows, total := o.list(users)
	if len(rows) != 2 || total != "2" {
		t.Fatalf("rows = %v, total = %s, want two", rows, total)
	}
	o.expect(rows[0], fields{
		"name": "Two", "email": "two@example.com", "phone": "", "location": "Pune, Maharashtra",
		"source": "legacy", "requestType": "enquiry", "createdAt": "2026-08-03T06:30:00.000Z",
	})
	if rows[1]["source"] != "user" || rows[1]["requestType"] != "membership" {
		t.Errorf("row = %v, want the source user and the type membership", rows[1])
	}
}

func TestTransactionListHasTheWholeLedger(t *testing.T) {
	t.Parallel()
	o, now := open(t), testapp.StartTime
	o.sale(now, fields{
		"customerEmail":     "a@example.com",
		"customerName":      "Asha",
		"customerPhone":     "+919800000000",
		"amount":            117882,
		"refundedAmount":    50,
		"razorpayPaymentId": "pay_1",
		"razorpayOrderId":   "order_1",
		"webhookData":       fields{"paidAt": 7},
		"attention":         "dispute",
		"attentionNote":     "The bank asks.",
		"disputeStatus":     "open",
	})
	o.sale(now.Add(-day), fields{"status": "pending", "processedAt": "", "membershipTierId": "", "tierName": "",
		"paymentMethod": ""})
	rows, total := o.list(sales)
	if len(rows) != 2 || total != "2" {
		t.Fatalf("rows = %v, total = %s, want two", rows, total)
	}
	o.expect(rows[0], fields{
		"registrationId":         "",
		"membershipTierId":       o.tier.Id,
		"tierName":               "Founding Circle",
		"razorpayPaymentId":      "pay_1",
		"razorpayOrderId":        "order_1",
		"razorpaySubscriptionId": "",
		"amount":                 "1178.82",
		"refundedAmount":         "0.50",
		"currency":               "INR",
		"seats":                  float64(0),
		"status":                 "completed",
		"paymentMethod":          "upi",
		"customerEmail":          "a@example.com",
		"customerName":           "Asha",
		"customerPhone":          "+919800000000",
		"attention":              "dispute",
		"attentionNote":          "The bank asks.",
		"disputeStatus":          "open",
		"disputeRespondBy":       "",
		"webhookData":            fields{"paidAt": 7},
		"processedAt":            "2026-08-03T06:30:00.000Z",
		"createdAt":              "2026-08-03T06:30:00.000Z",
	})
	if data, _ := rows[1]["webhookData"].(fields); data == nil || rows[1]["processedAt"] != "" {
		t.Errorf("pending transaction = %v, want empty webhookData and no processedAt", rows[1])
	}
}

func TestListsArePagedSortedAndSearched(t *testing.T) {
	t.Parallel()
	o, now := open(t), testapp.StartTime
	names := []string{"Cora", "anita", "Bina 100%", `Dev_i \ Co`, "Esha"}
	for i, name := range names {
		at, address := now.Add(time.Duration(i)*time.Hour), strings.ToLower(name[:3])+"@example.com"
		account := o.account(address, at,
			fields{"name": name, "location": "Town " + name[:1], "requestType": "enquiry"})
		o.sale(at, fields{
			"userId":        account.Id,
			"customerName":  name,
			"customerEmail": address,
			"tierName":      "Circle " + name[:1],
			"amount":        100 * (i + 1),
		})
	}
	o.nomination("firm@example.com", now.Add(-day),
		fields{"name": "Zoya", "companyName": "Teesta Tea", "city": "Siliguri"})
	o.sale(now.Add(-day), fields{
		"customerEmail":     "firm@example.com",
		"customerName":      "Zoya",
		"razorpayPaymentId": "pay_Zoya",
		"amount":            9900,
	})
	for _, c := range []struct{ path, query, want, total string }{
		{users, "", `Esha|Dev_i \ Co|Bina 100%|anita|Cora`, "5"},
		{users, "sort=name", `anita|Bina 100%|Cora|Dev_i \ Co|Esha`, "5"},
		{users, "sort=-name&page=1&perPage=2", `Esha|Dev_i \ Co`, "5"},
		{users, "sort=email&page=3&perPage=2", "Esha", "5"},
		{users, "sort=-location&page=9", "", "5"},
		{users, "search=TOWN+c", "Cora", "1"},
		{users, "search=%25", "Bina 100%", "1"},
		{users, "search=_", `Dev_i \ Co`, "1"},
		{users, "search=%5C", `Dev_i \ Co`, "1"},
		{users, "search=9811111&page=1&perPage=2&sort=name", "anita|Bina 100%", "5"},
		{users, "search=98111+11111&page=1&perPage=2&sort=name", "anita|Bina 100%", "5"},
		{users, "search=%2B91+98111+11111&page=1&perPage=2&sort=name", "anita|Bina 100%", "5"},
		{users, "search=098111-11111&page=1&perPage=2&sort=name", "anita|Bina 100%", "5"},
		{users, "search=9811122222", "", "0"},
		{users, "search=unknown", "", "0"},
		{leads, "sort=name", `anita|Bina 100%|Cora|Dev_i \ Co|Esha`, "5"},
		{leads, "search=town+E", "Esha", "1"},
		{leads, "search=%27+OR+1=1+--", "", "0"},
		{leads, "sort=-createdAt&perPage=1", "Esha", "5"},
		{paid, "sort=-totalAmount&perPage=3", `Zoya|Esha|Dev_i \ Co`, "6"},
		{paid, "sort=-companyName&perPage=1", "Zoya", "6"},
		{paid, "search=teesta", "Zoya", "1"},
		{paid, "search=circle+B", "Bina 100%", "1"},
		{paid, "search=+esha+", "Esha", "1"},
		{paid, "search=Siliguri", "", "0"},
	} {
		rows, total := o.list(c.path + "?" + c.query)
		var got []string
		for _, row := range rows {
			got = append(got, row["name"].(string))
		}
		if strings.Join(got, "|") != c.want || total != c.total {
			t.Errorf("%s?%s: names = %q, total = %s, want %q and %s", c.path, c.query, got, total, c.want, c.total)
		}
	}
	for _, search := range []string{"PAY_zoya", "Zoya", "firm@"} {
		if rows, total := o.list(sales + "?search=" + search); len(rows) != 1 || total != "1" {
			t.Errorf("search for %s: %d rows, total = %s, want 1", search, len(rows), total)
		}
	}
	if rows, total := o.list(sales + "?sort=-amount&perPage=2"); len(rows) != 2 || total != "6" ||
		rows[0]["amount"] != "99" || rows[1]["amount"] != "5" {
		t.Errorf("rows = %v, total = %s, want the highest amounts of six", rows, total)
	}
	for _, path := range []string{users, leads, paid, sales} {
		for query, field := range map[string]string{
			"page=0": "page", "perPage=x": "perPage", "sort=id": "sort", "sort=name%3B--": "sort",
			"search=" + url.QueryEscape(strings.Repeat("x", 201)): "search",
		} {
			if a := o.staff.Get(path + "?" + query); a.Status != http.StatusBadRequest || a.Field(field) == "" {
				t.Errorf("%s?%s: status = %d, body = %s, want 400 with an error for %s", path, query, a.Status, a.Body,
					field)
			}
		}
	}
}
