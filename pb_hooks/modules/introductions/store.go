package introductions

import (
	"fmt"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/lists"
	"boardcircle/pb_hooks/internal/overdue"
	"boardcircle/pb_hooks/people"
)

const (
	collection         = "introductions"
	messagesCollection = "introduction_messages"
)

// references are the fields that name people, which a merge moves. After a merge of its two people, an introduction
// names one person twice. The queries leave it out.
var references = []people.Reference{
	{Collection: collection, Field: "person"}, {Collection: collection, Field: "other"},
	{Collection: messagesCollection, Field: "person"},
}

// introduction is the record of an introduction.
type introduction struct{ core.BaseRecordProxy }

func (i *introduction) personID() string     { return i.GetString("person") }
func (i *introduction) otherID() string      { return i.GetString("other") }
func (i *introduction) isSuggested() bool    { return i.GetBool("isOffices") }
func (i *introduction) reason() string       { return i.GetString("reason") }
func (i *introduction) state() State         { return State(i.GetString("state")) }
func (i *introduction) sentAt() time.Time    { return i.GetDateTime("sentAt").Time() }
func (i *introduction) expiresAt() time.Time { return i.GetDateTime("expiresAt").Time() }
func (i *introduction) openedAt() time.Time  { return i.GetDateTime("openedAt").Time() }
func (i *introduction) endedAt() time.Time   { return i.GetDateTime("endedAt").Time() }
func (i *introduction) lastMessageAt() time.Time {
	return i.GetDateTime("lastMessageAt").Time()
}

// lastActiveAt returns the time of the last message of a conversation, or of its opening if it has no message.
func (i *introduction) lastActiveAt() time.Time {
	if at := i.lastMessageAt(); !at.IsZero() {
		return at
	}
	return i.openedAt()
}

func (i *introduction) setLastMessageAt(at time.Time) { i.Set("lastMessageAt", database.DateTime(at)) }

// isConversation reports whether both have agreed, also if the conversation was closed since.
func (i *introduction) isConversation() bool { return i.state() == Open || i.state() == Closed }

// isAskedBy reports whether a person has asked for the introduction.
func (i *introduction) isAskedBy(person string) bool {
	return !i.isSuggested() && i.personID() == person
}

// counterpart returns the other one of the two people, or "" if the person is neither.
func (i *introduction) counterpart(of string) string {
	switch of {
	case i.personID():
		return i.otherID()
	case i.otherID():
		return i.personID()
	}
	return ""
}

// answerField returns the field with the answer of one of the two people.
func (i *introduction) answerField(of string) string {
	if of == i.personID() {
		return "personAnswer"
	}
	return "otherAnswer"
}

func (i *introduction) answer(of string) Answer { return Answer(i.GetString(i.answerField(of))) }

func (i *introduction) setAnswer(of string, to Answer) error {
	if err := Answers.Check(i.answer(of), to); err != nil {
		return fmt.Errorf("introduction %s: %w", i.Id, err)
	}
	i.Set(i.answerField(of), string(to))
	return nil
}

func (i *introduction) setState(to State, at time.Time) error {
	if err := Transitions.Check(i.state(), to); err != nil {
		return fmt.Errorf("introduction %s: %w", i.Id, err)
	}
	i.Set("state", string(to))
	switch to {
	case Open:
		i.Set("openedAt", database.DateTime(at))
	case Withdrawn, Closed:
		i.Set("endedAt", database.DateTime(at))
	}
	return nil
}

// newIntroduction returns an introduction that waits for the answers of both people.
func newIntroduction(app core.App, person, other, reason string, isSuggested bool,
	now time.Time) (*introduction, error) {
	i, err := database.New[introduction](app, collection)
	if err != nil {
		return nil, err
	}
	i.Load(map[string]any{
		"person": person, "other": other, "reason": reason, "isOffices": isSuggested, "state": string(Waiting),
		"personAnswer": string(Pending), "otherAnswer": string(Pending), "sentAt": database.DateTime(now),
		"expiresAt": database.DateTime(now.AddDate(0, 0, answerDays)),
	})
	return i, nil
}

