package demo

import (
	"errors"
	"slices"
	"strings"
	"time"

	"boardcircle/pb_hooks/accounts"
	"boardcircle/pb_hooks/directory"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/payments/ledger"
)

// profileAgo is the age of the sample profiles.
const profileAgo = 6 * hour

// lookingFor and languages are what the sample members add to their nomination, in turn.
var (
	lookingFor = []string{
		"A seat on the audit committee of a listed company, preferably in the west of India.",
		"Directors who have sat through an insolvency, to compare notes.",
		"A first-time director whom I can prepare for her first year.",
		"Introductions to family businesses that want an independent chair.",
		"",
		"A sounding board for a sustainability committee that starts from nothing.",
		"Someone who has moved a board from yearly to quarterly risk reviews.",
	}
	languages = [][]string{
		{"en", "hi"}, {"en", "hi", "mr"}, {"en", "ta"}, {"en", "gu", "hi"}, {"en", "bn", "hi"}, {"en", "kn"}, {"en", "hi", "fr"},
	}
	biographies = []string{
		"Chartered accountant. Twenty years in treasury and audit before my first board.",
		"Engineer by training; I have run plants in three states and sat on both sides of a merger.",
		"Lawyer. I advise boards on disclosures and have served on two nomination committees.",
		"I built and sold a company, and now help founders to grow into governance.",
		"",
		"Former civil servant in infrastructure finance.",
	}
)

// directoryEvents publish the profiles of most members.
func directoryEvents(now time.Time) []historyEvent {
	return []historyEvent{{sampleTime(now, profileAgo, 0), (*history).publishProfiles}}
}

// publishProfiles saves and publishes a profile for each member, filled from their nomination. Every seventh member has
// only a draft, but not the printed member.
func (h *history) publishProfiles() error {
	people, err := ledger.PeopleByEntitlement(h.tx, ledger.Active, h.clock.Now())
	if err != nil {
		return err
	}
	members := make([]*identity.User, len(people))
	for i, person := range people {
		contact, err := accounts.ContactOfPerson(h.tx, person)
		if err == nil && contact == nil {
			err = errors.New("a sample member has no account")
		}
		if err != nil {
			return err
		}
		if members[i], err = identity.FindUser(h.tx, contact.ID); err != nil {
			return err
		}
	}
	slices.SortFunc(members, func(a, b *identity.User) int { return strings.Compare(a.Name(), b.Name()) })
	for i, member := range members {
		if err := h.publishProfile(member, i); err != nil {
			return err
		}
	}
	return nil
}

func (h *history) publishProfile(member *identity.User, n int) error {
	var own struct {
		directory.Form
		Consent directory.Consent `json:"consent"`
	}
	r := request{by: member.Record}
	if err := h.call(h.directory.GetOwn().Handler, r, &own); err != nil {
		return err
	}
	form := own.Form
	form.LookingFor, form.Languages = lookingFor[n%len(lookingFor)], nil
	for _, language := range languages[n%len(languages)] {
		form.Languages = append(form.Languages, directory.Language(language))
	}
	if form.Biography == "" {
		form.Biography = biographies[n%len(biographies)]
	}
	if form.Designation == "" {
		form.Designation = "Independent Director"
	}
	if len(form.Sectors) == 0 {
		form.Sectors = append(form.Sectors, "financial-services", "infrastructure")
	}
	if len(form.CanHelpWith) == 0 {
		form.CanHelpWith = append(form.CanHelpWith, "finance", "governance")
	}
	visibilities := []directory.Visibility{directory.ToMembers, directory.ToIntroduced, directory.ToNobody}
	form.EmailVisibility, form.PhoneVisibility = visibilities[n%3], visibilities[(n+1)%3]
	r.body = form
	if err := h.call(h.directory.PutOwn().Handler, r, nil); err != nil {
		return err
	}
	if n%7 == 6 && member.Email() != sampleUsers[0].email {
		return nil
	}
	r.body = map[string]any{"wording": own.Consent.Wording, "agree": true}
	return h.call(h.directory.Publish().Handler, r, nil)
}
