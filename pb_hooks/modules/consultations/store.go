package consultations

import (
	"database/sql"
	"errors"
	"strconv"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/lists"
	"boardcircle/pb_hooks/internal/rules"
)

const (
	collection         = "polls"
	commentsCollection = "poll_comments"
	electorsCollection = "poll_electors"
	votersCollection   = "poll_voters"
	boxesTable         = "poll_boxes"
	ballotsTable       = "poll_ballots"

	userField = "userId"
)

// poll is the record of a consultation.
type poll struct{ core.BaseRecordProxy }

func (p *poll) title() string               { return p.GetString("title") }
func (p *poll) text() string                { return p.GetString("text") }
func (p *poll) finalText() string           { return p.GetString("finalText") }
func (p *poll) question() string            { return p.GetString("question") }
func (p *poll) ballot() BallotKind          { return BallotKind(p.GetString("ballot")) }
func (p *poll) quorum() int                 { return p.GetInt("quorum") }
func (p *poll) state() State                { return State(p.GetString("state")) }
func (p *poll) setState(state State)        { p.Set("state", string(state)) }
func (p *poll) closeReason() string         { return p.GetString("closeReason") }
func (p *poll) discussionEndsAt() time.Time { return p.GetDateTime("discussionEndsAt").Time() }
func (p *poll) publishedAt() time.Time      { return p.GetDateTime("publishedAt").Time() }
func (p *poll) votingOpenedAt() time.Time   { return p.GetDateTime("votingOpenedAt").Time() }
func (p *poll) votingEndsAt() time.Time     { return p.GetDateTime("votingEndsAt").Time() }
func (p *poll) closedAt() time.Time         { return p.GetDateTime("closedAt").Time() }
func (p *poll) resultPublishedAt() time.Time {
	return p.GetDateTime("resultPublishedAt").Time()
}
func (p *poll) withdrawnAt() time.Time { return p.GetDateTime("withdrawnAt").Time() }
func (p *poll) withdrawReason() string { return p.GetString("withdrawReason") }
func (p *poll) repeatOf() string       { return p.GetString("repeatOf") }
func (p *poll) createdAt() time.Time   { return p.GetDateTime("createdAt").Time() }

// ballotKey is the id of the key of an open secret vote. It is "" if the vote was opened before a vote had its own key.
func (p *poll) ballotKey() string      { return p.GetString("ballotKey") }
func (p *poll) setBallotKey(id string) { p.Set("ballotKey", id) }

func (p *poll) options() []string { return database.ReadList[string](p.Record, "options") }

// result is nil before the close.
func (p *poll) result() *Result {
	r := &Result{Total: p.GetInt("total"), Members: p.GetInt("members"), Twice: p.GetInt("twice"),
		Outcome: Outcome(p.GetString("outcome"))}
	if err := p.UnmarshalJSONField("votes", &r.Votes); err != nil || r.Outcome == "" {
		return nil
	}
	return r
}

func (p *poll) load(f Form, discussionEndsAt time.Time) {
	p.Load(map[string]any{
		"title":            f.Title,
		"text":             f.Text,
		"question":         f.Question,
		"options":          f.Options,
		"ballot":           string(f.Ballot),
		"quorum":           f.Quorum,
		"repeatOf":         f.RepeatOf,
		"discussionEndsAt": database.DateTime(discussionEndsAt),
	})
}

// form returns the record's values as an admin would enter them.
func (p *poll) form() Form {
	f := Form{Title: p.title(), Text: p.text(), Question: p.question(), Options: p.options(), Ballot: p.ballot(),
		Quorum: p.quorum(), RepeatOf: p.repeatOf()}
	if at := p.discussionEndsAt(); !at.IsZero() {
		f.DiscussionEndsAt = at.Format(time.RFC3339)
	}
	return f
}

func (p *poll) setPublished(at time.Time) { p.Set("publishedAt", database.DateTime(at)) }

