// Package audit is the log of what admins do: changes, exports and sign-ins, with the account, the network, the time,
// and the values before and after.
//
// An entry is stored in the transaction of the change that it records, so neither is stored without the other.
// Database triggers prevent changes and deletions of entries (pb_migrations). Fields that the schema hides, such as
// passwords and tokens, are never stored in an entry.
package audit

import (
	"cmp"
	"reflect"
	"unicode/utf8"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
)

// maxTextLength and maxLabelLength are the most characters of a text that an entry stores.
const (
	maxTextLength  = 4000
	maxLabelLength = 300
)

// Log records and lists the entries. Its handlers are in handlers.go.
type Log struct {
	now clock.Clock
	// allowSQL lets superusers run SQL and change the parts of the schema that contain SQL.
	allowSQL bool
}

// New returns the log.
func New(now clock.Clock) *Log { return &Log{now: now} }

// Actor is the account that acts.
type Actor struct {
	// Kind is ActorAdmin (of admins), ActorMember (of users), ActorSuperuser, ActorCommand or ActorNone.
	Kind ActorKind
	ID   string
	// Name is a user name or an email address.
	Name string
	// Address is the client's network, or "" for a command.
	Address string
}

// Key identifies an account across all kinds. Unlike a name, it never changes.
func (a Actor) Key() string { return string(a.Kind) + ":" + a.ID }

// CommandLine is the actor of the binary's commands.
var CommandLine = Actor{Kind: ActorCommand, Name: "command line"}

// RequestActor returns the caller of a request.
func RequestActor(e *core.RequestEvent) Actor {
	return AccountActor(e, e.Auth)
}

// AccountActor returns an account that a request signs in or out, with the client's network.
func AccountActor(e *core.RequestEvent, account *core.Record) Actor {
	actor := ActorOf(account)
	actor.Address = httpx.ClientSubnet(e)
	return actor
}

// ActorOf returns an account as an actor, without a network. For nil it returns ActorNone.
func ActorOf(account *core.Record) Actor {
	if account == nil {
		return Actor{Kind: ActorNone}
	}
	actor := Actor{Kind: ActorMember, ID: account.Id, Name: account.Email()}
	switch account.Collection().Name {
	case identity.Admins:
		actor.Kind, actor.Name = ActorAdmin, identity.NewAdmin(account).Username()
	case core.CollectionNameSuperusers:
		actor.Kind = ActorSuperuser
	}
	return actor
}

// Subject is the record or file that an entry is about.
type Subject struct {
	// Collection and ID identify the record, if there is one.
	Collection, ID string
	// Label is a readable name, such as a title or a file name.
	Label string
}

// PendingChange is the actor and the action of a change that is being saved.
type PendingChange struct {
	Actor  Actor
	Action string
}

// pendingChangeKey is not a field of any collection, so its value is neither stored nor sent to clients.
const pendingChangeKey = "@pendingChange"

// PendingChangeOf returns the change during which a record's hooks run. It is zero if the change is not audited.
func PendingChangeOf(record *core.Record) PendingChange {
	change, _ := record.GetRaw(pendingChangeKey).(PendingChange)
	return change
}

// Save saves a record and records what changed. A save without changes creates no entry. Call it in a transaction.
func (l *Log) Save(tx core.App, by Actor, action string, record *core.Record) error {
	return l.SaveAs(tx, by, action, "", record)
}

// SaveAs is Save with a label for the record, if its fields have no readable name.
func (l *Log) SaveAs(tx core.App, by Actor, action, label string, record *core.Record) error {
	before := map[string]any{}
	if !record.IsNew() {
		before = visibleValues(record.Original())
	}
	record.SetRaw(pendingChangeKey, PendingChange{by, action})
	if err := tx.Save(record); err != nil {
		return err
	}
	after := visibleValues(record)
	if len(before) > 0 {
		dropEqual(before, after)
		if len(after) == 0 && len(before) == 0 {
			return nil
		}
	}
	subject := SubjectOf(record)
	subject.Label = cmp.Or(label, subject.Label)
	return l.insert(tx, by, action, subject, before, after)
}

func dropEqual(before, after map[string]any) {
	for name := range after {
		if reflect.DeepEqual(before[name], after[name]) {
			delete(before, name)
			delete(after, name)
		}
	}
}

// Delete deletes a record and records its values. Call it in a transaction.
func (l *Log) Delete(tx core.App, by Actor, action string, record *core.Record) error {
	before := visibleValues(record)
	record.SetRaw(pendingChangeKey, PendingChange{by, action})
	if err := tx.Delete(record); err != nil {
		return err
	}
	return l.insert(tx, by, action, SubjectOf(record), before, nil)
}

// Record records an action that changes no record, such as a sign-in, an export or a backup. The details must not
// contain secrets.
func (l *Log) Record(app core.App, by Actor, action string, subject Subject, details map[string]any) error {
	return l.insert(app, by, action, subject, nil, details)
}

// RecordExport records that the caller of a request has downloaded a file.
func (l *Log) RecordExport(e *core.RequestEvent, action, fileName string, details map[string]any) error {
	return l.Record(e.App, RequestActor(e), action, Subject{Label: fileName}, details)
}

// RecordBulkRead records that the caller reads many rows of a list at once. The entry has the names of the filters
// but not their values, which may identify a person.
func (l *Log) RecordBulkRead(e *core.RequestEvent, rows int64, filters []string) error {
	return l.Record(e.App, RequestActor(e), "list.read", Subject{Label: e.Request.URL.Path},
		map[string]any{"rows": rows, "filters": filters})
}

// visibleValues returns a record's values without hidden and autodate fields.
func visibleValues(record *core.Record) map[string]any {
	values := map[string]any{}
	for _, field := range record.Collection().Fields {
		name := field.GetName()
		if field.GetHidden() || field.Type() == core.FieldTypeAutodate || field.Type() == core.FieldTypePassword ||
			name == "id" {
			continue
		}
		value := record.Get(name)
		if text, ok := value.(string); ok {
			value = truncate(text, maxTextLength)
		}
		values[name] = value
	}
	return values
}

// SubjectOf returns a record as a subject. Its label is the first non-empty field that people know the record by.
func SubjectOf(record *core.Record) Subject {
	subject := Subject{Collection: record.Collection().Name, ID: record.Id}
	for _, name := range []string{"username", "name", "title", "section", "email", "code", "customerName", "utr",
		"key", "razorpayPaymentId", "source"} {
		if subject.Label = record.GetString(name); subject.Label != "" {
			break
		}
	}
	return subject
}

func replaceControlChars(text string) string {
	clean := []rune(text)
	for i, r := range clean {
		if r < 0x20 || r == 0x7f {
			clean[i] = ' '
		}
	}
	return string(clean)
}

func truncate(text string, limit int) string {
	if utf8.RuneCountInString(text) <= limit {
		return text
	}
	return string([]rune(text)[:limit-1]) + "…"
}
