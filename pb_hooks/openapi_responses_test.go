package hooks_test

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"image"
	"image/png"
	"maps"
	"mime/multipart"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/demo/fakerazorpay"
	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/mail/outbox"
)

type apiBody = map[string]any

var reauthenticated = apiBody{"password": testapp.Password}

// Every operation responds at least once as the document describes.
func TestResponsesAreAsDescribed(t *testing.T) {
	t.Parallel()
	d := newDescribedAPI(t)
	admin := d.atOwnAddress(d.SignedIn("admins", apiBody{"username": "office"}))

	d.callAccounts()
	d.callTiersAndContent(admin)
	d.callNominations(admin)
	d.callPayments(admin)
	d.callImports(admin)
	d.callMail(admin)
	d.callBackups(admin)

	for _, route := range d.Routes() {
		if name := route.Method + " " + route.Path; route.Endpoint == nil && !d.succeeded[name] {
			t.Errorf("%s has not been called", name)
		}
	}
	requireLocks(t, d.App)
}

func (d *describedAPI) callAccounts() {
	d.succeed(d.visitor(), "GET /api/openapi.json")
	visitor := d.atOwnAddress(d.SignedIn("users", nil))
	d.succeed(visitor, "PUT /api/user/email-preferences", apiBody{"topics": []any{"news"}})
	d.succeed(visitor, "GET /api/user/email-preferences")
	d.expectStatus(d.call(visitor, "PUT /api/user/email-preferences", apiBody{"topics": []any{"news", "events"}}), 409)
	d.succeed(visitor, "GET /api/memberships/mine")
	d.succeed(visitor, "GET /api/nominations/mine")
}

// linkToken returns the token of the newest link to a page in an inbox.
func (d *describedAPI) linkToken(address, page string) string {
	d.Helper()
	return linkToken(d, d.App, address, page)
}

func (d *describedAPI) callTiersAndContent(admin *testapp.Visitor) {
	founding := idOf(d.succeed(admin, "POST /api/membership-tiers",
		apiBody{"name": "Founding", "price": "25000.50", "features": []any{"A seat"}}))
	second := idOf(d.succeed(admin, "POST /api/membership-tiers",
		apiBody{"name": "Annual", "price": 100, "duration": "annual", "isActive": false}))
	d.succeed(admin, "PUT /api/membership-tiers/{id}", second,
		apiBody{"price": "1178.82", "password": testapp.Password})
	d.succeed(admin, "POST /api/membership-tiers/{id}/plan", second)
	d.succeed(admin, "POST /api/membership-tiers/reorder", apiBody{"ids": []any{second, founding}})
	d.succeed(admin, "GET /api/membership-tiers")
	d.succeed(d.visitor(), "GET /api/membership-tiers")
	d.succeed(admin, "DELETE /api/membership-tiers/{id}", second)

	faq := idOf(d.succeed(admin, "POST /api/cms/content",
		apiBody{"section": "features", "title": "Who may join?", "content": "Women on boards."}))
	other := idOf(d.succeed(admin, "POST /api/cms/content",
		apiBody{"section": "features", "title": "What does it cost?", "isActive": "false"}))
	d.succeed(admin, "PUT /api/cms/content/{id}", faq, apiBody{"content": "Women on boards of companies."})
	d.succeed(admin, "POST /api/cms/preview", apiBody{"id": faq, "section": "features", "title": "Who?"})
	var ids []any
	var sections []struct{ ID, Section string }
	d.must(json.Unmarshal([]byte(d.succeed(admin, "GET /api/cms/content").Body), &sections))
	for _, section := range sections {
		if section.Section == "features" {
			ids = append(ids, section.ID)
		}
	}
	slices.Reverse(ids)
	d.succeed(admin, "POST /api/cms/content/reorder", apiBody{"ids": ids})
	d.succeed(admin, "GET /api/cms/content/{id}/versions", faq)
	d.succeed(admin, "DELETE /api/cms/content/{id}", other)
	var deleted []struct{ ID string }
	d.must(json.Unmarshal([]byte(d.succeed(admin, "GET /api/cms/deleted").Body), &deleted))
	d.succeed(admin, "POST /api/cms/restore/{id}", deleted[0].ID)
	d.succeed(d.visitor(), "GET /api/cms/content")
	d.succeed(d.visitor(), "GET /api/site/landing")

	address := d.uploadImage(admin)
	d.succeed(admin, "GET /api/cms/images")
	d.succeed(d.visitor(), "GET /images/{name}", strings.TrimPrefix(address, "/images/"))
}

func (d *describedAPI) uploadImage(admin *testapp.Visitor) string {
	return d.upload(admin, "POST /api/cms/images").JSON["url"].(string)
}

// upload sends a picture to an upload route.
func (d *describedAPI) upload(v *testapp.Visitor, route string) testapp.Response {
	var picture bytes.Buffer
	d.must(png.Encode(&picture, image.NewRGBA(image.Rect(0, 0, 40, 20))))
	return d.uploadFile(v, "image", picture.Bytes(), route)
}

