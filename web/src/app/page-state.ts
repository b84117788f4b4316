import type { PublicSession } from '@/features/events/public/api'
import type { Legal } from '@/features/legal/api'
import { decodeBooleans } from '@/lib/api'
import type { Config, Tier } from '@/lib/api-types'
import type { DisplayOptions, Language, PageName, PageTexts } from '@/lib/texts'

/** The data that the server embeds in a page beside its content. */
export type PageState = {
  config?: Config
  /** The texts of the site's frame and of the page. */
  texts?: { [Page in PageName]?: PageTexts }
  /** Set if an editor has opened the page to change its texts. */
  editing?: boolean
  /** The versions of a legal page. */
  legal?: Legal
  tiers?: Tier[]
  session?: PublicSession
}

/**
 * The language of the page, and whether its texts are being edited. Without texts, which a page lacks until the server
 * has rendered it, the language is that of the locale.
 */
export function displayOptionsOf({ texts, editing = false }: PageState, locale = 'en-IN'): DisplayOptions {
  return { language: texts?.site?.language ?? (locale.split('-')[0] as Language), isEditing: editing }
}

/** Reads the embedded state. An empty or unfilled text, as under the development server, gives an empty state. */
export function readPageState(text: string | null | undefined): PageState {
  try {
    const state: unknown = JSON.parse(text ?? '')
    return typeof state === 'object' && state !== null ? decodeBooleans(state) : {}
  } catch {
    return {}
  }
}
