package testapp

import "maps"

// Nomination returns a valid nomination form with some changes. A nil value removes a field.
func Nomination(email string, changes ...map[string]any) map[string]any {
	form := map[string]any{
		"name":                    "Shalini Verma",
		"email":                   email,
		"phone":                   "+91 22 4000 9876",
		"city":                    "Mumbai",
		"state":                   "Maharashtra",
		"country":                 "India",
		"linkedinUrl":             "https://www.linkedin.com/in/shalini",
		"currentDesignation":      "Independent Director",
		"companyName":             "Arabian Sea Shipping Ltd",
		"industry":                "infrastructure",
		"yearsOfExperience":       "5-10",
		"directorType":            "independent",
		"currentBoards":           "Arabian Sea Shipping Ltd\nPort Trust",
		"numberOfBoards":          "2",
		"previousBoardExperience": "None before.",
		"areasOfExpertise":        []any{"finance", "strategy"},
		"howDidYouHear":           "linkedin",
		"whyInterested":           "To learn from other directors.",
		"preferredMeetingFormat":  "hybrid",
		"agreeTerms":              true,
	}
	for _, change := range changes {
		maps.Copy(form, change)
	}
	maps.DeleteFunc(form, func(_ string, value any) bool { return value == nil })
	return form
}
