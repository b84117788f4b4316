package consultations

import (
	"errors"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/lists"
	"boardcircle/pb_hooks/internal/modules"
	"boardcircle/pb_hooks/internal/normal"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/payments/ledger"
	"boardcircle/pb_hooks/people"
)

const tag = "polls"

// Summary is a consultation in a list, of members or of the office.
type Summary struct {
	ID               string     `db:"id" json:"id"`
	Title            string     `db:"title" json:"title"`
	State            State      `db:"state" json:"state"`
	Ballot           BallotKind `db:"ballot" json:"ballot"`
	Quorum           int        `db:"quorum" json:"quorum"`
	DiscussionEndsAt httpx.Time `db:"discussionEndsAt" json:"discussionEndsAt"`
	// VotingEndsAt is empty until the vote is opened.
	VotingEndsAt httpx.Time `db:"votingEndsAt" json:"votingEndsAt"`
	// PublishedAt is empty for a draft.
	PublishedAt httpx.Time `db:"publishedAt" json:"publishedAt"`
	// ClosedAt is when the vote has ended, or when its votes were found to be lost.
	ClosedAt httpx.Time `db:"closedAt" json:"closedAt"`
	// WithdrawnAt is empty unless the office has withdrawn the consultation.
	WithdrawnAt httpx.Time `db:"withdrawnAt" json:"withdrawnAt"`
	CreatedAt   httpx.Time `db:"createdAt" json:"createdAt"`
	Comments    int        `db:"comments" json:"comments"`
	// Voters is how many members have voted.
	Voters int `db:"voters" json:"voters"`
	// HasVoted reports whether the caller has voted.
	HasVoted bool `db:"hasVoted" json:"hasVoted"`
	// IsElector reports whether the caller was a member when the vote opened. It is false before that.
	IsElector bool `db:"isElector" json:"isElector"`
}

// Paragraph is a numbered paragraph of a text.
type Paragraph struct {
	// Number counts from 1.
	Number   int    `json:"number"`
	Text     string `json:"text"`
	Comments int    `json:"comments"`
}

// View is a consultation.
type View struct {
	Summary
	Paragraphs []Paragraph `json:"paragraphs"`
	Question   string      `json:"question"`
	// Options are what members choose from. The number of an option counts from 1.
	Options []string `json:"options"`
	// CanComment and CanVote report what the caller can do now.
	CanComment bool `json:"canComment"`
	CanVote    bool `json:"canVote"`
	// OwnChoice is the number of the option that the caller has chosen in an open ballot. It is 0 if the caller has not
	// voted, and in a secret ballot, which does not store who chose what.
	OwnChoice      int        `json:"ownChoice"`
	VotingOpenedAt httpx.Time `json:"votingOpenedAt"`
	// CloseReason is why the vote was closed before its end.
	CloseReason string `json:"closeReason"`
	// WithdrawReason is why the office has withdrawn the consultation.
	WithdrawReason string `json:"withdrawReason"`
	// Result is null for members until it is published, and for the office until the vote is closed.
	Result *Result `json:"result"`
	// FinalParagraphs are the paragraphs of the final text, which is published with the result.
	FinalParagraphs   []Paragraph `json:"finalParagraphs"`
	ResultPublishedAt httpx.Time  `json:"resultPublishedAt"`
}

var blankLines = regexp.MustCompile(`\n[ \t]*\n\s*`)

// paragraphs divides a text at its blank lines.
func paragraphs(text string) []Paragraph {
	list := []Paragraph{}
	for _, part := range blankLines.Split(strings.TrimSpace(strings.ReplaceAll(text, "\r\n", "\n")), -1) {
		if part != "" {
			list = append(list, Paragraph{Number: len(list) + 1, Text: part})
		}
	}
	return list
}

