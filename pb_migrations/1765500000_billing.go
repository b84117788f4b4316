package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
	"github.com/pocketbase/pocketbase/tools/types"
)

// A membership gets its state, its grace and why it ended; a mandate becomes a record of its own. What exists
// is carried over: the memberships by their dates, the mandates as not yet asked about, so that nothing is
// decided about one before the provider has told its state.
func init() {
	m.Register(func(app core.App) error {
		for _, step := range []func(core.App) error{
			addGraceDays, extendMemberships, createSubscriptions, carryMemberships, carrySubscriptions,
		} {
			if err := step(app); err != nil {
				return err
			}
		}
		return nil
	}, func(app core.App) error {
		for _, step := range []func(core.App) error{removeSubscriptions, shrinkMemberships, removeGraceDays} {
			if err := step(app); err != nil {
				return err
			}
		}
		return execute(app, "DELETE FROM jobs WHERE type IN ('payments.membership', 'payments.subscription', 'payments.cancel-subscription')")
	})
}

func daysField(name, help string) *core.NumberField {
	return &core.NumberField{Name: name, OnlyInt: true, Min: types.Pointer(0.0), Max: types.Pointer(90.0), Help: help}
}

func addGraceDays(app core.App) error {
	err := changeCollection(app, "membership_tiers", func(tiers *core.Collection) {
		tiers.Fields.Add(daysField("graceDays", "How long access goes on after a term's end while the next payment is awaited."))
	})
	if err != nil {
		return err
	}
	return execute(app, "UPDATE membership_tiers SET graceDays = 14")
}

func removeGraceDays(app core.App) error {
	return changeCollection(app, "membership_tiers", func(tiers *core.Collection) { tiers.Fields.RemoveByName("graceDays") })
}

func extendMemberships(app core.App) error {
	return changeCollection(app, "memberships", func(memberships *core.Collection) {
		memberships.Fields.Add(
			selectField("state", false, "upcoming", "active", "grace", "lapsed", "revoked"),
			selectField("source", false, "payment", "complimentary", "offline"),
			selectField("duration", false, "lifetime", "annual", "monthly"),
			&core.DateField{Name: "earliestStart", Help: "When it was paid: the terms of a person are laid one after the other from there."},
			integerField("anchorDay"),
			daysField("graceDays", "How long access goes on after the end."),
			&core.DateField{Name: "graceUntil"},
			selectField("endReason", false, "refund", "dispute"),
			lineField("endedBy", 254, false),
		)
		memberships.AddIndex("idx_memberships_access", false, "userId, startsAt, graceUntil", "revokedAt = ''")
		memberships.RemoveIndex("idx_memberships_userId")
		memberships.AddIndex("idx_memberships_userId", false, "userId, startsAt, id", "")
	})
}

func shrinkMemberships(app core.App) error {
	return changeCollection(app, "memberships", func(memberships *core.Collection) {
		memberships.RemoveIndex("idx_memberships_access")
		memberships.RemoveIndex("idx_memberships_userId")
		memberships.AddIndex("idx_memberships_userId", false, "userId, startsAt", "")
		for _, name := range []string{"state", "source", "duration", "earliestStart", "anchorDay", "graceDays", "graceUntil", "endReason", "endedBy"} {
			memberships.Fields.RemoveByName(name)
		}
	})
}

func createSubscriptions(app core.App) error {
	tiers, err := app.FindCollectionByNameOrId("membership_tiers")
	if err != nil {
		return err
	}
	transactions, err := app.FindCollectionByNameOrId("transactions")
	if err != nil {
		return err
	}
	const unfinished = "state != 'cancelled' AND state != 'completed' AND state != 'expired'"
	subscriptions := core.NewBaseCollection("subscriptions")
	subscriptions.Fields.Add(
		&core.RelationField{Name: "userId", CollectionId: "_pb_users_auth_", MaxSelect: 1},
		&core.RelationField{Name: "membershipTierId", CollectionId: tiers.Id, MaxSelect: 1},
		lineField("tierName", 120, false),
		selectField("duration", false, "lifetime", "annual", "monthly"),
		&core.RelationField{Name: "transactionId", CollectionId: transactions.Id, MaxSelect: 1, Required: true},
		lineField("razorpayPlanId", 64, false),
		lineField("razorpaySubscriptionId", 64, false),
		selectField("state", false, "created", "authenticated", "active", "pending", "halted", "paused", "cancelled", "completed", "expired"),
		paiseField("amount", "What each charge takes, in minor units, GST included."),
		lineField("currency", 3, false),
		&core.DateField{Name: "startAt", Help: "When the first charge is due; empty: at once."},
		&core.DateField{Name: "expireBy", Help: "Until when the mandate can be given."},
		&core.DateField{Name: "currentStart"},
		&core.DateField{Name: "currentEnd"},
		&core.DateField{Name: "chargeAt"},
		&core.DateField{Name: "endedAt"},
		integerField("paidCount"),
		&core.BoolField{Name: "cancelAtPeriodEnd"},
		&core.DateField{Name: "cancelWantedAt"},
		selectField("cancelReason", false, "member", "superseded", "refund", "dispute"),
		&core.DateField{Name: "cancelConfirmedAt"},
		&core.DateField{Name: "asOf", Help: "The time of the newest state that was heard from the provider."},
		&core.DateField{Name: "lastSyncedAt"},
	)
	subscriptions.AddIndex("idx_subscriptions_transactionId", true, "transactionId", "")
	subscriptions.AddIndex("idx_subscriptions_razorpaySubscriptionId", true, "razorpaySubscriptionId", "razorpaySubscriptionId != ''")
	subscriptions.AddIndex("idx_subscriptions_userId", false, "userId, createdAt", "userId != ''")
	subscriptions.AddIndex("idx_subscriptions_open", true, "userId", "userId != '' AND cancelWantedAt = '' AND state = 'created'")
	subscriptions.AddIndex("idx_subscriptions_live", true, "userId",
		"userId != '' AND cancelWantedAt = '' AND state != '' AND state != 'created' AND "+unfinished)
	subscriptions.AddIndex("idx_subscriptions_unfinished", false, "createdAt", unfinished)
	return saveCollection(app, subscriptions)
}

