package content

import (
	"context"
	"log/slog"
	"net/http"
	"testing"
)

func TestAnUnknownPathIsKnownForOneBeforeTheFirstPassHasEnded(t *testing.T) {
	t.Parallel()
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	began, release := make(chan struct{}), make(chan struct{})
	first := true
	p := newPageCache(slog.New(slog.DiscardHandler), newTemplate("<!--head--><!--html--><!--state-->"), "Boardcircle", func(string) (any, error) {
		if first {
			first = false
			close(began)
		}
		<-release
		return nil, nil
	})
	go p.run(ctx, `
		globalThis.pages = [{path: "/", mode: "rendered", sitemap: true}]
		globalThis.render = () => Promise.resolve('{"status":200,"html":"","head":""}')`)
	<-began

	gone, leave := context.WithCancel(ctx)
	leave() // nobody waits for the pass
	if status := p.latest(gone).find("/nowhere").status; status != http.StatusNotFound {
		t.Errorf("an unknown path gets %d", status)
	}
	if status := p.latest(gone).find("/").status; status != http.StatusOK {
		t.Errorf("a known path gets %d", status)
	}
	close(release)
}
