package content

import (
	"cmp"
	"net/http"
	"slices"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/markdown"
	"boardcircle/pb_hooks/internal/rules"
)

// SectionName is a part of the site that admins can edit.
type SectionName string

// The parts.
const (
	sectionHero         SectionName = "hero"
	sectionAbout        SectionName = "about"
	sectionFeatures     SectionName = "features"
	sectionMembership   SectionName = "membership"
	sectionTestimonials SectionName = "testimonials"
	sectionFooter       SectionName = "footer"
)

// Values returns all parts in the order of the page.
func (SectionName) Values() []string {
	return rules.Options(sectionHero, sectionAbout, sectionFeatures, sectionMembership, sectionTestimonials,
		sectionFooter)
}

// Form is a section as an admin enters it.
type Form struct {
	_         struct{}    `wire:"content"`
	Section   SectionName `json:"section"`
	Title     string      `json:"title"`
	Subtitle  string      `json:"subtitle"`
	Content   string      `json:"content"`
	ImageURL  string      `json:"imageUrl"`
	IsActive  bool        `json:"isActive"`
	SortOrder int         `json:"sortOrder"`
}

// Rules returns the rules of the form.
func (Form) Rules() rules.Form { return FormRules }

// FormRules are the rules of a section.
var FormRules = rules.Form{
	{
		Name: "section", Label: "Section", Kind: rules.Choice, Required: true, Options: SectionName("").Values(),
		Messages: rules.Messages{Required: "Please choose a section"},
	},
	{Name: "title", Label: "Title", Kind: rules.Line, Max: 200},
	{Name: "subtitle", Label: "Subtitle", Kind: rules.Line, Max: 400},
	{Name: "content", Label: "Content", Kind: rules.Text, Max: 20_000},
	{
		// A picture of another site over https, or a path of this site. A path must not start with two slashes,
		// because browsers take it for another host.
		Name:     "imageUrl",
		Label:    "Image",
		Kind:     rules.Line,
		Max:      2000,
		Pattern:  `^(https://[^\s/?#"'<>\\]+\.[^\s/?#"'<>\\]+([/?#][^\s"'<>\\]*)?|/[^\s/"'<>\\][^\s"'<>\\]*)$`,
		Messages: rules.Messages{Invalid: "Please enter an address that begins with https://, or upload an image"},
	},
	{Name: "isActive", Label: "Active", Kind: rules.Flag, Default: "true"},
	{Name: "sortOrder", Label: "Sort order", Kind: rules.Integer, Min: -100_000, Max: 100_000, Default: "0"},
}

// emptySectionProblem refuses a section without any text or image.
var emptySectionProblem = rules.Problem{
	Field:   "title",
	Code:    "required",
	Message: "Please write a title or some content, or choose an image",
}

// check refuses a section without any text or image, because it would show nothing.
func (f Form) check() error {
	var problems []rules.Problem
	if f.Title+f.Subtitle+f.Content+f.ImageURL == "" {
		problems = append(problems, emptySectionProblem)
	}
	if problem := markdown.Problem(f.Content); problem != "" {
		problems = append(problems, rules.Problem{Field: "content", Code: "invalid", Message: problem})
	}
	if len(problems) > 0 {
		return httpx.Invalid(problems...)
	}
	return nil
}

// CreateContent is POST /api/cms/content.
func (c *Content) CreateContent() httpx.Endpoint {
	return httpx.JSON(c.createContent, httpx.Doc{
		Tag: "content", Summary: "Create a content section", Status: http.StatusCreated,
		Example: map[string]any{"section": "hero", "title": "A line"},
	})
}

func (c *Content) createContent(e *core.RequestEvent, form Form) (Section, error) {
	if err := form.check(); err != nil {
		return Section{}, err
	}
	section, err := createSection(e.App)
	if err != nil {
		return Section{}, apperr.Fail(saveFailed, err)
	}
	section.load(form)
	err = e.App.RunInTransaction(func(tx core.App) error {
		return c.audit.Save(tx, audit.RequestActor(e), "content.created", section.Record)
	})
	if err != nil {
		return Section{}, apperr.Fail(saveFailed, err)
	}
	return section.section(), nil
}

// UpdateContent is PUT /api/cms/content/{id}.
func (c *Content) UpdateContent() httpx.Endpoint {
	return httpx.Patch(c.updateContent, httpx.Doc{
		Tag: "content", Summary: "Change a content section", Description: "A field that is missing keeps its value.",
		Errors: []*apperr.Error{errSectionNotFound}, Example: map[string]any{"title": "New"},
	})
}

