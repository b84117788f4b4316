package console

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/accounts"
	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/nominations"
	"boardcircle/pb_hooks/nominations/drafts"
	"boardcircle/pb_hooks/payments/ledger"
	"boardcircle/pb_hooks/payments/overview"
	"boardcircle/pb_hooks/people"
)

// Person is everything that the site knows about one person.
type Person struct {
	// ID is the id of the account. Without an account it is that of the nomination, or else the id in the request.
	ID       string `json:"id"`
	Name     string `json:"name"`
	Email    string `json:"email"`
	Phone    string `json:"phone"`
	Location string `json:"location"`
	// HasAccount is false for people who have only sent or drafted a nomination, or paid. The account's fields are
	// then empty.
	HasAccount     bool                 `json:"hasAccount"`
	RequestType    identity.RequestType `json:"requestType" wire:"orEmpty"`
	Source         identity.Source      `json:"source" wire:"orEmpty"`
	IsActive       httpx.Bool           `json:"isActive"`
	IsAdmin        httpx.Bool           `json:"isAdmin"`
	Verified       bool                 `json:"verified"`
	SecondFactor   bool                 `json:"secondFactor"`
	HasPortrait    bool                 `json:"hasPortrait"`
	AwaitsPassword bool                 `json:"awaitsPassword"`
	InvitedAt      httpx.Time           `json:"invitedAt"`
	CreatedAt      httpx.Time           `json:"createdAt"`
	// MergedInto is the id of the account that this one was merged into.
	MergedInto string `json:"mergedInto"`
	// Nomination is null if no nomination has the person's address.
	Nomination   *nominations.Summary    `json:"nomination"`
	Memberships  []ledger.MembershipTerm `json:"memberships"`
	Transactions []ledger.LedgerRow      `json:"transactions"`
	// Billing has the account's mandate, billing details and documents.
	Billing overview.PersonBilling `json:"billing"`
	// Emails, Sessions and Audit have at most 50 entries, newest first.
	Emails   []outbox.EmailSummary     `json:"emails"`
	Sessions []accounts.AccountSession `json:"sessions"`
	Notes    []NoteView                `json:"notes"`
	Tags     []string                  `json:"tags"`
	Audit    []audit.EntryView         `json:"audit"`
	Merges   []MergeView               `json:"merges"`
}

// personRef identifies a person by all their ids and addresses. account is nil if they have none.
type personRef struct {
	account    *accounts.Contact
	nomination *nominations.Contact
	customer   ledger.Payer
	// personID is "" for an address that only a draft or an email names.
	personID string
	// accountIDs and emails start with the person's current ones. Those of merged accounts and earlier addresses
	// follow.
	accountIDs, emails []string
	// asked is the id that the person was looked up by.
	asked string
}

func (who personRef) accountID() string {
	if who.account == nil {
		return ""
	}
	return who.account.ID
}

func (who personRef) email() string {
	if len(who.emails) == 0 {
		return ""
	}
	return who.emails[0]
}

func (who personRef) id() string {
	switch {
	case who.account != nil:
		return who.account.ID
	case who.nomination != nil:
		return who.nomination.ID
	}
	return who.asked
}

func (who personRef) name() string {
	switch {
	case who.account != nil && who.account.Name != "":
		return who.account.Name
	case who.nomination != nil:
		return who.nomination.Name
	}
	return who.customer.Name
}

// subject returns the person as the subject of an audit entry.
func (who personRef) subject() audit.Subject {
	collection := "people"
	if who.account != nil {
		collection = httpx.Users
	}
	return audit.Subject{Collection: collection, ID: who.id(), Label: cmp.Or(who.name(), who.email())}
}

// findPerson looks up a person by their id, or by the id of any of their records. It returns errPersonNotFound if there
// is no such record.
func findPerson(app core.App, id string) (who personRef, err error) {
	address, err := who.lookUp(app, id)
	if err != nil {
		return who, err
	}
	if who.personID == "" && address != "" {
		if who.personID, err = accounts.PersonByAddress(app, address); err != nil {
			return who, err
		}
	}
	if who.personID == "" {
		if address != "" {
			who.emails = []string{identity.EmailKey(address)}
		}
		return who, nil
	}
	if who.account == nil {
		if who.account, err = accounts.ContactOfPerson(app, who.personID); err != nil {
			return who, err
		}
	}
	if who.account != nil {
		address = who.account.Email
		if who.accountIDs, err = accountsOf(app, who.account.ID); err != nil {
			return who, err
		}
	}
	if who.nomination, err = nominations.ContactOfPerson(app, who.personID, address); err != nil {
		return who, err
	}
	if who.account == nil && who.nomination != nil {
		address = who.nomination.Email
	}
	if address != "" {
		who.emails = []string{identity.EmailKey(address)}
	}
	addresses, err := people.Addresses(app, who.personID)
	for _, other := range addresses {
		if !slices.Contains(who.emails, other) {
			who.emails = append(who.emails, other)
		}
	}
	return who, err
}

// accountsOf returns the ids of an account and of those that were merged into it.
func accountsOf(app core.App, accountID string) ([]string, error) {
	ids := []string{accountID}
	merges, err := listMerges(app, accountID)
	for _, m := range merges {
		if m.UndoneAt().IsZero() {
			ids = append(ids, m.DuplicateID())
		}
	}
	return ids, err
}

