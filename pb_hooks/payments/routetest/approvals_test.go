package routetest

import (
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/dbx"

	"boardcircle/pb_hooks/internal/testapp"
)

type values = map[string]any

// office returns another admin with the role office.
func (s *fixture) office() *testapp.Visitor {
	s.Helper()
	return withOwnAddress(s.SignedIn("admins", values{"role": "office"}))
}

// setApprovalLimit sets the list value in rupees above which a second admin must confirm.
func (s *fixture) setApprovalLimit(rupees string) {
	s.Helper()
	answer := withOwnAddress(s.SignedIn("admins", nil)).Send("PUT", "/api/admin/settings",
		values{"offlineSecondAdminAbove": rupees, "password": testapp.Password})
	s.expect("the status of saving the limit", answer.Status, 200)
}

// pendingApproval returns the id of the only pending approval.
func (s *fixture) pendingApproval() string {
	s.Helper()
	list := s.listRecords("approvals", "askedAt", dbx.HashExp{"state": "waiting"})
	if len(list) != 1 {
		s.Fatalf("%d pending approvals, want 1", len(list))
	}
	return list[0].Id
}

func (s *fixture) idOf(v *testapp.Visitor) string { return v.Get("/api/user").JSON["id"].(string) }

func TestAGrantAboveTheLimitWaitsForASecondAdmin(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.setApprovalLimit("20000") // the tier costs ₹29,500
	asha, ravi := s.office(), s.CreateAccount("admins", values{"role": "office"})
	path := "/api/members/" + s.idOf(s.buyer) + "/memberships"
	body := values{"membershipTierId": s.tier.Id, "reason": "She founded a chapter"}
	answer := asha.Post(path, body)
	s.expect("the status", answer.Status, 202)
	s.expect("the list value", answer.JSON["approval"].(values)["listValue"], "29500")
	s.expect("the entitlement", s.mine(s.buyer, "entitlement", "state"), "none")
	s.expect("the status of a repeated request", asha.Post(path, body).Status, 409)
	s.expect("the email to the other admin", s.Inbox(ravi.Email())[0].Subject,
		s.name(asha)+" asks you to confirm a request")

	id := s.pendingApproval()
	confirm := "/api/approvals/" + id + "/confirm"
	s.expect("the status when the requester confirms", asha.Post(confirm, values{"password": testapp.Password}).Status,
		403)
	other := withOwnAddress(s.SignedInAs(ravi))
	s.expect("the status without a password", other.Post(confirm, nil).Status, 400)
	s.expect("the status when another admin confirms", other.Post(confirm, values{"password": testapp.Password}).Status,
		200)
	s.expect("the entitlement", s.mine(s.buyer, "entitlement", "state"), "active")
	s.expect("the status of a second confirmation", other.Post(confirm, values{"password": testapp.Password}).Status,
		409)
	s.expect("the status of a refusal afterwards", other.Post("/api/approvals/"+id+"/refuse", nil).Status, 409)
}

// name returns the username of an admin.
func (s *fixture) name(v *testapp.Visitor) string {
	s.Helper()
	return v.Get("/api/admin/session").JSON["username"].(string)
}

func TestARefusedRequestIsNeverCarriedOut(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.setApprovalLimit("20000")
	asha, ravi := s.office(), s.office()
	path := "/api/members/" + s.idOf(s.buyer) + "/memberships"
	s.expect("the status of the request", asha.Post(path, values{"membershipTierId": s.tier.Id,
		"reason": "A friend"}).Status, 202)
	id := s.pendingApproval()
	s.expect("the status of the refusal", ravi.Post("/api/approvals/"+id+"/refuse", nil).Status, 200)
	s.expect("the status of a confirmation afterwards",
		ravi.Post("/api/approvals/"+id+"/confirm", values{"password": testapp.Password}).Status, 409)
	s.expect("the entitlement", s.mine(s.buyer, "entitlement", "state"), "none")
	s.expect("the status of a new request", asha.Post(path, values{"membershipTierId": s.tier.Id,
		"reason": "A friend"}).Status, 202)
	s.expect("the status of withdrawing it", asha.Post("/api/approvals/"+s.pendingApproval()+"/refuse", nil).Status,
		200)
}

