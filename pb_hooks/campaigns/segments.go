package campaigns

import (
	"fmt"
	"maps"
	"net/mail"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/accounts"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/mail/preferences"
	"boardcircle/pb_hooks/mail/texts"
	"boardcircle/pb_hooks/nominations"
	"boardcircle/pb_hooks/payments/ledger"
	"boardcircle/pb_hooks/people"
	"boardcircle/pb_hooks/people/console"
)

// A segment is a condition over the contacts: people with an open account, applicants and people who have paid. Each
// person gets one email, and so does each address. People who have closed their account or do not want the campaign's
// topic are in no segment.
//
// A count reads all contacts once, and for each condition the ids of the people who meet it.

// Match is how many conditions of a segment a person must meet.
type Match string

const (
	matchAll Match = "all"
	matchAny Match = "any"
)

// Values returns both values.
func (Match) Values() []string { return rules.Options(matchAll, matchAny) }

// Segment combines conditions. A segment without conditions selects everyone.
type Segment struct {
	// Match is matchAll if it is "".
	Match      Match       `json:"match" wire:"orEmpty"`
	Conditions []Condition `json:"conditions"`
}

// FieldName is the name of a field that a condition tests.
type FieldName string

// Values returns the names of segmentFields.
func (FieldName) Values() []string { return slices.Sorted(maps.Keys(segmentFields)) }

// Op is whether a person must or must not have the value of a condition.
type Op string

const (
	opIs    Op = "is"
	opIsNot Op = "isNot"
)

// Values returns both values.
func (Op) Values() []string { return rules.Options(opIs, opIsNot) }

// Condition is a test of one field of a person, or a nested segment.
type Condition struct {
	Field FieldName `json:"field,omitempty"`
	// Op is opIs if it is "".
	Op    Op     `json:"op,omitempty"`
	Value string `json:"value,omitempty"`
	// Group is a nested segment. It replaces the other fields.
	Group *Segment `json:"group,omitempty"`
}

const (
	// maxConditions is the maximum number of conditions in a group.
	maxConditions = 20
	// maxAllConditions is the maximum number of conditions in a segment and its groups. Each may need a query.
	maxAllConditions = 100
	// maxValueLength is the maximum length of the value of a condition, in characters.
	maxValueLength = 200
	// MaxSegmentDepth is how deep groups can be nested.
	MaxSegmentDepth = 3
)

// test reports whether a contact meets a condition or a segment.
type test func(people.Contact) bool

// field is a field of a contact that a condition can test.
type field struct {
	// check returns a segmentError for a value that the field cannot have.
	check func(value string) error
	// test returns the test of a value.
	test func(c *Campaigns, app core.App, value string) (test, error)
}

// segmentFields are the fields of a condition. A field that is not part of the contact is read once for all contacts,
// by a function of the feature that stores it.
var segmentFields = map[string]field{
	"account": {oneOf("any", "membership", "enquiry"), func(_ *Campaigns, app core.App, value string) (test, error) {
		return hasID(accounts.PeopleByRequest(app, anyAsEmpty(value)))
	}},
	"joinedFrom": {checkDay, func(_ *Campaigns, app core.App, value string) (test, error) {
		return hasID(accounts.PeopleJoined(app, day(value), time.Time{}))
	}},
	"joinedBefore": {checkDay, func(_ *Campaigns, app core.App, value string) (test, error) {
		return hasID(accounts.PeopleJoined(app, time.Time{}, day(value)))
	}},
	"membership": {
		oneOf("active", "grace", "upcoming", "lapsed", "revoked"),
		func(c *Campaigns, app core.App, value string) (test, error) {
			return hasID(ledger.PeopleByEntitlement(app, ledger.EntitlementState(value), c.now()))
		},
	},
	"tier": {checkGiven, func(c *Campaigns, app core.App, value string) (test, error) {
		return hasID(ledger.PeopleWithTier(app, value, c.now()))
	}},
	"endsFrom": {checkDay, func(_ *Campaigns, app core.App, value string) (test, error) {
		return hasID(ledger.PeopleEnding(app, day(value), time.Time{}))
	}},
	"endsBefore": {checkDay, func(_ *Campaigns, app core.App, value string) (test, error) {
		return hasID(ledger.PeopleEnding(app, time.Time{}, day(value)))
	}},
	"list": {oneOf("leads", "paid"), ofContact(func(p people.Contact, value string) bool {
		return value == "leads" && p.IsLead || value == "paid" && p.Payments > 0
	})},
	"nomination": {
		oneOf(append([]string{"any"}, rules.Options(nominations.Statuses...)...)...),
		func(_ *Campaigns, app core.App, value string) (test, error) {
			return hasID(nominations.PeopleByStatus(app, anyAsEmpty(value)))
		},
	},
	"tag": {checkGiven, func(_ *Campaigns, app core.App, value string) (test, error) {
		return hasID(console.PeopleTagged(app, value))
	}},
	"city":  {checkGiven, ofContact(isInCity)},
	"state": {checkGiven, ofContact(func(p people.Contact, value string) bool { return isSameName(p.State, value) })},
	"industry": {checkGiven, ofContact(
		func(p people.Contact, value string) bool { return isSameName(p.Industry, value) })},
	"agreed": {
		oneOf(rules.Options(preferences.Topics...)...),
		func(_ *Campaigns, app core.App, value string) (test, error) {
			addresses, err := preferences.AgreedAddresses(app, preferences.Topic(value))
			agreed := setOf(addresses)
			return func(p people.Contact) bool { return agreed.has(p.Email) }, err
		},
	},
}

