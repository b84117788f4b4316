import type { Config, Landing, Row, Tier } from '@/lib/generated'

/** What the server puts into a page beside its content. */
export type PageState = { config?: Config; footer?: Row; landing?: Landing; tiers?: Tier[] }

/** Reads it; an empty or unfilled one, as under the development server, is an empty state. */
export function readPageState(text: string | null | undefined): PageState {
  try {
    const state: unknown = JSON.parse(text ?? '')
    return typeof state === 'object' && state !== null ? state : {}
  } catch {
    return {}
  }
}
