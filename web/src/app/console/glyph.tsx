/** The menu's pictures: circles and lines, like the house's motif. */
const drawings = {
  dashboard: 'M3 12a7 7 0 0 1 14 0M10 12l3.5-4M3 15.5h14',
  nominations: 'M10 3.5a3 3 0 1 1 0 6 3 3 0 0 1 0-6M4 17c.4-3.6 2.7-5.5 6-5.5M12 15l1.8 1.8L17.5 13',
  content: 'M4 3.5h12v13H4zM7 7h6M7 10h6M7 13h3.5',
  memberships: 'M3 5.5h14v9H3zM3 9h14M6 12h3',
  payments: 'M6 3.5h8M6 7h8M8 3.5c4 0 4 7 0 7H6.5l6 6.5',
  members:
    'M7.5 4a2.6 2.6 0 1 1 0 5.2 2.6 2.6 0 0 1 0-5.2M2.5 16c.3-3 2.2-4.6 5-4.6s4.7 1.6 5 4.6M13 4.5a2.3 2.3 0 0 1 0 4.4M14.5 11.7c1.8.6 2.8 2 3 4.3',
  emails: 'M3 5h14v10.5H3zM3 5.5l7 5.5 7-5.5',
  audit: 'M10 3a7 7 0 1 1-6.6 4.7M3 3.5v4.5h4.5M10 6v4.3l3 1.7',
  settings: 'M4 6h6M14 6h2M4 14h2M10 14h6M12 4v4M8 12v4',
  logout: 'M11 3.5H4v13h7M8 10h9M14 7l3 3-3 3',
} as const

export type GlyphName = keyof typeof drawings

export function Glyph({ name }: { name: GlyphName }) {
  return (
    <svg
      viewBox="0 0 20 20"
      className="size-5 shrink-0"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={drawings[name]} />
    </svg>
  )
}
