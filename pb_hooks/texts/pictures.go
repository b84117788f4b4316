package texts

import (
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/images"
	"boardcircle/pb_hooks/internal/languages"
)

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
			use := images.Use{Label: found.Page.name() + ": " + s.label(path),
				Path: languages.AddressIn(string(found.Language), addressOf(found.Page)) + "?edit#" + s.key(path)}
			if found.Language != English {
				use.Label += " (" + languages.Find(string(found.Language)).EnglishName + ")"
			}
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
