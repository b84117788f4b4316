package campaigns_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/testapp"
)

func TestCheckRequestsOnlyLinksToThePublicInternet(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	text := "[own](/about) [inside](https://127.0.0.1:8090/api/health) [again](https://127.0.0.1:8090/api/health) [cloud](https://169.254.169.254/latest) " +
		"[home](http://boardcircle.test) [news](http://boardcircle.test?from=news) [plain](http://example.com/) [write](mailto:office@example.com)\n\n![](/images/x.png)\n\nDear {{name}}"
	checked := s.ok(s.admin.Post("/api/campaigns/check", fields{"subject": "News", "content": text})).JSON
	got := map[string]string{}
	for _, link := range checked["links"].([]any) {
		got[link.(fields)["address"].(string)] = link.(fields)["state"].(string)
	}
	want := map[string]string{
		"http://boardcircle.test/about":        "own",
		"http://boardcircle.test":              "own",
		"http://boardcircle.test?from=news":    "own",
		"http://boardcircle.test/images/x.png": "own",
		"https://127.0.0.1:8090/api/health":    "fails",
		"https://169.254.169.254/latest":       "fails",
		"http://example.com/":                  "unchecked",
		"mailto:office@example.com":            "unchecked",
	}
	if fmt.Sprint(got) != fmt.Sprint(want) || len(checked["links"].([]any)) != len(want) {
		t.Errorf("links = %v, want %v", checked["links"], want)
	}
	problems := fmt.Sprint(checked["problems"])
	if !strings.Contains(problems, "no description") || !strings.Contains(problems, "fallback") ||
		checked["bytes"].(float64) == 0 {
		t.Errorf("check = %v, want two problems and the size", checked)
	}
}

func TestABareAddressIsCheckedAsALink(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for _, content := range []string{"https://example.com/{{city|x}}", "See <https://example.com/{{city|x}}>"} {
		a := s.ok(s.admin.Post("/api/campaigns/check", fields{"subject": "News", "content": content}))
		if !strings.Contains(fmt.Sprint(a.JSON["problems"]), "can't contain a merge field") ||
			len(a.JSON["links"].([]any)) > 0 {
			t.Errorf("%s: check = %v, want a problem and no link", content, a.JSON)
		}
	}
	a := s.ok(s.admin.Post("/api/campaigns/check",
		fields{"subject": "News", "content": "www.example.com, office@example.com and https://127.0.0.1/x"}))
	if problems := a.JSON["problems"].([]any); len(problems) > 0 {
		t.Errorf("problems = %v, want none", problems)
	}
}

func TestTextOfMoreThanAHundredKilobytesIsRefused(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.people(1)
	path := s.draft(fields{"content": strings.Repeat("The circle meets on Friday.\n\n", 3400)})
	if a := s.start(path, 1); a.Status != 400 || !strings.Contains(a.Field("content"), "100 kB") {
		t.Errorf("status = %d, body = %s, want 400 with an error for content", a.Status, a.Body)
	}
	// The text is smaller than 100 kB, but the email is larger, because it has a header and a footer too.
	s.ok(s.admin.Send("PUT", path, fields{"content": strings.Repeat("The circle meets on Friday.\n\n", 2900)}))
	if a := s.start(path, 1); a.Status != 400 || !strings.Contains(a.Field("content"), "100 kB") {
		t.Errorf("status = %d, body = %s, want 400 with an error for content", a.Status, a.Body)
	}
}

func TestPreviewWithoutPicturesShowsTheirDescriptions(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	a := s.ok(s.admin.Post("/api/campaigns/preview", fields{
		"subject":  "A",
		"subjectB": "For {{firstName|you}}",
		"content":  "![The circle in Goa](/images/x.png)",
	}))
	withoutImages := s.ok(s.admin.Get(a.JSON["light"].(string) + "?images=off"))
	if policy := withoutImages.Header.Get("Content-Security-Policy"); !strings.Contains(policy, "img-src data:;") ||
		!strings.Contains(withoutImages.Body, `alt="The circle in Goa"`) {
		t.Errorf("policy = %s, body = %s, want blocked images with a description", policy, withoutImages.Body)
	}
	if light := s.ok(s.admin.Get(a.JSON["light"].(string))).Body; !strings.Contains(light,
		`src="http://boardcircle.test/images/x.png"`) {
		t.Errorf("light preview = %s, want the picture", light)
	}
	if a.JSON["subjectB"] != "For you" {
		t.Errorf("subjectB = %v, want For you", a.JSON["subjectB"])
	}
}

