package testapp

import "fmt"

// PDF returns a complete PDF file without pages. The text is a comment in it.
func PDF(text string) string {
	body := "%PDF-1.7\n%" + text + "\n1 0 obj\n<</Type/Catalog>>\nendobj\n"
	return body + fmt.Sprintf("xref\n0 1\n0000000000 65535 f \ntrailer\n<</Root 1 0 R/Size 1>>\nstartxref\n%d\n%%%%EOF\n", len(body))
}
