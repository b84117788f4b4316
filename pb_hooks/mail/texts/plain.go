package texts

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/util"
)

func unescape(text []byte) []byte {
	return util.ResolveNumericReferences(util.ResolveEntityNames(util.UnescapePunctuations(text)))
}

// outsideTags matches a tag, or a text without tags.
var outsideTags = regexp.MustCompile(`\{\{.*?\}\}|[^{]+`)

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
		return outsideTags.ReplaceAllStringFunc(inlineText(n, source), func(part string) string {
			if strings.HasPrefix(part, "{{") {
				return part
			}
			return strings.ToUpper(part)
		})
	case *ast.ThematicBreak:
		return "* * *"
	case *ast.List:
		return listText(node, source)
	case *ast.Blockquote:
		return plainText(n, source)
	case *ast.CodeBlock, *ast.FencedCodeBlock:
		return string(n.Lines().Value(source))
	}
	return inlineText(n, source)
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

// inlineText returns the text of a block. The URL of a link follows its text.
func inlineText(block ast.Node, source []byte) string {
	var out strings.Builder
	for n := block.FirstChild(); n != nil; n = n.NextSibling() {
		switch node := n.(type) {
		case *ast.Text:
			out.Write(unescape(node.Value(source)))
			if node.HardLineBreak() || node.SoftLineBreak() {
				out.WriteString("\n")
			}
		case *ast.String:
			out.Write(node.Value)
		case *ast.Link:
			label, address := inlineText(node, source), string(node.Destination)
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
			out.WriteString(inlineText(n, source))
		}
	}
	return out.String()
}
