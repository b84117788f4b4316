package books

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/internal/lists"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/modules/books/emails"
	"boardcircle/pb_hooks/payments/ledger"
	"boardcircle/pb_hooks/payments/ledgercheck"
	"boardcircle/pb_hooks/payments/razorpay"
)

// A settlement is an amount that the provider has paid to the bank. Its items are payments, refunds and adjustments,
// which name the settlement's UTR.
//
//	settlement.processed, or the daily pull ──> awaiting: known, its items are not
//	awaiting ──> matched: the items add up to the settlement's amount, and each of them matches the ledger
//	         ├─> unmatched: the items add up, but some of them match nothing in the ledger
//	         ╰─> differs: the items do not add up to the settlement's amount
//
// If the bank returns a payout, the settlement has paid nothing. It differs by its items until another settlement has
// them.
//
// The office gets one email about each settlement that is unmatched or differs after a pull, and one about each
// settlement that could not be stored. Such a settlement does not stop the others.
//
// The provider can debit a dispute when it is opened and credit it when it is won. Items of one dispute that sum to zero
// match each other, unless the ledger has booked the loss. An admin can explain an item that agrees with nothing, and it
// then counts as matched.
//
// The stored data is what the provider reports now, so repeated and late pulls are harmless. Each pull compares an item
// with the ledger until it agrees, because its payment or credit note may be reported later.

// Provider is the part of Razorpay's API that the books use.
type Provider interface {
	ledgercheck.Provider
	Settlements(ctx context.Context, from, to time.Time) ([]razorpay.Settlement, error)
	Settlement(ctx context.Context, id string) (razorpay.Settlement, error)
	SettlementItems(ctx context.Context, day time.Time) ([]razorpay.SettlementItem, error)
}

// SettlementsJob is the type of the jobs that pull the settlements. There is one at a time.
const SettlementsJob = "books.settlements"

const (
	// pullDays is the number of past days whose items each pull reads.
	pullDays = 7
	// firstPull is the period of the first pull.
	firstPull = 90 * 24 * time.Hour
	// providerClockMargin is how far the provider's clock may be ahead of the server's.
	providerClockMargin = time.Hour
)

func (b *Books) settlementsJobType() jobs.Type {
	t := jobs.Type{Name: SettlementsJob, Modules: onlyWhileOn, Timeout: 10 * time.Minute}
	if b.provider != nil {
		t.Handle = func(ctx context.Context, _ jobs.Job) error { return b.PullSettlements(ctx) }
	}
	return t
}

// EnqueuePull enqueues the job that pulls the settlements.
func (b *Books) EnqueuePull(tx core.App) error {
	if b.provider == nil {
		return nil
	}
	return b.jobs.Enqueue(tx, jobs.Job{Type: SettlementsJob, Key: "pull"})
}

// RecordSettlement stores a settlement from an event, and enqueues the pull of its items.
func (b *Books) RecordSettlement(tx core.App, settlement razorpay.Settlement) error {
	if err := b.saveSettlement(tx, settlement); err != nil {
		return err
	}
	return b.EnqueuePull(tx)
}

// PullSettlements reads from the provider the settlements since the last known one, the items of the last days, and the
// items of the days whose settlements do not agree yet.
func (b *Books) PullSettlements(ctx context.Context) error {
	now := b.now()
	from := now.Add(-firstPull)
	last, err := findLastSettlement(b.app)
	switch {
	case err == nil:
		from = earlier(last.SettledAt(), now).AddDate(0, 0, -pullDays)
	case !errors.Is(err, sql.ErrNoRows):
		return err
	}
	settlements, err := b.provider.Settlements(ctx, from, now.Add(providerClockMargin))
	if err != nil {
		return fmt.Errorf("list settlements: %w", err)
	}
	unstored := map[string]error{}
	for _, settlement := range settlements {
		if err := b.app.RunInTransaction(
			func(tx core.App) error { return b.saveSettlement(tx, settlement) },
		); err != nil {
			unstored[settlement.ID] = err
		}
	}
	days, err := b.daysToPull(now)
	if err != nil {
		return err
	}
	for _, day := range days {
		items, err := b.provider.SettlementItems(ctx, day)
		if err != nil {
			return fmt.Errorf("list what was settled on %s: %w", day.Format(time.DateOnly), err)
		}
		if err := b.saveItems(ctx, items, unstored); err != nil {
			return err
		}
	}
	if err := b.app.RunInTransaction(b.matchOpenItems); err != nil {
		return err
	}
	if err := b.app.RunInTransaction(b.reportSettlements); err != nil {
		return err
	}
	b.notify()
	return b.reportUnstored(unstored)
}

