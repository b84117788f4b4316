// A bulk action applies one change to many people of a list:
//
//	preview           -> running, awaits approval
//	awaits approval   -> running, finished (refused)
//	running           -> finished
//	finished          is final; tags and granted memberships can be undone by the opposite action
//
//   - An email to more people than one admin may write to awaits the approval of a second admin (bulk_approval.go).
//   - Memberships that are worth more than one admin may grant await the approval of a second admin too.
//   - The preview counts the people who would change, and lists who is skipped and why. The start request repeats
//     that count. If the count is different by then, the action does not start.
//   - The action runs as one job. Each person is changed in a separate transaction that also writes the audit row. A
//     restarted job therefore continues where it stopped, and one failure does not block the others.
//   - The rules for one person apply here too: admins cannot deactivate their own account, and only owners change
//     accounts that may use the console.

package console

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/router"

	"boardcircle/pb_hooks/accounts"
	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/payments/complimentary"
)

// Action is what a bulk action does to each person.
type Action string

// The actions.
const (
	bulkTag              Action = "tag"
	bulkUntag            Action = "untag"
	bulkDeactivate       Action = "deactivate"
	bulkResetLink        Action = "reset_link"
	bulkVerificationLink Action = "proof_link"
	bulkWrite            Action = "write"
	bulkGrant            Action = "grant"
	// bulkEndGrant undoes bulkGrant. It cannot be started on its own.
	bulkEndGrant Action = "end_grant"
)

// Values returns all actions.
func (Action) Values() []string {
	return append(startableActions(), string(bulkEndGrant))
}

// startableActions returns the actions that an admin can start.
func startableActions() []string {
	return rules.Options(bulkTag, bulkUntag, bulkDeactivate, bulkResetLink, bulkVerificationLink, bulkWrite, bulkGrant)
}

// maxBulk is the largest number of people in one action. To write to more people, admins use a campaign.
const maxBulk = 2000

// BulkJob is the type of the job that runs an action. The job's key is the action's id.
const BulkJob = "people.bulk"

// ListName is the name of a list from which people can be selected.
type ListName string

// The lists.
const (
	ListUsers       ListName = "users"
	ListLeads       ListName = "leads"
	ListPaid        ListName = "paid"
	ListNominations ListName = "nominations"
)

// Values returns the names of all lists.
func (ListName) Values() []string {
	return rules.Options(ListUsers, ListLeads, ListPaid, ListNominations)
}

// Lists maps a list to a function that returns at most max ids of its rows. The query is that of the list's route.
type Lists map[ListName]func(app core.App, query url.Values, max int64) ([]string, error)

var (
	errBulkNotFound = apperr.NotFound("bulk-not-found", "This bulk action was not found.")
	errBulkChanged  = apperr.Conflict(
		"bulk-changed",
		"The selection has changed, so the action would affect other people than the preview showed. Please "+
			"check it again.",
	)
	errBulkUndo = apperr.Conflict("bulk-not-undoable",
		"Only a finished change of tags or grant of memberships can be undone, and only once.")
	errOwnMembership = apperr.Forbidden("own-membership",
		"This is your own account. Another administrator can grant you a membership.")
	errBulkTooMany = apperr.Conflict(
		"bulk-too-many",
		fmt.Sprintf(
			"At most %d people can be changed at once. Please narrow the list, or write to more of them "+
				"with a campaign.",
			maxBulk,
		),
	)
)

// caller is the admin who started an action.
type caller struct {
	audit.Actor
	isOwner bool
}

func callerOf(e *core.RequestEvent) caller {
	return caller{audit.RequestActor(e), httpx.IsOwner(e)}
}

type bulkCommand struct {
	Action              Action
	Tag, Subject, Words string
	// TierID, TierName, EndsAt and Reason are those of bulkGrant. EndsAt is zero for the usual term.
	TierID, TierName string
	EndsAt           time.Time
	Reason           string
	// DecidedBy is the second admin who confirmed the action, or "".
	DecidedBy string
}

