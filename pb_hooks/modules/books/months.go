package books

import (
	"database/sql"
	"errors"
	"fmt"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/payments/invoices"
)

// The states of a month:
//
//	open ──(an owner, once it is over, and every month with documents before it is closed)──> closed
//	     <──(an owner, with a reason, the last closed one first)──
//
// The exchange rates of a month are entered while it is open.

var (
	errMonthNotOver  = apperr.Conflict("month-not-over", "This month is not over yet.")
	errMonthClosed   = apperr.Conflict("month-closed", "This month is closed.")
	errMonthOpen     = apperr.Conflict("month-open", "This month is not closed.")
	errMonthNotFound = apperr.NotFound("month-not-found", "This month is not in the books.")
	errRupees        = apperr.Invalid("rate-of-rupees", "currency",
		"Rupees need no rate. Only other currencies have one.")
	errRateInvalid      = apperr.Invalid("rate-invalid", "rate", "Please enter the rupees for one unit, such as 84.25")
	messageCloseEarlier = "Please close %s first."
	messageReopenLater  = "Please reopen %s first."
	messageRateMissing  = "Please enter the rupee rate of %s first, because documents of this month use it."
)

// MonthRow is a month of the books.
type MonthRow struct {
	Month    string     `json:"month"`
	Title    string     `json:"title"`
	IsClosed httpx.Bool `json:"isClosed"`
	// ClosedAt and ClosedBy are "" for a month without documents that was closed together with a later one.
	ClosedAt httpx.Time `json:"closedAt"`
	ClosedBy string     `json:"closedBy"`
	// CanClose reports whether the month is over and the next one to close. CanReopen reports whether it is the last
	// closed month.
	CanClose  httpx.Bool `json:"canClose"`
	CanReopen httpx.Bool `json:"canReopen"`
}

// ListMonths is GET /api/books/months: the months from the first document to now, newest first.
func (b *Books) ListMonths() httpx.Endpoint {
	return httpx.Get(b.listMonths, httpx.Doc{Tag: "books", Summary: "List the months of the books"})
}

func (b *Books) listMonths(e *core.RequestEvent) ([]MonthRow, error) {
	months, err := b.readMonths(e.App)
	return months, apperr.Fail("The months could not be read.", err)
}

func (b *Books) readMonths(app core.App) ([]MonthRow, error) {
	first, last, err := invoices.MonthsWithDocuments(app)
	if err != nil {
		return nil, err
	}
	closed, err := invoices.ClosedThrough(app)
	if err != nil {
		return nil, err
	}
	nextToClose, err := invoices.FirstOpenWithDocuments(app)
	if err != nil {
		return nil, err
	}
	current := invoices.MonthOf(b.now())
	last = max(last, current, closed)
	if first == "" {
		first = current
	}
	months := []MonthRow{}
	for month := last; month >= first; month = month.Previous() {
		row := MonthRow{
			Month:     string(month),
			Title:     month.Title(),
			IsClosed:  month <= closed,
			CanReopen: httpx.Bool(month == closed),
			CanClose:  httpx.Bool(month > closed && month < current && (nextToClose == "" || month <= nextToClose)),
		}
		if row.IsClosed {
			record, err := invoices.FindClosed(app, month)
			switch {
			case err == nil:
				row.ClosedAt, row.ClosedBy = httpx.TimeOf(record.ClosedAt()), record.ClosedBy()
			case !errors.Is(err, sql.ErrNoRows):
				return nil, err
			}
		}
		months = append(months, row)
	}
	return months, nil
}

// CloseMonth is POST /api/books/months/{month}/close: no more documents get a date in the month.
func (b *Books) CloseMonth() httpx.Endpoint {
	return httpx.DoJSON(b.closeMonth, httpx.Doc{
		Tag: "books", Summary: "Close a month", Description: "No more documents get a date in the month.",
		Errors: []*apperr.Error{errMonthNotFound, errMonthClosed, errMonthNotOver},
	})
}

func (b *Books) closeMonth(e *core.RequestEvent) ([]MonthRow, error) {
	return b.changeMonth(e, func(tx core.App, month invoices.Month, by audit.Actor) error {
		closed, err := invoices.ClosedThrough(tx)
		if err != nil {
			return err
		}
		earlier, err := invoices.FirstOpenWithDocuments(tx)
		if err != nil {
			return err
		}
		switch {
		case month <= closed:
			return errMonthClosed
		case month >= invoices.MonthOf(b.now()):
			return errMonthNotOver
		case earlier != "" && earlier < month:
			return apperr.Conflict("earlier-month-open", fmt.Sprintf(messageCloseEarlier, earlier.Title()))
		}
		registers, err := readRegisters(tx, month, rowFilter{})
		if err != nil {
			return err
		}
		for _, currency := range registers.Currencies {
			if currency.Missing > 0 {
				return apperr.Conflict("rate-missing", fmt.Sprintf(messageRateMissing, currency.Currency))
			}
		}
		record, err := invoices.NewClosedMonth(tx, month, by.Name)
		if err != nil {
			return err
		}
		if err := tx.Save(record); err != nil {
			return err
		}
		return b.audit.Record(tx, by, "books.month-closed", subjectOf(month), map[string]any{
			"documents": registers.Net.Documents, "total": registers.Net.Total.Format("INR"),
		})
	})
}

