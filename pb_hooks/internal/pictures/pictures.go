// Package pictures reads uploaded images, and makes them anew from their pixels alone.
package pictures

import (
	"bytes"
	"context"
	"encoding/binary"
	"image"
	"image/jpeg"
	"image/png"
	"io"

	"golang.org/x/image/draw"
	"golang.org/x/image/webp"
)

const (
	// maxPixels is what a good camera makes. A small file can claim to have many more.
	maxPixels   = 25_000_000
	jpegQuality = 86
)

// Error is why an upload is not taken, as people read it.
type Error string

func (r Error) Error() string { return string(r) }

const (
	errNotImage        Error = "Please choose a JPEG, PNG or WebP image"
	errUnreadable      Error = "This image is damaged and cannot be read"
	errTooManyPixels   Error = "This image has too many pixels: at most 25 million"
	errDecodeTooCostly Error = "This image is stored in a way that takes too much to read: please save it smaller, or as a plain JPEG"
)

// imageFormat is a kind of image that may be uploaded, recognised by its first bytes alone.
type imageFormat struct {
	matches func(file []byte) bool
	config  func(io.Reader) (image.Config, error)
	decode  func(io.Reader) (image.Image, error)
}

// Only these decoders are used, whatever else other packages have registered with image.Decode.
var imageFormats = map[string]imageFormat{
	"jpeg": {func(f []byte) bool { return bytes.HasPrefix(f, []byte("\xff\xd8\xff")) }, jpeg.DecodeConfig, jpeg.Decode},
	"png":  {func(f []byte) bool { return bytes.HasPrefix(f, []byte("\x89PNG\r\n\x1a\n")) }, png.DecodeConfig, png.Decode},
	"webp": {func(f []byte) bool {
		return len(f) > 12 && string(f[:4]) == "RIFF" && string(f[8:12]) == "WEBP"
	}, webp.DecodeConfig, webp.Decode},
}

// Picture is a picture as it is stored and shown.
type Picture struct {
	File []byte
	// Extension is "jpg" or "png".
	Extension     string
	Width, Height int
}

// Shape is what a picture is made to be.
type Shape struct {
	// MaxSide is the most pixels that its longer side has.
	MaxSide int
	// Square cuts off what is more on two sides than on the others, the same on both.
	Square bool
}

// Process reads an uploaded file and makes it anew, from its pixels alone: upright, no larger than its shape says,
// without the place, the camera and whatever else the file brought along. The error of a file that is not taken is an
// Error. While too many pictures are being read already, Process waits; the error is ErrBusy if the wait is too long,
// or the context's.
func Process(ctx context.Context, file []byte, shape Shape) (Picture, error) {
	kind, found := "", imageFormat{}
	for name, f := range imageFormats {
		if f.matches(file) {
			kind, found = name, f
		}
	}
	if kind == "" {
		return Picture{}, errNotImage
	}
	size, err := found.config(bytes.NewReader(file))
	if err != nil || size.Width <= 0 || size.Height <= 0 {
		return Picture{}, errUnreadable
	}
	if int64(size.Width)*int64(size.Height) > maxPixels {
		return Picture{}, errTooManyPixels
	}
	cost, err := decodeCost(kind, file, size)
	if err != nil {
		return Picture{}, err
	}
	release, err := reserveMemory(ctx, cost)
	if err != nil {
		return Picture{}, err
	}
	defer release()
	decoded, err := found.decode(bytes.NewReader(file))
	if err != nil {
		return Picture{}, errUnreadable
	}
	orient := orientationNormal
	if kind == "jpeg" {
		orient = orientation(file)
	}
	if shape.Square {
		decoded = square(decoded)
	}
	return encodeImage(applyOrientation(scaleDown(decoded, shape.MaxSide), orient), kind)
}

// square is the middle of a picture.
func square(from image.Image) image.Image {
	bounds := from.Bounds()
	side := min(bounds.Dx(), bounds.Dy())
	corner := bounds.Min.Add(image.Pt((bounds.Dx()-side)/2, (bounds.Dy()-side)/2))
	if part, ok := from.(interface {
		SubImage(image.Rectangle) image.Image
	}); ok {
		return part.SubImage(image.Rectangle{Min: corner, Max: corner.Add(image.Pt(side, side))})
	}
	return from
}

