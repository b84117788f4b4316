package renewals

import (
	"cmp"
	"context"
	"strings"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/jobs"
	"boardcircle/pb_hooks/internal/plural"
	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/mail/texts"
	"boardcircle/pb_hooks/payments/companyseats"
	"boardcircle/pb_hooks/payments/emails"
	"boardcircle/pb_hooks/payments/ledger"
	"boardcircle/pb_hooks/payments/pricing"
	"boardcircle/pb_hooks/payments/subscriptions"
	"boardcircle/pb_hooks/settings"
	"boardcircle/pb_hooks/tiers"
)

func (rs *Renewals) termJobType() jobs.Type {
	return jobs.Type{Name: ledger.TermJob, Concurrency: 2, Handle: rs.handleTermJob}
}

// handleTermJob stores the present state of a term, and sends its member a reminder if one is due.
func (rs *Renewals) handleTermJob(_ context.Context, job jobs.Job) error {
	return rs.app.RunInTransaction(func(tx core.App) error {
		m, err := ledger.FindTerm(tx, job.Key)
		if err != nil {
			return database.IgnoreMissing(err)
		}
		if err := rs.remind(tx, m); err != nil {
			return err
		}
		return rs.ledger.SaveTerm(tx, m)
	})
}

// A member gets these emails when a paid term ends and is not renewed, each once for a term:
//
//	-30 days (of a year) ── -7 ── -1 ── the end ── +7 ── +13     no charge follows: no mandate, or one that is paused
//	                                       │             or cancelled. Without a grace it ends with the end.
//	                                       ╰── 2 days before the end of the grace ── its end     a charge has failed
//
// If no subscription can renew the term, as above ₹15,000, the email has a personal link to renew it (renewals.go). A
// term that a subscription renews needs no reminder. Neither does a complimentary term, or a term that is followed by
// another. The job of the term checks this at each of these times. A reminder that is three days late
// is dropped.
//
// A company that has bought the term as a seat gets the same reminders, except those after a failed charge. It gets one
// email for all seats of a purchase that end on the same day.
//
// A member who has asked for emails about their membership is invited to rejoin 30 and 90 days after their access has
// ended, once each.

const (
	// maxReminderDelay is the maximum delay of a reminder, so that no email after an outage is out of date.
	maxReminderDelay = 3 * ledger.Day
)

// remind enqueues the reminder that is due, if there is one. The outbox stores each reminder once.
func (rs *Renewals) remind(tx core.App, m *ledger.Term) error {
	now := rs.now()
	due := ledger.Reminder{}
	needsReminder, chargeFailed, err := rs.needsReminder(tx, m)
	if err != nil || !needsReminder {
		return err
	}
	for _, r := range m.Reminders() {
		if r.AfterFailure == chargeFailed && !r.At.After(now) && r.At.After(due.At) {
			due = r
		}
	}
	if due.Step == "" || due.At.Add(maxReminderDelay).Before(now) {
		return nil
	}
	if m.SeatID() != "" && !due.AfterFailure {
		if err := rs.remindCompany(tx, m, due.Step); err != nil {
			return err
		}
	}
	customer, err := customerOfTerm(tx, m)
	if err != nil || customer.Email == "" {
		return err
	}
	return rs.outbox.Enqueue(tx, emails.MembershipReminder{
		MembershipID: m.Id, Step: due.Step, Ends: m.EndsAt().Time(), Name: customer.Name, Email: customer.Email,
	}.Build())
}

// remindCompany enqueues a reminder to the company that has bought the seat of a term.
func (rs *Renewals) remindCompany(tx core.App, m *ledger.Term, step string) error {
	s, err := companyseats.Find(tx, m.SeatID())
	if err != nil {
		return database.IgnoreMissing(err)
	}
	t, err := ledger.FindTransaction(tx, s.TransactionID())
	if err != nil {
		return database.IgnoreMissing(err)
	}
	buyer, err := ledger.Addressee(tx, t)
	if err != nil || buyer.Email == "" {
		return err
	}
	return rs.outbox.Enqueue(tx, emails.SeatReminder{
		TransactionID: t.Id, Step: step, Ends: m.EndsAt().Time(), Name: buyer.Name, Email: buyer.Email,
	}.Build())
}

