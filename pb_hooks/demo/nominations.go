package demo

import (
	"fmt"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/india"
)

const (
	hour = time.Hour
	day  = 24 * time.Hour
	week = 7 * day
)

// daytime moves a time to between 9:00 and 20:00 of its day in India. It keeps the order of the times.
func daytime(t time.Time) time.Time {
	local := t.In(india.Zone)
	morning := time.Date(local.Year(), local.Month(), local.Day(), 9, 0, 0, 0, india.Zone)
	midnight := morning.Add(-9 * hour)
	return morning.Add(local.Sub(midnight) * 11 / 24).UTC()
}

// sampleUsers are the sample accounts with a public password: a paid member, and a user who is an admin.
var sampleUsers = []struct {
	name, email, phone, location, requestType string
	isAdmin                                   bool
	ago                                       time.Duration
}{
	{"Meera Krishnan", "meera.krishnan@sample.example", "+912240001201", "Mumbai, Maharashtra", "membership", false,
		422 * day},
	{"Farida Contractor", "farida.contractor@sample.example", "+912240001202", "Pune, Maharashtra", "enquiry", true,
		26 * week},
}

type sampleForm struct {
	ago  time.Duration
	form map[string]any
}

var sampleNominations = []sampleForm{
	{9 * hour, map[string]any{
		"name":                    "Ananya Deshpande",
		"email":                   "ananya.deshpande@sample.example",
		"phone":                   "+91 22 4000 1211",
		"city":                    "Pune",
		"state":                   "Maharashtra",
		"country":                 "India",
		"linkedinUrl":             "https://www.linkedin.com/in/ananya-deshpande-sample",
		"currentDesignation":      "Independent Director",
		"companyName":             "Sahyadri Auto Components Ltd",
		"industry":                "automotive",
		"yearsOfExperience":       "5-10",
		"directorType":            "independent",
		"currentBoards":           "Sahyadri Auto Components Ltd (audit committee chair)\nDeccan Forgings Ltd",
		"numberOfBoards":          "2",
		"previousBoardExperience": "Konkan Bearings Ltd, 2016 to 2020",
		"areasOfExpertise":        []string{"finance", "risk-management", "governance"},
		"howDidYouHear":           "existing-member",
		"whyInterested": "I would like to compare notes with other audit committee chairs, and to help first-time " +
			"directors prepare.",
		"preferredMeetingFormat": "hybrid",
		"agreeTerms":             true,
	}},
	{2*day + 4*hour, map[string]any{
		"name":                    "Dr Lakshmi Subramaniam",
		"email":                   "lakshmi.subramaniam@sample.example",
		"phone":                   "+91 44 4000 1212",
		"city":                    "Chennai",
		"state":                   "Tamil Nadu",
		"country":                 "India",
		"linkedinUrl":             "",
		"currentDesignation":      "Chairperson",
		"companyName":             "Kaveri Diagnostics Ltd",
		"industry":                "healthcare",
		"yearsOfExperience":       "10+",
		"directorType":            "chairperson",
		"currentBoards":           "Kaveri Diagnostics Ltd\nMarina Hospitals Trust\nCoromandel Biotech Ltd",
		"numberOfBoards":          "3",
		"previousBoardExperience": "Two public-sector boards between 2008 and 2017.",
		"areasOfExpertise":        []string{"strategy", "innovation", "legal-compliance"},
		"howDidYouHear":           "industry-event",
		"whyInterested": "Regulation of diagnostics is moving quickly. A common voice of directors would " +
			"be heard.",
		"preferredMeetingFormat": "in-person",
		"agreeTerms":             true,
	}},
	{5*day + 7*hour, map[string]any{
		"name":                    "Rukhsana Qureshi",
		"email":                   "rukhsana.qureshi@sample.example",
		"phone":                   "+91 11 4000 1213",
		"city":                    "New Delhi",
		"state":                   "Delhi",
		"country":                 "India",
		"linkedinUrl":             "https://www.linkedin.com/in/rukhsana-qureshi-sample",
		"currentDesignation":      "Executive Director, Finance",
		"companyName":             "Himalaya Grid Corporation",
		"industry":                "energy",
		"yearsOfExperience":       "3-5",
		"directorType":            "executive",
		"currentBoards":           "Himalaya Grid Corporation",
		"numberOfBoards":          "1",
		"previousBoardExperience": "",
		"areasOfExpertise":        []string{"finance", "operations"},
		"howDidYouHear":           "linkedin",
		"whyInterested":           "I am the only woman on my board and would value peers in the public sector.",
		"preferredMeetingFormat":  "virtual",
		"agreeTerms":              true,
	}},
	{11*day + 2*hour, map[string]any{
		"name":                    "Harpreet Gill",
		"email":                   "harpreet.gill@sample.example",
		"phone":                   "+91 172 400 1214",
		"city":                    "Chandigarh",
		"state":                   "Punjab",
		"country":                 "India",
		"linkedinUrl":             "",
		"currentDesignation":      "Advisory Board Member",
		"companyName":             "Sutlej Agritech Pvt Ltd",
		"industry":                "agriculture",
		"yearsOfExperience":       "1-3",
		"directorType":            "advisory",
		"currentBoards":           "Sutlej Agritech Pvt Ltd",
		"numberOfBoards":          "1",
		"previousBoardExperience": "",
		"areasOfExpertise":        []string{"sustainability", "marketing"},
		"howDidYouHear":           "business-network",
		"whyInterested":           "I hope to find a mentor for the step from an advisory seat to a statutory one.",
		"preferredMeetingFormat":  "virtual",
		"agreeTerms":              true,
	}},
	{18*day + 10*hour, map[string]any{
		"name":                    "Nandini Rao",
		"email":                   "nandini.rao@sample.example",
		"phone":                   "+91 80 4000 1215",
		"city":                    "Bengaluru",
		"state":                   "Karnataka",
		"country":                 "India",
		"linkedinUrl":             "https://www.linkedin.com/in/nandini-rao-sample",
		"currentDesignation":      "Independent Director",
		"companyName":             "Nilgiri Cloud Systems Ltd",
		"industry":                "technology",
		"yearsOfExperience":       "3-5",
		"directorType":            "independent",
		"currentBoards":           "Nilgiri Cloud Systems Ltd\nBandipur Payments Ltd",
		"numberOfBoards":          "2",
		"previousBoardExperience": "Observer on two start-up boards.",
		"areasOfExpertise":        []string{"technology", "risk-management", "international"},
		"howDidYouHear":           "professional-association",
		"whyInterested":           "Cyber risk needs more directors who can ask the second question.",
		"preferredMeetingFormat":  "hybrid",
		"agreeTerms":              true,
	}},
	{27*day + 5*hour, map[string]any{
		"name":               "Sudeshna Mukherjee",
		"email":              "sudeshna.mukherjee@sample.example",
		"phone":              "+91 33 4000 1216",
		"city":               "Kolkata",
		"state":              "West Bengal",
		"country":            "India",
		"linkedinUrl":        "",
		"currentDesignation": "Non-Executive Director",
		"companyName":        "Hooghly Consumer Products Ltd",
		"industry":           "retail-consumer",
		"yearsOfExperience":  "10+",
		"directorType":       "non-executive",
		"currentBoards": "Hooghly Consumer Products Ltd\nSundarban Foods Ltd\nTeesta Tea Ltd\nHowrah " +
			"Logistics Ltd",
		"numberOfBoards":          "4",
		"previousBoardExperience": "Nomination and remuneration committees since 2011.",
		"areasOfExpertise":        []string{"hr", "governance", "strategy"},
		"howDidYouHear":           "media-article",
		"whyInterested":           "Boards ask me where to find women directors. I would like to answer with a list.",
		"preferredMeetingFormat":  "in-person",
		"agreeTerms":              true,
	}},
}

