package library

import (
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/lists"
	"boardcircle/pb_hooks/internal/markdown"
	"boardcircle/pb_hooks/modules/events"
)

const tag = "library"

// Summary is an item in a list.
type Summary struct {
	ID       string   `json:"id"`
	Kind     Kind     `json:"kind"`
	Title    string   `json:"title"`
	Abstract string   `json:"abstract"`
	Tags     []string `json:"tags"`
	Authors  []Author `json:"authors"`
	State    State    `json:"state"`
	// PublishAt is when members see the item. It is empty for a draft.
	PublishAt httpx.Time `json:"publishAt"`
	CreatedAt httpx.Time `json:"createdAt"`
	// IsBookmarked reports whether the caller has a bookmark.
	IsBookmarked bool `json:"isBookmarked"`
}

func (r row) view(now time.Time) Summary {
	tags := []string(r.Tags)
	if tags == nil {
		tags = []string{}
	}
	return Summary{ID: r.ID, Kind: r.Kind, Title: r.Title, Abstract: r.Abstract, Tags: tags,
		Authors: namedAuthors(r.Authors), State: stateAt(types.DateTime(r.PublishAt).Time(), now),
		PublishAt: r.PublishAt, CreatedAt: r.CreatedAt, IsBookmarked: r.IsBookmarked}
}

// View is an item.
type View struct {
	Summary
	// HTML is the text as safe HTML without pictures.
	HTML string `json:"html"`
	// Link is the address of a recording or of the source, or "".
	Link string `json:"link"`
	// File is nil for an item without a file.
	File *File `json:"file"`
	// Session is the session that the item belongs to. It is nil without one, and while the session is a draft.
	Session *Session `json:"session"`
	// Collections are the collections that contain the item.
	Collections []CollectionName `json:"collections"`
}

// Session is the session that an item belongs to.
type Session struct {
	ID    string `json:"id"`
	Title string `json:"title"`
}

// findSession returns nil if members do not see the session of an item.
func findSession(app core.App, i *item) (*Session, error) {
	if i.sessionID() == "" {
		return nil, nil
	}
	s, err := events.Find(app, i.sessionID())
	if err != nil || s.State() == events.Draft {
		return nil, database.IgnoreMissing(err)
	}
	return &Session{s.Id, s.Title()}, nil
}

func (l *Library) view(app core.App, i *item) (View, error) {
	file, err := findFileView(app, i.Id)
	if err != nil {
		return View{}, err
	}
	session, err := findSession(app, i)
	if err != nil {
		return View{}, err
	}
	collections, err := collectionNames(app, i.Id)
	return View{
		Summary: Summary{
			ID: i.Id, Kind: i.kind(), Title: i.title(), Abstract: i.abstract(), Tags: i.tags(),
			Authors: namedAuthors(i.authors()), State: stateAt(i.publishAt(), l.now()),
			PublishAt: httpx.TimeOf(i.publishAt()), CreatedAt: httpx.TimeOf(i.createdAt()),
		},
		HTML: markdown.Render(i.body(), 3, func(string) bool { return false }), Link: i.link(), File: file,
		Session: session, Collections: collections,
	}, err
}

// findPublished returns errNotFound for an item that members do not see, as for an unknown id.
func (l *Library) findPublished(app core.App, id string) (*item, error) {
	i, err := find(app, id)
	if err == nil && stateAt(i.publishAt(), l.now()) != Published {
		return nil, errNotFound
	}
	return i, err
}

// List is GET /api/library.
func (l *Library) List() httpx.Endpoint {
	endpoint := httpx.Get(func(e *core.RequestEvent) ([]Summary, error) {
		now := l.now()
		rows, err := lists.QueryRows[row](e, memberList(httpx.CurrentPersonID(e), now))
		if err != nil {
			return nil, err
		}
		return summaries(rows, now), nil
	}, httpx.Doc{
		Tag: tag, Summary: "List and search the library",
		Query: []httpx.Parameter{
			{Name: "words",
				Description: "Lists the items that contain all words. The last may be the start of a word."},
			{Name: "session", Description: "Lists the items that belong to the session with this id."},
			{Name: "bookmarked", Description: "Lists the items of which the caller has a bookmark."},
		},
	})
	return memberList("", time.Time{}).Describe(endpoint)
}

func summaries(rows []row, now time.Time) []Summary {
	list := make([]Summary, len(rows))
	for n, r := range rows {
		list[n] = r.view(now)
	}
	return list
}

// Get is GET /api/library/{id}.
func (l *Library) Get() httpx.Endpoint {
	return httpx.Get(func(e *core.RequestEvent) (View, error) {
		i, err := l.findPublished(e.App, e.Request.PathValue("id"))
		if err != nil {
			return View{}, apperr.Fail(readFailed, err)
		}
		v, err := l.view(e.App, i)
		if err != nil {
			return View{}, apperr.Fail(readFailed, err)
		}
		viewer := httpx.CurrentPersonID(e)
		if err := l.linkAuthors(e.App, i.Id, viewer, v.Authors); err != nil {
			return View{}, apperr.Fail(readFailed, err)
		}
		is, err := isBookmarked(e.App, i.Id, viewer)
		v.IsBookmarked = is
		return v, apperr.Fail(readFailed, err)
	}, httpx.Doc{Tag: tag, Summary: "Read an item of the library", Errors: []*apperr.Error{errNotFound}})
}

// AddBookmark is PUT /api/library/{id}/bookmark.
func (l *Library) AddBookmark() httpx.Endpoint {
	return httpx.Do(func(e *core.RequestEvent) error {
		return l.bookmark(e, func(tx core.App, i *item, person string) error {
			is, err := isBookmarked(tx, i.Id, person)
			if is || err != nil {
				return err
			}
			return addBookmark(tx, i.Id, httpx.CurrentUser(e).Id, l.now())
		})
	}, httpx.Doc{Tag: tag, Summary: "Bookmark an item of the library", Errors: []*apperr.Error{errNotFound}})
}

// RemoveBookmark is DELETE /api/library/{id}/bookmark.
func (l *Library) RemoveBookmark() httpx.Endpoint {
	return httpx.Do(func(e *core.RequestEvent) error {
		return l.bookmark(e, func(tx core.App, i *item, person string) error {
			return deleteBookmarks(tx, i.Id, person)
		})
	}, httpx.Doc{Tag: tag, Summary: "Remove a bookmark", Errors: []*apperr.Error{errNotFound}})
}

func (l *Library) bookmark(e *core.RequestEvent, change func(tx core.App, i *item, person string) error) error {
	err := e.App.RunInTransaction(func(tx core.App) error {
		i, err := l.findPublished(tx, e.Request.PathValue("id"))
		if err != nil {
			return err
		}
		return change(tx, i, httpx.CurrentPersonID(e))
	})
	return apperr.Fail("The bookmark could not be saved. Please try again.", err)
}
