package outbox

import (
	"cmp"
	"errors"
	"maps"
	"net/http"
	"reflect"
	"regexp"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/keys"
	"boardcircle/pb_hooks/internal/lists"
	"boardcircle/pb_hooks/internal/readmodel"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/mail/emails"
	"boardcircle/pb_hooks/mail/preferences"
	"boardcircle/pb_hooks/mail/texts"
)

var (
	errEmailNotFound = apperr.NotFound("email-not-found", "This email was not found.")
	errNotConfigured = apperr.Unavailable("mail-not-configured",
		"Email is not configured. Set BREVO_API_KEY and restart the site.")
)

// Public messages of internal errors.
const (
	countsFailed  = "The emails could not be counted."
	readFailed    = "The email could not be read."
	requeueFailed = "The emails could not be queued. Please try again."
	testFailed    = "The test email could not be created. Please try again."
)

// Console handles the admins' requests: it lists emails and resends them.
type Console struct {
	outbox *Outbox
	audit  *audit.Log
}

// NewConsole returns the admins' handlers of an outbox.
func NewConsole(outbox *Outbox, log *audit.Log) *Console { return &Console{outbox, log} }

// EmailSummary is an email as the console lists it.
type EmailSummary struct {
	ID            string     `db:"id" json:"id"`
	EmailAddress  string     `db:"emailAddress" json:"emailAddress"`
	RecipientName string     `db:"recipientName" json:"recipientName"`
	Kind          string     `db:"kind" json:"kind"`
	Subject       string     `db:"subject" json:"subject"`
	Status        Status     `db:"status" json:"status"`
	ErrorMessage  string     `db:"errorMessage" json:"errorMessage"`
	Attempts      int        `db:"attempts" json:"attempts"`
	SentAt        httpx.Time `db:"sentAt" json:"sentAt"`
	CreatedAt     httpx.Time `db:"createdAt" json:"createdAt"`
}

// emailColumns are the columns of EmailSummary.
var emailColumns = []string{"id", "emailAddress", "recipientName", "kind", "subject", "status", "errorMessage",
	"attempts", "sentAt", "createdAt"}

// emailList sorts by date only, so that each filter needs one index; more indexes would slow down the writes to the
// outbox. Use the search to find an address.
func emailList(kinds []string) lists.List {
	return lists.List{
		From:    emailsCollection,
		Columns: emailColumns,
		Search:  []string{"emailAddress", "subject"},
		Sort:    map[string]string{"createdAt": "createdAt"},
		Filters: map[string]map[string]string{"status": lists.Equals("status", Statuses...),
			"kind": lists.Equals("kind", kinds...)},
		DefaultSort: "-createdAt",
		Index:       readmodel.Emails,
		Count:       countList,
	}
}

// List is GET /api/emails.
func (c *Console) List() httpx.Endpoint {
	// The kinds are known when the features are constructed.
	return emailList(nil).Describe(httpx.Endpoint{
		Doc: httpx.Doc{
			Tag: "mail", Summary: "List the emails",
			Query: []httpx.Parameter{{Name: "kind",
				Description: "Lists the emails of this kind; see /api/emails/summary."}},
		},
		Answer: reflect.TypeFor[[]EmailSummary](),
		Handler: func(e *core.RequestEvent) error {
			list, err := listFor(e, emailList(c.outbox.Kinds()))
			if err != nil {
				return apperr.Fail(readFailed, err)
			}
			return lists.Write[EmailSummary](e, list)
		},
	})
}

// EmailCounts is the number of emails by status, with the names of all kinds.
type EmailCounts struct {
	Counts map[string]int64 `json:"counts"`
	// RecentlyFailed counts the emails of the last 30 days that have failed.
	RecentlyFailed int64    `json:"recentlyFailed"`
	Kinds          []string `json:"kinds"`
}

// Counts is GET /api/emails/summary.
func (c *Console) Counts() httpx.Endpoint {
	return httpx.Get(c.counts, httpx.Doc{Tag: "mail", Summary: "Count the emails by status"})
}

func (c *Console) counts(e *core.RequestEvent) (EmailCounts, error) {
	counts, err := Counts(e.App)
	if err != nil {
		return EmailCounts{}, apperr.Fail(countsFailed, err)
	}
	failed, err := countFailedSince(e.App, c.outbox.now().AddDate(0, 0, -30))
	return EmailCounts{counts, failed, c.outbox.Kinds()}, apperr.Fail(countsFailed, err)
}

