package hooks_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/demo/fakerazorpay"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/testapp"
)

// selfFixture is a site with a person who has a nomination and an account, who was reported by another member, and who
// can act with an account of the console. Gifts need no second admin, unless an admin gives something to themselves.
type selfFixture struct {
	auditFixture
	member     *core.Record
	tier       string
	nomination string
	// self acts for the person, and other for another admin.
	self, other *testapp.Visitor
}

const selfEmail = "meera@example.com"

// consoleAccounts are the accounts with which a person can act in the console.
var consoleAccounts = map[string]func(f *selfFixture) *testapp.Visitor{
	"an admin account with the member's address": func(f *selfFixture) *testapp.Visitor {
		return f.app.SignedIn(httpx.Admins, fields{"email": selfEmail})
	},
	"an admin account that got another address later": func(f *selfFixture) *testapp.Visitor {
		admin := f.app.CreateAccount(httpx.Admins, fields{"email": selfEmail})
		admin.SetEmail("console@example.org")
		if err := f.app.PB.Save(admin); err != nil {
			f.Fatal(err)
		}
		return f.app.SignedInAs(admin)
	},
	"an admin account of the person under another address": func(f *selfFixture) *testapp.Visitor {
		admin := f.app.CreateAccount(httpx.Admins, fields{"email": "console@example.org"})
		f.ok(f.other.Send("PUT", "/api/admins/"+admin.Id+"/person",
			fields{"memberEmail": selfEmail, "password": testapp.Password}))
		admin, err := f.app.PB.FindRecordById(httpx.Admins, admin.Id)
		if err != nil {
			f.Fatal(err)
		}
		return f.app.SignedInAs(admin)
	},
	"the member's account with admin rights": func(f *selfFixture) *testapp.Visitor {
		f.member.Set("isAdmin", true)
		if err := f.app.PB.Save(f.member); err != nil {
			f.Fatal(err)
		}
		return f.app.SignedInAs(f.member)
	},
}

