package routetest

import (
	"encoding/json"
	"testing"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/demo/fakerazorpay"
	"boardcircle/pb_hooks/internal/testapp"
)

// listedTier returns a tier as the list of plans shows it to a caller.
func (s *fixture) listedTier(caller *testapp.Visitor, tier *core.Record) (row struct {
	IsPlanOutdated bool
	Breakdown      struct{ BaseAmount, GstAmount, TotalAmount string }
}) {
	s.Helper()
	var list []map[string]any
	s.must(json.Unmarshal([]byte(caller.Get("/api/membership-tiers").Body), &list))
	for _, entry := range list {
		if entry["id"] != tier.Id {
			continue
		}
		text, err := json.Marshal(entry)
		s.must(err)
		s.must(json.Unmarshal(text, &row))
		return row
	}
	s.Fatalf("tier %s is not listed", tier.Id)
	return row
}

func TestTheListOfPlansShowsThePriceOfThePlanAfterARateChange(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.apply(registeredAt(18))
	monthly := s.renewing("monthly", "monthly", 600)
	admin := s.SignedIn("admins", nil)
	before := s.listedTier(s.Visitor(), monthly)
	s.expect("the total", before.Breakdown.TotalAmount, "708")
	s.expect("isPlanOutdated", before.IsPlanOutdated, false)
	mandate := s.orderOf(monthly, billingIn("29", "560025"), nil)["subscriptionId"].(string)
	s.settlePayment(s.pay(mandate, fakerazorpay.Success))

	s.apply(registeredAt(5))
	for name, caller := range map[string]*testapp.Visitor{"a visitor": s.Visitor(), "an admin": admin} {
		after := s.listedTier(caller, monthly)
		s.expect("the total for "+name, after.Breakdown.TotalAmount, "708")
		s.expect("the tax for "+name, after.Breakdown.GstAmount, "33.71")
		s.expect("isPlanOutdated for "+name, after.IsPlanOutdated, true)
	}
	quote := s.Visitor().Post("/api/payments/quote", body{"membershipTierId": monthly.Id})
	s.expect("the amount of a quote", quote.JSON["amount"], 70800.0)

	oldPlan := monthly.GetString("razorpayPlanId")
	path := "/api/membership-tiers/" + monthly.Id + "/plan"
	s.Razorpay.SetSwitches(fakerazorpay.Switches{Fault: fakerazorpay.BadGateway})
	s.expect("the status with Razorpay down", admin.Post(path, nil).Status, 502)
	s.Razorpay.SetSwitches(fakerazorpay.Switches{})
	s.expect("the status for a member", s.buyer.Post(path, nil).Status, 403)
	created := s.post(admin, path, nil, 200)
	s.expect("the total of the new plan", created.JSON["breakdown"].(map[string]any)["totalAmount"], "630")
	s.expect("isPlanOutdated of the new plan", created.JSON["isPlanOutdated"], false)
	if created.JSON["razorpayPlanId"] == oldPlan {
		t.Error("the tier has its old plan")
	}
	s.expect("the total in the list", s.listedTier(s.Visitor(), monthly).Breakdown.TotalAmount, "630")
	s.expect("the status of a second request", admin.Post(path, nil).Status, 409)

	s.step("mandates keep their plan", func(s *fixture) {
		_, err := s.Razorpay.Charge(mandate)
		s.must(err)
		s.deliver(s.Razorpay.Events(mandate)...)
		charges := s.listAllRecords("transactions")
		s.expect("charges", len(charges), 2)
		s.expect("the amount of the renewal", charges[1].GetInt("amount"), 70800)
	})
	s.step("a new mandate charges by the new plan", func(s *fixture) {
		s.buyer = s.member()
		s.settlePayment(s.pay(s.orderOf(monthly, billingIn("29", "560025"), nil)["subscriptionId"].(string),
			fakerazorpay.Success))
		charges := s.listRecords("transactions", "createdAt", dbx.HashExp{"userId": s.account(s.buyer)})
		s.expect("charges", len(charges), 1)
		s.expect("the amount", charges[0].GetInt("amount"), 63000)
	})
	s.step("a tier that does not renew needs no plan", func(s *fixture) {
		s.expect("the status for a lifetime tier", admin.Post("/api/membership-tiers/"+s.tier.Id+"/plan", nil).Status,
			409)
		costly := s.createTier("dear", "annual", map[string]any{"price": 2000000})
		s.expect("the status for a tier above the limit of mandates",
			admin.Post("/api/membership-tiers/"+costly.Id+"/plan", nil).Status, 409)
	})
}
