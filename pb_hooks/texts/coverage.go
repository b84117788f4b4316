package texts

import (
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/modules/boardseats"
	"boardcircle/pb_hooks/settings"
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
	Page  Page   `json:"page"`
	Key   string `json:"key"`
	Label string `json:"label"`
	// Problem and Version are what a confirmation names.
	Problem ProblemKind `json:"problem"`
	Version int         `json:"version"`
	Message string      `json:"message"`
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
			value := s.value(path, n, true)
			for _, found := range check.problems(page, n.kind, value, isChanged) {
				if row.isConfirmed(found.problem, value) {
					continue
				}
				coverage.Warnings = append(coverage.Warnings,
					Warning{page, s.key(path), s.label(path), found.problem, row.versionOrZero(), found.message})
				break // one at a time, so that a text is listed once
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
	counted, err := boardseats.Count(app, t.Clock())
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

// ProblemKind is what is wrong with a text.
type ProblemKind string

// The problems of a text.
const (
	termProblem    ProblemKind = "term"
	priceProblem   ProblemKind = "price"
	claimProblem   ProblemKind = "claim"
	contactProblem ProblemKind = "contact"
)

// Values returns all problems.
func (ProblemKind) Values() []string {
	return rules.Options(termProblem, priceProblem, claimProblem, contactProblem)
}

type foundProblem struct {
	problem ProblemKind
	message string
}

// problems returns what is wrong with a text.
func (c check) problems(page Page, kind Kind, text string, isChanged bool) (found []foundProblem) {
	if kind != Plain && kind != Rich {
		return nil
	}
	add := func(problem ProblemKind, message string) {
		if message != "" {
			found = append(found, foundProblem{problem, message})
		}
	}
	add(termProblem, c.termMessage(page, text, isChanged))
	// Only these pages name prices. The amounts of the legal pages are limits of liability.
	if page == Landing || page == "plans" {
		add(priceProblem, c.priceMessage(text))
		add(claimProblem, c.claimMessage(text))
	}
	add(contactProblem, c.contactMessage(text))
	return found
}

// termMessage returns what is wrong with how long a membership lasts, or "". The built-in texts are about the plan for
// life, and the checkout names the terms of the plan that it sells.
func (c check) termMessage(page Page, text string, isChanged bool) string {
	found := forLife.FindString(text)
	if found != "" && page != "checkout" && c.isExpiring && (isChanged || !c.isForLife) {
		return "It says “" + found + "”, but a plan on sale expires"
	}
	return ""
}

// priceMessage returns what is wrong with the amounts of a text, or "".
func (c check) priceMessage(text string) string {
	for _, found := range rupees.FindAllStringSubmatch(text, -1) {
		amount := strings.ReplaceAll(found[1], ",", "")
		isPrice := slices.ContainsFunc(c.onSale, func(tier tiers.Tier) bool {
			return tier.Price.String() == amount || tier.Breakdown.TotalAmount.String() == amount
		})
		if !isPrice {
			return "It names the amount " + found[0] + ", which no plan on sale costs"
		}
	}
	return ""
}

// claim is a multiple, such as "3x" or "three times more". On the landing page and the plans, it is a claim about board
// invitations.
var claim = regexp.MustCompile(`(?i)\b([0-9]+(?:\.[0-9]+)?|two|three|four|five|ten)(?:x| times (?:more|as many))\b`)

var numbers = map[string]float64{"two": 2, "three": 3, "four": 4, "five": 5, "ten": 10}

// claimMessage returns what is wrong with a claim about board invitations, or "".
func (c check) claimMessage(text string) string {
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

// contactMessage returns what is wrong with the email addresses of a text, or "".
func (c check) contactMessage(text string) string {
	for _, found := range email.FindAllString(text, -1) {
		if !strings.EqualFold(found, c.facts["contact.email"]) {
			return "It names the address " + found + ", but the contact address is " + c.facts["contact.email"]
		}
	}
	return ""
}

// confirmForm names a problem of a text that an admin confirms to be right.
type confirmForm struct {
	_   struct{} `wire:"-"`
	Key string   `json:"key"`
	// Version is the version of the text that the caller has read.
	Version int         `json:"version"`
	Problem ProblemKind `json:"problem"`
}

// Rules returns the rules of the form.
func (confirmForm) Rules() rules.Form {
	return append(saveForm{}.Rules(), rules.Field{Name: "problem", Label: "Problem", Kind: rules.Choice, Required: true,
		Options: ProblemKind("").Values()})
}

var errNoProblem = apperr.Conflict("no-problem", "This text no longer has this problem.")

// Confirm is POST /api/texts/{page}/confirm.
func (t *Texts) Confirm() httpx.Endpoint {
	return httpx.JSON(t.confirm, httpx.Doc{
		Tag: tag, Summary: "Confirm that a text is right, although it contradicts the settings or the figures",
		Description: "The coverage no longer lists the problem. If the text is changed, it is listed again. A version " +
			"other than the current one of the text gets 409, as in a save.",
		Errors:   []*apperr.Error{errPageNotFound, errTextNotFound, errNoProblem},
		Statuses: []int{http.StatusConflict},
		Example:  map[string]any{"key": "landing.stats.items.invitations.value", "version": 0, "problem": "claim"},
	})
}

func (t *Texts) confirm(e *core.RequestEvent, form confirmForm) (text Text, err error) {
	err = e.App.RunInTransaction(func(tx core.App) error {
		check, err := t.newCheck(tx)
		if err != nil {
			return err
		}
		text, err = t.change(tx, pageOf(e), English, form.Key, form.Version, func(c *change) error {
			value := c.value(c.path, c.node, true)
			isChanged := c.row.isPublished() || c.row.hasDraft()
			found := check.problems(c.page, c.node.kind, value, isChanged)
			if !slices.ContainsFunc(found, func(f foundProblem) bool { return f.problem == form.Problem }) {
				return errNoProblem
			}
			c.row.confirm(form.Problem, value)
			// The text is as before, so its version is, too.
			return database.Wrap("confirm text "+form.Key,
				t.Audit.SaveAs(tx, audit.RequestActor(e), "text.confirmed", c.place(c.path), c.row.Record))
		})
		return err
	})
	return text, apperr.Fail(saveFailed, err)
}

// The built-in testimonials and the section of members name no one, because no one has said anything yet. The office
// writes its own.
const testimonials, portraits, membersPicture = "testimonials.cards", "membership.portraits", "membership.image"

// ListSamples returns the texts of the landing page that are still samples: the testimonials without a member's name or
// words, and the members' photographs.
func (t *Texts) ListSamples(app core.App) (samples []settings.SampleText, err error) {
	s, err := t.read(app, Landing, English)
	if err != nil {
		return nil, err
	}
	add := func(path, label string) {
		samples = append(samples, settings.SampleText{Label: label, Path: addressOf(Landing) + "?edit#" + s.key(path)})
	}
	list := s.tree.find(testimonials)
	for _, item := range orderOf(s.value(testimonials, list, false)) {
		card := join(testimonials, item.ID)
		name, words := join(card, "title"), join(card, "body")
		body := s.tree.find(words)
		isSample := s.value(name, s.tree.find(name), false) == "" ||
			list.hasBuiltIn(item.ID) && s.value(words, body, false) == body.value
		if !bool(item.IsHidden) && isSample {
			role := join(card, "subtitle")
			add(name, "Testimonial: "+s.value(role, s.tree.find(role), false))
		}
	}
	hasPortraits := slices.ContainsFunc(orderOf(s.value(portraits, s.tree.find(portraits), false)),
		func(item Item) bool { return !bool(item.IsHidden) })
	picture := imageOf(s.value(membersPicture, s.tree.find(membersPicture), false))
	if !hasPortraits && picture.Image == "" {
		add(portraits, "Photographs of members")
	}
	return samples, nil
}