// Many small grants of one admin must not pass the limit together.
func TestGrantsOfOneAdminAreAddedUpForTheLimit(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.setApprovalLimit("50000")
	asha := s.office()
	grant := func(member *testapp.Visitor) int {
		return asha.Post("/api/members/"+s.idOf(member)+"/memberships",
			values{"membershipTierId": s.tier.Id, "reason": "A guest"}).Status
	}
	s.expect("the status for ₹29,500", grant(s.member()), 201)
	s.expect("the status for ₹59,000 to two people", grant(s.member()), 202)
	s.expect("the status for another admin",
		s.office().Post("/api/members/"+s.idOf(s.member())+"/memberships",
			values{"membershipTierId": s.tier.Id, "reason": "A guest"}).Status, 201)
	s.Clock.Advance(25 * time.Hour)
	s.expect("the status the next day", grant(s.member()), 201)

	s.step("grants to one person are added up over a year", func(s *fixture) {
		yearly := s.createTier("yearly", "annual", values{"price": 1500000})
		member := s.member()
		s.Clock.Advance(25 * time.Hour)
		answer := asha.Post("/api/members/"+s.idOf(member)+"/memberships",
			values{"membershipTierId": yearly.Id, "reason": "A guest"})
		s.expect("the status for one year", answer.Status, 201)
		s.Clock.Advance(25 * time.Hour)
		term := "/api/members/" + s.idOf(member) + "/memberships/" + answer.JSON["id"].(string) + "/extend"
		end := func(years int) values {
			return values{"endsAt": s.Clock.Now().AddDate(years, 0, 0).Format(time.RFC3339), "reason": "She stays"}
		}
		s.expect("the status for a second year", asha.Post(term, end(2)).Status, 200)
		s.Clock.Advance(25 * time.Hour)
		s.expect("the status for a third year", asha.Post(term, end(3)).Status, 202)
		s.expect("the status during a pending approval", s.office().Post(term, end(90)).Status, 409)
		s.expect("the status for a shorter term", asha.Post(term, end(1)).Status, 200)
	})
}

func TestAnAdminCannotGrantToTheirOwnAccountAlone(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.setApprovalLimit("50000") // the tier costs ₹29,500
	admin := withOwnAddress(s.SignedIn("users", values{"isAdmin": true}))
	grant := values{"membershipTierId": s.tier.Id, "reason": "A guest"}
	s.expect("the status of a grant to another member", admin.Post("/api/members/"+s.idOf(s.buyer)+"/memberships",
		grant).Status, 201)
	s.Clock.Advance(25 * time.Hour)
	s.expect("the status of a grant to themselves", admin.Post("/api/members/"+s.idOf(admin)+"/memberships",
		grant).Status, 202)
	confirm := "/api/approvals/" + s.pendingApproval() + "/confirm"
	s.expect("the status when they confirm it", admin.Post(confirm, values{"password": testapp.Password}).Status, 403)
	s.expect("the status when another admin confirms it", s.office().Post(confirm,
		values{"password": testapp.Password}).Status, 200)
}

// Lowering a price for a moment must not lower the list value of a membership.
func TestTheListValueIsTheHighestPriceOfTheLastMonth(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.setApprovalLimit("27000")
	asha := s.office()
	put := func(price string) testapp.Response {
		return asha.Send("PUT", "/api/membership-tiers/"+s.tier.Id,
			values{"price": price, "password": testapp.Password})
	}
	grant := func(tier string) int {
		return asha.Post("/api/members/"+s.idOf(s.member())+"/memberships",
			values{"membershipTierId": tier, "reason": "A guest"}).Status
	}
	s.expect("the status of a price change without a password",
		asha.Send("PUT", "/api/membership-tiers/"+s.tier.Id, values{"price": "20000"}).Status, 400)
	s.expect("the status of a slightly lower price", put("24999.99").Status, 200)
	s.expect("the status of a grant", grant(s.tier.Id), 202)
	s.expect("the status of a price of ₹1", put("1").Status, 202)
	s.expect("the status of the list", asha.Get("/api/membership-tiers").Status, 200)
	stored, err := s.PB.FindRecordById("membership_tiers", s.tier.Id)
	s.must(err)
	s.expect("the price before the confirmation", stored.GetInt("price"), 2499999)
	s.expect("the status of the confirmation",
		s.office().Post("/api/approvals/"+s.pendingApprovalOf("tier.price")+"/confirm",
			values{"password": testapp.Password}).Status, 200)
	stored, err = s.PB.FindRecordById("membership_tiers", s.tier.Id)
	s.must(err)
	s.expect("the price after the confirmation", stored.GetInt("price"), 100)

	s.step("the list value of a new tier is the highest price of all tiers", func(s *fixture) {
		s.Clock.Advance(31 * day)
		old, err := s.PB.FindRecordById("membership_tiers", s.tier.Id)
		s.must(err)
		old.Set("price", 3000000)
		s.must(s.PB.Save(old))
		_, err = s.PB.DB().NewQuery("UPDATE membership_tiers SET createdAt = '2026-01-01 00:00:00.000Z'").Execute()
		s.must(err)
		created := asha.Post("/api/membership-tiers",
			values{"name": "Friends", "price": "1", "duration": "lifetime", "isActive": "false"})
		s.expect("the status of an inactive tier at ₹1", created.Status, 201)
		s.expect("the status of a grant of it", grant(created.JSON["id"].(string)), 202)
	})
}

