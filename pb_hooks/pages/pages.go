// Package pages serves the public pages and the web app's files.
//
// The web app's server script renders each public page in goja, when the program starts and whenever the page's data
// has changed. Requests are answered from memory. Only a page with drafts, for an editor or a preview, is rendered on
// demand (drafts.go).
package pages

import (
	"context"
	"encoding/json"
	"io/fs"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/config"
	"boardcircle/pb_hooks/internal/languages"
	"boardcircle/pb_hooks/texts"
)

// Pages renders and serves the pages, and serves the web app's public configuration.
type Pages struct {
	app        core.App
	now        clock.Clock
	texts      *texts.Texts
	mayEdit    func(e *core.RequestEvent) bool
	redirectOf func(app core.App, path string) (string, error)
	// limitPreviews is called for each page that a link shows with drafts.
	limitPreviews func(e *core.RequestEvent) error
	tiers         Tiers
	publicConfig  PublicConfig
	siteConfig    config.Site
	isLive        bool
	web           webApp
	pages         *pageCache
}

// Options are the arguments of New.
type Options struct {
	Config config.Config
	// DemoAdmin is shown on the sign-in card of the console; nil outside --demo.
	DemoAdmin *DemoAdmin
	Clock     clock.Clock
	// Texts has the texts of the pages.
	Texts *texts.Texts
	// MayEdit reports whether the caller of a request may edit texts.
	MayEdit func(e *core.RequestEvent) bool
	// LimitPreviews returns an error if the caller of a request has opened too many pages with drafts by a link.
	LimitPreviews func(e *core.RequestEvent) error
	// RedirectOf returns the address to which a path without a page redirects, or "". It may be nil.
	RedirectOf func(app core.App, path string) (string, error)
	// Dist is the web app's build: client/ for browsers and server/ssr.js for rendering. Without client/index.html,
	// Serve reports that the web app is missing.
	Dist fs.FS
	// Tiers are the tiers on the plans page; nil shows none.
	Tiers Tiers
}

// Tiers returns the membership tiers and reports their changes.
type Tiers interface {
	// PublicJSON returns the list in a language as in GET /api/membership-tiers.
	PublicJSON(language string) (json.RawMessage, error)
	OnChange(do func())
}

// New reads the web app's build. Config.SiteURL must be set.
func New(app core.App, opts Options) (*Pages, error) {
	web, err := openWebApp(opts.Dist)
	if err != nil {
		return nil, err
	}
	p := &Pages{
		app:           app,
		now:           opts.Clock,
		texts:         opts.Texts,
		mayEdit:       opts.MayEdit,
		redirectOf:    opts.RedirectOf,
		limitPreviews: opts.LimitPreviews,
		tiers:         opts.Tiers,
		web:           web,
		publicConfig:  publicConfig(opts.Config, opts.DemoAdmin),
		siteConfig:    opts.Config.Site,
		isLive:        opts.Config.Razorpay.IsLive(),
	}
	p.pages = newPageCache(app.Logger(), web.template, opts.Config.Site.Name, func(path string) (any, error) {
		return p.pageState(path, noDrafts)
	})
	p.pages.expand = p.expandRoutes
	p.pages.localeOf = func(path string) string {
		language, _ := p.texts.SplitAddress(path)
		return languages.Find(string(language)).Locale
	}
	p.texts.OnChange(p.Refresh)
	if p.tiers != nil {
		p.tiers.OnChange(p.Refresh)
	}
	return p, nil
}

// Start renders the pages now and after each change of their data, until ctx or the app ends.
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
		<-ended // a rendering reads from the database, which is closed after this
		return e.Next()
	})
}

// Refresh requests a new rendering because the pages' data has changed. It returns at once. Several calls in a row
// cause one rendering.
func (p *Pages) Refresh() { p.pages.refresh() }
