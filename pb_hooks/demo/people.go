package demo

import "time"

const (
	hour = time.Hour
	day  = 24 * time.Hour
	week = 7 * day
)

// sampleUsers are the sample accounts: one member-to-be, one colleague who may use the console.
var sampleUsers = []struct {
	name, email, phone, location, requestType string
	isAdmin                                   bool
	ago                                       time.Duration
}{
	{"Meera Krishnan", "meera.krishnan@sample.example", "+912240001201", "Mumbai, Maharashtra", "membership", false, 19 * day},
	{"Farida Contractor", "farida.contractor@sample.example", "+912240001202", "Pune, Maharashtra", "enquiry", true, 33 * day},
}

type sampleForm struct {
	ago  time.Duration
	form map[string]any
}

var sampleNominations = []sampleForm{
	{9 * hour, map[string]any{
		"name": "Ananya Deshpande", "email": "ananya.deshpande@sample.example", "phone": "+91 22 4000 1211",
		"city": "Pune", "state": "Maharashtra", "country": "India",
		"linkedinUrl": "https://www.linkedin.com/in/ananya-deshpande-sample", "currentDesignation": "Independent Director",
		"companyName": "Sahyadri Auto Components Ltd", "industry": "automotive", "yearsOfExperience": "5-10",
		"directorType": "independent", "currentBoards": "Sahyadri Auto Components Ltd (audit committee chair)\nDeccan Forgings Ltd",
		"numberOfBoards": "2", "previousBoardExperience": "Konkan Bearings Ltd, 2016 to 2020",
		"areasOfExpertise": []string{"finance", "risk-management", "governance"}, "howDidYouHear": "existing-member",
		"whyInterested":          "I would like to compare notes with other audit committee chairs, and to help first-time directors prepare.",
		"preferredMeetingFormat": "hybrid", "agreeTerms": true,
	}},
	{2*day + 4*hour, map[string]any{
		"name": "Dr Lakshmi Subramaniam", "email": "lakshmi.subramaniam@sample.example", "phone": "+91 44 4000 1212",
		"city": "Chennai", "state": "Tamil Nadu", "country": "India", "linkedinUrl": "",
		"currentDesignation": "Chairperson", "companyName": "Kaveri Diagnostics Ltd", "industry": "healthcare",
		"yearsOfExperience": "10+", "directorType": "chairperson", "currentBoards": "Kaveri Diagnostics Ltd\nMarina Hospitals Trust\nCoromandel Biotech Ltd",
		"numberOfBoards": "3", "previousBoardExperience": "Two public-sector boards between 2008 and 2017.",
		"areasOfExpertise": []string{"strategy", "innovation", "legal-compliance"}, "howDidYouHear": "industry-event",
		"whyInterested":          "Regulation of diagnostics is moving quickly. A common voice of directors would be heard.",
		"preferredMeetingFormat": "in-person", "agreeTerms": true,
	}},
	{5*day + 7*hour, map[string]any{
		"name": "Rukhsana Qureshi", "email": "rukhsana.qureshi@sample.example", "phone": "+91 11 4000 1213",
		"city": "New Delhi", "state": "Delhi", "country": "India",
		"linkedinUrl": "https://www.linkedin.com/in/rukhsana-qureshi-sample", "currentDesignation": "Executive Director, Finance",
		"companyName": "Himalaya Grid Corporation", "industry": "energy", "yearsOfExperience": "3-5",
		"directorType": "executive", "currentBoards": "Himalaya Grid Corporation", "numberOfBoards": "1",
		"previousBoardExperience": "", "areasOfExpertise": []string{"finance", "operations"}, "howDidYouHear": "linkedin",
		"whyInterested":          "I am the only woman on my board and would value peers in the public sector.",
		"preferredMeetingFormat": "virtual", "agreeTerms": true,
	}},
	{11*day + 2*hour, map[string]any{
		"name": "Harpreet Gill", "email": "harpreet.gill@sample.example", "phone": "+91 172 400 1214",
		"city": "Chandigarh", "state": "Punjab", "country": "India", "linkedinUrl": "",
		"currentDesignation": "Advisory Board Member", "companyName": "Sutlej Agritech Pvt Ltd", "industry": "agriculture",
		"yearsOfExperience": "1-3", "directorType": "advisory", "currentBoards": "Sutlej Agritech Pvt Ltd", "numberOfBoards": "1",
		"previousBoardExperience": "", "areasOfExpertise": []string{"sustainability", "marketing"}, "howDidYouHear": "business-network",
		"whyInterested":          "I hope to find a mentor for the step from an advisory seat to a statutory one.",
		"preferredMeetingFormat": "virtual", "agreeTerms": true,
	}},
	{18*day + 10*hour, map[string]any{
		"name": "Nandini Rao", "email": "nandini.rao@sample.example", "phone": "+91 80 4000 1215",
		"city": "Bengaluru", "state": "Karnataka", "country": "India",
		"linkedinUrl": "https://www.linkedin.com/in/nandini-rao-sample", "currentDesignation": "Independent Director",
		"companyName": "Nilgiri Cloud Systems Ltd", "industry": "technology", "yearsOfExperience": "3-5",
		"directorType": "independent", "currentBoards": "Nilgiri Cloud Systems Ltd\nBandipur Payments Ltd", "numberOfBoards": "2",
		"previousBoardExperience": "Observer on two start-up boards.", "areasOfExpertise": []string{"technology", "risk-management", "international"},
		"howDidYouHear": "professional-association", "whyInterested": "Cyber risk needs more directors who can ask the second question.",
		"preferredMeetingFormat": "hybrid", "agreeTerms": true,
	}},
	{27*day + 5*hour, map[string]any{
		"name": "Sudeshna Mukherjee", "email": "sudeshna.mukherjee@sample.example", "phone": "+91 33 4000 1216",
		"city": "Kolkata", "state": "West Bengal", "country": "India", "linkedinUrl": "",
		"currentDesignation": "Non-Executive Director", "companyName": "Hooghly Consumer Products Ltd", "industry": "retail-consumer",
		"yearsOfExperience": "10+", "directorType": "non-executive",
		"currentBoards":  "Hooghly Consumer Products Ltd\nSundarban Foods Ltd\nTeesta Tea Ltd\nHowrah Logistics Ltd",
		"numberOfBoards": "4", "previousBoardExperience": "Nomination and remuneration committees since 2011.",
		"areasOfExpertise": []string{"hr", "governance", "strategy"}, "howDidYouHear": "media-article",
		"whyInterested":          "Boards ask me where to find women directors. I would like to answer with a list.",
		"preferredMeetingFormat": "in-person", "agreeTerms": true,
	}},
}

var sampleDrafts = []sampleForm{
	{3 * hour, map[string]any{
		"name": "Priyanka Nair", "email": "priyanka.nair@sample.example", "phone": "+91 484 400 1221", "city": "Kochi", "state": "Kerala",
		"country": "India", "currentDesignation": "Whole-time Director", "companyName": "Malabar Marine Exports Ltd",
		"industry": "manufacturing", "yearsOfExperience": "5-10", "areasOfExpertise": []string{"operations"}, "agreeTerms": false,
	}},
	{4*day + 6*hour, map[string]any{
		"name": "Zoya", "email": "zoya@sample.example", "phone": "", "areasOfExpertise": []string{}, "agreeTerms": false,
	}},
}
