/** 25 rings of 400 dots: ten thousand dots. */
export const rings = Array.from({ length: 25 }, (_, index) => {
  const fromMiddle = (index - 12) / 12
  return {
    radius: 196 + index * 3.9,
    // Turned by the golden ratio, so that the dots do not form spokes.
    turn: (index * 0.618034) % 1,
    // Large in the middle of the band, smaller towards its edges.
    width: 0.6 + 2 * Math.exp(-((fromMiddle * 2.1) ** 2)),
    bright: Math.abs(fromMiddle) < 0.5,
  }
})

export const dotsPerRing = 400

/** The side of the ring's square. */
export const side = 600