var sampleDrafts = []sampleForm{
	{3 * hour, map[string]any{
		"name":               "Priyanka Nair",
		"email":              "priyanka.nair@sample.example",
		"phone":              "+91 484 400 1221",
		"city":               "Kochi",
		"state":              "Kerala",
		"country":            "India",
		"currentDesignation": "Whole-time Director",
		"companyName":        "Malabar Marine Exports Ltd",
		"industry":           "manufacturing",
		"yearsOfExperience":  "5-10",
		"areasOfExpertise":   []string{"operations"},
		"agreeTerms":         false,
	}},
	{4*day + 6*hour, map[string]any{
		"name":             "Zoya",
		"email":            "zoya@sample.example",
		"phone":            "",
		"areasOfExpertise": []string{},
		"agreeTerms":       false,
	}},
}

// nominee is a short description of an earlier nominee; nominationForm returns the whole form. The outcome is approve,
// decline, or "" if the review is not decided.
type nominee struct {
	ago                                     time.Duration
	name, city, state, designation, company string
	industry, years, kind, boards           string
	expertise                               string
	outcome                                 string
}

var nominees = []nominee{
	{40 * hour, "Gayatri Venkatesan", "Coimbatore", "Tamil Nadu", "Managing Director", "Noyyal Textiles Ltd",
		"manufacturing", "5-10", "executive", "1", "operations,strategy", ""},
	{4*week + 1*day, "Shirin Irani", "Mumbai", "Maharashtra", "Independent Director", "Apollo Bunder Capital Ltd",
		"financial-services", "10+", "independent", "3", "finance,governance", "approve"},
	{5*week + 3*day, "Kavita Menon", "Kochi", "Kerala", "Independent Director", "Periyar Spices Ltd", "agriculture",
		"5-10", "independent", "2", "international,finance", "approve"},
	{6*week + 2*day, "Ritu Bhandari", "Jaipur", "Rajasthan", "Advisory Board Member", "Aravalli Crafts Pvt Ltd",
		"retail-consumer", "0-1", "advisory", "1", "marketing", "decline"},
	{7*week + 1*day, "Sarojini Pillai", "Chennai", "Tamil Nadu", "Non-Executive Director", "Adyar Shipping Ltd",
		"infrastructure", "10+", "non-executive", "2", "risk-management,operations", "approve"},
	{7*week + 5*day, "Neelam Agarwal", "New Delhi", "Delhi", "Independent Director", "Yamuna Finserv Ltd",
		"financial-services", "5-10", "independent", "4", "finance,risk-management", "approve"},
	{8*week + 4*day, "Tara Fernandes", "Mumbai", "Maharashtra", "Executive Director", "Salsette Media Ltd",
		"media-entertainment", "3-5", "executive", "1", "strategy,marketing", "approve"},
	{9*week + 2*day, "Vidya Kulkarni", "Pune", "Maharashtra", "Independent Director", "Mutha Software Ltd",
		"technology", "3-5", "independent", "2", "technology,innovation", "approve"},
	{10*week + 6*day, "Aditi Chatterjee", "Kolkata", "West Bengal", "Chairperson", "Hooghly Jute Mills Ltd",
		"manufacturing", "10+", "chairperson", "3", "governance,hr", "approve"},
	{11*week + 1*day, "Padma Reddy", "Hyderabad", "Telangana", "Independent Director", "Golconda Biologics Ltd",
		"pharmaceuticals", "5-10", "independent", "2", "innovation,legal-compliance", "approve"},
	{12*week + 3*day, "Jasleen Bedi", "Chandigarh", "Punjab", "Founder", "Sukhna Foods Pvt Ltd", "retail-consumer",
		"1-3", "executive", "1", "marketing,operations", "decline"},
	{13*week + 5*day, "Mumtaz Ansari", "Lucknow", "Uttar Pradesh", "Non-Executive Director", "Gomti Hospitals Ltd",
		"healthcare", "5-10", "non-executive", "1", "hr,governance", "approve"},
	{14*week + 2*day, "Revathi Iyer", "Bengaluru", "Karnataka", "Independent Director", "Cubbon Analytics Ltd",
		"technology", "5-10", "independent", "3", "technology,risk-management", "approve"},
	{15*week + 4*day, "Daksha Patel", "Ahmedabad", "Gujarat", "Independent Director", "Sabarmati Chemicals Ltd",
		"manufacturing", "10+", "independent", "5+", "sustainability,governance", "approve"},
	{16*week + 1*day, "Ishita Sen", "Kolkata", "West Bengal", "Whole-time Director", "Sundarban Solar Ltd", "energy",
		"3-5", "executive", "1", "sustainability,finance", "approve"},
	{17*week + 3*day, "Leela Narayanan", "Bengaluru", "Karnataka", "Independent Director", "Kabini Learning Ltd",
		"education", "3-5", "independent", "1", "hr,innovation", "approve"},
	{18*week + 6*day, "Nargis Daruwala", "Mumbai", "Maharashtra", "Non-Executive Director", "Mahim Realty Ltd",
		"real-estate", "10+", "non-executive", "2", "legal-compliance,governance", "approve"},
	{20*week + 2*day, "Bhavana Shetty", "Mangaluru", "Karnataka", "Board Observer", "Netravati Ports Ltd",
		"infrastructure", "0-1", "advisory", "1", "operations", "decline"},
	{21*week + 4*day, "Swati Joshi", "Pune", "Maharashtra", "Independent Director", "Pawana Motors Ltd", "automotive",
		"5-10", "independent", "2", "strategy,risk-management", "approve"},
	{22*week + 1*day, "Farah Siddiqui", "Hyderabad", "Telangana", "Independent Director", "Musi Telecom Ltd",
		"telecommunications", "5-10", "independent", "2", "technology,legal-compliance", "approve"},
	{22*week + 5*day, "Urmila Thakur", "Indore", "Madhya Pradesh", "Chairperson", "Narmada Agro Ltd", "agriculture",
		"10+", "chairperson", "2", "operations,sustainability", "approve"},
	{23*week + 3*day, "Geeta Malhotra", "New Delhi", "Delhi", "Independent Director", "Ridge Power Ltd", "energy",
		"10+", "independent", "4", "governance,finance", "approve"},
	{24*week + 2*day, "Anjali Saxena", "Mumbai", "Maharashtra", "Independent Director", "Worli Insurance Ltd",
		"financial-services", "5-10", "independent", "2", "risk-management,finance", "approve"},
	{25*week + 1*day, "Rohini Bose", "Bengaluru", "Karnataka", "Executive Director", "Ulsoor Robotics Ltd",
		"technology", "3-5", "executive", "1", "innovation,technology", "approve"},
}

