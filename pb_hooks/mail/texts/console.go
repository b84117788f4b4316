package texts

import (
	"fmt"
	"html"
	"net/http"
	"slices"
	"strings"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/languages"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/settings"
)

// The admin API for texts: every email of the product, rendered with sample data.

var (
	errTextNotFound    = apperr.NotFound("text-not-found", "There is no such email text.")
	errVersionNotFound = apperr.NotFound("version-not-found", "This version of the text is not stored.")
	errTextOutdated    = apperr.Conflict("overtaken",
		"Another admin has changed this text in the meantime. Please reload it before you save yours.")
	errTextUnchanged = apperr.Conflict("unchanged", "The text has not changed.")
	errOwnersText    = apperr.Forbidden("owners-only",
		"This email has a secret link. Only an owner can change its text.")
	errNoAddress = apperr.Conflict("no-address",
		"Your account has no email address for a test. Please set one under Your account.")
)

const (
	textsReadFailed = "The email texts could not be read."
	textSaveFailed  = "The text could not be saved. Please try again."
)

// Outbox sends the tests of texts.
type Outbox interface {
	Throttle(kind, email string) error
	// EnqueueSample queues a rendered email of the kind KindSample and returns its id.
	EnqueueSample(tx core.App, to string, rendered Rendered) (id string, err error)
}

// Console handles the admins' requests about texts.
type Console struct {
	library      *Library
	outbox       Outbox
	audit        *audit.Log
	notifyAdmins NotifyAdmins
}

// NotifyAdmins emails all admins about changes of a record, within the transaction of the change.
type NotifyAdmins func(tx core.App, record *core.Record, changes []string) error

// NewConsole returns the admins' handlers of a library.
func NewConsole(library *Library, outbox Outbox, log *audit.Log, notifyAdmins NotifyAdmins) *Console {
	c := &Console{library: library, outbox: outbox, audit: log, notifyAdmins: notifyAdmins}
	library.app.OnRecordCreate(textsCollection).BindFunc(c.notifyOfSecretText)
	library.app.OnRecordUpdate(textsCollection).BindFunc(c.notifyOfSecretText)
	library.app.OnRecordDelete(textsCollection).BindFunc(c.notifyOfSecretText)
	return c
}

// maxHTML is the size in bytes at which Gmail cuts an email off.
const maxHTML = 100 << 10

// FieldInfo is a merge field that a text may use.
type FieldInfo struct {
	Name   string `json:"name"`
	Sample string `json:"sample"`
	IsLink bool   `json:"isLink"`
	// IsSecret reports that the field can only be the whole URL of a link or button.
	IsSecret   bool `json:"isSecret"`
	IsRequired bool `json:"isRequired"`
}

// Detail is a text with everything that is needed to edit it.
type Detail struct {
	Summary
	// Version must be sent with a change, so that no one overwrites a change that they have not seen.
	Version int         `json:"version"`
	Wording Wording     `json:"wording"`
	BuiltIn Wording     `json:"builtIn"`
	Draft   TextDraft   `json:"draft"`
	Fields  []FieldInfo `json:"fields"`
	// Texts are all texts of the email, this one too: each case in English, followed by its translations.
	Texts []Summary `json:"texts"`
}

// Version is one version of a text.
type Version struct {
	Version   int        `json:"version"`
	IsBuiltIn bool       `json:"isBuiltIn"`
	Wording   Wording    `json:"wording"`
	ChangedBy string     `json:"changedBy"`
	ChangedAt httpx.Time `json:"changedAt"`
}

// Preview is a text rendered with sample data.
type Preview struct {
	Subject string `json:"subject"`
	Preview string `json:"preview"`
	Text    string `json:"text"`
	// Light and Dark are the URLs of the preview frames. They are valid for half an hour.
	Light    string    `json:"light"`
	Dark     string    `json:"dark"`
	Bytes    int       `json:"bytes"`
	Problems []Problem `json:"problems"`
}

// WordingForm is the wording of an email in a request.
type WordingForm struct {
	_        struct{} `wire:"-"`
	Subject  string   `json:"subject"`
	Preview  string   `json:"preview"`
	Body     string   `json:"body"`
	Footnote string   `json:"footnote"`
}

// Rules returns the rules of the form.
func (WordingForm) Rules() rules.Form {
	return rules.Form{
		{Name: "subject", Label: "Subject", Kind: rules.Line, Required: true, Max: 250},
		{Name: "preview", Label: "Preview text", Kind: rules.Line, Max: 250},
		{Name: "body", Label: "Text", Kind: rules.Text, Required: true, Max: 20_000},
		{Name: "footnote", Label: "Reason for the email", Kind: rules.Line, Max: 600},
	}
}

