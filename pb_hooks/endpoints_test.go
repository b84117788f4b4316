package hooks_test

import (
	"errors"
	"fmt"
	"maps"
	"net/http"
	"path"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/demo/fakebrevo"
	"boardcircle/pb_hooks/demo/fakerazorpay"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/idempotency"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/mail/outbox"
)

// call is what a fixture adds to the example of an endpoint.
type call struct {
	// parameters are the values of the path's parameters.
	parameters []string
	// query is the query, such as "?month=2026-11".
	query string
	// body holds further fields of the body, such as ids that the fixture has created.
	body fields
	// send replaces the request. It is for bodies that are not JSON.
	send request
	// caller replaces the caller, which is an admin, a member or a visitor.
	caller *testapp.Visitor
	// wait waits for background work that the call has started.
	wait func()
}

// onPicture calls an endpoint of a new picture.
func onPicture(d *auditFixture) call { return call{parameters: []string{d.uploadedPicture()}} }

// fixtures prepare the data that an endpoint needs, if it needs any.
var fixtures = map[string]func(*auditFixture) call{
	"POST /api/approvals/{id}/confirm": func(d *auditFixture) call { return call{parameters: []string{d.approval(false)}} },
	"POST /api/approvals/{id}/refuse":  func(d *auditFixture) call { return call{parameters: []string{d.approval(true)}} },

	"GET /api/audit": func(*auditFixture) call {
		return call{query: "?page=1&perPage=100&action=tier.created&from=2026-01-01"}
	},
	"GET /api/audit/{id}": func(d *auditFixture) call {
		d.createRecord("/api/coupons", coupon)
		return call{parameters: []string{d.newest("audit_log")}}
	},

	"GET /api/automations/{id}": func(*auditFixture) call { return call{parameters: []string{"welcome"}} },
	"PUT /api/automations/{id}": func(*auditFixture) call { return call{parameters: []string{"draft-abandoned"}} },
	"GET /api/automations/{id}/log": func(d *auditFixture) call {
		d.ok(d.app.Visitor().Post("/api/register", fields{
			"name": "Asha Rao", "email": "asha@example.com", "phone": "+919876543210", "location": "Mumbai",
			"password": testapp.Password, "requestType": "enquiry",
		}))
		return call{parameters: []string{"welcome"}}
	},

	"POST /api/profile/publish": func(d *auditFixture) call {
		member := d.app.SignedInAs(d.app.CreateMember(nil))
		d.ok(member.Send("PUT", "/api/profile", directoryProfile))
		return call{caller: member}
	},
	"GET /api/directory": func(d *auditFixture) call {
		d.listedMember()
		return call{query: "?search=deccan&sort=newest&page=1"}
	},
	"GET /api/directory/{person}":          opensProfile,
	"GET /api/directory/{person}/portrait": opensProfile,
	"POST /api/directory/{person}/contact": opensProfile,
	"POST /api/directory/{person}/block":   opensProfile,
	"POST /api/directory/{person}/vouch": func(d *auditFixture) call {
		return call{parameters: []string{d.listed().person}, caller: d.listed().Visitor}
	},
	"GET /api/vouches": func(d *auditFixture) call {
		author, _, _ := d.vouch()
		return call{caller: author}
	},
	"POST /api/vouches/{id}/approve": answersVouch,
	"POST /api/vouches/{id}/decline": answersVouch,
	"DELETE /api/vouches/{id}": func(d *auditFixture) call {
		author, _, id := d.vouch()
		return call{parameters: []string{id}, caller: author}
	},

	"POST /api/admin/backups":               func(d *auditFixture) call { return call{wait: d.app.Backups.Wait} },
	"POST /api/admin/backups/{name}/delete": func(d *auditFixture) call { return call{parameters: []string{d.backup()}} },
	"POST /api/admin/backups/{name}/ticket": func(d *auditFixture) call { return call{parameters: []string{d.backup()}} },
	"GET /api/admin/backups/{name}/download": func(d *auditFixture) call {
		name := d.backup()
		link, _ := d.ok(d.admin.Post("/api/admin/backups/"+name+"/ticket", reauthentication)).JSON["url"].(string)
		_, ticket, _ := strings.Cut(link, "?")
		return call{parameters: []string{name}, query: "?" + ticket}
	},

	"GET /api/campaigns": func(d *auditFixture) call {
		d.testingCampaign()
		return call{query: "?page=1&perPage=10"}
	},
	"GET /api/campaigns/{id}":            func(d *auditFixture) call { return onPath(d.testingCampaign()) },
	"PUT /api/campaigns/{id}":            createsCampaign,
	"DELETE /api/campaigns/{id}":         createsCampaign,
	"POST /api/campaigns/{id}/duplicate": createsCampaign,
	"POST /api/campaigns/{id}/test":      createsCampaign,
	"POST /api/campaigns/{id}/start":     createsCampaign,
	"POST /api/campaigns/{id}/pause":     func(d *auditFixture) call { return onPath(d.sendingCampaign()) },
	"POST /api/campaigns/{id}/resume": func(d *auditFixture) call {
		path := d.sendingCampaign()
		d.ok(d.admin.Post(path+"/pause", nil))
		return onPath(path)
	},
	"POST /api/campaigns/{id}/cancel": func(d *auditFixture) call { return onPath(d.sendingCampaign()) },
	"POST /api/campaigns/{id}/retry": func(d *auditFixture) call {
		path := d.sendingCampaign()
		d.app.Clock.Advance(time.Hour)
		d.app.Brevo.SetSwitches(fakebrevo.Switches{Fault: fakebrevo.Invalid})
		d.app.Drain()
		return onPath(path)
	},
	"POST /api/campaigns/{id}/winner": func(d *auditFixture) call { return onPath(d.testingCampaign()) },
	"GET /api/campaigns/{id}/export":  func(d *auditFixture) call { return onPath(d.testingCampaign()) },
	"GET /api/people/{id}": func(d *auditFixture) call {
		path := d.person()
		d.ok(d.admin.Send("PATCH", path, fields{"tags": []any{"patron"}}))
		d.ok(d.admin.Post(path+"/notes", fields{"text": "Called them."}))
		d.ok(d.admin.Post(path+"/emails", fields{"subject": "Friday", "words": "We have moved it."}))
		d.mergeInto(path)
		return onPath(path)
	},
	"PATCH /api/people/{id}":           changesPerson,
	"POST /api/people/{id}/deactivate": changesPerson,
	"POST /api/people/{id}/reactivate": func(d *auditFixture) call {
		return call{parameters: []string{d.app.CreateAccount(httpx.Users, fields{"isActive": false}).Id}}
	},
	"POST /api/people/{id}/notes": changesPerson,
	"DELETE /api/people/{id}/notes/{note}": func(d *auditFixture) call {
		path := d.person() + "/notes"
		d.ok(d.admin.Post(path, fields{"text": "Called them."}))
		return onPath(path + "/" + d.newest("person_notes"))
	},
	"POST /api/people/{id}/emails":     changesPerson,
	"POST /api/people/{id}/reset-link": changesPerson,
	"POST /api/people/{id}/proof-link": changesPerson,
	"GET /api/people/{id}/portrait": func(d *auditFixture) call {
		account := d.app.CreateAccount(httpx.Users, nil)
		d.uploadPortrait(d.app.SignedInAs(account))
		return call{parameters: []string{account.Id}}
	},
	"POST /api/people/{id}/second-factor/reset": func(d *auditFixture) call {
		return call{parameters: []string{d.app.CreateAccount(httpx.Users,
			fields{"totpSecret": "sealed", "totpSince": d.app.Clock.Now()}).Id}}
	},
	"POST /api/people/{id}/merge": func(d *auditFixture) call {
		c := onPath(d.person())
		c.body = fields{"otherId": d.app.CreateAccount(httpx.Users, nil).Id}
		return c
	},
	"POST /api/people/{id}/merges/{merge}/undo": func(d *auditFixture) call {
		path := d.person()
		d.mergeInto(path)
		return onPath(path + "/merges/" + d.newest("account_merges"))
	},

	"POST /api/bulk-actions/preview": selectsPeople,
	"POST /api/bulk-actions":         selectsPeople,
	"GET /api/bulk-actions": func(d *auditFixture) call {
		d.tagPeople()
		return call{query: "?page=1"}
	},
	"GET /api/bulk-actions/{id}":       func(d *auditFixture) call { return call{parameters: []string{d.tagPeople()}} },
	"POST /api/bulk-actions/{id}/undo": func(d *auditFixture) call { return call{parameters: []string{d.tagPeople()}} },

	"GET /api/segments": func(d *auditFixture) call {
		d.createRecord("/api/segments", savedSegment)
		return call{}
	},
	"PUT /api/segments/{id}":    changesSegment,
	"DELETE /api/segments/{id}": changesSegment,
	"POST /api/segments/count": func(d *auditFixture) call {
		d.app.CreateAccount(httpx.Users, nil)
		return call{}
	},

	"PUT /api/cms/content/{id}":    changesSection,
	"DELETE /api/cms/content/{id}": changesSection,
	"GET /api/site/legal/{page}":   func(*auditFixture) call { return call{parameters: []string{"terms"}} },
	"GET /api/site/legal/{page}/{id}": func(d *auditFixture) call {
		d.app.RunScheduled("boardcircleTexts")
		return call{parameters: []string{"refund", d.newest("legal_versions")}}
	},
	"GET /api/site/texts/{page}": onLandingPage,
	"GET /api/texts/{page}":      onLandingPage,
	"PUT /api/texts/{page}":      onLandingPage,
	"GET /api/texts/{page}/history": func(d *auditFixture) call {
		d.draftText()
		return call{parameters: []string{"landing"}, query: "?key=landing.hero.title"}
	},
	"POST /api/texts/{page}/restore": func(d *auditFixture) call {
		d.draftText()
		return call{parameters: []string{"landing"}, body: fields{"key": "landing.hero.title", "version": 1}}
	},
	"POST /api/texts/{page}/publish":   changesDraft,
	"POST /api/texts/{page}/discard":   changesDraft,
	"POST /api/texts/{page}/confirm":   onLandingPage,
	"POST /api/texts/{page}/preview":   onLandingPage,
	"DELETE /api/texts/{page}/preview": onLandingPage,
	"GET /api/texts/translations":      func(*auditFixture) call { return call{query: "?lang=hi"} },
	"POST /api/texts/{page}/translation": func(*auditFixture) call {
		return call{parameters: []string{"landing"}, query: "?lang=hi",
			body: fields{"key": "landing.hero.join", "version": 0, "value": "जुड़ें"}}
	},
	"POST /api/cms/images": func(d *auditFixture) call { return call{send: d.uploadImage} },
	"GET /images/{name}": func(d *auditFixture) call {
		url, _ := d.ok(d.uploadImage()).JSON["url"].(string)
		return call{parameters: []string{path.Base(url)}}
	},

	"GET /images/{name}/{size}": func(d *auditFixture) call {
		picture := d.ok(d.admin.Get("/api/pictures/" + d.uploadedPicture())).JSON
		src := strings.Split(picture["src"].(string), "/")
		return call{parameters: src[2:]}
	},
	"GET /api/pictures":         func(d *auditFixture) call { d.uploadImage(); return call{query: "?page=1&described=false"} },
	"GET /api/pictures/{id}":    onPicture,
	"PUT /api/pictures/{id}":    onPicture,
	"DELETE /api/pictures/{id}": onPicture,
	"POST /api/pictures/{id}/file": func(d *auditFixture) call {
		id := d.uploadedPicture()
		return call{parameters: []string{id}, send: func() testapp.Response { return d.replaceImage(id) }}
	},

	"PUT /api/coupons/{id}":      createsCoupon,
	"DELETE /api/coupons/{id}":   createsCoupon,
	"PUT /api/redirects/{id}":    createsRedirect,
	"DELETE /api/redirects/{id}": createsRedirect,

	"GET /api/jobs/failed": func(d *auditFixture) call {
		d.failedJob()
		return call{query: "?type=mail.send&perPage=10"}
	},
	"POST /api/jobs/{id}/retry": func(d *auditFixture) call { return call{parameters: []string{d.failedJob()}} },
	"GET /api/nominations": func(d *auditFixture) call {
		d.createNomination()
		return call{query: "?state=submitted&page=1&search=shalini&sort=-createdAt"}
	},
	"GET /api/nominations/{id}":            createsNomination,
	"GET /api/nominations/{id}/neighbours": createsNomination,
	"POST /api/nominations/{id}/notes":     createsNomination,
	"DELETE /api/nominations/{id}/notes/{note}": func(d *auditFixture) call {
		path := "/api/nominations/" + d.createNomination() + "/notes"
		d.ok(d.admin.Post(path, fields{"text": "Called them."}))
		return onPath(path + "/" + d.newest("review_notes"))
	},
	"PUT /api/nominations/{id}/vote": func(d *auditFixture) call {
		path := "/api/nominations/" + d.createNomination()
		d.ok(d.admin.Post(path+"/steps", fields{"step": "take", "version": 0}))
		return onPath(path)
	},
	"POST /api/nominations/{id}/decline-preview": createsNomination,
	"POST /api/nominations/{id}/seats":           createsNomination,
	"PUT /api/nominations/{id}/seats/{seat}":     func(d *auditFixture) call { return onPath(d.createSeat()) },
	"DELETE /api/nominations/{id}/seats/{seat}":  func(d *auditFixture) call { return onPath(d.createSeat()) },
	"POST /api/nominations/{id}/seats/{seat}/evidence": func(d *auditFixture) call {
		path := d.createSeat() + "/evidence"
		return call{send: func() testapp.Response { return d.upload(path, "file", []byte(testapp.PDF(""))) }}
	},
	"GET /api/nominations/{id}/seats/{seat}/evidence":    func(d *auditFixture) call { return onPath(d.createEvidence()) },
	"DELETE /api/nominations/{id}/seats/{seat}/evidence": func(d *auditFixture) call { return onPath(d.createEvidence()) },
	"PUT /api/nominations/{id}/conflicts":                createsNomination,
	"POST /api/nominations/{id}/referees":                createsNomination,
	"PUT /api/nominations/{id}/referees/{referee}":       func(d *auditFixture) call { return onPath(d.createReferee()) },
	"DELETE /api/nominations/{id}/referees/{referee}":    func(d *auditFixture) call { return onPath(d.createReferee()) },
	"POST /api/nominations/{id}/invitation": func(d *auditFixture) call {
		id := d.createNomination()
		path := "/api/nominations/" + id
		d.ok(d.admin.Post(path+"/steps", fields{"step": "take", "version": 0}))
		d.ok(d.admin.Post(path+"/steps", fields{"step": "approve", "version": 1, "vote": "yes"}))
		return call{parameters: []string{id}, body: fields{"currentInvitationId": d.newest("invitations")}}
	},
	"GET /api/admin/stats":           sellsMembership,
	"GET /api/admin/recent-activity": sellsMembership,
	"GET /api/admin/charts":          sellsMembership,
	"GET /api/members/figures":       sellsMembership,
	"GET /api/members/registered-users": func(d *auditFixture) call {
		d.app.CreateAccount(httpx.Users, nil)
		return call{query: "?page=1&perPage=1"}
	},
	"GET /api/members/leads": func(d *auditFixture) call {
		d.createNomination()
		return call{query: "?page=1&perPage=1"}
	},
	"GET /api/paid-members": sellsMembership,
	"GET /api/members/imports/{id}": func(d *auditFixture) call {
		return call{parameters: []string{d.createRecord("/api/members/imports", fields{
			"fileName": "members.csv", "content": "Name;E-mail\nAsha Rao;asha@example.com\n", "invite": false,
		})}}
	},
	"GET /api/membership-tiers": func(d *auditFixture) call {
		d.createRecord("/api/membership-tiers", tier)
		return call{}
	},
	"PUT /api/membership-tiers/{id}":    changesTier,
	"DELETE /api/membership-tiers/{id}": changesTier,
	"POST /api/membership-tiers/{id}/plan": func(d *auditFixture) call {
		return call{
			parameters: []string{d.createRecord("/api/membership-tiers",
				fields{"name": "Yearly", "price": "100", "duration": "annual"})},
		}
	},
	"POST /api/membership-tiers/reorder": func(d *auditFixture) call {
		first := d.createRecord("/api/membership-tiers", tier)
		second := d.createRecord("/api/membership-tiers", fields{"name": "Silver", "price": "100"})
		return call{body: fields{"ids": []any{second, first}}}
	},

	"GET /api/user": func(d *auditFixture) call { return call{caller: d.app.SignedIn(httpx.Users, nil)} },
	"DELETE /api/user/sessions/{id}": func(d *auditFixture) call {
		caller := d.app.SignedIn(httpx.Users, nil)
		return call{caller: caller, parameters: []string{d.newest("sessions")}}
	},
	"GET /api/emails":                  func(d *auditFixture) call { d.failedEmail(); return call{query: "?perPage=5&kind=welcome"} },
	"GET /api/emails/{id}":             failedEmail,
	"GET /api/emails/{id}/html":        failedEmail,
	"POST /api/emails/{id}/send-again": failedEmail,
	"POST /api/emails/send-again":      func(d *auditFixture) call { d.failedEmail(); return call{} },
	"POST /api/emails/resume": func(d *auditFixture) call {
		d.app.Jobs.Pause(outbox.SendJob, d.app.Clock.Now().Add(time.Minute), "The account is suspended.")
		return call{}
	},
	"GET /api/email-texts/{id}":          welcomeText,
	"PUT /api/email-texts/{id}":          welcomeText,
	"PUT /api/email-texts/{id}/draft":    welcomeText,
	"GET /api/email-texts/{id}/versions": welcomeText,
	"POST /api/email-texts/{id}/preview": welcomeText,
	"POST /api/email-texts/{id}/test":    welcomeText,
	"POST /api/email-texts/{id}/restore": func(d *auditFixture) call {
		d.ok(d.admin.Send("PUT", "/api/email-texts/nomination-declined",
			fields{"subject": "Your nomination", "body": "Thank you."}))
		return call{parameters: []string{"nomination-declined"}}
	},
	"GET /api/email-previews/{key}": func(d *auditFixture) call {
		preview := d.ok(d.admin.Post("/api/email-texts/welcome/preview", fields{"subject": "Welcome", "body": "Ready."}))
		return call{parameters: []string{path.Base(preview.JSON["light"].(string))}, query: "?images=off"}
	},
	"POST /api/suppressions/{id}/lift": func(d *auditFixture) call {
		collection, err := d.app.PB.FindCollectionByNameOrId("suppressions")
		if err != nil {
			d.Fatal(err)
		}
		row := core.NewRecord(collection)
		row.Load(map[string]any{"email": "gone@example.com", "scope": "campaigns", "reason": "hard_bounce"})
		if err := d.app.PB.Save(row); err != nil {
			d.Fatal(err)
		}
		return call{parameters: []string{row.Id}}
	},
	"GET /preferences/{token}":  preferencesLink,
	"POST /preferences/{token}": preferencesLink,
	"GET /unsubscribe/{token}":  preferencesLink,
	"POST /unsubscribe/{token}": preferencesLink,
	"POST /api/webhooks/brevo": func(d *auditFixture) call {
		provider := d.app.Visitor()
		provider.Header.Set("Authorization", "Bearer "+testapp.WebhookToken)
		return call{send: func() testapp.Response {
			return provider.Post("/api/webhooks/brevo", []byte(`{"event":"delivered","email":"office@example.com","id":1,`+
				`"message-id":"<1@example.com>","ts_event":1785742200}`))
		}}
	},
	"GET /metrics": func(d *auditFixture) call {
		monitor := d.app.Visitor()
		monitor.Header.Set("Authorization", "Bearer "+testapp.MetricsToken)
		return call{caller: monitor}
	},
}