// uploadFile sends one file as a form part.
func (d *describedAPI) uploadFile(v *testapp.Visitor, name string, content []byte, route string,
	parameters ...any) testapp.Response {
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile(name, "file")
	d.must(err)
	_, err = part.Write(content)
	d.must(err)
	d.must(form.Close())
	v.Header.Set("Content-Type", form.FormDataContentType())
	defer v.Header.Del("Content-Type")
	return d.succeed(v, route, append(parameters, body.Bytes())...)
}

func (d *describedAPI) callNominations(admin *testapp.Visitor) {
	visitor := d.visitor()
	d.succeed(visitor, "POST /api/drafts", apiBody{"email": nil, "formData": apiBody{"name": "Shalini"}})
	d.succeed(visitor, "GET /api/drafts/mine")
	d.succeed(visitor, "POST /api/drafts", apiBody{"email": "tara@example.com", "formData": apiBody{"name": "Tara"}})
	d.succeed(visitor, "POST /api/drafts/mine/link")
	d.succeed(visitor, "POST /api/drafts/resume", apiBody{"token": d.linkToken("tara@example.com", "nomination")})
	d.succeed(admin, "GET /api/drafts", "?page=1&perPage=10")
	d.succeed(visitor, "DELETE /api/drafts/mine")

	first := d.nominate("shalini@example.com")
	second := d.nominate("meera@example.com")
	d.expectStatus(d.call(d.visitor(), "POST /api/registrations", testapp.Nomination("shalini@example.com")), 409)
	d.succeed(admin, "GET /api/registrations")
	d.succeed(admin, "GET /api/registrations/export", "?format=xlsx")
	d.succeed(admin, "GET /api/nominations/export", "?state=all")
	d.succeed(admin, "GET /api/cms/built-in")
	d.succeed(admin, "GET /api/registrations/export")
	d.succeed(admin, "GET /api/nominations", "?state=all&page=1&search=shalini&sort=-createdAt")
	d.succeed(admin, "GET /api/nominations/counts")
	d.succeed(admin, "GET /api/nominations/{id}/neighbours", first)

	take := func(id string, version any, body apiBody) any {
		body["version"] = version
		return d.succeed(admin, "POST /api/nominations/{id}/steps", id, body).JSON["version"]
	}
	applicant := d.visitor()
	third := d.nominate("uma@example.com")
	own := d.linkToken("uma@example.com", "nomination")
	d.succeed(applicant, "POST /api/nominations/mine/details", apiBody{"token": own})
	amended := testapp.Nomination("uma@example.com")
	amended["token"], amended["version"] = own, 0
	delete(amended, "agreeTerms") // a correction does not require the consent again
	d.succeed(applicant, "POST /api/nominations/mine/amend", amended)
	asked := take(third, take(third, 1, apiBody{"step": "take"}), apiBody{"step": "ask", "words": "Which boards?"})
	answered := d.succeed(applicant, "POST /api/nominations/mine/answer",
		apiBody{"token": own, "version": asked, "words": "Two."})
	withdrawn := d.succeed(applicant, "POST /api/nominations/mine/withdraw",
		apiBody{"token": own, "version": answered.JSON["version"]})
	d.succeed(applicant, "POST /api/nominations/mine/reopen",
		apiBody{"token": own, "version": withdrawn.JSON["version"]})

	d.callVerification(admin, first)
	version := take(first, d.succeed(admin, "GET /api/nominations/{id}", first).JSON["version"],
		apiBody{"step": "take"})
	d.succeed(admin, "PUT /api/nominations/{id}/vote", first, apiBody{"vote": "yes"})
	version = take(first, version, apiBody{"step": "ask", "words": "Which boards?"})
	version = take(first, version, apiBody{"step": "answer", "why": "Two."})
	noted := d.succeed(admin, "POST /api/nominations/{id}/notes", first, apiBody{"text": "A note"})
	note := noted.JSON["notes"].([]any)[0].(map[string]any)["id"].(string)
	d.succeed(admin, "DELETE /api/nominations/{id}/notes/{note}", first, note)
	frame := d.succeed(admin, "POST /api/nominations/{id}/decline-preview", first, apiBody{"words": "Sorry."}).JSON["frame"].(string)
	d.succeed(admin, "GET /api/email-previews/{key}", strings.TrimPrefix(frame, "/api/email-previews/"))
	take(first, version, apiBody{"step": "approve", "vote": ""})
	d.succeed(admin, "GET /api/nominations/{id}", first)

	invitation := d.succeed(admin, "GET /api/nominations/{id}", first).JSON["invitation"].(map[string]any)["id"].(string)
	d.Drain()
	d.Clock.Advance(time.Hour)
	d.succeed(admin, "POST /api/nominations/{id}/invitation", first, apiBody{"replaces": invitation})
	token := d.linkToken("shalini@example.com", "auth")
	member := d.atOwnAddress(d.SignedIn("users", apiBody{"email": "shalini@example.com"}))
	d.succeed(member, "POST /api/invitations/look", apiBody{"token": token})
	d.succeed(member, "POST /api/invitations/accept", apiBody{"token": token})
	d.expectStatus(d.call(member, "POST /api/invitations/accept", apiBody{"token": token}), 409)

	version = take(second, d.succeed(admin, "GET /api/nominations/{id}", second).JSON["version"],
		apiBody{"step": "take"})
	take(second, version, apiBody{"step": "decline", "why": "Not yet.", "notify": true})
}