// joinReasons are the nominees' reasons to join, in turn.
var joinReasons = []string{
	"I would like to learn from directors who have sat through a takeover.",
	"Our nomination committee asks for names, and I know too few.",
	"I have two terms behind me and would like to pass on what they taught me.",
	"The regulator listens to a group sooner than to one company.",
	"A mentor in my first year would have spared me three mistakes.",
}

var (
	referralSources = []string{"existing-member", "linkedin", "industry-event", "business-network", "media-article"}
	meetingFormats  = []string{"hybrid", "in-person", "virtual"}
)

// sampleEmail returns a sample person's email address: "shirin.irani@sample.example".
func sampleEmail(name string) string {
	return strings.ReplaceAll(strings.ToLower(name), " ", ".") + "@sample.example"
}

// nominationForm returns the complete form of the n-th nominee.
func (p nominee) nominationForm(n int) map[string]any {
	return map[string]any{
		"name": p.name, "email": sampleEmail(p.name), "phone": fmt.Sprintf("+91 22 4000 13%02d", n),
		"city": p.city, "state": p.state, "country": "India", "linkedinUrl": "",
		"currentDesignation": p.designation, "companyName": p.company, "industry": p.industry,
		"yearsOfExperience": p.years, "directorType": p.kind, "currentBoards": p.company, "numberOfBoards": p.boards,
		"previousBoardExperience": "", "areasOfExpertise": strings.Split(p.expertise, ","),
		"howDidYouHear": referralSources[n%len(referralSources)], "whyInterested": joinReasons[n%len(joinReasons)],
		"preferredMeetingFormat": meetingFormats[n%len(meetingFormats)], "agreeTerms": true,
	}
}

