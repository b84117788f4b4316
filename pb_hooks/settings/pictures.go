package settings

import (
	"net/url"
	"slices"
	"strings"
)

// pictureHostsPattern is host names with spaces between them.
const pictureHostsPattern = `^[a-z0-9-]+(\.[a-z0-9-]+)+( [a-z0-9-]+(\.[a-z0-9-]+)+)*$`

// PictureHostList are the other hosts whose pictures are shown.
func (s Settings) PictureHostList() []string { return strings.Fields(s.PictureHosts) }

// ShowsPicture reports whether pages and emails show the picture at an address: one of this site, which is a path, or one
// over https of a host in the settings. A picture of any other host would tell that host who reads the page.
func (s Settings) ShowsPicture(address string) bool {
	if strings.HasPrefix(address, "/") && !strings.HasPrefix(address, "//") && !strings.Contains(address, `\`) {
		return true
	}
	u, err := url.Parse(address)
	return err == nil && strings.EqualFold(u.Scheme, "https") && u.User == nil && slices.Contains(s.PictureHostList(), strings.ToLower(u.Host))
}
