package texts

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/languages"
	"boardcircle/pb_hooks/internal/lists"
	"boardcircle/pb_hooks/internal/modules"
	"boardcircle/pb_hooks/settings"
)

// State says whether a text was changed, or one of the texts of an email.
type State struct {
	IsChanged bool `json:"isChanged"`
	HasDraft  bool `json:"hasDraft"`
	// IsOutdated reports that the English text has changed since this translation was made.
	IsOutdated bool `json:"isOutdated"`
	// Fault says why the changed text is not used, "" if it is used.
	Fault     string     `json:"fault"`
	ChangedBy string     `json:"changedBy"`
	ChangedAt httpx.Time `json:"changedAt"`
}

// Protection says who may change a text.
type Protection struct {
	// IsSensitive reports that a change requires re-authentication.
	IsSensitive bool `json:"isSensitive"`
	// HasSecretLink reports that only owners can change the text.
	HasSecretLink bool `json:"hasSecretLink"`
}

// Summary is one text of an email.
type Summary struct {
	// ID is the kind's name, followed by a dot and the variant's name if there are several.
	ID   string `json:"id"`
	Kind string `json:"kind"`
	// Variant says when the text is used, "" if the kind has only one text.
	Variant string `json:"variant"`
	// Language is the name of the text's language in English.
	Language string `json:"language"`
	Subject  string `json:"subject"`
	Protection
	State
}

// Email is a row of the list: a kind of email with all its texts.
type Email struct {
	// ID is the kind's name. As the id of a text it names the first of its texts.
	ID string `json:"id"`
	// Subject is the subject of the first text.
	Subject string `json:"subject"`
	// Variants is how many English texts there are, for different cases.
	Variants  int      `json:"variants"`
	Languages []string `json:"languages"`
	Protection
	// State has the marks of all its texts, and who changed one of them last.
	State
}

// textRows are the rows of all texts that were ever changed, and the ids of the texts that have a draft.
type textRows struct {
	byID   map[string]*textRecord
	drafts map[string]bool
}

func readTextRows(app core.App) (textRows, error) {
	found := textRows{byID: map[string]*textRecord{}}
	rows, err := listTexts(app)
	if err != nil {
		return found, err
	}
	for _, row := range rows {
		found.byID[row.text()] = row
	}
	found.drafts, err = listDrafts(app)
	return found, err
}

func (l *Library) summary(t foundText, rows textRows) Summary {
	row := rows.byID[t.id]
	s := Summary{
		ID:         t.id,
		Kind:       t.kind.name,
		Variant:    t.text.Label,
		Language:   languages.Find(t.text.Language).EnglishName,
		Protection: t.kind.protection(),
		State: State{
			HasDraft:   rows.drafts[t.id],
			IsOutdated: l.isOutdated(t, row, rows.byID[l.english(t).id]),
		},
	}
	if row != nil && row.version() > 0 {
		s.IsChanged, s.ChangedBy, s.ChangedAt = !row.isBuiltIn(), row.changedBy(), row.changedAt()
	}
	if s.IsChanged {
		_, err := l.renderSample(t, row.wording())
		if err != nil {
			s.Fault = err.Error()
		}
		s.Fault = cmp.Or(s.Fault, l.fault(textVersion{t.id, row.version()}))
	}
	s.Subject, _ = withText(l, t.kind, t.text, func(c *Compiled) (string, error) {
		return c.Subject(l.withSite(t.kind.Sample(t.text)))
	})
	return s
}

func (k registered) protection() Protection {
	return Protection{IsSensitive: k.RequiresReauthentication(), HasSecretLink: len(k.Secrets()) > 0}
}

// summaries returns all texts of a kind: each case in English, followed by its translations.
func (l *Library) summaries(k registered, rows textRows) (list []Summary) {
	for i := range k.Texts {
		v := &k.Texts[i]
		list = append(list, l.summary(foundText{textID(k.name, v), k, v}, rows))
		for _, language := range v.languages() {
			translation := v.in(language)
			list = append(list, l.summary(foundText{textID(k.name, translation), k, translation}, rows))
		}
	}
	return list
}

