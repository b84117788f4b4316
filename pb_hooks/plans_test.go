package hooks_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/dbx"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/modules"
	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/internal/testapp/testdb"
	"boardcircle/pb_hooks/payments/ledger"
)

// planFixture is an app in which an owner changes what plans open.
type planFixture struct {
	*auditFixture
	tiers map[string]string
}

func openPlans(t *testing.T) *planFixture {
	t.Helper()
	app := testapp.New(t)
	return &planFixture{&auditFixture{t, app, app.SignedIn("admins", nil)}, map[string]string{}}
}

// plan creates a plan, and returns its path.
func (p *planFixture) plan(name string, opened ...modules.ID) string {
	p.Helper()
	id := p.createRecord("/api/membership-tiers",
		fields{"name": name, "price": "6000", "duration": "annual", "graceDays": "14", "modules": append([]modules.ID{}, opened...)})
	p.tiers["/api/membership-tiers/"+id] = id
	return "/api/membership-tiers/" + id
}

func (p *planFixture) opens(plan string, opened ...modules.ID) {
	p.Helper()
	p.ok(p.admin.Send(http.MethodPut, plan, fields{"modules": append([]modules.ID{}, opened...)}))
}

// member returns a member who was given a year of a plan, and the id of the account.
func (p *planFixture) member(plans ...string) (*testapp.Visitor, string) {
	p.Helper()
	account := p.app.CreateAccount(httpx.Users, fields{"verified": true})
	for _, plan := range plans {
		p.grant(account.Id, plan)
	}
	return p.app.SignedInAs(account), account.Id
}

func (p *planFixture) grant(userID, plan string) {
	p.Helper()
	p.ok(p.admin.Post("/api/members/"+userID+"/memberships",
		fields{"membershipTierId": p.tiers[plan], "reason": "A guest of the circle"}))
}

func (p *planFixture) reads(member *testapp.Visitor, path string, want int) {
	p.Helper()
	if a := member.Get(path); a.Status != want {
		p.Errorf("%s: %d %s, want %d", path, a.Status, a.Body, want)
	}
}

func TestAPlanClosesTheModulesThatItDoesNotOpen(t *testing.T) {
	t.Parallel()
	p := openPlans(t)
	for _, closed := range append(modules.Circle(), "") {
		open := modules.Without(closed).And(modules.NewSet(modules.Circle()...))
		member, _ := p.member(p.plan("Without "+string(closed), open.IDs()...))
		module, _ := modules.Find(closed)
		session := p.ok(member.Get("/api/user")).JSON
		if got := fmt.Sprint(session["modules"]); got != fmt.Sprint(open.IDs()) {
			t.Errorf("without %s, the session has the modules %s", closed, got)
		}
		for _, route := range p.app.Routes() {
			isClosed := route.Access == httpx.Member && slices.Equal(route.Modules(), []modules.ID{closed})
			isReadable := route.Method == http.MethodGet && !strings.Contains(route.Path, "{")
			if route.Access == httpx.Admin || len(route.Modules()) == 0 || !isClosed && !isReadable {
				continue
			}
			a := member.Send(route.Method, pathParameter.ReplaceAllString(route.Path, "unknown"), fields{})
			isRefused := a.Status == http.StatusForbidden && a.Field("plan") == "Your plan does not include "+module.Phrase+"."
			if isRefused != isClosed {
				t.Errorf("without %s, %s %s: %d %s", closed, route.Method, route.Path, a.Status, a.Body)
			}
		}
	}
}

func TestAPlanThatOpensNothingClosesTheCircle(t *testing.T) {
	t.Parallel()
	p := openPlans(t)
	member, _ := p.member(p.plan("Supporter"))
	if a := member.Get("/api/circle"); a.Status != http.StatusForbidden ||
		a.Field("plan") != "Your plan does not include this part of the circle." {
		t.Errorf("the home: %d %s", a.Status, a.Body)
	}
	p.reads(member, "/api/user/circle", http.StatusOK)
	p.reads(member, "/api/user/profile", http.StatusOK)
}

func TestRunningTermsKeepTheModulesThatTheirPlanLoses(t *testing.T) {
	t.Parallel()
	p := openPlans(t)
	const library, board = "/api/library", "/api/board-seats"
	plan := p.plan("Year", modules.Sessions, modules.Library)
	early, earlyID := p.member(plan)
	p.reads(early, board, http.StatusForbidden)
	p.opens(plan, modules.Sessions, modules.Library, modules.BoardSeats)
	p.reads(early, board, http.StatusOK)

	running := func() fields {
		t.Helper()
		var list []fields
		if err := json.Unmarshal([]byte(p.admin.Get("/api/membership-tiers").Body), &list); err != nil {
			t.Fatal(err)
		}
		for _, tier := range list {
			if tier["id"] == p.tiers[plan] {
				return tier["runningTerms"].(fields)
			}
		}
		t.Fatal("the plan is not listed")
		return nil
	}
	if terms := running(); terms["terms"] != 1.0 || terms["forLife"] != 0.0 ||
		!strings.HasPrefix(terms["lastEndsAt"].(string), fmt.Sprint(p.app.Clock.Now().Year()+1)) {
		t.Errorf("the office is told of %v", terms)
	}
	p.opens(plan, modules.Sessions)
	late, _ := p.member(plan)
	p.reads(late, library, http.StatusForbidden)
	p.reads(late, board, http.StatusForbidden)
	p.reads(late, "/api/events", http.StatusOK)
	p.reads(early, library, http.StatusOK)
	p.reads(early, board, http.StatusOK)

	now := p.app.Clock.Now()
	if _, err := p.app.PB.NonconcurrentDB().Update("memberships", dbx.Params{
		"endsAt": database.FormatTime(now.Add(-time.Hour)), "graceUntil": database.FormatTime(now.Add(time.Hour)),
	}, dbx.HashExp{"userId": earlyID}).Execute(); err != nil {
		t.Fatal(err)
	}
	p.reads(early, library, http.StatusOK)
	p.grant(earlyID, plan) // begins a year after the first
	p.app.Clock.Advance(400 * 24 * time.Hour)
	p.app.Drain()
	p.reads(early, "/api/events", http.StatusOK)
	p.reads(early, library, http.StatusForbidden)
	p.opens(plan, modules.Sessions, modules.Library)
	p.reads(early, library, http.StatusOK)
}