// reportUnstored emails the office about each settlement that could not be stored, and returns the causes.
func (b *Books) reportUnstored(unstored map[string]error) error {
	var causes []error
	for _, id := range slices.Sorted(maps.Keys(unstored)) {
		causes = append(causes, fmt.Errorf("store settlement %s: %w", id, unstored[id]))
		if id == "" { // items that are not settled yet
			continue
		}
		if err := b.outbox.EnqueueToOffice(b.app, emails.SettlementUnstored{ID: id}.Build()); err != nil {
			causes = append(causes, err)
		}
	}
	return errors.Join(causes...)
}

func earlier(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}

// daysToPull returns the last days and the days of the settlements that do not agree with their items, sorted.
func (b *Books) daysToPull(now time.Time) ([]time.Time, error) {
	var days []time.Time
	add := func(at time.Time) {
		day := india.StartOfDay(at)
		if !slices.ContainsFunc(days, day.Equal) {
			days = append(days, day)
		}
	}
	for back := range pullDays + 1 {
		add(now.AddDate(0, 0, -back))
	}
	open, err := listOpenSettlements(b.app, now.Add(-firstPull))
	if err != nil {
		return nil, err
	}
	for _, settlement := range open {
		add(settlement.SettledAt())
	}
	slices.SortFunc(days, time.Time.Compare)
	return days, nil
}

// saveSettlement stores the provider's state of a settlement.
func (b *Books) saveSettlement(tx core.App, from razorpay.Settlement) error {
	isPaid := from.Status == "" || from.Status == "processed"
	s, err := findSettlement(tx, from.ID)
	if errors.Is(err, sql.ErrNoRows) {
		if !isPaid { // created or failed, so no money has moved
			return nil
		}
		s, err = newSettlement(tx, from.ID)
	}
	if err != nil {
		return err
	}
	if !isPaid { // the bank has returned the money
		from.Amount = 0
	}
	s.load(from)
	return b.updateSums(tx, s)
}

// saveItems stores items, and updates the sums of their settlements. A settlement that was not listed is fetched. The
// items of each settlement are stored on their own, and a failure is added to unstored.
func (b *Books) saveItems(ctx context.Context, items []razorpay.SettlementItem, unstored map[string]error) error {
	groups := map[string][]razorpay.SettlementItem{}
	for _, item := range items {
		groups[item.SettlementID] = append(groups[item.SettlementID], item)
	}
	for _, id := range slices.Sorted(maps.Keys(groups)) {
		var missing *razorpay.Settlement
		if _, err := findSettlement(b.app, id); id != "" && errors.Is(err, sql.ErrNoRows) {
			settlement, err := b.provider.Settlement(ctx, id)
			if err != nil {
				return fmt.Errorf("fetch settlement %s: %w", id, err)
			}
			missing = &settlement
		} else if database.IgnoreMissing(err) != nil {
			return err
		}
		if err := b.app.RunInTransaction(func(tx core.App) error {
			if missing != nil {
				if err := b.saveSettlement(tx, *missing); err != nil {
					return err
				}
			}
			return b.saveItemsOf(tx, groups[id])
		}); err != nil {
			unstored[id] = err
		}
	}
	return nil
}

// saveItemsOf stores the items of one settlement.
func (b *Books) saveItemsOf(tx core.App, items []razorpay.SettlementItem) error {
	changed := map[string]bool{}
	for _, from := range items {
		item, err := findItem(tx, from)
		if err != nil {
			return err
		}
		if was := item.SettlementID(); was != "" {
			changed[was] = true
		}
		item.load(from)
		if err := match(tx, item); err != nil {
			return err
		}
		if err := tx.Save(item); err != nil {
			return fmt.Errorf("save settlement item %s: %w", from.ID, err)
		}
		changed[from.SettlementID] = true
	}
	return b.updateAllSums(tx, changed)
}