func (p *poll) setVoting(from, until time.Time) {
	p.Set("votingOpenedAt", database.DateTime(from))
	p.Set("votingEndsAt", database.DateTime(until))
}

func (p *poll) setClosed(result Result, at time.Time, reason string) {
	p.Load(map[string]any{
		"votes":       result.Votes,
		"total":       result.Total,
		"members":     result.Members,
		"twice":       result.Twice,
		"outcome":     string(result.Outcome),
		"closedAt":    database.DateTime(at),
		"closeReason": reason,
	})
}

func (p *poll) setResultPublished(finalText string, at time.Time) {
	p.Set("finalText", finalText)
	p.Set("resultPublishedAt", database.DateTime(at))
}

func (p *poll) setWithdrawn(at time.Time, reason string) {
	p.Set("withdrawnAt", database.DateTime(at))
	p.Set("withdrawReason", reason)
}

func (p *poll) setLost(at time.Time) { p.Set("closedAt", database.DateTime(at)) }

func newPoll(app core.App) (*poll, error) {
	p, err := database.New[poll](app, collection)
	if err != nil {
		return nil, err
	}
	p.Load(map[string]any{"state": string(Draft), "votes": []int{}})
	return p, nil
}

// find returns errNotFound for an unknown id.
func find(app core.App, id string) (*poll, error) {
	found, err := database.Find[poll](app, collection, id)
	return found, database.IfMissing(err, errNotFound)
}

func save(tx core.App, p *poll) error { return database.Wrap("save poll", tx.Save(p)) }

// listSecretVotes returns the consultations whose secret vote is open.
func listSecretVotes(app core.App) ([]*poll, error) {
	var records []*core.Record
	err := app.RecordQuery(collection).Where(dbx.HashExp{"state": string(Voting), "ballot": string(Secret)}).
		All(&records)
	open := make([]*poll, len(records))
	for i, record := range records {
		open[i] = &poll{}
		open[i].SetProxyRecord(record)
	}
	return open, database.Wrap("list open secret votes", err)
}

// listKeys returns the ids of the keys of open votes.
func listKeys(app core.App) (ids []string, err error) {
	err = app.DB().Select("ballotKey").From(collection).
		Where(dbx.And(dbx.HashExp{"state": string(Voting)}, dbx.NewExp("ballotKey != ''"))).Column(&ids)
	return ids, database.Wrap("list the keys of open votes", err)
}

// --- lists

// memberList lists the consultations that are no drafts, newest first, as a person sees them.
func memberList(person string, blocked []string) lists.List {
	list := consoleList
	list.Columns = append([]string{
		"EXISTS (SELECT 1 FROM poll_voters v WHERE v.poll = polls.id AND v.person = {:person}) AS [[hasVoted]]",
		isElector + " AS [[isElector]]"},
		consoleList.Columns...)
	list.Where, list.Search, list.Params = "publishedAt != ''", nil, blockedParams(blocked)
	list.Params["person"] = person
	list.Sort = map[string]string{"publishedAt": "publishedAt"}
	list.DefaultSort = "-publishedAt"
	return list
}

// isElector selects the consultations in whose vote a person can take part.
const isElector = "EXISTS (SELECT 1 FROM poll_electors e WHERE e.poll = polls.id AND e.person = {:person})"

// Lists and counts of comments leave out those of the people whom the reader has blocked, whose ids they bind.
const isNotBlocked = "person NOT IN (SELECT value FROM json_each({:blocked}))"

func blockedParams(blocked []string) dbx.Params {
	return dbx.Params{"blocked": types.JSONArray[string](blocked).String()}
}

