package mail

import (
	"cmp"
	"database/sql"
	"errors"
	"maps"
	"net/http"
	"regexp"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/keys"
	"boardcircle/pb_hooks/internal/readmodel"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/settings"
)

var (
	errEmailNotFound = apperr.NotFound("email-not-found", "This email was not found.")
	errNotConfigured = apperr.Unavailable("mail-not-configured", "Mail is not configured: set BREVO_API_KEY and start the site again.")
)

// The public sentences of what can only fail.
const (
	countsFailed = "The emails could not be counted."
	readFailed   = "The email could not be read."
	requeueFails = "The emails could not be queued. Please try again."
	testFailed   = "The test email could not be written. Please try again."
)

// Console handles the admins' requests: it reads the outbox and sends e-mails again.
type Console struct {
	outbox *Outbox
	audit  *audit.Log
	checks Checks
	health healthCache
	// notifyAdmins tells the admins what a change of a record changes, in its transaction.
	notifyAdmins func(tx core.App, record *core.Record, changes []string) error
}

// ConsoleOptions are what a console needs besides its outbox.
type ConsoleOptions struct {
	Audit  *audit.Log
	Checks Checks
	// NotifyAdmins tells the admins what a change of a record changes, in its transaction.
	NotifyAdmins func(tx core.App, record *core.Record, changes []string) error
}

// NewConsole returns the handlers of an outbox.
func NewConsole(outbox *Outbox, options ConsoleOptions) *Console {
	c := &Console{outbox: outbox, audit: options.Audit, checks: options.Checks, notifyAdmins: options.NotifyAdmins}
	outbox.app.OnRecordCreate(textsCollection).BindFunc(c.notifyOfSecretText)
	outbox.app.OnRecordUpdate(textsCollection).BindFunc(c.notifyOfSecretText)
	outbox.app.OnRecordDelete(textsCollection).BindFunc(c.notifyOfSecretText)
	return c
}

// EmailSummary is an e-mail as the console lists it.
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

// emailColumns are those of EmailSummary.
var emailColumns = []string{"id", "emailAddress", "recipientName", "kind", "subject", "status", "errorMessage", "attempts", "sentAt", "createdAt"}

// emailList sorts by date only: each filter then needs one index, and the outbox is written too often for
// more of them. An address is found by the search.
func emailList(kinds []string) httpx.List {
	return httpx.List{
		From:        emailsCollection,
		Columns:     emailColumns,
		Search:      []string{"emailAddress", "subject"},
		Sort:        map[string]string{"createdAt": "createdAt"},
		Filters:     map[string]map[string]string{"status": equals("status", Statuses), "kind": equals("kind", kinds)},
		DefaultSort: "-createdAt",
		Index:       readmodel.Emails,
		Count:       countList,
	}
}

// equals returns the conditions of a filter by a column's value. The values are constants of this package.
func equals[Value ~string](column string, values []Value) map[string]string {
	conditions := map[string]string{}
	for _, value := range values {
		conditions[string(value)] = column + " = '" + string(value) + "'"
	}
	return conditions
}

// List is GET /api/emails.
func (c *Console) List(e *core.RequestEvent) error {
	return httpx.WriteList[EmailSummary](e, emailList(c.outbox.Kinds()))
}

// EmailCounts is how many e-mails have each status, and which kinds there are.
type EmailCounts struct {
	Counts map[string]int64 `json:"counts"`
	Kinds  []string         `json:"kinds"`
}

// Counts is GET /api/emails/summary.
func (c *Console) Counts(e *core.RequestEvent) error {
	counts, err := Counts(e.App)
	if err != nil {
		return apperr.Fail(countsFailed, err)
	}
	return e.JSON(http.StatusOK, EmailCounts{counts, c.outbox.Kinds()})
}

