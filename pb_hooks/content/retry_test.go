package content

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"
)

func TestAPageThatFailedIsRenderedAgainByItself(t *testing.T) {
	t.Parallel()
	asked := 0
	state := func(path string) (any, error) {
		if path == "/" {
			asked++
		}
		if asked < 3 {
			return nil, errors.New("busy")
		}
		return map[string]any{"asked": asked}, nil
	}
	p := newPageCache(slog.New(slog.DiscardHandler), newTemplate("<html><!--html--></html>"), "Boardcircle", state)
	p.retryDelay = time.Millisecond
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		p.run(ctx, `
			globalThis.pages = [{path: "/", mode: "rendered", sitemap: true}];
			globalThis.render = async function () {
				return JSON.stringify({status: 200, html: "at last", head: ""});
			}`)
	}()
	defer func() { stop(); <-ended }()
	for deadline := time.Now().Add(time.Minute); !strings.Contains(p.current.Load().pages["/"].state, "3"); {
		if time.Now().After(deadline) {
			t.Fatal("the page was never rendered")
		}
		time.Sleep(time.Millisecond)
	}
}