func (c *Content) updateContent(e *core.RequestEvent, change httpx.Change[Form]) (Section, error) {
	var section *sectionRecord
	err := e.App.RunInTransaction(func(tx core.App) (err error) {
		if section, err = findSection(tx, e.Request.PathValue("id")); err != nil {
			return err
		}
		form, err := change.Apply(section.form())
		if err == nil {
			err = form.check()
		}
		if err != nil {
			return err
		}
		section.load(form)
		return c.audit.Save(tx, audit.RequestActor(e), "content.updated", section.Record)
	})
	if err != nil {
		return Section{}, apperr.Fail(saveFailed, err)
	}
	return section.section(), nil
}

// DeleteContent is DELETE /api/cms/content/{id}.
func (c *Content) DeleteContent() httpx.Endpoint {
	return httpx.Do(c.deleteContent, httpx.Doc{
		Tag:         "content",
		Summary:     "Delete a content section",
		Description: "The section can be restored from its last version.",
		Errors:      []*apperr.Error{errSectionNotFound},
	})
}

func (c *Content) deleteContent(e *core.RequestEvent) error {
	err := e.App.RunInTransaction(func(tx core.App) error {
		section, err := findSection(tx, e.Request.PathValue("id"))
		if err != nil {
			return err
		}
		return c.audit.Delete(tx, audit.RequestActor(e), "content.deleted", section.Record)
	})
	return apperr.Fail(saveFailed, err)
}

// ReorderContent is POST /api/cms/content/reorder.
func (c *Content) ReorderContent() httpx.Endpoint {
	return httpx.JSON(c.reorderContent, httpx.Doc{
		Tag:         "content",
		Summary:     "Sort the texts of a section",
		Description: "The body has the ids of all texts of one section, in their new order.",
		Errors:      []*apperr.Error{errSectionNotFound},
		Statuses:    []int{http.StatusConflict},
	})
}

func (c *Content) reorderContent(e *core.RequestEvent, order httpx.Order) (httpx.None, error) {
	if err := order.Check(); err != nil {
		return httpx.None{}, err
	}
	ids := order.IDs
	err := e.App.RunInTransaction(func(tx core.App) error {
		first, err := findSection(tx, ids[0])
		if err != nil {
			return err
		}
		group, err := findSectionGroup(tx, first.name())
		if err != nil {
			return err
		}
		moved, err := httpx.Reorder(tx, group, ids)
		if err != nil || !moved {
			return err
		}
		return c.audit.Record(tx, audit.RequestActor(e), "content.reordered",
			audit.Subject{Collection: sectionsTable, Label: string(first.name())}, map[string]any{"ids": ids})
	})
	return httpx.None{}, apperr.Fail(saveFailed, err)
}

// ListBuiltIn is GET /api/cms/built-in.
func (c *Content) ListBuiltIn() httpx.Endpoint {
	return httpx.Get(c.listBuiltIn,
		httpx.Doc{Tag: "content", Summary: "List the built-in texts, which an admin can start from"})
}

func (c *Content) listBuiltIn(*core.RequestEvent) ([]BuiltInText, error) {
	texts, err := c.defaultLanding()
	if err != nil {
		return nil, apperr.Fail("The built-in texts could not be read.", err)
	}
	return builtInTexts(texts), nil
}

// previewForm is a section to preview.
type previewForm struct {
	_ struct{} `wire:"-"`
	Form
	// ID is the section that the form replaces, or "" for a new one.
	ID any `json:"id,omitempty"`
}

// Preview is POST /api/cms/preview.
func (c *Content) Preview() httpx.Endpoint {
	return httpx.JSON(c.preview, httpx.Doc{
		Tag: "content", Summary: "Preview the texts of the landing page with a changed section",
		Description: "A section with an id replaces the stored one. Nothing is stored.",
		Example:     map[string]any{"section": "hero", "title": "A line"}, Unaudited: "a preview stores nothing",
	})
}

func (c *Content) preview(_ *core.RequestEvent, form previewForm) (Landing, error) {
	sections, err := listSections(c.app, true)
	if err != nil {
		return Landing{}, apperr.Fail("The preview could not be created.", err)
	}
	id, _ := form.ID.(string)
	changed := Section{
		ID: id, Section: form.Section, Title: form.Title, Subtitle: form.Subtitle,
		Content: form.Content, ImageURL: form.ImageURL, SortOrder: form.SortOrder, IsActive: true,
	}
	isChanged := func(s Section) bool { return id != "" && s.ID == id }
	if i := slices.IndexFunc(sections, isChanged); i >= 0 {
		sections[i] = changed
	} else {
		sections = append(sections, changed)
	}
	slices.SortStableFunc(sections, func(a, b Section) int { return cmp.Compare(a.SortOrder, b.SortOrder) })
	texts, err := c.defaultLanding()
	if err != nil {
		return Landing{}, apperr.Fail("The preview could not be created.", err)
	}
	landing, err := c.overlay(texts, sections)
	if err != nil {
		return Landing{}, apperr.Fail("The preview could not be created.", err)
	}
	return landing, nil
}