func (c bulkCommand) gift(by audit.Actor) complimentary.Gift {
	return complimentary.Gift{TierID: c.TierID, End: c.EndsAt, Reason: c.Reason, By: by, ConfirmedBy: c.DecidedBy}
}

// takesPassword reports whether the start asks for the caller's password. An unattended console must not be enough to
// lock people out, to write to many of them or to grant them memberships.
func (c bulkCommand) takesPassword() bool {
	return c.Action == bulkDeactivate || c.Action == bulkWrite || c.Action == bulkGrant
}

// plan decides for each row whether its person would be changed or skipped.
func (c *Console) plan(app core.App, by caller, command bulkCommand, ids []string) ([]BulkItem, error) {
	seen := map[string]bool{}
	items := make([]BulkItem, 0, len(ids))
	for _, id := range ids {
		item := BulkItem{PersonID: id, Label: id, Status: itemWaiting}
		who, err := findPerson(app, id)
		switch {
		case errors.Is(err, errPersonNotFound):
			item.Reason = "No longer exists"
		case err != nil:
			return nil, err
		default:
			item.PersonID, item.Label, item.account = who.id(), who.subject().Label, who.subject()
			if seen[who.id()] && command.Action != bulkEndGrant { // each grant has its own term to end
				item.Reason = "Is the same person as another row"
			} else if item.Reason, item.value, err = c.obstacle(app, by, command, who); err != nil {
				return nil, err
			}
			seen[who.id()] = true
		}
		if item.Reason != "" {
			item.Status = itemSkipped
		}
		items = append(items, item)
	}
	return items, nil
}

// obstacle returns the reason why a person is skipped, or "" if they are not. value is the list value of what the
// action gives them.
func (c *Console) obstacle(app core.App, by caller, command bulkCommand, who personRef) (reason string,
	value money.Amount, err error) {
	switch command.Action {
	case bulkTag, bulkUntag:
		reason, err = tagObstacle(app, command, who)
	case bulkWrite:
		if who.email() == "" {
			reason = "Has no email address"
		}
	case bulkEndGrant:
	case bulkGrant:
		if value, err = c.checkGift(app, by, command, who); err != nil {
			reason, err = refusalOf(err)
		}
	default:
		reason, err = c.accountObstacle(app, by, command, who)
	}
	return reason, value, err
}

func tagObstacle(app core.App, command bulkCommand, who personRef) (string, error) {
	tags, err := listTags(app, who)
	has := slices.Contains(tags, command.Tag)
	switch {
	case err != nil:
		return "", err
	case has && command.Action == bulkTag:
		return "Already has this tag", nil
	case !has && command.Action == bulkUntag:
		return "Does not have this tag", nil
	case !has && len(tags) >= maxTags:
		return "Has the maximum number of tags", nil
	}
	return "", nil
}

// accountObstacle returns the obstacle to an action on the account of a person.
func (c *Console) accountObstacle(app core.App, by caller, command bulkCommand, who personRef) (string, error) {
	if err := c.mayChange(app, by, who); err != nil {
		return refusalOf(err)
	}
	details, err := accounts.FindDetails(app, who.account.ID)
	switch {
	case err != nil:
		return "", err
	case !bool(details.IsActive):
		return errInactive.Message, nil
	case command.Action == bulkVerificationLink && details.Verified:
		return "Already has a verified email address", nil
	}
	return "", nil
}

// checkGift returns the list value of a membership for a person, or the error with which it would be refused.
func (c *Console) checkGift(app core.App, by caller, command bulkCommand, who personRef) (money.Amount, error) {
	if who.account == nil {
		return 0, errNoAccount
	}
	if who.account.ID == by.ID {
		return 0, errOwnMembership
	}
	details, err := accounts.FindDetails(app, who.account.ID)
	if err == nil && !bool(details.IsActive) {
		err = errInactive
	}
	if err != nil {
		return 0, err
	}
	return c.memberships.CheckGift(app, who.account.ID, command.gift(by.Actor))
}