func (d *describedAPI) callVerification(admin *testapp.Visitor, id string) {
	newest := func(a testapp.Response, list string) string {
		rows := a.JSON["verification"].(map[string]any)[list].([]any)
		return rows[len(rows)-1].(map[string]any)["id"].(string)
	}
	seat := newest(d.succeed(admin, "POST /api/nominations/{id}/seats", id,
		apiBody{"company": "Port Trust", "din": "01234567"}), "seats")
	d.succeed(admin, "PUT /api/nominations/{id}/seats/{seat}", id, seat,
		apiBody{"company": "Port Trust", "result": "confirmed"})
	d.uploadFile(admin, "file", []byte("%PDF-1.7"), "POST /api/nominations/{id}/seats/{seat}/evidence", id, seat)
	d.succeed(admin, "GET /api/nominations/{id}/seats/{seat}/evidence", id, seat)
	d.succeed(admin, "DELETE /api/nominations/{id}/seats/{seat}/evidence", id, seat)
	d.succeed(admin, "PUT /api/nominations/{id}/conflicts", id, apiBody{"declared": "None."})
	referee := newest(d.succeed(admin, "POST /api/nominations/{id}/referees", id, apiBody{"name": "Leela Rao"}),
		"referees")
	d.succeed(admin, "PUT /api/nominations/{id}/referees/{referee}", id, referee,
		apiBody{"name": "Leela Rao", "said": "A good choice."})
	d.succeed(admin, "GET /api/nominations/{id}", id)
	d.succeed(admin, "DELETE /api/nominations/{id}/referees/{referee}", id, referee)
	d.succeed(admin, "DELETE /api/nominations/{id}/seats/{seat}", id, seat)
}

func (d *describedAPI) nominate(email string) string {
	d.Helper()
	return idOf(d.succeed(d.visitor(), "POST /api/registrations", testapp.Nomination(email)))
}

func (d *describedAPI) callPayments(admin *testapp.Visitor) {
	var tiers []struct{ ID string }
	buyer := d.atOwnAddress(d.SignedIn("users", nil))
	d.must(json.Unmarshal([]byte(d.succeed(buyer, "GET /api/membership-tiers").Body), &tiers))
	order := apiBody{
		"customerName":     "Asha Rao",
		"customerEmail":    "asha@example.com",
		"customerPhone":    "+919876543210",
		"membershipTierId": tiers[0].ID,
	}
	d.succeed(buyer, "GET /api/billing-profile")
	billing := apiBody{
		"kind":      "company",
		"legalName": "Rao Textiles",
		"gstin":     "29AAGCB7383J1Z4",
		"address":   "12 Residency Road",
		"state":     "29",
		"pin":       "560025",
		"country":   "IN",
	}
	d.succeed(buyer, "PUT /api/billing-profile", billing)
	order["billing"] = billing
	d.succeed(d.visitor(), "POST /api/payments/quote", apiBody{"membershipTierId": tiers[0].ID, "billing": billing})
	created := d.succeed(buyer, "POST /api/payments/create-order", order)
	paid, err := d.Razorpay.Pay(created.JSON["orderId"].(string), fakerazorpay.Success)
	d.must(err)
	fields, err := json.Marshal(paid.Fields)
	d.must(err)
	verify := apiBody{}
	d.must(json.Unmarshal(fields, &verify))
	d.succeed(buyer, "POST /api/payments/verify", verify)
	d.Drain()
	mine := d.succeed(buyer, "GET /api/memberships/mine")
	transaction := mine.JSON["transactions"].([]any)[0].(map[string]any)["id"].(string)
	d.expectStatus(d.call(buyer, "POST /api/payments/create-order", order), 409)
	d.succeed(buyer, "GET /api/transactions/{id}/invoice", transaction)
	document := mine.JSON["transactions"].([]any)[0].(map[string]any)["documents"].([]any)[0].(map[string]any)["id"].(string)
	d.succeed(buyer, "GET /api/documents/{id}", document)
	d.expectStatus(d.call(d.SignedIn("users", nil), "GET /api/documents/{id}", document), 404)
	d.expectStatus(d.call(d.SignedIn("users", nil), "GET /api/transactions/{id}/invoice", transaction), 404)
	d.callSubscriptions()
	d.callLinks(order)
	d.callRenewals(order)
	d.callSeats(admin, order)
	d.callComplimentary(admin, tiers[0].ID)
	d.callOffline(admin, tiers[0].ID)
	for operation, body := range map[string]apiBody{
		"POST /api/transactions/{id}/accept": {"reason": "An offer", "password": testapp.Password},
		"POST /api/transactions/{id}/refund": {"reason": "An offer", "password": testapp.Password},
	} {
		short := d.succeed(d.atOwnAddress(d.SignedIn("users", nil)), "POST /api/payments/create-order", order)
		_, err := d.Razorpay.Pay(short.JSON["orderId"].(string), fakerazorpay.WrongAmount)
		d.must(err)
		_, err = d.Payments.Reconciler.Reconcile(context.Background(), 7)
		d.must(err)
		d.succeed(admin, operation, short.JSON["notes"].(map[string]any)["transactionId"].(string), body)
	}
	d.succeed(admin, "GET /api/transactions", "?status=completed&perPage=5")
	d.succeed(admin, "GET /api/transactions/export", "?status=completed")
	d.succeed(admin, "DELETE /api/transactions/{id}/attention", transaction)
	second := d.succeed(d.atOwnAddress(d.SignedIn("users", nil)), "POST /api/payments/create-order", order)
	_, err = d.Razorpay.Pay(second.JSON["orderId"].(string), fakerazorpay.Orphan)
	d.must(err)
	_, err = d.Payments.Reconciler.Reconcile(context.Background(), 7)
	d.must(err)
	d.succeed(admin, "GET /api/payments/open")
	orphan := d.firstOf(admin, "GET /api/payments/unknown", "id", "?attention=any")
	d.succeed(admin, "DELETE /api/payments/unknown/{id}/attention", orphan)
	d.succeed(admin, "GET /api/payments/orphans/{id}", orphan)
	d.succeed(admin, "POST /api/payments/orphans/{id}/attach", orphan, apiBody{
		"userId":           idOf(d.succeed(buyer, "GET /api/user")),
		"membershipTierId": tiers[0].ID,
		"reason":           "They have told us",
		"password":         testapp.Password,
	})
	d.succeed(admin, "GET /api/transactions/{id}", transaction)
	d.succeed(admin, "GET /api/transactions/{id}/documents", transaction)
	d.succeed(admin, "POST /api/transactions/{id}/notes", transaction, apiBody{"text": "They have called."})
	d.callBooks(admin)

	event := []byte(`{"entity":"event","event":"payment.captured","payload":{}}`)
	mac := hmac.New(sha256.New, []byte(testapp.RazorpayKeys.WebhookSecret))
	mac.Write(event)
	provider := d.visitor()
	provider.Header.Set("X-Razorpay-Signature", hex.EncodeToString(mac.Sum(nil)))
	provider.Header.Set("X-Razorpay-Event-Id", "event_of_the_test")
	d.succeed(provider, "POST /api/webhooks/razorpay", event)
	d.expectStatus(d.call(provider, "POST /api/webhooks/razorpay", []byte(`{}`)), 400)
	d.succeed(admin, "GET /api/webhook-diagnostics", "?outcome=failed")
}

