package hooks_test

import (
	"reflect"
	"testing"

	"boardcircle/pb_hooks/internal/testapp/testdb"
)

// Earlier releases found the screen of a plan's feature by the words of the feature.
func TestAnUpgradeStoresTheScreensOfTheFeaturesOfStoredPlans(t *testing.T) {
	testdb.SkipUnderRace(t)
	t.Parallel()
	app := openBefore(t, "1788003900")
	plan := func(values map[string]any) string { return addRow(t, app, "membership_tiers", values) }
	lifetime := plan(map[string]any{"slug": "lifetime", "features": []string{
		"Monthly 90-minute sessions with regulators and chairs", "Introductions to boards that are looking",
		"A Mentor for your first year, or a mentee", "An introduction to any member",
		"The research library, and your name on what you contribute",
		"A vote in what the circle says to the regulators", "The whole network",
		"Dinner with the founding members, every September",
	}})
	none := plan(map[string]any{"slug": "none"})
	if err := app.RunAllMigrations(); err != nil {
		t.Fatal(err)
	}
	want := map[string][][2]string{lifetime: {
		{"Monthly 90-minute sessions with regulators and chairs", "sessions"},
		{"Introductions to boards that are looking", "board-seats"},
		{"A Mentor for your first year, or a mentee", "mentors"},
		{"An introduction to any member", "introductions"},
		{"The research library, and your name on what you contribute", "library"},
		{"A vote in what the circle says to the regulators", "polls"},
		{"The whole network", "directory"},
	}, none: {}}
	for id, screens := range want {
		record, err := app.FindRecordById("membership_tiers", id)
		if err != nil {
			t.Fatal(err)
		}
		var rows []struct{ Feature, Screen string }
		if err := record.UnmarshalJSONField("screens", &rows); err != nil {
			t.Fatal(err)
		}
		got := [][2]string{}
		for _, row := range rows {
			got = append(got, [2]string{row.Feature, row.Screen})
		}
		if !reflect.DeepEqual(got, screens) {
			t.Errorf("screens of %s = %v, want %v", record.GetString("slug"), got, screens)
		}
	}
}

// A request that waits for a second admin has all values of the plan, and the version of the stored values.
func TestAnUpgradeStoresTheScreensOfTheFeaturesOfPlansThatWait(t *testing.T) {
	testdb.SkipUnderRace(t)
	t.Parallel()
	app := openBefore(t, "1788003900")
	request := func(kind, state, payload string) string {
		return addRow(t, app, "approvals", map[string]any{
			"kind": kind, "state": state, "subjectKey": kind + payload, "payload": payload,
		})
	}
	const (
		before = `{"id":"lifetimetier001","values":{"price":"9000","features":["The library","Dinner"]},"version":"0123"}`
		after  = `{"id":"lifetimetier001","values":{"price":"9000","features":["The library","Dinner"],` +
			`"screens":[{"feature":"The library","screen":"library"}]}}`
		newBefore = `{"id":"newtier00000001","isNew":true,"values":{"features":null}}`
		newAfter  = `{"id":"newtier00000001","isNew":true,"values":{"features":null,"screens":[]}}`
		coupon    = `{"id":"coupon000000001"}`
	)
	want := map[string]string{
		request("tier.price", "waiting", before):    after,
		request("tier.price", "waiting", newBefore): newAfter,
		request("tier.price", "refused", before):    before,
		request("coupon.save", "waiting", coupon):   coupon,
	}
	if err := app.RunAllMigrations(); err != nil {
		t.Fatal(err)
	}
	for id, payload := range want {
		record, err := app.FindRecordById("approvals", id)
		if err != nil {
			t.Fatal(err)
		}
		if got := record.GetString("payload"); got != payload {
			t.Errorf("payload = %s, want %s", got, payload)
		}
	}
}

// Earlier releases showed the colour of the site for the button colour #0052CC.
func TestAnUpgradeKeepsTheColourInWhichThePlansHaveBeenShown(t *testing.T) {
	testdb.SkipUnderRace(t)
	t.Parallel()
	app := openBefore(t, "1788007140")
	want := map[string]string{}
	for colour, after := range map[string]string{"#0052CC": "", "#0052cc": "", "#28605F": "#28605F"} {
		want[addRow(t, app, "membership_tiers", map[string]any{"slug": colour, "buttonColor": colour})] = after
	}
	waiting := addRow(t, app, "approvals", map[string]any{
		"kind": "tier.price", "state": "waiting", "subjectKey": "tier.price",
		"payload": `{"id":"lifetimetier001","values":{"buttonColor":"#0052CC","price":"9000"},"version":"0123"}`,
	})
	if err := app.RunAllMigrations(); err != nil {
		t.Fatal(err)
	}
	for id, after := range want {
		record, err := app.FindRecordById("membership_tiers", id)
		if err != nil {
			t.Fatal(err)
		}
		if got := record.GetString("buttonColor"); got != after {
			t.Errorf("buttonColor of the plan with %s = %q, want %q", record.GetString("slug"), got, after)
		}
	}
	record, err := app.FindRecordById("approvals", waiting)
	if err != nil {
		t.Fatal(err)
	}
	const payload = `{"id":"lifetimetier001","values":{"buttonColor":"","price":"9000"}}`
	if got := record.GetString("payload"); got != payload {
		t.Errorf("payload = %s, want %s", got, payload)
	}
}
