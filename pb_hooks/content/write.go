package content

import (
	"database/sql"
	"errors"
	"maps"
	"net/http"
	"strconv"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/router"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/httpx"
)

// CreateContent is POST /api/cms/content.
func (s *Content) CreateContent(e *core.RequestEvent) error {
	body, err := httpx.DecodeObject(e)
	if err != nil {
		return err
	}
	values, problems := checkContent(body)
	if len(problems) > 0 {
		return httpx.Invalid(problems...)
	}
	sections, err := e.App.FindCachedCollectionByNameOrId(contentSections)
	if err != nil {
		return contentError(err)
	}
	record := core.NewRecord(sections)
	record.Load(values)
	err = e.App.RunInTransaction(func(tx core.App) error {
		return s.audit.Save(tx, audit.RequestActor(e), "content.created", record)
	})
	if err != nil {
		return contentError(err)
	}
	return e.JSON(http.StatusCreated, newSection(record))
}

// UpdateContent is PUT /api/cms/content/{id}. A field that is left out keeps its value.
func (s *Content) UpdateContent(e *core.RequestEvent) error {
	body, err := httpx.DecodeObject(e)
	if err != nil {
		return err
	}
	var record *core.Record
	err = e.App.RunInTransaction(func(tx core.App) error {
		if record, err = tx.FindRecordById(contentSections, e.Request.PathValue("id")); err != nil {
			return err
		}
		whole := contentValues(record)
		maps.Copy(whole, body)
		values, problems := checkContent(whole)
		if len(problems) > 0 {
			return httpx.Invalid(problems...)
		}
		record.Load(values)
		return s.audit.Save(tx, audit.RequestActor(e), "content.updated", record)
	})
	if err != nil {
		return contentError(err)
	}
	return e.JSON(http.StatusOK, newSection(record))
}

// DeleteContent is DELETE /api/cms/content/{id}. It can come back: see versions.go.
func (s *Content) DeleteContent(e *core.RequestEvent) error {
	err := e.App.RunInTransaction(func(tx core.App) error {
		record, err := tx.FindRecordById(contentSections, e.Request.PathValue("id"))
		if err != nil {
			return err
		}
		return s.audit.Delete(tx, audit.RequestActor(e), "content.deleted", record)
	})
	if err != nil {
		return contentError(err)
	}
	return e.NoContent(http.StatusNoContent)
}

// ReorderContent is POST /api/cms/content/reorder: the ids of one section's texts in their new order.
func (s *Content) ReorderContent(e *core.RequestEvent) error {
	ids, err := httpx.DecodeOrder(e)
	if err != nil {
		return err
	}
	err = e.App.RunInTransaction(func(tx core.App) error {
		first, err := tx.FindRecordById(contentSections, ids[0])
		if err != nil {
			return err
		}
		name := first.GetString("section")
		standing, err := tx.FindAllRecords(contentSections, dbx.HashExp{"section": name})
		if err != nil {
			return err
		}
		moved, err := httpx.Reorder(tx, standing, ids)
		if err != nil || !moved {
			return err
		}
		return s.audit.Record(tx, audit.RequestActor(e), "content.reordered", audit.Subject{Collection: contentSections, Label: name}, map[string]any{"ids": ids})
	})
	if err != nil {
		return contentError(err)
	}
	return e.NoContent(http.StatusNoContent)
}

// contentValues are a section's values as the form would send them.
func contentValues(r *core.Record) map[string]any {
	return map[string]any{
		"section": r.GetString("section"), "title": r.GetString("title"), "subtitle": r.GetString("subtitle"),
		"content": r.GetString("content"), "imageUrl": r.GetString("imageUrl"),
		"isActive": r.GetBool("isActive"), "sortOrder": strconv.Itoa(r.GetInt("sortOrder")),
	}
}

// contentError turns an error into the answer.
func contentError(err error) error {
	var answer *router.ApiError
	switch {
	case errors.As(err, &answer):
		return answer
	case errors.Is(err, sql.ErrNoRows):
		return httpx.NewError(http.StatusNotFound, "This content section was not found.", nil)
	}
	return httpx.NewError(http.StatusInternalServerError, "The content could not be saved. Please try again.", err)
}
