package texts

import (
	"database/sql"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/markdown"
	"boardcircle/pb_hooks/internal/rules"
)

// The content sections are a view of the texts, for the list of the console and for clients that do not use keys. A
// section is a group of published texts that differ from the built-in ones, or an item that was added to a list. Its
// texts are published at once. Visitors do not get those of an inactive section: an item is hidden in its list, and any
// other group has a switch. Without its heading, a part with a list is not shown at all. An empty field has the
// built-in text.

// SectionName says to which part of the site a section belongs. A part with a list has several sections: its heading
// and the items of its list.
type SectionName string

// The names.
const (
	sectionHero         SectionName = "hero"
	sectionAbout        SectionName = "about"
	sectionFeatures     SectionName = "features"
	sectionMembership   SectionName = "membership"
	sectionTestimonials SectionName = "testimonials"
	sectionFooter       SectionName = "footer"
)

// Values returns all names, in the order of the form.
func (SectionName) Values() []string {
	return rules.Options(sectionHero, sectionAbout, sectionFeatures, sectionMembership, sectionTestimonials,
		sectionFooter)
}

// pageOrder has the names in the order of the page.
var pageOrder = []SectionName{sectionHero, sectionAbout, sectionTestimonials, sectionFeatures, sectionMembership,
	sectionFooter}

// ListHidden returns the sections of the landing page that are switched off. Every page needs them for its links, so it
// reads only the switches.
func (t *Texts) ListHidden(app core.App) ([]SectionName, error) {
	s := &snapshot{page: Landing, language: English, tree: t.pages[Landing][English]}
	names := SectionName("").Values()
	var keys []any
	for _, name := range names {
		keys = append(keys, s.key(join(name, switchField)), s.key(join(name, headingSwitch)))
	}
	var err error
	if s.english, err = findRows(app, English, dbx.In("key", keys...)); err != nil {
		return nil, err
	}
	hidden := []SectionName{}
	for _, name := range names {
		if n := s.tree.find(name); n != nil && s.isOff(name, n) {
			hidden = append(hidden, SectionName(name))
		}
	}
	return hidden, nil
}

// SectionForm is a section as a client writes it.
type SectionForm struct {
	_         struct{}    `wire:"section"`
	Section   SectionName `json:"section"`
	Title     string      `json:"title"`
	Subtitle  string      `json:"subtitle"`
	Content   string      `json:"content"`
	ImageURL  string      `json:"imageUrl"`
	IsActive  bool        `json:"isActive"`
	SortOrder int         `json:"sortOrder"`
}

// Rules returns the rules of the form.
func (SectionForm) Rules() rules.Form { return sectionRules }

var sectionRules = rules.Form{
	{
		Name: "section", Label: "Section", Kind: rules.Choice, Required: true, Options: SectionName("").Values(),
		Messages: rules.Messages{Required: "Please choose a section"},
	},
	{Name: "title", Label: "Title", Kind: rules.Line, Max: 200},
	{Name: "subtitle", Label: "Subtitle", Kind: rules.Line, Max: 400},
	{Name: "content", Label: "Content", Kind: rules.Text, Max: maxRichLength},
	{
		Name: "imageUrl", Label: "Image URL", Kind: rules.Line, Max: 2000, Pattern: imagePattern.String(),
		Messages: rules.Messages{Invalid: "Please enter an address that begins with https://, or upload an image"},
	},
	{Name: "isActive", Label: "Active", Kind: rules.Flag, Default: "true"},
	{Name: "sortOrder", Label: "Sort order", Kind: rules.Integer, Min: -100_000, Max: 100_000, Default: "0"},
}

var emptySection = rules.Missing("title", "Please write a title or some content, or choose an image")

// The names of the texts of a section, without and with its switch.
var (
	sectionTexts  = []string{"title", "subtitle", "body", "image"}
	sectionFields = append(slices.Clone(sectionTexts), switchField)
)

// switchField is the switch of a group, and headingSwitch that of the part whose heading is a group.
const (
	switchField   = "isActive"
	headingSwitch = "heading." + switchField
)

// hasTexts reports whether any text of a section differs from the built-in one.
func (f SectionForm) hasTexts() bool { return f.Title+f.Subtitle+f.Content+f.ImageURL != "" }

// check refuses a section without any text or image, because it would change nothing, and one whose content the parser
// cannot read. A section that only switches its part off or on again needs no text.
func (f SectionForm) check(isSwitch bool) error {
	var problems []rules.Problem
	if !f.hasTexts() && f.IsActive && !isSwitch {
		problems = append(problems, emptySection)
	}
	if problem := markdown.Problem(f.Content); problem != "" {
		problems = append(problems, rules.Invalid("content", problem))
	}
	if len(problems) > 0 {
		return httpx.Invalid(problems...)
	}
	return nil
}

