import { paths } from '@/lib/paths'
import { ButtonLink } from '@/ui/button'
import { DotRing } from '@/ui/dot-ring'

export function NotFoundPage() {
  return (
    <div className="page flex flex-col items-center gap-6 py-24 text-center">
      <DotRing share={0.75} className="size-40 text-primary" />
      <h1 className="display-2">404 Page Not Found</h1>
      <p className="lede">Did you forget to add the page to the router?</p>
      <ButtonLink to={paths.home}>Back to Home</ButtonLink>
    </div>
  )
}
