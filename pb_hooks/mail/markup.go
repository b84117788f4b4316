package mail

import (
	"bytes"
	"errors"
	"fmt"
	"html/template"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	texttemplate "text/template"

	"github.com/vanng822/go-premailer/premailer"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"boardcircle/pb_hooks/internal/markdown"
)

// A text is compiled once into Go templates for the HTML and the plain text:
//
//	Markdown ── merge fields become marks ──> goldmark ──> HTML in the frame ── go-premailer ──> styles at each tag
//	         ── marks become template actions ──> html/template, which escapes each value for its place
//
// Marks are characters of Unicode's private use area, which the Markdown renderer and the inliner do not change.
// Sending only executes the templates.

// compiled is a text compiled to templates.
type compiled struct {
	subject, preview, footnote, text *texttemplate.Template
	// html is compiled on first use, because inlining the styles is slow.
	html func() (*template.Template, error)
}

// TextProblem is an error in a text.
type TextProblem struct {
	Field   string `json:"field"`
	Message string `json:"message"`
}

// textProblems is the error for a text that can't be used.
type textProblems []TextProblem

func (p textProblems) Error() string {
	lines := make([]string, len(p))
	for i, problem := range p {
		lines[i] = problem.Field + ": " + problem.Message
	}
	return strings.Join(lines, "; ")
}

const actionBegin, actionEnd = "\ue002", "\ue003"

// actions are the template actions of a text. Mark i is replaced by action i.
type actions []string

func (a *actions) mark(action string) string {
	*a = append(*a, action)
	return actionBegin + strconv.Itoa(len(*a)-1) + actionEnd
}

var (
	// markPattern matches a mark in an HTML comment, in a URL or in text. loneMarks matches a paragraph with nothing
	// but marks.
	loneMarks    = regexp.MustCompile(`<p>((?:\s*\x{e002}\d+\x{e003}\s*)+)</p>`)
	markPattern  = regexp.MustCompile(`(?:<!--)?(?:\x{e002}|%EE%80%82)(\d+)(?:\x{e003}|%EE%80%83)(?:-->)?`)
	tagPattern   = regexp.MustCompile(`\{\{\s*(if\s+)?([A-Za-z]+)\s*\}\}`)
	bracePattern = regexp.MustCompile(`\{\{|\}\}`)
	actionTag    = regexp.MustCompile(`\{\{[^}]*\}\}`)
)

// restore replaces the marks by their actions.
func (a actions) restore(page string) string {
	return markPattern.ReplaceAllStringFunc(page, func(found string) string { return a.of(found) })
}

// of returns the action of a mark.
func (a actions) of(mark string) string {
	i, err := strconv.Atoi(markPattern.FindStringSubmatch(mark)[1])
	if err != nil || i >= len(a) {
		return ""
	}
	return a[i]
}

// bare removes the <p> tags around marks that are conditions or the table of facts.
func (a actions) bare(page string) string {
	return loneMarks.ReplaceAllStringFunc(page, func(paragraph string) string {
		for _, mark := range markPattern.FindAllString(paragraph, -1) {
			action := a.of(mark)
			if action != factsAction && action != "{{else}}" && action != "{{end}}" && !strings.HasPrefix(action, "{{if ") {
				return paragraph
			}
		}
		return loneMarks.FindStringSubmatch(paragraph)[1]
	})
}

// factsAction is the placeholder of the table of facts, which differs in HTML and in plain text.
const factsAction = "{{facts}}"

// forText returns the actions for the plain text.
func (a actions) forText() actions {
	text := slices.Clone(a)
	for i, action := range text {
		if action == factsAction {
			text[i] = "{{.FactsText}}"
		}
	}
	return text
}

