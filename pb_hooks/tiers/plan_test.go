package tiers_test

import (
	"strings"
	"testing"

	"boardcircle/pb_hooks/demo/fakerazorpay"
	"boardcircle/pb_hooks/internal/config"
	"boardcircle/pb_hooks/internal/testapp"
)

func addPlan(t *testing.T, h *testapp.App, period string, interval int, rupees int64, currency string) string {
	t.Helper()
	plan, err := h.Razorpay.AddPlan(fakerazorpay.Plan{
		Period:   period,
		Interval: interval,
		Item:     fakerazorpay.Item{Name: "Circle", Amount: rupees * 100, Currency: currency},
	})
	if err != nil {
		t.Fatal(err)
	}
	return plan.ID
}

func TestAPlanMustChargeWhatTheTierPromises(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	admin := staff(h)
	for _, c := range []struct {
		what, plan, duration, price, sentence string
	}{
		{"the same", addPlan(t, h, "yearly", 1, 7080, "INR"), "annual", "6000", ""},
		{"monthly for a year", addPlan(t, h, "monthly", 1, 7080, "INR"), "annual", "6000", "This plan charges every month, and this tier lasts a year. It needs a plan that charges once a year."},
		{"every second month", addPlan(t, h, "monthly", 2, 708, "INR"), "monthly", "600", "This plan charges every 2 months, and this tier lasts a month. It needs a plan that charges once a month."},
		{"without the GST", addPlan(t, h, "yearly", 1, 6000, "INR"), "annual", "6000", "This plan charges ₹6,000, and this tier costs ₹7,080 with 18% GST."},
		{"dollars", addPlan(t, h, "yearly", 1, 7080, "USD"), "annual", "6000", "This plan charges in USD, and this tier is sold in INR."},
		{"above the mandates' limit", addPlan(t, h, "yearly", 1, 17700, "INR"), "annual", "15000", "Above ₹15,000, banks ask the member to confirm every charge of a mandate. Leave the plan ID empty, so that members renew this membership themselves."},
		{"for life", addPlan(t, h, "yearly", 1, 7080, "INR"), "lifetime", "6000", "A membership for life does not renew. Leave the plan ID empty."},
		{"unknown", "plan_00000000000001", "annual", "6000", "Razorpay has no plan with this ID."},
	} {
		answer := admin.Post(tiersPath, map[string]any{
			"name":           "Circle, " + c.what,
			"price":          c.price,
			"duration":       c.duration,
			"razorpayPlanId": c.plan,
		})
		if c.sentence == "" && answer.Status != 201 ||
			c.sentence != "" && (answer.Status != 400 || answer.Field("razorpayPlanId") != c.sentence) {
			t.Errorf("%s: %d %s", c.what, answer.Status, answer.Body)
		}
	}
	if got := names(t, admin); len(got) != 1 {
		t.Errorf("stored all the same: %v", got)
	}
}

func TestAPlanIsCheckedAgainWhenWhatItMustAgreeWithChanges(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	admin := staff(h)
	tier := create(t, admin, map[string]any{
		"name":           "Annual",
		"price":          "6000",
		"duration":       "annual",
		"razorpayPlanId": addPlan(t, h, "yearly", 1, 7080, "INR"),
	})
	path := tiersPath + "/" + tier["id"].(string)
	if answer := admin.Send("PUT", path,
		map[string]any{"price": "7000", "password": testapp.Password}); answer.Status != 400 ||
		answer.Field("razorpayPlanId") == "" {
		t.Errorf("another price: %d %s", answer.Status, answer.Body)
	}

	h.Razorpay.SetSwitches(fakerazorpay.Switches{Fault: fakerazorpay.BadGateway})
	if answer := admin.Send("PUT", path, map[string]any{"description": "A year at the table."}); answer.Status != 200 {
		t.Errorf("another description while Razorpay is down: %d %s", answer.Status, answer.Body)
	}
	answer := admin.Send("PUT", path, map[string]any{"razorpayPlanId": "plan_00000000000002"})
	if answer.Status != 502 || !strings.HasPrefix(answer.Message(),
		"Razorpay is not responding, so the plan could not be checked. Nothing was saved") {
		t.Errorf("another plan while Razorpay is down: %d %s", answer.Status, answer.Body)
	}
	record, err := h.PB.FindRecordById("membership_tiers", tier["id"].(string))
	if err != nil || record.GetString("razorpayPlanId") != tier["razorpayPlanId"] || record.GetInt("price") != 600000 {
		t.Errorf("changed all the same: %v, %v", record.PublicExport(), err)
	}
}

func TestAPlanWithoutAProviderIsRefused(t *testing.T) {
	t.Parallel()
	h := testapp.New(t, testapp.WithConfig(func(c *config.Config) { c.Razorpay = config.Razorpay{} }))
	answer := staff(
		h,
	).Post(tiersPath, map[string]any{"name": "Annual", "price": "6000", "duration": "annual", "razorpayPlanId": "plan_00000000000001"})
	if answer.Status != 503 || !strings.HasPrefix(answer.Message(), "Online payment is not set up yet") {
		t.Errorf("%d %s", answer.Status, answer.Body)
	}
}
