package payments

import (
	"cmp"
	"strconv"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/mail"
	"boardcircle/pb_hooks/mail/texts"
	"boardcircle/pb_hooks/payments/pricing"
	"boardcircle/pb_hooks/settings"
	"boardcircle/pb_hooks/tiers"
)

// A member gets these emails when a paid term ends and is not renewed, each once for a term:
//
//	-30 days (of a year) ── -7 ── -1 ── the end ── +7 ── +13     no charge follows: no mandate, or one that is paused
//	                                       │             or cancelled. Without a grace it ends with the end.
//	                                       ╰── 2 days before the end of the grace ── its end     a charge has failed
//
// If no subscription can renew the term, as above ₹15,000, the email has a personal link to renew it (renewals.go). A
// term that a subscription renews needs no reminder. Neither does a complimentary term, or a term that is followed by
// another. The job of the term checks this at each of these times (memberships.go). A reminder that is three days late
// is dropped.
//
// A company that has bought the term as a seat gets the same reminders, except those after a failed charge. It gets one
// email for all seats of a purchase that end on the same day.
//
// A member who has asked for emails about their membership is invited to rejoin 30 and 90 days after their access has
// ended, once each.

// The steps, as they are stored in the emails and their keys.
const (
	remindMonth       = "before-30"
	remindWeek        = "before-7"
	remindDay         = "before-1"
	remindEnd         = "ended"
	remindAfterWeek   = "after-7"
	remindLast        = "after-13"
	remindGraceEnding = "grace-ending"
	remindGraceEnded  = "grace-ended"
)

const (
	day = 24 * time.Hour
	// maxReminderDelay is the maximum delay of a reminder, so that no email after an outage is out of date.
	maxReminderDelay = 3 * day
)

// reminder is a step with its due time. If afterFailure is set, it follows a failed charge.
type reminder struct {
	step         string
	at           time.Time
	afterFailure bool
}

// reminders returns the possible reminders of a term, sorted by time.
func (m *Term) reminders() []reminder {
	end, grace := m.EndsAt().Time(), m.GraceUntil().Time()
	if m.EndsAt().IsZero() || m.IsRevoked() || m.Source() == FromComplimentary {
		return nil
	}
	var all []reminder
	if m.Duration() == tiers.Annual {
		all = append(all, reminder{step: remindMonth, at: morningOf(end.Add(-30 * day))})
	}
	all = append(all,
		reminder{step: remindWeek, at: morningOf(end.Add(-7 * day))},
		reminder{step: remindDay, at: morningOf(end.Add(-day))},
		reminder{step: remindEnd, at: morningAfter(end)})
	for step, after := range map[string]time.Duration{remindAfterWeek: 7 * day, remindLast: 13 * day} {
		if at := morningOf(end.Add(after)); at.Before(grace) {
			all = append(all, reminder{step: step, at: at})
		}
	}
	if grace.After(end) {
		all = append(all,
			reminder{step: remindGraceEnding, at: morningOf(grace.Add(-2 * day)), afterFailure: true},
			reminder{step: remindGraceEnded, at: morningAfter(grace), afterFailure: true})
	}
	return all
}

// morningOf returns 10:00 in India on the day of a time. Terms end at midnight, which is too late for an email.
func morningOf(at time.Time) time.Time { return india.StartOfDay(at).Add(10 * time.Hour).UTC() }

// morningAfter returns the first morning after a time.
func morningAfter(at time.Time) time.Time {
	if morning := morningOf(at); morning.After(at) {
		return morning
	}
	return morningOf(at.Add(day))
}

// remind enqueues the reminder that is due, if there is one. The outbox stores each reminder once.
func (p *Payments) remind(tx core.App, m *Term) error {
	now := p.now()
	due := reminder{}
	needsReminder, chargeFailed, err := p.needsReminder(tx, m)
	if err != nil || !needsReminder {
		return err
	}
	for _, r := range m.reminders() {
		if r.afterFailure == chargeFailed && !r.at.After(now) && r.at.After(due.at) {
			due = r
		}
	}
	if due.step == "" || due.at.Add(maxReminderDelay).Before(now) {
		return nil
	}
	if m.SeatID() != "" && !due.afterFailure {
		if err := p.remindCompany(tx, m, due.step); err != nil {
			return err
		}
	}
	customer, err := customerOfTerm(tx, m)
	if err != nil || customer.Email == "" {
		return err
	}
	return p.outbox.Enqueue(tx, membershipReminderEmail{
		MembershipID: m.Id, Step: due.step, Ends: m.EndsAt().Time(), Name: customer.Name, Email: customer.Email,
	}.Build())
}

// remindCompany enqueues a reminder to the company that has bought the seat of a term.
func (p *Payments) remindCompany(tx core.App, m *Term, step string) error {
	s, err := findSeat(tx, m.SeatID())
	if err != nil {
		return database.IgnoreMissing(err)
	}
	t, err := findTransaction(tx, s.TransactionID())
	if err != nil {
		return database.IgnoreMissing(err)
	}
	buyer, err := addressee(tx, t)
	if err != nil || buyer.Email == "" {
		return err
	}
	return p.outbox.Enqueue(tx, seatReminderEmail{
		TransactionID: t.Id, Step: step, Ends: m.EndsAt().Time(), Name: buyer.Name, Email: buyer.Email,
	}.Build())
}