// EmailDetail is one email with its content and its delivery events.
type EmailDetail struct {
	EmailSummary
	// MessageID is the provider's id, "" until the provider has reported it.
	MessageID     string     `json:"messageId"`
	DeliveredAt   httpx.Time `json:"deliveredAt"`
	OpenedAt      httpx.Time `json:"openedAt"`
	ClickedAt     httpx.Time `json:"clickedAt"`
	NextAttemptAt httpx.Time `json:"nextAttemptAt"`
	ExpiresAt     httpx.Time `json:"expiresAt"`
	// Text and HTML are the email with its secrets and private values hidden. RenderError says why they are empty.
	// HasSentText is true if they are rendered from the text that was sent. It is false if they are rendered from the
	// current text, because the email is still waiting or is older than the stored texts.
	Text        string       `json:"text"`
	HTML        string       `json:"html"`
	RenderError string       `json:"unreadable"`
	HasSentText bool         `json:"hasSentText"`
	Events      []EmailEvent `json:"events"`
	// Resend says whether the email can be sent again.
	Resend ResendCheck `json:"again"`
}

// EmailEvent is a delivery event that the provider reported.
type EmailEvent struct {
	ID         string     `db:"id" json:"id"`
	Event      string     `db:"event" json:"event"`
	Reason     string     `db:"reason" json:"reason"`
	OccurredAt httpx.Time `db:"occurredAt" json:"occurredAt"`
}

// Read is GET /api/emails/{id}.
func (c *Console) Read() httpx.Endpoint {
	return httpx.Get(c.read, httpx.Doc{
		Tag: "mail", Summary: "Read an email with its delivery events", Errors: []*apperr.Error{errEmailNotFound},
	})
}

func (c *Console) read(e *core.RequestEvent) (EmailDetail, error) {
	return c.readDetail(e, e.Request.PathValue("id"))
}

func (c *Console) readDetail(e *core.RequestEvent, id string) (EmailDetail, error) {
	email, err := findEmailFor(e, id)
	if err != nil {
		return EmailDetail{}, readError(err)
	}
	detail, err := c.detail(e.App, email)
	if err != nil {
		return EmailDetail{}, readError(err)
	}
	return detail, nil
}

func (c *Console) detail(app core.App, email *storedEmail) (EmailDetail, error) {
	detail := EmailDetail{
		EmailSummary: EmailSummary{
			ID: email.Id, EmailAddress: email.EmailAddress(), RecipientName: email.RecipientName(),
			Kind: email.Kind(), Subject: email.Subject(), Status: email.Status(),
			ErrorMessage: email.ErrorMessage(), Attempts: email.Attempts(),
			SentAt: httpx.Time(email.SentAt()), CreatedAt: httpx.Time(email.CreatedAt()),
		},
		MessageID:     email.MessageID(),
		DeliveredAt:   httpx.Time(email.DeliveredAt()),
		OpenedAt:      httpx.Time(email.OpenedAt()),
		ClickedAt:     httpx.Time(email.ClickedAt()),
		NextAttemptAt: httpx.Time(email.NextAttemptAt()),
		ExpiresAt:     httpx.Time(email.ExpiresAt()),
	}
	rendered, hasSentText, err := c.outbox.renderRedacted(app, email)
	detail.HasSentText = hasSentText
	if err != nil {
		detail.RenderError = "The email can't be shown, because the record that it is about was deleted."
	}
	if hasSentText && err == nil && rendered.Subject != "" {
		detail.Subject = rendered.Subject // the stored subject of a campaign has the fallbacks of its merge fields
	}
	detail.Text, detail.HTML = rendered.Text, rendered.HTML
	if detail.Resend, err = c.outbox.checkResend(app, email); err != nil {
		return detail, err
	}
	detail.Events, err = listEvents(app, email)
	return detail, err
}

const redacted = "hidden"

// secretPattern matches the token of a link; keys.Random and keys.Derive return 43 characters.
var secretPattern = regexp.MustCompile(`[A-Za-z0-9_-]{40,}`)

// renderRedacted renders an email for an admin. Values that the kind's Params adds and that could be secret are
// hidden, so that an admin can't use another person's link, and so are values that only the reader sees. It also reports
// whether this text was sent.
func (o *Outbox) renderRedacted(app core.App, email *storedEmail) (rendered texts.Rendered, hasSentText bool,
	err error) {
	params, err := email.Params()
	if err != nil {
		params = map[string]string{}
	}
	if k := o.kinds[email.Kind()]; k != nil && k.Params != nil {
		completed, err := k.Params(app, maps.Clone(params))
		if err != nil && !errors.Is(err, ErrObsolete) {
			return texts.Rendered{}, false, err
		}
		for name, value := range completed {
			params[name] = secretPattern.ReplaceAllString(value, redacted)
		}
	}
	for _, name := range []string{"token", "code"} {
		params[name] = redacted
	}
	sentText, err := findTextOfBatch(app, email.BatchID())
	if err != nil {
		return texts.Rendered{}, false, err
	}
	hasSentText = sentText != ""
	if k := o.kinds[email.Kind()]; k != nil {
		params = k.withoutPrivate(params)
		if k.text == nil {
			hasSentText = email.BatchID() != ""
		}
	}
	rendered, err = o.renderSent(email.Kind(), sentText, params)
	return rendered, hasSentText, err
}

