package content

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"net/http"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/router"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/rules"
)

const (
	// imagePath is where the pictures are, by a name that is derived from their content: the file at
	// such an address never changes, and nobody guesses the address of a draft's picture.
	imagePath = "/images/"
	// MaxImageSize is how large a file may be uploaded.
	MaxImageSize = 5 << 20
)

// errImageTooLarge is a file above MaxImageSize.
var errImageTooLarge = apperr.New("image-too-large", http.StatusRequestEntityTooLarge, "This image is too large: at most 5 MB")

// Image is an uploaded picture, as JSON.
type Image struct {
	URL    string `db:"url" json:"url"`
	Width  int    `db:"width" json:"width"`
	Height int    `db:"height" json:"height"`
}

// ListImages is GET /api/cms/images: the library of pictures.
func (c *Content) ListImages(e *core.RequestEvent) error {
	images, err := listImages(e.App)
	if err != nil {
		return apperr.Fail("The pictures could not be read.", err)
	}
	return e.JSON(http.StatusOK, images)
}

// UploadImage is POST /api/cms/images: one file, in the part named "image". The same picture twice is
// one picture.
func (c *Content) UploadImage(e *core.RequestEvent) error {
	file, err := readUpload(e)
	if err != nil {
		return err
	}
	processed, err := c.processUpload(file)
	if err != nil {
		return err
	}
	sum := sha256.Sum256(processed.file)
	name := hex.EncodeToString(sum[:20]) + "." + processed.extension
	err = e.App.RunInTransaction(func(tx core.App) error {
		id, isNew, err := saveImage(tx, name, processed, c.now())
		if err != nil || !isNew {
			return err
		}
		return c.audit.Record(tx, audit.RequestActor(e), "image.uploaded", audit.Subject{Collection: imagesTable, ID: id, Label: name},
			map[string]any{"width": processed.width, "height": processed.height})
	})
	if err != nil {
		return apperr.Fail("The image could not be stored. Please try again.", err)
	}
	return e.JSON(http.StatusCreated, Image{URL: imagePath + name, Width: processed.width, Height: processed.height})
}

func (c *Content) processUpload(file []byte) (processedImage, error) {
	c.imageMu.Lock()
	defer c.imageMu.Unlock()
	processed, err := processImage(file)
	if err != nil {
		return processedImage{}, invalidImageError(err.Error())
	}
	return processed, nil
}

// readUpload reads the file of a form. It is read as a stream: nothing is put on disk.
func readUpload(e *core.RequestEvent) ([]byte, error) {
	form, err := e.Request.MultipartReader()
	if err != nil {
		return nil, invalidImageError("Please choose an image")
	}
	for {
		part, err := form.NextPart()
		if errors.Is(err, io.EOF) {
			return nil, invalidImageError("Please choose an image")
		}
		if err != nil {
			return nil, uploadError(err)
		}
		if part.FormName() != "image" {
			continue
		}
		file, err := io.ReadAll(io.LimitReader(part, MaxImageSize+1))
		if err != nil {
			return nil, uploadError(err)
		}
		if len(file) > MaxImageSize {
			return nil, imageTooLargeError()
		}
		return file, nil
	}
}

func uploadError(err error) error {
	var refusal *router.ApiError
	if errors.As(err, &refusal) && refusal.Status == http.StatusRequestEntityTooLarge {
		return imageTooLargeError()
	}
	return invalidImageError("The upload was interrupted. Please try again.")
}

func imageTooLargeError() error {
	return errImageTooLarge
}

func invalidImageError(message string) error {
	return httpx.Invalid(rules.Problem{Field: "image", Code: "invalid", Message: message})
}
