package coupons_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/pocketbase/dbx"

	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/internal/testapp/queryplan"
	"boardcircle/pb_hooks/modules/coupons"
	"boardcircle/pb_hooks/tiers"
)

func TestEveryQueryUsesANarrowIndex(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	admin := app.SignedIn("admins", nil)
	buyer := app.CreateAccount("users", nil).Id
	// useCoupon takes a coupon through all states: quoted, reserved for one order and then for another, paid, released.
	useCoupon := func(round string) {
		t.Helper()
		created := admin.Post(path, fields{"code": "LIFE-" + round, "value": 10, "maxUses": 50, "maxUsesEach": 5})
		if created.Status != http.StatusCreated {
			t.Fatalf("create: status = %d, want 201: %s", created.Status, created.Body)
		}
		purchase := coupons.Purchase{Tier: tiers.Tier{ID: "tier1", Price: 100_000, Currency: "INR"}, UserID: buyer}
		quote, err := coupons.Find(app.PB, "LIFE-"+round, purchase, time.Now())
		if err != nil {
			t.Fatal(err)
		}
		for _, order := range []string{"first", "second", "third"} {
			if _, err := app.PB.NonconcurrentDB().Insert("transactions", dbx.Params{"id": round + order}).
				Execute(); err != nil {
				t.Fatal(err)
			}
		}
		reserve := func(transaction string) error {
			_, err := coupons.Reserve(app.PB, quote, coupons.Order{UserID: buyer, TransactionID: round + transaction})
			return err
		}
		for _, err := range []error{
			reserve("first"),
			reserve("second"), // replaces the first
			coupons.Keep(app.PB, round+"second"),
			coupons.Consume(app.PB, round+"second"),
			reserve("third"),
			coupons.Release(app.PB, round+"third"),
			coupons.Claim(app.PB, round+"third", purchase, time.Now()), // paid after the release
			coupons.Consume(app.PB, round+"third"),
		} {
			if err != nil {
				t.Fatal(err)
			}
		}
		if a := admin.Send(http.MethodDelete, path+"/"+quote.ID, nil); a.Status != http.StatusConflict {
			t.Fatalf("delete: status = %d, want 409: %s", a.Status, a.Body)
		}
	}
	ran := queryplan.CaptureStores(app.PB, func() { useCoupon("0") })
	for _, name := range []string{"findByCode", "find", "countReserved", "countReleased", "countConsumed", "countUses", "listReplaceable", "findUse", "hasBeenUsed"} {
		if ran["coupons."+name] == nil {
			t.Errorf("query %s was not run", name)
		}
	}
	rounds := 0
	check := func() {
		t.Helper()
		rounds++
		statements := queryplan.Capture(app.PB, func() { useCoupon(fmt.Sprint(rounds)) })
		if n := queryplan.AssertIndexed(t, app.PB, statements, []string{"coupons", "coupon_uses"}, nil); n < 8 {
			t.Errorf("%d statements were checked, want at least 8", n)
		}
	}
	check()
	for _, fill := range []string{
		"INSERT INTO coupons (id, code) SELECT 'fill' || i, 'CODE' || i",
		"INSERT INTO coupon_uses (id, couponId, userId, transactionId, state) SELECT 'fill' || i, 'coupon' || (i % 5), 'user' || i, 'order' || i, 'consumed'",
	} {
		_, err := app.PB.NonconcurrentDB().
			NewQuery("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000) " + fill + " FROM n").
			Execute()
		if err != nil {
			t.Fatal(err)
		}
	}
	check()
	if _, err := app.PB.NonconcurrentDB().NewQuery("ANALYZE").Execute(); err != nil {
		t.Fatal(err)
	}
	check()
}
