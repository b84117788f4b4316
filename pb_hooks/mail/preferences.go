package mail

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
)

// A person chooses for each topic whether they want to be written to. There is one store of that:
//
//   - A suppression whose scope is the topic keeps the e-mails of the topic from an address.
//   - A suppression of the scope campaigns keeps all topics from it: the address is dead, or its reader has
//     reported an e-mail as spam or unsubscribed at the provider.
//   - Each choice leaves a row in email_choices, which is never changed: it proves consent and its withdrawal.
//
// A kind of e-mail without a topic (receipts, security, the review of a nomination) goes out in any case, but to an
// address that is suppressed for all.

// Topic is what an e-mail that its reader can do without is about.
type Topic string

// The topics.
const (
	TopicNews       Topic = "news"
	TopicEvents     Topic = "events"
	TopicMembership Topic = "membership"
	// TopicOffers is advertising: it goes to those alone who have agreed to it.
	TopicOffers Topic = "offers"
)

// Topics are all topics, in the order in which a person sees them.
var Topics = []Topic{TopicNews, TopicEvents, TopicMembership, TopicOffers}

// CampaignTopics are those that a campaign may be about.
var CampaignTopics = []Topic{TopicNews, TopicEvents, TopicMembership}

var topicNames = map[Topic]string{
	TopicNews:       "News and stories",
	TopicEvents:     "Events",
	TopicMembership: "Your membership",
	TopicOffers:     "Offers to come back",
}

// wordings are the words that people are shown when they choose, by their version, which is kept with each choice. Other
// words are another version: one that is here never changes, for it proves what somebody has agreed to.
var wordings = map[string]string{
	"news-1":       "What the circle does, who has joined a board, and what is worth reading.",
	"events-1":     "Invitations to meetings and conversations.",
	"membership-1": "Welcome, invitations to join, and reminders of what waits for you.",
	"offers-1":     "If my membership ends, you may write to me with offers to come back. I can stop this at any time.",
}

// topicWordings are the versions that are shown now.
var topicWordings = map[Topic]string{TopicNews: "news-1", TopicEvents: "events-1", TopicMembership: "membership-1", TopicOffers: "offers-1"}

// Description is what a person reads about the topic when they choose.
func (t Topic) Description() string { return wordings[topicWordings[t]] }

// needsConsent tells whether a topic goes only to those who have chosen it.
func (t Topic) needsConsent() bool { return t == TopicOffers }

// Name is the topic in a person's words.
func (t Topic) Name() string { return topicNames[t] }

// Valid reports whether there is such a topic.
func (t Topic) Valid() bool { return topicNames[t] != "" }

// About is the Topic of a kind whose e-mails all have one topic.
func About(topic Topic) func(map[string]string) Topic {
	return func(map[string]string) Topic { return topic }
}

// ChoiceSource is where a choice was made.
type ChoiceSource string

// The sources of a choice.
const (
	FromLink     ChoiceSource = "link"      // the page that an e-mail's link opens
	FromOneClick ChoiceSource = "one-click" // the mail program's button (RFC 8058)
	FromAccount  ChoiceSource = "account"   // the account's page
	FromProvider ChoiceSource = "provider"  // the e-mail provider reported it
	FromAdmin    ChoiceSource = "admin"     // an admin lifted the suppression
	FromSignUp   ChoiceSource = "sign-up"   // the form that opens an account
)

// Preference is what a person has chosen for a topic.
type Preference struct {
	Topic       Topic  `json:"topic"`
	Name        string `json:"name"`
	Description string `json:"description"`
	Wanted      bool   `json:"wanted"`
	// ChangedAt is when they last chose, empty if they never have.
	ChangedAt httpx.Time `json:"changedAt"`
}

// Preferences returns what the reader of an address has chosen, one entry a topic. What was never chosen is wanted, but for
// a topic that needs consent.
func (o *Outbox) Preferences(app core.App, email string) ([]Preference, error) {
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
			Wanted: off[string(topic)] == "" && off[scopeCampaigns] == "" && off[scopeAll] == "" &&
				(!topic.needsConsent() || chosen[topic].Wanted),
			ChangedAt: httpx.Time(chosen[topic].At),
		}
	}
	return list, nil
}

// SetPreference stores a person's choice within the caller's transaction. A choice that changes nothing leaves no row,
// unless it is the first yes.
// To want a topic again lifts what the person has asked for themselves, not the suppression of a dead address.
func (o *Outbox) SetPreference(tx core.App, email string, topic Topic, wanted bool, source ChoiceSource) error {
	return o.choose(tx, choice{email: email, topic: topic, wanted: wanted, source: source})
}

// AgreeAtSignUp stores that somebody who opens an account agrees to a topic, within the caller's transaction. Nobody has
// proved the address yet, so it lifts nothing that its reader may have asked for before.
func (o *Outbox) AgreeAtSignUp(tx core.App, email string, topic Topic) error {
	if off, err := suppressedScopes(tx, email); err != nil || off[string(topic)] != "" || off[scopeCampaigns] != "" || off[scopeAll] != "" {
		return err
	}
	return o.SetPreference(tx, email, topic, true, FromSignUp)
}

// CarryOptOuts keeps from one address what the reader of another, who is the same person, does not want, and returns the
// topics that were wanted there before. Call it with a transaction's app.
func (o *Outbox) CarryOptOuts(tx core.App, from, to string) ([]string, error) {
	topics, err := o.OptOutsToCarry(tx, from, to)
	for _, topic := range topics {
		if err == nil {
			err = o.SetPreference(tx, to, Topic(topic), false, FromAdmin)
		}
	}
	return topics, err
}

