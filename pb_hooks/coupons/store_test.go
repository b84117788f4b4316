package coupons

import (
	"testing"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/testapp/queryplan"
	"boardcircle/pb_hooks/internal/testapp/testdb"
)

func TestEveryQueryUsesANarrowIndex(t *testing.T) {
	t.Parallel()
	app := testdb.New(t)
	check := func() {
		t.Helper()
		statements := queryplan.Capture(app, func() {
			for name, query := range map[string]func() error{
				"by code":     func() error { _, err := findByCode(app, "X"); return database.IgnoreMissing(err) },
				"counters":    func() error { _, err := countReserved(app, "x"); return err },
				"released":    func() error { return countReleased(app, "x") },
				"consumed":    func() error { return countConsumed(app, "x", true) },
				"own uses":    func() error { _, err := countUses(app, "x", "y"); return err },
				"reserved":    func() error { _, err := listReserved(app, "x", "y"); return err },
				"order's":     func() error { _, err := findUse(app, "x"); return database.IgnoreMissing(err) },
				"was it used": func() error { _, err := hasBeenUsed(app, "x"); return err },
			} {
				if err := query(); err != nil {
					t.Errorf("%s: %v", name, err)
				}
			}
		})
		if n := queryplan.AssertIndexed(t, app, statements, []string{"coupons", "coupon_uses"}, nil); n < 8 {
			t.Errorf("only %d statements were checked", n)
		}
	}
	check()
	for _, fill := range []string{
		"INSERT INTO coupons (id, code) SELECT 'fill' || i, 'CODE' || i",
		"INSERT INTO coupon_uses (id, couponId, userId, transactionId, state) SELECT 'fill' || i, 'coupon' || (i % 5), 'user' || i, 'order' || i, 'consumed'",
	} {
		_, err := app.NonconcurrentDB().NewQuery("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000) " + fill + " FROM n").Execute()
		if err != nil {
			t.Fatal(err)
		}
	}
	check()
	if _, err := app.NonconcurrentDB().NewQuery("ANALYZE").Execute(); err != nil {
		t.Fatal(err)
	}
	check()
}