// callLinks pays with a payment link.
func (d *describedAPI) callLinks(order apiBody) {
	tier := apiBody{
		"name":                "Linked circle",
		"price":               "100",
		"razorpayPaymentLink": "https://rzp.io/l/linked",
		"password":            testapp.Password,
	}
	order = maps.Clone(order)
	order["membershipTierId"] = idOf(d.succeed(d.atOwnAddress(d.SignedIn("admins", nil)), "POST /api/membership-tiers",
		tier))
	d.succeed(d.atOwnAddress(d.SignedIn("users", nil)), "POST /api/payments/create-order", order)
	paid, err := d.Razorpay.PayLink(d.Razorpay.State().Links[0].ID, fakerazorpay.Success)
	d.must(err)
	fields, err := json.Marshal(paid.Link)
	d.must(err)
	verify := apiBody{}
	d.must(json.Unmarshal(fields, &verify))
	d.succeed(d.visitor(), "POST /api/payments/verify-link", verify)
}

// callSeats buys seats for a company, assigns two of them and takes one back.
func (d *describedAPI) callSeats(admin *testapp.Visitor, order apiBody) {
	order = maps.Clone(order)
	order["seats"] = 2
	buyer := d.atOwnAddress(d.SignedIn("users", nil))
	_, err := d.Razorpay.Pay(d.succeed(buyer, "POST /api/payments/create-order", order).JSON["orderId"].(string),
		fakerazorpay.Success)
	d.must(err)
	_, err = d.Payments.Reconciler.Reconcile(context.Background(), 7)
	d.must(err)
	var purchases []struct {
		TransactionID string
		Seats         []struct{ ID string }
	}
	d.must(json.Unmarshal([]byte(d.succeed(buyer, "GET /api/seats").Body), &purchases))
	seat, other := purchases[0].Seats[0].ID, purchases[0].Seats[1].ID
	invitee := apiBody{"name": "Bina Das", "email": "bina.das@example.com"}
	d.succeed(buyer, "POST /api/seats/{id}/invite", seat, invitee)
	d.expectStatus(d.call(buyer, "POST /api/seats/{id}/invite", seat, invitee), 409)
	d.Clock.Advance(2 * time.Minute)
	d.succeed(buyer, "POST /api/seats/{id}/resend", seat)
	text := d.Inbox("bina.das@example.com")[0].Text
	_, text, _ = strings.Cut(text, "/seat?token=")
	token := apiBody{"token": strings.Fields(text)[0]}
	d.succeed(d.visitor(), "POST /api/seats/look", token)
	d.succeed(d.atOwnAddress(d.SignedIn("users", nil)), "POST /api/seats/accept", token)
	d.succeed(buyer, "POST /api/seats/{id}/reassign", seat, apiBody{"email": "chitra@example.com"})
	d.succeed(buyer, "POST /api/seats/{id}/revoke", seat)
	d.succeed(admin, "POST /api/transactions/{id}/seats/{seat}/end", purchases[0].TransactionID, other,
		apiBody{"reason": "Refunded in part"})
}

