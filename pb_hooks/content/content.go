// Package content has the texts and pictures of the public pages: the content sections that admins
// write, their earlier versions, the images, and the built-in texts that are shown where no section says
// otherwise.
//
// A section is saved, restored or deleted; each of these stores the state before it as a version:
//
//	current ──saved anew──> version (updated)
//	current ──restored────> version (restored), and the older state is current again
//	current ──deleted─────> version (deleted), from which the section can come back
//
// So restoring loses nothing: what it replaces is a version too. A section has no more than
// maxVersions; those of a deleted section are removed after deletedVersionTTL.
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
	// unusedImageTTL is how long an image is kept that nothing shows: its section may not be saved yet.
	unusedImageTTL = 7 * 24 * time.Hour
)

// The errors that a caller reads.
var (
	errSectionNotFound = apperr.NotFound("section-not-found", "This content section was not found.")
	errVersionNotFound = apperr.NotFound("version-not-found", "This version was not found.")
)

const (
	saveFailed  = "The content could not be saved. Please try again."
	imageFailed = "The image could not be read."
)

// Content has the texts and pictures of the public pages.
type Content struct {
	app      core.App
	audit    *audit.Log
	now      clock.Clock
	shows    Shows
	defaults Landing
	// activeSections and landing are what visitors get, who ask far more often than anybody writes.
	activeSections, landing httpx.CachedJSON
}

// Shows reports whether something outside of the content shows a picture, by its address such as /images/....
type Shows func(app core.App, address string) (bool, error)

// New reads the built-in texts and keeps a version of each section that is changed or deleted.
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

// Refresh makes the next visitor get the landing page's texts as they are now. Call it when something else that they
// follow has changed: the settings, the plans on sale, or the day.
func (c *Content) Refresh() { c.landing.Invalidate() }

// OnChange calls do after each change of a section, by whomever.
func (c *Content) OnChange(do func()) {
	changed := func(e *core.RecordEvent) error {
		do()
		return e.Next()
	}
	c.app.OnRecordAfterCreateSuccess(sectionsTable).BindFunc(changed)
	c.app.OnRecordAfterUpdateSuccess(sectionsTable).BindFunc(changed)
	c.app.OnRecordAfterDeleteSuccess(sectionsTable).BindFunc(changed)
}

// Purge deletes what nobody can reach any more: versions of sections deleted long ago, and images
// that neither a section, a version nor an e-mail shows.
func (c *Content) Purge() error {
	return errors.Join(
		deleteOldVersions(c.app, c.now().Add(-deletedVersionTTL)),
		deleteUnusedImages(c.app, c.now().Add(-unusedImageTTL), c.shows),
	)
}