func failedEmail(d *auditFixture) call { return call{parameters: []string{d.failedEmail()}} }

func welcomeText(*auditFixture) call { return call{parameters: []string{"welcome"}} }

// preferencesLink returns a call with the token of the link in an email about a topic.
func preferencesLink(d *auditFixture) call {
	d.app.CreateAccount(httpx.Users, fields{"email": "reader@example.com"})
	err := d.app.Outbox.Enqueue(d.app.PB, outbox.Email{
		Kind: "welcome", To: outbox.Address{Email: "reader@example.com"},
		Params: map[string]string{"name": "Asha", "email": "reader@example.com"},
	})
	if err != nil {
		d.Fatal(err)
	}
	link := regexp.MustCompile(`/preferences/(\S+)`).FindStringSubmatch(d.app.Inbox("reader@example.com")[0].Text)
	return call{parameters: []string{link[1]}}
}

func sellsMembership(d *auditFixture) call {
	d.pay(fakerazorpay.Success)
	return call{}
}

func createsNomination(d *auditFixture) call { return call{parameters: []string{d.createNomination()}} }

// onPath returns a call with the ids in a path, such as /api/nominations/{id}/seats/{seat}.
func onPath(path string) call {
	var c call
	for i, part := range strings.Split(path, "/") {
		if i >= 3 && i%2 == 1 {
			c.parameters = append(c.parameters, part)
		}
	}
	return c
}

