package books

import (
	"errors"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/payments/invoices"
)

// readRates returns all rates, parsed and as they were entered.
func readRates(app core.App) (known rates, entered map[string]string, err error) {
	rows, err := invoices.ListRates(app)
	if err != nil {
		return nil, nil, err
	}
	known, entered = rates{}, map[string]string{}
	var problems []error
	for _, row := range rows {
		key := rateKey(row.Month, row.Currency)
		value, err := invoices.ParseRate(row.Rate)
		problems = append(problems, err)
		known[key], entered[key] = value, row.Rate
	}
	return known, entered, errors.Join(problems...)
}
