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
	// handful is how many rows are one transaction: others write between two of them.
	handful = 50
	// mostProblems is how many of the wrong rows an import remembers.
	mostProblems = 200
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
func (l *Legacy) Drain(ctx context.Context) error {
	for {
		next := &core.Record{}
		err := l.app.RecordQuery(imports).AndWhere(dbx.HashExp{"state": "running"}).OrderBy("createdAt", "id").Limit(1).One(next)
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		if err == nil {
			err = l.Work(ctx, next.Id, nil)
		}
		if err != nil {
			return err
		}
	}
}

// Work works one import to its end, and tells how far it is after each handful.
func (l *Legacy) Work(ctx context.Context, id string, tell func(Import)) error {
	var content string
	err := l.app.DB().Select("content").From(files).Where(dbx.HashExp{"importId": id}).Row(&content)
	if errors.Is(err, sql.ErrNoRows) {
		return nil // done by another process
	}
	if err != nil {
		return err
	}
	read, err := read(content)
	if err != nil {
		return err
	}
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		var record *core.Record
		err := l.app.RunInTransaction(func(tx core.App) (err error) {
			record, err = l.step(tx, id, read.people)
			return err
		})
		if err != nil {
			return fmt.Errorf("importing %s: %w", id, err)
		}
		if tell != nil {
			tell(importOf(record))
		}
		if record.GetString("state") == "done" {
			return nil
		}
	}
}

// step brings over a handful of people, from where the last one ended.
func (l *Legacy) step(tx core.App, id string, people []person) (*core.Record, error) {
	record, err := tx.FindRecordById(imports, id)
	if err != nil || record.GetString("state") == "done" {
		return record, err
	}
	from := min(record.GetInt("handled"), len(people))
	some := people[from:min(from+handful, len(people))]
	known, err := accounts.Standings(tx, addresses(some))
	if err != nil {
		return nil, err
	}
	sum := importOf(record)
	for _, p := range some {
		_, isKnown := known[p.values.Text("email")]
		if err := l.bringOver(tx, &sum, p, isKnown); err != nil {
			return nil, err
		}
	}
	record.Load(map[string]any{
		"handled": from + len(some), "created": sum.Created, "existing": sum.Existing, "invited": sum.Invited,
		"wrong": sum.Wrong, "problems": sum.Problems,
	})
	if from+len(some) == len(people) {
		if err := l.finish(tx, record, sum); err != nil {
			return nil, err
		}
	}
	return record, tx.Save(record)
}

func (l *Legacy) bringOver(tx core.App, sum *Import, p person, isKnown bool) error {
	problem := p.mistakes.String()
	if problem == "" && !isKnown {
		_, err := l.accounts.BringOver(tx, p.values)
		var unfit validation.Errors
		switch {
		case errors.As(err, &unfit): // what the form lets through and the schema does not
			problem = "The values do not fit an account"
		case err != nil:
			return err
		default:
			sum.Created++
		}
	}
	if problem != "" {
		sum.Wrong++
		if len(sum.Problems) < mostProblems {
			sum.Problems = append(sum.Problems, Problem{Line: p.line, Email: p.email, Reason: problem})
		}
		return nil
	}
	if isKnown {
		sum.Existing++
	}
	if !sum.Invite {
		return nil
	}
	invited, err := l.accounts.Invite(tx, p.values.Text("email"))
	if errors.Is(err, sql.ErrNoRows) { // an account that is switched off
		return nil
	}
	if invited {
		sum.Invited++
	}
	return err
}

// finish ends an import: the file with people's addresses is not kept a second time.
func (l *Legacy) finish(tx core.App, record *core.Record, sum Import) error {
	record.Load(map[string]any{"state": "done", "finishedAt": l.now()})
	file, err := tx.FindFirstRecordByData(files, "importId", record.Id)
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
	return l.log.Note(tx, by, "members.imported", about(record), map[string]any{
		"rows": sum.Rows, "created": sum.Created, "existing": sum.Existing, "invited": sum.Invited, "wrong": sum.Wrong,
	})
}
