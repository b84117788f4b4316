package documents

import (
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/payments/ledger"
	"boardcircle/pb_hooks/payments/pricing"
	"boardcircle/pb_hooks/settings"
)

var errPlaceKnown = apperr.Conflict("place-known", "No tax invoice of this transaction waits for details of the buyer.")

// EnterBilling is POST /api/transactions/{id}/billing: an admin enters where the buyer is, and the tax invoice that
// waits for it is issued.
func (d *Documents) EnterBilling() httpx.Endpoint {
	return httpx.JSON(d.enterBilling, httpx.Doc{
		Tag: "payments", Summary: "Enter the billing details for which a tax invoice waits",
		Description: "They become the billing details of the member. All tax invoices that wait for the member’s state " +
			"are issued. The answer lists the documents of the transaction.",
		Errors:  append([]*apperr.Error{ledger.ErrTransactionNotFound, errPlaceKnown}, pricing.Errors...),
		Example: map[string]any{"kind": "individual", "state": "27", "pin": "400001"},
	})
}

func (d *Documents) enterBilling(e *core.RequestEvent, billing pricing.Billing) (rows []DocumentRow, err error) {
	by := audit.RequestActor(e)
	err = d.app.RunInTransaction(func(tx core.App) error {
		t, err := ledger.FindTransaction(tx, e.Request.PathValue("id"))
		if err != nil {
			return database.IfMissing(err, ledger.ErrTransactionNotFound)
		}
		switch waits, err := ledger.AwaitsBilling(tx, t); {
		case err != nil:
			return err
		case !waits:
			return errPlaceKnown
		}
		site, err := settings.Read(tx)
		if err != nil {
			return err
		}
		if err := pricing.CheckInvoiceable(tx, site, billing, t.Amount(), t.Currency()); err != nil {
			return err
		}
		if err := d.ledger.EnterBilling(tx, t, billing); err != nil {
			return err
		}
		err = d.audit.Record(tx, by, "transaction.billing-entered", audit.SubjectOf(t.Record),
			map[string]any{"place": billing.Place().Name})
		if err != nil {
			return err
		}
		rows, err = List(tx, t)
		return err
	})
	return rows, apperr.Fail("The billing details could not be saved. Please try again.", err)
}
