package content

import (
	"cmp"
	"maps"
	"net/http"
	"slices"
	"strconv"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/markdown"
	"boardcircle/pb_hooks/internal/rules"
)

// sectionNames are the parts of the site that admins can edit, in the order of the page.
var sectionNames = []string{"hero", "about", "features", "membership", "testimonials", "footer"}

// ContentForm is the body of POST and PUT /api/cms/content, and of a preview.
var ContentForm = rules.Form{
	{
		Name: "section", Label: "Section", Kind: rules.Choice, Required: true, Options: sectionNames,
		Messages: rules.Messages{Required: "Please choose a section"},
	},
	{Name: "title", Label: "Title", Kind: rules.Line, Max: 200},
	{Name: "subtitle", Label: "Subtitle", Kind: rules.Line, Max: 400},
	{Name: "content", Label: "Content", Kind: rules.Text, Max: 20_000},
	{
		// A picture of another site over https, or a path of this site. A path must not start with two slashes,
		// because browsers take it for another host.
		Name: "imageUrl", Label: "Image", Kind: rules.Line, Max: 2000, Pattern: `^(https://[^\s/?#"'<>\\]+\.[^\s/?#"'<>\\]+([/?#][^\s"'<>\\]*)?|/[^\s/"'<>\\][^\s"'<>\\]*)$`,
		Messages: rules.Messages{Invalid: "Please enter an address that begins with https://, or upload an image"},
	},
	{Name: "isActive", Label: "Active", Kind: rules.Flag, Default: "true"},
	{Name: "sortOrder", Label: "Sort order", Kind: rules.Integer, Min: -100_000, Max: 100_000, Default: "0"},
}

// emptySectionProblem refuses a section without any text or image.
var emptySectionProblem = rules.Problem{Field: "title", Code: "required", Message: "Please write a title or some content, or choose an image"}

// checkContent checks a section's values. It refuses a section without any text or image, because it would show
// nothing.
func checkContent(body map[string]any) (rules.Values, []rules.Problem) {
	values, problems := ContentForm.Check(body)
	if len(problems) == 0 && values.Text("title")+values.Text("subtitle")+values.Text("content")+values.Text("imageUrl") == "" {
		problems = append(problems, emptySectionProblem)
	}
	if problem := markdown.Problem(values.Text("content")); problem != "" {
		problems = append(problems, rules.Problem{Field: "content", Code: "invalid", Message: problem})
	}
	return values, problems
}

// CreateContent is POST /api/cms/content.
func (c *Content) CreateContent(e *core.RequestEvent) error {
	body, err := httpx.DecodeObject(e)
	if err != nil {
		return err
	}
	values, problems := checkContent(body)
	if len(problems) > 0 {
		return httpx.Invalid(problems...)
	}
	section, err := createSection(e.App)
	if err != nil {
		return apperr.Fail(saveFailed, err)
	}
	section.Load(values)
	err = e.App.RunInTransaction(func(tx core.App) error {
		return c.audit.Save(tx, audit.RequestActor(e), "content.created", section.Record)
	})
	if err != nil {
		return apperr.Fail(saveFailed, err)
	}
	return e.JSON(http.StatusCreated, section.section())
}

// UpdateContent is PUT /api/cms/content/{id}. A field that is left out keeps its value.
func (c *Content) UpdateContent(e *core.RequestEvent) error {
	body, err := httpx.DecodeObject(e)
	if err != nil {
		return err
	}
	var section *sectionRecord
	err = e.App.RunInTransaction(func(tx core.App) error {
		if section, err = findSection(tx, e.Request.PathValue("id")); err != nil {
			return err
		}
		whole := section.values()
		maps.Copy(whole, body)
		values, problems := checkContent(whole)
		if len(problems) > 0 {
			return httpx.Invalid(problems...)
		}
		section.Load(values)
		return c.audit.Save(tx, audit.RequestActor(e), "content.updated", section.Record)
	})
	if err != nil {
		return apperr.Fail(saveFailed, err)
	}
	return e.JSON(http.StatusOK, section.section())
}

// DeleteContent is DELETE /api/cms/content/{id}. The section can be restored from its last version.
func (c *Content) DeleteContent(e *core.RequestEvent) error {
	err := e.App.RunInTransaction(func(tx core.App) error {
		section, err := findSection(tx, e.Request.PathValue("id"))
		if err != nil {
			return err
		}
		return c.audit.Delete(tx, audit.RequestActor(e), "content.deleted", section.Record)
	})
	if err != nil {
		return apperr.Fail(saveFailed, err)
	}
	return e.NoContent(http.StatusNoContent)
}

// ReorderContent is POST /api/cms/content/reorder. The body has the ids of a section's texts in their new order.
func (c *Content) ReorderContent(e *core.RequestEvent) error {
	ids, err := httpx.DecodeOrder(e)
	if err != nil {
		return err
	}
	err = e.App.RunInTransaction(func(tx core.App) error {
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
			audit.Subject{Collection: sectionsTable, Label: first.name()}, map[string]any{"ids": ids})
	})
	if err != nil {
		return apperr.Fail(saveFailed, err)
	}
	return e.NoContent(http.StatusNoContent)
}

// ListBuiltIn is GET /api/cms/built-in: the built-in texts, which an admin can use as a start.
func (c *Content) ListBuiltIn(e *core.RequestEvent) error {
	texts, err := c.defaultLanding()
	if err != nil {
		return apperr.Fail("The built-in texts could not be read.", err)
	}
	return e.JSON(http.StatusOK, builtInTexts(texts))
}

// Preview is POST /api/cms/preview. It returns the texts of the landing page as they would be with the sent section.
// A section with an id replaces the stored one. Nothing is stored.
func (c *Content) Preview(e *core.RequestEvent) error {
	body, err := httpx.DecodeObject(e)
	if err != nil {
		return err
	}
	values, problems := ContentForm.Check(body)
	if len(problems) > 0 {
		return httpx.Invalid(problems...)
	}
	sections, err := listSections(c.app, true)
	if err != nil {
		return apperr.Fail("The preview could not be made.", err)
	}
	id, _ := body["id"].(string)
	order, _ := strconv.Atoi(values.Text("sortOrder")) // the form has checked the number
	changed := Section{
		ID: id, Section: values.Text("section"), Title: values.Text("title"), Subtitle: values.Text("subtitle"),
		Content: values.Text("content"), ImageURL: values.Text("imageUrl"), SortOrder: order, IsActive: true,
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
		return apperr.Fail("The preview could not be made.", err)
	}
	landing, err := c.overlay(texts, sections)
	if err != nil {
		return apperr.Fail("The preview could not be made.", err)
	}
	return e.JSON(http.StatusOK, landing)
}
