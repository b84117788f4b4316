package preferences

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/lists"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/people"
)

const (
	suppressionsCollection = "suppressions"
	choicesCollection      = "email_choices"
)

// RegisterPeople links each choice and each suppression to the person who has its address.
func RegisterPeople(app core.App) {
	people.Register(app, people.Source{Collection: choicesCollection, Address: "email"},
		people.Source{Collection: suppressionsCollection, Address: "email"})
}

// Scope is what a suppression stops: all emails, those about any topic, or those about one topic.
type Scope string

// Scopes of a suppression that are not topics.
const (
	scopeAll       Scope = "all"
	scopeAllTopics Scope = "campaigns"
)

// Values returns all scopes.
func (Scope) Values() []string {
	return append(rules.Options(scopeAll, scopeAllTopics), Topic("").Values()...)
}

// suppressedScopes returns the suppressed scopes of an address, each with its reason.
func suppressedScopes(app core.App, email string) (map[Scope]string, error) {
	var rows []struct {
		Scope  Scope  `db:"scope"`
		Reason string `db:"reason"`
	}
	err := app.NonconcurrentDB().
		NewQuery(`SELECT scope, coalesce(nullif(reason, ''), 'suppressed') AS reason FROM suppressions
			WHERE email = {:email} COLLATE NOCASE`).
		Bind(dbx.Params{"email": email}).All(&rows)
	scopes := map[Scope]string{}
	for _, row := range rows {
		scopes[row.Scope] = row.Reason
	}
	return scopes, database.Wrap("read suppressions", err)
}

// IsSuppressed reports whether an address is suppressed for a topic. Without a topic only a suppression of all emails
// counts.
func IsSuppressed(app core.App, email string, topic Topic) (bool, error) {
	return exists(
		app.NonconcurrentDB().
			NewQuery(`SELECT 1 FROM suppressions WHERE email = {:email} COLLATE NOCASE
				AND scope IN ` + scopesOf(topic) + ` LIMIT 1`).
			Bind(dbx.Params{"email": email}))
}

// scopesOf returns the scopes that suppress emails about a topic, as an SQL list.
func scopesOf(topic Topic) string {
	scopes := rules.Options(scopeAll)
	if topic.Valid() {
		scopes = append(scopes, string(scopeAllTopics), string(topic))
	}
	return "('" + strings.Join(scopes, "', '") + "')"
}

// Suppress suppresses all topics for an address. The reason is the event that the provider has reported.
func Suppress(tx core.App, email, reason string, now time.Time) error {
	return insertSuppression(tx, email, scopeAllTopics, reason, now)
}

// insertSuppression suppresses a scope for an address. An existing suppression is not changed.
func insertSuppression(tx core.App, email string, scope Scope, reason string, now time.Time) error {
	stored, err := findSuppressionOf(tx, email, scope)
	if stored != nil || err != nil {
		return err
	}
	record, err := newRecordAt(tx, suppressionsCollection, now)
	if err != nil {
		return database.Wrap("suppress address", err)
	}
	record.Load(map[string]any{"email": email, "scope": string(scope), "reason": reason})
	// No validation: providers also report addresses that the schema refuses.
	return database.Wrap("suppress address", tx.SaveNoValidate(record))
}

func deleteSuppression(tx core.App, email string, scope Scope) error {
	stored, err := findSuppressionOf(tx, email, scope)
	if stored == nil || err != nil {
		return err
	}
	return database.Wrap("lift suppression", tx.Delete(stored))
}

// findSuppressionOf returns nil if a scope is not suppressed for an address.
func findSuppressionOf(tx core.App, email string, scope Scope) (*core.Record, error) {
	record := &core.Record{}
	err := tx.RecordQuery(suppressionsCollection).
		AndWhere(dbx.NewExp("email = {:email} COLLATE NOCASE AND scope = {:scope}",
			dbx.Params{"email": email, "scope": string(scope)})).
		Limit(1).One(record)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return record, database.Wrap("find suppression", err)
}

// newRecordAt returns a record with the time of its creation.
func newRecordAt(tx core.App, collection string, now time.Time) (*core.Record, error) {
	record, err := database.NewRecord(tx, collection)
	if err != nil {
		return nil, err
	}
	record.SetRaw("createdAt", database.DateTime(now)) // Set ignores an automatic date
	record.SetRaw("updatedAt", database.DateTime(now))
	return record, nil
}

// lastChoice is the newest choice for an address and a topic.
type lastChoice struct {
	Topic  Topic          `db:"topic"`
	Wanted bool           `db:"wanted"`
	At     types.DateTime `db:"at"`
}

// lastChoices returns the newest choices for an address by topic.
func lastChoices(app core.App, email string) (map[Topic]lastChoice, error) {
	var rows []lastChoice
	err := app.DB().
		NewQuery(`SELECT topic, wanted, createdAt AS at FROM email_choices WHERE email = {:email} COLLATE NOCASE
			ORDER BY topic, createdAt, rowid`).
		Bind(dbx.Params{"email": email}).All(&rows)
	chosen := map[Topic]lastChoice{} // the newest row of a topic overwrites the others
	for _, row := range rows {
		chosen[row.Topic] = row
	}
	return chosen, database.Wrap("read choices", err)
}

