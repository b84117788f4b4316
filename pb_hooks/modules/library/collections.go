package library

import (
	"errors"
	"net/http"
	"slices"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/lists"
	"boardcircle/pb_hooks/internal/rules"
)

// A collection is a named group of items in an order that an editor chooses. An item can be in several. Members see a
// collection as soon as one of its items is published, and only its published items.

const maxCollectionItems = 200

var (
	errNoCollection = apperr.NotFound("library-collection-not-found", "This collection was not found.")
	errTitleTaken   = apperr.Invalid("taken", "title", "Another collection has this title")
	errUnknownItem  = apperr.Invalid("unknown", "items", "An item of the collection was not found")
	// errUnknownCollection is the answer to an item with a collection that does not exist.
	errUnknownCollection = apperr.Invalid("unknown", "collections", "This collection was not found")
	errCollectionFull    = apperr.Invalid("full", "collections", "This collection is full")
)

const collectionNotRead = "The collection could not be read."

// CollectionName is the id and the title of a collection.
type CollectionName struct {
	ID    string `json:"id"`
	Title string `json:"title"`
}

// Collection is a collection with its items in their order.
type Collection struct {
	ID          string    `json:"id"`
	Title       string    `json:"title"`
	Description string    `json:"description"`
	Items       []Summary `json:"items"`
	// Version is the version of the form. Only admins get it.
	Version string `json:"version,omitempty"`
}

// CollectionForm is what the office or an editor enters for a collection.
type CollectionForm struct {
	_           struct{} `wire:"libraryCollection"`
	Title       string   `json:"title"`
	Description string   `json:"description"`
	// Items are the ids of the items in their order.
	Items []string `json:"items"`
}

// Rules returns the rules of the form.
func (CollectionForm) Rules() rules.Form {
	return rules.Form{
		{Name: "title", Label: "Title", Kind: rules.Line, Required: true, Max: 120},
		{Name: "description", Label: "Description", Kind: rules.Text, Max: 1000},
		{Name: "items", Label: "Items", Kind: rules.List, Max: maxCollectionItems},
	}
}

// ListCollections is GET /api/library-collections.
func (l *Library) ListCollections() httpx.Endpoint {
	endpoint := httpx.Get(func(e *core.RequestEvent) ([]collectionRow, error) {
		return lists.QueryRows[collectionRow](e, memberCollectionList(l.now()))
	}, httpx.Doc{
		Tag: tag, Summary: "List the collections of the library",
		Description: "A collection is listed if one of its items is published.",
	})
	return memberCollectionList(time.Time{}).Describe(endpoint)
}

// GetCollection is GET /api/library-collections/{id}.
func (l *Library) GetCollection() httpx.Endpoint {
	return httpx.Get(func(e *core.RequestEvent) (Collection, error) {
		c, err := findCollection(e.App, e.Request.PathValue("id"))
		if err != nil {
			return Collection{}, apperr.Fail(collectionNotRead, err)
		}
		now, viewer := l.now(), httpx.CurrentPersonID(e)
		rows, err := listPublished(e.App, c.itemIDs(), viewer, now)
		if err == nil && len(rows) == 0 {
			err = errNoCollection
		}
		if err != nil {
			return Collection{}, apperr.Fail(collectionNotRead, err)
		}
		return c.view(rows, now), nil
	}, httpx.Doc{Tag: tag, Summary: "Read a collection of the library", Errors: []*apperr.Error{errNoCollection}})
}

func (c *collection) view(rows []row, now time.Time) Collection {
	return Collection{ID: c.Id, Title: c.title(), Description: c.description(), Items: summaries(rows, now)}
}

// collectionNames returns the collections that contain an item.
func collectionNames(app core.App, itemID string) ([]CollectionName, error) {
	list, err := listCollectionsWith(app, itemID)
	names := make([]CollectionName, len(list))
	for n, c := range list {
		names[n] = CollectionName{c.Id, c.title()}
	}
	return names, err
}

// --- the console

// ListAllCollections is GET /api/admin/library-collections.
func (l *Library) ListAllCollections() httpx.Endpoint {
	return lists.Rows[collectionRow](collectionList,
		httpx.Doc{Tag: tag, Summary: "List all collections of the library"})
}

// GetCollectionForOffice is GET /api/admin/library-collections/{id}.
func (l *Library) GetCollectionForOffice() httpx.Endpoint {
	return httpx.Get(func(e *core.RequestEvent) (Collection, error) {
		c, err := findCollection(e.App, e.Request.PathValue("id"))
		if err != nil {
			return Collection{}, apperr.Fail(collectionNotRead, err)
		}
		v, err := l.officeCollection(e.App, c)
		return v, apperr.Fail(collectionNotRead, err)
	}, httpx.Doc{
		Tag: tag, Summary: "Read a collection of the library in the console", Description: "Drafts are listed too.",
		Errors: []*apperr.Error{errNoCollection},
	})
}

