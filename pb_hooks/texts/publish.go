package texts

import (
	"errors"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/rules"
)

var keysRule = rules.Field{Name: "keys", Label: "Texts", Kind: rules.List, Required: true, Max: 500,
	Messages: rules.Messages{Required: "Please choose the texts"}}

// publishForm has the texts to publish now or at a time.
type publishForm struct {
	_    struct{} `wire:"-"`
	Keys []string `json:"keys"`
	// PublishAt is a time, or "" for now.
	PublishAt string `json:"publishAt"`
}

// Rules returns the rules of the form.
func (publishForm) Rules() rules.Form {
	return rules.Form{keysRule, {Name: "publishAt", Label: "Publish at", Kind: rules.Line, Max: 40}}
}

// Published is the response of Publish.
type Published struct {
	Texts []Text `json:"texts"`
	// Undo lists the versions that visitors saw before, for Restore. It is empty for a scheduled publication.
	Undo []Undo `json:"undo"`
	// UndoUntil is when the editor stops offering to undo it.
	UndoUntil httpx.Time `json:"undoUntil"`
}

// Undo is the previous state of a published text.
type Undo struct {
	Key string `json:"key"`
	// Version is the version after the publication.
	Version int `json:"version"`
	// VersionID is the version to restore, or "" for the built-in text.
	VersionID string `json:"versionId"`
}

// Publish is POST /api/texts/{page}/publish.
func (t *Texts) Publish() httpx.Endpoint {
	return httpx.JSON(t.publish, httpx.Doc{
		Tag: tag, Summary: "Publish drafts now or at a time",
		Description: "Only the drafts of these keys are published. With the order of a list, the drafts of its new " +
			"items are published too. To undo it, restore the versions listed in undo, then publish them.",
		Query: languageQuery, Errors: []*apperr.Error{errPageNotFound, errTextNotFound},
		Example: map[string]any{"keys": []any{"landing.hero.title"}},
	})
}

func (t *Texts) publish(e *core.RequestEvent, form publishForm) (Published, error) {
	at, err := t.parsePublishAt(form.PublishAt)
	if err != nil {
		return Published{}, err
	}
	answer := Published{Texts: []Text{}, Undo: []Undo{}}
	if at.IsZero() {
		answer.UndoUntil = httpx.TimeOf(t.Clock().Add(undoTime))
	}
	by := audit.RequestActor(e)
	err = e.App.RunInTransaction(func(tx core.App) error {
		if err := t.recordLegal(tx); err != nil { // what applied until now
			return err
		}
		s, err := t.read(tx, pageOf(e), languageOf(e))
		if err != nil {
			return err
		}
		changes, err := s.openDrafts(tx, form.Keys)
		if err != nil {
			return err
		}
		for _, c := range changes {
			if !at.IsZero() {
				c.row.schedule(at)
				if err := t.save(tx, by, "text.scheduled", c.place(c.path), c.row); err != nil {
					return err
				}
				continue
			}
			undo, err := t.publishRow(tx, by, c)
			if err != nil {
				return err
			}
			answer.Undo = append(answer.Undo, undo)
		}
		if s, err = t.read(tx, pageOf(e), languageOf(e)); err != nil {
			return err
		}
		for _, c := range changes {
			answer.Texts = append(answer.Texts, s.text(c.path, c.node))
		}
		return t.recordLegal(tx)
	})
	return answer, apperr.Fail("The texts could not be published. Please try again.", err)
}

// parsePublishAt returns the zero time for now, and refuses a time that is past.
func (t *Texts) parsePublishAt(text string) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	at, err := time.Parse(time.RFC3339, text)
	if err != nil || !at.After(t.Clock()) {
		return time.Time{}, httpx.Invalid(rules.Invalid("publishAt", "Please choose a time in the future"))
	}
	return at.Truncate(time.Minute), nil
}

// openDrafts returns the texts with a draft among keys. A list brings the fields of the items that are new in it. The
// order of a list and its new items are in English.
func (s *snapshot) openDrafts(tx core.App, keys []string) ([]*change, error) {
	var changes []*change
	done := map[string]bool{}
	addFrom := func(s *snapshot, key string) error {
		id := string(s.language) + " " + key
		if done[id] {
			return nil
		}
		done[id] = true
		c, err := s.open(tx, key)
		if err == nil && c.row.hasDraft() {
			changes = append(changes, c)
		}
		return err
	}
	for _, key := range keys {
		if err := addFrom(s, key); err != nil {
			return nil, err
		}
		path := strings.TrimPrefix(key, string(s.page)+".")
		if n := s.tree.find(path); n.kind == List {
			for _, added := range s.newItems(path, n) {
				for draft, row := range s.english {
					if strings.HasPrefix(draft, s.key(join(path, added))+".") && row.hasDraft() {
						if err := addFrom(s.inEnglish(), draft); err != nil && !errors.Is(err, errTextNotFound) {
							return nil, err
						}
					}
				}
			}
		}
	}
	return changes, nil
}