type reopenForm struct {
	_      struct{} `wire:"reopenMonth,password"`
	Reason string   `json:"reason"`
}

func (reopenForm) Rules() rules.Form { return reopenRules }

var reopenRules = rules.Form{{
	Name:     "reason",
	Label:    "Reason",
	Kind:     rules.Text,
	Required: true,
	Min:      3,
	Max:      500,
	Messages: rules.Messages{Required: "Please give a reason"},
}}

// ReopenMonth is POST /api/books/months/{month}/reopen.
func (b *Books) ReopenMonth() httpx.Endpoint {
	return httpx.JSON(b.reopenMonth, httpx.Doc{
		Tag: "books", Summary: "Reopen the month that was closed last",
		Errors:  []*apperr.Error{errMonthNotFound, errMonthOpen},
		Example: map[string]any{"reason": "A late invoice"},
	})
}

func (b *Books) reopenMonth(e *core.RequestEvent, form reopenForm) ([]MonthRow, error) {
	return b.changeMonth(e, func(tx core.App, month invoices.Month, by audit.Actor) error {
		last, err := invoices.LastClosed(tx)
		switch {
		case errors.Is(err, sql.ErrNoRows):
			return errMonthOpen
		case err != nil:
			return err
		case month > last.Month():
			return errMonthOpen
		case month < last.Month():
			return apperr.Conflict("later-month-closed", fmt.Sprintf(messageReopenLater, last.Month().Title()))
		}
		if err := tx.Delete(last); err != nil {
			return err
		}
		return b.audit.Record(tx, by, "books.month-reopened", subjectOf(month),
			map[string]any{"reason": form.Reason})
	})
}

// rateForm is the rupee rate of another currency.
type rateForm struct {
	_        struct{} `wire:"exchangeRate"`
	Currency string   `json:"currency"`
	Rate     string   `json:"rate"`
}

func (rateForm) Rules() rules.Form { return rateRules }

var rateRules = rules.Form{
	{
		Name:     "currency",
		Label:    "Currency",
		Kind:     rules.Line,
		Required: true,
		Max:      3,
		Pattern:  `^[A-Z]{3}$`,
		Messages: rules.Messages{Invalid: "Please enter a currency such as USD"},
	},
	{
		Name:     "rate",
		Label:    "Rate in rupees",
		Kind:     rules.Line,
		Required: true,
		Max:      12,
		Pattern:  invoices.RatePattern,
		Messages: rules.Messages{Invalid: errRateInvalid.Message},
	},
}

// SetRate is PUT /api/books/months/{month}/rate: the rate for documents of the month for which the provider has
// reported none.
func (b *Books) SetRate() httpx.Endpoint {
	return httpx.JSON(b.setRate, httpx.Doc{
		Tag: "books", Summary: "Set the rupee rate of another currency for a month",
		Description: "The rate is for documents for which Razorpay has reported none.",
		Errors:      []*apperr.Error{errMonthNotFound, errMonthClosed, errRupees, errRateInvalid},
		Example:     map[string]any{"currency": "USD", "rate": "84.25"},
	})
}

func (b *Books) setRate(e *core.RequestEvent, form rateForm) ([]MonthRow, error) {
	parsed, err := invoices.ParseRate(form.Rate)
	switch {
	case form.Currency == "INR":
		return nil, errRupees
	case err != nil || parsed == 0:
		return nil, errRateInvalid
	}
	return b.changeMonth(e, func(tx core.App, month invoices.Month, by audit.Actor) error {
		closed, err := invoices.ClosedThrough(tx)
		if err != nil {
			return err
		}
		if month <= closed {
			return errMonthClosed
		}
		record, err := invoices.FindRate(tx, month, form.Currency)
		if err != nil {
			return err
		}
		record.SetRate(form.Rate)
		return b.audit.Save(tx, by, "books.rate-entered", record.ProxyRecord())
	})
}

// changeMonth changes the month in the path, and returns the updated months.
func (b *Books) changeMonth(e *core.RequestEvent,
	change func(tx core.App, month invoices.Month, by audit.Actor) error) ([]MonthRow, error) {
	month, err := invoices.ParseMonth(e.Request.PathValue("month"))
	if err != nil {
		return nil, errMonthNotFound
	}
	by := audit.RequestActor(e)
	if err := e.App.RunInTransaction(func(tx core.App) error { return change(tx, month, by) }); err != nil {
		return nil, apperr.Fail("The month could not be changed. Please try again.", err)
	}
	return b.listMonths(e)
}

func subjectOf(month invoices.Month) audit.Subject { return audit.Subject{Label: month.Title()} }
