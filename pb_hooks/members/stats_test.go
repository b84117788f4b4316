package members_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"boardcircle/pb_hooks/internal/testapp"
)

const day = 24 * time.Hour

func TestDashboardFiguresEqualTheRecords(t *testing.T) {
	t.Parallel()
	o, now := open(t), testapp.StartTime // 3 Aug 2026, 12:00 in India
	figures := func() fields {
		answer := o.staff.Get("/api/admin/stats")
		if answer.Status != http.StatusOK {
			t.Fatalf("status = %d, body = %s", answer.Status, answer.Body)
		}
		return answer.JSON
	}
	empty := fields{
		"totalRegistrations":    0,
		"thisWeekRegistrations": 0,
		"paidMemberships":       0,
		"thisMonthRevenue":      "0",
		"thisMonthRevenueUSD":   "0",
		"totalRevenue":          "0",
		"totalRevenueUSD":       "0",
		"emailsSent":            0,
		"activeCampaigns":       0,
		"pendingTransactions":   0,
		"draftRegistrations":    0,
		"independentDirectors":  0,
	}
	o.expect(figures(), empty)

	o.nomination("week@example.com", now.Add(-7*day), nil)
	o.nomination("older@example.com", now.Add(-7*day-time.Millisecond), fields{"directorType": "chairperson"})
	o.nomination("today@example.com", now, nil)

	august := time.Date(2026, 7, 31, 18, 30, 0, 0, time.UTC) // 1 August, 00:00 in India
	asha := o.account("asha@example.com", now.Add(-90*day), nil)
	o.sale(august, fields{"userId": asha.Id})
	o.sale(august.Add(-time.Millisecond), fields{"userId": asha.Id, "amount": 117882})
	o.sale(time.Date(2026, 8, 31, 18, 30, 0, 0, time.UTC),
		fields{"customerEmail": "next-month@example.com", "amount": 100})
	o.sale(now, fields{"customerEmail": "WEEK@Example.com", "amount": 30000, "currency": "USD"})
	o.sale(now, fields{"customerEmail": "partly@example.com", "refundedAmount": 2000000})
	o.sale(now, fields{"customerEmail": "refunded@example.com", "status": "refunded", "refundedAmount": 2950000})
	for _, status := range []string{"pending", "pending", "failed", "authorized"} {
		o.sale(now, fields{"customerEmail": "open@example.com", "status": status, "processedAt": ""})
	}
	o.save("email_logs", now, fields{"emailAddress": "a@example.com", "kind": "welcome", "status": "sent",
		"sentAt": date(now)})
	o.save("email_logs", now, fields{"emailAddress": "b@example.com", "kind": "welcome", "status": "bounced",
		"sentAt": date(now)})
	queued := o.save("email_logs", now, fields{"emailAddress": "c@example.com", "kind": "welcome", "status": "queued"})
	o.save("email_campaigns", now, fields{"name": "Monsoon email", "isActive": true})
	o.save("draft_registrations", now, fields{"tokenHash": "of-a-draft", "formData": fields{}, "lastSaved": date(now)})
	campaign := o.save("email_campaigns", now, fields{"name": "Old email", "isActive": false})
	want := fields{
		"totalRegistrations":    3,
		"thisWeekRegistrations": 2,
		"paidMemberships":       4,
		"thisMonthRevenue":      "39000",
		"thisMonthRevenueUSD":   "300",
		"totalRevenue":          "40179.82",
		"totalRevenueUSD":       "300",
		"emailsSent":            2,
		"activeCampaigns":       1,
		"pendingTransactions":   2,
		"draftRegistrations":    1,
		"independentDirectors":  2,
	}
	o.expect(figures(), want)

	t.Run("a new month and week start", func(t *testing.T) {
		o.Clock.Advance(29 * day) // 1 September
		want["thisWeekRegistrations"], want["thisMonthRevenue"], want["thisMonthRevenueUSD"] = 0, "1", "0"
		o.expect(figures(), want)
	})
	t.Run("a sent email and an active campaign are counted immediately", func(t *testing.T) {
		o.account("new@example.com", now, nil)
		o.change(queued, fields{"status": "sent", "sentAt": date(now)})
		o.change(campaign, fields{"isActive": true})
		want["emailsSent"], want["activeCampaigns"] = 3, 2
		o.expect(figures(), want)
	})
}

func TestRecentActivityHasTheNewestFiveEvents(t *testing.T) {
	t.Parallel()
	o, now := open(t), testapp.StartTime
	if rows, _ := o.list("/api/admin/recent-activity"); len(rows) != 0 {
		t.Fatalf("activity without records = %v, want none", rows)
	}
	ago := func(minutes int) time.Time { return now.Add(-time.Duration(minutes) * time.Minute) }
	o.nomination("a@example.com", ago(60), fields{"name": "Too Long Ago"})
	o.account("b@example.com", ago(50), fields{"name": "Bina Das"})
	o.sale(ago(40), fields{"customerName": "Chitra Sen", "customerEmail": "c@example.com", "amount": 11800000})
	o.sale(ago(30), fields{
		"customerEmail":    "d@example.com",
		"currency":         "USD",
		"amount":           30050,
		"tierName":         "",
		"membershipTierId": "",
	})
	o.nomination("e@example.com", ago(20), fields{"name": "Esha Roy"})
	o.account("f@example.com", ago(10), fields{"name": "Falguni Shah"})
	o.account("legacy@example.com", ago(5), fields{"name": "Brought Over", "source": "legacy"})
	o.sale(ago(1), fields{"customerName": "Not Yet", "status": "pending", "processedAt": ""})
	rows, _ := o.list("/api/admin/recent-activity")
	want := []fields{
		{"description": "Falguni Shah signed up", "subject": "account", "createdAt": "2026-08-03T06:20:00.000Z"},
		{"description": "Esha Roy sent a nomination", "subject": "nomination", "createdAt": "2026-08-03T06:10:00.000Z"},
		{"description": "A payment of USD 300.50", "subject": "transaction", "createdAt": "2026-08-03T06:00:00.000Z"},
		{
			"description": "Chitra Sen paid ₹1,18,000 for Founding Circle",
			"subject":     "transaction",
			"createdAt":   "2026-08-03T05:50:00.000Z",
		},
		{"description": "Bina Das signed up", "subject": "account", "createdAt": "2026-08-03T05:40:00.000Z"},
	}
	if len(rows) != len(want) {
		t.Fatalf("%d events, want %d: %v", len(rows), len(want), rows)
	}
	for i, row := range rows {
		o.expect(row, want[i])
		collection := map[any]string{"account": "users", "nomination": "registrations", "transaction": "transactions"}[row["subject"]]
		if _, err := o.PB.FindRecordById(collection, fmt.Sprint(row["id"])); err != nil {
			t.Errorf("event = %v, which refers to no record: %v", row, err)
		}
	}
}
