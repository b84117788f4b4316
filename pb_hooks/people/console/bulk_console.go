package console

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/approvals"
	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/internal/rules"
)

// BulkForm is the body of POST /api/bulk-actions/preview. It has the action and either the ids of selected rows, or a
// list with the query that selects its rows.
var BulkForm = rules.Form{
	{
		Name:     "action",
		Label:    "Action",
		Kind:     rules.Choice,
		Required: true,
		Options:  []string{bulkTag, bulkUntag, bulkDeactivate, bulkResetLink, bulkVerificationLink, bulkWrite},
	},
	{Name: "tag", Label: "Tag", Kind: rules.Line, Max: 40},
	{Name: "subject", Label: "Subject", Kind: rules.Line, Max: 150},
	{Name: "words", Label: "Message", Kind: rules.Text, Max: 8000},
	{Name: "ids", Label: "Rows", Kind: rules.List, Max: maxBulk},
	{
		Name:    "list",
		Label:   "List",
		Kind:    rules.Choice,
		Options: []string{ListUsers, ListLeads, ListPaid, ListNominations},
	},
	{Name: "query", Label: "Query", Kind: rules.Line, Max: 2000},
}

// StartBulkForm is the body of POST /api/bulk-actions. Its count is the number of people in the preview.
var StartBulkForm = append(slices.Clone(BulkForm),
	rules.Field{Name: "count", Label: "Number of people", Kind: rules.Integer, Required: true, Min: 1, Max: maxBulk})

// BulkGroup is the people who are skipped for the same reason.
type BulkGroup struct {
	Reason string `json:"reason"`
	Count  int    `json:"count"`
	// Names lists the first people of the group.
	Names []string `json:"names"`
}

// BulkPreview is the effect that an action would have.
type BulkPreview struct {
	// Selected is the number of selected rows, Count the number of people who would be changed.
	Selected int      `json:"selected"`
	Count    int      `json:"count"`
	Names    []string `json:"names"`
	// LeftOut groups the people who would be skipped.
	LeftOut []BulkGroup `json:"leftOut"`
	// Password reports whether starting the action asks for the caller's password.
	Password bool `json:"password"`
	// NeedsApproval reports whether a second admin has to confirm the action.
	NeedsApproval bool `json:"needsApproval"`
}

// BulkAction is the progress of an action.
type BulkAction struct {
	ID         string     `json:"id"`
	Action     string     `json:"action"`
	Tag        string     `json:"tag"`
	Subject    string     `json:"subject"`
	Actor      string     `json:"actor"`
	StartedAt  httpx.Time `json:"startedAt"`
	FinishedAt httpx.Time `json:"finishedAt"`
	Waiting    int        `json:"waiting"`
	Done       int        `json:"done"`
	Failed     int        `json:"failed"`
	LeftOut    int        `json:"leftOut"`
	// AwaitsApproval is true until a second admin has decided on the action.
	AwaitsApproval bool `json:"awaitsApproval"`
	// Problems lists the first people who failed, then the first who were skipped. ListBulk leaves it empty.
	Problems []BulkItem `json:"problems"`
	// CanUndo reports whether the action can be undone. UndoneBy is the id of the action that has undone it.
	CanUndo  bool   `json:"canUndo"`
	UndoneBy string `json:"undoneBy"`
}

func newBulkCommand(values rules.Values) (bulkCommand, error) {
	c := bulkCommand{values.Text("action"), values.Text("tag"), values.Text("subject"), values.Text("words")}
	var problems []rules.Problem
	need := func(text, field, message string) {
		if text == "" {
			problems = append(problems, rules.Problem{Field: field, Code: "required", Message: message})
		}
	}
	switch c.Action {
	case bulkTag, bulkUntag:
		need(c.Tag, "tag", "Please name the tag")
	case bulkWrite:
		need(c.Subject, "subject", EmailForm.Field("subject").ErrorMessages().Required)
		need(c.Words, "words", EmailForm.Field("words").ErrorMessages().Required)
	}
	if list, _ := values["ids"].([]string); len(list) == 0 && values.Text("list") == "" {
		problems = append(problems, rules.Problem{Field: "ids", Code: "required",
			Message: "Please select somebody first"})
	}
	if len(problems) > 0 {
		return c, httpx.Invalid(problems...)
	}
	return c, nil
}