// find returns sql.ErrNoRows for an unknown id.
func find(app core.App, id string) (*introduction, error) {
	return database.Find[introduction](app, collection, id)
}

// maxListed is how many introductions of a person are listed.
const maxListed = 200

// listOf returns the newest introductions of a person.
func listOf(app core.App, person string) (list []*introduction, err error) {
	err = app.RecordQuery(collection).
		AndWhere(dbx.NewExp("(person = {:person} OR other = {:person}) AND person != other",
			dbx.Params{"person": person})).
		OrderBy("sentAt DESC", "id DESC").Limit(maxListed).All(&list)
	return list, database.Wrap("list introductions", err)
}

// listActiveOf returns the introductions of a person that wait or are open.
func listActiveOf(app core.App, person string) (list []*introduction, err error) {
	err = app.RecordQuery(collection).
		AndWhere(dbx.NewExp("(person = {:person} OR other = {:person}) AND +state IN ('waiting', 'open')",
			dbx.Params{"person": person})).
		All(&list)
	return list, database.Wrap("list active introductions", err)
}

// listWaitingFor returns the introductions that wait for the answer of a person, the oldest first.
func listWaitingFor(app core.App, person string, now time.Time) (list []*introduction, err error) {
	err = app.RecordQuery(collection).AndWhere(dbx.NewExp(`(other = {:person} AND +otherAnswer = 'pending'
			OR person = {:person} AND +personAnswer = 'pending')
		AND +state = 'waiting' AND +expiresAt > {:now} AND person != other`,
		dbx.Params{"person": person, "now": database.FormatTime(now)})).
		OrderBy("sentAt", "id").Limit(maxListed).All(&list)
	return list, database.Wrap("list introductions that wait", err)
}

// listKnown returns the people with whom a person has an introduction in any state.
func listKnown(app core.App, person string) (people []string, err error) {
	err = app.DB().NewQuery(`SELECT other FROM introductions WHERE person = {:person}
		UNION ALL SELECT person FROM introductions WHERE other = {:person}`).
		Bind(dbx.Params{"person": person}).Column(&people)
	return people, database.Wrap("list the people of introductions", err)
}

// listBetween returns the introductions of two people, the newest first.
func listBetween(app core.App, a, b string) (list []*introduction, err error) {
	err = app.RecordQuery(collection).
		AndWhere(dbx.NewExp("(person = {:a} AND +other = {:b} OR person = {:b} AND +other = {:a}) AND person != other",
			dbx.Params{"a": a, "b": b})).
		OrderBy("sentAt DESC", "id DESC").All(&list)
	return list, database.Wrap("list introductions of two people", err)
}

func areIntroduced(app core.App, a, b string) (bool, error) {
	var n int
	err := app.DB().NewQuery(`SELECT EXISTS (SELECT 1 FROM introductions
		WHERE person = {:a} AND +other = {:b} AND +state = 'open') OR EXISTS (SELECT 1 FROM introductions
		WHERE person = {:b} AND +other = {:a} AND +state = 'open')`).Bind(dbx.Params{"a": a, "b": b}).Row(&n)
	return n > 0, database.Wrap("find introduction", err)
}

// listRequests returns the requests of a person that wait, whatever the answers are.
func listRequests(app core.App, person string, now time.Time) (list []*introduction, err error) {
	err = app.RecordQuery(collection).
		AndWhere(dbx.NewExp("person = {:person} AND isOffices = FALSE AND +state = 'waiting' AND +expiresAt > {:now}",
			dbx.Params{"person": person, "now": database.FormatTime(now)})).
		All(&list)
	return list, database.Wrap("list requests that wait", err)
}

func save(tx core.App, i *introduction) error { return database.Wrap("save introduction", tx.Save(i)) }

// purge deletes the introductions that never opened and have expired before a time, and the conversations that were
// closed before a time.
func purge(tx core.App, expiredBefore, closedBefore time.Time) error {
	var list []*introduction
	err := tx.RecordQuery(collection).AndWhere(dbx.NewExp(`openedAt = '' AND expiresAt < {:expired}
		OR state = 'closed' AND endedAt < {:closed}`, dbx.Params{"expired": database.FormatTime(expiredBefore),
		"closed": database.FormatTime(closedBefore)})).All(&list)
	for _, i := range list {
		if err == nil {
			err = tx.Delete(i)
		}
	}
	return database.Wrap("purge introductions", err)
}

