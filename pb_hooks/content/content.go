// Package content has the texts and pictures of the public pages: the content sections that admins write, their
// earlier versions, the images, and the built-in texts that are shown unless a section replaces them.
//
// Saving, restoring and deleting a section store its previous state as a version:
//
//	current ──saved anew──> version (updated)
//	current ──restored────> version (restored), and the older state is current again
//	current ──deleted─────> version (deleted), from which the section can come back
//
// So restoring loses nothing, because the replaced state is a version too. A section has at most maxVersions
// versions. The versions of a deleted section are removed after deletedVersionTTL.
package content

import (
	"errors"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/httpx"
)

const (
	maxVersions       = 50
	deletedVersionTTL = 90 * 24 * time.Hour
	// unusedImageTTL is how long an unused image is kept. The section that shows it may not be saved yet.
	unusedImageTTL = 7 * 24 * time.Hour
)

// Errors for the client.
var (
	errSectionNotFound = apperr.NotFound("section-not-found", "This content section was not found.")
	errVersionNotFound = apperr.NotFound("version-not-found", "This version was not found.")
)

const (
	saveFailed  = "The content could not be saved. Please try again."
	imageFailed = "The image could not be read."
)

// Content has the HTTP handlers for the texts and pictures of the public pages.
type Content struct {
	app      core.App
	audit    *audit.Log
	now      clock.Clock
	shows    Shows
	defaults Landing
	// activeSections and landing cache the responses for visitors.
	activeSections, landing httpx.CachedJSON
}

// Shows reports whether another feature shows the picture at an address such as /images/....
type Shows func(app core.App, address string) (bool, error)

// New reads the built-in texts, and stores a version of each section that is changed or deleted from now on.
func New(app core.App, log *audit.Log, now clock.Clock, shows Shows) (*Content, error) {
	defaults, err := loadDefaultLanding()
	if err != nil {
		return nil, err
	}
	c := &Content{app: app, audit: log, now: now, shows: shows, defaults: defaults}
	c.registerVersionHooks()
	c.OnChange(c.activeSections.Invalidate)
	c.OnChange(c.Refresh)
	return c, nil
}

// Refresh clears the cached texts of the landing page. Call it when something else that they depend on has changed:
// the settings, the plans on sale, or the day.
func (c *Content) Refresh() { c.landing.Invalidate() }

// OnChange calls do after each change of a section, in the console or in the dashboard.
func (c *Content) OnChange(do func()) {
	changed := func(e *core.RecordEvent) error {
		do()
		return e.Next()
	}
	c.app.OnRecordAfterCreateSuccess(sectionsTable).BindFunc(changed)
	c.app.OnRecordAfterUpdateSuccess(sectionsTable).BindFunc(changed)
	c.app.OnRecordAfterDeleteSuccess(sectionsTable).BindFunc(changed)
}

// Purge deletes the versions of sections deleted long ago, and images that no section, version or email shows.
func (c *Content) Purge() error {
	return errors.Join(
		deleteOldVersions(c.app, c.now().Add(-deletedVersionTTL)),
		deleteUnusedImages(c.app, c.now().Add(-unusedImageTTL), c.shows),
	)
}
