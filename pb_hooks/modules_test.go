package hooks_test

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"boardcircle/pb_hooks/demo/fakebrevo"
	"boardcircle/pb_hooks/demo/fakerazorpay"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/modules"
	"boardcircle/pb_hooks/internal/testapp"
)

// TestAModuleThatIsOffIsGone switches each module off, and all of the circle. It calls every route as someone who may:
// those whose modules are all off answer 404 with a sentence, and no other does.
func TestAModuleThatIsOffIsGone(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	owner := app.SignedIn("admins", nil)
	member := app.SignedInAs(app.CreateMember(fields{"verified": true}))
	admin := app.SignedIn("admins", fields{"username": "second", "email": "second@example.com"})
	switchTo := func(isOn bool, ids ...modules.ID) {
		t.Helper()
		for _, id := range ids {
			a := owner.Send(http.MethodPut, "/api/admin/modules/"+string(id), fields{"isOn": isOn})
			if a.Status != http.StatusOK {
				t.Fatalf("switching %s: %d %s", id, a.Status, a.Body)
			}
		}
	}
	check := func(off ...modules.ID) {
		t.Helper()
		on := modules.Without(off...)
		var callable []string
		for _, route := range app.Routes() {
			isGone := !on.HasAny(route.Modules()...)
			caller := member
			if route.Access == httpx.Admin {
				caller = admin
			}
			if route.Access == httpx.Admin && !isGone {
				callable = append(callable, route.Method+" "+route.Path)
			}
			// Calling a route that is there would change something, so only one that reads a list is called.
			if !isGone && (len(route.Modules()) == 0 || route.Method != http.MethodGet || strings.Contains(route.Path, "{")) {
				continue
			}
			a := caller.Send(route.Method, pathParameter.ReplaceAllString(route.Path, "unknown"), fields{})
			says := strings.Contains(a.Body, "This part of the site is switched off.")
			if isGone != (a.Status == http.StatusNotFound && says) {
				t.Errorf("without %v, %s %s: %d %s", off, route.Method, route.Path, a.Status, a.Body)
			}
		}
		access := admin.Get("/api/admin/access").JSON["routes"].([]any)
		listed := make([]string, len(access))
		for i, name := range access {
			listed[i] = name.(string)
		}
		slices.Sort(callable)
		slices.Sort(listed)
		if !slices.Equal(callable, listed) {
			t.Errorf("without %v, the console may call %v, want %v", off, listed, callable)
		}
		described := app.Visitor().Get("/api/openapi.json").JSON["paths"].(fields)
		for _, route := range app.Routes() {
			if _, isDescribed := described[route.Path]; len(route.Modules()) > 0 &&
				isDescribed != on.HasAny(route.Modules()...) {
				t.Errorf("without %v, the document has %s: %v", off, route.Path, isDescribed)
			}
		}
		config := app.Visitor().Get("/api/config").JSON["modules"].([]any)
		if len(config) != len(modules.All)-len(off) {
			t.Errorf("without %v, the pages know %v", off, config)
		}
	}
	for _, m := range modules.All {
		switchTo(false, m.ID)
		check(m.ID)
		switchTo(true, m.ID)
	}
	check()
	switchTo(false, modules.Circle()...)
	check(modules.Circle()...)
	switchTo(true, modules.Circle()...)
	check()
}

var pathParameter = regexp.MustCompile(`\{[^}]+\}`)

