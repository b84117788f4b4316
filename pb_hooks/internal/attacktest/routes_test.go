package attacktest

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"
)

// publicRoutes are all routes that a visitor may call. The list is separate from the route table, so that this test
// notices a route that becomes public.
var publicRoutes = []string{
	"POST /api/register", "POST /api/login", "POST /api/logout", "POST /api/forgot-password",
	"POST /api/reset-password",
	"POST /api/reset-password/details", // refused by its token
	"POST /api/confirm-email", "POST /api/passkeys/login/begin", "POST /api/passkeys/login/finish",
	"POST /api/admin/login/passkey/begin", "POST /api/admin/login/passkey/finish", "POST /api/admin/login",
	"POST /api/admin/logout", "POST /api/admin/welcome", "POST /api/registrations",
	"POST /api/drafts", "GET /api/drafts/mine", "DELETE /api/drafts/mine", "POST /api/drafts/mine/link",
	"POST /api/drafts/resume",
	"POST /api/nominations/mine/amend", "POST /api/nominations/mine/answer", "POST /api/nominations/mine/withdraw",
	"POST /api/nominations/mine/reopen", "POST /api/invitations/look", "GET /api/membership-tiers",
	"GET /api/config", "GET /api/openapi.json", "POST /api/payments/quote", "GET /api/site/texts/{page}",
	"GET /api/site/legal/{page}", "GET /api/site/legal/{page}/{id}",
	"GET /api/cms/content", "GET /images/{name}", "GET /images/{name}/{size}", "GET /api/site/sessions/{id}", "GET /cal/{file}",
	"GET /api/site/sessions/{id}/calendar", "POST /api/site/sessions/{id}/guests",
	"POST /api/site/guests/look", "POST /api/site/guests/answer", "POST /api/site/guests/join", // refused by their tokens
	"POST /api/webhooks/razorpay", "POST /api/payments/verify-link", // refused by their signatures
	"POST /api/renewals/look", "POST /api/renewals", "POST /api/seats/look", // refused by their tokens
	"GET /unsubscribe/{token}", "POST /unsubscribe/{token}", "GET /preferences/{token}", "POST /preferences/{token}",
	"POST /api/crashes",
	"GET /robots.txt", "GET /sitemap.xml", "GET /.well-known/security.txt", "GET /{path}",
}

// memberRoutes are the additional routes of a signed-in member.
var memberRoutes = []string{
	"GET /api/passkeys", "POST /api/passkeys/begin", "POST /api/passkeys/finish", "DELETE /api/passkeys/{id}",
	"GET /api/user", "PATCH /api/user", "GET /api/user/circle", "GET /api/user/profile", "GET /api/user/security", "GET /api/user/portrait",
	"GET /api/user/email-preferences", "PUT /api/user/email-preferences", "PUT /api/user/portrait",
	"DELETE /api/user/portrait", "POST /api/user/password", "POST /api/user/pin", "POST /api/user/email",
	"POST /api/user/second-factor", "POST /api/user/second-factor/confirm", "POST /api/user/second-factor/remove",
	"POST /api/user/recovery-codes",
	"POST /api/user/verification", "GET /api/user/sessions", "DELETE /api/user/sessions",
	"DELETE /api/user/sessions/{id}",
	"GET /api/nominations/mine", "POST /api/nominations/mine/details", "POST /api/invitations/accept",
	"POST /api/payments/create-order", "POST /api/payments/verify",
	"GET /api/memberships/mine", "GET /api/billing-profile", "PUT /api/billing-profile",
	"GET /api/transactions/{id}/invoice", "GET /api/documents/{id}", "POST /api/subscriptions/mine/cancel",
	"POST /api/subscriptions/mine/pause", "POST /api/subscriptions/mine/resume", "POST /api/subscriptions/mine/card",
	"GET /api/seats", "POST /api/seats/{id}/invite", "POST /api/seats/{id}/resend", "POST /api/seats/{id}/revoke",
	"POST /api/seats/{id}/reassign", "POST /api/seats/accept",
	"GET /api/blocks", "DELETE /api/directory/{person}/block", "GET /api/profile", "POST /api/profile/withdraw",
	"GET /api/vouches", "POST /api/vouches/{id}/decline", "DELETE /api/vouches/{id}",
}

