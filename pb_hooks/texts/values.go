package texts

import (
	"encoding/json"
	"net/url"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pocketbase/pocketbase/core"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/images"
	"boardcircle/pb_hooks/internal/languages"
	"boardcircle/pb_hooks/internal/markdown"
	"boardcircle/pb_hooks/internal/normal"
	"boardcircle/pb_hooks/internal/rules"
)

// Item is an item of a list, in the list's order.
type Item struct {
	ID string `json:"id"`
	// IsHidden items are not shown to visitors.
	IsHidden httpx.Bool `json:"isHidden"`
}

// Image is a picture of a page. A page without a picture shows a drawing or nothing.
type Image struct {
	Image string `json:"image"`
	// Alt describes the picture for people who do not see it.
	Alt string `json:"alt"`
}

const (
	maxPlainLength = 600
	maxRichLength  = 20_000
	maxItems       = 60
)

// imagePattern matches a picture of another site over https, or a path of this site. A path must not start with two
// slashes, because browsers take it for another host.
var imagePattern = regexp.MustCompile(
	`^(https://[^\s/?#"'<>\\]+\.[^\s/?#"'<>\\]+([/?#][^\s"'<>\\]*)?|/[^\s/"'<>\\][^\s"'<>\\]*)$`)

func invalid(message string) error {
	return httpx.Invalid(rules.Invalid("value", message))
}

// Value is the value of a text in JSON. The text's kind says whether it is a text, Markdown, a picture, the items of a
// list, the name of a screen, or "true" or "false".
type Value struct{ json.RawMessage }

// Types returns the types that a value can have.
func (Value) Types() []any { return []any{"", Image{}, []Item{}} }

// wire returns a stored value as JSON.
func (k Kind) wire(stored string) Value {
	if k == Plain || k == Rich || k == Screen || k == Switch {
		stored = encode(stored)
	}
	return Value{json.RawMessage(stored)}
}

// decode checks a value from an editor and returns it as it is stored.
func (n *node) decode(raw json.RawMessage) (string, error) {
	switch n.kind {
	case List:
		return n.decodeOrder(raw)
	case Picture:
		return decodeImage(raw)
	}
	var value string
	if json.Unmarshal(raw, &value) != nil {
		return "", invalid("Please send a text")
	}
	if n.kind == Rich {
		value = normal.Text(value)
		return value, checkRich(value)
	}
	value = normal.Line(value)
	if n.kind == Screen {
		if !isScreen(value) {
			return "", invalid("Please choose a screen")
		}
		return value, nil
	}
	if n.kind == Switch {
		if value != "true" && value != "false" {
			return "", invalid("Please send true or false")
		}
		return value, nil
	}
	return value, checkPlain(value, maxPlainLength)
}

func checkPlain(value string, limit int) error {
	if utf8.RuneCountInString(value) > limit {
		return invalid("This text is too long")
	}
	if strings.ContainsFunc(value, unicode.IsControl) {
		return invalid("This text contains characters that are not allowed")
	}
	return checkFacts(value)
}

// checkFacts refuses references to facts that do not exist.
func checkFacts(value string) error {
	for _, found := range factPattern.FindAllStringSubmatch(value, -1) {
		if !isFact(found[1]) {
			return invalid("There is no fact " + found[0])
		}
	}
	return nil
}

// checkRich refuses Markdown other than paragraphs, bold and italic words, links and lists.
func checkRich(value string) error {
	if utf8.RuneCountInString(value) > maxRichLength {
		return invalid("This text is too long")
	}
	if strings.ContainsFunc(value, func(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\t' }) {
		return invalid("This text contains characters that are not allowed")
	}
	if problem := markdown.Problem(value); problem != "" {
		return invalid(problem)
	}
	document := goldmark.DefaultParser().Parse(text.NewReader([]byte(value)))
	problem := ""
	// the walk function returns no error, so Walk returns none
	_ = ast.Walk(document, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch part := n.(type) {
		case *ast.Document, *ast.Paragraph, *ast.TextBlock, *ast.Text, *ast.String, *ast.Emphasis, *ast.List,
			*ast.ListItem:
			return ast.WalkContinue, nil
		case *ast.Link:
			if isAllowedLink(string(part.Destination)) {
				return ast.WalkContinue, nil
			}
			problem = "Links must begin with https://, mailto:, tel:, / or #"
		default:
			problem = "Only paragraphs, bold words, links and lists are allowed here"
		}
		return ast.WalkStop, nil
	})
	if problem != "" {
		return invalid(problem)
	}
	return checkFacts(value)
}