// compile checks a text of a kind and compiles it for a frame. The error is textProblems if the text is invalid.
func (d *declaration) compile(w Wording, f frame) (*compiled, error) {
	c := &compiler{declaration: d}
	out := &compiled{
		subject:  c.line("subject", w.Subject),
		preview:  c.line("preview", w.Preview),
		footnote: c.line("footnote", w.Footnote),
	}
	source, marks := c.marks("body", w.Body)
	if problem := markdown.Problem(source); problem != "" {
		c.problem("body", "%s", problem)
		return nil, c.problems // the parser can't handle this source
	}
	body := []byte(source)
	document := markdownParser.Parser().Parse(text.NewReader(body))
	c.check(document)
	if len(c.problems) > 0 {
		return nil, c.problems
	}
	plain, err := texttemplate.New("text").Funcs(textFuncs).Option("missingkey=error").
		Parse(strings.Replace(mustRead(emailFiles, "layout.txt"), "%body%", marks.forText().restore(plainText(document, body)), 1))
	if err != nil {
		return nil, textProblems{{"body", "The text can’t be read: please look at its braces"}}
	}
	out.text = plain
	out.html = sync.OnceValues(func() (*template.Template, error) {
		var page bytes.Buffer
		if err := markdownParser.Renderer().Render(&page, body, document); err != nil {
			return nil, fmt.Errorf("render Markdown: %w", err)
		}
		return f.compile(page.String(), marks)
	})
	return out, nil
}

// compiler collects the problems of a text.
type compiler struct {
	*declaration
	problems textProblems
	// certain are the fields of the body outside of conditions, and secrets the marks of its secret links.
	certain []string
	secrets []secretMark
}

// secretMark is the mark of a secret link in a body.
type secretMark struct{ mark, name string }

func (c *compiler) problem(field, format string, args ...any) {
	p := TextProblem{field, fmt.Sprintf(format, args...)}
	if !slices.Contains(c.problems, p) {
		c.problems = append(c.problems, p)
	}
}

// line compiles a single-line text.
func (c *compiler) line(field, source string) *texttemplate.Template {
	if strings.ContainsAny(source, "\r\n") {
		c.problem(field, "It has to be one line")
	}
	marked, marks := c.marks(field, source)
	t, err := texttemplate.New(field).Funcs(textFuncs).Option("missingkey=error").Parse(marks.restore(marked))
	if err != nil {
		c.problem(field, "The text can’t be read: please look at its braces")
	}
	return t
}

// marks replaces each merge field by a mark.
func (c *compiler) marks(field, source string) (string, actions) {
	var marks actions
	source = strings.NewReplacer(actionBegin, "", actionEnd, "", slotBegin, "", slotEnd, "", "\r\n", "\n").Replace(source)
	type condition struct{ hasElse bool }
	var open []condition
	marked := tagPattern.ReplaceAllStringFunc(source, func(found string) string {
		parts := tagPattern.FindStringSubmatch(found)
		isIf, name := parts[1] != "", parts[2]
		switch {
		case name == "else" && !isIf:
			if len(open) == 0 || open[len(open)-1].hasElse {
				c.problem(field, "{{else}} stands between {{if …}} and {{end}}, once")
				return ""
			}
			open[len(open)-1].hasElse = true
			return marks.mark("{{else}}")
		case name == "end" && !isIf:
			if len(open) == 0 {
				c.problem(field, "There is an {{end}} without its {{if …}}")
				return ""
			}
			open = open[:len(open)-1]
			return marks.mark("{{end}}")
		}
		known := c.field(name)
		switch {
		case known == nil:
			c.problem(field, "There is no merge field %s here", name)
			return ""
		case known.kind == factsField && (isIf || field != "body"):
			c.problem(field, "{{facts}} is a table: it stands in the body, in a line of its own")
			return ""
		case known.kind == linkField && field == "subject" && !isIf && name != "siteURL":
			c.problem(field, "A link such as {{%s}} can’t stand in the subject", name)
			return ""
		case isIf:
			open = append(open, condition{})
			return marks.mark("{{if .F." + name + "}}")
		}
		if field == "body" && len(open) == 0 {
			c.certain = append(c.certain, name)
		}
		if known.isSecret {
			mark := marks.mark("{{.F." + name + "}}")
			if field != "body" {
				c.problem(field, "{{%s}} is secret: it can only be the whole address of a link or button in the text", name)
			}
			c.secrets = append(c.secrets, secretMark{mark, name})
			return mark
		}
		switch {
		case known.kind == factsField:
			return marks.mark(factsAction)
		case known.kind == linesField && field == "body":
			return marks.mark("{{lines .F." + name + "}}")
		}
		return marks.mark("{{.F." + name + "}}")
	})
	if len(open) > 0 {
		c.problem(field, "An {{if …}} lacks its {{end}}")
	}
	if bracePattern.MatchString(marked) {
		c.problem(field, "Two braces begin or end a merge field, such as {{siteName}}; nothing else can have them")
	}
	return marked, marks
}

