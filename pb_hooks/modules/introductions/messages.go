package introductions

import (
	"net/http"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/accounts"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/lists"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/modules/introductions/emails"
)

var errNotOpen = apperr.Conflict("introduction-not-open",
	"You can write to each other only while the introduction is open.")

// MessageView is a message of a conversation.
type MessageView struct {
	ID string `json:"id"`
	// Text is empty if the office has removed the message.
	Text      string `json:"text"`
	IsRemoved bool   `json:"isRemoved"`
	// IsOwn is true if the caller has written it.
	IsOwn  bool       `json:"isOwn"`
	SentAt httpx.Time `json:"sentAt"`
}

// ListMessages is GET /api/introductions/{id}/messages.
func (n *Introductions) ListMessages() httpx.Endpoint {
	endpoint := httpx.Get(n.listMessages, httpx.Doc{
		Tag: tag, Summary: "List the messages of a conversation, the newest first",
		Errors: []*apperr.Error{errNotFound},
	})
	return messageList("").Describe(endpoint)
}

func (n *Introductions) listMessages(e *core.RequestEvent) ([]MessageView, error) {
	httpx.KeepPrivate(e)
	viewer := httpx.CurrentPersonID(e)
	i, _, err := n.findVisible(e.App, e.Request.PathValue("id"), viewer)
	if err != nil {
		return nil, apperr.Fail(readFailed, err)
	}
	rows, err := lists.QueryRows[messageRow](e, messageList(i.Id))
	if err != nil {
		return nil, err
	}
	list := make([]MessageView, len(rows))
	for at, row := range rows {
		list[at] = MessageView{row.ID, row.Text, row.IsRemoved, row.Person == viewer, row.SentAt}
	}
	return list, nil
}

// MessageForm is the body of POST /api/introductions/{id}/messages.
type MessageForm struct {
	_    struct{} `wire:"introductionMessage"`
	Text string   `json:"text"`
}

// Rules returns the rules of the form.
func (MessageForm) Rules() rules.Form { return messageRules }

var messageRules = rules.Form{
	{Name: "text", Label: "Message", Kind: rules.Text, Required: true, Max: 4000,
		Messages: rules.Messages{Required: "Please write a message"}},
}

// Write is POST /api/introductions/{id}/messages.
func (n *Introductions) Write() httpx.Endpoint {
	return httpx.JSON(n.write, httpx.Doc{
		Tag: tag, Summary: "Write a message to a member to whom you are introduced", Status: http.StatusCreated,
		Description: "The member gets at most one email a day about a conversation, without the message.",
		Errors:      []*apperr.Error{errNotFound, errNotOpen}, Unaudited: httpx.OwnAction,
		Example: map[string]any{"text": "Thank you for accepting. Shall we speak on Tuesday?"},
	})
}

func (n *Introductions) write(e *core.RequestEvent, form MessageForm) (v MessageView, err error) {
	httpx.KeepPrivate(e)
	viewer, now := httpx.CurrentPersonID(e), n.now()
	v = MessageView{Text: form.Text, IsOwn: true, SentAt: httpx.TimeOf(now)}
	err = e.App.RunInTransaction(func(tx core.App) error {
		i, seen, err := n.findVisible(tx, e.Request.PathValue("id"), viewer)
		if err != nil {
			return err
		}
		if seen.Status != StatusOpen {
			return errNotOpen
		}
		if v.ID, err = addMessage(tx, i.Id, viewer, form.Text, now); err != nil {
			return err
		}
		i.setLastMessageAt(now)
		if err := save(tx, i); err != nil {
			return err
		}
		return n.enqueue(tx, i, i.counterpart(viewer), viewer, emailMessage)
	})
	return v, apperr.SaveFailed("send a message", err)
}

// The emails to one of the two people of an introduction about the other person.
var (
	emailAsked     = emails.Notice.Asked
	emailSuggested = emails.Notice.Suggested
	emailOpened    = emails.Notice.Opened
	emailMessage   = emails.Notice.Message
)

// enqueue queues an email to one of the two people about the other person. It queues none if the reader has no account.
func (n *Introductions) enqueue(tx core.App, i *introduction, to, about string,
	email func(emails.Notice) outbox.Email) error {
	reader, err := accounts.ContactOfPerson(tx, to)
	if err != nil || reader == nil {
		return err
	}
	cards, err := n.deps.Directory.Visible(tx, to, []string{about})
	if err != nil {
		return err
	}
	return n.deps.Outbox.Enqueue(tx, email(emails.Notice{
		IntroductionID: i.Id, PersonID: to, Name: reader.Name, Email: reader.Email, Member: cards[about].Name,
		At: n.now(),
	}))
}

// requireAsked makes an email obsolete once its reader has answered, or if the introduction has ended or is hidden.
func (n *Introductions) requireAsked(app core.App, params map[string]string) (map[string]string, error) {
	return nil, n.require(app, params, StatusAsked)
}

// requireOpen makes an email obsolete if the conversation is closed or hidden.
func (n *Introductions) requireOpen(app core.App, params map[string]string) (map[string]string, error) {
	return nil, n.require(app, params, StatusOpen)
}

func (n *Introductions) require(app core.App, params map[string]string, want Status) error {
	i, err := find(app, params[emails.ParamIntroduction])
	if err != nil {
		return database.IfMissing(err, outbox.ErrObsolete)
	}
	reader := params[emails.ParamPerson]
	other := i.counterpart(reader)
	cards, err := n.deps.Directory.VisibleMutually(app, reader, other)
	if _, isSeen := cards[other]; err == nil && (!isSeen || i.status(reader, n.now()) != want) {
		return outbox.ErrObsolete
	}
	return err
}
