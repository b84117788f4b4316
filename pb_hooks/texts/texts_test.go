package texts_test

import (
	"encoding/json"
	"net/http"
	"regexp"
	"testing"

	"boardcircle/pb_hooks/internal/testapp"
)

// editorFixture is a running app with a signed-in editor.
type editorFixture struct {
	*testapp.App
	editor *testapp.Visitor
	t      *testing.T
}

func newEditorFixture(t *testing.T) editorFixture {
	t.Helper()
	h := testapp.New(t)
	return editorFixture{h, h.SignedIn("admins", map[string]any{"username": "meera", "role": "editor"}), t}
}

// text is a text as the editor gets it.
type text struct {
	Key, Kind, Label, UpdatedBy, PublishAt string
	BuiltIn, Published, Draft              any
	IsPublished, HasDraft                  bool
	Version                                int
}

func (o editorFixture) texts(page string) map[string]text {
	o.t.Helper()
	var answer struct{ Texts []text }
	o.decode(o.editor.Get("/api/texts/"+page), &answer)
	byKey := map[string]text{}
	for _, text := range answer.Texts {
		byKey[text.Key] = text
	}
	return byKey
}

func (o editorFixture) decode(answer testapp.Response, into any) {
	o.t.Helper()
	if err := json.Unmarshal([]byte(answer.Body), into); err != nil || answer.Status != http.StatusOK {
		o.t.Fatalf("status = %d, body = %s", answer.Status, answer.Body)
	}
}

// save saves a draft over the current version.
func (o editorFixture) save(key string, value any) text {
	o.t.Helper()
	page := pageOf(key)
	var saved text
	o.decode(o.put(key, o.texts(page)[key].Version, value), &saved)
	return saved
}

func (o editorFixture) put(key string, version int, value any) testapp.Response {
	o.t.Helper()
	return o.editor.Send(http.MethodPut, "/api/texts/"+pageOf(key),
		map[string]any{"key": key, "version": version, "value": value})
}

func (o editorFixture) publish(keys ...string) testapp.Response {
	o.t.Helper()
	answer := o.editor.Post("/api/texts/"+pageOf(keys[0])+"/publish", map[string]any{"keys": keys})
	if answer.Status != http.StatusOK {
		o.t.Fatalf("status = %d, body = %s", answer.Status, answer.Body)
	}
	return answer
}

func pageOf(key string) string {
	for i, r := range key {
		if r == '.' {
			return key[:i]
		}
	}
	return key
}

// public is a page as visitors get it.
type public struct {
	Texts  map[string]string
	Images map[string]struct{ Image, Alt string }
	Lists  map[string][]string
}

func (o editorFixture) public(page string) (p public) {
	o.t.Helper()
	o.decode(o.Visitor().Get("/api/site/texts/"+page), &p)
	return p
}

func TestVisitorsSeePublishedTextsAndNoDrafts(t *testing.T) {
	t.Parallel()
	o := newEditorFixture(t)
	if title := o.public("landing").Texts["hero.title"]; title != "10,000 Women, One Circle, One Vision" {
		t.Errorf("built-in title = %q", title)
	}
	saved := o.save("landing.hero.title", "One Circle")
	if !saved.HasDraft || saved.Draft != "One Circle" || saved.Version != 1 || saved.UpdatedBy != "meera" {
		t.Errorf("saved text = %+v", saved)
	}
	if title := o.public("landing").Texts["hero.title"]; title != "10,000 Women, One Circle, One Vision" {
		t.Errorf("title with a draft = %q, want the built-in one", title)
	}
	o.publish("landing.hero.title")
	if title := o.public("landing").Texts["hero.title"]; title != "One Circle" {
		t.Errorf("published title = %q", title)
	}
}

// A purchase needs an invitation only if the settings say so. These texts are shown only then, and the status of an
// approved nomination, whose applicant is invited.
var invitationTexts = regexp.MustCompile(
	`^(plans\.(forInvited|approval)|own-nomination\.(byInvitation|status\.(approved|welcome))|sign-in\.invited|seat)\b`)

func TestNoTextSaysThatAPurchaseNeedsAnInvitationUnlessTheSettingsDo(t *testing.T) {
	t.Parallel()
	o := newEditorFixture(t)
	var coverage struct{ Pages []struct{ Page string } }
	o.decode(o.editor.Get("/api/texts/coverage"), &coverage)
	claim := regexp.MustCompile(`(?i)by invitation|invited to (choose|buy)|have been invited|open to you|before you can buy`)
	for _, p := range coverage.Pages {
		var shown struct{ Texts map[string]string }
		o.decode(o.Visitor().Get("/api/site/texts/"+p.Page), &shown)
		for key, value := range shown.Texts {
			if key := p.Page + "." + key; claim.MatchString(value) && !invitationTexts.MatchString(key) {
				t.Errorf("%s: %s", key, value)
			}
		}
	}
}
