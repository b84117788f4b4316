import { isColour } from '@/lib/contrast'

/** The colour that new plans are stored with. It means that no colour was chosen: the button has the site's colour. */
export const unchosenColour = '#0052CC'

/** The colour of the site's buttons, as in the theme. */
export const siteColour = '#F99F1B'

/** Returns the colour that the office chose for a plan's button; undefined for the site's colour. */
export function chosenColour(colour: string): string | undefined {
  return isColour(colour) && colour.toUpperCase() !== unchosenColour ? colour : undefined
}
