// Package images decodes uploaded images and encodes them again from their pixels alone.
package images

import (
	"bytes"
	"context"
	"encoding/binary"
	"image"
	"image/jpeg"
	"image/png"
	"io"
	"iter"

	"golang.org/x/image/draw"
	"golang.org/x/image/webp"
)

const (
	// maxPixels is the resolution of a good camera. A small file can claim to have many more pixels.
	maxPixels   = 25_000_000
	jpegQuality = 86
)

// Error explains to the person who uploads a file why it is refused.
type Error string

func (r Error) Error() string { return string(r) }

const (
	errNotImage        Error = "Please choose a JPEG, PNG or WebP image"
	errUnreadable      Error = "This image is damaged and cannot be read"
	errTooManyPixels   Error = "This image has too many pixels: at most 25 million"
	errDecodeTooCostly Error = "This image takes too much memory to read. Please save it in a smaller size or as a " +
		"plain JPEG"
)

// imageFormat is an allowed image format. It is recognised by the first bytes of a file.
type imageFormat struct {
	matches func(file []byte) bool
	config  func(io.Reader) (image.Config, error)
	decode  func(io.Reader) (image.Image, error)
}

// Only these decoders are used, not others that packages have registered with image.Decode.
var imageFormats = map[string]imageFormat{
	"jpeg": {func(f []byte) bool { return bytes.HasPrefix(f, []byte("\xff\xd8\xff")) }, jpeg.DecodeConfig, jpeg.Decode},
	"png": {func(f []byte) bool {
		return bytes.HasPrefix(f, []byte("\x89PNG\r\n\x1a\n"))
	}, png.DecodeConfig, png.Decode},
	"webp": {func(f []byte) bool {
		return len(f) > 12 && string(f[:4]) == "RIFF" && string(f[8:12]) == "WEBP"
	}, webp.DecodeConfig, webp.Decode},
}

// Picture is a picture as it is stored.
type Picture struct {
	File []byte
	// Extension is "jpg" or "png".
	Extension     string
	Width, Height int
}

// Shape limits the size of a picture.
type Shape struct {
	// MaxSide is the maximum length of the longer side in pixels.
	MaxSide int
	// Square crops the longer side equally at both ends.
	Square bool
}

// Process decodes an uploaded file and encodes it again from its pixels alone: upright, in the given shape, in the
// colours of sRGB, and without location, camera or other metadata. It returns an Error if the file is refused. If too
// many pictures are being decoded, it waits. It returns ErrBusy after too long a wait, or the error of the context.
func Process(ctx context.Context, file []byte, shape Shape) (Picture, error) {
	decoded, kind, release, err := decode(ctx, file)
	if err != nil {
		return Picture{}, err
	}
	defer release()
	if shape.Square {
		decoded = square(decoded)
	}
	size := decoded.Bounds().Size()
	if longer := max(size.X, size.Y); longer > shape.MaxSide {
		size = image.Pt(max(1, size.X*shape.MaxSide/longer), max(1, size.Y*shape.MaxSide/longer))
	}
	scaled := resize(decoded, size)
	if colours := profileOf(kind, file); colours != nil {
		colours.apply(scaled)
	}
	return encodeImage(applyOrientation(scaled, orientation(kind, file)), kind)
}

// decode decodes an allowed file whose cost is within the limits. The caller must call release when it no longer uses
// the picture.
func decode(ctx context.Context, file []byte) (decoded image.Image, kind string, release func(), err error) {
	found := imageFormat{}
	for name, f := range imageFormats {
		if f.matches(file) {
			kind, found = name, f
		}
	}
	if kind == "" {
		return nil, "", nil, errNotImage
	}
	size, err := found.config(bytes.NewReader(file))
	if err != nil || size.Width <= 0 || size.Height <= 0 {
		return nil, "", nil, errUnreadable
	}
	if int64(size.Width)*int64(size.Height) > maxPixels {
		return nil, "", nil, errTooManyPixels
	}
	cost, err := decodeCost(kind, file, size)
	if err != nil {
		return nil, "", nil, err
	}
	if release, err = reserveMemory(ctx, cost); err != nil {
		return nil, "", nil, err
	}
	if decoded, err = found.decode(bytes.NewReader(file)); err != nil {
		release()
		return nil, "", nil, errUnreadable
	}
	return decoded, kind, release, nil
}

