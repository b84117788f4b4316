import { type ReactNode, useEffect, useRef } from 'react'
import { DotRing } from '@/ui/dot-ring'

type AccountFrameProps = {
  title: ReactNode
  lede?: ReactNode
  /** The page replaces another view at the same address, so its heading takes the focus. */
  takesFocus?: boolean
  children: ReactNode
}

/** The narrow page for one small form and its result. */
export function AccountFrame({ title, lede, takesFocus = false, children }: AccountFrameProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])
  return (
    <div className="page grid items-start gap-16 py-12 lg:grid-cols-[minmax(0,32rem)_1fr] lg:py-24">
      <div className="flex flex-col gap-5">
        <h1 ref={heading} tabIndex={-1} className="display-2">
          {title}
        </h1>
        {lede && <p className="lede mb-3">{lede}</p>}
        {children}
      </div>
      <DotRing dots={48} share={0.8} className="ml-auto hidden size-64 text-primary lg:block" />
    </div>
  )
}
