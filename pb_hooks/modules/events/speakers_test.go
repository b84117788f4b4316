package events_test

import (
	"bytes"
	"encoding/json"
	"image"
	"image/png"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"
	"time"

	"boardcircle/pb_hooks/internal/testapp"
)

// uploadPortrait uploads a picture as the office and returns its address.
func (f *fixture) uploadPortrait() string {
	f.Helper()
	var body, file bytes.Buffer
	if err := png.Encode(&file, image.NewRGBA(image.Rect(0, 0, 40, 30))); err != nil {
		f.Fatal(err)
	}
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("image", "portrait.png")
	if err == nil {
		_, err = part.Write(file.Bytes())
	}
	if err != nil {
		f.Fatal(err)
	}
	form.Close()
	f.office.Header.Set("Content-Type", form.FormDataContentType())
	defer f.office.Header.Del("Content-Type")
	return f.ok(f.office.Post("/api/cms/images", body.Bytes())).JSON["url"].(string)
}

// listed returns a signed-in member whose profile is published.
func (f *fixture) listed(name string) *testapp.Visitor {
	f.Helper()
	v := f.member(name)
	saved := f.ok(v.Send(http.MethodPut, "/api/profile", fields{
		"designation": "Independent Director", "city": "Pune", "sectors": []string{"technology"},
		"emailVisibility": "introduced", "phoneVisibility": "introduced", "linkedinVisibility": "introduced",
	}))
	wording := saved.JSON["consent"].(fields)["wording"]
	f.ok(v.Post("/api/profile/publish", fields{"wording": wording, "agree": true}))
	return v
}

func TestASpeakerIsLinkedForMembersWhoSeeTheProfile(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	bina, chitra, devi := f.listed("Bina"), f.member("Chitra"), f.member("Devi")
	portrait := f.uploadPortrait()
	path := f.published(fields{"isPublic": true, "host": "Bina Shah", "hostEmail": "bina@example.com", "speakers": []fields{
		{"name": "Bina Shah", "role": "Chair", "portrait": portrait, "email": "Bina@example.com"},
		{"name": "Devi Rao", "email": "devi@example.com"}, // is not listed
		{"name": "Asha Rao", "role": "Guest"},
	}})
	person := func(v *testapp.Visitor, n int) any {
		t.Helper()
		return f.ok(v.Get(path)).JSON["speakers"].([]any)[n].(fields)["personId"]
	}
	id, _ := person(chitra, 0).(string)
	if r := chitra.Get("/api/directory/" + id); id == "" || r.Status != http.StatusOK || r.JSON["name"] != "Bina" {
		t.Errorf("the name leads to %q: %d %s", id, r.Status, r.Body)
	}
	for n := range 2 {
		if got := person(chitra, n+1); got != "" {
			t.Errorf("speaker %d is linked to %v", n+1, got)
		}
	}
	page := f.ok(f.Visitor().Get(strings.Replace(path, "/api/events/", "/api/site/sessions/", 1))).Body
	if !strings.Contains(page, `{"name":"Bina Shah","role":"Chair","portrait":"`+portrait+`","portraitSrcset":"`+portrait+"/") ||
		!strings.Contains(page, `-40.png 40w","portraitPosition":"50% 30%","personId":""}`) || strings.Contains(page, id) {
		t.Errorf("visitors read %s", page)
	}
	if seen := f.ok(chitra.Get(path)).JSON["speakers"].([]any)[0].(fields); !strings.HasSuffix(
		seen["portraitSrcset"].(string), "-40.png 40w") {
		t.Errorf("members read %v", seen)
	}
	for _, body := range []string{page, chitra.Get(path).Body, chitra.Get("/api/events").Body} {
		if strings.Contains(body, "@example.com") || strings.Contains(body, "userId") {
			t.Errorf("an answer names the account: %s", body)
		}
	}
	// The office edits the speakers as they were entered. A copy of the session has them too.
	office := f.ok(f.office.Send(http.MethodPut, path, fields{"title": "Another title"})).Body
	if !strings.Contains(office, `"email":"bina@example.com"`) || person(chitra, 0) != id {
		t.Errorf("the form has %s", office)
	}
	copies := f.ok(f.office.Post(path+"/repeat", fields{"count": 1}))
	if !strings.Contains(f.ok(f.office.Get("/api/admin/events?state=draft")).Body, "Another title") ||
		!strings.Contains(copies.Body, "Another title") {
		t.Errorf("the copy is %s", copies.Body)
	}
	f.ok(devi.Post("/api/directory/"+id+"/block", nil))
	if got := person(devi, 0); got != "" {
		t.Errorf("a member who has blocked the speaker sees a link to %v", got)
	}
	account, err := f.PB.FindAuthRecordByEmail("users", "devi@example.com")
	if err != nil {
		t.Fatal(err)
	}
	next, err := f.Events.Next(f.PB, account.Id)
	if err != nil {
		t.Fatal(err)
	}
	home, _ := json.Marshal(next)
	// A block changes only the link, as a withdrawn profile does.
	for where, body := range map[string]string{"the page": devi.Get(path).Body, "the home": string(home)} {
		if !strings.Contains(body, `"host":"Bina Shah"`) || strings.Contains(body, id) {
			t.Errorf("%s of a public session for a member who has blocked the speaker: %s", where, body)
		}
	}
	if body := bina.Get(path).Body; !strings.Contains(body, "Devi Rao") {
		t.Errorf("the blocked speaker of a public session reads %s", body)
	}
	f.ok(f.office.Send(http.MethodPut, path, fields{"isPublic": false}))
	if next, err = f.Events.Next(f.PB, account.Id); err != nil {
		t.Fatal(err)
	}
	home, _ = json.Marshal(next)
	for where, body := range map[string]string{
		"the page": devi.Get(path).Body, "the list": devi.Get("/api/events").Body, "the home": string(home),
	} {
		if !strings.Contains(body, `"host":"Bina Shah"`) || strings.Contains(body, id) ||
			!strings.Contains(body, "Asha Rao") {
			t.Errorf("%s of a member who has blocked the speaker: %s", where, body)
		}
	}
	if body := bina.Get(path).Body; !strings.Contains(body, "Devi Rao") || !strings.Contains(body, "Bina Shah") {
		t.Errorf("the blocked speaker reads %s", body)
	}
	f.ok(bina.Post("/api/profile/withdraw", nil))
	if got := person(chitra, 0); got != "" {
		t.Errorf("a profile that is withdrawn is linked: %v", got)
	}
	// The picture stays as long as a session shows it.
	f.Clock.Advance(8 * 24 * time.Hour)
	if err := f.Pictures.Purge(); err != nil {
		t.Fatal(err)
	}
	if r := f.Visitor().Get(portrait); r.Status != http.StatusOK {
		t.Errorf("the portrait answers %d", r.Status)
	}
}

