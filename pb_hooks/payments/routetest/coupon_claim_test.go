package routetest

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"pgregory.net/rapid"

	"boardcircle/pb_hooks/demo/fakerazorpay"
	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/internal/testapp/testdb"
)

// discountedOrder orders with the code FRIENDS and returns the provider's id of the order.
func (s *fixture) discountedOrder(buyer *testapp.Visitor, body map[string]any) string {
	s.Helper()
	body["couponCode"] = "FRIENDS"
	answer := buyer.Post("/api/payments/create-order", body)
	if answer.Status != 201 {
		s.Fatalf("create-order: status = %d, want 201: %s", answer.Status, answer.Body)
	}
	return answer.JSON["orderId"].(string)
}

// changeCoupon changes a code through the console.
func (s *fixture) changeCoupon(id string, values map[string]any) {
	s.Helper()
	s.expect("the status of changing the code", s.SignedIn("admins", nil).Send("PUT", "/api/coupons/"+id,
		values).Status, 200)
}

// expectOrder checks the status, the attention and the discount in rupees of an order's transaction.
func (s *fixture) expectOrder(what, order, status, attention string, discount int) {
	s.Helper()
	t, err := s.PB.FindFirstRecordByData("transactions", "razorpayOrderId", order)
	s.must(err)
	s.expect(what, fmt.Sprintf("%s/%s/%d", t.GetString("status"), t.GetString("attention"),
		t.GetInt("discountAmount")/100),
		fmt.Sprintf("%s/%s/%d", status, attention, discount))
}

func TestAReplacedOrderDoesNotGetTheDiscountOfItsCode(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		pays          []int
		first, second string
		consumed      int
	}{
		"only the first":             {[]int{0}, "pending/wrong-amount", "pending/", 0},
		"only the second":            {[]int{1}, "pending/", "completed/", 1},
		"the first, then the second": {[]int{0, 1}, "pending/wrong-amount", "completed/", 1},
		"the second, then the first": {[]int{1, 0}, "pending/wrong-amount", "completed/", 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newFixture(t)
			id := s.coupon(map[string]any{"maxUses": 1})
			annual := s.createTier("annual", "annual", nil)
			orders := []string{s.discountedOrder(s.buyer, orderBody(s.tier)), s.discountedOrder(s.buyer,
				orderBody(annual))}
			for _, i := range c.pays {
				s.pay(orders[i], fakerazorpay.Success)
				s.Clock.Advance(time.Minute)
			}
			s.reconcile()
			for i, want := range []string{c.first, c.second} {
				status, attention, _ := strings.Cut(want, "/")
				discount := 5000
				if attention != "" {
					discount = 0
				}
				s.expectOrder(fmt.Sprintf("order %d", i), orders[i], status, attention, discount)
			}
			s.expectUses("the code", id, 1-c.consumed, c.consumed)
		})
	}
}

func TestACodeWithOneUseDiscountsOneOfManyOrders(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	id := s.coupon(map[string]any{"maxUses": 1, "maxUsesEach": 0})
	var orders []string
	for i := range 5 {
		tier := s.createTier(fmt.Sprint("annual", i), "annual", nil)
		orders = append(orders, s.discountedOrder(s.buyer, orderBody(tier)))
	}
	for _, order := range orders {
		s.pay(order, fakerazorpay.Success)
	}
	s.reconcile()
	s.expect("completed transactions", len(s.listRecords("transactions", "id", dbx.HashExp{"status": "completed"})), 1)
	s.expect("transactions with a wrong amount", len(s.listRecords("transactions", "id",
		dbx.HashExp{"attention": "wrong-amount"})), 4)
	s.expectUses("the code", id, 0, 1)
}

