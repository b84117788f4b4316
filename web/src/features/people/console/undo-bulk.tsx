import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { BulkAction } from '@/lib/api-types'
import { bulkTitle, undoLabels, useUndoBulk } from '@/lib/bulk'
import { consolePaths } from '@/lib/console-paths'
import { counted } from '@/lib/formats'
import { href } from '@/lib/href'
import { Button, type ButtonTone } from '@/ui/button'
import { Confirm } from '@/ui/confirm'
import { useReport } from '@/ui/use-report'

type UndoBulkProps = { bulk: BulkAction; tone: ButtonTone; className?: string }

/** The button that undoes a bulk action. Memberships end only after a confirmation. */
export function UndoBulk({ bulk, tone, className }: UndoBulkProps) {
  const navigate = useNavigate()
  const report = useReport()
  const { mutateAsync, isPending } = useUndoBulk(bulk.id)
  const [asks, setAsks] = useState(false)
  const label = undoLabels[bulk.action]

  function undo() {
    setAsks(false)
    report(
      mutateAsync().then(({ id }) => navigate(href(consolePaths.bulk, { id }))),
      { failed: 'The action was not undone' },
    )
  }

  return (
    <>
      <Button
        tone={tone}
        className={className}
        busy={isPending}
        onClick={() => (bulk.action === 'grant' ? setAsks(true) : undo())}
      >
        {label}
        <span className="sr-only"> from {bulkTitle(bulk)}</span>
      </Button>
      <Confirm
        open={asks}
        title={`End ${counted(bulk.done, 'membership')}?`}
        confirmLabel="End the memberships"
        onConfirm={undo}
        onClose={() => setAsks(false)}
      >
        <p>
          Each membership that this action granted ends now, and each member gets an email about it. Memberships that
          have already ended do not change.
        </p>
      </Confirm>
    </>
  )
}
