package attacktest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"boardcircle/pb_hooks/demo/fakerazorpay"
)

// A buyer of one seat must not be able to make the site send their own text to strangers, or email many strangers.
func TestSeatsCannotBeUsedToEmailStrangers(t *testing.T) {
	s := newSite(t)
	admin := s.admin(t)
	tier := admin.mustID("/api/membership-tiers",
		fields{"name": "The annual circle", "price": "6000", "duration": "annual", "isActive": true})
	for i, company := range []string{
		"Prize office +91 98765 43210", "Claim at evil.example", "https://evil.example/win", "mail prize@evil.example", "evil。example", "ｅｖｉｌ．ｅｘａｍｐｌｅ", "Call ९८७६५४३२१०",
	} {
		buyer, email, _ := s.member(t)
		order, _ := buyer.post("/api/payments/create-order", fields{
			"customerName": "Asha Rao", "customerEmail": email, "customerPhone": "+919876543210", "membershipTierId": tier, "seats": 1,
			"billing": fields{"kind": "company", "legalName": company, "address": "Pune", "state": "27", "pin": "411001"},
		}).json(t)["orderId"].(string)
		paid, err := s.payments.Pay(order, fakerazorpay.Success)
		if err != nil {
			t.Fatal(err)
		}
		buyer.post("/api/payments/verify", paid.Fields).want(t, "the callback", http.StatusOK)
		var purchases []struct{ Seats []struct{ ID string } }
		if err := json.Unmarshal([]byte(buyer.get("/api/seats").body), &purchases); err != nil || len(purchases) != 1 {
			t.Fatalf("the seats: %v", err)
		}
		path := "/api/seats/" + purchases[0].Seats[0].ID
		sent := 0
		for n := range 12 {
			step := "/reassign"
			if n == 0 {
				step = "/invite"
			}
			if buyer.post(path+step, fields{"email": fmt.Sprintf("stranger-%d-%d@sample.example", i, n),
				"name": company}).status == http.StatusOK {
				sent++
			}
		}
		if sent > 5 {
			t.Errorf("one seat sent emails to %d addresses, want at most 5", sent)
		}
		var found bool
		s.wait(t, "the invitation", func() bool {
			for _, mail := range s.mails.Messages("") {
				if len(mail.To) > 0 && strings.HasPrefix(mail.To[0].Email, fmt.Sprintf("stranger-%d-", i)) {
					found = true
					if text := mail.Subject + mail.Text + mail.HTML; strings.Contains(text, company) ||
						strings.Contains(text, "evil") {
						t.Errorf("the email contains %q", company)
					}
				}
			}
			return found
		})
	}
}