func TestALateCaptureGetsTheDiscountOnlyIfTheCodeStillApplies(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		values     map[string]any
		between    func(s *fixture, id string)
		isAccepted bool
	}{
		"a use is left":                          {map[string]any{"maxUses": 2}, nil, true},
		"without a limit":                        {nil, nil, true},
		"the last use consumed by another buyer": {map[string]any{"maxUses": 1}, func(s *fixture, _ string) { s.payDiscountedOrder(s.member()) }, false},
		"the last use reserved by another buyer": {map[string]any{"maxUses": 1}, func(s *fixture, _ string) { s.discountedOrder(s.member(), orderBody(s.tier)) }, false},
		"deactivated":                            {nil, func(s *fixture, id string) { s.changeCoupon(id, map[string]any{"isActive": false}) }, false},
		"expired":                                {map[string]any{"endsAt": "2026-09-30"}, func(s *fixture, _ string) { s.Clock.Advance(90 * day) }, false},
		"a lower discount":                       {nil, func(s *fixture, id string) { s.changeCoupon(id, map[string]any{"value": 10}) }, false},
		"restricted to another tier": {nil, func(s *fixture, id string) {
			s.changeCoupon(id, map[string]any{"membershipTierIds": []string{s.createTier("other", "annual", nil).Id}})
		}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newFixture(t)
			id := s.coupon(c.values)
			order := s.discountedOrder(s.buyer, orderBody(s.tier))
			s.Clock.Advance(2 * time.Hour)
			s.Drain()
			s.expectUses("after two hours", id, 0, 0)
			if c.between != nil {
				c.between(s, id)
			}
			s.pay(order, fakerazorpay.Success)
			s.reconcile()
			if c.isAccepted {
				s.expectOrder("the order", order, "completed", "", 5000)
				return
			}
			s.expectOrder("the order", order, "pending", "wrong-amount", 0)
			s.expect("the entitlement", s.mine(s.buyer, "entitlement", "state"), "none")
			s.expect("the amount due", s.listRecords("transactions", "createdAt",
				dbx.HashExp{"razorpayOrderId": order})[0].GetInt("amount"), 2950000)
			text := ""
			for _, mail := range s.Inbox("asha@example.com") {
				if mail.Subject == "We are checking your payment" {
					text = mail.Text
				}
			}
			for _, part := range []string{"₹23,600", "₹29,500", "The code FRIENDS no longer applies to this order."} {
				s.expect("the email contains "+part, strings.Contains(text, part), true)
			}
		})
	}
}

// payDiscountedOrder orders with the code FRIENDS and pays.
func (s *fixture) payDiscountedOrder(buyer *testapp.Visitor) {
	s.Helper()
	s.callback(buyer, s.pay(s.discountedOrder(buyer, orderBody(s.tier)), fakerazorpay.Success))
}

func TestAnUnpaidOrderLosesTheDiscountOfADeactivatedCode(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	id := s.coupon(nil)
	paidBefore, paidAfter := s.member(), s.buyer
	early, late := s.discountedOrder(paidBefore, orderBody(s.tier)), s.discountedOrder(paidAfter, orderBody(s.tier))
	s.pay(early, fakerazorpay.Success)
	s.Clock.Advance(time.Minute)
	s.changeCoupon(id, map[string]any{"isActive": false})
	s.Clock.Advance(time.Minute)
	s.pay(late, fakerazorpay.Success)
	s.reconcile()
	s.expectOrder("the order that was paid before", early, "completed", "", 5000)
	s.expectOrder("the order that was paid afterwards", late, "pending", "wrong-amount", 0)
	s.expectUses("the code", id, 0, 1)

	admin := s.SignedIn("admins", nil)
	transaction := s.listRecords("transactions", "createdAt", dbx.HashExp{"razorpayOrderId": late})[0]
	s.expect("the note has the code", strings.Contains(transaction.GetString("attentionNote"), "FRIENDS"), true)
	s.expect("the status of another order", s.buyer.Post("/api/payments/create-order", orderBody(s.tier)).Status, 409)
	s.expect("the status of accepting the payment", admin.Post("/api/transactions/"+transaction.Id+"/accept",
		map[string]any{"reason": "The code was promised.", "password": testapp.Password}).Status, 204)
	s.expectOrder("the accepted order", late, "completed", "", 0)
	s.expectUses("the code after the acceptance", id, 0, 1)
	for _, document := range s.listRecords("invoices", "createdAt", dbx.HashExp{"transactionId": transaction.Id}) {
		s.expect("the document contains the code", strings.Contains(document.GetString("document"), "FRIENDS"), false)
	}
}

