package consultations

import (
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/lists"
	"boardcircle/pb_hooks/internal/modules"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/payments/ledger"
)

const (
	maxTextLength = 40_000
	maxParagraphs = 500
	minOptions    = 2
	maxOptions    = 20
	maxQuorum     = 1_000_000
)

// Form is what the office enters for a consultation.
type Form struct {
	_     struct{} `wire:"poll"`
	Title string   `json:"title"`
	// Text is divided into paragraphs at its empty lines.
	Text     string     `json:"text"`
	Question string     `json:"question"`
	Options  []string   `json:"options"`
	Ballot   BallotKind `json:"ballot"`
	// Quorum is how many members have to vote. 0 means no quorum.
	Quorum int `json:"quorum"`
	// DiscussionEndsAt is a day, which means its end, or a time.
	DiscussionEndsAt string `json:"discussionEndsAt"`
	// RepeatOf is the id of the lost vote that the consultation repeats, or "".
	RepeatOf string `json:"repeatOf"`
}

// Rules returns the rules of the form.
func (Form) Rules() rules.Form { return formRules }

var formRules = rules.Form{
	{Name: "title", Label: "Title", Kind: rules.Line, Required: true, Max: 200},
	{Name: "text", Label: "Text", Kind: rules.Text, Required: true, Max: maxTextLength},
	{Name: "question", Label: "Question", Kind: rules.Line, Required: true, Max: 500},
	{Name: "options", Label: "Options", Kind: rules.List, Required: true, Max: maxOptions},
	{
		Name: "ballot", Label: "Ballot", Kind: rules.Choice, Required: true, Options: BallotKind("").Values(),
		Default: string(Secret),
	},
	{Name: "quorum", Label: "Quorum", Kind: rules.Integer, Min: 0, Max: maxQuorum, Default: "0"},
	{
		Name: "discussionEndsAt", Label: "End of the discussion", Kind: rules.Line, Required: true, Max: 40,
		Pattern: india.DayOrTimePattern, Messages: rules.Messages{Invalid: india.NoSuchDay},
	},
	{Name: "repeatOf", Label: "Repeats", Kind: rules.Line, Max: 15},
}

// CheckFields checks the number of options and of paragraphs.
func (f *Form) CheckFields() (problems []rules.Problem) {
	if len(f.Options) < minOptions {
		problems = append(problems, rules.Problem{Field: "options", Code: "short",
			Message: "Please enter at least two options"})
	}
	if len(paragraphs(f.Text)) > maxParagraphs {
		problems = append(problems, rules.Problem{Field: "text", Code: "long",
			Message: fmt.Sprintf("Please divide the text into at most %d paragraphs", maxParagraphs)})
	}
	return problems
}

// AdminView is a consultation in the console.
type AdminView struct {
	View
	// Text and FinalText are the texts as they were entered.
	Text      string `json:"text"`
	FinalText string `json:"finalText"`
	// Version is the version of the form.
	Version string `json:"version"`
	// Members is how many members there are now, and Electors how many people can vote. Electors is 0 before the vote
	// opens.
	Members  int `json:"members"`
	Electors int `json:"electors"`
	// RepeatOf is the id of the lost vote that the consultation repeats, or "".
	RepeatOf string `json:"repeatOf"`
	// IsDiscussionOver reports whether the vote can be opened.
	IsDiscussionOver bool `json:"isDiscussionOver"`
}

func (p *Polls) adminView(app core.App, record *poll) (AdminView, error) {
	v, err := p.view(app, record, nil)
	if err != nil {
		return AdminView{}, err
	}
	members, err := ledger.CountMembersIn(app, modules.Consultations, p.now())
	if err != nil {
		return AdminView{}, err
	}
	electors, err := countElectors(app, record.Id)
	return AdminView{View: v, Text: record.text(), FinalText: record.finalText(),
		Version: httpx.VersionOf(record.form()), Members: members, Electors: electors, RepeatOf: record.repeatOf(),
		IsDiscussionOver: record.state() == Discussing && !record.isDiscussionOpen(p.now())}, err
}

