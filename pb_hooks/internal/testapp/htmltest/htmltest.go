// Package htmltest reads HTML in tests.
package htmltest

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// VisibleText returns the visible text of an HTML email and the targets of its links.
func VisibleText(t *testing.T, page string) string {
	t.Helper()
	root, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	for n := range root.Descendants() {
		if n.Type == html.TextNode && n.Parent.Data != "style" {
			out.WriteString(n.Data)
		}
		for _, a := range n.Attr {
			if a.Key == "href" {
				fmt.Fprintf(&out, " %s ", a.Val)
			}
		}
	}
	return out.String()
}
