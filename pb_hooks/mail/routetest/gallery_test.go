package routetest

import (
	"encoding/json"
	"io/fs"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/internal/testapp/htmltest"
	"boardcircle/pb_hooks/internal/testapp/mailtest"
	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/mail/texts"
)

// text is a text in JSON.
type text struct {
	ID, Kind, Subject, Fault, ChangedBy, ChangedAt string
	IsChanged, IsBuiltIn                           bool
	Wording                                        texts.Wording
	Fields                                         []texts.FieldInfo
}

func decode[T any](t *testing.T, answer testapp.Response) (value T) {
	t.Helper()
	if err := json.Unmarshal([]byte(answer.Body), &value); err != nil || answer.Status != http.StatusOK {
		t.Fatalf("%d %s: %v", answer.Status, answer.Body, err)
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

func TestTheGalleryShowsEveryEmailOfTheProductWithSampleData(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	admin := h.SignedIn("admins", nil)
	// their authors write these
	shown := map[string]bool{outbox.KindPocketBase: true, texts.KindSample: true, "campaign": true}
	for _, listed := range decode[[]text](t, admin.Get("/api/email-texts")) {
		shown[listed.Kind] = true
		found := decode[text](t, admin.Get("/api/email-texts/"+listed.ID))
		preview := decode[texts.Preview](t,
			admin.Post("/api/email-texts/"+listed.ID+"/preview", change(found.Wording, 0)))
		if len(preview.Problems) > 0 || preview.Subject == "" || preview.Preview == "" ||
			strings.Contains(preview.Text, "{{") {
			t.Errorf("%s: %v %q %q\n%s", listed.ID, preview.Problems, preview.Subject, preview.Preview, preview.Text)
		}
		for _, address := range []string{preview.Light, preview.Dark} {
			page := admin.Get(address)
			if visible := htmltest.VisibleText(t, page.Body); page.Status != 200 || strings.Contains(visible, "{{") ||
				strings.ContainsAny(page.Body, "\ue000\ue001\ue002\ue003") {
				t.Errorf("%s: %d %s", listed.ID, page.Status, visible)
			}
			if !strings.Contains(page.Body, `<p style="`) || strings.Contains(page.Body, "%accent%") {
				t.Errorf("%s: its styles are not at the tags", listed.ID)
			}
		}
		for _, field := range found.Fields {
			if field.Sample == "" && !slices.Contains([]string{"life", "facts"}, field.Name) {
				t.Errorf("%s: the field %s has no sample", listed.ID, field.Name)
			}
		}
	}
	for _, kind := range h.Outbox.Kinds() {
		if !shown[kind] {
			t.Errorf("the gallery lacks %s", kind)
		}
	}
	if answer := admin.Get("/api/email-texts/nothing"); answer.Status != http.StatusNotFound {
		t.Error(answer.Status)
	}
}

// The texts of an email are in the folder emails of its feature, in a file with the name of the kind.
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
		t.Fatalf("%d texts, %v", found, err)
	}
}

