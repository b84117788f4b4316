package texts

import (
	"strings"

	"boardcircle/pb_hooks/internal/languages"
)

// addresses are the addresses of the pages, as the web app's router has them. An address that ends in a slash covers
// the addresses below it. The texts of Site are on all pages. The console opens a page at its first address.
var addresses = []struct {
	address string
	page    Page
}{
	{"/", Landing},
	{"/", "nomination"},
	{"/membership-plans", "plans"},
	{"/", "plans"},
	{"/membership-plans", "checkout"},
	{"/sessions/", "session"},
	{"/renew", "renew"},
	{"/renew", "checkout"},
	{"/auth", "sign-in"},
	{"/seat", "seat"},
	{"/seat", "sign-in"},
	{"/thank-you", "thank-you"},
	{"/nomination", "own-nomination"},
	{"/nomination", "nomination"},
	{"/registration-success", "nomination-received"},
	{"/forgot-password", "sign-in"},
	{"/reset-password", "sign-in"},
	{"/confirm-email", "sign-in"},
	{"/terms-conditions", "legal"},
	{"/terms-conditions", "terms"},
	{"/privacy-policy", "legal"},
	{"/privacy-policy", "privacy"},
	{"/cancellation-refund", "legal"},
	{"/cancellation-refund", "refund"},
	{"/404", "errors"},
}

// Of returns the pages whose texts the page at a path shows.
func (t *Texts) Of(path string) []Page {
	pages := []Page{Site}
	for _, a := range addresses {
		isBelow := a.address != "/" && strings.HasSuffix(a.address, "/") && strings.HasPrefix(path, a.address)
		if (path == a.address || isBelow) && t.pages[a.page] != nil {
			pages = append(pages, a.page)
		}
	}
	return pages
}

// addressOf returns the first address of a page. The texts of all pages, and those of pages below an address, are seen
// on the landing page.
func addressOf(page Page) string {
	for _, a := range addresses {
		if a.page == page && (a.address == "/" || !strings.HasSuffix(a.address, "/")) {
			return a.address
		}
	}
	return "/"
}

// SplitAddress returns the language of an address and the address of the same page in English. In another language, an
// address starts with the language's code, as in /hi/membership-plans.
func (t *Texts) SplitAddress(path string) (Language, string) {
	code, rest, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	if code = strings.ToLower(code); code == languages.English || !t.isOffered(code) {
		return English, path
	}
	return Language(code), "/" + rest
}
