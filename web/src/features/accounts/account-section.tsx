import { type ReactNode, useEffect, useId, useRef } from 'react'

type AccountSectionProps = {
  title: string
  badge?: ReactNode
  lede: string
  /** The current view. When it changes, the heading takes the focus. */
  view?: string
  children: ReactNode
}

/** A section of the account's security: its explanation, and its actions next to it. */
export function AccountSection({ title, badge, lede, view, children }: AccountSectionProps) {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(view)

  useEffect(() => {
    if (shown.current !== view) heading.current?.focus()
    shown.current = view
  }, [view])

  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-12 gap-y-5 border-base-300 border-t py-7 xl:grid-cols-[18rem_minmax(0,1fr)]"
    >
      <div className="max-w-text">
        <div className="flex items-center gap-3">
          <h2 ref={heading} id={id} tabIndex={-1} className="display-3">
            {title}
          </h2>
          {badge}
        </div>
        <p className="mt-2 text-quiet">{lede}</p>
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  )
}
