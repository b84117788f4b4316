package campaigns_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/testapp"
)

func TestSavedSegmentIsCopiedIntoACampaign(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	pune := fields{"match": "all", "conditions": []fields{{"field": "city", "value": "Pune"}}}
	saved := s.ok(s.admin.Post("/api/segments", fields{"name": "Pune", "segment": pune}))
	if saved.Status != http.StatusCreated || saved.JSON["createdBy"] != "office" {
		t.Fatalf("status = %d, body = %s, want 201 with createdBy", saved.Status, saved.Body)
	}
	at := "/api/segments/" + saved.JSON["id"].(string)
	if a := s.admin.Post("/api/segments", fields{"name": "PUNE", "segment": pune}); a.Status != http.StatusConflict ||
		a.Field("name") == "" {
		t.Errorf("used name: status = %d, body = %s, want 409 with an error for name", a.Status, a.Body)
	}
	if a := s.admin.Post("/api/segments", fields{"name": " ", "segment": pune}); a.Status != 400 ||
		a.Field("name") == "" {
		t.Errorf("no name: status = %d, body = %s, want 400 with an error for name", a.Status, a.Body)
	}
	if a := s.admin.Send("PUT", at, fields{"segment": fields{"match": "xor"}}); a.Status != 400 ||
		a.Field("segment") == "" {
		t.Errorf("invalid segment: status = %d, body = %s, want 400 with an error for segment", a.Status, a.Body)
	}
	path := s.draft(fields{"segment": saved.JSON["segment"]})
	changed := s.ok(s.admin.Send("PUT", at, fields{"name": "Pune and Goa"})).JSON
	if changed["name"] != "Pune and Goa" || len(changed["segment"].(fields)["conditions"].([]any)) != 1 {
		t.Errorf("segment = %v, want the new name and the old conditions", changed)
	}
	opened := fields{"name": "Goa", "version": saved.JSON["version"]}
	if a := s.admin.Send("PUT", at, opened); a.Status != http.StatusConflict || a.Field("version") == "" {
		t.Errorf("change of an outdated segment: status = %d, body = %s, want 409 for version", a.Status, a.Body)
	}
	s.ok(s.admin.Send("PUT", at, fields{"name": "Goa", "version": changed["version"]}))
	s.ok(s.admin.Send("DELETE", at, nil))
	if a := s.admin.Send("DELETE", at, nil); a.Status != 404 {
		t.Errorf("second deletion: status = %d, want 404", a.Status)
	}
	if conditions := s.ok(s.admin.Get(path)).JSON["segment"].(fields)["conditions"].([]any); len(conditions) != 1 {
		t.Error("the campaign lost its conditions when the segment was deleted")
	}
	var list []fields
	if err := json.Unmarshal([]byte(s.ok(s.admin.Get("/api/segments")).Body), &list); err != nil || len(list) != 0 {
		t.Errorf("segments = %v, error = %v, want none", list, err)
	}
}

func TestSegmentByTagAndMembership(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.people(2)
	insert := func(collection string, values fields) {
		t.Helper()
		c, err := s.PB.FindCollectionByNameOrId(collection)
		if err != nil {
			t.Fatal(err)
		}
		record := core.NewRecord(c)
		record.Load(values)
		if err := s.PB.SaveNoValidate(record); err != nil {
			t.Fatal(err)
		}
	}
	tagged, err := s.PB.FindAuthRecordByEmail("users", "reader0@example.com")
	if err != nil {
		t.Fatal(err)
	}
	insert("person_tags", fields{"userId": tagged.Id, "tag": "speaker"})
	s.ok(s.Visitor().Post("/api/registrations", testapp.Nomination("nominee@example.com")))
	insert("person_tags", fields{"email": "nominee@example.com", "tag": "speaker"})
	insert("person_tags", fields{"email": "nominee@example.com", "tag": "patron"})
	day := 24 * time.Hour
	now := s.Clock.Now()
	terms := map[string]fields{
		"active":   {"startsAt": now.Add(-day)},
		"grace":    {"startsAt": now.Add(-9 * day), "endsAt": now.Add(-day), "graceUntil": now.Add(day)},
		"upcoming": {"startsAt": now.Add(day)},
		"lapsed":   {"startsAt": now.Add(-9 * day), "endsAt": now.Add(-3 * day), "graceUntil": now.Add(-2 * day)},
		"revoked":  {"startsAt": now.Add(-9 * day), "revokedAt": now.Add(-day)},
	}
	for name, term := range terms {
		account := s.CreateAccount("users", fields{"email": name + "@example.com"})
		term["userId"] = account.Id
		insert("memberships", term)
	}
	for name, test := range map[string]struct{ field, value, want string }{
		"a tag":       {"tag", "speaker", "nominee@example.com reader0@example.com"},
		"another tag": {"tag", "patron", "nominee@example.com"},
		"unused tag":  {"tag", "x", ""},
		"active":      {"membership", "active", "active@example.com"},
		"grace":       {"membership", "grace", "grace@example.com"},
		"upcoming":    {"membership", "upcoming", "upcoming@example.com"},
		"lapsed":      {"membership", "lapsed", "lapsed@example.com"},
		"revoked":     {"membership", "revoked", "revoked@example.com"},
	} {
		a := s.ok(s.admin.Post("/api/segments/count",
			fields{"match": "all", "conditions": []fields{{"field": test.field, "value": test.value}}}))
		got := ""
		for i, example := range a.JSON["examples"].([]any) {
			if i > 0 {
				got += " "
			}
			got += example.(fields)["email"].(string)
		}
		if got != test.want {
			t.Errorf("%s: people = %q, want %q", name, got, test.want)
		}
	}
	if tags := s.ok(s.admin.Get("/api/segments/choices")).JSON["tags"].([]any); len(tags) != 2 || tags[0] != "patron" {
		t.Errorf("tags = %v, want patron and one other", tags)
	}
}

