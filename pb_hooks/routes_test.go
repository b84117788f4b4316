package hooks_test

import (
	"strings"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/testapp"
)

// role is a kind of caller; its letter is used in the policy below.
type role struct {
	letter string
	name   string
	call   func(*testapp.App) *testapp.Visitor
}

var roles = []role{
	{"-", "nobody", func(h *testapp.App) *testapp.Visitor { return h.Visitor() }},
	{"u", "a user", func(h *testapp.App) *testapp.Visitor { return h.SignedIn("users", nil) }},
	{"i", "an inactive user", func(h *testapp.App) *testapp.Visitor {
		return h.SignedIn("users", map[string]any{"isActive": false, "isAdmin": true})
	}},
	{"a", "a user who is an admin", func(h *testapp.App) *testapp.Visitor {
		return h.SignedIn("users", map[string]any{"isAdmin": true})
	}},
	{"A", "an admin account", func(h *testapp.App) *testapp.Visitor { return h.SignedIn("admins", nil) }},
	{"I", "an inactive admin account", func(h *testapp.App) *testapp.Visitor {
		return h.SignedIn("admins", map[string]any{"isActive": false})
	}},
	{"S", "a superuser", func(h *testapp.App) *testapp.Visitor { return h.SignedIn(core.CollectionNameSuperusers, nil) }},
}