// refusalOf returns the message of a refusal, or the error if it is internal.
func refusalOf(err error) (string, error) {
	var refused *apperr.Error
	if errors.As(err, &refused) {
		return refused.Message, nil
	}
	return "", err
}

// apply changes one person. The caller has checked that there is no obstacle.
func (c *Console) apply(tx core.App, by caller, command bulkCommand, who personRef, item BulkItem) error {
	switch command.Action {
	case bulkTag, bulkUntag:
		tags, err := listTags(tx, who)
		if err != nil {
			return err
		}
		if command.Action == bulkTag {
			tags = append(tags, command.Tag)
		} else {
			tags = slices.DeleteFunc(tags, func(tag string) bool { return tag == command.Tag })
		}
		return c.setTags(tx, by.Actor, who, tags)
	case bulkDeactivate:
		return c.deactivate(tx, by.Actor, who)
	case bulkResetLink:
		return c.sendResetLink(tx, by.Actor, who)
	case bulkVerificationLink:
		return c.sendVerificationLink(tx, by.Actor, who)
	case bulkWrite:
		return c.write(tx, by.Actor, who, command.Subject, command.Words)
	case bulkGrant:
		termID, err := c.memberships.GrantGift(tx, who.account.ID, command.gift(by.Actor))
		if err != nil {
			return err
		}
		return setBulkItemTerm(tx, item.ID, termID)
	case bulkEndGrant:
		return c.memberships.EndGift(tx, item.TermID, command.Reason, by.Actor)
	}
	return fmt.Errorf("no bulk action %q", command.Action)
}

// handleBulk runs a job: it changes the people of the action who are still waiting.
func (c *Console) handleBulk(ctx context.Context, job jobs.Job) error {
	action, err := findBulkAction(c.app, job.Key)
	if errors.Is(err, errBulkNotFound) || err == nil && (!action.finishedAt().IsZero() || action.awaitsApproval()) {
		return nil
	}
	if err != nil {
		return err
	}
	waiting, err := listBulkItems(c.app, action.Id, itemWaiting, maxBulk)
	if err != nil {
		return err
	}
	for _, item := range waiting {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := c.runBulkItem(action, item); err != nil {
			return err
		}
	}
	return c.app.RunInTransaction(func(tx core.App) error {
		action.markFinished(c.now())
		if err := tx.Save(action); err != nil {
			return err
		}
		return c.jobs.Complete(tx, job)
	})
}

// runBulkItem changes one person, or stores the reason why it could not.
func (c *Console) runBulkItem(action *bulkAction, item BulkItem) error {
	by, command := action.caller(), action.command()
	err := c.app.RunInTransaction(func(tx core.App) error {
		who, err := findPerson(tx, item.PersonID)
		if err != nil {
			return err
		}
		reason, _, err := c.obstacle(tx, by, command, who)
		if err != nil {
			return err
		}
		if reason != "" {
			_, err = completeBulkItem(tx, item.ID, itemSkipped, reason)
			return err
		}
		if waits, err := completeBulkItem(tx, item.ID, itemDone, ""); err != nil || !waits {
			return err
		}
		return c.apply(tx, by, command, who, item)
	})
	if err == nil {
		return nil
	}
	reason, ok := publicReason(err)
	if !ok {
		return fmt.Errorf("bulk action %s, person %s: %w", action.Id, item.PersonID, err)
	}
	_, err = completeBulkItem(c.app, item.ID, itemFailed, reason)
	return err
}

// publicReason returns the message to show for an error. It returns false if the error is internal and a retry may
// succeed.
func publicReason(err error) (string, bool) {
	if errors.Is(err, sql.ErrNoRows) {
		return errPersonNotFound.Message, true
	}
	var refused *apperr.Error
	if errors.As(err, &refused) {
		return refused.Message, true
	}
	var answered *router.ApiError
	if errors.As(err, &answered) && answered.Status < http.StatusInternalServerError {
		return answered.Message, true
	}
	return "", false
}
