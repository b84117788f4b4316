package routetest

import (
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/dbx"

	"boardcircle/pb_hooks/internal/testapp"
)

type values = map[string]any

// office is a new admin of the office.
func (s *fixture) office() *testapp.Visitor {
	s.Helper()
	return withOwnAddress(s.SignedIn("admins", values{"role": "office"}))
}

// limit sets the list value in rupees above which a second admin confirms.
func (s *fixture) limit(rupees string) {
	s.Helper()
	answer := withOwnAddress(s.SignedIn("admins", nil)).Send("PUT", "/api/admin/settings",
		values{"offlineSecondAdminAbove": rupees, "password": testapp.Password})
	s.expect("the limit", answer.Status, 200)
}

// waiting returns the id of the only request that waits.
func (s *fixture) waiting() string {
	s.Helper()
	list := s.listRecords("approvals", "askedAt", dbx.HashExp{"state": "waiting"})
	if len(list) != 1 {
		s.Fatalf("%d requests wait", len(list))
	}
	return list[0].Id
}

func (s *fixture) idOf(v *testapp.Visitor) string { return v.Get("/api/user").JSON["id"].(string) }

func TestAGrantAboveTheLimitWaitsForASecondAdmin(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.limit("20000") // the tier costs ₹29,500
	asha, ravi := s.office(), s.CreateAccount("admins", values{"role": "office"})
	path := "/api/members/" + s.idOf(s.buyer) + "/memberships"
	body := values{"membershipTierId": s.tier.Id, "reason": "She founded a chapter"}
	answer := asha.Post(path, body)
	s.expect("the answer", answer.Status, 202)
	s.expect("its list value", answer.JSON["approval"].(values)["listValue"], "29500")
	s.expect("the entitlement", s.mine(s.buyer, "entitlement", "state"), "none")
	s.expect("asked twice", asha.Post(path, body).Status, 409)
	s.expect("the other admin is asked", s.Inbox(ravi.Email())[0].Subject,
		s.name(asha)+" asks you to confirm a request")

	id := s.waiting()
	confirm := "/api/approvals/" + id + "/confirm"
	s.expect("by herself", asha.Post(confirm, values{"password": testapp.Password}).Status, 403)
	other := withOwnAddress(s.SignedInAs(ravi))
	s.expect("without a password", other.Post(confirm, nil).Status, 400)
	s.expect("by another", other.Post(confirm, values{"password": testapp.Password}).Status, 200)
	s.expect("the entitlement", s.mine(s.buyer, "entitlement", "state"), "active")
	s.expect("again", other.Post(confirm, values{"password": testapp.Password}).Status, 409)
	s.expect("refused afterwards", other.Post("/api/approvals/"+id+"/refuse", nil).Status, 409)
}

// name is an admin's user name.
func (s *fixture) name(v *testapp.Visitor) string {
	s.Helper()
	return v.Get("/api/admin/session").JSON["username"].(string)
}

func TestARefusedRequestIsNeverDone(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.limit("20000")
	asha, ravi := s.office(), s.office()
	path := "/api/members/" + s.idOf(s.buyer) + "/memberships"
	s.expect("asked", asha.Post(path, values{"membershipTierId": s.tier.Id, "reason": "A friend"}).Status, 202)
	id := s.waiting()
	s.expect("refused", ravi.Post("/api/approvals/"+id+"/refuse", nil).Status, 200)
	s.expect("confirmed afterwards",
		ravi.Post("/api/approvals/"+id+"/confirm", values{"password": testapp.Password}).Status, 409)
	s.expect("the entitlement", s.mine(s.buyer, "entitlement", "state"), "none")
	s.expect("asked again", asha.Post(path, values{"membershipTierId": s.tier.Id, "reason": "A friend"}).Status, 202)
	s.expect("withdrawn", asha.Post("/api/approvals/"+s.waiting()+"/refuse", nil).Status, 200)
}