// ListAll is GET /api/admin/polls.
func (p *Polls) ListAll() httpx.Endpoint {
	return lists.Rows[Summary](consoleList, httpx.Doc{Tag: tag, Summary: "List the consultations in the console"})
}

// GetForOffice is GET /api/admin/polls/{id}.
func (p *Polls) GetForOffice() httpx.Endpoint {
	return httpx.Get(func(e *core.RequestEvent) (AdminView, error) {
		record, err := find(e.App, e.Request.PathValue("id"))
		if err != nil {
			return AdminView{}, apperr.Fail(readFailed, err)
		}
		v, err := p.adminView(e.App, record)
		return v, apperr.Fail(readFailed, err)
	}, httpx.Doc{
		Tag: tag, Summary: "Read a consultation in the console",
		Description: "The result is included after the close.", Errors: []*apperr.Error{errNotFound},
	})
}

// ListCommentsForOffice is GET /api/admin/polls/{id}/comments.
func (p *Polls) ListCommentsForOffice() httpx.Endpoint {
	endpoint := httpx.Get(func(e *core.RequestEvent) ([]CommentView, error) {
		record, err := find(e.App, e.Request.PathValue("id"))
		if err != nil {
			return nil, apperr.Fail(readFailed, err)
		}
		return p.listComments(e, record.Id, "")
	}, httpx.Doc{
		Tag: tag, Summary: "List the comments on a consultation in the console", Errors: []*apperr.Error{errNotFound},
	})
	return commentList("", nil).Describe(endpoint)
}

// Create is POST /api/polls.
func (p *Polls) Create() httpx.Endpoint {
	return httpx.JSON(p.create, httpx.Doc{
		Tag: tag, Summary: "Create a draft of a consultation", Status: http.StatusCreated,
		Example: map[string]any{
			"title": "Comments on the draft LODR amendments", "text": "The regulator proposes...\n\nWe propose...",
			"question": "Shall the circle send this text to the regulator?", "options": []any{"Yes", "No", "Abstain"},
			"ballot": "secret", "quorum": 20, "discussionEndsAt": "2099-03-31",
		},
	})
}

func (p *Polls) create(e *core.RequestEvent, form Form) (AdminView, error) {
	return p.change(e, func(tx core.App) (*poll, error) {
		record, err := newPoll(tx)
		if err != nil {
			return nil, err
		}
		return record, p.saveDraft(tx, audit.RequestActor(e), "poll.created", record, form)
	})
}

// Update is PUT /api/polls/{id}.
func (p *Polls) Update() httpx.Endpoint {
	return httpx.Patch(p.update, httpx.Doc{
		Tag: tag, Summary: "Change a draft of a consultation", Description: "A field that is missing keeps its value.",
		Errors:  []*apperr.Error{errNotFound, errNotDraft},
		Example: map[string]any{"quorum": 30}, IsVersioned: true,
	})
}

func (p *Polls) update(e *core.RequestEvent, change httpx.Change[Form]) (AdminView, error) {
	return p.change(e, func(tx core.App) (*poll, error) {
		record, err := find(tx, e.Request.PathValue("id"))
		if err != nil {
			return nil, err
		}
		if record.state() != Draft {
			return nil, errNotDraft
		}
		stored := record.form()
		if err := change.CheckVersion(stored, "consultation"); err != nil {
			return nil, err
		}
		form, err := change.Apply(stored)
		if err != nil {
			return nil, err
		}
		return record, p.saveDraft(tx, audit.RequestActor(e), "poll.updated", record, form)
	})
}

