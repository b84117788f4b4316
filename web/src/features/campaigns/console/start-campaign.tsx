import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { waitingTitle } from '@/lib/api-error'
import { count } from '@/lib/formats'
import type { EmailTopic } from '@/lib/generated'
import { startCampaignForm } from '@/lib/generated'
import { Button } from '@/ui/button'
import { TextField } from '@/ui/fields'
import { ReauthDialog } from '@/ui/reauth-dialog'
import { useToast } from '@/ui/toast-queue'
import { useReport } from '@/ui/use-report'
import type { CampaignDetail, Segment } from './api'
import { segmentQuery, useStartCampaign } from './api'
import { complete, inWords } from './segment'

type StartProps = {
  campaign: CampaignDetail
  segment: Segment
  topic: EmailTopic
  /** The version of the campaign that the page shows. */
  version: string | undefined
  isDirty?: boolean
  /** Saves the changes of a draft, then opens the dialog. */
  saveThen?: (event: FormEvent, open: () => void) => void
  /** Shows the stored draft, after someone else has changed it. */
  onLoadCurrent?: () => Promise<void>
  /** Whether this approves a campaign that waits for a second admin. */
  approves?: boolean
}

function startToast(status: CampaignDetail['status']) {
  if (status === 'awaiting')
    return { title: waitingTitle, description: 'The campaign starts after another administrator has approved it.' }
  if (status === 'scheduled') return { title: 'Campaign scheduled', description: 'It starts at the scheduled time.' }
  return { title: 'Campaign started', description: 'The first emails will be sent in a moment.' }
}

function countHint(people: number | undefined, isFailed: boolean): string {
  if (people !== undefined) return `Enter the number of recipients, ${people}, to confirm.`
  return isFailed ? 'The recipients could not be counted. Please close this dialog and try again.' : 'Counting…'
}

/** Asks for the number of people and the password, then sends the campaign now or schedules it. */
export function StartCampaign(props: StartProps) {
  const { campaign, segment, topic, version, isDirty, saveThen, onLoadCurrent, approves = false } = props
  const toast = useToast()
  const report = useReport()
  const { mutateAsync } = useStartCampaign()
  const [isOpen, setOpen] = useState(false)
  const counted = useQuery({ ...segmentQuery(complete(segment), topic), enabled: isOpen })
  const people = counted.data?.count
  const open = () => setOpen(true)
  return (
    <>
      <Button onClick={(event) => (saveThen ? saveThen(event, open) : open())}>
        {approves ? 'Approve and send' : 'Send the campaign'}
      </Button>
      {isOpen && (
        <ReauthDialog
          title={`Send “${campaign.name}”?`}
          rules={startCampaignForm}
          asksCode={false}
          submitLabel={approves ? 'Approve and send' : 'Send campaign'}
          isDestructive={false}
          refusalTitle="Not sent"
          send={async (values) => {
            const started = await mutateAsync({ id: campaign.id, values: { ...values, version } })
            toast(startToast(started.status))
          }}
          onLoadCurrent={
            onLoadCurrent &&
            (async () => {
              setOpen(false) // before the form takes the focus
              await report(onLoadCurrent(), { failed: 'The current version was not loaded' })
            })
          }
          onSent={() => setOpen(false)}
          onClose={() => setOpen(false)}
          fields={(form) => (
            <>
              <TextField
                form={form}
                name="count"
                hint={countHint(people, counted.isError)}
                inputMode="numeric"
                autoComplete="off"
                controlClass="max-w-40"
              />
              {!approves && (
                <TextField
                  form={form}
                  name="scheduledAt"
                  hint="Time in IST. Leave this empty to send now."
                  type="datetime-local"
                  controlClass="max-w-64"
                />
              )}
            </>
          )}
        >
          <p>
            This email goes to <strong>{people === undefined ? '…' : count(people)}</strong>{' '}
            {people === 1 ? 'person' : 'people'}: {inWords(segment)}. Emails that have been sent can’t be recalled.
          </p>
          {isDirty && <p className="mt-3">Your latest changes are not saved, and will not be sent.</p>}
        </ReauthDialog>
      )}
    </>
  )
}
