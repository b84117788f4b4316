package console

import (
	"slices"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/lists"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/people"
)

const (
	bulkActions = "bulk_actions"
	bulkItems   = "bulk_items"
)

// ItemStatus is the state of one person within a bulk action.
type ItemStatus string

const (
	itemWaiting ItemStatus = "waiting"
	itemDone    ItemStatus = "done"
	itemFailed  ItemStatus = "failed"
	itemSkipped ItemStatus = "left_out"
)

// Values returns all states.
func (ItemStatus) Values() []string {
	return rules.Options(itemWaiting, itemDone, itemFailed, itemSkipped)
}

// bulkAction is a row of bulk_actions.
type bulkAction struct{ core.BaseRecordProxy }

func (b *bulkAction) command() bulkCommand {
	return bulkCommand{
		Action:  Action(b.GetString("action")),
		Tag:     b.GetString("tag"),
		Subject: b.GetString("subject"),
		Words:   b.GetString("words"),

		TierID:    b.GetString("membershipTierId"),
		TierName:  b.GetString("tierName"),
		EndsAt:    b.GetDateTime("endsAt").Time(),
		Reason:    b.GetString("grantReason"),
		DecidedBy: b.GetString("decidedBy"),
	}
}

func (b *bulkAction) caller() caller {
	return caller{
		Actor: audit.Actor{
			Kind:    audit.ActorKind(b.GetString("actorKind")),
			ID:      b.GetString("actorId"),
			Name:    b.GetString("actor"),
			Address: b.GetString("address"),
		},
		isOwner: b.GetBool("isOwner"),
	}
}

func (b *bulkAction) at() types.DateTime         { return b.GetDateTime("at") }
func (b *bulkAction) finishedAt() types.DateTime { return b.GetDateTime("finishedAt") }
func (b *bulkAction) undoneBy() string           { return b.GetString("undoneBy") }
func (b *bulkAction) markFinished(at time.Time)  { b.Set("finishedAt", at) }
func (b *bulkAction) awaitsApproval() bool       { return b.GetBool("awaitsApproval") }
func (b *bulkAction) setAwaitsApproval(is bool)  { b.Set("awaitsApproval", is) }
func (b *bulkAction) setDecidedBy(name string)   { b.Set("decidedBy", name) }
func (b *bulkAction) markUndone(by string)       { b.Set("undoneBy", by) }

// createBulkAction stores an action with its people.
func createBulkAction(tx core.App, command bulkCommand, by caller, at time.Time, items []BulkItem) (*bulkAction,
	error) {
	record, err := newRecordOf(tx, bulkActions, map[string]any{
		"action":  string(command.Action),
		"tag":     command.Tag,
		"subject": command.Subject,
		"words":   command.Words,

		"membershipTierId": command.TierID,
		"tierName":         command.TierName,
		"endsAt":           database.DateTime(command.EndsAt),
		"grantReason":      command.Reason,

		"actorKind": string(by.Kind),
		"actorId":   by.ID,
		"actor":     by.Name,
		"address":   by.Address,
		"isOwner":   by.isOwner,
		"at":        at,
	})
	if err == nil {
		err = tx.Save(record)
	}
	if err != nil {
		return nil, database.Wrap("create bulk action", err)
	}
	for position, item := range items {
		row, err := newRecordOf(tx, bulkItems, map[string]any{
			"bulkAction": record.Id, "position": position, "personId": item.PersonID, "label": item.Label,
			"status": string(item.Status), "reason": item.Reason, "termId": item.TermID,
		})
		if err == nil {
			err = tx.SaveNoValidate(row)
		}
		if err != nil {
			return nil, database.Wrap("create bulk item", err)
		}
	}
	return database.As[bulkAction](record), nil
}

// findBulkAction returns errBulkNotFound if there is no action with this id.
func findBulkAction(app core.App, id string) (*bulkAction, error) {
	found, err := database.Find[bulkAction](app, bulkActions, id)
	return found, database.IfMissing(err, errBulkNotFound)
}

