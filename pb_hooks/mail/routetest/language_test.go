package routetest

import (
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/pocketbase/dbx"

	"boardcircle/pb_hooks/demo/fakebrevo"
	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/mail/texts"
)

// signUp returns the visitor who has created an account.
func signUp(t *testing.T, h *testapp.App, email, language string) *testapp.Visitor {
	t.Helper()
	v := h.Visitor()
	if language != "" {
		v.SetCookie("lang", language)
	}
	answer := v.Post("/api/register", map[string]any{"name": "Asha Rao", "email": email, "phone": "+919876543210",
		"location": "Pune", "password": "Monsoon Ledger 7"})
	if answer.Status != http.StatusCreated {
		t.Fatalf("status = %d, body = %s", answer.Status, answer.Body)
	}
	return v
}

func TestEmailIsInTheLanguageOfTheReader(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	signUp(t, h, "hindi@example.com", "hi")
	signUp(t, h, "english@example.com", "en")
	signUp(t, h, "unknown@example.com", "xx")
	visitor := h.Visitor()
	visitor.Header.Set("Content-Language", "mr")
	if answer := visitor.Post(
		"/api/registrations", testapp.Nomination("marathi@example.com"),
	); answer.Status != http.StatusCreated {
		t.Fatalf("status = %d, body = %s", answer.Status, answer.Body)
	}
	for address, want := range map[string]struct{ subject, lang string }{
		"hindi@example.com":   {"Boardcircle में आपका स्वागत है", `lang="hi-IN"`},
		"english@example.com": {"Welcome to Boardcircle", `lang="en-IN"`},
		"unknown@example.com": {"Welcome to Boardcircle", `lang="en-IN"`},
		"marathi@example.com": {"आपले नामांकन आम्हाला मिळाले आहे", `lang="mr-IN"`},
	} {
		message := h.Inbox(address)[0]
		if message.Subject != want.subject || !strings.Contains(message.HTML, want.lang) {
			t.Errorf("%s: subject = %q, want %q and %s", address, message.Subject, want.subject, want.lang)
		}
	}
	// A text in another language is changed on its own.
	admin := h.SignedIn("admins", nil)
	w := texts.Wording{Subject: "नमस्ते", Body: "{{email}}", Preview: "", Footnote: ""}
	if answer := admin.Send("PUT", "/api/email-texts/welcome:hi", change(w, 0)); answer.Status != http.StatusOK {
		t.Fatalf("status = %d, body = %s", answer.Status, answer.Body)
	}
	signUp(t, h, "hindi2@example.com", "hi")
	signUp(t, h, "english2@example.com", "")
	if hindi, english := h.Inbox("hindi2@example.com")[0].Subject,
		h.Inbox("english2@example.com")[0].Subject; hindi != "नमस्ते" || english != "Welcome to Boardcircle" {
		t.Errorf("subjects = %q and %q, want only the Hindi text changed", hindi, english)
	}
	if answer := admin.Get("/api/email-texts/welcome:xx"); answer.Status != http.StatusNotFound {
		t.Errorf("status of an unknown language = %d, want 404", answer.Status)
	}
}

func TestMemberChoosesTheLanguageOfHerEmails(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	member := signUp(t, h, "asha@example.com", "hi")
	own := member.Get("/api/user/email-preferences")
	if own.JSON["language"] != "hi" {
		t.Errorf("preferences = %s, want Hindi", own.Body)
	}
	var topics []string
	for _, topic := range own.JSON["topics"].([]any) {
		if row := topic.(map[string]any); row["wanted"] == true {
			topics = append(topics, row["topic"].(string))
		}
	}
	for _, language := range []string{"mr", "en"} {
		answer := member.Send("PUT", "/api/user/email-preferences", map[string]any{"topics": topics, "language": language})
		if answer.Status != http.StatusOK || answer.JSON["language"] != language {
			t.Errorf("status = %d, body = %s, want %s", answer.Status, answer.Body, language)
		}
	}
	if answer := member.Send(
		"PUT", "/api/user/email-preferences", map[string]any{"topics": topics, "language": "xx"},
	); answer.Status != http.StatusBadRequest {
		t.Errorf("status of an unknown language = %d, want 400", answer.Status)
	}
	// A later visit in another language does not change what she has chosen.
	welcome(t, h, "asha@example.com")
	messages := h.Inbox("asha@example.com")
	if !slices.ContainsFunc(messages, func(m fakebrevo.Message) bool { return m.Subject == "Welcome to Boardcircle" }) {
		t.Errorf("emails = %v, want one in English", messages)
	}
}

// A translation is out of date if its English text changes, by an admin or by a release. It is confirmed by publishing
// it again.
func TestATranslationIsOutdatedWhenItsEnglishTextChanges(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	admin := h.SignedIn("admins", map[string]any{"username": "meera"})
	const english = "/api/email-texts/welcome"
	const hindi, marathi = english + ":hi", english + ":mr"
	type detail struct {
		Version    int
		IsOutdated bool
		Wording    texts.Wording
	}
	read := func(path string) detail { return decode[detail](t, admin.Get(path)) }
	put := func(path string, w texts.Wording) int {
		return admin.Send("PUT", path, change(w, read(path).Version)).Status
	}
	outdated := func(want bool, paths ...string) {
		t.Helper()
		for _, path := range paths {
			if got := read(path).IsOutdated; got != want {
				t.Errorf("%s is outdated: %v, want %v", path, got, want)
			}
		}
	}
	w := read(hindi).Wording
	if put(hindi, w) != http.StatusConflict {
		t.Error("a translation was confirmed that is not out of date")
	}
	w.Subject = "स्वागत है"
	put(hindi, w)
	outdated(false, english, hindi, marathi)

	changed := read(english).Wording
	changed.Subject = "Welcome to the circle"
	put(english, changed)
	outdated(false, english)
	outdated(true, hindi, marathi)

	for _, path := range []string{hindi, marathi} {
		if status := put(path, read(path).Wording); status != http.StatusOK {
			t.Errorf("%s was not confirmed: %d", path, status)
		}
	}
	outdated(false, hindi, marathi)

	// The English text that the first version was made from is in force again.
	admin.Post(english+"/restore", map[string]any{"version": 0})
	outdated(true, hindi, marathi)
	admin.Post(hindi+"/restore", map[string]any{"version": 1})
	outdated(false, hindi)

	// A release has another English text than the one that was translated.
	release := h.PB.NonconcurrentDB().NewQuery("UPDATE email_texts SET source = 'another text' WHERE key = 'welcome:hi'")
	if _, err := release.Execute(); err != nil {
		t.Fatal(err)
	}
	outdated(true, hindi)
}

