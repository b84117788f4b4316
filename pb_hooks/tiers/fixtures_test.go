package tiers_test

import (
	"encoding/json"
	"testing"

	"boardcircle/pb_hooks/internal/testapp"
)

const tiersPath = "/api/membership-tiers"

// staff returns a new admin.
func staff(h *testapp.App) *testapp.Visitor { return h.SignedIn("admins", nil) }

// names returns the names of the tiers that a visitor sees.
func names(t *testing.T, v *testapp.Visitor) []string {
	t.Helper()
	answer := v.Get(tiersPath)
	var tiers []map[string]any
	if err := json.Unmarshal([]byte(answer.Body), &tiers); err != nil || answer.Status != 200 {
		t.Fatalf("list: status = %d, want 200: %s, %v", answer.Status, answer.Body, err)
	}
	found := make([]string, 0, len(tiers))
	for _, tier := range tiers {
		found = append(found, tier["name"].(string))
	}
	return found
}

// create creates a tier and returns the answer.
func create(t *testing.T, admin *testapp.Visitor, body map[string]any) map[string]any {
	t.Helper()
	answer := admin.Post(tiersPath, body)
	if answer.Status != 201 {
		t.Fatalf("create: status = %d, want 201: %s", answer.Status, answer.Body)
	}
	return answer.JSON
}
