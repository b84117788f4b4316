package content

import (
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/filesystem"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/pictures"
)

const imagesCollection = "images"

// imageRecord is a row of images.
type imageRecord struct{ core.BaseRecordProxy }

// filePath returns the path of the file in the app's storage.
func (i *imageRecord) filePath() string { return i.BaseFilesPath() + "/" + i.GetString("file") }

// findImage returns sql.ErrNoRows if no image has the name.
func findImage(app core.App, name string) (*imageRecord, error) {
	i := &imageRecord{}
	if err := app.RecordQuery(imagesCollection).AndWhere(dbx.HashExp{"name": name}).Limit(1).One(i); err != nil {
		return nil, fmt.Errorf("find image %s: %w", name, err)
	}
	return i, nil
}

// listImages returns the images, last uploaded first.
func listImages(app core.App) ([]Image, error) {
	images := []Image{}
	err := app.DB().
		NewQuery("SELECT {:path} || name AS url, width, height FROM images ORDER BY askedForAt DESC LIMIT 120").
		Bind(dbx.Params{"path": imagePath}).All(&images)
	return images, err
}

// saveImage stores an image. If an image with the name exists, it only updates the time of the last upload.
// It returns the record's id and whether it is new.
func saveImage(app core.App, name string, image pictures.Picture, at time.Time) (id string, isNew bool, err error) {
	known, err := findImage(app, name)
	if err == nil {
		known.Set("askedForAt", at)
		return known.Id, false, app.Save(known)
	}
	if !errors.Is(err, sql.ErrNoRows) {
		return "", false, err
	}
	images, err := app.FindCachedCollectionByNameOrId(imagesCollection)
	if err != nil {
		return "", false, fmt.Errorf("save image: %w", err)
	}
	file, err := filesystem.NewFileFromBytes(image.File, name)
	if err != nil {
		return "", false, fmt.Errorf("save image: %w", err)
	}
	record := core.NewRecord(images)
	record.Load(map[string]any{"name": name, "file": file, "width": image.Width, "height": image.Height,
		"askedForAt": at})
	if err := app.Save(record); err != nil {
		return "", false, fmt.Errorf("save image %s: %w", name, err)
	}
	return record.Id, true, nil
}

// deleteUnusedImages deletes images that were last uploaded before a time and that no feature shows.
func deleteUnusedImages(app core.App, before time.Time, shows Shows) error {
	return app.RunInTransaction(func(tx core.App) error {
		var old []*core.Record
		err := tx.RecordQuery(imagesCollection).AndWhere(dbx.NewExp("askedForAt < {:before}",
			dbx.Params{"before": database.FormatTime(before)})).All(&old)
		for _, image := range old {
			isShown, showsErr := shows(tx, imagePath+image.GetString("name"))
			if err = errors.Join(err, showsErr); err == nil && !isShown {
				err = tx.Delete(image)
			}
		}
		if err != nil {
			return fmt.Errorf("delete unused images: %w", err)
		}
		return nil
	})
}
