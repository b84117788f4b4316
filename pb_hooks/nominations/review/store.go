package review

import (
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/list"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/lists"
	"boardcircle/pb_hooks/internal/readmodel"
	"boardcircle/pb_hooks/nominations"
	"boardcircle/pb_hooks/people"
)

// The rows of these collections belong to a nomination and are deleted with it.
const (
	reviewNotes = "review_notes"
	reviewVotes = "review_votes"
)

// Note is a row of review_notes, a note between reviewers.
type Note struct{ nominations.ReviewRecord }

func (n *Note) Text() string { return n.GetString("text") }

// newNote returns a note. It is not stored yet.
func newNote(app core.App, n *nominations.Nomination, by audit.Actor, at time.Time, text string) (*Note, error) {
	note, err := nominations.NewReviewRecord[Note](app, reviewNotes, n, by, at)
	if err != nil {
		return nil, err
	}
	note.Set("text", text)
	return note, nil
}

// findNote returns the note of a nomination with an id, or errNoteNotFound.
func findNote(app core.App, nominationID, id string) (*Note, error) {
	found, err := database.First[Note](app, reviewNotes, dbx.HashExp{"id": id, "nomination": nominationID})
	return found, database.IfMissing(err, errNoteNotFound)
}

func countNotes(app core.App, nominationID string) (int64, error) {
	return app.CountRecords(reviewNotes, dbx.HashExp{"nomination": nominationID})
}

// listNotes returns the notes on a nomination, oldest first.
func listNotes(app core.App, nominationID string) ([]NoteView, error) {
	notes := []NoteView{}
	err := app.DB().Select("*").From(reviewNotes).Where(dbx.HashExp{"nomination": nominationID}).
		OrderBy("at", "id").All(&notes)
	return notes, err
}

// Vote is a row of review_votes. Each person who reviews a nomination has at most one, whatever accounts they use.
type Vote struct{ nominations.ReviewRecord }

// Value returns the reviewer's vote.
func (v *Vote) Value() VoteValue { return VoteValue(v.GetString("vote")) }

func (v *Vote) set(value VoteValue, by audit.Actor, at time.Time) {
	v.Load(map[string]any{
		"vote": string(value), "actorKind": string(by.Kind), "actorId": by.ID, "actor": by.Name, "at": at,
	})
}

// newVote returns a vote. It is not stored yet.
func newVote(app core.App, n *nominations.Nomination, by audit.Actor, at time.Time) (*Vote, error) {
	return nominations.NewReviewRecord[Vote](app, reviewVotes, n, by, at)
}

// findVote returns a reviewer's vote on a nomination, with whichever of their accounts they have cast it, or
// sql.ErrNoRows.
func findVote(app core.App, nominationID string, self people.Self) (*Vote, error) {
	return database.First[Vote](app, reviewVotes, dbx.And(dbx.HashExp{"nomination": nominationID},
		dbx.In("[[actorKind]] || ':' || [[actorId]]", list.ToInterfaceSlice(self.Accounts())...)))
}

// findVotes returns the votes on a nomination, oldest first.
func findVotes(app core.App, nominationID string) ([]VoteView, error) {
	votes := []VoteView{}
	err := app.DB().Select("*").From(reviewVotes).Where(dbx.HashExp{"nomination": nominationID}).
		OrderBy("at", "id").All(&votes)
	return votes, err
}

// findDetail returns a nomination for the console without related records, or nominations.ErrNotFound.
func findDetail(app core.App, id string) (*Detail, error) {
	detail := &Detail{}
	err := app.DB().Select("*").From(nominations.Collection).Where(dbx.HashExp{"id": id}).One(detail)
	return detail, database.IfMissing(err, nominations.ErrNotFound)
}

// nominationList lists all nominations. The newest come first, because admins look for new nominations.
var nominationList = lists.List{
	Whole: true,
	From:  nominations.Collection,
	Columns: []string{"id", "name", "email", "phone", "companyName", "directorType", "yearsOfExperience", "status",
		"createdAt"},
	Search: []string{"name", "email", "phone", "companyName"},
	Phone:  "phone",
	Sort: map[string]string{
		"name":              "[[name]] COLLATE folded",
		"email":             "[[email]] COLLATE NOCASE",
		"companyName":       "[[companyName]] COLLATE folded",
		"directorType":      "directorType",
		"yearsOfExperience": "yearsOfExperience",
		"createdAt":         "createdAt",
	},
	DefaultSort: "-createdAt",
	Index:       readmodel.Nominations,
	Counter:     nominations.Counter,
}

// exportList is nominationList with all columns.
var exportList = func() lists.List {
	list := nominationList
	list.Columns = []string{"*"}
	return list
}()

// queueList lists the nominations for the review, earliest deadline first. A nomination with an open question has a
// paused deadline and cannot be overdue, so its sort key 9999 places it last. The conditions and orders must match the
// indexes (pb_migrations) literally, so that SQLite uses the indexes.
var queueList = lists.List{
	From: nominations.Collection,
	Columns: []string{"id", "name", "email", "currentDesignation", "companyName", "status", "createdAt",
		"dueAt", "pausedAt", "decidedAt"},
	Search: []string{"name", "email", "phone", "companyName", "currentDesignation"},
	Phone:  "phone",
	Sort: map[string]string{
		"due": "iif([[pausedAt]] = '', [[dueAt]], '9999')", "name": "[[name]] COLLATE folded", "createdAt": "createdAt",
	},
	Filters: map[string]map[string]string{"state": {
		// A link may contain state=all. ListQueue then removes the filter, so that SQLite uses another index.
		"all":                             "true",
		"open":                            "decidedAt = ''",
		string(nominations.Submitted):     "status = 'submitted'",
		string(nominations.InReview):      "status = 'in_review'",
		string(nominations.InfoRequested): "status = 'info_requested'",
		string(nominations.Approved):      "status = 'approved'",
		string(nominations.Declined):      "status = 'declined'",
		string(nominations.Withdrawn):     "status = 'withdrawn'",
	}},
	DefaultSort: "due",
	Index:       readmodel.Nominations,
	Counter:     nominations.Counter,
	Count:       nominations.CountQueue,
}
