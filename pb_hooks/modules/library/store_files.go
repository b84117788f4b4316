package library

import (
	"database/sql"
	"errors"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/filesystem"

	"boardcircle/pb_hooks/internal/database"
)

// fileRecord is the record of the PDF file of an item.
type fileRecord struct{ core.BaseRecordProxy }

func (f *fileRecord) name() string { return f.GetString("name") }

func fileItemID(record *core.Record) string { return record.GetString("item") }

// findFile returns errNoFile for an item without a file.
func findFile(app core.App, itemID string) (*fileRecord, error) {
	found, err := database.First[fileRecord](app, filesCollection, dbx.HashExp{"item": itemID})
	return found, database.IfMissing(err, errNoFile)
}

// saveFile stores the file of an item in place of an earlier one.
func saveFile(tx core.App, itemID, name string, content []byte, text string, now time.Time) error {
	file, err := filesystem.NewFileFromBytes(content, name)
	if err != nil {
		return err
	}
	values := map[string]any{"item": itemID, "file": file, "name": name, "size": len(content), "text": text}
	f, err := findFile(tx, itemID)
	if errors.Is(err, errNoFile) {
		return database.Wrap("save library file", database.Create(tx, filesCollection, values, now))
	}
	if err != nil {
		return err
	}
	f.Load(values)
	return database.Wrap("replace library file", tx.Save(f))
}

func deleteFile(tx core.App, f *fileRecord) error {
	return database.Wrap("delete library file", tx.Delete(f.Record))
}

// findFileView returns nil for an item without a file.
func findFileView(app core.App, itemID string) (*File, error) {
	file := &File{}
	err := app.DB().Select("name", "size", "(text != '') AS isSearchable").From(filesCollection).
		Where(dbx.HashExp{"item": itemID}).One(file)
	if err != nil {
		return nil, database.Wrap("read library file", database.IgnoreMissing(err))
	}
	return file, nil
}

// findFilePath returns the name of an item's file and its path in the storage, or errNoFile.
func findFilePath(app core.App, itemID string) (name, path string, err error) {
	c, err := app.FindCachedCollectionByNameOrId(filesCollection)
	if err != nil {
		return "", "", err
	}
	var id, stored string
	err = app.DB().Select("id", "name", "file").From(filesCollection).Where(dbx.HashExp{"item": itemID}).
		Row(&id, &name, &stored)
	if errors.Is(err, sql.ErrNoRows) {
		return "", "", errNoFile
	}
	return name, c.BaseFilesPath() + "/" + id + "/" + stored, database.Wrap("find library file", err)
}

// findFileText returns the words of an item's file, or "".
func findFileText(app core.App, itemID string) (text string, err error) {
	err = app.DB().Select("text").From(filesCollection).Where(dbx.HashExp{"item": itemID}).Row(&text)
	return text, database.Wrap("read the words of a library file", database.IgnoreMissing(err))
}
