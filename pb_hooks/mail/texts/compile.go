package texts

import (
	"bytes"
	"fmt"
	"html/template"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	texttemplate "text/template"
	"text/template/parse"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"boardcircle/pb_hooks/internal/languages"
	"boardcircle/pb_hooks/internal/markdown"
)

// Compiled is a wording compiled to templates.
type Compiled struct {
	kind                             *Kind
	layout                           *Layout
	subject, preview, footnote, text *texttemplate.Template
	// html is compiled on first use, because inlining the styles is slow.
	html func() (*template.Template, error)
}

// Compile checks a wording and compiles it for a layout. The error is Problems if the wording is invalid.
func (k *Kind) Compile(w Wording, layout *Layout) (*Compiled, error) {
	c := &checker{kind: k}
	out := &Compiled{
		kind:     k,
		layout:   layout,
		subject:  c.line("subject", w.Subject),
		preview:  c.line("preview", w.Preview),
		footnote: c.line("footnote", w.Footnote),
	}
	source := asTemplate(strings.ReplaceAll(w.Body, "\r\n", "\n"))
	c.parse("body", source)
	if problem := markdown.Problem(source); problem != "" {
		c.problem("body", "%s", problem)
		return nil, c.problems // the parser can't handle this source
	}
	document := markdownParser.Parser().Parse(text.NewReader([]byte(source)))
	var page bytes.Buffer
	if err := markdownParser.Renderer().Render(&page, []byte(source), document); err != nil {
		return nil, fmt.Errorf("render Markdown: %w", err)
	}
	rendered := bare(addressPattern.ReplaceAllString(page.String(), "{{$1}}"))
	plain := plainText(document, []byte(source))
	c.check(document, source, rendered)
	// A brace that the Markdown writes as &#123; becomes a brace here, so the results are checked too.
	body, plainBody := c.parse("body", rendered), c.parse("body", plain)
	c.checkRequired(body)
	if len(c.problems) > 0 {
		return nil, c.problems
	}
	var err error
	if out.text, err = layout.text.Clone(); err == nil {
		_, err = out.text.AddParseTree("body", plainBody.Tree)
	}
	out.html = sync.OnceValues(func() (*template.Template, error) { return layout.compile(rendered, k.IsOccasion) })
	return out, err
}

// checker collects the problems of a wording.
type checker struct {
	kind     *Kind
	problems Problems
}

func (c *checker) problem(field, format string, args ...any) {
	p := Problem{field, fmt.Sprintf(format, args...)}
	if !slices.Contains(c.problems, p) {
		c.problems = append(c.problems, p)
	}
}

var (
	tagPattern = regexp.MustCompile(`\{\{\s*(if\s+)?([A-Za-z]+)\s*\}\}`)
	// addressPattern matches a field in the address of a link, where goldmark escapes braces.
	addressPattern = regexp.MustCompile(`%7B%7B([A-Za-z().]+)%7D%7D`)
	// bareParagraph matches a paragraph of nothing but conditions and tables.
	bareParagraph = regexp.MustCompile(`<p>((?:\s*\{\{(?:if\(\.[A-Za-z]+\)|else|end|\.facts)\}\}\s*)+)</p>`)
)

// asTemplate turns {{name}} into {{.name}}. It writes conditions as {{if(.name)}}, because the address of a link can't
// have a space.
func asTemplate(source string) string {
	return tagPattern.ReplaceAllStringFunc(source, func(tag string) string {
		parts := tagPattern.FindStringSubmatch(tag)
		switch name := parts[2]; {
		case parts[1] != "":
			return "{{if(." + name + ")}}"
		case name == "else" || name == "end":
			return "{{" + name + "}}"
		default:
			return "{{." + name + "}}"
		}
	})
}

func bare(page string) string { return bareParagraph.ReplaceAllString(page, "$1") }

// line compiles a text of one line.
func (c *checker) line(field, source string) *texttemplate.Template {
	if strings.ContainsAny(source, "\r\n") {
		c.problem(field, "Please write it on one line")
	}
	return c.parse(field, asTemplate(source))
}

var braces = regexp.MustCompile(`\{\{|\}\}`)

// knownTags matches the tags that asTemplate writes.
var knownTags = regexp.MustCompile(`\{\{(?:if\(\.[A-Za-z]+\)|\.[A-Za-z]+|else|end)\}\}`)