// callRenewals renews a membership with the link of a reminder.
func (d *describedAPI) callRenewals(order apiBody) {
	order = maps.Clone(order)
	order["membershipTierId"] = idOf(d.succeed(d.atOwnAddress(d.SignedIn("admins", nil)), "POST /api/membership-tiers",
		apiBody{"name": "Grand circle", "price": "20000", "duration": "annual"}))
	order["customerEmail"] = "renewing@example.com"
	member := d.atOwnAddress(d.SignedIn("users", nil))
	paid, err := d.Razorpay.Pay(d.succeed(member, "POST /api/payments/create-order", order).JSON["orderId"].(string),
		fakerazorpay.Success)
	d.must(err)
	_, err = d.Payments.Reconciler.Reconcile(context.Background(), 7)
	d.must(err)
	var m struct{ ID string }
	d.must(d.PB.DB().NewQuery("SELECT id FROM memberships WHERE razorpayPaymentId = {:id}").Bind(
		dbx.Params{"id": paid.PaymentID}).One(&m))
	renewal := apiBody{"token": d.Payments.Renewals.RenewalToken(m.ID)}
	d.succeed(d.visitor(), "POST /api/renewals/look", renewal)
	d.succeed(d.visitor(), "POST /api/renewals", renewal)
	d.expectStatus(d.call(d.visitor(), "POST /api/renewals", apiBody{"token": "unknown"}), 404)
}

// callSubscriptions cancels a member's renewal, once as the member and once as the office.
func (d *describedAPI) callSubscriptions() {
	plan, err := d.Razorpay.AddPlan(fakerazorpay.Plan{
		Period:   "monthly",
		Interval: 1,
		Item:     fakerazorpay.Item{Name: "Monthly", Amount: 708_00, Currency: "INR"},
	})
	d.must(err)
	tier := apiBody{"name": "Renewing circle", "price": "600", "duration": "monthly", "razorpayPlanId": plan.ID}
	admin := d.atOwnAddress(d.SignedIn("admins", nil))
	id := idOf(d.succeed(admin, "POST /api/membership-tiers", tier))
	member := d.atOwnAddress(d.SignedIn("users", nil))
	d.expectStatus(d.call(member, "POST /api/subscriptions/mine/cancel"), 404)
	order := apiBody{
		"customerName":     "Asha Rao",
		"customerEmail":    "asha@example.com",
		"customerPhone":    "+919876543210",
		"membershipTierId": id,
	}
	other := d.atOwnAddress(d.SignedIn("users", nil))
	for _, buyer := range []*testapp.Visitor{member, other} {
		subscription := d.succeed(buyer, "POST /api/payments/create-order", order).JSON["subscriptionId"].(string)
		_, err = d.Razorpay.Pay(subscription, fakerazorpay.Success)
		d.must(err)
	}
	_, err = d.Payments.Reconciler.Reconcile(context.Background(), 7)
	d.must(err)
	cancelled := idOf(d.succeed(other, "GET /api/user"))
	reason := apiBody{"reason": "By telephone", "password": testapp.Password}
	d.succeed(admin, "POST /api/members/{id}/mandate/cancel", cancelled, reason)
	d.expectStatus(d.call(admin, "POST /api/members/{id}/mandate/cancel", cancelled, reason), 409)
	d.succeed(member, "POST /api/subscriptions/mine/card")
	d.succeed(member, "POST /api/subscriptions/mine/pause")
	d.expectStatus(d.call(member, "POST /api/subscriptions/mine/pause"), 409)
	d.succeed(member, "POST /api/subscriptions/mine/resume")
	d.succeed(member, "POST /api/subscriptions/mine/cancel")
	d.succeed(member, "POST /api/payments/create-order", order)
}

func (d *describedAPI) callImports(admin *testapp.Visitor) {
	file := apiBody{
		"fileName": "members.csv",
		"content":  "Name,Email\nBina Das,bina@example.com\n,nobody@example.com\n",
		"invite":   false,
	}
	d.succeed(admin, "GET /api/members/imports/example")
	d.succeed(admin, "POST /api/members/imports/check", file)
	d.succeed(admin, "POST /api/members/imports/wrong-rows", file)
	id := idOf(d.succeed(admin, "POST /api/members/imports", file))
	d.Drain()
	d.succeed(admin, "GET /api/members/imports/{id}", id)
	d.succeed(admin, "GET /api/members/imports")
}