// view returns a consultation without the fields that depend on the caller. The comments of the people whom the caller
// has blocked are not counted.
func (p *Polls) view(app core.App, record *poll, blocked []string) (View, error) {
	comments, err := countComments(app, record.Id, blocked)
	if err != nil {
		return View{}, err
	}
	voters, err := countVoters(app, record.Id)
	if err != nil {
		return View{}, err
	}
	v := View{
		Summary: Summary{
			ID: record.Id, Title: record.title(), State: record.state(), Ballot: record.ballot(),
			Quorum: record.quorum(), DiscussionEndsAt: httpx.TimeOf(record.discussionEndsAt()),
			VotingEndsAt: httpx.TimeOf(record.votingEndsAt()), PublishedAt: httpx.TimeOf(record.publishedAt()),
			ClosedAt: httpx.TimeOf(record.closedAt()), WithdrawnAt: httpx.TimeOf(record.withdrawnAt()),
			CreatedAt: httpx.TimeOf(record.createdAt()), Voters: voters,
		},
		Paragraphs: paragraphs(record.text()), Question: record.question(), Options: record.options(),
		VotingOpenedAt: httpx.TimeOf(record.votingOpenedAt()), CloseReason: record.closeReason(),
		WithdrawReason: record.withdrawReason(), Result: record.result(), FinalParagraphs: paragraphs(record.finalText()),
		ResultPublishedAt: httpx.TimeOf(record.resultPublishedAt()),
	}
	for i := range v.Paragraphs {
		n := comments[v.Paragraphs[i].Number]
		v.Paragraphs[i].Comments = n
		v.Comments += n
	}
	return v, nil
}

// findVisible returns a consultation. It returns errNotFound for a draft, as for an unknown id.
func findVisible(app core.App, id string) (*poll, error) {
	record, err := find(app, id)
	if err == nil && record.state() == Draft {
		return nil, errNotFound
	}
	return record, err
}

// List is GET /api/polls.
func (p *Polls) List() httpx.Endpoint {
	endpoint := httpx.Get(func(e *core.RequestEvent) ([]Summary, error) {
		person := httpx.CurrentPersonID(e)
		blocked, err := p.BlockedBy(e.App, person)
		if err != nil {
			return nil, apperr.Fail(readFailed, err)
		}
		return lists.QueryRows[Summary](e, memberList(person, blocked))
	}, httpx.Doc{Tag: tag, Summary: "List the consultations", Description: "Drafts are not listed."})
	return memberList("", nil).Describe(endpoint)
}

// Get is GET /api/polls/{id}.
func (p *Polls) Get() httpx.Endpoint {
	return httpx.Get(p.get, httpx.Doc{Tag: tag, Summary: "Read a consultation", Errors: []*apperr.Error{errNotFound}})
}

func (p *Polls) get(e *core.RequestEvent) (View, error) {
	record, err := findVisible(e.App, e.Request.PathValue("id"))
	if err != nil {
		return View{}, apperr.Fail(readFailed, err)
	}
	v, err := p.memberView(e, record)
	return v, apperr.Fail(readFailed, err)
}

// memberView returns a consultation as the caller sees it.
func (p *Polls) memberView(e *core.RequestEvent, record *poll) (View, error) {
	person := httpx.CurrentPersonID(e)
	blocked, err := p.BlockedBy(e.App, person)
	if err != nil {
		return View{}, err
	}
	v, err := p.view(e.App, record, blocked)
	if err != nil {
		return View{}, err
	}
	choice, hasVoted, err := findChoice(e.App, record.Id, person)
	if err != nil {
		return View{}, err
	}
	elector, err := findElector(e.App, record.Id, person, httpx.CurrentUser(e).Id)
	if err != nil {
		return View{}, err
	}
	now := p.now()
	v.HasVoted, v.OwnChoice, v.IsElector = hasVoted, choice, elector != ""
	v.CanComment = record.isDiscussionOpen(now)
	v.CanVote = record.isVoteOpen(now) && v.IsElector && !hasVoted
	if record.state() != Published {
		v.Result = nil
	}
	return v, nil
}

