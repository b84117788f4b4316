package hooks_test

import (
	"strings"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/testapp"
)

// role is a kind of caller. Its letter is used in the policy below.
type role struct {
	letter string
	name   string
	call   func(*testapp.App) *testapp.Visitor
}

var roles = []role{
	{"-", "a visitor", func(h *testapp.App) *testapp.Visitor { return h.Visitor() }},
	{"u", "a user", func(h *testapp.App) *testapp.Visitor { return h.SignedIn("users", nil) }},
	{"m", "a member", func(h *testapp.App) *testapp.Visitor { return h.SignedInAs(h.CreateMember(nil)) }},
	{"i", "an inactive user", func(h *testapp.App) *testapp.Visitor {
		return h.SignedIn("users", map[string]any{"isActive": false, "isAdmin": true})
	}},
	{"a", "a user who is an admin", func(h *testapp.App) *testapp.Visitor {
		return h.SignedIn("users", map[string]any{"isAdmin": true})
	}},
	{"A", "an owner", func(h *testapp.App) *testapp.Visitor { return h.SignedIn("admins", nil) }},
	{"o", "the office", adminWith("office")},
	{"r", "a reviewer", adminWith("reviewer")},
	{"c", "an accountant", adminWith("accountant")},
	{"e", "an editor", adminWith("editor")},
	{"I", "an inactive admin account", func(h *testapp.App) *testapp.Visitor {
		return h.SignedIn("admins", map[string]any{"isActive": false})
	}},
	{"S", "a superuser", func(h *testapp.App) *testapp.Visitor {
		return h.SignedIn(core.CollectionNameSuperusers, nil)
	}},
}

// adminWith returns a caller with an admin account of a role.
func adminWith(role string) func(*testapp.App) *testapp.Visitor {
	return func(h *testapp.App) *testapp.Visitor { return h.SignedIn("admins", map[string]any{"role": role}) }
}

