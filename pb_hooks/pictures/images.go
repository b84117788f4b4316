package pictures

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/images"
	"boardcircle/pb_hooks/internal/uploads"
)

const (
	// imagePath is the path of the pictures. A picture's name is derived from its content, so the path of a draft's
	// picture can't be guessed.
	imagePath = "/images/"
	// MaxImageSize is the maximum size of an upload in bytes.
	MaxImageSize = 5 << 20
	// maxSide is the maximum width and height in pixels. It is enough for the widest screens.
	maxSide = 2000
)

// Image is an uploaded picture in JSON.
type Image struct {
	ID     string `db:"id" json:"id"`
	URL    string `db:"url" json:"url"`
	Width  int    `db:"width" json:"width"`
	Height int    `db:"height" json:"height"`
	// Alt describes the picture. It is empty for a decorative picture, and for one that has no description yet.
	Alt string `db:"alt" json:"alt"`
}

// ListImages is GET /api/cms/images.
func (p *Pictures) ListImages() httpx.Endpoint {
	list := func(e *core.RequestEvent) ([]Image, error) {
		images, err := listImages(e.App)
		return images, apperr.Fail("The images could not be read.", err)
	}
	return httpx.Get(list, httpx.Doc{Tag: "content", Summary: "List the uploaded images, newest first"})
}

// UploadImage is POST /api/cms/images.
func (p *Pictures) UploadImage() httpx.Endpoint {
	return httpx.Upload("image", p.uploadImage, httpx.Doc{
		Tag:         "content",
		Summary:     "Upload an image",
		Description: "An image that was uploaded before is not stored again.",
		Status:      http.StatusCreated,
	})
}

const uploadFailed = "The image could not be stored. Please try again."

func (p *Pictures) uploadImage(e *core.RequestEvent) (Image, error) {
	processed, fileName, err := readPicture(e)
	if err != nil {
		return Image{}, err
	}
	var i *imageRecord
	err = e.App.RunInTransaction(func(tx core.App) error {
		var isNew bool
		i, isNew, err = saveImage(tx, hashOf(processed.File), fileName, processed, p.now())
		if err != nil || !isNew {
			return err
		}
		return p.audit.Record(tx, audit.RequestActor(e), "image.uploaded",
			audit.Subject{Collection: imagesCollection, ID: i.Id, Label: i.name()},
			map[string]any{"width": processed.Width, "height": processed.Height})
	})
	if err != nil {
		return Image{}, apperr.Fail(uploadFailed, err)
	}
	row := i.row()
	return Image{ID: row.ID, URL: imagePath + row.Name, Width: row.Width, Height: row.Height, Alt: row.Alt}, nil
}

// readPicture reads an uploaded picture, encodes it again, and returns it with the name of its file.
func readPicture(e *core.RequestEvent) (processed images.Picture, fileName string, err error) {
	file, name, err := images.ReadUpload(e, MaxImageSize)
	if err != nil {
		return images.Picture{}, "", err
	}
	processed, err = images.ProcessUpload(e, file, images.Shape{MaxSide: maxSide})
	return processed, uploads.FileName(name, "picture", "."+processed.Extension), err
}

func hashOf(file []byte) string {
	sum := sha256.Sum256(file)
	return hex.EncodeToString(sum[:20])
}