func (c *compiler) field(name string) *mergeField {
	fields := c.usable()
	if i := slices.IndexFunc(fields, func(f mergeField) bool { return f.name == name }); i >= 0 {
		return &fields[i]
	}
	return nil
}

// check reports elements that an email can't contain.
func (c *compiler) check(document ast.Node) {
	for _, name := range c.required {
		if !slices.Contains(c.certain, name) {
			c.problem("body", "{{%s}} has to be in the text, and outside of any {{if …}}: the email is no use without it", name)
		}
	}
	var addresses []string
	_ = ast.Walk(document, func(n ast.Node, entering bool) (ast.WalkStatus, error) { // the walker returns no error
		if !entering {
			return ast.WalkContinue, nil
		}
		switch node := n.(type) {
		case *ast.RawHTML, *ast.HTMLBlock:
			c.problem("body", "HTML tags can’t stand in the text: please use Markdown, and &lt; for a <")
		case *ast.Image:
			c.problem("body", "Pictures can’t stand in the text")
		case *ast.Heading:
			node.Level = min(node.Level, 3)
		case *ast.Link:
			addresses = append(addresses, string(node.Destination))
			c.checkLink(string(node.Destination))
		}
		return ast.WalkContinue, nil
	})
	for _, secret := range c.secrets { // each occurrence has its own mark
		if !slices.Contains(addresses, secret.mark) {
			c.problem("body", "{{%s}} is secret: it has to be the whole address of a link or button, as in [Open]({{%s}})", secret.name, secret.name)
		}
	}
}

func (c *compiler) checkLink(destination string) {
	if field, rest, isField := strings.Cut(destination, actionEnd); isField && strings.HasPrefix(field, actionBegin) {
		// {{siteURL}}.example.com and {{siteURL}}@example.com would be links to another site.
		if rest == "" || strings.ContainsAny(rest[:1], "/?#") {
			return
		}
	}
	for _, start := range []string{"https://", "mailto:", "tel:"} {
		if strings.HasPrefix(destination, start) {
			return
		}
	}
	c.problem("body", "A link leads to https://…, to {{siteURL}}/… or to a link of this email")
}

// markdownParser does not allow HTML in a text.
var markdownParser = goldmark.New(
	goldmark.WithExtensions(extension.Strikethrough),
	goldmark.WithRendererOptions(renderer.WithNodeRenderers(util.Prioritized(steps{html.NewRenderer()}, 100))),
)

// steps renders the numbers of ordered lists in rings.
type steps struct{ renderer.NodeRenderer }

func (s steps) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(ast.KindList, func(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		open, end := "<ul>\n", "</ul>\n"
		if n.(*ast.List).IsOrdered() {
			open, end = `<table role="presentation" class="steps" cellpadding="0" cellspacing="0" border="0"><tbody>`+"\n", "</tbody></table>\n"
		}
		if !entering {
			open = end
		}
		_, err := w.WriteString(open)
		return ast.WalkContinue, err
	})
	r.Register(ast.KindListItem, func(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		open, end := "<li>", "</li>\n"
		if list := n.Parent().(*ast.List); list.IsOrdered() {
			open, end = `<tr><td class="step"><div class="number">`+strconv.Itoa(numberOf(list, n))+`</div></td><td class="stepped">`, "</td></tr>\n"
		}
		if !entering {
			open = end
		}
		_, err := w.WriteString(open)
		return ast.WalkContinue, err
	})
}

func numberOf(list *ast.List, item ast.Node) int {
	number := list.Start
	for n := item.PreviousSibling(); n != nil; n = n.PreviousSibling() {
		number++
	}
	return number
}

// buttonPattern matches a link with the title "button" that is alone in its paragraph.
var buttonPattern = regexp.MustCompile(`<p><a href="([^"]*)" title="button">(.*?)</a></p>`)

