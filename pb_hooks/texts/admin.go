package texts

import (
	"encoding/json"
	"net/http"
	"strings"
	"unicode"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/languages"
	"boardcircle/pb_hooks/internal/rules"
)

// Text is a text in the editor.
type Text struct {
	Key   string `json:"key"`
	Kind  Kind   `json:"kind"`
	Label string `json:"label"`
	// BuiltIn is the value without any change, and Published is what visitors see.
	BuiltIn   Value `json:"builtIn"`
	Published Value `json:"published"`
	// Draft is null without a draft.
	Draft       *Value `json:"draft"`
	IsPublished bool   `json:"isPublished"`
	HasDraft    bool   `json:"hasDraft"`
	// Version is what the next write must name. It is 0 for a text that was never changed.
	Version int `json:"version"`
	// PublishAt is when the draft is published, or "".
	PublishAt httpx.Time `json:"publishAt"`
	UpdatedBy string     `json:"updatedBy"`
	UpdatedAt httpx.Time `json:"updatedAt"`
}

// PageTexts has texts of a page in the editor: all of them, or those that a request has changed.
type PageTexts struct {
	Page     Page     `json:"page"`
	Language Language `json:"language"`
	// Languages are the languages in which the page can be edited.
	Languages []languages.Option `json:"languages"`
	Texts     []Text             `json:"texts"`
	// Shown has the texts as visitors would see them with the drafts.
	Shown Content `json:"shown"`
}

// pageTexts returns a page in the editor with the given texts.
func (t *Texts) pageTexts(app core.App, s *snapshot, texts []Text) (page PageTexts, err error) {
	page = PageTexts{Page: s.page, Language: s.language, Languages: []languages.Option{}, Texts: texts}
	for _, language := range t.offered {
		page.Languages = append(page.Languages, languages.Option{Code: language.Code, Name: language.EnglishName})
	}
	page.Shown, err = t.contentOf(app, s, true)
	return page, err
}

// text returns a text for the editor.
func (s *snapshot) text(path string, n *node) Text {
	builtIn := n.kind.wire(s.builtIn(path, n))
	t := Text{Key: s.key(path), Kind: n.kind, Label: s.label(path), BuiltIn: builtIn,
		Published: n.kind.wire(s.value(path, n, false))}
	row := s.row(path, n)
	if row == nil {
		return t
	}
	if row.hasDraft() {
		t.Draft = new(n.kind.wire(row.draft()))
	}
	t.IsPublished, t.HasDraft = row.isPublished(), row.hasDraft()
	t.Version, t.PublishAt = row.version(), httpx.Time(row.publishAt())
	t.UpdatedBy, t.UpdatedAt = row.updatedBy(), httpx.Time(row.changedAt())
	return t
}

// walk visits all texts of the page, with hidden and deleted items of its lists.
func (s *snapshot) walk(visit func(path string, n *node)) { s.walkFrom("", s.tree, visit) }

func (s *snapshot) walkFrom(path string, n *node, visit func(path string, n *node)) {
	if n.kind != group {
		visit(path, n)
	}
	if n.kind != List {
		for _, c := range n.children {
			s.walkFrom(join(path, c.name), c.node, visit)
		}
		return
	}
	seen := map[string]bool{}
	for _, order := range []string{s.value(path, n, true), s.value(path, n, false), n.value} {
		for _, item := range orderOf(order) {
			if !seen[item.ID] {
				seen[item.ID] = true
				s.walkFrom(join(path, item.ID), n.child(item.ID), visit)
			}
		}
	}
}

// label returns the name of a text for people, such as "FAQ › Who may send a nomination? › answer".
func (s *snapshot) label(path string) string {
	var words []string
	n, current := s.tree, ""
	for name := range strings.SplitSeq(path, ".") {
		isItem := n.kind == List
		n, current = n.child(name), join(current, name)
		if title := s.itemTitle(current, n); isItem && title != "" {
			words = append(words, title)
			continue
		}
		words = append(words, wordsOf(name))
	}
	return strings.Join(words, " › ")
}

// place returns the name of a text among all pages, such as "Home: Hero › Title (Hindi)".
func (s *snapshot) place(path string) string {
	place := s.page.name() + ": " + s.label(path)
	if s.language == English {
		return place
	}
	return place + " (" + languages.Find(string(s.language)).EnglishName + ")"
}

// itemTitle returns the first plain text of an item, shortened.
func (s *snapshot) itemTitle(path string, item *node) string {
	for _, c := range item.children {
		if c.node.kind == Plain {
			title := []rune(s.value(join(path, c.name), c.node, true))
			if len(title) > 40 {
				title = append(title[:39], '…')
			}
			return string(title)
		}
	}
	return ""
}

// wordsOf returns a name such as "buttonText" or "how-long" as "Button text" or "How long".
func wordsOf(name string) string {
	var out strings.Builder
	for i, r := range name {
		switch {
		case i == 0:
			out.WriteRune(unicode.ToUpper(r))
		case r == '-':
			out.WriteByte(' ')
		case unicode.IsUpper(r):
			out.WriteByte(' ')
			out.WriteRune(unicode.ToLower(r))
		default:
			out.WriteRune(r)
		}
	}
	return out.String()
}