func TestAChangedTextIsSentUntilTheBuiltInTextIsRestored(t *testing.T) {
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
		t.Fatal(answer.Status, answer.Body)
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
		t.Errorf("%q\n%s", message.Subject, message.Text)
	}
	// emails that waited are sent with the current text
	if got := h.Inbox("waiting@example.com")[0].Text; !strings.Contains(got, "NAMASTE") {
		t.Error(got)
	}
	if answer := admin.Send("PUT", path,
		change(texts.Wording{Subject: "Other", Body: "Other {{email}}"}, 0)); answer.Status != http.StatusConflict {
		t.Errorf("a change of what somebody else has changed: %d", answer.Status)
	}
	second := first
	second.Subject = "Welcome"
	if answer := admin.Send("PUT", path, change(second, 1)); answer.Status != http.StatusOK {
		t.Fatal(answer.Status, answer.Body)
	}
	if answer := admin.Send("PUT", path, change(second, 2)); answer.Status != http.StatusConflict {
		t.Errorf("a change of nothing: %d", answer.Status)
	}
	if answer := admin.Post(path+"/restore", map[string]any{"version": 1}); answer.Status != http.StatusOK ||
		answer.JSON["subject"] != "Good to see you, Asha Rao" {
		t.Error(answer.Status, answer.Body)
	}
	if answer := admin.Post(path+"/restore", map[string]any{"version": 0}); answer.Status != http.StatusOK ||
		answer.JSON["isChanged"] != false {
		t.Error(answer.Status, answer.Body)
	}
	welcome(t, h, "last@example.com")
	if got := h.Inbox("last@example.com")[0]; got.Subject != "Welcome to Boardcircle" ||
		!strings.Contains(got.Text, "Your account is ready") {
		t.Error(got.Subject, got.Text)
	}
	versions := decode[[]text](t, admin.Get(path+"/versions"))
	var subjects []string
	for _, v := range versions {
		subjects = append(subjects, v.Wording.Subject)
		if v.ChangedBy != "meera" || v.ChangedAt == "" {
			t.Errorf("%+v", v)
		}
	}
	if !slices.Equal(subjects, []string{"Welcome to {{siteName}}", first.Subject, "Welcome", first.Subject}) ||
		!versions[0].IsBuiltIn {
		t.Error(subjects)
	}
	entries, err := h.PB.FindRecordsByFilter("audit_log", "action = 'email-text.updated'", "@rowid", 0, 0)
	if err != nil || len(entries) != 2 || !strings.Contains(entries[1].GetString("before"), "Good to see you") ||
		!strings.Contains(entries[1].GetString("after"), `"subject":"Welcome"`) {
		t.Errorf("%v %v", err, entries)
	}
}

func TestATextThatWouldSpoilItsEmailIsRefused(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	admin := h.SignedIn("admins", nil)
	sound := "Hello {{name}}\n\n[Here]({{resetLink}} \"button\")"
	for why, c := range map[string]struct {
		change func(*texts.Wording)
		field  string
	}{
		"an unknown field":              {func(w *texts.Wording) { w.Body += " {{surname}}" }, "body"},
		"a hidden param":                {func(w *texts.Wording) { w.Body += " {{token}}" }, "body"},
		"a link in the subject":         {func(w *texts.Wording) { w.Subject += " {{resetLink}}" }, "subject"},
		"an unknown field in a line":    {func(w *texts.Wording) { w.Subject += " {{facts}}" }, "subject"},
		"no link":                       {func(w *texts.Wording) { w.Body = "Hello" }, "body"},
		"a link that can be missing":    {func(w *texts.Wording) { w.Body = "{{if name}}[Here]({{resetLink}}){{end}}" }, "body"},
		"HTML":                          {func(w *texts.Wording) { w.Body += "\n\n<b>bold</b>" }, "body"},
		"a block of HTML":               {func(w *texts.Wording) { w.Body += "\n\n<script>\nx\n</script>" }, "body"},
		"a picture":                     {func(w *texts.Wording) { w.Body += "\n\n![x](https://evil.example/p.png)" }, "body"},
		"a longer host":                 {func(w *texts.Wording) { w.Body += "\n\n[x]({{siteURL}}.evil.example)" }, "body"},
		"the site as a user name":       {func(w *texts.Wording) { w.Body += "\n\n[x]({{siteURL}}@evil.example)" }, "body"},
		"a script in a link":            {func(w *texts.Wording) { w.Body += "\n\n[x](javascript:alert(1))" }, "body"},
		"a condition without its end":   {func(w *texts.Wording) { w.Body += "{{if name}}" }, "body"},
		"an end without its condition":  {func(w *texts.Wording) { w.Body += "{{end}}" }, "body"},
		"an action":                     {func(w *texts.Wording) { w.Body += "{{template \"x\"}}" }, "body"},
		"three braces":                  {func(w *texts.Wording) { w.Body += "{{{name}}}" }, "body"},
		"the provider's own language":   {func(w *texts.Wording) { w.Footnote = "{{ params.x }}" }, "footnote"},
		"a text that is far too long":   {func(w *texts.Wording) { w.Body += strings.Repeat("x", 20_001) }, "body"},
		"a subject that is empty":       {func(w *texts.Wording) { w.Subject = "" }, "subject"},
		"a list that is nested too far": {func(w *texts.Wording) { w.Body += "\n\n" + strings.Repeat("> ", 40) + "x" }, "body"},
	} {
		w := texts.Wording{Subject: "Your link", Preview: "", Body: sound, Footnote: "You asked for it."}
		c.change(&w)
		body := change(w, 0)
		body["password"] = testapp.Password
		answer := admin.Send("PUT", "/api/email-texts/password-reset", body)
		if problems, _ := answer.JSON["data"].(map[string]any); answer.Status != http.StatusBadRequest ||
			problems[c.field] == nil {
			t.Errorf("%s: %d %s", why, answer.Status, answer.Body)
		}
	}
}

