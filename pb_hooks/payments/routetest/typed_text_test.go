package routetest

import (
	"fmt"
	"strings"
	"testing"

	"boardcircle/pb_hooks/demo/fakerazorpay"
	"boardcircle/pb_hooks/internal/testapp"
)

func TestDocumentsGoToTheAccountsAddressAndNeverToATypedOne(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	typed := "somebody.else@example.com"
	account := s.buyer.Get("/api/user").JSON["email"].(string)
	body := orderBody(s.createTier("annual", "annual", nil))
	body["customerEmail"] = typed
	order := s.buyer.Post("/api/payments/create-order", body)
	paid := s.pay(order.JSON["orderId"].(string), fakerazorpay.Success)
	s.callback(s.buyer, paid)
	admin := s.SignedIn("admins", nil)
	transaction := s.onlyTransaction()
	s.expect("the status of the refund", admin.Post("/api/transactions/"+transaction.Id+"/refund",
		map[string]any{"reason": "Changed her mind", "password": testapp.Password}).Status, 201)
	s.reconcile()
	body = orderBody(s.tier)
	body["customerEmail"] = typed
	s.callback(s.buyer, s.pay(s.buyer.Post("/api/payments/create-order", body).JSON["orderId"].(string),
		fakerazorpay.WrongAmount))
	s.reconcile()
	s.expect("emails to the typed address", len(s.Inbox(typed)), 0)
	subjects := ""
	for _, mail := range s.Inbox(account) {
		subjects += mail.Subject + "\n"
	}
	for _, subject := range []string{"Your payment has been received", "refund", "We are checking your payment"} {
		s.expect("the account gets an email "+subject, strings.Contains(subjects, subject), true)
	}
}

func TestASeatInvitationOmitsLinksAndPhoneNumbersThatTheBuyerTyped(t *testing.T) {
	t.Parallel()
	for name, isShown := range map[string]bool{
		"Rao & Sons (India) Pvt. Ltd.": true, "Prize office, call +91 98765 43210": false, "Claim at evil.example": false, "WIN https://evil.example": false,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newFixture(t)
			body := seatOrder(s.createTier("yearly", "annual", nil), 2)
			billing := companyBilling()
			billing["legalName"] = name
			body["billing"] = billing
			answer := s.buyer.Post("/api/payments/create-order", body)
			s.callback(s.buyer, s.pay(answer.JSON["orderId"].(string), fakerazorpay.Success))
			b := &seatPurchase{fixture: s}
			s.expect("the status of the invitation", b.do(0, "invite",
				map[string]any{"email": "stranger@example.com", "name": "Call 98765 43210"}).Status, 200)
			mail := s.Inbox("stranger@example.com")[0]
			for where, text := range map[string]string{"subject": mail.Subject, "text": mail.Text, "HTML": mail.HTML} {
				s.expect("the name is in the "+where, strings.Contains(strings.ReplaceAll(text, "&amp;", "&"), name),
					isShown)
				s.expect("a phone number or a host is in the "+where, strings.Contains(text, "98765") ||
					strings.Contains(text, "evil"), false)
			}
		})
	}
}

func TestInvitationsToSeatsHaveABudget(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	b := s.buySeats(2)
	statuses := map[int]int{}
	for i := range 8 {
		action := "reassign"
		if i == 0 {
			action = "invite"
		}
		answer := b.do(0, action, map[string]any{"email": fmt.Sprintf("stranger-%d@example.com", i)})
		statuses[answer.Status]++
		if answer.Status == 429 && answer.Header.Get("Retry-After") == "" {
			t.Error("a 429 has no Retry-After")
		}
	}
	s.expect("invitations sent", statuses[200], 5)
	s.expect("invitations refused", statuses[429], 3)
	s.expect("the status for the other seat", b.do(1, "invite", map[string]any{"email": "other@example.com"}).Status,
		200)
	s.Clock.Advance(day + 1)
	s.expect("the status the next day", b.do(0, "reassign", map[string]any{"email": "later@example.com"}).Status, 200)
}

func TestABuyersInvitationsHaveABudgetOverAllSeats(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	b := s.buySeats(6)
	times := make([]int64, 30)
	for i := range times {
		times[i] = s.Clock.Now().Unix()
	}
	for _, seat := range b.seats()[1:] {
		record, err := s.PB.FindRecordById("seats", seat["id"].(string))
		s.must(err)
		record.Set("recentInvitations", times)
		s.must(s.PB.Save(record))
	}
	s.expect("the status after 150 invitations in a day", b.do(0, "invite",
		map[string]any{"email": "stranger@example.com"}).Status, 429)
	s.Clock.Advance(day + 1)
	s.expect("the status the next day", b.do(0, "invite", map[string]any{"email": "stranger@example.com"}).Status, 200)
}
