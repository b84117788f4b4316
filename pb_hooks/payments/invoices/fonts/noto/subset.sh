#!/bin/sh
# Makes the fonts of this folder from the Noto fonts of Debian's package fonts-noto-core 20201225-1, with hb-subset 6.0.0
# of HarfBuzz. A font keeps its script, the joiners, the dotted circle and all glyphs that these can be shaped to. It
# loses Latin letters, digits and spaces, which come from DejaVu, and its hints.
set -eu
cd "$(dirname "$0")"

subset() {
	for weight in Regular Bold; do
		hb-subset --unicodes="$2,25CC,200C,200D" --layout-features='*' --no-hinting \
			--output-file="NotoSans$1-$weight.ttf" "/usr/share/fonts/truetype/noto/NotoSans$1-$weight.ttf"
	done
}

subset Devanagari 900-97F,A8E0-A8FF,1CD0-1CFF
subset Bengali 980-9FF
subset Gurmukhi A00-A7F
subset Gujarati A80-AFF
subset Oriya B00-B7F
subset Tamil B80-BFF
subset Telugu C00-C7F
subset Kannada C80-CFF
subset Malayalam D00-D7F
subset MeeteiMayek ABC0-ABFF,AAE0-AAFF
subset OlChiki 1C50-1C7F
subset Arabic 600-6FF,750-77F
