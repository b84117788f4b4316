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
	// LargestImage is how large a file may be uploaded.
	LargestImage = 5 << 20
	// unshown is how long a picture is kept that nothing shows: its section may not be saved yet.
	unshown = 7 * 24 * time.Hour
)

// Image is a picture of ours as it travels.
type Image struct {
	URL    string `json:"url"`
	Width  int    `json:"width"`
	Height int    `json:"height"`
}

// UploadImage is POST /api/cms/images: one file, in the part named "image". The same picture twice is
// one picture.
func (s *Site) UploadImage(e *core.RequestEvent) error {
	file, err := uploaded(e)
	if err != nil {
		return err
	}
	made, err := s.developed(file)
	if err != nil {
		return err
	}
	sum := sha256.Sum256(made.file)
	name := hex.EncodeToString(sum[:20]) + "." + made.extension
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
		stored, err := filesystem.NewFileFromBytes(made.file, name)
		if err != nil {
			return err
		}
		record = core.NewRecord(images)
		record.Load(map[string]any{"name": name, "file": stored, "width": made.width, "height": made.height, "askedForAt": s.now()})
		if err := tx.Save(record); err != nil {
			return err
		}
		return s.audit.Note(tx, audit.By(e), "image.uploaded", audit.Subject{Collection: imageCollection, ID: record.Id, Label: name},
			map[string]any{"width": made.width, "height": made.height})
	})
	if err != nil {
		return httpx.Refuse(http.StatusInternalServerError, "The image could not be stored. Please try again.", err)
	}
	return e.JSON(http.StatusCreated, Image{URL: imagePath + name, Width: made.width, Height: made.height})
}

func (s *Site) developed(file []byte) (picture, error) {
	s.darkroom.Lock()
	defer s.darkroom.Unlock()
	made, err := develop(file)
	if err != nil {
		return picture{}, badImage(err.Error())
	}
	return made, nil
}

// uploaded reads the file of a form. It is read as a stream: nothing is put on disk.
func uploaded(e *core.RequestEvent) ([]byte, error) {
	form, err := e.Request.MultipartReader()
	if err != nil {
		return nil, badImage("Please choose an image")
	}
	for {
		part, err := form.NextPart()
		if errors.Is(err, io.EOF) {
			return nil, badImage("Please choose an image")
		}
		if err != nil {
			return nil, unread(err)
		}
		if part.FormName() != "image" {
			continue
		}
		file, err := io.ReadAll(io.LimitReader(part, LargestImage+1))
		if err != nil {
			return nil, unread(err)
		}
		if len(file) > LargestImage {
			return nil, tooLarge()
		}
		return file, nil
	}
}

func unread(err error) error {
	var refusal *router.ApiError
	if errors.As(err, &refusal) && refusal.Status == http.StatusRequestEntityTooLarge {
		return tooLarge()
	}
	return badImage("The upload was interrupted. Please try again.")
}

func tooLarge() error {
	return httpx.Refuse(http.StatusRequestEntityTooLarge, "This image is too large: at most 5 MB", nil)
}

func badImage(message string) error {
	return httpx.Invalid(rules.Problem{Field: "image", Code: "invalid", Message: message})
}

// GetImage answers GET /images/{name}.
func (s *Site) GetImage(e *core.RequestEvent) error {
	name := e.Request.PathValue("name")
	record, err := e.App.FindFirstRecordByData(imageCollection, "name", name)
	if err != nil {
		return plain(e, http.StatusNotFound, "404: there is no such image here.\n")
	}
	files, err := e.App.NewFilesystem()
	if err != nil {
		return httpx.Refuse(http.StatusInternalServerError, "The image could not be read.", err)
	}
	defer files.Close()
	file, err := files.GetReader(record.BaseFilesPath() + "/" + record.GetString("file"))
	if err != nil {
		return httpx.Refuse(http.StatusInternalServerError, "The image could not be read.", err)
	}
	defer file.Close()
	header := e.Response.Header()
	header.Set("Content-Type", "image/jpeg")
	if strings.HasSuffix(name, ".png") {
		header.Set("Content-Type", "image/png")
	}
	header.Set("Cache-Control", immutable)
	header.Set("ETag", `"`+name+`"`)
	http.ServeContent(e.Response, e.Request, "", time.Time{}, file)
	return nil
}

// purgeImages deletes the pictures that neither a section nor a version shows.
func (s *Site) purgeImages() error {
	before, err := types.ParseDateTime(s.now().Add(-unshown))
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