func TestATextAboutSecurityIsChangedByWhoAuthenticatesAgain(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	admin := h.SignedIn("admins", nil)
	body := change(texts.Wording{Subject: "Your link", Body: "[Here]({{resetLink}})"}, 0)
	if answer := admin.Send("PUT", "/api/email-texts/password-reset", body); answer.Status/100 != 4 {
		t.Errorf("without a password: %d", answer.Status)
	}
	body["password"] = testapp.Password
	if answer := admin.Send("PUT", "/api/email-texts/password-reset", body); answer.Status != http.StatusOK {
		t.Fatal(answer.Status, answer.Body)
	}
	if answer := admin.Post("/api/email-texts/password-reset/restore",
		map[string]any{"version": 0}); answer.Status/100 != 4 {
		t.Errorf("a restore without a password: %d", answer.Status)
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
		t.Fatal(answer.Status, answer.Body)
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
			t.Error("a value acts as code:", part)
		}
	}
	if strings.Contains(rendered.HTML, "<script>") || strings.Contains(rendered.HTML, `href="https://evil.example`) {
		t.Error(rendered.HTML)
	}
}

func TestATextWithAnErrorStopsNoEmailAndIsReported(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	admin := h.SignedIn("admins", nil)
	if answer := admin.Send("PUT", "/api/admin/settings",
		map[string]any{"notificationEmail": "office@example.com",
			"password": testapp.Password}); answer.Status != http.StatusOK {
		t.Fatal(answer.Status, answer.Body)
	}
	if answer := admin.Send("PUT", "/api/email-texts/welcome",
		change(texts.Wording{Subject: "Hello", Body: "Hello {{name}}"}, 0)); answer.Status != http.StatusOK {
		t.Fatal(answer.Status, answer.Body)
	}
	row, err := h.PB.FindFirstRecordByData("email_texts", "key", "welcome")
	if err != nil {
		t.Fatal(err)
	}
	row.Set("body", "Hello {{surname}}") // as if a later version had removed the field
	if err := h.PB.Save(row); err != nil {
		t.Fatal(err)
	}
	for _, address := range []string{"one@example.com", "two@example.com"} {
		welcome(t, h, address)
		if got := h.Inbox(address); len(got) != 1 || !strings.Contains(got[0].Text, "Your account is ready") {
			t.Errorf("%s got %v", address, got)
		}
	}
	told := 0
	for _, message := range h.Inbox("office@example.com") {
		if message.Subject == "An edited email text can’t be used" {
			told++
		}
	}
	if told != 1 {
		t.Errorf("the office was told %d times", told)
	}
	if found := decode[text](t, admin.Get("/api/email-texts/welcome")); !strings.Contains(found.Fault, "surname") ||
		!found.IsChanged {
		t.Errorf("%+v", found)
	}
}

func TestATestOfATextIsSentToTheAdminWhoRequestsIt(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	admin := h.SignedIn("admins", map[string]any{"email": "meera@example.com"})
	w := texts.Wording{Subject: "Hello {{name}}", Body: "You sign in with {{email}}."}
	answer := admin.Post("/api/email-texts/welcome/test", change(w, 0))
	if answer.Status != http.StatusAccepted || answer.JSON["emailAddress"] != "meera@example.com" {
		t.Fatal(answer.Status, answer.Body)
	}
	got := h.Inbox("meera@example.com")
	if len(got) == 0 || got[0].Subject != "[Test] Hello Asha Rao" ||
		!strings.Contains(got[0].Text, "You sign in with asha@example.com.") {
		t.Errorf("%+v", got)
	}
	if decode[text](t, admin.Get("/api/email-texts/welcome")).IsChanged {
		t.Error("a test has changed the text")
	}
}