// TestWhatAnAdminGivesAloneAddsUp: the limit cannot be passed in small steps.
func TestWhatAnAdminGivesAloneAddsUp(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.limit("50000")
	asha := s.office()
	grant := func(member *testapp.Visitor) int {
		return asha.Post("/api/members/"+s.idOf(member)+"/memberships",
			values{"membershipTierId": s.tier.Id, "reason": "A guest"}).Status
	}
	s.expect("₹29,500", grant(s.member()), 201)
	s.expect("₹59,000 to two people", grant(s.member()), 202)
	s.expect("by another admin",
		s.office().Post("/api/members/"+s.idOf(s.member())+"/memberships",
			values{"membershipTierId": s.tier.Id, "reason": "A guest"}).Status, 201)
	s.Clock.Advance(25 * time.Hour)
	s.expect("the next day", grant(s.member()), 201)

	s.step("to one person within a year", func(s *fixture) {
		yearly := s.createTier("yearly", "annual", values{"price": 1500000})
		member := s.member()
		s.Clock.Advance(25 * time.Hour)
		answer := asha.Post("/api/members/"+s.idOf(member)+"/memberships",
			values{"membershipTierId": yearly.Id, "reason": "A guest"})
		s.expect("a year", answer.Status, 201)
		s.Clock.Advance(25 * time.Hour)
		term := "/api/members/" + s.idOf(member) + "/memberships/" + answer.JSON["id"].(string) + "/extend"
		end := func(years int) values {
			return values{"endsAt": s.Clock.Now().AddDate(years, 0, 0).Format(time.RFC3339), "reason": "She stays"}
		}
		s.expect("a second year", asha.Post(term, end(2)).Status, 200)
		s.Clock.Advance(25 * time.Hour)
		s.expect("a third year", asha.Post(term, end(3)).Status, 202)
		s.expect("ninety years", s.office().Post(term, end(90)).Status, 409) // one request at a time
		s.expect("a shorter term", asha.Post(term, end(1)).Status, 200)
	})
}

func TestAnAdminCannotGrantAnythingToTheirOwnAccount(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.limit("50000") // the tier costs ₹29,500
	admin := withOwnAddress(s.SignedIn("users", values{"isAdmin": true}))
	gift := values{"membershipTierId": s.tier.Id, "reason": "A guest"}
	s.expect("to someone else", admin.Post("/api/members/"+s.idOf(s.buyer)+"/memberships", gift).Status, 201)
	s.Clock.Advance(25 * time.Hour)
	s.expect("to themselves", admin.Post("/api/members/"+s.idOf(admin)+"/memberships", gift).Status, 202)
	confirm := "/api/approvals/" + s.waiting() + "/confirm"
	s.expect("confirmed by themselves", admin.Post(confirm, values{"password": testapp.Password}).Status, 403)
	s.expect("confirmed by another", s.office().Post(confirm, values{"password": testapp.Password}).Status, 200)
}

// TestTheListValueIsThatOfTheLastMonth: a price that is lowered for a moment does not lower what a membership is worth.
func TestTheListValueIsThatOfTheLastMonth(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.limit("27000")
	asha := s.office()
	put := func(price string) testapp.Response {
		return asha.Send("PUT", "/api/membership-tiers/"+s.tier.Id,
			values{"price": price, "password": testapp.Password})
	}
	grant := func(tier string) int {
		return asha.Post("/api/members/"+s.idOf(s.member())+"/memberships",
			values{"membershipTierId": tier, "reason": "A guest"}).Status
	}
	s.expect("without a password",
		asha.Send("PUT", "/api/membership-tiers/"+s.tier.Id, values{"price": "20000"}).Status, 400)
	s.expect("a little less", put("20000").Status, 200)
	s.expect("a gift", grant(s.tier.Id), 202)
	s.expect("₹1", put("1").Status, 202)
	s.expect("the price", asha.Get("/api/membership-tiers").Status, 200)
	stored, err := s.PB.FindRecordById("membership_tiers", s.tier.Id)
	s.must(err)
	s.expect("the price", stored.GetInt("price"), 2000000)
	s.expect("confirmed", s.office().Post("/api/approvals/"+s.waitingFor("tier.price")+"/confirm",
		values{"password": testapp.Password}).Status, 200)
	stored, err = s.PB.FindRecordById("membership_tiers", s.tier.Id)
	s.must(err)
	s.expect("the price", stored.GetInt("price"), 100)

	s.step("a new tier is worth what the dearest is", func(s *fixture) {
		s.Clock.Advance(31 * day)
		old, err := s.PB.FindRecordById("membership_tiers", s.tier.Id)
		s.must(err)
		old.Set("price", 3000000)
		s.must(s.PB.Save(old))
		_, err = s.PB.DB().NewQuery("UPDATE membership_tiers SET createdAt = '2026-01-01 00:00:00.000Z'").Execute()
		s.must(err)
		made := asha.Post("/api/membership-tiers",
			values{"name": "Friends", "price": "1", "duration": "lifetime", "isActive": "false"})
		s.expect("a token price that is not on sale", made.Status, 201)
		s.expect("a gift of it", grant(made.JSON["id"].(string)), 202)
	})
}