// consoleList lists all consultations, newest first.
var consoleList = lists.List{
	From: collection,
	Columns: []string{"id", "title", "state", "ballot", "quorum", "discussionEndsAt", "votingEndsAt", "publishedAt",
		"closedAt", "withdrawnAt", "createdAt",
		"(SELECT count(*) FROM poll_comments c WHERE c.poll = polls.id AND c.removedAt = '' AND c." +
			isNotBlocked + ") AS [[comments]]",
		"(SELECT count(DISTINCT v.person) FROM poll_voters v WHERE v.poll = polls.id) AS [[voters]]"},
	Params:      blockedParams(nil),
	Search:      []string{"title", "question"},
	Sort:        map[string]string{"createdAt": "createdAt", "title": "[[title]] COLLATE folded"},
	Filters:     map[string]map[string]string{"state": lists.Equals("state", State("").Values()...)},
	DefaultSort: "-createdAt",
}

// --- comments

// RemovedBy says who has removed a comment.
type RemovedBy string

// The people who can remove a comment.
const (
	ByAuthor RemovedBy = "author"
	ByOffice RemovedBy = "office"
)

// Values returns both.
func (RemovedBy) Values() []string { return rules.Options(ByAuthor, ByOffice) }

// comment is the record of a comment.
type comment struct{ core.BaseRecordProxy }

func (c *comment) person() string  { return c.GetString("person") }
func (c *comment) pollID() string  { return c.GetString("poll") }
func (c *comment) paragraph() int  { return c.GetInt("paragraph") }
func (c *comment) text() string    { return c.GetString("text") }
func (c *comment) isRemoved() bool { return !c.GetDateTime("removedAt").IsZero() }

func (c *comment) setRemoved(by RemovedBy, reason string, at time.Time) {
	c.Load(map[string]any{"removedAt": database.DateTime(at), "removedBy": string(by), "removedReason": reason})
}

// addComment stores a comment and returns its id. A record hook sets the person.
func addComment(tx core.App, pollID, userID string, f CommentForm, at time.Time) (id string, err error) {
	record, err := database.NewRecord(tx, commentsCollection)
	if err != nil {
		return "", err
	}
	record.Load(map[string]any{"poll": pollID, userField: userID, "paragraph": f.Paragraph, "text": f.Text,
		"postedAt": database.DateTime(at)})
	return record.Id, database.Wrap("save comment", tx.Save(record))
}

// findComment returns errCommentNotFound for an unknown id, or the id of a comment on another consultation.
func findComment(app core.App, pollID, id string) (*comment, error) {
	c, err := findCommentByID(app, id)
	if err == nil && c.pollID() != pollID {
		return nil, errCommentNotFound
	}
	return c, err
}

// findCommentByID returns errCommentNotFound for an unknown id.
func findCommentByID(app core.App, id string) (*comment, error) {
	found, err := database.Find[comment](app, commentsCollection, id)
	return found, database.IfMissing(err, errCommentNotFound)
}

func saveComment(tx core.App, c *comment) error { return database.Wrap("save comment", tx.Save(c)) }

type commentRow struct {
	ID            string     `db:"id"`
	Paragraph     int        `db:"paragraph"`
	Person        string     `db:"person"`
	Text          string     `db:"text"`
	PostedAt      httpx.Time `db:"postedAt"`
	RemovedBy     RemovedBy  `db:"removedBy"`
	RemovedReason string     `db:"removedReason"`
}

// commentList lists the comments of a consultation, oldest first.
func commentList(pollID string, blocked []string) lists.List {
	params := blockedParams(blocked)
	params["poll"] = pollID
	return lists.List{
		From:        commentsCollection,
		Columns:     []string{"id", "paragraph", "person", "text", "postedAt", "removedBy", "removedReason"},
		Where:       "poll = {:poll} AND " + isNotBlocked,
		Params:      params,
		Sort:        map[string]string{"postedAt": "postedAt"},
		DefaultSort: "postedAt",
		ValueFilters: map[string]func(string) (dbx.Expression, bool){
			"paragraph": func(value string) (dbx.Expression, bool) {
				number, err := strconv.Atoi(value)
				return dbx.NewExp("paragraph = {:paragraph}", dbx.Params{"paragraph": number}),
					err == nil && number >= 1 && number <= maxParagraphs
			},
		},
	}
}

