package content

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/pictures"
)

const (
	// imagePath is the path of the pictures. A picture's name is derived from its content, so the file at a path
	// never changes, and the path of a draft's picture can't be guessed.
	imagePath = "/images/"
	// MaxImageSize is the maximum size of an upload in bytes.
	MaxImageSize = 5 << 20
	// maxSide is the maximum width and height in pixels. It is enough for the widest screens.
	maxSide = 2000
)

// Image is an uploaded picture in JSON.
type Image struct {
	URL    string `db:"url" json:"url"`
	Width  int    `db:"width" json:"width"`
	Height int    `db:"height" json:"height"`
}

// ListImages is GET /api/cms/images.
func (c *Content) ListImages() httpx.Endpoint {
	list := func(e *core.RequestEvent) ([]Image, error) {
		images, err := listImages(e.App)
		return images, apperr.Fail("The images could not be read.", err)
	}
	return httpx.Get(list, httpx.Doc{Tag: "content", Summary: "List the uploaded images, newest first"})
}

// UploadImage is POST /api/cms/images.
func (c *Content) UploadImage() httpx.Endpoint {
	return httpx.Upload("image", c.uploadImage, httpx.Doc{
		Tag:         "content",
		Summary:     "Upload an image",
		Description: "An image that was uploaded before is not stored again.",
		Status:      http.StatusCreated,
	})
}

func (c *Content) uploadImage(e *core.RequestEvent) (Image, error) {
	file, err := pictures.ReadUpload(e, MaxImageSize)
	if err != nil {
		return Image{}, err
	}
	processed, err := pictures.ProcessUpload(e, file, pictures.Shape{MaxSide: maxSide})
	if err != nil {
		return Image{}, err
	}
	sum := sha256.Sum256(processed.File)
	name := hex.EncodeToString(sum[:20]) + "." + processed.Extension
	err = e.App.RunInTransaction(func(tx core.App) error {
		id, isNew, err := saveImage(tx, name, processed, c.now())
		if err != nil || !isNew {
			return err
		}
		return c.audit.Record(tx, audit.RequestActor(e), "image.uploaded",
			audit.Subject{Collection: imagesCollection, ID: id, Label: name},
			map[string]any{"width": processed.Width, "height": processed.Height})
	})
	if err != nil {
		return Image{}, apperr.Fail("The image could not be stored. Please try again.", err)
	}
	return Image{URL: imagePath + name, Width: processed.Width, Height: processed.Height}, nil
}
