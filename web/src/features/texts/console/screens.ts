/** The names of the screens of the circle that a promise can lead to. */
export const screenNames: Readonly<Record<string, string>> = {
  '': 'Nothing',
  sessions: 'Sessions',
  introductions: 'Introductions',
  mentors: 'Mentors',
  directory: 'Directory',
  library: 'Library',
  polls: 'Consultations and votes',
  'board-seats': 'Board seats',
}
