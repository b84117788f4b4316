import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { address } from '@/lib/api'
import { messageOf } from '@/lib/api-error'
import { useFieldTexts } from '@/lib/field-texts'
import { sessionGuestForm } from '@/lib/generated'
import { href } from '@/lib/href'
import { useHydrated } from '@/lib/hydrated'
import { useDates } from '@/lib/language'
import { useLinkToken } from '@/lib/link-token'
import { safeLink } from '@/lib/links'
import { paths } from '@/lib/paths'
import { useRuleForm } from '@/lib/rule-form'
import { useTexts } from '@/lib/texts'
import { useNow } from '@/lib/use-now'
import { Button } from '@/ui/button'
import { TextField } from '@/ui/fields'
import { Form, SubmitButton } from '@/ui/form'
import { Notice } from '@/ui/notice'
import { Spinner } from '@/ui/spinner'
import { type Guest, guestQuery, useAnswerGuest, useAskGuest, useJoinAsGuest, type Wish } from './api'

/** Lets a visitor attend a session: the form that asks for a link, or with the link the guest's place. */
export function GuestSection({ id }: { id: string }) {
  const text = useTexts('session').group('guest')
  const link = useLinkToken(href(paths.session, { id }))
  // The server renders the page without the link.
  const token = useHydrated() ? link : ''
  const { data: guest, error } = useQuery(guestQuery(token))
  const heading = useId()
  if (guest?.sessionId === id) return <Place token={token} guest={guest} />
  if (token && !error) return <Spinner label={text('loading')} />
  return (
    <section aria-labelledby={heading} className="max-w-text">
      <h2 id={heading} className="display-3">
        {text('title')}
      </h2>
      {error && (
        <div className="mt-4">
          <Notice tone="danger" title={text('unread')}>
            {messageOf(error, text.plain('failedText'))}
          </Notice>
        </div>
      )}
      <AskForm id={id} />
    </section>
  )
}

function AskForm({ id }: { id: string }) {
  const text = useTexts('session').group('guest')
  const { mutateAsync } = useAskGuest(id)
  const [sentTo, setSentTo] = useState<string>()
  const form = useRuleForm('session-guest', sessionGuestForm, { texts: useFieldTexts(text.group('fields')) })
  const submit = form.submit({
    send: async (values) => {
      await mutateAsync(values)
      setSentTo(values.email)
    },
    failed: (error) => messageOf(error, text.plain('failedText')),
  })
  if (sentTo)
    return (
      <div role="status" className="mt-4">
        <Notice tone="success" title={text('sent')}>
          {text('sentText', { email: <strong className="wrap-anywhere font-semibold">{sentTo}</strong> })}
        </Notice>
      </div>
    )
  return (
    <>
      <p className="mt-2">{text('text')}</p>
      <Form form={form} onSubmit={submit} refusalTitle={text('failed')} className="mt-5 flex flex-col gap-5">
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField form={form} name="name" autoComplete="name" />
          <TextField form={form} name="email" type="email" autoComplete="email" />
        </div>
        <SubmitButton form={form} busyLabel={text('submitting')} className="self-start max-xs:w-full">
          {text('submit')}
        </SubmitButton>
      </Form>
    </>
  )
}

const titles = { asked: 'asked', going: 'going', waiting: 'waiting', declined: 'left', cancelled: 'left' } as const

/** The place of a guest. Opening the link changes nothing, because mail scanners follow links too. */
function Place({ token, guest }: { token: string; guest: Guest }) {
  const text = useTexts('session').group('guest')
  const { timeAndDay } = useGuestTime()
  const { mutate, isPending, error } = useAnswerGuest(token)
  const heading = useId()
  const button = (wish: Wish, key: 'confirm' | 'again' | 'leave' | 'leaveList', tone?: 'outline') => (
    <Button tone={tone} busy={isPending} onClick={() => mutate(wish)}>
      {text(key)}
    </Button>
  )
  return (
    <section aria-labelledby={heading} className="max-w-text">
      <h2 id={heading} className="display-3" aria-live="polite">
        {text(titles[guest.state], { name: guest.name })}
      </h2>
      {guest.state === 'waiting' && <p className="mt-2">{text('queue', { place: String(guest.queuePlace) })}</p>}
      {guest.state === 'going' && (
        <>
          <p className="mt-2">{text('joinFrom', { time: timeAndDay(guest.joinsAt) })}</p>
          <p className="mt-2 text-quiet text-sm">{text('recording')}</p>
        </>
      )}
      <div role="alert" className="mt-4 empty:hidden">
        {error && (
          <Notice tone="danger" title={text('notSaved')}>
            {messageOf(error, text.plain('failedText'))}
          </Notice>
        )}
      </div>
      <div className="mt-5 flex flex-wrap gap-3">
        {guest.state === 'asked' && button('going', 'confirm')}
        {guest.state === 'going' && (
          <>
            <Join token={token} guest={guest} />
            <a
              className="btn btn-outline"
              href={address('GET /api/site/sessions/{id}/calendar', { id: guest.sessionId })}
              download
            >
              {text('calendar')}
            </a>
            {button('cancelled', 'leave', 'outline')}
          </>
        )}
        {guest.state === 'waiting' && button('cancelled', 'leaveList', 'outline')}
        {(guest.state === 'declined' || guest.state === 'cancelled') && button('going', 'again')}
      </div>
    </section>
  )
}

/** Opens the meeting, from 15 minutes before the start. */
function Join({ token, guest }: { token: string; guest: Guest }) {
  const text = useTexts('session').group('guest')
  const now = useNow()
  const { mutate, isPending, error } = useJoinAsGuest(token)
  if (now < new Date(guest.joinsAt) || now > new Date(guest.endsAt)) return null
  return (
    <>
      <Button
        busy={isPending}
        onClick={() =>
          mutate(undefined, {
            onSuccess: ({ url }) => {
              const meeting = safeLink(url)
              if (meeting) window.location.assign(meeting)
            },
          })
        }
      >
        {text('join')}
      </Button>
      <div role="alert" className="w-full empty:hidden">
        {error && (
          <Notice tone="danger" title={text('notJoined')}>
            {messageOf(error, text.plain('failedText'))}
          </Notice>
        )}
      </div>
    </>
  )
}

/** How the language of the page writes when the meeting opens. */
function useGuestTime() {
  const { dateAndTime } = useDates()
  return { timeAndDay: (at: string) => `${dateAndTime(at)} IST` }
}
