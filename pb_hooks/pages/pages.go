// Package pages serves the public pages and the web app's files.
//
// Each public page is rendered by the web app's own server script, in goja, when the program
// starts and whenever what the page shows has changed. Requests are answered from memory.
package pages

import (
	"context"
	"encoding/json"
	"io/fs"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/content"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/config"
)

// Pages renders and serves the pages, and tells the web app its public configuration.
type Pages struct {
	app          core.App
	now          clock.Clock
	content      *content.Content
	tiers        Tiers
	publicConfig PublicConfig
	siteConfig   config.Site
	isLive       bool
	web          webApp
	pages        *pageCache
}

// Options is what New is given.
type Options struct {
	Config config.Config
	// DemoAdmin is shown on the sign-in card of the console; nil outside --demo.
	DemoAdmin *DemoAdmin
	Clock     clock.Clock
	// Content has the texts of the landing page.
	Content *content.Content
	// Dist is the web app's build: client/ for browsers and server/ssr.js for us. Without
	// client/index.html the pages answer that the web app is missing.
	Dist fs.FS
	// Tiers are what the plans page shows; nil is none.
	Tiers Tiers
}

// Tiers are the membership tiers, and tell when they have changed.
type Tiers interface {
	// PublicJSON is the list, as GET /api/membership-tiers answers it.
	PublicJSON() (json.RawMessage, error)
	OnChange(do func())
}

// New reads the web app's build. Config.SiteURL must be known by now.
func New(app core.App, opts Options) (*Pages, error) {
	web, err := openWebApp(opts.Dist)
	if err != nil {
		return nil, err
	}
	p := &Pages{
		app: app, now: opts.Clock, content: opts.Content, tiers: opts.Tiers, web: web,
		publicConfig: publicConfig(opts.Config, opts.DemoAdmin), siteConfig: opts.Config.Site, isLive: opts.Config.Razorpay.IsLive(),
	}
	p.pages = newPageCache(app.Logger(), web.template, opts.Config.Site.Name, p.pageState)
	p.content.OnChange(p.Refresh)
	if p.tiers != nil {
		p.tiers.OnChange(p.Refresh)
	}
	return p, nil
}

// Start renders the pages now and again after each change of what they show, until ctx or the app
// ends.
func (p *Pages) Start(ctx context.Context) {
	if !p.web.built() {
		return
	}
	ctx, stop := context.WithCancel(ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		p.pages.run(ctx, p.web.script)
	}()
	p.app.OnTerminate().BindFunc(func(e *core.TerminateEvent) error {
		stop()
		<-ended // the database closes after this, and a rendering reads from it
		return e.Next()
	})
}

// Refresh asks for the pages to be rendered again, because something that they show has
// changed. It returns at once; several calls in a row cost one rendering.
func (p *Pages) Refresh() { p.pages.refresh() }
