package settings

import (
	"math"
	"strconv"
)

// The colours of an email must have enough contrast with these colours.
const (
	emailInk   = "#2a1a26" // text on a button
	emailSheet = "#ffffff" // background of a link
	// minContrast is the minimum contrast for text in WCAG 2.2.
	minContrast = 4.5

	wrongColour = "Please enter a colour such as #f99f1b"
)

const colourPattern = `^#[0-9a-fA-F]{6}$`

// checkEmailColours refuses colours on which text could not be read.
func (form Form) checkEmailColours(addProblem func(field, message string)) {
	if colour := form.EmailAccent; colour != "" && contrast(colour, emailInk) < minContrast {
		addProblem("emailAccent",
			"The dark text of a button is hard to read on this colour. Please choose a lighter colour")
	}
	if colour := form.EmailLink; colour != "" && contrast(colour, emailSheet) < minContrast {
		addProblem("emailLink", "Links in this colour are hard to read on white. Please choose a darker colour")
	}
}

// contrast returns the contrast ratio of two colours such as #f99f1b, as defined by WCAG. It returns 0 if a colour is
// invalid.
func contrast(a, b string) float64 {
	x, isColourA := luminance(a)
	y, isColourB := luminance(b)
	if !isColourA || !isColourB {
		return 0
	}
	return (math.Max(x, y) + 0.05) / (math.Min(x, y) + 0.05)
}

func luminance(colour string) (sum float64, isColour bool) {
	if len(colour) != 7 {
		return 0, false
	}
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		n, err := strconv.ParseUint(colour[1+2*i:3+2*i], 16, 8)
		if err != nil {
			return 0, false
		}
		channel := float64(n) / 255
		if channel <= 0.04045 {
			channel /= 12.92
		} else {
			channel = math.Pow((channel+0.055)/1.055, 2.4)
		}
		sum += weight * channel
	}
	return sum, true
}
