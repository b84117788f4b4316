// Package content has the uploaded pictures of the site.
package content

import (
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/httpx"
)

// unusedImageTTL is how long an unused image is kept. The text that shows it may not be saved yet.
const unusedImageTTL = 7 * 24 * time.Hour

const imageFailed = "The image could not be read."

// Content has the HTTP handlers for the pictures.
type Content struct {
	app   core.App
	audit *audit.Log
	now   clock.Clock
	shows []Shows
}

// Shows reports whether a feature shows the picture at an address such as /images/....
type Shows func(app core.App, address string) (bool, error)

// New returns the pictures. They are shown by the features of shows.
func New(app core.App, log *audit.Log, now clock.Clock, shows ...Shows) *Content {
	return &Content{app: app, audit: log, now: now, shows: shows}
}

// Purge deletes images that no feature shows.
func (c *Content) Purge() error {
	return deleteUnusedImages(c.app, c.now().Add(-unusedImageTTL), c.isShown)
}

func (c *Content) isShown(app core.App, address string) (isShown bool, err error) {
	for _, shows := range c.shows {
		shown, showsErr := shows(app, address)
		isShown, err = isShown || shown, errors.Join(err, showsErr)
	}
	return isShown, err
}

// GetImage is GET /images/{name}.
func (c *Content) GetImage() httpx.Endpoint {
	return httpx.File(c.getImage, []string{"image/jpeg", "image/png"}, httpx.Doc{
		Tag: "content", Summary: "Get an uploaded image", Description: "The file at a path never changes.",
	})
}

func (c *Content) getImage(e *core.RequestEvent) error {
	name := e.Request.PathValue("name")
	image, err := findImage(e.App, name)
	if err != nil {
		e.Response.Header().Set("Cache-Control", "no-cache")
		return e.String(http.StatusNotFound, "404: there is no such image here.\n")
	}
	files, err := e.App.NewFilesystem()
	if err != nil {
		return apperr.Fail(imageFailed, err)
	}
	defer files.Close()
	file, err := files.GetReader(image.filePath())
	if err != nil {
		return apperr.Fail(imageFailed, err)
	}
	defer file.Close()
	header := e.Response.Header()
	header.Set("Content-Type", "image/jpeg")
	if strings.HasSuffix(name, ".png") {
		header.Set("Content-Type", "image/png")
	}
	header.Set("Cache-Control", "public, max-age=31536000, immutable")
	header.Set("ETag", `"`+name+`"`)
	http.ServeContent(e.Response, e.Request, "", time.Time{}, file)
	return nil
}
