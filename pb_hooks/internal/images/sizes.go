package images

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"

	"golang.org/x/image/draw"
)

// sizeQuality is the JPEG quality of the smaller sizes. Screens show them at two or three pixels for each point, where
// a higher quality is not visible.
const sizeQuality = 78

// Focus is the point of a picture that stays visible when a page crops it, in per cent from the left and from the top.
type Focus struct{ X, Y int }

// ResizeToWidth returns a stored picture at a smaller width, in the same format.
func ResizeToWidth(ctx context.Context, file []byte, width int) ([]byte, error) {
	decoded, kind, release, err := decode(ctx, file)
	if err != nil {
		return nil, err
	}
	defer release()
	size := decoded.Bounds().Size()
	scaled := resize(decoded, image.Pt(width, max(1, (size.Y*width+size.X/2)/size.X)))
	var out bytes.Buffer
	if kind == "png" {
		err = png.Encode(&out, scaled)
	} else {
		err = jpeg.Encode(&out, scaled, &jpeg.Options{Quality: sizeQuality})
	}
	return out.Bytes(), err
}

// CropToSize returns a JPEG of exactly the given size: the largest part of a stored picture with that shape, around the
// focus. Transparent parts become white.
func CropToSize(ctx context.Context, file []byte, size image.Point, focus Focus) ([]byte, error) {
	decoded, _, release, err := decode(ctx, file)
	if err != nil {
		return nil, err
	}
	defer release()
	scaled := resize(crop(decoded, cropArea(decoded.Bounds(), size, focus)), size)
	opaque := image.NewRGBA(scaled.Bounds())
	draw.Draw(opaque, opaque.Bounds(), image.NewUniform(color.White), image.Point{}, draw.Src)
	draw.Draw(opaque, opaque.Bounds(), scaled, image.Point{}, draw.Over)
	var out bytes.Buffer
	err = jpeg.Encode(&out, opaque, &jpeg.Options{Quality: jpegQuality})
	return out.Bytes(), err
}

// cropArea returns the largest area within the bounds that has the shape of size. The focus is as near to its middle as
// possible.
func cropArea(bounds image.Rectangle, size image.Point, focus Focus) image.Rectangle {
	area := image.Pt(bounds.Dx(), max(1, bounds.Dx()*size.Y/size.X))
	if area.Y > bounds.Dy() {
		area = image.Pt(max(1, bounds.Dy()*size.X/size.Y), bounds.Dy())
	}
	start := func(length, part, percent int) int {
		return min(max(length*percent/100-part/2, 0), length-part)
	}
	corner := bounds.Min.Add(image.Pt(start(bounds.Dx(), area.X, focus.X), start(bounds.Dy(), area.Y, focus.Y)))
	return image.Rectangle{Min: corner, Max: corner.Add(area)}
}
