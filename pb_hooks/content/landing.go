package content

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"boardcircle/pb_hooks/content/markdown"
	"boardcircle/pb_hooks/settings"
)

// TextBlock is one text of the landing page in JSON.
type TextBlock struct {
	Title    string `json:"title"`
	Subtitle string `json:"subtitle"`
	// HTML is a content section's Markdown, rendered and sanitised. All other fields are plain text.
	HTML     string `json:"html"`
	ImageURL string `json:"imageUrl"`
}

// Stat is one figure below the hero.
type Stat struct {
	Value string `json:"value"`
	Label string `json:"label"`
}

// CardSection is a section with a heading and cards.
type CardSection struct {
	Heading TextBlock   `json:"heading"`
	Cards   []TextBlock `json:"cards"`
}

// Landing has all texts of the landing page, in the order of the page.
type Landing struct {
	Hero         TextBlock   `json:"hero"`
	Stats        []Stat      `json:"stats"`
	About        CardSection `json:"about"`
	Concerns     CardSection `json:"concerns"`
	Testimonials CardSection `json:"testimonials"`
	Features     CardSection `json:"features"`
	Membership   CardSection `json:"membership"`
	Register     TextBlock   `json:"register"`
	FAQ          CardSection `json:"faq"`
	Contact      TextBlock   `json:"contact"`
	Footer       TextBlock   `json:"footer"`
}

//go:embed landing.json
var landingJSON []byte

// loadDefaultLanding reads the built-in texts, which are shown unless a content section replaces them.
func loadDefaultLanding() (Landing, error) {
	var landing Landing
	decoder := json.NewDecoder(bytes.NewReader(landingJSON))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&landing); err != nil {
		return landing, fmt.Errorf("landing.json: %w", err)
	}
	if landing.Membership.Cards == nil {
		landing.Membership.Cards = []TextBlock{}
	}
	return landing, nil
}

// Landing returns the built-in texts with the active content sections applied.
func (c *Content) Landing() (Landing, error) {
	sections, err := listSections(c.app, true)
	if err != nil {
		return Landing{}, err
	}
	texts, err := c.defaultLanding()
	if err != nil {
		return Landing{}, err
	}
	return c.overlay(texts, sections)
}

// overlay applies content sections to the built-in texts, with the pictures that the settings allow.
func (c *Content) overlay(texts Landing, sections []Section) (Landing, error) {
	current, err := settings.Read(c.app)
	if err != nil {
		return Landing{}, err
	}
	return overlay(texts, sections, current.ShowsPicture), nil
}

// overlay applies content sections, in their order, to the built-in texts. An inactive section is not shown, and it
// hides the built-in card with the same title. Pictures that shows refuses are omitted.
func overlay(landing Landing, sections []Section, shows func(address string) bool) Landing {
	of, hidden := map[SectionName][]TextBlock{}, map[SectionName]map[string]bool{}
	for _, s := range sections {
		if !bool(s.IsActive) {
			if hidden[s.Section] == nil {
				hidden[s.Section] = map[string]bool{}
			}
			hidden[s.Section][s.Title] = true
			continue
		}
		picture := s.ImageURL
		if picture != "" && !shows(picture) {
			picture = ""
		}
		of[s.Section] = append(of[s.Section], TextBlock{
			Title:    s.Title,
			Subtitle: s.Subtitle,
			HTML:     markdown.Render(s.Content, topHeading(s.Section), shows),
			ImageURL: picture,
		})
	}
	overlayText(&landing.Hero, of[sectionHero])
	overlayText(&landing.Membership.Heading, of[sectionMembership])
	overlayText(&landing.Footer, of[sectionFooter])
	overlayBlock(&landing.About, of[sectionAbout], hidden[sectionAbout])
	overlayBlock(&landing.Features, of[sectionFeatures], hidden[sectionFeatures])
	overlayBlock(&landing.Testimonials, of[sectionTestimonials], hidden[sectionTestimonials])
	return landing
}

// topHeading returns the highest heading level for a section's content. The content is below the page's heading in
// the hero, below a chapter's heading in the membership section and the footer, and below a card's heading elsewhere.
func topHeading(section SectionName) int {
	switch section {
	case sectionHero:
		return 2
	case sectionMembership, sectionFooter:
		return 3
	}
	return 4
}

