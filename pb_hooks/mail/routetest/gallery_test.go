package routetest

import (
	"encoding/json"
	"io/fs"
	"net/http"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/internal/testapp/htmltest"
	"boardcircle/pb_hooks/internal/testapp/mailtest"
	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/mail/texts"
)

// text has the fields of a text that these tests read.
type text struct {
	ID, Kind, Subject, Fault, ChangedBy, ChangedAt string
	IsChanged, IsBuiltIn                           bool
	Wording                                        texts.Wording
	Fields                                         []texts.FieldInfo
	Texts                                          []summary
}

// summary has the fields of a row, and of a text on the page of its email, that these tests read.
type summary struct {
	ID, Kind, Variant, Language, Subject, ChangedBy string
	HasSecretLink, IsChanged                        bool
	Variants                                        int
	Languages                                       []string
}

// listTexts returns every text of every email: the list has the emails, and an email has its texts.
func listTexts(t *testing.T, admin *testapp.Visitor) (all []summary) {
	t.Helper()
	for _, email := range decode[[]summary](t, admin.Get("/api/email-texts?perPage=500")) {
		all = append(all, decode[text](t, admin.Get("/api/email-texts/"+email.ID)).Texts...)
	}
	return all
}

func decode[T any](t *testing.T, answer testapp.Response) (value T) {
	t.Helper()
	if err := json.Unmarshal([]byte(answer.Body), &value); err != nil || answer.Status != http.StatusOK {
		t.Fatalf("status = %d, body = %s, error = %v", answer.Status, answer.Body, err)
	}
	return value
}

func change(w texts.Wording, version int) map[string]any {
	return map[string]any{
		"subject":  w.Subject,
		"preview":  w.Preview,
		"body":     w.Body,
		"footnote": w.Footnote,
		"version":  version,
	}
}

func TestGalleryShowsEveryEmailWithSampleData(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	admin := h.SignedIn("admins", nil)
	// These kinds have no text in the gallery, because PocketBase or an admin writes it.
	shown := map[string]bool{outbox.KindPocketBase: true, texts.KindSample: true, "campaign": true}
	for _, listed := range listTexts(t, admin) {
		shown[listed.Kind] = true
		h.Clock.Advance(time.Minute) // an admin may see a limited number of previews a minute
		found := decode[text](t, admin.Get("/api/email-texts/"+listed.ID))
		preview := decode[texts.Preview](t,
			admin.Post("/api/email-texts/"+listed.ID+"/preview", change(found.Wording, 0)))
		if len(preview.Problems) > 0 || preview.Subject == "" || preview.Preview == "" ||
			strings.Contains(preview.Text, "{{") {
			t.Errorf("%s: problems = %v, subject = %q, preview = %q, text =\n%s", listed.ID, preview.Problems,
				preview.Subject, preview.Preview, preview.Text)
		}
		for _, address := range []string{preview.Light, preview.Dark} {
			page := admin.Get(address)
			if visible := htmltest.VisibleText(t, page.Body); page.Status != 200 || strings.Contains(visible, "{{") ||
				strings.ContainsAny(page.Body, "\ue000\ue001\ue002\ue003") {
				t.Errorf("%s: status = %d, visible text = %s, want no placeholder", listed.ID, page.Status, visible)
			}
			if !strings.Contains(page.Body, `<p style="`) || strings.Contains(page.Body, "%accent%") {
				t.Errorf("%s: the HTML has no inline styles", listed.ID)
			}
			// Gmail cuts an email off at 102 kB.
			if !strings.Contains(page.Body, "/email-logo.png") || len(page.Body) > 60<<10 {
				t.Errorf("%s: %d bytes, want the logo of the site and at most 60 kB", listed.ID, len(page.Body))
			}
		}
		for _, field := range found.Fields {
			isExceptional := slices.Contains([]string{"life", "facts", "needsState", "writtenOff", "transferred",
				"hasNomination", "isConfidential"}, field.Name)
			if field.Sample == "" && !isExceptional {
				t.Errorf("%s: the field %s has no sample", listed.ID, field.Name)
			}
		}
	}
	for _, kind := range h.Outbox.Kinds() {
		if !shown[kind] {
			t.Errorf("the gallery lacks %s", kind)
		}
	}
	if answer := admin.Get("/api/email-texts/unknown"); answer.Status != http.StatusNotFound {
		t.Errorf("status of an unknown text = %d, want 404", answer.Status)
	}
}