// policy lists the roles that the middleware accepts for each route. All other callers get 401 or 403. It repeats the
// route table on purpose: changing a route's access class requires a change here too. A member may call all that a user
// may call.
var policy = map[string]string{
	"GET /api/user":                                      "ua", // 401 when there is no session user
	"PATCH /api/user":                                    "ua",
	"GET /api/user/profile":                              "ua",
	"GET /api/user/circle":                               "ua",
	"GET /api/user/portrait":                             "ua",
	"PUT /api/user/portrait":                             "ua",
	"DELETE /api/user/portrait":                          "ua",
	"GET /api/user/email-preferences":                    "ua",
	"PUT /api/user/email-preferences":                    "ua",
	"GET /api/user/security":                             "ua",
	"POST /api/user/password":                            "ua",
	"POST /api/user/pin":                                 "ua",
	"POST /api/user/email":                               "ua",
	"POST /api/user/verification":                        "ua",
	"POST /api/confirm-email":                            "-uiaAorceIS",
	"GET /api/user/sessions":                             "ua",
	"DELETE /api/user/sessions":                          "ua",
	"DELETE /api/user/sessions/{id}":                     "ua",
	"POST /api/user/second-factor":                       "ua",
	"POST /api/user/second-factor/confirm":               "ua",
	"POST /api/user/second-factor/remove":                "ua",
	"POST /api/user/recovery-codes":                      "ua",
	"GET /api/passkeys":                                  "ua",
	"POST /api/passkeys/begin":                           "ua",
	"POST /api/passkeys/finish":                          "ua",
	"DELETE /api/passkeys/{id}":                          "ua",
	"POST /api/passkeys/login/begin":                     "-uiaAorceIS",
	"POST /api/passkeys/login/finish":                    "-uiaAorceIS",
	"POST /api/admin/login/passkey/begin":                "-uiaAorceIS",
	"POST /api/admin/login/passkey/finish":               "-uiaAorceIS",
	"GET /api/admin/me/passkeys":                         "Aorce",
	"POST /api/admin/me/passkeys/begin":                  "Aorce",
	"POST /api/admin/me/passkeys/finish":                 "Aorce",
	"POST /api/admin/me/passkeys/{id}/remove":            "Aorce",
	"POST /api/register":                                 "-uiaAorceIS",
	"POST /api/login":                                    "-uiaAorceIS",
	"POST /api/logout":                                   "-uiaAorceIS",
	"POST /api/forgot-password":                          "-uiaAorceIS",
	"POST /api/reset-password":                           "-uiaAorceIS",
	"POST /api/reset-password/details":                   "-uiaAorceIS",
	"POST /api/admin/login":                              "-uiaAorceIS",
	"POST /api/admin/logout":                             "-uiaAorceIS",
	"GET /api/admin/session":                             "aASorce", // 401 when there is no admin
	"GET /api/admin/access":                              "aASorce",
	"GET /api/circle":                                    "m",
	"POST /api/circle/visit":                             "m",
	"GET /api/library":                                   "m",
	"POST /api/library":                                  "aASoe",
	"GET /api/library/{id}":                              "m",
	"PUT /api/library/{id}":                              "aASoe",
	"DELETE /api/library/{id}":                           "aASoe",
	"GET /api/library/{id}/file":                         "m",
	"POST /api/library/{id}/file":                        "aASoe",
	"DELETE /api/library/{id}/file":                      "aASoe",
	"PUT /api/library/{id}/bookmark":                     "m",
	"DELETE /api/library/{id}/bookmark":                  "m",
	"GET /api/admin/library":                             "aASoe",
	"GET /api/admin/library/{id}":                        "aASoe",
	"GET /api/admin/library/{id}/file":                   "aASoe",
	"GET /api/admin/library/{id}/versions":               "aASoe",
	"GET /api/library-collections":                       "m",
	"GET /api/library-collections/{id}":                  "m",
	"POST /api/library-collections":                      "aASoe",
	"PUT /api/library-collections/{id}":                  "aASoe",
	"DELETE /api/library-collections/{id}":               "aASoe",
	"GET /api/admin/library-collections":                 "aASoe",
	"GET /api/admin/library-collections/{id}":            "aASoe",
	"GET /api/polls":                                     "m",
	"POST /api/polls":                                    "aASo",
	"GET /api/polls/{id}":                                "m",
	"PUT /api/polls/{id}":                                "aASo",
	"DELETE /api/polls/{id}":                             "aASo",
	"GET /api/polls/{id}/comments":                       "m",
	"POST /api/polls/{id}/comments":                      "m",
	"DELETE /api/polls/{id}/comments/{comment}":          "m",
	"POST /api/polls/{id}/comments/{comment}/remove":     "aASo",
	"POST /api/polls/{id}/vote":                          "m",
	"GET /api/polls/{id}/ballots":                        "m",
	"POST /api/polls/{id}/publish":                       "aASo",
	"POST /api/polls/{id}/open":                          "aASo",
	"POST /api/polls/{id}/close":                         "aASo",
	"POST /api/polls/{id}/result":                        "aASo",
	"POST /api/polls/{id}/withdraw":                      "aASo",
	"GET /api/admin/polls":                               "aASo",
	"GET /api/admin/polls/{id}":                          "aASo",
	"GET /api/admin/polls/{id}/comments":                 "aASo",
	"GET /api/admin/polls/{id}/ballots":                  "aASo",
	"POST /api/people":                                   "aASo",
	"GET /api/people/{id}":                               "aASo",
	"PATCH /api/people/{id}":                             "aASo",
	"POST /api/people/{id}/deactivate":                   "aASo",
	"POST /api/people/{id}/reactivate":                   "aASo",
	"POST /api/people/{id}/notes":                        "aASo",
	"DELETE /api/people/{id}/notes/{note}":               "aASo",
	"POST /api/people/{id}/emails":                       "aASo",
	"POST /api/people/{id}/reset-link":                   "aASo",
	"GET /api/people/{id}/portrait":                      "aASo",
	"POST /api/people/{id}/proof-link":                   "aASo",
	"POST /api/people/{id}/second-factor/reset":          "aASo",
	"POST /api/people/{id}/merge":                        "aASo",
	"POST /api/bulk-actions/preview":                     "aASo",
	"POST /api/bulk-actions":                             "aASo",
	"GET /api/bulk-actions":                              "aASo",
	"GET /api/bulk-actions/{id}":                         "aASo",
	"POST /api/bulk-actions/{id}/undo":                   "aASo",
	"POST /api/people/{id}/merges/{merge}/undo":          "aASo",
	"GET /api/profile":                                   "ua",
	"PUT /api/profile":                                   "m",
	"POST /api/profile/publish":                          "m",
	"POST /api/profile/withdraw":                         "ua",
	"GET /api/directory":                                 "m",
	"GET /api/directory/{person}":                        "m",
	"GET /api/directory/{person}/portrait":               "m",
	"POST /api/directory/{person}/contact":               "m",
	"POST /api/directory/{person}/block":                 "m",
	"DELETE /api/directory/{person}/block":               "ua",
	"GET /api/blocks":                                    "ua",
	"POST /api/directory/{person}/vouch":                 "m",
	"GET /api/vouches":                                   "ua",
	"POST /api/vouches/{id}/approve":                     "m",
	"POST /api/vouches/{id}/decline":                     "ua",
	"DELETE /api/vouches/{id}":                           "ua",
	"GET /api/nominations/export":                        "aASo",
	"GET /api/audit":                                     "aASo",
	"GET /api/audit/choices":                             "aASo",
	"GET /api/audit/export":                              "aAS",
	"GET /api/audit/{id}":                                "aASo",
	"GET /api/admins":                                    "aAS",
	"POST /api/admins":                                   "aAS",
	"POST /api/admins/{id}/invitation":                   "aAS",
	"POST /api/admins/{id}/deactivate":                   "aAS",
	"POST /api/admins/{id}/reactivate":                   "aAS",
	"PUT /api/admins/{id}/role":                          "aAS",
	"PUT /api/admins/{id}/person":                        "aAS",
	"POST /api/admins/{id}/second-factor/reset":          "aAS",
	"GET /api/admins/members":                            "aAS",
	"POST /api/admins/members":                           "aAS",
	"POST /api/admins/members/{id}/withdraw":             "aAS",
	"POST /api/admin/welcome":                            "-uiaAorceIS",
	"GET /api/admin/me":                                  "Aorce",
	"POST /api/admin/me/email":                           "Aorce",
	"POST /api/admin/me/email/confirm":                   "Aorce",
	"POST /api/admin/me/password":                        "Aorce",
	"POST /api/admin/me/second-factor":                   "Aorce",
	"POST /api/admin/me/second-factor/confirm":           "Aorce",
	"POST /api/admin/me/second-factor/remove":            "Aorce",
	"POST /api/admin/me/recovery-codes":                  "Aorce",
	"GET /api/admin/me/sessions":                         "aASorce",
	"POST /api/admin/me/sessions/end":                    "aASorce",
	"POST /api/admin/me/sessions/{id}/end":               "aASorce",
	"POST /api/registrations":                            "-uiaAorceIS",
	"GET /api/registrations":                             "aASor",
	"GET /api/registrations/export":                      "aASo",
	"POST /api/drafts":                                   "-uiaAorceIS",
	"GET /api/drafts":                                    "aASo",
	"GET /api/drafts/mine":                               "-uiaAorceIS",
	"POST /api/drafts/mine/link":                         "-uiaAorceIS",
	"POST /api/drafts/resume":                            "-uiaAorceIS",
	"DELETE /api/drafts/mine":                            "-uiaAorceIS",
	"GET /api/nominations":                               "aASor",
	"GET /api/nominations/counts":                        "aASor",
	"GET /api/nominations/mine":                          "ua",
	"POST /api/nominations/mine/details":                 "ua", // also anyone with the link of an email
	"POST /api/nominations/mine/amend":                   "-uiaAorceIS",
	"POST /api/nominations/mine/answer":                  "-uiaAorceIS",
	"POST /api/nominations/mine/withdraw":                "-uiaAorceIS",
	"POST /api/nominations/mine/reopen":                  "-uiaAorceIS",
	"GET /api/nominations/{id}":                          "aASor",
	"GET /api/nominations/{id}/neighbours":               "aASor",
	"POST /api/nominations/{id}/steps":                   "aASor",
	"POST /api/nominations/{id}/notes":                   "aASor",
	"DELETE /api/nominations/{id}/notes/{note}":          "aASor",
	"PUT /api/nominations/{id}/vote":                     "aASor",
	"POST /api/nominations/{id}/decline-preview":         "aASor",
	"POST /api/nominations/{id}/invitation":              "aASor",
	"POST /api/nominations/{id}/seats":                   "aASor",
	"PUT /api/nominations/{id}/seats/{seat}":             "aASor",
	"DELETE /api/nominations/{id}/seats/{seat}":          "aASor",
	"POST /api/nominations/{id}/seats/{seat}/evidence":   "aASor",
	"GET /api/nominations/{id}/seats/{seat}/evidence":    "aASor",
	"DELETE /api/nominations/{id}/seats/{seat}/evidence": "aASor",
	"PUT /api/nominations/{id}/conflicts":                "aASor",
	"POST /api/nominations/{id}/referees":                "aASor",
	"PUT /api/nominations/{id}/referees/{referee}":       "aASor",
	"DELETE /api/nominations/{id}/referees/{referee}":    "aASor",
	"POST /api/invitations/look":                         "-uiaAorceIS",
	"POST /api/invitations/accept":                       "ua",
	"GET /api/membership-tiers":                          "-uiaAorceIS",
	"POST /api/membership-tiers":                         "aASo",
	"PUT /api/membership-tiers/{id}":                     "aASo",
	"DELETE /api/membership-tiers/{id}":                  "aASo",
	"POST /api/membership-tiers/{id}/plan":               "aASo",
	"POST /api/membership-tiers/reorder":                 "aASo",
	"GET /api/admin/stats":                               "aASoc",
	"GET /api/admin/recent-activity":                     "aASoc",
	"GET /api/admin/charts":                              "aASoc",
	"GET /api/members/registered-users":                  "aASo",
	"GET /api/members/leads":                             "aASo",
	"GET /api/paid-members":                              "aASoc",
	"GET /api/transactions":                              "aASoc",
	"GET /api/config":                                    "-uiaAorceIS",
	"GET /api/openapi.json":                              "-uiaAorceIS",
	"GET /api/cms/content":                               "-uiaAorceIS",
	"POST /api/cms/content":                              "aASoe",
	"PUT /api/cms/content/{id}":                          "aASoe",
	"DELETE /api/cms/content/{id}":                       "aASoe",
	"GET /api/site/legal/{page}":                         "-uiaAorceIS",
	"GET /api/site/legal/{page}/{id}":                    "-uiaAorceIS",
	"GET /api/site/texts/{page}":                         "-uiaAorceIS",
	"GET /api/redirects":                                 "aASoe",
	"POST /api/redirects":                                "aASoe",
	"PUT /api/redirects/{id}":                            "aASoe",
	"DELETE /api/redirects/{id}":                         "aASoe",
	"GET /api/texts/coverage":                            "aASoe",
	"GET /api/texts/facts":                               "aASoe",
	"GET /api/texts/translations":                        "aASoe",
	"POST /api/texts/{page}/translation":                 "aASoe",
	"GET /api/texts/{page}":                              "aASoe",
	"PUT /api/texts/{page}":                              "aASoe",
	"GET /api/texts/{page}/history":                      "aASoe",
	"POST /api/texts/{page}/restore":                     "aASoe",
	"POST /api/texts/{page}/preview":                     "aASoe",
	"DELETE /api/texts/{page}/preview":                   "aASoe",
	"POST /api/texts/{page}/publish":                     "aASoe",
	"POST /api/texts/{page}/confirm":                     "aASoe",
	"POST /api/texts/{page}/discard":                     "aASoe",
	"GET /api/cms/images":                                "aASoe",
	"POST /api/cms/images":                               "aASoe",
	"GET /images/{name}":                                 "-uiaAorceIS",
	"GET /images/{name}/{size}":                          "-uiaAorceIS",
	"GET /api/pictures":                                  "aASoe",
	"GET /api/pictures/{id}":                             "aASoe",
	"PUT /api/pictures/{id}":                             "aASoe",
	"POST /api/pictures/{id}/file":                       "aASoe",
	"DELETE /api/pictures/{id}":                          "aASoe",
	"GET /api/campaigns":                                 "aASo",
	"POST /api/campaigns":                                "aASo",
	"POST /api/campaigns/preview":                        "aASo",
	"POST /api/campaigns/check":                          "aASo",
	"GET /api/campaigns/{id}":                            "aASo",
	"PUT /api/campaigns/{id}":                            "aASo",
	"DELETE /api/campaigns/{id}":                         "aASo",
	"POST /api/campaigns/{id}/duplicate":                 "aASo",
	"POST /api/campaigns/{id}/test":                      "aASo",
	"POST /api/campaigns/{id}/start":                     "aASo",
	"POST /api/campaigns/{id}/pause":                     "aASo",
	"POST /api/campaigns/{id}/resume":                    "aASo",
	"POST /api/campaigns/{id}/cancel":                    "aASo",
	"POST /api/campaigns/{id}/retry":                     "aASo",
	"POST /api/campaigns/{id}/winner":                    "aASo",
	"GET /api/campaigns/{id}/export":                     "aASo",
	"GET /api/automations":                               "aASo",
	"GET /api/automations/{id}":                          "aASo",
	"PUT /api/automations/{id}":                          "aASo",
	"GET /api/automations/{id}/log":                      "aASo",
	"GET /api/segments":                                  "aASo",
	"POST /api/segments":                                 "aASo",
	"GET /api/segments/choices":                          "aASo",
	"PUT /api/segments/{id}":                             "aASo",
	"DELETE /api/segments/{id}":                          "aASo",
	"POST /api/segments/count":                           "aASo",
	"GET /api/email-texts":                               "aASo",
	"GET /api/email-texts/{id}":                          "aASo",
	"PUT /api/email-texts/{id}":                          "aASo",
	"PUT /api/email-texts/{id}/draft":                    "aASo",
	"GET /api/email-texts/{id}/versions":                 "aASo",
	"POST /api/email-texts/{id}/restore":                 "aASo",
	"POST /api/email-texts/{id}/preview":                 "aASo",
	"POST /api/email-texts/{id}/test":                    "aASo",
	"POST /api/email-frame/preview":                      "aAS",
	"GET /api/emails/health":                             "aASo",
	"POST /api/emails/health":                            "aASo",
	"POST /api/emails/resume":                            "aASo",
	"GET /api/suppressions":                              "aASo",
	"POST /api/suppressions/{id}/lift":                   "aASo",
	"GET /unsubscribe/{token}":                           "-uiaAorceIS",
	"POST /unsubscribe/{token}":                          "-uiaAorceIS",
	"GET /preferences/{token}":                           "-uiaAorceIS",
	"POST /preferences/{token}":                          "-uiaAorceIS",
	"POST /api/webhooks/brevo":                           "", // only with the provider's token
	"POST /api/payments/create-order":                    "ua",
	"POST /api/payments/verify":                          "ua",
	"POST /api/payments/verify-link":                     "-uiaAorceIS",
	"POST /api/renewals/look":                            "-uiaAorceIS",
	"POST /api/renewals":                                 "-uiaAorceIS",
	"GET /api/seats":                                     "ua",
	"POST /api/seats/{id}/invite":                        "ua",
	"POST /api/seats/{id}/resend":                        "ua",
	"POST /api/seats/{id}/revoke":                        "ua",
	"POST /api/seats/{id}/reassign":                      "ua",
	"POST /api/transactions/{id}/notes":                  "aASo",
	"POST /api/transactions/{id}/billing":                "aASo",
	"POST /api/seats/look":                               "-uiaAorceIS",
	"POST /api/seats/accept":                             "ua",
	"POST /api/transactions/{id}/seats/{seat}/end":       "aASo",
	"GET /api/payments/orphans/{id}":                     "aASoc",
	"POST /api/payments/orphans/{id}/attach":             "aASo",
	"GET /api/transactions/{id}":                         "aASoc",
	"GET /api/transactions/{id}/documents":               "aASoc",
	"GET /api/transactions/{id}/invoice":                 "uaASoc",
	"POST /api/payments/quote":                           "-uiaAorceIS",
	"GET /api/billing-profile":                           "ua",
	"PUT /api/billing-profile":                           "ua",
	"GET /api/documents/{id}":                            "uaASoc",
	"GET /api/memberships/mine":                          "ua",
	"POST /api/subscriptions/mine/cancel":                "ua",
	"POST /api/subscriptions/mine/pause":                 "ua",
	"POST /api/subscriptions/mine/resume":                "ua",
	"POST /api/subscriptions/mine/card":                  "ua",
	"GET /api/admin/this-week":                           "aASo",
	"PUT /api/admin/this-week/email":                     "aASo",
	"POST /api/people/{id}/welcome":                      "aASo",
	"DELETE /api/people/{id}/welcome":                    "aASo",
	"GET /api/approvals":                                 "aASo",
	"POST /api/approvals/{id}/confirm":                   "aASo",
	"POST /api/approvals/{id}/refuse":                    "aASo",
	"POST /api/transactions/{id}/accept":                 "aASo",
	"POST /api/transactions/{id}/refund":                 "aASo",
	"POST /api/transactions/{id}/restore":                "aASo",
	"POST /api/webhooks/razorpay":                        "-uiaAorceIS", // refused with 400 because of its signature
	"GET /api/admin/modules":                             "aAS",
	"PUT /api/admin/modules":                             "aAS",
	"PUT /api/admin/modules/{id}":                        "aAS",
	"GET /api/admin/settings":                            "aAS",
	"PUT /api/admin/settings":                            "aAS",
	"GET /api/admin/setup":                               "aAS",
	"POST /api/admin/setup/dismiss":                      "aAS",
	"GET /api/emails":                                    "aASo",
	"GET /api/emails/summary":                            "aASo",
	"GET /api/emails/{id}":                               "aASo",
	"GET /api/emails/{id}/html":                          "aASo",
	"GET /api/email-previews/{key}":                      "aASor",
	"POST /api/emails/send-again":                        "aASo",
	"POST /api/emails/{id}/send-again":                   "aASo",
	"POST /api/providers/brevo/test":                     "aAS",
	"GET /api/providers":                                 "aAS",
	"POST /api/providers/razorpay/test":                  "aAS",
	"GET /api/webhook-diagnostics":                       "aAS",
	"GET /api/jobs":                                      "aAS",
	"GET /api/jobs/failed":                               "aAS",
	"POST /api/jobs/{id}/retry":                          "aAS",
	"POST /api/crashes":                                  "-uiaAorceIS",
	"GET /api/introductions":                             "m",
	"POST /api/introductions":                            "m",
	"GET /api/introductions/{id}":                        "m",
	"POST /api/introductions/{id}/accept":                "m",
	"POST /api/introductions/{id}/decline":               "m",
	"POST /api/introductions/{id}/withdraw":              "m",
	"POST /api/introductions/{id}/close":                 "m",
	"GET /api/introductions/{id}/messages":               "m",
	"POST /api/introductions/{id}/messages":              "m",
	"GET /api/directory/{person}/introduction":           "m",
	"GET /api/admin/introductions":                       "aASo",
	"POST /api/admin/introductions":                      "aASo",
	"POST /api/reports":                                  "m",
	"GET /api/admin/reports":                             "aASo",
	"GET /api/admin/reports/{id}":                        "aASo",
	"POST /api/admin/reports/{id}/decide":                "aASo",
	"POST /api/admin/reports/{id}/reverse":               "aASo",
	"GET /api/mentors":                                   "m",
	"POST /api/mentors":                                  "m",
	"PUT /api/mentors/offer":                             "m",
	"POST /api/mentors/{id}/accept":                      "m",
	"POST /api/mentors/{id}/decline":                     "m",
	"POST /api/mentors/{id}/withdraw":                    "m",
	"POST /api/mentors/{id}/end":                         "m",
	"POST /api/mentors/{id}/check-in":                    "m",
	"GET /api/admin/mentors":                             "aASo",
	"GET /api/tenure":                                    "m",
	"GET /api/board-seats":                               "m",
	"POST /api/board-seats":                              "m",
	"GET /api/board-seats/mine":                          "m",
	"GET /api/board-seats/{id}":                          "m",
	"PUT /api/board-seats/{id}":                          "m",
	"POST /api/board-seats/{id}/withdraw":                "m",
	"POST /api/board-seats/{id}/interest":                "m",
	"DELETE /api/board-seats/{id}/interest":              "m",
	"POST /api/board-seats/{id}/outcome":                 "m",
	"POST /api/board-seats/{id}/approve":                 "aASo",
	"POST /api/board-seats/{id}/decline":                 "aASo",
	"POST /api/board-seats/{id}/close":                   "aASo",
	"GET /api/admin/board-seats":                         "aASo",
	"POST /api/admin/board-seats":                        "aASo",
	"GET /api/admin/board-seats/figures":                 "aASo",
	"GET /api/admin/board-seats/{id}":                    "aASo",
	"PUT /api/admin/board-seats/{id}":                    "aASo",
	"POST /api/admin/board-seats/{id}/outcome":           "aASo",
	"GET /metrics":                                       "S", // or the token of the environment
	"GET /api/admin/backups":                             "aAS",
	"POST /api/admin/backups":                            "aAS",
	"PUT /api/admin/backups/schedule":                    "aAS",
	"POST /api/admin/backups/{name}/delete":              "aAS",
	"POST /api/admin/backups/{name}/ticket":              "aAS",
	"GET /api/admin/backups/{name}/download":             "aAS",
	"POST /api/admin/backups/{name}/restore":             "aAS",
	"GET /api/admin/replication":                         "aAS",
	"GET /api/admin/restore-drills":                      "aAS",
	"POST /api/admin/restore-drills":                     "aAS",
	"GET /robots.txt":                                    "-uiaAorceIS",
	"GET /sitemap.xml":                                   "-uiaAorceIS",
	"GET /.well-known/security.txt":                      "-uiaAorceIS",
	"GET /{path...}":                                     "-uiaAorceIS",

	// exports, stats and the import of legacy members
	"GET /api/members/figures":                    "aASoc",
	"GET /api/members/registered-users/export":    "aASo",
	"GET /api/members/leads/export":               "aASo",
	"GET /api/paid-members/export":                "aASoc",
	"GET /api/transactions/export":                "aASoc",
	"GET /api/payments/open":                      "aASoc",
	"GET /api/payments/unknown":                   "aASoc",
	"DELETE /api/payments/unknown/{id}/attention": "aASo",
	"DELETE /api/transactions/{id}/attention":     "aASo",
	"GET /api/members/imports":                    "aASo",
	"POST /api/members/imports":                   "aASo",
	"GET /api/members/imports/example":            "aASo",
	"POST /api/members/imports/wrong-rows":        "aASo",
	"POST /api/members/imports/check":             "aASo",
	"GET /api/members/imports/{id}":               "aASo",

	// Grants by the office.
	"GET /api/books/registers":                               "aASoc",
	"GET /api/books/gstr1":                                   "aASoc",
	"GET /api/books/e-invoices":                              "aASoc",
	"GET /api/books/e-invoices/file":                         "aASoc",
	"POST /api/books/e-invoices":                             "aASo",
	"GET /api/books/months":                                  "aASoc",
	"GET /api/books/settlements":                             "aASoc",
	"GET /api/books/settlements/{id}":                        "aASoc",
	"PUT /api/books/settlement-items/{id}/explanation":       "aASo",
	"PUT /api/books/months/{month}/rate":                     "aASo",
	"POST /api/books/months/{month}/close":                   "aAS",
	"POST /api/books/months/{month}/reopen":                  "aAS",
	"POST /api/transactions/{id}/refunds/{refund}/transfer":  "aASo",
	"GET /api/offline-payments":                              "aASoc",
	"POST /api/offline-payments":                             "aASo",
	"POST /api/offline-payments/{id}/receipts":               "aASo",
	"POST /api/offline-payments/{id}/deposit":                "aASo",
	"POST /api/offline-payments/{id}/confirm":                "aASo",
	"POST /api/offline-payments/{id}/bounce":                 "aASo",
	"POST /api/offline-payments/{id}/cancel":                 "aASo",
	"POST /api/offline-payments/{id}/refund":                 "aASo",
	"POST /api/offline-payments/{id}/returned":               "aASo",
	"POST /api/offline-payments/{id}/write-off":              "aASo",
	"GET /api/offline-payments/{id}/proforma":                "aASoc",
	"POST /api/documents/{id}/irn/cancel":                    "aASo",
	"POST /api/documents/{id}/irn/correct":                   "aASo",
	"POST /api/offline-transfers":                            "aASo",
	"GET /api/offline-receipts":                              "aASoc",
	"PUT /api/offline-receipts/{id}/certificate":             "aASo",
	"GET /api/offline-receipts/export":                       "aASoc",
	"GET /api/coupons":                                       "aASoc",
	"POST /api/coupons":                                      "aASo",
	"PUT /api/coupons/{id}":                                  "aASo",
	"DELETE /api/coupons/{id}":                               "aASo",
	"GET /api/billing-profiles/{id}":                         "aASoc",
	"POST /api/members/{id}/memberships":                     "aASo",
	"POST /api/members/{id}/memberships/{membership}/extend": "aASo",
	"POST /api/members/{id}/memberships/{membership}/end":    "aASo",
	"POST /api/members/{id}/mandate/cancel":                  "aASo",

	// the sessions of the circle
	"GET /api/events":                         "m",
	"GET /api/events/{id}":                    "m",
	"POST /api/events/{id}/answer":            "m",
	"GET /api/events/{id}/calendar":           "m",
	"GET /events/{id}/join":                   "m",
	"GET /api/calendar-feed":                  "m",
	"POST /api/calendar-feed":                 "m",
	"DELETE /api/calendar-feed":               "m",
	"GET /api/site/sessions/{id}":             "-uiaAorceIS",
	"GET /api/site/sessions/{id}/calendar":    "-uiaAorceIS",
	"POST /api/site/sessions/{id}/guests":     "-uiaAorceIS",
	"POST /api/site/guests/look":              "-uiaAorceIS",
	"POST /api/site/guests/answer":            "-uiaAorceIS",
	"POST /api/site/guests/join":              "-uiaAorceIS",
	"GET /cal/{file}":                         "-uiaAorceIS", // 404 without the token of a feed
	"GET /api/admin/events":                   "aASoe",
	"GET /api/admin/events/{id}":              "aASo",
	"POST /api/events":                        "aASo",
	"PUT /api/events/{id}":                    "aASo",
	"DELETE /api/events/{id}":                 "aASo",
	"POST /api/events/{id}/publish":           "aASo",
	"POST /api/events/{id}/cancel":            "aASo",
	"POST /api/events/{id}/repeat":            "aASo",
	"PUT /api/events/{id}/tasks":              "aASo",
	"GET /api/events/{id}/attendees":          "aASo",
	"GET /api/events/{id}/guests":             "aASo",
	"GET /api/events/{id}/attendees/export":   "aASo",
	"PUT /api/events/{id}/attendees/{answer}": "aASo",
	"PUT /api/events/{id}/guests/{guest}":     "aASo",
	"POST /api/events/{id}/attendance":        "aASo",
}