// circleRoutes are for members of the circle. None of the callers of these tests has a membership.
var circleRoutes = []string{
	"DELETE /api/board-seats/{id}/interest", "DELETE /api/calendar-feed", "DELETE /api/library/{id}/bookmark",
	"DELETE /api/polls/{id}/comments/{comment}", "GET /api/board-seats", "GET /api/board-seats/mine",
	"GET /api/board-seats/{id}", "GET /api/calendar-feed", "GET /api/circle", "GET /api/directory",
	"GET /api/directory/{person}", "GET /api/directory/{person}/introduction",
	"GET /api/directory/{person}/portrait", "GET /api/events", "GET /api/events/{id}",
	"GET /api/events/{id}/calendar", "GET /api/introductions", "GET /api/introductions/{id}",
	"GET /api/introductions/{id}/messages", "GET /api/library", "GET /api/library-collections",
	"GET /api/library-collections/{id}", "GET /api/library/{id}",
	"GET /api/library/{id}/file", "GET /api/mentors", "GET /api/polls", "GET /api/polls/{id}",
	"GET /api/polls/{id}/ballots", "GET /api/polls/{id}/comments", "GET /api/tenure", "GET /events/{id}/join",
	"POST /api/board-seats", "POST /api/board-seats/{id}/interest", "POST /api/board-seats/{id}/outcome",
	"POST /api/board-seats/{id}/withdraw", "POST /api/calendar-feed", "POST /api/circle/visit",
	"POST /api/directory/{person}/block", "POST /api/directory/{person}/contact",
	"POST /api/directory/{person}/vouch", "POST /api/events/{id}/answer", "POST /api/introductions",
	"POST /api/introductions/{id}/accept", "POST /api/introductions/{id}/close",
	"POST /api/introductions/{id}/decline", "POST /api/introductions/{id}/messages",
	"POST /api/introductions/{id}/withdraw", "POST /api/mentors", "POST /api/mentors/{id}/accept",
	"POST /api/mentors/{id}/check-in", "POST /api/mentors/{id}/decline", "POST /api/mentors/{id}/end",
	"POST /api/mentors/{id}/withdraw", "POST /api/polls/{id}/comments", "POST /api/polls/{id}/vote",
	"POST /api/profile/publish", "POST /api/reports", "POST /api/vouches/{id}/approve", "PUT /api/board-seats/{id}",
	"PUT /api/library/{id}/bookmark", "PUT /api/mentors/offer", "PUT /api/profile",
}

// adminAccountRoutes are the routes on which an admins account manages itself.
var adminAccountRoutes = []string{
	"GET /api/admin/me/passkeys", "POST /api/admin/me/passkeys/begin", "POST /api/admin/me/passkeys/finish",
	"POST /api/admin/me/passkeys/{id}/remove",
	"GET /api/admin/me", "POST /api/admin/me/email", "POST /api/admin/me/email/confirm",
	"POST /api/admin/me/password", "POST /api/admin/me/second-factor",
	"POST /api/admin/me/second-factor/confirm", "POST /api/admin/me/second-factor/remove",
	"POST /api/admin/me/recovery-codes",
}

// passwordRoutes require the caller's console password, which superusers do not have.
var passwordRoutes = []string{
	"PUT /api/admin/backups/schedule", "POST /api/admin/backups/{name}/delete", "POST /api/admin/backups/{name}/ticket",
	"POST /api/admin/backups/{name}/restore",
}

// routes returns the routes that the running server lists.
func (s *site) routes(t *testing.T) []string {
	t.Helper()
	var document struct {
		Paths map[string]map[string]json.RawMessage
	}
	if err := json.Unmarshal([]byte(s.attacker(t).get("/api/openapi.json").body), &document); err != nil {
		t.Fatal(err)
	}
	var all []string
	for path, methods := range document.Paths {
		for method := range methods {
			all = append(all, strings.ToUpper(method)+" "+path)
		}
	}
	slices.Sort(all)
	if len(all) < 100 {
		t.Fatalf("only %d routes", len(all))
	}
	return all
}

var exampleIDs = strings.NewReplacer("{path}", "no-such-page", "{id}", "unknownrecord00", "{note}", "unknownrecord00",
	"{name}", "nothing.zip", "{token}", "no-such-link")

func (a *attacker) call(route string) answer {
	a.t.Helper()
	method, path, _ := strings.Cut(route, " ")
	var body any
	if method != http.MethodGet {
		body = fields{}
	}
	return a.send(method, exampleIDs.Replace(path), body)
}

func isRefusal(status int) bool {
	return status == http.StatusUnauthorized || status == http.StatusForbidden
}