func TestListHasOneRowForEachEmail(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	admin := h.SignedIn("admins", map[string]any{"username": "meera"})
	list := func(query string) (rows []summary, total int) {
		t.Helper()
		answer := admin.Get("/api/email-texts" + query)
		total, err := strconv.Atoi(answer.Header.Get("X-Total-Count"))
		if err != nil {
			t.Fatalf("X-Total-Count = %v, body = %s", err, answer.Body)
		}
		return decode[[]summary](t, answer), total
	}

	rows, total := list("?perPage=500")
	for i, row := range rows {
		if strings.ContainsAny(row.ID, ".:") || i > 0 && row.ID <= rows[i-1].ID {
			t.Errorf("row %d = %s after %s, want each kind of email once, by its name", i, row.ID, rows[max(i-1, 0)].ID)
		}
	}
	if page, of := list("?page=2&perPage=10"); total != len(rows) || of != total || len(page) != 10 ||
		page[0].ID != rows[10].ID {
		t.Errorf("the second page has %d rows of %d, of %d emails", len(page), of, total)
	}

	// The texts of an email, for each case and in each language, are on its page.
	notice := decode[text](t, admin.Get("/api/email-texts/account-notice"))
	cases, languages := map[string]bool{}, map[string]bool{}
	for _, text := range notice.Texts {
		cases[text.Variant], languages[text.Language] = true, true
	}
	i := slices.IndexFunc(rows, func(row summary) bool { return row.ID == "account-notice" })
	if len(cases) < 2 || len(languages) != 3 || rows[i].Variants != len(cases) || len(rows[i].Languages) != 3 ||
		notice.ID != notice.Texts[0].ID || rows[i].Subject != notice.Subject {
		t.Errorf("row = %+v, page = %s with the cases %v in %v", rows[i], notice.ID, cases, languages)
	}

	// A search finds an email by its name, and by the subject of any of its texts.
	w := texts.Wording{Subject: "Swagat from Zenobia", Body: "{{email}}"}
	if answer := admin.Send("PUT", "/api/email-texts/welcome:hi", change(w, 0)); answer.Status != http.StatusOK {
		t.Fatalf("status = %d, body = %s", answer.Status, answer.Body)
	}
	for _, search := range []string{"zenobia", "Welcome"} {
		found, _ := list("?search=" + search)
		i := slices.IndexFunc(found, func(row summary) bool { return row.ID == "welcome" })
		if i < 0 || !found[i].IsChanged || found[i].ChangedBy != "meera" || found[i].Subject != "Welcome to Boardcircle" {
			t.Errorf("the search for %s found %+v, want the welcome with a text that Meera has changed", search, found)
		}
	}
	if found, total := list("?search=zenobia"); total != 1 {
		t.Errorf("the search found %+v, want only the welcome", found)
	}
}

func TestOccasionHasItsHeadingOnABand(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	admin := h.SignedIn("admins", nil)
	for _, c := range []struct {
		id, heading string
		isOccasion  bool
	}{
		{"welcome", "Welcome to Boardcircle", true},
		{"invitation", "You are invited", true},
		{"seat-invitation", "membership for you", true},
		{"nomination-received", "We have received your nomination", false},
	} {
		found := decode[text](t, admin.Get("/api/email-texts/"+c.id))
		preview := decode[texts.Preview](t, admin.Post("/api/email-texts/"+c.id+"/preview", change(found.Wording, 0)))
		page := admin.Get(preview.Light).Body
		_, band, hasBand := strings.Cut(page, `class="band"`)
		band, _, _ = strings.Cut(band, "</table>")
		if hasBand != c.isOccasion || hasBand && (!strings.Contains(band, c.heading) ||
			!strings.Contains(band, "/email-logo-light.png")) || strings.Count(page, "<h1") != 1 {
			t.Errorf("%s: band = %s, want the only heading in it: %v", c.id, band, c.isOccasion)
		}
		if !strings.Contains(strings.ToLower(preview.Text), strings.ToLower(c.heading)) {
			t.Errorf("%s: text = %s, want the heading", c.id, preview.Text)
		}
	}
}