const buttonHTML = `<table role="presentation" class="pressable" cellpadding="0" cellspacing="0" border="0"><tbody><tr><td class="button"><a class="pressed" href="$1">$2</a></td></tr></tbody></table>`

// Buttons turns links with the title "button" into buttons if they are alone in their paragraph. Other links stay
// links. The HTML must be safe.
func Buttons(page string) string {
	return strings.ReplaceAll(buttonPattern.ReplaceAllString(page, buttonHTML), ` title="button"`, "")
}

// factsHTML is the table of facts. Its four placeholders are the marks of the actions range, label, value and end.
const factsHTML = `<table role="presentation" class="facts" cellpadding="0" cellspacing="0" border="0"><tbody><!--%s--><tr><th scope="row">%s</th><td>%s</td></tr><!--%s--></tbody></table>`

// compile inserts the HTML of a body into the frame and compiles it.
func (f frame) compile(body string, marks actions) (*template.Template, error) {
	marks = slices.Clone(marks)
	body = Buttons(marks.bare(body))
	table := fmt.Sprintf(factsHTML, marks.mark("{{range .Facts}}"), marks.mark("{{.Label}}"), marks.mark("{{.Value}}"), marks.mark("{{end}}"))
	body = markPattern.ReplaceAllStringFunc(body, func(mark string) string {
		if marks.of(mark) == factsAction {
			return table
		}
		return mark
	})
	page := actionTag.ReplaceAllStringFunc(f.layout(), marks.mark)
	page, err := inlineStyles(strings.Replace(page, "%body%", body, 1))
	if err != nil {
		return nil, err
	}
	t, err := template.New("email").Funcs(templateFuncs).Option("missingkey=error").Parse(marks.restore(page))
	if err != nil {
		return nil, fmt.Errorf("parse compiled e-mail: %w", err)
	}
	return t, nil
}

// inlineStyles moves the CSS rules of a page into style attributes, because many mail programs drop style sheets.
func inlineStyles(page string) (string, error) {
	p, err := premailer.NewPremailerFromString(page, premailer.NewOptions(premailer.WithCssToAttributes(false)))
	if err != nil {
		return "", fmt.Errorf("inline styles: %w", err)
	}
	page, err = p.Transform()
	if err != nil {
		return "", fmt.Errorf("inline styles: %w", err)
	}
	return page, nil
}

// emailData is the data of a text's templates.
type emailData struct {
	F                            map[string]string
	Facts                        []Fact
	FactsText                    string
	Subject, Preheader, Footnote string
	PreferencesURL               string
	FooterLine, PostalAddress    string
	LogoURL                      string
}

var blankLines = regexp.MustCompile(`\n{3,}`)

// render executes the templates of a text.
func (c *compiled) render(d *declaration, data emailData, params map[string]string) (Rendered, error) {
	facts, factsErr := d.factsOf(params)
	data.Facts, data.FactsText = facts, factsText(facts)
	for _, line := range []struct {
		template *texttemplate.Template
		into     *string
	}{{c.subject, &data.Subject}, {c.preview, &data.Preheader}, {c.footnote, &data.Footnote}} {
		var err error
		if *line.into, err = executeLine(line.template, data); err != nil {
			return Rendered{}, err
		}
	}
	var text, page bytes.Buffer
	if err := errors.Join(factsErr, c.text.Execute(&text, data)); err != nil {
		return Rendered{}, fmt.Errorf("%w: %w", errRender, err)
	}
	html, err := c.html()
	if err == nil {
		err = html.Execute(&page, data)
	}
	if err != nil {
		return Rendered{}, fmt.Errorf("%w: %w", errRender, err)
	}
	return Rendered{
		Subject: escapeTemplateText(data.Subject), HTML: escapeTemplateHTML(page.String()),
		Text: escapeTemplateText(blankLines.ReplaceAllString(text.String(), "\n\n")),
	}, nil
}

func executeLine(t *texttemplate.Template, data emailData) (string, error) {
	var out strings.Builder
	if err := t.Execute(&out, data); err != nil {
		return "", fmt.Errorf("%w: %w", errRender, err)
	}
	return oneLine(out.String(), maxSubject), nil
}
