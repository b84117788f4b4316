package texts

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/seats"
	"boardcircle/pb_hooks/tiers"
)

// Coverage is what the office sees of all texts.
type Coverage struct {
	Pages []PageCoverage `json:"pages"`
	// Plans has the plans on sale.
	Plans []PlanCoverage `json:"plans"`
	// Languages counts the translations of all pages and plans.
	Languages []LanguageCoverage `json:"languages"`
	// Warnings are about texts that contradict the settings, the plans on sale or the outcomes of the board seats.
	Warnings []Warning `json:"warnings"`
}

// PageCoverage counts the texts of a page.
type PageCoverage struct {
	Page Page   `json:"page"`
	Name string `json:"name"`
	// Path is the address at which the page is edited.
	Path  string `json:"path"`
	Total int    `json:"total"`
	// Changed counts the texts that differ from the built-in ones.
	Changed   int                `json:"changed"`
	Drafts    int                `json:"drafts"`
	Scheduled int                `json:"scheduled"`
	Languages []LanguageCoverage `json:"languages"`
}

// PlanCoverage counts the translations of a plan's texts, which are changed in the form of the plan.
type PlanCoverage struct {
	ID        string             `json:"id"`
	Name      string             `json:"name"`
	Languages []LanguageCoverage `json:"languages"`
}

// LanguageCoverage counts the translations of a page or a plan, or of all of them. English is not listed.
type LanguageCoverage struct {
	Language Language `json:"language"`
	Name     string   `json:"name"`
	LanguageCounts
}

// Warning is about one text.
type Warning struct {
	Page    Page   `json:"page"`
	Key     string `json:"key"`
	Label   string `json:"label"`
	Message string `json:"message"`
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
	coverage := Coverage{Pages: []PageCoverage{}, Plans: []PlanCoverage{}, Languages: []LanguageCoverage{},
		Warnings: []Warning{}}
	for _, offered := range t.offered[1:] {
		coverage.Languages = append(coverage.Languages,
			LanguageCoverage{Language: Language(offered.Code), Name: offered.EnglishName})
	}
	check, err := t.newCheck(app)
	if err != nil {
		return coverage, err
	}
	for _, page := range t.sortedPages() {
		s, err := t.read(app, page, English)
		if err != nil {
			return coverage, err
		}
		counts := PageCoverage{Page: page, Name: page.name(), Path: addressOf(page)}
		if counts.Languages, err = t.languageCoverage(app, page); err != nil {
			return coverage, err
		}
		s.walk(func(path string, n *node) {
			counts.Total++
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
			isChanged := row != nil && (row.isPublished() || row.hasDraft())
			if problem := check.problem(page, n.kind, s.value(path, n, true), isChanged); problem != "" {
				coverage.Warnings = append(coverage.Warnings, Warning{page, s.key(path), s.label(path), problem})
			}
		})
		coverage.Pages = append(coverage.Pages, counts)
		coverage.add(counts.Languages)
	}
	for _, tier := range check.onSale {
		plan := PlanCoverage{ID: tier.ID, Name: tier.Name, Languages: []LanguageCoverage{}}
		for _, offered := range t.offered[1:] {
			plan.Languages = append(plan.Languages, LanguageCoverage{Language(offered.Code), offered.EnglishName,
				LanguageCounts(tier.CountTranslations(offered.Code))})
		}
		coverage.Plans = append(coverage.Plans, plan)
		coverage.add(plan.Languages)
	}
	return coverage, nil
}

// add adds the counts of a page or a plan to those of all.
func (c *Coverage) add(counts []LanguageCoverage) {
	for i, language := range counts {
		c.Languages[i].LanguageCounts.add(language.LanguageCounts)
	}
}

// pageNames are the names of the pages for people.
var pageNames = map[Page]string{
	Site: "Header and footer", Landing: "Landing page", "plans": "Membership plans", "checkout": "Purchase of a plan",
	"session": "Public page of a session", "renew": "Renewal", "seat": "A company’s seat",
	"thank-you":           "Thank you for a payment",
	"nomination-received": "Nomination received", "sign-in": "Sign-in and passwords", "terms": "Terms and conditions",
	"privacy": "Privacy policy", "refund": "Cancellation and refunds", "legal": "Headings of the legal pages",
	"errors": "Page not found", "nomination": "Nomination form", "own-nomination": "Applicant’s own nomination",
}

