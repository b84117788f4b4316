package tiers

import (
	"database/sql"
	"errors"
	"fmt"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/modules"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/settings"
)

const collection = "membership_tiers"

// tierRecord is the record of a tier.
type tierRecord struct{ core.BaseRecordProxy }

func (t *tierRecord) setDefaultSlug() {
	if t.GetString("slug") == "" {
		t.Set("slug", Slug(t.GetString("name")))
	}
}

// SortOrder returns the tier's position in the list.
func (t *tierRecord) SortOrder() int { return t.GetInt("sortOrder") }

// SetSortOrder moves the tier to a position in the list.
func (t *tierRecord) SetSortOrder(position int) { t.Set("sortOrder", position) }

func (t *tierRecord) name() string { return t.GetString("name") }

func (t *tierRecord) isRecommended() bool { return t.GetBool("isRecommended") }

// paymentLink returns the page on which buyers pay, or "" for the checkout.
func (t *tierRecord) paymentLink() string { return t.GetString("razorpayPaymentLink") }

func (t *tierRecord) planID() string { return t.GetString("razorpayPlanId") }

func (t *tierRecord) currency() string { return t.GetString("currency") }

// planAmount returns the amount of the tier's plan, GST included, or 0 if it is not known.
func (t *tierRecord) planAmount() money.Amount { return money.Amount(t.GetInt("planAmount")) }

func (t *tierRecord) setPlanAmount(amount money.Amount) { t.Set("planAmount", int64(amount)) }

// setPlan sets the plan of the tier.
func (t *tierRecord) setPlan(id string, amount money.Amount) {
	t.Set("razorpayPlanId", id)
	t.setPlanAmount(amount)
}

// clearStalePlanAmount clears the amount of a plan that was removed or replaced.
func (t *tierRecord) clearStalePlanAmount() {
	stored := database.As[tierRecord](t.Original())
	if !t.IsNew() && t.GetString("razorpayPlanId") != stored.GetString("razorpayPlanId") &&
		t.planAmount() == stored.planAmount() {
		t.setPlanAmount(0)
	}
}

// setForm sets the values of a checked form.
func (t *tierRecord) setForm(form Form) { database.SetFields(t.Record, form, nil) }

// form returns the stored values.
func (t *tierRecord) form() Form {
	var form Form
	database.ReadFields(t.Record, &form)
	form.Features, form.Screens, form.Translations = t.features(), t.screens(), t.translations()
	form.Modules = t.modules()
	return form
}

// changesPlan reports whether the record differs from the stored one in a field that must match the plan, or puts the
// tier on sale.
func (t *tierRecord) changesPlan() bool {
	stored := t.Original()
	for _, name := range []string{"razorpayPlanId", "duration", "price", "currency"} {
		if t.IsNew() || t.GetString(name) != stored.GetString(name) {
			return true
		}
	}
	return t.goesOnSale()
}

func (t *tierRecord) features() []string { return database.ReadList[string](t.Record, "features") }

// modules returns the modules of the circle that the plan opens, in the order of the list of modules.
func (t *tierRecord) modules() []modules.ID {
	return modules.NewSet(database.ReadList[modules.ID](t.Record, "modules")...).IDs()
}

func (t *tierRecord) screens() []FeatureScreen {
	return database.ReadList[FeatureScreen](t.Record, "screens")
}

func (t *tierRecord) translations() []Translation {
	return database.ReadList[Translation](t.Record, "translations")
}

// tier converts the record to a Tier, at the GST rate of the settings.
func (t *tierRecord) tier(site settings.Settings) Tier {
	price := money.Amount(t.GetInt("price"))
	tier := Tier{
		ID:                  t.Id,
		Name:                t.GetString("name"),
		Slug:                t.GetString("slug"),
		Description:         t.GetString("description"),
		Price:               price,
		Currency:            t.GetString("currency"),
		Duration:            t.duration(),
		Features:            t.features(),
		Screens:             t.screens(),
		Modules:             t.modules(),
		RazorpayPlanID:      t.GetString("razorpayPlanId"),
		RazorpayPaymentLink: t.GetString("razorpayPaymentLink"),
		IsActive:            httpx.Bool(t.GetBool("isActive")),
		SortOrder:           t.GetInt("sortOrder"),
		ButtonText:          t.GetString("buttonText"),
		ButtonColor:         t.GetString("buttonColor"),
		IsRecommended:       t.isRecommended(),
		UpdatedAt:           httpx.Time(t.GetDateTime("updatedAt")),
		CreatedAt:           httpx.Time(t.GetDateTime("createdAt")),
		IsApprovalRequired:  httpx.Bool(site.IsPurchaseRestricted),
		GraceDays:           t.GetInt("graceDays"),
		Breakdown:           AddGST(price, site.GSTRate),
		Translations:        t.translations(),
		Version:             httpx.VersionOf(t.form()),
	}
	if amount := t.planAmount(); amount > 0 && tier.HasPlan() && MandateMayCharge(amount, tier.Currency) {
		tier.IsPlanOutdated = amount != tier.Breakdown.TotalAmount
		tier.Breakdown = ExtractGST(amount, site.GSTRate)
	}
	tier.Renews = tier.HasPlan() && MandateMayCharge(tier.Breakdown.TotalAmount, tier.Currency)
	return tier
}

