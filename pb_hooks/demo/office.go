package demo

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/backups"
	"boardcircle/pb_hooks/demo/fakebrevo"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/sessions"
	"boardcircle/pb_hooks/texts"
	"boardcircle/pb_hooks/tiers"
)

// officeEvents returns the events of the office: a coupon, offline payments, an import and campaigns. They also fill in
// the profile of the printed member.
func officeEvents(now time.Time) []historyEvent {
	event := func(ago, after time.Duration, apply func(*history) error) historyEvent {
		return historyEvent{sampleTime(now, ago, after), apply}
	}
	list := []historyEvent{
		event(389*day, 0, func(h *history) error { return h.fillInProfile(now) }),
		event(110*day, 0, (*history).importMembers),
		event(110*day, 3*hour, (*history).confirmApprovals),
		event(100*day, 0, (*history).createCoupon),
		event(100*day, 2*hour, (*history).confirmApprovals),
		event(9*day, 0, (*history).sendCampaign),
		event(5*day, 0, (*history).refuseNextEmail),
		event(hour, 0, (*history).draftCampaign),
	}
	for n, p := range sampleOfflinePayments {
		form := memberForm(p.name, p.location, fmt.Sprintf("+9122400015%02d", n))
		list = append(list, signUp(form, sampleTime(now, p.ago+day, 0)),
			event(p.ago, 0, func(h *history) error { return h.enterOfflinePayment(p) }))
		if p.isConfirmed {
			list = append(list, event(p.ago, 5*hour, func(h *history) error { return h.confirmOfflinePayment(p) }))
		}
	}
	return list
}

// fillInProfile fills in the profile and the billing details of the printed member. The terms of the boards are as they
// are now.
func (h *history) fillInProfile(now time.Time) error {
	member, err := identity.FindUserByEmail(h.tx, sampleUsers[0].email)
	if err != nil {
		return err
	}
	token, err := sessions.Open(h.tx, member.Record, sessions.Client{Address: visitorAddress}, h.clock.Now())
	if err != nil {
		return err
	}
	r := request{by: member.Record, token: token, body: map[string]any{
		"company": "Kaveri Infrastructure Ltd", "designation": "Independent Director", "din": "00012345",
		"boards": sampleBoards(now),
		"biography": "Chartered accountant, on the boards of listed companies since 2014. I chair audit committees, " +
			"and I enjoy preparing first-time directors for their first year.",
	}}
	if err := h.call(h.accounts.UpdateOwnProfile().Handler, r, nil); err != nil {
		return err
	}
	r.body = map[string]any{
		"kind": "individual", "legalName": member.Name(), "address": "14 Hill Road, Bandra West, Mumbai",
		"state": "27", "pin": "400050", "country": "IN",
	}
	return h.call(h.payments.Checkout.PutBillingProfile().Handler, r, nil)
}

// sampleBoards are the boards of the printed member: one term ends soon, one runs for years, and one has ended.
func sampleBoards(now time.Time) []map[string]string {
	on := func(years, months int) string { return india.Day(now.AddDate(years, months, 0)) }
	return []map[string]string{
		{"company": "Kaveri Infrastructure Ltd", "role": "Chair of the audit committee", "category": "independent",
			"companyType": "listed", "appointedOn": on(-10, 4), "secondTermOn": on(-5, 4)},
		{"company": "Nilgiri Dairy Ltd", "role": "Independent Director", "category": "independent",
			"companyType": "public", "appointedOn": on(-2, 0)},
		{"company": "Malabar Shipping Services Ltd", "role": "Independent Director", "category": "independent",
			"companyType": "listed", "appointedOn": on(-12, 0), "secondTermOn": on(-7, 0), "lastDay": on(-2, 0)},
	}
}

// importedMember is a member from before the site. An annual membership started before the import. A member without a
// plan gets an account only.
type importedMember struct {
	name, city, state, plan string
	// startedAgo is the age of an annual membership at the import in days.
	startedAgo int
}

const (
	lifetimeName = "Lifetime Membership"
	annualName   = "Annual Membership"
)

