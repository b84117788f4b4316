import { useRef, useState } from 'react'
import { messageOf } from '@/lib/api-error'
import { seatForm } from '@/lib/generated'
import { safeLink } from '@/lib/links'
import { Badge, type BadgeTone } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Confirm } from '@/ui/confirm'
import { TextAreaField, TextField } from '@/ui/fields'
import { FormDialog } from '@/ui/form-dialog'
import { Moment } from '@/ui/moment'
import { RuleField } from '@/ui/rule-field'
import { useToast } from '@/ui/toast-queue'
import { useReport } from '@/ui/use-report'
import type { BoardSeat, ReviewedNomination } from './api'
import { evidencePath, useDeleteEvidence, useDeleteSeat, useSaveSeat, useUploadEvidence } from './api'
import { boardsOf } from './boards-of'
import { Panel } from './panel'

/** The results of checking a seat. */
const results: Readonly<Record<BoardSeat['result'], { label: string; tone: BadgeTone }>> = {
  '': { label: 'Not checked', tone: 'outline' },
  confirmed: { label: 'Confirmed', tone: 'success' },
  doubtful: { label: 'Doubtful', tone: 'warning' },
  not_found: { label: 'Not found', tone: 'danger' },
}

// Public registers. Their own forms ask for the name or number, so that our links contain no data of the applicant.
const registers = [
  ['Companies and directors (MCA)', 'https://www.mca.gov.in/content/mca/global/en/mca/master-data/MDS.html'],
  ['Independent directors’ databank', 'https://www.independentdirectorsdatabank.in/'],
  ['BSE', 'https://www.bseindia.com/corporates/ann.html'],
  ['NSE', 'https://www.nseindia.com/companies-listing/corporate-filings-announcements'],
] as const

type Seat = Partial<BoardSeat>

