package content

import (
	"net/http"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
)

// Section is a content section in JSON.
type Section struct {
	ID        string      `json:"id"`
	Section   SectionName `json:"section"`
	Title     string      `json:"title"`
	Subtitle  string      `json:"subtitle"`
	Content   string      `json:"content"`
	ImageURL  string      `json:"imageUrl"`
	IsActive  httpx.Bool  `json:"isActive"`
	SortOrder int         `json:"sortOrder,string"`
	UpdatedAt httpx.Time  `json:"updatedAt"`
	CreatedAt httpx.Time  `json:"createdAt"`
}

// GetContent is GET /api/cms/content.
func (c *Content) GetContent() httpx.Endpoint {
	return httpx.CachedOr(c.getContent, httpx.Doc{
		Tag:         "content",
		Summary:     "List the active content sections in their order",
		Description: "Admins get all sections.",
	})
}

func (c *Content) getContent(e *core.RequestEvent) ([]Section, *httpx.JSONAnswer, error) {
	e.Response.Header().Set("Vary", "Authorization, Cookie")
	if httpx.IsAdmin(e) {
		sections, err := listSections(c.app, true)
		return sections, nil, err
	}
	sections, err := c.activeSections.Get(func() (any, error) { return listSections(c.app, false) })
	return nil, sections, err
}

// GetLanding is GET /api/site/landing.
func (c *Content) GetLanding() httpx.Endpoint {
	return httpx.CachedOr(c.getLanding, httpx.Doc{Tag: "content", Summary: "Get the texts of the landing page"})
}

func (c *Content) getLanding(*core.RequestEvent) (Landing, *httpx.JSONAnswer, error) {
	landing, err := c.landing.Get(func() (any, error) { return c.Landing() })
	return Landing{}, landing, err
}

// GetImage is GET /images/{name}.
func (c *Content) GetImage() httpx.Endpoint {
	return httpx.File(c.getImage, []string{"image/jpeg", "image/png"}, httpx.Doc{
		Tag: "content", Summary: "Get an uploaded image", Description: "The file at a path never changes.",
	})
}

func (c *Content) getImage(e *core.RequestEvent) error {
	name := e.Request.PathValue("name")
	image, err := findImage(e.App, name)
	if err != nil {
		e.Response.Header().Set("Cache-Control", "no-cache")
		return e.String(http.StatusNotFound, "404: there is no such image here.\n")
	}
	files, err := e.App.NewFilesystem()
	if err != nil {
		return apperr.Fail(imageFailed, err)
	}
	defer files.Close()
	file, err := files.GetReader(image.filePath())
	if err != nil {
		return apperr.Fail(imageFailed, err)
	}
	defer file.Close()
	header := e.Response.Header()
	header.Set("Content-Type", "image/jpeg")
	if strings.HasSuffix(name, ".png") {
		header.Set("Content-Type", "image/png")
	}
	header.Set("Cache-Control", "public, max-age=31536000, immutable")
	header.Set("ETag", `"`+name+`"`)
	http.ServeContent(e.Response, e.Request, "", time.Time{}, file)
	return nil
}
