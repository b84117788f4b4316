import { type ReactNode, useEffect } from 'react'

type PageHeadProps = {
  title: ReactNode
  lede?: ReactNode
  actions?: ReactNode
  /** The name of the page's subject once it is loaded. It becomes the title of the browser's tab. */
  named?: string
}

/** The head of a console page: its heading, its purpose in a sentence, and its actions. */
export function PageHead({ title, lede, actions, named }: PageHeadProps) {
  useEffect(() => {
    if (named) document.title = `${named} · Boardcircle console`
  }, [named])
  return (
    <div className="mb-6 flex flex-wrap items-end gap-x-6 gap-y-4">
      <div className="min-w-0 flex-[1_1_20rem]">
        <h1 className="display-2 text-[clamp(1.75rem,1.4rem+1.4vw,2.5rem)]" tabIndex={-1}>
          {title}
        </h1>
        {lede && <p className="mt-2 max-w-text text-quiet">{lede}</p>}
      </div>
      {actions && <div className="flex flex-wrap gap-3">{actions}</div>}
    </div>
  )
}
