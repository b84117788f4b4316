import type { ReactNode } from 'react'

/** A rotating ring of dots. The label says what the user is waiting for. */
export function Spinner({ label, size = 20 }: { label?: ReactNode; size?: number }) {
  const ring = (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      className="motion-safe:animate-spin"
      aria-hidden="true"
    >
      <circle cx="12" cy="12" r="9" pathLength="9" strokeDasharray="0 1" strokeWidth="3" opacity=".35" />
      <path d="M12 3a9 9 0 0 1 9 9" pathLength="2.25" strokeDasharray="0 1" strokeWidth="3" />
    </svg>
  )
  if (!label) return ring
  return (
    <p className="flex items-center gap-3 text-quiet" role="status">
      {ring}
      <span>{label}</span>
    </p>
  )
}