// importedMembers are the list that the office imports. Lalita Rane has no address, so her row is refused.
var importedMembers = []importedMember{
	{"Kamala Venkataraman", "Chennai", "Tamil Nadu", lifetimeName, 0},
	{"Rehana Sheikh", "Mumbai", "Maharashtra", annualName, 120},
	{"Pushpa Chaudhary", "Jaipur", "Rajasthan", annualName, 230},
	{"Lalita Rane", "Pune", "Maharashtra", annualName, 60},
	{"Shobha Hegde", "Bengaluru", "Karnataka", "", 0},
	{"Ambika Pai", "Mangaluru", "Karnataka", lifetimeName, 0},
	{"Beena Thomas", "Kottayam", "Kerala", annualName, 40},
	{"Chandrika Gowda", "Mysuru", "Karnataka", annualName, 75},
	{"Deepa Kamath", "Panaji", "Goa", lifetimeName, 0},
	{"Esther Lalrinpuii", "Guwahati", "Assam", annualName, 15},
	{"Fatima Lokhandwala", "Vadodara", "Gujarat", lifetimeName, 0},
	{"Gauri Apte", "Pune", "Maharashtra", annualName, 140},
	{"Hansa Trivedi", "Ahmedabad", "Gujarat", lifetimeName, 0},
	{"Indrani Sarkar", "Kolkata", "West Bengal", lifetimeName, 0},
	{"Jayashree Patnaik", "Bhubaneswar", "Odisha", annualName, 95},
	{"Kiran Ahluwalia", "Jalandhar", "Punjab", annualName, 30},
	{"Lata Bhattacharya", "Kolkata", "West Bengal", lifetimeName, 0},
	{"Madhuri Pandit", "Nashik", "Maharashtra", annualName, 55},
	{"Nirmala Soren", "Jamshedpur", "Jharkhand", annualName, 20},
	{"Pallavi Dixit", "Lucknow", "Uttar Pradesh", annualName, 110},
	{"Qudsia Ali", "Hyderabad", "Telangana", lifetimeName, 0},
	{"Rajeshwari Naidu", "Visakhapatnam", "Andhra Pradesh", annualName, 85},
	{"Sabina Dias", "Panaji", "Goa", annualName, 10},
	{"Tulika Barua", "Guwahati", "Assam", lifetimeName, 0},
	{"Usha Wadhwani", "Mumbai", "Maharashtra", lifetimeName, 0},
	{"Yamini Subbarao", "Hyderabad", "Telangana", annualName, 65},
}

// importFile returns the imported members as the office's file.
func importFile(now time.Time) string {
	var file strings.Builder
	file.WriteString("Name,Email,Phone,City,State,Plan,Valid from,Valid until\n")
	date := func(at time.Time) string { return at.In(india.Zone).Format("02-01-2006") }
	for n, m := range importedMembers {
		email, from, until := sampleEmail(m.name), "", ""
		if m.name == "Lalita Rane" {
			email = ""
		}
		if m.plan == annualName {
			start := now.AddDate(0, 0, -m.startedAgo)
			from, until = date(start), date(start.AddDate(1, 0, -1))
		}
		fmt.Fprintf(&file, "%s,%s,+91 22 4000 16%02d,%s,%s,%s,%s,%s\n",
			m.name, email, n, m.city, m.state, m.plan, from, until)
	}
	return file.String()
}

func (h *history) importMembers() error {
	return h.call(h.imports.Create().Handler, request{by: h.admins[demoUsername], body: map[string]any{
		"fileName": "members-of-the-first-circle.csv", "content": importFile(h.clock.Now()), "invite": true,
	}}, nil)
}

// couponCode is the code of the sample coupon.
const couponCode = "FRIENDS-20"

// createCoupon creates the sample coupon. The sum of its discounts is above the limit of one admin.
func (h *history) createCoupon() error {
	return h.call(h.coupons.Create().Handler, request{by: h.admins[demoUsername], body: map[string]any{
		"code": couponCode, "note": "For people whom a member has recommended", "kind": "percent", "value": "20",
		"membershipTierIds": []string{h.tierIDs[lifetimeTier]}, "maxUses": 40, "maxUsesEach": 1, "isActive": true,
	}}, nil)
}