// square crops a picture to its middle.
func square(from image.Image) image.Image {
	bounds := from.Bounds()
	side := min(bounds.Dx(), bounds.Dy())
	corner := bounds.Min.Add(image.Pt((bounds.Dx()-side)/2, (bounds.Dy()-side)/2))
	return crop(from, image.Rectangle{Min: corner, Max: corner.Add(image.Pt(side, side))})
}

func crop(from image.Image, area image.Rectangle) image.Image {
	if whole, ok := from.(interface {
		SubImage(image.Rectangle) image.Image
	}); ok {
		return whole.SubImage(area)
	}
	return from
}

// resize scales a picture to a size. To scale down, it first averages blocks of pixels and then scales the rest of the
// way. A better kernel would do it in one step, but it would hold the picture as floating-point numbers: 400 MB for the
// largest.
func resize(from image.Image, size image.Point) *image.RGBA {
	from = boxAverage(from, min(from.Bounds().Dx()/size.X, from.Bounds().Dy()/size.Y))
	to := image.NewRGBA(image.Rectangle{Max: size})
	if from.Bounds().Size() == size {
		draw.Copy(to, image.Point{}, from, from.Bounds(), draw.Src, nil)
	} else {
		draw.ApproxBiLinear.Scale(to, to.Bounds(), from, from.Bounds(), draw.Src, nil)
	}
	return to
}

// boxAverage averages each block of side × side pixels into one. The blocks at the right and bottom edges may be
// smaller.
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
		for line := range rows {
			draw.Draw(row, row.Bounds(), from, bounds.Min.Add(image.Pt(0, y*side+line)), draw.Src)
			for i, value := range row.Pix {
				sums[i/4/side*4+i%4] += int(value)
			}
		}
		for i, sum := range sums {
			columns := min(side, bounds.Dx()-i/4*side)
			to.Pix[y*to.Stride+i] = uint8((sum + rows*columns/2) / (rows * columns))
		}
	}
	return to
}

// applyOrientation applies one of the eight Exif orientations.
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

// orientPixel returns the new position of a pixel. across and down are the last column and row.
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

// encodeImage encodes a JPEG. It encodes a PNG if the picture has transparency, or if it was a PNG and is smaller as
// one, as drawings are.
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

// orientationNormal is the orientation of a picture that needs no rotation.
const orientationNormal = 1

// orientation returns the Exif orientation of a file, 1 to 8, if browsers honour it: that of a JPEG, and that of a PNG
// if it is before the pixels. A camera stores the picture as the sensor was held and the rotation in the Exif header,
// so it must be read before the header is dropped.
func orientation(kind string, file []byte) int {
	switch kind {
	case "jpeg":
		for marker, content := range jpegSegments(file) {
			if exif, ok := bytes.CutPrefix(content, []byte("Exif\x00\x00")); marker == 0xe1 && ok {
				return orientationTag(exif)
			}
		}
	case "png":
		for name, content := range pngChunks(file) {
			if name == "eXIf" {
				return orientationTag(content)
			}
		}
	}
	return orientationNormal
}

// pngChunks yields the name and the content of each chunk of a PNG before the pixels. It stops at a damaged chunk.
func pngChunks(file []byte) iter.Seq2[string, []byte] {
	const signature, frame = 8, 12 // a chunk's frame is its length, name and checksum
	return func(yield func(string, []byte) bool) {
		for at := signature; at+frame <= len(file); {
			size := int(binary.BigEndian.Uint32(file[at:]))
			name := string(file[at+4 : at+8])
			if size > len(file)-at-frame || name == "IDAT" || !yield(name, file[at+8:at+8+size]) {
				return
			}
			at += frame + size
		}
	}
}

// jpegSegments yields the marker and the content of each segment of a JPEG before the image data. It stops at a damaged
// segment.
func jpegSegments(jpeg []byte) iter.Seq2[byte, []byte] {
	const startOfScan = 0xda
	return func(yield func(byte, []byte) bool) {
		for at := 2; at+4 <= len(jpeg) && jpeg[at] == 0xff; {
			marker, size := jpeg[at+1], int(binary.BigEndian.Uint16(jpeg[at+2:]))
			end := at + 2 + size
			if marker == startOfScan || size < 2 || end > len(jpeg) || !yield(marker, jpeg[at+4:end]) {
				return
			}
			at = end
		}
	}
}

// orientationTag reads the orientation from the first directory of a TIFF block.
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