// parse parses a template and checks that it only reads fields.
func (c *checker) parse(field, source string) *texttemplate.Template {
	if braces.MatchString(knownTags.ReplaceAllString(source, " ")) {
		c.problem(field, bracesMessage)
		return nil
	}
	t, err := texttemplate.New(field).Option("missingkey=error").Parse(source)
	if err != nil {
		c.problem(field, "%s", syntaxMessage(err))
		return nil
	}
	c.walk(field, t.Root)
	return t
}

const bracesMessage = "Two braces start or end a merge field, such as {{siteName}}. Nothing else can have them"

func syntaxMessage(err error) string {
	switch message := err.Error(); {
	case strings.Contains(message, "found {{else}}"), strings.Contains(message, "unexpected {{else}}"):
		return "{{else}} can be used once between {{if …}} and {{end}}"
	case strings.Contains(message, "unexpected {{end}}"):
		return "There is an {{end}} without its {{if …}}"
	case strings.Contains(message, "unexpected EOF"):
		return "There is an {{if …}} without its {{end}}"
	}
	return "The text can’t be read. Please check its braces"
}

func (c *checker) walk(field string, list *parse.ListNode) {
	if list == nil {
		return
	}
	for _, node := range list.Nodes {
		switch n := node.(type) {
		case *parse.TextNode:
		case *parse.ActionNode:
			c.checkField(field, nameIn(n.Pipe), false)
		case *parse.IfNode:
			c.checkField(field, nameIn(n.Pipe), true)
			c.walk(field, n.List)
			c.walk(field, n.ElseList)
		default:
			c.problem(field, bracesMessage)
		}
	}
}

// nameIn returns the name of the only field in a pipeline, or "" for any other pipeline.
func nameIn(pipe *parse.PipeNode) string {
	if len(pipe.Decl) > 0 || len(pipe.Cmds) != 1 || len(pipe.Cmds[0].Args) != 1 {
		return ""
	}
	switch arg := pipe.Cmds[0].Args[0].(type) {
	case *parse.FieldNode:
		return strings.Join(arg.Ident, ".")
	case *parse.PipeNode:
		return nameIn(arg)
	}
	return ""
}

// checkField checks a use of a field in a part of the email.
func (c *checker) checkField(part, name string, isCondition bool) {
	known := c.kind.usable(name)
	switch {
	case known == nil:
		c.problem(part, "There is no merge field %s here", name)
	case known.kind == factsType && (isCondition || part != "body"):
		c.problem(part, "{{facts}} is a table. Put it in the body, on a separate line")
	case known.kind == linkType && part == "subject" && !isCondition && name != "siteURL":
		c.problem(part, "A link such as {{%s}} can’t be in the subject", name)
	case known.isSecret && part != "body" && !isCondition:
		c.problem(part, "{{%s}} is secret. It can only be the whole address of a link or button in the text", name)
	}
}

// checkRequired reports required fields that a body lacks outside of conditions.
func (c *checker) checkRequired(body *texttemplate.Template) {
	if body == nil {
		return // its syntax error is reported
	}
	var certain []string
	for _, node := range body.Root.Nodes {
		if action, isAction := node.(*parse.ActionNode); isAction {
			certain = append(certain, nameIn(action.Pipe))
		}
	}
	for _, field := range c.kind.Fields {
		if field.isRequired && !slices.Contains(certain, field.Name) {
			c.problem("body",
				"The text must have {{%s}} outside of any {{if …}}, because the email is useless without it",
				field.Name)
		}
	}
}

// check reports elements that an email can't contain, and secrets that are not the whole address of a link.
func (c *checker) check(document ast.Node, source, rendered string) {
	_ = ast.Walk(document, func(n ast.Node, entering bool) (ast.WalkStatus, error) { // the walker returns no error
		if !entering {
			return ast.WalkContinue, nil
		}
		switch node := n.(type) {
		case *ast.RawHTML, *ast.HTMLBlock:
			c.problem("body", "HTML tags are not allowed. Please use Markdown, and &lt; for a <")
		case *ast.Image:
			c.problem("body", "Images are not allowed in the text")
		case *ast.Link:
			c.checkLink(string(node.Destination))
		}
		return ast.WalkContinue, nil
	})
	for _, name := range c.kind.Secrets() {
		tag := "{{." + name + "}}"
		addresses := strings.Count(rendered, `href="`+tag+`"`)
		// The source is counted too, because an unused reference is not rendered.
		if strings.Count(rendered, tag) > addresses || strings.Count(source, tag) > addresses {
			c.problem(
				"body",
				"{{%s}} is secret. It must be the whole address of a link or button, as in [Open]({{%s}})",
				name,
				name,
			)
		}
	}
}