func (d *describedAPI) callMail(admin *testapp.Visitor) {
	d.Drain()
	var emails []struct{ ID string }
	d.must(json.Unmarshal([]byte(d.succeed(admin, "GET /api/emails", "?perPage=5").Body), &emails))
	d.succeed(admin, "GET /api/emails/{id}", emails[0].ID)
	d.succeed(admin, "GET /api/emails/{id}/html", emails[0].ID)
	d.succeed(admin, "GET /api/emails/summary")
	d.succeed(admin, "POST /api/emails/send-again")
	sent := d.succeed(admin, "POST /api/providers/brevo/test", apiBody{"email": "office@example.com"}).JSON["id"].(string)
	d.Drain()
	d.expectStatus(d.call(admin, "POST /api/emails/{id}/send-again", sent, apiBody{}), 409)
	d.succeed(admin, "POST /api/emails/{id}/send-again", sent, apiBody{"confirmed": true})

	d.CreateAccount("users", apiBody{"email": "reader@example.com"})
	d.must(d.PB.RunInTransaction(func(tx core.App) error {
		return d.Outbox.Enqueue(tx, outbox.Email{
			Kind:   "welcome",
			To:     outbox.Address{Email: "reader@example.com"},
			Params: map[string]string{"name": "Asha", "email": "reader@example.com"},
		})
	}))
	link := regexp.MustCompile(`/preferences/(\S+)`).FindStringSubmatch(d.Inbox("reader@example.com")[0].Text)[1]
	d.succeed(d.visitor(), "GET /preferences/{token}", link)
	d.succeed(d.visitor(), "POST /preferences/{token}", link)
	d.succeed(d.visitor(), "GET /unsubscribe/{token}", link)
	d.succeed(d.visitor(), "POST /unsubscribe/{token}", link)
	d.succeed(admin, "POST /api/email-frame/preview", apiBody{"emailAccent": "#ffcc00"})
	d.succeed(admin, "GET /api/emails/health")
	d.succeed(admin, "POST /api/emails/health")
	d.App.Jobs.Pause(outbox.SendJob, d.App.Clock.Now().Add(time.Minute), "The account is suspended.")
	d.succeed(admin, "POST /api/emails/resume")
	d.succeed(admin, "GET /api/email-texts")
	d.succeed(admin, "GET /api/email-texts/{id}", "welcome")
	text := apiBody{
		"subject":  "Welcome, {{name}}",
		"preview":  "",
		"body":     "Your account {{email}} is ready.",
		"footnote": "",
	}
	d.succeed(admin, "POST /api/email-texts/{id}/preview", "welcome", text)
	d.succeed(admin, "PUT /api/email-texts/{id}", "welcome", text)
	d.succeed(admin, "GET /api/email-texts/{id}/versions", "welcome")
	d.succeed(admin, "POST /api/email-texts/{id}/restore", "welcome", apiBody{"version": "0"})
	d.succeed(admin, "POST /api/email-texts/{id}/test", "welcome", text)
	var suppressed []struct{ ID string }
	d.must(json.Unmarshal([]byte(d.succeed(admin, "GET /api/suppressions").Body), &suppressed))
	d.succeed(admin, "POST /api/suppressions/{id}/lift", suppressed[0].ID, apiBody{"reason": "She asked for it"})

	provider := d.visitor()
	event := []byte(
		`{"event":"delivered","email":"office@example.com","id":1,"message-id":"<1@example.com>","ts_event":1785742200}`,
	)
	d.expectStatus(d.call(provider, "POST /api/webhooks/brevo", event), 401)
	provider.Header.Set("Authorization", "Bearer "+testapp.WebhookToken)
	d.succeed(provider, "POST /api/webhooks/brevo", event)
}

// firstOf returns a field of a list's first row.
func (d *describedAPI) firstOf(admin *testapp.Visitor, route, field string, arguments ...any) string {
	d.Helper()
	var rows []map[string]any
	d.must(json.Unmarshal([]byte(d.succeed(admin, route, arguments...).Body), &rows))
	if len(rows) == 0 {
		d.Fatalf("%s %v: no rows", route, arguments)
	}
	return rows[0][field].(string)
}

func (d *describedAPI) callBackups(admin *testapp.Visitor) {
	d.succeed(admin, "POST /api/admin/backups")
	d.Backups.Wait()
	d.succeed(admin, "PUT /api/admin/backups/schedule",
		apiBody{"daily": "true", "keep": 3, "password": testapp.Password})
	backup := d.succeed(admin, "GET /api/admin/backups").JSON["backups"].([]any)[0].(map[string]any)["name"].(string)
	link := d.succeed(admin, "POST /api/admin/backups/{name}/ticket", backup, reauthenticated).JSON["url"].(string)
	_, ticket, _ := strings.Cut(link, "?")
	d.succeed(admin, "GET /api/admin/backups/{name}/download", backup, "?"+ticket)
	d.expectStatus(d.call(admin, "GET /api/admin/backups/{name}/download", backup, "?"+ticket), 403)
	d.succeed(admin, "GET /api/admin/replication")
	d.succeed(admin, "POST /api/admin/restore-drills")
	d.must(d.Jobs.Drain(d.Context()))
	if list := d.succeed(admin, "GET /api/admin/restore-drills"); !strings.Contains(list.Body, `"outcome":"passed"`) {
		d.Errorf("no drill has passed: %s", list.Body)
	}
	d.succeed(admin, "POST /api/admin/backups/{name}/delete", backup, reauthenticated)
}

func idOf(response testapp.Response) string { return response.JSON["id"].(string) }

