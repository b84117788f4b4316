// Package pictures has the picture library of the site.
//
// A picture is encoded again from its pixels when it is uploaded, and is stored under an address, /images/{name}, that
// texts, sessions, campaigns and the settings refer to. An editor describes the picture (or marks it as decorative) and
// sets its focal point. Replacing the file keeps the address, so all uses show the new file.
//
// Pages do not load that address. They load renditions of the picture, such as a smaller width, at addresses with the
// hash of the file (renditions.go). A rendition is made by its first request.
//
// A picture that is used cannot be deleted. A picture that is neither described nor used is deleted after a week.
package pictures

import (
	"database/sql"
	"errors"
	"io"
	"net/http"
	"path"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/images"
	"boardcircle/pb_hooks/internal/keymutex"
)

// unusedImageTTL is how long an unused image without a description is stored after its upload. The text that shows it
// may not be saved yet.
const unusedImageTTL = 7 * 24 * time.Hour

const imageFailed = "The image could not be read."

// Pictures has the HTTP handlers of the picture library.
type Pictures struct {
	app   core.App
	audit *audit.Log
	now   clock.Clock
	uses  []FindUses

	// making locks each rendition while it is made.
	making keymutex.Mutex
}

// FindUses returns where a feature shows the picture at an address such as /images/....
type FindUses func(app core.App, address string) ([]images.Use, error)

// New returns the pictures. Each of uses finds the pictures that a feature shows.
func New(app core.App, log *audit.Log, now clock.Clock, uses ...FindUses) *Pictures {
	return &Pictures{app: app, audit: log, now: now, uses: uses}
}

// OnChange calls do after each change of a picture that pages may show.
func (p *Pictures) OnChange(do func()) {
	changed := func(e *core.RecordEvent) error {
		do()
		return e.Next()
	}
	p.app.OnRecordAfterUpdateSuccess(imagesCollection).BindFunc(changed)
	p.app.OnRecordAfterDeleteSuccess(imagesCollection).BindFunc(changed)
}

// Purge deletes images without a description that no feature shows.
func (p *Pictures) Purge() error {
	return deleteUnusedImages(p.app, p.now().Add(-unusedImageTTL), p.findUses)
}

func (p *Pictures) findUses(app core.App, address string) ([]images.Use, error) {
	uses := []images.Use{}
	for _, find := range p.uses {
		found, err := find(app, address)
		if err != nil {
			return nil, err
		}
		uses = append(uses, found...)
	}
	return uses, nil
}

var imageMedia = []string{"image/jpeg", "image/png"}

// GetImage is GET /images/{name}.
func (p *Pictures) GetImage() httpx.Endpoint {
	return httpx.File(p.getImage, imageMedia, httpx.Doc{
		Tag: "content", Summary: "Get an uploaded image",
		Description: "The address stays the same when the image is replaced. Pages load the sizes instead.",
	})
}

func (p *Pictures) getImage(e *core.RequestEvent) error {
	image, err := findImage(e.App, e.Request.PathValue("name"))
	if errors.Is(err, sql.ErrNoRows) {
		return imageNotFound(e)
	}
	if err != nil {
		return apperr.Fail(imageFailed, err)
	}
	file, err := image.open(e.App)
	if err != nil {
		return apperr.Fail(imageFailed, err)
	}
	defer file.Close()
	if image.isReplaced() {
		e.Response.Header().Set("Cache-Control", "no-cache")
	} else {
		e.Response.Header().Set("Cache-Control", immutable)
	}
	return serveImage(e, image.hash()+image.extension(), file)
}

// immutable is for addresses whose content never changes.
const immutable = "public, max-age=31536000, immutable"

func imageNotFound(e *core.RequestEvent) error {
	e.Response.Header().Set("Cache-Control", "no-cache")
	return e.String(http.StatusNotFound, "404: there is no such image here.\n")
}

// serveImage sends a file. Its name identifies its content.
func serveImage(e *core.RequestEvent, name string, file io.ReadSeeker) error {
	header := e.Response.Header()
	header.Set("Content-Type", "image/jpeg")
	if path.Ext(name) == ".png" {
		header.Set("Content-Type", "image/png")
	}
	header.Set("ETag", `"`+name+`"`)
	http.ServeContent(e.Response, e.Request, "", time.Time{}, file)
	return nil
}