// countComments returns the number of comments on each paragraph of a consultation.
func countComments(app core.App, pollID string, blocked []string) (map[int]int, error) {
	var rows []struct {
		Paragraph int `db:"paragraph"`
		Comments  int `db:"comments"`
	}
	err := app.DB().NewQuery("SELECT paragraph, count(*) AS comments FROM poll_comments " +
		"WHERE poll = {:poll} AND removedAt = '' AND " + isNotBlocked + " GROUP BY paragraph").
		Bind(dbx.Params{"poll": pollID}).Bind(blockedParams(blocked)).All(&rows)
	counts := map[int]int{}
	for _, row := range rows {
		counts[row.Paragraph] = row.Comments
	}
	return counts, database.Wrap("count comments", err)
}

// --- votes

// addElector stores that an account can vote. line is the membership that gives the vote. A record hook sets the person.
func addElector(tx core.App, pollID, userID, line string, at time.Time) error {
	return database.Wrap("save elector", database.Create(tx, electorsCollection,
		map[string]any{"poll": pollID, userField: userID, "line": line}, at))
}

// findElector returns the account whose membership gives a person a vote, or "". It is the account userID if that has a
// vote, or another account of the person, which has become theirs by a merge.
func findElector(app core.App, pollID, person, userID string) (account string, err error) {
	err = app.DB().NewQuery(`SELECT userId FROM poll_electors WHERE poll = {:poll} AND person = {:person}
		ORDER BY userId = {:user} DESC, userId LIMIT 1`).
		Bind(dbx.Params{"poll": pollID, "person": person, "user": userID}).Row(&account)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return account, database.Wrap("find elector", err)
}

// countElectors returns how many people can vote. It is 0 before the vote opens.
func countElectors(app core.App, pollID string) (n int, err error) {
	err = app.DB().NewQuery("SELECT count(DISTINCT person) FROM poll_electors WHERE poll = {:poll}").
		Bind(dbx.Params{"poll": pollID}).Row(&n)
	return n, database.Wrap("count electors", err)
}

// listElectors returns the ids of the people who can vote.
func listElectors(app core.App, pollID string) (people []string, err error) {
	err = app.DB().Select("person").From(electorsCollection).Where(dbx.HashExp{"poll": pollID}).Column(&people)
	return people, database.Wrap("list electors", err)
}

// addVoter stores that the owner of an account has voted in an open ballot. A record hook sets the person.
func addVoter(tx core.App, pollID, userID string, choice int, at time.Time) error {
	return database.Wrap("save voter", database.Create(tx, votersCollection,
		map[string]any{"poll": pollID, userField: userID, "choice": choice}, at))
}

// addSecretVoter stores that the owner of an account has voted in a secret ballot. The rows of all its voters have the
// same time and a random rowid, so that a query does not show the order of the votes. A collection of PocketBase always
// has rowids.
func addSecretVoter(tx core.App, record *poll, userID string) error {
	if err := addVoter(tx, record.Id, userID, 0, record.votingOpenedAt()); err != nil {
		return err
	}
	_, err := tx.NonconcurrentDB().
		NewQuery("UPDATE poll_voters SET rowid = random() WHERE poll = {:poll} AND userId = {:user}").
		Bind(dbx.Params{"poll": record.Id, "user": userID}).Execute()
	return database.Wrap("give a voter a random rowid", err)
}

// findChoice returns the choice of a person in an open ballot, and whether the person has voted.
func findChoice(app core.App, pollID, person string) (choice int, hasVoted bool, err error) {
	err = app.DB().Select("choice").From(votersCollection).Where(dbx.HashExp{"poll": pollID, "person": person}).
		OrderBy("createdAt DESC", "id").Limit(1).Row(&choice)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, false, nil
	}
	return choice, err == nil, database.Wrap("find vote", err)
}

