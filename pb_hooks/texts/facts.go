package texts

import (
	"cmp"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/languages"
	"boardcircle/pb_hooks/modules/boardseats"
	"boardcircle/pb_hooks/settings"
	"boardcircle/pb_hooks/tiers"
)

// Fact is a value that is stored once and that texts refer to, such as {site.name}.
type Fact struct {
	// Name is what is in the braces.
	Name  string `json:"name"`
	Label string `json:"label"`
	// Value is "" while the fact is unknown. Texts then omit the sentence that refers to it.
	Value string `json:"value"`
	// Source is where the value is changed.
	Source string `json:"source"`
}

const inSettings, inPlans, inSeats = "Settings", "Membership plans", "Board seats"

// allFacts lists all facts without their values, which are read by readFacts.
var allFacts = []Fact{
	{Name: "site.name", Label: "Name of the site", Source: inSettings},
	{Name: "contact.email", Label: "Contact email", Source: inSettings},
	{Name: "contact.phone", Label: "Contact telephone", Source: inSettings},
	{Name: "contact.place", Label: "Place", Source: inSettings},
	{Name: "members.count", Label: "Number of members", Source: inSettings},
	{Name: "members.share", Label: "Share of women on boards", Source: inSettings},
	{Name: "members.goal", Label: "Target number of members", Source: inSettings},
	{Name: "event.date", Label: "Day of the launch event, until it is over", Source: inSettings},
	{Name: "membership.offer", Label: "What the plans offer, in a sentence", Source: inPlans},
	{Name: "membership.terms", Label: "How long a membership lasts and how it is paid, in sentences", Source: inPlans},
	{Name: "membership.invitation", Label: "Sentence about membership by invitation, if it applies", Source: inSettings},
	{Name: "fee.lifetime", Label: "Fee of the lifetime plan", Source: inPlans},
	{Name: "fee.annual", Label: "Fee of the annual plan", Source: inPlans},
	{Name: "fee.monthly", Label: "Fee of the monthly plan", Source: inPlans},
	{Name: "seats.filled", Label: "Appointments to board seats in the last 12 months", Source: inSeats},
	{Name: "seats.invited", Label: "Members invited to a board in the last 12 months", Source: inSeats},
	{Name: "seats.growth", Label: "Members invited to a board, compared with the year before", Source: inSeats},
}

// isFact reports whether there is a fact with a name.
func isFact(name string) bool {
	return slices.ContainsFunc(allFacts, func(f Fact) bool { return f.Name == name })
}

var factPattern = regexp.MustCompile(`\{([a-z]+\.[a-zA-Z]+)\}`)

// facts has the values of the facts by name.
type facts map[string]string

// readFacts returns the values of the facts in a language, except those of addCounted.
func (t *Texts) readFacts(app core.App, language Language) (facts, error) {
	current, err := settings.Read(app)
	if err != nil {
		return nil, err
	}
	onSale, err := tiers.ListOnSale(app)
	if err != nil {
		return nil, err
	}
	site := current.Site(t.Site)
	words := languages.Find(string(language))
	if !current.IsPurchaseRestricted {
		words.Terms.Invitation = ""
		words.Terms.Offer, words.Terms.OfferForLife = words.Terms.OpenOffer, words.Terms.OpenOfferForLife
	}
	offer, terms := describeTerms(onSale, words.Terms)
	eventDay := current.UpcomingEventDay(t.Clock())
	if eventDay != "" && language != English {
		eventDay = words.DayOfYear(current.EventTime())
	}
	return facts{
		"site.name":             site.Name,
		"contact.email":         site.ContactEmail,
		"contact.phone":         site.ContactPhone,
		"contact.place":         current.ContactAddress,
		"members.count":         current.FigureMembers,
		"members.share":         current.FigureShare,
		"members.goal":          current.FigureTarget,
		"event.date":            eventDay,
		"membership.offer":      offer,
		"membership.terms":      terms,
		"membership.invitation": words.Terms.Invitation,
		"fee.lifetime":          feeOf(onSale, tiers.Lifetime),
		"fee.annual":            feeOf(onSale, tiers.Annual),
		"fee.monthly":           feeOf(onSale, tiers.Monthly),
	}, nil
}

// addCounted adds the outcomes of the board seats. A public page shows them as they were when the day started or when
// its texts changed last.
func (f facts) addCounted(counted boardseats.Counted) {
	f["seats.filled"], f["seats.invited"], f["seats.growth"] = "", "", ""
	if n := counted.Year.Appointments; n > 0 {
		f["seats.filled"] = strconv.Itoa(n)
	}
	if n := counted.Year.Invited; n > 0 {
		f["seats.invited"] = strconv.Itoa(n)
	}
	if growth := counted.Growth(); growth >= 1.1 { // "1x" is no growth
		f["seats.growth"] = multiple(growth)
	}
}

// multiple returns a number with at most one digit after the point, which is not rounded up, and an x: "2.9x".
func multiple(n float64) string { return strconv.FormatFloat(math.Floor(n*10)/10, 'f', -1, 64) + "x" }

// mentionsCounted reports whether a text of the page refers to the outcomes of the board seats. Most pages do not, so
// the outcomes are not counted for them.
func (s *snapshot) mentionsCounted(withDrafts bool) (found bool) {
	s.walk(func(path string, n *node) {
		found = found || strings.Contains(s.value(path, n, withDrafts), "{seats.")
	})
	return found
}

// ListFacts is GET /api/texts/facts.
func (t *Texts) ListFacts() httpx.Endpoint {
	return httpx.Get(func(e *core.RequestEvent) ([]Fact, error) {
		values, err := t.readFacts(e.App, languageOf(e))
		if err != nil {
			return nil, apperr.Fail(readFailed, err)
		}
		counted, err := boardseats.Count(e.App, t.Clock())
		values.addCounted(counted)
		list := slices.Clone(allFacts)
		for i := range list {
			list[i].Value = values[list[i].Name]
		}
		return list, apperr.Fail(readFailed, err)
	}, httpx.Doc{
		Tag: tag, Summary: "List the facts that texts can refer to",
		Description: "{site.name} in a text is replaced by the value. Without a value, the sentence is omitted.",
	})
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
	lowest := slices.MinFunc(ofDuration, func(a, b tiers.Tier) int { return cmp.Compare(a.Price, b.Price) })
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

// fillRich returns Markdown with the values of the facts, without the paragraphs and list items that lack one. The
// whole paragraph is omitted, because its other sentences usually continue the sentence with the fact.
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
