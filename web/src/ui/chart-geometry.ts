// Positions in a chart are fractions of its width and height.

/** The values that a dot or a scale may have, each times a power of ten. */
const units = [1, 2, 5, 10]
export const heights = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10]

/** Returns the smallest round number that is not below a number, and at least 1. */
export function roundUp(number: number, steps: readonly number[] = units): number {
  if (!(number > 1)) return 1
  const magnitude = 10 ** Math.floor(Math.log10(number))
  // The leading digits of the number, without the rounding error of the division.
  const share = Number((number / magnitude).toPrecision(12))
  return magnitude * (steps.find((step) => share <= step) ?? 10)
}

/** Columns of dots: the value of one dot, and the dots of each column from the bottom up. */
export type Dots = {
  unit: number
  /** 1 is a whole dot; a smaller number is a partial dot. */
  columns: number[][]
}

/** Stacks values as dots, so that the highest column has at most the given number of rows. */
export function stackDots(values: readonly number[], rows: number): Dots {
  const unit = roundUp(Math.max(0, ...values) / rows)
  const columns = values.map((value) => {
    const whole = Math.floor(Math.max(0, value) / unit)
    const part = Math.max(0, value) / unit - whole
    return [...Array<number>(whole).fill(1), ...(part > 0 ? [part] : [])]
  })
  return { unit, columns }
}

/** Returns the index of the column at a position between 0 and 1. All columns have the same width. */
export function columnAt(place: number, columns: number): number {
  return Math.min(columns - 1, Math.max(0, Math.floor(place * columns)))
}

/** Returns the middle of a column, in percent of the width. */
export function middleOf(column: number, columns: number): number {
  return ((column + 0.5) / columns) * 100
}
