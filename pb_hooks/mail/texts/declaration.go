package texts

import (
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"text/template"
	"time"

	"boardcircle/pb_hooks/internal/india"
)

// Set has the emails of a feature: the declarations by kind, and the files with their texts. A file has the name of
// its kind, or of its kind and its variant: account-notice.pin-set.md.
type Set struct {
	Files fs.FS
	Kinds map[string]Declaration
}

// Declaration has the fields of a kind of email and the names of its texts.
type Declaration struct {
	// IsSensitive requires re-authentication for a change of the texts. Texts with a secret link always require it.
	IsSensitive bool
	// IsOccasion shows the heading of the email on a band, for invitations and welcomes.
	IsOccasion bool
	Fields     []Field
	// Choose is the param that selects one of the Variants. It is "" for a kind with one text.
	Choose   string
	Variants []Variant
}

// Variant is one of several texts of a kind. Label says when it is used.
type Variant struct{ Name, Label string }

type fieldType int

const (
	lineType fieldType = iota
	phraseType
	linesType
	timeType
	hiddenType
	linkType
	derivedType
	factsType
)

// Field is a value that texts can use. Params have a sample. Other fields are computed from the params by a Go
// template; such a field is missing if one of its params is.
type Field struct {
	Name   string
	Sample string

	kind       fieldType
	isRequired bool
	// isSecret is true for secret params and the fields that are computed from them.
	isSecret bool
	// isPrivate is true for params that only the reader of the email sees.
	isPrivate bool
	value     *template.Template
	rows      []Row
}

// Row is a row of the table of facts.
type Row struct{ label, value *template.Template }

// fact is a rendered row.
type fact struct{ Label, Value string }

// Line is a param of one line that people have written, or that is the same in all languages, such as an amount.
func Line(name, sample string) Field { return Field{Name: name, Sample: sample} }

// Phrase is a param of one line that the program composes in English, such as "5 seats" or "31 Mar 2027". It is shown
// in the language of the reader.
func Phrase(name, sample string) Field { return Field{Name: name, Sample: sample, kind: phraseType} }

// Lines is a param that can have several lines.
func Lines(name, sample string) Field { return Field{Name: name, Sample: sample, kind: linesType} }

// Time is a param with an RFC 3339 time, which the text shows in words.
func Time(name string) Field {
	return Field{Name: name, Sample: "2026-09-01T12:00:00Z", kind: timeType}
}

// Flag returns the param for a condition such as {{if isFirst}}.
func Flag(is bool) string {
	if is {
		return "true"
	}
	return ""
}

// Hidden is a param that only links and computed fields use.
func Hidden(name, sample string) Field { return Field{Name: name, Sample: sample, kind: hiddenType} }

// Secret is a hidden param that grants access, such as a token. A field that is computed from it may only be the whole
// address of a link or button: as part of an address, the secret would be sent to another site.
func Secret(name, sample string) Field {
	return Field{Name: name, Sample: sample, kind: hiddenType, isSecret: true}
}

// Link is a link that is computed from the params.
func Link(name, value string) Field {
	return Field{Name: name, kind: linkType, value: mustParse(value)}
}

// Derived is a text that is computed from the params.
func Derived(name, value string) Field {
	return Field{Name: name, kind: derivedType, value: mustParse(value)}
}

// Facts is the table of facts, which texts use as {{facts}}.
func Facts(rows ...Row) Field { return Field{Name: "facts", kind: factsType, rows: rows} }

// Fact is a row of the table of facts. Label and value are Go templates; a row without a value is omitted.
func Fact(label, value string) Row { return Row{mustParse(label), mustParse(value)} }

// Required returns the field as one that every text must use, outside of any condition.
func (f Field) Required() Field {
	f.isRequired = true
	return f
}

// Private returns the field as one that only the reader of the email sees. The console hides its value.
func (f Field) Private() Field {
	f.isPrivate = true
	return f
}

// IsPrivate reports whether only the reader of the email sees the field.
func (f Field) IsPrivate() bool { return f.isPrivate }

// IsLine reports whether the field is a Line.
func (f Field) IsLine() bool { return f.kind == lineType }

// IsLink reports whether the field is a link.
func (f Field) IsLink() bool { return f.kind == linkType }

// IsSecret reports whether the field may only be the whole address of a link or button.
func (f Field) IsSecret() bool { return f.isSecret }

// IsRequired reports whether every text must use the field.
func (f Field) IsRequired() bool { return f.isRequired }

// IsHidden reports whether texts can't use the field.
func (f Field) IsHidden() bool { return f.kind == hiddenType }

// siteFields are fields that every email can use. upcomingEventDay is "" once the launch event is over.
var siteFields = []Field{
	{Name: "siteName"}, {Name: "siteURL", kind: linkType}, {Name: "contactEmail"},
	{Name: "contactPhone"}, {Name: "eventDay"}, {Name: "upcomingEventDay"},
}

func mustParse(value string) *template.Template {
	return template.Must(template.New("").Funcs(template.FuncMap{"when": formatIST,
		"lower": strings.ToLower}).Option("missingkey=error").Parse(value))
}

// formatIST formats an RFC 3339 time for readers in India.
func formatIST(instant string) (string, error) {
	t, err := time.Parse(time.RFC3339, instant)
	if err != nil {
		return "", err
	}
	return india.TimeText(t), nil
}

// Kind is a kind of email with its built-in texts.
type Kind struct {
	Declaration
	Texts []Text
}

