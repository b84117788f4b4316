package imports

import (
	"errors"
	"fmt"
	"iter"
	"net/http"
	"slices"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/approvals"
	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/lists"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/internal/sheets"
)

// fileForm is the body of the check and of the import. The file is sent as text.
type fileForm struct {
	_        struct{} `wire:"-"`
	FileName string   `json:"fileName"`
	Content  string   `json:"content"`
	Invite   bool     `json:"invite"`
}

// Rules returns the rules of the form.
func (fileForm) Rules() rules.Form { return FileRules }

// FileRules are the rules of a file to import.
var FileRules = rules.Form{
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

// View is an import with its progress, as shown in the console.
type View struct {
	ID       string `json:"id" db:"id"`
	FileName string `json:"fileName" db:"fileName"`
	Invite   bool   `json:"invite" db:"invite"`
	// An import in the state waiting needs a second admin.
	State State `json:"state" db:"state"`
	Progress
	Actor string `json:"actor" db:"actor"`
	// DecidedBy is the second admin who confirmed the import, or empty.
	DecidedBy  string     `json:"decidedBy" db:"decidedBy"`
	CreatedAt  httpx.Time `json:"createdAt" db:"createdAt"`
	FinishedAt httpx.Time `json:"finishedAt" db:"finishedAt"`
}

// Check is POST /api/members/imports/check.
func (i *Imports) Check() httpx.Endpoint {
	return httpx.JSON(i.check, httpx.Doc{
		Tag:         "imports",
		Summary:     "Check a file before its import",
		Description: "Reports what an import of the file would do.",
		Example:     exampleFile,
		Unaudited:   "a check changes nothing",
	})
}

// exampleFile is a file with one member.
var exampleFile = map[string]any{
	"fileName": "members.csv",
	"content":  "Name;E-mail\nAsha Rao;asha@example.com\n",
	"invite":   false,
}

func (i *Imports) check(e *core.RequestEvent, form fileForm) (Report, error) {
	report, err := i.CheckFile(audit.RequestActor(e), form.Content, form.Invite)
	if err != nil {
		return Report{}, fileError("check", err)
	}
	report.RequiresTOTP = identity.HasMFA(e.Auth)
	return report, nil
}

// TakesPassword reports whether an import asks for the caller's password. An unattended console must not be enough to
// write to thousands of people or to grant them memberships.
func (i *Imports) TakesPassword(e *core.RequestEvent) (bool, error) {
	form, err := httpx.Decode[fileForm](e)
	if err != nil || form.Invite {
		return form.Invite, err
	}
	parsed, err := parseFile(form.Content)
	return err == nil && parsed.namesTier(), nil // Create reports the error
}

// Create is POST /api/members/imports.
func (i *Imports) Create() httpx.Endpoint {
	return httpx.JSON(i.createFromFile, httpx.Doc{
		Tag:     "imports",
		Summary: "Import members from a file",
		Status:  http.StatusCreated,
		Example: exampleFile,
		Description: "Answers once the file is stored. A job creates the accounts and grants the memberships. With " +
			"invite, a member without a password gets an invitation, and a member with one an email about a new " +
			"membership. An import with invitations or memberships requires re-authentication. If the memberships " +
			"are worth more than one admin may grant, the import waits for a second admin.",
		Errors: []*apperr.Error{approvals.ErrWaiting},
	})
}

func (i *Imports) createFromFile(e *core.RequestEvent, form fileForm) (outcome approvals.Outcome[View], err error) {
	imported, waiting, err := i.Enqueue(audit.RequestActor(e), form.FileName, form.Content, form.Invite)
	if err != nil {
		return outcome, fileError("create", err)
	}
	if waiting != nil {
		outcome.Waiting = &approvals.Waiting{Approval: *waiting}
		return outcome, nil
	}
	outcome.Answer, err = viewOf(imported)
	return outcome, err
}

// List is GET /api/members/imports.
func (i *Imports) List() httpx.Endpoint {
	return lists.Rows[View](importList, httpx.Doc{Tag: "imports", Summary: "List the imports of members"})
}

// Get is GET /api/members/imports/{id}.
func (i *Imports) Get() httpx.Endpoint {
	return httpx.Get(get, httpx.Doc{Tag: "imports", Summary: "Get an import with its progress"})
}

func get(e *core.RequestEvent) (View, error) {
	id := e.Request.PathValue("id")
	imported, err := findImport(e.App, id)
	if err != nil {
		return View{}, apperr.Fail("The import could not be read.", fmt.Errorf("find import %s: %w", id, err))
	}
	return viewOf(imported)
}

func viewOf(imported *Import) (View, error) {
	view, err := imported.View()
	if err != nil {
		return View{}, apperr.Fail("The import could not be read.", fmt.Errorf("read import %s: %w", imported.Id, err))
	}
	return view, nil
}

// fileError turns a sheets.FileError into a problem of the form's field content.
func fileError(operation string, err error) error {
	var unreadable sheets.FileError
	if errors.As(err, &unreadable) {
		return httpx.Invalid(rules.Invalid("content", string(unreadable)))
	}
	return apperr.Fail("The file could not be imported. Please try again.", fmt.Errorf("%s import: %w", operation, err))
}

// errorsHeading is the heading of the column with each row's errors.
const errorsHeading = "What is wrong"

// ExportExample is GET /api/members/imports/example.
func (i *Imports) ExportExample() httpx.Endpoint {
	return httpx.File(i.exportExample, []string{"text/csv"},
		httpx.Doc{Tag: "imports", Summary: "Download an example of a file to import"})
}

func (i *Imports) exportExample(e *core.RequestEvent) error {
	membership, err := membershipSample(e.App, i.now())
	if err != nil {
		return apperr.Fail("The example could not be created.", fmt.Errorf("list tiers for the example: %w", err))
	}
	return writeAttachment(e, "members-example.csv",
		sheets.Table{Headings: columnNames(), Rows: func(yield func([]any, error) bool) {
			for n := range Columns[0].samples {
				var cells []any
				for _, c := range exampleColumns {
					cell := c.samples[n]
					if n == 0 && cell == "" {
						cell = membership[c.Name]
					}
					cells = append(cells, cell)
				}
				if !yield(cells, nil) {
					return
				}
			}
		}})
}

// ExportInvalidRows is POST /api/members/imports/wrong-rows.
func (i *Imports) ExportInvalidRows() httpx.Endpoint {
	return httpx.FileOf(i.exportInvalidRows, []string{"text/csv"}, httpx.Doc{
		Tag: "imports", Summary: "Download the rows of a file that an import would skip, with their errors",
		Description: "An admin can correct the rows and import them separately.",
		Example:     exampleFile, Unaudited: "the answer has only what the caller has sent",
	})
}

func (i *Imports) exportInvalidRows(e *core.RequestEvent, form fileForm) error {
	parsed, err := i.parse(form.Content)
	if err != nil {
		return fileError("check", err)
	}
	return writeAttachment(e, "members-to-mend.csv", parsed.invalidRowsTable())
}

func writeAttachment(e *core.RequestEvent, name string, t sheets.Table) error {
	e.Response.Header().Set("Content-Type", sheets.CSV.ContentType())
	e.Response.Header().Set("Content-Disposition", `attachment; filename="`+name+`"`)
	return sheets.Write(e.Response, sheets.CSV, t)
}

// invalidRowsTable returns the rows with errors. It replaces a column of errors from an earlier check.
func (f memberFile) invalidRowsTable() sheets.Table {
	errorsColumn := slices.Index(f.header.headings, errorsHeading)
	headings := removeColumn(f.header.headings, errorsColumn)
	width := len(headings)
	for _, r := range f.rows {
		if len(r.errors) > 0 {
			width = max(width, len(removeColumn(r.cells, errorsColumn)))
		}
	}
	headings = append(headings, make([]string, width-len(headings))...)
	return sheets.Table{
		Headings: append([]string{errorsHeading}, headings...),
		Rows:     f.invalidRows(errorsColumn, width),
	}
}

func (f memberFile) invalidRows(errorsColumn, width int) iter.Seq2[[]any, error] {
	return func(yield func([]any, error) bool) {
		for _, r := range f.rows {
			if len(r.errors) == 0 {
				continue
			}
			cells := slices.Repeat([]any{""}, 1+width)
			cells[0] = r.errors.String()
			for n, cell := range removeColumn(r.cells, errorsColumn) {
				cells[1+n] = cell
			}
			if !yield(cells, nil) {
				return
			}
		}
	}
}

// removeColumn returns a copy of a row without a column. -1 removes none.
func removeColumn(cells []string, column int) []string {
	if column < 0 || column >= len(cells) {
		return slices.Clone(cells)
	}
	return slices.Delete(slices.Clone(cells), column, column+1)
}