// EmailDetail is one e-mail with its content and its delivery.
type EmailDetail struct {
	EmailSummary
	// MessageID is the provider's, "" until it has told it.
	MessageID     string     `json:"messageId"`
	DeliveredAt   httpx.Time `json:"deliveredAt"`
	OpenedAt      httpx.Time `json:"openedAt"`
	ClickedAt     httpx.Time `json:"clickedAt"`
	NextAttemptAt httpx.Time `json:"nextAttemptAt"`
	ExpiresAt     httpx.Time `json:"expiresAt"`
	// Text and HTML are the e-mail, its secrets hidden; RenderError says why they are empty. HasSentText is true if they
	// have the text that it was composed with, false if they have today's: it waits, or is from before the texts were kept.
	Text        string       `json:"text"`
	HTML        string       `json:"html"`
	RenderError string       `json:"unreadable"`
	HasSentText bool         `json:"hasSentText"`
	Events      []EmailEvent `json:"events"`
	// Resend says whether the e-mail can be sent again.
	Resend ResendCheck `json:"again"`
}

// EmailEvent is something that the provider reported about an e-mail.
type EmailEvent struct {
	ID         string     `db:"id" json:"id"`
	Event      string     `db:"event" json:"event"`
	Reason     string     `db:"reason" json:"reason"`
	OccurredAt httpx.Time `db:"occurredAt" json:"occurredAt"`
}

// Read is GET /api/emails/{id}.
func (c *Console) Read(e *core.RequestEvent) error {
	email, err := findEmail(e.App, e.Request.PathValue("id"))
	if err != nil {
		return readError(err)
	}
	return c.writeDetail(e, email)
}

func (c *Console) writeDetail(e *core.RequestEvent, email *storedEmail) error {
	detail, err := c.detail(e.App, email)
	if err != nil {
		return readError(err)
	}
	return e.JSON(http.StatusOK, detail)
}

func (c *Console) detail(app core.App, email *storedEmail) (EmailDetail, error) {
	detail := EmailDetail{
		EmailSummary: EmailSummary{
			ID: email.Id, EmailAddress: email.EmailAddress(), RecipientName: email.RecipientName(),
			Kind: email.Kind(), Subject: email.Subject(), Status: string(email.Status()),
			ErrorMessage: email.ErrorMessage(), Attempts: email.Attempts(),
			SentAt: httpx.Time(email.SentAt()), CreatedAt: httpx.Time(email.CreatedAt()),
		},
		MessageID: email.MessageID(), DeliveredAt: httpx.Time(email.DeliveredAt()), OpenedAt: httpx.Time(email.OpenedAt()), ClickedAt: httpx.Time(email.ClickedAt()),
		NextAttemptAt: httpx.Time(email.NextAttemptAt()), ExpiresAt: httpx.Time(email.ExpiresAt()),
	}
	rendered, hasSentText, err := c.outbox.renderRedacted(app, email)
	detail.HasSentText = hasSentText
	if err != nil {
		detail.RenderError = "The email can't be shown any more: what it told of is gone."
	}
	if hasSentText && err == nil && rendered.Subject != "" {
		detail.Subject = rendered.Subject // the list has a campaign's with what stands in for its reader's facts
	}
	detail.Text, detail.HTML = rendered.Text, rendered.HTML
	if detail.Resend, err = c.outbox.checkResend(app, email); err != nil {
		return detail, err
	}
	detail.Events, err = listEvents(app, email)
	return detail, err
}

const redacted = "hidden"

// secretPattern matches what a link's token looks like; keys.Random and keys.Derive make 43 characters.
var secretPattern = regexp.MustCompile(`[A-Za-z0-9_-]{40,}`)

// renderRedacted renders an e-mail for somebody who is not its reader: what its kind's Params adds and
// could be a secret is hidden, so that an admin can't use another person's link. It also says whether the text is the one
// that the e-mail was composed with.
func (o *Outbox) renderRedacted(app core.App, email *storedEmail) (rendered Rendered, hasSentText bool, err error) {
	params, err := email.Params()
	if err != nil {
		params = map[string]string{}
	}
	if k := o.kinds[email.Kind()]; k != nil && k.Params != nil {
		completed, err := k.Params(app, maps.Clone(params))
		if err != nil && !errors.Is(err, ErrObsolete) {
			return Rendered{}, false, err
		}
		for name, value := range completed {
			params[name] = secretPattern.ReplaceAllString(value, redacted)
		}
	}
	for _, name := range []string{"token", "code"} {
		params[name] = redacted
	}
	kept, err := findTextOfBatch(app, email.BatchID())
	if err != nil {
		return Rendered{}, false, err
	}
	hasSentText = kept != ""
	if k := o.kinds[email.Kind()]; k != nil && k.declaration == nil {
		hasSentText = email.BatchID() != ""
	}
	rendered, err = o.renderKept(email.Kind(), kept, params)
	return rendered, hasSentText, err
}

