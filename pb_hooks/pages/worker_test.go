package pages

import (
	"context"
	"errors"
	"testing"
	"time"
)

const oneLine = `globalThis.pages = [{path: "/", mode: "rendered"}];
globalThis.render = async function (path) { console.log("at " + path); return JSON.stringify({status: 200, html: path, head: ""}) }`

func startTestRenderer(t *testing.T, script string, log func(string)) *rendererProcess {
	t.Helper()
	file, err := scriptOf(script)()
	if err != nil {
		t.Fatal(err)
	}
	r, err := startRenderer(file, time.Minute, log)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.close)
	return r
}

func TestAWorkerRendersAndForwardsTheMessagesOfTheScript(t *testing.T) {
	t.Parallel()
	var log []string
	r := startTestRenderer(t, oneLine, func(message string) { log = append(log, message) })
	routes, err := r.listRoutes(t.Context())
	if err != nil || len(routes) != 1 {
		t.Fatal(routes, err)
	}
	rendered, err := r.render(t.Context(), "/a", "{}")
	if err != nil || rendered.HTML != "/a" || len(log) != 1 || log[0] != "at /a" {
		t.Errorf("rendered = %+v, %v, messages = %q", rendered, err, log)
	}
	if len(r.Command.Env) != 0 {
		t.Errorf("the engine has an environment of %d variables", len(r.Command.Env))
	}
}

func TestAKilledWorkerFailsOnlyItsRendering(t *testing.T) {
	t.Parallel()
	r := startTestRenderer(t, oneLine, func(string) {})
	if err := r.Command.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if _, err := r.render(t.Context(), "/a", "{}"); err == nil || errors.Is(err, errScript) {
		t.Errorf("the rendering of a killed worker: err = %v, want one that is not errScript", err)
	}
}

func TestARenderingEndsWithItsContext(t *testing.T) {
	t.Parallel()
	r := startTestRenderer(t, `globalThis.render = async function () { for (;;) {} }`, func(string) {})
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := r.render(ctx, "/a", "{}"); !errors.Is(err, context.Canceled) {
		t.Errorf("err = %v, want context.Canceled", err)
	}
}

func TestAScriptThatDoesNotCompileIsReported(t *testing.T) {
	t.Parallel()
	r := startTestRenderer(t, `this is not a script`, func(string) {})
	if _, err := r.listRoutes(t.Context()); !errors.Is(err, errScript) {
		t.Errorf("err = %v, want errScript", err)
	}
}