func (d *describedAPI) callBooks(admin *testapp.Visitor) {
	d.succeed(admin, "GET /api/books/registers", "?month=2026-08")
	d.succeed(admin, "GET /api/books/registers", "?register=receipts&format=csv")
	d.expectStatus(d.call(admin, "GET /api/books/registers", "?month=August"), 400)
	d.expectStatus(d.call(admin, "GET /api/books/gstr1", "?month=2020-08"), 409)
	d.succeed(admin, "PUT /api/admin/settings", apiBody{
		"taxStatus":     "registered",
		"supplierGstin": "27AAPFU0939F1ZV",
		"supplierState": "27",
		"taxAdviser":    "S. Iyer, FCA",
		"taxSettledOn":  "2026-08-01",
		"password":      testapp.Password,
	})
	d.succeed(admin, "GET /api/books/gstr1", "?month=2020-08")
	_, err := d.Razorpay.Settle(0)
	d.must(err)
	d.must(d.Books.PullSettlements(d.Context()))
	d.succeed(admin, "GET /api/books/settlements/{id}",
		d.firstOf(admin, "GET /api/books/settlements", "id", "?perPage=5"))
	d.expectStatus(d.call(admin, "GET /api/books/settlements/{id}", "nobodysrecord00"), 404)
	d.callEInvoices(admin)
	d.succeed(admin, "GET /api/books/months")
	d.succeed(admin, "PUT /api/books/months/{month}/rate", "2020-06", apiBody{"currency": "USD", "rate": "84.25"})
	reauthenticated := apiBody{"password": testapp.Password}
	d.succeed(admin, "POST /api/books/months/{month}/close", "2020-06", reauthenticated)
	d.expectStatus(d.call(admin, "POST /api/books/months/{month}/close", "2020-06", reauthenticated), 409)
	d.succeed(admin, "POST /api/books/months/{month}/reopen", "2020-06",
		apiBody{"reason": "A late invoice", "password": testapp.Password})
}

// callEInvoices registers the invoice of a company.
func (d *describedAPI) callEInvoices(admin *testapp.Visitor) {
	d.expectStatus(d.call(admin, "GET /api/books/e-invoices/file"), 409)
	d.succeed(admin, "PUT /api/admin/settings",
		apiBody{"eInvoices": "true", "supplierPlace": "Mumbai", "supplierPin": "400001", "password": testapp.Password})
	tier := d.succeed(admin, "POST /api/membership-tiers", apiBody{"name": "Company circle", "price": "25000"})
	order := d.succeed(d.atOwnAddress(d.SignedIn("users", nil)), "POST /api/payments/create-order", apiBody{
		"customerName":     "Asha Rao",
		"customerEmail":    "asha@example.com",
		"customerPhone":    "+919876543210",
		"membershipTierId": idOf(tier),
		"billing": apiBody{
			"kind":      "company",
			"legalName": "Rao Textiles",
			"gstin":     "29AAGCB7383J1Z4",
			"address":   "12 Residency Road, Bengaluru",
			"state":     "29",
			"pin":       "560025",
		},
	})
	paid, err := d.Razorpay.Pay(order.JSON["orderId"].(string), fakerazorpay.Success)
	d.must(err)
	for _, event := range d.Razorpay.Events(paid.PaymentID) {
		d.Deliver(event)
	}
	d.Drain()
	waiting := d.succeed(admin, "GET /api/books/e-invoices").JSON["documents"].([]any)[0].(apiBody)
	d.succeed(admin, "GET /api/books/e-invoices/file")
	answer := apiBody{
		"irn":       testapp.IRN,
		"ackNumber": "112610036563310",
		"ackDate":   "2026-08-03 12:00:00",
		"signedQr":  testapp.SignedQR(apiBody{"DocNo": waiting["number"]}),
	}
	d.succeed(admin, "POST /api/books/e-invoices", answer)
	d.expectStatus(d.call(admin, "POST /api/books/e-invoices", answer), 409)
	answer["irn"] = "short"
	d.expectStatus(d.call(admin, "POST /api/books/e-invoices", answer), 400)
	d.succeed(admin, "POST /api/documents/{id}/irn/correct", waiting["id"].(string),
		apiBody{"ackNumber": "112610036563311", "ackDate": "2026-08-03 12:00"})
	cancelled := apiBody{
		"cancelledAt":  "2026-08-03 12:30",
		"cancelReason": "2",
		"cancelNote":   "Wrong address",
		"password":     testapp.Password,
	}
	d.succeed(admin, "POST /api/documents/{id}/irn/cancel", waiting["id"].(string), cancelled)
	d.expectStatus(d.call(admin, "POST /api/documents/{id}/irn/cancel", waiting["id"].(string), cancelled), 409)
	d.succeed(admin, "PUT /api/admin/settings", apiBody{"eInvoices": "false", "password": testapp.Password})
}

