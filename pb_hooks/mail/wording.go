package mail

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	texttemplate "text/template"
)

// The file emails/<kind>.md of a kind declares the params of its emails and their texts:
//
//	sensitive                          changing the text requires re-authentication
//	field name = Asha Rao              a param, with its value in a sample email
//	lines question = One\nTwo          a param of several lines
//	time at = 2026-09-01T12:00:00Z     a param that is a time; the text shows it in words
//	hidden tierId = sample             a param that texts can't use
//	secret token = sample-token        a hidden param that grants access: links made from it are secret links
//	link resetLink = {{.siteURL}}/…    a link that texts may use, as a Go template over the params
//	derive cause = {{if …}}…{{end}}    a field that is computed from params, as a Go template
//	fact Price = {{.base}}             a row of the table {{facts}}, omitted if it is empty
//	required resetLink                 a field that every text of the kind must use
//	choose what                        the param that selects one of the texts below
//
//	=== pin-set = PIN set              one text; "===" alone if the kind has only one
//	subject: Your PIN was set
//	preview: …
//	footnote: …
//
//	# Markdown, with {{name}} and {{if name}}…{{else}}…{{end}}
//
// Admins can change the texts. The part above the first "===" is fixed.

// Wording is the text of an email: single lines and a Markdown body, all with merge fields.
type Wording struct {
	Subject  string `json:"subject"`
	Preview  string `json:"preview"`
	Body     string `json:"body"`
	Footnote string `json:"footnote"`
}

// declaration is the parsed file of a kind.
type declaration struct {
	sensitive bool
	fields    []mergeField
	derived   []derivedField
	facts     []factTemplate
	required  []string
	choose    string
	variants  []variant
}

type fieldType string

const (
	lineField   fieldType = "field"
	linesField  fieldType = "lines"
	timeField   fieldType = "time"
	hiddenField fieldType = "hidden"
	secretField fieldType = "secret"
	linkField   fieldType = "link"
	derivedText fieldType = "derive"
	factsField  fieldType = "facts"
)

type mergeField struct {
	name   string
	kind   fieldType
	sample string
	// isSecret is true for secret params and the fields derived from them. A text may use such a field only as the
	// whole URL of a link or button: as part of a URL, the secret would be sent to another site.
	isSecret bool
}

type derivedField struct {
	name     string
	template *texttemplate.Template
}

type factTemplate struct{ label, value *texttemplate.Template }

// variant is one text of a kind. name is "" if the kind has only one text.
type variant struct {
	name, label string
	Wording
}

// siteFields are merge fields that every email can use. upcomingEventDay is "" once the launch event is over.
var siteFields = []mergeField{
	{name: "siteName", kind: lineField}, {name: "siteURL", kind: linkField}, {name: "contactEmail", kind: lineField},
	{name: "contactPhone", kind: lineField}, {name: "eventDay", kind: lineField}, {name: "upcomingEventDay", kind: lineField},
}

var sectionPattern = regexp.MustCompile(`(?m)^===(?: ([a-z0-9-]+) = (.+))?$`)

// parseDeclaration parses a kind's file. It panics on an invalid file, so that the program does not start.
func parseDeclaration(name, source string) *declaration {
	fail := func(format string, args ...any) {
		panic("mail: emails/" + name + ".md: " + fmt.Sprintf(format, args...))
	}
	d := &declaration{}
	sections := sectionPattern.FindAllStringSubmatchIndex(source, -1)
	if len(sections) == 0 {
		fail("it has no text")
	}
	for line := range strings.Lines(source[:sections[0][0]]) {
		if line = strings.TrimSuffix(line, "\n"); line != "" {
			if err := d.parseLine(line); err != nil {
				fail("%q: %v", line, err)
			}
		}
	}
	for i, at := range sections {
		end := len(source)
		if i+1 < len(sections) {
			end = sections[i+1][0]
		}
		v := variant{}
		if at[2] >= 0 {
			v.name, v.label = source[at[2]:at[3]], source[at[4]:at[5]]
		}
		var err error
		if v.Wording, err = parseWording(source[at[1]:end]); err != nil {
			fail("%s: %v", v.name, err)
		}
		d.variants = append(d.variants, v)
	}
	if (d.choose == "") != (len(d.variants) == 1 && d.variants[0].name == "") {
		fail("texts need names, and a param that chooses among them")
	}
	d.markSecrets()
	return d
}

func (d *declaration) parseLine(line string) (err error) {
	word, rest, _ := strings.Cut(line, " ")
	name, value, hasValue := strings.Cut(rest, " = ")
	if !hasValue {
		name, value = strings.TrimSuffix(name, " ="), ""
	}
	switch kind := fieldType(word); kind {
	case lineField, timeField, hiddenField, secretField:
		d.fields = append(d.fields, mergeField{name: name, kind: kind, sample: value, isSecret: kind == secretField})
	case linesField:
		d.fields = append(d.fields, mergeField{name: name, kind: kind, sample: strings.ReplaceAll(value, `\n`, "\n")})
	case linkField, derivedText:
		d.fields = append(d.fields, mergeField{name: name, kind: kind})
		template, err := parseValue(value)
		d.derived = append(d.derived, derivedField{name, template})
		return err
	case "fact":
		var fact factTemplate
		if fact.label, err = parseValue(name); err != nil {
			return err
		}
		fact.value, err = parseValue(value)
		d.facts = append(d.facts, fact)
	case "required":
		d.required = strings.Fields(rest)
	case "choose":
		d.choose = rest
	case "sensitive":
		d.sensitive = true
	default:
		return fmt.Errorf("%q is no word of a declaration", word)
	}
	return err
}