// match compares an item with the ledger: its payment, refund or dispute, and the fee.
func match(tx core.App, item *SettlementItem) error {
	var booked ledger.Booked
	var err error
	amount := item.Debit()
	switch {
	case item.Type() == "payment":
		booked, err = ledger.FindBookedPayment(tx, item.EntityID())
		amount = item.Amount()
	case item.Type() == "refund":
		booked, err = ledger.FindBookedReturn(tx, item.PaymentID(), item.EntityID())
	case item.DisputeID() != "":
		booked, err = ledger.FindBookedReturn(tx, item.PaymentID(), item.DisputeID())
		if errors.Is(err, sql.ErrNoRows) {
			return matchPair(tx, item)
		}
		if err == nil && item.Debit() == 0 { // a loss that is booked has turned
			amount = item.Credit()
			won, err := ledger.FindBookedWin(tx, item.PaymentID(), item.DisputeID())
			if errors.Is(err, sql.ErrNoRows) { // an admin has not restored the purchase yet
				item.setMatch(booked.TransactionID, ProblemNotInLedger)
				return nil
			}
			if err != nil {
				return err
			}
			booked = won
		}
	default:
		item.setMatch("", ProblemOther)
		return nil
	}
	switch {
	case errors.Is(err, sql.ErrNoRows):
		item.setMatch("", ProblemNotInLedger)
	case err != nil:
		return err
	case booked.IsUndecided:
		item.setMatch(booked.TransactionID, ProblemNotInLedger)
	case booked.Amount != amount:
		item.setMatch(booked.TransactionID, ProblemAmount)
	case item.Type() == "payment" && item.Credit()-item.Debit() != item.Amount()-item.Fee():
		item.setMatch(booked.TransactionID, ProblemFee)
	default:
		item.setMatch(booked.TransactionID, "")
	}
	return nil
}

// matchPair matches an item of a dispute that the ledger has not booked, if all items of the dispute sum to zero.
func matchPair(tx core.App, item *SettlementItem) error {
	rest, err := sumOtherItems(tx, item)
	if err != nil {
		return err
	}
	problem := ProblemNotInLedger
	if rest+item.Credit()-item.Debit() == 0 {
		problem = ""
	}
	transaction, err := ledger.FindTransactionByPayment(tx, item.PaymentID())
	if database.IgnoreMissing(err) != nil {
		return err
	}
	id := ""
	if transaction != nil {
		id = transaction.Id
	}
	item.setMatch(id, problem)
	return nil
}

// matchOpenItems compares the items that did not agree with the present ledger.
func (b *Books) matchOpenItems(tx core.App) error {
	items, err := listProblemItems(tx)
	if err != nil {
		return err
	}
	changed := map[string]bool{}
	for _, item := range items {
		was := item.Problem()
		if err := match(tx, item); err != nil {
			return err
		}
		if item.Problem() == was {
			continue
		}
		if err := tx.Save(item); err != nil {
			return fmt.Errorf("save settlement item %s: %w", item.EntityID(), err)
		}
		changed[item.SettlementID()] = true
	}
	return b.updateAllSums(tx, changed)
}

// reportSettlements emails the office about each settlement of the last months that does not agree with the ledger and
// was not reported before.
func (b *Books) reportSettlements(tx core.App) error {
	if address, err := b.outbox.OfficeAddress(tx); err != nil || address == "" {
		return err // without an address, the email is sent after one is set
	}
	list, err := listUnreported(tx, b.now().Add(-firstPull))
	if err != nil {
		return err
	}
	for _, s := range list {
		err := b.outbox.EnqueueToOffice(tx, emails.SettlementAttention{
			RecordID:   s.Id,
			Name:       cmp.Or(s.UTR(), s.ProviderID()),
			SettledOn:  india.DayText(s.SettledAt()),
			Amount:     s.Amount(),
			Difference: s.Difference(),
			Unmatched:  s.Unmatched(),
		}.Build())
		if err != nil {
			return err
		}
		s.setReported(b.now())
		if err := tx.Save(s); err != nil {
			return fmt.Errorf("save settlement %s: %w", s.ProviderID(), err)
		}
	}
	return nil
}

func (b *Books) updateAllSums(tx core.App, ids map[string]bool) error {
	for id := range ids {
		s, err := findSettlement(tx, id)
		if errors.Is(err, sql.ErrNoRows) {
			continue
		}
		if err != nil {
			return err
		}
		if err := b.updateSums(tx, s); err != nil {
			return err
		}
	}
	return nil
}

