import { useQuery } from '@tanstack/react-query'
import { paths } from '@/lib/paths'
import { Button, ButtonLink } from '@/ui/button'
import { ownNominationQuery } from './own-nomination'
import { OwnNominationNotice } from './own-nomination-notice'

/** To a member who may not buy yet: how her nomination stands, and the way to the next step. */
export function ByInvitation({ onClose }: { onClose: () => void }) {
  const { data } = useQuery(ownNominationQuery)
  const isNominated = data && data.status !== 'none'
  return (
    <div className="flex flex-col gap-6">
      <p>
        You can choose a plan as soon as your nomination has been approved.
        {!isNominated && ' There is no nomination of yours yet.'}
      </p>
      <OwnNominationNotice />
      <div className="flex flex-wrap justify-end gap-3">
        <Button tone="outline" className="max-xs:w-full" onClick={onClose}>
          Close
        </Button>
        {isNominated ? (
          <ButtonLink to={paths.account} className="max-xs:w-full">
            Your account
          </ButtonLink>
        ) : (
          <ButtonLink to={paths.register} className="max-xs:w-full">
            Send your nomination
          </ButtonLink>
        )}
      </div>
    </div>
  )
}
