// Package logbook shows the audit log: the list with its filters, one row's before and after, and
// the export. It only reads.
package auditlog

import (
	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/httpx"
)

const collectionName = "audit_log"

// Handlers is the room. Its methods are the handlers of the route table.
type Handlers struct {
	audit *audit.Log
	now   clock.Clock
}

// New opens the room.
func New(log *audit.Log, now clock.Clock) *Handlers { return &Handlers{audit: log, now: now} }

// Entry is a row of the list.
type Entry struct {
	ID string     `json:"id" db:"id"`
	At httpx.Time `json:"at" db:"at"`
	// ActorKind is "admin", "member", "staff", "command" or "nobody".
	ActorKind string `json:"actorKind" db:"actorKind"`
	Actor     string `json:"actor" db:"actor"`
	Address   string `json:"address" db:"address"`
	Action    string `json:"action" db:"action"`
	Subject   string `json:"subject" db:"subject"`
	SubjectID string `json:"subjectId" db:"subjectId"`
	Label     string `json:"label" db:"label"`
}

// Get is what stood there before an entry's action, and after it: the fields that differ.
type Change struct {
	Before map[string]any `json:"before"`
	After  map[string]any `json:"after"`
}

// FilterOptions are what the log can be filtered by.
type FilterOptions struct {
	Actors   []string `json:"actors"`
	Actions  []string `json:"actions"`
	Subjects []string `json:"subjects"`
}
