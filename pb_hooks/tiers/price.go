package tiers

import (
	"fmt"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"

	"boardcircle/pb_hooks/approvals"
	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/settings"
)

// A price decides how much members pay, so an admin's session is not enough to change one:
//
//   - The console asks for the admin's password when a price changes.
//   - All admins get an email when a price changes, also when a superuser changes it in the dashboard.
//   - A price that is lower than the tier's list value (store_prices.go) by more than the limit waits for a second
//     admin.
//   - So does a tier that goes on sale, if the lowest price on sale for its duration is higher by more than the limit.
//   - A request that waits has all values of the tier. It cannot be confirmed after another change of the tier, because
//     it would overwrite that change.

// Approvals stores the requests that need a second admin.
type Approvals interface {
	Register(kind approvals.Kind)
	Run(by audit.Actor, describe func(tx core.App) (approvals.Request, error),
		apply func(tx core.App) error) (*approvals.View, error)
}

// kindSave is the kind of the request to save a tier with a lower price.
const kindSave = "tier.price"

var errPlanChanged = apperr.Conflict("plan-changed", "This plan was changed after the request was made. "+
	"Refuse the request, then change the plan again.")

// savePayload is a tier that waits to be saved: its id, whether it is new, and its values as a body of Form.
type savePayload struct {
	ID     string         `json:"id"`
	IsNew  bool           `json:"isNew,omitempty"`
	Values map[string]any `json:"values"`
	// Version is the version of the values that the tier had when the request was made. Requests of earlier releases
	// have none.
	Version string `json:"version,omitempty"`
}

// ChangesProtected reports whether a request sets the payment link of a new tier, or changes the payment link or the
// price of a stored one, which requires re-authentication.
func (p *Tiers) ChangesProtected(e *core.RequestEvent) (bool, error) {
	body, err := httpx.DecodeObject(e)
	if err != nil {
		return false, err
	}
	change := httpx.Change[Form]{Body: body}
	sets, err := p.setsPaymentLink(e, change)
	if err != nil || sets || e.Request.PathValue("id") == "" {
		return sets, err
	}
	record, err := findRecord(e.App, e.Request.PathValue("id"))
	if err != nil {
		return false, toAPIError(err)
	}
	// No one should enter a password for a change that is refused anyway.
	if err := change.CheckVersion(record.form(), "plan"); err != nil {
		return false, err
	}
	merged, err := change.Over(record.form())
	if err != nil {
		return false, toAPIError(err)
	}
	form, problems := p.bind(merged)
	if len(problems) > 0 {
		return false, nil // the handler reports the problems
	}
	record.setForm(form)
	return record.changesPrice(), nil
}

// describeSave returns the request to save a tier. Its list value is the amount that a buyer now saves. It is 0 unless
// the price is lowered or the tier goes on sale.
func (p *Tiers) describeSave(tx core.App, record *tierRecord) (approvals.Request, error) {
	values, err := httpx.Object(record.form())
	if err != nil {
		return approvals.Request{}, err
	}
	request := approvals.Request{
		Kind:    kindSave,
		Subject: audit.SubjectOf(record.Record),
		Payload: savePayload{
			ID: record.Id, IsNew: record.IsNew(), Values: values, Version: httpx.VersionOf(record.former().form()),
		},
	}
	site, err := settings.Read(tx)
	if err != nil {
		return request, err
	}
	price := AddGST(record.rupeePrice(), site.GSTRate).TotalAmount
	if record.goesOnSale() {
		offered, err := comparisonPrice(tx, record, p.options.Clock())
		if err != nil {
			return request, err
		}
		request.ListValue = max(0, AddGST(offered, site.GSTRate).TotalAmount-price)
		request.Summary = fmt.Sprintf("The membership tier “%s” goes on sale for %s", record.name(),
			record.priceInWords())
	}
	if former := record.former(); !record.IsNew() && record.changesPrice() &&
		(former.duration() != record.duration() || former.rupeePrice() > record.rupeePrice()) {
		listed, err := listValue(tx, former, record.duration(), p.options.Clock())
		if err != nil {
			return request, err
		}
		if listed-price > request.ListValue {
			request.ListValue, request.Unpaid = listed-price, listed-price
		}
		request.Summary = fmt.Sprintf("A new price of the membership tier “%s”: %s instead of %s",
			record.name(), record.priceInWords(), former.priceInWords())
	}
	return request, nil
}

// approvalKind saves a tier that a second admin has confirmed.
func (p *Tiers) approvalKind() approvals.Kind {
	return approvals.Kind{
		Name: kindSave,
		Confirm: func(e *core.RequestEvent, c approvals.Confirmed, run func(func(core.App) error) error) error {
			var saved savePayload
			if err := c.Decode(&saved); err != nil {
				return err
			}
			record, err := saved.record(e.App)
			if err != nil {
				return toAPIError(err)
			}
			action, err := p.prepare(e, record, saved.Values)
			if err != nil {
				return err
			}
			return run(func(tx core.App) error {
				if err := saved.checkVersion(tx); err != nil {
					return err
				}
				return p.audit.Save(tx, c.By, action, record.Record)
			})
		},
	}
}

// record returns the tier that is to be saved: the stored one, or a new one.
func (s savePayload) record(app core.App) (*tierRecord, error) {
	if !s.IsNew {
		return findRecord(app, s.ID)
	}
	record, err := createRecord(app)
	if err != nil {
		return nil, err
	}
	record.Id = s.ID
	return record, nil
}

// checkVersion returns errPlanChanged if the stored tier has changed since the request was made.
func (s savePayload) checkVersion(tx core.App) error {
	if s.IsNew || s.Version == "" {
		return nil
	}
	stored, err := findRecord(tx, s.ID)
	if err != nil {
		return toAPIError(err)
	}
	if httpx.VersionOf(stored.form()) != s.Version {
		return errPlanChanged
	}
	return nil
}

// guardPrices registers hooks that store each former price and email the admins about a changed one.
func (p *Tiers) guardPrices() {
	guard := func(e *core.RecordEvent) error {
		tier := database.As[tierRecord](e.Record)
		former, err := findRecord(e.App, tier.Id) // Original is empty for a record that was created with the same value
		if err != nil {
			return err
		}
		changes := tier.differsInPrice(former)
		if err := e.Next(); err != nil || !changes {
			return err
		}
		if err := saveFormerPrice(e.App, former, p.options.Clock()); err != nil {
			return err
		}
		return p.options.NotifyAdmins(e.App, e.Record, []string{fmt.Sprintf(
			"The price of the membership tier “%s”: %s (before: %s)",
			tier.name(),
			tier.priceInWords(),
			former.priceInWords(),
		),
		})
	}
	// The id makes a second Tiers on the same app replace this hook. The demo's history builds such a second one.
	p.app.OnRecordUpdate(collection).Bind(&hook.Handler[*core.RecordEvent]{Id: "boardcirclePrices", Func: guard})
}
