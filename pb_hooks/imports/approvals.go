package imports

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/approvals"
	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/jobs"
)

// kindImport is the kind of approval for an import that grants memberships.
const kindImport = "members.import"

// expiryJob is the type of the job that ends the waiting. The job's key is the import's id.
const expiryJob = "imports.expire"

// waitingPeriod is how long an import waits for a second admin. After that it is refused, because its file contains
// personal data.
const waitingPeriod = 14 * 24 * time.Hour

type importPayload struct {
	ID string `json:"id"`
}

// request returns the request for the memberships that an import grants.
func request(imported *Import, granted gift) approvals.Request {
	members := "1 membership"
	if granted.count != 1 {
		members = fmt.Sprintf("%d memberships", granted.count)
	}
	return approvals.Request{
		Kind: kindImport, Subject: auditSubject(imported), ListValue: granted.value, Unpaid: granted.value,
		Payload: importPayload{imported.Id},
		Summary: fmt.Sprintf("An import of %s with %s, worth %s", imported.FileName(), members,
			granted.value.Format("INR")),
	}
}

// needsApproval reports whether an import by an admin would wait for a second admin.
func (i *Imports) needsApproval(app core.App, granted gift, by audit.Actor) (bool, error) {
	if granted.users[by.ID] && granted.value > 0 {
		return true, nil
	}
	return i.approvals.NeedsSecondAdmin(app,
		approvals.Request{Kind: kindImport, ListValue: granted.value, Unpaid: granted.value}, by)
}

// countOrAsk counts the memberships of an import towards the limit of its admin. If they are above the limit, the import
// waits, and countOrAsk returns the request for a second admin.
func (i *Imports) countOrAsk(tx core.App, imported *Import, granted gift, by audit.Actor) (*approvals.View, error) {
	wanted := request(imported, granted)
	needed, err := i.needsApproval(tx, granted, by)
	if err != nil {
		return nil, err
	}
	if !needed {
		return nil, i.approvals.CountAlone(tx, wanted, by)
	}
	if err := imported.setState(Waiting); err != nil {
		return nil, err
	}
	if err := tx.Save(imported); err != nil {
		return nil, err
	}
	expiry := jobs.Job{Type: expiryJob, Key: imported.Id, RunAt: i.now().Add(waitingPeriod)}
	if err := i.jobs.Enqueue(tx, expiry); err != nil {
		return nil, err
	}
	return i.approvals.Ask(tx, wanted, by)
}

// approvalKind starts an import when a second admin confirms it. When they refuse, it deletes the file.
func (i *Imports) approvalKind() approvals.Kind {
	return approvals.Kind{
		Name: kindImport,
		Confirm: func(_ *core.RequestEvent, confirmed approvals.Confirmed, run func(func(core.App) error) error) error {
			var waiting importPayload
			if err := confirmed.Decode(&waiting); err != nil {
				return err
			}
			if err := i.checkConfirmer(waiting.ID, confirmed.By); err != nil {
				return err
			}
			return run(func(tx core.App) error {
				imported, err := findImport(tx, waiting.ID)
				if err != nil {
					return err
				}
				if err := imported.setState(Running); err != nil {
					return err
				}
				imported.setDecidedBy(confirmed.By.Name)
				if err := tx.Save(imported); err != nil {
					return err
				}
				return i.jobs.Enqueue(tx, jobs.Job{Type: JobType, Key: imported.Id})
			})
		},
		Refuse: func(tx core.App, payload json.RawMessage) error {
			var waiting importPayload
			if err := json.Unmarshal(payload, &waiting); err != nil {
				return fmt.Errorf("decode an import's approval: %w", err)
			}
			imported, err := findImport(tx, waiting.ID)
			if err != nil {
				return err
			}
			if err := imported.finish(Refused, i.now()); err != nil {
				return err
			}
			if err := deleteFile(tx, imported.Id); err != nil {
				return err
			}
			return tx.Save(imported)
		},
	}
}

// checkConfirmer returns an error for an admin whose own account would get a membership.
func (i *Imports) checkConfirmer(id string, by audit.Actor) error {
	content, err := findFile(i.app, id)
	if err != nil {
		return fmt.Errorf("read file of import %s: %w", id, err)
	}
	parsed, err := i.parseStored(id, content)
	if err != nil {
		return fmt.Errorf("parse file of import %s: %w", id, err)
	}
	granted, err := i.giftOf(i.app, parsed)
	if err == nil && granted.users[by.ID] {
		err = approvals.ErrOwnGift
	}
	return err
}

// expiryJobType refuses an import that no second admin has confirmed in the waiting period, and deletes its file. Nothing
// happens if the import was decided.
func (i *Imports) expiryJobType() jobs.Type {
	return jobs.Type{Name: expiryJob, Handle: func(_ context.Context, job jobs.Job) error {
		return i.app.RunInTransaction(func(tx core.App) error {
			imported, err := findImport(tx, job.Key)
			if errors.Is(err, errNotFound) {
				return nil
			}
			if err != nil {
				return err
			}
			return i.approvals.Withdraw(tx, kindImport, auditSubject(imported), audit.Actor{Kind: audit.ActorNone})
		})
	}}
}