func (f WordingForm) wording() Wording {
	return Wording{Subject: f.Subject, Preview: f.Preview, Body: f.Body, Footnote: f.Footnote}
}

// SaveForm is the body of PUT /api/email-texts/{id}. Version is the version that the change is based on.
type SaveForm struct {
	_ struct{} `wire:"-"`
	WordingForm
	VersionForm
}

// Rules returns the rules of the form.
func (SaveForm) Rules() rules.Form {
	return slices.Concat(WordingForm{}.Rules(), VersionForm{}.Rules())
}

// VersionForm names a version of a text; 0 is the built-in text.
type VersionForm struct {
	_       struct{} `wire:"-"`
	Version int      `json:"version"`
}

// Rules returns the rules of the form.
func (VersionForm) Rules() rules.Form {
	return rules.Form{{Name: "version", Label: "Version", Kind: rules.Integer, Max: 1_000_000}}
}

// foundText is the text that a request names.
type foundText struct {
	id   string
	kind registered
	text *Text
}

// label returns the name of a text for people, such as "Account notice: pin set (Hindi)".
func (t foundText) label() string {
	id, language, isTranslation := strings.Cut(t.id, ":")
	label := strings.NewReplacer("-", " ", ".", ": ").Replace(strings.ToUpper(id[:1]) + id[1:])
	if !isTranslation {
		return label
	}
	return label + " (" + languages.Find(language).EnglishName + ")"
}

// findText returns the text with an id. The name of a kind with several texts is an id of its first text.
func (l *Library) findText(id string) (foundText, error) {
	english, language, isTranslation := strings.Cut(id, ":")
	name, variantName, _ := strings.Cut(english, ".")
	k, isKnown := l.kinds[name]
	if !isKnown {
		return foundText{}, errTextNotFound
	}
	v := k.Text(variantName)
	if v == nil && variantName == "" {
		v = &k.Texts[0]
	}
	if v == nil {
		return foundText{}, errTextNotFound
	}
	if isTranslation {
		if v = v.in(language); v.Language == "" {
			return foundText{}, errTextNotFound
		}
	}
	return foundText{textID(name, v), k, v}, nil
}

// english returns the English text of a translation. The English text of an English text is the text itself.
func (l *Library) english(t foundText) foundText {
	id, _, _ := strings.Cut(t.id, ":")
	if english, err := l.findText(id); err == nil {
		return english
	}
	return t
}

// isOutdated reports whether the English text has changed since it was translated, by an admin or by a release. A
// translation in a file is made from the built-in English text. row and english are the rows of the translation and of
// the English text.
func (l *Library) isOutdated(t foundText, row, english *textRecord) bool {
	if t.text.Language == "" {
		return false
	}
	builtIn := l.english(t).text.Wording
	inForce := english.inForce(builtIn)
	if row == nil || row.version() == 0 || row.isBuiltIn() {
		return inForce != builtIn
	}
	return row.source() != "" && row.source() != inForce.hash("")
}

// renderSample renders a wording of a text with sample data.
func (l *Library) renderSample(t foundText, w Wording) (Rendered, error) {
	return l.renderFramed(t, w, settings.ReadOrDefaults(l.app))
}

func (l *Library) renderFramed(t foundText, w Wording, s settings.Settings) (Rendered, error) {
	d := t.kind
	layout, err := l.layout(l.frameOf(s))
	if err != nil {
		return Rendered{}, err
	}
	c, err := d.Compile(w, layout)
	if err != nil {
		return Rendered{}, err
	}
	params := d.Sample(t.text)
	if d.isOptional(params) {
		params["preferencesURL"] = l.cfg.SiteURL + "/preferences/preview"
	}
	return c.Render(l.data(s, params))
}

// GetText is GET /api/email-texts/{id}.
func (c *Console) GetText() httpx.Endpoint {
	return httpx.Get(c.getText, httpx.Doc{
		Tag: "mail", Summary: "A text of an email, with everything that is needed to edit it",
		Errors: []*apperr.Error{errTextNotFound},
	})
}

func (c *Console) getText(e *core.RequestEvent) (Detail, error) {
	t, err := c.library.findText(e.Request.PathValue("id"))
	if err != nil {
		return Detail{}, err
	}
	return c.detail(e.App, t)
}

