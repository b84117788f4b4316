package drawings

import (
	"image/color"
	"math"
)

const (
	portraitSide            = 400
	sceneWidth, sceneHeight = 960, 640
)

// hair is a hairstyle: the part behind the head, and the part in front of it.
type hair struct{ behind, front string }

const openFront = "M33 46c-3-19 6-28 17-28s20 9 17 28c-2-10-7-16-17-18-10 2-15 8-17 18Z"

var hairstyles = []hair{
	{"M40 22c-5-8 0-17 10-17s15 9 10 17Z", openFront},
	{"M27 84c-2-14 1-28 2-42 1-16 9-25 21-25s20 9 21 25c1 14 4 28 2 42-8 5-38 5-46 0Z",
		"M33 47c-3-20 6-29 18-29s19 9 16 29c-2-8-3-13-6-16-9 0-18-1-21-4-4 6-6 11-7 20Z"},
	{"M29 62c-3-28 4-45 21-45s24 17 21 45c-1 5-9 6-12 3H41c-3 3-11 2-12-3Z",
		"M32 50c-3-22 5-32 18-32s21 10 18 32c-2-9-3-14-5-18-10 0-20-2-25-7-3 7-5 14-6 25Z"},
	{"M31 48c-4-20 6-31 19-31s23 11 19 31c6 8 7 17 4 25-2 6-1 11-3 17-5 2-8-1-8-5 2-8 0-16-2-23H35Z", openFront},
	{"M32 46c-4-20 5-30 18-30s22 10 18 30l-3 7H35Z",
		"M33 44c-3-18 6-27 18-27c11 0 19 8 16 27-2-9-6-13-11-15-7 3-15 2-19-1-2 4-3 9-4 16Z"},
}

// dresses are what is worn over the cloth: a sari, a jacket and a stole.
var dresses = []string{
	"M23 77c14 2 30 11 43 40H46c-8-19-19-31-32-32c3-3 6-6 9-8Z",
	"M42 70l8 11l8-11l5 2l-9 46h-8l-9-46Z",
	"M31 73c6 9 12 14 19 14s13-5 19-14l8 3c-5 13-15 22-27 22s-22-9-27-22Z",
}

// palettes are the colours of the ground, the cloth and the trim.
var palettes = [][3]color.RGBA{
	{sand, plum, gold}, {gold, teal, sand}, {teal, clay, sand}, {rose, plum, sand}, {sand, teal, rose},
	{plum, gold, clay}, {clay, sand, plum},
}

// Portrait returns a square portrait of a person without a recognisable face. Each n below 105 has another one.
func Portrait(n int) []byte {
	colours, style := palettes[n%len(palettes)], hairstyles[n%len(hairstyles)]
	skin, hairColour := skins[n%len(skins)], ink
	if n%4 == 3 {
		hairColour = grey
	}
	c := newCanvas(portraitSide, portraitSide, portraitSide/100.0, colours[0])
	c.path(hairColour, style.behind)
	c.path(skin, "M8 118V104c0-20 16-30 33-33 4-1 4-4 4-10h10c0 6 0 9 4 10 17 3 33 13 33 33v14Z")
	c.path(colours[1], "M8 118V104c0-19 14-29 30-32 3 7 7 10 12 10s9-3 12-10c16 3 30 13 30 32v14Z")
	c.path(colours[2], dresses[n%len(dresses)])
	c.path(shade, "M44 58h12v7c-4 4-8 5-12 2Z")
	c.ellipse(skin, 50, 43, 15.5, 19)
	c.path(shade, "M50 24c10 0 15.5 8 15.5 19s-5.5 19-15.5 19Z")
	c.path(hairColour, style.front)
	c.circle(clay, 50, 36, 1.2)
	c.circle(gold, 34, 51, 1.7)
	c.circle(gold, 66, 51, 1.7)
	return c.encode()
}

// RoundTable returns a round table from above, with twelve seats and the papers of a meeting.
func RoundTable() []byte {
	c := newCanvas(sceneWidth, sceneHeight, 1, plum)
	const x, y, seats = sceneWidth / 2, sceneHeight / 2, 12
	colours := []color.RGBA{gold, clay, teal, rose}
	for n := range seats {
		sin, cos := math.Sincos(2 * math.Pi * (float64(n) + 0.5) / seats)
		c.circle(shade, x+252*cos+6, y+252*sin+8, 34)
		c.circle(colours[n%len(colours)], x+252*cos, y+252*sin, 34)
	}
	c.circle(shade, x+8, y+12, 206)
	c.circle(sand, x, y, 206)
	for n := range seats {
		sin, cos := math.Sincos(2 * math.Pi * (float64(n) + 0.5) / seats)
		c.fill(paper, func(p *pen) { p.sheet(x+158*cos, y+158*sin, 2*math.Pi*(float64(n)+0.5)/seats) })
	}
	c.circle(rose, x, y, 62)
	c.circle(gold, x, y, 40)
	return c.encode()
}

// sheet draws a sheet of paper around a point, turned by an angle.
func (p *pen) sheet(x, y, angle float64) {
	const width, height = 22, 15
	sin, cos := math.Sincos(angle)
	for n, corner := range []point{{-width, -height}, {width, -height}, {width, height}, {-width, height}} {
		to := point{x + corner.x*cos - corner.y*sin, y + corner.x*sin + corner.y*cos}
		if n == 0 {
			p.moveTo(to.x, to.y)
		} else {
			p.lineTo(to.x, to.y)
		}
	}
}

// Skyline returns the towers of a city by the sea in the evening, some windows lit.
func Skyline() []byte {
	c := newCanvas(sceneWidth, sceneHeight, 1, sand)
	const sea = 520
	c.circle(gold, 650, 400, 150)
	for n, height := range []float64{120, 165, 100, 215, 145, 260, 180, 130, 200, 110, 160, 230, 135, 170} {
		x := float64(n*72) - 20
		c.rectangle([]color.RGBA{plum, teal, clay}[n%3], x, sea-height, 62, height)
		for row := range int(height) / 30 {
			for column := range 3 {
				if (n*5+row*3+column*7)%4 == 0 {
					c.rectangle(gold, x+9+float64(column*17), sea-height+14+float64(row*30), 9, 13)
				}
			}
		}
	}
	c.rectangle(night, 0, sea, sceneWidth, sceneHeight-sea)
	for n := range 9 {
		c.rectangle(gold, 590+float64(n%3)*16, sea+10+float64(n)*12, 120-float64(n)*9, 3)
	}
	return c.encode()
}

// Ring returns a ring of dots, of which one is missing.
func Ring() []byte {
	c := newCanvas(sceneWidth, sceneHeight, 1, ink)
	for ring := range 6 {
		const dots = 60
		for n := range dots {
			if ring == 2 && n == 50 {
				continue
			}
			sin, cos := math.Sincos(2 * math.Pi * (float64(n) + float64(ring%2)/2) / dots)
			radius := 170 + float64(ring)*22
			colour := gold
			if (n*7+ring*5)%9 == 0 {
				colour = sand
			}
			c.circle(colour, sceneWidth/2+radius*cos, sceneHeight/2+radius*sin, 3.5+float64(ring)*0.5)
		}
	}
	return c.encode()
}