// --- the discussion

// CommentView is a comment on a paragraph.
type CommentView struct {
	ID        string `json:"id"`
	Paragraph int    `json:"paragraph"`
	Author    string `json:"author"`
	// Text is empty if the comment was removed.
	Text     string     `json:"text"`
	PostedAt httpx.Time `json:"postedAt"`
	// RemovedBy says who has removed the comment. It is empty if the comment was not removed.
	RemovedBy RemovedBy `json:"removedBy" wire:"orEmpty"`
	// RemovedReason is the office's reason for removing the comment.
	RemovedReason string `json:"removedReason"`
	// IsOwn reports whether the caller has written the comment.
	IsOwn bool `json:"isOwn"`
}

func (p *Polls) listComments(e *core.RequestEvent, pollID, viewer string) ([]CommentView, error) {
	blocked, err := p.BlockedBy(e.App, viewer)
	if err != nil {
		return nil, apperr.Fail(readFailed, err)
	}
	rows, err := lists.QueryRows[commentRow](e, commentList(pollID, blocked))
	if err != nil {
		return nil, err
	}
	authors := make([]string, len(rows))
	for i, row := range rows {
		authors[i] = row.Person
	}
	names, err := people.NamesOf(e.App, authors)
	if err != nil {
		return nil, apperr.Fail(readFailed, err)
	}
	list := make([]CommentView, len(rows))
	for i, row := range rows {
		list[i] = CommentView{ID: row.ID, Paragraph: row.Paragraph, Author: names[row.Person], Text: row.Text,
			PostedAt: row.PostedAt, RemovedBy: row.RemovedBy, RemovedReason: row.RemovedReason,
			IsOwn: viewer != "" && row.Person == viewer}
		if row.RemovedBy != "" {
			list[i].Text = ""
		}
	}
	return list, nil
}

// ListComments is GET /api/polls/{id}/comments.
func (p *Polls) ListComments() httpx.Endpoint {
	endpoint := httpx.Get(func(e *core.RequestEvent) ([]CommentView, error) {
		record, err := findVisible(e.App, e.Request.PathValue("id"))
		if err != nil {
			return nil, apperr.Fail(readFailed, err)
		}
		return p.listComments(e, record.Id, httpx.CurrentPersonID(e))
	}, httpx.Doc{Tag: tag, Summary: "List the comments on a consultation", Errors: []*apperr.Error{errNotFound}})
	return commentList("", nil).Describe(endpoint)
}

const maxCommentLength = 4000

// CommentForm is a comment on a paragraph.
type CommentForm struct {
	_         struct{} `wire:"pollComment"`
	Paragraph int      `json:"paragraph"`
	Text      string   `json:"text"`
}

// Rules returns the rules of the form.
func (CommentForm) Rules() rules.Form { return commentRules }

var commentRules = rules.Form{
	{Name: "paragraph", Label: "Paragraph", Kind: rules.Integer, Required: true, Min: 1, Max: maxParagraphs},
	{
		Name: "text", Label: "Comment", Kind: rules.Text, Required: true, Max: maxCommentLength,
		Messages: rules.Messages{Required: "Please write your comment"},
	},
}

// Comment is POST /api/polls/{id}/comments.
func (p *Polls) Comment() httpx.Endpoint {
	return httpx.JSON(p.comment, httpx.Doc{
		Tag: tag, Summary: "Comment on a paragraph", Status: http.StatusCreated,
		Errors:  []*apperr.Error{errNotFound, errDiscussionOver, errNoParagraph},
		Example: map[string]any{"paragraph": 1, "text": "The quorum should be half of the board."},
	})
}

