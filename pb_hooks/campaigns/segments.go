package campaigns

import (
	"fmt"
	"net/mail"
	"slices"
	"strings"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/accounts"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/rules"
	outbox "boardcircle/pb_hooks/mail"
	"boardcircle/pb_hooks/mail/preferences"
	"boardcircle/pb_hooks/mail/texts"
	"boardcircle/pb_hooks/nominations"
	"boardcircle/pb_hooks/payments/ledger"
	"boardcircle/pb_hooks/people"
	"boardcircle/pb_hooks/people/console"
)

// A segment is a condition over the people in the lists: people with an open account, nominees and people who have
// paid. A person is identified by their email address and counts once, however many lists they are in. People who
// have closed their account or do not want the campaign's topic are in no segment.

// Segment combines conditions with "all" or "any". A segment without conditions selects everyone.
type Segment struct {
	// Match is "all" or "any"; "" is "all".
	Match      string      `json:"match"`
	Conditions []Condition `json:"conditions"`
}

// Condition is a test of one field of a person, or a nested segment.
type Condition struct {
	Field string `json:"field,omitempty"`
	// Op is "is" or "isNot"; "" is "is".
	Op    string `json:"op,omitempty"`
	Value string `json:"value,omitempty"`
	// Group is a nested segment. It replaces the other fields.
	Group *Segment `json:"group,omitempty"`
}

const (
	maxConditions = 20
	// MaxSegmentDepth is how deep groups can be nested.
	MaxSegmentDepth = 3
)

// segmentFields maps the fields of a condition to the queries of the people that they select.
var segmentFields = map[string]func(c *Campaigns, value string, q *query) (string, error){
	"account": func(_ *Campaigns, value string, q *query) (string, error) {
		return accounts.RequestSQL(anyAsEmpty(value), q.bind), oneOf(value, "any", "membership", "enquiry")
	},
	"joinedFrom":   dateField(func(at string, q *query) string { return accounts.JoinedSQL(">=", at, q.bind) }),
	"joinedBefore": dateField(func(at string, q *query) string { return accounts.JoinedSQL("<", at, q.bind) }),
	"membership": func(c *Campaigns, value string, q *query) (string, error) {
		if ids := ledger.EntitledIDsSQL(ledger.EntitlementState(value), c.now(), q.bind); ids != "" {
			return accounts.OwnersSQL(ids), nil
		}
		return "", oneOf(value, "active", "grace", "upcoming", "lapsed", "revoked")
	},
	"tier": func(c *Campaigns, value string, q *query) (string, error) {
		return accounts.OwnersSQL(ledger.MemberIDsSQL(value, c.now(), q.bind)), required(value)
	},
	"endsFrom": dateField(
		func(at string, q *query) string { return accounts.OwnersSQL(ledger.EndingIDsSQL(">=", at, q.bind)) },
	),
	"endsBefore": dateField(
		func(at string, q *query) string { return accounts.OwnersSQL(ledger.EndingIDsSQL("<", at, q.bind)) },
	),
	"list": func(c *Campaigns, value string, _ *query) (string, error) {
		if value == "paid" {
			return people.PaidSQL(), nil
		}
		return people.LeadsSQL(), oneOf(value, "leads", "paid")
	},
	"nomination": func(_ *Campaigns, value string, q *query) (string, error) {
		return nominations.StatusSQL(anyAsEmpty(value), q.bind), oneOf(value,
			append([]string{"any"}, rules.Options(nominations.Statuses...)...)...)
	},
	"tag": func(_ *Campaigns, value string, q *query) (string, error) {
		// a tag is stored with an account, an address, or both
		return accounts.OwnersSQL(console.TaggedIDsSQL(value, q.bind)) + " UNION " + console.TaggedAddressesSQL(value,
			q.bind), required(value)
	},
	"city": func(_ *Campaigns, value string, q *query) (string, error) {
		return nominations.CitySQL(value, q.bind) + " UNION " + accounts.CitySQL(value, q.bind), required(value)
	},
	"state": func(_ *Campaigns, value string, q *query) (string, error) {
		return nominations.StateSQL(value, q.bind), required(value)
	},
	"industry": func(_ *Campaigns, value string, q *query) (string, error) {
		return nominations.IndustrySQL(value, q.bind), required(value)
	},
	"agreed": func(_ *Campaigns, value string, _ *query) (string, error) {
		topic := preferences.Topic(value)
		if !topic.Valid() {
			return "", oneOf(value, rules.Options(preferences.Topics...)...)
		}
		return preferences.AgreedSQL(topic), nil
	},
}

func anyAsEmpty(value string) string {
	if value == "any" {
		return ""
	}
	return value
}

// segmentError is an error message about a condition for people.
type segmentError string

func (e segmentError) Error() string { return string(e) }

func oneOf(value string, values ...string) error {
	if slices.Contains(values, value) {
		return nil
	}
	return segmentError("Please choose one of: " + strings.Join(values, ", "))
}

func required(value string) error {
	if strings.TrimSpace(value) == "" || len(value) > 200 {
		return segmentError("Please enter a value for each condition")
	}
	return nil
}