func TestResultsCountPurchasesWithinSevenDays(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.people(4)
	path := s.draft(nil)
	s.ok(s.start(path, 4))
	s.Drain()
	sent := s.Clock.Now()
	s.buy("reader0@example.com", "completed", sent.Add(-time.Hour))
	s.buy("Reader1@example.com", "completed", sent.Add(time.Hour))
	s.buy("reader1@example.com", "completed", sent.Add(2*time.Hour))
	s.buy("reader2@example.com", "pending", sent.Add(time.Hour))
	s.buy("reader3@example.com", "completed", sent.Add(7*24*time.Hour+time.Minute))
	s.buy("stranger@example.com", "completed", sent.Add(time.Hour))
	// A renewal of a subscription is not a purchase.
	for _, charged := range []time.Duration{-30 * 24 * time.Hour, time.Hour} {
		s.pay(fields{
			"customerEmail":          "reader3@example.com",
			"status":                 "completed",
			"kind":                   "subscription",
			"razorpaySubscriptionId": "sub_1",
		}, sent.Add(charged))
	}
	reader, err := s.PB.FindAuthRecordByEmail("users", "reader0@example.com")
	if err != nil {
		t.Fatal(err)
	}
	s.buyAs(reader.Id, "typed@example.com", "completed", sent.Add(3*time.Hour))
	if bought := s.ok(s.admin.Get(path)).JSON["bought"]; bought != 2.0 {
		t.Errorf("bought = %v, want 2", bought)
	}
	for line := range strings.Lines(s.ok(s.admin.Get(path + "/export")).Body) {
		if strings.HasPrefix(line, "reader0@") &&
			!strings.Contains(line, sent.Add(3*time.Hour).In(india.Zone).Format("15:04")) {
			t.Errorf("line of the export = %s", line)
		}
		if strings.HasPrefix(line, "reader1@") != strings.Contains(line,
			sent.Add(time.Hour).In(india.Zone).Format("15:04")) {
			t.Errorf("line of the export = %s", line)
		}
	}
}

func TestButtonHasTheAccentColourAndIsReadableInTheDark(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.ok(s.admin.Send("PUT", "/api/admin/settings", fields{"emailAccent": "#ffd166", "password": testapp.Password}))
	preview := s.ok(s.admin.Post("/api/campaigns/preview",
		fields{"subject": "News",
			"content": "[Join us](/about \"button\")\n\n[More](/about \"button\") in a line"})).JSON
	page := s.ok(s.admin.Get(preview["dark"].(string))).Body
	button := regexp.MustCompile(`<td class="button"[^>]*>\s*<a class="pressed"[^>]*>Join us</a>`).FindString(page)
	if !strings.Contains(button, "#ffd166") || !strings.Contains(button, "color:#2a1a26") ||
		!strings.Contains(page, ".content a.pressed { color: #2a1a26 !important; }") {
		t.Errorf("button = %q in %s, want the accent colour with dark text", button, page)
	}
	if strings.Contains(page, `title="button"`) || strings.Contains(page, "#f99f1b") {
		t.Errorf("page = %s, want no default accent colour and no title button", page)
	}
}

func TestPicturesOfACampaignAreNotPurged(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	insert := func(name string) {
		t.Helper()
		c, err := s.PB.FindCollectionByNameOrId("images")
		if err != nil {
			t.Fatal(err)
		}
		r := core.NewRecord(c)
		r.Load(fields{"name": name, "width": 4, "height": 3, "askedForAt": s.Clock.Now()})
		if err := s.PB.SaveNoValidate(r); err != nil {
			t.Fatal(err)
		}
	}
	insert("shown.png")
	insert("unused.png")
	s.draft(fields{"content": "![Goa](/images/shown.png)"})
	s.Clock.Advance(8 * 24 * time.Hour)
	if err := s.Pictures.Purge(); err != nil {
		t.Fatal(err)
	}
	if images := s.ok(s.admin.Get("/api/cms/images")).Body; !strings.Contains(images, "/images/shown.png") ||
		strings.Contains(images, "unused.png") {
		t.Errorf("images = %s, want only shown.png", images)
	}
}

func TestBrevoTemplateReplacesTheText(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.people(1)
	s.ok(s.Visitor().Post("/api/registrations", func() fields {
		values := testapp.Nomination("nominee@example.com")
		values["companyName"] = "A < B {{ x }}"
		return values
	}()))
	s.Drain()
	path := s.draft(fields{"subject": "", "content": "", "templateId": "42"})
	if a := s.admin.Post(
		path+"/test", fields{"email": "office@example.com", "personEmail": "nominee@example.com"},
	); a.Status != 202 {
		t.Fatalf("status = %d, body = %s", a.Status, a.Body)
	}
	s.ok(s.start(path, 2))
	s.Drain()
	for _, address := range []string{"office@example.com", "reader0@example.com", "nominee@example.com"} {
		m := s.Brevo.Messages(address)[0]
		if m.TemplateID != 42 || m.HTML != "" || m.Text != "" || m.Subject != "" {
			t.Errorf("email to %s: template = %d, subject = %q, HTML = %q, want only template 42", address, m.TemplateID,
				m.Subject, m.HTML)
		}
		if !strings.Contains(fmt.Sprint(m.Params["preferences"]), "http://boardcircle.test/preferences/") ||
			m.Headers["List-Unsubscribe-Post"] == "" {
			t.Errorf("email to %s: params = %v, headers = %v, want links to unsubscribe", address, m.Params, m.Headers)
		}
		if address != "reader0@example.com" {
			if m.Params["firstName"] != "Shalini" || m.Params["city"] != "Mumbai" ||
				strings.ContainsAny(fmt.Sprint(m.Params["company"]), "<>") ||
				strings.Contains(fmt.Sprint(m.Params["company"]), "{{") {
				t.Errorf("params to %s = %v, want escaped merge fields", address, m.Params)
			}
		}
	}
}