// nominationEvents returns the events of the sample nominations and drafts, and the sign-ups of the people who were
// approved and became customers.
func nominationEvents(now time.Time) []historyEvent {
	var list []historyEvent
	reviewers := []string{demoUsername, sampleUsers[1].email}
	customers, invited := map[string]bool{}, map[string]bool{}
	for _, s := range sampleTransactions {
		customers[s.name] = true
	}
	for _, n := range sampleNominations {
		email := n.form["email"].(string)
		list = append(list, nominationSent(n.form, sampleTime(now, n.ago, 0)))
		list = append(list, reviewEvents(now, email, n.ago, demoUsername, sampleReviews[email])...)
	}
	for n, p := range nominees {
		list = append(list, nominationSent(p.nominationForm(n), sampleTime(now, p.ago, 0)))
		steps := p.reviewSteps(n)
		list = append(list, reviewEvents(now, sampleEmail(p.name), p.ago, reviewers[n%len(reviewers)], steps)...)
		if customers[p.name] && p.outcome == "approve" {
			invited[p.name] = true
			accepted := sampleTime(now, p.ago, steps[len(steps)-1].after+acceptanceDelay)
			list = append(list, signUpByInvitation(p.name, accepted))
		}
	}
	for _, d := range sampleDrafts {
		list = append(list, draftSaved(d.form, sampleTime(now, d.ago, 0)))
	}
	for _, p := range sampleUsers {
		invited[p.name] = true // accountEvents signs them up
	}
	for _, s := range sampleTransactions {
		if !invited[s.name] {
			invited[s.name] = true
			list = append(list, signUp(customerForm(s.name), sampleTime(now, s.ago+day, 0)))
		}
	}
	return list
}

