package tiers

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/settings"
)

const pricesCollection = "tier_prices"

// listPeriod is how long a former price counts for the list value.
const listPeriod = 30 * 24 * time.Hour

// rupeesPerForeignUnit is the estimated value in rupees of one unit of another currency. It is used only for the limit.
const rupeesPerForeignUnit = 100

// rupeePrice returns the price in paise without tax, estimated for other currencies.
func (t *tierRecord) rupeePrice() money.Amount {
	return EstimateInRupees(money.Amount(t.GetInt("price")), t.GetString("currency"))
}

// EstimateInRupees returns what an amount is worth in paise. Other currencies are estimated.
func EstimateInRupees(price money.Amount, currency string) money.Amount {
	if currency == "INR" {
		return price
	}
	return price * rupeesPerForeignUnit
}

// changesPrice reports whether a record is new, or differs from the stored one in price or duration.
func (t *tierRecord) changesPrice() bool {
	return t.IsNew() || t.differsInPrice(t.former())
}

// goesOnSale reports whether a record becomes active.
func (t *tierRecord) goesOnSale() bool {
	return t.GetBool("isActive") && (t.IsNew() || !t.Original().GetBool("isActive"))
}

// differsInPrice reports whether the price or the duration differs from that of the other record.
func (t *tierRecord) differsInPrice(other *tierRecord) bool {
	return t.GetInt("price") != other.GetInt("price") || t.GetString("currency") != other.GetString("currency") ||
		t.duration() != other.duration()
}

// former returns the record as it is stored.
func (t *tierRecord) former() *tierRecord { return database.As[tierRecord](t.Original()) }

func (t *tierRecord) duration() Duration { return Duration(t.GetString("duration")) }

// priceInWords formats a price for an email.
func (t *tierRecord) priceInWords() string {
	return money.Amount(t.GetInt("price")).Format(t.GetString("currency")) + ", " + string(t.duration())
}

// saveFormerPrice stores a price that no longer applies.
func saveFormerPrice(tx core.App, former *tierRecord, at time.Time) error {
	price, err := database.NewRecord(tx, pricesCollection)
	if err != nil {
		return err
	}
	price.Load(map[string]any{
		"tierId":   former.Id,
		"price":    former.GetInt("price"),
		"currency": former.GetString("currency"),
		"duration": string(former.duration()),
		"endedAt":  database.DateTime(at),
	})
	if err := tx.Save(price); err != nil {
		return fmt.Errorf("save the former price of tier %s: %w", former.Id, err)
	}
	return nil
}

// highestPrice returns the highest price of a duration in the list period. It compares the prices of one tier or, if
// tierID is "", the current prices of the tiers that are older than the period and all prices that ended in it.
func highestPrice(app core.App, tierID string, duration Duration, now time.Time) (highest money.Amount, err error) {
	var rows []struct {
		Price    money.Amount `db:"price"`
		Currency string       `db:"currency"`
	}
	since := database.FormatTime(now.Add(-listPeriod))
	params := dbx.Params{"tier": tierID, "duration": string(duration), "since": since}
	current, former := "id = {:tier} AND duration = {:duration}", "tierId = {:tier} AND duration = {:duration} AND "+
		"endedAt > {:since}"
	if tierID == "" {
		current, former = "duration = {:duration} AND createdAt < {:since}",
			"duration = {:duration} AND endedAt > {:since}"
	}
	err = app.DB().NewQuery("SELECT price, currency FROM membership_tiers WHERE " + current +
		" UNION ALL SELECT price, currency FROM tier_prices WHERE " + former).Bind(params).All(&rows)
	for _, row := range rows {
		highest = max(highest, EstimateInRupees(row.Price, row.Currency))
	}
	return highest, database.Wrap("find the highest price of a tier", err)
}

// highestUpTo returns the highest price of all durations that are not longer than one: a longer membership is worth at
// least as much as a shorter one.
func highestUpTo(app core.App, longest Duration, now time.Time) (highest money.Amount, err error) {
	for _, duration := range atMost(longest) {
		price, err := highestPrice(app, "", duration, now)
		if err != nil {
			return 0, err
		}
		highest = max(highest, price)
	}
	return highest, nil
}

// ListValue returns the list value of one term of a tier, in paise with tax: its highest price of the last 30 days. For
// a tier that is not on sale or newer than 30 days it is at least the price of the most expensive older tier that is
// not longer. Otherwise a tier at a token price would avoid the second admin.
func ListValue(app core.App, id string, now time.Time) (money.Amount, error) {
	record, err := findRecord(app, id)
	if err != nil {
		return 0, err
	}
	return listValue(app, record, record.duration(), now)
}

// comparisonPrice returns the lowest price, in paise without tax, of the other tiers of a duration that are on sale and
// older than the list period. If none is on sale, it returns the highest price of the hidden ones, so that hiding them
// does not avoid the comparison. If none exist, it compares the tiers of the next shorter duration, because a longer
// membership is worth at least as much. It is 0 if none exist either.
func comparisonPrice(app core.App, record *tierRecord, now time.Time) (money.Amount, error) {
	var rows []struct {
		Price    money.Amount `db:"price"`
		Currency string       `db:"currency"`
		Duration Duration     `db:"duration"`
		IsActive bool         `db:"isActive"`
	}
	err := app.DB().Select("price", "currency", "duration", "isActive").From(collection).Where(dbx.NewExp(
		"createdAt < {:since} AND id != {:id}",
		dbx.Params{"since": database.FormatTime(now.Add(-listPeriod)), "id": record.Id},
	)).All(&rows)
	if err != nil {
		return 0, fmt.Errorf("find the prices on sale: %w", err)
	}
	for _, duration := range atMost(record.duration()) {
		var lowest, highest money.Amount
		for _, row := range rows {
			if row.Duration != duration {
				continue
			}
			price := EstimateInRupees(row.Price, row.Currency)
			highest = max(highest, price)
			if row.IsActive && (lowest == 0 || price < lowest) {
				lowest = price
			}
		}
		if compared := cmp.Or(lowest, highest); compared > 0 {
			return compared, nil
		}
	}
	return 0, nil
}

// atMost returns the durations that are not longer than one, the longest first.
func atMost(duration Duration) []Duration {
	longestFirst := []Duration{Lifetime, Annual, Monthly}
	return longestFirst[max(0, slices.Index(longestFirst, duration)):]
}

func listValue(app core.App, record *tierRecord, duration Duration, now time.Time) (money.Amount, error) {
	site, err := settings.Read(app)
	if err != nil {
		return 0, err
	}
	highest, err := highestPrice(app, record.Id, duration, now)
	if err != nil {
		return 0, err
	}
	isNew := record.IsNew() || record.duration() != duration ||
		record.GetDateTime("createdAt").Time().After(now.Add(-listPeriod))
	if isNew || !record.GetBool("isActive") {
		others, err := highestUpTo(app, duration, now)
		if err != nil {
			return 0, err
		}
		highest = max(highest, others)
	}
	return AddGST(highest, site.GSTRate).TotalAmount, nil
}