func (p *Polls) comment(e *core.RequestEvent, form CommentForm) (CommentView, error) {
	user := httpx.CurrentUser(e)
	person := httpx.CurrentPersonID(e)
	view := CommentView{Paragraph: form.Paragraph, Text: form.Text, IsOwn: true}
	err := e.App.RunInTransaction(func(tx core.App) error {
		record, err := findVisible(tx, e.Request.PathValue("id"))
		if err != nil {
			return err
		}
		now := p.now()
		if !record.isDiscussionOpen(now) {
			return errDiscussionOver
		}
		if form.Paragraph > len(paragraphs(record.text())) {
			return errNoParagraph
		}
		names, err := people.NamesOf(tx, []string{person})
		if err != nil {
			return err
		}
		view.Author, view.PostedAt = names[person], httpx.TimeOf(now)
		view.ID, err = addComment(tx, record.Id, user.Id, form, now)
		return err
	})
	if err != nil {
		return CommentView{}, apperr.Fail("Your comment could not be saved. Please try again.", err)
	}
	return view, nil
}

// RemoveComment is DELETE /api/polls/{id}/comments/{comment}.
func (p *Polls) RemoveComment() httpx.Endpoint {
	return httpx.Do(p.removeOwnComment, httpx.Doc{
		Tag: tag, Summary: "Remove your own comment",
		Description: "The list of comments then says that its author has removed the comment.",
		Errors:      []*apperr.Error{errNotFound, errCommentNotFound},
	})
}

func (p *Polls) removeOwnComment(e *core.RequestEvent) error {
	err := e.App.RunInTransaction(func(tx core.App) error {
		c, err := findComment(tx, e.Request.PathValue("id"), e.Request.PathValue("comment"))
		if err == nil && c.person() != httpx.CurrentPersonID(e) {
			return errCommentNotFound
		}
		if err != nil || c.isRemoved() {
			return err
		}
		c.setRemoved(ByAuthor, "", p.now())
		return saveComment(tx, c)
	})
	if err != nil {
		return apperr.Fail("The comment could not be removed. Please try again.", err)
	}
	return nil
}

// --- the vote

// VoteForm is a member's vote.
type VoteForm struct {
	_ struct{} `wire:"-"`
	// Choice is the number of an option, from 1.
	Choice int `json:"choice"`
}

// Rules returns the rules of the form.
func (VoteForm) Rules() rules.Form { return voteRules }

var voteRules = rules.Form{
	{
		Name: "choice", Label: "Vote", Kind: rules.Integer, Required: true, Min: 1, Max: maxOptions,
		Messages: rules.Messages{Required: errNoOption.Message, Invalid: errNoOption.Message},
	},
}

// Receipt is the answer to a vote.
type Receipt struct {
	// Code identifies the vote in the published list of a secret ballot. No other answer has it. Code is empty in an
	// open ballot, whose list has names.
	Code string `json:"code"`
}

// Vote is POST /api/polls/{id}/vote.
func (p *Polls) Vote() httpx.Endpoint {
	return httpx.JSON(p.vote, httpx.Doc{
		Tag: tag, Summary: "Vote",
		Description: "The receipt of a secret ballot is sent only in this answer. It is stored with the vote, not " +
			"with the member. Only people who were members when the vote opened, and still are, can vote.",
		Errors: []*apperr.Error{
			errNotFound, errNotVoting, errAlreadyVoted, errNotMember, errNotElector, errNoOption, errLost,
		},
		Example: map[string]any{"choice": 1},
	})
}