// The texts of an email are in the folder emails of its feature, in files that have the name of the kind.
func TestEveryTextOfAnEmailHasARegisteredKind(t *testing.T) {
	t.Parallel()
	kinds, found := testapp.New(t).Outbox.Kinds(), 0
	err := filepath.WalkDir("../..", func(file string, _ fs.DirEntry, err error) error {
		if filepath.Base(filepath.Dir(file)) == "emails" && filepath.Ext(file) == ".md" {
			found++
			if kind, _, _ := strings.Cut(filepath.Base(file), "."); !slices.Contains(kinds, kind) {
				t.Errorf("%s: no feature registers the kind %s", file, kind)
			}
		}
		return err
	})
	if err != nil || found == 0 {
		t.Fatalf("%d texts, error = %v", found, err)
	}
}

func TestChangedTextIsSentUntilTheBuiltInTextIsRestored(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	admin := h.SignedIn("admins", map[string]any{"username": "meera"})
	const path = "/api/email-texts/welcome"
	first := texts.Wording{
		Subject:  "Good to see you, {{name}}",
		Preview:  "At {{siteName}}",
		Footnote: "You signed up.",
		Body:     "# Namaste\n\nYou sign in with **{{email}}**.\n\n{{if name}}Known as {{name}}.{{else}}Unknown.{{end}}\n\n[Plans]({{siteURL}}/membership-plans \"button\")",
	}
	welcome(t, h, "waiting@example.com")
	if answer := admin.Send("PUT", path, change(first, 0)); answer.Status != http.StatusOK {
		t.Fatalf("status = %d, body = %s", answer.Status, answer.Body)
	}
	welcome(t, h, "first@example.com")
	message := h.Inbox("first@example.com")[0]
	visible := htmltest.VisibleText(t, message.HTML)
	for _, want := range []string{"Namaste", "You sign in with first@example.com.", "Known as Asha Rao.", "/membership-plans", "You signed up."} {
		if !strings.Contains(visible, want) {
			t.Errorf("the HTML lacks %q: %s", want, visible)
		}
	}
	if message.Subject != "Good to see you, Asha Rao" ||
		!strings.Contains(message.Text,
			"NAMASTE\n\nYou sign in with first@example.com.\n\nKnown as Asha Rao.\n\nPlans:\n") {
		t.Errorf("subject = %q, text =\n%s", message.Subject, message.Text)
	}
	// Queued emails are sent with the current text.
	if got := h.Inbox("waiting@example.com")[0].Text; !strings.Contains(got, "NAMASTE") {
		t.Errorf("text of the queued email = %s, want the changed text", got)
	}
	if answer := admin.Send(
		"PUT", path, change(texts.Wording{Subject: "Other", Body: "Other {{email}}"}, 0),
	); answer.Status != http.StatusConflict {
		t.Errorf("change of an older version: status = %d, want 409", answer.Status)
	}
	second := first
	second.Subject = "Welcome"
	if answer := admin.Send("PUT", path, change(second, 1)); answer.Status != http.StatusOK {
		t.Fatalf("status = %d, body = %s", answer.Status, answer.Body)
	}
	if answer := admin.Send("PUT", path, change(second, 2)); answer.Status != http.StatusConflict {
		t.Errorf("change without a difference: status = %d, want 409", answer.Status)
	}
	if answer := admin.Post(path+"/restore", map[string]any{"version": 1}); answer.Status != http.StatusOK ||
		answer.JSON["subject"] != "Good to see you, Asha Rao" {
		t.Errorf("status = %d, body = %s", answer.Status, answer.Body)
	}
	if answer := admin.Post(path+"/restore", map[string]any{"version": 0}); answer.Status != http.StatusOK ||
		answer.JSON["isChanged"] != false {
		t.Errorf("status = %d, body = %s", answer.Status, answer.Body)
	}
	welcome(t, h, "last@example.com")
	if got := h.Inbox("last@example.com")[0]; got.Subject != "Welcome to Boardcircle" ||
		!strings.Contains(got.Text, "Your account is ready") {
		t.Errorf("subject = %q, text = %s, want the built-in text", got.Subject, got.Text)
	}
	versions := decode[[]text](t, admin.Get(path+"/versions"))
	var subjects []string
	for _, v := range versions {
		subjects = append(subjects, v.Wording.Subject)
		if v.ChangedBy != "meera" || v.ChangedAt == "" {
			t.Errorf("version = %+v, want its author and time", v)
		}
	}
	if !slices.Equal(subjects, []string{"Welcome to {{siteName}}", first.Subject, "Welcome", first.Subject}) ||
		!versions[0].IsBuiltIn {
		t.Errorf("subjects of the versions = %q, want the built-in text and three changes", subjects)
	}
	entries, err := h.PB.FindRecordsByFilter("audit_log", "action = 'email-text.updated'", "@rowid", 0, 0)
	if err != nil || len(entries) != 2 || !strings.Contains(entries[1].GetString("before"), "Good to see you") ||
		!strings.Contains(entries[1].GetString("after"), `"subject":"Welcome"`) {
		t.Errorf("audit log = %v, error = %v, want two changes with the old and new text", entries, err)
	}
}