// markSecrets marks the fields that are derived from secret params. It finds them by changing the secrets and
// comparing the values.
func (d *declaration) markSecrets() {
	const other = "another-secret"
	sample := d.sample(&d.variants[0])
	sample["siteURL"] = "https://site.example"
	changed := maps.Clone(sample)
	for _, field := range d.fields {
		if field.isSecret {
			changed[field.name] = other
		}
	}
	before, after := d.values(sample), d.values(changed)
	for i, field := range d.fields {
		d.fields[i].isSecret = before[field.name] != after[field.name]
	}
}

// hasSecrets reports whether emails of the kind have a secret link.
func (d *declaration) hasSecrets() bool {
	return slices.ContainsFunc(d.fields, func(f mergeField) bool { return f.isSecret })
}

// SecretParams returns the names of a kind's secret params and links.
func (o *Outbox) SecretParams(kind string) (names []string) {
	if k := o.kinds[kind]; k != nil && k.declaration != nil {
		for _, field := range k.declaration.fields {
			if field.isSecret {
				names = append(names, field.name)
			}
		}
	}
	return names
}

// takesReauthentication reports whether changing the texts of the kind requires re-authentication.
func (d *declaration) takesReauthentication() bool { return d.sensitive || d.hasSecrets() }

func parseValue(source string) (*texttemplate.Template, error) {
	return texttemplate.New("value").Funcs(textFuncs).Option("missingkey=error").Parse(source)
}

func parseWording(source string) (w Wording, err error) {
	head, body, _ := strings.Cut(strings.TrimPrefix(source, "\n"), "\n\n")
	for line := range strings.Lines(head) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
		switch name {
		case "subject":
			w.Subject = value
		case "preview":
			w.Preview = value
		case "footnote":
			w.Footnote = value
		default:
			return w, fmt.Errorf("%q is not a line of a text", line)
		}
	}
	w.Body = strings.TrimSpace(body)
	return w, nil
}

// find returns the text that the params select.
func (d *declaration) find(params map[string]string) (*variant, error) {
	if d.choose == "" {
		return &d.variants[0], nil
	}
	if v := d.variant(params[d.choose]); v != nil {
		return v, nil
	}
	return nil, fmt.Errorf("%w: no text for %s %q", errRender, d.choose, params[d.choose])
}

// variant returns the text with the given name, or nil.
func (d *declaration) variant(name string) *variant {
	if i := slices.IndexFunc(d.variants, func(v variant) bool { return v.name == name }); i >= 0 {
		return &d.variants[i]
	}
	return nil
}

// sample returns sample params for one of the texts.
func (d *declaration) sample(v *variant) map[string]string {
	params := map[string]string{}
	for _, f := range d.fields {
		if f.kind != linkField && f.kind != derivedText {
			params[f.name] = f.sample
		}
	}
	if d.choose != "" {
		params[d.choose] = v.name
	}
	return params
}

// usable returns the merge fields that the kind's texts can use.
func (d *declaration) usable() []mergeField {
	fields := slices.Clone(d.fields)
	if len(d.facts) > 0 {
		fields = append(fields, mergeField{name: "facts", kind: factsField})
	}
	fields = append(fields, siteFields...)
	return slices.DeleteFunc(fields, func(f mergeField) bool { return f.kind == hiddenField || f.kind == secretField })
}

// values adds the derived fields to the params. If a field can't be computed because a param is missing, the field is
// omitted, and an email that needs it is not rendered.
func (d *declaration) values(data map[string]string) map[string]string {
	values := maps.Clone(data)
	for _, field := range d.derived {
		var out strings.Builder
		if err := field.template.Execute(&out, data); err == nil {
			values[field.name] = out.String()
		}
	}
	for _, field := range d.fields {
		if given, has := values[field.name]; has && field.kind == timeField {
			delete(values, field.name)
			if inWords, err := formatIST(given); err == nil {
				values[field.name] = inWords
			}
		}
	}
	return values
}

// Fact is a row of the table of facts in an email.
type Fact struct{ Label, Value string }

// factsOf computes the table from the params.
func (d *declaration) factsOf(data map[string]string) (facts []Fact, err error) {
	for _, f := range d.facts {
		var label, value strings.Builder
		if err := f.label.Execute(&label, data); err != nil {
			return nil, fmt.Errorf("%w: %w", errRender, err)
		}
		if err := f.value.Execute(&value, data); err != nil {
			return nil, fmt.Errorf("%w: %w", errRender, err)
		}
		if value.Len() > 0 {
			facts = append(facts, Fact{label.String(), value.String()})
		}
	}
	return facts, nil
}

// factsText formats the table as plain text.
func factsText(facts []Fact) string {
	width := 0
	for _, f := range facts {
		width = max(width, len([]rune(f.Label)))
	}
	var out strings.Builder
	for _, f := range facts {
		fmt.Fprintf(&out, "%s:%s%s\n", f.Label, strings.Repeat(" ", width-len([]rune(f.Label))+1), f.Value)
	}
	return strings.TrimSuffix(out.String(), "\n")
}
