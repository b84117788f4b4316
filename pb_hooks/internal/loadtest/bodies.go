package loadtest

import "fmt"

// Nomination returns the body of a unique nomination.
func Nomination(serial int) map[string]any {
	return map[string]any{
		"name":                    "Meera Nair",
		"email":                   fmt.Sprintf("meera%d@example.com", serial),
		"phone":                   "+919876543210",
		"city":                    "Kochi",
		"state":                   "Kerala",
		"country":                 "India",
		"linkedinUrl":             "https://www.linkedin.com/in/meera",
		"currentDesignation":      "Independent Director",
		"companyName":             "Backwater Foods Ltd",
		"industry":                "manufacturing",
		"yearsOfExperience":       "10+",
		"directorType":            "independent",
		"currentBoards":           "Backwater Foods Ltd, Harbour Trust",
		"numberOfBoards":          "2",
		"previousBoardExperience": "Six years as an executive director.",
		"areasOfExpertise":        []string{"finance", "risk-management"},
		"howDidYouHear":           "linkedin",
		"whyInterested":           "To learn from other directors and to give something back.",
		"preferredMeetingFormat":  "hybrid",
		"agreeTerms":              true,
	}
}

// Draft returns what the form saves automatically while a person writes a long answer.
func Draft(step int) map[string]any {
	body := Nomination(0)
	body["whyInterested"] = fmt.Sprintf("To learn from %d other directors.", step)
	return map[string]any{"email": body["email"], "formData": body}
}