func TestEachRouteRefusesCallersWithoutAccess(t *testing.T) {
	s := newSiteWithPages(t)
	visitor, staff := s.attacker(t), s.superuser(t)
	member, _, _ := s.member(t)
	granted, admin := s.memberAdmin(t, staff), s.admin(t)
	for _, route := range s.routes(t) {
		if strings.HasSuffix(route, "logout") || route == "DELETE /api/user/sessions" {
			continue // it ends the sessions of the other accounts
		}
		isPublic, isCircle := slices.Contains(publicRoutes, route), slices.Contains(circleRoutes, route)
		if route == "GET /metrics" || route == "POST /api/webhooks/brevo" {
			for name, a := range map[string]*attacker{"a visitor": visitor, "a member": member, "a member with rights": granted, "an admin": admin} {
				if got := a.call(route); !isRefusal(got.status) {
					t.Errorf("%s for %s: %s", route, name, got)
				}
			}
			continue
		}
		isMembers, isAccounts := slices.Contains(memberRoutes, route), slices.Contains(adminAccountRoutes, route)
		isDocument := strings.HasSuffix(route, "/invoice") || route == "GET /api/documents/{id}"
		serves := map[string]bool{
			"a visitor":            isPublic,
			"a member":             isPublic || isMembers,
			"a member with rights": !isAccounts && !isCircle,
			"an admin":             isPublic || !isMembers && !isCircle || isDocument,
			"a superuser": isPublic || !isMembers && !isCircle && !isAccounts &&
				!slices.Contains(passwordRoutes, route) || isDocument,
		}
		for name, a := range map[string]*attacker{"a visitor": visitor, "a member": member, "a member with rights": granted, "an admin": admin, "a superuser": staff} {
			if got := a.from(a.header.Get("X-Forwarded-For")).call(route); isRefusal(got.status) == serves[name] &&
				got.status != http.StatusTooManyRequests {
				t.Errorf("%s for %s: %s. A new route may have to be in one of the lists of this file.", route, name, got)
			}
		}
	}
}

// pocketBaseRoutes are PocketBase's own routes, which its dashboard calls.
var pocketBaseRoutes = []string{
	"GET /api/collections", "POST /api/collections", "GET /api/collections/users", "PATCH /api/collections/users",
	"DELETE /api/collections/users",
	"PUT /api/collections/import", "GET /api/collections/meta/scaffolds", "DELETE /api/collections/users/truncate",
	"GET /api/settings", "PATCH /api/settings", "POST /api/settings/test/s3", "POST /api/settings/test/email",
	"POST /api/settings/apple/generate-client-secret",
	"GET /api/logs", "GET /api/logs/stats", "GET /api/logs/unknownrecord00",
	"GET /api/backups", "POST /api/backups", "POST /api/backups/upload", "GET /api/backups/x.zip",
	"DELETE /api/backups/x.zip", "POST /api/backups/x.zip/restore",
	"GET /api/crons", "POST /api/crons/__pbLogsCleanup__", "POST /api/sql",
}

func TestOnlySuperusersReachPocketBasesOwnRoutes(t *testing.T) {
	s := sharedSite(t)
	staff := s.superuser(t)
	member, _, id := s.member(t)
	others := map[string]*attacker{
		"a visitor":            s.attacker(t),
		"a member":             member,
		"a member with rights": s.memberAdmin(t, staff),
		"an admin":             s.admin(t),
	}
	var collections struct{ Items []struct{ Name, Type string } }
	if err := json.Unmarshal([]byte(staff.get("/api/collections?perPage=200").body), &collections); err != nil ||
		len(collections.Items) < 15 {
		t.Fatalf("err = %v, %d collections, want at least 15", err, len(collections.Items))
	}
	for name, a := range others {
		for _, route := range pocketBaseRoutes {
			if got := a.call(route); got.status < 400 || got.status == http.StatusTooManyRequests {
				t.Errorf("%s for %s: %s", route, name, got)
			}
		}
		for _, c := range collections.Items {
			records := "/api/collections/" + c.Name + "/records"
			for _, route := range []string{"GET " + records, "POST " + records, "GET " + records + "/" + id, "PATCH " + records + "/" + id, "DELETE " + records + "/" + id} {
				got := a.call(route)
				// PocketBase lets an account list its own sign-ins. Here the list must be empty.
				if isEmpty := strings.HasPrefix(c.Name, "_") &&
					strings.Contains(got.body, `"totalItems":0`); got.status < 400 && !isEmpty {
					t.Errorf("%s for %s: %s", route, name, got)
				}
			}
			if c.Type != "auth" || c.Name == "_superusers" {
				continue
			}
			for _, action := range []string{"auth-with-password", "auth-refresh", "request-password-reset", "confirm-password-reset", "request-verification",
				"confirm-verification", "request-email-change", "confirm-email-change", "request-otp", "auth-with-otp", "auth-with-oauth2", "impersonate/" + id} {
				if got := a.call("POST /api/collections/" + c.Name + "/" + action); got.status < 400 {
					t.Errorf("%s of %s for %s: %s", action, c.Name, name, got)
				}
			}
		}
		batch := fields{
			"requests": []fields{{"method": "GET", "url": "/api/collections/users/records"},
				{"method": "PATCH", "url": "/api/collections/users/records/" + id, "body": fields{"isAdmin": true}}},
		}
		if got := a.post("/api/batch", batch); got.status < 400 {
			t.Errorf("a batch of %s: %s", name, got)
		}
		if got := a.post("/api/files/token", fields{}); got.status < 400 && name == "a visitor" {
			t.Errorf("a file token of %s: %s", name, got)
		}
	}
	if got := staff.get("/api/collections/users/records/" + id).json(t); got["isAdmin"] != false {
		t.Errorf("the member has changed: %v", got)
	}
	for _, path := range []string{"/_/", "/_/index.html"} {
		if got := others["a visitor"].get(path); strings.Contains(got.body, "@") &&
			strings.Contains(got.body, superuserEmail) {
			t.Errorf("%s names a superuser", path)
		}
	}
}