// isAllowedLink accepts pages of this site, other sites over https, email addresses and telephone numbers.
func isAllowedLink(address string) bool {
	isForbidden := func(r rune) bool { return unicode.IsControl(r) || unicode.IsSpace(r) || r == '\\' }
	if strings.ContainsFunc(address, isForbidden) {
		return false
	}
	u, err := url.Parse(factPattern.ReplaceAllString(address, "fact"))
	if err != nil {
		return false
	}
	switch u.Scheme {
	case "https":
		return u.Host != "" && u.User == nil
	case "mailto", "tel":
		return u.Opaque != ""
	case "":
		return u.Host == "" && (strings.HasPrefix(address, "#") ||
			strings.HasPrefix(address, "/") && !strings.HasPrefix(address, "//"))
	}
	return false
}

func decodeImage(raw json.RawMessage) (string, error) {
	var image Image
	if json.Unmarshal(raw, &image) != nil {
		return "", invalid("Please send a picture and its description")
	}
	image.Alt = normal.Line(image.Alt)
	if image.Image == "" {
		image.Alt = ""
	} else if len(image.Image) > 2000 || !imagePattern.MatchString(image.Image) {
		return "", invalid("Please upload a picture, or enter an address that begins with https://")
	}
	return encode(image), checkPlain(image.Alt, maxPlainLength)
}

func (n *node) decodeOrder(raw json.RawMessage) (string, error) {
	var order []Item
	if json.Unmarshal(raw, &order) != nil || order == nil {
		return "", invalid("Please send the items in their order")
	}
	if len(order) > maxItems {
		return "", invalid("This list is too long")
	}
	seen := map[string]bool{}
	for _, item := range order {
		if !idPattern.MatchString(item.ID) || seen[item.ID] {
			return "", invalid("Please send each item once, with an id of lower-case letters, digits and hyphens")
		}
		seen[item.ID] = true
	}
	return encode(order), nil
}

// orderOf returns the items of a stored list.
func orderOf(stored string) []Item {
	var order []Item
	_ = json.Unmarshal([]byte(stored), &order) // it was encoded by encode
	return order
}

func imageOf(stored string) Image {
	var image Image
	_ = json.Unmarshal([]byte(stored), &image) // it was encoded by encode
	return image
}

// ShownImage is a picture as a page shows it.
type ShownImage struct {
	Image
	// Served has the sizes of a picture of the library. It is empty for other pictures.
	images.Served
}

// FindPictures returns how the pages show the pictures of the library that are at the given addresses.
type FindPictures func(app core.App, addresses []string) (map[string]images.Served, error)

// findServed returns the pictures of the library on a page.
func (t *Texts) findServed(app core.App, s *snapshot, withDrafts bool) (map[string]images.Served, error) {
	var addresses []string
	s.walk(func(path string, n *node) {
		if n.kind != Picture {
			return
		}
		if address := imageOf(s.value(path, n, withDrafts)).Image; address != "" {
			addresses = append(addresses, address)
		}
	})
	return t.Pictures(app, addresses)
}

// shownImage returns a picture as the page shows it. If the text has no description, the library's is used.
func (v view) shownImage(image Image) ShownImage {
	served := v.pictures[image.Image]
	if image.Alt == "" {
		image.Alt = served.Alt
	}
	return ShownImage{image, served}
}

// checkPicture refuses a picture of the library without a description.
func (t *Texts) checkPicture(app core.App, n *node, value string) error {
	if n.kind != Picture {
		return nil
	}
	image := imageOf(value)
	served, err := t.Pictures(app, []string{image.Image})
	if err != nil {
		return err
	}
	if found, isOfLibrary := served[image.Image]; isOfLibrary && !found.IsDescribed && image.Alt == "" {
		return invalid("Please describe what the picture shows, or mark it as decorative in the library")
	}
	return nil
}

// FindPictureUses returns the texts that show the picture at an address, in any language.
func (t *Texts) FindPictureUses(app core.App, address string) ([]images.Use, error) {
	pages, err := listPagesWith(app, address)
	if err != nil {
		return nil, err
	}
	uses := []images.Use{}
	for _, found := range pages {
		s, err := t.read(app, found.Page, found.Language)
		if err != nil {
			return nil, err
		}
		s.walk(func(path string, n *node) {
			if n.kind != Picture || found.Language != English && s.row(path, n) == nil {
				return
			}
			use := images.Use{Label: s.place(path),
				Path: languages.AddressIn(string(found.Language), addressOf(found.Page)) + "?edit#" + s.key(path)}
			switch address {
			case imageOf(s.value(path, n, false)).Image:
				use.State = images.Shown
			case imageOf(s.value(path, n, true)).Image:
				use.State = images.Draft
			default:
				return
			}
			uses = append(uses, use)
		})
	}
	isEarlier, err := isInHistory(app, address)
	if isEarlier && len(uses) == 0 {
		uses = append(uses, images.Use{Label: "Earlier versions of texts", Path: "/admin/content",
			State: images.Earlier})
	}
	return uses, err
}
