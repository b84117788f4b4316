/** The square to cut from a picture: its zoom and its position. */
export type Cut = {
  /** 1 is the largest possible square; 4 has a quarter of its side. */
  zoom: number
  /** 0 is the left edge, 1 the right one. */
  across: number
  /** 0 is the top, 1 the bottom. */
  down: number
}

export type Size = { width: number; height: number }

export const maxZoom = 4

export const wholeCut: Cut = { zoom: 1, across: 0.5, down: 0.5 }

/** Returns the square in pixels of the picture. */
export function squareOf({ width, height }: Size, { zoom, across, down }: Cut) {
  const side = Math.min(width, height) / zoom
  return { left: across * (width - side), top: down * (height - side), side }
}

const between0And1 = (value: number) => Math.min(1, Math.max(0, value))

/** Returns the cut after the picture was dragged. Distances are fractions of the square's side. */
export function dragged(size: Size, cut: Cut, right: number, below: number): Cut {
  const { side } = squareOf(size, cut)
  const along = (place: number, length: number, by: number) =>
    length > side ? between0And1(place - (by * side) / (length - side)) : place
  return { ...cut, across: along(cut.across, size.width, right), down: along(cut.down, size.height, below) }
}
