package pictures

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"image"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/images"
)

// rendition is what pages load in place of the file of a picture: the picture at a width, or a crop for link previews.
type rendition struct {
	name string
	// width is 0 for the crop.
	width int
}

// middleWidth is the width for browsers that do not read srcset.
const middleWidth = 1280

// smallerWidths are the widths of the renditions, besides the picture's own width.
var smallerWidths = []int{320, 640, middleWidth}

// shareSize is the size of the crop in a link preview.
var shareSize = image.Pt(1200, 630)

// FindServed returns how the pages show the pictures of the library that are at the given addresses.
func FindServed(app core.App, addresses []string) (map[string]images.Served, error) {
	found, err := listImagesNamed(app, addresses)
	served := make(map[string]images.Served, len(found))
	for _, row := range found {
		served[imagePath+row.Name] = row.served()
	}
	return served, err
}

func (r imageRow) served() images.Served {
	s := images.Served{
		Src: r.address(r.atWidth(min(middleWidth, r.Width))), Width: r.Width, Height: r.Height,
		Position: fmt.Sprintf("%d%% %d%%", r.FocusX, r.FocusY),
		Share:    r.address(r.crop()), Alt: r.Alt, IsDescribed: r.Alt != "" || r.IsDecorative,
	}
	var sources []string
	for _, width := range r.widths() {
		sources = append(sources, fmt.Sprintf("%s %dw", r.address(r.atWidth(width)), width))
	}
	s.Srcset = strings.Join(sources, ", ")
	return s
}

// widths returns the widths of the renditions. The last is the width of the picture itself.
func (r imageRow) widths() []int {
	smaller := slices.DeleteFunc(slices.Clone(smallerWidths), func(width int) bool { return width >= r.Width })
	return append(smaller, r.Width)
}

func (r imageRow) address(of rendition) string { return imagePath + r.Name + "/" + of.name }

// shortHash identifies the file in the name of a rendition.
func (r imageRow) shortHash() string { return r.Hash[:min(16, len(r.Hash))] }

func (r imageRow) atWidth(width int) rendition {
	return rendition{r.shortHash() + "-" + strconv.Itoa(width) + extensionOf(r.File), width}
}

// crop returns the rendition for link previews. Its name contains the focal point, so that the content at an address
// never changes.
func (r imageRow) crop() rendition {
	return rendition{name: fmt.Sprintf("%s-share-%d-%d.jpg", r.shortHash(), r.FocusX, r.FocusY)}
}

// GetRendition is GET /images/{name}/{size}.
func (p *Pictures) GetRendition() httpx.Endpoint {
	return httpx.File(p.getRendition, imageMedia, httpx.Doc{
		Tag: "content", Summary: "Get a size of an uploaded image",
		Description: "The content at an address never changes. The size of a file that was replaced, or of an " +
			"earlier focal point, redirects to the current one.",
		Statuses: []int{http.StatusFound},
	})
}

var renditionPattern = regexp.MustCompile(`^[0-9a-z]{1,16}-(share-\d{1,3}-\d{1,3}|\d{1,4})\.(jpg|png)$`)

func (p *Pictures) getRendition(e *core.RequestEvent) error {
	name := e.Request.PathValue("size")
	parts := renditionPattern.FindStringSubmatch(name)
	if parts == nil {
		return imageNotFound(e)
	}
	record, err := findImage(e.App, e.Request.PathValue("name"))
	if errors.Is(err, sql.ErrNoRows) {
		return imageNotFound(e)
	}
	if err != nil {
		return apperr.Fail(imageFailed, err)
	}
	row := record.row()
	current := row.crop()
	if width, err := strconv.Atoi(parts[1]); err == nil {
		current = row.atWidth(width)
		if isOffered := slices.Contains(row.widths(), width); !isOffered {
			if name == current.name { // this file does not have this width
				return imageNotFound(e)
			}
			current = row.atWidth(row.Width)
		}
	}
	if name != current.name {
		e.Response.Header().Set("Cache-Control", "no-cache")
		return e.Redirect(http.StatusFound, row.address(current))
	}
	file, err := p.openRendition(e.Request.Context(), e.App, record, current)
	if err != nil {
		return apperr.Fail(imageFailed, err)
	}
	defer file.Close()
	e.Response.Header().Set("Cache-Control", immutable)
	return serveImage(e, name, file)
}

// openRendition opens a rendition of a picture. It makes and stores the rendition if it is not stored.
func (p *Pictures) openRendition(ctx context.Context, app core.App, record *imageRecord,
	wanted rendition) (io.ReadSeekCloser, error) {
	row := record.row()
	if wanted.width == row.Width {
		return record.open(app)
	}
	unlock := p.making.Lock(row.ID + wanted.name)
	defer unlock()
	if stored, err := record.openRendition(app, wanted); err == nil {
		return stored, nil
	}
	original, err := record.read(app)
	if err != nil {
		return nil, err
	}
	made, err := row.make(ctx, original, wanted)
	if err != nil {
		return nil, err
	}
	if err := record.storeRendition(app, wanted, made); err != nil {
		return nil, err
	}
	return record.openRendition(app, wanted)
}

func (r imageRow) make(ctx context.Context, original []byte, wanted rendition) ([]byte, error) {
	if wanted.width == 0 {
		return images.CropToSize(ctx, original, shareSize, images.Focus{X: r.FocusX, Y: r.FocusY})
	}
	return images.ResizeToWidth(ctx, original, wanted.width)
}
