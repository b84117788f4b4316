package tiers_test

import (
	"encoding/json"
	"reflect"
	"testing"

	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/tiers"
)

func row(feature, screen string) map[string]any {
	return map[string]any{"feature": feature, "screen": screen}
}

// shownScreens returns the screens of the features of the first tier that a visitor sees.
func shownScreens(t *testing.T, h *testapp.App) []tiers.FeatureScreen {
	t.Helper()
	var list []struct{ Screens []tiers.FeatureScreen }
	answer := h.Visitor().Get(tiersPath)
	if err := json.Unmarshal([]byte(answer.Body), &list); err != nil || len(list) == 0 {
		t.Fatalf("list: %s, %v", answer.Body, err)
	}
	return list[0].Screens
}

func TestAFeatureLeadsToTheScreenThatTheOfficeHasChosen(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	admin := staff(h)
	path := tiersPath + "/" + create(t, admin, map[string]any{
		"name": "Lifetime", "price": "100", "features": []string{"Meetings", "A mentor", "A dinner", "A vote"},
		"screens": []any{
			row(" Meetings ", "introductions"), row("A mentor", "mentors"), row("Books", "library"),
			row("Meetings", "sessions"), // the last one counts
		},
	})["id"].(string)
	check := func(when string, want ...tiers.FeatureScreen) {
		t.Helper()
		if got := shownScreens(t, h); !reflect.DeepEqual(got, want) {
			t.Errorf("screens %s = %v, want %v", when, got, want)
		}
	}
	change := func(body map[string]any) {
		t.Helper()
		if answer := admin.Send("PUT", path, body); answer.Status != 200 {
			t.Fatalf("change %v: %d %s", body, answer.Status, answer.Body)
		}
	}
	check("of a new tier", tiers.FeatureScreen{"A mentor", "mentors"}, tiers.FeatureScreen{"Meetings", "sessions"})
	change(map[string]any{"sortOrder": 2})
	check("that were not sent", tiers.FeatureScreen{"A mentor", "mentors"}, tiers.FeatureScreen{"Meetings", "sessions"})
	// Features with the words of a screen have none until the office chooses one.
	change(map[string]any{"features": []string{"Meetings", "A mentor for a year"}})
	check("after a feature was reworded", tiers.FeatureScreen{"Meetings", "sessions"})
	change(map[string]any{"features": []string{"Meetings"}, "screens": []any{row("Meetings", "polls")}})
	check("after another choice", tiers.FeatureScreen{"Meetings", "polls"})
	change(map[string]any{"screens": []any{}})
	if got := shownScreens(t, h); got == nil || len(got) > 0 {
		t.Errorf("screens after the last was removed = %#v, want an empty list", got)
	}
}

func TestAnUnknownScreenIsRefused(t *testing.T) {
	t.Parallel()
	admin := staff(testapp.New(t))
	for field, invalid := range map[string]any{
		"screens.0.screen":  []any{row("Meetings", "dinners")},
		"screens.1.screen":  []any{row("A mentor", "mentors"), row("Meetings", "")},
		"screens.0.feature": []any{row("", "sessions")},
	} {
		answer := admin.Post(tiersPath, map[string]any{
			"name": "Life", "price": "1", "features": []string{"Meetings"}, "screens": invalid,
		})
		if problems, _ := answer.JSON["data"].(map[string]any); answer.Status != 400 || problems[field] == nil {
			t.Errorf("%v: %d %s, want a problem of %s", invalid, answer.Status, answer.Body, field)
		}
	}
}
