package pages

import (
	"context"
	"errors"
	"testing"
	"time"
)

const oneLine = `globalThis.pages = [{path: "/", mode: "rendered"}];
globalThis.render = async function (path) { console.log("at " + path); return JSON.stringify({status: 200, html: path, head: ""}) }`

func startTestRenderer(t *testing.T, script string, said func(string)) *rendererProcess {
	t.Helper()
	file, err := scriptOf(script)()
	if err != nil {
		t.Fatal(err)
	}
	r, err := startRenderer(file, time.Minute, said)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.close)
	return r
}

func TestAWorkerRendersAndPassesOnWhatTheScriptSays(t *testing.T) {
	t.Parallel()
	var said []string
	r := startTestRenderer(t, oneLine, func(message string) { said = append(said, message) })
	routes, err := r.listRoutes(t.Context())
	if err != nil || len(routes) != 1 {
		t.Fatal(routes, err)
	}
	made, err := r.render(t.Context(), "/a", "{}")
	if err != nil || made.HTML != "/a" || len(said) != 1 || said[0] != "at /a" {
		t.Errorf("%+v, %v, %q", made, err, said)
	}
	if len(r.Command.Env) != 0 {
		t.Errorf("the engine has an environment of %d variables", len(r.Command.Env))
	}
}

func TestAWorkerThatIsKilledFailsItsRenderingOnly(t *testing.T) {
	t.Parallel()
	r := startTestRenderer(t, oneLine, func(string) {})
	if err := r.Command.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if _, err := r.render(t.Context(), "/a", "{}"); err == nil || errors.Is(err, errScript) {
		t.Errorf("a killed worker's rendering: %v", err)
	}
}

func TestAWorkerIsStoppedWithThePass(t *testing.T) {
	t.Parallel()
	r := startTestRenderer(t, `globalThis.render = async function () { for (;;) {} }`, func(string) {})
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := r.render(ctx, "/a", "{}"); !errors.Is(err, context.Canceled) {
		t.Errorf("a rendering that nobody waits for: %v", err)
	}
}

func TestAScriptThatDoesNotCompileIsSaidToBeSo(t *testing.T) {
	t.Parallel()
	r := startTestRenderer(t, `this is no script`, func(string) {})
	if _, err := r.listRoutes(t.Context()); !errors.Is(err, errScript) {
		t.Errorf("%v", err)
	}
}
