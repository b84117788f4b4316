package texts

import (
	"regexp"
	"slices"
	"strings"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/tiers"
)

// Coverage is what the office sees of all texts.
type Coverage struct {
	Pages []PageCoverage `json:"pages"`
	// Contradictions are texts that do not fit the settings or the plans on sale.
	Contradictions []Contradiction `json:"contradictions"`
}

// PageCoverage counts the texts of a page.
type PageCoverage struct {
	Page  Page   `json:"page"`
	Label string `json:"label"`
	// Address is where the page is edited.
	Address string `json:"address"`
	Texts   int    `json:"texts"`
	// Changed counts the texts that differ from the built-in ones.
	Changed   int        `json:"changed"`
	Drafts    int        `json:"drafts"`
	Scheduled int        `json:"scheduled"`
	Languages []Language `json:"languages"`
}

// Contradiction is a text that does not fit the settings or the plans on sale.
type Contradiction struct {
	Page    Page   `json:"page"`
	Key     string `json:"key"`
	Label   string `json:"label"`
	Problem string `json:"problem"`
}

// GetCoverage is GET /api/texts/coverage.
func (t *Texts) GetCoverage() httpx.Endpoint {
	return httpx.Get(func(e *core.RequestEvent) (Coverage, error) {
		coverage, err := t.coverage(e.App)
		return coverage, apperr.Fail(readFailed, err)
	}, httpx.Doc{
		Tag: tag, Summary: "Count the texts of each page, and list those that contradict the settings",
	})
}

func (t *Texts) coverage(app core.App) (Coverage, error) {
	coverage := Coverage{Pages: []PageCoverage{}, Contradictions: []Contradiction{}}
	check, err := t.newCheck(app)
	if err != nil {
		return coverage, err
	}
	for _, page := range t.sortedPages() {
		s, err := t.read(app, page, English)
		if err != nil {
			return coverage, err
		}
		counts := PageCoverage{Page: page, Label: wordsOf(string(page)), Address: addressOf(page),
			Languages: []Language{}}
		for _, language := range Language("").Values() {
			if t.pages[page][Language(language)] != nil {
				counts.Languages = append(counts.Languages, Language(language))
			}
		}
		s.walk(func(path string, n *node) {
			counts.Texts++
			row := s.row(path, n)
			if row != nil && row.isPublished() {
				counts.Changed++
			}
			if row != nil && row.hasDraft() {
				counts.Drafts++
			}
			if row != nil && !row.publishAt().IsZero() {
				counts.Scheduled++
			}
			if problem := check.problem(n.kind, s.value(path, n, true)); problem != "" {
				coverage.Contradictions = append(coverage.Contradictions,
					Contradiction{page, s.key(path), s.label(path), problem})
			}
		})
		coverage.Pages = append(coverage.Pages, counts)
	}
	return coverage, nil
}

// sortedPages returns the pages in the order of their addresses, and Site first.
func (t *Texts) sortedPages() []Page {
	pages := []Page{Site}
	for _, a := range addresses {
		if t.pages[a.page] != nil && !slices.Contains(pages, a.page) {
			pages = append(pages, a.page)
		}
	}
	return pages
}

// check finds texts that contradict the settings or the plans on sale.
type check struct {
	facts      facts
	onSale     []tiers.Tier
	isExpiring bool
}

func (t *Texts) newCheck(app core.App) (check, error) {
	values, err := t.readFacts(app)
	if err != nil {
		return check{}, err
	}
	onSale, err := tiers.ListOnSale(app)
	return check{values, onSale, slices.ContainsFunc(onSale, func(tier tiers.Tier) bool {
		return tier.Duration != tiers.Lifetime
	})}, err
}

var (
	forLife = regexp.MustCompile(`(?i)\bfor life\b|\bpaid once\b|\bone-time (?:fee|payment)\b`)
	rupees  = regexp.MustCompile(`(?:₹|Rs\.?|INR)\s?([0-9][0-9,]*)`)
	email   = regexp.MustCompile(`[\w.+-]+@[\w-]+\.[\w.-]*\w`)
)

// problem returns what is wrong with a text, or "".
func (c check) problem(kind Kind, text string) string {
	if kind != Plain && kind != Rich {
		return ""
	}
	if found := forLife.FindString(text); found != "" && c.isExpiring {
		return "It says “" + found + "”, but a plan on sale expires"
	}
	for _, found := range rupees.FindAllStringSubmatch(text, -1) {
		amount := strings.ReplaceAll(found[1], ",", "")
		isPrice := slices.ContainsFunc(c.onSale, func(tier tiers.Tier) bool {
			return tier.Price.String() == amount || tier.Breakdown.TotalAmount.String() == amount
		})
		if !isPrice {
			return "It names the amount " + found[0] + ", which no plan on sale costs"
		}
	}
	for _, found := range email.FindAllString(text, -1) {
		if !strings.EqualFold(found, c.facts["contact.email"]) {
			return "It names the address " + found + ", but the contact address is " + c.facts["contact.email"]
		}
	}
	return ""
}

// ListFacts is GET /api/texts/facts.
func (t *Texts) ListFacts() httpx.Endpoint {
	return httpx.Get(func(e *core.RequestEvent) ([]Fact, error) {
		list, err := t.listFacts(e.App)
		return list, apperr.Fail(readFailed, err)
	}, httpx.Doc{
		Tag: tag, Summary: "List the facts that texts can refer to",
		Description: "{site.name} in a text is replaced by the value. Without a value, the sentence is omitted.",
	})
}