/** The applicant's board seats, each with its numbers, its evidence and the admin who checked it. */
export function BoardSeats({ nomination }: { nomination: ReviewedNomination }) {
  const { seats } = nomination.verification
  const [open, setOpen] = useState<Seat>()
  const checked = seats.filter(({ result }) => result).length
  const named = boardsOf(nomination)
  return (
    <Panel title="Board seats" aside={seats.length > 0 && `${checked} of ${seats.length} checked`}>
      {seats.length === 0 ? (
        <p className="text-quiet">No board seats yet. Add each board seat that you want to check.</p>
      ) : (
        <ul>
          {seats.map((seat) => (
            <SeatEntry key={seat.id} nomination={nomination} seat={seat} onEdit={() => setOpen(seat)} />
          ))}
        </ul>
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        <Button tone="outline" onClick={() => setOpen({})}>
          Add a board seat
        </Button>
        {named.map((company) => (
          <Button key={company} tone="quiet" className="max-w-full" onClick={() => setOpen({ company })}>
            <span className="truncate">
              Add <span className="font-normal">{company}</span>
            </span>
          </Button>
        ))}
      </div>
      <p className="mt-4 flex flex-wrap items-center gap-x-5 text-sm">
        <span className="text-quiet">Public registers:</span>
        {registers.map(([label, href]) => (
          <a
            key={href}
            href={href}
            target="_blank"
            rel="noopener noreferrer"
            className="inline-flex min-h-11 items-center text-link"
          >
            {label}
            <span className="sr-only"> (opens in a new tab)</span>
          </a>
        ))}
      </p>
      {open && <SeatDialog nomination={nomination} seat={open} onClose={() => setOpen(undefined)} />}
    </Panel>
  )
}

type EntryProps = { nomination: ReviewedNomination; seat: BoardSeat; onEdit: () => void }

function SeatEntry({ nomination, seat, onEdit }: EntryProps) {
  const report = useReport()
  const { mutateAsync, isPending } = useDeleteSeat(nomination.id)
  const [asking, setAsking] = useState(false)
  const result = results[seat.result]
  const link = safeLink(seat.evidenceUrl)

  async function remove() {
    const isGone = await report(mutateAsync(seat.id), {
      done: () => ({ title: 'The board seat was deleted' }),
      failed: 'The board seat was not deleted',
    })
    if (!isGone) setAsking(false)
  }

  return (
    <li className="border-base-300 border-b py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="mr-auto font-sans font-semibold min-w-0">{seat.company}</h3>
        <Badge tone={result.tone}>{result.label}</Badge>
      </div>
      <p className="text-quiet text-sm tabular-nums">
        {seat.din ? `DIN ${seat.din}` : 'No DIN'}
        {seat.cin && ` · CIN ${seat.cin}`}
      </p>
      {seat.note && <p className="mt-1 whitespace-pre-line">{seat.note}</p>}
      {link && (
        <p className="mt-1">
          <a href={link} target="_blank" rel="noopener noreferrer nofollow" className="text-link">
            {seat.evidenceUrl}
            <span className="sr-only"> (evidence, opens in a new tab)</span>
          </a>
        </p>
      )}
      {seat.checkedBy && (
        <p className="mt-1 text-quiet text-sm">
          Checked by {seat.checkedBy}, <Moment at={seat.checkedAt} />
        </p>
      )}
      <div className="mt-1 -ml-3 flex flex-wrap items-center gap-x-1">
        <Button tone="quiet" onClick={onEdit}>
          {seat.result ? 'Edit' : 'Check'}
          <span className="sr-only"> the seat at {seat.company}</span>
        </Button>
        <Evidence nomination={nomination} seat={seat} />
        <Button tone="quiet" onClick={() => setAsking(true)}>
          Delete<span className="sr-only"> the seat at {seat.company}</span>
        </Button>
      </div>
      <Confirm
        open={asking}
        title={`Delete the seat at ${seat.company}?`}
        confirmLabel="Delete the seat"
        busy={isPending}
        onConfirm={remove}
        onClose={() => setAsking(false)}
      >
        Its file is deleted too. The audit log keeps the details of the seat.
      </Confirm>
    </li>
  )
}

const mostBytes = 8 * 1024 * 1024

/** A seat's file, with buttons to upload, download and delete it. */
function Evidence({ nomination, seat }: Omit<EntryProps, 'onEdit'>) {
  const chooser = useRef<HTMLInputElement>(null)
  const toast = useToast()
  const report = useReport()
  const upload = useUploadEvidence(nomination.id)
  const remove = useDeleteEvidence(nomination.id)
  const at = <span className="sr-only"> for the seat at {seat.company}</span>

  async function save(file: File) {
    const failed = (description: string) =>
      toast({ title: 'The file was not uploaded', description, destructive: true })
    if (file.size > mostBytes) return failed('This file is too large. The limit is 8 MB')
    try {
      await upload.mutateAsync({ seat: seat.id, file })
      toast({ title: 'The file was saved with the seat' })
    } catch (error) {
      failed(messageOf(error, 'Please try again.'))
    }
  }

  return (
    <>
      {seat.evidenceName && (
        <a
          href={evidencePath(nomination.id, seat.id)}
          download
          className="btn btn-ghost max-w-full text-link"
          rel="nofollow"
        >
          <span className="truncate">{seat.evidenceName}</span>
          <span className="sr-only"> (evidence{at}, saved as a file)</span>
        </a>
      )}
      <input
        ref={chooser}
        type="file"
        accept="application/pdf,image/jpeg,image/png"
        className="sr-only"
        tabIndex={-1}
        aria-label={`Evidence for the seat at ${seat.company}`}
        onChange={(event) => {
          const file = event.target.files?.[0]
          event.target.value = '' // allows choosing the same file again
          if (file) save(file)
        }}
      />
      <Button tone="quiet" busy={upload.isPending} onClick={() => chooser.current?.click()}>
        {seat.evidenceName ? 'Replace the file' : 'Upload evidence'}
        {at}
      </Button>
      {seat.evidenceName && (
        <Button
          tone="quiet"
          busy={remove.isPending}
          onClick={() =>
            report(remove.mutateAsync(`seats/${seat.id}/evidence`), {
              done: () => ({ title: 'The file was removed' }),
              failed: 'The file was not removed',
            })
          }
        >
          Remove the file{at}
        </Button>
      )}
    </>
  )
}

type SeatDialogProps = { nomination: ReviewedNomination; seat: Seat; onClose: () => void }

function SeatDialog({ nomination, seat, onClose }: SeatDialogProps) {
  const { mutateAsync } = useSaveSeat(nomination.id, seat.id)
  // A person has only one DIN, so it is copied from another seat.
  const [din] = useState(() => seat.din ?? nomination.verification.seats.find((known) => known.din)?.din ?? '')
  const { company = '', cin = '', evidenceUrl = '', result = '', note = '' } = seat
  return (
    <FormDialog
      title={seat.id ? `Edit the seat at ${seat.company}` : 'Add a board seat'}
      rules={seatForm}
      initial={{ company, cin, din, evidenceUrl, result, note }}
      send={(body) => mutateAsync(body)}
      done={seat.id ? 'The board seat was saved' : 'The board seat was added'}
      submitLabel="Save"
      onClose={onClose}
      fields={(form) => (
        <>
          <TextField form={form} name="company" autoComplete="off" />
          <div className="grid gap-5 sm:grid-cols-[8rem_minmax(0,1fr)]">
            <TextField form={form} name="din" inputMode="numeric" autoComplete="off" maxLength={8} />
            <TextField
              form={form}
              name="cin"
              autoComplete="off"
              spellCheck={false}
              maxLength={21}
              controlClass="uppercase"
            />
          </div>
          <TextField
            form={form}
            name="evidenceUrl"
            hint="A page of the company’s website or a filing. You can also upload a file, with the button on the seat."
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
          />
          <RuleField form={form} name="result">
            {(control) => (
              <select className="select" {...control}>
                {Object.entries(results).map(([option, { label }]) => (
                  <option key={option} value={option}>
                    {option ? label : 'Not checked yet'}
                  </option>
                ))}
              </select>
            )}
          </RuleField>
          <TextAreaField form={form} name="note" rows={3} />
        </>
      )}
    >
      The result is stored with your name and the time. The applicant cannot see it.
    </FormDialog>
  )
}