// TestAMuchCheaperTierNeedsTwoAdmins: a tier at a token price is a gift to everyone who buys it.
func TestAMuchCheaperTierNeedsTwoAdmins(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.limit("27000") // the tier costs ₹29,500
	_, err := s.PB.DB().NewQuery("UPDATE membership_tiers SET createdAt = '2025-01-01 00:00:00.000Z'").Execute()
	s.must(err)
	asha, ravi := s.office(), s.office()
	create := func(name, price, duration, isActive string) testapp.Response {
		return asha.Post("/api/membership-tiers",
			values{"name": name, "price": price, "duration": duration, "isActive": isActive})
	}
	confirm := func() int {
		return ravi.Post("/api/approvals/"+s.waitingFor("tier.price")+"/confirm",
			values{"password": testapp.Password}).Status
	}
	isOnSale := func(name string) bool {
		return strings.Contains(testapp.NewVisitor(s, s.URL).Get("/api/membership-tiers").Body, `"`+name+`"`)
	}

	s.expect("a price near the others", create("Chapter", "20000", "lifetime", "true").Status, 201)
	s.expect("the first of its duration", create("Monthly", "1", "monthly", "true").Status, 201)
	answer := create("Friends", "1", "lifetime", "true")
	s.expect("a token price", answer.Status, 202)
	s.expect("its list value", answer.JSON["approval"].(values)["listValue"], "29498.82")
	s.expect("is not on sale", isOnSale("Friends"), false)
	s.expect("confirmed", confirm(), 200)
	s.expect("is on sale", isOnSale("Friends"), true)

	hidden := create("Guests", "1", "lifetime", "false")
	s.expect("a token price that is not on sale", hidden.Status, 201)
	put := func(isActive string) int {
		return asha.Send("PUT", "/api/membership-tiers/"+hidden.JSON["id"].(string),
			values{"isActive": isActive}).Status
	}
	s.expect("goes on sale", put("true"), 202)
	s.expect("is not on sale", isOnSale("Guests"), false)
	s.expect("confirmed", confirm(), 200)
	s.expect("is on sale", isOnSale("Guests"), true)
	s.expect("closed", put("false"), 200)
	s.expect("again on sale", put("true"), 202)
	s.expect("refused", ravi.Post("/api/approvals/"+s.waitingFor("tier.price")+"/refuse", nil).Status, 200)
	s.expect("stays closed", isOnSale("Guests"), false)

	s.expect("one request", create("One", "1", "lifetime", "true").Status, 202)
	s.expect("a second beside it", create("Two", "1", "lifetime", "true").Status, 202)
}

func (s *fixture) waitingFor(kind string) string {
	s.Helper()
	list := s.listRecords("approvals", "askedAt", dbx.HashExp{"state": "waiting", "kind": kind})
	if len(list) != 1 {
		s.Fatalf("%d requests of %s wait", len(list), kind)
	}
	return list[0].Id
}

func TestAnOfflinePaymentIsMeasuredByItsListValue(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		body values
		want int
	}{
		"a coupon of 99 %":         {values{"couponCode": "ALMOST", "amount": "295"}, 403},
		"₹1 and the rest deducted": {values{"amount": "1", "tds": "29499"}, 403},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newFixture(t)
			s.limit("29000")
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
			made := asha.Post("/api/offline-payments", body)
			s.expect("entered", made.Status, 201)
			s.expect("needs another", made.JSON["isSecondAdminRequired"], true)
			s.expect("alone", asha.Post("/api/offline-payments/"+made.JSON["id"].(string)+"/confirm",
				values{"password": testapp.Password}).Status, c.want)
			s.expect("the entitlement", s.mine(s.buyer, "entitlement", "state"), "none")
		})
	}
}

func TestADifferenceIsAcceptedWithThePasswordAndAboveTheLimitByTwo(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.limit("20000")
	asha := s.office()
	s.payShort()
	s.reconcile()
	path := "/api/transactions/" + s.onlyTransaction().Id + "/accept"
	s.expect("without a password", asha.Post(path, values{"reason": "An offer"}).Status, 400)
	s.expect("alone", asha.Post(path, values{"reason": "An offer", "password": testapp.Password}).Status, 202)
	s.expect("the entitlement", s.mine(s.buyer, "entitlement", "state"), "none")
	s.expect("confirmed", s.office().Post("/api/approvals/"+s.waiting()+"/confirm",
		values{"password": testapp.Password}).Status, 200)
	s.expect("the entitlement", s.mine(s.buyer, "entitlement", "state"), "active")
}