func TestAHostWhoIsAMemberIsShownLikeASpeaker(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	bina, chitra, devi := f.listed("Bina"), f.member("Chitra"), f.listed("Devi")
	path := f.published(fields{"isPublic": true, "host": "Bina Shah", "hostEmail": "Bina@example.com"})
	host := func(v *testapp.Visitor) (name, person string) {
		t.Helper()
		seen := f.ok(v.Get(path)).JSON
		return seen["host"].(string), seen["hostPersonId"].(string)
	}
	name, id := host(chitra)
	if r := chitra.Get("/api/directory/" + id); name != "Bina Shah" || id == "" || r.JSON["name"] != "Bina" {
		t.Errorf("%s leads to %q: %d %s", name, id, r.Status, r.Body)
	}
	page := f.ok(f.Visitor().Get(strings.Replace(path, "/api/events/", "/api/site/sessions/", 1))).Body
	for _, body := range []string{page, chitra.Get(path).Body, chitra.Get("/api/events").Body} {
		if strings.Contains(body, "@example.com") || strings.Contains(body, "serId") || !strings.Contains(body, "Bina Shah") {
			t.Errorf("an answer is %s", body)
		}
	}
	if strings.Contains(page, id) {
		t.Errorf("visitors read %s", page)
	}
	// The office edits the host as it was entered. A copy of the session has the host too.
	office := f.ok(f.office.Send(http.MethodPut, path, fields{"title": "Another title"})).Body
	if !strings.Contains(office, `"hostEmail":"bina@example.com"`) {
		t.Errorf("the form has %s", office)
	}
	f.ok(f.office.Post(path+"/repeat", fields{"count": 1}))
	var drafts []fields
	if err := json.Unmarshal([]byte(f.ok(f.office.Get("/api/admin/events?state=draft")).Body), &drafts); err != nil {
		t.Fatal(err)
	}
	if draft := f.ok(f.office.Get("/api/admin/events/" + drafts[0]["id"].(string))).Body; !strings.Contains(draft,
		`"hostEmail":"bina@example.com"`) {
		t.Errorf("the copy is %s", draft)
	}

	f.ok(bina.Post("/api/directory/"+f.personOf("devi@example.com")+"/block", nil))
	if name, id := host(devi); name != "Bina Shah" || id != "" {
		t.Errorf("a member whom the host of a public session has blocked reads %q, %q", name, id)
	}
	f.ok(f.office.Send(http.MethodPut, path, fields{"isPublic": false}))
	if name, id := host(devi); name != "Bina Shah" || id != "" {
		t.Errorf("a member whom the host has blocked reads %q, %q", name, id)
	}
	if body := f.ok(devi.Get("/api/events")).Body; !strings.Contains(body, "Bina Shah") {
		t.Errorf("the list of a member whom the host has blocked: %s", body)
	}
	f.ok(bina.Post("/api/profile/withdraw", nil))
	if name, id := host(chitra); name != "Bina Shah" || id != "" {
		t.Errorf("after the profile was withdrawn: %q, %q", name, id)
	}
	if r := f.office.Send(http.MethodPut, path, fields{"hostEmail": "no.one@example.com"}); r.Field("hostEmail") == "" {
		t.Errorf("an unknown address: %d %s", r.Status, r.Body)
	}
	f.ok(f.office.Send(http.MethodPut, path, fields{"host": "A guest", "hostEmail": ""}))
	if name, id := host(devi); name != "A guest" || id != "" {
		t.Errorf("a host who is not a member: %q, %q", name, id)
	}
}

// personOf returns the person of the account with an address.
func (f *fixture) personOf(email string) string {
	f.Helper()
	account, err := f.PB.FindAuthRecordByEmail("users", email)
	if err != nil {
		f.Fatal(err)
	}
	return account.GetString("person")
}

func TestSpeakersAreRefusedWithoutAnAccountOrAnUploadedPortrait(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for field, speaker := range map[string]fields{
		"speakers.0.email":    {"name": "Bina", "email": "no.one@example.com"},
		"speakers.0.portrait": {"name": "Bina", "portrait": "https://pictures.example/bina.jpg"},
		"speakers.0.name":     {"role": "Chair"},
	} {
		r := f.office.Post("/api/events", fields{
			"title": "Reading the audit report", "host": "Meera", "startsAt": "2027-03-31T18:30",
			"speakers": []fields{speaker},
		})
		if r.Status != http.StatusBadRequest || !strings.Contains(r.Body, field) {
			t.Errorf("%s: %d %s", field, r.Status, r.Body)
		}
	}
}
