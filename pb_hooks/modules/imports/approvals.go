package imports

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/accounts"
	"boardcircle/pb_hooks/approvals"
	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/internal/plural"
	"boardcircle/pb_hooks/payments/complimentary"
	"boardcircle/pb_hooks/people"
)

// kindImport is the kind of approval for an import that grants memberships.
const kindImport = "members.import"

// expiryJob is the type of the job that refuses an import after waitingPeriod. The job's key is the import's id.
const expiryJob = "imports.expire"

// waitingPeriod is how long an import waits for a second admin. After that it is refused, because its file contains
// personal data.
const waitingPeriod = 14 * 24 * time.Hour

type importPayload struct {
	ID string `json:"id"`
}

// request returns the request for the memberships that an import grants. It does not name the import yet.
func (g gift) request() approvals.Request {
	return approvals.Request{Kind: kindImport, ListValue: g.value, Unpaid: g.value, Shares: g.shares}
}

// countOrAsk returns the request for a second admin if the import waits. Otherwise it counts the memberships of the
// import towards the limit of its admin.
func (i *Imports) countOrAsk(tx core.App, imported *Import, granted gift, by audit.Actor) (*approvals.View, error) {
	wanted := granted.request()
	wanted.Subject, wanted.Payload = auditSubject(imported), importPayload{imported.Id}
	wanted.Summary = fmt.Sprintf("An import of %s with %s, worth %s", imported.FileName(),
		plural.Count(granted.count, "membership", "memberships"), granted.value.Format("INR"))
	if imported.State() != Waiting {
		return nil, i.approvals.CountAlone(tx, wanted, by)
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

// checkConfirmer returns an error for an admin who would get a membership.
func (i *Imports) checkConfirmer(id string, by audit.Actor) error {
	content, err := findFile(i.app, id)
	if err != nil {
		return fmt.Errorf("read file of import %s: %w", id, err)
	}
	parsed, err := i.parseStored(id, content)
	if err != nil {
		return fmt.Errorf("parse file of import %s: %w", id, err)
	}
	existing, err := accounts.FindExisting(i.app, validEmails(parsed.rows))
	if err != nil {
		return err
	}
	self, err := people.SelfOf(i.app, by)
	if err != nil {
		return err
	}
	own, err := self.Addresses(i.app)
	if err != nil {
		return err
	}
	for _, r := range parsed.rows {
		isOwn := slices.Contains(own, r.account.Email) || self.IsUser(existing[r.account.Email].ID)
		if len(r.errors) > 0 || !isOwn {
			continue
		}
		plan, err := i.planRow(i.app, r, existing)
		if err == nil && plan.membership == complimentary.ImportGrants {
			err = approvals.ErrOwnGift
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// expiryJobType refuses an import that no second admin has confirmed in the waiting period, and deletes its file.
// Nothing happens if the import was decided.
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