func removeSubscriptions(app core.App) error {
	subscriptions, err := app.FindCollectionByNameOrId("subscriptions")
	if err != nil {
		return err
	}
	return app.Delete(subscriptions)
}

// carryMemberships gives the memberships their state by the dates that they have.
func carryMemberships(app core.App) error {
	const now = "strftime('%Y-%m-%d %H:%M:%fZ', 'now')"
	return execute(app,
		`UPDATE memberships SET source = 'payment', earliestStart = startsAt, graceDays = iif(endsAt = '', 0, 14),
			duration = COALESCE((SELECT duration FROM transactions t WHERE t.id = transactionId), ''),
			anchorDay = CAST(strftime('%d', startsAt, '+330 minutes') AS INTEGER),
			graceUntil = iif(endsAt = '', '', strftime('%Y-%m-%d %H:%M:%fZ', endsAt, '+14 days')),
			endReason = iif(revokedAt = '', '', 'refund')`,
		`UPDATE memberships SET state = CASE
			WHEN revokedAt != '' THEN 'revoked'
			WHEN startsAt > `+now+` THEN 'upcoming'
			WHEN endsAt = '' OR endsAt > `+now+` THEN 'active'
			WHEN graceUntil > `+now+` THEN 'grace'
			ELSE 'lapsed' END`,
		`INSERT INTO jobs (type, key, payload, priority, runAt, state, attempts, createdAt, updatedAt)
			SELECT 'payments.membership', id, '{}', 0, `+now+`, 'queued', 0, `+now+`, `+now+`
			FROM memberships WHERE state IN ('upcoming', 'active', 'grace') AND endsAt != ''
			ON CONFLICT (type, key) DO NOTHING`,
	)
}

// carrySubscriptions makes a mandate of the oldest transaction of each subscription at the provider.
func carrySubscriptions(app core.App) error {
	const now = "strftime('%Y-%m-%d %H:%M:%fZ', 'now')"
	return execute(app,
		`INSERT INTO subscriptions (id, userId, membershipTierId, tierName, duration, transactionId, razorpayPlanId, razorpaySubscriptionId,
				state, amount, currency, startAt, expireBy, currentStart, currentEnd, chargeAt, endedAt, paidCount, cancelAtPeriodEnd,
				cancelWantedAt, cancelReason, cancelConfirmedAt, asOf, lastSyncedAt, createdAt, updatedAt)
			SELECT t.id, t.userId, t.membershipTierId, t.tierName, t.duration, t.id,
				COALESCE((SELECT razorpayPlanId FROM membership_tiers WHERE id = t.membershipTierId), ''), t.razorpaySubscriptionId,
				'', t.amount, t.currency, '', '', '', '', '', '', 0, FALSE, '', '', '', '', '', t.createdAt, `+now+`
			FROM transactions t WHERE t.kind = 'subscription' AND t.razorpaySubscriptionId != '' AND NOT EXISTS (
				SELECT 1 FROM transactions o WHERE o.razorpaySubscriptionId = t.razorpaySubscriptionId AND o.razorpaySubscriptionId != ''
					AND (o.createdAt < t.createdAt OR (o.createdAt = t.createdAt AND o.id < t.id)))`,
		`INSERT INTO jobs (type, key, payload, priority, runAt, state, attempts, createdAt, updatedAt)
			SELECT 'payments.subscription', id, '{}', 0, `+now+`, 'queued', 0, `+now+`, `+now+` FROM subscriptions WHERE true
			ON CONFLICT (type, key) DO NOTHING`,
	)
}

// changeCollection saves one collection after a change.
func changeCollection(app core.App, name string, change func(*core.Collection)) error {
	return changeCollections(app, map[string]func(*core.Collection){name: change})
}