func (p *Polls) vote(e *core.RequestEvent, form VoteForm) (Receipt, error) {
	user := httpx.CurrentUser(e)
	var receipt Receipt
	err := e.App.RunInTransaction(func(tx core.App) error {
		record, err := findVisible(tx, e.Request.PathValue("id"))
		if err != nil {
			return err
		}
		now := p.now()
		if !record.isVoteOpen(now) {
			return errNotVoting
		}
		// The membership may have ended since the request was authorised.
		isMember, err := ledger.MembersIn(modules.Consultations)(tx, user.Id, now)
		if err != nil {
			return err
		}
		if !isMember {
			return errNotMember
		}
		if form.Choice > len(record.options()) {
			return errNoOption
		}
		person := httpx.CurrentPersonID(e)
		_, hasVoted, err := findChoice(tx, record.Id, person)
		if err != nil {
			return err
		}
		if hasVoted {
			return errAlreadyVoted
		}
		elector, err := findElector(tx, record.Id, person, user.Id)
		if err != nil {
			return err
		}
		if elector == "" {
			return errNotElector
		}
		if record.ballot() == Open {
			return addVoter(tx, record.Id, elector, form.Choice, now)
		}
		if err := addSecretVoter(tx, record, elector); err != nil {
			return err
		}
		receipt.Code, err = p.cast(tx, record, form.Choice)
		return err
	})
	if errors.Is(err, errUnreadable) {
		if err = p.loseUnreadable(); err == nil {
			err = errLost
		}
	}
	if httpx.IsUniqueViolation(err, userField) {
		err = errAlreadyVoted
	}
	if err != nil {
		return Receipt{}, apperr.Fail("Your vote could not be saved. Please try again.", err)
	}
	return receipt, nil
}

// OptionBallots has the published votes for one option.
type OptionBallots struct {
	// Option is the number of the option, from 1.
	Option int `json:"option"`
	// Voters are the receipts of a secret ballot or the names of an open one, in alphabetical order.
	Voters []string `json:"voters"`
}

// ListBallots is GET /api/polls/{id}/ballots.
func (p *Polls) ListBallots() httpx.Endpoint { return httpx.Get(p.listBallots, ballotsDoc) }

// ListBallotsForOffice is GET /api/admin/polls/{id}/ballots.
func (p *Polls) ListBallotsForOffice() httpx.Endpoint { return httpx.Get(p.listBallots, ballotsDoc) }

var ballotsDoc = httpx.Doc{
	Tag: tag, Summary: "List the votes of a published result",
	Description: "A secret ballot has receipts. An open ballot has names.",
	Errors:      []*apperr.Error{errNotFound, errNotPublished, errWithdrawn, errLost},
}

func (p *Polls) listBallots(e *core.RequestEvent) ([]OptionBallots, error) {
	record, err := findVisible(e.App, e.Request.PathValue("id"))
	switch {
	case err == nil && record.state() == Withdrawn:
		err = errWithdrawn
	case err == nil && record.state() == Lost:
		err = errLost
	case err == nil && record.state() != Published:
		err = errNotPublished
	}
	if err != nil {
		return nil, apperr.Fail(readFailed, err)
	}
	list, err := readBallots(e.App, record)
	return list, apperr.Fail("The votes could not be read.", err)
}

// readBallots returns the votes of a consultation. Everyone reads the same names.
func readBallots(app core.App, record *poll) ([]OptionBallots, error) {
	list := make([]OptionBallots, len(record.options()))
	for i := range list {
		list[i] = OptionBallots{Option: i + 1, Voters: []string{}}
	}
	add := func(choice int, voter string) error {
		if choice < 1 || choice > len(list) {
			return errors.New("a vote names no option")
		}
		list[choice-1].Voters = append(list[choice-1].Voters, voter)
		return nil
	}
	if record.ballot() == Secret {
		receipts, err := listReceipts(app, record.Id)
		for _, row := range receipts {
			err = errors.Join(err, add(row.Choice, row.Receipt))
		}
		return list, err
	}
	votes, err := listOpenVotes(app, record.Id)
	if err != nil {
		return nil, err
	}
	ids := make([]string, len(votes))
	for i, vote := range votes {
		ids[i] = vote.Person
	}
	names, err := people.NamesOf(app, ids)
	for _, vote := range votes {
		err = errors.Join(err, add(vote.Choice, names[vote.Person]))
	}
	for _, option := range list {
		slices.SortFunc(option.Voters, normal.Compare)
	}
	return list, err
}