// actsOnSelf are the routes of the console that decide about a person, each with a call by the person themselves. A gift
// must wait for another admin. Everything else is refused.
var actsOnSelf = map[string]func(f *selfFixture) testapp.Response{
	"POST /api/members/{id}/memberships": func(f *selfFixture) testapp.Response { return f.give(f.self) },
	"POST /api/members/{id}/memberships/{membership}/extend": func(f *selfFixture) testapp.Response {
		yearly := f.insertRecord("membership_tiers", f.tierFields("yearly", "annual"))
		path := "/api/members/" + f.member.Id + "/memberships"
		term := f.ok(f.other.Post(path, fields{"membershipTierId": yearly, "reason": "A speaker"})).JSON["id"].(string)
		return f.self.Post(path+"/"+term+"/extend", fields{"endsAt": "2099-01-01", "reason": "A speaker"})
	},
	"POST /api/bulk-actions": func(f *selfFixture) testapp.Response {
		return f.self.Post("/api/bulk-actions", fields{
			"action": "grant", "membershipTierId": f.tier, "reason": "A friend", "ids": []string{f.member.Id}, "count": 1,
			"password": testapp.Password,
		})
	},
	"POST /api/members/imports": func(f *selfFixture) testapp.Response {
		return f.self.Post("/api/members/imports", fields{
			"fileName": "me.csv", "content": "name,email,tier\nMeera,other-address@example.com,Circle\nMeera," + selfEmail +
				",Circle\n", "invite": false, "password": testapp.Password,
		})
	},
	// Another admin has asked for a gift, or the person has asked with one account and confirms with another.
	"POST /api/approvals/{id}/confirm": func(f *selfFixture) testapp.Response {
		f.limit("1")
		waiting := f.give(f.other)
		if waiting.Status != http.StatusAccepted {
			f.Fatalf("the gift of another admin: %d %s", waiting.Status, waiting.Body)
		}
		id := waiting.JSON["approval"].(fields)["id"].(string)
		if list := f.self.Get("/api/approvals?state=waiting"); strings.Contains(list.Body, `"canConfirm":true`) {
			f.Errorf("the list says that the person can confirm it: %s", list.Body)
		}
		return f.self.Post("/api/approvals/"+id+"/confirm", fields{"password": testapp.Password})
	},
	"POST /api/offline-payments/{id}/confirm": func(f *selfFixture) testapp.Response {
		payment := f.other.Post("/api/offline-payments", fields{
			"userId": f.member.Id, "membershipTierId": f.tier, "mode": "cash",
			"bankDate": f.app.Clock.Now().Format(time.DateOnly), "amount": "118", "tds": "0",
		})
		f.ok(payment)
		return f.self.Post("/api/offline-payments/"+payment.JSON["id"].(string)+"/confirm",
			fields{"password": testapp.Password})
	},
	"POST /api/offline-payments/{id}/write-off": func(f *selfFixture) testapp.Response {
		payment := f.other.Post("/api/offline-payments", fields{
			"userId": f.member.Id, "membershipTierId": f.tier, "mode": "cash",
			"bankDate": f.app.Clock.Now().Format(time.DateOnly), "amount": "117",
		})
		f.ok(payment)
		path := "/api/offline-payments/" + payment.JSON["id"].(string)
		f.ok(f.other.Post(path+"/confirm", fields{"password": testapp.Password}))
		return f.self.Post(path+"/write-off", fields{"reason": "Bank charges", "password": testapp.Password})
	},
	"POST /api/transactions/{id}/refund": func(f *selfFixture) testapp.Response {
		yearly := f.insertRecord("membership_tiers", f.tierFields("yearly", "annual"))
		order := f.ok(f.app.SignedInAs(f.member).Post("/api/payments/create-order", fields{
			"customerName": "Meera", "customerEmail": selfEmail, "customerPhone": "+919876543210", "membershipTierId": yearly,
		}))
		paid, err := f.app.Razorpay.Pay(order.JSON["orderId"].(string), fakerazorpay.Success)
		if err != nil {
			f.Fatal(err)
		}
		f.ok(f.app.SignedInAs(f.member).Post("/api/payments/verify", paid.Fields))
		return f.self.Post("/api/transactions/"+order.JSON["notes"].(fields)["transactionId"].(string)+"/refund",
			fields{"amount": "100", "reason": "A discount", "password": testapp.Password})
	},
	"POST /api/offline-payments/{id}/refund": func(f *selfFixture) testapp.Response {
		yearly := f.insertRecord("membership_tiers", f.tierFields("yearly", "annual"))
		payment := f.other.Post("/api/offline-payments", fields{
			"userId": f.member.Id, "membershipTierId": yearly, "mode": "cash",
			"bankDate": f.app.Clock.Now().Format(time.DateOnly), "amount": "118",
		})
		f.ok(payment)
		path := "/api/offline-payments/" + payment.JSON["id"].(string)
		f.ok(f.other.Post(path+"/confirm", fields{"password": testapp.Password}))
		return f.self.Post(path+"/refund", fields{"amount": "100", "reason": "A discount", "password": testapp.Password})
	},
	"POST /api/people/{id}/merge": func(f *selfFixture) testapp.Response {
		other := f.app.CreateMember(nil)
		return f.self.Post("/api/people/"+f.member.Id+"/merge", fields{"otherId": other.Id, "password": testapp.Password})
	},
	"POST /api/nominations/{id}/steps": func(f *selfFixture) testapp.Response {
		return f.self.Post("/api/nominations/"+f.nomination+"/steps", fields{"step": "take", "version": 0})
	},
	"PUT /api/nominations/{id}/vote": func(f *selfFixture) testapp.Response {
		return f.self.Send("PUT", "/api/nominations/"+f.nomination+"/vote", fields{"vote": "yes"})
	},
	"POST /api/nominations/{id}/notes": func(f *selfFixture) testapp.Response {
		return f.self.Post("/api/nominations/"+f.nomination+"/notes", fields{"text": "A strong candidate"})
	},
	"POST /api/nominations/{id}/seats": func(f *selfFixture) testapp.Response {
		return f.self.Post("/api/nominations/"+f.nomination+"/seats", fields{"company": "Port Trust"})
	},
	"PUT /api/nominations/{id}/conflicts": func(f *selfFixture) testapp.Response {
		return f.self.Send("PUT", "/api/nominations/"+f.nomination+"/conflicts", fields{"declared": "None."})
	},
	"POST /api/nominations/{id}/referees": func(f *selfFixture) testapp.Response {
		return f.self.Post("/api/nominations/"+f.nomination+"/referees", fields{"name": "A Referee"})
	},
	"POST /api/nominations/{id}/invitation": func(f *selfFixture) testapp.Response {
		return f.self.Post("/api/nominations/"+f.nomination+"/invitation", fields{"currentInvitationId": ""})
	},
	"POST /api/admin/reports/{id}/decide": func(f *selfFixture) testapp.Response {
		report := f.report()
		email := f.insertRecord("email_logs", fields{
			"kind": "report-new", "emailAddress": "office@example.com", "subject": "A member has reported a profile",
			"status": "sent", "concerns": f.person(f.member), "createdAt": f.app.Clock.Now(),
		})
		for _, path := range []string{"/api/admin/reports", "/api/emails?perPage=50&page=1"} {
			if answer := f.self.Get(path); strings.Contains(answer.Body, report) || strings.Contains(answer.Body, email) {
				f.Errorf("GET %s shows the report to the person it is about: %s", path, answer.Body)
			}
		}
		if list := f.other.Get("/api/emails?perPage=50&page=1"); !strings.Contains(list.Body, email) {
			f.Errorf("the outbox of another admin: %s", list.Body)
		}
		if status := f.self.Get("/api/emails/" + email).Status; status != http.StatusNotFound {
			f.Errorf("the email about the report: status = %d, want 404", status)
		}
		if status := f.self.Get("/api/admin/reports/" + report).Status; status != http.StatusNotFound {
			f.Errorf("the report: status = %d, want 404", status)
		}
		return f.self.Post("/api/admin/reports/"+report+"/decide", fields{"decision": "none", "note": "Fine."})
	},
}