// policy says for each route which roles the middleware lets in; everybody else meets 401 or 403. It
// repeats the route table on purpose: a route that changes its class must be changed here too.
var policy = map[string]string{
	"GET /api/user":                              "ua", // 401 when there is no session user
	"PATCH /api/user":                            "ua",
	"GET /api/user/profile":                      "ua",
	"GET /api/user/security":                     "ua",
	"POST /api/user/password":                    "ua",
	"POST /api/user/pin":                         "ua",
	"POST /api/user/email":                       "ua",
	"POST /api/user/verification":                "ua",
	"POST /api/confirm-email":                    "-uiaAIS",
	"GET /api/user/sessions":                     "ua",
	"DELETE /api/user/sessions":                  "ua",
	"DELETE /api/user/sessions/{id}":             "ua",
	"GET /api/passkeys":                          "ua",
	"POST /api/passkeys/begin":                   "ua",
	"POST /api/passkeys/finish":                  "ua",
	"DELETE /api/passkeys/{id}":                  "ua",
	"POST /api/passkeys/login/begin":             "-uiaAIS",
	"POST /api/passkeys/login/finish":            "-uiaAIS",
	"POST /api/admin/login/passkey/begin":        "-uiaAIS",
	"POST /api/admin/login/passkey/finish":       "-uiaAIS",
	"GET /api/admin/me/passkeys":                 "A",
	"POST /api/admin/me/passkeys/begin":          "A",
	"POST /api/admin/me/passkeys/finish":         "A",
	"POST /api/admin/me/passkeys/{id}/remove":    "A",
	"POST /api/register":                         "-uiaAIS",
	"POST /api/login":                            "-uiaAIS",
	"POST /api/logout":                           "-uiaAIS",
	"POST /api/forgot-password":                  "-uiaAIS",
	"POST /api/reset-password":                   "-uiaAIS",
	"POST /api/admin/login":                      "-uiaAIS",
	"POST /api/admin/logout":                     "-uiaAIS",
	"GET /api/admin/session":                     "aAS", // 401 when there is no admin
	"GET /api/audit":                             "aAS",
	"GET /api/audit/choices":                     "aAS",
	"GET /api/audit/export":                      "aAS",
	"GET /api/audit/{id}":                        "aAS",
	"GET /api/admins":                            "aAS",
	"POST /api/admins":                           "aAS",
	"POST /api/admins/{id}/invitation":           "aAS",
	"POST /api/admins/{id}/deactivate":           "aAS",
	"POST /api/admins/{id}/reactivate":           "aAS",
	"POST /api/admins/{id}/second-factor/reset":  "aAS",
	"GET /api/admins/members":                    "aAS",
	"POST /api/admins/members":                   "aAS",
	"POST /api/admins/members/{id}/withdraw":     "aAS",
	"POST /api/admin/welcome":                    "-uiaAIS",
	"GET /api/admin/me":                          "A",
	"POST /api/admin/me/email":                   "A",
	"POST /api/admin/me/password":                "A",
	"POST /api/admin/me/second-factor":           "A",
	"POST /api/admin/me/second-factor/confirm":   "A",
	"POST /api/admin/me/second-factor/remove":    "A",
	"POST /api/admin/me/recovery-codes":          "A",
	"GET /api/admin/me/sessions":                 "aAS",
	"POST /api/admin/me/sessions/end":            "aAS",
	"POST /api/admin/me/sessions/{id}/end":       "aAS",
	"POST /api/registrations":                    "-uiaAIS",
	"GET /api/registrations":                     "aAS",
	"GET /api/registrations/export":              "aAS",
	"POST /api/drafts":                           "-uiaAIS",
	"GET /api/drafts":                            "aAS",
	"GET /api/drafts/mine":                       "-uiaAIS",
	"POST /api/drafts/mine/link":                 "-uiaAIS",
	"POST /api/drafts/resume":                    "-uiaAIS",
	"DELETE /api/drafts/mine":                    "-uiaAIS",
	"GET /api/nominations":                       "aAS",
	"GET /api/nominations/counts":                "aAS",
	"GET /api/nominations/mine":                  "ua",
	"POST /api/nominations/mine/details":         "ua", // and who holds the link of an email
	"POST /api/nominations/mine/amend":           "-uiaAIS",
	"POST /api/nominations/mine/answer":          "-uiaAIS",
	"POST /api/nominations/mine/withdraw":        "-uiaAIS",
	"POST /api/nominations/mine/reopen":          "-uiaAIS",
	"GET /api/nominations/{id}":                  "aAS",
	"GET /api/nominations/{id}/neighbours":       "aAS",
	"POST /api/nominations/{id}/steps":           "aAS",
	"POST /api/nominations/{id}/notes":           "aAS",
	"DELETE /api/nominations/{id}/notes/{note}":  "aAS",
	"PUT /api/nominations/{id}/vote":             "aAS",
	"POST /api/nominations/{id}/decline-preview": "aAS",
	"POST /api/nominations/{id}/invitation":      "aAS",
	"POST /api/invitations/look":                 "-uiaAIS",
	"POST /api/invitations/accept":               "ua",
	"GET /api/membership-tiers":                  "-uiaAIS",
	"POST /api/membership-tiers":                 "aAS",
	"PUT /api/membership-tiers/{id}":             "aAS",
	"DELETE /api/membership-tiers/{id}":          "aAS",
	"POST /api/membership-tiers/reorder":         "aAS",
	"GET /api/admin/stats":                       "aAS",
	"GET /api/admin/recent-activity":             "aAS",
	"GET /api/admin/charts":                      "aAS",
	"GET /api/members/registered-users":          "aAS",
	"GET /api/members/leads":                     "aAS",
	"GET /api/paid-members":                      "aAS",
	"GET /api/transactions":                      "aAS",
	"GET /api/config":                            "-uiaAIS",
	"GET /api/openapi.json":                      "-uiaAIS",
	"GET /api/site/landing":                      "-uiaAIS",
	"GET /api/cms/content":                       "-uiaAIS",
	"POST /api/cms/content":                      "aAS",
	"PUT /api/cms/content/{id}":                  "aAS",
	"DELETE /api/cms/content/{id}":               "aAS",
	"POST /api/cms/content/reorder":              "aAS",
	"GET /api/cms/content/{id}/versions":         "aAS",
	"GET /api/cms/deleted":                       "aAS",
	"POST /api/cms/restore/{id}":                 "aAS",
	"POST /api/cms/preview":                      "aAS",
	"POST /api/cms/images":                       "aAS",
	"GET /images/{name}":                         "-uiaAIS",
	"GET /api/campaigns":                         "aAS",
	"POST /api/campaigns":                        "aAS",
	"POST /api/campaigns/preview":                "aAS",
	"GET /api/campaigns/{id}":                    "aAS",
	"PUT /api/campaigns/{id}":                    "aAS",
	"DELETE /api/campaigns/{id}":                 "aAS",
	"POST /api/campaigns/{id}/duplicate":         "aAS",
	"POST /api/campaigns/{id}/test":              "aAS",
	"POST /api/campaigns/{id}/start":             "aAS",
	"POST /api/campaigns/{id}/pause":             "aAS",
	"POST /api/campaigns/{id}/resume":            "aAS",
	"POST /api/campaigns/{id}/cancel":            "aAS",
	"POST /api/campaigns/{id}/retry":             "aAS",
	"GET /api/campaigns/{id}/export":             "aAS",
	"POST /api/segments/count":                   "aAS",
	"GET /api/suppressions":                      "aAS",
	"POST /api/suppressions/{id}/lift":           "aAS",
	"GET /unsubscribe/{token}":                   "-uiaAIS",
	"POST /unsubscribe/{token}":                  "-uiaAIS",
	"GET /preferences/{token}":                   "-uiaAIS",
	"POST /preferences/{token}":                  "-uiaAIS",
	"POST /api/webhooks/brevo":                   "", // the provider's token only
	"POST /api/payments/create-order":            "ua",
	"POST /api/payments/verify":                  "ua",
	"POST /api/payments/verify-link":             "-uiaAIS",
	"GET /api/payments/orphans/{id}":             "aAS",
	"POST /api/payments/orphans/{id}/attach":     "aAS",
	"GET /api/transactions/{id}":                 "aAS",
	"GET /api/transactions/{id}/documents":       "aAS",
	"GET /api/transactions/{id}/invoice":         "uaAS",
	"POST /api/payments/quote":                   "-uiaAIS",
	"GET /api/billing-profile":                   "ua",
	"PUT /api/billing-profile":                   "ua",
	"GET /api/documents/{id}":                    "uaAS",
	"GET /api/memberships/mine":                  "ua",
	"POST /api/subscriptions/mine/cancel":        "ua",
	"POST /api/subscriptions/mine/pause":         "ua",
	"POST /api/subscriptions/mine/resume":        "ua",
	"POST /api/subscriptions/mine/card":          "ua",
	"POST /api/transactions/{id}/accept":         "aAS",
	"POST /api/transactions/{id}/refund":         "aAS",
	"POST /api/webhooks/razorpay":                "-uiaAIS", // refused by its signature, with 400
	"GET /api/admin/settings":                    "aAS",
	"PUT /api/admin/settings":                    "aAS",
	"GET /api/emails":                            "aAS",
	"GET /api/emails/summary":                    "aAS",
	"GET /api/emails/{id}":                       "aAS",
	"GET /api/emails/{id}/html":                  "aAS",
	"GET /api/email-previews/{key}":              "aAS",
	"POST /api/emails/send-again":                "aAS",
	"POST /api/emails/{id}/send-again":           "aAS",
	"POST /api/providers/brevo/test":             "aAS",
	"GET /api/providers":                         "aAS",
	"POST /api/providers/razorpay/test":          "aAS",
	"GET /api/webhook-diagnostics":               "aAS",
	"GET /api/jobs":                              "aAS",
	"GET /api/jobs/failed":                       "aAS",
	"POST /api/jobs/{id}/retry":                  "aAS",
	"GET /metrics":                               "S", // or the token of the environment
	"GET /api/admin/backups":                     "aAS",
	"POST /api/admin/backups":                    "aAS",
	"PUT /api/admin/backups/schedule":            "aAS",
	"POST /api/admin/backups/{name}/delete":      "aAS",
	"POST /api/admin/backups/{name}/ticket":      "aAS",
	"GET /api/admin/backups/{name}/download":     "aAS",
	"POST /api/admin/backups/{name}/restore":     "aAS",
	"GET /api/admin/replication":                 "aAS",
	"GET /api/admin/restore-drills":              "aAS",
	"POST /api/admin/restore-drills":             "aAS",
	"GET /robots.txt":                            "-uiaAIS",
	"GET /sitemap.xml":                           "-uiaAIS",
	"GET /.well-known/security.txt":              "-uiaAIS",
	"GET /{path...}":                             "-uiaAIS",

	// exports, stats and the import of legacy members
	"GET /api/members/figures":                    "aAS",
	"GET /api/members/registered-users/export":    "aAS",
	"GET /api/members/registered-users/{id}":      "aAS",
	"GET /api/members/leads/export":               "aAS",
	"GET /api/paid-members/export":                "aAS",
	"GET /api/transactions/export":                "aAS",
	"GET /api/payments/unknown":                   "aAS",
	"DELETE /api/payments/unknown/{id}/attention": "aAS",
	"DELETE /api/transactions/{id}/attention":     "aAS",
	"GET /api/members/imports":                    "aAS",
	"POST /api/members/imports":                   "aAS",
	"GET /api/members/imports/example":            "aAS",
	"POST /api/members/imports/wrong-rows":        "aAS",
	"POST /api/members/imports/check":             "aAS",
	"GET /api/members/imports/{id}":               "aAS",

	// what the office grants
	"GET /api/offline-payments":                              "aAS",
	"POST /api/offline-payments":                             "aAS",
	"POST /api/offline-payments/{id}/receipts":               "aAS",
	"POST /api/offline-payments/{id}/deposit":                "aAS",
	"POST /api/offline-payments/{id}/confirm":                "aAS",
	"POST /api/offline-payments/{id}/bounce":                 "aAS",
	"POST /api/offline-payments/{id}/cancel":                 "aAS",
	"POST /api/offline-payments/{id}/returned":               "aAS",
	"GET /api/offline-payments/{id}/proforma":                "aAS",
	"GET /api/coupons":                                       "aAS",
	"POST /api/coupons":                                      "aAS",
	"PUT /api/coupons/{id}":                                  "aAS",
	"DELETE /api/coupons/{id}":                               "aAS",
	"POST /api/members/{id}/memberships":                     "aAS",
	"POST /api/members/{id}/memberships/{membership}/extend": "aAS",
	"POST /api/members/{id}/memberships/{membership}/end":    "aAS",
}