// --- messages

// addMessage stores a message and returns its id.
func addMessage(tx core.App, introductionID, person, text string, now time.Time) (id string, err error) {
	record, err := database.NewRecord(tx, messagesCollection)
	if err != nil {
		return "", err
	}
	record.Load(map[string]any{"introduction": introductionID, "person": person, "text": text,
		"sentAt": database.DateTime(now)})
	err = tx.Save(record)
	return record.Id, database.Wrap("save message", err)
}

// message is the record of a message.
type message struct{ core.BaseRecordProxy }

func (m *message) introductionID() string { return m.GetString("introduction") }
func (m *message) personID() string       { return m.GetString("person") }
func (m *message) text() string           { return m.GetString("text") }
func (m *message) sentAt() time.Time      { return m.GetDateTime("sentAt").Time() }
func (m *message) isRemoved() bool        { return !m.GetDateTime("removedAt").IsZero() }

// setRemoved deletes the text of a message.
func (m *message) setRemoved(at time.Time) {
	m.Set("text", "")
	m.Set("removedAt", database.DateTime(at))
}

// findMessage returns sql.ErrNoRows for an unknown id.
func findMessage(app core.App, id string) (*message, error) {
	return database.Find[message](app, messagesCollection, id)
}

// messageRow is a message in the list.
type messageRow struct {
	ID        string     `db:"id"`
	Person    string     `db:"person"`
	Text      string     `db:"text"`
	IsRemoved bool       `db:"isRemoved"`
	SentAt    httpx.Time `db:"sentAt"`
}

// messageList lists the messages of an introduction, the newest first.
func messageList(introductionID string) lists.List {
	return lists.List{
		From:        messagesCollection,
		Columns:     []string{"id", "person", "text", "(removedAt != '') AS isRemoved", "sentAt"},
		Where:       "introduction = {:introduction}",
		Params:      dbx.Params{"introduction": introductionID},
		Sort:        map[string]string{"sentAt": "sentAt"},
		DefaultSort: "-sentAt",
	}
}

// --- the office

// officeRow is a row of the office's list. It has no text of a member.
type officeRow struct {
	ID          string     `db:"id"`
	Person      string     `db:"person"`
	Other       string     `db:"other"`
	IsSuggested bool       `db:"isOffices"`
	State       State      `db:"state"`
	SentAt      httpx.Time `db:"sentAt"`
	ExpiresAt   httpx.Time `db:"expiresAt"`
	Messages    int        `db:"messages"`
}

// officeList lists all introductions, the newest first.
var officeList = lists.List{
	From: collection,
	Columns: []string{"id", "person", "other", "isOffices", "state", "sentAt", "expiresAt",
		"(SELECT count(*) FROM introduction_messages WHERE introduction = introductions.id) AS messages"},
	Sort:        map[string]string{"sentAt": "sentAt"},
	Filters:     map[string]map[string]string{"state": lists.Equals("state", Waiting, Open, Withdrawn, Closed)},
	DefaultSort: "-sentAt",
}

// ListOverdue returns the introductions for which an answer is missing after seven days, the oldest first, with the
// name of the member who has asked. It does not tell which were declined.
func ListOverdue(app core.App, now time.Time) (items []overdue.Item, err error) {
	err = app.DB().Select("id", "person AS label", "sentAt AS since").From(collection).
		Where(dbx.NewExp("state = 'waiting' AND sentAt < {:sent} AND +expiresAt > {:now} AND person != other",
			dbx.Params{"sent": database.FormatTime(now.AddDate(0, 0, -overdueDays)), "now": database.FormatTime(now)})).
		OrderBy("sentAt", "id").Limit(overdue.Limit).All(&items)
	if err != nil {
		return nil, database.Wrap("list introductions without an answer", err)
	}
	overdue.SetDue(items, overdueDays*24*time.Hour)
	return items, overdue.SetNames(app, items, people.NamesOf)
}
