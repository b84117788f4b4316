package content

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/pocketbase/pocketbase/core"
)

// Row is one text of the landing page, as a visitor's browser reads it.
type Row struct {
	Title    string `json:"title"`
	Subtitle string `json:"subtitle"`
	// HTML is a content section's Markdown, rendered and sanitised: the one text that is no plain text.
	HTML     string `json:"html"`
	ImageURL string `json:"imageUrl"`
}

// Stat is one figure of the strip below the hero.
type Stat struct {
	Value string `json:"value"`
	Label string `json:"label"`
}

// Block is a section with a heading and cards.
type Block struct {
	Heading Row   `json:"heading"`
	Cards   []Row `json:"cards"`
}

// Landing is every text of the landing page, in the order of the page.
type Landing struct {
	Hero         Row    `json:"hero"`
	Stats        []Stat `json:"stats"`
	About        Block  `json:"about"`
	Concerns     Block  `json:"concerns"`
	Testimonials Block  `json:"testimonials"`
	Features     Block  `json:"features"`
	Membership   Block  `json:"membership"`
	Register     Row    `json:"register"`
	FAQ          Block  `json:"faq"`
	Contact      Row    `json:"contact"`
	Footer       Row    `json:"footer"`
}

//go:embed landing.json
var landingJSON []byte

// builtInLanding reads the texts that stand where no content section says otherwise.
func builtInLanding() (Landing, error) {
	var landing Landing
	decoder := json.NewDecoder(bytes.NewReader(landingJSON))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&landing); err != nil {
		return landing, fmt.Errorf("landing.json: %w", err)
	}
	if landing.Membership.Cards == nil {
		landing.Membership.Cards = []Row{}
	}
	return landing, nil
}

// landing is the built-in texts with the active content sections laid over them.
func (s *Site) landing() (Landing, error) {
	sections, err := s.sections(activeOnly)
	if err != nil {
		return Landing{}, err
	}
	texts, err := s.texts()
	return overlay(texts, sections), err
}

// GetLanding answers GET /api/site/landing.
func (s *Site) GetLanding(e *core.RequestEvent) error {
	landing, err := s.landing()
	if err != nil {
		return e.InternalServerError("", err)
	}
	return e.JSON(http.StatusOK, landing)
}

// overlay lays content sections, in their order, over the built-in texts.
func overlay(landing Landing, sections []Section) Landing {
	of := map[string][]Row{}
	for _, s := range sections {
		of[s.Section] = append(of[s.Section], Row{s.Title, s.Subtitle, render(s.Content, topHeading(s.Section)), s.ImageURL})
	}
	overlayRow(&landing.Hero, of["hero"])
	overlayRow(&landing.Membership.Heading, of["membership"])
	overlayRow(&landing.Footer, of["footer"])
	overlayBlock(&landing.About, of["about"])
	overlayBlock(&landing.Features, of["features"])
	overlayBlock(&landing.Testimonials, of["testimonials"])
	return landing
}

// topHeading is the highest heading that a section's content may have: it stands under the page's
// own heading in the hero, under a chapter's in the membership section and in the footer, and
// under a card's elsewhere.
func topHeading(section string) int {
	switch section {
	case "hero":
		return 2
	case "membership", "footer":
		return 3
	}
	return 4
}

// overlayRow lays the first row over a text, field by field; an empty field keeps the built-in one.
func overlayRow(text *Row, rows []Row) {
	if len(rows) == 0 {
		return
	}
	first := rows[0]
	lay(&text.Title, first.Title)
	lay(&text.Subtitle, first.Subtitle)
	lay(&text.HTML, first.HTML)
	lay(&text.ImageURL, first.ImageURL)
}

// overlayBlock takes a row without content as the section's heading; rows with content are its
// cards, and as soon as there is one they stand in place of all the built-in cards.
func overlayBlock(block *Block, rows []Row) {
	var headings, cards []Row
	for _, row := range rows {
		if row.HTML == "" {
			headings = append(headings, row)
		} else {
			cards = append(cards, row)
		}
	}
	overlayRow(&block.Heading, headings)
	if len(cards) > 0 {
		block.Cards = cards
	}
}

func lay(text *string, over string) {
	if over != "" {
		*text = over
	}
}