// BulkTakesPassword reports whether a request starts an action that asks for the caller's password.
func (c *Console) BulkTakesPassword(e *core.RequestEvent) (bool, error) {
	values, err := httpx.DecodeForm(e, StartBulkForm)
	return bulkCommand{Action: values.Text("action")}.takesPassword(), err
}

// selectedIDs returns the ids in a request, or the ids of the rows that its list query selects.
func (c *Console) selectedIDs(app core.App, values rules.Values) ([]string, error) {
	if ids, _ := values["ids"].([]string); len(ids) > 0 {
		return ids, nil
	}
	query, err := url.ParseQuery(values.Text("query"))
	if err != nil {
		return nil, httpx.Invalid(rules.Problem{Field: "query", Code: "invalid",
			Message: "The list's query cannot be read"})
	}
	ids, err := c.lists[values.Text("list")](app, query, maxBulk+1)
	if err == nil && len(ids) > maxBulk {
		err = errBulkTooMany
	}
	return ids, err
}

// PreviewBulk is POST /api/bulk-actions/preview.
func (c *Console) PreviewBulk(e *core.RequestEvent) error {
	values, err := httpx.DecodeForm(e, BulkForm)
	if err != nil {
		return err
	}
	command, items, err := c.readBulk(e, values)
	if err != nil {
		return err
	}
	preview := BulkPreview{
		Selected: len(items),
		Names:    []string{},
		LeftOut:  []BulkGroup{},
		Password: command.takesPassword(),
	}
	for _, item := range items {
		if item.Status == itemWaiting {
			preview.Count++
			preview.Names = appendName(preview.Names, item.Label)
			continue
		}
		at := slices.IndexFunc(preview.LeftOut, func(g BulkGroup) bool { return g.Reason == item.Reason })
		if at < 0 {
			at = len(preview.LeftOut)
			preview.LeftOut = append(preview.LeftOut, BulkGroup{Reason: item.Reason})
		}
		group := &preview.LeftOut[at]
		group.Count++
		group.Names = appendName(group.Names, item.Label)
	}
	if preview.NeedsApproval, err = c.needsApproval(e.App, command, callerOf(e), preview.Count); err != nil {
		return apperr.Fail(readFailed, err)
	}
	return e.JSON(http.StatusOK, preview)
}

// shownNames is the number of names that a preview shows for each group.
const shownNames = 10

func appendName(names []string, name string) []string {
	if len(names) < shownNames {
		names = append(names, name)
	}
	return names
}

func (c *Console) readBulk(e *core.RequestEvent, values rules.Values) (bulkCommand, []BulkItem, error) {
	command, err := newBulkCommand(values)
	if err != nil {
		return command, nil, err
	}
	ids, err := c.selectedIDs(e.App, values)
	if err != nil {
		return command, nil, err
	}
	items, err := c.plan(e.App, callerOf(e), command, ids)
	if err != nil {
		return command, nil, apperr.Fail(readFailed, fmt.Errorf("plan bulk action: %w", err))
	}
	return command, items, nil
}

// StartBulk is POST /api/bulk-actions.
func (c *Console) StartBulk(e *core.RequestEvent) error {
	values, err := httpx.DecodeForm(e, StartBulkForm)
	if err != nil {
		return err
	}
	command, items, err := c.readBulk(e, values)
	if err != nil {
		return err
	}
	count := 0
	for _, item := range items {
		if item.Status == itemWaiting {
			count++
		}
	}
	if strconv.Itoa(count) != values.Text("count") {
		return errBulkChanged
	}
	if command.takesPassword() && !httpx.IsReauthenticated(e) {
		return errBulkChanged
	}
	return c.startBulk(e, command, items, nil)
}