// nominationSent is the event of sending a nomination.
func nominationSent(form map[string]any, at time.Time) historyEvent {
	return historyEvent{at, func(h *history) error {
		var created struct{ ID string }
		err := h.call(h.nominations.Create().Handler, request{body: form}, &created)
		h.nominationIDs[form["email"].(string)] = created.ID
		return err
	}}
}

// draftSaved is the event of saving an unfinished nomination.
func draftSaved(form map[string]any, at time.Time) historyEvent {
	return historyEvent{at, func(h *history) error {
		return h.call(h.drafts.Save().Handler, request{body: map[string]any{"email": form["email"], "formData": form}},
			nil)
	}}
}

// sampleStep is one step in the review of a sample nomination, some time after it was sent.
type sampleStep struct {
	after           time.Duration
	step            string
	reason, message string
}

// sampleReviews are the review steps of the sample nominations, by the nominee's email address.
var sampleReviews = map[string][]sampleStep{
	"lakshmi.subramaniam@sample.example": {{26 * hour, "take", "", ""}},
	"rukhsana.qureshi@sample.example": {
		{3 * hour, "take", "", ""},
		{20 * hour, "ask", "",
			"Does Himalaya Grid Corporation have a board of its own, or does it report to its parent's?"},
	},
	"harpreet.gill@sample.example": {
		{5 * hour, "take", "", ""},
		{30 * hour, "decline", "An advisory seat only. They may apply again with a statutory one.", ""},
	},
	"nandini.rao@sample.example": {
		{8 * hour, "take", "", ""},
		{22 * hour, "approve", "Two listed boards, both confirmed.", ""},
	},
	"sudeshna.mukherjee@sample.example": {
		{40 * hour, "take", "", ""},
		{53 * hour, "approve", "Known to three of us.", ""},
	},
}

// reviewSteps returns the steps of the n-th nominee's review.
func (p nominee) reviewSteps(n int) []sampleStep {
	assigned := time.Duration(4+n%5*5) * hour
	switch p.outcome {
	case "approve":
		return []sampleStep{{assigned, "take", "", ""},
			{assigned + 17*hour, "approve", "Their seat is confirmed by the company.", ""}}
	case "decline":
		return []sampleStep{{assigned, "take", "", ""},
			{assigned + 9*hour, "decline", "No seat on a board so far.", ""}}
	}
	return nil
}

// reviewEvents returns the events of the review of a nomination that was sent ago before now, by one reviewer.
func reviewEvents(now time.Time, email string, ago time.Duration, by string, steps []sampleStep) []historyEvent {
	list := []historyEvent{}
	for version, s := range steps {
		body := map[string]any{"step": s.step, "version": fmt.Sprint(version), "why": s.reason, "words": s.message}
		switch s.step {
		case "approve":
			body["vote"] = "yes"
		case "decline":
			body["vote"] = "no"
		}
		list = append(list,
			historyEvent{sampleTime(now, ago, s.after-5*time.Minute), func(h *history) error {
				return h.recordSignIn(h.admins[by])
			}},
			historyEvent{sampleTime(now, ago, s.after), func(h *history) error {
				return h.call(h.review.ApplyStep().Handler, request{by: h.admins[by], id: h.nominationIDs[email],
					body: body},
					nil)
			}})
	}
	return list
}

// recordSignIn records an admin's sign-in in the audit log. It creates no session, because comparing a password for
// each sign-in would make the demo's first start slow.
func (h *history) recordSignIn(account *core.Record) error {
	actor := audit.ActorOf(account)
	actor.Address = visitorAddress
	return h.auditLog.Record(h.tx, actor, "session.opened", audit.Subject{Label: actor.Name}, nil)
}

// acceptanceDelay is the time from an approval to the acceptance of the invitation.
const acceptanceDelay = 8 * hour