// OptOutsToCarry are the topics that CarryOptOuts would keep from an address.
func (o *Outbox) OptOutsToCarry(app core.App, from, to string) ([]string, error) {
	off, err := suppressedScopes(app, from)
	if err != nil {
		return nil, err
	}
	preferences, err := o.Preferences(app, to)
	topics := []string{}
	for _, p := range preferences {
		if p.Wanted && (off[string(p.Topic)] != "" || isOwnOptOut(off[scopeCampaigns])) {
			topics = append(topics, string(p.Topic))
		}
	}
	return topics, err
}

// UndoCarry lets an address have the topics again that CarryOptOuts has kept from it, but those that its reader has chosen
// about since. Call it with a transaction's app.
func (o *Outbox) UndoCarry(tx core.App, topics []string, email string) error {
	for _, topic := range topics {
		source, err := lastSource(tx, email, Topic(topic))
		if err == nil && source == FromAdmin {
			err = o.SetPreference(tx, email, Topic(topic), true, FromAdmin)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// choice is one decision of a person. emailID is the e-mail whose link they used, if any.
type choice struct {
	email   string
	topic   Topic
	wanted  bool
	source  ChoiceSource
	emailID string
}

func (o *Outbox) choose(tx core.App, c choice) error {
	if !c.topic.Valid() {
		return fmt.Errorf("choose %q: no such topic", c.topic)
	}
	email := normalizeAddress(c.email)
	if email == "" {
		return fmt.Errorf("choose topic %s: bad address", c.topic)
	}
	c.email = email
	off, err := suppressedScopes(tx, email)
	if err != nil {
		return err
	}
	now := o.now()
	ownOptOut := isOwnOptOut(off[scopeCampaigns])
	wasOff := off[string(c.topic)] != "" || ownOptOut
	if c.topic.needsConsent() && !wasOff {
		agreed, err := HasAgreed(tx, email, c.topic)
		if err != nil {
			return err
		}
		wasOff = !agreed
	}
	switch {
	case !wasOff && c.wanted:
		// To say yes for the first time changes nothing but is what proves consent.
		if said, err := hasChosen(tx, email, c.topic); err != nil || said {
			return err
		}
	case wasOff != c.wanted:
		return nil
	case c.wanted && ownOptOut:
		// They have left all topics at once; now they want this one, so that the others stay off by themselves.
		if err := deleteSuppression(tx, email, scopeCampaigns); err != nil {
			return err
		}
		for _, other := range Topics {
			if other != c.topic {
				if err := insertSuppression(tx, email, string(other), off[scopeCampaigns], now); err != nil {
					return err
				}
			}
		}
	}
	if c.wanted {
		err = deleteSuppression(tx, email, string(c.topic))
	} else {
		err = insertSuppression(tx, email, string(c.topic), "unsubscribed", now)
	}
	if err != nil {
		return err
	}
	if !c.wanted && c.emailID != "" {
		if err := markUnsubscribed(tx, c.emailID, email, now); err != nil {
			return err
		}
	}
	return insertChoice(tx, c, now)
}

// isOwnOptOut reports whether a suppression of all topics is the reader's own wish.
func isOwnOptOut(reason string) bool { return reason == "unsubscribed" || reason == "spam" }

// preferenceLink is what a link of an e-mail's footer or header says.
type preferenceLink struct {
	Email   string `json:"e"`
	Topic   Topic  `json:"t"`
	EmailID string `json:"i,omitempty"`
}

var errLink = apperr.NotFound("preference-link", "This link is not complete. Please use the one at the foot of our latest email.")

const linkPurpose = "e-mail preferences"

// preferenceToken is sealed: an address must not stand in proxies' logs. It does not expire, for an e-mail is read years
// later, too, and all that it opens is a person's wish not to be written to.
func (o *Outbox) preferenceToken(link preferenceLink) (string, error) {
	plain, err := json.Marshal(link)
	if err != nil {
		return "", err
	}
	return o.key.Seal(linkPurpose, "", string(plain))
}

func (o *Outbox) openPreferenceToken(token string) (link preferenceLink, err error) {
	plain, err := o.key.Open(linkPurpose, "", token)
	if err != nil {
		return link, errLink
	}
	if err := json.Unmarshal([]byte(plain), &link); err != nil || !link.Topic.Valid() {
		return link, errLink
	}
	return link, nil
}

// PreferenceURLs are the addresses that an e-mail about a topic carries: of the page with all topics, and the one that a
// mail program posts to.
type PreferenceURLs struct {
	Preferences, Unsubscribe string
}

func (o *Outbox) preferenceURLs(link preferenceLink) (PreferenceURLs, error) {
	token, err := o.preferenceToken(link)
	if err != nil {
		return PreferenceURLs{}, fmt.Errorf("seal unsubscribe link: %w", err)
	}
	return PreferenceURLs{o.cfg.SiteURL + "/preferences/" + token, o.cfg.SiteURL + "/unsubscribe/" + token}, nil
}

// unsubscribeHeaders are those of RFC 2369 and RFC 8058.
func (u PreferenceURLs) unsubscribeHeaders() map[string]string {
	return map[string]string{"List-Unsubscribe": "<" + u.Unsubscribe + ">", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
}

// maskAddress shows a reader which of their addresses it is, and a stranger with the link not which it is.
func maskAddress(email string) string {
	local, domain, _ := strings.Cut(email, "@")
	shown := local[:min(2, len(local)/2)]
	return shown + "•••@" + domain
}
