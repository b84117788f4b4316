package offline

import (
	"fmt"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/internal/rules"
)

// Section 269ST of the Income-tax Act forbids receiving ₹2,00,000 or more in cash from one person in a day, for one
// transaction, or for one event or occasion. The penalty under section 271DA is the whole amount. The program cannot
// judge whether an exception applies, so it warns. The admin must confirm the warning, and the audit log records the
// confirmation. All cash receipts that have not bounced count, so splitting the sum does not avoid the warning.

// cashLimit is the sum in paise from which section 269ST forbids cash.
const cashLimit money.Amount = 2_00_000_00

// cashField confirms the warning about cash.
var cashField = rules.Field{
	Name: "isCashConfirmed", Label: "Record this cash receipt although section 269ST may forbid it", Kind: rules.Flag,
}

// checkCash refuses a cash receipt that reaches the limit together with earlier ones, unless the admin has confirmed
// the warning. It returns the details of a confirmed warning for the audit log, or nil for cash below the limit.
func checkCash(
	tx core.App, o *OfflinePayment, amount money.Amount, day time.Time, except string, isConfirmed bool,
) (map[string]any, error) {
	sums, err := cashReceived(tx, o.Id, o.UserID(), day, except)
	if err != nil {
		return nil, err
	}
	ofPayment, ofDay := sums.OfPayment+amount, sums.OfDay+amount
	if ofPayment < cashLimit && ofDay < cashLimit {
		return nil, nil
	}
	if !isConfirmed {
		return nil, apperr.Invalid("cash-limit", cashField.Name, fmt.Sprintf(
			"With this receipt, %s is received in cash for this purchase, and %s from this person on %s. Section "+
				"269ST of the Income-tax Act forbids %s or more; the penalty is the whole amount. Please confirm "+
				"that you want to record it.",
			ofPayment.Format("INR"), ofDay.Format("INR"), india.DayText(day), cashLimit.Format("INR")))
	}
	return map[string]any{
		"cashForPurchase": ofPayment.Format("INR"), "cashOnDay": ofDay.Format("INR"), "day": india.Day(day),
	}, nil
}

// recordCash writes into the audit log that an admin has confirmed the warning about cash.
func (f *Offline) recordCash(tx core.App, r *OfflineReceipt, warning map[string]any, by audit.Actor) error {
	if warning == nil {
		return nil
	}
	return f.audit.Record(tx, by, "offline-payment.cash-limit-confirmed", audit.SubjectOf(r.ProxyRecord()), warning)
}

// checkCashOnConfirm checks a cash receipt again if the admin changes its bank date when they confirm it.
func (f *Offline) checkCashOnConfirm(tx core.App, o *OfflinePayment, day time.Time, isConfirmed bool,
	by audit.Actor) error {
	r, err := openReceipt(tx, o)
	if err != nil || r.Mode() != modeCash || day.IsZero() || india.Day(day) == india.Day(r.bankDate()) {
		return err
	}
	warning, err := checkCash(tx, o, r.Amount(), day, r.Id, isConfirmed)
	if err != nil {
		return err
	}
	return f.recordCash(tx, r, warning, by)
}