func TestOpenOrdersObeyALoweredLimit(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	id := s.coupon(map[string]any{"maxUses": 3})
	var orders []string
	for range 3 {
		orders = append(orders, s.discountedOrder(s.member(), orderBody(s.tier)))
	}
	s.changeCoupon(id, map[string]any{"maxUses": 1})
	for _, order := range orders {
		s.pay(order, fakerazorpay.Success)
	}
	s.reconcile()
	s.expectUses("the code", id, 0, 1)
	s.expect("transactions with a wrong amount", len(s.listRecords("transactions", "id",
		dbx.HashExp{"attention": "wrong-amount"})), 2)
}

func TestOneUseOfACodeCoversItsNumberOfSeats(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	tier := s.createTier("yearly", "annual", map[string]any{"price": 600000})
	renewing := s.renewing("monthly", "monthly", 600)
	id := s.coupon(map[string]any{"value": 100, "maxUses": 1})
	order := seatOrder(tier, 100)
	order["couponCode"] = "FRIENDS"
	answer := s.buyer.Post("/api/payments/create-order", order)
	s.expect("the discount of one use", answer.JSON["discountAmount"], "6000")
	s.expect("the status of an order that is not free", answer.JSON["status"], nil)
	s.expectUses("the code", id, 1, 0)
	seats := seatOrder(renewing, 2)
	seats["couponCode"] = "FRIENDS"
	for _, path := range []string{"/api/payments/create-order", "/api/payments/quote"} {
		s.expect("seats of a tier that renews are a field error of "+path, s.member().Post(path,
			seats).Field("couponCode") != "", true)
	}
	s.coupon(map[string]any{"code": "TEAMS", "value": 50, "seatsPerUse": 3, "isForRenewingSeats": true})
	seats["couponCode"], seats["seats"] = "TEAMS", 5
	s.expect("the discount for three of five seats",
		s.member().Post("/api/payments/quote", seats).JSON["breakdown"].(map[string]any)["discountAmount"], "900")
}

func TestAnAuthorizedPaymentKeepsItsReservation(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	id := s.coupon(map[string]any{"maxUses": 1})
	order := s.discountedOrder(s.buyer, orderBody(s.tier))
	s.pay(order, fakerazorpay.AuthorisedOnly)
	s.reconcile()
	s.expect("the status of an order of another tier", s.orderWith(s.buyer, s.createTier("annual", "annual", nil),
		"FRIENDS").Status,
		409)
	s.expectUses("the code", id, 1, 0)
}

func TestAnOfflineSaleKeepsItsReservationUntilItEnds(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	admin := s.SignedIn("admins", nil)
	id := s.coupon(map[string]any{"maxUses": 2, "maxUsesEach": 2})
	sale := s.sell(admin, s.tier, body{"couponCode": "friends"}, 201)
	online := s.discountedOrder(s.buyer, orderBody(s.createTier("annual", "annual", nil)))
	s.expectUses("after both sales", id, 2, 0)
	s.pay(online, fakerazorpay.Success)
	s.Clock.Advance(time.Minute)
	s.changeCoupon(id, map[string]any{"isActive": false})
	s.Clock.Advance(3 * day)
	s.reconcile()
	s.expectUses("after the payment of the online order", id, 1, 1)
	s.post(admin, offlineStep(sale, "receipts"), receipt("neft", "N1", "23600"), 200)
	s.post(admin, offlineStep(sale, "confirm"), withPassword, 200)
	s.expectUses("after both payments", id, 0, 2)
}

