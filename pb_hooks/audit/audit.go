// Package audit is the log of what admins did: each change, export and sign-in, by whom, from
// where, when, with what stood there before and after.
//
// A row is written in the transaction of the change that it tells, so neither is there without the
// other. Nothing edits or deletes a row: triggers of the database refuse it (pb_migrations). What
// the schema hides, such as passwords and tokens, never enters one.
package audit

import (
	"fmt"
	"reflect"
	"unicode/utf8"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/httpx"
)

const collectionName = "audit_log"

// maxTextLength is how much of a text a row keeps, in characters; the record itself has the rest.
const maxTextLength = 4000

// Log writes and reads the rows.
type Log struct{ now clock.Clock }

// New opens the room.
func New(now clock.Clock) *Log { return &Log{now: now} }

// Actor is who did it.
type Actor struct {
	// Kind is "admin" (an admins account), "member" (a users account), "staff" (a superuser),
	// "command" (someone at the server's command line) or "nobody".
	Kind string
	ID   string
	// Name is a user name or an e-mail address.
	Name string
	// Address is the client's, "" at the command line.
	Address string
}

// CommandLine is whoever runs a command of the binary.
var CommandLine = Actor{Kind: "command", Name: "command line"}

// Actor tells who sends a request.
func RequestActor(e *core.RequestEvent) Actor {
	return AccountActor(e, e.Auth)
}

// AccountActor tells who an account is that a request signs in to or leaves.
func AccountActor(e *core.RequestEvent, account *core.Record) Actor {
	actor := ActorOf(account)
	actor.Address = httpx.ClientNetwork(e)
	return actor
}

// SubjectOf names an account as what an entry is about.
func SubjectOf(record *core.Record) Subject { return subjectOf(record) }

// ActorOf tells who an account is, without an address; nil is nobody.
func ActorOf(account *core.Record) Actor {
	if account == nil {
		return Actor{Kind: "nobody"}
	}
	actor := Actor{Kind: "member", ID: account.Id, Name: account.Email()}
	switch account.Collection().Name {
	case httpx.Admins:
		actor.Kind, actor.Name = "admin", account.GetString("username")
	case core.CollectionNameSuperusers:
		actor.Kind = "staff"
	}
	return actor
}

// Subject is what an entry is about.
type Subject struct {
	// Collection and ID name a record, where there is one.
	Collection, ID string
	// Label is what a person calls it: a name, a title, a file.
	Label string
}

// PendingChange is a change in the making: who makes it, and what the log will call it.
type PendingChange struct {
	Actor  Actor
	Action string
}

// pendingChangeKey is no field of a record, so it is neither stored nor answered.
const pendingChangeKey = "@deed"

// PendingChangeOf tells the hooks of a record what is being done to it; a zero Deed where the log knows of
// nothing.
func PendingChangeOf(record *core.Record) PendingChange {
	change, _ := record.GetRaw(pendingChangeKey).(PendingChange)
	return change
}

// Save saves a record and writes what changed. Call it with a transaction's app. A save that
// changes nothing leaves no row.
func (l *Log) Save(tx core.App, by Actor, action string, record *core.Record) error {
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
	return l.insertEntry(tx, by, action, subjectOf(record), before, after)
}

func dropEqual(before, after map[string]any) {
	for name := range after {
		if reflect.DeepEqual(before[name], after[name]) {
			delete(before, name)
			delete(after, name)
		}
	}
}

// Delete deletes a record and writes what it was. Call it with a transaction's app.
func (l *Log) Delete(tx core.App, by Actor, action string, record *core.Record) error {
	before := visibleValues(record)
	record.SetRaw(pendingChangeKey, PendingChange{by, action})
	if err := tx.Delete(record); err != nil {
		return err
	}
	return l.insertEntry(tx, by, action, subjectOf(record), before, nil)
}

// Record writes something that is no change of a record: a sign-in, an export, a backup. The details
// hold no secret.
func (l *Log) Record(app core.App, by Actor, action string, subject Subject, details map[string]any) error {
	return l.insertEntry(app, by, action, subject, nil, details)
}

// RecordExport records that the caller of a request has downloaded a file.
func (l *Log) RecordExport(e *core.RequestEvent, action, fileName string, details map[string]any) error {
	return l.Record(e.App, RequestActor(e), action, Subject{Label: fileName}, details)
}

func (l *Log) insertEntry(app core.App, by Actor, action string, subject Subject, before, after map[string]any) error {
	rows, err := app.FindCachedCollectionByNameOrId(collectionName)
	if err != nil {
		return err
	}
	row := core.NewRecord(rows)
	row.Load(map[string]any{
		"at": l.now(), "actorKind": by.Kind, "actorId": by.ID, "actor": by.Name, "address": by.Address,
		"action": action, "subject": subject.Collection, "subjectId": subject.ID, "label": truncate(replaceControlChars(subject.Label), 300),
		"before": orEmpty(before), "after": orEmpty(after),
	})
	if err := app.Save(row); err != nil {
		return fmt.Errorf("the audit log could not be written: %w", err)
	}
	return nil
}

func orEmpty(values map[string]any) map[string]any {
	if values == nil {
		return map[string]any{}
	}
	return values
}

// visibleValues are a record's values without what is hidden, and without the times that change by
// themselves.
func visibleValues(record *core.Record) map[string]any {
	values := map[string]any{}
	for _, field := range record.Collection().Fields {
		name := field.GetName()
		if field.GetHidden() || field.Type() == core.FieldTypeAutodate || field.Type() == core.FieldTypePassword || name == "id" {
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

// subjectOf names a record by the first of the fields that people know it by.
func subjectOf(record *core.Record) Subject {
	subject := Subject{Collection: record.Collection().Name, ID: record.Id}
	for _, name := range []string{"username", "name", "title", "section", "email", "key", "razorpayPaymentId"} {
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
