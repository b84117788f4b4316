package accounts

import (
	"database/sql"
	"errors"
	"fmt"
	"net/url"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/lists"
	"boardcircle/pb_hooks/internal/readmodel"
	"boardcircle/pb_hooks/people"
)

// usersCounter counts all users.
const usersCounter = "users"

// Contact has the fields of an account that the lists of people show.
type Contact struct {
	ID          string               `db:"id"`
	Email       string               `db:"email"`
	Name        string               `db:"name"`
	Phone       string               `db:"phone"`
	Location    string               `db:"location"`
	RequestType identity.RequestType `db:"requestType"`
	CreatedAt   types.DateTime       `db:"createdAt"`
	// Person is the id of the person.
	Person string `db:"person"`
}

var contactColumns = []string{"email", "name", "phone", "location", "requestType", "createdAt", "person"}

// RegisterReadModels updates the user counter, the search index and the people when users change.
func RegisterReadModels(app core.App) {
	people.Register(app, people.Source{Collection: identity.Users, Address: core.FieldNameEmail, IsAccount: true,
		Describe: describe}, people.Source{Collection: identity.Admins, Address: core.FieldNameEmail, HasOwnPerson: true,
		KeepsPerson: true})
	readmodel.Register(app, readmodel.Source{
		Collection: identity.Users,
		Columns:    contactColumns,
		Counts:     func(*core.Record) []readmodel.Count { return []readmodel.Count{readmodel.One(usersCounter, "")} },
		Index:      readmodel.Users,
		Text: func(record *core.Record) string {
			u := newContact(record)
			return readmodel.Text(u.Name, u.Email, u.Phone, u.Location)
		},
	})
}

// Count returns the number of all users.
func Count(app core.App) (int64, error) { return readmodel.Get(app, usersCounter) }

func newContact(record *core.Record) *Contact {
	u := identity.NewUser(record)
	return &Contact{
		u.Id, u.Email(), u.Name(), u.Phone(), u.Location(), u.RequestType(), record.GetDateTime("createdAt"),
		record.GetString("person"),
	}
}

// describe adds a person's account to the facts about the person.
func describe(app core.App, personID string, facts *people.Facts) error {
	a, err := ContactOfPerson(app, personID)
	if a == nil || err != nil {
		return err
	}
	facts.Account = &people.Account{
		ID:        a.ID,
		Email:     a.Email,
		Name:      a.Name,
		Phone:     a.Phone,
		Location:  a.Location,
		IsEnquiry: a.RequestType == identity.Enquiry,
		CreatedAt: a.CreatedAt,
	}
	return nil
}

// ContactOfPerson returns a person's account, or nil.
func ContactOfPerson(app core.App, personID string) (*Contact, error) {
	return findContact(app, dbx.HashExp{"person": personID})
}

// ContactByEmail returns the account with an address, ignoring case, or nil.
func ContactByEmail(app core.App, email string) (*Contact, error) {
	return findContact(app, dbx.NewExp("email = {:email} COLLATE NOCASE", dbx.Params{"email": email}))
}

// ContactByID returns an account, or nil.
func ContactByID(app core.App, id string) (*Contact, error) {
	return findContact(app, dbx.HashExp{"id": id})
}

func findContact(app core.App, where dbx.Expression) (*Contact, error) {
	var c Contact
	err := app.DB().Select(append([]string{"id"}, contactColumns...)...).From(identity.Users).Where(where).Limit(1).
		One(&c)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("find an account: %w", err)
	}
	return &c, nil
}

// Details is what the console shows of an account.
type Details struct {
	RegisteredUser
	IsActive httpx.Bool `json:"isActive" db:"isActive"`
	IsAdmin  httpx.Bool `json:"isAdmin" db:"isAdmin"`
	// AwaitsPassword is true for an imported account whose owner has not set a password. InvitedAt is when the
	// invitation to set one was sent.
	AwaitsPassword bool       `json:"awaitsPassword" db:"awaitsPassword"`
	Verified       bool       `json:"verified" db:"verified"`
	InvitedAt      httpx.Time `json:"invitedAt" db:"invitedAt"`
	SecondFactor   bool       `json:"secondFactor" db:"secondFactor"`
	HasPortrait    bool       `json:"hasPortrait" db:"hasPortrait"`
}

// FindDetails returns the account with an id, or sql.ErrNoRows.
func FindDetails(app core.App, id string) (Details, error) {
	var d Details
	err := app.DB().
		Select(append([]string{"isActive", "isAdmin", "verified", "awaitsPassword", "invitedAt",
			"([[totpSecret]] != '') AS [[secondFactor]]", "([[portrait]] != '') AS [[hasPortrait]]"},
			registeredUserColumns...)...).
		From(identity.Users).Where(dbx.HashExp{"id": id}).Limit(1).One(&d)
	return d, err
}

// SignUp is an account that was created by its owner.
type SignUp struct {
	ID        string     `db:"id"`
	Name      string     `db:"name"`
	CreatedAt httpx.Time `db:"createdAt"`
}

// LatestSignUps returns the newest accounts that were created by their owners, without imported ones.
func LatestSignUps(app core.App, limit int64) ([]SignUp, error) {
	var rows []SignUp
	err := app.DB().Select("id", "name", "createdAt").From(identity.Users).Where(dbx.NewExp("source = 'user'")).
		OrderBy("createdAt DESC", "id DESC").Limit(limit).All(&rows)
	return rows, err
}

var registeredUserColumns = []string{"id", "name", "email", "phone", "location", "source", "requestType", "createdAt"}

// ListUserIDs returns the ids of the rows that a query of GET /api/members/registered-users selects, at most max.
func ListUserIDs(app core.App, query url.Values, max int64) ([]string, error) {
	return lists.IDs(app, registeredUserList, query, max)
}

// registeredUserList lists the users, newest first.
var registeredUserList = lists.List{
	Whole:   true,
	From:    identity.Users,
	Columns: registeredUserColumns,
	Index:   readmodel.Users,
	Search:  []string{"name", "email", "phone", "location"},
	Phone:   "phone",
	Sort: map[string]string{
		"name":        "[[name]] COLLATE folded",
		"email":       "[[email]] COLLATE NOCASE",
		"location":    "[[location]] COLLATE folded",
		"phone":       "phone",
		"source":      "[[source]] COLLATE NOCASE",
		"requestType": "requestType",
		"createdAt":   "createdAt",
	},
	DefaultSort: "-createdAt",
	Counter:     usersCounter,
}
