import { type ReactNode, useState } from 'react'
import { Button } from '@/ui/button'
import { Confirm } from '@/ui/confirm'
import { useReport } from '@/ui/use-report'
import { type Step, useStep } from './api'

type StepButtonProps = {
  id: string
  step: Step
  label: string
  title: string
  /** The titles of the toasts after success and after a failure. */
  done: string
  failed: string
  isDestructive?: boolean
  /** The effect of the step. */
  children: ReactNode
}

/** A step that asks for confirmation. */
export function StepButton({ id, step, label, title, done, failed, isDestructive, children }: StepButtonProps) {
  const report = useReport()
  const [isAsking, setAsking] = useState(false)
  const { mutateAsync, isPending } = useStep(id)
  return (
    <>
      <Button tone="outline" onClick={() => setAsking(true)}>
        {label}
      </Button>
      <Confirm
        open={isAsking}
        title={title}
        confirmLabel={label}
        isDestructive={isDestructive}
        busy={isPending}
        onConfirm={async () => {
          await report(mutateAsync(step), { done: () => ({ title: done }), failed })
          setAsking(false)
        }}
        onClose={() => setAsking(false)}
      >
        <p>{children}</p>
      </Confirm>
    </>
  )
}
