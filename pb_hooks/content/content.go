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
	ID        string      `json:"id"`
	Section   string      `json:"section"`
	Title     string      `json:"title"`
	Subtitle  string      `json:"subtitle"`
	Content   string      `json:"content"`
	ImageURL  string      `json:"imageUrl"`
	IsActive  httpx.Flag  `json:"isActive"`
	SortOrder int         `json:"sortOrder,string"`
	UpdatedAt httpx.Stamp `json:"updatedAt"`
	CreatedAt httpx.Stamp `json:"createdAt"`
}

// Which sections are asked for.
const (
	activeOnly = false
	hiddenToo  = true
)

// GetContent answers GET /api/cms/content: the active sections in their order, all to an admin.
func (s *Site) GetContent(e *core.RequestEvent) error {
	which := activeOnly
	if httpx.IsAdmin(e.Auth) {
		which = hiddenToo
	}
	sections, err := s.sections(which)
	if err != nil {
		return e.InternalServerError("", err)
	}
	return e.JSON(http.StatusOK, sections)
}

// sections reads the content sections in their order; the oldest first where that is equal.
func (s *Site) sections(hidden bool) ([]Section, error) {
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
		sections[i] = sectionOf(r)
	}
	return sections, nil
}

func sectionOf(r *core.Record) Section {
	return Section{
		ID:        r.Id,
		Section:   r.GetString("section"),
		Title:     r.GetString("title"),
		Subtitle:  r.GetString("subtitle"),
		Content:   r.GetString("content"),
		ImageURL:  r.GetString("imageUrl"),
		IsActive:  httpx.Flag(r.GetBool("isActive")),
		SortOrder: r.GetInt("sortOrder"),
		UpdatedAt: httpx.Stamp(r.GetDateTime("updatedAt")),
		CreatedAt: httpx.Stamp(r.GetDateTime("createdAt")),
	}
}