func readError(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return errEmailNotFound
	}
	return apperr.Fail(readFailed, err)
}

// An admin sends an e-mail again:
//
//	failed, bounced, blocked, cancelled ───────────────────────> queued
//	sent, delivered, opened, clicked, uncertain ── confirmed ──> queued
//	queued, sending ──> no change: the e-mail is on its way
//
// The row leaves its batch and keeps its number of attempts, so that the next claim opens a batch with a
// key that the provider has not seen: the e-mail really goes again. The update asks for the status that it
// was decided on. Of two requests at once the second finds the e-mail queued and sends nothing more.

// ResendCheck says whether an e-mail can be sent again.
type ResendCheck struct {
	Possible bool `json:"possible"`
	// Question must be confirmed first, "" is none: the e-mail may have arrived.
	Question string `json:"ask"`
	// Reason says why it can't be sent again, or need not be.
	Reason string `json:"reason"`
}

func (o *Outbox) checkResend(app core.App, email *storedEmail) (ResendCheck, error) {
	check := checkResendStatus(email.Status())
	if !check.Possible {
		return check, nil
	}
	no := func(reason string) (ResendCheck, error) { return ResendCheck{Reason: reason}, nil }
	if expires := email.ExpiresAt(); !expires.IsZero() && !expires.Time().After(o.now()) {
		return no("It has expired: what it told of holds no longer. A new email is needed.")
	}
	stored, _ := email.Params() // damaged ones are told of below
	suppressed, err := isSuppressed(app, email.EmailAddress(), o.topic(email.Kind(), stored))
	if err != nil {
		return ResendCheck{}, err
	}
	if suppressed {
		return no("The address is on the suppression list: it wants no such mail.")
	}
	if k := o.kinds[email.Kind()]; k != nil && k.Params != nil {
		params, err := email.Params()
		if err != nil {
			return no("It can't be written any more: its facts are damaged.")
		}
		if _, err := k.Params(app, params); errors.Is(err, ErrObsolete) {
			return no("It is no longer needed: what it told of has been used, replaced or removed.")
		} else if err != nil {
			return ResendCheck{}, err
		}
	}
	return check, nil
}

// checkResendStatus is what the status alone says.
func checkResendStatus(status Status) ResendCheck {
	switch status {
	case Queued:
		return ResendCheck{Reason: "It is waiting for its turn, and goes out by itself."}
	case Sending:
		return ResendCheck{Reason: "It is being handed to the provider right now."}
	case Spam:
		return ResendCheck{Reason: "The reader reported it as spam. Please reach them in another way."}
	case Uncertain:
		return ResendCheck{Possible: true, Question: "It may have arrived: the provider gave no clear answer. Send it again all the same?"}
	case Sent, Delivered, Opened, Clicked:
		return ResendCheck{Possible: true, Question: "It has gone out already. Send it a second time?"}
	}
	return ResendCheck{Possible: true}
}

// Resend is POST /api/emails/{id}/send-again; confirmed answers the question.
func (c *Console) Resend(e *core.RequestEvent) error {
	body, err := httpx.DecodeObject(e)
	if err != nil {
		return err
	}
	email, err := findEmail(e.App, e.Request.PathValue("id"))
	if err != nil {
		return readError(err)
	}
	if status := email.Status(); status != Queued && status != Sending {
		check, err := c.outbox.checkResend(e.App, email)
		switch confirmed := body["confirmed"] == true || body["confirmed"] == "true"; {
		case err != nil:
			return readError(err)
		case !check.Possible || check.Question != "" && !confirmed:
			return apperr.Conflict("email-not-resendable", cmp.Or(check.Reason, check.Question))
		}
		if err := c.outbox.Throttle(email.Kind(), email.EmailAddress()); err != nil {
			return err
		}
		if err := c.requeue(e, email); err != nil {
			return readError(err)
		}
	}
	if email, err = findEmail(e.App, email.Id); err != nil {
		return readError(err)
	}
	return c.writeDetail(e, email)
}

