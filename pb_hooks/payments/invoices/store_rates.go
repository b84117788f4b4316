package invoices

import (
	"database/sql"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/database"
)

const ratesCollection = "exchange_rates"

// ExchangeRate is the record of the rupee rate of a currency for the documents of a month.
type ExchangeRate struct{ core.BaseRecordProxy }

// SetRate sets the rupees for one unit, such as "84.25".
func (r *ExchangeRate) SetRate(rate string) { r.Set("rate", rate) }

// FindRate returns the rate of a month, or a new unsaved record.
func FindRate(tx core.App, month Month, currency string) (*ExchangeRate, error) {
	return database.FirstOrNew[ExchangeRate](tx, ratesCollection, dbx.HashExp{
		"month": string(month), "currency": currency,
	})
}

// Rate is an entered rate: the rupees for one unit of a currency.
type Rate struct {
	Month    Month  `db:"month"`
	Currency string `db:"currency"`
	Rate     string `db:"rate"`
}

// ListRates returns all rates. There is one for each month and currency.
func ListRates(app core.App) (rates []Rate, err error) {
	if err = app.ConcurrentDB().NewQuery("SELECT month, currency, rate FROM exchange_rates").All(&rates); err != nil {
		err = fmt.Errorf("list exchange rates: %w", err)
	}
	return rates, err
}

// ToRupees converts an amount in minor units to paise with the latest entered rate of its currency. isKnown is false if
// no rate has been entered.
func ToRupees(app core.App, amount int64, currency string) (paise int64, isKnown bool, err error) {
	if currency == "INR" {
		return amount, true, nil
	}
	latest, err := database.First[ExchangeRate](app, ratesCollection, dbx.HashExp{"currency": currency}, "month DESC")
	if errors.Is(err, sql.ErrNoRows) {
		return 0, false, nil
	}
	if err != nil {
		return 0, false, fmt.Errorf("find the latest rate of %s: %w", currency, err)
	}
	rate, err := ParseRate(latest.GetString("rate"))
	return proportion(amount, rate, 1_0000), err == nil, err
}

// RatePattern is the format of a rate.
const RatePattern = `^[0-9]{1,5}(\.[0-9]{1,4})?$`

var rateRegexp = regexp.MustCompile(RatePattern)

// ParseRate parses a rate in ten-thousandths of a rupee.
func ParseRate(text string) (int64, error) {
	if !rateRegexp.MatchString(text) {
		return 0, fmt.Errorf("%q is not a rate", text)
	}
	whole, fraction, _ := strings.Cut(text, ".")
	return strconv.ParseInt(whole+(fraction + "0000")[:4], 10, 64)
}