func (p *Polls) saveDraft(tx core.App, by audit.Actor, action string, record *poll, form Form) error {
	ends, err := parseEnd("discussionEndsAt", "The end of the discussion", form.DiscussionEndsAt, p.now())
	if err != nil {
		return err
	}
	if form.RepeatOf != "" {
		repeated, err := find(tx, form.RepeatOf)
		if errors.Is(err, errNotFound) || err == nil && repeated.state() != Lost {
			return errNotLost
		}
		if err != nil {
			return err
		}
	}
	record.load(form, ends)
	return p.Audit.Save(tx, by, action, record.Record)
}

// change runs a change of a consultation and returns the consultation.
func (p *Polls) change(e *core.RequestEvent, do func(tx core.App) (*poll, error)) (v AdminView, err error) {
	err = e.App.RunInTransaction(func(tx core.App) error {
		record, err := do(tx)
		if err == nil {
			v, err = p.adminView(tx, record)
		}
		return err
	})
	if err != nil {
		return AdminView{}, apperr.Fail("The consultation could not be saved. Please try again.", err)
	}
	return v, nil
}

// Delete is DELETE /api/polls/{id}.
func (p *Polls) Delete() httpx.Endpoint {
	return httpx.Do(p.delete, httpx.Doc{
		Tag: tag, Summary: "Delete a draft of a consultation", Errors: []*apperr.Error{errNotFound, errNotDraft},
	})
}

func (p *Polls) delete(e *core.RequestEvent) error {
	err := e.App.RunInTransaction(func(tx core.App) error {
		record, err := find(tx, e.Request.PathValue("id"))
		if err != nil {
			return err
		}
		if record.state() != Draft {
			return errNotDraft
		}
		return p.Audit.Delete(tx, audit.RequestActor(e), "poll.deleted", record.Record)
	})
	if err != nil {
		return apperr.Fail("The consultation could not be deleted. Please try again.", err)
	}
	return nil
}

// Publish is POST /api/polls/{id}/publish.
func (p *Polls) Publish() httpx.Endpoint {
	return httpx.DoJSON(p.publish, httpx.Doc{
		Tag: tag, Summary: "Publish a consultation and open its discussion",
		Description: "All members get an email, unless they have opted out of news.",
		Errors:      []*apperr.Error{errNotFound, errWrongState, errDiscussionPast},
	})
}

var errDiscussionPast = apperr.Conflict("poll-discussion-past",
	"The end of the discussion has passed. Choose a later one and publish the consultation then.")

func (p *Polls) publish(e *core.RequestEvent) (AdminView, error) {
	return p.advance(e, "poll.published", func(tx core.App, record *poll) error {
		if err := record.move(Discussing); err != nil {
			return err
		}
		if !p.now().Before(record.discussionEndsAt()) {
			return errDiscussionPast
		}
		record.setPublished(p.now())
		return p.enqueueAnnouncement(tx, record, discussionOpened, time.Time{})
	})
}

// advance moves a consultation to another state and records it in the audit log.
func (p *Polls) advance(e *core.RequestEvent, action string,
	do func(tx core.App, record *poll) error) (AdminView, error) {
	return p.change(e, func(tx core.App) (*poll, error) {
		record, err := find(tx, e.Request.PathValue("id"))
		if err == nil {
			err = do(tx, record)
		}
		if err != nil {
			return nil, err
		}
		return record, p.Audit.Save(tx, audit.RequestActor(e), action, record.Record)
	})
}

// OpenForm is the end of a vote.
type OpenForm struct {
	_ struct{} `wire:"pollVote"`
	// VotingEndsAt is a day, which means its end, or a time.
	VotingEndsAt string `json:"votingEndsAt"`
}

// Rules returns the rules of the form.
func (OpenForm) Rules() rules.Form { return openRules }

var openRules = rules.Form{
	{
		Name: "votingEndsAt", Label: "End of the vote", Kind: rules.Line, Required: true, Max: 40,
		Pattern: india.DayOrTimePattern, Messages: rules.Messages{Invalid: india.NoSuchDay},
	},
}