// hasChosen reports whether there is any choice for an address and a topic.
func hasChosen(app core.App, email string, topic Topic) (bool, error) {
	return exists(app.NonconcurrentDB().
		NewQuery(`SELECT 1 FROM email_choices WHERE email = {:email} COLLATE NOCASE AND topic = {:topic} LIMIT 1`).
		Bind(dbx.Params{"email": email, "topic": string(topic)}))
}

// lastSource returns the source of the newest choice for an address and a topic, or "".
func lastSource(app core.App, email string, topic Topic) (source ChoiceSource, err error) {
	err = app.NonconcurrentDB().
		NewQuery(`SELECT source FROM email_choices WHERE email = {:email} COLLATE NOCASE AND topic = {:topic}
			ORDER BY createdAt DESC, rowid DESC LIMIT 1`).
		Bind(dbx.Params{"email": email, "topic": string(topic)}).Row(&source)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return source, database.Wrap("read last choice", err)
}

func insertChoice(tx core.App, c choice, now time.Time) error {
	record, err := newRecordAt(tx, choicesCollection, now)
	if err != nil {
		return database.Wrap("insert choice", err)
	}
	record.Load(map[string]any{
		"email": c.email, "topic": string(c.topic), "wanted": c.wanted, "wording": c.wording(),
		"source": string(c.source), "emailId": c.emailID,
	})
	return database.Wrap("insert choice", tx.Save(record))
}

// AgreedAddresses returns the lower-case addresses whose newest choice wants a topic.
func AgreedAddresses(app core.App, topic Topic) (addresses []string, err error) {
	err = app.DB().NewQuery(`SELECT lower(email) FROM (SELECT email, wanted, max(createdAt) FROM email_choices
		WHERE topic = {:topic} GROUP BY email COLLATE NOCASE) WHERE wanted`).
		Bind(dbx.Params{"topic": string(topic)}).Column(&addresses)
	return addresses, database.Wrap("list addresses that want a topic", err)
}

// storedSuppression is a suppression before an admin lifts it.
type storedSuppression struct {
	ID     string `db:"id"`
	Email  string `db:"email"`
	Scope  Scope  `db:"scope"`
	Reason string `db:"reason"`
}

// findSuppression returns nil if no suppression has the id.
func findSuppression(app core.App, id string) (*storedSuppression, error) {
	var row storedSuppression
	err := app.NonconcurrentDB().NewQuery(`SELECT id, email, scope, reason FROM suppressions WHERE id = {:id}`).
		Bind(dbx.Params{"id": id}).One(&row)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("find suppression: %w", err)
	}
	return &row, nil
}

// suppressionList is the list of the suppressions.
var suppressionList = lists.List{
	From:    suppressionsCollection,
	Columns: []string{"id", "email", "scope", "reason", "createdAt"},
	Search:  []string{"email"},
	Sort:    map[string]string{"createdAt": "createdAt", "email": "[[email]] COLLATE NOCASE"},
	Filters: map[string]map[string]string{
		"scope": lists.Equals("scope", Scope("").Values()...),
	},
	DefaultSort: "-createdAt",
}

// SuppressedAddresses returns the lower-case addresses that are suppressed for a topic.
func SuppressedAddresses(app core.App, topic Topic) (addresses []string, err error) {
	err = app.DB().NewQuery(`SELECT lower(email) FROM suppressions
		WHERE scope IN ` + scopesOf(topic)).Column(&addresses)
	return addresses, database.Wrap("list suppressed addresses", err)
}

// SuppressedAmong returns those of the lower-case addresses that are suppressed for a topic.
func SuppressedAmong(tx core.App, emails []string, topic Topic) (found []string, err error) {
	asked, err := json.Marshal(emails)
	if err != nil {
		return nil, err
	}
	err = tx.NonconcurrentDB().NewQuery(`SELECT asked.value FROM json_each({:asked}) asked
		CROSS JOIN suppressions s ON s.email = asked.value COLLATE NOCASE AND s.scope IN ` + scopesOf(topic)).
		Bind(dbx.Params{"asked": string(asked)}).Column(&found)
	return found, database.Wrap("find suppressed addresses", err)
}

// HasAgreed reports whether the newest choice for an address wants the topic.
func HasAgreed(app core.App, email string, topic Topic) (bool, error) {
	return exists(app.NonconcurrentDB().NewQuery(`SELECT 1 FROM (SELECT wanted FROM email_choices
		WHERE email = {:email} COLLATE NOCASE AND topic = {:topic} ORDER BY createdAt DESC, rowid DESC LIMIT 1)
		WHERE wanted`).
		Bind(dbx.Params{"email": email, "topic": string(topic)}))
}

func exists(q *dbx.Query) (bool, error) {
	var one int
	err := q.Row(&one)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return err == nil, err
}
