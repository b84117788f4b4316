package demo

import (
	"fmt"
	"strings"
	"time"
)

// nominee is an earlier applicant in brief; form makes her nomination of it. End is what became of
// it: approve, decline, or "" for one that waits.
type nominee struct {
	ago                                     time.Duration
	name, city, state, designation, company string
	industry, years, kind, boards           string
	expertise                               string
	outcome                                 string
}

var nominees = []nominee{
	{40 * hour, "Gayatri Venkatesan", "Coimbatore", "Tamil Nadu", "Managing Director", "Noyyal Textiles Ltd", "manufacturing", "5-10", "executive", "1", "operations,strategy", ""},
	{4*week + 1*day, "Shirin Irani", "Mumbai", "Maharashtra", "Independent Director", "Apollo Bunder Capital Ltd", "financial-services", "10+", "independent", "3", "finance,governance", "approve"},
	{5*week + 3*day, "Kavita Menon", "Kochi", "Kerala", "Independent Director", "Periyar Spices Ltd", "agriculture", "5-10", "independent", "2", "international,finance", "approve"},
	{6*week + 2*day, "Ritu Bhandari", "Jaipur", "Rajasthan", "Advisory Board Member", "Aravalli Crafts Pvt Ltd", "retail-consumer", "0-1", "advisory", "1", "marketing", "decline"},
	{7*week + 1*day, "Sarojini Pillai", "Chennai", "Tamil Nadu", "Non-Executive Director", "Adyar Shipping Ltd", "infrastructure", "10+", "non-executive", "2", "risk-management,operations", "approve"},
	{7*week + 5*day, "Neelam Agarwal", "New Delhi", "Delhi", "Independent Director", "Yamuna Finserv Ltd", "financial-services", "5-10", "independent", "4", "finance,risk-management", "approve"},
	{8*week + 4*day, "Tara Fernandes", "Mumbai", "Maharashtra", "Executive Director", "Salsette Media Ltd", "media-entertainment", "3-5", "executive", "1", "strategy,marketing", "approve"},
	{9*week + 2*day, "Vidya Kulkarni", "Pune", "Maharashtra", "Independent Director", "Mutha Software Ltd", "technology", "3-5", "independent", "2", "technology,innovation", "approve"},
	{10*week + 6*day, "Aditi Chatterjee", "Kolkata", "West Bengal", "Chairperson", "Hooghly Jute Mills Ltd", "manufacturing", "10+", "chairperson", "3", "governance,hr", "approve"},
	{11*week + 1*day, "Padma Reddy", "Hyderabad", "Telangana", "Independent Director", "Golconda Biologics Ltd", "pharmaceuticals", "5-10", "independent", "2", "innovation,legal-compliance", "approve"},
	{12*week + 3*day, "Jasleen Bedi", "Chandigarh", "Punjab", "Founder", "Sukhna Foods Pvt Ltd", "retail-consumer", "1-3", "executive", "1", "marketing,operations", "decline"},
	{13*week + 5*day, "Mumtaz Ansari", "Lucknow", "Uttar Pradesh", "Non-Executive Director", "Gomti Hospitals Ltd", "healthcare", "5-10", "non-executive", "1", "hr,governance", "approve"},
	{14*week + 2*day, "Revathi Iyer", "Bengaluru", "Karnataka", "Independent Director", "Cubbon Analytics Ltd", "technology", "5-10", "independent", "3", "technology,risk-management", "approve"},
	{15*week + 4*day, "Daksha Patel", "Ahmedabad", "Gujarat", "Independent Director", "Sabarmati Chemicals Ltd", "manufacturing", "10+", "independent", "5+", "sustainability,governance", "approve"},
	{16*week + 1*day, "Ishita Sen", "Kolkata", "West Bengal", "Whole-time Director", "Sundarban Solar Ltd", "energy", "3-5", "executive", "1", "sustainability,finance", "approve"},
	{17*week + 3*day, "Leela Narayanan", "Bengaluru", "Karnataka", "Independent Director", "Kabini Learning Ltd", "education", "3-5", "independent", "1", "hr,innovation", "approve"},
	{18*week + 6*day, "Nargis Daruwala", "Mumbai", "Maharashtra", "Non-Executive Director", "Mahim Realty Ltd", "real-estate", "10+", "non-executive", "2", "legal-compliance,governance", "approve"},
	{20*week + 2*day, "Bhavana Shetty", "Mangaluru", "Karnataka", "Board Observer", "Netravati Ports Ltd", "infrastructure", "0-1", "advisory", "1", "operations", "decline"},
	{21*week + 4*day, "Swati Joshi", "Pune", "Maharashtra", "Independent Director", "Pawana Motors Ltd", "automotive", "5-10", "independent", "2", "strategy,risk-management", "approve"},
	{22*week + 1*day, "Farah Siddiqui", "Hyderabad", "Telangana", "Independent Director", "Musi Telecom Ltd", "telecommunications", "5-10", "independent", "2", "technology,legal-compliance", "approve"},
	{22*week + 5*day, "Urmila Thakur", "Indore", "Madhya Pradesh", "Chairperson", "Narmada Agro Ltd", "agriculture", "10+", "chairperson", "2", "operations,sustainability", "approve"},
	{23*week + 3*day, "Geeta Malhotra", "New Delhi", "Delhi", "Independent Director", "Ridge Power Ltd", "energy", "10+", "independent", "4", "governance,finance", "approve"},
	{24*week + 2*day, "Anjali Saxena", "Mumbai", "Maharashtra", "Independent Director", "Worli Insurance Ltd", "financial-services", "5-10", "independent", "2", "risk-management,finance", "approve"},
	{25*week + 1*day, "Rohini Bose", "Bengaluru", "Karnataka", "Executive Director", "Ulsoor Robotics Ltd", "technology", "3-5", "executive", "1", "innovation,technology", "approve"},
}

// joinReasons are why they would like to join; each takes the next one.
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

// sampleEmail is a sample person's: "shirin.irani@sample.example".
func sampleEmail(name string) string {
	return strings.ReplaceAll(strings.ToLower(name), " ", ".") + "@sample.example"
}

// nominationForm is the n-th nominee's whole nomination.
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