func readError(err error) error {
	return apperr.Fail(readFailed, database.IfMissing(err, errEmailNotFound))
}

// An admin resends an email:
//
//	failed, bounced, blocked, cancelled ───────────────────────> queued
//	sent, delivered, opened, clicked, uncertain ── confirmed ──> queued
//	queued, sending ──> no change: the email is being sent
//
// The row leaves its batch and keeps its number of attempts. The next claim therefore opens a batch with a new key,
// and the provider does not treat the email as a duplicate. The update requires the status that was checked, so of
// two concurrent requests only the first queues the email.

// ResendCheck says whether an email can be sent again.
type ResendCheck struct {
	Possible bool `json:"possible"`
	// Question must be confirmed before the email is resent, because it may have arrived. "" means that no
	// confirmation is needed.
	Question string `json:"ask"`
	// Reason says why the email can't or need not be resent.
	Reason string `json:"reason"`
}

func (o *Outbox) checkResend(app core.App, email *storedEmail) (ResendCheck, error) {
	check := checkResendStatus(email.Status())
	if !check.Possible {
		return check, nil
	}
	no := func(reason string) (ResendCheck, error) { return ResendCheck{Reason: reason}, nil }
	if expires := email.ExpiresAt(); !expires.IsZero() && !expires.Time().After(o.now()) {
		return no("It has expired. Please send a new email instead.")
	}
	stored, _ := email.Params() // renderRedacted reports damaged params below
	suppressed, err := preferences.IsSuppressed(app, email.EmailAddress(), o.topic(email.Kind(), stored))
	if err != nil {
		return ResendCheck{}, err
	}
	if suppressed {
		return no("The address is on the suppression list, so it does not get this email.")
	}
	if k := o.kinds[email.Kind()]; k != nil && k.Params != nil {
		params, err := email.Params()
		if err != nil {
			return no("It can't be sent, because its stored data is damaged.")
		}
		if _, err := k.Params(app, params); errors.Is(err, ErrObsolete) {
			return no("It is no longer needed: its link was used or replaced, or the record that it is about " +
				"was deleted.")
		} else if err != nil {
			return ResendCheck{}, err
		}
	}
	return check, nil
}

// checkResendStatus checks only the status.
func checkResendStatus(status Status) ResendCheck {
	switch status {
	case Queued:
		return ResendCheck{Reason: "It is queued and will be sent automatically."}
	case Sending:
		return ResendCheck{Reason: "It is being sent right now."}
	case Spam:
		return ResendCheck{Reason: "The reader reported it as spam. Please reach them in another way."}
	case Uncertain:
		return ResendCheck{
			Possible: true,
			Question: "It may have arrived, because the provider gave no clear answer. Send it again anyway?",
		}
	case Sent, Delivered, Opened, Clicked:
		return ResendCheck{Possible: true, Question: "It was already sent. Send it a second time?"}
	}
	return ResendCheck{Possible: true}
}

// ResendForm is the body of POST /api/emails/{id}/send-again. Confirmed answers the question of ResendCheck.
type ResendForm struct {
	_         struct{} `wire:"-"`
	Confirmed bool     `json:"confirmed"`
}

// Rules returns the rules of the form.
func (ResendForm) Rules() rules.Form {
	return rules.Form{{Name: "confirmed", Label: "Send it anyway", Kind: rules.Flag}}
}

// Resend is POST /api/emails/{id}/send-again.
func (c *Console) Resend() httpx.Endpoint {
	return httpx.JSON(c.resend, httpx.Doc{
		Tag: "mail", Summary: "Send an email again", Errors: []*apperr.Error{errEmailNotFound},
		Statuses: []int{http.StatusConflict, http.StatusTooManyRequests}, Example: map[string]any{"confirmed": true},
	})
}

func (c *Console) resend(e *core.RequestEvent, form ResendForm) (EmailDetail, error) {
	email, err := findEmailFor(e, e.Request.PathValue("id"))
	if err != nil {
		return EmailDetail{}, readError(err)
	}
	if status := email.Status(); status != Queued && status != Sending {
		check, err := c.outbox.checkResend(e.App, email)
		switch {
		case err != nil:
			return EmailDetail{}, readError(err)
		case !check.Possible || check.Question != "" && !form.Confirmed:
			return EmailDetail{}, apperr.Conflict("email-not-resendable", cmp.Or(check.Reason, check.Question))
		}
		if err := c.outbox.Throttle(email.Kind(), email.EmailAddress()); err != nil {
			return EmailDetail{}, err
		}
		if err := c.requeue(e, email); err != nil {
			return EmailDetail{}, readError(err)
		}
	}
	return c.readDetail(e, email.Id)
}

