// Package markdown renders the Markdown of admins as HTML.
//
// Two filters make the HTML safe: the Markdown renderer omits raw HTML and dangerous URLs, and the sanitiser removes
// everything that is not on its allow list. limits.go rejects texts for which the parser would take quadratic time.
package markdown

import (
	"bytes"
	"html/template"
	"regexp"

	"github.com/microcosm-cc/bluemonday"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// converter renders Markdown. Line breaks are kept, as in plain text.
var converter = goldmark.New(
	goldmark.WithExtensions(extension.Strikethrough, extension.Linkify),
	goldmark.WithParserOptions(parser.WithASTTransformers(util.Prioritized(headingTransformer{}, 100))),
	goldmark.WithRendererOptions(html.WithHardWraps()),
)

// imageURLPattern matches a picture of another site over https, or an uploaded one.
var imageURLPattern = regexp.MustCompile(`^(https://[^\s/?#"'<>\\]+\.[^\s"'<>\\]+|/[^\s/"'<>\\][^\s"'<>\\]*)$`)

var sanitiser = newSanitiser()

func newSanitiser() *bluemonday.Policy {
	policy := bluemonday.NewPolicy()
	policy.AllowElements("p", "br", "hr", "strong", "em", "del", "code", "pre", "blockquote", "ul", "ol", "li", "h2",
		"h3", "h4", "h5", "h6")
	policy.AllowAttrs("start").Matching(bluemonday.Integer).OnElements("ol")
	policy.AllowAttrs("href").OnElements("a")
	policy.AllowAttrs("src").Matching(imageURLPattern).OnElements("img")
	policy.AllowAttrs("alt").OnElements("img")
	policy.AllowAttrs("loading").Matching(regexp.MustCompile(`^lazy$`)).OnElements("img")
	policy.RequireParseableURLs(true)
	policy.AllowRelativeURLs(true)
	policy.AllowURLSchemes("https", "http", "mailto", "tel")
	policy.RequireNoFollowOnLinks(true)
	policy.AddTargetBlankToFullyQualifiedLinks(true) // and with it rel="noopener"
	return policy
}

// Render renders Markdown as safe HTML. The highest headings become h<top>, so that they are below the heading of the
// page. Text without Markdown syntax becomes paragraphs, and so does a text that would take the parser too long; the
// form refuses such texts, but they may be stored from earlier. A picture that shows refuses is replaced by its
// description.
func Render(source string, top int, shows func(address string) bool) string {
	if source == "" {
		return ""
	}
	if Problem(source) != "" {
		return "<p>" + template.HTMLEscapeString(source) + "</p>"
	}
	pc := parser.NewContext()
	pc.Set(topHeadingKey, top)
	pc.Set(showsPictureKey, shows)
	var out bytes.Buffer
	if err := converter.Convert([]byte(source), &out, parser.WithContext(pc)); err != nil {
		return "" // writing to a bytes.Buffer never fails
	}
	return string(bytes.TrimSpace(sanitiser.SanitizeBytes(out.Bytes())))
}

var topHeadingKey, showsPictureKey = parser.NewContextKey(), parser.NewContextKey()

// headingTransformer fits a parsed text into its page: it lowers headings below the page's heading, and keeps only
// pictures that the page may show.
type headingTransformer struct{}

// Transform is called by goldmark after parsing.
func (headingTransformer) Transform(document *ast.Document, reader text.Reader, pc parser.Context) {
	var headings []*ast.Heading
	var pictures []*ast.Image
	highest := 6
	// the walk function returns no error, so Walk returns none
	_ = ast.Walk(document, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			switch node := n.(type) {
			case *ast.Heading:
				headings = append(headings, node)
				highest = min(highest, node.Level)
			case *ast.Image:
				pictures = append(pictures, node)
			}
		}
		return ast.WalkContinue, nil
	})
	top, _ := pc.Get(topHeadingKey).(int)
	for _, heading := range headings {
		heading.Level = min(heading.Level-highest+top, 6)
	}
	shows, _ := pc.Get(showsPictureKey).(func(string) bool)
	for _, picture := range pictures {
		if imageURLPattern.Match(picture.Destination) && shows(string(picture.Destination)) {
			picture.SetAttributeString("loading", []byte("lazy"))
			picture.Title = nil
			continue
		}
		// the alternative text replaces the picture
		parent := picture.Parent()
		for child := picture.FirstChild(); child != nil; child = picture.FirstChild() {
			parent.InsertBefore(parent, picture, child)
		}
		parent.RemoveChild(parent, picture)
	}
}