// endsSession tells that a route ends the session of its caller.
func endsSession(route string) bool {
	return strings.HasSuffix(route, "logout") || route == "DELETE /api/user/sessions"
}

func TestEveryRouteLetsInThoseOfItsPolicyAndNobodyElse(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	callers := map[string]*testapp.Visitor{}
	seen := map[string]bool{}
	for _, route := range app.Routes() {
		name := route.Method + " " + route.Path
		allowed, known := policy[name]
		if !known {
			t.Errorf("%s is in the table but not in the policy", name)
		}
		seen[name] = true
		for _, role := range roles {
			// signing out ends the caller's sessions, so it gets a caller of its own
			if callers[role.letter] == nil || endsSession(name) {
				callers[role.letter] = role.call(app)
			}
			var body any
			if route.Method != "GET" {
				body = map[string]any{}
			}
			answer := callers[role.letter].Send(route.Method, strings.NewReplacer("{path...}", "no-such-page", "{id}", "nobodysrecord00").Replace(route.Path), body)
			refused := answer.Status == 401 || answer.Status == 403
			if refused == strings.Contains(allowed, role.letter) {
				t.Errorf("%s for %s: %d %s", name, role.name, answer.Status, answer.Body)
			}
			if answer.Status >= 500 && strings.HasPrefix(route.Path, "/api/") { // pages: this app has no web app
				t.Errorf("%s for %s fails: %d %s", name, role.name, answer.Status, answer.Body)
			}
			if endsSession(name) {
				callers[role.letter] = nil
			}
		}
	}
	for name := range policy {
		if !seen[name] {
			t.Errorf("%s is in the policy but not in the table", name)
		}
	}
}

func TestTheRawCollectionsAnswerStaffOnly(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	collections, err := app.PB.FindAllCollections()
	if err != nil {
		t.Fatal(err)
	}
	for _, role := range roles {
		caller := role.call(app)
		for _, collection := range collections {
			if collection.System {
				continue
			}
			answer := caller.Get("/api/collections/" + collection.Name + "/records")
			if staff := role.letter == "S"; (answer.Status == 200) != staff {
				t.Errorf("%s lists %s: %d", role.name, collection.Name, answer.Status)
			}
		}
	}
}