// endsSession reports whether a route ends the session of its caller.
func endsSession(route string) bool {
	return strings.HasSuffix(route, "logout") || route == "DELETE /api/user/sessions"
}

func TestEveryRouteAdmitsOnlyTheRolesOfItsPolicy(t *testing.T) {
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
			// Signing out ends the caller's sessions, so this route gets its own caller.
			if callers[role.letter] == nil || endsSession(name) {
				callers[role.letter] = role.call(app)
			}
			var body any
			if route.Method != "GET" {
				body = map[string]any{}
			}
			answer := callers[role.letter].Send(route.Method,
				strings.NewReplacer("{path...}", "no-such-page", "{id}", "unknownrecord00").Replace(route.Path), body)
			refused := answer.Status == 401 || answer.Status == 403
			isAllowed := strings.Contains(allowed, role.letter) || role.letter == "m" && strings.Contains(allowed, "u")
			if refused == isAllowed {
				t.Errorf("%s for %s (%s): %d %s, but the policy is %q", name, role.name, role.letter, answer.Status,
					answer.Body, allowed)
			}
			if answer.Status >= 500 &&
				strings.HasPrefix(route.Path, "/api/") { // pages, because this app has no web app
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

func TestAnAccountantChangesOnlyTheirOwnAccount(t *testing.T) {
	t.Parallel()
	for _, route := range testapp.New(t).Routes() {
		name := route.Method + " " + route.Path
		isOwn := strings.HasPrefix(route.Path, "/api/admin/me/")
		if route.Method != "GET" && !isOwn && strings.Contains(policy[name], "c") &&
			!strings.Contains(policy[name], "-") {
			t.Errorf("%s admits an accountant", name)
		}
	}
}

func TestOnlySuperusersListTheCollections(t *testing.T) {
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
			if isSuperuser := role.letter == "S"; (answer.Status == 200) != isSuperuser {
				t.Errorf("%s lists %s: status = %d", role.name, collection.Name, answer.Status)
			}
		}
	}
}
