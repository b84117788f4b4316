package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
	"github.com/pocketbase/pocketbase/tools/types"
)

// Coupons lower the price of an order. A use is reserved with the order, consumed by its payment and released when
// the order runs out.
func init() {
	m.Register(func(app core.App) error {
		for _, step := range []func(core.App) error{createCoupons, createCouponUses, addCouponFields} {
			if err := step(app); err != nil {
				return err
			}
		}
		return nil
	}, func(app core.App) error {
		for _, name := range []string{"coupon_uses", "coupons"} {
			collection, err := app.FindCollectionByNameOrId(name)
			if err != nil {
				return err
			}
			if err := app.Delete(collection); err != nil {
				return err
			}
		}
		err := changeCollection(app, "transactions", func(transactions *core.Collection) {
			transactions.Fields.RemoveByName("couponCode")
			transactions.Fields.RemoveByName("discountAmount")
		})
		if err != nil {
			return err
		}
		return execute(app, "DELETE FROM jobs WHERE type = 'payments.release-coupon'")
	})
}

func countField(name, help string) *core.NumberField {
	return &core.NumberField{Name: name, OnlyInt: true, Min: types.Pointer(0.0), Help: help}
}

func createCoupons(app core.App) error {
	coupons := core.NewBaseCollection("coupons")
	coupons.Fields.Add(
		&core.TextField{Name: "code", Max: 40, Required: true, Pattern: `^[A-Z0-9][A-Z0-9-]{2,39}$`},
		lineField("note", 200, false),
		selectField("kind", true, "percent", "amount"),
		countField("value", "Percent, or minor units, off the price without GST."),
		&core.JSONField{Name: "membershipTierIds", MaxSize: 4 << 10, Help: "Empty: all tiers that are paid once."},
		&core.DateField{Name: "startsAt"},
		&core.DateField{Name: "endsAt"},
		countField("maxUses", "0: no limit."),
		countField("maxUsesEach", "For one person; 0: no limit."),
		countField("reserved", "Uses by orders that are not paid yet."),
		countField("consumed", "Uses by orders that were paid."),
		&core.BoolField{Name: "isActive"},
	)
	coupons.AddIndex("idx_coupons_code", true, "code", "")
	coupons.AddIndex("idx_coupons_createdAt", false, "createdAt, id", "")
	return saveCollection(app, coupons)
}

func createCouponUses(app core.App) error {
	coupons, err := app.FindCollectionByNameOrId("coupons")
	if err != nil {
		return err
	}
	transactions, err := app.FindCollectionByNameOrId("transactions")
	if err != nil {
		return err
	}
	uses := core.NewBaseCollection("coupon_uses")
	uses.Fields.Add(
		&core.RelationField{Name: "couponId", CollectionId: coupons.Id, MaxSelect: 1, Required: true},
		&core.RelationField{Name: "userId", CollectionId: "_pb_users_auth_", MaxSelect: 1},
		&core.RelationField{Name: "transactionId", CollectionId: transactions.Id, MaxSelect: 1, Required: true},
		selectField("state", true, "reserved", "consumed", "released"),
		paiseField("discount", "In minor units."),
	)
	uses.AddIndex("idx_coupon_uses_transactionId", true, "transactionId", "")
	uses.AddIndex("idx_coupon_uses_couponId", false, "couponId, userId, state", "")
	return saveCollection(app, uses)
}

func addCouponFields(app core.App) error {
	return changeCollection(app, "transactions", func(transactions *core.Collection) {
		transactions.Fields.Add(
			lineField("couponCode", 40, false),
			paiseField("discountAmount", "What a coupon has taken off the base, in minor units."),
		)
	})
}
