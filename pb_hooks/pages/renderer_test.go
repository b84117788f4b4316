package pages

import (
	"strings"
	"testing"
	"time"
)

// newTestRenderer returns a renderer with a time limit that the tests do not reach.
func newTestRenderer(t *testing.T, script string) *renderer {
	t.Helper()
	r, err := newRenderer(script, time.Minute, func(string) {})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestARunawayScriptIsStoppedAndTheNextRenderingSucceeds(t *testing.T) {
	t.Parallel()
	for name, runaway := range map[string]string{
		"a loop":              `for (;;) {}`,
		"a loop in a promise": `await null; for (;;) {}`,
		"endless recursion":   `(function deeper() { return 1 + deeper(); })()`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r, err := newRenderer(`globalThis.render = async function (path) {
				if (path === "/bad") { `+runaway+` }
				return JSON.stringify({status: 200, html: "fine", head: ""});
			}`, time.Second, func(string) {})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := r.render(t.Context(), "/bad", "{}"); err == nil {
				t.Error("the runaway script was not stopped")
			}
			if rendered, err := r.render(t.Context(), "/good", "{}"); err != nil || rendered.HTML != "fine" {
				t.Errorf("the next rendering = %+v, %v", rendered, err)
			}
		})
	}
}

func TestAFailureNamesThePageAndTheCause(t *testing.T) {
	t.Parallel()
	r := newTestRenderer(t, `globalThis.render = async function () { throw new Error("no such atom") }`)
	_, err := r.render(t.Context(), "/auth", "{}")
	if err == nil || !strings.Contains(err.Error(), "/auth") || !strings.Contains(err.Error(), "no such atom") {
		t.Errorf("err = %v, want one that names the page and the cause", err)
	}
}

func TestAFailureResetsTheEngine(t *testing.T) {
	t.Parallel()
	r := newTestRenderer(t, `var count = 0; globalThis.render = async function (path) {
		count++;
		if (path === "/bad") throw new Error("halfway");
		return JSON.stringify({status: 200, html: String(count), head: ""});
	}`)
	_, _ = r.render(t.Context(), "/bad", "{}")
	if rendered, err := r.render(t.Context(), "/good", "{}"); err != nil || rendered.HTML != "1" {
		t.Errorf("rendered = %+v, %v, want the 1 of a new engine", rendered, err)
	}
}

func TestTheEngineHasTheAPIsThatTheRouterUses(t *testing.T) {
	t.Parallel()
	r := newTestRenderer(t, `globalThis.render = async function (path) {
		var request = new Request(new URL(path, "http://localhost"), {headers: {"X-One": "1"}, signal: new AbortController().signal});
		request.headers.append("x-one", "2");
		var found = [request.url, request.method, request.headers.get("X-ONE"), request.signal.aborted,
			new TextEncoder().encode("é").length, new URLSearchParams("a=b").get("a"), [...request.headers].length];
		return JSON.stringify({status: 200, html: found.join(" "), head: ""});
	}`)
	rendered, err := r.render(t.Context(), "/auth?x=1", "{}")
	if err != nil || rendered.HTML != "http://localhost/auth?x=1 GET 1, 2 false 2 b 1" {
		t.Errorf("rendered = %+v, %v", rendered, err)
	}
}