// createEvidence uploads the evidence of a new board seat and returns its path.
func (d *auditFixture) createEvidence() string {
	path := d.createSeat() + "/evidence"
	d.ok(d.upload(path, "file", []byte(testapp.PDF(""))))
	return path
}

// notCalled are the endpoints that this test does not call, with the reason.
var notCalled = map[string]string{
	"GET /{path...}":                         "this app has no web app",
	"GET /sitemap.xml":                       "this app has no web app",
	"GET /events/{id}/join":                  "it redirects; the package events tests it",
	"POST /api/admin/backups/{name}/restore": "it would restart the program; the package backups tests it",
}

// createsCampaign creates a draft for one recipient.
func createsCampaign(d *auditFixture) call {
	path, _ := d.campaignToStart()
	return onPath(path)
}

// person creates an account and returns the path of its person.
func (d *auditFixture) person() string {
	return "/api/people/" + d.app.CreateAccount(httpx.Users, nil).Id
}

func changesPerson(d *auditFixture) call { return onPath(d.person()) }

// mergeInto merges another account into the person of a path.
func (d *auditFixture) mergeInto(path string) {
	d.ok(d.admin.Post(path+"/merge",
		fields{"otherId": d.app.CreateAccount(httpx.Users, nil).Id, "password": testapp.Password}))
}

