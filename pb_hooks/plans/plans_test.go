package plans_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/hookstest"
	"boardcircle/pb_hooks/plans"
)

const tiersPath = "/api/membership-tiers"

func staff(h *hookstest.House) *hookstest.Visitor { return h.SignedIn("admins", nil) }

// names lists the tiers that a visitor reads, by name.
func names(t *testing.T, v *hookstest.Visitor) []string {
	t.Helper()
	answer := v.Get(tiersPath)
	var tiers []map[string]any
	if err := json.Unmarshal([]byte(answer.Body), &tiers); err != nil || answer.Status != 200 {
		t.Fatalf("%d %s %v", answer.Status, answer.Body, err)
	}
	found := make([]string, 0, len(tiers))
	for _, tier := range tiers {
		found = append(found, tier["name"].(string))
	}
	return found
}

func create(t *testing.T, admin *hookstest.Visitor, body map[string]any) map[string]any {
	t.Helper()
	answer := admin.Post(tiersPath, body)
	if answer.Status != 201 {
		t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	return answer.JSON
}

func TestANewTierGetsTheDefaultsAndItsNamesSlug(t *testing.T) {
	t.Parallel()
	h := hookstest.New(t)
	tier := create(t, staff(h), map[string]any{"name": "  Lifetime & Founding Membership! ", "price": "25000"})
	for field, want := range map[string]any{
		"name": "Lifetime & Founding Membership!", "slug": "lifetime-founding-membership", "price": "25000", "currency": "INR",
		"duration": "lifetime", "sortOrder": 0.0, "buttonText": "Choose Plan", "buttonColor": "#0052CC", "isActive": "true",
		"description": "", "razorpayPlanId": "", "razorpayPaymentLink": "",
	} {
		if tier[field] != want {
			t.Errorf("%s is %v, want %v", field, tier[field], want)
		}
	}
	breakdown, _ := tier["breakdown"].(map[string]any)
	if breakdown["gstAmount"] != "4500" || breakdown["totalAmount"] != "29500" || breakdown["gstRate"] != 18.0 {
		t.Errorf("the breakdown is %v", breakdown)
	}
}

func TestATierIsStoredInPaiseWithTrimmedFeatures(t *testing.T) {
	t.Parallel()
	h := hookstest.New(t)
	tier := create(t, staff(h), map[string]any{
		"name": "Annual", "price": "1178.5", "duration": "annual", "currency": "USD", "isActive": false, "sortOrder": 7,
		"features": []string{" Library ", "", "Library", "Mentor"}, "razorpayPaymentLink": "rzp.io/l/annual", "id": "mine",
	})
	record, err := h.App.FindRecordById("membership_tiers", tier["id"].(string))
	if err != nil {
		t.Fatal(err)
	}
	if record.GetInt("price") != 117850 || record.GetInt("sortOrder") != 7 || record.GetBool("isActive") {
		t.Errorf("stored: %v", record.PublicExport())
	}
	if fmt.Sprint(tier["features"]) != "[Library Mentor]" || tier["price"] != "1178.50" || tier["razorpayPaymentLink"] != "https://rzp.io/l/annual" {
		t.Errorf("answered: %v", tier)
	}
}

func TestEachMistakeInATierIsNamedAtItsField(t *testing.T) {
	t.Parallel()
	h := hookstest.New(t)
	admin := staff(h)
	tooMany := make([]string, 31)
	for i := range tooMany {
		tooMany[i] = fmt.Sprint("Feature ", i)
	}
	for _, wrong := range []struct {
		field string
		value any
	}{
		{"name", " "}, {"price", ""}, {"price", "-1"}, {"price", "1.234"}, {"price", "25,000"}, {"price", "10000000.01"}, {"price", true},
		{"currency", "EUR"}, {"duration", "weekly"}, {"features", "Library"}, {"features", []any{7}}, {"features", tooMany},
		{"features", []string{"two\nlines"}}, {"slug", "Not A Slug"}, {"slug", "-edge-"}, {"razorpayPlanId", "plan_1"},
		{"razorpayPaymentLink", "javascript:alert(1)"}, {"razorpayPaymentLink", "ftp://rzp.io/x"}, {"isActive", "yes"},
		{"sortOrder", "first"}, {"sortOrder", 1.5}, {"buttonColor", "blue"}, {"buttonColor", "#fff"},
	} {
		body := map[string]any{"name": "Annual", "price": "100"}
		body[wrong.field] = wrong.value
		if answer := admin.Post(tiersPath, body); answer.Status != 400 || answer.Field(wrong.field) == "" {
			t.Errorf("%s = %v: %d %s", wrong.field, wrong.value, answer.Status, answer.Body)
		}
	}
	if answer := admin.Post(tiersPath, map[string]any{"name": "सदस्यता", "price": "1"}); answer.Status != 400 || answer.Field("slug") == "" {
		t.Errorf("a name that makes no slug: %d %s", answer.Status, answer.Body)
	}
	if got := names(t, admin); len(got) != 0 {
		t.Errorf("stored all the same: %v", got)
	}
}

func TestATakenSlugIsAConflictAlsoForTwoAtOnce(t *testing.T) {
	t.Parallel()
	h := hookstest.New(t)
	statuses := make(chan int, 4)
	var all sync.WaitGroup
	for range cap(statuses) {
		admin := staff(h)
		all.Go(func() {
			answer := admin.Post(tiersPath, map[string]any{"name": "Annual", "price": "100"})
			if answer.Status == 409 && answer.Field("slug") == "" {
				t.Errorf("the conflict does not name the slug: %s", answer.Body)
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
		t.Errorf("%v", count)
	}
}

func TestAnUpdateKeepsWhatIsLeftOutAndTheSlugFollowsTheName(t *testing.T) {
	t.Parallel()
	h := hookstest.New(t)
	admin := staff(h)
	tier := create(t, admin, map[string]any{"name": "Annual", "price": "600.50", "features": []string{"Library"}, "sortOrder": 3})
	path := tiersPath + "/" + tier["id"].(string)

	updated := admin.Send("PUT", path, map[string]any{"isActive": "false"})
	if updated.Status != 200 || updated.JSON["price"] != "600.50" || updated.JSON["sortOrder"] != 3.0 ||
		fmt.Sprint(updated.JSON["features"]) != "[Library]" || updated.JSON["isActive"] != "false" || updated.JSON["slug"] != "annual" {
		t.Errorf("%d %s", updated.Status, updated.Body)
	}
	renamed := admin.Send("PUT", path, map[string]any{"name": "Annual Plus"})
	if renamed.JSON["slug"] != "annual-plus" {
		t.Errorf("%d %s", renamed.Status, renamed.Body)
	}
	create(t, admin, map[string]any{"name": "Monthly", "price": "60"})
	if taken := admin.Send("PUT", path, map[string]any{"slug": "monthly"}); taken.Status != 409 {
		t.Errorf("%d %s", taken.Status, taken.Body)
	}
	if missing := admin.Send("PUT", tiersPath+"/nobodysrecord00", map[string]any{}); missing.Status != 404 {
		t.Errorf("%d %s", missing.Status, missing.Body)
	}
}

func TestATierWithTransactionsCannotBeDeletedByAnybody(t *testing.T) {
	t.Parallel()
	h := hookstest.New(t)
	admin := staff(h)
	sold := create(t, admin, map[string]any{"name": "Sold", "price": "100"})["id"].(string)
	unsold := create(t, admin, map[string]any{"name": "Unsold", "price": "100"})["id"].(string)
	collection, err := h.App.FindCollectionByNameOrId("transactions")
	if err != nil {
		t.Fatal(err)
	}
	transaction := core.NewRecord(collection)
	transaction.Load(map[string]any{"membershipTierId": sold, "kind": "order", "status": "pending", "amount": 11800, "currency": "INR"})
	if err := h.App.Save(transaction); err != nil {
		t.Fatal(err)
	}

	refused := admin.Send("DELETE", tiersPath+"/"+sold, nil)
	if refused.Status != 409 || refused.Message() != "This tier has transactions: deactivate it instead." {
		t.Errorf("%d %s", refused.Status, refused.Body)
	}
	dashboard := h.SignedIn(core.CollectionNameSuperusers, nil).Send("DELETE", "/api/collections/membership_tiers/records/"+sold, nil)
	if dashboard.Status != 409 {
		t.Errorf("the dashboard: %d %s", dashboard.Status, dashboard.Body)
	}
	if deleted := admin.Send("DELETE", tiersPath+"/"+unsold, nil); deleted.Status != 204 {
		t.Errorf("%d %s", deleted.Status, deleted.Body)
	}
	if got := names(t, admin); fmt.Sprint(got) != "[Sold]" {
		t.Errorf("left are %v", got)
	}
}

func TestVisitorsSeeTheActiveTiersInTheirOrderAndAdminsAll(t *testing.T) {
	t.Parallel()
	h := hookstest.New(t)
	admin := staff(h)
	for name, values := range map[string]map[string]any{
		"Third": {"sortOrder": 30}, "First": {"sortOrder": -1}, "Second": {"sortOrder": "2"}, "Hidden": {"isActive": "false"},
	} {
		values["name"], values["price"] = name, "100"
		create(t, admin, values)
	}
	if got := names(t, h.Visitor()); fmt.Sprint(got) != "[First Second Third]" {
		t.Errorf("a visitor reads %v", got)
	}
	if got := names(t, admin); fmt.Sprint(got) != "[First Hidden Second Third]" {
		t.Errorf("an admin reads %v", got)
	}
}

func TestThePublicListIsRightTheMomentSomethingChanges(t *testing.T) {
	t.Parallel()
	h := hookstest.New(t)
	admin, visitor := staff(h), h.Visitor()
	dashboard := h.SignedIn(core.CollectionNameSuperusers, nil)
	tier := create(t, admin, map[string]any{"name": "Annual", "price": "600"})["id"].(string)

	first := visitor.Get(tiersPath)
	tag := first.Header.Get("ETag")
	if tag == "" || first.Header.Get("Cache-Control") != "no-cache" {
		t.Fatalf("%v", first.Header)
	}
	visitor.Header.Set("If-None-Match", tag)
	if again := visitor.Get(tiersPath); again.Status != 304 || again.Body != "" {
		t.Errorf("unchanged: %d %q", again.Status, again.Body)
	}
	for _, change := range []struct {
		method, path string
		body         map[string]any
	}{
		{"PATCH", "/api/collections/membership_tiers/records/" + tier, map[string]any{"name": "Yearly"}},
		{"POST", "/api/collections/membership_tiers/records", map[string]any{"name": "Monthly", "price": 6000, "currency": "INR", "duration": "monthly", "isActive": true}},
		{"POST", "/api/collections/settings/records", map[string]any{"key": "site", "gstRate": 12}},
		{"DELETE", "/api/collections/membership_tiers/records/" + tier, nil},
	} {
		var body any
		if change.body != nil {
			body = change.body
		}
		if answer := dashboard.Send(change.method, change.path, body); answer.Status >= 300 {
			t.Fatalf("%s %s: %d %s", change.method, change.path, answer.Status, answer.Body)
		}
		fresh := visitor.Get(tiersPath)
		if fresh.Status != 200 || fresh.Header.Get("ETag") == tag {
			t.Errorf("after %s %s: %d, tag %s", change.method, change.path, fresh.Status, fresh.Header.Get("ETag"))
		}
		tag = fresh.Header.Get("ETag")
		visitor.Header.Set("If-None-Match", tag)
	}
	visitor.Header.Del("If-None-Match")
	if got := names(t, visitor); fmt.Sprint(got) != "[Monthly]" {
		t.Errorf("at last %v", got)
	}
}

func TestNoReaderBringsAnOldListBack(t *testing.T) {
	t.Parallel()
	h := hookstest.New(t)
	admin := staff(h)
	path := tiersPath + "/" + create(t, admin, map[string]any{"name": "Annual", "price": "1"})["id"].(string)
	stop := make(chan struct{})
	var readers sync.WaitGroup
	for range 4 {
		reader := h.Visitor()
		readers.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
					reader.Get(tiersPath)
				}
			}
		})
	}
	visitor := h.Visitor()
	for n := range 25 {
		name := fmt.Sprint("Annual ", n)
		if answer := admin.Send("PUT", path, map[string]any{"name": name}); answer.Status != 200 {
			t.Fatalf("%d %s", answer.Status, answer.Body)
		}
		if got := names(t, visitor); fmt.Sprint(got) != "["+name+"]" {
			t.Errorf("after the change to %s a visitor reads %v", name, got)
		}
	}
	close(stop)
	readers.Wait()
}