// isHarmlessForSelf are the routes about a person with which that person gains nothing.
var isHarmlessForSelf = map[string]string{
	"POST /api/members/{id}/memberships/{membership}/end":   "only takes something away",
	"POST /api/members/{id}/mandate/cancel":                 "only takes something away",
	"POST /api/approvals/{id}/refuse":                       "only takes something away",
	"POST /api/nominations/{id}/decline-preview":            "changes nothing",
	"DELETE /api/nominations/{id}/notes/{note}":             "is refused as the notes above are",
	"PUT /api/nominations/{id}/seats/{seat}":                "is refused as the seats above are",
	"DELETE /api/nominations/{id}/seats/{seat}":             "is refused as the seats above are",
	"POST /api/nominations/{id}/seats/{seat}/evidence":      "is refused as the seats above are",
	"DELETE /api/nominations/{id}/seats/{seat}/evidence":    "is refused as the seats above are",
	"PUT /api/nominations/{id}/referees/{referee}":          "is refused as the referees above are",
	"DELETE /api/nominations/{id}/referees/{referee}":       "is refused as the referees above are",
	"POST /api/admin/reports/{id}/reverse":                  "finds the report as the decision above does",
	"POST /api/offline-payments/{id}/receipts":              "grants nothing until the confirmation",
	"POST /api/transactions/{id}/refunds/{refund}/transfer": "returns at most what was paid",
	"POST /api/offline-transfers":                           "grants nothing until the confirmation",
	"POST /api/offline-payments/{id}/deposit":               "grants nothing until the confirmation",
	"POST /api/offline-payments/{id}/bounce":                "only takes something away",
	"POST /api/offline-payments/{id}/cancel":                "only takes something away",
	"POST /api/offline-payments/{id}/returned":              "records a returned payment",
	"POST /api/people/{id}/welcome":                         "is a mark of the office",
	"DELETE /api/people/{id}/welcome":                       "is a mark of the office",
	"PATCH /api/people/{id}":                                "members change the same details themselves",
	"POST /api/people/{id}/deactivate":                      "only takes something away",
	"POST /api/people/{id}/reactivate":                      "a closed account cannot act",
	"POST /api/people/{id}/notes":                           "is a note of the office",
	"DELETE /api/people/{id}/notes/{note}":                  "only the author can delete a note",
	"POST /api/people/{id}/emails":                          "sends an email to the person",
	"POST /api/people/{id}/reset-link":                      "members ask for the same link themselves",
	"POST /api/people/{id}/proof-link":                      "members ask for the same link themselves",
	"POST /api/people/{id}/second-factor/reset":             "members turn it off themselves",
	"POST /api/people/{id}/merges/{merge}/undo":             "separates what was joined",
	"DELETE /api/transactions/{id}/attention":               "clears a flag",
	"POST /api/transactions/{id}/accept":                    "the paid amount becomes the price; the difference counts towards the limit",
	"POST /api/transactions/{id}/restore":                   "waits for another admin; TestATurnedLossOfAPartIssuesADebitNoteOnly tests it",
	"POST /api/transactions/{id}/notes":                     "is a note of the office",
	"POST /api/transactions/{id}/billing":                   "members enter their billing details themselves",
	"POST /api/transactions/{id}/seats/{seat}/end":          "only takes something away",
}

