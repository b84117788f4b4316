package content

import (
	"slices"
	"strings"

	"boardcircle/pb_hooks/settings"
	"boardcircle/pb_hooks/tiers"
)

// defaultLanding returns the current built-in texts: with the figures of the settings, without the launch event once
// it is over, and with the membership terms of the plans on sale.
func (c *Content) defaultLanding() (Landing, error) {
	current, err := settings.Read(c.app)
	if err != nil {
		return Landing{}, err
	}
	landing := c.defaults
	if !current.IsPurchaseRestricted { // anyone may buy
		landing.Footer.Subtitle = ""
	}
	durations, err := tiers.DurationsOnSale(c.app)
	if err != nil {
		return Landing{}, err
	}
	landing = applyPlanTerms(landing, durations)
	if current.UpcomingEventDay(c.now()) == "" {
		landing.FAQ.Cards = withoutEvent(landing.FAQ.Cards)
	}
	return applySettings(landing, current)
}

// withoutEvent removes the cards that mention the day of the launch event.
func withoutEvent(cards []TextBlock) []TextBlock {
	return slices.DeleteFunc(slices.Clone(cards), func(card TextBlock) bool {
		return strings.Contains(card.HTML, defaultEventDay)
	})
}

const (
	// heroForLife is the part of the built-in hero that is only true while only lifetime plans are on sale.
	heroForLife = ", and for life."
	// durationQuestion is the title of the built-in answer about the length of a membership.
	durationQuestion = "How long does membership last, and what does it cost?"

	seePlans = " Membership is neither transferable nor refundable. You can see the current plans on the " +
		"membership page."
)

// applyPlanTerms changes the built-in texts about lifetime membership to match the plans on sale. The texts stay as
// they are without plans, or if all plans are lifetime plans.
func applyPlanTerms(landing Landing, durations []tiers.Duration) Landing {
	term := termsOf(durations)
	if term == "" {
		return landing
	}
	answer := "Membership lasts for the term of your plan: " + term + ". You pay for each term in full."
	if slices.Contains(durations, tiers.Lifetime) {
		answer = "That depends on your plan. A lifetime membership is paid once and in full. Another plan lasts for " +
			term +
			", and you pay for each term in full."
	}
	landing.Hero.HTML = strings.Replace(landing.Hero.HTML, heroForLife, ".", 1)
	landing.FAQ.Cards = slices.Clone(landing.FAQ.Cards)
	for i, card := range landing.FAQ.Cards {
		if card.Title == durationQuestion {
			landing.FAQ.Cards[i].HTML = "<p>" + answer + seePlans + "</p>"
		}
	}
	return landing
}

// termsOf returns the terms of the plans that expire, such as "a month or a year", or "" without such plans.
func termsOf(durations []tiers.Duration) string {
	var terms []string
	if slices.Contains(durations, tiers.Monthly) {
		terms = append(terms, "a month")
	}
	if slices.Contains(durations, tiers.Annual) {
		terms = append(terms, "a year")
	}
	return strings.Join(terms, " or ")
}