// createRecord returns a record with an id without saving it. A request for a second admin refers to the tier by this
// id.
func createRecord(app core.App) (*tierRecord, error) {
	record, err := database.NewRecord(app, collection)
	if err != nil {
		return nil, err
	}
	record.Id = core.GenerateDefaultRandomId()
	return database.As[tierRecord](record), nil
}

// findRecord returns sql.ErrNoRows for an unknown id.
func findRecord(app core.App, id string) (*tierRecord, error) {
	return database.Find[tierRecord](app, collection, id)
}

// Find returns a tier, whether or not it is on sale, or sql.ErrNoRows.
func Find(app core.App, id string) (Tier, error) {
	record, err := findRecord(app, id)
	if err != nil {
		return Tier{}, err
	}
	site, err := settings.Read(app)
	return record.tier(site), err
}

// ModulesOf returns the modules that a plan opens. A plan that was deleted opens none.
func ModulesOf(app core.App, id string) ([]modules.ID, error) {
	if id == "" {
		return nil, nil
	}
	record, err := findRecord(app, id)
	if err != nil {
		return nil, database.IgnoreMissing(err)
	}
	return record.modules(), nil
}

// ListOpening returns the ids of the plans that open a module.
func ListOpening(app core.App, module modules.ID) (ids []string, err error) {
	err = app.DB().NewQuery(`SELECT id FROM membership_tiers
		WHERE EXISTS (SELECT 1 FROM json_each(modules) WHERE value = {:module})`).
		Bind(dbx.Params{"module": string(module)}).Column(&ids)
	return ids, database.Wrap("list the plans that open a module", err)
}

// ListOnSale returns the active tiers in their order.
func ListOnSale(app core.App) ([]Tier, error) { return list(app, false) }

// ListAll returns all tiers in their order, including hidden ones.
func ListAll(app core.App) ([]Tier, error) { return list(app, true) }

func findAll(app core.App) ([]*tierRecord, error) {
	var records []*tierRecord
	if err := app.RecordQuery(collection).All(&records); err != nil {
		return nil, fmt.Errorf("find tiers: %w", err)
	}
	return records, nil
}

// unmarkOthers removes the mark of a recommended tier from all others.
func unmarkOthers(app core.App, marked *tierRecord) error {
	_, err := app.NonconcurrentDB().Update(collection, dbx.Params{"isRecommended": false},
		dbx.NewExp("isRecommended AND id != {:id}", dbx.Params{"id": marked.Id})).Execute()
	return database.Wrap("remove the mark of the other tiers", err)
}

// findUnknownPlans returns the records of the tiers whose plan has an unknown amount.
func findUnknownPlans(app core.App) ([]*tierRecord, error) {
	var records []*tierRecord
	err := app.RecordQuery(collection).
		AndWhere(dbx.NewExp("razorpayPlanId != '' AND planAmount = 0 AND razorpayPaymentLink = '' "+
			"AND duration != {:life}", dbx.Params{"life": string(Lifetime)})).
		All(&records)
	if err != nil {
		return nil, fmt.Errorf("find tiers with unknown plans: %w", err)
	}
	return records, nil
}

// list returns the tiers by sort order, then oldest first. It returns only active tiers unless includeHidden is set.
func list(app core.App, includeHidden bool) ([]Tier, error) {
	site, err := settings.Read(app)
	if err != nil {
		return nil, err
	}
	query := app.RecordQuery(collection).OrderBy("sortOrder", "createdAt", "rowid")
	if !includeHidden {
		query.AndWhere(dbx.HashExp{"isActive": true})
	}
	var records []*tierRecord
	if err := query.All(&records); err != nil {
		return nil, fmt.Errorf("list tiers: %w", err)
	}
	tiers := make([]Tier, len(records))
	for i, record := range records {
		tiers[i] = record.tier(site)
		if site.IsPurchaseRestricted && !includeHidden {
			// A payment through the link would bypass the approval.
			tiers[i].RazorpayPaymentLink = ""
		}
	}
	return tiers, nil
}

// Name returns the name of a tier, or "" if the tier does not exist.
func Name(app core.App, id string) (name string, err error) {
	err = app.DB().Select("name").From(collection).Where(dbx.HashExp{"id": id}).Row(&name)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return name, err
}
