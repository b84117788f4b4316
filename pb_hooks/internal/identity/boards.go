package identity

import "boardcircle/pb_hooks/internal/rules"

// BoardCategory is the capacity in which a person serves on a board.
type BoardCategory string

// The categories. An executive director is a whole-time or managing director.
const (
	BoardIndependent  BoardCategory = "independent"
	BoardExecutive    BoardCategory = "executive"
	BoardNonExecutive BoardCategory = "non-executive"
)

// Values returns all categories.
func (BoardCategory) Values() []string {
	return rules.Options(BoardIndependent, BoardExecutive, BoardNonExecutive)
}

// CompanyType is the legal form of a company, as far as the number of directorships depends on it.
type CompanyType string

// The types of a company. A section 8 company has charitable objects.
const (
	CompanyListed   CompanyType = "listed"
	CompanyPublic   CompanyType = "public"
	CompanyPrivate  CompanyType = "private"
	CompanySection8 CompanyType = "section-8"
)

// Values returns all types.
func (CompanyType) Values() []string {
	return rules.Options(CompanyListed, CompanyPublic, CompanyPrivate, CompanySection8)
}

// Board is a board that a person serves or has served on. Members see the company and the role; the rest is for the
// computation of the person's terms (package tenure). The days are in the format 2027-03-31, or "".
type Board struct {
	Company string `json:"company"`
	Role    string `json:"role"`
	// CIN is the company's identification number.
	CIN         string        `json:"cin"`
	Category    BoardCategory `json:"category" wire:"orEmpty"`
	CompanyType CompanyType   `json:"companyType" wire:"orEmpty"`
	// AppointedOn is the first day of the first term, and SecondTermOn that of the second.
	AppointedOn  string `json:"appointedOn"`
	SecondTermOn string `json:"secondTermOn"`
	// LastDay is the last day in office, in the past or agreed for the future.
	LastDay string `json:"lastDay"`
}
