// Package preferences stores what people want emails about, and which addresses get none.
//
// A person chooses for each topic whether they want emails. All choices are in one store:
//
//   - A suppression whose scope is a topic stops the emails about that topic to an address.
//   - A suppression of the scope "campaigns" stops all topics, because the address is dead, or its reader has
//     reported an email as spam or unsubscribed at the provider.
//   - Each choice adds a row to email_choices. Rows are never changed: they prove consent and its withdrawal.
//
// An email without a topic (receipts, security, the review of a nomination) is always sent, unless the address is
// suppressed for all emails.
//
// Files: page.go has the pages that an email's links open, account.go the same choices in the account, and
// suppressions.go the console's list of suppressed addresses.
package preferences

import (
	"encoding/json"
	"fmt"
	"net/mail"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/config"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/keys"
	"boardcircle/pb_hooks/internal/rules"
)

// Deps are the dependencies of the preferences.
type Deps struct {
	Config config.Config
	Clock  clock.Clock
	// Key encrypts the links to the pages where readers choose their topics.
	Key   keys.Key
	Audit *audit.Log
	// MarkUnsubscribed marks the email whose link a reader has used, within the transaction of the choice.
	MarkUnsubscribed func(tx core.App, emailID, email string, at time.Time) error
	// OnChange is called after choices have changed.
	OnChange func()
}

// Preferences stores the choices and the suppressions. Safe for concurrent use.
type Preferences struct {
	app  core.App
	deps Deps
	now  clock.Clock
}

// New returns the preferences of app.
func New(app core.App, deps Deps) *Preferences {
	return &Preferences{app, deps, deps.Clock}
}

// BindHooks applies the opt-outs of a person to the new address of their account, also when the dashboard changes it.
func (p *Preferences) BindHooks() {
	p.app.OnRecordUpdateExecute(identity.Users).BindFunc(p.carryToNewAddress)
}

// carryToNewAddress applies the opt-outs of an account's former address to its new one. The choices stay with the
// former address too, which may belong to another person.
func (p *Preferences) carryToNewAddress(e *core.RecordEvent) error {
	from, to := e.Record.Original().Email(), e.Record.Email()
	if from == "" || to == "" || identity.EmailKey(from) == identity.EmailKey(to) {
		return e.Next()
	}
	return database.InTransaction(e, func() error {
		if err := e.Next(); err != nil {
			return err
		}
		_, err := p.carryOptOuts(e.App, from, to, FromAccount)
		return err
	})
}

// Topic is the subject of emails that a reader can unsubscribe from.
type Topic string

// The topics.
const (
	TopicNews       Topic = "news"
	TopicEvents     Topic = "events"
	TopicMembership Topic = "membership"
	// TopicDigest is the weekly email to members. It is sent only to members who have chosen it.
	TopicDigest Topic = "digest"
	// TopicOffers is advertising. It is sent only to people who have agreed to it.
	TopicOffers Topic = "offers"
)

// Topics lists all topics in the order in which people see them.
var Topics = []Topic{TopicNews, TopicEvents, TopicMembership, TopicDigest, TopicOffers}

// CampaignTopics are the topics that a campaign can have.
var CampaignTopics = []Topic{TopicNews, TopicEvents, TopicMembership}

var topicNames = map[Topic]string{
	TopicNews:       "News and stories",
	TopicEvents:     "Events",
	TopicMembership: "Your membership",
	TopicDigest:     "Weekly digest",
	TopicOffers:     "Offers to come back",
}

// wordings are the texts that people see when they choose, by version. Each choice stores the version, and the language
// if it is not English. To change a text, add a new version. Never change an existing text or its translation, because
// they prove what a person has agreed to.
var wordings = map[string]string{
	"news-1":       "What the circle is doing, who has joined a board, and what to read.",
	"events-1":     "Invitations to meetings and conversations.",
	"membership-1": "A welcome, invitations to join, and reminders of your next steps.",
	"digest-1": "For members: on Mondays, what is new in the circle's library, sessions, board seats and " +
		"consultations. A week without news has no email.",
	"offers-1": "If my membership ends, you may send me offers to come back. I can stop this at any time.",
}

// topicWordings are the current versions.
var topicWordings = map[Topic]string{
	TopicNews:       "news-1",
	TopicEvents:     "events-1",
	TopicMembership: "membership-1",
	TopicDigest:     "digest-1",
	TopicOffers:     "offers-1",
}

// Description returns the text about the topic that people see when they choose.
func (t Topic) Description() string { return wordings[topicWordings[t]] }

// needsConsent reports whether the topic is sent only to people who have chosen it.
func (t Topic) needsConsent() bool { return t == TopicOffers || t == TopicDigest }