func selectsPeople(d *auditFixture) call {
	return call{body: fields{"ids": []string{d.app.CreateAccount(httpx.Users, nil).Id, "unknown"}}}
}

// tagPeople runs an action that tags one person and skips another, and returns its id.
func (d *auditFixture) tagPeople() string {
	body := fields{"action": "tag", "tag": "speaker", "count": 1}
	maps.Copy(body, selectsPeople(d).body)
	id := d.createRecord("/api/bulk-actions", body)
	d.app.Drain()
	return id
}

func changesSegment(d *auditFixture) call {
	return call{parameters: []string{d.createRecord("/api/segments", savedSegment)}}
}

func onLandingPage(*auditFixture) call { return call{parameters: []string{"landing"}} }

func changesDraft(d *auditFixture) call {
	d.draftText()
	return onLandingPage(d)
}

// draftText saves the draft of the title of the landing page.
func (d *auditFixture) draftText() {
	d.ok(d.admin.Send("PUT", "/api/texts/landing",
		fields{"key": "landing.hero.title", "version": 0, "value": "One Circle"}))
}

func changesSection(d *auditFixture) call {
	return call{parameters: []string{d.createRecord("/api/cms/content", section)}}
}

func changesTier(d *auditFixture) call {
	return call{parameters: []string{d.createRecord("/api/membership-tiers", tier)}}
}

