package campaigns_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/demo/fakerazorpay"
	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/internal/testapp/queryplan"
	"boardcircle/pb_hooks/mail/preferences"
)

func (s *site) save(collection string, values fields) string {
	s.Helper()
	c, err := s.PB.FindCollectionByNameOrId(collection)
	if err != nil {
		s.Fatal(err)
	}
	r := core.NewRecord(c)
	r.Load(values)
	if err := s.PB.SaveNoValidate(r); err != nil {
		s.Fatal(err)
	}
	return r.Id
}

// inSegment returns the people in a segment by the local part of their email.
func (s *site) inSegment(conditions ...fields) string {
	s.Helper()
	a := s.ok(s.admin.Post("/api/segments/count", fields{"segment": fields{"match": "all", "conditions": conditions}}))
	got := []string{}
	for _, example := range a.JSON["examples"].([]any) {
		name, _, _ := strings.Cut(example.(fields)["email"].(string), "@")
		got = append(got, name)
	}
	slices.Sort(got)
	if count := a.JSON["count"].(float64); count != float64(len(got)) && (count <= 10 || len(got) != 10) {
		s.Errorf("count = %v, examples = %v", a.JSON["count"], got)
	}
	return strings.Join(got, " ")
}

// TestEachConditionOfASegment has a person who meets each condition and one who does not.
func TestEachConditionOfASegment(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.admin = s.SignedIn("admins", fields{"username": "meera"})
	now := s.Clock.Now()
	account := func(name string, values fields) string {
		t.Helper()
		all := fields{"email": name + "@example.com", "name": "Asha Rao"}
		for field, value := range values {
			all[field] = value
		}
		return s.CreateAccount("users", all).Id
	}
	asha := account("asha", fields{"location": "Kochi, Kerala"})
	account("bina", fields{"requestType": "enquiry", "location": "Thane"})
	// This time is 1 February in India.
	if _, err := s.PB.NonconcurrentDB().
		NewQuery("UPDATE users SET createdAt = '2026-01-31 19:00:00.000Z' WHERE email = 'bina@example.com'").
		Execute(); err != nil {
		t.Fatal(err)
	}
	nominee := func(name string, values fields) string {
		t.Helper()
		all := testapp.Nomination(name + "@example.com")
		for field, value := range values {
			all[field] = value
		}
		return s.ok(s.Visitor().Post("/api/registrations", all)).JSON["id"].(string)
	}
	nominee("chitra", nil)
	devi := nominee("devi", fields{"city": "Pune", "state": "Goa", "industry": "energy"})
	for _, step := range []fields{{"step": "take"}, {"step": "decline", "why": "Not yet."}} {
		step["version"] = s.ok(s.admin.Get("/api/nominations/" + devi)).JSON["version"]
		s.ok(s.admin.Post("/api/nominations/"+devi+"/steps", step))
	}
	s.ok(s.admin.Send("PATCH", "/api/people/"+asha, fields{"tags": []string{"Patron"}}))

	expect := func(field, value, matching, others string) {
		t.Helper()
		if got := s.inSegment(fields{"field": field, "value": value}); got != matching {
			t.Errorf("%s is %s: people = %q, want %q", field, value, got, matching)
		}
		if got := s.inSegment(fields{"field": field, "op": "isNot", "value": value}); got != others {
			t.Errorf("%s is not %s: people = %q, want %q", field, value, got, others)
		}
	}
	expect("account", "any", "asha bina", "chitra devi")
	expect("account", "membership", "asha", "bina chitra devi")
	expect("account", "enquiry", "bina", "asha chitra devi")
	expect("joinedFrom", "2026-02-02", "asha", "bina chitra devi")
	expect("joinedFrom", "2026-02-01", "asha bina", "chitra devi")
	expect("joinedBefore", "2026-02-02", "bina", "asha chitra devi")
	expect("joinedBefore", "2026-02-01", "", "asha bina chitra devi")
	expect("nomination", "any", "chitra devi", "asha bina")
	expect("nomination", "submitted", "chitra", "asha bina devi")
	expect("nomination", "declined", "devi", "asha bina chitra")
	for _, state := range []string{"in_review", "info_requested", "approved", "withdrawn"} {
		expect("nomination", state, "", "asha bina chitra devi")
	}
	expect("city", " pune", "devi", "asha bina chitra")
	expect("city", "kochi", "asha", "bina chitra devi")
	expect("city", "thane", "bina", "asha chitra devi")
	expect("city", "Than", "", "asha bina chitra devi")
	expect("state", "GOA", "devi", "asha bina chitra")
	expect("industry", "energy", "devi", "asha bina chitra")
	expect("tag", "Patron", "asha", "bina chitra devi")
	expect("list", "leads", "bina chitra devi", "asha")
	expect("list", "paid", "", "asha bina chitra devi")

	// Only an explicit choice counts as agreement to a topic.
	for i, topic := range []string{"news", "events", "membership", "offers"} {
		name := []string{"asha", "bina", "chitra", "devi"}[i]
		others := strings.Join(slices.DeleteFunc([]string{"asha", "bina", "chitra", "devi"}, func(other string) bool {
			return other == name
		}), " ")
		for _, wanted := range []bool{false, true} {
			s.Clock.Advance(time.Second)
			if err := s.Preferences.Set(
				s.PB, name+"@example.com", preferences.Topic(topic), wanted, "account",
			); err != nil {
				t.Fatal(err)
			}
		}
		expect("agreed", topic, name, others)
	}

	// A person who has paid is no longer a lead.
	tier := s.save("membership_tiers", fields{
		"name":     "The circle",
		"slug":     "circle",
		"price":    2500000,
		"currency": "INR",
		"duration": "lifetime",
		"isActive": true,
	})
	other := s.save("membership_tiers", fields{
		"name":     "Another",
		"slug":     "another",
		"price":    2500000,
		"currency": "INR",
		"duration": "annual",
		"isActive": true,
	})
	bina, err := s.PB.FindAuthRecordByEmail("users", "bina@example.com")
	if err != nil {
		t.Fatal(err)
	}
	buyer := s.SignedInAs(bina)
	order := s.ok(buyer.Post("/api/payments/create-order", fields{
		"customerName": "Bina Rao", "customerEmail": "bina@example.com", "customerPhone": "+919876543210", "membershipTierId": tier,
	})).JSON["orderId"].(string)
	paid, err := s.Razorpay.Pay(order, fakerazorpay.Success)
	if err != nil {
		t.Fatal(err)
	}
	s.ok(buyer.Post("/api/payments/verify", paid.Fields))
	s.Drain()
	expect("list", "paid", "bina", "asha chitra devi")
	expect("tier", tier, "bina", "asha chitra devi")
	expect("tier", other, "", "asha bina chitra devi")
	expect("endsFrom", "2026-01-01", "", "asha bina chitra devi")

	// A member has one membership status, even if they have several terms.
	day := 24 * time.Hour
	term := func(from, to, graceUntil time.Duration, isRevoked bool) fields {
		values := fields{"startsAt": now.Add(from), "endsAt": now.Add(to), "graceUntil": now.Add(graceUntil)}
		if isRevoked {
			values["revokedAt"] = now
		}
		return values
	}
	past, current, grace := term(-60*day, -30*day, -30*day, false), term(-day, 30*day, 30*day, false),
		term(-31*day, -day, 6*day, false)
	upcoming, revoked := term(10*day, 40*day, 40*day, false), term(-5*day, 25*day, 25*day, true)
	states := map[string][]string{}
	for name, terms := range map[string][]fields{
		"current": {current}, "grace": {grace}, "upcoming": {upcoming}, "lapsed": {past}, "revoked": {revoked},
		"lapsed-revoked": {past, revoked}, "lapsed-upcoming": {past, upcoming},
		"revoked-upcoming": {revoked, upcoming}, "renewed": {past, current, upcoming}, "grace-upcoming": {grace, upcoming},
	} {
		id := account(name, nil)
		for i, values := range terms {
			values := fields{
				"userId":            id,
				"membershipTierId":  other,
				"tierName":          "Another",
				"razorpayPaymentId": name + string(rune('a'+i)),
				"source":            "payment",
				"startsAt":          values["startsAt"],
				"endsAt":            values["endsAt"],
				"graceUntil":        values["graceUntil"],
				"revokedAt":         values["revokedAt"],
			}
			s.save("memberships", values)
		}
		user, err := s.PB.FindRecordById("users", id)
		if err != nil {
			t.Fatal(err)
		}
		state := s.ok(s.SignedInAs(user).Get("/api/memberships/mine")).JSON["entitlement"].(fields)["state"].(string)
		states[state] = append(states[state], name)
	}
	states["active"] = append(states["active"], "bina")
	for _, state := range []string{"active", "grace", "upcoming", "lapsed", "revoked"} {
		slices.Sort(states[state])
		if got, want := s.inSegment(fields{"field": "membership", "value": state}), strings.Join(states[state],
			" "); got != want || want == "" {
			t.Errorf("membership is %s: people = %q, want %q", state, got, want)
		}
	}
	if got := s.inSegment(
		fields{"field": "account", "value": "any"}, fields{"field": "membership", "op": "isNot", "value": "active"},
	); strings.Contains(got, "current") || !strings.Contains(got, "asha") {
		t.Errorf("membership is not active: people = %q, want asha and not current", got)
	}
	ends := now.Add(30 * day).Format("2006-01-02")
	if got := s.inSegment(
		fields{"field": "endsFrom", "value": ends},
	); got != "current grace-upcoming lapsed-upcoming renewed revoked-upcoming upcoming" {
		t.Errorf("the term ends on %s or later: people = %q", ends, got)
	}
	if got := s.inSegment(fields{"field": "endsBefore", "value": ends}); got != "grace lapsed lapsed-revoked" {
		t.Errorf("the term ends before %s: people = %q", ends, got)
	}
}

