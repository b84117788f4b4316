package reports

import (
	"net/http"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/rules"
)

// Form is the body of POST /api/reports.
type Form struct {
	_       struct{} `wire:"report"`
	Subject Kind     `json:"subject"`
	// SubjectID is the id of the person, the comment, the board seat or the message.
	SubjectID string `json:"subjectId"`
	Reason    Reason `json:"reason"`
	Details   string `json:"details"`
}

// Rules returns the rules of the form.
func (Form) Rules() rules.Form { return formRules }

var formRules = rules.Form{
	{Name: "subject", Label: "Subject", Kind: rules.Choice, Required: true, Options: Kind("").Values()},
	{Name: "subjectId", Label: "Id", Kind: rules.Line, Required: true, Max: 15},
	{Name: "reason", Label: "Reason", Kind: rules.Choice, Required: true, Options: Reason("").Values(),
		Messages: rules.Messages{Required: "Please choose a reason"}},
	{Name: "details", Label: "What happened", Kind: rules.Text, Max: 2000},
}

// Receipt is the acknowledgement of a report.
type Receipt struct {
	ID string `json:"id"`
	// DecideBy is when the office has decided at the latest.
	DecideBy httpx.Time `json:"decideBy"`
}

// Report is POST /api/reports.
func (s *Reports) Report() httpx.Endpoint {
	return httpx.JSON(s.post, httpx.Doc{
		Tag: "circle", Summary: "Report a profile, a comment, a board seat or a message to the office",
		Status: http.StatusCreated,
		Description: "Only the office sees the report. You get an email at once, and another one when the office has " +
			"decided.",
		Errors: []*apperr.Error{errSubjectNotFound, errOwn, errAlready},
		Example: map[string]any{"subject": "profile", "reason": "spam",
			"details": "The profile advertises a course."},
		Unaudited: httpx.OwnAction,
	})
}

func (s *Reports) post(e *core.RequestEvent, form Form) (receipt Receipt, err error) {
	err = e.App.RunInTransaction(func(tx core.App) error {
		r, err := s.report(tx, identity.NewUser(e.Auth), form)
		if err == nil {
			receipt = Receipt{ID: r.Id, DecideBy: httpx.TimeOf(r.decideBy())}
		}
		return err
	})
	return receipt, apperr.SaveFailed("report", err)
}