// seatReminderEmailParams completes the params of a company's reminder when it is sent, with the holders of the terms
// that end on its day. The email is obsolete if all of them have been renewed since.
func (rs *Renewals) seatReminderEmailParams(app core.App, params map[string]string) (map[string]string, error) {
	t, err := ledger.FindTransaction(app, params["transactionId"])
	if err != nil {
		return nil, database.IfMissing(err, outbox.ErrObsolete)
	}
	seats, err := companyseats.List(app, t.Id)
	if err != nil {
		return nil, err
	}
	values := map[string]string{"tier": t.TierName(), "tierId": t.TierID(), "access": ""}
	if values["price"], err = rs.seatPriceText(app, t); err != nil {
		return nil, err
	}
	var holders []string
	for _, s := range seats {
		if s.State() != companyseats.Taken {
			continue
		}
		m, err := ledger.FindTerm(app, s.MembershipID())
		if err == nil && india.Day(m.EndsAt().Time()) == params["day"] {
			var needs, chargeFailed bool
			if needs, chargeFailed, err = rs.needsReminder(app, m); needs && !chargeFailed {
				holder, err := identity.FindUser(app, m.UserID())
				if database.IgnoreMissing(err) != nil {
					return nil, err
				}
				if err == nil {
					holders = append(holders, cmp.Or(texts.GreetingName(holder.Name()), holder.Email()))
				}
				values["ends"] = india.DayText(m.EndsAt().Time())
				if grace := m.GraceUntil().Time(); grace.After(m.EndsAt().Time()) {
					values["access"] = india.DayText(grace)
				}
			}
		}
		if database.IgnoreMissing(err) != nil {
			return nil, err
		}
	}
	if len(holders) == 0 {
		return nil, outbox.ErrObsolete
	}
	values["count"] = plural.Count(len(holders), "membership", "memberships")
	values["holders"] = strings.Join(holders, ", ")
	return values, nil
}

// seatPriceText returns the price of a new seat of a purchase's tier for its buyer, or "" if the tier is not on sale.
func (rs *Renewals) seatPriceText(app core.App, t *ledger.Transaction) (string, error) {
	tier, err := tiers.Find(app, t.TierID())
	if err != nil || !bool(tier.IsActive) {
		return "", database.IgnoreMissing(err)
	}
	site, err := settings.Read(app)
	if err != nil {
		return "", err
	}
	billing, err := t.Billing()
	return pricing.New(pricing.Request{Price: tier.Price, Billing: billing, Site: site,
		At: rs.now()}).Total.Format(tier.Currency), err
}

// customerOfTerm returns the recipient of the emails about a term: its buyer, or the member who holds the seat of a
// company or an imported term. It is empty if the member was deleted.
func customerOfTerm(tx core.App, m *ledger.Term) (pricing.Customer, error) {
	if m.SeatID() != "" || m.TransactionID() == "" {
		holder, err := identity.FindUser(tx, m.UserID())
		if err != nil {
			return pricing.Customer{}, database.IgnoreMissing(err)
		}
		return pricing.Customer{Name: holder.Name(), Email: holder.Email()}, nil
	}
	t, err := ledger.FindTransaction(tx, m.TransactionID())
	if err != nil {
		return pricing.Customer{}, database.IgnoreMissing(err)
	}
	return ledger.Addressee(tx, t)
}

// needsReminder reports whether a term ends and neither another term nor a subscription renews it. chargeFailed reports
// whether there is a subscription whose charge has failed.
func (rs *Renewals) needsReminder(tx core.App, m *ledger.Term) (needs, chargeFailed bool, err error) {
	if m.IsRevoked() || m.EndsAt().IsZero() {
		return false, false, nil
	}
	terms, err := ledger.ListTerms(tx, m.UserID())
	if err != nil {
		return false, false, err
	}
	for _, other := range terms {
		if !other.IsRevoked() && other.LastsUntil().After(m.LastsUntil()) {
			return false, false, nil
		}
	}
	mandates, err := subscriptions.List(tx, m.UserID())
	if err != nil {
		return false, false, err
	}
	mandate := subscriptions.Current(mandates)
	if mandate == nil || mandate.IsCancelRequested() {
		return true, false, nil
	}
	switch mandate.State() {
	case subscriptions.Paused:
		return true, false, nil
	case subscriptions.Pending, subscriptions.Halted:
		return true, true, nil
	}
	return false, false, nil
}

// reminderEmailParams completes the params of a reminder when it is sent. The email is obsolete if the term has been
// renewed since.
func (rs *Renewals) reminderEmailParams(app core.App, params map[string]string) (map[string]string, error) {
	m, err := ledger.FindTerm(app, params["membershipId"])
	if err != nil {
		return nil, database.IfMissing(err, outbox.ErrObsolete)
	}
	needs, chargeFailed, err := rs.needsReminder(app, m)
	if err != nil {
		return nil, err
	}
	failed := params["step"] == ledger.RemindGraceEnding || params["step"] == ledger.RemindGraceEnded
	if !needs || failed != chargeFailed {
		return nil, outbox.ErrObsolete
	}
	values := map[string]string{
		"tier":    m.TierName(),
		"tierId":  m.TierID(),
		"ends":    india.DayText(m.EndsAt().Time()),
		"access":  "",
		"renewal": "",
		"price":   "",
	}
	renewal, err := rs.renewalOf(app, m)
	if err != nil {
		return nil, err
	}
	values["price"] = renewal.priceText()
	if renewal.State == RenewalOpen {
		values["renewal"] = rs.renewalToken(m.Id)
	}
	if grace := m.GraceUntil().Time(); grace.After(m.EndsAt().Time()) {
		values["access"] = india.DayText(grace)
	}
	return values, nil
}