func TestTheLinksOfAnEmailLeadToPagesInItsLanguage(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	signUp(t, h, "hindi@example.com", "hi")
	signUp(t, h, "english@example.com", "")
	for address, start := range map[string]string{
		"hindi@example.com":   "http://boardcircle.test/hi/",
		"english@example.com": "http://boardcircle.test/",
	} {
		h.Visitor().Post("/api/forgot-password", map[string]any{"email": address})
		messages := h.Inbox(address)
		i := slices.IndexFunc(messages, func(m fakebrevo.Message) bool { return strings.Contains(m.Text, "token=") })
		if i < 0 || !strings.Contains(messages[i].Text, start+"reset-password?token=") {
			t.Fatalf("%s: emails = %v, want a link to %sreset-password", address, messages, start)
		}
		if !strings.Contains(messages[i].HTML, `src="http://boardcircle.test/email-logo`) {
			t.Errorf("%s: the logo is missing: %s", address, messages[i].HTML)
		}
	}
}

// An email that the office writes has no translation, so it is in English as a whole.
func TestAnEmailWithoutATranslationIsInEnglish(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	const reader = "hindi@example.com"
	signUp(t, h, reader, "hi")
	err := h.Outbox.Enqueue(h.PB, outbox.Email{
		Kind: "office-message", DedupeKey: "message", To: outbox.Address{Email: reader},
		Params: map[string]string{"subject": "Your question", "words": "Yes.", "name": ""},
	})
	if err != nil {
		t.Fatal(err)
	}
	messages := h.Inbox(reader)
	i := slices.IndexFunc(messages, func(m fakebrevo.Message) bool { return m.Subject == "Your question" })
	if i < 0 || !strings.Contains(messages[i].HTML, `lang="en-IN"`) || strings.Contains(messages[i].Text, "/hi") {
		t.Errorf("emails = %v, want one in English", messages)
	}
}

var (
	latinWord = regexp.MustCompile(`[A-Za-z]{2,}`)
	sameInAll = regexp.MustCompile(`<[^>]*>|\S+@\S+|Boardcircle`)
)

// wordsOf returns the words in Latin letters on a page, without the site's name and the email addresses.
func wordsOf(page string) []string {
	_, body, _ := strings.Cut(page, "<body>")
	return latinWord.FindAllString(sameInAll.ReplaceAllString(body, " "), -1)
}

func TestThePagesAboutEmailsAreInTheLanguageOfTheEmail(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	for _, language := range []string{"hi", "mr"} {
		reader := language + "@example.com"
		signUp(t, h, reader, language)
		unsubscribe := unsubscribePath(t, h.Inbox(reader)[0])
		preferences := strings.Replace(unsubscribe, "/unsubscribe/", "/preferences/", 1)
		visitor := h.Visitor()
		visitor.SetCookie("lang", "en") // the email decides
		visitor.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		for _, request := range [][2]string{{"GET", unsubscribe}, {"GET", preferences}, {"POST", unsubscribe},
			{"POST", preferences}} {
			answer := visitor.Send(request[0], request[1], "topic=news")
			if answer.Status != http.StatusOK || !strings.Contains(answer.Body, `lang="`+language+`-IN"`) ||
				!strings.Contains(answer.Body, `href="/`+language+`"`) || len(wordsOf(answer.Body)) > 0 {
				t.Errorf("%s: status = %d, in English: %q", request, answer.Status, wordsOf(answer.Body))
			}
		}
		choices, err := h.PB.FindAllRecords("email_choices", dbx.HashExp{"email": reader, "topic": "membership"})
		if err != nil || len(choices) != 1 || choices[0].GetString("wording") != "membership-1:"+language {
			t.Errorf("choices = %v, error = %v, want one with the language", choices, err)
		}
	}
}

func TestTheLinkOfAnEnglishEmailOpensThePageInTheChosenLanguage(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	const reader = "english@example.com"
	welcome(t, h, reader)
	path := unsubscribePath(t, h.Inbox(reader)[0])
	visitor := h.Visitor()
	visitor.SetCookie("lang", "mr")
	for _, page := range []string{path, "/preferences/unknown"} {
		if answer := visitor.Get(page); !strings.Contains(answer.Body, `lang="mr-IN"`) || len(wordsOf(answer.Body)) > 0 {
			t.Errorf("%s: in English: %q", page, wordsOf(answer.Body))
		}
		if answer := h.Visitor().Get(page); !strings.Contains(answer.Body, `lang="en-IN"`) {
			t.Errorf("%s without a choice: %s", page, answer.Body)
		}
	}
}
