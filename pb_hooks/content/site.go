// Package site is the public face: the pages, their texts, and the web app's files.
//
// Each public page is rendered by the web app's own server script, in goja, when the program
// starts and whenever what the page shows has changed. Requests are answered from memory.
package content

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"sync"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/config"
)

// Content serves the pages and tells the web app what it shows.
type Content struct {
	app          core.App
	audit        *audit.Log
	now          clock.Clock
	publicConfig PublicConfig
	siteConfig   config.Site
	defaults     Landing
	tiers        func() (json.RawMessage, error)
	web          webApp
	pages        *pageCache
	// imageMu lets one upload at a time be decoded: a picture is large in memory.
	imageMu sync.Mutex
}

// Options is what a site is given.
type Options struct {
	Config config.Config
	// DemoAdmin is shown on the sign-in card of the console; nil outside --demo.
	DemoAdmin *DemoAdmin
	Clock     clock.Clock
	Audit     *audit.Log
	// Dist is the web app's build: client/ for browsers and server/ssr.js for us. Without
	// client/index.html the pages answer that the web app is missing.
	Dist fs.FS
	// Tiers are what the plans page shows, as GET /api/membership-tiers answers; nil is none. Call
	// Refresh when they have changed.
	Tiers func() (json.RawMessage, error)
}

// New reads the web app's build and the built-in texts. Config.SiteURL must be known by now.
func New(app core.App, opts Options) (*Content, error) {
	builtIn, err := loadDefaultLanding()
	if err != nil {
		return nil, err
	}
	web, err := openWebApp(opts.Dist)
	if err != nil {
		return nil, err
	}
	s := &Content{
		app: app, audit: opts.Audit, now: opts.Clock, defaults: builtIn, tiers: opts.Tiers, web: web,
		publicConfig: publicConfig(opts.Config, opts.DemoAdmin), siteConfig: opts.Config.Site,
	}
	s.registerVersionHooks()
	s.pages = newPageCache(app.Logger(), web.template, opts.Config.Site.Name, s.pageState)
	return s, nil
}

// Start renders the pages now and again after each change of the content, until ctx or the app
// ends.
func (s *Content) Start(ctx context.Context) {
	refreshed := func(e *core.RecordEvent) error {
		s.Refresh()
		return e.Next()
	}
	s.app.OnRecordAfterCreateSuccess(contentSections).BindFunc(refreshed)
	s.app.OnRecordAfterUpdateSuccess(contentSections).BindFunc(refreshed)
	s.app.OnRecordAfterDeleteSuccess(contentSections).BindFunc(refreshed)
	if !s.web.built() {
		return
	}
	ctx, stop := context.WithCancel(ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		s.pages.run(ctx, s.web.script)
	}()
	s.app.OnTerminate().BindFunc(func(e *core.TerminateEvent) error {
		stop()
		<-ended // the database closes after this, and a rendering reads from it
		return e.Next()
	})
}

// Refresh asks for the pages to be rendered again, because something that they show has
// changed. It returns at once; several calls in a row cost one rendering.
func (s *Content) Refresh() { s.pages.refresh() }

// Purge deletes what nobody can reach any more: versions of sections deleted long ago, and pictures
// that neither a section nor a version shows.
func (s *Content) Purge() error { return errors.Join(s.purgeVersions(), s.purgeImages()) }
