package books

import (
	"errors"
	"fmt"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/payments/invoices"
)

const ratesCollection = "exchange_rates"

// ExchangeRate is the record of the rupee rate of a currency for the documents of a month.
type ExchangeRate struct{ core.BaseRecordProxy }

func (r *ExchangeRate) set(rate string) { r.Set("rate", rate) }

// findRate returns the rate of a month, or a new unsaved record.
func findRate(tx core.App, month invoices.Month, currency string) (*ExchangeRate, error) {
	return database.FirstOrNew[ExchangeRate](tx, ratesCollection, dbx.HashExp{
		"month": string(month), "currency": currency,
	})
}

// readRates returns all rates. There is one row for each month and currency.
func readRates(app core.App) (known rates, entered map[string]string, err error) {
	var rows []struct {
		Month    string `db:"month"`
		Currency string `db:"currency"`
		Rate     string `db:"rate"`
	}
	if err := app.ConcurrentDB().NewQuery("SELECT month, currency, rate FROM exchange_rates").All(&rows); err != nil {
		return nil, nil, fmt.Errorf("list exchange rates: %w", err)
	}
	known, entered = rates{}, map[string]string{}
	var problems []error
	for _, row := range rows {
		key := rateKey(invoices.Month(row.Month), row.Currency)
		value, err := parseRate(row.Rate)
		problems = append(problems, err)
		known[key], entered[key] = value, row.Rate
	}
	return known, entered, errors.Join(problems...)
}
