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
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/settings"
)

// A price decides how much members pay, so an admin's session is not enough to change one:
//
//   - The console asks for the admin's password when a price changes, and when a tier goes on sale for less than the
//     others.
//   - All admins get an email when a price changes, also when a superuser changes it in the dashboard.
//   - A lower price is offered to everyone, as a coupon without a maximum is. So the difference counts
//     approvals.UnlimitedUses times towards the limit of one admin: for a price below the tier's list value
//     (store_prices.go), and for a tier that goes on sale below the lowest comparable price (comparisonPrice).
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

// ChangesProtected reports whether a request changes a payment link or the price of a stored tier, or puts a tier on
// sale for less than the others, which requires re-authentication.
func (p *Tiers) ChangesProtected(e *core.RequestEvent) (bool, error) {
	body, err := httpx.DecodeObject(e)
	if err != nil {
		return false, err
	}
	change := httpx.Change[Form]{Body: body}
	sets, err := p.setsPaymentLink(e, change)
	if err != nil || sets {
		return sets, err
	}
	record, values, err := p.merge(e, change)
	if err != nil {
		return false, err
	}
	form, problems := p.bind(values)
	if len(problems) > 0 {
		return false, nil // the handler reports the problems
	}
	record.setForm(form)
	isProtected, err := p.isProtected(e.App, record)
	if err != nil {
		return false, toAPIError(err)
	}
	return isProtected, nil
}

// merge returns the tier that a request is about, and its values after the change.
func (p *Tiers) merge(e *core.RequestEvent, change httpx.Change[Form]) (*tierRecord, map[string]any, error) {
	id := e.Request.PathValue("id")
	if id == "" {
		record, err := createRecord(e.App)
		return record, change.Body, err
	}
	record, err := findRecord(e.App, id)
	if err != nil {
		return nil, nil, toAPIError(err)
	}
	// No one should enter a password for a change that is refused anyway.
	if err := change.CheckVersion(record.form(), "plan"); err != nil {
		return nil, nil, err
	}
	values, err := change.Over(record.form())
	if err != nil {
		return nil, nil, toAPIError(err)
	}
	return record, values, nil
}

// isProtected reports whether saving a record changes the price of a stored tier, or puts a tier on sale for less than
// the others.
func (p *Tiers) isProtected(app core.App, record *tierRecord) (bool, error) {
	if !record.IsNew() && record.changesPrice() {
		return true, nil
	}
	reduction, err := p.saleReduction(app, record)
	return reduction > 0, err
}

// saleReduction returns by how much a tier that goes on sale is cheaper than the others, in paise with tax. It is 0 for
// a tier that does not go on sale.
func (p *Tiers) saleReduction(app core.App, record *tierRecord) (money.Amount, error) {
	if !record.goesOnSale() {
		return 0, nil
	}
	site, err := settings.Read(app)
	if err != nil {
		return 0, err
	}
	offered, err := comparisonPrice(app, record, p.options.Clock())
	return max(0, AddGST(offered, site.GSTRate).TotalAmount-AddGST(record.rupeePrice(), site.GSTRate).TotalAmount), err
}

// priceReduction returns by how much a stored tier becomes cheaper than its list value, in paise with tax.
func (p *Tiers) priceReduction(app core.App, record *tierRecord) (money.Amount, error) {
	former := record.former()
	if record.IsNew() || !record.changesPrice() ||
		former.duration() == record.duration() && former.rupeePrice() <= record.rupeePrice() {
		return 0, nil
	}
	site, err := settings.Read(app)
	if err != nil {
		return 0, err
	}
	listed, err := listValue(app, former, record.duration(), p.options.Clock())
	return max(0, listed-AddGST(record.rupeePrice(), site.GSTRate).TotalAmount), err
}

// describeSave returns the request to save a tier. Its list value is what approvals.UnlimitedUses buyers now save. It
// is 0 unless the tier becomes cheaper or goes on sale for less than the others.
func (p *Tiers) describeSave(tx core.App, record *tierRecord) (approvals.Request, error) {
	values, err := httpx.Object(record.form())
	if err != nil {
		return approvals.Request{}, err
	}
	sale, err := p.saleReduction(tx, record)
	if err != nil {
		return approvals.Request{}, err
	}
	price, err := p.priceReduction(tx, record)
	if err != nil {
		return approvals.Request{}, err
	}
	value := max(sale, price) * approvals.UnlimitedUses
	summary := fmt.Sprintf("The membership tier “%s” goes on sale for %s", record.name(), record.priceInWords())
	if price > 0 {
		summary = fmt.Sprintf("A new price of the membership tier “%s”: %s instead of %s",
			record.name(), record.priceInWords(), record.former().priceInWords())
	}
	return approvals.Request{
		Kind:      kindSave,
		Subject:   audit.SubjectOf(record.Record),
		Summary:   summary,
		ListValue: value,
		Unpaid:    value,
		Payload: savePayload{
			ID: record.Id, IsNew: record.IsNew(), Values: values, Version: httpx.VersionOf(record.former().form()),
		},
	}, nil
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
