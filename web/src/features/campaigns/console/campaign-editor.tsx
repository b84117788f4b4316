import { type FormEvent, useRef, useState } from 'react'
import { useFormState } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { messageOf } from '@/lib/api-error'
import { consolePaths } from '@/lib/console-paths'
import { campaignForm, emailTopicNames } from '@/lib/generated'
import { isOutdated, useRuleForm } from '@/lib/rule-form'
import { useStoredVersion } from '@/lib/use-stored-version'
import { Button } from '@/ui/button'
import { Confirm } from '@/ui/confirm'
import { SelectField, TextField } from '@/ui/fields'
import { Form } from '@/ui/form'
import { LeaveGuard } from '@/ui/leave-guard'
import { PageHead } from '@/ui/page-head'
import { RuleField } from '@/ui/rule-field'
import { useToast } from '@/ui/toast-queue'
import { useReport } from '@/ui/use-report'
import type { CampaignDetail, Segment } from './api'
import { type CampaignText, campaignQuery, useDeleteCampaign, useSaveCampaign } from './api'
import { CampaignPreview } from './campaign-preview'
import { CheckCampaign } from './check-campaign'
import { complete } from './segment'
import { SegmentBuilder } from './segment-builder'
import { StartCampaign } from './start-campaign'
import { SubjectTestFields } from './subject-test'
import { TestCampaign } from './test-campaign'
import { WritingTools } from './writing-tools'

/** Edits a draft: its text, its segment and its preview. */
export function CampaignEditor({ campaign }: { campaign: CampaignDetail }) {
  const toast = useToast()
  const { mutateAsync } = useSaveCampaign()
  const form = useRuleForm('campaign-form', campaignForm, { initial: textOf(campaign) })
  const stored = useStoredVersion(form, campaign, textOf)
  const text = form.watched()
  const { isSubmitting } = useFormState({ control: form.control })
  const area = useRef<HTMLTextAreaElement>(null)
  const [segment, setSegment] = useState<Segment>(campaign.segment)
  const [saved, setSaved] = useState(() => JSON.stringify([textOf(campaign), campaign.segment]))
  const isDirty = JSON.stringify([pick(text), segment]) !== saved

  async function save() {
    const values = { ...pick(form.current()), segment: complete(segment) }
    const current = await stored.save(() => mutateAsync({ id: campaign.id, version: stored.version, values }))
    setSaved(JSON.stringify([textOf(current), segment]))
  }

  async function loadCurrent() {
    const current = await stored.load(campaignQuery(campaign.id), (found) => found, 'name')
    if (!current) return
    setSegment(current.segment)
    setSaved(JSON.stringify([textOf(current), current.segment]))
  }

  function submit(event: FormEvent, onSaved: () => void) {
    return form.submit({
      send: async () => {
        await save()
        onSaved()
      },
      failed: (error) => {
        const message = messageOf(error, 'The campaign could not be saved. Please try again.')
        // The notice is far above the buttons, and only an outdated form scrolls to it.
        if (!isOutdated(error)) toast({ title: 'Not saved', description: message, destructive: true })
        return message
      },
    })(event)
  }

  /** Opens a dialog that sends the stored draft, so changes are saved first. */
  function saveThen(event: FormEvent, open: () => void) {
    if (isDirty) submit(event, open)
    else open()
  }

  return (
    <>
      <PageHead
        title={text.name || 'Campaign'}
        lede="A draft. No email is sent until you confirm the number of recipients."
        named={campaign.name}
        actions={<DeleteDraft campaign={campaign} />}
      />
      <div className="grid grid-cols-1 gap-x-12 gap-y-10 xl:grid-cols-2">
        <div className="min-w-0">
          <Form
            form={form}
            onSubmit={(event) => submit(event, () => toast({ title: 'Campaign saved' }))}
            refusalTitle="Not saved"
            onLoadCurrent={loadCurrent}
          >
            <TextField form={form} name="name" hint="Readers do not see it." />
            <SelectField form={form} name="topic" labels={emailTopicNames} hasDefault />
            {/* A draft may miss fields that are required for sending. */}
            <TextField form={form} name="subject" hasDefault hint="Merge fields work here, too." />
            <SubjectTestFields form={form} isOn={Boolean(text.subjectB?.trim())} />
            <TextField form={form} name="preheader" hint="Mail programs show it beside the subject." />
            <RuleField form={form} name="content" hasDefault hint={<WritingHelp />}>
              {({ ref, ...control }) => (
                <div>
                  <WritingTools
                    area={area}
                    onChange={(content) => form.setValue('content', content, { shouldDirty: true })}
                  />
                  <textarea
                    className="textarea min-h-80 w-full font-mono text-[0.9375rem]"
                    {...control}
                    ref={(element) => {
                      area.current = element
                      ref(element)
                    }}
                  />
                </div>
              )}
            </RuleField>
            <TextField
              form={form}
              name="templateId"
              hint="The number of a Brevo template to use instead of the text."
              inputMode="numeric"
              controlClass="max-w-40"
            />
          </Form>
          {/* Outside the form, because each of these has its own form. */}
          <div className="mt-6">
            <SegmentBuilder segment={segment} onChange={setSegment} topic={text.topic || 'news'} />
          </div>
          <div className="mt-6 flex flex-wrap gap-3">
            <Button type="submit" form={form.id} busy={isSubmitting} tone="outline">
              {isSubmitting ? 'Saving…' : 'Save draft'}
            </Button>
            <TestCampaign id={campaign.id} saveThen={saveThen} />
            <StartCampaign
              campaign={campaign}
              segment={segment}
              topic={text.topic || 'news'}
              version={stored.version}
              isDirty={isDirty}
              saveThen={saveThen}
              onLoadCurrent={loadCurrent}
            />
          </div>
        </div>
        <div className="min-w-0">
          <CampaignPreview text={text} />
          <CheckCampaign text={text} />
        </div>
      </div>
      <LeaveGuard dirty={isDirty} />
    </>
  )
}

function WritingHelp() {
  return (
    <>
      Markdown: <code># Heading</code>, <code>**strong**</code>, <code>- list</code>, <code>&gt; quotation</code>,{' '}
      <code>---</code> for a line, <code>![description](/images/…)</code> for an image,{' '}
      <code>[Join](https://… "button")</code> on its own line for a button. Merge fields, with the text to use if the
      value is unknown: <code>{'{{firstName|there}}'}</code>, name, city, company, tier.
    </>
  )
}

function DeleteDraft({ campaign }: { campaign: CampaignDetail }) {
  const navigate = useNavigate()
  const report = useReport()
  const { mutateAsync, isPending } = useDeleteCampaign()
  const [isOpen, setOpen] = useState(false)
  async function remove() {
    if (await report(mutateAsync({ id: campaign.id }), { failed: 'Not deleted' })) navigate(consolePaths.campaigns)
  }
  return (
    <>
      <Button tone="quiet" onClick={() => setOpen(true)}>
        Delete draft
      </Button>
      <Confirm
        open={isOpen}
        title={`Delete “${campaign.name}”?`}
        confirmLabel="Delete"
        busy={isPending}
        onConfirm={remove}
        onClose={() => setOpen(false)}
      >
        <p>Its text is deleted. No one has received it.</p>
      </Confirm>
    </>
  )
}

function textOf(campaign: CampaignDetail): CampaignText {
  return pick(campaign)
}

function pick(values: Record<keyof CampaignText, string>): CampaignText {
  return Object.fromEntries(campaignForm.map(({ name }) => [name, values[name] ?? ''])) as CampaignText
}