// scaleDown draws a picture anew, smaller where its longer side is too long: first blocks of pixels
// become one each, then comes what is left of the way. A finer kernel would do it in one step, but
// keeps the picture as floating-point numbers meanwhile: 400 MB for the largest.
func scaleDown(from image.Image, maxSide int) *image.RGBA {
	width, height := from.Bounds().Dx(), from.Bounds().Dy()
	if longer := max(width, height); longer > maxSide {
		width = max(1, width*maxSide/longer)
		height = max(1, height*maxSide/longer)
		from = boxAverage(from, longer/maxSide)
	}
	to := image.NewRGBA(image.Rect(0, 0, width, height))
	if to.Bounds().Size() == from.Bounds().Size() {
		draw.Copy(to, image.Point{}, from, from.Bounds(), draw.Src, nil)
	} else {
		draw.ApproxBiLinear.Scale(to, to.Bounds(), from, from.Bounds(), draw.Src, nil)
	}
	return to
}

// boxAverage makes one pixel of each block of side times side; those at the far edges may be smaller.
func boxAverage(from image.Image, side int) image.Image {
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

// applyOrientation applies one of Exif's eight orientations.
func applyOrientation(from *image.RGBA, orient int) *image.RGBA {
	if orient == orientationNormal {
		return from
	}
	width, height := from.Bounds().Dx(), from.Bounds().Dy()
	across, down := width-1, height-1
	to := image.NewRGBA(image.Rect(0, 0, width, height))
	if orient >= 5 {
		to = image.NewRGBA(image.Rect(0, 0, height, width))
	}
	for y := range height {
		for x := range width {
			toX, toY := orientPixel(orient, x, y, across, down)
			to.SetRGBA(toX, toY, from.RGBAAt(x, y))
		}
	}
	return to
}

// orientPixel is where a pixel goes; across and down are the last column and row.
func orientPixel(orient, x, y, across, down int) (toX, toY int) {
	switch orient {
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

// encodeImage writes a JPEG; a PNG where the picture is see-through, or was a PNG and stays smaller as
// one, as drawings do.
func encodeImage(p *image.RGBA, kind string) (Picture, error) {
	result := Picture{Extension: "jpg", Width: p.Bounds().Dx(), Height: p.Bounds().Dy()}
	var asJPEG, asPNG bytes.Buffer
	if p.Opaque() {
		if err := jpeg.Encode(&asJPEG, p, &jpeg.Options{Quality: jpegQuality}); err != nil {
			return Picture{}, err
		}
		result.File = asJPEG.Bytes()
		if kind != "png" {
			return result, nil
		}
	}
	if err := png.Encode(&asPNG, p); err != nil {
		return Picture{}, err
	}
	if result.File == nil || asPNG.Len() < asJPEG.Len() {
		result.File, result.Extension = asPNG.Bytes(), "png"
	}
	return result, nil
}

// orientationNormal is the orientation of a picture that is stored the way it is looked at.
const orientationNormal = 1

// orientation reads how a JPEG is to be turned, 1 to 8, from its Exif header. A camera stores the
// picture as the sensor was held and writes the rotation beside it, so it must be read before the header is dropped.
func orientation(jpeg []byte) int {
	for at := 2; at+4 <= len(jpeg) && jpeg[at] == 0xff; {
		marker, size := jpeg[at+1], int(binary.BigEndian.Uint16(jpeg[at+2:]))
		if marker == 0xda || size < 2 || at+2+size > len(jpeg) { // the picture itself begins
			return orientationNormal
		}
		if exif, ok := bytes.CutPrefix(jpeg[at+4:at+2+size], []byte("Exif\x00\x00")); marker == 0xe1 && ok {
			return orientationTag(exif)
		}
		at += 2 + size
	}
	return orientationNormal
}

// orientationTag looks the orientation up in the first directory of a TIFF block.
func orientationTag(tiff []byte) int {
	var order binary.ByteOrder
	switch {
	case bytes.HasPrefix(tiff, []byte("II*\x00")):
		order = binary.LittleEndian
	case bytes.HasPrefix(tiff, []byte("MM\x00*")):
		order = binary.BigEndian
	}
	if order == nil || len(tiff) < 8 {
		return orientationNormal
	}
	first := uint64(order.Uint32(tiff[4:]))
	if first+2 > uint64(len(tiff)) {
		return orientationNormal
	}
	directory := tiff[first:]
	entries := int(order.Uint16(directory))
	for i := range entries {
		entry := 2 + 12*i
		if entry+12 > len(directory) {
			return orientationNormal
		}
		const tag, short = 0x0112, 3
		if order.Uint16(directory[entry:]) == tag && order.Uint16(directory[entry+2:]) == short {
			if turn := int(order.Uint16(directory[entry+8:])); turn >= 1 && turn <= 8 {
				return turn
			}
		}
	}
	return orientationNormal
}