// bulkList lists the actions, newest first.
var bulkList = lists.List{
	From: bulkActions,
	Columns: []string{
		"id", "action", "tag", "subject", "tierName", "actor", "at", "finishedAt", "undoneBy", "awaitsApproval",
		bulkCount(itemWaiting, "waiting"), bulkCount(itemDone, "done"), bulkCount(itemFailed, "failed"),
		bulkCount(itemSkipped, "leftOut"),
	},
	Search:      []string{"tag", "subject", "actor"},
	Sort:        map[string]string{"startedAt": "at"},
	DefaultSort: "-startedAt",
}

// bulkCount returns a column that counts an action's people with a status. It uses idx_bulk_items_status.
func bulkCount(status ItemStatus, name string) string {
	return "(SELECT COUNT(*) FROM bulk_items i WHERE i.bulkAction = bulk_actions.id AND i.status = '" + string(status) +
		"') AS [[" + name + "]]"
}

// bulkRow is a row of bulkList.
type bulkRow struct {
	ID             string         `db:"id"`
	Action         Action         `db:"action"`
	Tag            string         `db:"tag"`
	Subject        string         `db:"subject"`
	TierName       string         `db:"tierName"`
	Actor          string         `db:"actor"`
	At             types.DateTime `db:"at"`
	FinishedAt     types.DateTime `db:"finishedAt"`
	UndoneBy       string         `db:"undoneBy"`
	AwaitsApproval bool           `db:"awaitsApproval"`
	Waiting        int            `db:"waiting"`
	Done           int            `db:"done"`
	Failed         int            `db:"failed"`
	LeftOut        int            `db:"leftOut"`
}

func (r bulkRow) view() BulkAction {
	return BulkAction{
		ID:             r.ID,
		Action:         r.Action,
		Tag:            r.Tag,
		Subject:        r.Subject,
		TierName:       r.TierName,
		Actor:          r.Actor,
		StartedAt:      httpx.Time(r.At),
		FinishedAt:     httpx.Time(r.FinishedAt),
		UndoneBy:       r.UndoneBy,
		AwaitsApproval: r.AwaitsApproval,
		Waiting:        r.Waiting,
		Done:           r.Done,
		Failed:         r.Failed,
		LeftOut:        r.LeftOut,
		CanUndo:        isUndoable(r.Action, r.FinishedAt, r.UndoneBy) && r.Done > 0,
		Problems:       []BulkItem{},
	}
}

// BulkItem is one person of an action, with their state.
type BulkItem struct {
	ID       string     `json:"-" db:"id"`
	PersonID string     `json:"id" db:"personId"`
	Label    string     `json:"name" db:"label"`
	Status   ItemStatus `json:"status" db:"status"`
	// Reason says why the person was skipped, or what failed.
	Reason string `json:"reason" db:"reason"`
	// TermID is the term that the action has granted, or that it ends.
	TermID string `json:"-" db:"termId"`
	// account is the person's account, and value the list value of what they get.
	account audit.Subject
	value   money.Amount
}

// listBulkItems returns the people of an action with a status, in the order of the selection.
func listBulkItems(app core.App, id string, status ItemStatus, limit int64) ([]BulkItem, error) {
	items := []BulkItem{}
	err := app.DB().Select("id", "personId", "label", "status", "reason", "termId").From(bulkItems).
		Where(dbx.HashExp{"bulkAction": id, "status": string(status)}).OrderBy("position").Limit(limit).All(&items)
	return items, database.Wrap("list bulk items", err)
}

// isInBulkAction reports whether an admin is among the people whom an action would change.
func isInBulkAction(app core.App, id string, by audit.Actor) (bool, error) {
	self, err := people.SelfOf(app, by)
	if err != nil {
		return false, err
	}
	var accounts []string
	err = app.DB().Select("personId").From(bulkItems).
		Where(dbx.HashExp{"bulkAction": id, "status": string(itemWaiting)}).Column(&accounts)
	return slices.ContainsFunc(accounts, self.IsUser), database.Wrap("find an admin in a bulk action", err)
}

