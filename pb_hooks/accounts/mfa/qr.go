package mfa

import (
	"fmt"
	"strings"

	"github.com/boombuler/barcode/qr"
)

// QR is a QR code as an SVG path in a square of Size units. The page draws it itself, because its content security
// policy blocks images from elsewhere.
type QR struct {
	Size int    `json:"size"`
	Path string `json:"path"`
}

// drawQR encodes a text. Each run of dark modules in a row becomes one rectangle.
func drawQR(text string) (QR, error) {
	code, err := qr.Encode(text, qr.M, qr.Auto)
	if err != nil {
		return QR{}, err
	}
	size := code.Bounds().Dx()
	dark := func(x, y int) bool {
		r, _, _, _ := code.At(x, y).RGBA()
		return r == 0
	}
	var path strings.Builder
	for y := range size {
		for x := 0; x < size; x++ {
			from := x
			for x < size && dark(x, y) {
				x++
			}
			if x > from {
				fmt.Fprintf(&path, "M%d %dh%dv1h-%dz", from, y, x-from, x-from)
			}
		}
	}
	return QR{size, path.String()}, nil
}
