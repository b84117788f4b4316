import type { ReactNode } from 'react'
import type { EmailDetail } from '@/lib/api-types'
import { dateAndTime } from '@/lib/formats'
import { EmailText } from '@/ui/email-address'
import { PersonLink } from '@/ui/person-link'
import { EmailStatus, eventLabel, kindLabel, statuses, troubleInWords } from './statuses'

/** The details of an email. */
export function EmailFacts({ email }: { email: EmailDetail }) {
  return (
    <>
      <div role="status" className="mb-4">
        <EmailStatus status={email.status} />
        <p className="mt-2 text-quiet">{statuses[email.status].meaning}</p>
        {email.errorMessage && <p className="mt-2 break-words">{troubleInWords(email.errorMessage)}</p>}
      </div>
      <dl className="border-base-300 border-t">
        <Fact name="Kind">{kindLabel(email.kind)}</Fact>
        <Fact name="To">
          {email.recipientName && <span className="block">{email.recipientName}</span>}
          <EmailText address={email.emailAddress} />{' '}
          <span className="block">
            <PersonLink id={email.id}>Profile</PersonLink>
          </span>
        </Fact>
        <Fact name="Created">{moment(email.createdAt)}</Fact>
        {email.status === 'queued' && <Fact name="Next attempt">{moment(email.nextAttemptAt)}</Fact>}
        {email.sentAt && <Fact name="Sent">{moment(email.sentAt)}</Fact>}
        {email.deliveredAt && <Fact name="Delivered">{moment(email.deliveredAt)}</Fact>}
        {email.openedAt && <Fact name="Opened">{moment(email.openedAt)}</Fact>}
        {email.clickedAt && <Fact name="Clicked">{moment(email.clickedAt)}</Fact>}
        {email.expiresAt && <Fact name="Expires">{moment(email.expiresAt)}</Fact>}
        <Fact name="Attempts">{email.attempts}</Fact>
        {email.messageId && <Fact name="Brevo ID">{email.messageId}</Fact>}
      </dl>
      <h2 className="mt-6 mb-2 font-sans font-semibold text-base">Delivery events</h2>
      {email.events.length === 0 ? (
        <p className="text-quiet">No events yet.</p>
      ) : (
        <ol>
          {email.events.map(({ id, event, reason, occurredAt }) => (
            <li key={id} className="border-base-300 border-t py-2">
              <span className="font-medium">{eventLabel(event)}</span>{' '}
              <span className="text-quiet text-sm tabular-nums">{moment(occurredAt)}</span>
              {reason && <p className="break-words text-quiet text-sm">{reason}</p>}
            </li>
          ))}
        </ol>
      )}
    </>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex gap-4 border-base-300 border-b py-2">
      <dt className="w-24 shrink-0 text-quiet">{name}</dt>
      <dd className="min-w-0 break-words tabular-nums">{children}</dd>
    </div>
  )
}

function moment(at: string): string {
  return at ? `${dateAndTime(at)} IST` : ''
}
