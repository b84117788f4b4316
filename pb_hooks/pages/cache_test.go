package pages

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"os"
	"strings"
	"testing"
	"testing/fstest"
	"time"
)

func TestAnUnknownPathIsNotFoundBeforeTheFirstPassHasEnded(t *testing.T) {
	t.Parallel()
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	started, release := make(chan struct{}), make(chan struct{})
	first := true
	p := newPageCache(slog.New(slog.DiscardHandler), newTemplate("<!--head--><!--html--><!--state-->"), "Boardcircle",
		func(string) (any, error) {
			if first {
				first = false
				close(started)
			}
			<-release
			return nil, nil
		})
	go p.run(ctx, scriptOf(`
		globalThis.pages = [{path: "/", mode: "rendered", sitemap: true}]
		globalThis.render = () => Promise.resolve('{"status":200,"html":"","head":""}')`))
	<-started

	cancelled, cancel := context.WithCancel(ctx)
	cancel() // the requests do not wait for the pass
	if status := p.latest(cancelled).find("/nowhere").status; status != http.StatusNotFound {
		t.Errorf("an unknown path: status = %d, want 404", status)
	}
	if status := p.latest(cancelled).find("/").status; status != http.StatusOK {
		t.Errorf("a known path: status = %d, want 200", status)
	}
	close(release)
}

func TestTheFirstVisitorWaitsForASlowFirstPass(t *testing.T) {
	t.Parallel()
	ctx, stop := context.WithCancel(t.Context())
	p := newPageCache(slog.New(slog.DiscardHandler), newTemplate("<html><!--html--></html>"), "Boardcircle",
		func(string) (any, error) {
			time.Sleep(renderWaitLimit + 100*time.Millisecond)
			return nil, nil
		})
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		p.run(ctx, scriptOf(`
			globalThis.pages = [{path: "/", mode: "rendered", sitemap: true}]
			globalThis.render = () => Promise.resolve('{"status":200,"html":"rendered","head":""}')`))
	}()
	defer func() { stop(); <-ended }()
	if text := string(p.latest(ctx).find("/").body.plain.content); !strings.Contains(text, "rendered") {
		t.Errorf("the first visitor got %s", text)
	}
}

func TestAPageThatFailedIsRenderedAgainAutomatically(t *testing.T) {
	t.Parallel()
	calls := 0
	state := func(path string) (any, error) {
		if path == "/" {
			calls++
		}
		if calls < 3 {
			return nil, errors.New("busy")
		}
		return map[string]any{"calls": calls}, nil
	}
	p := newPageCache(slog.New(slog.DiscardHandler), newTemplate("<html><!--html--></html>"), "Boardcircle", state)
	p.retryDelay = time.Millisecond
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		p.run(ctx, scriptOf(`
			globalThis.pages = [{path: "/", mode: "rendered", sitemap: true}];
			globalThis.render = async function () {
				return JSON.stringify({status: 200, html: "rendered", head: ""});
			}`))
	}()
	defer func() { stop(); <-ended }()
	for deadline := time.Now().Add(time.Minute); !strings.Contains(p.current.Load().pages["/"].state, "3"); {
		if time.Now().After(deadline) {
			t.Fatal("the page was not rendered")
		}
		time.Sleep(time.Millisecond)
	}
}

func scriptOf(text string) func() (fs.File, error) {
	return func() (fs.File, error) { return fstest.MapFS{"ssr.js": {Data: []byte(text)}}.Open("ssr.js") }
}

// The test program is its own worker, like the real program.
func TestMain(m *testing.M) {
	if IsWorker(os.Args) {
		if err := RunWorker(os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

func TestAPathIsFoundByThePatternOfItsPage(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		pattern, path string
		want          bool
	}{
		{"/admin/*", "/admin", true},
		{"/admin/*", "/admin/sessions/abc", true},
		{"/admin/*", "/administration", false},
		{"/circle/sessions/:id", "/circle/sessions/abc", true},
		{"/circle/sessions/:id", "/circle/sessions", false},
		{"/circle/sessions/:id", "/circle/sessions/abc/def", false},
		{"/circle/sessions/:id", "/circle/polls/abc", false},
		{"/auth", "/auth", true},
	} {
		if got := matches(c.pattern, c.path); got != c.want {
			t.Errorf("matches(%s, %s) = %v, want %v", c.pattern, c.path, got, c.want)
		}
	}
}