func (c *Console) detail(app core.App, t foundText) (Detail, error) {
	row, err := findOrNewRow(app, textsCollection, t.id)
	if err != nil {
		return Detail{}, apperr.Fail(textsReadFailed, err)
	}
	rows, err := readTextRows(app)
	if err != nil {
		return Detail{}, apperr.Fail(textsReadFailed, err)
	}
	d := t.kind
	detail := Detail{
		Summary: c.library.summary(t, rows),
		Version: row.version(),
		BuiltIn: t.text.Wording,
		Wording: t.text.Wording,
		Fields:  []FieldInfo{},
		Texts:   c.library.summaries(t.kind, rows),
	}
	if detail.IsChanged {
		detail.Wording = row.wording()
	}
	draft, err := findOrNewRow(app, draftsCollection, t.id)
	if err != nil {
		return Detail{}, apperr.Fail(textsReadFailed, err)
	}
	detail.Draft = draft.draft(detail.Wording)
	values := d.Values(c.library.withSite(d.Sample(t.text)))
	for _, field := range d.Usable() {
		detail.Fields = append(detail.Fields, FieldInfo{
			Name:       field.Name,
			Sample:     values[field.Name],
			IsLink:     field.IsLink(),
			IsSecret:   field.IsSecret(),
			IsRequired: field.IsRequired(),
		})
	}
	return detail, nil
}

// ListTextVersions is GET /api/email-texts/{id}/versions. The newest version is first.
func (c *Console) ListTextVersions() httpx.Endpoint {
	return httpx.Get(c.listTextVersions, httpx.Doc{
		Tag: "mail", Summary: "The versions of a text, the newest first", Errors: []*apperr.Error{errTextNotFound},
	})
}

func (c *Console) listTextVersions(e *core.RequestEvent) ([]Version, error) {
	t, err := c.library.findText(e.Request.PathValue("id"))
	if err != nil {
		return nil, err
	}
	rows, err := listTextVersions(e.App, t.id)
	if err != nil {
		return nil, apperr.Fail(textsReadFailed, err)
	}
	list := []Version{}
	for _, row := range rows {
		v := Version{
			Version:   row.version(),
			IsBuiltIn: row.isBuiltIn(),
			Wording:   row.wording(),
			ChangedBy: row.changedBy(),
			ChangedAt: row.changedAt(),
		}
		if v.IsBuiltIn {
			v.Wording = t.text.Wording
		}
		list = append(list, v)
	}
	return list, nil
}

// checkText renders a wording with sample data and returns its problems.
func (l *Library) checkText(t foundText, w Wording) (Rendered, Problems) {
	rendered, err := l.renderSample(t, w)
	if err != nil {
		if problems, known := err.(Problems); known { //nolint:errorlint // compile returns it as it is
			return rendered, problems
		}
		l.app.Logger().Warn("The text of an email can't be rendered", "text", t.id, "error", err)
		return rendered, Problems{{Field: "body",
			Message: "The text can’t be used. Please check its merge fields and conditions"}}
	}
	var problems Problems
	if len(rendered.HTML) > maxHTML {
		problems = append(problems, Problem{Field: "body",
			Message: "The email is larger than 100 kB, so mail programs would cut it off"})
	}
	if strings.TrimSpace(rendered.Subject) == "" {
		problems = append(problems, Problem{Field: "subject", Message: "The subject is empty"})
	}
	return rendered, problems
}

// checkPosted checks the wording in a request for the text in its path.
func (c *Console) checkPosted(e *core.RequestEvent) (foundText, Rendered, Problems, error) {
	t, err := c.library.findText(e.Request.PathValue("id"))
	if err != nil {
		return t, Rendered{}, nil, err
	}
	form, err := httpx.Decode[WordingForm](e)
	if err != nil {
		return t, Rendered{}, nil, err
	}
	rendered, problems := c.library.checkText(t, form.wording())
	return t, rendered, problems, nil
}

// wordingExample is the example of the routes that take a wording.
var wordingExample = map[string]any{"subject": "Welcome", "body": "Your account {{email}} is ready."}

// PreviewText is POST /api/email-texts/{id}/preview. The text need not be saved.
func (c *Console) PreviewText() httpx.Endpoint {
	return httpx.Raw[WordingForm](c.previewText, httpx.Doc{
		Tag: "mail", Summary: "A text as its reader would get it, with sample data",
		Errors: []*apperr.Error{errTextNotFound}, Example: wordingExample,
		Unaudited: "renders a text that is not saved",
	})
}

func (c *Console) previewText(e *core.RequestEvent) (Preview, error) {
	_, rendered, problems, err := c.checkPosted(e)
	if err != nil {
		return Preview{}, err
	}
	preview := c.previewOf(e, rendered)
	preview.Problems = append(preview.Problems, problems...)
	return preview, nil
}

