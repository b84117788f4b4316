package events

import (
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/database"
)

const feedsCollection = "calendar_feeds"

// feed is the record of the address of a member's calendar feed. The token of the address is not stored.
type feed struct{ core.BaseRecordProxy }

func (f *feed) userID() string      { return f.GetString("userId") }
func (f *feed) issuedAt() time.Time { return f.GetDateTime("issuedAt").Time() }

func (f *feed) setToken(hash string, at time.Time) {
	f.Load(map[string]any{"tokenHash": hash, "issuedAt": database.DateTime(at)})
}

func newFeed(app core.App, userID string) (*feed, error) {
	f, err := database.New[feed](app, feedsCollection)
	if err != nil {
		return nil, err
	}
	f.Set("userId", userID)
	return f, nil
}

// findFeedByHash returns the feed with the hash of a token, or sql.ErrNoRows.
func findFeedByHash(app core.App, hash string) (*feed, error) {
	return database.First[feed](app, feedsCollection, dbx.HashExp{"tokenHash": hash})
}

// findFeedOfUser returns a member's feed, or sql.ErrNoRows.
func findFeedOfUser(app core.App, userID string) (*feed, error) {
	return database.First[feed](app, feedsCollection, dbx.HashExp{"userId": userID})
}
