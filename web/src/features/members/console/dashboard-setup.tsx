import { useQuery } from '@tanstack/react-query'
import { Check, Circle } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useMay } from '@/lib/admin-access'
import { consolePaths } from '@/lib/console-paths'
import { counted } from '@/lib/formats'
import { Button } from '@/ui/button'
import { Confirm } from '@/ui/confirm'
import { useReport } from '@/ui/use-report'
import { type SetupTask, setupQuery, useDismissSetup, useKeepPurchasesOpen } from './api'
import { ChooseModules } from './choose-modules'

/** What each task is about, and the screen that settles it. */
const tasks: Readonly<Record<SetupTask, { label: string; hint: string; to: string }>> = {
  modules: {
    label: 'Which modules does your office need?',
    hint: 'Nominations, memberships, payments and emails are always on. Choose what else your office needs. You can change this at any time.',
    to: consolePaths.modules,
  },
  name: {
    label: 'Name the site',
    hint: 'Pages and emails use this name. Until you enter one, they use the built-in name.',
    to: consolePaths.settings,
  },
  purchase: {
    label: 'Who may buy a membership?',
    hint: 'Anyone who is signed in may buy now. You can keep that, or require an approved nomination. The pages of the site say what applies.',
    to: consolePaths.review,
  },
  contacts: {
    label: 'Enter the contact details',
    hint: 'The email address and the telephone number that visitors see.',
    to: consolePaths.settings,
  },
  event: {
    label: 'Enter the date of the next launch event',
    hint: 'The date in the settings is over, so the pages do not mention a launch event.',
    to: consolePaths.settings,
  },
  tax: {
    label: 'Settle the GST status',
    hint: 'With Razorpay’s live keys, nothing can be bought before that.',
    to: consolePaths.tax,
  },
  razorpay: {
    label: 'Connect Razorpay',
    hint: 'The keys are part of the server’s configuration.',
    to: consolePaths.health,
  },
  email: {
    label: 'Connect the email provider',
    hint: 'Emails wait until the key is part of the server’s configuration.',
    to: consolePaths.health,
  },
  backups: { label: 'Schedule backups', hint: 'Once a night is a good choice.', to: consolePaths.backups },
  'second-admin': {
    label: 'Invite a second administrator',
    hint: 'Some requests need the confirmation of another administrator with an email address.',
    to: consolePaths.admins,
  },
  testimonials: {
    label: 'Write your testimonials',
    hint: 'Until you do, the landing page names no member. These texts are still samples:',
    to: consolePaths.content,
  },
}

/** Answers who may buy with the default. The other answer is a switch in the settings. */
function KeepOpen() {
  const report = useReport()
  const { mutateAsync, isPending } = useKeepPurchasesOpen()
  return (
    <Button
      tone="outline"
      className="mt-2"
      busy={isPending}
      onClick={() => report(mutateAsync(), { failed: 'The answer was not saved' })}
    >
      Anyone who is signed in
    </Button>
  )
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
        {data.lines.map(({ task, isDone, samples }) => {
          const { label, hint, to } = tasks[task]
          const Icon = isDone ? Check : Circle
          return (
            <li key={task} className="flex items-start gap-3 border-base-300 border-b py-2.5">
              <Icon className="mt-1 size-5 shrink-0" strokeWidth={1.5} aria-hidden="true" />
              <div>
                <Link to={to} className="text-link font-medium">
                  {label}
                </Link>
                <span className="sr-only">{isDone ? ': done' : ': not yet'}</span>
                {!isDone && <span className="block text-quiet">{hint}</span>}
                {samples.length > 0 && (
                  <ul className="mt-1 list-disc pl-5">
                    {samples.map(({ label, path }) => (
                      <li key={path}>
                        <a href={path} className="text-link">
                          {label}
                        </a>
                      </li>
                    ))}
                  </ul>
                )}
                {task === 'modules' && !isDone && may('PUT /api/admin/modules') && <ChooseModules />}
                {task === 'purchase' && !isDone && may('PUT /api/admin/settings') && <KeepOpen />}
              </div>
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