// Section is a section in JSON.
type Section struct {
	ID        string      `db:"id" json:"id"`
	Section   SectionName `db:"section" json:"section"`
	Title     string      `db:"title" json:"title"`
	Subtitle  string      `db:"subtitle" json:"subtitle"`
	Content   string      `db:"content" json:"content"`
	ImageURL  string      `db:"imageUrl" json:"imageUrl"`
	IsActive  httpx.Bool  `db:"isActive" json:"isActive"`
	SortOrder int         `db:"sortOrder" json:"sortOrder,string"`
	UpdatedAt httpx.Time  `db:"updatedAt" json:"updatedAt"`
	CreatedAt httpx.Time  `db:"createdAt" json:"createdAt"`
	// Version is the version of the form. Only admins get it.
	Version string `db:"-" json:"version,omitempty"`
}

func (s Section) versioned() Section {
	s.Version = httpx.VersionOf(s.form())
	return s
}

func (s Section) form() SectionForm {
	return SectionForm{Section: s.Section, Title: s.Title, Subtitle: s.Subtitle, Content: s.Content,
		ImageURL: s.ImageURL, IsActive: bool(s.IsActive), SortOrder: s.SortOrder}
}

// sectionGroup is where the texts of a section are: a group of texts on a page. If list is not empty, the group is an
// item of that list.
type sectionGroup struct {
	page       Page
	path       string
	list, item string
}

// itemList is the path of the list of a part, or "" if the part has none.
func (n SectionName) itemList() string {
	if n == sectionAbout || n == sectionFeatures || n == sectionTestimonials {
		return string(n) + ".cards"
	}
	return ""
}

func itemGroup(list, item string) sectionGroup {
	return sectionGroup{Landing, join(list, item), list, item}
}

// groupFor returns the group that a new section fills. In a part with a list, the first section without content is the
// heading. A section with the built-in title of an item replaces that item, and any other section is a new item.
func (t *Texts) groupFor(app core.App, form SectionForm) (sectionGroup, error) {
	list := form.Section.itemList()
	switch {
	case form.Section == sectionFooter:
		return sectionGroup{page: Site, path: "footer"}, nil
	case list == "":
		return sectionGroup{page: Landing, path: string(form.Section)}, nil
	case form.Content == "":
		heading := sectionGroup{page: Landing, path: string(form.Section) + ".heading"}
		if _, err := findSectionOf(app, string(Landing)+"."+heading.path); err != nil {
			return heading, database.IgnoreMissing(err)
		}
	}
	s, err := t.read(app, Landing, English)
	if err != nil {
		return sectionGroup{}, err
	}
	for _, item := range s.tree.find(list).children {
		if title := item.node.child("title"); title != nil && title.value == form.Title {
			return itemGroup(list, item.name), nil
		}
	}
	return itemGroup(list, core.GenerateDefaultRandomId()), nil
}

// groupOfKey returns the group that a key belongs to.
func groupOfKey(key string) sectionGroup {
	page, path, _ := strings.Cut(key, ".")
	path = path[:strings.LastIndexByte(path, '.')]
	for _, name := range SectionName("").Values() {
		list := SectionName(name).itemList()
		if item, isItem := strings.CutPrefix(path, list+"."); isItem && list != "" {
			return itemGroup(list, item)
		}
	}
	return sectionGroup{page: Page(page), path: path}
}

// ListSections is GET /api/cms/content.
func (t *Texts) ListSections() httpx.Endpoint {
	return httpx.CachedOr(func(e *core.RequestEvent) ([]Section, *httpx.JSONAnswer, error) {
		e.Response.Header().Set("Vary", "Authorization, Cookie")
		if httpx.IsAdmin(e) {
			sections, err := listSections(e.App, true)
			for i, section := range sections {
				sections[i] = section.versioned()
			}
			return sections, nil, err
		}
		sections, err := t.activeSections.Get(func() (any, error) { return t.listShown(e.App) })
		return nil, sections, err
	}, httpx.Doc{
		Tag:     "content",
		Summary: "List the active content sections in their order",
		Description: "A section has the changed texts of a group. Admins get all sections. Visitors get no cards of a " +
			"part whose heading is not active, because the page does not show them either.",
	})
}

// listShown returns the active sections of the parts that are on.
func (t *Texts) listShown(app core.App) ([]Section, error) {
	hidden, err := t.ListHidden(app)
	if err != nil {
		return nil, err
	}
	active, err := listSections(app, false)
	return slices.DeleteFunc(active, func(s Section) bool { return slices.Contains(hidden, s.Section) }), err
}

