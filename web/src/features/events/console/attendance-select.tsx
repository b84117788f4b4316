import { useReport } from '@/ui/use-report'
import { type Attendee, type Guest, type OfficeSession, useCorrectAttendance } from './api'

const attendances: Readonly<Record<Attendee['attendance'], string>> = {
  'as-joined': 'As joined',
  attended: 'Attended',
  absent: 'Absent',
}

/** Whether a session has an attendance yet. */
export const hasStarted = ({ startsAt }: OfficeSession) => new Date(startsAt) < new Date()

type AttendanceSelectProps = { sessionId: string; list: 'attendees' | 'guests'; row: Attendee | Guest }

/** Corrects whether a member or a guest attended. */
export function AttendanceSelect({ sessionId, list, row }: AttendanceSelectProps) {
  const { mutateAsync, isPending, variables } = useCorrectAttendance(sessionId, list)
  const report = useReport()
  const { id, name, attendance, hasAttended, joinedAt } = row
  return (
    <div className="flex flex-wrap items-center gap-x-3">
      <select
        aria-label={`Attendance of ${name}`}
        className="select max-w-36"
        value={isPending ? variables.attendance : attendance}
        onChange={(event) =>
          report(mutateAsync({ id, attendance: event.target.value as Attendee['attendance'] }), {
            failed: 'The attendance was not saved',
          })
        }
      >
        {Object.entries(attendances).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <span className="text-quiet text-sm">
        {hasAttended ? 'Came' : 'Did not come'}
        {!joinedAt && attendance === 'as-joined' && ', never joined'}
      </span>
    </div>
  )
}