// Name returns the topic's name for people.
func (t Topic) Name() string { return topicNames[t] }

// Values returns all topics.
func (Topic) Values() []string { return rules.Options(Topics...) }

// Valid reports whether the topic exists.
func (t Topic) Valid() bool { return topicNames[t] != "" }

// About returns a function that returns a topic, for a kind of email with one topic.
func About(topic Topic) func(map[string]string) Topic {
	return func(map[string]string) Topic { return topic }
}

// ChoiceSource is where a choice was made.
type ChoiceSource string

// The sources of a choice.
const (
	FromLink     ChoiceSource = "link"      // the page that an email's link opens
	FromOneClick ChoiceSource = "one-click" // the mail program's button (RFC 8058)
	FromAccount  ChoiceSource = "account"   // the account's page, or a change of the account's address
	FromProvider ChoiceSource = "provider"  // the email provider reported it
	FromAdmin    ChoiceSource = "admin"     // an admin lifted the suppression
	FromSignUp   ChoiceSource = "sign-up"   // earlier versions of the form that opens an account
)

// Preference is a person's choice for a topic.
type Preference struct {
	Topic       Topic  `json:"topic"`
	Name        string `json:"name"`
	Description string `json:"description"`
	Wanted      bool   `json:"wanted"`
	// ChangedAt is when they last chose, empty if they have never chosen.
	ChangedAt httpx.Time `json:"changedAt"`
}

// List returns the choices for an address, one entry per topic. Without a choice a topic is wanted, unless it
// needs consent.
func (p *Preferences) List(app core.App, email string) ([]Preference, error) {
	off, err := suppressedScopes(app, email)
	if err != nil {
		return nil, err
	}
	chosen, err := lastChoices(app, email)
	if err != nil {
		return nil, err
	}
	list := make([]Preference, len(Topics))
	for i, topic := range Topics {
		list[i] = Preference{
			Topic: topic, Name: topicNames[topic], Description: topic.Description(),
			Wanted: off[Scope(topic)] == "" && off[scopeAllTopics] == "" && off[scopeAll] == "" &&
				(!topic.needsConsent() || chosen[topic].Wanted),
			ChangedAt: httpx.Time(chosen[topic].At),
		}
	}
	return list, nil
}

// Set stores a person's choice within the caller's transaction. A choice that changes nothing adds no row,
// unless it is the first consent. Choosing a topic again lifts the person's own opt-out, but not the suppression of a
// dead address.
func (p *Preferences) Set(tx core.App, email string, topic Topic, wanted bool, source ChoiceSource) error {
	return p.choose(tx, choice{email: email, topic: topic, wanted: wanted, source: source})
}

// CarryOptOuts applies the opt-outs of one address to another address of the same person. It returns the topics that
// it has turned off. tx must be a transaction.
func (p *Preferences) CarryOptOuts(tx core.App, from, to string) ([]string, error) {
	return p.carryOptOuts(tx, from, to, FromAdmin)
}

func (p *Preferences) carryOptOuts(tx core.App, from, to string, source ChoiceSource) ([]string, error) {
	topics, err := p.OptOutsToCarry(tx, from, to)
	for _, topic := range topics {
		if err == nil {
			err = p.Set(tx, to, Topic(topic), false, source)
		}
	}
	return topics, err
}

// OptOutsToCarry returns the topics that CarryOptOuts would turn off.
func (p *Preferences) OptOutsToCarry(app core.App, from, to string) ([]string, error) {
	off, err := suppressedScopes(app, from)
	if err != nil {
		return nil, err
	}
	preferences, err := p.List(app, to)
	topics := []string{}
	for _, preference := range preferences {
		if preference.Wanted && (off[Scope(preference.Topic)] != "" || isOwnOptOut(off[scopeAllTopics])) {
			topics = append(topics, string(preference.Topic))
		}
	}
	return topics, err
}