// Text is a built-in text of a kind. Its name is "" if the kind has only one.
type Text struct {
	Variant
	Wording
	// Language is the code of the text's language, or "" for English.
	Language string
	// translations are the text in other languages.
	translations map[string]Wording
}

// Kind returns a kind of the set. It panics if the kind is not declared or if a text is missing, so that the program
// does not start.
func (s Set) Kind(name string) *Kind {
	declaration, isDeclared := s.Kinds[name]
	if !isDeclared {
		panic("texts: the kind " + name + " is not declared")
	}
	if (declaration.Choose == "") != (len(declaration.Variants) == 0) {
		panic("texts: " + name + ": variants need a param that chooses among them")
	}
	k := &Kind{Declaration: declaration}
	k.Fields = slices.Clone(declaration.Fields)
	variants := declaration.Variants
	if len(variants) == 0 {
		variants = []Variant{{}}
	}
	for _, v := range variants {
		file := name
		if v.Name != "" {
			file += "." + v.Name
		}
		wording, err := readWording(s.Files, file)
		if err != nil {
			panic("texts: " + file + ".md: " + err.Error())
		}
		translations, err := readTranslations(s.Files, file)
		if err != nil {
			panic("texts: " + file + " in another language: " + err.Error())
		}
		k.Texts = append(k.Texts, Text{Variant: v, Wording: wording, translations: translations})
	}
	k.markSecrets()
	return k
}

// markSecrets marks the fields that are computed from secret params. It finds them by changing the secrets and
// comparing the values.
func (k *Kind) markSecrets() {
	sample := k.Sample(&k.Texts[0])
	sample["siteURL"] = "https://site.example"
	changed := maps.Clone(sample)
	for _, field := range k.Fields {
		if field.isSecret {
			changed[field.Name] = "another-secret"
		}
	}
	before, after := k.Values(sample), k.Values(changed)
	for i, field := range k.Fields {
		k.Fields[i].isSecret = before[field.Name] != after[field.Name]
	}
}

// Secrets returns the names of the secret params and links.
func (k *Kind) Secrets() (names []string) {
	for _, field := range k.Fields {
		if field.isSecret {
			names = append(names, field.Name)
		}
	}
	return names
}

// RequiresReauthentication reports whether a change of the texts requires re-authentication.
func (k *Kind) RequiresReauthentication() bool { return k.IsSensitive || len(k.Secrets()) > 0 }

// Find returns the text that the params select, in the language of the reader.
func (k *Kind) Find(params map[string]string) (*Text, error) {
	if k.Choose == "" {
		return k.Texts[0].in(params[ParamLanguage]), nil
	}
	if text := k.Text(params[k.Choose]); text != nil {
		return text.in(params[ParamLanguage]), nil
	}
	return nil, fmt.Errorf("%w: no text for %s %q", ErrRender, k.Choose, params[k.Choose])
}

// Text returns the text with a name, or nil.
func (k *Kind) Text(name string) *Text {
	if i := slices.IndexFunc(k.Texts, func(t Text) bool { return t.Name == name }); i >= 0 {
		return &k.Texts[i]
	}
	return nil
}

// Sample returns sample params for a text.
func (k *Kind) Sample(text *Text) map[string]string {
	params := map[string]string{}
	for _, f := range k.Fields {
		if f.value == nil && f.kind != factsType {
			params[f.Name] = f.Sample
		}
	}
	if k.Choose != "" {
		params[k.Choose] = text.Name
	}
	if text.Language != "" {
		params[ParamLanguage] = text.Language
	}
	return params
}

// Usable returns the fields that texts can use.
func (k *Kind) Usable() []Field {
	return slices.DeleteFunc(slices.Concat(k.Fields, siteFields), Field.IsHidden)
}

// usable returns a field that texts can use, or nil.
func (k *Kind) usable(name string) *Field {
	fields := k.Usable()
	if i := slices.IndexFunc(fields, func(f Field) bool { return f.Name == name }); i >= 0 {
		return &fields[i]
	}
	return nil
}

// Values adds the computed fields to the params. A field that can't be computed is omitted, and an email that needs it
// is not rendered.
func (k *Kind) Values(params map[string]string) map[string]string {
	values := maps.Clone(params)
	for _, field := range k.Fields {
		if field.value == nil {
			continue
		}
		if value, err := execute(field.value, params); err == nil {
			values[field.Name] = value
		}
	}
	for _, field := range k.Fields {
		if given, has := values[field.Name]; has && field.kind == timeType {
			delete(values, field.Name)
			if inWords, err := formatIST(given); err == nil {
				values[field.Name] = inWords
			}
		}
	}
	k.translateValues(values, dictionaryOf(params))
	return values
}

// facts computes the table of facts from the params.
func (k *Kind) facts(params map[string]string) (facts []fact, err error) {
	for _, field := range k.Fields {
		for _, row := range field.rows {
			label, err := execute(row.label, params)
			if err != nil {
				return nil, err
			}
			value, err := execute(row.value, params)
			if err != nil {
				return nil, err
			}
			label, _ = dictionaryOf(params).Translate(label)
			value = dictionaryOf(params).TranslateDates(value)
			if value != "" {
				facts = append(facts, fact{label, value})
			}
		}
	}
	return facts, nil
}

func execute(t *template.Template, data any) (string, error) {
	var out strings.Builder
	if err := t.Execute(&out, data); err != nil {
		return "", fmt.Errorf("%w: %w", ErrRender, err)
	}
	return out.String(), nil
}
