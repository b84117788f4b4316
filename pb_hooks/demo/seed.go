package demo

import (
	"cmp"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/config"
	"boardcircle/pb_hooks/internal/keys"
)

// The demo's accounts. Their password is public, so RefuseDemoAccounts refuses them outside demo mode.
const (
	demoUsername  = "demo"
	demoSuperuser = "demo@boardcircle.example"
	demoPassword  = "Boardcircle-Demo-1"
)

// Seed fills an empty database with sample data as of now. No e-mail is sent.
func Seed(app core.App, cfg config.Config, now time.Time) error {
	empty, err := isEmpty(app)
	if err != nil {
		return err
	}
	if !empty {
		return refuseRealData(app)
	}
	return app.RunInTransaction(func(tx core.App) error {
		for _, add := range []func(core.App, time.Time) error{addAdmins, addTiers, addUsers, addMembers, addNominations, addDrafts} {
			if err := add(tx, now); err != nil {
				return fmt.Errorf("sample data: %w", err)
			}
		}
		if err := replayHistory(tx, cfg, now); err != nil {
			return fmt.Errorf("sample data: %w", err)
		}
		return nil
	})
}

// RefuseDemoAccounts returns an error when an account in the database still has the demo's password:
// a demo's data directory must not be served as it is.
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
			return fmt.Errorf("this data directory was filled by --demo, and the password of its account %s is public: "+
				"start with --demo, or choose another directory with --dir", account.name)
		}
	}
	return nil
}

// refuseRealData returns an error when none of the accounts in the database is the demo's: anybody can read
// a demo's e-mails, which would contain real members' reset links.
func refuseRealData(app core.App) error {
	for _, account := range demoAccounts() {
		_, err := app.FindFirstRecordByData(account.collection, account.field, account.name)
		if !errors.Is(err, sql.ErrNoRows) {
			return err
		}
	}
	return errors.New("this data directory holds real people's data, and a demo shows everybody's mail: " +
		"start without --demo, or choose another directory with --dir")
}

type demoAccount struct{ collection, field, name string }

func demoAccounts() []demoAccount {
	accounts := []demoAccount{
		{"admins", "username", demoUsername},
		{core.CollectionNameSuperusers, core.FieldNameEmail, demoSuperuser},
	}
	for _, p := range sampleUsers {
		accounts = append(accounts, demoAccount{"users", core.FieldNameEmail, p.email})
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

// addAdmins creates the demo's admin and superuser, unless accounts with their names exist.
func addAdmins(app core.App, _ time.Time) error {
	for _, account := range demoAccounts()[:2] {
		_, err := app.FindFirstRecordByData(account.collection, account.field, account.name)
		if err == nil {
			continue
		}
		if !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		values := map[string]any{account.field: account.name}
		if account.collection == "admins" {
			values["isActive"] = true
		}
		if err := insert(app, account.collection, time.Time{}, values, true); err != nil {
			return err
		}
	}
	return nil
}

func addUsers(app core.App, now time.Time) error {
	for _, p := range sampleUsers {
		err := insert(app, "users", now.Add(-p.ago), map[string]any{
			"name": p.name, "email": p.email, "phone": p.phone, "location": p.location,
			"requestType": p.requestType, "source": "user", "isAdmin": p.isAdmin, "isActive": true, "verified": true,
		}, true)
		if err != nil {
			return err
		}
	}
	return nil
}

func addNominations(app core.App, now time.Time) error {
	all := slices.Clone(sampleNominations)
	for n, p := range nominees {
		all = append(all, sampleForm{p.ago, p.nominationForm(n)})
	}
	for _, n := range all {
		if err := insert(app, "registrations", now.Add(-n.ago), n.form, false); err != nil {
			return err
		}
	}
	return nil
}

// addMembers creates the accounts of the sample customers: after their invitation, or else a day before
// their first order. Their password is random and discarded; it is hashed only once because hashing is slow.
func addMembers(app core.App, now time.Time) error {
	template, err := newRecord(app, "users", now, nil)
	if err != nil {
		return err
	}
	template.SetPassword(keys.Random())
	invited := map[string]time.Duration{}
	for n, p := range nominees {
		if p.outcome == "approve" {
			invited[p.name] = p.decidedAgo(n) - acceptanceDelay
		}
	}
	created := map[string]bool{}
	for n, s := range sampleTransactions {
		if created[s.name] {
			continue
		}
		created[s.name] = true
		member, err := newRecord(app, "users", now.Add(-cmp.Or(invited[s.name], s.ago+day)), map[string]any{
			"name": s.name, "email": sampleEmail(s.name), "phone": fmt.Sprintf("+9122400014%02d", n), "location": s.location,
			"requestType": "membership", "source": "user", "isActive": true, "verified": true,
		})
		if err != nil {
			return err
		}
		member.SetRaw(core.FieldNamePassword, &core.PasswordFieldValue{Hash: template.GetString("password:hash")})
		if err := app.Save(member); err != nil {
			return err
		}
	}
	return nil
}

// addDrafts creates drafts with random cookies: only the console shows them.
func addDrafts(app core.App, now time.Time) error {
	for _, d := range sampleDrafts {
		saved, err := types.ParseDateTime(now.Add(-d.ago))
		if err != nil {
			return err
		}
		err = insert(app, "draft_registrations", now.Add(-d.ago), map[string]any{
			"tokenHash": keys.Hash(keys.Random()), "email": d.form["email"], "formData": d.form, "lastSaved": saved,
		}, false)
		if err != nil {
			return err
		}
	}
	return nil
}

// insert saves a record with an earlier time of creation; zero is the present.
func insert(app core.App, name string, at time.Time, values map[string]any, withPassword bool) error {
	record, err := newRecord(app, name, at, values)
	if err != nil {
		return err
	}
	if withPassword {
		record.SetPassword(demoPassword)
	}
	return app.Save(record)
}

// newRecord returns a record with an earlier time of creation.
func newRecord(app core.App, name string, at time.Time, values map[string]any) (*core.Record, error) {
	collection, err := app.FindCachedCollectionByNameOrId(name)
	if err != nil {
		return nil, err
	}
	record := core.NewRecord(collection)
	record.Load(values)
	if !at.IsZero() {
		created, err := types.ParseDateTime(at)
		if err != nil {
			return nil, err
		}
		// Set does not change autodate fields
		record.SetRaw("createdAt", created)
		record.SetRaw("updatedAt", created)
	}
	return record, nil
}
