import { classes } from './classes'

const widths = ['w-11/12', 'w-3/5', 'w-4/5', 'w-2/3', 'w-3/4', 'w-1/2', 'w-5/6', 'w-7/12']

type SkeletonProps = { lines?: number; className?: string }

/** Lines in the place of a content that is being loaded. */
export function Skeleton({ lines = 6, className }: SkeletonProps) {
  return (
    <div role="status" aria-label="Loading" className={classes('flex flex-col gap-4 py-1', className)}>
      {widths.slice(0, lines).map((width) => (
        <span key={width} className={classes('skeleton h-4', width)} />
      ))}
    </div>
  )
}

/** A screen that is being loaded: its heading, and lines below it. */
export function ScreenSkeleton() {
  return (
    <>
      <span className="skeleton mb-8 block h-10 w-3/5 max-w-80" />
      <Skeleton />
    </>
  )
}