func createsRedirect(d *auditFixture) call {
	return call{parameters: []string{d.createRecord("/api/redirects", fields{"from": "/old", "to": "/renew"})}}
}

func createsCoupon(d *auditFixture) call {
	return call{parameters: []string{d.createRecord("/api/coupons", coupon)}}
}

// TestEveryEndpointKeepsItsDeclaration calls each declared endpoint with its example, and compares the request and the
// answer with the document. What an admin changes must leave an audit entry. A POST that is repeated with the same
// Idempotency-Key must run once.
func TestEveryEndpointKeepsItsDeclaration(t *testing.T) {
	t.Parallel()
	document, sentences := newDescribedAPI(t), readSentences(t)
	seen := map[string]bool{}
	for _, route := range document.Routes() {
		name := route.Method + " " + route.Path
		seen[name] = true
		if route.Endpoint.Request != nil {
			if err := checkForm(route.Endpoint.Request); err != nil {
				t.Errorf("%s has an invalid form: %v", name, err)
			}
		}
		isOfMembers := route.Access == httpx.User || route.Access == httpx.Member // admins may have the same endpoint at another path
		if route.Endpoint.Unaudited != "" && !needsAuditEntry(route) && !isOfMembers {
			t.Errorf("%s has Doc.Unaudited but requires no audit entry", name)
		}
		if notCalled[name] != "" {
			continue
		}
		t.Run(strings.ReplaceAll(name, "/", " "), func(t *testing.T) {
			t.Parallel()
			d := &describedAPI{
				App:         newAppBehindProxy(t),
				TB:          t,
				apiDocument: document.apiDocument,
				succeeded:   map[string]bool{},
			}
			callExample(d, newAuditFixture(t, d.App), route, sentences)
		})
	}
	for name := range fixtures {
		if !seen[name] {
			t.Errorf("%s has a fixture but is not in the table", name)
		}
	}
}