func TestASlugIsMadeAsTheConsoleMakesIt(t *testing.T) {
	t.Parallel()
	for name, slug := range map[string]string{
		"Lifetime Membership": "lifetime-membership", "--A  &  B--": "a-b", "Plan 2.0": "plan-2-0", "Café": "caf", "₹": "", "ÀB": "b",
	} {
		if got := plans.Slug(name); got != slug {
			t.Errorf("%q makes %q, want %q", name, got, slug)
		}
	}
}

func TestTheTiersArePutInOrder(t *testing.T) {
	t.Parallel()
	h := hookstest.New(t)
	admin := staff(h)
	var ids []string
	for _, name := range []string{"A", "B", "C"} {
		ids = append(ids, create(t, admin, map[string]any{"name": name, "price": "100"})["id"].(string))
	}
	order := func(ids any) hookstest.Answer { return admin.Post(tiersPath+"/reorder", map[string]any{"ids": ids}) }
	for name, refused := range map[string]struct {
		ids    any
		status int
	}{
		"no list":       {"A", 400},
		"one id twice":  {[]string{ids[0], ids[1], ids[1]}, 400},
		"an unknown id": {[]string{ids[0], ids[1], "nobodysrecord00"}, 409},
		"an id missing": {ids[:2], 409},
	} {
		if answer := order(refused.ids); answer.Status != refused.status {
			t.Errorf("%s: %d %s", name, answer.Status, answer.Body)
		}
	}
	if got := names(t, h.Visitor()); !slices.Equal(got, []string{"A", "B", "C"}) {
		t.Errorf("a refused order has changed the list: %v", got)
	}
	if answer := order([]string{ids[2], ids[0], ids[1]}); answer.Status != 204 {
		t.Errorf("%d %s", answer.Status, answer.Body)
	}
	if got := names(t, h.Visitor()); !slices.Equal(got, []string{"C", "A", "B"}) {
		t.Errorf("the order is %v", got)
	}
	notes, err := h.App.CountRecords("audit_log", dbx.HashExp{"action": "tier.reordered"})
	if notes != 1 || err != nil {
		t.Errorf("%d notes in the audit log, %v", notes, err)
	}
}