// SeatReminderEmailParams completes the params of a company's reminder when it is sent, with the holders of the terms
// that end on its day. The email is obsolete if all of them have been renewed since.
func (p *Payments) SeatReminderEmailParams(app core.App, params map[string]string) (map[string]string, error) {
	t, err := findTransaction(app, params["transactionId"])
	if database.IsMissing(err) {
		return nil, mail.ErrObsolete
	}
	if err != nil {
		return nil, err
	}
	seats, err := listSeats(app, t.Id)
	if err != nil {
		return nil, err
	}
	values := map[string]string{"tier": t.TierName(), "tierId": t.TierID(), "access": ""}
	if values["price"], err = p.seatPriceText(app, t); err != nil {
		return nil, err
	}
	var holders []string
	for _, s := range seats {
		if s.State() != SeatTaken {
			continue
		}
		m, err := findTerm(app, s.MembershipID())
		if err == nil && india.Day(m.EndsAt().Time()) == params["day"] {
			var needs, chargeFailed bool
			if needs, chargeFailed, err = p.needsReminder(app, m); needs && !chargeFailed {
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
		return nil, mail.ErrObsolete
	}
	values["count"] = countText(len(holders), "membership", "memberships")
	values["holders"] = strings.Join(holders, ", ")
	return values, nil
}

// seatPriceText returns the price of a new seat of a purchase's tier for its buyer, or "" if the tier is not on sale.
func (p *Payments) seatPriceText(app core.App, t *Transaction) (string, error) {
	tier, err := tiers.Find(app, t.TierID())
	if err != nil || !bool(tier.IsActive) {
		return "", database.IgnoreMissing(err)
	}
	site, err := settings.Read(app)
	if err != nil {
		return "", err
	}
	billing, err := t.Billing()
	return pricing.New(pricing.Request{Price: tier.Price, Billing: billing, Site: site, At: p.now()}).Total.Format(tier.Currency), err
}

func countText(n int, one, more string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + more
}

// customerOfTerm returns the recipient of the emails about a term: its buyer, or the member who holds the seat of a
// company. It is empty if the member was deleted.
func customerOfTerm(tx core.App, m *Term) (pricing.Customer, error) {
	if m.SeatID() != "" {
		holder, err := identity.FindUser(tx, m.UserID())
		if err != nil {
			return pricing.Customer{}, database.IgnoreMissing(err)
		}
		return pricing.Customer{Name: holder.Name(), Email: holder.Email()}, nil
	}
	t, err := findTransaction(tx, m.TransactionID())
	if err != nil {
		return pricing.Customer{}, database.IgnoreMissing(err)
	}
	return addressee(tx, t)
}

// needsReminder reports whether a term ends and neither another term nor a subscription renews it. chargeFailed reports
// whether there is a subscription whose charge has failed.
func (p *Payments) needsReminder(tx core.App, m *Term) (needs, chargeFailed bool, err error) {
	if m.IsRevoked() || m.EndsAt().IsZero() {
		return false, false, nil
	}
	terms, err := listTerms(tx, m.UserID())
	if err != nil {
		return false, false, err
	}
	for _, other := range terms {
		if !other.IsRevoked() && other.lastsUntil().After(m.lastsUntil()) {
			return false, false, nil
		}
	}
	subscriptions, err := listSubscriptions(tx, m.UserID())
	if err != nil {
		return false, false, err
	}
	subscription := currentSubscription(subscriptions)
	if subscription == nil || subscription.isCancelRequested() {
		return true, false, nil
	}
	switch subscription.State() {
	case SubscriptionPaused:
		return true, false, nil
	case SubscriptionPending, SubscriptionHalted:
		return true, true, nil
	}
	return false, false, nil
}

// ReminderEmailParams completes the params of a reminder when it is sent. The email is obsolete if the term has been
// renewed since.
func (p *Payments) ReminderEmailParams(app core.App, params map[string]string) (map[string]string, error) {
	m, err := findTerm(app, params["membershipId"])
	if database.IsMissing(err) {
		return nil, mail.ErrObsolete
	}
	if err != nil {
		return nil, err
	}
	needs, chargeFailed, err := p.needsReminder(app, m)
	if err != nil {
		return nil, err
	}
	failed := params["step"] == remindGraceEnding || params["step"] == remindGraceEnded
	if !needs || failed != chargeFailed {
		return nil, mail.ErrObsolete
	}
	values := map[string]string{"tier": m.TierName(), "tierId": m.TierID(), "ends": india.DayText(m.EndsAt().Time()), "access": "", "renewal": "", "price": ""}
	renewal, err := p.renewalOf(app, m)
	if err != nil {
		return nil, err
	}
	values["price"] = renewal.priceText()
	if renewal.State == RenewalOpen {
		values["renewal"] = p.RenewalToken(m.Id)
	}
	if grace := m.GraceUntil().Time(); grace.After(m.EndsAt().Time()) {
		values["access"] = india.DayText(grace)
	}
	return values, nil
}