// TestNoAdminDecidesAboutThemselves calls every route of the console that decides about a person as this person, with each
// account with which they can act.
func TestNoAdminDecidesAboutThemselves(t *testing.T) {
	t.Parallel()
	for _, route := range testapp.New(t).Routes() {
		name := route.Method + " " + route.Path
		isAboutPerson := slices.ContainsFunc([]string{"members", "people", "nominations", "admin/reports", "approvals",
			"offline-payments", "offline-transfers", "transactions"}, func(records string) bool {
			return strings.HasPrefix(route.Path, "/api/"+records+"/{")
		})
		if route.Method == http.MethodGet || route.Access != httpx.Admin || !isAboutPerson || actsOnSelf[name] != nil {
			continue
		}
		if isHarmlessForSelf[name] == "" {
			t.Errorf("%s: can an admin decide about themselves with it? Add it to actsOnSelf or to isHarmlessForSelf", name)
		}
	}
	for name, call := range actsOnSelf {
		for account, open := range consoleAccounts {
			t.Run(name+" with "+account, func(t *testing.T) {
				t.Parallel()
				f := newSelfFixture(t)
				f.self = open(f)
				steps := f.count("review_steps", "")
				answer := call(f)
				switch answer.Status {
				case http.StatusAccepted, http.StatusForbidden, http.StatusNotFound, http.StatusConflict:
				default:
					t.Errorf("status = %d, want a refusal or a request for another admin: %s", answer.Status, answer.Body)
				}
				f.app.Drain()
				granted := "userId = '" + f.member.Id + "' AND (endsAt = '' OR endsAt > '2098')"
				if n := f.count("memberships", granted); n > 0 {
					t.Errorf("%d memberships were granted", n)
				}
				if n := f.count("review_steps", ""); n != steps {
					t.Errorf("%d steps of the review, want %d", n, steps)
				}
				for _, collection := range []string{"review_votes", "review_notes", "review_referees"} {
					if n := f.count(collection, ""); n != 0 {
						t.Errorf("%d rows of %s", n, collection)
					}
				}
			})
		}
	}
}

