package console

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/approvals"
	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/internal/lists"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/payments/complimentary"
	"boardcircle/pb_hooks/payments/ledger"
	"boardcircle/pb_hooks/tiers"
)

// BulkForm has an action and either the ids of selected rows, or a list with the query that selects its rows.
type BulkForm struct {
	_       struct{} `wire:"bulk,password"`
	Action  Action   `json:"action"`
	Tag     string   `json:"tag"`
	Subject string   `json:"subject"`
	Words   string   `json:"words"`
	// MembershipTierID, EndsAt and Reason are those of the action grant.
	MembershipTierID string `json:"membershipTierId"`
	EndsAt           string `json:"endsAt"`
	Reason           string `json:"reason"`

	IDs   []string `json:"ids"`
	List  ListName `json:"list"`
	Query string   `json:"query"`
}

// Rules returns the rules of the form.
func (BulkForm) Rules() rules.Form { return bulkRules }

var bulkRules = rules.Form{
	{
		Name:     "action",
		Label:    "Action",
		Kind:     rules.Choice,
		Required: true,
		Options:  startableActions(),
	},
	{Name: "tag", Label: "Tag", Kind: rules.Line, Max: 40},
	{Name: "subject", Label: "Subject", Kind: rules.Line, Max: 150},
	{Name: "words", Label: "Message", Kind: rules.Text, Max: 8000},
	ledger.Optional(complimentary.TierField),
	complimentary.TermEndField,
	ledger.Optional(ledger.ReasonField),
	{Name: "ids", Label: "Rows", Kind: rules.List, Max: maxBulk},
	{
		Name:    "list",
		Label:   "List",
		Kind:    rules.Choice,
		Options: ListName("").Values(),
	},
	{Name: "query", Label: "Query", Kind: rules.Line, Max: 2000},
}

// StartBulkForm also has the number of people in the preview.
type StartBulkForm struct {
	_ struct{} `wire:"-"`
	BulkForm
	Count int `json:"count"`
}

// Rules returns the rules of the form.
func (StartBulkForm) Rules() rules.Form { return startBulkRules }

var startBulkRules = append(slices.Clone(bulkRules),
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
	// Value is the list value in rupees of the memberships that would be granted, with tax.
	Value money.Amount `json:"value"`
	// IsSecondAdminRequired reports whether a second admin has to confirm the action.
	IsSecondAdminRequired bool `json:"isSecondAdminRequired"`
}

