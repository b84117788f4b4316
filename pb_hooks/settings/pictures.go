package settings

import (
	"net/url"
	"slices"
	"strings"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/images"
)

// pictureHostsPattern matches host names separated by spaces.
const pictureHostsPattern = `^[a-z0-9-]+(\.[a-z0-9-]+)+( [a-z0-9-]+(\.[a-z0-9-]+)+)*$`

// PictureHostList returns the other hosts whose pictures may be shown.
func (s Settings) PictureHostList() []string { return strings.Fields(s.PictureHosts) }

// ShowsPicture reports whether pages and emails may show the picture at an address. It must be a path of this site,
// or an https URL of a host in the settings. Any other host would learn who reads the page.
func (s Settings) ShowsPicture(address string) bool {
	if strings.HasPrefix(address, "/") && !strings.HasPrefix(address, "//") && !strings.Contains(address, `\`) {
		return true
	}
	u, err := url.Parse(address)
	return err == nil && strings.EqualFold(u.Scheme, "https") && u.User == nil &&
		slices.Contains(s.PictureHostList(), strings.ToLower(u.Host))
}

// FindPictureUses returns the settings that show the picture at an address.
func FindPictureUses(app core.App, address string) ([]images.Use, error) {
	current, err := Read(app)
	if err != nil || current.EmailLogo != address {
		return nil, err
	}
	return []images.Use{{Label: "Logo of the emails", Path: "/admin/settings/emails", State: images.Shown}}, nil
}
