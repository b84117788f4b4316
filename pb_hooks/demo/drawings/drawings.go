// Package drawings draws the pictures of the demo: flat shapes in the colours of the site's own drawings
// (web/src/features/content/portrait.tsx). Drawn pictures need no licence, and show no real person.
package drawings

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math"
	"regexp"
	"strconv"

	"golang.org/x/image/vector"
)

// The colours of the site's drawings.
var (
	plum  = color.RGBA{0x5a, 0x2d, 0x52, 0xff}
	clay  = color.RGBA{0xb8, 0x55, 0x2f, 0xff}
	teal  = color.RGBA{0x28, 0x60, 0x5f, 0xff}
	gold  = color.RGBA{0xf9, 0x9f, 0x1b, 0xff}
	sand  = color.RGBA{0xf0, 0xdc, 0xbd, 0xff}
	rose  = color.RGBA{0xd7, 0x9a, 0x86, 0xff}
	ink   = color.RGBA{0x23, 0x15, 0x1d, 0xff}
	night = color.RGBA{0x41, 0x20, 0x3b, 0xff}
	grey  = color.RGBA{0x8b, 0x80, 0x88, 0xff}
	paper = color.RGBA{0xfd, 0xfa, 0xf6, 0xff}
	// shade darkens what is below it.
	shade = color.RGBA{0, 0, 0, 0x1c}

	skins = []color.RGBA{{0x8a, 0x55, 0x36, 0xff}, {0xa8, 0x6c, 0x45, 0xff}, {0xc5, 0x8a, 0x5f, 0xff}}
)

// canvas is a picture that is drawn in units of scale pixels.
type canvas struct {
	*image.RGBA
	scale float64
}

func newCanvas(width, height int, scale float64, ground color.Color) canvas {
	c := canvas{image.NewRGBA(image.Rect(0, 0, width, height)), scale}
	draw.Draw(c, c.Bounds(), image.NewUniform(ground), image.Point{}, draw.Src)
	return c
}

// fill fills a shape with a colour. The shape is drawn by trace. Only the area of the shape is rasterised.
func (c canvas) fill(colour color.Color, trace func(*pen)) {
	p := pen{scale: c.scale}
	trace(&p)
	area := p.bounds().Intersect(c.Bounds())
	r := vector.NewRasterizer(area.Dx(), area.Dy())
	for _, l := range p.lines {
		b, c, end := l.b.from(area.Min), l.c.from(area.Min), l.end.from(area.Min)
		switch l.kind {
		case move:
			r.MoveTo(end[0], end[1])
		case straight:
			r.LineTo(end[0], end[1])
		case curve:
			r.CubeTo(b[0], b[1], c[0], c[1], end[0], end[1])
		}
	}
	r.ClosePath()
	r.Draw(c, area, image.NewUniform(colour), image.Point{})
}

func (c canvas) ellipse(colour color.Color, x, y, rx, ry float64) {
	c.fill(colour, func(p *pen) { p.ellipse(x, y, rx, ry) })
}

func (c canvas) circle(colour color.Color, x, y, radius float64) {
	c.ellipse(colour, x, y, radius, radius)
}

func (c canvas) rectangle(colour color.Color, x, y, width, height float64) {
	c.fill(colour, func(p *pen) {
		p.moveTo(x, y)
		p.lineTo(x+width, y)
		p.lineTo(x+width, y+height)
		p.lineTo(x, y+height)
	})
}

// path fills the path of an SVG that has only the commands of pen.path.
func (c canvas) path(colour color.Color, path string) {
	c.fill(colour, func(p *pen) { p.path(path) })
}

// encode returns the picture as a PNG. The server encodes it again.
func (c canvas) encode() []byte {
	var out bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestSpeed}
	if err := encoder.Encode(&out, c.RGBA); err != nil {
		panic(err) // a picture in memory has no invalid size
	}
	return out.Bytes()
}

// point is a position in pixels.
type point struct{ x, y float64 }

func (p point) from(corner image.Point) [2]float32 {
	return [2]float32{float32(p.x - float64(corner.X)), float32(p.y - float64(corner.Y))}
}

type lineKind int

