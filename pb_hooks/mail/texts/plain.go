package texts

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/util"
)

// unescape replaces the escapes and entities of Markdown by their characters.
func unescape(text []byte) []byte {
	return util.ResolveNumericReferences(util.ResolveEntityNames(util.UnescapePunctuations(text)))
}

// tagOrText matches a tag, or the text up to the next tag.
var tagOrText = regexp.MustCompile(`\{\{.*?\}\}|[^{]+`)

// upper returns a text in capitals. It leaves the names in the text's tags unchanged.
func upper(text string) string {
	return tagOrText.ReplaceAllStringFunc(text, func(part string) string {
		if strings.HasPrefix(part, "{{") {
			return part
		}
		return strings.ToUpper(part)
	})
}

func unchanged(text string) string { return text }

// plainText renders a Markdown document as plain text.
func plainText(document ast.Node, source []byte) string {
	var blocks []string
	for n := document.FirstChild(); n != nil; n = n.NextSibling() {
		if block := strings.TrimSpace(blockText(n, source)); block != "" {
			blocks = append(blocks, block)
		}
	}
	return strings.Join(blocks, "\n\n")
}

func blockText(n ast.Node, source []byte) string {
	switch node := n.(type) {
	case *ast.Heading:
		return inlineText(n, source, upper)
	case *ast.ThematicBreak:
		return "* * *"
	case *ast.List:
		return listText(node, source)
	case *ast.Blockquote:
		return plainText(n, source)
	case *ast.CodeBlock, *ast.FencedCodeBlock:
		return string(n.Lines().Value(source))
	}
	return inlineText(n, source, unchanged)
}

func listText(list *ast.List, source []byte) string {
	var lines []string
	for item := list.FirstChild(); item != nil; item = item.NextSibling() {
		bullet := "- "
		if list.IsOrdered() {
			bullet = strconv.Itoa(numberOf(list, item)) + ". "
		}
		indent := "\n" + strings.Repeat(" ", len(bullet))
		lines = append(lines, bullet+strings.ReplaceAll(plainText(item, source), "\n", indent))
	}
	return strings.Join(lines, "\n")
}

// inlineText returns the text of a block, with its words in the format. The URL of a link follows the link's text.
func inlineText(block ast.Node, source []byte, format func(string) string) string {
	var out strings.Builder
	for n := block.FirstChild(); n != nil; n = n.NextSibling() {
		switch node := n.(type) {
		case *ast.Text:
			out.WriteString(format(string(unescape(node.Value(source)))))
			if node.HardLineBreak() || node.SoftLineBreak() {
				out.WriteString("\n")
			}
		case *ast.String:
			out.WriteString(format(string(node.Value)))
		case *ast.Link:
			label, address := inlineText(node, source, format), string(node.Destination)
			switch {
			case string(node.Title) == "button":
				out.WriteString(label + ":\n" + address)
			case label == address:
				out.WriteString(address)
			default:
				out.WriteString(label + " (" + address + ")")
			}
		case *ast.AutoLink:
			out.Write(node.URL(source))
		default:
			out.WriteString(inlineText(n, source, format))
		}
	}
	return out.String()
}
