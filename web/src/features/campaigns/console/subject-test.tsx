import { count, dateAndTime } from '@/lib/formats'
import type { RuleForm } from '@/lib/rule-form'
import { Button } from '@/ui/button'
import { SelectField, TextField } from '@/ui/fields'
import { useReport } from '@/ui/use-report'
import type { CampaignDetail, VariantResult } from './api'
import { useChooseSubject } from './api'

type TestField = 'subjectB' | 'testShare' | 'testHours' | 'testBy'

/** The second subject of an A/B test, and how the better one is chosen. */
export function SubjectTestFields({ form, isOn }: { form: RuleForm<TestField>; isOn: boolean }) {
  return (
    <>
      <TextField
        form={form}
        name="subjectB"
        hint="We send subject A to one half of a test group and subject B to the other. The better subject goes to everyone else."
      />
      {isOn && (
        <div className="flex flex-wrap gap-5">
          <TextField
            form={form}
            name="testShare"
            label="Test group, in per cent of recipients"
            inputMode="numeric"
            controlClass="max-w-28"
          />
          <TextField form={form} name="testHours" label="Hours to wait" inputMode="numeric" controlClass="max-w-28" />
          <SelectField form={form} name="testBy" labels={{ clicks: 'readers who click', opens: 'readers who open' }} />
        </div>
      )}
    </>
  )
}

/** The results of both subjects, and which one the remaining recipients get. */
export function SubjectTestResults({ campaign }: { campaign: CampaignDetail }) {
  const report = useReport()
  const { mutateAsync, isPending } = useChooseSubject()
  const { id, test, winner, status } = campaign
  if (!test) return null
  const canChoose = !winner && (status === 'sending' || status === 'paused')
  const subjects = [
    ['a', campaign.subject, test.a],
    ['b', campaign.subjectB, test.b],
  ] as const
  return (
    <section aria-labelledby="subjects-heading" className="mb-8">
      <h2 id="subjects-heading" className="mb-1 font-sans font-semibold text-lg">
        Subject test
      </h2>
      <p className="mb-3 text-quiet text-sm">{inWords(campaign)}</p>
      <ul>
        {subjects.map(([variant, subject, result]) => (
          <li
            key={variant}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-base-300 border-t py-3"
          >
            <span className="min-w-0">
              <strong>{subject}</strong>
              {winner === variant && <span className="text-quiet"> · sent to the rest</span>}
              <span className="block text-quiet text-sm tabular-nums">{resultInWords(result)}</span>
            </span>
            {canChoose && (
              <Button
                tone="outline"
                busy={isPending}
                aria-label={`Send the rest with “${subject}”`}
                onClick={() => report(mutateAsync({ id, subject: variant }), { failed: 'Not chosen' })}
              >
                Send the rest with this subject
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function resultInWords({ sent, opened, clicked }: VariantResult): string {
  const share = (part: number) => (sent === 0 ? '–' : `${Math.round((part * 100) / sent)}%`)
  return `${count(sent)} sent · ${share(opened)} opened · ${share(clicked)} clicked`
}

function inWords({ winner, decidedBy, decisionAt, testBy, testShare, status }: CampaignDetail): string {
  const by = testBy === 'opens' ? 'opens' : 'clicks'
  if (winner) return decidedBy ? `${decidedBy} chose the subject.` : `The subject with more ${by} was chosen.`
  if (status === 'cancelled') return 'The campaign was cancelled before a subject was chosen.'
  if (decisionAt) return `The subject with more ${by} is sent to the rest on ${dateAndTime(decisionAt)} IST.`
  return `Both subjects are tested on ${testShare}% of the recipients.`
}