// TestTwoAccountsOfOnePersonAreOneAdmin holds that a person does not confirm with one account what they have asked for
// with another, and has one vote on a nomination.
func TestTwoAccountsOfOnePersonAreOneAdmin(t *testing.T) {
	t.Parallel()
	for account, open := range consoleAccounts {
		if account == "the member's account with admin rights" {
			continue // is the second account
		}
		t.Run(account, func(t *testing.T) {
			t.Parallel()
			f := newSelfFixture(t)
			first := open(f)
			second := consoleAccounts["the member's account with admin rights"](f)
			friend := f.app.CreateAccount(httpx.Users, nil)
			f.limit("1")
			asked := first.Post("/api/members/"+friend.Id+"/memberships",
				fields{"membershipTierId": f.tier, "reason": "A friend"})
			if asked.Status != http.StatusAccepted {
				t.Fatalf("the gift: %d %s", asked.Status, asked.Body)
			}
			confirm := "/api/approvals/" + asked.JSON["approval"].(fields)["id"].(string) + "/confirm"
			if a := second.Post(confirm, fields{"password": testapp.Password}); a.Status != http.StatusForbidden {
				t.Errorf("confirmed with the other account: %d %s", a.Status, a.Body)
			}
			f.ok(f.other.Post(confirm, fields{"password": testapp.Password}))

			nomination := f.ok(f.app.Visitor().Post("/api/registrations", testapp.Nomination("rani@example.com"))).
				JSON["id"].(string)
			f.ok(f.other.Post("/api/nominations/"+nomination+"/steps", fields{"step": "take", "version": 0}))
			f.ok(first.Send("PUT", "/api/nominations/"+nomination+"/vote", fields{"vote": "yes"}))
			f.ok(second.Send("PUT", "/api/nominations/"+nomination+"/vote", fields{"vote": "no"}))
			if n := f.count("review_votes", "vote = 'no'"); n != 1 || f.count("review_votes", "") != 1 {
				t.Errorf("the person has %d votes", f.count("review_votes", ""))
			}
		})
	}
}

func newSelfFixture(t *testing.T) *selfFixture {
	t.Helper()
	app := testapp.New(t)
	f := &selfFixture{auditFixture: auditFixture{T: t, app: app, admin: app.SignedIn(httpx.Admins, nil)}}
	f.other = f.admin
	f.tier = f.insertRecord("membership_tiers", f.tierFields("circle", "lifetime"))
	f.limit("100000")
	f.nomination = f.ok(app.Visitor().Post("/api/registrations", testapp.Nomination(selfEmail))).JSON["id"].(string)
	f.member = app.CreateAccount(httpx.Users, fields{"email": selfEmail, "verified": true})
	return f
}

func (f *selfFixture) tierFields(slug, duration string) fields {
	return fields{"name": strings.ToUpper(slug[:1]) + slug[1:], "slug": slug, "price": 10000, "currency": "INR",
		"duration": duration, "isActive": true}
}

// limit sets the list value in rupees above which gifts need a second admin.
func (f *selfFixture) limit(rupees string) {
	f.Helper()
	f.ok(f.other.Send("PUT", "/api/admin/settings",
		fields{"offlineSecondAdminAbove": rupees, "password": testapp.Password}))
}

func (f *selfFixture) give(by *testapp.Visitor) testapp.Response {
	return by.Post("/api/members/"+f.member.Id+"/memberships", fields{"membershipTierId": f.tier, "reason": "A speaker"})
}

func (f *selfFixture) person(account *core.Record) string {
	f.Helper()
	stored, err := f.app.PB.FindRecordById(httpx.Users, account.Id)
	if err != nil {
		f.Fatal(err)
	}
	return stored.GetString("person")
}

// report stores a report of another member about the person, and returns its id.
func (f *selfFixture) report() string {
	f.Helper()
	reporter := f.app.CreateMember(nil)
	return f.insertRecord("reports", fields{
		"person": f.person(reporter), "other": f.person(f.member), "userId": reporter.Id, "reporterName": "A Reporter",
		"otherName": "Meera", "subject": "profile", "subjectId": f.member.Id, "reason": "spam", "state": "open",
		"reportedTitle": "Meera", "reportedText": "A profile", "decideBy": f.app.Clock.Now().Add(time.Hour), "createdAt": f.app.Clock.Now(),
	})
}
