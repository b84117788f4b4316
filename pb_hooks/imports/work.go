package imports

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/pocketbase/dbx"
	validation "github.com/pocketbase/ozzo-validation/v4"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/accounts"
	"boardcircle/pb_hooks/audit"
)

const (
	// batchSize is how many rows are one transaction: others write between two of them.
	batchSize = 50
	// maxProblems is how many of the wrong rows an import remembers.
	maxProblems = 200
)

// Problem is a row that became no account.
type Problem struct {
	Line   int    `json:"line"`
	Email  string `json:"email"`
	Reason string `json:"reason"`
}

// Problems are stored as JSON.
type Problems []Problem

// Scan reads the problems from a database column.
func (p *Problems) Scan(value any) error {
	var raw types.JSONRaw
	if err := raw.Scan(value); err != nil {
		return err
	}
	if *p = (Problems{}); len(raw) == 0 {
		return nil
	}
	return json.Unmarshal(raw, p)
}

// Value writes the problems for a database column.
func (p Problems) Value() (driver.Value, error) {
	data, err := json.Marshal(p)
	return string(data), err
}

// Drain works every running import to its end, the oldest first. A process beside this one may work
// too: each handful is taken by one of them.
func (l *Imports) Drain(ctx context.Context) error {
	for {
		next := &core.Record{}
		err := l.app.RecordQuery(importsCollection).AndWhere(dbx.HashExp{"state": "running"}).OrderBy("createdAt", "id").Limit(1).One(next)
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		if err == nil {
			err = l.Run(ctx, next.Id, nil)
		}
		if err != nil {
			return err
		}
	}
}

// Run works one import to its end, and tells how far it is after each handful.
func (l *Imports) Run(ctx context.Context, id string, onProgress func(Import)) error {
	var content string
	err := l.app.DB().Select("content").From(filesCollection).Where(dbx.HashExp{"importId": id}).Row(&content)
	if errors.Is(err, sql.ErrNoRows) {
		return nil // done by another process
	}
	if err != nil {
		return err
	}
	parsed, err := parseFile(content)
	if err != nil {
		return err
	}
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		var record *core.Record
		err := l.app.RunInTransaction(func(tx core.App) (err error) {
			record, err = l.processBatch(tx, id, parsed.rows)
			return err
		})
		if err != nil {
			return fmt.Errorf("importing %s: %w", id, err)
		}
		if onProgress != nil {
			onProgress(newImport(record))
		}
		if record.GetString("state") == "done" {
			return nil
		}
	}
}

// processBatch brings over a handful of people, from where the last one ended.
func (l *Imports) processBatch(tx core.App, id string, rows []memberRow) (*core.Record, error) {
	record, err := tx.FindRecordById(importsCollection, id)
	if err != nil || record.GetString("state") == "done" {
		return record, err
	}
	from := min(record.GetInt("handled"), len(rows))
	batch := rows[from:min(from+batchSize, len(rows))]
	known, err := accounts.FindExisting(tx, validEmails(batch))
	if err != nil {
		return nil, err
	}
	progress := newImport(record)
	for _, p := range batch {
		_, isKnown := known[p.values.Text("email")]
		if err := l.importRow(tx, &progress, p, isKnown); err != nil {
			return nil, err
		}
	}
	record.Load(map[string]any{
		"handled": from + len(batch), "created": progress.Created, "existing": progress.Existing, "invited": progress.Invited,
		"wrong": progress.Wrong, "problems": progress.Problems,
	})
	if from+len(batch) == len(rows) {
		if err := l.complete(tx, record, progress); err != nil {
			return nil, err
		}
	}
	return record, tx.Save(record)
}

func (l *Imports) importRow(tx core.App, progress *Import, p memberRow, isKnown bool) error {
	problem := p.errors.String()
	if problem == "" && !isKnown {
		_, err := l.accounts.CreateImported(tx, p.values)
		var validationErrs validation.Errors
		switch {
		case errors.As(err, &validationErrs): // what the form lets through and the schema does not
			problem = "The values do not fit an account"
		case err != nil:
			return err
		default:
			progress.Created++
		}
	}
	if problem != "" {
		progress.Wrong++
		if len(progress.Problems) < maxProblems {
			progress.Problems = append(progress.Problems, Problem{Line: p.line, Email: p.email, Reason: problem})
		}
		return nil
	}
	if isKnown {
		progress.Existing++
	}
	if !progress.Invite {
		return nil
	}
	invited, err := l.accounts.InviteImported(tx, p.values.Text("email"))
	if errors.Is(err, sql.ErrNoRows) { // an account that is switched off
		return nil
	}
	if invited {
		progress.Invited++
	}
	return err
}

// complete ends an import: the file with people's addresses is not kept a second time.
func (l *Imports) complete(tx core.App, record *core.Record, progress Import) error {
	record.Load(map[string]any{"state": "done", "finishedAt": l.now()})
	file, err := tx.FindFirstRecordByData(filesCollection, "importId", record.Id)
	if err != nil {
		return err
	}
	if err := tx.Delete(file); err != nil {
		return err
	}
	by := audit.Actor{
		Kind: record.GetString("actorKind"), ID: record.GetString("actorId"),
		Name: record.GetString("actor"), Address: record.GetString("address"),
	}
	return l.audit.Record(tx, by, "members.imported", auditSubject(record), map[string]any{
		"rows": progress.Rows, "created": progress.Created, "existing": progress.Existing, "invited": progress.Invited, "wrong": progress.Wrong,
	})
}