func TestSeveralTermsOpenWhatAnyOfThemOpens(t *testing.T) {
	t.Parallel()
	p := openPlans(t)
	member, id := p.member(p.plan("Sessions", modules.Sessions))
	p.reads(member, "/api/library", http.StatusForbidden)
	p.grant(id, p.plan("Library", modules.Library))
	p.reads(member, "/api/library", http.StatusForbidden) // it begins after the first
	p.app.GrantTerm(id, p.app.Clock.Now().Add(-time.Hour), time.Time{})
	p.reads(member, "/api/library", http.StatusOK)
	p.reads(member, "/api/events", http.StatusOK)
}

func TestACompanySeatOpensWhatTheCompanyBought(t *testing.T) {
	t.Parallel()
	p := openPlans(t)
	bought := p.buySeats()
	seat := p.newest("seats")
	plan := p.ok(p.admin.Get("/api/transactions/" + bought.transaction)).JSON["membershipTierId"].(string)
	p.ok(p.admin.Send(http.MethodPut, "/api/membership-tiers/"+plan, fields{"modules": []modules.ID{modules.Sessions}}))
	p.ok(bought.buyer.Post("/api/seats/"+seat+"/invite", fields{"email": "chitra@example.com"}))
	holder := p.app.SignedIn("users", fields{"email": "chitra@example.com", "verified": true})
	p.ok(holder.Post("/api/seats/accept", fields{"token": p.seatToken()}))
	p.reads(holder, "/api/events", http.StatusOK)
	p.reads(holder, "/api/library", http.StatusOK)
}

func TestAPlanOpensModulesOfTheCircleOnly(t *testing.T) {
	t.Parallel()
	p := openPlans(t)
	for _, refused := range []fields{
		{"modules": []string{"dinners"}}, {"modules": []string{"books"}},
		{"modules": []string{"sessions"}, "features": []string{"Reading"},
			"screens": []fields{{"feature": "Reading", "screen": "library"}}},
	} {
		refused["name"], refused["price"] = "Year", "6000"
		if a := p.admin.Post("/api/membership-tiers", refused); a.Status != http.StatusBadRequest || a.Field("modules") == "" {
			t.Errorf("%v: %d %s", refused, a.Status, a.Body)
		}
	}
	p.ok(p.admin.Send(http.MethodPut, "/api/admin/modules/library", fields{"isOn": false}))
	tier := p.ok(p.admin.Post("/api/membership-tiers", fields{"name": "Year", "price": "6000"}))
	if got := fmt.Sprint(tier.JSON["modules"]); got != "[sessions directory board-seats consultations library]" {
		t.Errorf("a new plan opens %s, want the whole circle, also what is switched off", got)
	}
}

const circleModules = `["sessions","directory","board-seats","consultations","library"]`

// Until plans listed what they open, each opened the whole circle. Terms keep it also if their plan was deleted.
func TestAnUpgradeOpensTheWholeCircleForPlansAndTerms(t *testing.T) {
	testdb.SkipUnderRace(t)
	t.Parallel()
	app := openBefore(t, "1788007270")
	addRow(t, app, "membership_tiers", map[string]any{"slug": "year", "name": "Year"})
	addRow(t, app, "memberships", map[string]any{"userId": "asha00000000001", "membershipTierId": "deleted",
		"startsAt": "2026-01-01 00:00:00.000Z"})
	addRow(t, app, "seats", map[string]any{"transactionId": "company00000001", "number": 1, "state": "open"})
	request := addRow(t, app, "approvals", map[string]any{"kind": "tier.price", "state": "waiting", "subjectKey": "tier.price",
		"payload": `{"id":"lifetimetier001","values":{"price":"9000"},"version":"0123"}`})
	if err := app.RunAllMigrations(); err != nil {
		t.Fatal("the upgrade:", err)
	}
	waiting, err := app.FindRecordById("approvals", request)
	if want := `{"id":"lifetimetier001","values":{"price":"9000","modules":` + circleModules + `}}`; err != nil ||
		waiting.GetString("payload") != want {
		t.Errorf("payload = %s, %v, want %s", waiting.GetString("payload"), err, want)
	}
	for collection, field := range map[string]string{
		"membership_tiers": "modules", "memberships": "keptModules", "seats": "keptModules",
	} {
		records, err := app.FindAllRecords(collection)
		if err != nil || len(records) == 0 {
			t.Fatal(collection, len(records), err)
		}
		for _, record := range records {
			if got := record.GetString(field); got != circleModules {
				t.Errorf("%s of %s = %s, want %s", field, collection, got, circleModules)
			}
		}
	}
	_, opened, err := ledger.OpenedModules(app, "asha00000000001", time.Date(2026, 2, 1, 0, 0, 0, 0, time.UTC))
	if err != nil || !slices.Equal(opened.IDs(), modules.Circle()) {
		t.Errorf("a term whose plan was deleted opens %v, %v", opened.IDs(), err)
	}
}
