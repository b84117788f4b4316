package content

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
	"boardcircle/pb_hooks/internal/pictures"
)

// middleWidth is the width for browsers that do not read srcset.
const middleWidth = 1280

// smallerWidths are the widths of the sizes, besides the picture's own width.
var smallerWidths = []int{320, 640, middleWidth}

// shareSize is the size of a picture in a link preview.
var shareSize = image.Pt(1200, 630)

// hashLength is the number of characters of the hash in the address of a size.
const hashLength = 16

// Find returns how the pages show the pictures of the library that are at the given addresses.
func Find(app core.App, addresses []string) (map[string]pictures.Served, error) {
	found, err := listImagesNamed(app, addresses)
	served := make(map[string]pictures.Served, len(found))
	for _, row := range found {
		served[imagePath+row.Name] = row.served()
	}
	return served, err
}

func (r imageRow) served() pictures.Served {
	s := pictures.Served{
		Src: r.address(r.sizeName(min(middleWidth, r.Width))), Width: r.Width, Height: r.Height,
		Position: fmt.Sprintf("%d%% %d%%", r.FocusX, r.FocusY),
		Share:    r.address(r.shareName()), Alt: r.Alt, IsDescribed: r.Alt != "" || r.IsDecorative,
	}
	var sizes []string
	for _, width := range r.widths() {
		sizes = append(sizes, fmt.Sprintf("%s %dw", r.address(r.sizeName(width)), width))
	}
	s.Srcset = strings.Join(sizes, ", ")
	return s
}

// widths returns the widths of the sizes of a picture. The last is the width of the picture itself.
func (r imageRow) widths() []int {
	smaller := slices.DeleteFunc(slices.Clone(smallerWidths), func(width int) bool { return width >= r.Width })
	return append(smaller, r.Width)
}

func (r imageRow) address(size string) string { return imagePath + r.Name + "/" + size }

func (r imageRow) sizeName(width int) string {
	return r.Hash[:min(hashLength, len(r.Hash))] + "-" + strconv.Itoa(width) + extensionOf(r.File)
}

// shareName returns the name of the size for link previews. It contains the focal point, so that the content at an
// address never changes.
func (r imageRow) shareName() string {
	return fmt.Sprintf("%s-share-%d-%d.jpg", r.Hash[:min(hashLength, len(r.Hash))], r.FocusX, r.FocusY)
}

// GetSize is GET /images/{name}/{size}.
func (c *Content) GetSize() httpx.Endpoint {
	return httpx.File(c.getSize, imageMedia, httpx.Doc{
		Tag: "content", Summary: "Get a size of an uploaded image",
		Description: "The content at an address never changes. The size of a file that was replaced, or of an " +
			"earlier focal point, redirects to the current one.",
		Statuses: []int{http.StatusFound},
	})
}

var sizePattern = regexp.MustCompile(`^[0-9a-z]{1,16}-(share-\d{1,3}-\d{1,3}|\d{1,4})\.(jpg|png)$`)

func (c *Content) getSize(e *core.RequestEvent) error {
	size := e.Request.PathValue("size")
	parts := sizePattern.FindStringSubmatch(size)
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
	current := row.shareName()
	if width, err := strconv.Atoi(parts[1]); err == nil {
		current = row.sizeName(width)
		if isOffered := slices.Contains(row.widths(), width); !isOffered {
			if size == current { // this file does not have this width
				return imageNotFound(e)
			}
			current = row.sizeName(row.Width)
		}
	}
	if size != current {
		e.Response.Header().Set("Cache-Control", "no-cache")
		return e.Redirect(http.StatusFound, row.address(current))
	}
	file, err := c.openSize(e.Request.Context(), e.App, record, size)
	if err != nil {
		return apperr.Fail(imageFailed, err)
	}
	defer file.Close()
	e.Response.Header().Set("Cache-Control", immutable)
	return serveImage(e, size, file)
}

// openSize opens a size of a picture by its name. It makes and stores the size if it is not stored.
func (c *Content) openSize(ctx context.Context, app core.App, record *imageRecord, size string) (io.ReadSeekCloser,
	error) {
	row := record.row()
	if size == row.sizeName(row.Width) {
		return record.open(app)
	}
	unlock := c.making.Lock(row.ID + size)
	defer unlock()
	if stored, err := record.openSize(app, size); err == nil {
		return stored, nil
	}
	original, err := record.read(app)
	if err != nil {
		return nil, err
	}
	made, err := row.makeSize(ctx, original, size)
	if err != nil {
		return nil, err
	}
	if err := record.storeSize(app, size, made); err != nil {
		return nil, err
	}
	return record.openSize(app, size)
}

func (r imageRow) makeSize(ctx context.Context, original []byte, size string) ([]byte, error) {
	if size == r.shareName() {
		return pictures.CropToSize(ctx, original, shareSize, pictures.Focus{X: r.FocusX, Y: r.FocusY})
	}
	i := slices.IndexFunc(r.widths(), func(width int) bool { return r.sizeName(width) == size })
	if i < 0 {
		return nil, fmt.Errorf("image %s has no size %s", r.Name, size)
	}
	return pictures.ResizeToWidth(ctx, original, r.widths()[i])
}