const (
	move lineKind = iota
	straight
	curve
)

// line is a line to a point. b and c are the control points of a curve.
type line struct {
	kind      lineKind
	b, c, end point
}

// pen draws the outline of a shape.
type pen struct {
	lines []line
	scale float64
	// x and y are the position, and controlX and controlY the second control point of the last curve.
	x, y, controlX, controlY float64
}

// bounds returns an area that contains the shape.
func (p *pen) bounds() image.Rectangle {
	low, high := p.lines[0].end, p.lines[0].end
	for _, l := range p.lines {
		points := []point{l.end}
		if l.kind == curve {
			points = append(points, l.b, l.c)
		}
		for _, at := range points {
			low.x, low.y = min(low.x, at.x), min(low.y, at.y)
			high.x, high.y = max(high.x, at.x), max(high.y, at.y)
		}
	}
	return image.Rect(int(math.Floor(low.x)), int(math.Floor(low.y)), int(math.Ceil(high.x)), int(math.Ceil(high.y)))
}

func (p *pen) at(x, y float64) point { return point{x * p.scale, y * p.scale} }

func (p *pen) moveTo(x, y float64) {
	p.x, p.y = x, y
	p.lines = append(p.lines, line{kind: move, end: p.at(x, y)})
}

func (p *pen) lineTo(x, y float64) {
	p.x, p.y = x, y
	p.lines = append(p.lines, line{kind: straight, end: p.at(x, y)})
}

func (p *pen) curveTo(x1, y1, x2, y2, x, y float64) {
	p.x, p.y, p.controlX, p.controlY = x, y, x2, y2
	p.lines = append(p.lines, line{curve, p.at(x1, y1), p.at(x2, y2), p.at(x, y)})
}

// ellipse draws four curves.
func (p *pen) ellipse(x, y, rx, ry float64) {
	// kappa is how far the control points of a quarter of a circle are from its ends, for a radius of 1.
	kappa := 4 * (math.Sqrt2 - 1) / 3
	kx, ky := rx*kappa, ry*kappa
	p.moveTo(x+rx, y)
	p.curveTo(x+rx, y+ky, x+kx, y+ry, x, y+ry)
	p.curveTo(x-kx, y+ry, x-rx, y+ky, x-rx, y)
	p.curveTo(x-rx, y-ky, x-kx, y-ry, x, y-ry)
	p.curveTo(x+kx, y-ry, x+rx, y-ky, x+rx, y)
}

var pathToken = regexp.MustCompile(`[A-Za-z]|-?[0-9]*\.?[0-9]+`)

// argumentCounts are the numbers of arguments of the commands that path draws. Z draws nothing: a shape is closed where
// it is filled.
var argumentCounts = map[string]int{"M": 2, "H": 1, "V": 1, "c": 6, "h": 1, "l": 2, "s": 4, "v": 1, "Z": 0}

// path draws the path of an SVG. Arguments without a command repeat the last one, except M.
func (p *pen) path(path string) {
	tokens := pathToken.FindAllString(path, -1)
	command := ""
	for i := 0; i < len(tokens); {
		if _, isCommand := argumentCounts[tokens[i]]; isCommand {
			command = tokens[i]
			i++
		}
		a := make([]float64, argumentCounts[command])
		for n := range a {
			a[n], _ = strconv.ParseFloat(tokens[i+n], 64) // pathToken matches numbers
		}
		p.draw(command, a)
		i += len(a)
	}
}

func (p *pen) draw(command string, a []float64) {
	x, y := p.x, p.y
	switch command {
	case "M":
		p.moveTo(a[0], a[1])
	case "H":
		p.lineTo(a[0], y)
	case "V":
		p.lineTo(x, a[0])
	case "h":
		p.lineTo(x+a[0], y)
	case "v":
		p.lineTo(x, y+a[0])
	case "l":
		p.lineTo(x+a[0], y+a[1])
	case "c":
		p.curveTo(x+a[0], y+a[1], x+a[2], y+a[3], x+a[4], y+a[5])
	case "s":
		p.curveTo(2*x-p.controlX, 2*y-p.controlY, x+a[0], y+a[1], x+a[2], y+a[3])
	}
}