// requeue queues one e-mail again, unless somebody else was faster.
func (c *Console) requeue(e *core.RequestEvent, email *storedEmail) error {
	err := e.App.RunInTransaction(func(tx core.App) error {
		queued, err := requeueEmail(tx, email.Id, email.Status(), c.outbox.now())
		if err != nil || len(queued) == 0 {
			return err
		}
		if err := c.outbox.enqueueJobs(tx, queued, c.outbox.now()); err != nil {
			return err
		}
		subject := audit.Subject{Collection: emailsCollection, ID: email.Id, Label: email.Subject()}
		return c.audit.Record(tx, audit.RequestActor(e), "email.resent", subject, map[string]any{
			"to": email.EmailAddress(), "kind": email.Kind(), "was": string(email.Status()),
		})
	})
	c.outbox.onChange()
	return err
}

// ResendResult is how many e-mails were queued again.
type ResendResult struct {
	Queued int64 `json:"queued"`
}

// ResendFailed is POST /api/emails/send-again: every failed e-mail that is still worth sending. One that
// has become obsolete is cancelled when its turn comes.
func (c *Console) ResendFailed(e *core.RequestEvent) error {
	var result ResendResult
	err := e.App.RunInTransaction(func(tx core.App) error {
		queued, err := requeueFailedEmails(tx, c.outbox.now())
		if err != nil || len(queued) == 0 {
			return err
		}
		result.Queued = int64(len(queued))
		if err := c.outbox.enqueueJobs(tx, queued, c.outbox.now()); err != nil {
			return err
		}
		return c.audit.Record(tx, audit.RequestActor(e), "emails.resent", audit.Subject{Label: "all failed emails"},
			map[string]any{"letters": result.Queued})
	})
	if err != nil {
		return apperr.Fail(requeueFails, err)
	}
	c.outbox.onChange()
	return e.JSON(http.StatusOK, result)
}

// testTTL is how long a test e-mail is worth sending: later nobody waits for it.
const testTTL = time.Hour

// TestForm is the body of POST /api/providers/brevo/test; without an address it goes to the one that the
// site notifies.
var TestForm = rules.Form{
	{Name: "email", Label: "Send it to", Kind: rules.Email, Max: 254, Messages: rules.Messages{Invalid: "Please enter a valid email address"}},
}

// TestEmail identifies the e-mail whose delivery shows the outcome.
type TestEmail struct {
	ID           string `json:"id"`
	EmailAddress string `json:"emailAddress"`
}

// SendTest is POST /api/providers/brevo/test.
func (c *Console) SendTest(e *core.RequestEvent) error {
	values, err := httpx.DecodeForm(e, TestForm)
	if err != nil {
		return err
	}
	to := values.Text("email")
	if to == "" {
		if to, err = settings.NotificationRecipient(e.App, c.outbox.cfg.Mail.AdminEmail); err != nil {
			return apperr.Fail("The settings could not be read.", err)
		}
	}
	switch {
	case c.outbox.sender == nil:
		return errNotConfigured
	case to == "":
		return httpx.Invalid(rules.Problem{Field: "email", Code: "required", Message: "Please enter an address: none is set to be notified"})
	}
	now := c.outbox.now()
	test := TestEmail{EmailAddress: to}
	err = e.App.RunInTransaction(func(tx core.App) error {
		test.ID, err = c.outbox.enqueue(tx, Email{
			Kind: KindTest, DedupeKey: KindTest + ":" + keys.Random(), To: Address{Email: to},
			Params: map[string]string{"at": now.UTC().Format(time.RFC3339)}, ExpiresAt: now.Add(testTTL),
		})
		if err != nil {
			return err
		}
		return c.audit.Record(tx, audit.RequestActor(e), "provider.tested", audit.Subject{Label: "Brevo"}, map[string]any{"to": to})
	})
	if err != nil {
		return apperr.Fail(testFailed, err)
	}
	return e.JSON(http.StatusAccepted, test)
}