// overlayText applies the first row to a text, field by field. An empty field keeps the built-in value.
func overlayText(text *TextBlock, overrides []TextBlock) {
	if len(overrides) == 0 {
		return
	}
	first := overrides[0]
	setIfNotEmpty(&text.Title, first.Title)
	setIfNotEmpty(&text.Subtitle, first.Subtitle)
	setIfNotEmpty(&text.HTML, first.HTML)
	setIfNotEmpty(&text.ImageURL, first.ImageURL)
}

// overlayBlock applies rows to a section. A row without content is the section's heading; rows with content are
// cards. A card with the title of a built-in card replaces it; other cards are appended. Built-in cards whose titles
// are in hidden are removed.
func overlayBlock(block *CardSection, rows []TextBlock, hidden map[string]bool) {
	var headings, own []TextBlock
	for _, row := range rows {
		if row.HTML == "" {
			headings = append(headings, row)
		} else {
			own = append(own, row)
		}
	}
	overlayText(&block.Heading, headings)
	cards := []TextBlock{}
	for _, builtIn := range block.Cards {
		i := slices.IndexFunc(own, func(card TextBlock) bool { return card.Title == builtIn.Title })
		switch {
		case i >= 0:
			cards, own = append(cards, own[i]), slices.Delete(own, i, i+1)
		case !hidden[builtIn.Title]:
			cards = append(cards, builtIn)
		}
	}
	block.Cards = append(cards, own...)
}

// BuiltInText is a built-in text as a form would send it.
type BuiltInText struct {
	Section  SectionName `json:"section"`
	Title    string      `json:"title"`
	Subtitle string      `json:"subtitle"`
	// Content is Markdown.
	Content  string `json:"content"`
	ImageURL string `json:"imageUrl"`
}

// builtInTexts returns the texts that content sections can replace, in the order of the page.
func builtInTexts(landing Landing) []BuiltInText {
	list := []BuiltInText{}
	add := func(section SectionName, texts ...TextBlock) {
		for _, text := range texts {
			list = append(list, BuiltInText{section, text.Title, text.Subtitle, paragraphs(text.HTML), text.ImageURL})
		}
	}
	add(sectionHero, landing.Hero)
	for _, block := range []struct {
		section SectionName
		of      CardSection
	}{{sectionAbout, landing.About}, {sectionFeatures, landing.Features}, {sectionTestimonials, landing.Testimonials}} {
		add(block.section, block.of.Heading)
		add(block.section, block.of.Cards...)
	}
	add(sectionMembership, landing.Membership.Heading)
	add(sectionFooter, landing.Footer)
	return list
}

// paragraphs converts the HTML of the built-in texts, which has only paragraphs, to Markdown.
func paragraphs(html string) string {
	return strings.TrimSpace(strings.NewReplacer("<p>", "", "</p>", "\n\n", "&amp;", "&").Replace(html))
}

func setIfNotEmpty(text *string, override string) {
	if override != "" {
		*text = override
	}
}

// defaultEventDay is the launch event's day in the built-in texts.
const defaultEventDay = "16 September"

// applySettings replaces the default figures and the default event day in the built-in texts by those of the
// settings. Figures contain no markup (the rules of settings.Form), so they are the same in plain text and in HTML.
func applySettings(landing Landing, current settings.Settings) (Landing, error) {
	plain := settings.Defaults()
	var changes []string
	change := func(from, to string) {
		if from != to {
			changes = append(changes, from, to)
		}
	}
	change(plain.FigureMembers, current.FigureMembers)
	change(plain.FigureShare, current.FigureShare)
	change(plain.FigureTarget, current.FigureTarget)
	change(defaultEventDay, current.EventDay())
	if len(changes) == 0 {
		return landing, nil
	}
	text, err := json.Marshal(landing)
	if err != nil {
		return landing, err
	}
	var changed Landing
	err = json.Unmarshal([]byte(strings.NewReplacer(changes...).Replace(string(text))), &changed)
	return changed, err
}
