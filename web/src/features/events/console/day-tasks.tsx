import { useReport } from '@/ui/use-report'
import { type OfficeSession, type Task, useSetTasks } from './api'

const labels: Record<Task, string> = {
  'speakers-confirmed': 'The speakers have confirmed',
  'meeting-tested': 'The meeting and its sound are tested',
  'recording-announced': 'We announce the recording at the start',
  'thanks-sent': 'We thanked the speakers',
}

const tasks = Object.keys(labels) as Task[]

/** The tasks of the day of a session: what the office marks, and what follows from the session itself. */
export function DayTasks({ session }: { session: OfficeSession }) {
  const { mutateAsync, isPending, variables } = useSetTasks(session.id)
  const report = useReport()
  const done = isPending ? variables : session.doneTasks
  const isOver = new Date(session.endsAt) < new Date()
  const set = (task: Task, isDone: boolean) =>
    report(mutateAsync(tasks.filter((one) => (one === task ? isDone : done.includes(one)))), {
      failed: 'The task was not saved',
    })
  return (
    <section className="mb-10">
      <h2 className="display-3 mb-3">The day</h2>
      <ul className="grid gap-x-8 sm:grid-cols-2">
        <Known is={session.hasMeetingUrl} label="The address of the meeting is stored" />
        {tasks.map((task) => (
          <li key={task}>
            <label className="flex min-h-11 items-center gap-3">
              <input
                type="checkbox"
                className="checkbox aria-disabled:opacity-60"
                checked={done.includes(task)}
                aria-disabled={isPending}
                onChange={(event) => !isPending && set(task, event.target.checked)}
              />
              {labels[task]}
            </label>
          </li>
        ))}
        {isOver && <Known is={session.hasRecording} label="The recording is added" />}
        {isOver && <Known is={session.attended > 0} label="The attendance is known" />}
      </ul>
    </section>
  )
}

/** A task whose state follows from the session. */
function Known({ is, label }: { is: boolean; label: string }) {
  return (
    <li className="flex min-h-11 items-center gap-3">
      <span aria-hidden="true" className="inline-block w-6 text-center">
        {is ? '✓' : '–'}
      </span>
      <span className={is ? undefined : 'text-quiet'}>
        {label}
        <span className="sr-only">{is ? ': done' : ': not yet'}</span>
      </span>
    </li>
  )
}
