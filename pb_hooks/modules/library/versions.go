package library

import (
	"reflect"
	"slices"
	"strings"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/modules/events"
)

// A version is the state of an item before a change. An editor restores it by saving its values, so the state that is
// replaced becomes a version too. An item has at most maxVersions; the oldest are deleted.

const maxVersions = 50

// Version is an earlier state of an item.
type Version struct {
	ID string `json:"id"`
	// EndedAt is when the state was changed, and EndedBy the name of the admin who changed it.
	EndedAt httpx.Time `json:"endedAt"`
	EndedBy string     `json:"endedBy"`
	// Form has the values of the state as an admin would enter them. Its publishAt is empty, because a version does not
	// include it. Collections and sessions that were deleted since are left out.
	Form Form `json:"form"`
}

// state is what a version keeps of an item.
type state struct {
	Kind        Kind     `json:"kind"`
	Title       string   `json:"title"`
	Abstract    string   `json:"abstract"`
	Body        string   `json:"body"`
	Tags        []string `json:"tags"`
	Collections []string `json:"collections"`
	Link        string   `json:"link"`
	SessionID   string   `json:"sessionId"`
	// Authors have the accounts too, for comparison. A version stores them in library_authors.
	Authors     []AuthorForm `json:"-"`
	AuthorNames []string     `json:"authors"`
}

// stateOf returns the state that a form describes.
func stateOf(f Form) state {
	s := state{
		Kind: f.Kind, Title: f.Title, Abstract: f.Abstract, Body: f.Body, Tags: append([]string{}, f.Tags...),
		Collections: append([]string{}, f.Collections...), Link: f.Link, SessionID: f.SessionID,
		Authors: make([]AuthorForm, len(f.Authors)), AuthorNames: make([]string, len(f.Authors)),
	}
	slices.Sort(s.Collections)
	for n, author := range f.Authors {
		s.AuthorNames[n] = author.Name
		s.Authors[n] = AuthorForm{author.Name, strings.ToLower(author.Email)}
	}
	return s
}

func (s state) equal(other state) bool { return reflect.DeepEqual(s, other) }

// saveVersion stores a state of an item, and deletes the oldest versions beyond maxVersions.
func (l *Library) saveVersion(tx core.App, itemID string, before Form, by string) error {
	users, err := findAuthors(tx, before.Authors)
	if err != nil {
		return err
	}
	versionID, err := addVersion(tx, itemID, stateOf(before), by, l.now())
	if err != nil {
		return err
	}
	for n, user := range users {
		if user == nil {
			continue
		}
		if err := addAuthor(tx, itemID, versionID, n, user.Id, l.now()); err != nil {
			return err
		}
	}
	return deleteOldVersions(tx, itemID)
}

// ListVersions is GET /api/admin/library/{id}/versions.
func (l *Library) ListVersions() httpx.Endpoint {
	return httpx.Get(func(e *core.RequestEvent) ([]Version, error) {
		i, err := find(e.App, e.Request.PathValue("id"))
		if err != nil {
			return nil, apperr.Fail(versionsNotRead, err)
		}
		stored, err := listVersions(e.App, i.Id)
		list := make([]Version, len(stored))
		for n, v := range stored {
			if err == nil {
				list[n], err = v.view(e.App, i.Id)
			}
		}
		return list, apperr.Fail(versionsNotRead, err)
	}, httpx.Doc{
		Tag: tag, Summary: "List the earlier versions of an item of the library, newest first",
		Description: "To restore a version, save its values.", Errors: []*apperr.Error{errNotFound},
	})
}

const versionsNotRead = "The earlier versions could not be read."

func (v *version) view(app core.App, itemID string) (Version, error) {
	s, err := v.state()
	if err != nil {
		return Version{}, err
	}
	form := Form{Kind: s.Kind, Title: s.Title, Abstract: s.Abstract, Body: s.Body, Tags: s.Tags, Link: s.Link}
	if form.Authors, err = authorForms(app, itemID, v.Id, s.AuthorNames); err != nil {
		return Version{}, err
	}
	if form.Collections, err = listExistingCollections(app, s.Collections); err != nil {
		return Version{}, err
	}
	if s.SessionID != "" {
		_, err = events.Find(app, s.SessionID)
		if err == nil {
			form.SessionID = s.SessionID
		}
	}
	return Version{v.Id, httpx.TimeOf(v.endedAt()), v.endedBy(), form}, database.IgnoreMissing(err)
}
