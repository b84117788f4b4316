package redirects_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/redirects"
)

const path = "/api/redirects"

type fields = map[string]any

func expectRefusal(t *testing.T, answer testapp.Response, status int, field, message string) {
	t.Helper()
	data, _ := answer.JSON["data"].(fields)
	problem, _ := data[field].(fields)
	text, _ := problem["message"].(string)
	if answer.Status != status || !strings.Contains(text, message) {
		t.Errorf("status = %d, %s = %q, want %d and %q: %s", answer.Status, field, text, status, message, answer.Body)
	}
}

func TestAnEditorRedirectsAnOldAddress(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	editor := app.SignedIn("admins", fields{"role": "editor"})
	created := editor.Post(path, fields{"from": "/About-Us/", "to": "/#about"})
	if created.Status != http.StatusCreated || created.JSON["from"] != "/about-us" || created.JSON["to"] != "/#about" {
		t.Fatalf("create: %d %s", created.Status, created.Body)
	}
	id := created.JSON["id"].(string)
	if changed := editor.Send("PUT", path+"/"+id, fields{"to": "/membership-plans?from=old#plans"}); changed.Status != 200 ||
		changed.JSON["from"] != "/about-us" || changed.JSON["to"] != "/membership-plans?from=old#plans" {
		t.Fatalf("change: %d %s", changed.Status, changed.Body)
	}
	if list := editor.Get(path); !strings.Contains(list.Body, id) {
		t.Errorf("the list lacks the redirect: %s", list.Body)
	}
	if deleted := editor.Send("DELETE", path+"/"+id, nil); deleted.Status != http.StatusNoContent {
		t.Errorf("delete: %d %s", deleted.Status, deleted.Body)
	}
	if again := editor.Send("DELETE", path+"/"+id, nil); again.Status != http.StatusNotFound {
		t.Errorf("delete again: %d", again.Status)
	}
}

func TestARedirectLeadsToAnAddressOfThisSite(t *testing.T) {
	t.Parallel()
	editor := testapp.New(t).SignedIn("admins", fields{"role": "editor"})
	for _, to := range []string{
		"https://evil.example/", "//evil.example", `/\evil.example`, "evil.example", "javascript:alert(1)", "#about", "/a\nb",
		"/.//evil.example", "/./", "/..//evil.example", "/x/..//evil.example", "/account//evil.example", "/%2e//evil.example",
		"/%2f/evil.example", "/%2fevil.example", "/.%2f/evil.example", "/%5cevil.example", "/%09/evil.example", "/%0a.png",
		"/%zz.png", "///evil.example", "/account/../evil.png",
	} {
		if answer := editor.Post(path, fields{"from": "/old", "to": to}); answer.Status != http.StatusBadRequest {
			t.Errorf("to %q: status = %d", to, answer.Status)
		}
	}
	for _, from := range []string{"", "old", "/old?x=1", "/old#x", "https://circle.example/old", `/\x`} {
		if answer := editor.Post(path, fields{"from": from, "to": "/#about"}); answer.Status != http.StatusBadRequest {
			t.Errorf("from %q: status = %d", from, answer.Status)
		}
	}
}

func TestAStoredRedirectToAnotherSiteIsNotFollowed(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	collection, err := app.PB.FindCollectionByNameOrId("redirects")
	if err != nil {
		t.Fatal(err)
	}
	for source, target := range map[string]string{"/old": "/.//evil.example", "/older": "/#about"} {
		record := core.NewRecord(collection)
		record.Load(fields{"source": source, "target": target})
		if err := app.PB.Save(record); err != nil {
			t.Fatal(err)
		}
	}
	for source, want := range map[string]string{"/old": "", "/older": "/#about"} {
		if to, err := redirects.Find(app.PB, source); to != want || err != nil {
			t.Errorf("%s redirects to %q, %v, want %q", source, to, err, want)
		}
	}
}

func TestLoopsAndAddressesOfTheServerAreRefused(t *testing.T) {
	t.Parallel()
	editor := testapp.New(t).SignedIn("admins", fields{"role": "editor"})
	post := func(from, to string) testapp.Response { return editor.Post(path, fields{"from": from, "to": to}) }
	expectRefusal(t, post("/old", "/OLD/#top"), http.StatusBadRequest, "to", "cannot lead to itself")
	for _, from := range []string{"/api/user", "/_/", "/images/x.png", "/sitemap.xml", "/.well-known/x",
		"/metrics", "/cal/x.ics", "/unsubscribe/x", "/preferences/x"} {
		expectRefusal(t, post(from, "/#about"), http.StatusBadRequest, "from", "has a page")
	}
	if created := post("/old", "/renew"); created.Status != http.StatusCreated {
		t.Fatalf("create: %d %s", created.Status, created.Body)
	}
	expectRefusal(t, post("/Old", "/seat"), http.StatusConflict, "from", "has a redirect already")
	expectRefusal(t, post("/older", "/old?x=1"), http.StatusBadRequest, "to", "is redirected too")
	expectRefusal(t, post("/renew", "/seat"), http.StatusBadRequest, "from", "leads to this address")
}

func TestAnAddressIsStoredAsItsVisitorsRequestIt(t *testing.T) {
	t.Parallel()
	editor := testapp.New(t).SignedIn("admins", fields{"role": "editor"})
	for from, want := range map[string]string{"/caf%C3%A9%20menu/": "/café menu", "/50%-off": "/50%-off", "/hi/Old": "/old", "/en/x": "/en/x"} {
		if a := editor.Post(path, fields{"from": from, "to": "/#about"}); a.JSON["from"] != want {
			t.Errorf("from %s: %s, want %s", from, a.Body, want)
		}
	}
	for _, from := range []string{"/old%3Fid=1", "/old%23top", "/%00"} {
		if a := editor.Post(path, fields{"from": from, "to": "/#about"}); a.Status != http.StatusBadRequest {
			t.Errorf("from %s: status = %d, want 400", from, a.Status)
		}
	}
}
