package imports

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	validation "github.com/pocketbase/ozzo-validation/v4"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/accounts"
	"boardcircle/pb_hooks/approvals"
	"boardcircle/pb_hooks/payments/complimentary"
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
	parsed, err := i.parseStored(id, content)
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
	if err != nil || imported.State() != Running {
		return progress, err
	}
	batch := rows[min(progress.Handled, len(rows)):]
	batch = batch[:min(batchSize, len(batch))]
	existing, err := accounts.FindExisting(tx, validEmails(batch))
	if err != nil {
		return progress, err
	}
	for _, r := range batch {
		if err := i.importRow(tx, imported, &progress, r, existing); err != nil {
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

func (i *Imports) importRow(tx core.App, imported *Import, progress *Progress, r memberRow,
	existing map[string]accounts.ExistingAccount) error {
	problem, plan := r.errors.String(), rowPlan{}
	userID := ""
	if problem == "" {
		var err error
		if plan, err = i.planRow(tx, r, existing); err != nil {
			return err
		}
		userID = plan.account.ID
	}
	if problem == "" && !plan.exists {
		account, err := i.accounts.CreateImported(tx, r.account)
		var validationErrs validation.Errors
		switch {
		case errors.As(err, &validationErrs): // the form accepts the value but the schema does not
			problem = "The values are not valid for an account"
		case err != nil:
			return err
		default:
			userID = account.Id
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
	if plan.exists {
		progress.Existing++
	}
	if err := i.grantTerm(tx, imported, progress, r, userID, plan); err != nil {
		return err
	}
	if !imported.Invite() {
		return nil
	}
	tier, period, err := i.memberships.DescribeMembership(tx, userID)
	if err != nil {
		return err
	}
	invited, err := i.links.InviteImported(tx, r.account.Email, tier, period)
	if errors.Is(err, sql.ErrNoRows) { // a deactivated account
		return nil
	}
	if invited {
		progress.Invited++
	}
	return err
}

// grantTerm grants the membership of a row, if it has one that the member does not have yet. An import with invitations
// emails the members who get a membership and no invitation.
func (i *Imports) grantTerm(tx core.App, imported *Import, progress *Progress, r memberRow, userID string,
	plan rowPlan) error {
	switch {
	case r.term == nil:
		return nil
	case plan.membership != complimentary.ImportGrants:
		progress.AlreadyMembers++
		return nil
	}
	progress.Memberships++
	by := imported.Actor()
	names := by.Name
	if second := imported.decidedBy(); second != "" {
		names = approvals.Names(by.Name, second)
	}
	isEmailed := imported.Invite() && plan.exists && !plan.account.AwaitsInvitation
	return i.memberships.GrantImported(tx, userID, *r.term, imported.FileName(), by, names, isEmailed)
}

// complete finishes an import and deletes the file, because it contains personal data.
func (i *Imports) complete(tx core.App, imported *Import, progress Progress) error {
	if err := imported.finish(Done, i.now()); err != nil {
		return err
	}
	if err := deleteFile(tx, imported.Id); err != nil {
		return err
	}
	details := map[string]any{
		"rows":     progress.Rows,
		"created":  progress.Created,
		"existing": progress.Existing,
		"invited":  progress.Invited,
		"wrong":    progress.Wrong,
	}
	if progress.Memberships > 0 {
		details["memberships"] = progress.Memberships
	}
	return i.audit.Record(tx, imported.Actor(), "members.imported", auditSubject(imported), details)
}