// countBulkItems counts the people of an action by status.
func countBulkItems(app core.App, id string) (map[ItemStatus]int, error) {
	var rows []struct {
		Status ItemStatus `db:"status"`
		Count  int        `db:"count"`
	}
	err := app.DB().Select("status",
		"COUNT(*) AS count").From(bulkItems).Where(dbx.HashExp{"bulkAction": id}).GroupBy("status").All(&rows)
	counts := map[ItemStatus]int{}
	for _, row := range rows {
		counts[row.Status] = row.Count
	}
	return counts, database.Wrap("count bulk items", err)
}

// completeBulkItem stores the result for a waiting person. It returns false if the person was no longer waiting.
func completeBulkItem(tx core.App, id string, status ItemStatus, reason string) (bool, error) {
	result, err := tx.NonconcurrentDB().Update(bulkItems, dbx.Params{"status": string(status), "reason": reason},
		dbx.HashExp{"id": id, "status": string(itemWaiting)}).Execute()
	if err != nil {
		return false, database.Wrap("complete bulk item", err)
	}
	changed, err := result.RowsAffected()
	return changed > 0, database.Wrap("complete bulk item", err)
}

// setBulkItemTerm stores the term that an action has granted to a person.
func setBulkItemTerm(tx core.App, id, termID string) error {
	_, err := tx.NonconcurrentDB().Update(bulkItems, dbx.Params{"termId": termID}, dbx.HashExp{"id": id}).Execute()
	return database.Wrap("set the term of a bulk item", err)
}

// skipBulkItems marks all waiting people of an action as skipped.
func skipBulkItems(tx core.App, id, reason string) error {
	_, err := tx.NonconcurrentDB().Update(bulkItems, dbx.Params{"status": string(itemSkipped), "reason": reason},
		dbx.HashExp{"bulkAction": id, "status": string(itemWaiting)}).Execute()
	return database.Wrap("skip bulk items", err)
}

// countWrittenTo counts the recipients of an admin's bulk emails since a time. Emails that still await approval do
// not count.
func countWrittenTo(app core.App, by audit.Actor, since time.Time) (n int, err error) {
	err = app.DB().NewQuery("SELECT COUNT(*) FROM bulk_actions a JOIN bulk_items i ON i.bulkAction = a.id " +
		"WHERE a.at > {:since} AND a.action = 'write' AND a.actorKind = {:kind} AND a.actorId = {:id} " +
		"AND NOT a.awaitsApproval AND i.status IN ('waiting', 'done')").
		Bind(dbx.Params{"since": database.FormatTime(since), "kind": string(by.Kind), "id": by.ID}).Row(&n)
	return n, database.Wrap("count people written to", err)
}

// bulkRetention is how long actions and their results are stored.
const bulkRetention = 90 * 24 * time.Hour

// deleteBulkActionsBefore deletes up to 20 actions from before a time, with their people.
func deleteBulkActionsBefore(app core.App, before time.Time) error {
	var old []*bulkAction
	err := app.RecordQuery(bulkActions).
		AndWhere(dbx.NewExp("at < {:before}", dbx.Params{"before": database.FormatTime(before)})).OrderBy("at").
		Limit(20).All(&old)
	for _, b := range old {
		if err == nil {
			err = app.Delete(b)
		}
	}
	return database.Wrap("delete old bulk actions", err)
}

func bulkView(b *bulkAction) BulkAction {
	command := b.command()
	return BulkAction{
		ID:             b.Id,
		Action:         command.Action,
		Tag:            command.Tag,
		Subject:        command.Subject,
		TierName:       command.TierName,
		Actor:          b.GetString("actor"),
		StartedAt:      httpx.Time(b.at()),
		FinishedAt:     httpx.Time(b.finishedAt()),
		UndoneBy:       b.undoneBy(),
		AwaitsApproval: b.awaitsApproval(),
	}
}
