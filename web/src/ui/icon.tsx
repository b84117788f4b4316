/** How a button looks that is a picture alone. In a line of text or a table's row it makes the line no higher. */
export const iconButton = '-my-3 size-11 p-0 align-middle @max-3xl:first:-ml-3.5'

/** The picture on such a button, on a ground of 16 by 16. */
export function Icon({ path }: { path: string }) {
  return (
    <svg viewBox="0 0 16 16" className="size-4" fill="none" stroke="currentColor" strokeWidth="1.4" aria-hidden="true">
      <path d={path} />
    </svg>
  )
}