// confirmApprovals lets the second admin confirm everything that awaits it.
func (h *history) confirmApprovals() error {
	second := h.admins[sampleUsers[1].email]
	var waiting []struct {
		ID         string
		CanConfirm bool
	}
	if err := h.call(h.approvals.List().Handler, request{by: second}, &waiting); err != nil {
		return err
	}
	for _, approval := range waiting {
		if !approval.CanConfirm {
			continue
		}
		r := request{by: second, id: approval.ID, body: map[string]any{}}
		if err := h.call(h.approvals.Confirm().Handler, r, nil); err != nil {
			return err
		}
	}
	return nil
}

// sampleOfflinePayment is a payment for a lifetime membership that the office has entered.
type sampleOfflinePayment struct {
	name, location, mode, reference string
	ago                             time.Duration
	isConfirmed                     bool
}

var sampleOfflinePayments = []sampleOfflinePayment{
	{"Vasundhara Rajan", "Chennai, Tamil Nadu", "neft", "N118260733104", 50 * day, true},
	{"Charulata Mehta", "Ahmedabad, Gujarat", "cheque", "004417", 4 * day, false},
}

func (h *history) enterOfflinePayment(p sampleOfflinePayment) error {
	payer, err := identity.FindUserByEmail(h.tx, sampleEmail(p.name))
	if err != nil {
		return err
	}
	return h.call(h.payments.Offline.CreateOffline().Handler, request{by: h.admins[demoUsername], body: map[string]any{
		"userId": payer.Id, "membershipTierId": h.tierIDs[lifetimeTier], "mode": p.mode, "utr": p.reference,
		"bankDate": h.clock.Now().In(india.Zone).Format(time.DateOnly), "amount": "29500", "payer": p.name,
	}}, nil)
}

// confirmOfflinePayment lets the second admin confirm the receipt, because they have seen the money.
func (h *history) confirmOfflinePayment(p sampleOfflinePayment) error {
	second := h.admins[sampleUsers[1].email]
	var list []struct{ ID, CustomerName string }
	if err := h.call(h.payments.Offline.ListOffline().Handler, request{by: second}, &list); err != nil {
		return err
	}
	for _, payment := range list {
		if payment.CustomerName == p.name {
			r := request{by: second, id: payment.ID, body: map[string]any{
				"bankDate": h.clock.Now().In(india.Zone).Format(time.DateOnly),
			}}
			return h.call(h.payments.Offline.ConfirmOffline().Handler, r, nil)
		}
	}
	return fmt.Errorf("the offline payment of %s was not found", p.name)
}

// refuseNextEmail makes the fake Brevo refuse an email, so that the office has one to send again.
func (h *history) refuseNextEmail() error {
	h.demo.brevo.SetSwitches(fakebrevo.Switches{Fault: fakebrevo.Invalid, Times: 1})
	return nil
}

const campaignSubject = "What we learnt from three contested votes"

const campaignText = `Dear {{name|friend}},

Three members have been through a contested vote this year. On Thursday they compared what they would do again, and what
they would not. Their notes fit on one page:

- Read the articles of association before the proxy adviser's report, not after.
- Ask the company secretary for the register of questions, not only for the answers.
- Agree beforehand who speaks for the independent directors.

The next session is on succession. [See what your membership includes](/membership-plans).

With warm regards,\
Boardcircle`

// sendCampaign sends the sample campaign to everyone who has an account.
func (h *history) sendCampaign() error {
	id, err := h.createCampaign("Notes from the last session", campaignSubject, campaignText)
	if err != nil {
		return err
	}
	var people struct{ Count int }
	if err := h.call(h.campaigns.CountPeople().Handler, request{by: h.admins[demoUsername], body: map[string]any{
		"segment": everyAccount, "topic": "news",
	}}, &people); err != nil {
		return err
	}
	return h.call(h.campaigns.Start().Handler, request{
		by: h.admins[demoUsername], id: id, body: map[string]any{"count": people.Count},
	}, nil)
}

