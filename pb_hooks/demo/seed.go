package demo

import (
	"cmp"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/accounts/admins"
	"boardcircle/pb_hooks/accounts/links"
	"boardcircle/pb_hooks/internal/config"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/keys"
	"boardcircle/pb_hooks/internal/modules"
	"boardcircle/pb_hooks/settings"
)

// The demo's accounts. Their password is public, so RefuseDemoAccounts refuses them outside demo mode.
const (
	demoUsername  = "demo"
	demoSuperuser = "demo@boardcircle.example"
	demoPassword  = "Boardcircle-Demo-1"
)

// Seed adds the sample plans and page to the fake Razorpay, fills an empty database with sample data relative to now,
// and makes the fake providers call the site's webhooks. It runs at each start, because baseURL may be another one.
func (d *Demo) Seed(app core.App, cfg config.Config, baseURL string, now time.Time) error {
	if err := d.addPlans(cmp.Or(cfg.SiteURL, baseURL)); err != nil {
		return err
	}
	patronLink := baseURL + razorpayPath + "/pages/" + patronPage
	var err error
	if d.isNew, err = isEmpty(app); err != nil {
		return err
	}
	if !d.isNew {
		return errors.Join(refuseRealData(app), d.setWebhooks())
	}
	if err := app.RunInTransaction(func(tx core.App) error {
		if err := settings.ChooseModules(tx, modules.Without()); err != nil {
			return err
		}
		if err := d.replayHistory(tx, cfg, patronLink, now); err != nil {
			return err
		}
		return settings.DismissSetup(tx) // the demo is set up
	}); err != nil {
		return fmt.Errorf("sample data: %w", err)
	}
	return d.setWebhooks()
}

// RefuseDemoAccounts returns an error if an account in the database still has the demo's password. The data directory
// of a demo must not be used for a real site.
func RefuseDemoAccounts(app core.App) error {
	for _, account := range demoAccounts() {
		record, err := app.FindFirstRecordByData(account.collection, account.field, account.name)
		if errors.Is(err, sql.ErrNoRows) {
			continue
		}
		if err != nil {
			return err
		}
		if record.ValidatePassword(demoPassword) {
			return fmt.Errorf(
				"this data directory was filled by --demo, and the password of its account %s is public: "+
					"start with --demo, or choose another directory with --dir", account.name)
		}
	}
	return nil
}

// refuseRealData returns an error if no account in the database belongs to the demo. Anyone can read the emails of a
// demo, and with real members these would contain password reset links.
func refuseRealData(app core.App) error {
	for _, account := range demoAccounts() {
		_, err := app.FindFirstRecordByData(account.collection, account.field, account.name)
		if !errors.Is(err, sql.ErrNoRows) {
			return err
		}
	}
	return errors.New("this data directory holds the data of real people, and anyone can read the emails of a demo: " +
		"start without --demo, or choose another directory with --dir")
}

type demoAccount struct{ collection, field, name string }

func demoAccounts() []demoAccount {
	accounts := []demoAccount{
		{identity.Admins, "username", demoUsername},
		{core.CollectionNameSuperusers, core.FieldNameEmail, demoSuperuser},
	}
	for _, p := range sampleUsers {
		accounts = append(accounts, demoAccount{identity.Users, core.FieldNameEmail, p.email})
	}
	return accounts
}

func isEmpty(app core.App) (bool, error) {
	for _, name := range []string{"users", "registrations", "draft_registrations"} {
		count, err := app.CountRecords(name)
		if err != nil || count > 0 {
			return false, err
		}
	}
	return true, nil
}

// foundedAgo is the age of the sample circle: of its first admin and its tiers.
const foundedAgo = 430 * day

// accountEvents create the demo's admin and superuser, unless such accounts exist, and the sample users. One of the
// users becomes an admin.
func accountEvents(now time.Time) []historyEvent {
	list := []historyEvent{{sampleTime(now, foundedAgo, 0), (*history).createAdmins}}
	for _, p := range sampleUsers {
		form := map[string]any{
			"name":        p.name,
			"email":       p.email,
			"phone":       p.phone,
			"location":    p.location,
			"requestType": p.requestType,
			"password":    demoPassword,
		}
		list = append(list, signUp(form, sampleTime(now, p.ago, 0)))
		if p.isAdmin {
			list = append(list, historyEvent{sampleTime(now, p.ago, hour), func(h *history) error {
				return h.grantRights(p.email)
			}})
		}
	}
	return list
}

func (h *history) createAdmins() error {
	admin, err := identity.FindAdminByUsername(h.tx, demoUsername)
	if errors.Is(err, sql.ErrNoRows) {
		if err = admins.Create(h.tx, h.clock.Now, demoUsername, demoPassword); err == nil {
			admin, err = identity.FindAdminByUsername(h.tx, demoUsername)
		}
	}
	if err != nil {
		return err
	}
	h.admins[demoUsername] = admin.Record
	h.superuser, err = h.tx.FindAuthRecordByEmail(core.CollectionNameSuperusers, demoSuperuser)
	if errors.Is(err, sql.ErrNoRows) {
		h.superuser, err = createSuperuser(h.tx)
	}
	return err
}

func createSuperuser(tx core.App) (*core.Record, error) {
	collection, err := tx.FindCachedCollectionByNameOrId(core.CollectionNameSuperusers)
	if err != nil {
		return nil, err
	}
	superuser := core.NewRecord(collection)
	superuser.SetEmail(demoSuperuser)
	superuser.SetPassword(demoPassword)
	return superuser, tx.Save(superuser)
}

// grantRights makes a user an admin. The superuser does it, because superusers need no re-authentication.
func (h *history) grantRights(email string) error {
	r := request{by: h.superuser, body: map[string]any{"email": email}}
	if err := h.call(h.accounts.Admins.GrantRights().Handler, r, nil); err != nil {
		return err
	}
	user, err := identity.FindUserByEmail(h.tx, email)
	if err != nil {
		return err
	}
	h.admins[email] = user.Record
	return nil
}

// signUp is a sign-up without an invitation, with an email address that was verified by a link.
func signUp(form map[string]any, at time.Time) historyEvent {
	return historyEvent{at, func(h *history) error {
		if err := h.call(h.accounts.Register().Handler, request{body: form}, nil); err != nil {
			return err
		}
		user, err := identity.FindUserByEmail(h.tx, form["email"].(string))
		if err != nil {
			return err
		}
		return links.MarkEmailVerified(h.tx, user.Record)
	}}
}

// signUpByInvitation is the sign-up of an approved nominee with the invitation from the email.
func signUpByInvitation(name string, at time.Time) historyEvent {
	return historyEvent{at, func(h *history) error {
		form := customerForm(name)
		invitation, err := h.invitation(sampleEmail(name))
		if err != nil {
			return err
		}
		form["invitation"] = invitation
		return h.call(h.accounts.Register().Handler, request{body: form}, nil)
	}}
}

// customerForm is the sign-up form of a customer in sampleTransactions.
func customerForm(name string) map[string]any {
	n := slices.IndexFunc(sampleTransactions, func(s sampleTransaction) bool { return s.name == name })
	return memberForm(name, sampleTransactions[n].location, fmt.Sprintf("+9122400014%02d", n))
}

// memberForm is the sign-up form of a sample member. The password is not known to anyone.
func memberForm(name, location, phone string) map[string]any {
	return map[string]any{
		"name":        name,
		"email":       sampleEmail(name),
		"phone":       phone,
		"location":    location,
		"requestType": string(identity.Membership),
		"password":    "Aa1" + keys.Random(),
	}
}