func (d *describedAPI) callComplimentary(admin *testapp.Visitor, tier string) {
	// Grants by one admin within a day are added up.
	d.succeed(admin, "PUT /api/admin/settings",
		apiBody{"offlineSecondAdminAbove": "500000", "password": testapp.Password})
	coupon := idOf(d.succeed(admin, "POST /api/coupons", apiBody{
		"code":              "friends",
		"kind":              "amount",
		"value":             "2500",
		"maxUses":           50,
		"membershipTierIds": []any{tier},
		"endsAt":            "2027-03-31",
	}))
	d.expectStatus(d.call(admin, "POST /api/coupons", apiBody{"code": "FRIENDS", "value": 20}), 409)
	d.succeed(admin, "GET /api/coupons", "?active=true&perPage=5")
	buyer := d.atOwnAddress(d.SignedIn("users", nil))
	d.succeed(buyer, "POST /api/payments/create-order", apiBody{
		"customerName":     "Asha Rao",
		"customerEmail":    "asha@example.com",
		"customerPhone":    "+919876543210",
		"membershipTierId": tier,
		"couponCode":       "friends",
	})
	d.expectStatus(d.call(admin, "DELETE /api/coupons/{id}", coupon), 409)
	guest := idOf(d.succeed(d.atOwnAddress(d.SignedIn("users", nil)), "GET /api/user"))
	term := idOf(d.succeed(admin, "POST /api/members/{id}/memberships", guest,
		apiBody{"membershipTierId": tier, "endsAt": "2027-03-31", "reason": "A guest"}))
	d.succeed(admin, "POST /api/members/{id}/memberships/{membership}/extend", guest, term,
		apiBody{"endsAt": "2027-04-30T12:00:00Z", "reason": "A guest for longer"})
	d.succeed(admin, "POST /api/members/{id}/memberships/{membership}/end", guest, term,
		apiBody{"reason": "A guest no longer"})
	d.expectStatus(d.call(admin, "POST /api/members/{id}/memberships/{membership}/end", guest, term,
		apiBody{"reason": "A guest no longer"}), 409)
	d.callApprovals(admin, guest)
}

// callApprovals requests more than one admin may grant alone.
func (d *describedAPI) callApprovals(admin *testapp.Visitor, guest string) {
	dear := idOf(d.succeed(admin, "POST /api/membership-tiers",
		apiBody{"name": "Dear circle", "price": "900000", "isActive": false}))
	ask := func() string {
		asked := d.succeed(admin, "POST /api/members/{id}/memberships", guest,
			apiBody{"membershipTierId": dear, "reason": "A guest"})
		d.expectStatus(asked, 202)
		return asked.JSON["approval"].(map[string]any)["id"].(string)
	}
	d.succeed(admin, "POST /api/approvals/{id}/refuse", ask())
	id := ask()
	d.expectStatus(d.call(admin, "POST /api/approvals/{id}/confirm", id, apiBody{"password": testapp.Password}), 403)
	d.succeed(d.atOwnAddress(d.SignedIn("admins", nil)), "POST /api/approvals/{id}/confirm", id,
		apiBody{"password": testapp.Password})
	d.succeed(admin, "GET /api/approvals", "?state=confirmed&perPage=5")
}

func (d *describedAPI) callOffline(admin *testapp.Visitor, tier string) {
	member := idOf(d.succeed(d.atOwnAddress(d.SignedIn("users", nil)), "GET /api/user"))
	d.succeed(admin, "GET /api/billing-profiles/{id}", member)
	sale := idOf(d.succeed(admin, "POST /api/offline-payments",
		apiBody{"userId": member, "membershipTierId": tier, "payer": "Sea Shipping Ltd"}))
	d.succeed(admin, "GET /api/offline-payments/{id}/proforma", sale)
	cheque := apiBody{"mode": "cheque", "utr": "000123", "bankDate": "2026-08-01", "amount": "1000", "tds": "100"}
	d.succeed(admin, "POST /api/offline-payments/{id}/receipts", sale, cheque)
	d.expectStatus(d.call(admin, "POST /api/offline-payments/{id}/receipts", sale, cheque), 409)
	d.succeed(admin, "POST /api/offline-payments/{id}/deposit", sale)
	d.succeed(admin, "POST /api/offline-payments/{id}/confirm", sale,
		apiBody{"password": testapp.Password, "bankDate": "2026-08-01"})
	d.succeed(admin, "POST /api/offline-payments/{id}/receipts", sale,
		apiBody{"mode": "neft", "utr": "N1", "bankDate": "2026-08-01", "amount": "500"})
	d.succeed(admin, "POST /api/offline-payments/{id}/bounce", sale, apiBody{"reason": "Returned by the bank"})
	d.succeed(admin, "POST /api/offline-payments/{id}/cancel", sale,
		apiBody{"reason": "Changed their mind", "password": testapp.Password})
	d.succeed(admin, "POST /api/offline-payments/{id}/returned", sale, apiBody{"utr": "R1", "bankDate": "2026-08-01"})
	whole := d.succeed(admin, "POST /api/offline-payments", apiBody{"userId": member, "membershipTierId": tier})
	d.succeed(admin, "POST /api/offline-payments/{id}/receipts", idOf(whole),
		apiBody{"mode": "cash", "bankDate": "2026-08-01", "amount": whole.JSON["due"]})
	d.succeed(admin, "POST /api/offline-payments/{id}/confirm", idOf(whole), apiBody{"password": testapp.Password})
	d.succeed(admin, "POST /api/offline-payments/{id}/refund", idOf(whole),
		apiBody{"amount": "100", "reason": "A part of the fee", "password": testapp.Password})
	d.succeed(admin, "GET /api/offline-payments", "?state=cancelled&perPage=5")
	d.succeed(admin, "GET /api/offline-receipts", "?month=2026-08&mode=cheque&state=bounced&search=000123")
	d.expectStatus(d.call(admin, "GET /api/offline-receipts", "?month=August"), 400)
	d.succeed(admin, "GET /api/offline-receipts/export", "?month=2026-08")
}