// GetPage is GET /api/texts/{page}.
func (t *Texts) GetPage() httpx.Endpoint {
	return httpx.Get(func(e *core.RequestEvent) (PageTexts, error) {
		s, err := t.read(e.App, pageOf(e), languageOf(e))
		if err != nil {
			return PageTexts{}, apperr.Fail(readFailed, err)
		}
		texts := []Text{}
		s.walk(func(path string, n *node) { texts = append(texts, s.text(path, n)) })
		page, err := t.pageTexts(e.App, s, texts)
		return page, apperr.Fail(readFailed, err)
	}, httpx.Doc{
		Tag: tag, Summary: "Get all texts of a page with their drafts", Query: languageQuery,
		Errors: []*apperr.Error{errPageNotFound},
	})
}

// saveForm is the draft of one text.
type saveForm struct {
	_   struct{} `wire:"-"`
	Key string   `json:"key"`
	// Version is the version that the editor has read.
	Version int             `json:"version"`
	Value   json.RawMessage `json:"value"`
}

// Rules returns the rules of the form. The value is checked by its kind.
func (saveForm) Rules() rules.Form {
	return rules.Form{
		{Name: "key", Label: "Key", Kind: rules.Line, Required: true, Max: 200},
		{Name: "version", Label: "Version", Kind: rules.Integer, Max: 1_000_000_000, Default: "0"},
	}
}

// Save is PUT /api/texts/{page}.
func (t *Texts) Save() httpx.Endpoint {
	return httpx.JSON(t.saveDraft, httpx.Doc{
		Tag: tag, Summary: "Save the draft of a text",
		Description: "The value is a text, Markdown, {image, alt}, or the order of a list, [{id, isHidden}]. If the " +
			"version is not the current one, the answer is 409 and data.version.current has the text as it is now.",
		Query: languageQuery, Errors: []*apperr.Error{errPageNotFound, errTextNotFound},
		Statuses: []int{http.StatusConflict},
		Example:  map[string]any{"key": "landing.hero.title", "version": 0, "value": "One Circle"},
	})
}

func (t *Texts) saveDraft(e *core.RequestEvent, form saveForm) (text Text, err error) {
	by := audit.RequestActor(e)
	err = e.App.RunInTransaction(func(tx core.App) error {
		text, err = t.change(tx, pageOf(e), languageOf(e), form.Key, form.Version, func(c *change) error {
			value, err := c.node.decode(form.Value)
			if err != nil {
				return err
			}
			if err := t.checkPicture(tx, c.node, value); err != nil {
				return err
			}
			c.setDraft(value)
			return t.saveVersion(tx, by, actionDrafted, c, stateDraft, value)
		})
		return err
	})
	return text, apperr.Fail(saveFailed, err)
}

// change is a text that is being changed.
type change struct {
	*snapshot
	path string
	node *node
	row  *textRecord
}

func (c *change) builtIn() string { return c.snapshot.builtIn(c.path, c.node) }

// setDraft stores a draft. The draft of a translation also stores the English text that it is made from.
func (c *change) setDraft(value string) {
	c.row.setDraft(value, c.builtIn())
	if c.language != English && c.row.hasDraft() {
		c.row.setDraftSource(c.englishValue(c.path, c.node))
	}
}

// open returns a text of a page with its row for a change.
func (s *snapshot) open(app core.App, key string) (*change, error) {
	path, isOfPage := strings.CutPrefix(key, string(s.page)+".")
	n := s.tree.find(path)
	if !isOfPage || n == nil || n.kind == group {
		return nil, errTextNotFound
	}
	language := s.language
	if n.kind.isShared() {
		language = English
	}
	row, err := findOrNewRow(app, key, language)
	return &change{s, path, n, row}, err
}

// change changes a text if it still has the version that the caller has read, and returns the text after it.
func (t *Texts) change(tx core.App, page Page, language Language, key string, version int,
	do func(*change) error) (Text, error) {
	s, err := t.read(tx, page, language)
	if err != nil {
		return Text{}, err
	}
	c, err := s.open(tx, key)
	if err != nil {
		return Text{}, err
	}
	if c.row.version() != version {
		return Text{}, conflict(s.text(c.path, c.node))
	}
	if err := do(c); err != nil {
		return Text{}, err
	}
	if s, err = t.read(tx, page, language); err != nil {
		return Text{}, err
	}
	return s.text(c.path, c.node), nil
}

// conflict refuses a write to a text that someone has changed since the caller read it.
func conflict(current Text) error {
	message := "This text was changed by " + current.UpdatedBy + " since you opened it."
	answer := httpx.NewError(http.StatusConflict, message, nil)
	answer.Data["version"] = map[string]any{"code": "changed", "message": message, "current": current}
	return answer
}
