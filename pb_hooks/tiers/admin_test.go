package tiers_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/tiers"
)

func TestANewTierGetsTheDefaultsAndASlugFromItsName(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	tier := create(t, staff(h), map[string]any{"name": "  Lifetime & Founding Membership! ", "price": "25000"})
	for field, want := range map[string]any{
		"name": "Lifetime & Founding Membership!", "slug": "lifetime-founding-membership", "price": "25000", "currency": "INR",
		"duration": "lifetime", "sortOrder": 0.0, "buttonText": "Choose Plan", "buttonColor": "#0052CC", "isActive": "true",
		"description": "", "razorpayPlanId": "", "razorpayPaymentLink": "",
	} {
		if tier[field] != want {
			t.Errorf("%s = %v, want %v", field, tier[field], want)
		}
	}
	breakdown, _ := tier["breakdown"].(map[string]any)
	if breakdown["gstAmount"] != "4500" || breakdown["totalAmount"] != "29500" || breakdown["gstRate"] != 18.0 {
		t.Errorf("breakdown = %v", breakdown)
	}
}

func TestATierIsStoredInPaiseWithTrimmedFeatures(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	tier := create(t, staff(h), map[string]any{
		"name":                "Annual",
		"price":               "1178.5",
		"duration":            "annual",
		"currency":            "USD",
		"isActive":            false,
		"sortOrder":           7,
		"features":            []string{" Library ", "", "Library", "Mentor"},
		"razorpayPaymentLink": "rzp.io/l/annual",
		"id":                  "mine",
		"password":            testapp.Password,
	})
	record, err := h.PB.FindRecordById("membership_tiers", tier["id"].(string))
	if err != nil {
		t.Fatal(err)
	}
	if record.GetInt("price") != 117850 || record.GetInt("sortOrder") != 7 || record.GetBool("isActive") {
		t.Errorf("stored tier = %v", record.PublicExport())
	}
	if fmt.Sprint(tier["features"]) != "[Library Mentor]" || tier["price"] != "1178.50" ||
		tier["razorpayPaymentLink"] != "https://rzp.io/l/annual" {
		t.Errorf("answer = %v", tier)
	}
}

func TestAnInvalidTierIsRefusedWithTheField(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	admin := staff(h)
	tooMany := make([]string, 31)
	for i := range tooMany {
		tooMany[i] = fmt.Sprint("Feature ", i)
	}
	for _, invalid := range []struct {
		field string
		value any
	}{
		{"name", " "}, {"price", ""}, {"price", "-1"}, {"price", "1.234"}, {"price", "25,000"}, {"price", "10000000.01"}, {"price", true},
		{"currency", "EUR"}, {"duration", "weekly"}, {"features", "Library"}, {"features", []any{7}}, {"features", tooMany},
		{"features", []string{"two\nlines"}}, {"slug", "Not A Slug"}, {"slug", "-edge-"}, {"razorpayPlanId", "plan_1"},
		{"razorpayPaymentLink", "javascript:alert(1)"}, {"razorpayPaymentLink", "ftp://rzp.io/x"}, {"razorpayPaymentLink", "http://rzp.io/l/x"},
		{"razorpayPaymentLink", "https://evil.example/rzp.io"}, {"razorpayPaymentLink", "https://rzp.io.evil.example/x"}, {"razorpayPaymentLink", "https://rzp.io@evil.example/x"},
		{"razorpayPaymentLink", "https://rzp.io:444/x"}, {"razorpayPaymentLink", "http://127.0.0.1:8090/sandbox/razorpay/pages/p"}, {"isActive", "yes"},
		{"sortOrder", "first"}, {"sortOrder", 1.5}, {"buttonColor", "blue"}, {"buttonColor", "#fff"},
	} {
		body := map[string]any{"name": "Annual", "price": "100"}
		body[invalid.field] = invalid.value
		if answer := admin.Post(tiersPath, body); answer.Status != 400 || answer.Field(invalid.field) == "" {
			t.Errorf("%s %v: status = %d, want 400 and an error of the field: %s", invalid.field, invalid.value,
				answer.Status, answer.Body)
		}
	}
	if answer := admin.Post(tiersPath, map[string]any{"name": "सदस्यता", "price": "1"}); answer.Status != 400 ||
		answer.Field("slug") == "" {
		t.Errorf("a name without a slug: status = %d, want 400 and an error of slug: %s", answer.Status, answer.Body)
	}
	if got := names(t, admin); len(got) != 0 {
		t.Errorf("stored tiers = %v, want none", got)
	}
}