// OpenVote is POST /api/polls/{id}/open.
func (p *Polls) OpenVote() httpx.Endpoint {
	return httpx.JSON(p.openVote, httpx.Doc{
		Tag: tag, Summary: "Open the vote of a consultation",
		Description: "The people who are members now can vote, and those who join later cannot. They get an email, " +
			"unless they have opted out of news. A day before the end, those who have not voted get a reminder, if " +
			"the vote is open for two days or more.",
		Errors:  []*apperr.Error{errNotFound, errWrongState, errDiscussing},
		Example: map[string]any{"votingEndsAt": "2099-04-30"},
	})
}

func (p *Polls) openVote(e *core.RequestEvent, form OpenForm) (AdminView, error) {
	ends, err := parseEnd("votingEndsAt", "The end of the vote", form.VotingEndsAt, p.now())
	if err != nil {
		return AdminView{}, err
	}
	return p.advance(e, "poll.vote-opened", func(tx core.App, record *poll) error {
		if err := record.move(Voting); err != nil {
			return err
		}
		now := p.now()
		if now.Before(record.discussionEndsAt()) {
			return errDiscussing
		}
		record.setVoting(now, ends)
		if record.ballot() == Secret {
			// The key is on the disk before the commit. If the commit fails, the next start deletes the key.
			id, _, err := p.Keys.Create()
			if err != nil {
				return err
			}
			record.setBallotKey(id)
		}
		return errors.Join(addElectors(tx, record, now), p.enqueueVote(tx, record))
	})
}

// CloseForm is why a vote is closed before its end.
type CloseForm struct {
	_      struct{} `wire:"pollClose"`
	Reason string   `json:"reason"`
}

// Rules returns the rules of the form.
func (CloseForm) Rules() rules.Form { return reasonRules }

var reasonRules = rules.Form{
	{Name: "reason", Label: "Reason", Kind: rules.Text, Required: true, Max: 1000},
}

// CloseVote is POST /api/polls/{id}/close.
func (p *Polls) CloseVote() httpx.Endpoint {
	return httpx.JSON(p.closeVote, httpx.Doc{
		Tag: tag, Summary: "Close a vote before its end",
		Description: "Members see the reason. Without this call, the vote closes at its end. After the end, the " +
			"reason is not stored.",
		Errors:  []*apperr.Error{errNotFound, errWrongState},
		Example: map[string]any{"reason": "All members have voted."},
	})
}

func (p *Polls) closeVote(e *core.RequestEvent, form CloseForm) (AdminView, error) {
	return p.advance(e, "poll.closed", func(tx core.App, record *poll) error {
		reason := form.Reason
		if !p.now().Before(record.votingEndsAt()) { // the job has not closed it yet
			reason = ""
		}
		return p.close(tx, record, reason)
	})
}

// WithdrawForm is why a consultation is withdrawn.
type WithdrawForm struct {
	_ struct{} `wire:"pollWithdrawal"`
	// Reason is sent to the members.
	Reason string `json:"reason"`
}

// Rules returns the rules of the form.
func (WithdrawForm) Rules() rules.Form { return reasonRules }

// Withdraw is POST /api/polls/{id}/withdraw.
func (p *Polls) Withdraw() httpx.Endpoint {
	return httpx.JSON(p.withdraw, httpx.Doc{
		Tag: tag, Summary: "Withdraw a published consultation before the end of its vote",
		Description: "Members see the reason. The votes are not counted, and those of a secret ballot are deleted. " +
			"All members get an email, unless they have opted out of news.",
		Errors:  []*apperr.Error{errNotFound, errWrongState},
		Example: map[string]any{"reason": "The regulator has withdrawn its draft."},
	})
}

