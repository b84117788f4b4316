package content

import (
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/filesystem"
	"github.com/pocketbase/pocketbase/tools/router"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/rules"
)

const (
	imageCollection = "images"
	// imagePath is where the pictures are, by a name that is made of their content: what stands at
	// such an address never changes, and nobody guesses the address of a draft's picture.
	imagePath = "/images/"
	// MaxImageSize is how large a file may be uploaded.
	MaxImageSize = 5 << 20
	// unusedImageTTL is how long a picture is kept that nothing shows: its section may not be saved yet.
	unusedImageTTL = 7 * 24 * time.Hour
)

// Image is a picture of ours as it travels.
type Image struct {
	URL    string `json:"url"`
	Width  int    `json:"width"`
	Height int    `json:"height"`
}

// UploadImage is POST /api/cms/images: one file, in the part named "image". The same picture twice is
// one picture.
func (s *Content) UploadImage(e *core.RequestEvent) error {
	file, err := readUpload(e)
	if err != nil {
		return err
	}
	processed, err := s.processUpload(file)
	if err != nil {
		return err
	}
	sum := sha256.Sum256(processed.file)
	name := hex.EncodeToString(sum[:20]) + "." + processed.extension
	err = e.App.RunInTransaction(func(tx core.App) error {
		record, err := tx.FindFirstRecordByData(imageCollection, "name", name)
		if err == nil {
			record.Set("askedForAt", s.now())
			return tx.Save(record)
		}
		if !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		images, err := tx.FindCachedCollectionByNameOrId(imageCollection)
		if err != nil {
			return err
		}
		stored, err := filesystem.NewFileFromBytes(processed.file, name)
		if err != nil {
			return err
		}
		record = core.NewRecord(images)
		record.Load(map[string]any{"name": name, "file": stored, "width": processed.width, "height": processed.height, "askedForAt": s.now()})
		if err := tx.Save(record); err != nil {
			return err
		}
		return s.audit.Record(tx, audit.RequestActor(e), "image.uploaded", audit.Subject{Collection: imageCollection, ID: record.Id, Label: name},
			map[string]any{"width": processed.width, "height": processed.height})
	})
	if err != nil {
		return httpx.NewError(http.StatusInternalServerError, "The image could not be stored. Please try again.", err)
	}
	return e.JSON(http.StatusCreated, Image{URL: imagePath + name, Width: processed.width, Height: processed.height})
}

func (s *Content) processUpload(file []byte) (processedImage, error) {
	s.imageMu.Lock()
	defer s.imageMu.Unlock()
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
	return httpx.NewError(http.StatusRequestEntityTooLarge, "This image is too large: at most 5 MB", nil)
}

func invalidImageError(message string) error {
	return httpx.Invalid(rules.Problem{Field: "image", Code: "invalid", Message: message})
}

// GetImage answers GET /images/{name}.
func (s *Content) GetImage(e *core.RequestEvent) error {
	name := e.Request.PathValue("name")
	record, err := e.App.FindFirstRecordByData(imageCollection, "name", name)
	if err != nil {
		return writeText(e, http.StatusNotFound, "404: there is no such image here.\n")
	}
	files, err := e.App.NewFilesystem()
	if err != nil {
		return httpx.NewError(http.StatusInternalServerError, "The image could not be read.", err)
	}
	defer files.Close()
	file, err := files.GetReader(record.BaseFilesPath() + "/" + record.GetString("file"))
	if err != nil {
		return httpx.NewError(http.StatusInternalServerError, "The image could not be read.", err)
	}
	defer file.Close()
	header := e.Response.Header()
	header.Set("Content-Type", "image/jpeg")
	if strings.HasSuffix(name, ".png") {
		header.Set("Content-Type", "image/png")
	}
	header.Set("Cache-Control", cacheImmutable)
	header.Set("ETag", `"`+name+`"`)
	http.ServeContent(e.Response, e.Request, "", time.Time{}, file)
	return nil
}

// purgeImages deletes the pictures that neither a section nor a version shows.
func (s *Content) purgeImages() error {
	before, err := types.ParseDateTime(s.now().Add(-unusedImageTTL))
	if err != nil {
		return err
	}
	return s.app.RunInTransaction(func(tx core.App) error {
		var unused []*core.Record
		err := tx.RecordQuery(imageCollection).AndWhere(dbx.NewExp(`askedForAt < {:before}
			AND NOT EXISTS (SELECT 1 FROM content_sections s WHERE instr(s.imageUrl || ' ' || s.content, {:path} || images.name) > 0)
			AND NOT EXISTS (SELECT 1 FROM content_versions v WHERE instr(v.imageUrl || ' ' || v.content, {:path} || images.name) > 0)`,
			dbx.Params{"before": before.String(), "path": imagePath})).All(&unused)
		for _, image := range unused {
			err = errors.Join(err, tx.Delete(image))
		}
		return err
	})
}
