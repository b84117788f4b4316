package nominations

import (
	"net/http"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/readmodel"
)

// Registration is a row of the list of nominations.
type Registration struct {
	ID                string     `json:"id" db:"id"`
	Name              string     `json:"name" db:"name"`
	Email             string     `json:"email" db:"email"`
	Phone             string     `json:"phone" db:"phone"`
	CompanyName       string     `json:"companyName" db:"companyName"`
	DirectorType      string     `json:"directorType" db:"directorType"`
	YearsOfExperience string     `json:"yearsOfExperience" db:"yearsOfExperience"`
	Status            string     `json:"status" db:"status"`
	CreatedAt         httpx.Time `json:"createdAt" db:"createdAt"`
}

var registrationList = httpx.List{
	From:    registrations,
	Columns: []string{"id", "name", "email", "phone", "companyName", "directorType", "yearsOfExperience", "status", "createdAt"},
	Search:  []string{"name", "email", "phone", "companyName"},
	Sort: map[string]string{
		"name": "[[name]] COLLATE NOCASE", "email": "[[email]] COLLATE NOCASE", "companyName": "[[companyName]] COLLATE NOCASE",
		"directorType": "directorType", "yearsOfExperience": "yearsOfExperience", "createdAt": "createdAt",
	},
	DefaultSort: "-createdAt",
	Index:       readmodel.Nominations,
	Counter:     registrationsCounter,
}

var draftList = httpx.List{
	From:        drafts,
	Columns:     []string{"id", "NULLIF(email, '') AS email", "formData", "lastSaved"},
	Search:      []string{"email", "json_extract(formData, '$.name')", "json_extract(formData, '$.companyName')"},
	Sort:        map[string]string{"email": "[[draft_registrations.email]] COLLATE NOCASE", "lastSaved": "lastSaved"},
	DefaultSort: "-lastSaved",
	Index:       readmodel.Drafts,
	Counter:     draftsCounter,
}

// List is GET /api/registrations.
func (n *Nominations) List(e *core.RequestEvent) error {
	return httpx.WriteList[Registration](e, registrationList)
}

// ListDrafts is GET /api/drafts.
func (n *Nominations) ListDrafts(e *core.RequestEvent) error {
	rows, err := httpx.QueryRows[Draft](e, draftList)
	if err != nil {
		return err
	}
	for i := range rows {
		rows[i].Progress = draftProgress(rows[i].FormData)
	}
	return e.JSON(http.StatusOK, rows)
}