// Selling a tier at a token price is a grant to everyone who buys it.
func TestAMuchCheaperTierNeedsTwoAdmins(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.setApprovalLimit("27000") // the tier costs ₹29,500
	_, err := s.PB.DB().NewQuery("UPDATE membership_tiers SET createdAt = '2025-01-01 00:00:00.000Z'").Execute()
	s.must(err)
	asha, ravi := s.office(), s.office()
	create := func(name, price, duration, isActive string) testapp.Response {
		return asha.Post("/api/membership-tiers",
			values{"name": name, "price": price, "duration": duration, "isActive": isActive,
				"password": testapp.Password})
	}
	confirm := func() int {
		return ravi.Post("/api/approvals/"+s.pendingApprovalOf("tier.price")+"/confirm",
			values{"password": testapp.Password}).Status
	}
	isOnSale := func(name string) bool {
		return strings.Contains(testapp.NewVisitor(s, s.URL).Get("/api/membership-tiers").Body, `"`+name+`"`)
	}

	s.expect("the status of a price near the others", create("Chapter", "24985", "lifetime", "true").Status, 201)
	s.expect("the status of a second one", create("Second chapter", "24985", "lifetime", "true").Status, 202)
	s.expect("the status of its confirmation", confirm(), 200)
	s.expect("the status of the first tier of its duration", create("Monthly", "1", "monthly", "true").Status, 201)
	answer := create("Friends", "1", "lifetime", "true")
	s.expect("the status of a token price", answer.Status, 202)
	s.expect("its list value", answer.JSON["approval"].(values)["listValue"], "29498820") // as 1,000 sales
	s.expect("the tier is on sale before the confirmation", isOnSale("Friends"), false)
	s.expect("the status of the confirmation", confirm(), 200)
	s.expect("the tier is on sale", isOnSale("Friends"), true)

	hidden := create("Guests", "1", "lifetime", "false")
	s.expect("the status of an inactive tier at a token price", hidden.Status, 201)
	path := "/api/membership-tiers/" + hidden.JSON["id"].(string)
	setActive := func(isActive string) int {
		return asha.Send("PUT", path, values{"isActive": isActive, "password": testapp.Password}).Status
	}
	s.expect("the status of activating it without a password",
		asha.Send("PUT", path, values{"isActive": "true"}).Status, 400)
	s.expect("the status of another token price without a password", asha.Post("/api/membership-tiers",
		values{"name": "Zero", "price": "1", "duration": "lifetime", "isActive": "true"}).Status, 400)
	s.expect("the status of activating it", setActive("true"), 202)
	s.expect("it is on sale before the confirmation", isOnSale("Guests"), false)
	s.expect("the status of the confirmation", confirm(), 200)
	s.expect("it is on sale", isOnSale("Guests"), true)
	s.expect("the status of deactivating it", setActive("false"), 200)
	s.expect("the status of activating it again", setActive("true"), 202)
	s.expect("the status of the refusal", ravi.Post("/api/approvals/"+s.pendingApprovalOf("tier.price")+"/refuse",
		nil).Status, 200)
	s.expect("it is on sale after the refusal", isOnSale("Guests"), false)

	s.expect("the status of another tier", create("One", "1", "lifetime", "true").Status, 202)
	s.expect("the status of a second one meanwhile", create("Two", "1", "lifetime", "true").Status, 202)
}

// Otherwise the first membership for life could be sold for less than a year.
func TestALongerTierIsComparedWithAShorterOne(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	_, err := s.PB.DB().NewQuery(
		"UPDATE membership_tiers SET createdAt = '2025-01-01 00:00:00.000Z', duration = 'annual'").Execute()
	s.must(err)
	for duration, status := range map[string]int{"lifetime": 202, "annual": 202, "monthly": 201} {
		answer := s.office().Post("/api/membership-tiers", values{
			"name": "New " + duration, "price": "100", "duration": duration, "password": testapp.Password,
		})
		s.expect("the status of a new tier of the duration "+duration, answer.Status, status)
	}
}

// A hidden tier of a duration that no other tier has, however old, has no price that anyone has paid.
func TestAHiddenTierIsWorthAtLeastAShorterOneOnSale(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.setApprovalLimit("27000") // the tier costs ₹29,500
	_, err := s.PB.DB().NewQuery(
		"UPDATE membership_tiers SET createdAt = '2025-01-01 00:00:00.000Z', duration = 'annual'").Execute()
	s.must(err)
	asha := s.office()
	created := asha.Post("/api/membership-tiers",
		values{"name": "Friends", "price": "1", "duration": "lifetime", "isActive": "false"})
	s.expect("the status of a hidden tier at ₹1", created.Status, 201)
	grant := func() int {
		return asha.Post("/api/members/"+s.idOf(s.member())+"/memberships",
			values{"membershipTierId": created.JSON["id"], "reason": "A guest"}).Status
	}
	s.expect("the status of a grant of it", grant(), 202)
	_, err = s.PB.DB().NewQuery("UPDATE membership_tiers SET createdAt = '2025-01-01 00:00:00.000Z'").Execute()
	s.must(err)
	s.expect("the status of a grant of it after a month", grant(), 202)
}

