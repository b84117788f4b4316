package content

import (
	"cmp"
	"net/http"
	"slices"
	"strconv"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/httpx"
)

// Preview is POST /api/cms/preview: the landing page's texts as they would be if a section, told by
// its id where it is there already, had the sent values and were shown. Nothing is stored.
func (s *Content) Preview(e *core.RequestEvent) error {
	body, err := httpx.DecodeObject(e)
	if err != nil {
		return err
	}
	values, problems := ContentForm.Check(body)
	if len(problems) > 0 {
		return httpx.Invalid(problems...)
	}
	sections, err := s.sections(includeHidden)
	if err != nil {
		return httpx.NewError(http.StatusInternalServerError, "The preview could not be made.", err)
	}
	id, _ := body["id"].(string)
	order, _ := strconv.Atoi(values.Text("sortOrder")) // the form has checked it
	changed := Section{
		ID: id, Section: values.Text("section"), Title: values.Text("title"), Subtitle: values.Text("subtitle"),
		Content: values.Text("content"), ImageURL: values.Text("imageUrl"), SortOrder: order,
	}
	isChanged := func(s Section) bool { return id != "" && s.ID == id }
	sections = slices.DeleteFunc(sections, func(s Section) bool { return !bool(s.IsActive) && !isChanged(s) })
	if i := slices.IndexFunc(sections, isChanged); i >= 0 {
		sections[i] = changed
	} else {
		sections = append(sections, changed)
	}
	slices.SortStableFunc(sections, func(a, b Section) int { return cmp.Compare(a.SortOrder, b.SortOrder) })
	texts, err := s.defaultLanding()
	if err != nil {
		return e.InternalServerError("", err)
	}
	return e.JSON(http.StatusOK, overlay(texts, sections))
}
