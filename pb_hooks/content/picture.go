package content

import (
	"bytes"
	"image"
	"image/jpeg"
	"image/png"
	"io"

	"golang.org/x/image/draw"
	"golang.org/x/image/webp"
)

const (
	// mostPixels bounds the memory that decoding takes: a small file can claim to be enormous.
	mostPixels = 40_000_000
	// longestSide is as much as the widest screen shows of a picture.
	longestSide = 2000
	jpegQuality = 86
)

// refusal is why an upload is not taken, as people read it.
type refusal string

func (r refusal) Error() string { return string(r) }

const (
	errNoPicture  refusal = "Please choose a JPEG, PNG or WebP image"
	errUnreadable refusal = "This image is damaged and cannot be read"
	errTooMuch    refusal = "This image has too many pixels: at most 40 million"
	errTooCostly  refusal = "This image is stored in a way that takes too much to read: please save it smaller, or as a plain JPEG"
)

// format is a kind of picture that may be uploaded, told by its first bytes and nothing else.
type format struct {
	begins func(file []byte) bool
	config func(io.Reader) (image.Config, error)
	decode func(io.Reader) (image.Image, error)
}

// Only these decoders are used, whatever else other packages have registered with image.Decode.
var formats = map[string]format{
	"jpeg": {func(f []byte) bool { return bytes.HasPrefix(f, []byte("\xff\xd8\xff")) }, jpeg.DecodeConfig, jpeg.Decode},
	"png":  {func(f []byte) bool { return bytes.HasPrefix(f, []byte("\x89PNG\r\n\x1a\n")) }, png.DecodeConfig, png.Decode},
	"webp": {func(f []byte) bool {
		return len(f) > 12 && string(f[:4]) == "RIFF" && string(f[8:12]) == "WEBP"
	}, webp.DecodeConfig, webp.Decode},
}

// picture is a picture as it is stored and shown.
type picture struct {
	file          []byte
	extension     string
	width, height int
}

// develop reads an uploaded file and makes it anew, from its pixels alone: upright, no larger than a
// screen, without the place, the camera and whatever else the file brought along.
func develop(file []byte) (picture, error) {
	kind, found := "", format{}
	for name, f := range formats {
		if f.begins(file) {
			kind, found = name, f
		}
	}
	if kind == "" {
		return picture{}, errNoPicture
	}
	size, err := found.config(bytes.NewReader(file))
	if err != nil || size.Width <= 0 || size.Height <= 0 {
		return picture{}, errUnreadable
	}
	if int64(size.Width)*int64(size.Height) > mostPixels {
		return picture{}, errTooMuch
	}
	if isCostly(kind, file, size) {
		return picture{}, errTooCostly
	}
	decoded, err := found.decode(bytes.NewReader(file))
	if err != nil {
		return picture{}, errUnreadable
	}
	turn := upright
	if kind == "jpeg" {
		turn = orientation(file)
	}
	return encode(turned(scaled(decoded), turn), kind)
}

// scaled draws a picture anew, smaller where its longer side is too long: first blocks of pixels
// become one each, then comes what is left of the way. A finer kernel would do it in one step, but
// keeps the picture as floating-point numbers meanwhile: 400 MB for the largest.
func scaled(from image.Image) *image.RGBA {
	width, height := from.Bounds().Dx(), from.Bounds().Dy()
	if longer := max(width, height); longer > longestSide {
		width = max(1, width*longestSide/longer)
		height = max(1, height*longestSide/longer)
		from = averaged(from, longer/longestSide)
	}
	to := image.NewRGBA(image.Rect(0, 0, width, height))
	if to.Bounds().Size() == from.Bounds().Size() {
		draw.Copy(to, image.Point{}, from, from.Bounds(), draw.Src, nil)
	} else {
		draw.ApproxBiLinear.Scale(to, to.Bounds(), from, from.Bounds(), draw.Src, nil)
	}
	return to
}

// averaged makes one pixel of each block of side times side; those at the far edges may be smaller.
func averaged(from image.Image, side int) image.Image {
	if side < 2 {
		return from
	}
	bounds := from.Bounds()
	to := image.NewRGBA(image.Rect(0, 0, (bounds.Dx()+side-1)/side, (bounds.Dy()+side-1)/side))
	row := image.NewRGBA(image.Rect(0, 0, bounds.Dx(), 1))
	sums := make([]int, len(to.Pix)/to.Bounds().Dy())
	for y := range to.Bounds().Dy() {
		clear(sums)
		rows := min(side, bounds.Dy()-y*side)
		for i := range rows {
			draw.Draw(row, row.Bounds(), from, bounds.Min.Add(image.Pt(0, y*side+i)), draw.Src)
			for at, value := range row.Pix {
				sums[at/4/side*4+at%4] += int(value)
			}
		}
		for at, sum := range sums {
			columns := min(side, bounds.Dx()-at/4*side)
			to.Pix[y*to.Stride+at] = uint8((sum + rows*columns/2) / (rows * columns))
		}
	}
	return to
}

// turned applies one of Exif's eight orientations.
func turned(from *image.RGBA, turn int) *image.RGBA {
	if turn == upright {
		return from
	}
	width, height := from.Bounds().Dx(), from.Bounds().Dy()
	across, down := width-1, height-1
	to := image.NewRGBA(image.Rect(0, 0, width, height))
	if turn >= 5 {
		to = image.NewRGBA(image.Rect(0, 0, height, width))
	}
	for y := range height {
		for x := range width {
			toX, toY := place(turn, x, y, across, down)
			to.SetRGBA(toX, toY, from.RGBAAt(x, y))
		}
	}
	return to
}

// place is where a pixel goes; across and down are the last column and row.
func place(turn, x, y, across, down int) (toX, toY int) {
	switch turn {
	case 2:
		return across - x, y
	case 3:
		return across - x, down - y
	case 4:
		return x, down - y
	case 5:
		return y, x
	case 6:
		return down - y, x
	case 7:
		return down - y, across - x
	case 8:
		return y, across - x
	}
	return x, y
}

// encode writes a JPEG; a PNG where the picture is see-through, or was a PNG and stays smaller as
// one, as drawings do.
func encode(p *image.RGBA, kind string) (picture, error) {
	made := picture{extension: "jpg", width: p.Bounds().Dx(), height: p.Bounds().Dy()}
	var asJPEG, asPNG bytes.Buffer
	if p.Opaque() {
		if err := jpeg.Encode(&asJPEG, p, &jpeg.Options{Quality: jpegQuality}); err != nil {
			return picture{}, err
		}
		made.file = asJPEG.Bytes()
		if kind != "png" {
			return made, nil
		}
	}
	if err := png.Encode(&asPNG, p); err != nil {
		return picture{}, err
	}
	if made.file == nil || asPNG.Len() < asJPEG.Len() {
		made.file, made.extension = asPNG.Bytes(), "png"
	}
	return made, nil
}