// set is a set of ids or of addresses.
type set map[string]struct{}

func setOf(values ...[]string) set {
	s := set{}
	for _, list := range values {
		for _, value := range list {
			s[value] = struct{}{}
		}
	}
	return s
}

func (s set) has(value string) bool {
	_, found := s[value]
	return found
}

// hasID returns a test for the contacts with one of the ids.
func hasID(ids []string, err error) (test, error) {
	found := setOf(ids)
	return func(p people.Contact) bool { return found.has(p.ID) }, err
}

// ofContact returns the test of a field of the contact itself.
func ofContact(is func(p people.Contact, value string) bool) func(*Campaigns, core.App, string) (test, error) {
	return func(_ *Campaigns, _ core.App, value string) (test, error) {
		return func(p people.Contact) bool { return is(p, value) }, nil
	}
}

func isSameName(stored, value string) bool {
	return strings.EqualFold(strings.TrimSpace(stored), value)
}

// isInCity reports whether a contact's nomination or account names a city. In the location of an account, a comma and
// more words may follow the city, such as "Kochi, Kerala".
func isInCity(p people.Contact, city string) bool {
	start, _, _ := strings.Cut(p.Location, ",")
	return isSameName(p.City, city) || isSameName(p.Location, city) || isSameName(start, city)
}

func anyAsEmpty(value string) string {
	if value == "any" {
		return ""
	}
	return value
}

// segmentError tells an admin why a segment is invalid.
type segmentError string

func (e segmentError) Error() string { return string(e) }

func oneOf(values ...string) func(value string) error {
	return func(value string) error {
		if slices.Contains(values, value) {
			return nil
		}
		return segmentError("Please choose one of: " + strings.Join(values, ", "))
	}
}

func checkGiven(value string) error {
	switch {
	case value == "":
		return segmentError("Please enter a value for each condition")
	case utf8.RuneCountInString(value) > maxValueLength:
		return segmentError(fmt.Sprintf("The value of a condition can have at most %d characters", maxValueLength))
	}
	return nil
}

func checkDay(value string) error {
	if _, err := india.ParseDay(value); err != nil {
		return segmentError("Please enter a date such as 2026-11-22")
	}
	return nil
}

// day returns the start in India of a day that checkDay accepts.
func day(value string) time.Time {
	at, _ := india.ParseDay(value)
	return at
}

// check returns a segmentError if the segment is invalid.
func (s Segment) check(depth int) error {
	if s.Match != "" && s.Match != matchAll && s.Match != matchAny {
		return segmentError("Please choose all or any of the conditions")
	}
	if depth > MaxSegmentDepth || len(s.Conditions) > maxConditions {
		return segmentError(
			fmt.Sprintf("A segment can have at most %d conditions in a group, and groups nested %d deep",
				maxConditions, MaxSegmentDepth))
	}
	if s.count() > maxAllConditions {
		return segmentError(fmt.Sprintf("A segment can have at most %d conditions", maxAllConditions))
	}
	for _, condition := range s.Conditions {
		if err := condition.check(depth); err != nil {
			return err
		}
	}
	return nil
}

// count returns the number of conditions in a segment and its groups.
func (s Segment) count() (n int) {
	for _, condition := range s.Conditions {
		if condition.Group != nil {
			n += condition.Group.count()
		} else {
			n++
		}
	}
	return n
}

