import { dateAndTime } from '@/lib/formats'
import { type OwnCircle, partsOf } from '@/lib/own-circle'

const list = new Intl.ListFormat('en-GB')

/** The start of the sentence for a person whose membership has ended. */
export const returnTo = 'In the circle you would return to'

/** What the user has in the circle, and its next session. */
export function OwnCircleFacts({ own, start }: { own: OwnCircle; start: string }) {
  const parts = partsOf(own)
  return (
    <>
      {parts.length > 0 && (
        <p>
          {start} {list.format(parts)}.
        </p>
      )}
      {own.nextSession && (
        <p className="mt-2">
          The next session is “{own.nextSession.title}”, on{' '}
          <span className="whitespace-nowrap tabular-nums">{dateAndTime(own.nextSession.startsAt)} IST</span>.
        </p>
      )}
    </>
  )
}