// updateSums sums a settlement's items and stores whether they agree with its amount and with the ledger.
func (b *Books) updateSums(tx core.App, s *Settlement) error {
	sums, err := sumItems(tx, s.ProviderID())
	if err != nil {
		return err
	}
	s.setSums(sums)
	if err := tx.Save(s); err != nil {
		return fmt.Errorf("save settlement %s: %w", s.ProviderID(), err)
	}
	return nil
}

var (
	errItemNotFound = apperr.NotFound("settlement-item-not-found", "This item of a settlement was not found.")
	errItemAgrees   = apperr.Conflict("settlement-item-agrees",
		"This item agrees with the ledger, so it needs no explanation.")
)

// explanationForm is the reason why an item of a settlement agrees with nothing in the ledger.
type explanationForm struct {
	_      struct{} `wire:"settlementExplanation"`
	Reason string   `json:"reason"`
}

func (explanationForm) Rules() rules.Form { return explanationRules }

var explanationRules = rules.Form{{
	Name: "reason", Label: "Explanation", Kind: rules.Text, Required: true, Min: 3, Max: 500,
	Messages: rules.Messages{Required: "Please give an explanation"},
}}

// ExplainItem is PUT /api/books/settlement-items/{id}/explanation.
func (b *Books) ExplainItem() httpx.Endpoint {
	return httpx.JSON(b.explainItem, httpx.Doc{
		Tag: "books", Summary: "Explain an item of a settlement that does not agree with the ledger",
		Description: "The item then counts as matched.",
		Errors:      []*apperr.Error{errItemNotFound, errItemAgrees},
		Example:     map[string]any{"reason": "Razorpay's yearly fee"},
	})
}

func (b *Books) explainItem(e *core.RequestEvent, form explanationForm) (SettlementItemRow, error) {
	by, row := audit.RequestActor(e), SettlementItemRow{}
	err := e.App.RunInTransaction(func(tx core.App) error {
		item, err := findItemByID(tx, e.Request.PathValue("id"))
		if err != nil {
			return database.IfMissing(err, errItemNotFound)
		}
		if item.Problem() == "" {
			return errItemAgrees
		}
		item.explain(form.Reason, by.Name, b.now())
		if err := b.audit.Save(tx, by, "books.item-explained", item.ProxyRecord()); err != nil {
			return err
		}
		if err := b.updateAllSums(tx, map[string]bool{item.SettlementID(): true}); err != nil {
			return err
		}
		row, err = findItemRow(tx, item.Id)
		return err
	})
	if err == nil {
		b.notify()
	}
	return row, apperr.Fail("The explanation could not be stored. Please try again.", err)
}

var errSettlementNotFound = apperr.NotFound("settlement-not-found", "This settlement was not found.")

// ListSettlements is GET /api/books/settlements.
func (b *Books) ListSettlements() httpx.Endpoint {
	return lists.Rows[SettlementRow](settlementList, httpx.Doc{
		Tag: "books", Summary: "List the settlements of Razorpay",
		Description: "Each settlement is compared with its items, and these with the ledger.",
		Query:       []httpx.Parameter{{Name: "state", Description: "Lists the settlements in this state."}},
	})
}

// SettlementDetail is a settlement with its items. Items that do not agree with the ledger come first.
type SettlementDetail struct {
	SettlementRow
	Entries []SettlementItemRow `json:"entries"`
}

// GetSettlement is GET /api/books/settlements/{id}.
func (b *Books) GetSettlement() httpx.Endpoint {
	return httpx.Get(getSettlement, httpx.Doc{
		Tag: "books", Summary: "Get a settlement with its items", Errors: []*apperr.Error{errSettlementNotFound},
	})
}

func getSettlement(e *core.RequestEvent) (SettlementDetail, error) {
	row, err := findSettlementRow(e.App, e.Request.PathValue("id"))
	detail := SettlementDetail{SettlementRow: row}
	if errors.Is(err, sql.ErrNoRows) {
		return detail, errSettlementNotFound
	}
	if err == nil {
		detail.Entries, err = listItemRows(e.App, row.RazorpaySettlementID)
	}
	return detail, apperr.Fail("The settlement could not be read.", err)
}
