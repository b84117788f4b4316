package console

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/approvals"
	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/settings"
)

// An email to many people needs a second admin, whether it is a campaign or a bulk action. Both ask
// Settings.NeedsCampaignApproval. The people an admin wrote to within the last day are added to the count, so that an
// admin cannot avoid the approval by splitting the email into several actions.

// bulkWindow is how long a bulk email counts towards the limit of its sender.
const bulkWindow = 24 * time.Hour

// kindBulkWrite is the kind of approval for a bulk email.
const kindBulkWrite = "people.write"

// Approvals stores requests until a second admin decides on them.
type Approvals interface {
	Register(kind approvals.Kind)
	Ask(tx core.App, r approvals.Request, by audit.Actor) (*approvals.View, error)
}

type bulkPayload struct {
	ID string `json:"id"`
}

// needsApproval reports whether a second admin has to confirm an action that affects this number of people.
func (c *Console) needsApproval(tx core.App, command bulkCommand, by caller, people int) (bool, error) {
	if command.Action != bulkWrite {
		return false, nil
	}
	site, err := settings.Read(tx)
	if err != nil {
		return false, err
	}
	written, err := countWrittenTo(tx, by.Actor, c.now().Add(-bulkWindow))
	return site.NeedsCampaignApproval(int64(people + written)), err
}

// askForApproval requests the confirmation of a second admin for a bulk action.
func (c *Console) askForApproval(tx core.App, action *bulkAction, by caller, people int) (*approvals.View, error) {
	command := action.command()
	return c.approvals.Ask(tx, approvals.Request{
		Kind: kindBulkWrite, Subject: audit.Subject{Collection: bulkActions, ID: action.Id, Label: command.Subject},
		Summary: fmt.Sprintf("An email to %d people: “%s”", people, command.Subject), Payload: bulkPayload{action.Id},
	}, by.Actor)
}

// approvalKind starts a bulk action when a second admin confirms it, and finishes it without changes when they
// refuse.
func (c *Console) approvalKind() approvals.Kind {
	return approvals.Kind{
		Name: kindBulkWrite,
		Confirm: func(_ *core.RequestEvent, confirmed approvals.Confirmed, run func(func(core.App) error) error) error {
			var started bulkPayload
			if err := confirmed.Decode(&started); err != nil {
				return err
			}
			return run(func(tx core.App) error {
				action, err := findBulkAction(tx, started.ID)
				if err != nil {
					return err
				}
				action.setAwaitsApproval(false)
				if err := tx.Save(action); err != nil {
					return err
				}
				return c.jobs.Enqueue(tx, jobs.Job{Type: BulkJob, Key: action.Id})
			})
		},
		Refuse: func(tx core.App, payload json.RawMessage) error {
			var started bulkPayload
			if err := json.Unmarshal(payload, &started); err != nil {
				return fmt.Errorf("decode a bulk action's approval: %w", err)
			}
			action, err := findBulkAction(tx, started.ID)
			if err != nil {
				return err
			}
			if err := skipBulkItems(tx, action.Id, "An administrator refused it"); err != nil {
				return err
			}
			action.setAwaitsApproval(false)
			action.markFinished(c.now())
			return tx.Save(action)
		},
	}
}