// previewOf stores a rendered email for its author. If it could not be rendered, the preview has no URLs.
func (c *Console) previewOf(e *core.RequestEvent, rendered Rendered) Preview {
	preview := Preview{Subject: rendered.Subject, Text: rendered.Text, Bytes: len(rendered.HTML), Problems: []Problem{}}
	if rendered.HTML != "" {
		preview.Preview = preheaderOf(rendered.HTML)
		preview.Light, preview.Dark = c.library.StorePreviews(httpx.AccountKey(e), rendered.HTML)
	}
	return preview
}

func preheaderOf(page string) string {
	_, rest, _ := strings.Cut(page, "line-height:1px;\">")
	text, _, _ := strings.Cut(rest, "͏")
	return html.UnescapeString(text)
}

// StorePreviews stores an email's HTML for its author and returns the URLs for the light and the dark mode.
func (l *Library) StorePreviews(author, page string) (light, dark string) {
	return l.StorePreview(author, page),
		l.StorePreview(author, strings.ReplaceAll(page, "@media (prefers-color-scheme: dark)", "@media all"))
}

// ChangesSensitiveText reports whether a request changes a text that requires re-authentication. It refuses the
// request if the text has a secret link and the caller is not an owner.
func (c *Console) ChangesSensitiveText(e *core.RequestEvent) (bool, error) {
	t, err := c.findChangeable(e)
	if err != nil {
		return false, err
	}
	return t.kind.RequiresReauthentication(), nil
}

// findChangeable returns the text that a request may change.
func (c *Console) findChangeable(e *core.RequestEvent) (foundText, error) {
	t, err := c.library.findText(e.Request.PathValue("id"))
	if err == nil && len(t.kind.Secrets()) > 0 && !httpx.IsOwner(e) {
		return t, errOwnersText
	}
	return t, err
}

// notifyOfSecretText emails all admins when the text of an email with a secret link changes, in the console or in the
// dashboard.
func (c *Console) notifyOfSecretText(e *core.RecordEvent) error {
	text := database.As[textRecord](e.Record)
	t, err := c.library.findText(text.text())
	if err == nil && len(t.kind.Secrets()) > 0 {
		change := fmt.Sprintf("The text of the email “%s”, which has a secret link: version %d", t.id, text.version())
		if err := c.notifyAdmins(e.App, e.Record, []string{change}); err != nil {
			return err
		}
	}
	return e.Next()
}

// SaveText is PUT /api/email-texts/{id}. Emails that are waiting are sent with the new text.
func (c *Console) SaveText() httpx.Endpoint {
	return httpx.JSON(c.saveText, httpx.Doc{
		Tag: "mail", Summary: "Change a text of an email",
		Description: "Texts about security and money require re-authentication. version is the version that the " +
			"change is based on. A translation that is out of date but still right is confirmed by sending it again.",
		Errors:  []*apperr.Error{errTextNotFound, errTextOutdated, errTextUnchanged, errOwnersText},
		Example: wordingExample,
	})
}

func (c *Console) saveText(e *core.RequestEvent, form SaveForm) (Detail, error) {
	t, err := c.findChangeable(e)
	if err != nil {
		return Detail{}, err
	}
	wording := form.wording()
	if err := invalidText(c.library.checkText(t, wording)); err != nil {
		return Detail{}, err
	}
	err = c.changeText(e, t, "email-text.updated", func(row, english *textRecord) error {
		if row.version() != form.Version {
			return errTextOutdated
		}
		isUnchanged := wording == row.wording() && !row.isBuiltIn() || row.version() == 0 && wording == t.text.Wording
		if isUnchanged && !c.library.isOutdated(t, row, english) {
			return errTextUnchanged
		}
		row.set(wording, false, row.version()+1, audit.RequestActor(e).Name)
		if t.text.Language != "" {
			row.setSource(english.inForce(c.library.english(t).text.Wording).hash(""))
		}
		return nil
	})
	if err != nil {
		return Detail{}, err
	}
	return c.detail(e.App, t)
}

func invalidText(_ Rendered, problems Problems) error {
	var list []rules.Problem
	for _, p := range problems {
		list = append(list, rules.Invalid(p.Field, p.Message))
	}
	if len(list) > 0 {
		return httpx.Invalid(list...)
	}
	return nil
}