func TestASlugIsTakenOnceByConcurrentRequests(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	statuses := make(chan int, 4)
	var all sync.WaitGroup
	for range cap(statuses) {
		admin := staff(h)
		all.Go(func() {
			answer := admin.Post(tiersPath, map[string]any{"name": "Annual", "price": "100"})
			if answer.Status == 409 && answer.Field("slug") == "" {
				t.Errorf("the conflict has no error of slug: %s", answer.Body)
			}
			statuses <- answer.Status
		})
	}
	all.Wait()
	close(statuses)
	count := map[int]int{}
	for status := range statuses {
		count[status]++
	}
	if count[201] != 1 || count[409] != 3 {
		t.Errorf("statuses = %v, want one 201 and three 409", count)
	}
}

func TestAnUpdateKeepsMissingFieldsAndTheSlugFollowsTheName(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	admin := staff(h)
	tier := create(t, admin, map[string]any{"name": "Annual", "price": "600.50", "features": []string{"Library"},
		"sortOrder": 3})
	path := tiersPath + "/" + tier["id"].(string)

	updated := admin.Send("PUT", path, map[string]any{"isActive": "false"})
	if updated.Status != 200 || updated.JSON["price"] != "600.50" || updated.JSON["sortOrder"] != 3.0 ||
		fmt.Sprint(updated.JSON["features"]) != "[Library]" || updated.JSON["isActive"] != "false" ||
		updated.JSON["slug"] != "annual" {
		t.Errorf("update: status = %d: %s", updated.Status, updated.Body)
	}
	renamed := admin.Send("PUT", path, map[string]any{"name": "Annual Plus"})
	if renamed.JSON["slug"] != "annual-plus" {
		t.Errorf("new name: status = %d: %s", renamed.Status, renamed.Body)
	}
	create(t, admin, map[string]any{"name": "Monthly", "price": "60"})
	if taken := admin.Send("PUT", path, map[string]any{"slug": "monthly"}); taken.Status != 409 {
		t.Errorf("slug of another tier: status = %d, want 409: %s", taken.Status, taken.Body)
	}
	if missing := admin.Send("PUT", tiersPath+"/unknownrecord00", map[string]any{}); missing.Status != 404 {
		t.Errorf("unknown tier: status = %d, want 404: %s", missing.Status, missing.Body)
	}
}

func TestATierWithTransactionsCannotBeDeleted(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	admin := staff(h)
	sold := create(t, admin, map[string]any{"name": "Sold", "price": "100"})["id"].(string)
	unsold := create(t, admin, map[string]any{"name": "Unsold", "price": "100"})["id"].(string)
	collection, err := h.PB.FindCollectionByNameOrId("transactions")
	if err != nil {
		t.Fatal(err)
	}
	transaction := core.NewRecord(collection)
	transaction.Load(map[string]any{
		"membershipTierId": sold,
		"kind":             "order",
		"status":           "pending",
		"amount":           11800,
		"currency":         "INR",
	})
	if err := h.PB.Save(transaction); err != nil {
		t.Fatal(err)
	}

	refused := admin.Send("DELETE", tiersPath+"/"+sold, nil)
	if refused.Status != 409 || refused.Message() != "This tier has transactions, so it cannot be deleted. Deactivate it instead." {
		t.Errorf("sold tier: status = %d, want 409: %s", refused.Status, refused.Body)
	}
	dashboard := h.SignedIn(core.CollectionNameSuperusers, nil).
		Send("DELETE", "/api/collections/membership_tiers/records/"+sold, nil)
	if dashboard.Status != 409 {
		t.Errorf("sold tier in the dashboard: status = %d, want 409: %s", dashboard.Status, dashboard.Body)
	}
	if deleted := admin.Send("DELETE", tiersPath+"/"+unsold, nil); deleted.Status != 204 {
		t.Errorf("unsold tier: status = %d, want 204: %s", deleted.Status, deleted.Body)
	}
	if got := names(t, admin); fmt.Sprint(got) != "[Sold]" {
		t.Errorf("tiers = %v, want [Sold]", got)
	}
}