func (p Page) name() string {
	if name, ok := pageNames[p]; ok {
		return name
	}
	return wordsOf(string(p))
}

// languageCoverage counts the translations of a page in each language.
func (t *Texts) languageCoverage(app core.App, page Page) ([]LanguageCoverage, error) {
	list := []LanguageCoverage{}
	for _, offered := range t.offered[1:] {
		language := Language(offered.Code)
		s, err := t.read(app, page, language)
		if err != nil {
			return nil, err
		}
		list = append(list, LanguageCoverage{language, offered.EnglishName, s.countTranslations()})
	}
	return list, nil
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

// check finds texts that contradict the settings, the plans on sale or the outcomes of the board seats.
type check struct {
	facts  facts
	onSale []tiers.Tier
	// growth is Growth of the outcomes.
	growth float64
	// isExpiring and isForLife report whether such plans are on sale.
	isExpiring, isForLife bool
}

func (t *Texts) newCheck(app core.App) (check, error) {
	values, err := t.readFacts(app, English)
	if err != nil {
		return check{}, err
	}
	onSale, err := tiers.ListOnSale(app)
	if err != nil {
		return check{}, err
	}
	counted, err := seats.Count(app, t.Clock())
	c := check{facts: values, onSale: onSale, growth: counted.Growth()}
	for _, tier := range onSale {
		if tier.Duration == tiers.Lifetime {
			c.isForLife = true
		} else {
			c.isExpiring = true
		}
	}
	return c, err
}

var (
	forLife = regexp.MustCompile(`(?i)\bfor life\b|\bpaid once\b|\bone-time (?:fee|payment)\b`)
	rupees  = regexp.MustCompile(`(?:₹|Rs\.?|INR)\s?([0-9][0-9,]*)`)
	email   = regexp.MustCompile(`[\w.+-]+@[\w-]+\.[\w.-]*\w`)
)

// problem returns what is wrong with a text, or "". The built-in texts are about the plan for life.
func (c check) problem(page Page, kind Kind, text string, isChanged bool) string {
	if kind != Plain && kind != Rich {
		return ""
	}
	// The checkout names the terms of the plan that it sells.
	found := forLife.FindString(text)
	if found != "" && page != "checkout" && c.isExpiring && (isChanged || !c.isForLife) {
		return "It says “" + found + "”, but a plan on sale expires"
	}
	// Only these pages name prices. The amounts of the legal pages are limits of liability.
	if page != Landing && page != "plans" {
		return c.emailProblem(text)
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
	if problem := c.growthProblem(text); problem != "" {
		return problem
	}
	return c.emailProblem(text)
}

// claim is a multiple, such as "3x" or "three times more". On the landing page and the plans, it is a claim about board
// invitations.
var claim = regexp.MustCompile(`(?i)\b([0-9]+(?:\.[0-9]+)?|two|three|four|five|ten)(?:x| times (?:more|as many))\b`)

var numbers = map[string]float64{"two": 2, "three": 3, "four": 4, "five": 5, "ten": 10}

// growthProblem returns what is wrong with a claim about board invitations, or "".
func (c check) growthProblem(text string) string {
	for _, found := range claim.FindAllStringSubmatch(text, -1) {
		claimed, isWord := numbers[strings.ToLower(found[1])]
		if !isWord {
			claimed, _ = strconv.ParseFloat(found[1], 64) // the pattern matches numbers
		}
		switch {
		case c.growth == 0:
			return "It says “" + found[0] + "”, but the outcomes of board seats that you have recorded are too few " +
				"to show it"
		case c.growth < claimed:
			return "It says “" + found[0] + "”, but the members who were invited to a board in the last 12 months " +
				"are " + multiple(c.growth) + " those of the year before"
		}
	}
	return ""
}

// emailProblem returns what is wrong with the email addresses of a text, or "".
func (c check) emailProblem(text string) string {
	for _, found := range email.FindAllString(text, -1) {
		if !strings.EqualFold(found, c.facts["contact.email"]) {
			return "It names the address " + found + ", but the contact address is " + c.facts["contact.email"]
		}
	}
	return ""
}