func callExample(d *describedAPI, f *auditFixture, route httpx.Route, sentences map[string]bool) {
	name := route.Method + " " + route.Path
	var c call
	if prepare, exists := fixtures[name]; exists {
		c = prepare(f)
	}
	if c.caller == nil {
		c.caller = callerOf(d, f, route)
	}
	before := len(f.auditRows())
	if route.Method == http.MethodGet && route.Endpoint.Answer != nil && c.caller == f.admin && !needsAuditEntry(route) {
		requireNoWrites(f.T, d.App, name)
	}
	if route.TakesKey() {
		c.caller.Header.Set(idempotency.Header, exampleKey)
		f.admin.Header.Set(idempotency.Header, exampleKey) // uploads the files
	}
	rows := ""
	if route.WhyNoKey() == "it changes nothing" {
		rows = countRows(d.TB, d.App)
	}
	var response testapp.Response
	if c.send != nil {
		response = f.ok(c.send())
		d.check(name, response)
	} else {
		response = d.succeed(c.caller, name, arguments(route, c)...)
	}
	if route.Endpoint.IsList {
		d.expectStatus(d.call(c.caller, name, append(pathArguments(c), "?sort=secret")...), http.StatusBadRequest)
	}
	if c.wait != nil {
		c.wait()
	}
	if needsAuditEntry(route) && route.Endpoint.Unaudited == "" {
		f.requireAuditEntry(before, sentences)
	}
	if rows != "" && rows != countRows(d.TB, d.App) {
		f.Errorf("%s ignores the Idempotency-Key because it changes nothing, but it has changed rows", name)
	}
	if route.TakesKey() {
		requireRunsOnce(d, route, c, response)
	}
	if c.send == nil {
		d.sendBadBytes(c, route)
	}
	if strings.HasPrefix(route.Path, "/api/admin/backups") {
		requireLocks(f.T, d.App)
	}
}

