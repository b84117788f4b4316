package people

import (
	"database/sql"
	"errors"
	"slices"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/identity"
)

// Self is the human being who acts with an account of the console. One person can have several such accounts: admin
// accounts, and the account of a member with admin rights. A superuser and the command line are nobody's account.
type Self struct {
	// people are the person of the account, and the person of its address if that is another one.
	people []string
	// accounts are the keys (audit.Actor.Key) of all accounts of these people.
	accounts []string
}

// SelfOf returns the human being who acts with an account.
func SelfOf(app core.App, by audit.Actor) (Self, error) {
	self := Self{accounts: []string{by.Key()}}
	var person, address string
	switch by.Kind {
	case audit.ActorAdmin:
		admin, err := identity.FindAdmin(app, by.ID)
		if errors.Is(err, sql.ErrNoRows) {
			return self, nil
		}
		if err != nil {
			return Self{}, err
		}
		person, address = admin.PersonID(), admin.Email()
	case audit.ActorMember:
		user, err := identity.FindUser(app, by.ID)
		if errors.Is(err, sql.ErrNoRows) {
			return self, nil
		}
		if err != nil {
			return Self{}, err
		}
		person = user.PersonID()
	default:
		return self, nil
	}
	if person != "" {
		self.people = append(self.people, person)
	}
	if address != "" {
		owner, err := FindByAddress(app, address)
		if err != nil {
			return Self{}, err
		}
		if owner != "" && owner != person {
			self.people = append(self.people, owner)
		}
	}
	addresses, err := self.Addresses(app)
	if err != nil {
		return Self{}, err
	}
	admins, users, err := identity.ListAccounts(app, self.people, addresses)
	for _, id := range admins {
		self.accounts = append(self.accounts, audit.Actor{Kind: audit.ActorAdmin, ID: id}.Key())
	}
	for _, id := range users {
		self.accounts = append(self.accounts, audit.Actor{Kind: audit.ActorMember, ID: id}.Key())
	}
	return self, err
}

// ReadersOf returns the people who read the emails to an address: the person who has it, and those whose admin accounts
// have it.
func ReadersOf(app core.App, address string) ([]string, error) {
	var readers []string
	admins, err := identity.FindAdminsByEmail(app, address)
	if err != nil {
		return nil, err
	}
	for _, admin := range admins {
		readers = append(readers, admin.PersonID())
	}
	owner, err := FindByAddress(app, address)
	if owner != "" {
		readers = append(readers, owner)
	}
	return readers, err
}

// People returns the ids of the people that this human being is: one, or two if the account's address belongs to another
// person than the account.
func (s Self) People() []string { return s.people }

// JoinAddress returns the person of an admin account whose owner has confirmed an address. The account keeps its person,
// who gets the address if it is no one's. If the address belongs to another person, and nothing but the account names the
// account's person, the two are one human being, and the account gets the person of the address.
func JoinAddress(tx core.App, admin *identity.Admin, address string) (string, error) {
	person := admin.PersonID()
	owner, err := FindByAddress(tx, address)
	switch {
	case err != nil:
		return "", err
	case owner == person:
		return person, nil
	case owner == "":
		return person, addAddress(tx, person, address)
	}
	if isNamed, err := isNamedBesides(tx, person, admin.Id); isNamed || err != nil {
		return person, err
	}
	return owner, nil
}

// IsPerson reports whether a person is this human being.
func (s Self) IsPerson(person string) bool { return slices.Contains(s.people, person) }

// IsActor reports whether this human being acts with the account of a key (audit.Actor.Key).
func (s Self) IsActor(key string) bool { return slices.Contains(s.accounts, key) }

// Addresses returns the email addresses of this human being, in lower case.
func (s Self) Addresses(app core.App) ([]string, error) {
	var all []string
	for _, person := range s.people {
		addresses, err := Addresses(app, person)
		if err != nil {
			return nil, err
		}
		all = append(all, addresses...)
	}
	return all, nil
}

// IsUser reports whether the account of a member is this human being's.
func (s Self) IsUser(id string) bool {
	return id != "" && s.IsActor(audit.Actor{Kind: audit.ActorMember, ID: id}.Key())
}

// Accounts returns the keys of all accounts with which this human being acts.
func (s Self) Accounts() []string { return s.accounts }

// IsAbout reports whether a record is this human being's: the person, an account, or a record that names a person.
func (s Self) IsAbout(app core.App, subject audit.Subject) (bool, error) {
	if subject.ID == "" || len(s.people) == 0 {
		return false, nil
	}
	if subject.Collection == peopleCollection {
		return s.IsPerson(subject.ID), nil
	}
	isSource := slices.ContainsFunc(registryOf(app).sources, func(source Source) bool {
		return source.Collection == subject.Collection
	})
	if !isSource {
		return false, nil
	}
	person, err := personOf(app, subject.Collection, subject.ID)
	return s.IsPerson(person), err
}
