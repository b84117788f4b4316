package content

import (
	"net/http"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/httpx"
)

const contentSections = "content_sections"

// Section is a content section as it travels.
type Section struct {
	ID        string     `json:"id"`
	Section   string     `json:"section"`
	Title     string     `json:"title"`
	Subtitle  string     `json:"subtitle"`
	Content   string     `json:"content"`
	ImageURL  string     `json:"imageUrl"`
	IsActive  httpx.Bool `json:"isActive"`
	SortOrder int        `json:"sortOrder,string"`
	UpdatedAt httpx.Time `json:"updatedAt"`
	CreatedAt httpx.Time `json:"createdAt"`
}

// Which sections are asked for.
const (
	activeOnly    = false
	includeHidden = true
)

// GetContent answers GET /api/cms/content: the active sections in their order, all to an admin.
func (s *Content) GetContent(e *core.RequestEvent) error {
	which := activeOnly
	if httpx.IsAdmin(e.Auth) {
		which = includeHidden
	}
	sections, err := s.sections(which)
	if err != nil {
		return e.InternalServerError("", err)
	}
	return e.JSON(http.StatusOK, sections)
}

// sections reads the content sections in their order; the oldest first where that is equal.
func (s *Content) sections(hidden bool) ([]Section, error) {
	query := s.app.RecordQuery(contentSections).OrderBy("sortOrder ASC", "createdAt ASC", "id ASC")
	if !hidden {
		query.AndWhere(dbx.HashExp{"isActive": true})
	}
	var records []*core.Record
	if err := query.All(&records); err != nil {
		return nil, err
	}
	sections := make([]Section, len(records))
	for i, r := range records {
		sections[i] = newSection(r)
	}
	return sections, nil
}

func newSection(r *core.Record) Section {
	return Section{
		ID:        r.Id,
		Section:   r.GetString("section"),
		Title:     r.GetString("title"),
		Subtitle:  r.GetString("subtitle"),
		Content:   r.GetString("content"),
		ImageURL:  r.GetString("imageUrl"),
		IsActive:  httpx.Bool(r.GetBool("isActive")),
		SortOrder: r.GetInt("sortOrder"),
		UpdatedAt: httpx.Time(r.GetDateTime("updatedAt")),
		CreatedAt: httpx.Time(r.GetDateTime("createdAt")),
	}
}
