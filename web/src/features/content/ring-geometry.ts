/** Ten thousand dots, exactly: twenty-five rings of four hundred. */
export const rings = Array.from({ length: 25 }, (_, index) => {
  const fromMiddle = (index - 12) / 12
  return {
    radius: 196 + index * 3.9,
    // Turned by the golden ratio, so that no spokes show.
    turn: (index * 0.618034) % 1,
    // Full in the middle of the band, fading to dust at its edges.
    width: 0.6 + 2 * Math.exp(-((fromMiddle * 2.1) ** 2)),
    bright: Math.abs(fromMiddle) < 0.5,
  }
})

export const dotsPerRing = 400

/** The side of the square that the ring is drawn in. */
export const side = 600