func dateField(sql func(at string, q *query) string) func(*Campaigns, string, *query) (string, error) {
	return func(_ *Campaigns, value string, q *query) (string, error) {
		day, err := india.ParseDay(value)
		if err != nil {
			return "", segmentError("Please enter a date such as 2026-11-22")
		}
		return sql(database.FormatTime(day), q), nil
	}
}

// sql returns the SQL condition of a segment on the column person.
func (c *Campaigns) sql(s Segment, q *query, depth int) (string, error) {
	if s.Match != "" && s.Match != "all" && s.Match != "any" {
		return "", segmentError("Conditions are combined by all or by any")
	}
	if depth > MaxSegmentDepth || len(s.Conditions) > maxConditions {
		return "", segmentError(fmt.Sprintf("A segment has at most %d conditions in a group, and groups %d deep",
			maxConditions, MaxSegmentDepth))
	}
	var parts []string
	for _, condition := range s.Conditions {
		part, err := c.conditionSQL(condition, q, depth)
		if err != nil {
			return "", err
		}
		parts = append(parts, part)
	}
	if len(parts) == 0 {
		return "TRUE", nil
	}
	if s.Match == "any" {
		return "(" + strings.Join(parts, " OR ") + ")", nil
	}
	return "(" + strings.Join(parts, " AND ") + ")", nil
}

func (c *Campaigns) conditionSQL(condition Condition, q *query, depth int) (string, error) {
	not := ""
	switch condition.Op {
	case "", "is":
	case "isNot":
		not = "NOT "
	default:
		return "", segmentError("A condition is, or is not")
	}
	if condition.Group != nil {
		group, err := c.sql(*condition.Group, q, depth+1)
		return not + group, err
	}
	field := segmentFields[condition.Field]
	if field == nil {
		return "", segmentError("There is no condition " + strings.ToValidUTF8(condition.Field, "?"))
	}
	people, err := field(c, strings.TrimSpace(condition.Value), q)
	return "person " + not + "IN (" + people + ")", err
}

// selectPeople returns the query of the people of a segment who may get emails about a topic.
func (c *Campaigns) selectPeople(s Segment, topic preferences.Topic) (string, dbx.Params, error) {
	q := &query{params: dbx.Params{}}
	condition, err := c.sql(s, q, 1)
	if err != nil {
		return "", nil, err
	}
	condition += " AND person NOT IN (" + accounts.ClosedSQL() + ") AND person NOT IN (" +
		preferences.SuppressedSQL(topic) + ")"
	return c.peopleSQL([]string{people.ContactsSQL(), nominations.PeopleSQL(), accounts.PeopleSQL()},
		condition), q.params, nil
}

// checkSegment returns an error if a segment is invalid.
func (c *Campaigns) checkSegment(s Segment) error {
	if _, _, err := c.selectPeople(s, preferences.TopicNews); err != nil {
		return httpx.Invalid(rules.Problem{Field: "segment", Code: "invalid", Message: err.Error()})
	}
	return nil
}

func (c *Campaigns) countSegment(app core.App, s Segment, topic preferences.Topic) (int64, error) {
	people, params, err := c.selectPeople(s, topic)
	if err != nil {
		return 0, err
	}
	return countPeople(app, people, params)
}

// eachPerson calls do with each person of a segment who has a valid address.
func (c *Campaigns) eachPerson(s Segment, topic preferences.Topic, do func(person) error) error {
	people, params, err := c.selectPeople(s, topic)
	if err != nil {
		return err
	}
	return eachOf(c.app, people, params, func(p person) error {
		if a, err := mail.ParseAddress(p.Email); err != nil || a.Address != p.Email {
			return nil // an old customer's address that is invalid
		}
		return do(p)
	})
}

// facts returns the values of a person's merge fields.
func (p person) facts() map[string]string {
	facts := map[string]string{
		"city":    texts.PlainFact(p.City),
		"company": texts.PlainFact(p.Company),
		"tier":    texts.PlainFact(p.Tier),
	}
	facts["name"] = texts.GreetingName(p.Name)
	facts["firstName"], _, _ = strings.Cut(facts["name"], " ")
	for name, value := range facts {
		if value == "" {
			delete(facts, name)
		}
	}
	return facts
}

// recipient converts a person for the outbox.
func (p person) recipient(campaign *Campaign) outbox.Recipient {
	facts := p.facts()
	facts["campaign"], facts["topic"] = campaign.Id, string(campaign.Topic())
	return outbox.Recipient{Email: p.Email, Name: facts["name"], Params: facts}
}

// findPerson returns the person with an address, nil if no list has it.
func (c *Campaigns) findPerson(email string) (*person, error) {
	q := &query{params: dbx.Params{}}
	found, err := examplePeople(c.app,
		c.peopleSQL([]string{people.ContactsSQL(), nominations.PeopleSQL(), accounts.PeopleSQL()},
			"person = "+q.bind(strings.ToLower(email))), q.params, 1)
	if err != nil || len(found) == 0 {
		return nil, err
	}
	return &found[0], nil
}