// TestASwitchedOffModuleKeepsItsDataAndShowsNothing plans a session, switches the sessions off and on again.
func TestASwitchedOffModuleKeepsItsDataAndShowsNothing(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	owner := app.SignedIn("admins", nil)
	member := app.SignedInAs(app.CreateMember(fields{"verified": true}))
	ok := func(a testapp.Response) fields {
		t.Helper()
		if a.Status >= http.StatusMultipleChoices {
			t.Fatalf("%d %s", a.Status, a.Body)
		}
		return a.JSON
	}
	id := ok(owner.Post("/api/events", fields{"title": "Reading the audit report", "startsAt": "2026-08-06T18:30",
		"host": "Devi Rao", "isPublic": true}))["id"].(string)
	ok(owner.Post("/api/events/"+id+"/publish", nil))
	ok(member.Post("/api/events/"+id+"/answer", fields{"answer": "going"}))
	places := func() map[string]bool {
		t.Helper()
		week := ok(owner.Get("/api/admin/this-week"))["sessions"].([]any)
		return map[string]bool{
			"home":    ok(member.Get("/api/circle"))["nextSession"] != nil,
			"account": ok(member.Get("/api/user/circle"))["nextSession"] != nil,
			"week":    len(week) > 0,
			"pages":   ok(app.Visitor().Get("/api/config"))["nextSession"] != nil,
			"emails":  strings.Contains(owner.Get("/api/email-texts?perPage=200").Body, "session-reminder"),
		}
	}
	for place, shows := range places() {
		if !shows {
			t.Errorf("the %s does not show the session while the sessions are on", place)
		}
	}
	ok(owner.Send(http.MethodPut, "/api/admin/modules/sessions", fields{"isOn": false}))
	for place, shows := range places() {
		if shows {
			t.Errorf("the %s shows the session while the sessions are off", place)
		}
	}
	ok(owner.Send(http.MethodPut, "/api/admin/modules/sessions", fields{"isOn": true}))
	for place, shows := range places() {
		if !shows {
			t.Errorf("the %s does not show the session after the sessions are on again", place)
		}
	}
	if state := ok(member.Get("/api/events/" + id))["state"]; state != "going" {
		t.Errorf("her answer is %v, want going", state)
	}
	if a := owner.Send(http.MethodPut, "/api/admin/modules/dinners", fields{"isOn": true}); a.Status != http.StatusNotFound {
		t.Errorf("an unknown module: %d %s", a.Status, a.Body)
	}
}

// TestTheCoreRefusesWhatAnOfficeModuleWouldDo switches off modules that other features use, and on again.
func TestTheCoreRefusesWhatAnOfficeModuleWouldDo(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	owner := app.SignedIn("admins", nil)
	ok := func(a testapp.Response) fields {
		t.Helper()
		if a.Status >= http.StatusMultipleChoices {
			t.Fatalf("%d %s", a.Status, a.Body)
		}
		return a.JSON
	}
	tier := ok(owner.Post("/api/membership-tiers", fields{"name": "Circle", "price": "25000"}))["id"]
	ok(owner.Post("/api/coupons", fields{"code": "FRIENDS", "kind": "percent", "value": "10", "maxUses": 5}))
	buyer := app.SignedIn("users", nil)
	quote := fields{"membershipTierId": tier, "couponCode": "friends"}
	switchTo := func(id modules.ID, isOn bool) {
		t.Helper()
		ok(owner.Send(http.MethodPut, "/api/admin/modules/"+string(id), fields{"isOn": isOn}))
	}
	ok(buyer.Post("/api/payments/quote", quote))
	switchTo(modules.Coupons, false)
	if a := buyer.Post("/api/payments/quote", quote); a.Status != http.StatusBadRequest || a.Field("couponCode") == "" {
		t.Errorf("a code while coupons are off: %d %s", a.Status, a.Body)
	}
	ok(buyer.Post("/api/payments/quote", fields{"membershipTierId": tier}))
	switchTo(modules.Coupons, true)
	ok(buyer.Post("/api/payments/quote", quote))
}

