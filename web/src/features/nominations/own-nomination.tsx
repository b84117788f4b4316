import { useQuery } from '@tanstack/react-query'
import { useRequestVerification } from '@/lib/account-api'
import { messageOf } from '@/lib/api-error'
import { useConfig } from '@/lib/config'
import { mailTo } from '@/lib/links'
import { paths } from '@/lib/paths'
import { useSession } from '@/lib/session'
import { Button, ButtonLink } from '@/ui/button'
import { DotRing } from '@/ui/dot-ring'
import { ownNominationQuery } from './api'

type Words = { title: string; text: string; share: number; showsContact?: boolean; asksVerification?: boolean }

// A nomination that was not taken up is said to be so, whether or not an email said it: to say that
// it is still under review would not be true. Why it was decided stands nowhere here.
const notices: Readonly<Record<string, Words>> = {
  unproved: {
    title: 'Your email address is not confirmed yet',
    text: 'If you have sent a nomination with it, you can see here how far it is once you have confirmed that the address is yours: follow the link that we email you. Nothing else changes.',
    share: 0,
    asksVerification: true,
  },
  submitted: {
    title: 'Your nomination has been received',
    text: 'Our reviewers will read it, and you will hear from us within 48 hours of sending it.',
    share: 0.25,
  },
  in_review: {
    title: 'Your nomination is being reviewed',
    text: 'Our reviewers are reading it now. You will hear from us by email.',
    share: 0.5,
  },
  info_requested: {
    title: 'We have asked you something',
    text: 'An email with a question about your nomination went to the email address that it names. Please reply to it, and the review goes on.',
    share: 0.5,
  },
  approved: {
    title: 'Your nomination has been approved',
    text: 'Your invitation went to the email address that your nomination names. Its link leads you to the membership plans.',
    share: 1,
  },
  welcome: {
    title: 'Your nomination has been approved',
    text: 'You are invited, and the membership plans are open to you.',
    share: 1,
  },
  declined: {
    title: 'Your nomination was not taken up',
    text: 'Our reviewers have read it with care and decided not to take it up this time. If you would like to ask about it, write to us: a person answers.',
    share: 0,
    showsContact: true,
  },
}

/** How far the nomination of the account's owner is; nothing where there is none. */
export function OwnNominationNotice() {
  const { data } = useQuery(ownNominationQuery)
  const address = useConfig()?.contactEmail
  const words = notices[data?.isApproved ? 'welcome' : (data?.status ?? 'none')]
  if (!words) return null
  return (
    <section aria-labelledby="own-nomination" className="flex items-start gap-5 border-base-content border-t-2 pt-5">
      <DotRing dots={24} share={words.share} className="size-14 shrink-0 text-primary" />
      <div className="max-w-text">
        <h2 id="own-nomination" className="display-3">
          {words.title}
        </h2>
        <p className="mt-1 text-quiet">{words.text}</p>
        {words.asksVerification && <VerificationLink />}
        {words.showsContact && address && (
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

/** To a member who may not buy yet: how their nomination stands, and the way to the next step. */
export function ByInvitation({ onClose }: { onClose: () => void }) {
  const { data } = useQuery(ownNominationQuery)
  const isNominated = data && data.status !== 'none' && data.status !== 'unproved'
  return (
    <div className="flex flex-col gap-6">
      <p>
        You can choose a plan as soon as your nomination has been approved.
        {data?.status === 'none' && ' There is no nomination of yours yet.'}
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

/** Emails the account's owner the link that verifies their address. */
function VerificationLink() {
  const { user } = useSession()
  const { mutate, isPending, isSuccess, error } = useRequestVerification()
  if (!user) return null
  const { email } = user

  return (
    <>
      <Button tone="outline" className="mt-4" busy={isPending} onClick={() => mutate()}>
        Email me the link
      </Button>
      <p role="status" className="wrap-anywhere mt-3 empty:hidden">
        {isSuccess && `The link is on its way to ${email}. It works for 24 hours.`}
        {error && messageOf(error, 'The link could not be sent. Please try again.')}
      </p>
    </>
  )
}
