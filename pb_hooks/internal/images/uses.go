package images

// Use is a place that shows a picture of the library.
type Use struct {
	// Label names the place for people, such as "Landing page: Testimonials › Meera Rao".
	Label string `json:"label"`
	// Path is the page on which the place is edited.
	Path  string   `json:"path"`
	State UseState `json:"state"`
}

// UseState is whether people see the picture in a place.
type UseState string

// The states of a use. An earlier version of a text, which an editor can restore, does not prevent the deletion of a
// picture.
const (
	Shown   UseState = "shown"
	Draft   UseState = "draft"
	Earlier UseState = "earlier"
)

// Values returns all states.
func (UseState) Values() []string { return []string{string(Shown), string(Draft), string(Earlier)} }

// Served is how the pages show a picture of the library.
type Served struct {
	// Src is the address of the picture at a middle size, and Srcset lists all sizes. They change with the file, so
	// browsers can cache them forever.
	Src    string `json:"src,omitempty"`
	Srcset string `json:"srcset,omitempty"`
	Width  int    `json:"width,omitempty"`
	Height int    `json:"height,omitempty"`
	// Position is the focal point, as the value of object-position.
	Position string `json:"position,omitempty"`
	// Share is the address of a JPEG of 1200 × 630 pixels around the focal point, for cards in other programs.
	Share string `json:"share,omitempty"`
	// Alt describes the picture. It is empty for a decorative picture, and for one that has no description yet.
	Alt string `json:"-"`
	// IsDescribed reports whether the picture has a description or is decorative.
	IsDescribed bool `json:"-"`
}
