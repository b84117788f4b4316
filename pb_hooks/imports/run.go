package imports

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	validation "github.com/pocketbase/ozzo-validation/v4"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/accounts"
)

const (
	// batchSize is the number of rows per transaction. It is small, so that other writers do not wait long.
	batchSize = 50
	// maxProblems is the number of invalid rows that an import stores.
	maxProblems = 200
)

// Run completes an import and reports its progress after each batch. It can be called again after an error, and by
// several processes at once: each batch is imported only once.
func (i *Imports) Run(ctx context.Context, id string, onProgress func(Progress)) error {
	content, err := findFile(i.app, id)
	if errors.Is(err, sql.ErrNoRows) {
		return nil // the import is done
	}
	if err != nil {
		return fmt.Errorf("read file of import %s: %w", id, err)
	}
	parsed, err := parseFile(content)
	if err != nil {
		return fmt.Errorf("parse file of import %s: %w", id, err)
	}
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		var progress Progress
		err := i.app.RunInTransaction(func(tx core.App) (err error) {
			progress, err = i.runBatch(tx, id, parsed.rows)
			return err
		})
		if err != nil {
			return fmt.Errorf("run import %s: %w", id, err)
		}
		if onProgress != nil {
			onProgress(progress)
		}
		if progress.Handled >= len(parsed.rows) {
			return nil
		}
	}
}

// runBatch imports the next batch of rows. With the last row it completes the import.
func (i *Imports) runBatch(tx core.App, id string, rows []memberRow) (Progress, error) {
	imported, err := findImport(tx, id)
	if err != nil {
		return Progress{}, err
	}
	progress, err := imported.Progress()
	if err != nil || imported.State() == Done {
		return progress, err
	}
	batch := rows[min(progress.Handled, len(rows)):]
	batch = batch[:min(batchSize, len(batch))]
	existing, err := accounts.FindExisting(tx, validEmails(batch))
	if err != nil {
		return progress, err
	}
	for _, r := range batch {
		_, exists := existing[r.account.Email]
		if err := i.importRow(tx, &progress, r, exists, imported.Invite()); err != nil {
			return progress, fmt.Errorf("line %d: %w", r.line, err)
		}
	}
	progress.Handled += len(batch)
	imported.setProgress(progress)
	if progress.Handled == len(rows) {
		if err := i.complete(tx, imported, progress); err != nil {
			return progress, err
		}
	}
	return progress, tx.Save(imported)
}

func (i *Imports) importRow(tx core.App, progress *Progress, r memberRow, exists, invite bool) error {
	problem := r.errors.String()
	if problem == "" && !exists {
		_, err := i.accounts.CreateImported(tx, r.account)
		var validationErrs validation.Errors
		switch {
		case errors.As(err, &validationErrs): // the form accepts the value but the schema does not
			problem = "The values are not valid for an account"
		case err != nil:
			return err
		default:
			progress.Created++
		}
	}
	if problem != "" {
		progress.Wrong++
		if len(progress.Problems) < maxProblems {
			progress.Problems = append(progress.Problems, Problem{Line: r.line, Email: r.email, Reason: problem})
		}
		return nil
	}
	if exists {
		progress.Existing++
	}
	if !invite {
		return nil
	}
	invited, err := i.links.InviteImported(tx, r.account.Email)
	if errors.Is(err, sql.ErrNoRows) { // a deactivated account
		return nil
	}
	if invited {
		progress.Invited++
	}
	return err
}

// complete finishes an import and deletes the file, because it contains personal data.
func (i *Imports) complete(tx core.App, imported *Import, progress Progress) error {
	if err := imported.finish(i.now()); err != nil {
		return err
	}
	if err := deleteFile(tx, imported.Id); err != nil {
		return err
	}
	return i.audit.Record(tx, imported.Actor(), "members.imported", auditSubject(imported), map[string]any{
		"rows":     progress.Rows,
		"created":  progress.Created,
		"existing": progress.Existing,
		"invited":  progress.Invited,
		"wrong":    progress.Wrong,
	})
}