func TestADiscountedPaymentLinkEndsWithItsReservation(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.coupon(map[string]any{"maxUses": 1})
	linked := s.createTier("linked", "annual", map[string]any{"razorpayPaymentLink": "https://rzp.io/l/linked"})
	other := s.createTier("other", "annual", map[string]any{"razorpayPaymentLink": "https://rzp.io/l/other"})
	for _, tier := range []*core.Record{linked, other} {
		s.expect("the status of the order", s.orderWith(s.buyer, tier, "FRIENDS").Status, 201)
		s.Drain()
	}
	states := func() string {
		var list []string
		for _, tier := range []string{linked.Id, other.Id} {
			list = append(list, s.listRecords("transactions", "createdAt",
				dbx.HashExp{"membershipTierId": tier})[0].GetString("paymentLinkState"))
		}
		return strings.Join(list, " ")
	}
	s.expect("the states of the replaced link and its replacement", states(), "cancelled created")
	s.Clock.Advance(61 * time.Minute)
	s.Drain()
	s.expect("the link is open without a reservation", strings.HasSuffix(states(), "created"), false)
}

// For any order of purchases, payments, changes and pauses, the discounts of all completed orders never exceed the uses
// of the code times the seats of a use.
func TestACodeIsNeverWorthMoreThanItsUses(t *testing.T) {
	t.Parallel()
	redeemed := 0
	testdb.Check(t, func(c *testdb.Case) {
		s := newFixture(c)
		number := func(name string, least, most int) int { return rapid.IntRange(least, most).Draw(c.T, name) }
		uses, covers := number("uses", 1, 3), number("seats per use", 1, 3)
		id := s.coupon(map[string]any{
			"value":       50,
			"maxUses":     uses,
			"maxUsesEach": number("uses of a buyer", 0, 2),
			"seatsPerUse": covers,
		})
		tiers := []string{s.tier.Id, s.createTier("annual", "annual", nil).Id, s.createTier("yearly", "annual", nil).Id}
		buyers := []*testapp.Visitor{s.buyer, s.member(), s.member()}
		var orders []string
		pay := func(i int) {
			s.pay(orders[i], fakerazorpay.Success)
			paid := orders[i]
			orders = slices.DeleteFunc(orders, func(order string) bool { return order == paid })
		}
		steps := map[string]func(*rapid.T){
			"order": func(*rapid.T) {
				order := orderBody(s.tier)
				if seats := number("seats", 0, 5); seats > 0 {
					order = seatOrder(s.tier, seats)
				}
				order["membershipTierId"], order["couponCode"] = tiers[number("tier", 0, 2)], "FRIENDS"
				answer := buyers[number("buyer", 0, 2)].Post("/api/payments/create-order", order)
				if id, ok := answer.JSON["orderId"].(string); ok && answer.Status == 201 {
					orders = append(orders, id)
				}
			},
			"pay": func(r *rapid.T) {
				if len(orders) == 0 {
					r.Skip()
				}
				pay(number("order", 0, len(orders)-1))
			},
			"switch": func(*rapid.T) {
				s.changeCoupon(id, map[string]any{"isActive": rapid.Bool().Draw(c.T, "is active")})
			},
			"wait": func(*rapid.T) {
				s.Clock.Advance(time.Duration(number("minutes", 0, 89)) * time.Minute)
				s.Drain()
			},
		}
		for range 4 { // four times as many steps as in other tests, because these are fast
			c.Repeat(steps)
		}
		s.changeCoupon(id, map[string]any{"isActive": true})
		for len(orders) > 0 {
			pay(0)
		}
		s.reconcile()
		total, used := 0, map[string]bool{}
		for _, paid := range s.listRecords("transactions", "createdAt", dbx.HashExp{"status": "completed"}) {
			// A second payment of an order grants nothing and will be refunded.
			if discount := paid.GetInt("discountAmount"); discount > 0 && !used[paid.GetString("razorpayOrderId")] {
				used[paid.GetString("razorpayOrderId")] = true
				total += discount
			}
		}
		if most := uses * covers * 2500000 / 2; total > most || len(used) > uses {
			s.Errorf("%d uses of %d seats: %d orders have a discount of %d paise, want at most %d",
				uses, covers, len(used), total, most)
		}
		coupon, err := s.PB.FindRecordById("coupons", id)
		s.must(err)
		s.expect("consumed", coupon.GetInt("consumed"), len(used))
		redeemed += len(used)
	})
	t.Logf("%d uses", redeemed)
	if redeemed == 0 {
		t.Error("no code was used")
	}
}
