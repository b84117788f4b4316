// Where things stand in a chart, in shares of its width and height.

/** What a dot may stand for, and how high a scale may be, each times a power of ten. */
const units = [1, 2, 5, 10]
export const heights = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10]

/** The least round number that is not below a number; 1 for what is not above 1. */
export function roundUp(number: number, steps: readonly number[] = units): number {
  if (!(number > 1)) return 1
  const magnitude = 10 ** Math.floor(Math.log10(number))
  // a share of its own power of ten, freed from what the division left behind the comma
  const share = Number((number / magnitude).toPrecision(12))
  return magnitude * (steps.find((step) => share <= step) ?? 10)
}

/** Columns of dots: how much each dot stands for, and each column's dots from the ground up. */
export type Dots = {
  unit: number
  /** 1 is a whole dot, less is the part of one. */
  columns: number[][]
}

/** Stacks values as dots, so that the highest column has no more than a number of rows. */
export function stackDots(values: readonly number[], rows: number): Dots {
  const unit = roundUp(Math.max(0, ...values) / rows)
  const columns = values.map((value) => {
    const whole = Math.floor(Math.max(0, value) / unit)
    const part = Math.max(0, value) / unit - whole
    return [...Array<number>(whole).fill(1), ...(part > 0 ? [part] : [])]
  })
  return { unit, columns }
}

/** Which of some equally wide columns stands at a place between 0 and 1. */
export function columnAt(place: number, columns: number): number {
  return Math.min(columns - 1, Math.max(0, Math.floor(place * columns)))
}

/** The middle of a column, in percent of the width. */
export function middleOf(column: number, columns: number): number {
  return ((column + 0.5) / columns) * 100
}