// CreateSection is POST /api/cms/content.
func (t *Texts) CreateSection() httpx.Endpoint {
	return httpx.JSON(func(e *core.RequestEvent, form SectionForm) (section Section, err error) {
		if err := form.check(false); err != nil {
			return Section{}, err
		}
		err = e.App.RunInTransaction(func(tx core.App) error {
			to, err := t.groupFor(tx, form)
			if err == nil {
				section, err = t.writeSection(tx, audit.RequestActor(e), to, form, true)
			}
			return err
		})
		return section.versioned(), apperr.Fail(saveFailed, err)
	}, httpx.Doc{
		Tag: "content", Summary: "Create a content section", Status: http.StatusCreated,
		Description: "Its texts are published at once. If it is not active, visitors do not see this part of the " +
			"page. The hero, the membership section and the footer have one group of texts each, so a second " +
			"section for one replaces its texts.",
		Example: map[string]any{"section": "hero", "title": "A line"},
	})
}

// UpdateSection is PUT /api/cms/content/{id}.
func (t *Texts) UpdateSection() httpx.Endpoint {
	return httpx.Patch(func(e *core.RequestEvent, change httpx.Change[SectionForm]) (section Section, err error) {
		err = e.App.RunInTransaction(func(tx core.App) error {
			stored, from, err := findSection(tx, e.Request.PathValue("id"))
			if err != nil {
				return err
			}
			form, err := change.Apply(stored.form())
			if err == nil {
				err = form.check(!stored.form().hasTexts())
			}
			if err != nil {
				return err
			}
			if err := change.CheckVersion(stored.form(), "section"); err != nil {
				return err
			}
			if form.Section != stored.Section {
				return t.moveSection(tx, audit.RequestActor(e), from, form, &section)
			}
			section, err = t.writeSection(tx, audit.RequestActor(e), from, form, false)
			return err
		})
		return section.versioned(), apperr.Fail(saveFailed, err)
	}, httpx.Doc{
		Tag: "content", Summary: "Change a content section", IsVersioned: true,
		Description: "A field that is missing keeps its value. A section with another section becomes a new one.",
		Errors:      []*apperr.Error{errSectionNotFound}, Example: map[string]any{"title": "New"},
	})
}

// moveSection restores the group of a section and writes its texts to a group of another part.
func (t *Texts) moveSection(tx core.App, by audit.Actor, from sectionGroup, form SectionForm, section *Section) error {
	if err := t.restoreGroup(tx, by, from); err != nil {
		return err
	}
	to, err := t.groupFor(tx, form)
	if err == nil {
		*section, err = t.writeSection(tx, by, to, form, false)
	}
	return err
}

// DeleteSection is DELETE /api/cms/content/{id}.
func (t *Texts) DeleteSection() httpx.Endpoint {
	return httpx.Do(func(e *core.RequestEvent) error {
		err := e.App.RunInTransaction(func(tx core.App) error {
			stored, from, err := findSection(tx, e.Request.PathValue("id"))
			if err != nil {
				return err
			}
			if err := t.restoreGroup(tx, audit.RequestActor(e), from); err != nil {
				return err
			}
			return t.recordSection(tx, audit.RequestActor(e), "content.deleted", stored)
		})
		return apperr.Fail(saveFailed, err)
	}, httpx.Doc{
		Tag: "content", Summary: "Delete a content section",
		Description: "Its group has the built-in texts again, or its item is removed. The history of the texts " +
			"remains.",
		Errors: []*apperr.Error{errSectionNotFound},
	})
}

func (t *Texts) recordSection(tx core.App, by audit.Actor, action string, s Section) error {
	return t.Audit.Record(tx, by, action,
		audit.Subject{Collection: textsCollection, ID: s.ID, Label: string(s.Section)},
		map[string]any{"title": s.Title, "subtitle": s.Subtitle, "content": s.Content, "imageUrl": s.ImageURL,
			"isActive": bool(s.IsActive), "sortOrder": s.SortOrder})
}