func TestCountValidatesTheSegment(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.people(2)
	for name, test := range map[string]struct {
		body  fields
		field string
	}{
		"an empty body":      {fields{}, "segment"},
		"a mistyped name":    {fields{"segments": fields{"match": "all", "conditions": []fields{}}}, "segment"},
		"an empty segment":   {fields{"segment": fields{}}, "segment"},
		"null":               {fields{"segment": nil}, "segment"},
		"a list":             {fields{"segment": []string{"all"}}, "segment"},
		"conditions of text": {fields{"segment": fields{"conditions": "everyone"}}, "segment"},
		"an unknown topic":   {fields{"segment": fields{"match": "all"}, "topic": "weather"}, "topic"},
	} {
		if a := s.admin.Post("/api/segments/count", test.body); a.Status != 400 || a.Field(test.field) == "" {
			t.Errorf("%s: status = %d, body = %s, want 400", name, a.Status, a.Body)
		}
	}
	for name, body := range map[string]fields{
		"everyone":                {"segment": fields{"match": "all", "conditions": []fields{}}},
		"the body is the segment": {"conditions": []fields{}},
		"a topic":                 {"segment": fields{"conditions": []fields{}}, "topic": "events"},
	} {
		if a := s.ok(s.admin.Post("/api/segments/count", body)); a.JSON["count"] != 2.0 {
			t.Errorf("%s: body = %s, want a count of 2", name, a.Body)
		}
	}
}

