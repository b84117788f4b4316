package routetest

import (
	"slices"
	"strings"
	"testing"

	"boardcircle/pb_hooks/demo/fakebrevo"
	"boardcircle/pb_hooks/demo/fakerazorpay"
	"boardcircle/pb_hooks/internal/testapp"
)

func TestAProformaIsRemindedOfOnceAndLapses(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	admin := s.SignedIn("admins", nil)
	code := s.coupon(map[string]any{"maxUses": 1})
	for name, until := range map[string]string{"a past day": "2026-08-02", "after a year": "2027-08-20", "no day": "soon"} {
		answer := admin.Post(offlinePath, s.saleFor(s.buyer, body{"validUntil": until}))
		s.expect(name+": the error is at the field", answer.Field("validUntil") != "", true)
	}
	sale := s.sell(admin, s.tier, body{"couponCode": "friends", "validUntil": "2026-08-13"}, 201)
	s.expect("the last second of the proforma", sale.JSON["validUntil"], "2026-08-13T18:29:59.000Z")
	reminders := func() int {
		s.Drain()
		return strings.Count(s.emailsToBuyer(), "Your proforma invoice ends soon")
	}
	s.Clock.Advance(3 * day)
	s.expect("reminders on 6 August, 09:30", reminders(), 0)
	s.Clock.Advance(day)
	s.expect("reminders on 7 August", reminders(), 1)
	s.Clock.Advance(6 * day)
	s.expect("reminders on 13 August", reminders(), 1)
	s.expect("the state on 13 August", s.state(sale), "proforma")
	s.expectUses("the code on 13 August", code, 1, 0)
	s.Clock.Advance(day)
	s.Drain()
	s.expect("the state on 14 August", s.state(sale), "lapsed")
	s.expect("reminders on 14 August", reminders(), 1)
	s.expect("emails about the end", strings.Count(s.emailsToBuyer(), "Your proforma invoice has ended"), 1)
	s.expect("the transaction", s.onlyTransaction().GetString("status"), "failed")
	s.expectUses("the code after the end", code, 0, 0)
	admin = s.SignedIn("admins", nil)
	s.expect("it is in the list of open sales",
		strings.Contains(admin.Get(offlinePath+"?state=open").Body, sale.JSON["id"].(string)), false)
	s.expect("it is in the list of lapsed proformas",
		strings.Contains(admin.Get(offlinePath+"?state=lapsed").Body, sale.JSON["id"].(string)), true)

	// The money comes after all. The code is free, so it applies.
	late := s.post(admin, offlineStep(sale, "receipts"),
		body{"mode": "neft", "utr": "N1", "bankDate": "2026-08-14", "amount": "23600"}, 200)
	s.expect("the state", late.JSON["state"], "awaiting")
	s.expect("the state after the confirmation", s.post(admin, offlineStep(sale, "confirm"), withPassword,
		200).JSON["state"], "cleared")
	s.expectUses("the code after the payment", code, 0, 1)
	s.expect("the entitlement", s.mine(s.buyer, "entitlement", "state"), "active")
}

func TestALatePaymentWithoutItsCodeIsDueInFull(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	admin := s.SignedIn("admins", nil)
	s.coupon(map[string]any{"maxUses": 1})
	sale := s.sell(admin, s.tier, body{"couponCode": "friends", "validUntil": "2026-08-04"}, 201)
	s.Clock.Advance(3 * day)
	s.Drain()
	admin = s.SignedIn("admins", nil)
	s.buyer = s.member()
	other := s.sell(admin, s.tier, body{"couponCode": "friends"}, 201) // takes the only use
	s.expect("due of the other", other.JSON["due"], "23600")
	late := s.post(admin, offlineStep(sale, "receipts"),
		body{"mode": "neft", "utr": "N1", "bankDate": "2026-08-05", "amount": "23600"}, 200)
	s.expect("due", late.JSON["due"], "29500")
	s.expect("the state after the confirmation", s.post(admin, offlineStep(sale, "confirm"), withPassword,
		200).JSON["state"], "part-paid")
	s.expect("the state of a cancellation", s.post(admin, offlineStep(sale, "cancel"),
		body{"reason": "Changed their mind", "password": testapp.Password}, 200).JSON["amountToReturn"], "23600")
}

// Otherwise the office waits for money that does not come, or the buyer pays twice.
func TestAnOnlinePurchaseEndsTheOpenProformaForTheSamePlan(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	admin := s.SignedIn("admins", nil)
	yearly := s.createTier("yearly", "annual", nil)
	same := s.sell(admin, yearly, nil, 201)
	otherPlan := s.sell(admin, s.createTier("patron", "annual", nil), nil, 201)
	seats := s.sell(admin, yearly, body{"seats": "3", "billing": companyBilling()}, 201)
	buyer := s.buyer
	s.buyer = s.member()
	otherBuyer := s.sell(admin, yearly, nil, 201)
	paid := s.pay(s.order(buyer, yearly), fakerazorpay.Success)
	s.expect("the status of the payment", s.callback(buyer, paid).JSON["status"], "completed")
	s.Drain()
	s.expect("the state of the same plan", s.state(same), "lapsed")
	s.expect("the buyer is told", slices.ContainsFunc(s.Inbox("asha@example.com"), func(m fakebrevo.Message) bool {
		return m.Subject == "Your proforma invoice is closed"
	}), true)
	s.expect("the states of the others", s.state(otherPlan)+" "+s.state(seats)+" "+s.state(otherBuyer),
		"proforma proforma proforma")
	row := s.onlyRow(admin, offlinePath+"?state=lapsed")
	s.expect("the reason", strings.HasPrefix(row["endReason"].(string), "The same plan was paid online: pay_"), true)
	s.expect("entries in the audit log",
		strings.Count(admin.Get("/api/audit?action=offline-payment.paid-online").Body, `"id"`), 1)

	// A transfer that was on its way is recorded there.
	s.post(admin, offlineStep(same, "receipts"), receipt("neft", "N1", "29500"), 200)
	s.expect("the state", s.state(same), "awaiting")
	s.Clock.Advance(31 * day)
	s.Drain()
	s.expect("the state when its last day is over", s.state(same), "awaiting")
	s.expect("the states of the others then", s.state(otherPlan)+" "+s.state(otherBuyer), "lapsed lapsed")
}
