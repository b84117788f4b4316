package hooks_test

import (
	"bytes"
	"encoding/json"
	"image"
	"image/png"
	"mime/multipart"
	"slices"
	"strings"
	"testing"
	"time"

	"boardcircle/pb_hooks/internal/testapp"
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
	d.callImports(admin)
	d.callMail()
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

func (d *describedAPI) callMail() {
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
		d.Errorf("no restore test has passed: %s", list.Body)
	}
	d.succeed(admin, "POST /api/admin/backups/{name}/delete", backup, reauthenticated)
}

func idOf(response testapp.Response) string { return response.JSON["id"].(string) }
