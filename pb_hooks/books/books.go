// Package books is what an accountant needs of the ledger: registers of the documents by month, the monthly return
// GSTR-1, and the lock that keeps a month as it was filed.
//
//	lines.go        a document with its amounts, in its currency and in rupees: all else is made of lines
//	registers.go    the documents of a month, with totals by rate and state
//	gstr1.go        the CSV files that the offline tool of the GST portal reads
//	months.go       closing and reopening months, and the rupee rates of other currencies
//	einvoices.go    documents that wait for their registration: the portal's file, and its answers
//	einvoice_portal.go  the portal's schema of a document and of an answer
//	settlements.go  what the provider has paid out, held against payments, refunds and fees
//	ledger_check.go  the nightly check that the ledger and the registers agree with each other
//
// The documents are payments' (payments/invoices), and so is the rule that a closed month takes no further one: it
// stands where each document gets its date. A month is one in Indian Standard Time.
package books

import (
	"embed"
	"net/http"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/books/emails"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/mail"
	"boardcircle/pb_hooks/payments/invoices"
)

// Outbox sends the emails of the feature.
type Outbox interface {
	Register(...mail.Kind)
	Enqueue(core.App, mail.Email) error
}

//go:embed emails/*.md
var emailFiles embed.FS

// Deps are the dependencies of the feature.
type Deps struct {
	// Provider is nil when no key is configured: then nothing is settled.
	Provider Provider
	Outbox   Outbox
	// AdminEmail gets the office's emails unless the settings name another address.
	AdminEmail string
	Audit      *audit.Log
	Jobs       *jobs.Runner
	Clock      clock.Clock
	// Notify tells open consoles that something has changed.
	Notify func(topic string)
}

// Books is the feature. Its methods are handlers of the route table.
type Books struct {
	app        core.App
	provider   Provider
	outbox     Outbox
	adminEmail string
	audit      *audit.Log
	jobs       *jobs.Runner
	now        clock.Clock
	notify     func(topic string)
}

// New returns the feature, and registers its job types and its emails.
func New(app core.App, d Deps) *Books {
	b := &Books{
		app: app, provider: d.Provider, outbox: d.Outbox, adminEmail: d.AdminEmail, audit: d.Audit, jobs: d.Jobs, now: d.Clock, notify: d.Notify,
	}
	for _, name := range []string{emails.KindSettlementAttention, emails.KindLedgerDiscrepancies} {
		b.outbox.Register(mail.Kind{Name: name, Templates: emailFiles})
	}
	b.jobs.Register(b.settlementsJobType())
	b.jobs.Register(b.ledgerCheckJobType())
	return b
}

var errNoReturn = apperr.Conflict("not-registered", "There is no GSTR-1 for this month: nothing in it was issued under a GSTIN, and tax is not settled as registered.")

// parseMonth reads a month that a caller names; "" is the current one.
func (b *Books) parseMonth(text string) (invoices.Month, error) {
	if text == "" {
		return invoices.MonthOf(b.now()), nil
	}
	month, err := invoices.ParseMonth(text)
	if err != nil {
		return "", httpx.Invalid(rules.Problem{Field: "month", Code: "invalid", Message: "Please name a month, such as 2026-11"})
	}
	return month, nil
}

func sendFile(e *core.RequestEvent, name, contentType string, content []byte) error {
	e.Response.Header().Set("Content-Disposition", `attachment; filename="`+name+`"`)
	return e.Blob(http.StatusOK, contentType, content)
}