func TestTheFrameOfTheSettingsIsAroundEveryEmail(t *testing.T) {
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
		t.Error("the preview has another frame")
	}
	welcome(t, h, "before@example.com")
	if page := h.Inbox("before@example.com")[0].HTML; strings.Contains(page, "#ffd166") {
		t.Error("a preview has changed the frame")
	}
	for field, colour := range map[string]string{"emailAccent": "#2a1a26", "emailLink": "#f99f1b"} {
		answer := admin.Send("PUT", "/api/admin/settings", map[string]any{field: colour, "password": testapp.Password})
		if problems, _ := answer.JSON["data"].(map[string]any); answer.Status != http.StatusBadRequest ||
			problems[field] == nil {
			t.Errorf("%s that nobody can read: %d %s", field, answer.Status, answer.Body)
		}
	}
	if answer := admin.Send("PUT", "/api/admin/settings", frame); answer.Status != http.StatusOK {
		t.Fatal(answer.Status, answer.Body)
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
		t.Error(message.Text)
	}
}

func TestAnEmailIsShownWithTheTextThatItWasSentWith(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	admin := h.SignedIn("admins", nil)
	say := func(words string, version int) {
		t.Helper()
		answer := admin.Send("PUT", "/api/email-texts/welcome",
			change(texts.Wording{Subject: words, Body: words + ", {{name}}."}, version))
		if answer.Status != http.StatusOK {
			t.Fatal(answer.Status, answer.Body)
		}
	}
	shows := func(id, title, words string, hasSentText bool) {
		t.Helper()
		shown := admin.Get("/api/emails/" + id)
		page := admin.Get("/api/emails/" + id + "/html")
		if subject, _ := shown.JSON["subject"].(string); subject != title {
			t.Errorf("its title is %q, not %q", subject, title)
		}
		if text, _ := shown.JSON["text"].(string); !strings.Contains(text, words) ||
			!strings.Contains(page.Body, words) || shown.JSON["hasSentText"] != hasSentText {
			t.Errorf("not %q, %v: %s", words, hasSentText, shown.Body)
		}
	}
	builtIn := welcome(t, h, "built-in@example.com")
	h.Inbox("built-in@example.com")
	say("First words", 0)
	first := welcome(t, h, "first@example.com")
	h.Inbox("first@example.com")
	waiting := welcome(t, h, "waiting@example.com")
	say("Second words", 1)

	shows(builtIn, "Welcome to Boardcircle", "Your account is ready", true)
	shows(first, "First words", "First words, Asha Rao.", true)
	shows(waiting, "First words", "Second words, Asha Rao.", false)
	if got := h.Inbox("waiting@example.com"); len(got) != 1 || got[0].Subject != "Second words" {
		t.Errorf("%+v", got)
	}
	shows(waiting, "Second words", "Second words, Asha Rao.", true)
	if listed := admin.Get("/api/emails?search=second"); !strings.Contains(listed.Body, waiting) {
		t.Errorf("it is not found by the title that it was sent with: %s", listed.Body)
	}

	// a resent email uses the current text
	if answer := admin.Post("/api/emails/"+first+"/send-again",
		map[string]any{"confirmed": true}); answer.Status != http.StatusOK {
		t.Fatal(answer.Status, answer.Body)
	}
	if got := h.Inbox("first@example.com"); len(got) != 2 ||
		!strings.Contains(got[0].Text+got[1].Text, "Second words, Asha Rao.") {
		t.Errorf("%+v", got)
	}
	shows(first, "Second words", "Second words, Asha Rao.", true)

	// an email from before the texts were stored
	if _, err := h.PB.NonconcurrentDB().NewQuery("UPDATE email_batches SET text = ''").Execute(); err != nil {
		t.Fatal(err)
	}
	shows(builtIn, "Welcome to Boardcircle", "Second words, Asha Rao.", false)
}
