package books

import (
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/database"
)

const ledgerChecksCollection = "ledger_checks"

// ledgerCheck is the record of the last check of the ledger.
type ledgerCheck struct{ core.BaseRecordProxy }

func (c *ledgerCheck) checkedAt() time.Time { return c.GetDateTime("checkedAt").Time() }
func (c *ledgerCheck) discrepancies() int   { return c.GetInt("discrepancies") }

func (c *ledgerCheck) setResult(at time.Time, transactions, discrepancies int) {
	c.Load(map[string]any{
		"checkedAt": database.DateTime(at), "transactions": transactions, "discrepancies": discrepancies,
	})
}

// reportedHash is the hash of the discrepancies of the last email. It is "" after a check that found none.
func (c *ledgerCheck) reportedHash() string        { return c.GetString("reported") }
func (c *ledgerCheck) setReportedHash(hash string) { c.Set("reported", hash) }

// findLedgerCheck returns the record of the last check, or sql.ErrNoRows before the first check.
func findLedgerCheck(app core.App) (*ledgerCheck, error) {
	return database.First[ledgerCheck](app, ledgerChecksCollection, nil)
}

func newLedgerCheck(tx core.App) (*ledgerCheck, error) {
	c, err := database.New[ledgerCheck](tx, ledgerChecksCollection)
	if err != nil {
		return nil, err
	}
	return c, nil
}