// countVoters returns how many people have voted.
func countVoters(app core.App, pollID string) (n int, err error) {
	err = app.DB().NewQuery("SELECT count(DISTINCT person) FROM poll_voters WHERE poll = {:poll}").
		Bind(dbx.Params{"poll": pollID}).Row(&n)
	return n, database.Wrap("count voters", err)
}

// listVoters returns the ids of the people who have voted.
func listVoters(app core.App, pollID string) (people []string, err error) {
	err = app.DB().Select("person").From(votersCollection).Where(dbx.HashExp{"poll": pollID}).Column(&people)
	return people, database.Wrap("list voters", err)
}

// openVotes selects the later vote of each person in an open ballot.
const openVotes = ` FROM poll_voters v WHERE v.poll = {:poll} AND NOT EXISTS (
	SELECT 1 FROM poll_voters l WHERE l.poll = v.poll AND l.person = v.person
	AND (l.createdAt > v.createdAt OR l.createdAt = v.createdAt AND l.id > v.id))`

func listOpenChoices(app core.App, pollID string) (choices []int, err error) {
	err = app.DB().NewQuery("SELECT choice" + openVotes).Bind(dbx.Params{"poll": pollID}).Column(&choices)
	return choices, database.Wrap("list votes", err)
}

// openVote is the vote of a person in an open ballot.
type openVote struct {
	Person string `db:"person"`
	Choice int    `db:"choice"`
}

func listOpenVotes(app core.App, pollID string) (votes []openVote, err error) {
	err = app.DB().NewQuery("SELECT person, choice" + openVotes).Bind(dbx.Params{"poll": pollID}).All(&votes)
	return votes, database.Wrap("list votes with names", err)
}

// findBox returns the encrypted votes of a secret ballot, or "".
func findBox(app core.App, pollID string) (sealed string, err error) {
	err = app.DB().Select("ballots").From(boxesTable).Where(dbx.HashExp{"poll": pollID}).Limit(1).Row(&sealed)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return sealed, database.Wrap("find ballot box", err)
}

func saveBox(tx core.App, pollID, sealed string) error {
	_, err := tx.NonconcurrentDB().NewQuery(`INSERT INTO poll_boxes (poll, ballots) VALUES ({:poll}, {:ballots})
		ON CONFLICT (poll) DO UPDATE SET ballots = excluded.ballots`).
		Bind(dbx.Params{"poll": pollID, "ballots": sealed}).Execute()
	return database.Wrap("save ballot box", err)
}

// deleteBox deletes the encrypted votes of a secret ballot, if there are any.
func deleteBox(tx core.App, pollID string) error {
	_, err := tx.NonconcurrentDB().Delete(boxesTable, dbx.HashExp{"poll": pollID}).Execute()
	return database.Wrap("delete ballot box", err)
}

// insertBallots stores the votes of a secret ballot in the order of their receipts.
func insertBallots(tx core.App, pollID string, votes box) error {
	for _, vote := range votes {
		_, err := tx.NonconcurrentDB().Insert(ballotsTable,
			dbx.Params{"poll": pollID, "id": vote.receipt, "choice": vote.choice}).Execute()
		if err != nil {
			return database.Wrap("publish ballots", err)
		}
	}
	return nil
}

// receiptRow is a published vote of a secret ballot.
type receiptRow struct {
	Receipt string `db:"id"`
	Choice  int    `db:"choice"`
}

// listReceipts returns the published votes of a secret ballot in the order of their receipts.
func listReceipts(app core.App, pollID string) (rows []receiptRow, err error) {
	err = app.DB().Select("id", "choice").From(ballotsTable).Where(dbx.HashExp{"poll": pollID}).OrderBy("id").
		All(&rows)
	return rows, database.Wrap("list receipts", err)
}
