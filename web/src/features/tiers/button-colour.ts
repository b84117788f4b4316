import { isColour } from '@/lib/contrast'

/** The colour of the buttons of new plans. */
export const newPlanColour = '#0052CC'

/** The colour of the site's buttons, as in the theme. */
export const siteColour = '#F99F1B'

/** Returns the colour that a plan's button was given; undefined for the site's colour. */
export function chosenColour(colour: string): string | undefined {
  return isColour(colour) ? colour : undefined
}
