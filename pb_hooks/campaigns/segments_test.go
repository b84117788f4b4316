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

// inSegment returns the local parts of the addresses in a segment.
func (s *site) inSegment(conditions ...fields) string {
	s.Helper()
	a := s.ok(s.admin.Post("/api/segments/count", fields{"segment": fields{"match": "all", "conditions": conditions}}))
	got := []string{}
	for _, example := range a.JSON["examples"].([]any) {
		who, _, _ := strings.Cut(example.(fields)["email"].(string), "@")
		got = append(got, who)
	}
	slices.Sort(got)
	if count := a.JSON["count"].(float64); count != float64(len(got)) && (count <= 10 || len(got) != 10) {
		s.Errorf("%v people, and the examples %v", a.JSON["count"], got)
	}
	return strings.Join(got, " ")
}

// TestEachConditionOfASegmentFindsThePeopleWhoMeetIt has for each condition a person who meets it and
// one who does not.
func TestEachConditionOfASegmentFindsThePeopleWhoMeetIt(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.admin = s.SignedIn("admins", fields{"username": "meera"})
	now := s.Clock.Now()
	account := func(who string, values fields) string {
		t.Helper()
		all := fields{"email": who + "@example.com", "name": "Asha Rao"}
		for name, value := range values {
			all[name] = value
		}
		return s.CreateAccount("users", all).Id
	}
	asha := account("asha", fields{"location": "Kochi, Kerala"})
	account("bina", fields{"requestType": "enquiry", "location": "Thane"})
	if _, err := s.PB.NonconcurrentDB().
		NewQuery("UPDATE users SET createdAt = '2026-01-31 19:00:00.000Z' WHERE email = 'bina@example.com'").
		Execute(); err != nil {
		t.Fatal(err) // it is February in India
	}
	nominee := func(who string, values fields) string {
		t.Helper()
		all := testapp.Nomination(who + "@example.com")
		for name, value := range values {
			all[name] = value
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

	expect := func(field, value, holds, holdsNot string) {
		t.Helper()
		if got := s.inSegment(fields{"field": field, "value": value}); got != holds {
			t.Errorf("%s is %s: %q, not %q", field, value, got, holds)
		}
		if got := s.inSegment(fields{"field": field, "op": "isNot", "value": value}); got != holdsNot {
			t.Errorf("%s is not %s: %q, not %q", field, value, got, holdsNot)
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

	// only an explicit choice counts as agreement to a topic
	for i, topic := range []string{"news", "events", "membership", "offers"} {
		who := []string{"asha", "bina", "chitra", "devi"}[i]
		others := strings.Join(slices.DeleteFunc([]string{"asha", "bina", "chitra", "devi"}, func(other string) bool {
			return other == who
		}), " ")
		for _, wanted := range []bool{false, true} {
			s.Clock.Advance(time.Second)
			if err := s.Preferences.Set(s.PB, who+"@example.com", preferences.Topic(topic), wanted,
				"account"); err != nil {
				t.Fatal(err)
			}
		}
		expect("agreed", topic, who, others)
	}

	// a person who has paid is not a lead any more
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

	// a member has one membership status, however many terms they have
	day := 24 * time.Hour
	term := func(from, to, graceUntil time.Duration, isRevoked bool) fields {
		values := fields{"startsAt": now.Add(from), "endsAt": now.Add(to), "graceUntil": now.Add(graceUntil)}
		if isRevoked {
			values["revokedAt"] = now
		}
		return values
	}
	past, running, late := term(-60*day, -30*day, -30*day, false), term(-day, 30*day, 30*day, false), term(-31*day,
		-day, 6*day, false)
	coming, takenBack := term(10*day, 40*day, 40*day, false), term(-5*day, 25*day, 25*day, true)
	states := map[string][]string{}
	for who, terms := range map[string][]fields{
		"runs": {running}, "late": {late}, "waits": {coming}, "lapsed": {past}, "revoked": {takenBack},
		"lapsed-revoked": {past, takenBack}, "lapsed-waits": {past, coming}, "revoked-waits": {takenBack, coming}, "renewed": {past, running, coming}, "late-waits": {late, coming},
	} {
		id := account(who, nil)
		for i, values := range terms {
			values := fields{
				"userId":            id,
				"membershipTierId":  other,
				"tierName":          "Another",
				"razorpayPaymentId": who + string(rune('a'+i)),
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
		told := s.ok(s.SignedInAs(user).Get("/api/memberships/mine")).JSON["entitlement"].(fields)["state"].(string)
		states[told] = append(states[told], who)
	}
	states["active"] = append(states["active"], "bina")
	for _, state := range []string{"active", "grace", "upcoming", "lapsed", "revoked"} {
		slices.Sort(states[state])
		if got, want := s.inSegment(fields{"field": "membership", "value": state}), strings.Join(states[state],
			" "); got != want || want == "" {
			t.Errorf("the membership is %s: %q, not %q", state, got, want)
		}
	}
	if got := s.inSegment(fields{"field": "account", "value": "any"},
		fields{"field": "membership", "op": "isNot", "value": "active"}); strings.Contains(got, "runs") ||
		!strings.Contains(got, "asha") {
		t.Errorf("the membership is not active: %q", got)
	}
	ends := now.Add(30 * day).Format("2006-01-02")
	if got := s.inSegment(fields{"field": "endsFrom",
		"value": ends}); got != "lapsed-waits late-waits renewed revoked-waits runs waits" {
		t.Errorf("the term ends from %s on: %q", ends, got)
	}
	if got := s.inSegment(fields{"field": "endsBefore", "value": ends}); got != "lapsed lapsed-revoked late" {
		t.Errorf("the term ends before %s: %q", ends, got)
	}
}

func TestACountWithoutASegmentSaysWhatIsMissing(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.people(2)
	for name, test := range map[string]struct {
		body  fields
		field string
	}{
		"nothing":              {fields{}, "segment"},
		"a mistyped name":      {fields{"segments": fields{"match": "all", "conditions": []fields{}}}, "segment"},
		"a segment of nothing": {fields{"segment": fields{}}, "segment"},
		"null":                 {fields{"segment": nil}, "segment"},
		"a list":               {fields{"segment": []string{"all"}}, "segment"},
		"conditions of text":   {fields{"segment": fields{"conditions": "everybody"}}, "segment"},
		"an unknown topic":     {fields{"segment": fields{"match": "all"}, "topic": "weather"}, "topic"},
	} {
		if a := s.admin.Post("/api/segments/count", test.body); a.Status != 400 || a.Field(test.field) == "" {
			t.Errorf("%s: %d %s", name, a.Status, a.Body)
		}
	}
	for name, body := range map[string]fields{
		"everybody":               {"segment": fields{"match": "all", "conditions": []fields{}}},
		"the body is the segment": {"conditions": []fields{}},
		"a topic":                 {"segment": fields{"conditions": []fields{}}, "topic": "events"},
	} {
		if a := s.ok(s.admin.Post("/api/segments/count", body)); a.JSON["count"] != 2.0 {
			t.Errorf("%s: %s", name, a.Body)
		}
	}
}

// A count reads all contacts once. The people who meet a condition are found by an index, except for those conditions
// that most people meet or that depend on several rows of each person.
func TestTheConditionsOfASegmentUseIndexes(t *testing.T) {
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
		"SCAN (subquery")
}
