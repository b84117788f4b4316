import type { Landing, Row } from '@/features/content/api'
import type { PublicSession } from '@/features/events/public/api'
import { decodeBooleans } from '@/lib/api'
import type { Config, Tier } from '@/lib/api-types'

/** The data that the server embeds in a page beside its content. */
export type PageState = { config?: Config; footer?: Row; landing?: Landing; tiers?: Tier[]; session?: PublicSession }

/** Reads the embedded state. An empty or unfilled text, as under the development server, gives an empty state. */
export function readPageState(text: string | null | undefined): PageState {
  try {
    const state: unknown = JSON.parse(text ?? '')
    return typeof state === 'object' && state !== null ? decodeBooleans(state) : {}
  } catch {
    return {}
  }
}