func TestInvalidTextsAreRefused(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	admin := h.SignedIn("admins", nil)
	valid := "Hello {{name}}\n\n[Here]({{resetLink}} \"button\")"
	for name, c := range map[string]struct {
		change func(*texts.Wording)
		field  string
	}{
		"an unknown field":                 {func(w *texts.Wording) { w.Body += " {{surname}}" }, "body"},
		"a hidden param":                   {func(w *texts.Wording) { w.Body += " {{token}}" }, "body"},
		"a link in the subject":            {func(w *texts.Wording) { w.Subject += " {{resetLink}}" }, "subject"},
		"a field of blocks in a line":      {func(w *texts.Wording) { w.Subject += " {{facts}}" }, "subject"},
		"a missing link":                   {func(w *texts.Wording) { w.Body = "Hello" }, "body"},
		"a link in a condition":            {func(w *texts.Wording) { w.Body = "{{if name}}[Here]({{resetLink}}){{end}}" }, "body"},
		"HTML":                             {func(w *texts.Wording) { w.Body += "\n\n<b>bold</b>" }, "body"},
		"a block of HTML":                  {func(w *texts.Wording) { w.Body += "\n\n<script>\nx\n</script>" }, "body"},
		"a picture":                        {func(w *texts.Wording) { w.Body += "\n\n![x](https://evil.example/p.png)" }, "body"},
		"a host that starts with the site": {func(w *texts.Wording) { w.Body += "\n\n[x]({{siteURL}}.evil.example)" }, "body"},
		"the site as a user name":          {func(w *texts.Wording) { w.Body += "\n\n[x]({{siteURL}}@evil.example)" }, "body"},
		"a script in a link":               {func(w *texts.Wording) { w.Body += "\n\n[x](javascript:alert(1))" }, "body"},
		"a condition without an end":       {func(w *texts.Wording) { w.Body += "{{if name}}" }, "body"},
		"an end without a condition":       {func(w *texts.Wording) { w.Body += "{{end}}" }, "body"},
		"an action":                        {func(w *texts.Wording) { w.Body += "{{template \"x\"}}" }, "body"},
		"three braces":                     {func(w *texts.Wording) { w.Body += "{{{name}}}" }, "body"},
		"a placeholder of Brevo":           {func(w *texts.Wording) { w.Footnote = "{{ params.x }}" }, "footnote"},
		"a too long text":                  {func(w *texts.Wording) { w.Body += strings.Repeat("x", 20_001) }, "body"},
		"an empty subject":                 {func(w *texts.Wording) { w.Subject = "" }, "subject"},
		"too deeply nested quotes":         {func(w *texts.Wording) { w.Body += "\n\n" + strings.Repeat("> ", 40) + "x" }, "body"},
	} {
		w := texts.Wording{Subject: "Your link", Preview: "", Body: valid, Footnote: "You asked for it."}
		c.change(&w)
		body := change(w, 0)
		body["password"] = testapp.Password
		answer := admin.Send("PUT", "/api/email-texts/password-reset", body)
		if problems, _ := answer.JSON["data"].(map[string]any); answer.Status != http.StatusBadRequest ||
			problems[c.field] == nil {
			t.Errorf("%s: status = %d, body = %s, want 400 with an error for %s", name, answer.Status, answer.Body, c.field)
		}
	}
}