func TestSlugsAreDerivedAsInTheConsole(t *testing.T) {
	t.Parallel()
	for name, slug := range map[string]string{
		"Lifetime Membership": "lifetime-membership", "--A  &  B--": "a-b", "Plan 2.0": "plan-2-0", "Café": "caf", "₹": "", "ÀB": "b",
	} {
		if got := tiers.Slug(name); got != slug {
			t.Errorf("Slug(%q) = %q, want %q", name, got, slug)
		}
	}
}

func TestAnApprovalDoesNotStoreThePassword(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	admin := staff(h)
	tier := create(t, admin, map[string]any{"name": "Gold", "price": "100000"})
	body := map[string]any{"price": "1", "password": testapp.Password}
	if a := admin.Send("PUT", tiersPath+"/"+tier["id"].(string), body); a.Status != http.StatusAccepted {
		t.Fatalf("status = %d, want 202: %s", a.Status, a.Body)
	}
	var payload string
	if err := h.PB.DB().Select("payload").From("approvals").Row(&payload); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(payload, `"price":"1"`) || strings.Contains(payload, testapp.Password) {
		t.Errorf("payload = %s, want the price without the password", payload)
	}
}

func TestAtMostOneTierIsRecommended(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	admin := staff(h)
	recommended := func() (list []string) {
		t.Helper()
		var tiers []map[string]any
		if err := json.Unmarshal([]byte(h.Visitor().Get(tiersPath).Body), &tiers); err != nil {
			t.Fatal(err)
		}
		for _, tier := range tiers {
			if tier["isRecommended"] == true {
				list = append(list, tier["name"].(string))
			}
		}
		return list
	}
	annual := create(t, admin, map[string]any{"name": "Annual", "price": "100"})
	if got := recommended(); len(got) != 0 {
		t.Fatalf("recommended = %v, want none", got)
	}
	mark := func(tier map[string]any, isRecommended bool) {
		t.Helper()
		answer := admin.Send("PUT", tiersPath+"/"+tier["id"].(string), map[string]any{"isRecommended": isRecommended})
		if answer.Status != 200 || answer.JSON["isRecommended"] != isRecommended {
			t.Fatalf("status = %d: %s", answer.Status, answer.Body)
		}
	}
	mark(annual, true)
	life := create(t, admin, map[string]any{"name": "Life", "price": "200", "isRecommended": true})
	if got := fmt.Sprint(recommended()); got != "[Life]" {
		t.Errorf("after another one was created with the mark, recommended = %s, want [Life]", got)
	}
	mark(annual, true)
	if got := fmt.Sprint(recommended()); got != "[Annual]" {
		t.Errorf("after another one was marked, recommended = %s, want [Annual]", got)
	}
	superuser := h.SignedIn("_superusers", nil)
	records := "/api/collections/membership_tiers/records/"
	answer := superuser.Send("PATCH", records+life["id"].(string), map[string]any{"isRecommended": true})
	if answer.Status != 200 {
		t.Fatalf("the dashboard: status = %d: %s", answer.Status, answer.Body)
	}
	if got := fmt.Sprint(recommended()); got != "[Life]" {
		t.Errorf("after the dashboard marked another one, recommended = %s, want [Life]", got)
	}
	mark(life, false)
	if got := recommended(); len(got) != 0 {
		t.Errorf("recommended = %v, want none", got)
	}
}