func (l *Library) officeCollection(app core.App, c *collection) (Collection, error) {
	rows, err := listItems(app, c.itemIDs())
	v := c.view(rows, l.now())
	v.Version = httpx.VersionOf(c.form())
	return v, err
}

// CreateCollection is POST /api/library-collections.
func (l *Library) CreateCollection() httpx.Endpoint {
	return httpx.JSON(func(e *core.RequestEvent, form CollectionForm) (Collection, error) {
		return l.changeCollection(e, func(tx core.App) (*collection, error) {
			c, err := newCollection(tx)
			if err != nil {
				return nil, err
			}
			return c, l.saveCollection(tx, audit.RequestActor(e), "library.collection-created", c, form)
		})
	}, httpx.Doc{
		Tag: tag, Summary: "Add a collection to the library", Status: http.StatusCreated,
		Errors: []*apperr.Error{errTitleTaken, errUnknownItem},
		Example: map[string]any{"title": "Your first year on a board",
			"description": "Four notes in the order to read."},
	})
}

// UpdateCollection is PUT /api/library-collections/{id}.
func (l *Library) UpdateCollection() httpx.Endpoint {
	return httpx.Patch(func(e *core.RequestEvent, change httpx.Change[CollectionForm]) (Collection, error) {
		return l.changeCollection(e, func(tx core.App) (*collection, error) {
			c, err := findCollection(tx, e.Request.PathValue("id"))
			if err != nil {
				return nil, err
			}
			if err := change.CheckVersion(c.form(), "collection"); err != nil {
				return nil, err
			}
			form, err := change.Apply(c.form())
			if err != nil {
				return nil, err
			}
			return c, l.saveCollection(tx, audit.RequestActor(e), collectionUpdated, c, form)
		})
	}, httpx.Doc{
		Tag: tag, Summary: "Change a collection of the library, or the order of its items",
		Description: "A field that is missing keeps its value.",
		Errors:      []*apperr.Error{errNoCollection, errTitleTaken, errUnknownItem},
		Example:     map[string]any{"description": "Four notes in the order to read."},
		IsVersioned: true,
	})
}

const collectionUpdated = "library.collection-updated"

func (l *Library) changeCollection(e *core.RequestEvent,
	do func(tx core.App) (*collection, error)) (v Collection, err error) {
	err = e.App.RunInTransaction(func(tx core.App) error {
		c, err := do(tx)
		if err == nil {
			v, err = l.officeCollection(tx, c)
		}
		return err
	})
	if err != nil {
		return Collection{}, apperr.SaveFailed("save library collection", err)
	}
	return v, nil
}

func (l *Library) saveCollection(tx core.App, by audit.Actor, action string, c *collection, form CollectionForm) error {
	if is, err := isTitleTaken(tx, form.Title, c.Id); err != nil {
		return err
	} else if is {
		return errTitleTaken
	}
	c.load(form)
	rows, err := listItems(tx, c.itemIDs())
	if err != nil {
		return err
	}
	if len(rows) != len(c.itemIDs()) {
		return errUnknownItem
	}
	return l.audit.Save(tx, by, action, c.Record)
}

// DeleteCollection is DELETE /api/library-collections/{id}.
func (l *Library) DeleteCollection() httpx.Endpoint {
	return httpx.Do(func(e *core.RequestEvent) error {
		err := e.App.RunInTransaction(func(tx core.App) error {
			c, err := findCollection(tx, e.Request.PathValue("id"))
			if err != nil {
				return err
			}
			return l.audit.Delete(tx, audit.RequestActor(e), "library.collection-deleted", c.Record)
		})
		return apperr.Fail("The collection could not be deleted. Please try again.", err)
	}, httpx.Doc{
		Tag: tag, Summary: "Delete a collection of the library", Description: "Its items stay in the library.",
		Errors: []*apperr.Error{errNoCollection},
	})
}

// setCollections puts an item at the end of the collections that it was not in, and removes it from the others.
func (l *Library) setCollections(tx core.App, by audit.Actor, itemID string, collectionIDs []string) error {
	current, err := listCollectionsWith(tx, itemID)
	if err != nil {
		return err
	}
	isIn := map[string]bool{}
	for _, c := range current {
		isIn[c.Id] = true
		if slices.Contains(collectionIDs, c.Id) {
			continue
		}
		c.setItemIDs(slices.DeleteFunc(c.itemIDs(), func(id string) bool { return id == itemID }))
		if err := l.audit.Save(tx, by, collectionUpdated, c.Record); err != nil {
			return err
		}
	}
	for _, id := range collectionIDs {
		if isIn[id] {
			continue
		}
		isIn[id] = true
		c, err := findCollection(tx, id)
		if errors.Is(err, errNoCollection) {
			return errUnknownCollection
		}
		if err != nil {
			return err
		}
		if len(c.itemIDs()) >= maxCollectionItems {
			return errCollectionFull
		}
		c.setItemIDs(append(c.itemIDs(), itemID))
		if err := l.audit.Save(tx, by, collectionUpdated, c.Record); err != nil {
			return err
		}
	}
	return nil
}