// startBulk stores an action with its job and responds with it. undone is the action that this one undoes, or nil.
func (c *Console) startBulk(e *core.RequestEvent, command bulkCommand, items []BulkItem, undone *bulkAction) error {
	by, id := callerOf(e), ""
	var waiting *approvals.View
	err := e.App.RunInTransaction(func(tx core.App) error {
		if err := deleteBulkActionsBefore(tx, c.now().Add(-bulkRetention)); err != nil {
			return err
		}
		people := 0
		for _, item := range items {
			if item.Status == itemWaiting {
				people++
			}
		}
		needed, err := c.needsApproval(tx, command, by, people)
		if err != nil {
			return err
		}
		action, err := createBulkAction(tx, command, by, c.now(), items)
		if err != nil {
			return err
		}
		id = action.Id
		if needed {
			action.setAwaitsApproval(true)
			if err := tx.Save(action); err != nil {
				return err
			}
			if waiting, err = c.askForApproval(tx, action, by, people); err != nil {
				return err
			}
		}
		if undone != nil {
			if undone, err = findBulkAction(tx, undone.Id); err != nil {
				return err
			}
			if undone.undoneBy() != "" {
				return errBulkUndo
			}
			undone.markUndone(id)
			if err := tx.Save(undone); err != nil {
				return err
			}
		}
		details := map[string]any{"action": command.Action, "people": len(items)}
		if command.Tag != "" {
			details["tag"] = command.Tag
		}
		if command.Subject != "" {
			details["subject"] = command.Subject
		}
		if err := c.audit.Record(tx, by.Actor, "people.bulk-started",
			audit.Subject{Collection: bulkActions, ID: id, Label: command.Action}, details); err != nil {
			return err
		}
		if needed {
			return nil
		}
		return c.jobs.Enqueue(tx, jobs.Job{Type: BulkJob, Key: id})
	})
	if err != nil {
		return saveError(err)
	}
	if waiting != nil {
		return approvals.Respond(e, waiting)
	}
	return c.respondBulk(e, http.StatusCreated, id)
}

// ListBulk is GET /api/bulk-actions. It returns the actions of the last 90 days, newest first.
func (c *Console) ListBulk(e *core.RequestEvent) error {
	rows, err := httpx.QueryRows[bulkRow](e, bulkList)
	if err != nil {
		return err
	}
	list := make([]BulkAction, len(rows))
	for i, row := range rows {
		list[i] = row.view()
	}
	return e.JSON(http.StatusOK, list)
}

// GetBulk is GET /api/bulk-actions/{id}.
func (c *Console) GetBulk(e *core.RequestEvent) error {
	return c.respondBulk(e, http.StatusOK, e.Request.PathValue("id"))
}

// shownProblems is how many failed, and how many skipped people the response lists.
const shownProblems = 100

func (c *Console) respondBulk(e *core.RequestEvent, status int, id string) error {
	action, err := findBulkAction(e.App, id)
	if err != nil {
		return apperr.Fail(readFailed, err)
	}
	view := bulkView(action)
	counts, err := countBulkItems(e.App, id)
	if err != nil {
		return apperr.Fail(readFailed, err)
	}
	view.Waiting, view.Done, view.Failed, view.LeftOut = counts[itemWaiting], counts[itemDone], counts[itemFailed], counts[itemLeftOut]
	view.CanUndo = isUndoable(action.command().Action, action.finishedAt(), action.undoneBy()) && view.Done > 0
	view.Problems = []BulkItem{}
	for _, status := range []ItemStatus{itemFailed, itemLeftOut} {
		items, err := listBulkItems(e.App, id, status, shownProblems)
		if err != nil {
			return apperr.Fail(readFailed, err)
		}
		view.Problems = append(view.Problems, items...)
	}
	return e.JSON(status, view)
}

func isUndoable(action string, finishedAt types.DateTime, undoneBy string) bool {
	return (action == bulkTag || action == bulkUntag) && !finishedAt.IsZero() && undoneBy == ""
}

// UndoBulk is POST /api/bulk-actions/{id}/undo. It starts the opposite action for the people whom this action
// changed.
func (c *Console) UndoBulk(e *core.RequestEvent) error {
	action, err := findBulkAction(e.App, e.Request.PathValue("id"))
	if err == nil && !isUndoable(action.command().Action, action.finishedAt(), action.undoneBy()) {
		err = errBulkUndo
	}
	if err != nil {
		return apperr.Fail(readFailed, err)
	}
	done, err := listBulkItems(e.App, action.Id, itemDone, maxBulk)
	if err != nil {
		return apperr.Fail(readFailed, err)
	}
	command := action.command()
	if command.Action == bulkTag {
		command.Action = bulkUntag
	} else {
		command.Action = bulkTag
	}
	ids := make([]string, len(done))
	for i, item := range done {
		ids[i] = item.PersonID
	}
	items, err := c.plan(e.App, callerOf(e), command, ids)
	if err != nil {
		return apperr.Fail(readFailed, fmt.Errorf("plan the undoing of a bulk action: %w", err))
	}
	return c.startBulk(e, command, items, action)
}