// RestoreText is POST /api/email-texts/{id}/restore. It saves an earlier version, or the built-in text, as a new
// version.
func (c *Console) RestoreText() httpx.Endpoint {
	return httpx.JSON(c.restoreText, httpx.Doc{
		Tag: "mail", Summary: "Restore an earlier version, or with version 0 the built-in text",
		Errors:  []*apperr.Error{errTextNotFound, errVersionNotFound, errTextUnchanged, errOwnersText},
		Example: map[string]any{"version": 0},
	})
}

func (c *Console) restoreText(e *core.RequestEvent, form VersionForm) (Detail, error) {
	t, err := c.findChangeable(e)
	if err != nil {
		return Detail{}, err
	}
	number := form.Version
	var wording Wording
	source, isBuiltIn := "", number == 0
	if !isBuiltIn {
		version, err := findTextVersion(e.App, t.id, number)
		if err != nil {
			return Detail{}, apperr.Fail(textSaveFailed, err)
		}
		if version == nil {
			return Detail{}, errVersionNotFound
		}
		source = version.source()
		if wording, isBuiltIn = version.wording(), version.isBuiltIn(); !isBuiltIn {
			if err := invalidText(c.library.checkText(t, wording)); err != nil {
				return Detail{}, err // the merge fields have changed since that version
			}
		}
	}
	err = c.changeText(e, t, "email-text.restored", func(row, _ *textRecord) error {
		if row.version() == 0 || isBuiltIn && row.isBuiltIn() {
			return errTextUnchanged
		}
		if isBuiltIn {
			wording = Wording{}
		}
		row.set(wording, isBuiltIn, row.version()+1, audit.RequestActor(e).Name)
		row.setSource(source)
		return nil
	})
	if err != nil {
		return Detail{}, err
	}
	return c.detail(e.App, t)
}

// changeText changes a text in a transaction and stores its version and the audit record. change also gets the row of
// the English text.
func (c *Console) changeText(e *core.RequestEvent, t foundText, action string,
	change func(row, english *textRecord) error) error {
	err := e.App.RunInTransaction(func(tx core.App) error {
		row, err := findOrNewRow(tx, textsCollection, t.id)
		if err != nil {
			return err
		}
		english, err := findOrNewRow(tx, textsCollection, c.library.english(t).id)
		if err != nil {
			return err
		}
		if err := change(row, english); err != nil {
			return err
		}
		if err := c.audit.SaveAs(tx, audit.RequestActor(e), action, t.label(), row.ProxyRecord()); err != nil {
			return err
		}
		if err := saveTextVersion(tx, row); err != nil {
			return err
		}
		return c.updateDraft(tx, t, audit.RequestActor(e))
	})
	if err != nil {
		return apperr.Fail(textSaveFailed, err)
	}
	return nil
}

// KindSample is the kind of the email that carries a rendered text to the admin who tests it. It has no text of its
// own.
const KindSample = "text-sample"

// TestEmail identifies a test email, so that the console can show its delivery.
type TestEmail struct {
	ID           string `json:"id"`
	EmailAddress string `json:"emailAddress"`
}

// TestText is POST /api/email-texts/{id}/test. It sends a text with sample data to the admin. The text need not be
// saved.
func (c *Console) TestText() httpx.Endpoint {
	return httpx.Raw[WordingForm](c.testText, httpx.Doc{
		Tag: "mail", Summary: "Send a text with sample data to oneself", Status: http.StatusAccepted,
		Errors: []*apperr.Error{errTextNotFound, errNoAddress}, Statuses: []int{http.StatusTooManyRequests},
		Example: wordingExample,
	})
}

func (c *Console) testText(e *core.RequestEvent) (TestEmail, error) {
	t, rendered, problems, err := c.checkPosted(e)
	if err != nil {
		return TestEmail{}, err
	}
	if err := invalidText(rendered, problems); err != nil {
		return TestEmail{}, err
	}
	to := e.Auth.Email()
	if to == "" {
		return TestEmail{}, errNoAddress
	}
	if err := c.outbox.Throttle(KindSample, to); err != nil {
		return TestEmail{}, err
	}
	test := TestEmail{EmailAddress: to}
	rendered.Subject = "[Test] " + rendered.Subject
	err = e.App.RunInTransaction(func(tx core.App) error {
		if test.ID, err = c.outbox.EnqueueSample(tx, to, rendered); err != nil {
			return err
		}
		return c.audit.Record(tx, audit.RequestActor(e), "email-text.tested",
			audit.Subject{Collection: textsCollection, Label: t.label()}, map[string]any{"to": to})
	})
	if err != nil {
		return TestEmail{}, apperr.Fail("The test email could not be created. Please try again.", err)
	}
	return test, nil
}