// writeSection publishes the texts of a section and returns it. isNew is true if the client creates the section.
func (t *Texts) writeSection(tx core.App, by audit.Actor, to sectionGroup, form SectionForm, isNew bool) (Section,
	error) {
	s, err := t.read(tx, to.page, English)
	if err != nil {
		return Section{}, err
	}
	values := map[string]string{"title": form.Title, "subtitle": form.Subtitle, "body": form.Content}
	if form.ImageURL != "" {
		values["image"] = encode(Image{Image: form.ImageURL})
	}
	for _, name := range sectionFields {
		c, err := s.open(tx, s.key(join(to.path, name)))
		if errors.Is(err, errTextNotFound) { // the group has no such text
			continue
		}
		if err != nil {
			return Section{}, err
		}
		value := values[name]
		if name == switchField && (!form.IsActive || !c.row.IsNew()) {
			value = strconv.FormatBool(form.IsActive)
		}
		if err := t.writeField(tx, by, c, value, form.SortOrder); err != nil {
			return Section{}, err
		}
	}
	if to.list != "" {
		if err := t.placeItem(tx, by, s, to, form); err != nil {
			return Section{}, err
		}
	}
	section, err := findSectionOf(tx, s.key(to.path))
	if errors.Is(err, sql.ErrNoRows) { // the group has none of the texts that the form has
		err = httpx.Invalid(emptySection)
	}
	if err != nil {
		return section, err
	}
	action := "content.updated"
	if isNew {
		action = "content.created"
	}
	return section, t.recordSection(tx, by, action, section)
}

// writeField publishes a text with the position of its section. An empty value is the built-in one. A text that does
// not change keeps its draft, unless an upgrade has moved an inactive section to the draft.
func (t *Texts) writeField(tx core.App, by audit.Actor, c *change, value string, sortOrder int) error {
	if value == "" && c.row.IsNew() {
		return nil
	}
	isMoved := c.row.sortOrder() != sortOrder
	c.row.setSortOrder(sortOrder)
	if c.isPublishedAs(value) && !c.row.isMovedDraft() {
		if !isMoved {
			return nil
		}
		return t.save(tx, by, "", "", c.row)
	}
	c.row.reset()
	if value == "" {
		value = c.builtIn()
	} else {
		c.row.override(value)
	}
	return t.saveVersion(tx, by, "", c, statePublished, value)
}

// isPublishedAs reports whether visitors see a value already. A picture that does not change keeps its description.
func (c *change) isPublishedAs(value string) bool {
	published := c.row.published()
	if c.node.kind == Picture && value != "" {
		return c.row.isPublished() && imageOf(published).Image == imageOf(value).Image
	}
	return published == value && c.row.isPublished() == (value != "")
}

// placeItem puts an item into its list. Added items are in the order of their sections, after the others.
func (t *Texts) placeItem(tx core.App, by audit.Actor, s *snapshot, to sectionGroup, form SectionForm) error {
	c, err := s.open(tx, s.key(to.list))
	if err != nil {
		return err
	}
	order := orderOf(s.value(to.list, c.node, false))
	item := Item{ID: to.item, IsHidden: httpx.Bool(!form.IsActive)}
	at := slices.IndexFunc(order, func(other Item) bool { return other.ID == to.item })
	if at >= 0 && (c.node.hasBuiltIn(to.item) || s.sortOrderOf(to) == form.SortOrder) {
		order[at] = item
	} else {
		order = slices.DeleteFunc(order, func(other Item) bool { return other.ID == to.item })
		at = slices.IndexFunc(order, func(other Item) bool {
			row := s.rows[s.key(join(to.path[:len(to.path)-len(to.item)]+other.ID, "title"))]
			return !c.node.hasBuiltIn(other.ID) && row != nil && row.sortOrder() > form.SortOrder
		})
		if at < 0 {
			at = len(order)
		}
		order = slices.Insert(order, at, item)
	}
	return t.writeField(tx, by, c, encode(order), c.row.sortOrder())
}

// sortOrderOf returns the position of the section of a group.
func (s *snapshot) sortOrderOf(g sectionGroup) int {
	if row := s.rows[s.key(join(g.path, "title"))]; row != nil {
		return row.sortOrder()
	}
	return 0
}

// restoreGroup restores the built-in texts of a group. An added item is removed, and a built-in item is shown.
func (t *Texts) restoreGroup(tx core.App, by audit.Actor, g sectionGroup) error {
	s, err := t.read(tx, g.page, English)
	if err != nil {
		return err
	}
	for _, name := range sectionFields {
		c, err := s.open(tx, s.key(join(g.path, name)))
		if errors.Is(err, errTextNotFound) || err == nil && c.row.IsNew() {
			continue
		}
		if err != nil {
			return err
		}
		if err := t.writeField(tx, by, c, "", 0); err != nil {
			return err
		}
	}
	if g.list == "" {
		return nil
	}
	c, err := s.open(tx, s.key(g.list))
	if err != nil {
		return err
	}
	order := orderOf(s.value(g.list, c.node, false))
	if at := slices.IndexFunc(order, func(item Item) bool { return item.ID == g.item }); at >= 0 {
		order[at].IsHidden = false
		if !c.node.hasBuiltIn(g.item) {
			order = slices.Delete(order, at, at+1)
		}
	}
	value := encode(order)
	if value == c.builtIn() {
		value = ""
	}
	return t.writeField(tx, by, c, value, c.row.sortOrder())
}