func TestSegmentByEndTierAndIndustry(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	terms, err := s.PB.FindCollectionByNameOrId("memberships")
	if err != nil {
		t.Fatal(err)
	}
	term := func(name, tier, starts, ends string) {
		t.Helper()
		account, err := s.PB.FindAuthRecordByEmail("users", name+"@example.com")
		if err != nil {
			account = s.CreateAccount("users", fields{"email": name + "@example.com"})
		}
		record := core.NewRecord(terms)
		record.Load(fields{
			"userId":           account.Id,
			"membershipTierId": tier,
			"startsAt":         starts,
			"endsAt":           ends,
			"graceUntil":       ends,
		})
		if err := s.PB.SaveNoValidate(record); err != nil {
			t.Fatal(err)
		}
	}
	const gold, silver = "goldgoldgoldgol", "silversilversil"
	term("ended", silver, "2025-06-01 00:00:00.000Z", "2026-06-01 00:00:00.000Z")
	term("later", gold, "2026-01-01 00:00:00.000Z", "2027-06-01 00:00:00.000Z")
	// This person has an old term, and one that ends after the requested time.
	term("renewed", silver, "2024-06-01 00:00:00.000Z", "2025-06-01 00:00:00.000Z")
	term("renewed", gold, "2026-06-01 00:00:00.000Z", "2027-06-01 00:00:00.000Z")
	// This person has a term that ended within the requested time, and then one for life.
	term("life", silver, "2025-06-01 00:00:00.000Z", "2026-06-01 00:00:00.000Z")
	term("life", gold, "2026-06-01 00:00:00.000Z", "")
	s.ok(s.Visitor().Post("/api/registrations", testapp.Nomination("nominee@example.com")))
	is := func(field, value string) fields { return fields{"field": field, "value": value} }
	for name, test := range map[string]struct {
		conditions []fields
		want       string
	}{
		"ended between":               {[]fields{is("endsFrom", "2026-01-01"), is("endsBefore", "2027-01-01")}, "ended@example.com"},
		"ends from":                   {[]fields{is("endsFrom", "2027-01-01")}, "later@example.com renewed@example.com"},
		"ends before":                 {[]fields{is("endsBefore", "2026-01-01")}, ""},
		"the tier of the latest term": {[]fields{is("tier", gold)}, "later@example.com life@example.com renewed@example.com"},
		"the tier of an earlier term": {[]fields{is("tier", silver)}, ""},
		"an industry":                 {[]fields{is("industry", "infrastructure")}, "nominee@example.com"},
		"another industry":            {[]fields{is("industry", "healthcare")}, ""},
	} {
		a := s.ok(s.admin.Post("/api/segments/count", fields{"match": "all", "conditions": test.conditions}))
		got := []string{}
		for _, example := range a.JSON["examples"].([]any) {
			got = append(got, example.(fields)["email"].(string))
		}
		if strings.Join(got, " ") != test.want || a.JSON["count"] != float64(len(got)) {
			t.Errorf("%s: people = %v, want %q", name, got, test.want)
		}
	}
}