// A request has all values of the tier, so its confirmation would overwrite what was changed meanwhile.
func TestALowerPriceIsNotConfirmedAfterAnotherChangeOfTheTier(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.setApprovalLimit("20000")
	asha, ravi := s.office(), s.office()
	path := "/api/membership-tiers/" + s.tier.Id
	ask := func() {
		s.expect("the status of a price of ₹1",
			asha.Send("PUT", path, values{"price": "1", "password": testapp.Password}).Status, 202)
	}
	decide := func(decision string) testapp.Response {
		return ravi.Post("/api/approvals/"+s.pendingApprovalOf("tier.price")+"/"+decision,
			values{"password": testapp.Password})
	}
	stored := func(field string) string {
		record, err := s.PB.FindRecordById("membership_tiers", s.tier.Id)
		s.must(err)
		return record.GetString(field)
	}
	former := stored("price")

	ask()
	s.expect("the status of another change", ravi.Send("PUT", path, values{"description": "For founders."}).Status, 200)
	refused := decide("confirm")
	s.expect("the status of the confirmation", refused.Status, 409)
	s.expect("the reason", refused.Message(), "This plan was changed after the request was made. Refuse the request, "+
		"then change the plan again.")
	s.expect("the price", stored("price"), former)
	s.expect("the description", stored("description"), "For founders.")

	s.expect("the status of the refusal", decide("refuse").Status, 200)
	ask()
	s.expect("the status of the confirmation of a new request", decide("confirm").Status, 200)
	s.expect("the price", stored("price"), "100")
	s.expect("the description", stored("description"), "For founders.")
}

// pendingApprovalOf returns the id of the only pending approval of a kind.
func (s *fixture) pendingApprovalOf(kind string) string {
	s.Helper()
	list := s.listRecords("approvals", "askedAt", dbx.HashExp{"state": "waiting", "kind": kind})
	if len(list) != 1 {
		s.Fatalf("%d pending approvals of %s, want 1", len(list), kind)
	}
	return list[0].Id
}

func TestAnOfflinePaymentIsMeasuredByItsListValue(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		body values
		want int
	}{
		"a coupon of 99 %": {values{"couponCode": "ALMOST", "amount": "295"}, 403},
		"a part deducted":  {withTDS(values{"amount": "27000"}, "2500"), 403},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newFixture(t)
			s.setApprovalLimit("29000")
			s.save("coupons", values{"code": "ALMOST", "kind": "percent", "value": 99, "isActive": true,
				"approval": "confirmed"})
			asha := s.office()
			body := values{
				"userId":           s.idOf(s.buyer),
				"membershipTierId": s.tier.Id,
				"mode":             "neft",
				"utr":              "HDFCN1",
				"bankDate":         s.Clock.Now().Format(time.DateOnly),
			}
			for field, value := range c.body {
				body[field] = value
			}
			created := asha.Post("/api/offline-payments", body)
			s.expect("the status of the entry", created.Status, 201)
			s.expect("isSecondAdminRequired", created.JSON["isSecondAdminRequired"], true)
			s.expect("the status when the same admin confirms",
				asha.Post("/api/offline-payments/"+created.JSON["id"].(string)+"/confirm",
					values{"password": testapp.Password}).Status, c.want)
			s.expect("the entitlement", s.mine(s.buyer, "entitlement", "state"), "none")
		})
	}
}

func TestAcceptingADifferenceNeedsThePasswordAndAboveTheLimitASecondAdmin(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.setApprovalLimit("20000")
	asha := s.office()
	s.payShort()
	s.reconcile()
	path := "/api/transactions/" + s.onlyTransaction().Id + "/accept"
	s.expect("the status without a password", asha.Post(path, values{"reason": "An offer"}).Status, 400)
	s.expect("the status with a password", asha.Post(path, values{"reason": "An offer",
		"password": testapp.Password}).Status, 202)
	s.expect("the entitlement before the confirmation", s.mine(s.buyer, "entitlement", "state"), "none")
	s.expect("the status of the confirmation", s.office().Post("/api/approvals/"+s.pendingApproval()+"/confirm",
		values{"password": testapp.Password}).Status, 200)
	s.expect("the entitlement", s.mine(s.buyer, "entitlement", "state"), "active")
}