// lookUp sets the person, and returns the address, of the record with the id.
func (who *personRef) lookUp(app core.App, id string) (address string, err error) {
	recordID, isPerson, err := people.RecordOf(app, id)
	if err != nil {
		return "", err
	}
	who.asked = id
	if isPerson {
		who.personID = id
		if recordID == "" {
			return "", nil
		}
		id, who.asked = recordID, recordID
	}
	if who.account, err = accounts.ContactByID(app, id); err != nil {
		return "", err
	}
	if who.account != nil {
		who.personID = who.account.Person
		return who.account.Email, nil
	}
	nomination, err := nominations.ContactByID(app, id)
	if err != nil {
		return "", err
	}
	if nomination != nil {
		who.personID = nomination.Person
		return nomination.Email, nil
	}
	customer, found, err := ledger.FindPayer(app, id)
	if err != nil {
		return "", err
	}
	if found {
		who.customer, who.personID = customer, customer.Person
		return customer.Email, nil
	}
	if address, err = drafts.EmailOf(app, id); err != nil || address != "" {
		return address, err
	}
	if address, err = outbox.AddressOf(app, id); err == nil && address == "" {
		err = errPersonNotFound
	}
	return address, err
}

// Get is GET /api/people/{id}.
func (c *Console) Get() httpx.Endpoint {
	return httpx.Get(func(e *core.RequestEvent) (Person, error) {
		return c.respond(e, e.Request.PathValue("id"))
	}, httpx.Doc{
		Tag: "people", Summary: "Read everything that is stored about a person",
		Description: "The id is that of the person, or of any of their records: their account, a nomination, a " +
			"transaction, a draft with an address, or an email to them.",
		Errors: []*apperr.Error{errPersonNotFound},
	})
}

// respond returns the person with an id as the answer of a request.
func (c *Console) respond(e *core.RequestEvent, id string) (Person, error) {
	person, err := c.read(e.App, audit.RequestActor(e), id)
	return person, apperr.Fail(readFailed, err)
}

const newest = 50

func (c *Console) read(app core.App, by audit.Actor, id string) (person Person, err error) {
	who, err := findPerson(app, id)
	if err != nil {
		return person, err
	}
	person = Person{
		ID:          who.id(),
		Name:        who.name(),
		Email:       who.email(),
		Phone:       who.customer.Phone,
		Billing:     overview.PersonBilling{Documents: []overview.PersonDocument{}},
		Memberships: []ledger.MembershipTerm{},
		Sessions:    []accounts.AccountSession{},
		Merges:      []MergeView{},
	}
	subjects := slices.Clone(who.accountIDs)
	if n := who.nomination; n != nil {
		person.Phone, person.Location = cmp.Or(n.Phone, person.Phone), n.Location()
		person.CreatedAt = httpx.Time(n.CreatedAt)
		subjects = append(subjects, n.ID)
		if person.Nomination, err = nominations.SummaryByEmail(app, n.Email); err != nil {
			return person, fmt.Errorf("read a person's nomination: %w", err)
		}
	}
	if who.account != nil {
		if err := c.readAccount(app, who, &person); err != nil {
			return person, fmt.Errorf("read a person's account: %w", err)
		}
	}
	person.Transactions, err = ledger.TransactionsOfPerson(app, who.personID)
	if err != nil {
		return person, fmt.Errorf("list the person's transactions: %w", err)
	}
	for _, t := range person.Transactions {
		if len(subjects) < newest {
			subjects = append(subjects, t.ID)
		}
	}
	if person.Emails, err = outbox.ListTo(app, by, who.emails, newest); err != nil {
		return person, fmt.Errorf("list the person's emails: %w", err)
	}
	if person.Notes, err = listNotes(app, who); err != nil {
		return person, fmt.Errorf("list the person's notes: %w", err)
	}
	if person.Tags, err = listTags(app, who); err != nil {
		return person, fmt.Errorf("list the person's tags: %w", err)
	}
	if person.Audit, err = audit.ListAbout(app, append(subjects, who.asked), newest); err != nil {
		return person, fmt.Errorf("list what was done about the person: %w", err)
	}
	return person, nil
}

func (c *Console) readAccount(app core.App, who personRef, person *Person) error {
	d, err := accounts.FindDetails(app, who.account.ID)
	if err != nil {
		return err
	}
	person.HasAccount, person.RequestType, person.Source = true, d.RequestType, d.Source
	person.Phone, person.Location = cmp.Or(d.Phone, person.Phone), cmp.Or(d.Location, person.Location)
	person.IsActive, person.IsAdmin, person.Verified = d.IsActive, d.IsAdmin, d.Verified
	person.SecondFactor = d.SecondFactor
	person.HasPortrait = d.HasPortrait
	person.AwaitsPassword, person.InvitedAt, person.CreatedAt = d.AwaitsPassword, d.InvitedAt, d.CreatedAt
	if person.MergedInto, err = mergedInto(app, d.ID); err != nil {
		return err
	}
	if person.Memberships, err = overview.TermsOfUser(app, d.ID, c.now()); err != nil {
		return err
	}
	if person.Billing, err = overview.BillingOfPerson(app, d.ID); err != nil {
		return err
	}
	if person.Sessions, err = accounts.ListSessions(app, d.ID, c.now()); err != nil {
		return err
	}
	merges, err := listMerges(app, d.ID)
	for _, m := range merges {
		person.Merges = append(person.Merges, c.mergeView(m))
	}
	return err
}
