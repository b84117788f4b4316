package texts

import "strings"

// addresses are the addresses of the pages, as the web app's router has them. An address that ends in a slash covers
// the addresses below it. The texts of Site are on all pages.
var addresses = []struct {
	address string
	page    Page
}{
	{"/", Landing},
	{"/", "nomination"},
	{"/membership-plans", "plans"},
	{"/", "plans"},
	{"/sessions/", "session"},
	{"/renew", "renew"},
	{"/seat", "seat"},
	{"/seat", "sign-in"},
	{"/thank-you", "thank-you"},
	{"/nomination", "own-nomination"},
	{"/nomination", "nomination"},
	{"/registration-success", "nomination-received"},
	{"/auth", "sign-in"},
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
