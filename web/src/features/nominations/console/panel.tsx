import { type ReactNode, useId } from 'react'

/** A part of the nomination's page: a thin line, a heading and its content. */
export function Panel({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="border-base-content border-t-2 pt-4">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={id} className="display-3">
          {title}
        </h2>
        {aside && <p className="text-quiet text-sm tabular-nums">{aside}</p>}
      </div>
      {children}
    </section>
  )
}
