package accounts

import (
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/exports"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/lists"
)

// RegisteredUser is a row of the list of users.
type RegisteredUser struct {
	ID          string               `json:"id" db:"id"`
	Name        string               `json:"name" db:"name"`
	Email       string               `json:"email" db:"email"`
	Phone       string               `json:"phone" db:"phone"`
	Location    string               `json:"location" db:"location"`
	Source      identity.Source      `json:"source" db:"source"`
	RequestType identity.RequestType `json:"requestType" db:"requestType" wire:"orEmpty"`
	CreatedAt   httpx.Time           `json:"createdAt" db:"createdAt"`
}

// registeredUserSheet uses the same labels as the badges on the screen.
var registeredUserSheet = exports.Sheet[RegisteredUser]{
	File: "registered-users", Title: "Registered users", Action: "members.exported", List: registeredUserList,
	Headings: []string{"Name", "Email", "Phone", "Location", "Source", "Request type", "Registered at (IST)"},
	Cells: func(u RegisteredUser) []any {
		source := "Account"
		if u.Source == identity.SourceImport {
			source = "Legacy"
		}
		return []any{u.Name, u.Email, u.Phone, u.Location, source, string(u.RequestType),
			types.DateTime(u.CreatedAt).Time()}
	},
}

// ListRegisteredUsers is GET /api/members/registered-users.
func ListRegisteredUsers() httpx.Endpoint {
	return lists.Rows[RegisteredUser](registeredUserList,
		httpx.Doc{Tag: "members", Summary: "List the registered users"})
}

// ExportRegisteredUsers is GET /api/members/registered-users/export.
func ExportRegisteredUsers(log *audit.Log, now clock.Clock) httpx.Endpoint {
	return registeredUserSheet.Endpoint(
		func(e *core.RequestEvent) error { return registeredUserSheet.WriteResponse(e, log, now) },
		httpx.Doc{Tag: "members", Summary: "Export the registered users"})
}