// A changed or forged token must not authenticate anyone.
func TestATamperedTokenIsRefused(t *testing.T) {
	s := sharedSite(t)
	admin, staff := s.admin(t), s.superuser(t)
	member, _, memberID := s.member(t)
	tokens := map[string]string{
		"a member's":    member.cookies["session"],
		"an admin's":    admin.cookies["admin_session"],
		"a superuser's": staff.header.Get("Authorization"),
	}
	for name, token := range tokens {
		parts := strings.Split(token, ".")
		if len(parts) != 3 {
			t.Fatalf("%s token has %d parts, want 3", name, len(parts))
		}
		var claims fields
		payload, err := base64.RawURLEncoding.DecodeString(parts[1])
		if err != nil || json.Unmarshal(payload, &claims) != nil {
			t.Fatal(err)
		}
		forge := func(header string, change func(fields)) string {
			changed := fields{}
			for key, value := range claims {
				changed[key] = value
			}
			change(changed)
			encoded, _ := json.Marshal(changed)
			return base64.RawURLEncoding.EncodeToString([]byte(header)) + "." +
				base64.RawURLEncoding.EncodeToString(encoded) + "."
		}
		flipped := []byte(parts[2])
		flipped[0] ^= 1
		superusers := func(c fields) { c["collectionId"] = "pbc_3142635823" }
		for forgery, forged := range map[string]string{
			"another signature":    parts[0] + "." + parts[1] + "." + string(flipped),
			"no signature":         parts[0] + "." + parts[1] + ".",
			"no algorithm":         forge(`{"alg":"none","typ":"JWT"}`, func(fields) {}),
			"a superuser's id":     forge(`{"alg":"none"}`, superusers),
			"another payload":      strings.TrimSuffix(forge(`{"alg":"HS256","typ":"JWT"}`, superusers), ".") + "." + parts[2],
			"a far expiry":         strings.TrimSuffix(forge(`{"alg":"HS256","typ":"JWT"}`, func(c fields) { c["exp"] = 4102444800 }), ".") + "." + parts[2],
			"two dots":             "..",
			"a file's name":        "../../etc/passwd",
			"a quote":              `' OR 1=1 --`,
			"a very long token":    strings.Repeat("a", 6000) + "." + strings.Repeat("b", 6000),
			"an account's id":      memberID,
			"the payload only":     parts[1],
			"a token of two parts": parts[0] + "." + parts[1],
		} {
			for _, carrier := range []string{"Authorization", "bearer", "session", "admin_session", "__Host-session", "__Host-admin"} {
				if forged == token {
					continue // the superuser's own token
				}
				a := s.attacker(t)
				switch carrier {
				case "Authorization":
					a.header.Set("Authorization", forged)
				case "bearer":
					a.header.Set("Authorization", "Bearer "+forged)
				default:
					a.header.Set("Cookie", carrier+"="+strings.ReplaceAll(forged, `"`, ""))
				}
				for _, path := range []string{"/api/user", "/api/admin/stats", "/api/collections", "/api/memberships/mine"} {
					if got := a.get(path); !isRefusal(got.status) {
						t.Errorf("%s token with %s in %s at %s: %s", name, forgery, carrier, path, got)
					}
				}
			}
		}
	}
	// A file token must not work as a session.
	file, _ := staff.post("/api/files/token", fields{}).json(t)["token"].(string)
	if file == "" {
		t.Fatal("the response has no file token")
	}
	s.attacker(t).with("Authorization", file).get("/api/collections").want(t, "a file token", 401, 403)
	// A token in the wrong cookie must not work as the other kind of session.
	a := s.attacker(t)
	a.cookies["admin_session"] = tokens["a member's"]
	a.get("/api/admin/stats").want(t, "a member's token in an admin's cookie", 401, 403)
	a.cookies = map[string]string{"session": tokens["an admin's"]}
	a.get("/api/user").want(t, "an admin's token in a member's cookie", 401)
	// A stolen cookie must be worthless after its owner has signed out.
	copied := s.attacker(t)
	copied.cookies["session"] = tokens["a member's"]
	copied.get("/api/user").want(t, "the copied cookie", 200)
	member.post("/api/logout", fields{})
	copied.get("/api/user").want(t, "the copied cookie after the sign-out", 401)
}
