package offline

import (
	"context"
	"fmt"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/internal/modules"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/payments/emails"
	"boardcircle/pb_hooks/payments/ledger"
	"boardcircle/pb_hooks/settings"
)

// A proforma is valid until the end of a day. The buyer is reminded once, and after that day it lapses: it waits for
// nothing, and a coupon can be used again. It also lapses if the buyer pays for the same plan online. The buyer gets an
// email about both. Money that comes later is still entered at the lapsed proforma, so that it is in a list.

const (
	// proformaJob is the type of the jobs that remind of a proforma and let it lapse. The key is its id.
	proformaJob = "payments.proforma"
	// reminderBefore is how long before the end of a proforma the buyer is reminded.
	reminderBefore = 7 * ledger.Day
	// maxValidity is the longest time in days for which a proforma is valid.
	maxValidity = 365
)

var validUntilField = rules.Field{Name: "validUntil", Label: "Valid until", Kind: rules.Day}

var errInvalidValidity = apperr.Invalid("invalid-validity", validUntilField.Name,
	fmt.Sprintf("Please enter a day from today to %d days ahead.", maxValidity))

// parseValidity returns the end of the day until which a new proforma is valid: the entered day, or the usual number of
// days of the settings.
func (f *Offline) parseValidity(tx core.App, text string) (time.Time, error) {
	if text == "" {
		site, err := settings.Read(tx)
		return india.EndOfDay(f.now().AddDate(0, 0, site.ProformaValidity())), err
	}
	end, err := india.ParseEnd(text)
	if err != nil || end.Before(f.now()) || end.After(f.now().AddDate(0, 0, maxValidity+1)) {
		return time.Time{}, errInvalidValidity
	}
	return end, nil
}

// scheduleProforma schedules the reminder of a proforma, or its lapse.
func (f *Offline) scheduleProforma(tx core.App, o *OfflinePayment) error {
	end := o.validUntil()
	if end.IsZero() {
		return nil
	}
	at := end.Add(time.Second)
	if reminder := end.Add(-reminderBefore); !o.isReminded() && reminder.After(f.now()) {
		at = reminder
	}
	return f.jobs.Enqueue(tx, jobs.Job{Type: proformaJob, Key: o.Id, RunAt: at, Replace: true})
}

func (f *Offline) proformaJobType() jobs.Type {
	return jobs.Type{Name: proformaJob, Modules: []modules.ID{modules.Offline}, Handle: f.handleProformaJob}
}

// handleProformaJob reminds the buyer of a proforma, or lets it lapse. It does nothing if money has come.
func (f *Offline) handleProformaJob(_ context.Context, job jobs.Job) error {
	return f.app.RunInTransaction(func(tx core.App) error {
		o, err := findOffline(tx, job.Key)
		if err != nil {
			return database.IgnoreMissing(err)
		}
		end, now := o.validUntil(), f.now()
		switch {
		case o.State() != OfflineProforma || end.IsZero():
			return nil
		case now.After(end):
			return f.Proformas.lapse(tx, o, "It was not paid by "+india.DayText(end)+".", "lapsed")
		case !o.isReminded() && !now.Before(end.Add(-reminderBefore)):
			t, err := ledger.FindTransaction(tx, o.TransactionID())
			if err != nil {
				return err
			}
			o.setReminded(now)
			if err := f.saveOffline(tx, o); err != nil {
				return err
			}
			if err := f.emailOffline(tx, o, t, emails.OfflinePayment{What: "reminder"}); err != nil {
				return err
			}
		}
		return f.scheduleProforma(tx, o)
	})
}

// Proformas ends open proformas. The ledger uses it, so it is constructed before the ledger.
type Proformas struct {
	Records *ledger.Records
	Outbox  ledger.Outbox
	Audit   *audit.Log
}

// PaidOnline lets the open proformas lapse that the buyer of a completed transaction has for the same plan.
func (p Proformas) PaidOnline(tx core.App, t *ledger.Transaction) error {
	open, err := listProformas(tx, t.UserID(), t.Seats())
	if err != nil {
		return err
	}
	for _, o := range open {
		other, err := ledger.FindTransaction(tx, o.TransactionID())
		if err != nil {
			return err
		}
		if other.TierID() != t.TierID() {
			continue
		}
		reason := "The same plan was paid online: " + t.PaymentID() + "."
		if err := p.lapse(tx, o, reason, "paid-online"); err != nil {
			return err
		}
	}
	return nil
}

// lapse ends a proforma for which nothing was received. what is lapsed or paid-online, in the audit log and in the email.
func (p Proformas) lapse(tx core.App, o *OfflinePayment, reason, what string) error {
	if err := o.setState(OfflineLapsed); err != nil {
		return err
	}
	o.setEnded(reason)
	o.setOpen(false)
	if err := tx.Save(o); err != nil {
		return fmt.Errorf("save offline payment %s: %w", o.Id, err)
	}
	t, err := ledger.FindTransaction(tx, o.TransactionID())
	if err != nil {
		return err
	}
	if err := p.Records.Withdraw(tx, t); err != nil {
		return err
	}
	err = p.Audit.Record(tx, audit.Actor{Kind: audit.ActorNone}, "offline-payment."+what,
		audit.SubjectOf(o.ProxyRecord()), map[string]any{"reason": reason})
	if err != nil {
		return err
	}
	return p.emailOffline(tx, o, t, emails.OfflinePayment{What: what})
}

// reopen prepares a lapsed proforma for a late payment. Its coupon applies only if a use is left.
func (f *Offline) reopen(tx core.App, o *OfflinePayment, at time.Time) error {
	t, err := ledger.FindTransaction(tx, o.TransactionID())
	if err != nil {
		return err
	}
	if err := f.ledger.ClaimAgain(tx, t, at); err != nil {
		return err
	}
	o.setDue(t.Amount())
	o.setEnded("")
	return nil
}
