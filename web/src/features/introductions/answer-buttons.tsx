import { type ReactNode, useState } from 'react'
import { Button } from '@/ui/button'
import { Confirm } from '@/ui/confirm'
import { useReport } from '@/ui/use-report'
import { type Introduction, type Step, useStep } from './api'

/** Accepts or declines an introduction. On a page with several introductions the buttons name the other member. */
export function AnswerButtons({ introduction, isNamed }: { introduction: Introduction; isNamed?: boolean }) {
  const { id, person, isSuggested } = introduction
  const name = isNamed ? person.name : undefined
  return (
    <div className="flex flex-wrap gap-3">
      <AcceptButton id={id} isSuggested={isSuggested} name={name} />
      <StepButton
        id={id}
        name={name}
        asks={{
          step: 'decline',
          label: 'Decline',
          title: `Decline the introduction to ${person.name}?`,
          effect: (
            <p>
              {isSuggested
                ? 'The other member is not told, and sees an introduction without an answer.'
                : `${person.name} is not told. The request ends without an answer, and cannot be repeated for 90 days after that.`}
            </p>
          ),
          done: 'You have declined',
          failed: 'Your answer was not saved',
          isDestructive: false,
        }}
      />
    </div>
  )
}

type AcceptButtonProps = { id: string; isSuggested: boolean; name?: string }

function AcceptButton({ id, isSuggested, name }: AcceptButtonProps) {
  const report = useReport()
  const { mutateAsync, isPending } = useStep(id)
  return (
    <Button
      busy={isPending}
      onClick={() =>
        report(mutateAsync('accept'), {
          done: ({ status, person }) =>
            status === 'open'
              ? { title: `You are introduced to ${person.name}` }
              : { title: 'You have accepted', description: 'We email you once the other member has accepted too.' },
          failed: 'Your answer was not saved',
        })
      }
    >
      {name ? <Named label="Accept" name={name} /> : isSuggested ? 'Accept the introduction' : 'Accept'}
    </Button>
  )
}

type Asks = {
  step: Step
  label: string
  title: string
  effect: ReactNode
  done: string
  failed: string
  isDestructive?: boolean
}

/** A step that asks for confirmation. */
export function StepButton({ id, asks, name }: { id: string; asks: Asks; name?: string }) {
  const report = useReport()
  const [isAsking, setAsking] = useState(false)
  const { mutateAsync, isPending } = useStep(id)
  return (
    <>
      <Button tone="outline" onClick={() => setAsking(true)}>
        {name ? <Named label={asks.label} name={name} /> : asks.label}
      </Button>
      <Confirm
        open={isAsking}
        title={asks.title}
        confirmLabel={asks.label}
        isDestructive={asks.isDestructive}
        busy={isPending}
        onConfirm={async () => {
          await report(mutateAsync(asks.step), { done: () => ({ title: asks.done }), failed: asks.failed })
          setAsking(false)
        }}
        onClose={() => setAsking(false)}
      >
        {asks.effect}
      </Confirm>
    </>
  )
}

function Named({ label, name }: { label: string; name: string }) {
  return (
    <>
      {label}
      <span className="sr-only"> {name}</span>
    </>
  )
}
