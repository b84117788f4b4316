import type { Route } from '@/lib/api'
import { folded } from '@/lib/folded'
import type { ScreenAt } from './screens'

/** A screen, or something that can be done on one. */
export type Found = { kind: 'Screen' | 'Action'; label: string; to: string }

// Without a text the first screens are offered.
const offered = 8

/**
 * Returns the screens and actions that match a text: every word of it must occur in the title, the label or the
 * keywords. Screens with a matching title come first, then actions, then screens with matching keywords.
 */
export function findScreens(
  screens: readonly ScreenAt[],
  text: string,
  may: (route: Route) => boolean,
): readonly Found[] {
  const words = folded(text).split(' ').filter(Boolean)
  const lists = screens.filter(({ path, needs }) => !path.includes(':') && may(needs))
  const asScreen = ({ path, title }: ScreenAt): Found => ({ kind: 'Screen', label: title, to: path })
  if (words.length === 0) return lists.slice(0, offered).map(asScreen)
  const byTitle = lists.filter(({ title }) => words.every((word) => folded(title).includes(word)))
  const byKeyword = lists.filter((screen) => !byTitle.includes(screen) && names(words, screen.title, screen.keywords))
  const actions = screens
    .flatMap(({ actions = [] }) => actions)
    .filter(({ needs, label, keywords }) => may(needs) && names(words, label, keywords))
  return [
    ...byTitle.map(asScreen),
    ...actions.map(({ label, to }): Found => ({ kind: 'Action', label, to })),
    ...byKeyword.map(asScreen),
  ]
}

/** Reports whether each of the words starts a word of the label or of the keywords: "pan" must not find "company". */
function names(words: readonly string[], label: string, keywords = ''): boolean {
  const text = ` ${folded(`${label} ${keywords}`)}`
  return words.every((word) => text.includes(` ${word}`))
}
