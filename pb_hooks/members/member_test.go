package members_test

import (
	"net/http"
	"testing"

	"boardcircle/pb_hooks/internal/testapp"
)

func TestMemberPageHasAllTheirRecords(t *testing.T) {
	t.Parallel()
	o, now := open(t), testapp.StartTime
	asha := o.account("asha@example.com", now, fields{"name": "Asha Rao", "source": "legacy", "awaitsPassword": true})
	nomination := o.nomination("ASHA@example.com", now, nil)
	payment := o.sale(now, fields{"userId": asha.Id, "customerEmail": "assistant@example.com",
		"razorpayPaymentId": "pay_1"})
	o.sale(now.Add(-day), fields{"customerEmail": "Asha@Example.com", "razorpayPaymentId": "pay_2"})
	o.sale(now, fields{"customerEmail": "other@example.com"})
	for i, term := range []fields{
		{"startsAt": date(now.Add(-2 * day)), "endsAt": date(now.Add(-day))},
		{"startsAt": date(now.Add(-day)), "endsAt": date(now.Add(day))},
		{"startsAt": date(now.Add(day))},
		{"startsAt": date(now.Add(-3 * day)), "revokedAt": date(now)},
	} {
		transaction := o.sale(now, fields{"customerEmail": "other@example.com"})
		o.save("memberships", now, fields{
			"userId":            asha.Id,
			"tierName":          "Founding Circle",
			"transactionId":     transaction.Id,
			"razorpayPaymentId": "pay_m" + string(rune('a'+i)),
		}, term)
	}
	answer := o.staff.Get(users + "/" + asha.Id)
	if answer.Status != http.StatusOK {
		t.Fatalf("status = %d, body = %s", answer.Status, answer.Body)
	}
	member := answer.JSON
	for name, want := range map[string]any{
		"name": "Asha Rao", "email": "asha@example.com", "source": "legacy", "isActive": "true", "isAdmin": "false", "awaitsPassword": true, "invitedAt": "",
	} {
		if member[name] != want {
			t.Errorf("%s = %v, want %v", name, member[name], want)
		}
	}
	if nominated, _ := member["nomination"].(fields); nominated["id"] != nomination.Id ||
		nominated["companyName"] != "Sea Shipping Ltd" {
		t.Errorf("nomination = %v, want %s", member["nomination"], nomination.Id)
	}
	var statuses []any
	for _, term := range member["memberships"].([]any) {
		statuses = append(statuses, term.(fields)["status"])
	}
	o.expect(fields{"statuses": statuses}, fields{"statuses": []any{"upcoming", "active", "ended", "revoked"}})
	payments := member["transactions"].([]any)
	if len(payments) != 2 || payments[0].(fields)["id"] != payment.Id ||
		payments[1].(fields)["razorpayPaymentId"] != "pay_2" {
		t.Errorf("payments = %v, want those of the account and of the email", payments)
	}

	bina := o.account("bina@example.com", now, nil)
	if empty := o.staff.Get(users + "/" + bina.Id).JSON; empty["nomination"] != nil ||
		len(empty["memberships"].([]any)) != 0 || len(empty["transactions"].([]any)) != 0 {
		t.Errorf("page of a new account = %v, want no nomination, memberships and payments", empty)
	}
	if answer := o.staff.Get(users + "/unknownrecord00"); answer.Status != http.StatusNotFound {
		t.Errorf("status = %d, body = %s", answer.Status, answer.Body)
	}
}
