package texts

import (
	"regexp"
	"slices"
	"strings"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/languages"
	"boardcircle/pb_hooks/settings"
	"boardcircle/pb_hooks/tiers"
)

// Fact is a value that is stored once and that texts refer to, such as {site.name}.
type Fact struct {
	// Name is what is in the braces.
	Name  string `json:"name"`
	Label string `json:"label"`
	// Value is "" while there is none. Texts then omit the sentence that refers to it.
	Value string `json:"value"`
	// Source is where the value is changed.
	Source string `json:"source"`
}

// factNames has the names of all facts, so that a save can refuse other names without reading their values.
var factNames = []string{
	"site.name", "contact.email", "contact.phone", "contact.place", "members.count", "members.share", "members.goal",
	"event.date", "membership.offer", "membership.terms", "membership.invitation", "fee.lifetime", "fee.annual",
	"fee.monthly",
}

var factPattern = regexp.MustCompile(`\{([a-z]+\.[a-zA-Z]+)\}`)

// facts are the current values of the facts, by name.
type facts map[string]string

// listFacts returns all facts with their current values in a language.
func (t *Texts) listFacts(app core.App, language Language) ([]Fact, error) {
	current, err := settings.Read(app)
	if err != nil {
		return nil, err
	}
	onSale, err := tiers.ListOnSale(app)
	if err != nil {
		return nil, err
	}
	site := current.Site(t.Site)
	const inSettings, inPlans = "Settings", "Membership plans"
	in := languages.Find(string(language))
	offer, terms := describeTerms(onSale, in.Terms)
	invitation := ""
	if current.IsPurchaseRestricted {
		invitation = in.Terms.Invitation
	}
	eventDay := current.UpcomingEventDay(t.Clock())
	if eventDay != "" && language != English {
		eventDay = in.DayOfYear(current.EventTime())
	}
	values := []Fact{
		{"", "Name of the site", site.Name, inSettings},
		{"", "Contact email", site.ContactEmail, inSettings},
		{"", "Contact telephone", site.ContactPhone, inSettings},
		{"", "Place", current.ContactAddress, inSettings},
		{"", "Number of members", current.FigureMembers, inSettings},
		{"", "Share of women on boards", current.FigureShare, inSettings},
		{"", "Number of members that is the goal", current.FigureTarget, inSettings},
		{"", "Day of the launch event, until it is over", eventDay, inSettings},
		{"", "What the plans offer, in a sentence", offer, inPlans},
		{"", "How long a membership lasts and how it is paid, in sentences", terms, inPlans},
		{"", "That membership is by invitation, in a sentence", invitation, inSettings},
		{"", "Fee of the lifetime plan", feeOf(onSale, tiers.Lifetime), inPlans},
		{"", "Fee of the annual plan", feeOf(onSale, tiers.Annual), inPlans},
		{"", "Fee of the monthly plan", feeOf(onSale, tiers.Monthly), inPlans},
	}
	for i, name := range factNames {
		values[i].Name = name
	}
	return values, nil
}

func (t *Texts) readFacts(app core.App, language Language) (facts, error) {
	list, err := t.listFacts(app, language)
	values := facts{}
	for _, f := range list {
		values[f.Name] = f.Value
	}
	return values, err
}

// describeTerms returns sentences about the term of a membership. Without plans that expire, membership is for life.
func describeTerms(onSale []tiers.Tier, words languages.Terms) (offer, terms string) {
	hasMonthly, hasAnnual := feeOf(onSale, tiers.Monthly) != "", feeOf(onSale, tiers.Annual) != ""
	term := func(units languages.Units) string {
		var terms []string
		if hasMonthly {
			terms = append(terms, units.Monthly)
		}
		if hasAnnual {
			terms = append(terms, units.Annual)
		}
		return strings.Join(terms, words.Or)
	}
	switch {
	case !hasMonthly && !hasAnnual:
		return words.OfferForLife, words.ForLife
	case feeOf(onSale, tiers.Lifetime) != "":
		return words.Offer, strings.ReplaceAll(words.Mixed, "{term}", term(words.MixedUnits))
	}
	return words.Offer, strings.ReplaceAll(words.Expiring, "{term}", term(words.ExpiringUnits))
}

// feeOf returns the lowest price of the plans of a duration, or "" without one.
func feeOf(onSale []tiers.Tier, duration tiers.Duration) string {
	ofDuration := slices.DeleteFunc(slices.Clone(onSale), func(tier tiers.Tier) bool {
		return tier.Duration != duration
	})
	if len(ofDuration) == 0 {
		return ""
	}
	lowest := slices.MinFunc(ofDuration, func(a, b tiers.Tier) int { return int(a.Price - b.Price) })
	return lowest.Price.Format(lowest.Currency)
}

// lacks reports whether a text refers to a fact without a value.
func (f facts) lacks(text string) bool {
	return slices.ContainsFunc(factPattern.FindAllStringSubmatch(text, -1),
		func(found []string) bool { return f[found[1]] == "" })
}

// fill replaces the references by the values of the facts. An unknown name stays as it is.
func (f facts) fill(text string, escape func(string) string) string {
	return factPattern.ReplaceAllStringFunc(text, func(found string) string {
		if value, isKnown := f[found[1:len(found)-1]]; isKnown {
			return escape(value)
		}
		return found
	})
}

// sentence matches a sentence with the space after it. The full stop in the name of a fact has no space after it. Hindi
// sentences end with a danda.
var sentence = regexp.MustCompile(`(?s).+?(?:[.!?।]["”’)]*(?:\s+|$)|$)`)

// fillPlain returns a plain text with the values of the facts, without the sentences that lack one.
func (f facts) fillPlain(text string) string {
	if f.lacks(text) {
		sentences := sentence.FindAllString(text, -1)
		text = strings.TrimSpace(strings.Join(slices.DeleteFunc(sentences, f.lacks), ""))
	}
	return f.fill(text, func(value string) string { return value })
}

var (
	blankLines  = regexp.MustCompile(`\n[ \t]*\n`)
	listLine    = regexp.MustCompile(`^\s*(?:[-+*]|\d+[.)])\s`)
	punctuation = regexp.MustCompile("[!-/:-@\\[-`{-~]")
)

// fillRich returns Markdown with the values of the facts, without the paragraphs and list items that lack one. What
// follows in a paragraph usually continues the sentence about the fact.
func (f facts) fillRich(markdown string) string {
	if f.lacks(markdown) {
		paragraphs := blankLines.Split(markdown, -1)
		for i, paragraph := range paragraphs {
			lines := strings.Split(paragraph, "\n")
			if !slices.ContainsFunc(lines, func(line string) bool { return !listLine.MatchString(line) }) {
				paragraphs[i] = strings.Join(slices.DeleteFunc(lines, f.lacks), "\n")
			} else if f.lacks(paragraph) {
				paragraphs[i] = ""
			}
		}
		markdown = strings.TrimSpace(strings.Join(paragraphs, "\n\n"))
	}
	return f.fill(markdown, func(value string) string { return punctuation.ReplaceAllString(value, `\$0`) })
}
