package attacktest

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"testing"
	"time"

	"boardcircle/pb_hooks/demo/fakerazorpay"
)

// The test makes random orders and late payments with a code, and switches the code on and off. The discount of the
// completed orders must never exceed the code's uses times the seats per use.
func TestTheDiscountOfACodeIsLimitedByItsUses(t *testing.T) {
	s := newSite(t)
	admin := s.admin(t)
	const price, buyers, steps = 6000, 3, 40
	for _, discount := range []int{50, 100} {
		seed := uint64(time.Now().UnixNano())
		random := rand.New(rand.NewPCG(seed, 0))
		uses, covers := 1+random.IntN(2), 1+random.IntN(3)
		code := fmt.Sprint("ATTACK-", discount)
		coupon := admin.mustID("/api/coupons", fields{
			"code":        code,
			"value":       discount,
			"maxUses":     uses,
			"maxUsesEach": random.IntN(2),
			"seatsPerUse": covers,
		})
		var tiers []string
		for i := range 3 {
			name := fmt.Sprintf("Circle %d of %s", i, code)
			tiers = append(tiers, admin.mustID("/api/membership-tiers",
				fields{"name": name, "price": fmt.Sprint(price), "duration": "annual", "isActive": true}))
		}
		type order struct {
			buyer *attacker
			id    string
		}
		var orders []order
		var accounts []*attacker
		for range buyers {
			buyer, _, _ := s.member(t)
			accounts = append(accounts, buyer)
		}
		pay := func() {
			if len(orders) == 0 {
				return
			}
			i := random.IntN(len(orders))
			o := orders[i]
			orders = append(orders[:i], orders[i+1:]...)
			paid, err := s.payments.Pay(o.id, fakerazorpay.Success)
			if err != nil {
				return // it was paid earlier, in another tab
			}
			o.buyer.post("/api/payments/verify", paid.Fields).want(t, "the callback", http.StatusOK)
		}
		for range steps {
			switch action := random.IntN(10); {
			case action < 6:
				buyer := accounts[random.IntN(buyers)]
				body := fields{
					"customerName":     "Asha Rao",
					"customerEmail":    "asha@sample.example",
					"customerPhone":    "+919876543210",
					"membershipTierId": tiers[random.IntN(len(tiers))],
					"couponCode":       code,
				}
				if random.IntN(3) > 0 {
					body["seats"] = 1 + random.IntN(100)
					body["billing"] = fields{
						"kind":      "company",
						"legalName": "Rao Textiles",
						"address":   "Pune",
						"state":     "27",
						"pin":       "411001",
					}
				}
				if id, _ := buyer.post("/api/payments/create-order", body).json(t)["orderId"].(string); id != "" {
					orders = append(orders, order{buyer, id})
				}
			case action < 9:
				pay()
			default:
				admin.send(http.MethodPut, "/api/coupons/"+coupon, fields{"isActive": random.IntN(2) == 0}).
					want(t, "the switch", http.StatusOK)
			}
		}
		admin.send(http.MethodPut, "/api/coupons/"+coupon, fields{"isActive": true}).
			want(t, "the switch", http.StatusOK)
		for len(orders) > 0 {
			pay()
		}
		completed, worth := 0, 0.0
		var rows []struct {
			ID     string `json:"id"`
			Status string `json:"status"`
			TierID string `json:"membershipTierId"`
		}
		if err := json.Unmarshal([]byte(admin.get("/api/transactions").body), &rows); err != nil {
			t.Fatal(err)
		}
		for _, row := range rows {
			if row.Status != "completed" || !slices.Contains(tiers, row.TierID) {
				continue
			}
			paid := admin.get("/api/transactions/" + row.ID).json(t)
			rupees := func(name string) float64 {
				amount, err := strconv.ParseFloat(fmt.Sprint(paid[name]), 64)
				if err != nil {
					t.Fatalf("%s of %v: %v", name, paid, err)
				}
				return amount
			}
			if off := rupees("baseAmount") + rupees("gstAmount") - rupees("amount"); off > 0 {
				completed++
				worth += off
			}
		}
		if most := float64(uses * covers * price * discount / 100); completed > uses || worth > most {
			t.Errorf("seed %d: a code of %d uses for %d seats has lowered %d orders by %v, at most %v", seed, uses,
				covers, completed, worth, most)
		}
		if completed == 0 {
			t.Logf("seed %d: no order was completed with the code", seed)
		}
	}
}
