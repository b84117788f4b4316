import { useQuery } from '@tanstack/react-query'
import { Check, Circle } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useMay } from '@/lib/admin-access'
import { counted } from '@/lib/formats'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/button'
import { Confirm } from '@/ui/confirm'
import { useReport } from '@/ui/use-report'
import { type SetupTask, setupQuery, useDismissSetup } from './api'

/** What each task is about, and the screen that settles it. */
const tasks: Readonly<Record<SetupTask, { label: string; hint: string; to: string }>> = {
  name: {
    label: 'Name the site',
    hint: 'Pages and emails use this name. Until you enter one, they use the built-in name.',
    to: paths.adminSettings,
  },
  contacts: {
    label: 'Enter the contact details',
    hint: 'The email address and the telephone number that visitors see.',
    to: paths.adminSettings,
  },
  tax: {
    label: 'Settle the GST status',
    hint: 'With Razorpay’s live keys, nothing can be bought before that.',
    to: paths.adminTax,
  },
  razorpay: {
    label: 'Connect Razorpay',
    hint: 'The keys are part of the server’s configuration.',
    to: paths.adminProviders,
  },
  email: {
    label: 'Connect the email provider',
    hint: 'Emails wait until the key is part of the server’s configuration.',
    to: paths.adminProviders,
  },
  backups: { label: 'Schedule backups', hint: 'Once a night is a good choice.', to: paths.adminBackups },
  'second-admin': {
    label: 'Invite a second administrator',
    hint: 'Some requests need the confirmation of another administrator with an email address.',
    to: paths.adminAdmins,
  },
  review: {
    label: 'Decide who can buy',
    hint: 'We recommend that a purchase needs an approved nomination. It is off until you switch it on.',
    to: paths.adminReview,
  },
}

/** The checklist of the first setup, for owners. It disappears when an owner dismisses it. */
export function DashboardSetup() {
  const may = useMay()
  const report = useReport()
  const { data } = useQuery({ ...setupQuery, enabled: may('GET /api/admin/setup') })
  const { mutateAsync, isPending } = useDismissSetup()
  const [isAsking, setAsking] = useState(false)
  if (!data || data.lines.length === 0) return null
  const open = data.lines.filter(({ isDone }) => !isDone).length
  async function dismiss() {
    await report(mutateAsync(), { failed: 'The checklist was not dismissed' })
    setAsking(false)
  }
  return (
    <section aria-labelledby="setup" className="mb-10 border-base-300 border-t-2 pt-5">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 id="setup" className="display-3">
          {open === 0 ? 'The setup is complete' : 'Set up the site'}
        </h2>
        <Button tone="outline" onClick={() => setAsking(true)}>
          Dismiss for good
        </Button>
      </div>
      <ul className="mt-3">
        {data.lines.map(({ task, isDone }) => {
          const { label, hint, to } = tasks[task]
          const Icon = isDone ? Check : Circle
          return (
            <li key={task} className="flex items-start gap-3 border-base-300 border-b py-2.5">
              <Icon className="mt-1 size-5 shrink-0" strokeWidth={1.5} aria-hidden="true" />
              <span>
                <Link to={to} className="text-link font-medium">
                  {label}
                </Link>
                <span className="sr-only">{isDone ? ': done' : ': not yet'}</span>
                {!isDone && <span className="block text-quiet">{hint}</span>}
              </span>
            </li>
          )
        })}
      </ul>
      <Confirm
        open={isAsking}
        title="Dismiss the checklist?"
        confirmLabel="Dismiss"
        busy={isPending}
        onConfirm={dismiss}
        onClose={() => setAsking(false)}
      >
        <p>
          {open > 0 && `${counted(open, 'task')} ${open === 1 ? 'is' : 'are'} not done yet. `}
          The checklist disappears for all owners and cannot be restored. You still find each task in the menu.
        </p>
      </Confirm>
    </section>
  )
}