// emailOf returns the row of a kind with the texts.
func emailOf(k registered, texts []Summary) Email {
	email := Email{ID: k.name, Subject: texts[0].Subject, Variants: len(k.Texts), Protection: k.protection()}
	for _, t := range texts {
		if !slices.Contains(email.Languages, t.Language) {
			email.Languages = append(email.Languages, t.Language)
		}
		email.IsChanged = email.IsChanged || t.IsChanged
		email.HasDraft = email.HasDraft || t.HasDraft
		email.IsOutdated = email.IsOutdated || t.IsOutdated
		email.Fault = cmp.Or(email.Fault, t.Fault)
		if t.IsChanged && types.DateTime(t.ChangedAt).After(types.DateTime(email.ChangedAt)) {
			email.ChangedBy, email.ChangedAt = t.ChangedBy, t.ChangedAt
		}
	}
	return email
}

// listedEmail is what the list of emails is searched and sorted by. The emails are declared in the program, so the
// query reads them from its parameter.
type listedEmail struct {
	ID      string `json:"id" db:"id"`
	Name    string `json:"name"`
	Subject string `json:"subject"`
	// Words are the subjects, the cases and the languages of all its texts.
	Words string `json:"words"`
}

func emailList(emails []listedEmail) lists.List {
	rows, _ := json.Marshal(emails) // strings can always be encoded
	return lists.List{
		From: "(SELECT value->>'$.id' AS id, value->>'$.name' AS name, value->>'$.subject' AS subject, " +
			"value->>'$.words' AS words FROM json_each({:emails})) emails",
		Columns:     []string{"id"},
		Params:      dbx.Params{"emails": string(rows)},
		Search:      []string{"name", "words"},
		Sort:        map[string]string{"name": "[[name]] COLLATE folded", "subject": "[[subject]] COLLATE folded"},
		DefaultSort: "name",
	}
}

// SubjectsIn returns the subjects of the emails of a module.
func (l *Library) SubjectsIn(id modules.ID) []string {
	subjects := []string{}
	for _, name := range slices.Sorted(maps.Keys(l.kinds)) {
		if k := l.kinds[name]; slices.Contains(k.modules, id) {
			subjects = append(subjects, l.summary(foundText{textID(k.name, &k.Texts[0]), k, &k.Texts[0]}, textRows{}).Subject)
		}
	}
	return subjects
}

// ListTexts is GET /api/email-texts.
func (c *Console) ListTexts() httpx.Endpoint {
	return emailList(nil).Describe(httpx.Get(c.listTexts, httpx.Doc{
		Tag: "mail", Summary: "The product's emails",
		Description: "Each email is one row. GET /api/email-texts/{id} lists its texts: one for each case and language.",
	}))
}

func (c *Console) listTexts(e *core.RequestEvent) ([]Email, error) {
	rows, err := readTextRows(e.App)
	if err != nil {
		return nil, apperr.Fail(textsReadFailed, err)
	}
	on, err := settings.ReadModules(e.App)
	if err != nil {
		return nil, apperr.Fail(textsReadFailed, err)
	}
	emails, listed := map[string]Email{}, []listedEmail{}
	for _, name := range slices.Sorted(maps.Keys(c.library.kinds)) {
		k := c.library.kinds[name]
		if !on.HasAny(k.modules...) {
			continue
		}
		texts := c.library.summaries(k, rows)
		emails[name] = emailOf(k, texts)
		var words []string
		for _, t := range texts {
			words = append(words, t.Subject, t.Variant, t.Language)
		}
		listed = append(listed, listedEmail{name, strings.ReplaceAll(name, "-", " "), texts[0].Subject,
			strings.Join(words, "\n")})
	}
	found, err := lists.QueryRows[listedEmail](e, emailList(listed))
	if err != nil {
		return nil, err
	}
	list := []Email{}
	for _, row := range found {
		list = append(list, emails[row.ID])
	}
	return list, nil
}
