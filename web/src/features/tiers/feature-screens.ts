/** The screens of the circle, each with the English words of the features that it keeps. The first match counts. */
const screens = [
  [/mentor/i, 'mentors'],
  [/board/i, 'board-seats'],
  [/introduction/i, 'introductions'],
  [/session|meetup/i, 'sessions'],
  [/policy|vote|consultation/i, 'polls'],
  [/network|directory/i, 'directory'],
  [/research|library|leadership|regulatory/i, 'library'],
] as const

/** The screen that keeps a feature of a plan, or "" for a feature without one, such as a dinner. */
export function screenOf(feature: string): string {
  return screens.find(([words]) => words.test(feature))?.[1] ?? ''
}