func (c Condition) check(depth int) error {
	if c.Op != "" && c.Op != opIs && c.Op != opIsNot {
		return segmentError("Please choose “is” or “is not” for each condition")
	}
	if c.Group != nil {
		return c.Group.check(depth + 1)
	}
	field, found := segmentFields[string(c.Field)]
	if !found {
		return segmentError("There is no condition with the name " + strings.ToValidUTF8(string(c.Field), "?"))
	}
	return field.check(strings.TrimSpace(c.Value))
}

// test returns the test of a valid segment.
func (s Segment) test(c *Campaigns, app core.App) (test, error) {
	tests := make([]test, len(s.Conditions))
	for i, condition := range s.Conditions {
		var err error
		if tests[i], err = condition.test(c, app); err != nil {
			return nil, err
		}
	}
	if s.Match == matchAny && len(tests) > 0 {
		return func(p people.Contact) bool {
			return slices.ContainsFunc(tests, func(is test) bool { return is(p) })
		}, nil
	}
	return func(p people.Contact) bool {
		return !slices.ContainsFunc(tests, func(is test) bool { return !is(p) })
	}, nil
}

func (c Condition) test(campaigns *Campaigns, app core.App) (test, error) {
	var is test
	var err error
	if c.Group != nil {
		is, err = c.Group.test(campaigns, app)
	} else {
		is, err = segmentFields[string(c.Field)].test(campaigns, app, strings.TrimSpace(c.Value))
	}
	if c.Op == opIsNot {
		return func(p people.Contact) bool { return !is(p) }, err
	}
	return is, err
}

// eachContact calls do with each person of a segment who may get emails about a topic.
func (c *Campaigns) eachContact(app core.App, s Segment, topic preferences.Topic, do func(people.Contact) error) error {
	if err := s.check(1); err != nil {
		return err
	}
	isIn, err := s.test(c, app)
	if err != nil {
		return err
	}
	closed, err := accounts.ClosedAddresses(app)
	if err != nil {
		return err
	}
	suppressed, err := preferences.SuppressedAddresses(app, topic)
	if err != nil {
		return err
	}
	excluded := setOf(closed, suppressed)
	return people.EachContact(app, func(p people.Contact) error {
		if excluded.has(p.Email) || !isIn(p) {
			return nil
		}
		excluded[p.Email] = struct{}{} // another person may have the same address
		return do(p)
	})
}

// checkSegment returns the error of the field segment if a segment is invalid.
func checkSegment(s Segment) error {
	if err := s.check(1); err != nil {
		return httpx.Invalid(rules.Invalid("segment", err.Error()))
	}
	return nil
}

// countSegment counts the people of a segment who may get emails about a topic, and returns the first ones by address.
func (c *Campaigns) countSegment(app core.App, s Segment, topic preferences.Topic) (count int64, first []people.Contact,
	err error) {
	byEmail := func(a, b people.Contact) int { return strings.Compare(a.Email, b.Email) }
	err = c.eachContact(app, s, topic, func(p people.Contact) error {
		count++
		if at, _ := slices.BinarySearchFunc(first, p, byEmail); at < maxExamples {
			first = slices.Insert(first, at, p)
			first = first[:min(len(first), maxExamples)]
		}
		return nil
	})
	return count, first, err
}

// eachRecipient calls do with each person of a segment who has a valid address.
func (c *Campaigns) eachRecipient(s Segment, topic preferences.Topic, do func(people.Contact) error) error {
	return c.eachContact(c.app, s, topic, func(p people.Contact) error {
		if a, err := mail.ParseAddress(p.Email); err != nil || a.Address != p.Email {
			return nil // imported addresses were not validated
		}
		return do(p)
	})
}

// factsOf returns the values of a person's merge fields.
func factsOf(p people.Contact) map[string]string {
	facts := map[string]string{
		"city":    texts.PlainFact(p.City),
		"company": texts.PlainFact(p.CompanyName),
		"tier":    texts.PlainFact(p.TierName),
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

// newRecipient converts a person for the outbox.
func newRecipient(p people.Contact, campaign *Campaign) outbox.Recipient {
	facts := factsOf(p)
	facts["campaign"], facts["topic"] = campaign.Id, string(campaign.Topic())
	return outbox.Recipient{Email: p.Email, Name: facts["name"], Params: facts}
}