// UndoCarry turns topics on again that CarryOptOuts has turned off, except those that the reader has chosen since. tx
// must be a transaction.
func (p *Preferences) UndoCarry(tx core.App, topics []string, email string) error {
	for _, topic := range topics {
		source, err := lastSource(tx, email, Topic(topic))
		if err == nil && source == FromAdmin {
			err = p.Set(tx, email, Topic(topic), true, FromAdmin)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// choice is one choice of a person. emailID is the email whose link they used, if any. language is the code of the
// language in which they have read the wording, or "" for English.
type choice struct {
	email    string
	topic    Topic
	wanted   bool
	source   ChoiceSource
	emailID  string
	language string
}

// wording returns the version of the text that the person has read, such as "news-1" or "news-1:hi".
func (c choice) wording() string {
	if c.language == "" {
		return topicWordings[c.topic]
	}
	return topicWordings[c.topic] + ":" + c.language
}

func (p *Preferences) choose(tx core.App, c choice) error {
	if !c.topic.Valid() {
		return fmt.Errorf("choose %q: no such topic", c.topic)
	}
	email := NormalizeAddress(c.email)
	if email == "" {
		return fmt.Errorf("choose topic %s: bad address", c.topic)
	}
	c.email = email
	off, err := suppressedScopes(tx, email)
	if err != nil {
		return err
	}
	now := p.now()
	ownOptOut := isOwnOptOut(off[scopeAllTopics])
	wasOff := off[Scope(c.topic)] != "" || ownOptOut
	if c.topic.needsConsent() && !wasOff {
		agreed, err := HasAgreed(tx, email, c.topic)
		if err != nil {
			return err
		}
		wasOff = !agreed
	}
	switch {
	case !wasOff && c.wanted:
		// The first consent changes no suppression, but its row is needed as proof.
		if said, err := hasChosen(tx, email, c.topic); err != nil || said {
			return err
		}
	case wasOff != c.wanted:
		return nil
	case c.wanted && ownOptOut:
		// The person had left all topics at once and now wants this one. The other topics must stay off.
		if err := deleteSuppression(tx, email, scopeAllTopics); err != nil {
			return err
		}
		for _, other := range Topics {
			if other != c.topic {
				if err := insertSuppression(tx, email, Scope(other), off[scopeAllTopics], now); err != nil {
					return err
				}
			}
		}
	}
	if c.wanted {
		err = deleteSuppression(tx, email, Scope(c.topic))
	} else {
		err = insertSuppression(tx, email, Scope(c.topic), "unsubscribed", now)
	}
	if err != nil {
		return err
	}
	if !c.wanted && c.emailID != "" {
		if err := p.deps.MarkUnsubscribed(tx, c.emailID, email, now); err != nil {
			return err
		}
	}
	return insertChoice(tx, c, now)
}

// isOwnOptOut reports whether the reader, and not a bounce or an admin, is the reason for a suppression of all
// topics.
func isOwnOptOut(reason string) bool { return reason == "unsubscribed" || reason == "spam" }

// Link is the content of the token in an email's links.
type Link struct {
	Email   string `json:"e"`
	Topic   Topic  `json:"t"`
	EmailID string `json:"i,omitempty"`
	// Language is the code of the language of the email, or "" for English.
	Language string `json:"l,omitempty"`
}

var errLink = apperr.NotFound("preference-link",
	"This link is not complete. Please use the link at the end of our latest email.")

const linkPurpose = "email preferences"

// token is encrypted, because proxies log URLs and must not see addresses. It does not expire, because
// people read emails years later, and the token only gives access to the reader's choices.
func (p *Preferences) token(link Link) (string, error) {
	plain, err := json.Marshal(link)
	if err != nil {
		return "", err
	}
	return p.deps.Key.Seal(linkPurpose, "", string(plain))
}

func (p *Preferences) openToken(token string) (link Link, err error) {
	plain, err := p.deps.Key.Open(linkPurpose, "", token)
	if err != nil {
		return link, errLink
	}
	if err := json.Unmarshal([]byte(plain), &link); err != nil || !link.Topic.Valid() {
		return link, errLink
	}
	return link, nil
}

// URLs are the links in an email about a topic: the page with all topics, and the URL for the unsubscribe
// button of mail programs.
type URLs struct {
	Preferences, Unsubscribe string
}

// URLs returns the links for a reader.
func (p *Preferences) URLs(link Link) (URLs, error) {
	token, err := p.token(link)
	if err != nil {
		return URLs{}, fmt.Errorf("seal unsubscribe link: %w", err)
	}
	return URLs{p.deps.Config.SiteURL + "/preferences/" + token, p.deps.Config.SiteURL + "/unsubscribe/" + token}, nil
}

// Headers returns the headers of RFC 2369 and RFC 8058.
func (u URLs) Headers() map[string]string {
	return map[string]string{
		"List-Unsubscribe":      "<" + u.Unsubscribe + ">",
		"List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
	}
}

// maskAddress hides most of an address. Its reader can still recognise it; a stranger who has the link can't.
func maskAddress(email string) string {
	local, domain, _ := strings.Cut(email, "@")
	shown := local[:min(2, len(local)/2)]
	return shown + "•••@" + domain
}

// NormalizeAddress returns an address as identity.EmailKey does, or "" if it is invalid.
func NormalizeAddress(email string) string {
	a, err := mail.ParseAddress(identity.EmailKey(email))
	if err != nil || len(a.Address) > 254 {
		return ""
	}
	return a.Address
}