// BulkAction is the progress of an action.
type BulkAction struct {
	ID         string     `json:"id"`
	Action     Action     `json:"action"`
	Tag        string     `json:"tag"`
	Subject    string     `json:"subject"`
	TierName   string     `json:"tierName"`
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

// command returns the action of a form, or an error if a field that the action needs is missing.
func (f BulkForm) command() (bulkCommand, error) {
	c := bulkCommand{Action: f.Action, Tag: f.Tag, Subject: f.Subject, Words: f.Words}
	var problems []rules.Problem
	need := func(text, field, message string) {
		if text == "" {
			problems = append(problems, rules.Missing(field, message))
		}
	}
	switch c.Action {
	case bulkTag, bulkUntag:
		need(c.Tag, "tag", "Please enter a tag")
	case bulkGrant:
		c.TierID, c.Reason = f.MembershipTierID, f.Reason
		need(c.TierID, "membershipTierId", complimentary.TierField.ErrorMessages().Required)
		need(c.Reason, "reason", ledger.ReasonField.ErrorMessages().Required)
		end, err := india.ParseEnd(f.EndsAt)
		if err != nil {
			problems = append(problems, rules.Invalid("endsAt", india.NoSuchDay))
		}
		c.EndsAt = end
	case bulkWrite:
		need(c.Subject, "subject", emailRules.Field("subject").ErrorMessages().Required)
		need(c.Words, "words", emailRules.Field("words").ErrorMessages().Required)
	}
	if len(f.IDs) == 0 && f.List == "" {
		problems = append(problems, rules.Missing("ids", "Please select at least one person"))
	}
	if len(problems) > 0 {
		return c, httpx.Invalid(problems...)
	}
	return c, nil
}

// BulkTakesPassword reports whether a request starts an action that asks for the caller's password.
func (c *Console) BulkTakesPassword(e *core.RequestEvent) (bool, error) {
	form, err := httpx.Decode[StartBulkForm](e)
	return bulkCommand{Action: form.Action}.takesPassword(), err
}

// selectedIDs returns the ids in a request, or the ids of the rows that its list query selects.
func (c *Console) selectedIDs(app core.App, form BulkForm) ([]string, error) {
	if len(form.IDs) > 0 {
		return form.IDs, nil
	}
	query, err := url.ParseQuery(form.Query)
	if err != nil {
		return nil, httpx.Invalid(rules.Invalid("query", "The list's query cannot be read"))
	}
	ids, err := c.lists[form.List](app, query, maxBulk+1)
	if err == nil && len(ids) > maxBulk {
		err = errBulkTooMany
	}
	return ids, err
}

// PreviewBulk is POST /api/bulk-actions/preview.
func (c *Console) PreviewBulk() httpx.Endpoint {
	return httpx.JSON(c.previewBulk, httpx.Doc{
		Tag: "people", Summary: "Preview what an action would do to many people of a list",
		Errors: []*apperr.Error{errBulkTooMany}, Unaudited: "it changes nothing",
		Example: map[string]any{"action": bulkTag, "tag": "patron"},
	})
}

func (c *Console) previewBulk(e *core.RequestEvent, form BulkForm) (BulkPreview, error) {
	command, items, err := c.readBulk(e, form)
	if err != nil {
		return BulkPreview{}, err
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
		i := slices.IndexFunc(preview.LeftOut, func(g BulkGroup) bool { return g.Reason == item.Reason })
		if i < 0 {
			i = len(preview.LeftOut)
			preview.LeftOut = append(preview.LeftOut, BulkGroup{Reason: item.Reason})
		}
		group := &preview.LeftOut[i]
		group.Count++
		group.Names = appendName(group.Names, item.Label)
	}
	if command.Action == bulkGrant {
		preview.Value = grantRequest(command, items).ListValue
	}
	preview.IsSecondAdminRequired, err = c.needsApproval(e.App, command, callerOf(e), items)
	return preview, apperr.Fail(readFailed, err)
}

// shownNames is the number of names that a preview shows for each group.
const shownNames = 10

func appendName(names []string, name string) []string {
	if len(names) < shownNames {
		names = append(names, name)
	}
	return names
}

func (c *Console) readBulk(e *core.RequestEvent, form BulkForm) (bulkCommand, []BulkItem, error) {
	command, err := form.command()
	if err != nil {
		return command, nil, err
	}
	ids, err := c.selectedIDs(e.App, form)
	if err != nil {
		return command, nil, err
	}
	if command.Action == bulkGrant {
		tier, err := tiers.Find(e.App, command.TierID)
		if err != nil {
			return command, nil, apperr.Fail(readFailed, database.IfMissing(err, ledger.ErrNoSuchTier))
		}
		command.TierName = tier.Name
	}
	items, err := c.plan(e.App, callerOf(e), command, ids)
	if err != nil {
		return command, nil, apperr.Fail(readFailed, fmt.Errorf("plan bulk action: %w", err))
	}
	return command, items, nil
}

// StartBulk is POST /api/bulk-actions.
func (c *Console) StartBulk() httpx.Endpoint {
	return httpx.JSON(c.startBulk, httpx.Doc{
		Tag: "people", Summary: "Start an action on many people of a list",
		Description: "count is the number of people in the preview. Deactivating, writing and granting require " +
			"re-authentication.",
		Status: http.StatusCreated, Errors: []*apperr.Error{errBulkTooMany, errBulkChanged},
		Example: map[string]any{"action": bulkTag, "tag": "patron", "count": 1},
	})
}

func (c *Console) startBulk(e *core.RequestEvent, form StartBulkForm) (approvals.Outcome[BulkAction], error) {
	command, items, err := c.readBulk(e, form.BulkForm)
	if err != nil {
		return approvals.Outcome[BulkAction]{}, err
	}
	if countWaiting(items) != form.Count || command.takesPassword() && !httpx.IsReauthenticated(e) {
		return approvals.Outcome[BulkAction]{}, errBulkChanged
	}
	return c.createBulk(e, command, items, nil)
}

// createBulk stores an action with its job. undone is the action that this one undoes, or nil.
func (c *Console) createBulk(e *core.RequestEvent, command bulkCommand, items []BulkItem,
	undone *bulkAction) (outcome approvals.Outcome[BulkAction], err error) {
	by, id := callerOf(e), ""
	var waiting *approvals.View
	err = e.App.RunInTransaction(func(tx core.App) error {
		if err := deleteBulkActionsBefore(tx, c.now().Add(-bulkRetention)); err != nil {
			return err
		}
		needed, err := c.needsApproval(tx, command, by, items)
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
		}
		if waiting, err = c.countOrAsk(tx, action, by, items, needed); err != nil {
			return err
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
		if command.TierName != "" {
			details["tier"], details["reason"] = command.TierName, command.Reason
		}
		if command.Subject != "" {
			details["subject"] = command.Subject
		}
		if err := c.audit.Record(tx, by.Actor, "people.bulk-started",
			audit.Subject{Collection: bulkActions, ID: id, Label: string(command.Action)}, details); err != nil {
			return err
		}
		if needed {
			return nil
		}
		return c.jobs.Enqueue(tx, jobs.Job{Type: BulkJob, Key: id})
	})
	switch {
	case err != nil:
		return outcome, saveError(err)
	case waiting != nil:
		outcome.Waiting = &approvals.Waiting{Approval: *waiting}
		return outcome, nil
	}
	outcome.Answer, err = readBulkAction(e.App, id)
	return outcome, err
}

// ListBulk is GET /api/bulk-actions.
func (c *Console) ListBulk() httpx.Endpoint {
	return lists.MappedRows(bulkList, func(_ *core.RequestEvent, row bulkRow) BulkAction { return row.view() },
		httpx.Doc{Tag: "people", Summary: "List the actions on many people of the last 90 days, newest first"})
}

// GetBulk is GET /api/bulk-actions/{id}.
func (c *Console) GetBulk() httpx.Endpoint {
	return httpx.Get(func(e *core.RequestEvent) (BulkAction, error) {
		return readBulkAction(e.App, e.Request.PathValue("id"))
	}, httpx.Doc{
		Tag: "people", Summary: "Read the progress of an action on many people, and whom it has not changed",
		Errors: []*apperr.Error{errBulkNotFound},
	})
}

// shownProblems is how many failed, and how many skipped people the response lists.
const shownProblems = 100

func readBulkAction(app core.App, id string) (view BulkAction, err error) {
	action, err := findBulkAction(app, id)
	if err != nil {
		return view, apperr.Fail(readFailed, err)
	}
	view = bulkView(action)
	counts, err := countBulkItems(app, id)
	if err != nil {
		return view, apperr.Fail(readFailed, err)
	}
	view.Waiting, view.Done = counts[itemWaiting], counts[itemDone]
	view.Failed, view.LeftOut = counts[itemFailed], counts[itemSkipped]
	view.CanUndo = isUndoable(action.command().Action, action.finishedAt(), action.undoneBy()) && view.Done > 0
	view.Problems = []BulkItem{}
	for _, status := range []ItemStatus{itemFailed, itemSkipped} {
		items, err := listBulkItems(app, id, status, shownProblems)
		if err != nil {
			return view, apperr.Fail(readFailed, err)
		}
		view.Problems = append(view.Problems, items...)
	}
	return view, nil
}

func isUndoable(action Action, finishedAt types.DateTime, undoneBy string) bool {
	return (action == bulkTag || action == bulkUntag || action == bulkGrant) && !finishedAt.IsZero() && undoneBy == ""
}

// UndoBulk is POST /api/bulk-actions/{id}/undo.
func (c *Console) UndoBulk() httpx.Endpoint {
	return httpx.DoJSON(c.undoBulk, httpx.Doc{
		Tag: "people", Summary: "Undo an action that has set or removed a tag, or granted memberships",
		Description: "It starts the opposite action for the people whom the action has changed. Undoing a grant ends " +
			"the memberships.",
		Status: http.StatusCreated, Errors: []*apperr.Error{errBulkNotFound, errBulkUndo},
	})
}

func (c *Console) undoBulk(e *core.RequestEvent) (BulkAction, error) {
	action, err := findBulkAction(e.App, e.Request.PathValue("id"))
	if err == nil && !isUndoable(action.command().Action, action.finishedAt(), action.undoneBy()) {
		err = errBulkUndo
	}
	if err != nil {
		return BulkAction{}, apperr.Fail(readFailed, err)
	}
	done, err := listBulkItems(e.App, action.Id, itemDone, maxBulk)
	if err != nil {
		return BulkAction{}, apperr.Fail(readFailed, err)
	}
	command := action.command()
	command.Action = map[Action]Action{bulkTag: bulkUntag, bulkUntag: bulkTag, bulkGrant: bulkEndGrant}[command.Action]
	if command.Action == bulkEndGrant {
		command.Reason = "The grant to many people was undone"
	}
	ids := make([]string, len(done))
	for i, item := range done {
		ids[i] = item.PersonID
	}
	items, err := c.plan(e.App, callerOf(e), command, ids)
	if err != nil {
		return BulkAction{}, apperr.Fail(readFailed, fmt.Errorf("plan the undoing of a bulk action: %w", err))
	}
	for i := range items {
		items[i].TermID = done[i].TermID
	}
	outcome, err := c.createBulk(e, command, items, action) // an undo never waits for a second admin
	return outcome.Answer, err
}
