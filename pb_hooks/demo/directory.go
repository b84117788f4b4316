package demo

import (
	"fmt"
	"strings"
	"time"

	"boardcircle/pb_hooks/accounts/links"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/modules/directory"
)

// profilesAgo is the age of the sample profiles.
const profilesAgo = 12 * day

// earlyProfilesAgo is the age of the profiles of members whose mentorship is older than the other profiles.
const earlyProfilesAgo = 40 * day

// hasEarlyProfile reports whether a member has published their profile before the others.
func hasEarlyProfile(name string) bool { return name == printedMember || name == longMentee }

// sampleProfile is what a sample member adds to their account and nomination. Empty fields are filled from these. Lists
// are separated by spaces.
type sampleProfile struct {
	name, designation, company    string
	sectors, expertise, languages string
	lookingFor, biography         string
}

// sampleProfiles are the profiles of the directory, on two pages.
var sampleProfiles = []sampleProfile{
	{"Meera Krishnan", "", "", "infrastructure financial-services", "finance governance", "en hi ta",
		"A first-time director whom I can prepare for her first year.", ""},
	{"Zarine Mistry", "Independent Director", "Cuffe Parade Holdings Ltd", "financial-services real-estate",
		"legal-compliance governance", "en gu hi", "Lawyers who sit on boards, to compare how we read disclosures.",
		"Solicitor for thirty years, now on three listed boards. I enjoy the papers that no one else has read."},
	{"Hema Raghavan", "Chair of the audit committee", "Marina Engineering Ltd", "manufacturing automotive",
		"finance risk-management", "en ta", "A successor for my audit committee, whom I would prepare over a year.",
		"Former finance head of a listed manufacturer. I have chaired three audit committees through two " +
			"restatements."},
	{"Sunita Deshmukh", "Independent Director", "Wainganga Cement Ltd", "infrastructure manufacturing",
		"finance legal-compliance", "en mr hi", "Members who have voted against a related party transaction.",
		"Cost accountant from Nagpur. I read the notes to the accounts first and the accounts afterwards."},
	{"Prabha Nambiar", "Chair", "Vembanad Hotels Ltd", "retail-consumer infrastructure", "strategy governance", "en ml",
		"Chairs of listed companies, for an honest talk about the chair's role in a takeover.",
		"I built a hotel group and sold it. Today I chair two listed companies and mentor founders in Kerala."},
	{"Alka Mathur", "Company Secretary and Director", "Amber Fort Textiles Ltd", "manufacturing retail-consumer",
		"legal-compliance governance", "en hi", "Family businesses that want minutes that would stand up in court.",
		"Fellow member of the Institute of Company Secretaries. I have written the minutes of nine hundred meetings."},
	{"Anjali Saxena", "", "", "", "", "en hi mr", "Directors of insurers who have dealt with the new solvency rules.",
		"Actuary. I explain risk to boards in words that the minutes can use."},
	{"Geeta Malhotra", "", "", "energy infrastructure", "", "en hi pa",
		"Women engineers in their forties who could join a board within two years.",
		"Former civil servant in power regulation. I chair the nomination committee of a listed utility."},
	{"Farah Siddiqui", "", "", "", "", "en ur te", "A sounding board for a telecom merger.",
		"Engineer and lawyer. I moved from spectrum auctions to boards in 2017."},
	{"Swati Joshi", "", "", "", "finance strategy", "en mr",
		"Someone who has moved a board from yearly to quarterly risk reviews.",
		"Chartered accountant. Twenty years in treasury and audit before my first board."},
	{"Revathi Iyer", "", "", "", "", "en kn ta", "Companies outside technology that need a director who can read code.",
		"I led security at a payments company, and now ask boards the second question about cyber risk."},
	{"Leela Narayanan", "", "", "", "", "en kn", "A place on the board of a school chain.",
		"I ran a learning company for eleven years and sit on the risk committee of another one."},
	{"Padma Reddy", "", "", "", "", "en te", "Scientists who want to learn how a board decides.",
		"Pharmacologist with forty patents. I translate between the laboratory and the board."},
	{"Aditi Chatterjee", "", "", "", "governance hr sustainability", "en bn hi",
		"Chairs of sustainability committees that start from nothing.",
		"I took over my family's jute mill at thirty and opened its board to outsiders at forty."},
	{"Shirin Irani", "", "", "", "", "en gu", "Directors who have sat through an insolvency, to compare notes.",
		"Investment banker for two decades. On three boards since 2015."},
	{"Vasundhara Rajan", "Independent Director", "Palar Leather Exports Ltd", "manufacturing",
		"international operations",
		"en ta de", "Exporters who have met the European rules on due diligence.",
		"I sold Indian leather to German buyers for twenty years and know both sides of a quality claim."},
	{"Kamala Venkataraman", "Independent Director", "Chola Shipyards Ltd", "infrastructure",
		"operations risk-management",
		"en ta te", "A younger director for a shipping board; I will introduce her.",
		"Naval architect. The first woman on the board of a shipyard in Chennai."},
	{"Rehana Sheikh", "Non-Executive Director", "Sewri Warehousing Ltd", "infrastructure retail-consumer",
		"operations technology", "en hi ur", "Comparisons of how boards follow up on safety in warehouses.",
		"Logistics since 1998. I visit a warehouse before each board meeting."},
	{"Pushpa Chaudhary", "Independent Director", "Shekhawati Solar Ltd", "energy", "sustainability finance", "en hi",
		"Introductions to boards of utilities in the north.",
		"Project financier of the first solar parks in Rajasthan."},
	{"Ambika Pai", "Independent Director", "Netravati Foods Ltd", "agriculture retail-consumer", "marketing strategy",
		"en kn mr", "Founders of food companies who are about to build their first board.",
		"I brought three Indian food brands to the Gulf. Now I help boards to say no to the fourth."},
	{"Beena Thomas", "Executive Director, Finance", "Pamba Rubber Ltd", "manufacturing agriculture",
		"finance operations",
		"en ml", "Independent directors' view of executive directors like me.",
		"I joined the company as a trainee in 1996 and its board in 2019."},
	{"Chandrika Gowda", "Independent Director", "Hemavathi Seeds Ltd", "agriculture", "innovation sustainability",
		"en kn",
		"A seat on the board of a development bank.", "Plant breeder, and a farmer's daughter from Hassan."},
	{"Deepa Kamath", "Independent Director", "Zuari Pharma Ltd", "pharmaceuticals healthcare",
		"legal-compliance risk-management", "en mr kn",
		"Directors of companies that answer a warning letter of the FDA.",
		"Quality head of two exporters before I went on boards. I have read four hundred inspection reports."},
	{"Esther Lalrinpuii", "Non-Executive Director", "Barail Bamboo Ltd", "manufacturing agriculture",
		"sustainability operations", "en as", "Members who invest in the north-east.",
		"From Aizawl. I built a company of bamboo boards with eleven hundred suppliers."},
	{"Fatima Lokhandwala", "Independent Director", "Narmada Steel Tubes Ltd", "manufacturing infrastructure",
		"finance risk-management", "en gu ur", "Audit committee members of steel companies.",
		"Chartered accountant from Vadodara. I count inventory myself once a year."},
	{"Gauri Apte", "Independent Director", "Mula Electric Ltd", "automotive energy", "technology innovation",
		"en mr de",
		"Boards of suppliers that must decide about electric vehicles now.",
		"I developed power electronics in Stuttgart and Pune for twenty-five years."},
	{"Hansa Trivedi", "Chairperson", "Rann Salt and Chemicals Ltd", "manufacturing", "governance strategy", "en gu hi",
		"An independent chair to succeed me in 2028.", "Second generation in a family company that I listed in 2011."},
	{"Indrani Sarkar", "Independent Director", "Damodar Power Ltd", "energy infrastructure", "hr governance",
		"en bn hi",
		"Members of nomination committees in public-sector companies.",
		"Thirty years in human resources of a public-sector company, the last five as its director."},
	{"Jayashree Patnaik", "Independent Director", "Mahanadi Minerals Ltd", "manufacturing",
		"sustainability legal-compliance", "en or hi", "Directors who have closed a mine with dignity.",
		"Environmental lawyer from Bhubaneswar. I sit where the forest meets the mine."},
	{"Kiran Ahluwalia", "Advisory Board Member", "Beas Sportswear Ltd", "retail-consumer manufacturing",
		"marketing international", "en pa hi", "The step from an advisory to a statutory seat.",
		"I sold sportswear from Jalandhar to twenty-two countries."},
	{"Lata Bhattacharya", "Independent Director", "Sutanuti Finance Ltd", "financial-services",
		"risk-management finance",
		"en bn", "Risk committee chairs of lenders, before the next circular of the RBI.",
		"Former general manager of a public-sector bank. I have seen four credit cycles."},
	{"Madhuri Pandit", "Independent Director", "Godavari Hospitals Ltd", "healthcare", "operations hr", "en mr hi",
		"Hospital boards that publish their infection rates.",
		"Surgeon, later medical director of a chain of hospitals."},
	{"Nirmala Soren", "Independent Director", "Subarnarekha Tools Ltd", "manufacturing automotive", "hr operations",
		"en hi bn", "A mentor for my first audit committee.",
		"Metallurgist from Jamshedpur, and the first in my family to read a balance sheet."},
	{"Pallavi Dixit", "Independent Director", "Gomti Software Ltd", "technology education", "technology strategy",
		"en hi",
		"Peers who sit on boards of companies younger than ten years.",
		"I founded two software companies in Lucknow. One of them is still there."},
	{"Qudsia Ali", "Non-Executive Director", "Charminar Media Ltd", "media-entertainment", "marketing legal-compliance",
		"en ur te", "Editors and lawyers on boards of media companies.",
		"Journalist for twenty years, and then publisher of the newspaper that had hired me."},
	{"Rajeshwari Naidu", "Independent Director", "Simhadri Ports Ltd", "infrastructure energy", "operations strategy",
		"en te hi", "Directors of ports, for a visit to each other's terminals.",
		"Marine engineer from Visakhapatnam with six years at sea."},
	{"Sabina Dias", "Independent Director", "Mandovi Resorts Ltd", "real-estate retail-consumer", "sustainability hr",
		"en mr fr", "Boards of hotels that measure their water.", "I opened eleven hotels in Goa and closed one."},
	{"Tulika Barua", "Independent Director", "Manas Tea Estates Ltd", "agriculture", "governance sustainability",
		"en as bn", "Tea companies that want to pay living wages and stay listed.",
		"Third generation in Assam tea, first woman on the board of the estate."},
	{"Usha Wadhwani", "Independent Director", "Colaba Asset Management Ltd", "financial-services", "finance innovation",
		"en hi", "First-time directors for a reading group on valuation.",
		"Fund manager for twenty-five years. I vote at more meetings than I attend."},
	{"Yamini Subbarao", "Independent Director", "Tungabhadra Telecom Ltd", "telecommunications technology",
		"technology risk-management", "en kn te", "A seat on the technology committee of a bank.",
		"I ran networks for forty million customers. My rule for boards: ask when it last failed."},
}

