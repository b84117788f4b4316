package pictures

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/filesystem"
	"github.com/pocketbase/pocketbase/tools/filesystem/blob"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/images"
	"boardcircle/pb_hooks/internal/lists"
)

const imagesCollection = "images"

// imageRecord is a row of images.
type imageRecord struct{ core.BaseRecordProxy }

func (i *imageRecord) name() string { return i.GetString("name") }
func (i *imageRecord) hash() string { return i.GetString("hash") }

// isReplaced reports whether the picture has another file than at its creation.
func (i *imageRecord) isReplaced() bool {
	return i.hash() != strings.TrimSuffix(i.name(), path.Ext(i.name()))
}

// extension returns ".jpg" or ".png".
func (i *imageRecord) extension() string { return extensionOf(i.GetString("file")) }

func extensionOf(file string) string {
	if path.Ext(file) == ".png" {
		return ".png"
	}
	return ".jpg"
}

// renditionPath returns the path of a rendition in the app's storage. PocketBase deletes that folder with the file.
func (i *imageRecord) renditionPath(of rendition) string {
	return i.BaseFilesPath() + "/thumbs_" + i.GetString("file") + "/" + of.name
}

// open opens the file as it was stored by the upload.
func (i *imageRecord) open(app core.App) (*blob.Reader, error) {
	return openFile(app, i.BaseFilesPath()+"/"+i.GetString("file"))
}

func (i *imageRecord) openRendition(app core.App, wanted rendition) (*blob.Reader, error) {
	return openFile(app, i.renditionPath(wanted))
}

// storeRendition stores a rendition. A rendition is complete or does not exist.
func (i *imageRecord) storeRendition(app core.App, made rendition, file []byte) error {
	files, err := app.NewFilesystem()
	if err != nil {
		return err
	}
	defer files.Close()
	return files.Upload(file, i.renditionPath(made))
}

func (i *imageRecord) read(app core.App) ([]byte, error) {
	file, err := i.open(app)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	var content bytes.Buffer
	_, err = io.Copy(&content, file)
	return content.Bytes(), err
}

func openFile(app core.App, name string) (*blob.Reader, error) {
	files, err := app.NewFilesystem()
	if err != nil {
		return nil, err
	}
	defer files.Close()
	return files.GetReader(name)
}

// setFile sets the file of a picture. A new picture is cropped above its middle, where faces are.
func (i *imageRecord) setFile(processed images.Picture, hash, fileName string) error {
	file, err := filesystem.NewFileFromBytes(processed.File, hash+"."+processed.Extension)
	if err != nil {
		return err
	}
	i.Load(map[string]any{"file": file, "hash": hash, "width": processed.Width, "height": processed.Height,
		"fileName": fileName})
	if i.IsNew() {
		i.Set("focusX", 50)
		i.Set("focusY", 30)
	}
	return nil
}

func (i *imageRecord) form() Form {
	return Form{Alt: i.GetString("alt"), IsDecorative: i.GetBool("isDecorative"), Credit: i.GetString("credit"),
		FocusX: i.GetInt("focusX"), FocusY: i.GetInt("focusY")}
}

func (i *imageRecord) load(form Form) {
	i.Load(map[string]any{"alt": form.Alt, "isDecorative": form.IsDecorative, "credit": form.Credit,
		"focusX": form.FocusX, "focusY": form.FocusY})
}

// imageRow is a row of images without a record.
type imageRow struct {
	ID           string         `db:"id"`
	Name         string         `db:"name"`
	File         string         `db:"file"`
	Hash         string         `db:"hash"`
	FileName     string         `db:"fileName"`
	Width        int            `db:"width"`
	Height       int            `db:"height"`
	Alt          string         `db:"alt"`
	IsDecorative bool           `db:"isDecorative"`
	Credit       string         `db:"credit"`
	FocusX       int            `db:"focusX"`
	FocusY       int            `db:"focusY"`
	CreatedAt    types.DateTime `db:"createdAt"`
}

var imageColumns = []string{"id", "name", "file", "hash", "fileName", "width", "height", "alt", "isDecorative",
	"credit", "focusX", "focusY", "createdAt"}

func (i *imageRecord) row() imageRow {
	form := i.form()
	return imageRow{ID: i.Id, Name: i.name(), File: i.GetString("file"), Hash: i.hash(),
		FileName: i.GetString("fileName"), Width: i.GetInt("width"), Height: i.GetInt("height"), Alt: form.Alt,
		IsDecorative: form.IsDecorative, Credit: form.Credit, FocusX: form.FocusX, FocusY: form.FocusY,
		CreatedAt: i.GetDateTime("createdAt")}
}

