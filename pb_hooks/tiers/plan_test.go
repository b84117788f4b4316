package tiers_test

import (
	"strings"
	"testing"

	"boardcircle/pb_hooks/demo/fakerazorpay"
	"boardcircle/pb_hooks/internal/config"
	"boardcircle/pb_hooks/internal/testapp"
)

// addPlan creates a plan at the provider and returns its id.
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

func TestAPlanMustMatchThePriceAndTheDurationOfTheTier(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	admin := staff(h)
	for _, c := range []struct {
		name, plan, duration, price, message string
	}{
		{"a matching plan", addPlan(t, h, "yearly", 1, 7080, "INR"), "annual", "6000", ""},
		{"a monthly plan for a year", addPlan(t, h, "monthly", 1, 7080, "INR"), "annual", "6000",
			"This plan charges every month, and this tier lasts a year. It needs a plan that charges once a year."},
		{"every second month", addPlan(t, h, "monthly", 2, 708, "INR"), "monthly", "600", "This plan charges every 2 months, and this tier lasts a month. It needs a plan that charges once a month."},
		{"a price without GST", addPlan(t, h, "yearly", 1, 6000, "INR"), "annual", "6000",
			"This plan charges ₹6,000, and this tier costs ₹7,080 with 18% GST."},
		{"another currency", addPlan(t, h, "yearly", 1, 7080, "USD"), "annual", "6000",
			"This plan charges in USD, and this tier is sold in INR."},
		{"above the limit of mandates", addPlan(t, h, "yearly", 1, 17700, "INR"), "annual", "15000", "Above ₹15,000, banks ask the member to confirm every charge of a mandate. Leave the plan ID empty, so that members renew this membership themselves."},
		{"a lifetime tier", addPlan(t, h, "yearly", 1, 7080, "INR"), "lifetime", "6000",
			"A membership for life does not renew. Leave the plan ID empty."},
		{"an unknown plan", "plan_00000000000001", "annual", "6000", "Razorpay has no plan with this ID."},
	} {
		answer := admin.Post(tiersPath, map[string]any{
			"name":           "Circle, " + c.name,
			"price":          c.price,
			"duration":       c.duration,
			"razorpayPlanId": c.plan,
		})
		if c.message == "" && answer.Status != 201 ||
			c.message != "" && (answer.Status != 400 || answer.Field("razorpayPlanId") != c.message) {
			t.Errorf("%s: status = %d, want the message %q: %s", c.name, answer.Status, c.message, answer.Body)
		}
	}
	if got := names(t, admin); len(got) != 1 {
		t.Errorf("stored tiers = %v, want one", got)
	}
}

func TestAPlanIsCheckedAgainWhenThePriceOrThePlanChanges(t *testing.T) {
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
	if answer := admin.Send(
		"PUT", path, map[string]any{"price": "7000", "password": testapp.Password},
	); answer.Status != 400 || answer.Field("razorpayPlanId") == "" {
		t.Errorf("another price: status = %d, want 400 and an error of the plan: %s", answer.Status, answer.Body)
	}

	h.Razorpay.SetSwitches(fakerazorpay.Switches{Fault: fakerazorpay.BadGateway})
	if answer := admin.Send("PUT", path, map[string]any{"description": "A year at the table."}); answer.Status != 200 {
		t.Errorf("another description while Razorpay is down: status = %d, want 200: %s", answer.Status, answer.Body)
	}
	answer := admin.Send("PUT", path, map[string]any{"razorpayPlanId": "plan_00000000000002"})
	if answer.Status != 502 || !strings.HasPrefix(answer.Message(),
		"Razorpay is not responding, so the plan could not be checked. Nothing was saved") {
		t.Errorf("another plan while Razorpay is down: status = %d, want 502: %s", answer.Status, answer.Body)
	}
	record, err := h.PB.FindRecordById("membership_tiers", tier["id"].(string))
	if err != nil || record.GetString("razorpayPlanId") != tier["razorpayPlanId"] || record.GetInt("price") != 600000 {
		t.Errorf("the tier has changed: %v, %v", record.PublicExport(), err)
	}
}

func TestAPlanIsRefusedWithoutAnAPIKey(t *testing.T) {
	t.Parallel()
	h := testapp.New(t, testapp.WithConfig(func(c *config.Config) { c.Razorpay = config.Razorpay{} }))
	answer := staff(h).Post(tiersPath, map[string]any{"name": "Annual", "price": "6000", "duration": "annual",
		"razorpayPlanId": "plan_00000000000001"})
	if answer.Status != 503 || !strings.HasPrefix(answer.Message(), "Online payment is not set up yet") {
		t.Errorf("status = %d, want 503: %s", answer.Status, answer.Body)
	}
}