// sampleProfileDrafts are profiles that their members have saved and not published.
var sampleProfileDrafts = []sampleProfile{
	{"Daksha Patel", "", "", "", "", "en gu hi", "", ""},
	{"Neelam Agarwal", "", "", "", "", "en hi", "Introductions to family businesses that want an independent chair.",
		""},
	{"Kavita Menon", "", "", "", "", "en ml", "",
		"Spice trader. I help boards to think about currencies and the monsoon."},
}

// directoryEvents save and publish the sample profiles.
func directoryEvents(now time.Time) []historyEvent {
	return []historyEvent{
		{sampleTime(now, earlyProfilesAgo, 0), func(h *history) error { return h.publishProfiles(hasEarlyProfile) }},
		{sampleTime(now, profilesAgo, 0), (*history).saveProfiles},
	}
}

func (h *history) saveProfiles() error {
	if err := h.publishProfiles(func(name string) bool { return !hasEarlyProfile(name) }); err != nil {
		return err
	}
	for n, p := range sampleProfileDrafts {
		if err := h.saveProfile(p, n, false); err != nil {
			return fmt.Errorf("draft of %s: %w", p.name, err)
		}
	}
	return nil
}

// publishProfiles publishes the profiles of some members.
func (h *history) publishProfiles(isWanted func(name string) bool) error {
	for n, p := range sampleProfiles {
		if !isWanted(p.name) {
			continue
		}
		if err := h.saveProfile(p, n, true); err != nil {
			return fmt.Errorf("profile of %s: %w", p.name, err)
		}
	}
	return nil
}

