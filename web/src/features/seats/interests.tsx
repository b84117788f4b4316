import { type ReactNode, useId, useState } from 'react'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Confirm } from '@/ui/confirm'
import { Day } from '@/ui/moment'
import { useReport } from '@/ui/use-report'
import type { Interest, Outcome } from './api'
import { interestStates } from './labels'

const outcomes: readonly { outcome: Outcome; label: string; from: readonly Interest['state'][] }[] = [
  { outcome: 'interviewed', label: 'Interviewed', from: ['sent', 'not-appointed'] },
  { outcome: 'appointed', label: 'Appointed', from: ['sent', 'interviewed', 'not-appointed'] },
  { outcome: 'not-appointed', label: 'Not appointed', from: ['sent', 'interviewed'] },
]

type InterestsProps = {
  interests: readonly Interest[]
  isFilled: boolean
  /** Shows the name of a member, with a link to the page on which the reader can contact the member. */
  nameOf: (interest: Interest) => ReactNode
  record: (body: { interestId: string; outcome: Outcome }) => Promise<unknown>
}

/** The members who are interested in a board seat, with buttons for the outcome. */
export function Interests({ interests, isFilled, nameOf, record }: InterestsProps) {
  const id = useId()
  const report = useReport()
  const [appointing, setAppointing] = useState<Interest>()
  const [isBusy, setIsBusy] = useState(false)

  async function save(interest: Interest, outcome: Outcome) {
    setIsBusy(true)
    try {
      await report(record({ interestId: interest.id, outcome }), {
        done: () => ({ title: 'The outcome is recorded' }),
        failed: 'The outcome was not recorded',
      })
    } finally {
      setIsBusy(false)
      setAppointing(undefined)
    }
  }

  return (
    <section aria-labelledby={id} className="mt-10">
      <h2 id={id} className="display-3">
        Who is interested
      </h2>
      {interests.length === 0 ? (
        <p className="mt-2 text-quiet">No member has shown interest yet.</p>
      ) : (
        <ul className="mt-4 border-base-300 border-t">
          {interests.map((interest) => (
            <li key={interest.id} className="border-base-300 border-b py-5">
              <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
                <span className="font-semibold">{nameOf(interest)}</span>
                <Badge tone={interestStates[interest.state].tone}>{interestStates[interest.state].label}</Badge>
                <span className="text-quiet text-sm">
                  since <Day at={interest.sentAt} />
                </span>
              </p>
              {interest.note && <p className="mt-2 max-w-text whitespace-pre-line">{interest.note}</p>}
              <div className="mt-2 flex flex-wrap gap-x-2">
                {outcomes
                  .filter(
                    ({ outcome, from }) => from.includes(interest.state) && !(isFilled && outcome === 'appointed'),
                  )
                  .map(({ outcome, label }) => (
                    <Button
                      key={outcome}
                      tone="quiet"
                      busy={isBusy}
                      aria-label={`${label}: ${interest.name}`}
                      onClick={() => (outcome === 'appointed' ? setAppointing(interest) : save(interest, outcome))}
                    >
                      {label}
                    </Button>
                  ))}
              </div>
            </li>
          ))}
        </ul>
      )}
      {appointing && (
        <Confirm
          open
          title={`Record that ${appointing.name} was appointed?`}
          confirmLabel="Record the appointment"
          isDestructive={false}
          busy={isBusy}
          onConfirm={() => save(appointing, 'appointed')}
          onClose={() => setAppointing(undefined)}
        >
          <p>The board seat is then filled, and no more members can show interest. This cannot be undone.</p>
        </Confirm>
      )}
    </section>
  )
}