// requeue queues one email again, unless its status has changed meanwhile.
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

// ResendResult is the number of emails that were queued again.
type ResendResult struct {
	Queued int64 `json:"queued"`
}

// ResendFailed is POST /api/emails/send-again: it queues every failed email that has not expired. The job cancels
// those that are obsolete.
func (c *Console) ResendFailed() httpx.Endpoint {
	return httpx.DoJSON(c.resendFailed, httpx.Doc{Tag: "mail", Summary: "Send all failed emails again"})
}

func (c *Console) resendFailed(e *core.RequestEvent) (result ResendResult, err error) {
	err = e.App.RunInTransaction(func(tx core.App) error {
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
		return ResendResult{}, apperr.Fail(requeueFailed, err)
	}
	c.outbox.onChange()
	return result, nil
}

// testTTL is how long a test email may wait; after that its sender no longer expects it.
const testTTL = time.Hour

// TestForm is the body of POST /api/providers/brevo/test. Without an address the test goes to the site's notification
// address.
type TestForm struct {
	_     struct{} `wire:"testEmail"`
	Email string   `json:"email"`
}

// Rules returns the rules of the form.
func (TestForm) Rules() rules.Form {
	return rules.Form{{Name: "email", Label: "Send it to", Kind: rules.Email, Max: 254,
		Messages: rules.Messages{Invalid: "Please enter a valid email address"}}}
}

// SendTest is POST /api/providers/brevo/test.
func (c *Console) SendTest() httpx.Endpoint {
	return httpx.JSON(c.sendTest, httpx.Doc{
		Tag: "mail", Summary: "Send a test email", Status: http.StatusAccepted,
		Errors:  []*apperr.Error{errNotConfigured},
		Example: map[string]any{"email": "ops@example.com"},
	})
}

func (c *Console) sendTest(e *core.RequestEvent, form TestForm) (texts.TestEmail, error) {
	to, err := form.Email, error(nil)
	if to == "" {
		if to, err = c.outbox.OfficeAddress(e.App); err != nil {
			return texts.TestEmail{}, apperr.Fail("The settings could not be read.", err)
		}
	}
	switch {
	case c.outbox.sender == nil:
		return texts.TestEmail{}, errNotConfigured
	case to == "":
		return texts.TestEmail{}, httpx.Invalid(rules.Missing("email",
			"Please enter an address, because the settings have no address for notifications"))
	}
	now := c.outbox.now()
	test := texts.TestEmail{EmailAddress: to}
	err = e.App.RunInTransaction(func(tx core.App) error {
		test.ID, err = c.outbox.enqueue(tx, Email{
			Kind: emails.KindTest, DedupeKey: emails.KindTest + ":" + keys.Random(), To: Address{Email: to},
			Params: map[string]string{"at": now.UTC().Format(time.RFC3339)}, ExpiresAt: now.Add(testTTL),
		})
		if err != nil {
			return err
		}
		return c.audit.Record(tx, audit.RequestActor(e), "provider.tested", audit.Subject{Label: "Brevo"},
			map[string]any{"to": to})
	})
	if err != nil {
		return texts.TestEmail{}, apperr.Fail(testFailed, err)
	}
	return test, nil
}

// EnqueueSample queues a rendered text for the admin who tests it, within the caller's transaction.
func (o *Outbox) EnqueueSample(tx core.App, to string, rendered texts.Rendered) (id string, err error) {
	return o.enqueue(tx, Email{
		Kind:      texts.KindSample,
		DedupeKey: texts.KindSample + ":" + keys.Random(),
		To:        Address{Email: to},
		ExpiresAt: o.now().Add(testTTL),
		Params:    map[string]string{"subject": rendered.Subject, "html": rendered.HTML, "text": rendered.Text},
	})
}

// ReadHTML is GET /api/emails/{id}/html: the HTML of an email with its secrets hidden.
func (c *Console) ReadHTML() httpx.Endpoint {
	return httpx.File(c.readHTML, []string{"text/html"}, httpx.Doc{
		Tag: "mail", Summary: "Read an email as its reader sees it",
		Description: "Secrets are hidden. The console shows it in a frame.", Errors: []*apperr.Error{errEmailNotFound},
	})
}

func (c *Console) readHTML(e *core.RequestEvent) error {
	email, err := findEmailFor(e, e.Request.PathValue("id"))
	if err != nil {
		return readError(err)
	}
	rendered, _, err := c.outbox.renderRedacted(e.App, email)
	if err != nil {
		return readError(err)
	}
	return texts.WriteFrame(e, rendered.HTML, texts.FramePolicy)
}
