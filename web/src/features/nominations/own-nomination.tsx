import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useRequestVerification } from '@/lib/account-api'
import { messageOf } from '@/lib/api-error'
import { useConfig } from '@/lib/config'
import { mailTo } from '@/lib/links'
import { paths } from '@/lib/paths'
import { useSession } from '@/lib/session'
import { useTexts, useWords } from '@/lib/texts'
import { Button, ButtonLink } from '@/ui/button'
import { DotRing } from '@/ui/dot-ring'
import { Notice } from '@/ui/notice'
import { ownNominationQuery } from './api'
import { noticeOf, useOwnStatus } from './own-notices'

/** The status of the account owner's nomination; empty without one. */
export function OwnNominationNotice() {
  const text = useTexts('own-nomination').group('status')
  const status = useOwnStatus(useSession().user)
  const address = useConfig()?.contactEmail
  if (!status) return null
  const notice = noticeOf(status)
  return (
    <section aria-labelledby="own-nomination" className="flex items-start gap-5 border-base-content border-t-2 pt-5">
      <DotRing dots={24} share={notice.share} className="size-14 shrink-0 text-primary" />
      <div className="max-w-text">
        <h2 id="own-nomination" className="display-3">
          {text(`${notice.key}.title`)}
        </h2>
        <p className="mt-1 text-quiet">{text(`${notice.key}.text`)}</p>
        {notice.asksVerification ? (
          <VerificationLink />
        ) : (
          <p className="mt-2">
            <Link to={paths.nomination} className="text-link">
              {text('see')}
            </Link>
          </p>
        )}
        {notice.showsContact && address && (
          <p className="mt-2">
            <a href={mailTo(address)} className="text-link">
              {address}
            </a>
          </p>
        )}
      </div>
    </section>
  )
}

/** For a member who may not buy yet: the status of their nomination and the next step. */
export function ByInvitation({ onClose }: { onClose: () => void }) {
  const text = useTexts('own-nomination')
  const word = useWords()
  const { data } = useQuery(ownNominationQuery)
  const isNominated = data && data.status !== 'none' && data.status !== 'unproved'
  return (
    <div className="flex flex-col gap-6">
      <p>
        {text('byInvitation.text')}
        {data?.status === 'none' && <> {text('byInvitation.notSent')}</>}
      </p>
      <OwnNominationNotice />
      <div className="flex flex-wrap justify-end gap-3">
        <Button tone="outline" className="max-xs:w-full" onClick={onClose}>
          {word('close')}
        </Button>
        {isNominated ? (
          <ButtonLink to={paths.account} className="max-xs:w-full">
            {text('byInvitation.account')}
          </ButtonLink>
        ) : (
          <ButtonLink to={paths.register} className="max-xs:w-full">
            {text('signIn.nominate')}
          </ButtonLink>
        )}
      </div>
    </div>
  )
}

/** Emails a link to the account's owner that verifies their address. */
function VerificationLink() {
  const text = useTexts('own-nomination').group('verification')
  const { user } = useSession()
  const { mutate, isPending, isSuccess, error } = useRequestVerification()
  if (!user) return null
  const { email } = user

  return (
    <>
      <Button tone="outline" className="mt-4" busy={isPending} onClick={() => mutate()}>
        {text('send')}
      </Button>
      <p role="status" className="wrap-anywhere mt-3 empty:hidden">
        {isSuccess && text('sent', { email })}
        {error && messageOf(error, text.plain('failed'))}
      </p>
    </>
  )
}

/**
 * Shown above the tiers while only approved nominees can buy. It says whether the visitor can buy, and if not, what to
 * do.
 */
export function ApprovalNotice() {
  const text = useTexts('plans')
  const { user } = useSession()
  const { data } = useQuery({ ...ownNominationQuery, enabled: Boolean(user) })
  if (user && data?.isApproved) return <Notice tone="success" title={text('approval.approved')} />
  return (
    <Notice title={text('approval.title')}>
      <p>
        {text('approval.text', {
          link: (
            <Link to={paths.register} className="text-link">
              {text('approval.link')}
            </Link>
          ),
        })}
      </p>
    </Notice>
  )
}
