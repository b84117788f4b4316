import { isColour } from '@/lib/contrast'

/** The colour of a new plan's button. A plan with it has no colour of its own: its button has the site's colour. */
export const unchosenColour = '#0052CC'

/** The colour of the site's buttons, as in the theme. */
export const siteColour = '#F99F1B'

/** Returns the colour that the office chose for a plan's button; undefined for the site's colour. */
export function chosenColour(colour: string): string | undefined {
  return isColour(colour) && colour.toUpperCase() !== unchosenColour ? colour : undefined
}