func (c *checker) checkLink(destination string) {
	if tag, rest, _ := strings.Cut(destination, "}}"); strings.HasPrefix(tag, "{{.") {
		field := c.kind.usable(tag[len("{{."):])
		// {{siteURL}}.example.com and {{siteURL}}@example.com would be links to another site.
		if field != nil && field.IsLink() && (rest == "" || strings.ContainsAny(rest[:1], "/?#")) {
			return
		}
	}
	for _, start := range []string{"https://", "mailto:", "tel:"} {
		if strings.HasPrefix(destination, start) {
			return
		}
	}
	c.problem("body", "A link must go to https://…, to {{siteURL}}/… or to a link field of this email")
}

// markdownParser omits HTML tags, which checker.check reports.
var markdownParser = goldmark.New(
	goldmark.WithExtensions(extension.Strikethrough),
	goldmark.WithRendererOptions(renderer.WithNodeRenderers(util.Prioritized(steps{html.NewRenderer()}, 100))),
)

// steps renders the numbers of ordered lists in rings, and headings of at most three levels.
type steps struct{ renderer.NodeRenderer }

func (s steps) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(ast.KindList, func(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		open, end := "<ul>\n", "</ul>\n"
		if n.(*ast.List).IsOrdered() {
			open = `<table role="presentation" class="steps" cellpadding="0" cellspacing="0" border="0"><tbody>` + "\n"
			end = "</tbody></table>\n"
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
			open, end = `<tr><td class="step"><div class="number">`+strconv.Itoa(numberOf(list, n))+
				`</div></td><td class="stepped">`, "</td></tr>\n"
		}
		if !entering {
			open = end
		}
		_, err := w.WriteString(open)
		return ast.WalkContinue, err
	})
	r.Register(ast.KindHeading, func(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		level := strconv.Itoa(min(n.(*ast.Heading).Level, 3))
		tag := "<h" + level + ">"
		if !entering {
			tag = "</h" + level + ">\n"
		}
		_, err := w.WriteString(tag)
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

// Data is what an email is rendered with. Params has the facts of the site too.
type Data struct {
	Params                                    map[string]string
	PreferencesURL, FooterLine, PostalAddress string
	// SiteURL is the site's address without a language. The layout's pictures are below it.
	SiteURL string
	// dictionary has the words of the reader's language. It is nil for English.
	dictionary *languages.Phrases
}

// Subject renders only the subject.
func (c *Compiled) Subject(params map[string]string) (string, error) {
	subject, err := execute(c.subject, c.kind.Values(params))
	return OneLine(subject, MaxSubject), err
}

// Render renders an email.
func (c *Compiled) Render(data Data) (Rendered, error) {
	facts, err := c.kind.facts(data.Params)
	if err != nil {
		return Rendered{}, err
	}
	values := c.kind.Values(data.Params)
	page := data.page()
	for _, line := range []struct {
		template *texttemplate.Template
		into     *string
	}{{c.subject, &page.Subject}, {c.preview, &page.Preheader}, {c.footnote, &page.Footnote}} {
		value, err := execute(line.template, values)
		if err != nil {
			return Rendered{}, err
		}
		*line.into = OneLine(value, MaxSubject)
	}
	html, err := c.html()
	if err != nil {
		return Rendered{}, fmt.Errorf("%w: %w", ErrRender, err)
	}
	inText, inHTML := map[string]any{}, map[string]any{}
	for name, value := range values {
		inText[name], inHTML[name] = value, value
	}
	for _, field := range c.kind.Fields {
		switch value, has := values[field.Name]; {
		case field.kind == factsType:
			inText[field.Name] = factsText(facts)
			if inHTML[field.Name], err = c.layout.factsHTML(facts); err != nil {
				return Rendered{}, err
			}
		case field.kind == linesType && has:
			inHTML[field.Name] = breakLines(value)
		}
	}
	return page.render(html, inHTML, c.text, inText)
}

// breakLines escapes a text and turns its line breaks into <br>.
func breakLines(text string) template.HTML {
	escaped := template.HTMLEscapeString(text)
	return template.HTML(strings.ReplaceAll(escaped, "\n", "<br>\n")) //nolint:gosec // the text is escaped
}

// factsText formats the table of facts as plain text.
func factsText(facts []fact) string {
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
