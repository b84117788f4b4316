package console

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/approvals"
	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/internal/plural"
	"boardcircle/pb_hooks/settings"
)

// An email to many people needs a second admin, whether it is a campaign or a bulk action. Both ask
// Settings.NeedsCampaignApproval. The people an admin wrote to within the last day are added to the count, so that an
// admin cannot avoid the approval by splitting the email into several actions.

// bulkWindow is how long a bulk email counts towards the limit of its sender.
const bulkWindow = 24 * time.Hour

// The kinds of approval for a bulk email and for memberships.
const (
	kindBulkWrite = "people.write"
	kindBulkGrant = "people.grant"
)

// Approvals stores requests until a second admin decides on them.
type Approvals interface {
	Register(kind approvals.Kind)
	NeedsSecondAdmin(tx core.App, r approvals.Request, by audit.Actor) (bool, error)
	CountAlone(tx core.App, r approvals.Request, by audit.Actor) error
	Ask(tx core.App, r approvals.Request, by audit.Actor) (*approvals.View, error)
}

type bulkPayload struct {
	ID string `json:"id"`
}

// needsApproval reports whether a second admin has to confirm an action.
func (c *Console) needsApproval(tx core.App, command bulkCommand, by caller, items []BulkItem) (bool, error) {
	switch command.Action {
	case bulkGrant:
		return c.approvals.NeedsSecondAdmin(tx, grantRequest(command, items), by.Actor)
	case bulkWrite:
		site, err := settings.Read(tx)
		if err != nil {
			return false, err
		}
		written, err := countWrittenTo(tx, by.Actor, c.now().Add(-bulkWindow))
		return site.NeedsCampaignApproval(int64(countWaiting(items) + written)), err
	}
	return false, nil
}

// grantRequest returns the request for the memberships that an action grants. Its Subject has no id yet.
func grantRequest(command bulkCommand, items []BulkItem) approvals.Request {
	request := approvals.Request{
		Kind: kindBulkGrant, Subject: audit.Subject{Collection: bulkActions, Label: command.TierName},
		Reason: command.Reason,
	}
	for _, item := range items {
		if item.Status == itemWaiting {
			request.ListValue += item.value
			request.Shares = append(request.Shares, approvals.Share{Subject: item.account, Value: item.value})
		}
	}
	request.Unpaid = request.ListValue
	request.Summary = fmt.Sprintf("The complimentary membership “%s” for %s, worth %s", command.TierName,
		plural.Count(countWaiting(items), "person", "people"), request.ListValue.Format("INR"))
	return request
}

// countOrAsk requests the confirmation of a second admin for a bulk action that needs one. Otherwise it counts the
// memberships of the action towards the limit of its admin.
func (c *Console) countOrAsk(tx core.App, action *bulkAction, by caller, items []BulkItem,
	needed bool) (*approvals.View, error) {
	command := action.command()
	request := approvals.Request{
		Kind: kindBulkWrite, Subject: audit.Subject{Collection: bulkActions, Label: command.Subject},
		Summary: fmt.Sprintf("An email to %s: “%s”", plural.Count(countWaiting(items), "person", "people"),
			command.Subject),
	}
	if command.Action == bulkGrant {
		request = grantRequest(command, items)
	}
	request.Subject.ID, request.Payload = action.Id, bulkPayload{action.Id}
	switch {
	case needed:
		return c.approvals.Ask(tx, request, by.Actor)
	case command.Action == bulkGrant:
		return nil, c.approvals.CountAlone(tx, request, by.Actor)
	}
	return nil, nil
}

// countWaiting counts the people whom an action would change.
func countWaiting(items []BulkItem) (count int) {
	for _, item := range items {
		if item.Status == itemWaiting {
			count++
		}
	}
	return count
}

// approvalKind starts a bulk action when a second admin confirms it, and finishes it without changes when they
// refuse.
func (c *Console) approvalKind(name string) approvals.Kind {
	return approvals.Kind{
		Name: name,
		Confirm: func(_ *core.RequestEvent, confirmed approvals.Confirmed, run func(func(core.App) error) error) error {
			var started bulkPayload
			if err := confirmed.Decode(&started); err != nil {
				return err
			}
			if name == kindBulkGrant {
				isOwn, err := isInBulkAction(c.app, started.ID, confirmed.By)
				if err == nil && isOwn {
					err = approvals.ErrOwnGift
				}
				if err != nil {
					return err
				}
			}
			return run(func(tx core.App) error {
				action, err := findBulkAction(tx, started.ID)
				if err != nil {
					return err
				}
				action.setAwaitsApproval(false)
				action.setDecidedBy(confirmed.By.Name)
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
			if err := skipBulkItems(tx, action.Id, "A second admin refused the action"); err != nil {
				return err
			}
			action.setAwaitsApproval(false)
			action.markFinished(c.now())
			return tx.Save(action)
		},
	}
}