func (h *history) draftCampaign() error {
	_, err := h.createCampaign("Invitation to the session on succession", "Succession: whose job is it?",
		"Dear {{name|friend}},\n\nthe next session is about succession.\n")
	return err
}

var everyAccount = map[string]any{
	"match": "all", "conditions": []map[string]string{{"field": "account", "value": "any"}},
}

func (h *history) createCampaign(name, subject, text string) (id string, err error) {
	var created struct{ ID string }
	err = h.call(h.campaigns.Create().Handler, request{by: h.admins[demoUsername], body: map[string]any{
		"name": name, "subject": subject, "content": text, "topic": "news", "segment": everyAccount,
	}}, &created)
	return created.ID, err
}

// runNightly checks the ledger and deletes the old webhook calls, as the server does each night.
func (h *history) runNightly() error {
	if err := h.books.EnqueueLedgerCheck(h.tx); err != nil {
		return err
	}
	if err := h.jobs.Drain(context.Background()); err != nil {
		return err
	}
	return h.payments.Reconciler.Purge()
}

// sampleAutomations are the automations that the demo's admin has switched on.
var sampleAutomations = []string{"question-unanswered", "invitation-unused-3", "draft-abandoned", "membership-birthday"}

// automatedAgo is how long ago the automations were switched on.
const automatedAgo = 60 * day

// automationEvents switch the automations on. The history runs their jobs.
func automationEvents(now time.Time) []historyEvent {
	list := []historyEvent{}
	for i, id := range sampleAutomations {
		list = append(list, historyEvent{sampleTime(now, automatedAgo, time.Duration(i)*time.Minute),
			func(h *history) error {
				return h.call(h.automations.Update().Handler,
					request{by: h.admins[demoUsername], id: id, body: map[string]any{"isOn": true}}, nil)
			}})
	}
	return list
}

// Features are the features of the server that Complete uses.
type Features struct {
	Backups *backups.Backups
	Texts   *texts.Texts
	Tiers   *tiers.Tiers
}

// Complete adds what the history cannot contain, because it happens to the server itself: a text of the landing page
// that the office has written, its pictures, and a backup. At each start, it sets the payment link of the patrons' tier
// to the current address of the fake Razorpay's page.
func (d *Demo) Complete(app core.App, features Features) error {
	admin, err := identity.FindAdminByUsername(app, demoUsername)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	if err := d.updatePatronLink(app, features.Tiers, admin.Record); err != nil || !d.isNew {
		return err
	}
	var section struct{ ID string }
	r := request{by: admin.Record, body: map[string]any{
		"section": "membership", "title": "Three hundred women, and a seat for you",
		"content": "One of them will call you in your first week.",
	}}
	if err := call(app, features.Texts.CreateSection().Handler, r, &section); err != nil {
		return err
	}
	r = request{by: admin.Record, id: section.ID, body: map[string]any{
		"content": "One of them will call you in your first week. You meet the others at your first session.",
	}}
	if err := call(app, features.Texts.UpdateSection().Handler, r, nil); err != nil {
		return err
	}
	if err := d.publishPictures(app, features.Texts, admin); err != nil {
		return err
	}
	return call(app, features.Backups.Create().Handler, request{by: admin.Record}, nil)
}

// updatePatronLink sets the payment link of the patrons' tier, unless an admin has set another link or has deleted the
// tier.
func (d *Demo) updatePatronLink(app core.App, feature *tiers.Tiers, admin *core.Record) error {
	link := d.PaymentLinks() + patronPage
	var list []struct{ ID, Slug, RazorpayPaymentLink string }
	if err := call(app, feature.List().Handler, request{by: admin}, &list); err != nil {
		return err
	}
	for _, tier := range list {
		if tier.Slug != patronTier || tier.RazorpayPaymentLink == link ||
			!strings.HasSuffix(tier.RazorpayPaymentLink, razorpayPath+"/pages/"+patronPage) {
			continue
		}
		r := request{by: admin, id: tier.ID, body: map[string]any{"razorpayPaymentLink": link}}
		if err := call(app, feature.Update().Handler, r, nil); err != nil {
			return err
		}
	}
	return nil
}
