import type { ReactNode } from 'react'
import { useTexts } from '@/lib/texts'

type FrameProps = { header: ReactNode; footer: ReactNode; children: ReactNode }

/** The content of a page between its header and its footer. */
export function Frame({ header, footer, children }: FrameProps) {
  const text = useTexts('site')
  return (
    <>
      {header}
      <main id="content" tabIndex={-1} className="flex-1 focus:outline-none">
        <noscript>
          <p className="page pt-6 text-quiet">{text('noScript')}</p>
        </noscript>
        {children}
      </main>
      {footer}
    </>
  )
}
