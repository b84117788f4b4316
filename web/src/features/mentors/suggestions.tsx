import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { mentorRequestForm } from '@/lib/generated'
import { directoryLabels, helpPhrase } from '@/lib/option-labels'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { SelectField, TextAreaField } from '@/ui/fields'
import { FormDialog } from '@/ui/form-dialog'
import { type Suggestion, useAsk } from './api'
import { reasonText, topicLabel } from './labels'
import { PersonLine } from './person-line'

/** Up to three mentors with a free place, for a topic that the member chooses. */
export function Suggestions({ suggestions }: { suggestions: readonly Suggestion[] }) {
  const [params, setParams] = useSearchParams()
  const [chosen, setChosen] = useState<Suggestion['person']>()
  const topic = params.get('topic') ?? ''
  return (
    <>
      <p className="mt-2 max-w-text text-quiet">
        Choose a topic, and we suggest up to three members who offer to mentor and have a free place. You decide whom
        you ask.
      </p>
      <Field label="Topic" hasDefault className="mt-4 max-w-sm">
        {(control) => (
          <select
            className="select"
            value={topic}
            onChange={({ target }) =>
              setParams(target.value ? { topic: target.value } : {}, { preventScrollReset: true, replace: true })
            }
            {...control}
          >
            <option value="">Any topic</option>
            {Object.entries(directoryLabels.canHelpWith).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Field>
      {suggestions.length === 0 ? (
        <p className="mt-5 text-quiet" role="status">
          No mentor has a free place at the moment. Please come back in some days, or write to the office.
        </p>
      ) : (
        <ul aria-label="Suggested mentors" className="mt-5 border-base-300 border-t">
          {suggestions.map(({ person, reasons }) => (
            <li
              key={person.id}
              className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 border-base-300 border-b py-4"
            >
              <PersonLine person={person}>
                <p className="mt-1 text-sm">{reasons.map(reasonText).join('. ')}.</p>
                <OtherTopics person={person} reasons={reasons} />
              </PersonLine>
              <Button tone="outline" onClick={() => setChosen(person)}>
                Ask<span className="sr-only"> {person.name}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {chosen && <AskDialog person={chosen} topic={topic} onClose={() => setChosen(undefined)} />}
    </>
  )
}

/** What a mentor can help with, without the topic that is a reason for the suggestion. */
function OtherTopics({ person, reasons }: Suggestion) {
  const match = reasons.find(({ reason }) => reason === 'topic')?.common
  const topics = person.canHelpWith.filter((topic) => topic !== match)
  if (topics.length === 0) return null
  return (
    <p className="text-quiet text-sm">
      {match
        ? `Other topics: ${topics.map((topic) => topicLabel(topic).toLowerCase()).join(', ')}`
        : helpPhrase(topics)}
      .
    </p>
  )
}

type AskDialogProps = { person: Suggestion['person']; topic: string; onClose: () => void }

function AskDialog({ person, topic, onClose }: AskDialogProps) {
  const ask = useAsk()
  return (
    <FormDialog
      title={`Ask ${person.name} to be your mentor`}
      name={`ask-${person.id}`}
      rules={mentorRequestForm}
      initial={{ mentor: person.id, topic }}
      send={(body) => ask.mutateAsync(body)}
      done="Your request is sent"
      submitLabel="Send the request"
      refusalTitle="Your request was not sent"
      fields={(form) => (
        <>
          <SelectField form={form} name="topic" labels={directoryLabels.canHelpWith} />
          <TextAreaField form={form} name="note" rows={5} hint="In a few sentences, so that the mentor can decide." />
        </>
      )}
      onClose={onClose}
    >
      <p>
        {person.name} gets an email and can answer within 14 days. A decline is not shown: the request then ends without
        an answer. You can have one request or one mentor at a time.
      </p>
    </FormDialog>
  )
}