// saveProfile saves the n-th profile as its member, and publishes it.
func (h *history) saveProfile(p sampleProfile, n int, publish bool) error {
	member, err := identity.FindUserByEmail(h.tx, sampleEmail(p.name))
	if err != nil {
		return err
	}
	var own struct {
		directory.Form
		Consent directory.Consent `json:"consent"`
	}
	r := request{by: member.Record}
	if err := h.call(h.directory.GetOwn().Handler, r, &own); err != nil {
		return err
	}
	form := own.Form
	for _, text := range []struct {
		field *string
		value string
	}{
		{&form.Designation, p.designation}, {&form.Company, p.company}, {&form.LookingFor, p.lookingFor},
		{&form.Biography, p.biography},
	} {
		if text.value != "" {
			*text.field = text.value
		}
	}
	fill(&form.Sectors, p.sectors)
	fill(&form.CanHelpWith, p.expertise)
	fill(&form.Languages, p.languages)
	visibilities := []directory.Visibility{directory.ToMembers, directory.ToIntroduced, directory.ToNoOne}
	form.EmailVisibility, form.PhoneVisibility = visibilities[n%3], visibilities[(n+1)%3]
	switch p.name {
	case "Zarine Mistry":
		form.BoardsVisibility = directory.ToIntroduced
	case "Yamini Subbarao":
		form.CityVisibility = directory.ToNoOne
	}
	r.body = form
	if err := h.call(h.directory.PutOwn().Handler, r, nil); err != nil || !publish {
		return err
	}
	// They have followed the link that every new account gets.
	if err := links.MarkEmailVerified(h.tx, member.Record); err != nil {
		return err
	}
	r.body = map[string]any{"wording": own.Consent.Wording, "agree": true}
	return h.call(h.directory.Publish().Handler, r, nil)
}

