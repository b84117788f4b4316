package library

import (
	"errors"
	"fmt"
	"mime"
	"net/http"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/pdftext"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/internal/uploads"
)

// MaxFileSize is the largest PDF file in bytes.
const MaxFileSize = 20 << 20

// File is the PDF file of an item.
type File struct {
	Name string `db:"name" json:"name"`
	// Size is in bytes.
	Size int64 `db:"size" json:"size"`
	// IsSearchable reports whether a search finds the words of the file. It is false if the pages are scans.
	IsSearchable bool `db:"isSearchable" json:"isSearchable"`
}

var (
	errNoFile       = apperr.NotFound("no-library-file", "This item has no file.")
	errFileTooLarge = apperr.New("library-file-too-large", http.StatusRequestEntityTooLarge,
		"This file is too large. The limit is 20 MB")
)

const (
	fileNotSaved = "The file could not be saved. Please try again."
	fileNotRead  = "The file could not be read. Please try again."
)

// AddFile is POST /api/library/{id}/file. It takes one file, in the part named "file", and replaces an earlier one.
func (l *Library) AddFile() httpx.Endpoint {
	return httpx.Upload("file", l.addFile, httpx.Doc{
		Tag: tag, Summary: "Upload the PDF file of an item of the library",
		Description: "The search also finds the words of the file.",
		Errors:      []*apperr.Error{errNotFound, errFileTooLarge},
	})
}

func (l *Library) addFile(e *core.RequestEvent) (AdminView, error) {
	if _, err := find(e.App, e.Request.PathValue("id")); err != nil {
		return AdminView{}, apperr.Fail(readFailed, err)
	}
	content, name, err := readFile(e)
	if err != nil {
		return AdminView{}, err
	}
	text, err := pdftext.Extract(e.Request.Context(), content)
	if err != nil {
		return AdminView{}, apperr.Fail(fileNotSaved, fmt.Errorf("read the words of %s: %w", name, err))
	}
	return l.changeFile(e, "library.file-added", func(tx core.App, i *item) (string, error) {
		return name, saveFile(tx, i.Id, name, content, text, l.now())
	})
}

// readFile reads the uploaded PDF file and returns it with a safe name.
func readFile(e *core.RequestEvent) (content []byte, name string, err error) {
	content, name, err = uploads.Read(e, "file", MaxFileSize)
	invalid := func(message string) error {
		return httpx.Invalid(rules.Invalid("file", message))
	}
	switch {
	case errors.Is(err, uploads.ErrTooLarge):
		return nil, "", errFileTooLarge
	case errors.Is(err, uploads.ErrInterrupted):
		return nil, "", invalid("The upload was interrupted. Please try again.")
	}
	kind, kindErr := uploads.KindOf(content)
	switch {
	case err != nil || kind != ".pdf":
		return nil, "", invalid("Please choose a PDF file")
	case kindErr != nil:
		return nil, "", invalid(uploads.Incomplete)
	}
	return content, uploads.FileName(name, "document", ".pdf"), nil
}

// DeleteFile is DELETE /api/library/{id}/file.
func (l *Library) DeleteFile() httpx.Endpoint {
	return httpx.DoJSON(l.deleteFile, httpx.Doc{
		Tag: tag, Summary: "Delete the PDF file of an item of the library",
		Errors: []*apperr.Error{errNotFound, errNoFile},
	})
}

func (l *Library) deleteFile(e *core.RequestEvent) (AdminView, error) {
	return l.changeFile(e, "library.file-deleted", func(tx core.App, i *item) (string, error) {
		file, err := findFile(tx, i.Id)
		if err != nil {
			return "", err
		}
		return file.name(), deleteFile(tx, file)
	})
}

// changeFile changes the file of an item in a transaction and records it. do returns the name of the file.
func (l *Library) changeFile(e *core.RequestEvent, action string,
	do func(tx core.App, i *item) (name string, err error)) (v AdminView, err error) {
	err = e.App.RunInTransaction(func(tx core.App) error {
		i, err := find(tx, e.Request.PathValue("id"))
		if err != nil {
			return err
		}
		name, err := do(tx, i)
		if err != nil {
			return err
		}
		err = l.audit.Record(tx, audit.RequestActor(e), action, audit.SubjectOf(i.Record), map[string]any{"file": name})
		if err != nil {
			return err
		}
		v, err = l.adminView(tx, i)
		return err
	})
	return v, apperr.Fail(fileNotSaved, err)
}

// GetFile is GET /api/library/{id}/file.
func (l *Library) GetFile() httpx.Endpoint {
	return httpx.File(func(e *core.RequestEvent) error {
		i, err := l.findPublished(e.App, e.Request.PathValue("id"))
		if err != nil {
			return apperr.Fail(fileNotRead, err)
		}
		return serveFile(e, i)
	}, fileMedia, httpx.Doc{
		Tag: tag, Summary: "Open the PDF file of an item of the library",
		Errors: []*apperr.Error{errNotFound, errNoFile},
	})
}

// GetFileForOffice is GET /api/admin/library/{id}/file.
func (l *Library) GetFileForOffice() httpx.Endpoint {
	return httpx.File(func(e *core.RequestEvent) error {
		i, err := find(e.App, e.Request.PathValue("id"))
		if err != nil {
			return apperr.Fail(fileNotRead, err)
		}
		return serveFile(e, i)
	}, fileMedia, httpx.Doc{
		Tag: tag, Summary: "Open the PDF file of an item of the library in the console",
		Errors: []*apperr.Error{errNotFound, errNoFile},
	})
}

var fileMedia = []string{"application/pdf"}

// filePolicy is the Content-Security-Policy of a file. There is no sandbox, because Chrome shows no PDF file in one.
// Its viewer needs inline styles and an object.
const filePolicy = "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'; frame-ancestors 'none'"

func serveFile(e *core.RequestEvent, i *item) error {
	name, path, err := findFilePath(e.App, i.Id)
	if err != nil {
		return apperr.Fail(fileNotRead, err)
	}
	files, err := e.App.NewFilesystem()
	if err != nil {
		return apperr.Fail(fileNotRead, err)
	}
	defer files.Close()
	header := e.Response.Header()
	header.Set("Content-Type", fileMedia[0])
	header.Set("Content-Disposition", mime.FormatMediaType("inline", map[string]string{"filename": name}))
	header.Set("Cache-Control", "private, no-store")
	header.Set("Content-Security-Policy", filePolicy)
	return apperr.Fail(fileNotRead, files.Serve(e.Response, e.Request, path, name)) // keeps the headers that are set
}