func TestAFreshServerHasNoModulesUntilTheOfficeChooses(t *testing.T) {
	t.Parallel()
	app := testapp.NewFresh(t)
	owner := app.SignedIn("admins", nil)
	check := func(isChosen bool, want ...string) {
		t.Helper()
		first := owner.Get("/api/admin/setup").JSON["lines"].([]any)[0].(fields)
		if first["task"] != "modules" || first["isDone"] != isChosen {
			t.Errorf("the first task is %v, want the modules, done: %v", first, isChosen)
		}
		if on := app.Visitor().Get("/api/config").JSON["modules"]; fmt.Sprint(on) != fmt.Sprint(want) {
			t.Errorf("%v are on, want %v", on, want)
		}
		isOn := owner.Get("/api/admin/library").Status == http.StatusOK
		if isOn != slices.Contains(want, "library") {
			t.Errorf("the library answers: %v, with %v", isOn, want)
		}
	}
	choose := func(status int, ids ...string) {
		t.Helper()
		a := owner.Send(http.MethodPut, "/api/admin/modules", fields{"modules": append([]string{}, ids...)})
		if a.Status != status {
			t.Fatalf("choosing %v: %d %s", ids, a.Status, a.Body)
		}
	}
	check(false)
	choose(http.StatusBadRequest, "dinners")
	check(false)
	if a := owner.Send(http.MethodPut, "/api/admin/settings", fields{"siteName": "The Circle"}); a.Status != http.StatusOK {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	check(false)
	choose(http.StatusOK)
	check(true)
	choose(http.StatusOK, "library", "sessions")
	check(true, "sessions", "library")
	choose(http.StatusOK, "directory")
	check(true, "directory")
	if a := owner.Send(http.MethodPut, "/api/admin/modules", fields{}); a.Status != http.StatusBadRequest {
		t.Errorf("without a list: %d %s", a.Status, a.Body)
	}
	check(true, "directory")
}

var invitationLink = regexp.MustCompile(`/auth\?invitation=(\S+)`)

// TestTheCoreAloneSellsAMembership walks from a nomination over its approval and the purchase to the receipt while all
// modules are off and only approved applicants can buy.
func TestTheCoreAloneSellsAMembership(t *testing.T) {
	t.Parallel()
	app := testapp.NewFresh(t)
	owner := app.SignedIn("admins", nil)
	ok := func(a testapp.Response) fields {
		t.Helper()
		if a.Status >= http.StatusMultipleChoices {
			t.Fatalf("%d %s", a.Status, a.Body)
		}
		return a.JSON
	}
	ok(owner.Send(http.MethodPut, "/api/admin/modules", fields{"modules": []string{}}))
	ok(owner.Send(http.MethodPut, "/api/admin/settings", fields{"purchaseNeedsApproval": true, "password": testapp.Password}))
	tier := ok(owner.Post("/api/membership-tiers", fields{"name": "Circle", "price": "25000"}))["id"]

	const email = "shalini@example.com"
	applicant := app.Visitor()
	id := ok(applicant.Post("/api/registrations", testapp.Nomination(email)))["id"].(string)
	for _, step := range []string{"take", "approve"} {
		body := fields{"step": step, "version": ok(owner.Get("/api/nominations/" + id))["version"]}
		if step == "approve" {
			body["vote"] = "yes"
		}
		ok(owner.Post("/api/nominations/"+id+"/steps", body))
	}
	var token string
	for _, message := range app.Inbox(email) {
		if found := invitationLink.FindStringSubmatch(message.Text); found != nil {
			token, _ = url.QueryUnescape(found[1])
		}
	}
	ok(applicant.Post("/api/register", fields{"name": "Shalini Verma", "email": email, "phone": "+919876543210",
		"location": "Mumbai", "password": testapp.Password, "requestType": "membership", "invitation": token}))

	order := ok(applicant.Post("/api/payments/create-order", fields{"customerName": "Shalini Verma", "customerEmail": email,
		"customerPhone": "+919876543210", "membershipTierId": tier}))
	paid, err := app.Razorpay.Pay(order["orderId"].(string), fakerazorpay.Success)
	if err != nil {
		t.Fatal(err)
	}
	ok(applicant.Post("/api/payments/verify", paid.Fields))
	transaction := order["notes"].(fields)["transactionId"].(string)
	if a := applicant.Get("/api/transactions/" + transaction + "/invoice"); a.Status != http.StatusOK ||
		!strings.HasPrefix(a.Body, "%PDF-") {
		t.Errorf("the receipt: %d %.80s", a.Status, a.Body)
	}
	hasReceipt := slices.ContainsFunc(app.Inbox(email), func(m fakebrevo.Message) bool { return len(m.Attachments) == 1 })
	if !hasReceipt {
		t.Error("no email has the receipt")
	}
	if row := ok(owner.Get("/api/transactions/" + transaction)); row["status"] != "completed" {
		t.Errorf("the transaction is %v", row["status"])
	}
}