// fill replaces a list by the given words, if there are any.
func fill[T ~string](list *[]T, words string) {
	if words == "" {
		return
	}
	*list = nil
	for word := range strings.FieldsSeq(words) {
		*list = append(*list, T(word))
	}
}

// sampleVouches are lines about the printed member.
var sampleVouches = []struct {
	by, text   string
	written    time.Duration
	isApproved bool
}{
	{"Padma Reddy", "She showed me, line by line, how to prepare a meeting with the auditors.", 5 * day, true},
	{"Swati Joshi", "Asks the question that the rest of the committee was afraid to ask.", 4 * day, true},
	{"Geeta Malhotra", "Chaired our nomination committee through a difficult succession.", day, false},
}

// vouchEvents returns the steps of the sample vouches.
func vouchEvents(now time.Time) (list []historyEvent) {
	for _, v := range sampleVouches {
		var created struct{ ID string }
		list = append(list, historyEvent{sampleTime(now, v.written, 0), func(h *history) error {
			author, err := identity.FindUserByEmail(h.tx, sampleEmail(v.by))
			if err != nil {
				return err
			}
			about, err := identity.FindUserByEmail(h.tx, sampleEmail(printedMember))
			if err != nil {
				return err
			}
			return h.call(h.directory.Vouch().Handler, request{by: author.Record, person: about.PersonID(),
				body: map[string]any{"text": v.text}}, &created)
		}})
		if v.isApproved {
			list = append(list, historyEvent{sampleTime(now, v.written, 8*hour), func(h *history) error {
				return h.callAsMember(printedMember, h.directory.ApproveVouch().Handler, created.ID, nil)
			}})
		}
	}
	return list
}