// requireNoWrites fails the test if a record is saved or deleted from now on. A write reports a change to all consoles,
// which then read again what they show. If a read of the console wrote, this would never end.
func requireNoWrites(t testing.TB, app *testapp.App, route string) {
	changed := func(e *core.RecordEvent) error {
		t.Errorf("%s has changed a record of %s", route, e.Record.Collection().Name)
		return e.Next()
	}
	app.PB.OnRecordAfterCreateSuccess().BindFunc(changed)
	app.PB.OnRecordAfterUpdateSuccess().BindFunc(changed)
	app.PB.OnRecordAfterDeleteSuccess().BindFunc(changed)
}

// callerOf returns a caller who may call a route.
func callerOf(d *describedAPI, f *auditFixture, route httpx.Route) *testapp.Visitor {
	switch route.Access {
	case httpx.Admin, httpx.AdminAccount, httpx.UserOrAdmin, httpx.PublicOrAdmin:
		return f.admin
	case httpx.User:
		return d.SignedIn(httpx.Users, nil)
	case httpx.Member:
		return d.SignedInAs(d.CreateMember(nil))
	}
	return d.visitor()
}

func pathArguments(c call) []any {
	var list []any
	for _, parameter := range c.parameters {
		list = append(list, parameter)
	}
	return list
}

