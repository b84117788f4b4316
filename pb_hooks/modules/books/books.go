// Package books prepares the ledger for the accountant: registers of the documents by month, the monthly return GSTR-1,
// and the closing of months that have been filed.
//
//	lines.go        a document with its amounts in its currency and in rupees, for the registers and returns
//	registers.go    the documents of a month, with totals by rate and state
//	gstr1.go        the CSV files for the offline tool of the GST portal
//	months.go       closing and reopening months, and the rupee rates of other currencies
//	einvoices.go    documents that wait for their registration: the portal's file, and its answers
//	einvoice_portal.go  the portal's schemas of a document and of an answer
//	settlements.go  the provider's payouts, compared with payments, refunds and fees
//	ledger_check.go  the nightly check that the ledger and the registers are consistent
//
// Package payments/invoices has the documents. It also enforces that no document gets a date in a closed month. Months
// are in Indian Standard Time.
package books

import (
	"net/http"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/internal/modules"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/modules/books/emails"
	"boardcircle/pb_hooks/payments/invoices"
)

// Outbox queues the emails of the feature.
type Outbox interface {
	Register(...outbox.Kind)
	OfficeAddress(core.App) (string, error)
	EnqueueToOffice(core.App, outbox.Email) error
}

// Deps are the dependencies of the feature.
type Deps struct {
	// Provider is nil if no key is configured. Nothing is settled then.
	Provider Provider
	Outbox   Outbox
	Audit    *audit.Log
	Jobs     *jobs.Runner
	Clock    clock.Clock
	// Notify reports a change to open consoles.
	Notify func()
}

// Books handles the routes and the background jobs of the feature.
type Books struct {
	app      core.App
	provider Provider
	outbox   Outbox
	audit    *audit.Log
	jobs     *jobs.Runner
	now      clock.Clock
	notify   func()
}

// onlyWhileOn has the module of the books. The ledger is checked each night also while it is off.
var onlyWhileOn = []modules.ID{modules.Books}

// New returns the feature, and registers its job types and its emails.
func New(app core.App, d Deps) *Books {
	b := &Books{
		app:      app,
		provider: d.Provider,
		outbox:   d.Outbox,
		audit:    d.Audit,
		jobs:     d.Jobs,
		now:      d.Clock,
		notify:   d.Notify,
	}
	b.outbox.Register(outbox.Kind{Name: emails.KindLedgerDiscrepancies, Texts: emails.Texts})
	b.outbox.Register(outbox.In(onlyWhileOn,
		outbox.Kind{Name: emails.KindSettlementAttention, Texts: emails.Texts},
		outbox.Kind{Name: emails.KindSettlementUnstored, Texts: emails.Texts})...)
	b.jobs.Register(b.settlementsJobType())
	b.jobs.Register(b.ledgerCheckJobType())
	return b
}

var errNoReturn = apperr.Conflict("not-registered",
	"There is no GSTR-1 for this month, because nothing was issued under a GSTIN and tax is not settled as registered.")

var monthParameter = httpx.Parameter{
	Name: "month", Description: "A month in Indian Standard Time, such as 2026-11. The default is the current month.",
}

// parseMonth parses the month of a request. "" means the current month.
func (b *Books) parseMonth(text string) (invoices.Month, error) {
	if text == "" {
		return invoices.MonthOf(b.now()), nil
	}
	month, err := invoices.ParseMonth(text)
	if err != nil {
		return "", httpx.Invalid(rules.Invalid("month", "Please enter a month such as 2026-11"))
	}
	return month, nil
}

func sendFile(e *core.RequestEvent, name, contentType string, content []byte) error {
	e.Response.Header().Set("Content-Disposition", `attachment; filename="`+name+`"`)
	return e.Blob(http.StatusOK, contentType, content)
}
