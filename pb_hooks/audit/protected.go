package audit

import (
	"fmt"
	"net/http"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/httpx"
)

// Superusers edit records in PocketBase's dashboard. With SQL, and with the parts of a collection that are SQL or
// secrets, they could read or compare hidden fields and sign in as another person. Without --allow-sql, a superuser
// therefore cannot do the following:
//
//	run SQL                                       POST /api/sql
//	import collections                            PUT /api/collections/import
//	create a view, or change its query            its query could select a hidden field
//	add an index on anything but columns          a unique expression reveals whether two values are equal
//	open a collection that has protected fields   its rules and sign-in methods let others create or change accounts
//	set the secrets that sign tokens              anyone who knows such a secret can sign in as any account
//	set a protected field other than a password   such as the secret of another account's second factor
//
// With --allow-sql all of this is allowed. The superuser then has the same powers as a person with the database file.

// allowSQLHint ends the messages about what is refused.
const allowSQLHint = " Start the server with --allow-sql to allow it."

func sqlError(what string) error {
	return httpx.NewError(http.StatusForbidden, what+allowSQLHint, nil)
}

// bindProtection registers the hooks that refuse what needs --allow-sql.
func (l *Log) bindProtection(app core.App) {
	if l.allowSQL {
		return
	}
	app.OnCollectionsImportRequest().BindFunc(func(*core.CollectionsImportRequestEvent) error {
		return sqlError("Collections can’t be imported.")
	})
	app.OnCollectionCreateRequest().BindFunc(protectCollection)
	app.OnCollectionUpdateRequest().BindFunc(protectCollection)
	app.OnRecordCreateRequest().BindFunc(protectFields)
	app.OnRecordUpdateRequest().BindFunc(protectFields)
}

// recordSQL records the statement of a request to the dashboard's SQL page before it runs. Without --allow-sql it
// refuses the request.
func (l *Log) recordSQL(e *core.RequestEvent) error {
	var form struct {
		Query string `json:"query" form:"query"`
	}
	if err := e.BindBody(&form); err != nil {
		return httpx.NewError(http.StatusBadRequest, "Please send a statement.", err)
	}
	action := "sql.read"
	if !l.allowSQL {
		action = "sql.refused"
	}
	details := map[string]any{"statement": truncate(form.Query, maxTextLength)}
	if err := l.Record(
		e.App, RequestActor(e), action, Subject{Label: e.Request.Method + " " + e.Request.URL.Path}, details,
	); err != nil {
		return err
	}
	if !l.allowSQL {
		return sqlError("The SQL page is turned off.")
	}
	return e.Next()
}

// protectCollection refuses a superuser's change of a collection that adds SQL, opens a protected collection, or sets
// token secrets.
func protectCollection(e *core.CollectionRequestEvent) error {
	stored := &core.Collection{}
	if !e.Collection.IsNew() {
		found, err := e.App.FindCachedCollectionByNameOrId(e.Collection.Id)
		if err != nil {
			return err
		}
		stored = found
	}
	if e.Collection.IsView() && e.Collection.ViewQuery != stored.ViewQuery {
		return sqlError("A view can’t be created or changed here.")
	}
	for _, index := range e.Collection.Indexes {
		if !slices.Contains(stored.Indexes, index) && !isPlainIndex(e.Collection, index) {
			return sqlError("An index can only be over columns, without an expression or a condition.")
		}
	}
	if hasSecrets(stored) &&
		(!reflect.DeepEqual(rulesOf(stored), rulesOf(e.Collection)) ||
			signInMethods(stored) != signInMethods(e.Collection)) {
		return sqlError("The rules and sign-in methods of " + stored.Name + " can’t be changed here.")
	}
	if stored.IsAuth() && !slices.Equal(tokenSecrets(stored), tokenSecrets(e.Collection)) {
		return sqlError("The secrets that sign tokens can’t be set here.")
	}
	return e.Next()
}

// hasSecrets reports whether a collection has protected fields. The collection of superusers does not count, because
// they may choose how they sign in.
func hasSecrets(c *core.Collection) bool {
	return c.Name != core.CollectionNameSuperusers && slices.ContainsFunc(c.Fields, isSecret)
}

// signInMethods reports which of PocketBase's sign-in methods are enabled.
func signInMethods(c *core.Collection) [4]bool {
	return [4]bool{c.PasswordAuth.Enabled, c.OTP.Enabled, c.OAuth2.Enabled, c.MFA.Enabled}
}

func tokenSecrets(c *core.Collection) []string {
	secrets := []string{c.AuthToken.Secret, c.FileToken.Secret, c.PasswordResetToken.Secret, c.EmailChangeToken.Secret,
		c.VerificationToken.Secret}
	for _, provider := range c.OAuth2.Providers {
		secrets = append(secrets, provider.ClientSecret)
	}
	return secrets
}

var (
	indexPattern = regexp.MustCompile(
		"(?is)^\\s*CREATE\\s+(?:UNIQUE\\s+)?INDEX\\s+(?:IF\\s+NOT\\s+EXISTS\\s+)?[`\"\\[]?\\w+[`\"\\]]?\\s+ON\\s+" +
			"[`\"\\[]?\\w+[`\"\\]]?\\s*\\(([^()]*)\\)\\s*;?\\s*$")
	columnPattern = regexp.MustCompile(
		"(?is)^\\s*[`\"\\[]?(\\w+)[`\"\\]]?(?:\\s+COLLATE\\s+\\w+)?(?:\\s+(?:ASC|DESC))?\\s*$")
)

// isPlainIndex reports whether an index consists of columns only.
func isPlainIndex(c *core.Collection, index string) bool {
	found := indexPattern.FindStringSubmatch(index)
	if found == nil {
		return false
	}
	for column := range strings.SplitSeq(found[1], ",") {
		name := columnPattern.FindStringSubmatch(column)
		if name == nil || !isPlainColumn(c, name[1]) {
			return false
		}
	}
	return true
}

func isPlainColumn(c *core.Collection, name string) bool {
	field := c.Fields.GetByName(name)
	return field != nil && !isSecret(field)
}

// protectFields refuses a record in which a superuser sets a protected field. Passwords are allowed: PocketBase's own
// form sets them, and the owner of the account can set a new one. The dashboard does not receive protected fields and
// may send them empty. They then keep their values.
func protectFields(e *core.RecordRequestEvent) error {
	if !e.HasSuperuserAuth() {
		return e.Next()
	}
	request, err := e.RequestInfo()
	if err != nil {
		return err
	}
	original := e.Record.Original()
	before, after := hiddenValues(original), hiddenValues(e.Record)
	if e.Collection.IsAuth() {
		before[core.FieldNameTokenKey], after[core.FieldNameTokenKey] = original.TokenKey(), e.Record.TokenKey()
	}
	for _, name := range changedHiddenFields(before, after) {
		_, isSent := request.Body[name] // a new password also changes the token key
		switch {
		case name == core.FieldNamePassword, !isSent:
		case isEmpty(after[name]):
			e.Record.SetRaw(name, original.GetRaw(name))
		default:
			return httpx.NewError(http.StatusForbidden, e.Collection.Name+"."+name+" is protected."+allowSQLHint, nil)
		}
	}
	return e.Next()
}

func isEmpty(value any) bool {
	return slices.Contains([]string{"", "0", "false", "null", "[]"}, fmt.Sprint(value))
}
