package mail

import (
	"net/http"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/readmodel"
)

// Console is the console's door to the mail room: it reads the outbox and sends letters again.
type Console struct {
	outbox *Outbox
	audit  *audit.Log
}

// NewConsole opens the desk of an outbox.
func NewConsole(outbox *Outbox, log *audit.Log) *Console { return &Console{outbox, log} }

// Statuses are the states of a letter, in the order in which it goes through them.
var Statuses = []string{
	"queued", "sending", "sent", "delivered", "opened", "clicked",
	"uncertain", "failed", "bounced", "blocked", "spam", "suppressed", "cancelled",
}

// EmailSummary is a letter as the console lists it.
type EmailSummary struct {
	ID            string     `db:"id" json:"id"`
	EmailAddress  string     `db:"emailAddress" json:"emailAddress"`
	RecipientName string     `db:"recipientName" json:"recipientName"`
	Kind          string     `db:"kind" json:"kind"`
	Subject       string     `db:"subject" json:"subject"`
	Status        string     `db:"status" json:"status"`
	ErrorMessage  string     `db:"errorMessage" json:"errorMessage"`
	Attempts      int        `db:"attempts" json:"attempts"`
	SentAt        httpx.Time `db:"sentAt" json:"sentAt"`
	CreatedAt     httpx.Time `db:"createdAt" json:"createdAt"`
}

// The one order is by date: each filter then needs one index, and the outbox is written too often
// to carry more of them. An address is found by the search.
var emailList = httpx.List{
	From: "email_logs",
	Columns: []string{"id", "emailAddress", "recipientName", "kind", "subject", "status", "errorMessage",
		"attempts", "sentAt", "createdAt"},
	Search:      []string{"emailAddress", "subject"},
	Sort:        map[string]string{"createdAt": "createdAt"},
	Filters:     map[string]map[string]string{"status": equals("status", Statuses), "kind": equals("kind", allKinds())},
	DefaultSort: "-createdAt",
	Index:       readmodel.Emails,
	Count:       countList,
}

func allKinds() []string { return append(Kinds(), KindPocketBase) }

// equals are the conditions of a filter by a column's value. The values are our own words.
func equals(column string, values []string) map[string]string {
	conditions := map[string]string{}
	for _, value := range values {
		conditions[value] = column + " = '" + value + "'"
	}
	return conditions
}

// List is GET /api/emails.
func (d *Console) List(e *core.RequestEvent) error {
	return httpx.WriteList[EmailSummary](e, emailList)
}

// EmailCounts says how many letters stand where, and which kinds there are.
type EmailCounts struct {
	Counts map[string]int64 `json:"counts"`
	Kinds  []string         `json:"kinds"`
}

// Counts is GET /api/emails/summary.
func (d *Console) Counts(e *core.RequestEvent) error {
	counts, err := Counts(e.App)
	if err != nil {
		return httpx.NewError(http.StatusInternalServerError, "The letters could not be counted.", err)
	}
	return e.JSON(http.StatusOK, EmailCounts{counts, allKinds()})
}

// LastWebhook is when the provider last told of a letter, zero when it never has.
func LastWebhook(app core.App) (types.DateTime, error) {
	var last []types.DateTime
	err := app.DB().Select("createdAt").From("email_events").OrderBy("createdAt DESC").Limit(1).Column(&last)
	if err != nil || len(last) == 0 {
		return types.DateTime{}, err
	}
	return last[0], nil
}