// newItems returns the ids in the draft of a list that visitors do not see yet.
func (s *snapshot) newItems(path string, n *node) (ids []string) {
	published := orderOf(s.value(path, n, false))
	for _, item := range orderOf(s.value(path, n, true)) {
		if !slices.ContainsFunc(published, func(p Item) bool { return p.ID == item.ID }) {
			ids = append(ids, item.ID)
		}
	}
	return ids
}

// publishRow publishes the draft of a text.
func (t *Texts) publishRow(tx core.App, by audit.Actor, c *change) (Undo, error) {
	undo := Undo{Key: c.row.key()}
	if c.row.isPublished() {
		previous, err := findPublishedVersion(tx, c.row)
		if err != nil {
			return undo, err
		}
		undo.VersionID = previous
	}
	value := c.row.draft()
	if source := c.row.draftSource(); c.language != English && !c.node.kind.isShared() && source != "" {
		c.row.translate(value, source)
	} else {
		c.row.publish(c.builtIn())
	}
	err := t.saveVersion(tx, by, "text.published", c, statePublished, value)
	undo.Version = c.row.version()
	return undo, err
}

// discardForm has the texts whose drafts are deleted.
type discardForm struct {
	_    struct{} `wire:"-"`
	Keys []string `json:"keys"`
}

// Rules returns the rules of the form.
func (discardForm) Rules() rules.Form { return rules.Form{keysRule} }

// Discard is POST /api/texts/{page}/discard.
func (t *Texts) Discard() httpx.Endpoint {
	return httpx.JSON(t.discard, httpx.Doc{
		Tag: tag, Summary: "Delete drafts", Description: "The history still has them.", Status: http.StatusOK,
		Query: languageQuery, Errors: []*apperr.Error{errPageNotFound, errTextNotFound},
		Example: map[string]any{"keys": []any{"landing.hero.title"}},
	})
}

func (t *Texts) discard(e *core.RequestEvent, form discardForm) (page PageTexts, err error) {
	err = e.App.RunInTransaction(func(tx core.App) error {
		s, err := t.read(tx, pageOf(e), languageOf(e))
		if err != nil {
			return err
		}
		changes, err := s.openDrafts(tx, form.Keys)
		if err != nil {
			return err
		}
		for _, c := range changes {
			c.row.discard()
			if err := t.save(tx, audit.RequestActor(e), "text.discarded", c.place(c.path), c.row); err != nil {
				return err
			}
		}
		if s, err = t.read(tx, pageOf(e), languageOf(e)); err != nil {
			return err
		}
		texts := []Text{}
		for _, c := range changes {
			texts = append(texts, s.text(c.path, c.node))
		}
		page, err = t.pageTexts(tx, s, texts)
		return err
	})
	return page, apperr.Fail("The drafts could not be deleted. Please try again.", err)
}

// PublishDue publishes the drafts whose time has come, and stores the legal pages that have changed. It is called once
// a minute.
func (t *Texts) PublishDue() error {
	due, err := listDue(t.app, t.Clock())
	if err != nil {
		return err
	}
	var failed error
	for _, row := range due {
		err := t.app.RunInTransaction(func(tx core.App) error { return t.publishScheduled(tx, row) })
		failed = errors.Join(failed, err)
	}
	return errors.Join(failed, t.recordLegal(t.app))
}

// publishScheduled publishes a draft, unless it was discarded or postponed in the meantime. The schedule of a text that
// no page has any more is deleted.
func (t *Texts) publishScheduled(tx core.App, row *textRecord) error {
	page, _, _ := strings.Cut(row.key(), ".")
	s, err := t.read(tx, Page(page), row.language())
	var changes []*change
	if err == nil {
		changes, err = s.openDrafts(tx, []string{row.key()})
	}
	if errors.Is(err, errPageNotFound) || errors.Is(err, errTextNotFound) {
		row.discard()
		return t.save(tx, audit.Actor{Kind: audit.ActorNone}, "text.discarded", row.key(), row)
	}
	if err != nil {
		return err
	}
	for _, c := range changes {
		if at := c.row.publishAt(); c.row.key() == row.key() && (at.IsZero() || at.Time().After(t.Clock())) {
			return nil
		}
	}
	for _, c := range changes {
		by := audit.Actor{Kind: audit.ActorNone, Name: c.row.updatedBy()}
		if _, err := t.publishRow(tx, by, c); err != nil {
			return err
		}
	}
	return nil
}