// arguments returns the path parameters, the query and the body of a call.
func arguments(route httpx.Route, c call) []any {
	list := pathArguments(c)
	if c.query != "" {
		list = append(list, c.query)
	}
	body := maps.Clone(route.Endpoint.Example)
	if body == nil {
		body = fields{}
	}
	maps.Copy(body, c.body)
	if isAsked, _ := route.AsksForPassword(); isAsked {
		body["password"] = testapp.Password
	}
	if route.Method == http.MethodGet || len(body) == 0 {
		return list
	}
	return append(list, body)
}

// checkForm returns an error if a struct's fields do not fit its rules.
func checkForm(t reflect.Type) error {
	form, isForm := reflect.Zero(t).Interface().(httpx.Form)
	if !isForm || t.Kind() != reflect.Struct {
		return fmt.Errorf("%s is not a form", t)
	}
	return checkFormFields(t, form.Rules())
}

func checkFormFields(t reflect.Type, form rules.Form) error {
	types := map[string]reflect.Type{}
	for name, field := range rules.StructFields(reflect.New(t).Elem()) {
		types[name] = field.Type()
	}
	var problems []error
	for _, rule := range form {
		fieldType, exists := types[rule.Name]
		switch {
		case !exists:
			problems = append(problems, fmt.Errorf("%s has no field %s", t, rule.Name))
		case !fits(fieldType, rule.Kind):
			problems = append(problems, fmt.Errorf("%s.%s: a %s cannot hold the kind %s", t, rule.Name, fieldType,
				rule.Kind))
		case rule.Kind == rules.Rows:
			problems = append(problems, checkFormFields(fieldType.Elem(), rule.Row))
		}
	}
	return errors.Join(problems...)
}

// fits reports whether a field of a type can hold the clean values of a kind.
func fits(t reflect.Type, kind rules.Kind) bool {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch kind {
	case rules.Choices, rules.List:
		return t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.String
	case rules.Rows:
		return t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Struct
	case rules.Consent, rules.Flag:
		return t.Kind() == reflect.Bool
	case rules.Amount:
		return t == reflect.TypeFor[money.Amount]() || t.Kind() == reflect.String
	case rules.Integer:
		return t.Kind() == reflect.Int || t.Kind() == reflect.String
	}
	return t.Kind() == reflect.String
}