func TestChangeOfASecurityTextNeedsReauthentication(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	admin := h.SignedIn("admins", nil)
	body := change(texts.Wording{Subject: "Your link", Body: "[Here]({{resetLink}})"}, 0)
	if answer := admin.Send("PUT", "/api/email-texts/password-reset", body); answer.Status/100 != 4 {
		t.Errorf("change without a password: status = %d, want an error", answer.Status)
	}
	body["password"] = testapp.Password
	if answer := admin.Send("PUT", "/api/email-texts/password-reset", body); answer.Status != http.StatusOK {
		t.Fatalf("status = %d, body = %s", answer.Status, answer.Body)
	}
	if answer := admin.Post(
		"/api/email-texts/password-reset/restore", map[string]any{"version": 0},
	); answer.Status/100 != 4 {
		t.Errorf("restore without a password: status = %d, want an error", answer.Status)
	}
}

func TestMergeValuesAreEscapedInAChangedText(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	admin := h.SignedIn("admins", nil)
	w := texts.Wording{
		Subject:  "A nomination: {{name}}",
		Preview:  "{{company}}",
		Body:     "{{facts}}\n\n**{{name}}** of [{{company}}](https://example.com/) {{{siteName}}}",
		Footnote: "{{name}}",
	}
	w.Body = strings.ReplaceAll(w.Body, " {{{siteName}}}", "")
	if answer := admin.Send("PUT", "/api/email-texts/nomination-new", change(w, 0)); answer.Status != http.StatusOK {
		t.Fatalf("status = %d, body = %s", answer.Status, answer.Body)
	}
	hostile := mailtest.Hostile + ` [click](https://evil.example) **x**`
	rendered, err := h.Outbox.Render("nomination-new", map[string]string{
		"name":        hostile,
		"company":     hostile,
		"designation": hostile,
		"email":       hostile,
		"phone":       hostile,
		"location":    hostile,
		"at":          "2026-09-01T12:00:00Z",
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{rendered.Subject, rendered.HTML, rendered.Text} {
		if strings.Contains(part, "{{") || strings.Contains(part, "{%") ||
			strings.Contains(part, "<script>alert(1)</script>\"'&{{") {
			t.Errorf("rendered = %s, want an escaped value", part)
		}
	}
	if strings.Contains(rendered.HTML, "<script>") || strings.Contains(rendered.HTML, `href="https://evil.example`) {
		t.Errorf("HTML = %s, want no script and no link from a value", rendered.HTML)
	}
}

func TestBuiltInTextIsSentIfTheChangedTextIsBroken(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	admin := h.SignedIn("admins", nil)
	if answer := admin.Send("PUT", "/api/admin/settings",
		map[string]any{"notificationEmail": "office@example.com",
			"password": testapp.Password}); answer.Status != http.StatusOK {
		t.Fatalf("status = %d, body = %s", answer.Status, answer.Body)
	}
	if answer := admin.Send(
		"PUT", "/api/email-texts/welcome", change(texts.Wording{Subject: "Hello", Body: "Hello {{name}}"}, 0),
	); answer.Status != http.StatusOK {
		t.Fatalf("status = %d, body = %s", answer.Status, answer.Body)
	}
	row, err := h.PB.FindFirstRecordByData("email_texts", "key", "welcome")
	if err != nil {
		t.Fatal(err)
	}
	row.Set("body", "Hello {{surname}}") // A later version of the program may remove a field that a stored text uses.
	if err := h.PB.Save(row); err != nil {
		t.Fatal(err)
	}
	for _, address := range []string{"one@example.com", "two@example.com"} {
		welcome(t, h, address)
		if got := h.Inbox(address); len(got) != 1 || !strings.Contains(got[0].Text, "Your account is ready") {
			t.Errorf("emails to %s = %v, want one with the built-in text", address, got)
		}
	}
	notices := 0
	for _, message := range h.Inbox("office@example.com") {
		if message.Subject == "An edited email text can’t be used" {
			notices++
		}
	}
	if notices != 1 {
		t.Errorf("%d notices about the broken text, want 1", notices)
	}
	if found := decode[text](t, admin.Get("/api/email-texts/welcome")); !strings.Contains(found.Fault, "surname") ||
		!found.IsChanged {
		t.Errorf("text = %+v, want a fault that names the field", found)
	}
}

func TestTestEmailOfATextIsSentToTheAdmin(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	admin := h.SignedIn("admins", map[string]any{"email": "meera@example.com"})
	w := texts.Wording{Subject: "Hello {{name}}", Body: "You sign in with {{email}}."}
	answer := admin.Post("/api/email-texts/welcome/test", change(w, 0))
	if answer.Status != http.StatusAccepted || answer.JSON["emailAddress"] != "meera@example.com" {
		t.Fatalf("status = %d, body = %s", answer.Status, answer.Body)
	}
	got := h.Inbox("meera@example.com")
	if len(got) == 0 || got[0].Subject != "[Test] Hello Asha Rao" ||
		!strings.Contains(got[0].Text, "You sign in with asha@example.com.") {
		t.Errorf("emails = %+v, want the test with sample data", got)
	}
	if decode[text](t, admin.Get("/api/email-texts/welcome")).IsChanged {
		t.Error("the test changed the text")
	}
}

func TestEveryEmailUsesTheFrameOfTheSettings(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	admin := h.SignedIn("admins", nil)
	frame := map[string]any{
		"emailAccent":  "#ffd166",
		"emailLink":    "#005a9c",
		"emailLogo":    "/images/logo.png",
		"emailFooter":  "Registered in Mumbai, U12345",
		"emailAddress": "Fort House\nMumbai 400001",
		"password":     testapp.Password,
	}
	preview := decode[texts.Preview](t, admin.Post("/api/email-frame/preview", frame))
	if page := admin.Get(preview.Light).Body; !strings.Contains(page, "#ffd166") || strings.Contains(page, "#f99f1b") {
		t.Error("the preview does not have the changed frame")
	}
	welcome(t, h, "before@example.com")
	if page := h.Inbox("before@example.com")[0].HTML; strings.Contains(page, "#ffd166") {
		t.Error("the preview changed the frame of sent emails")
	}
	for field, colour := range map[string]string{"emailAccent": "#2a1a26", "emailLink": "#f99f1b"} {
		answer := admin.Send("PUT", "/api/admin/settings", map[string]any{field: colour, "password": testapp.Password})
		if problems, _ := answer.JSON["data"].(map[string]any); answer.Status != http.StatusBadRequest ||
			problems[field] == nil {
			t.Errorf("%s with too little contrast: status = %d, body = %s, want 400", field, answer.Status, answer.Body)
		}
	}
	if answer := admin.Send("PUT", "/api/admin/settings", frame); answer.Status != http.StatusOK {
		t.Fatalf("status = %d, body = %s", answer.Status, answer.Body)
	}
	welcome(t, h, "after@example.com")
	message := h.Inbox("after@example.com")[0]
	for _, want := range []string{"#ffd166", "color:#005a9c", `src="http://boardcircle.test/images/logo.png"`, `alt="Boardcircle"`, "Registered in Mumbai", "Fort House<br"} {
		if !strings.Contains(message.HTML, want) {
			t.Errorf("the HTML lacks %s", want)
		}
	}
	if !strings.Contains(message.Text, "Registered in Mumbai, U12345") ||
		!strings.Contains(message.Text, "Fort House\nMumbai 400001") {
		t.Errorf("text = %s, want the footer and the address of the settings", message.Text)
	}
}

func TestConsoleShowsTheTextThatWasSent(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	admin := h.SignedIn("admins", nil)
	setText := func(wording string, version int) {
		t.Helper()
		answer := admin.Send("PUT", "/api/email-texts/welcome",
			change(texts.Wording{Subject: wording, Body: wording + ", {{name}}."}, version))
		if answer.Status != http.StatusOK {
			t.Fatalf("status = %d, body = %s", answer.Status, answer.Body)
		}
	}
	// expectShown checks the subject and the text that the console shows, and whether it is the text that was sent.
	expectShown := func(id, subject, wording string, hasSentText bool) {
		t.Helper()
		shown := admin.Get("/api/emails/" + id)
		page := admin.Get("/api/emails/" + id + "/html")
		if got, _ := shown.JSON["subject"].(string); got != subject {
			t.Errorf("subject = %q, want %q", got, subject)
		}
		if text, _ := shown.JSON["text"].(string); !strings.Contains(text, wording) ||
			!strings.Contains(page.Body, wording) || shown.JSON["hasSentText"] != hasSentText {
			t.Errorf("email = %s, want the text %q and hasSentText %t", shown.Body, wording, hasSentText)
		}
	}
	builtIn := welcome(t, h, "built-in@example.com")
	h.Inbox("built-in@example.com")
	setText("First words", 0)
	first := welcome(t, h, "first@example.com")
	h.Inbox("first@example.com")
	waiting := welcome(t, h, "waiting@example.com")
	setText("Second words", 1)

	expectShown(builtIn, "Welcome to Boardcircle", "Your account is ready", true)
	expectShown(first, "First words", "First words, Asha Rao.", true)
	expectShown(waiting, "First words", "Second words, Asha Rao.", false)
	if got := h.Inbox("waiting@example.com"); len(got) != 1 || got[0].Subject != "Second words" {
		t.Errorf("emails = %+v, want one with the second text", got)
	}
	expectShown(waiting, "Second words", "Second words, Asha Rao.", true)
	if listed := admin.Get("/api/emails?search=second"); !strings.Contains(listed.Body, waiting) {
		t.Errorf("emails = %s, want one found by the subject that was sent", listed.Body)
	}

	// A resent email uses the current text.
	if answer := admin.Post(
		"/api/emails/"+first+"/send-again", map[string]any{"confirmed": true},
	); answer.Status != http.StatusOK {
		t.Fatalf("status = %d, body = %s", answer.Status, answer.Body)
	}
	if got := h.Inbox("first@example.com"); len(got) != 2 ||
		!strings.Contains(got[0].Text+got[1].Text, "Second words, Asha Rao.") {
		t.Errorf("emails = %+v, want a second one with the current text", got)
	}
	expectShown(first, "Second words", "Second words, Asha Rao.", true)

	// An earlier version of the program did not store the text of a sent email.
	if _, err := h.PB.NonconcurrentDB().NewQuery("UPDATE email_batches SET text = ''").Execute(); err != nil {
		t.Fatal(err)
	}
	expectShown(builtIn, "Welcome to Boardcircle", "Second words, Asha Rao.", false)
}
