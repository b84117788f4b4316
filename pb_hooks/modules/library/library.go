// Package library has the library of the circle: research notes, regulatory updates and recordings, which members read,
// search and bookmark.
//
// An item without a time of publication is a draft. With a time in the future it is scheduled, and members see it from
// that time on without any job. The office and the editors can take an item back by removing the time.
//
// An item can belong to a session of the circle, and the pages of both link to each other. Members do not see the link
// while the session is a draft.
//
// An item can have one PDF file (files.go). It is private: only members, the office and the editors can open it.
//
// An item has authors (authors.go). Members see the names as they were entered. The name of a member leads to her
// profile for those who see it in the directory.
//
// A change of an item in the console keeps the state before it as a version (versions.go). The time of publication and
// the file are not part of it.
//
// Items can be grouped in collections (collections.go).
//
// The full-text index has the title, the abstract, the text, the tags and the authors of each item, and the words of
// its file. Record hooks write it in the transaction of the item or the file, so it also covers the dashboard.
// `boardcircle members rebuild` rebuilds it.
//
// The text of an item is Markdown. It is sent as safe HTML without pictures, because a picture of another site would
// tell that site who reads the item.
package library

import (
	"errors"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/readmodel"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/people"
)

// Kind is the kind of an item.
type Kind string

// The kinds of items.
const (
	Note      Kind = "note"
	Update    Kind = "update"
	Recording Kind = "recording"
)

// Values returns all kinds.
func (Kind) Values() []string { return rules.Options(Note, Update, Recording) }

// State is the state of an item, which follows from its time of publication.
type State string

// The states of an item.
const (
	Draft     State = "draft"
	Scheduled State = "scheduled"
	Published State = "published"
)

// Values returns all states.
func (State) Values() []string { return rules.Options(Draft, Scheduled, Published) }

func stateAt(publishAt, now time.Time) State {
	switch {
	case publishAt.IsZero():
		return Draft
	case publishAt.After(now):
		return Scheduled
	}
	return Published
}

// Deps are the dependencies of the feature.
type Deps struct {
	Audit *audit.Log
	Clock clock.Clock
	// AreVisible returns which people the viewer sees in the directory.
	AreVisible func(app core.App, viewer string, people []string) (map[string]bool, error)
}

// Library is the feature. Its methods are the handlers of the route table.
type Library struct {
	audit      *audit.Log
	now        clock.Clock
	areVisible func(app core.App, viewer string, people []string) (map[string]bool, error)
}

// New returns the feature.
func New(deps Deps) *Library {
	return &Library{deps.Audit, deps.Clock, deps.AreVisible}
}

// RegisterReadModels keeps the full-text index, and gives the bookmarks and authors the person of their account.
func RegisterReadModels(app core.App) {
	ofAccount := []people.Link{{Field: userField, Collection: people.Accounts}}
	people.Register(app, people.Source{Collection: bookmarksCollection, Links: ofAccount},
		people.Source{Collection: authorsCollection, Links: ofAccount})
	readmodel.RegisterRebuilder(app, rebuildIndex)
	app.OnRecordCreateExecute(itemsCollection).BindFunc(indexRecord)
	app.OnRecordUpdateExecute(itemsCollection).BindFunc(indexRecord)
	app.OnRecordCreateExecute(filesCollection).BindFunc(indexFile)
	app.OnRecordUpdateExecute(filesCollection).BindFunc(indexFile)
	app.OnRecordDeleteExecute(filesCollection).BindFunc(indexFile)
	app.OnRecordDeleteExecute(itemsCollection).BindFunc(func(e *core.RecordEvent) error {
		return database.InTransaction(e, func() error {
			if err := e.Next(); err != nil {
				return err
			}
			return deleteFromIndex(e.App, e.Record.Id)
		})
	})
}

func indexRecord(e *core.RecordEvent) error {
	return database.InTransaction(e, func() error {
		if err := e.Next(); err != nil {
			return err
		}
		return writeIndex(e.App, database.As[item](e.Record))
	})
}

// indexFile writes the index of a file's item.
func indexFile(e *core.RecordEvent) error {
	return database.InTransaction(e, func() error {
		if err := e.Next(); err != nil {
			return err
		}
		i, err := find(e.App, fileItemID(e.Record))
		if errors.Is(err, errNotFound) { // the file is deleted with its item
			return nil
		}
		if err != nil {
			return err
		}
		return writeIndex(e.App, i)
	})
}

func rebuildIndex(tx core.App) error {
	items, err := listAll(tx)
	if err == nil {
		err = clearIndex(tx)
	}
	for _, i := range items {
		if err == nil {
			err = insertIndex(tx, i)
		}
	}
	return err
}

const readFailed = "The library could not be read."

var (
	errNotFound       = apperr.NotFound("library-item-not-found", "This item of the library was not found.")
	errUnknownSession = apperr.Invalid("unknown", "sessionId", "This session was not found")
)
