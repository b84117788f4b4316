import { useRouteError } from 'react-router'
import { messageOf } from '@/lib/api-error'
import { paths } from '@/lib/paths'
import { Button, ButtonLink } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'

// Browsers tell it by a TypeError, each in words of its own.
const isLostScript = (error: unknown) =>
  error instanceof TypeError && /dynamically imported|module script/i.test(error.message)

/** Where a page lands that could not be shown. The header and the footer still stand. */
export function ErrorPage() {
  const error = useRouteError()
  return (
    <div className="page py-16">
      <EmptyState
        title="Something went wrong on this page"
        level={1}
        action={
          <>
            <Button onClick={() => location.reload()}>Load it again</Button>
            <ButtonLink tone="outline" to={paths.home}>
              Back to Home
            </ButtonLink>
          </>
        }
      >
        <p>
          {isLostScript(error)
            ? 'A part of it could not be fetched. Please check your connection and load it again.'
            : messageOf(error, 'It is our fault, not yours. What you had saved is still there.')}
        </p>
      </EmptyState>
    </div>
  )
}