func (p *Polls) withdraw(e *core.RequestEvent, form WithdrawForm) (AdminView, error) {
	return p.advance(e, "poll.withdrawn", func(tx core.App, record *poll) error {
		if record.state() == Voting && !record.isVoteOpen(p.now()) { // the job has not closed it yet
			return errWrongState
		}
		if err := record.move(Withdrawn); err != nil {
			return err
		}
		record.setWithdrawn(p.now(), form.Reason)
		return errors.Join(p.deleteBox(tx, record), p.enqueueAnnouncement(tx, record, pollWithdrawn, time.Time{}))
	})
}

// ResultForm is the final text of a consultation.
type ResultForm struct {
	_         struct{} `wire:"pollResult"`
	FinalText string   `json:"finalText"`
}

// Rules returns the rules of the form.
func (ResultForm) Rules() rules.Form { return resultRules }

var resultRules = rules.Form{
	{Name: "finalText", Label: "Final text", Kind: rules.Text, Required: true, Max: maxTextLength},
}

// PublishResult is POST /api/polls/{id}/result.
func (p *Polls) PublishResult() httpx.Endpoint {
	return httpx.JSON(p.publishResult, httpx.Doc{
		Tag: tag, Summary: "Publish the result of a vote with the final text",
		Description: "Members see the votes of each option, and the receipts or the names. All members get an email, " +
			"unless they have opted out of news.",
		Errors:  []*apperr.Error{errNotFound, errWrongState},
		Example: map[string]any{"finalText": "The circle proposes..."},
	})
}

func (p *Polls) publishResult(e *core.RequestEvent, form ResultForm) (AdminView, error) {
	return p.advance(e, "poll.result-published", func(tx core.App, record *poll) error {
		if err := record.move(Published); err != nil {
			return err
		}
		record.setResultPublished(form.FinalText, p.now())
		return p.enqueueAnnouncement(tx, record, resultPublished, time.Time{})
	})
}

// RemoveForm is why the office removes a comment.
type RemoveForm struct {
	_      struct{} `wire:"pollCommentRemoval"`
	Reason string   `json:"reason"`
}

// Rules returns the rules of the form.
func (RemoveForm) Rules() rules.Form { return reasonRules }

// RemoveCommentByOffice is POST /api/polls/{id}/comments/{comment}/remove.
func (p *Polls) RemoveCommentByOffice() httpx.Endpoint {
	return httpx.JSON(p.removeComment, httpx.Doc{
		Tag: tag, Summary: "Remove a member's comment", Description: "Members see the reason in place of the comment.",
		Errors:  []*apperr.Error{errNotFound, errCommentNotFound},
		Example: map[string]any{"reason": "It names a person who is not a member."},
	})
}

func (p *Polls) removeComment(e *core.RequestEvent, form RemoveForm) (httpx.None, error) {
	err := e.App.RunInTransaction(func(tx core.App) error {
		c, err := findComment(tx, e.Request.PathValue("id"), e.Request.PathValue("comment"))
		if err != nil || c.isRemoved() {
			return err
		}
		return p.removeForOffice(tx, audit.RequestActor(e), c, form.Reason)
	})
	if err != nil {
		return httpx.None{}, apperr.Fail("The comment could not be removed. Please try again.", err)
	}
	return httpx.None{}, nil
}

func (p *Polls) removeForOffice(tx core.App, by audit.Actor, c *comment, reason string) error {
	c.setRemoved(ByOffice, reason, p.now())
	return p.Audit.Save(tx, by, "poll.comment-removed", c.Record)
}

// parseEnd parses when a discussion or a vote ends. A day means its last second.
func parseEnd(field, label, text string, now time.Time) (time.Time, error) {
	at, err := india.ParseEnd(text)
	switch {
	case err != nil:
		return at, httpx.Invalid(rules.Invalid(field, india.NoSuchDay))
	case !at.After(now):
		return at, httpx.Invalid(rules.Problem{Field: field, Code: "past", Message: label + " must be in the future"})
	}
	return at, nil
}
