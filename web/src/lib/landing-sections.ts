import type { Config } from './api-types'
import { useConfig } from './config'
import { paths } from './paths'
import { useIsEditing } from './texts'

/** The sections of the landing page that have an address and can be switched off. */
const sectionAt: Partial<Record<string, Config['hiddenSections'][number]>> = {
  [paths.about]: 'about',
  [paths.benefits]: 'features',
  [paths.members]: 'membership',
}

/**
 * Returns a function that reports whether an address exists: its section of the landing page may be switched off. An
 * editor sees all sections.
 */
export function useHasTarget(): (to: string) => boolean {
  const hidden = useConfig()?.hiddenSections ?? []
  const isEditing = useIsEditing()
  return (to) => {
    const section = sectionAt[to]
    return isEditing || !section || !hidden.includes(section)
  }
}