// pictureList lists the library.
var pictureList = lists.List{
	From:    imagesCollection,
	Columns: imageColumns,
	Search:  []string{"alt", "credit", "fileName"},
	Sort:    map[string]string{"createdAt": "createdAt"},
	Filters: map[string]map[string]string{"described": {
		"true":  "alt != '' OR isDecorative = 1",
		"false": "alt = '' AND isDecorative = 0",
	}},
	DefaultSort: "-createdAt",
}

// findImage returns sql.ErrNoRows if no image has the name.
func findImage(app core.App, name string) (*imageRecord, error) {
	return database.First[imageRecord](app, imagesCollection, dbx.HashExp{"name": name})
}

// findPicture returns errPictureNotFound if no picture has the id.
func findPicture(app core.App, id string) (*imageRecord, error) {
	i, err := database.Find[imageRecord](app, imagesCollection, id)
	return i, database.IfMissing(err, errPictureNotFound)
}

// findByHash returns sql.ErrNoRows if no image has the content.
func findByHash(app core.App, hash string) (*imageRecord, error) {
	return database.First[imageRecord](app, imagesCollection, dbx.HashExp{"hash": hash})
}

// listImagesNamed returns the images at the given addresses. Other addresses are ignored.
func listImagesNamed(app core.App, addresses []string) (rows []imageRow, err error) {
	names := []any{}
	for _, address := range addresses {
		if name, isOurs := strings.CutPrefix(address, imagePath); isOurs {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return nil, nil
	}
	err = app.DB().Select(imageColumns...).From(imagesCollection).Where(dbx.In("name", names...)).All(&rows)
	return rows, database.Wrap("list images by name", err)
}

// listImages returns the images, last uploaded first.
func listImages(app core.App) ([]Image, error) {
	images := []Image{}
	err := app.DB().
		NewQuery(`SELECT id, {:path} || name AS url, width, height, alt FROM images
			ORDER BY askedForAt DESC LIMIT 120`).Bind(dbx.Params{"path": imagePath}).All(&images)
	return images, err
}

// saveImage stores an image. If an image with the content exists, it only updates the time of the last upload. It
// reports whether the image is new.
func saveImage(app core.App, hash, fileName string, processed images.Picture, at time.Time) (i *imageRecord,
	isNew bool, err error) {
	if i, err = findByHash(app, hash); err == nil {
		i.Set("askedForAt", at)
		return i, false, app.Save(i)
	}
	if !errors.Is(err, sql.ErrNoRows) {
		return nil, false, err
	}
	if i, err = database.New[imageRecord](app, imagesCollection); err != nil {
		return nil, false, fmt.Errorf("save image: %w", err)
	}
	name, err := freeName(app, hash, "."+processed.Extension)
	if err != nil {
		return nil, false, err
	}
	i.Load(map[string]any{"name": name, "askedForAt": at})
	if err := i.setFile(processed, hash, fileName); err != nil {
		return nil, false, fmt.Errorf("save image: %w", err)
	}
	if err := app.Save(i); err != nil {
		return nil, false, fmt.Errorf("save image %s: %w", name, err)
	}
	return i, true, nil
}

// freeName returns the hash with the extension, or another name if it is taken: the image was uploaded before and then
// replaced.
func freeName(app core.App, hash, extension string) (string, error) {
	for {
		_, err := findImage(app, hash+extension)
		if errors.Is(err, sql.ErrNoRows) {
			return hash + extension, nil
		}
		if err != nil {
			return "", err
		}
		hash = hashOf([]byte(hash))
	}
}

// deleteUnusedImages deletes images without a description that were last uploaded before a time and that no feature
// shows.
func deleteUnusedImages(app core.App, before time.Time, uses FindUses) error {
	return app.RunInTransaction(func(tx core.App) error {
		var old []*core.Record
		err := tx.RecordQuery(imagesCollection).AndWhere(dbx.NewExp(
			"askedForAt < {:before} AND alt = '' AND isDecorative = 0",
			dbx.Params{"before": database.FormatTime(before)})).All(&old)
		for _, image := range old {
			found, findErr := uses(tx, imagePath+image.GetString("name"))
			if err = errors.Join(err, findErr); err == nil && len(found) == 0 {
				err = tx.Delete(image)
			}
		}
		if err != nil {
			return fmt.Errorf("delete unused images: %w", err)
		}
		return nil
	})
}
