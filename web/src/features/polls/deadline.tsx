import { Moment } from '@/ui/moment'

const indiaIsAhead = 330 // minutes

/** A time in India, and in the reader's time zone if it is another one. */
export function Deadline({ at }: { at: string }) {
  const local = new Date(at)
  const isInIndia = local.getTimezoneOffset() === -indiaIsAhead
  return (
    <>
      <Moment at={at} /> IST
      {!isInIndia && (
        <span className="text-quiet">
          {' '}
          ({local.toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' })} where you are)
        </span>
      )}
    </>
  )
}