// A count reads all people and suppressed addresses once. It finds the people who meet a condition with an index, except
// for conditions that most people meet or that depend on several rows of each person, as those about memberships do.
func TestConditionsOfASegmentUseIndexes(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	at := s.Clock.Now()
	queryplan.Fill(t, s.PB, "users", 300, func(i int) dbx.Params {
		return dbx.Params{
			"email": fmt.Sprintf("u%d@example.com", i), "isActive": true, "requestType": []string{"enquiry", "membership"}[i%2],
			"tokenKey": fmt.Sprintf("%050d", i), "createdAt": at.AddDate(0, 0, -i),
		}
	})
	queryplan.Fill(t, s.PB, "registrations", 300, func(i int) dbx.Params {
		return dbx.Params{"email": fmt.Sprintf("u%d@example.com", i), "status": []string{"submitted", "approved"}[i%2]}
	})
	queryplan.Fill(t, s.PB, "memberships", 300, func(i int) dbx.Params {
		return dbx.Params{"startsAt": at.AddDate(0, 0, -i), "endsAt": at.AddDate(0, 0, i), "person": fmt.Sprint(i)}
	})
	queryplan.Fill(t, s.PB, "person_tags", 300, func(i int) dbx.Params { return dbx.Params{"tag": fmt.Sprint(i % 30)} })
	queryplan.Fill(t, s.PB, "suppressions", 300, func(i int) dbx.Params {
		return dbx.Params{"email": fmt.Sprintf("u%d@example.com", i), "scope": []string{"news", "offers"}[i%2]}
	})
	queries := map[string]func() error{}
	for field, value := range map[string]string{
		"account": "enquiry", "joinedFrom": "2026-07-01", "joinedBefore": "2026-01-01", "membership": "active", "tier": "x",
		"endsFrom": "2026-09-01", "endsBefore": "2026-09-01", "list": "paid", "nomination": "approved", "tag": "7",
		"city": "Pune", "state": "Goa", "industry": "energy", "agreed": "offers",
	} {
		queries[field] = func() error {
			s.inSegment(fields{"field": field, "value": value})
			return nil
		}
	}
	queryplan.RequireIndexes(t, s.PB, queries, "SCAN people", "idx_memberships_person", "idx_email_choices_email", "idx_users_closed",
		"SCAN (subquery", "idx_suppressions_email_scope", "SCAN memberships", "SCAN t")
}

func TestALongValueOfAConditionIsRefusedByItsLength(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	count := func(value string) testapp.Response {
		return s.admin.Post("/api/segments/count", fields{"match": "all",
			"conditions": []fields{{"field": "industry", "value": value}}})
	}
	s.ok(count(strings.Repeat("व", 200)))
	if a := count(strings.Repeat("व", 201)); a.Status != 400 || !strings.Contains(a.Field("segment"), "200 characters") {
		t.Errorf("status = %d, body = %s, want 400 with the limit", a.Status, a.Body)
	}
}

func TestASegmentHasAHundredConditionsAtMost(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	group := func(n int, condition fields) []fields { return slices.Repeat([]fields{condition}, n) }
	inGroup := fields{"group": fields{"match": "any", "conditions": group(20, fields{"field": "account", "value": "any"})}}
	s.ok(s.admin.Post("/api/segments/count", fields{"match": "all", "conditions": group(5, inGroup)}))
	a := s.admin.Post("/api/segments/count", fields{"match": "all", "conditions": group(6, inGroup)})
	if a.Status != 400 || !strings.Contains(a.Field("segment"), "100 conditions") {
		t.Errorf("status = %d, body = %s, want 400 with the limit", a.Status, a.Body)
	}
}
