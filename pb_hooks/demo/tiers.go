package demo

import (
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/demo/fakerazorpay"
)

// The provider's sides of the sample tiers, under names of their own, so that they are the same at
// each start.
const (
	annualPlan  = "plan_CircleAnnual01"
	monthlyPlan = "plan_CircleMonthly1"
	patronPage  = "pl_CirclePatron01"
)

// sampleTiers are one of each kind: paid once, renewing by the year and by the month, behind a
// payment page, and one that is not on sale any more.
var sampleTiers = []map[string]any{
	{
		"name": "Lifetime Membership", "slug": "lifetime-membership", "price": 25_000_00, "currency": "INR", "duration": "lifetime",
		"description": "A seat in the circle for good: every session, every introduction, no renewal to remember.",
		"features": []string{
			"Monthly 90-minute sessions with regulators and chairs",
			"Introductions to boards that are looking",
			"A mentor for your first year, or a mentee",
			"The research library, and your name on what you contribute",
			"A vote in what the circle says to the regulators",
		},
		"isActive": true, "sortOrder": 10, "buttonText": "Join for Life", "buttonColor": "#F99F1B",
	},
	{
		"name": "Annual Membership", "slug": "annual-membership", "price": 6_000_00, "currency": "INR", "duration": "annual", "razorpayPlanId": annualPlan,
		"description": "A year at the table. It renews by itself until you say otherwise.",
		"features": []string{
			"Monthly 90-minute sessions with regulators and chairs",
			"Introductions to boards that are looking",
			"The research library",
		},
		"isActive": true, "sortOrder": 20, "buttonText": "Join for a Year", "buttonColor": "#4B2745",
	},
	{
		"name": "Monthly Membership", "slug": "monthly-membership", "price": 600_00, "currency": "INR", "duration": "monthly", "razorpayPlanId": monthlyPlan,
		"description": "Come and see. A month at a time, for as long as it is useful to you.",
		"features": []string{
			"Monthly 90-minute sessions with regulators and chairs",
			"The research library",
		},
		"isActive": true, "sortOrder": 30, "buttonText": "", "buttonColor": "#28605F",
	},
	{
		"name": "Patron Membership", "slug": "patron-membership", "price": 1_00_000_00, "currency": "INR", "duration": "lifetime",
		"description": "A lifetime seat, and a seat for a director who could not pay for hers.",
		"features": []string{
			"Everything in the lifetime membership",
			"One bursary seat a year, in your name or without it",
			"Dinner with the founding members, every September",
		},
		"isActive": true, "sortOrder": 40, "buttonText": "Become a Patron", "buttonColor": "#0052CC",
	},
	{
		"name": "Founding Membership", "slug": "founding-membership", "price": 15_000_00, "currency": "INR", "duration": "lifetime",
		"description": "For the first hundred members. Closed since the launch.",
		"features":    []string{"Everything in the lifetime membership", "Your name on the founders' wall"},
		"isActive":    true, "sortOrder": 50, "buttonText": "Choose Plan", "buttonColor": "#0052CC",
	},
}

// foundingTierClosed is when the founding membership was taken off sale; the history is replayed with it
// on sale until then.
const foundingTierClosed = 240 * day

func closeFoundingTier(p *history) error {
	tier, err := findTierBySlug(p.tx, "founding-membership")
	if err != nil {
		return err
	}
	tier.Set("isActive", false)
	return p.tx.Save(tier)
}

func findTierBySlug(app core.App, slug string) (*core.Record, error) {
	return app.FindFirstRecordByData("membership_tiers", "slug", slug)
}

func addTiers(app core.App, now time.Time) error {
	for _, tier := range sampleTiers {
		if err := insert(app, "membership_tiers", now.Add(-400*day), tier, false); err != nil {
			return err
		}
	}
	return nil
}

// samplePlans are the plans of the sample tiers that are bought as subscriptions, GST included.
var samplePlans = []fakerazorpay.Plan{
	{ID: annualPlan, Period: "yearly", Item: fakerazorpay.Item{Name: "Annual Membership", Amount: 7_080_00, Currency: "INR"}},
	{ID: monthlyPlan, Period: "monthly", Item: fakerazorpay.Item{Name: "Monthly Membership", Amount: 708_00, Currency: "INR"}},
}

// SeedProviders puts what the sample tiers sell on the provider's shelves, GST included, tells it of the sample
// sales, and leads the patrons' tier to its payment page at this start's address.
func (s *Demo) SeedProviders(app core.App, baseURL string) error {
	for _, plan := range samplePlans {
		if _, err := s.razorpay.AddPlan(plan); err != nil {
			return err
		}
	}
	_, err := s.razorpay.AddPage(fakerazorpay.Page{
		ID: patronPage, Title: "Patron Membership", Amount: 1_18_000_00, Currency: "INR", CallbackURL: baseURL + "/thank-you",
	})
	if err != nil {
		return err
	}
	if err := s.addPastTransactions(app); err != nil {
		return err
	}
	return setPaymentLink(app, "patron-membership", baseURL+razorpayPath+"/pages/"+patronPage)
}

// setPaymentLink gives a sample tier its payment link, unless staff have given it another one.
func setPaymentLink(app core.App, slug, link string) error {
	var tiers []*core.Record
	err := app.RecordQuery("membership_tiers").
		AndWhere(dbx.HashExp{"slug": slug}).
		AndWhere(dbx.Or(
			dbx.HashExp{"razorpayPaymentLink": ""},
			dbx.NewExp("razorpayPaymentLink LIKE {:ours}", dbx.Params{"ours": "%" + razorpayPath + "/pages/" + patronPage}),
		)).All(&tiers)
	if err != nil {
		return err
	}
	for _, tier := range tiers {
		tier.Set("razorpayPaymentLink", link)
		if err := app.Save(tier); err != nil {
			return err
		}
	}
	return nil
}
