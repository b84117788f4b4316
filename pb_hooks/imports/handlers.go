package imports

import (
	"database/sql"
	"errors"
	"net/http"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/accounts"
	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/rules"
)

// ImportForm is the body of the check and of the import: the file travels as text. An import with
// letters holds the fields of accounts.ProofForm as well.
var ImportForm = rules.Form{
	{
		Name: "fileName", Label: "File name", Kind: rules.Line, Required: true, Max: 200,
		Messages: rules.Messages{Required: "Please choose a file"},
	},
	{
		Name: "content", Label: "File", Kind: rules.Secret, Required: true, Max: MaxFileBytes,
		Messages: rules.Messages{Required: "The file is empty", Long: "The file is larger than 5 MB. Please split it"},
	},
	{Name: "invite", Label: "Send invitations", Kind: rules.Flag, Default: "false"},
}

// CheckFile is POST /api/members/imports/check.
func (l *Imports) Check(e *core.RequestEvent) error {
	values, err := httpx.DecodeForm(e, ImportForm)
	if err != nil {
		return err
	}
	report, err := CheckFile(e.App, values.Text("content"), values.Text("invite") == "true")
	if err != nil {
		return importError(err)
	}
	report.RequiresTOTP = accounts.RequiresTOTP(e.Auth)
	return e.JSON(http.StatusOK, report)
}

// Create is POST /api/members/imports. It answers when the file is stored; the accounts follow.
// Letters to thousands take more than a session.
func (l *Imports) Create(e *core.RequestEvent) error {
	values, err := httpx.DecodeForm(e, ImportForm)
	if err != nil {
		return err
	}
	invite := values.Text("invite") == "true"
	if invite {
		if err := l.accounts.ReauthenticateRequest(e); err != nil {
			return err
		}
	}
	record, err := l.Enqueue(audit.RequestActor(e), values.Text("fileName"), values.Text("content"), invite)
	if err != nil {
		return importError(err)
	}
	l.worker.Wake()
	return e.JSON(http.StatusCreated, newImport(record))
}

// List is GET /api/members/imports.
func (l *Imports) List(e *core.RequestEvent) error {
	return httpx.WriteList[Import](e, importList)
}

// Get is GET /api/members/imports/{id}.
func (l *Imports) Get(e *core.RequestEvent) error {
	record, err := e.App.FindRecordById(importsCollection, e.Request.PathValue("id"))
	if errors.Is(err, sql.ErrNoRows) {
		return httpx.NewError(http.StatusNotFound, "This import was not found.", nil)
	}
	if err != nil {
		return httpx.NewError(http.StatusInternalServerError, "The import could not be read.", err)
	}
	return e.JSON(http.StatusOK, newImport(record))
}

func importError(err error) error {
	var unreadable FileError
	if errors.As(err, &unreadable) {
		return httpx.Invalid(rules.Problem{Field: "content", Code: "invalid", Message: string(unreadable)})
	}
	return httpx.NewError(http.StatusInternalServerError, "The file could not be imported. Please try again.", err)
}

func newImport(r *core.Record) Import {
	i := Import{
		ID: r.Id, FileName: r.GetString("fileName"), Invite: r.GetBool("invite"), State: r.GetString("state"),
		Rows: r.GetInt("rows"), Handled: r.GetInt("handled"), Created: r.GetInt("created"), Existing: r.GetInt("existing"),
		Invited: r.GetInt("invited"), Wrong: r.GetInt("wrong"), Problems: Problems{}, Actor: r.GetString("actor"),
		CreatedAt: httpx.Time(r.GetDateTime("createdAt")), FinishedAt: httpx.Time(r.GetDateTime("finishedAt")),
	}
	// what the room itself has written reads
	_ = r.UnmarshalJSONField("problems", &i.Problems)
	return i
}
